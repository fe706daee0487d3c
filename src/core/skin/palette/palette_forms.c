/* Writes a palette in the forms that graphics programs use: 4x4 or 3x4 matrices, half floats, a quaternion
 * palette (rotation and translation: half the memory), dual quaternions. */
#include <hone/skin.h>

#include "base/error.h"
#include "core/skin/kernels/half.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/skin/lanes_shape.h"
#include <inttypes.h>

static const float TOLERANCE = 1e-3f; /* relative for column lengths, absolute for cosines */

/* Up to HONE_LANES slots that are converted together. */
typedef struct part {
    const hone_affine *m; /* [HONE_LANES]; if there are fewer slots, the last one is repeated */
    uint32_t count;
    char *out; /* address of the first slot's result; NULL: check only */
    size_t stride;
} part;

static inline lanes_bits all_slots(void)
{
    return lanes_not((lanes_bits){0});
}

/* ---- matrices ------------------------------------------------------------------------------------------------ */

static lanes_bits write_4x4(const part *p)
{
    static const float last[4] = {0, 0, 0, 1};
    for (uint32_t i = 0; p->out && i < p->count; i++) {
        const hone_affine *m = &p->m[i];
        simd4 v[4] = {simd4_load(m->m[0]), simd4_load(m->m[1]), simd4_load(m->m[2]), simd4_load(last)};
        simd4_transpose(v);
        for (int c = 0; c < 4; c++) simd4_store(p->out + i * p->stride + (size_t)c * sizeof(simd4), v[c]);
    }
    return all_slots();
}

static lanes_bits write_3x4(const part *p)
{
    for (uint32_t i = 0; p->out && i < p->count; i++) memcpy(p->out + i * p->stride, &p->m[i], sizeof p->m[i]);
    return all_slots();
}

static lanes_bits lanes_fit_half(lanes x)
{
    return lanes_abs(x) < HALF_BEYOND;
}

static lanes_bits write_half(const part *p)
{
    lanes_affine m = lanes_affine_load(p->m);
    lanes_bits fits = all_slots();
    for (int i = 0; i < 12; i++) fits &= lanes_fit_half(m.m[i / 4][i % 4]);
    for (uint32_t i = 0; p->out && i < p->count; i++) {
        simd4_halves rows[3];
        for (int r = 0; r < 3; r++) rows[r] = simd4_to_half(simd4_load(p->m[i].m[r]));
        memcpy(p->out + i * p->stride, rows, sizeof rows);
    }
    return fits;
}

/* ---- quaternions --------------------------------------------------------------------------------------------- */

typedef struct motion { /* decomposition: rotation times scale, then translation */
    lanes rotation[4], scale;
    lanes_affine matrix;
    lanes_bits rigid, even; /* rigid: rotation without scale. even: rotation times a uniform scale */
} motion;

static motion motion_of(const part *p)
{
    motion out = {.matrix = lanes_affine_load(p->m)};
    lanes_shape s = lanes_shape_of(&out.matrix);
    lanes length[3] = {lanes_sqrt(s.aa), lanes_sqrt(s.bb), lanes_sqrt(s.cc)}, unit[3];
    lanes_unit_columns(&s, unit);
    lanes shortest = lanes_min(length[0], lanes_min(length[1], length[2]));
    lanes longest = lanes_max(length[0], lanes_max(length[1], length[2]));
    out.scale = (length[0] + length[1] + length[2]) * lanes_set(1.0f / 3);
    lanes_bits upright = (s.determinant >= 0) & (lanes_abs(s.ab * unit[0] * unit[1]) <= TOLERANCE) &
                         (lanes_abs(s.bc * unit[1] * unit[2]) <= TOLERANCE) &
                         (lanes_abs(s.ca * unit[2] * unit[0]) <= TOLERANCE);
    out.rigid = upright & (longest <= lanes_set(1 + TOLERANCE)) & (shortest >= lanes_set(1 - TOLERANCE));
    out.even = upright & (longest - shortest <= lanes_set(TOLERANCE) * longest);
    lanes_quat_from_affine(&out.matrix, unit, out.rotation);
    return out;
}

