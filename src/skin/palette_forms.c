/* Writes a palette in the forms that graphics programs use: 4x4 or 3x4 matrices, half floats, a quaternion
 * palette (rotation and translation: half the memory), dual quaternions. */
#include <hone/skin.h>

#include "base/error.h"
#include "skin/kernels/half.h"
#include "skin/simd4_shape.h"
#include <inttypes.h>

static const float TOLERANCE = 1e-3f; /* relative for column lengths, absolute for cosines */

/* Up to four slots that are converted together. */
typedef struct part {
    const hone_affine *m; /* [4]; if there are fewer slots, the last one is repeated */
    uint32_t count;
    char *out; /* address of the first slot's result; NULL: check only */
    size_t stride;
} part;

static const simd4_bits ALL = {-1, -1, -1, -1};

/* ---- matrices ------------------------------------------------------------------------------------------------ */

static simd4_bits write_4x4(const part *p)
{
    for (uint32_t i = 0; p->out && i < p->count; i++) {
        const hone_affine *m = &p->m[i];
        simd4 columns[4] = {simd4_load(m->m[0]), simd4_load(m->m[1]), simd4_load(m->m[2]), {0, 0, 0, 1}};
        simd4_transpose(columns);
        for (int c = 0; c < 4; c++) simd4_store(p->out + i * p->stride + (size_t)c * sizeof(simd4), columns[c]);
    }
    return ALL;
}

static simd4_bits write_3x4(const part *p)
{
    for (uint32_t i = 0; p->out && i < p->count; i++) memcpy(p->out + i * p->stride, &p->m[i], sizeof p->m[i]);
    return ALL;
}

static simd4_bits write_half(const part *p)
{
    simd4_bits fits = ALL;
    for (uint32_t i = 0; i < p->count; i++) {
        simd4_halves rows[3];
        simd4_bits slot_fits = ALL;
        for (int r = 0; r < 3; r++) {
            simd4 row = simd4_load(p->m[i].m[r]);
            slot_fits &= simd4_fits_half(row);
            rows[r] = simd4_to_half(row);
        }
        fits[i] = simd4_all(slot_fits) ? -1 : 0;
        if (p->out)
            memcpy(p->out + i * p->stride, rows, sizeof rows);
    }
    return fits;
}

/* ---- quaternions --------------------------------------------------------------------------------------------- */

typedef struct motion { /* decomposition: rotation times scale, then translation */
    simd4 rotation[4], scale;
    simd4_affine matrix;
    simd4_bits rigid, even; /* rigid: rotation without scale. even: rotation times a uniform scale */
} motion;

static motion motion_of(const part *p)
{
    motion out = {.matrix = simd4_affine_load(p->m)};
    simd4_shape s = simd4_shape_of(&out.matrix);
    simd4 length[3] = {simd4_sqrt(s.aa), simd4_sqrt(s.bb), simd4_sqrt(s.cc)}, unit[3];
    simd4_unit_columns(&s, unit);
    simd4 shortest = simd4_min(length[0], simd4_min(length[1], length[2]));
    simd4 longest = simd4_max(length[0], simd4_max(length[1], length[2]));
    out.scale = (length[0] + length[1] + length[2]) * simd4_set(1.0f / 3);
    simd4_bits upright = (s.determinant >= 0) & (simd4_abs(s.ab * unit[0] * unit[1]) <= TOLERANCE) &
                         (simd4_abs(s.bc * unit[1] * unit[2]) <= TOLERANCE) &
                         (simd4_abs(s.ca * unit[2] * unit[0]) <= TOLERANCE);
    out.rigid = upright & (longest <= simd4_set(1 + TOLERANCE)) & (shortest >= simd4_set(1 - TOLERANCE));
    out.even = upright & (longest - shortest <= simd4_set(TOLERANCE) * longest);
    simd4_quat_from_affine(&out.matrix, unit, out.rotation);
    return out;
}

/* Writes 32 bytes per slot: the four components of a, then those of b. */
static void write_pairs(const part *p, const simd4 a[4], const simd4 b[4])
{
    if (!p->out)
        return;
    simd4 first[4] = {a[0], a[1], a[2], a[3]}, second[4] = {b[0], b[1], b[2], b[3]};
    simd4_transpose(first);
    simd4_transpose(second);
    for (uint32_t i = 0; i < p->count; i++) {
        simd4_store(p->out + i * p->stride, first[i]);
        simd4_store(p->out + i * p->stride + sizeof(simd4), second[i]);
    }
}

static void write_with_translation(const part *p, const motion *m, simd4 last)
{
    const simd4 second[4] = {m->matrix.m[0][3], m->matrix.m[1][3], m->matrix.m[2][3], last};
    write_pairs(p, m->rotation, second);
}

