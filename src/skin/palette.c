/* Builds the skinning palette (matrix palette): for each slot the product of the bone's matrix and its inverse bind
 * matrix, on request also the cofactor matrix for normals and the dual quaternion. */
#include "skin/palette.h"

#include "base/error.h"
#include <hone/math.h>
#include <hone/skin.h>

#include "skin/nearest_rotation.h"
#include "skin/simd4_shape.h"

static const float RIGID_TOLERANCE = 1e-4f;

/* ---- memory ---------------------------------------------------------------------------------------------------- */

void hone_palette_allocate(hone_palette *palette, uint32_t slot_count, hone_arena *memory)
{
    *palette = (hone_palette){.slot_count = slot_count};
    palette->affine = hone_arena_array(memory, slot_count, sizeof *palette->affine);
    palette->cofactor = hone_arena_array(memory, slot_count, sizeof *palette->cofactor);
    palette->duals = hone_arena_array(memory, slot_count, sizeof *palette->duals);
    palette->scaled = hone_arena_array(memory, slot_count, sizeof *palette->scaled);
}

/* A palette that hone_palette_create has made: in its own arena. */
typedef struct owned_palette {
    hone_palette palette; /* first, so that its address is this struct's */
    hone_arena *memory;
} owned_palette;

hone_palette *hone_palette_create(uint32_t slot_count, const hone_allocator *allocator, hone_error *error)
{
    hone_arena *memory = hone_arena_create(allocator, 0, error);
    owned_palette *owned = memory ? hone_arena_array(memory, 1, sizeof *owned) : NULL;
    if (owned)
        hone_palette_allocate(&owned->palette, slot_count, memory);
    if (!memory || hone_arena_failed(memory)) {
        if (memory)
            hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    owned->memory = memory;
    return &owned->palette;
}

void hone_palette_destroy(hone_palette *palette)
{
    if (palette)
        hone_arena_destroy(((owned_palette *)palette)->memory);
}

/* ---- building -------------------------------------------------------------------------------------------------- */

/* Computes the product. Sums are in the same order as in hone_affine_multiply. */
static inline hone_affine multiply(const hone_affine *a, const hone_affine *b)
{
    const simd4_bits last = {0, 0, 0, -1};
    hone_affine out;
    simd4 b0 = simd4_load(b->m[0]), b1 = simd4_load(b->m[1]), b2 = simd4_load(b->m[2]);
    for (int r = 0; r < 3; r++) {
        simd4 row = simd4_load(a->m[r]), x = SIMD4_SHUFFLE(row, row, 0, 0, 0, 0),
              y = SIMD4_SHUFFLE(row, row, 1, 1, 1, 1);
        simd4 z = SIMD4_SHUFFLE(row, row, 2, 2, 2, 2), translation = simd4_pick(last, row, simd4_set(-0.0f));
        simd4_store(out.m[r], x * b0 + y * b1 + z * b2 + translation); /* adding -0 keeps a number's bits */
    }
    return out;
}

static inline hone_affine matrix_of(const hone_slot *slot, const hone_affine *model_from_bone, uint32_t bone_count)
{
    if (slot->bone < 0 || (uint32_t)slot->bone >= bone_count)
        return slot->bone_from_mesh;
    return multiply(&model_from_bone[slot->bone], &slot->bone_from_mesh);
}

/* Returns which matrices are rotations: columns of unit length, at right angles, right-handed. NaN gives false. */
static simd4_bits are_rotations(const simd4_shape *s)
{
    simd4_bits unit = (simd4_abs(s->aa - 1) <= RIGID_TOLERANCE) & (simd4_abs(s->bb - 1) <= RIGID_TOLERANCE) &
                      (simd4_abs(s->cc - 1) <= RIGID_TOLERANCE);
    simd4_bits upright = (simd4_abs(s->ab) <= RIGID_TOLERANCE) & (simd4_abs(s->bc) <= RIGID_TOLERANCE) &
                         (simd4_abs(s->ca) <= RIGID_TOLERANCE);
    return unit & upright & (s->determinant > 0);
}

/* Writes the cofactor matrices of the slots that are not rigid. */
static void write_cofactors(const simd4_affine *a, simd4 determinant, simd4_bits rigid, uint32_t count,
                            hone_affine *out)
{
    simd4 rows[3][4];
    for (int c = 0; c < 3; c++) {
        simd4 column[3];
        simd4_cofactor_column(a, c, column);
        for (int r = 0; r < 3; r++) rows[r][c] = simd4_pick(determinant < 0, -column[r], column[r]);
    }
    for (int r = 0; r < 3; r++) {
        rows[r][3] = simd4_set(0);
        simd4_transpose(rows[r]);
        for (uint32_t i = 0; i < count; i++)
            if (!rigid[i])
                simd4_store(out[i].m[r], rows[r][i]);
    }
}

/* Computes the scales that bring the columns to unit length. Returns for which slots the scaled columns are a
 * rotation; there that rotation is the nearest one. Rigid slots keep scale 1, whatever their neighbours are. */
static simd4_bits columns_to_unit(const simd4_shape *s, simd4_bits rigid, simd4 scale[3])
{
    simd4_unit_columns(s, scale);
    simd4_bits upright = (simd4_abs(s->ab * scale[0] * scale[1]) <= RIGID_TOLERANCE) &
                         (simd4_abs(s->bc * scale[1] * scale[2]) <= RIGID_TOLERANCE) &
                         (simd4_abs(s->ca * scale[2] * scale[0]) <= RIGID_TOLERANCE);
    simd4 volume = s->determinant * scale[0] * scale[1] * scale[2];
    for (int i = 0; i < 3; i++) scale[i] = simd4_pick(rigid, simd4_set(1), scale[i]);
    return rigid | (upright & (simd4_abs(volume - 1) <= 0.5f));
}

static void write_duals(const hone_affine m[4], const simd4_affine *a, const simd4_shape *shape, simd4_bits rigid,
                        uint32_t count, hone_dual_quaternion *out)
{
    simd4 scale[3] = {simd4_set(1), simd4_set(1), simd4_set(1)}, real[4], dual[4];
    simd4_bits direct = rigid;
    if (!simd4_all(rigid))
        direct = columns_to_unit(shape, rigid, scale);
    simd4_quat_from_affine(a, scale, real);
    for (uint32_t i = 0; i < count; i++) {
        float nearest[4];
        if (direct[i])
            continue;
        hone_nearest_rotation(&m[i], nearest);
        for (int c = 0; c < 4; c++) real[c][i] = nearest[c];
    }
    simd4_dual_part(a, real, dual);
    simd4_transpose(real);
    simd4_transpose(dual);
    for (uint32_t i = 0; i < count; i++) {
        simd4_store(out[i].real, real[i]);
        simd4_store(out[i].dual, dual[i]);
    }
}

static inline void copy(const hone_affine m[4], uint32_t count, hone_affine *out)
{
    for (uint32_t i = 0; i < count; i++) out[i] = m[i];
}

/* Writes up to four slots from `first` on. Vector lanes behind the last slot repeat it. */
static void build_four(const hone_affine m[4], uint32_t first, uint32_t count, hone_palette *palette)
{
    simd4_affine a = simd4_affine_load(m);
    simd4_shape shape = simd4_shape_of(&a);
    simd4_bits rigid = are_rotations(&shape);
    bool all_rigid = simd4_all(rigid);
    palette->rigid &= all_rigid;
    if (palette->affine)
        copy(m, count, &palette->affine[first]);
    if (palette->cofactor)
        copy(m, count, &palette->cofactor[first]);
    if (palette->cofactor && !all_rigid)
        write_cofactors(&a, shape.determinant, rigid, count, &palette->cofactor[first]);
    if (palette->duals)
        write_duals(m, &a, &shape, rigid, count, &palette->duals[first]);
    for (uint32_t i = 0; palette->scaled && i < count; i++) palette->scaled[first + i] = !rigid[i];
}

void hone_palette_build(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                        hone_palette *palette)
{
    palette->rigid = true;
    for (uint32_t first = 0; first < palette->slot_count; first += 4) {
        uint32_t left = palette->slot_count - first, count = left < 4 ? left : 4;
        hone_affine m[4];
        for (uint32_t i = 0; i < 4; i++)
            m[i] = matrix_of(&slots[first + (i < count ? i : count - 1)], model_from_bone, bone_count);
        build_four(m, first, count, palette);
    }
}