/* Writes 32 bytes per slot: the four components of a, then those of b. */
static void write_pairs(const part *p, const lanes a[4], const lanes b[4])
{
    if (!p->out)
        return;
    lanes of_a[4] = {a[0], a[1], a[2], a[3]}, of_b[4] = {b[0], b[1], b[2], b[3]};
    simd4 first[HONE_LANES], second[HONE_LANES];
    lanes_rows(of_a, first);
    lanes_rows(of_b, second);
    for (uint32_t i = 0; i < p->count; i++) {
        simd4_store(p->out + i * p->stride, first[i]);
        simd4_store(p->out + i * p->stride + sizeof(simd4), second[i]);
    }
}

static void write_with_translation(const part *p, const motion *m, lanes last)
{
    const lanes second[4] = {m->matrix.m[0][3], m->matrix.m[1][3], m->matrix.m[2][3], last};
    write_pairs(p, m->rotation, second);
}

static lanes_bits write_quaternion(const part *p)
{
    motion m = motion_of(p);
    write_with_translation(p, &m, lanes_set(1));
    return m.rigid;
}

static lanes_bits write_quaternion_scale(const part *p)
{
    motion m = motion_of(p);
    write_with_translation(p, &m, m.scale);
    return m.even;
}

/* Writes 16 bytes per slot: the rotation, then translation and scale, in half floats. */
static lanes_bits write_quaternion_half(const part *p)
{
    motion m = motion_of(p);
    lanes second[4] = {m.matrix.m[0][3], m.matrix.m[1][3], m.matrix.m[2][3], m.scale};
    simd4 rows[2][HONE_LANES];
    lanes_bits fits = m.even;
    for (int c = 0; c < 4; c++) fits &= lanes_fit_half(second[c]);
    lanes_rows(m.rotation, rows[0]);
    lanes_rows(second, rows[1]);
    for (uint32_t i = 0; p->out && i < p->count; i++) {
        const simd4_halves halves[2] = {simd4_to_half(rows[0][i]), simd4_to_half(rows[1][i])};
        memcpy(p->out + i * p->stride, halves, sizeof halves);
    }
    return fits;
}

static lanes_bits write_dual(const part *p)
{
    motion m = motion_of(p);
    lanes dual[4];
    lanes_dual_part(&m.matrix, m.rotation, dual);
    write_pairs(p, m.rotation, dual);
    return m.rigid;
}

/* ---- a palette ----------------------------------------------------------------------------------------------- */

static const struct {
    size_t size;
    lanes_bits (*write)(const part *p); /* returns which slots fit the form */
    const char *name;
} forms[] = {
    [HONE_PALETTE_4X4] = {64, write_4x4, "4x4 matrices"},
    [HONE_PALETTE_3X4] = {48, write_3x4, "3x4 matrices"},
    [HONE_PALETTE_3X4_HALF] = {24, write_half, "half floats"},
    [HONE_PALETTE_QUATERNION] = {32, write_quaternion, "rotations and translations"},
    [HONE_PALETTE_QUATERNION_SCALE] = {32, write_quaternion_scale, "rotations, translations and one scale"},
    [HONE_PALETTE_DUAL_QUATERNION] = {32, write_dual, "dual quaternions"},
    [HONE_PALETTE_QUATERNION_SCALE_HALF] = {16, write_quaternion_half, "half floats of a rotation and one scale"},
};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

size_t hone_palette_form_size(hone_palette_form form)
{
    return (unsigned)form < FORM_COUNT ? forms[form].size : 0;
}