static simd4_bits write_quaternion(const part *p)
{
    motion m = motion_of(p);
    write_with_translation(p, &m, simd4_set(1));
    return m.rigid;
}

static simd4_bits write_quaternion_scale(const part *p)
{
    motion m = motion_of(p);
    write_with_translation(p, &m, m.scale);
    return m.even;
}

/* Writes 16 bytes per slot: the rotation, then translation and scale, in half floats. */
static simd4_bits write_quaternion_half(const part *p)
{
    motion m = motion_of(p);
    simd4 second[4] = {m.matrix.m[0][3], m.matrix.m[1][3], m.matrix.m[2][3], m.scale};
    simd4_bits fits = m.even;
    for (int c = 0; c < 4; c++) fits &= simd4_fits_half(second[c]);
    simd4_transpose(m.rotation);
    simd4_transpose(second);
    for (uint32_t i = 0; p->out && i < p->count; i++) {
        const simd4_halves halves[2] = {simd4_to_half(m.rotation[i]), simd4_to_half(second[i])};
        memcpy(p->out + i * p->stride, halves, sizeof halves);
    }
    return fits;
}

static simd4_bits write_dual(const part *p)
{
    motion m = motion_of(p);
    simd4 dual[4];
    simd4_dual_part(&m.matrix, m.rotation, dual);
    write_pairs(p, m.rotation, dual);
    return m.rigid;
}

/* ---- a palette ----------------------------------------------------------------------------------------------- */

static const struct {
    size_t size;
    simd4_bits (*write)(const part *p); /* returns which slots fit the form */
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

static bool refuse(const part *p, simd4_bits fits, uint32_t first, hone_palette_form form, hone_error *error)
{
    uint32_t i = 0;
    while (fits[i]) i++;
    simd4_affine m = simd4_affine_load(p->m);
    simd4_shape s = simd4_shape_of(&m);
    return hone_fail(error, HONE_ERROR_ARGUMENT, first + i,
                     "slot %" PRIu32 " does not fit %s: its axes are %g, %g, %g long%s, it is moved to %g, %g, %g",
                     first + i, forms[form].name, sqrt((double)s.aa[i]), sqrt((double)s.bb[i]), sqrt((double)s.cc[i]),
                     s.determinant[i] < 0 ? " and mirrored" : "", (double)m.m[0][3][i], (double)m.m[1][3][i],
                     (double)m.m[2][3][i]);
}

/* Returns up to four slots from `first` on. tail: room for the last ones. */
static part part_at(const hone_palette *palette, uint32_t first, hone_affine tail[4])
{
    uint32_t left = palette->slot_count - first;
    if (left >= 4)
        return (part){.m = &palette->affine[first], .count = 4};
    for (uint32_t i = 0; i < 4; i++) tail[i] = palette->affine[first + (i < left ? i : left - 1)];
    return (part){.m = tail, .count = left};
}

bool hone_palette_write(const hone_palette *palette, hone_palette_form form, hone_stream out, hone_error *error)
{
    if (!check(palette, form, &out, error))
        return false;
    for (uint32_t first = 0; first < palette->slot_count; first += 4) {
        hone_affine tail[4];
        part p = part_at(palette, first, tail);
        p.stride = out.stride;
        if (out.data)
            p.out = (char *)out.data + first * out.stride;
        simd4_bits fits = forms[form].write(&p);
        if (!simd4_all(fits))
            return refuse(&p, fits, first, form, error);
    }
    return true;
}

/* ---- two arrays ------------------------------------------------------------------------------------------------ */

/* Writes the first `size` bytes of each slot's vector. v: four components of four slots. */
static void write_vectors(const hone_stream *out, uint32_t first, uint32_t count, const simd4 v[4], size_t size)
{
    simd4 slots[4] = {v[0], v[1], v[2], v[3]};
    if (!out->data)
        return;
    simd4_transpose(slots);
    for (uint32_t i = 0; i < count; i++) memcpy((char *)out->data + (first + i) * out->stride, &slots[i], size);
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
    for (uint32_t first = 0; first < palette->slot_count; first += 4) {
        hone_affine tail[4];
        part p = part_at(palette, first, tail);
        motion m = motion_of(&p);
        const simd4 moved[4] = {m.matrix.m[0][3], m.matrix.m[1][3], m.matrix.m[2][3], {0}};
        if (!simd4_all(m.rigid))
            return refuse(&p, m.rigid, first, HONE_PALETTE_QUATERNION, error);
        write_vectors(&rotations, first, p.count, m.rotation, ROTATION);
        write_vectors(&translations, first, p.count, moved, TRANSLATION);
    }
    return true;
}
