#include <hone/skin.h>

#include "base/math.h"
#include "skin/nearest_rotation.h"
#include "skin/simd4.h"

static const float RIGID_TOLERANCE = 1e-4f;

/* The sums run as in hone_affine_multiply. */
static inline hone_affine multiply(const hone_affine *a, const hone_affine *b)
{
    const four_bits last = {0, 0, 0, -1};
    hone_affine out;
    four b0 = four_load(b->m[0]), b1 = four_load(b->m[1]), b2 = four_load(b->m[2]);
    for (int r = 0; r < 3; r++) {
        four row = four_load(a->m[r]), x = FOUR_SHUFFLE(row, row, 0, 0, 0, 0), y = FOUR_SHUFFLE(row, row, 1, 1, 1, 1);
        four z = FOUR_SHUFFLE(row, row, 2, 2, 2, 2), translation = four_pick(last, row, four_set(-0.0f));
        four_store(out.m[r], x * b0 + y * b1 + z * b2 + translation); /* a number + -0 is that number, to the bit */
    }
    return out;
}

static inline hone_affine matrix_of(const hone_slot *slot, const hone_affine *model_from_bone, uint32_t bone_count)
{
    if (slot->bone < 0 || (uint32_t)slot->bone >= bone_count)
        return slot->bone_from_mesh;
    return multiply(&model_from_bone[slot->bone], &slot->bone_from_mesh);
}

/* Columns of unit length and right angles, right-handed. Not so of anything that is no number. */
static four_bits are_rotations(const four_shape *s)
{
    four_bits unit = (four_abs(s->aa - 1) <= RIGID_TOLERANCE) & (four_abs(s->bb - 1) <= RIGID_TOLERANCE) &
                     (four_abs(s->cc - 1) <= RIGID_TOLERANCE);
    four_bits upright = (four_abs(s->ab) <= RIGID_TOLERANCE) & (four_abs(s->bc) <= RIGID_TOLERANCE) &
                        (four_abs(s->ca) <= RIGID_TOLERANCE);
    return unit & upright & (s->determinant > 0);
}

/* Of slots that are not rigid. */
static void write_cofactors(const four_affine *a, four determinant, four_bits rigid, uint32_t count, hone_affine *out)
{
    four rows[3][4];
    for (int c = 0; c < 3; c++) {
        four column[3];
        four_cofactor_column(a, c, column);
        for (int r = 0; r < 3; r++) rows[r][c] = four_pick(determinant < 0, -column[r], column[r]);
    }
    for (int r = 0; r < 3; r++) {
        rows[r][3] = four_set(0);
        four_transpose(rows[r]);
        for (uint32_t i = 0; i < count; i++)
            if (!rigid[i])
                four_store(out[i].m[r], rows[r][i]);
    }
}

/* What brings the columns to unit length, and where they are then those of a rotation: there it is the nearest one.
 * Nothing is brought to anything where a slot is rigid, whatever its neighbours are. */
static four_bits columns_to_unit(const four_shape *s, four_bits rigid, four scale[3])
{
    four_unit_columns(s, scale);
    four_bits upright = (four_abs(s->ab * scale[0] * scale[1]) <= RIGID_TOLERANCE) &
                        (four_abs(s->bc * scale[1] * scale[2]) <= RIGID_TOLERANCE) &
                        (four_abs(s->ca * scale[2] * scale[0]) <= RIGID_TOLERANCE);
    four volume = s->determinant * scale[0] * scale[1] * scale[2];
    for (int i = 0; i < 3; i++) scale[i] = four_pick(rigid, four_set(1), scale[i]);
    return rigid | (upright & (four_abs(volume - 1) <= 0.5f));
}

static void write_duals(const hone_affine m[4], const four_affine *a, const four_shape *shape, four_bits rigid,
                        uint32_t count, hone_dual_quaternion *out)
{
    four scale[3] = {four_set(1), four_set(1), four_set(1)}, real[4], dual[4];
    four_bits direct = rigid;
    if (!four_all(rigid))
        direct = columns_to_unit(shape, rigid, scale);
    four_quat_from_affine(a, scale, real);
    for (uint32_t i = 0; i < count; i++) {
        float nearest[4];
        if (direct[i])
            continue;
        hone_nearest_rotation(&m[i], nearest);
        for (int c = 0; c < 4; c++) real[c][i] = nearest[c];
    }
    four_dual_part(a, real, dual);
    four_transpose(real);
    four_transpose(dual);
    for (uint32_t i = 0; i < count; i++) {
        four_store(out[i].real, real[i]);
        four_store(out[i].dual, dual[i]);
    }
}

static inline void copy(const hone_affine m[4], uint32_t count, hone_affine *out)
{
    for (uint32_t i = 0; i < count; i++) out[i] = m[i];
}

/* Up to four slots from `first` on; lanes behind the last slot repeat it. */
static void build_four(const hone_affine m[4], uint32_t first, uint32_t count, hone_palette *palette)
{
    four_affine a = four_affine_load(m);
    four_shape shape = four_shape_of(&a);
    four_bits rigid = are_rotations(&shape);
    bool all_rigid = four_all(rigid);
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