static bool check(const hone_palette *palette, hone_palette_form form, const hone_stream *out, hone_error *error)
{
    if (!palette || !palette->affine)
        return hone_fail_null(error, "the palette's matrices");
    size_t size = hone_palette_form_size(form);
    if (size == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%d is no form of a palette", (int)form);
    if (out->data && out->count < palette->slot_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, out->count, "room for %zu slots of %" PRIu32, out->count,
                         palette->slot_count);
    if (out->data && out->stride < size)
        return hone_fail(error, HONE_ERROR_ARGUMENT, out->stride, "%zu bytes from slot to slot, which take %zu each",
                         out->stride, size);
    return true;
}

static bool refuse(const part *p, lanes_bits fits, uint32_t first, hone_palette_form form, hone_error *error)
{
    int lane = 0;
    while (lanes_is(fits, lane)) lane++;
    const hone_affine *m = &p->m[lane];
    lanes_affine all = lanes_affine_load(p->m);
    lanes_shape s = lanes_shape_of(&all);
    return hone_fail(error, HONE_ERROR_ARGUMENT, first + (uint32_t)lane,
                     "slot %" PRIu32 " does not fit %s: its axes are %g, %g, %g long%s, it is moved to %g, %g, %g",
                     first + (uint32_t)lane, forms[form].name, sqrt((double)lanes_at(s.aa, lane)),
                     sqrt((double)lanes_at(s.bb, lane)), sqrt((double)lanes_at(s.cc, lane)),
                     lanes_at(s.determinant, lane) < 0 ? " and mirrored" : "", (double)m->m[0][3], (double)m->m[1][3],
                     (double)m->m[2][3]);
}

/* Returns up to HONE_LANES slots from `first` on. tail: room for the last ones. */
static part part_at(const hone_palette *palette, uint32_t first, hone_affine tail[HONE_LANES])
{
    uint32_t left = palette->slot_count - first;
    if (left >= HONE_LANES)
        return (part){.m = &palette->affine[first], .count = HONE_LANES};
    for (uint32_t i = 0; i < HONE_LANES; i++) tail[i] = palette->affine[first + (i < left ? i : left - 1)];
    return (part){.m = tail, .count = left};
}

bool hone_palette_write(const hone_palette *palette, hone_palette_form form, hone_stream out, hone_error *error)
{
    if (!check(palette, form, &out, error))
        return false;
    for (uint32_t first = 0; first < palette->slot_count; first += HONE_LANES) {
        hone_affine tail[HONE_LANES];
        part p = part_at(palette, first, tail);
        p.stride = out.stride;
        if (out.data)
            p.out = (char *)out.data + first * out.stride;
        lanes_bits fits = forms[form].write(&p);
        if (!lanes_all(fits))
            return refuse(&p, fits, first, form, error);
    }
    return true;
}

/* ---- two arrays ------------------------------------------------------------------------------------------------ */

/* Writes the first `size` bytes of each slot's row. columns: four components of HONE_LANES slots; overwritten. */
static void write_rows(const hone_stream *out, uint32_t first, uint32_t count, lanes columns[4], size_t size)
{
    simd4 rows[HONE_LANES];
    if (!out->data)
        return;
    lanes_rows(columns, rows);
    for (uint32_t i = 0; i < count; i++) memcpy((char *)out->data + (first + i) * out->stride, &rows[i], size);
}

static bool check_array(const hone_palette *palette, const hone_stream *out, size_t size, const char *what,
                        hone_error *error)
{
    if (!out->data || (out->count >= palette->slot_count && out->stride >= size))
        return true;
    bool short_of = out->count < palette->slot_count;
    return hone_fail(error, HONE_ERROR_ARGUMENT, short_of ? out->count : out->stride,
                     "%zu %s, %zu bytes apart; %" PRIu32 " of %zu bytes are needed", out->count, what, out->stride,
                     palette->slot_count, size);
}

bool hone_palette_write_separate(const hone_palette *palette, hone_stream rotations, hone_stream translations,
                                 hone_error *error)
{
    enum { ROTATION = sizeof(float[4]), TRANSLATION = sizeof(float[3]) };
    if (!palette || !palette->affine)
        return hone_fail_null(error, "the palette's matrices");
    if (!check_array(palette, &rotations, ROTATION, "rotations", error) ||
        !check_array(palette, &translations, TRANSLATION, "translations", error))
        return false;
    for (uint32_t first = 0; first < palette->slot_count; first += HONE_LANES) {
        hone_affine tail[HONE_LANES];
        part p = part_at(palette, first, tail);
        motion m = motion_of(&p);
        lanes moved[4] = {m.matrix.m[0][3], m.matrix.m[1][3], m.matrix.m[2][3], lanes_set(0)};
        if (!lanes_all(m.rigid))
            return refuse(&p, m.rigid, first, HONE_PALETTE_QUATERNION, error);
        write_rows(&rotations, first, p.count, m.rotation, ROTATION);
        write_rows(&translations, first, p.count, moved, TRANSLATION);
    }
    return true;
}
