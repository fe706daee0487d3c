/* Builds the skinning palette (matrix palette), HONE_LANES slots at once: for each slot the product of the bone's
 * matrix and its inverse bind matrix, on request also the cofactor matrix for normals and the dual quaternion. Included
 * after HONE_LANES is set to 1, 4 or 8. */
#ifndef HONE_SRC_SKIN_PALETTE_BUILD_H
#define HONE_SRC_SKIN_PALETTE_BUILD_H

#include "core/skin/lanes_shape.h"
#include "core/skin/nearest_rotation.h"
#include "core/skin/palette/kernel.h"

static const float RIGID_TOLERANCE = 1e-4f;

/* Replaces the matrices of the slots whose `bone` is 0. */
static void keep_unbound(const float bone[HONE_LANES], const lanes_affine *unbound, lanes_affine *out)
{
    lanes_bits bound = lanes_load(bone) > 0;
    for (int i = 0; i < 12; i++)
        out->m[i / 4][i % 4] = lanes_pick(bound, out->m[i / 4][i % 4], unbound->m[i / 4][i % 4]);
}

/* Returns the matrices of up to HONE_LANES slots. Lanes behind the last slot repeat it. */
static lanes_affine matrices_of(const hone_slot *slots, uint32_t count, const hone_affine *model_from_bone,
                                uint32_t bone_count)
{
    const hone_affine *left[HONE_LANES], *right[HONE_LANES];
    float bone[HONE_LANES];
    bool all_bound = true;
    for (uint32_t i = 0; i < HONE_LANES; i++) {
        const hone_slot *slot = &slots[i < count ? i : count - 1];
        bool bound = slot->bone >= 0 && (uint32_t)slot->bone < bone_count;
        right[i] = &slot->bone_from_mesh;
        left[i] = bound ? &model_from_bone[slot->bone] : right[i];
        bone[i] = bound;
        all_bound &= bound;
    }
    lanes_affine a = lanes_affine_gather(left), b = lanes_affine_gather(right), out;
    for (int r = 0; r < 3; r++) lanes_multiply_row(a.m[r], b.m, out.m[r]);
    if (!all_bound)
        keep_unbound(bone, &b, &out);
    return out;
}

/* Returns which matrices are rotations: columns of unit length, at right angles, right-handed. NaN gives false. */
static lanes_bits are_rotations(const lanes_shape *s)
{
    lanes_bits unit = (lanes_abs(s->aa - 1) <= RIGID_TOLERANCE) & (lanes_abs(s->bb - 1) <= RIGID_TOLERANCE) &
                      (lanes_abs(s->cc - 1) <= RIGID_TOLERANCE);
    lanes_bits upright = (lanes_abs(s->ab) <= RIGID_TOLERANCE) & (lanes_abs(s->bc) <= RIGID_TOLERANCE) &
                         (lanes_abs(s->ca) <= RIGID_TOLERANCE);
    return unit & upright & (s->determinant > 0);
}

/* Writes the cofactor matrices of the slots that are not rigid. */
static void write_cofactors(const lanes_affine *a, lanes determinant, lanes_bits rigid, uint32_t count,
                            hone_affine *out)
{
    lanes columns[3][4];
    for (int c = 0; c < 3; c++) {
        lanes column[3];
        lanes_cofactor_column(a, c, column);
        for (int r = 0; r < 3; r++) columns[r][c] = lanes_turned(column[r], determinant < 0);
    }
    for (int r = 0; r < 3; r++) {
        simd4 rows[HONE_LANES];
        columns[r][3] = lanes_set(0);
        lanes_rows(columns[r], rows);
        for (uint32_t i = 0; i < count; i++)
            if (!lanes_is(rigid, (int)i))
                simd4_store(out[i].m[r], rows[i]);
    }
}

/* Computes the scales that bring the columns to unit length. Returns for which slots the scaled columns are a
 * rotation; there that rotation is the nearest one. Rigid slots keep scale 1, whatever their neighbours are. */
static lanes_bits columns_to_unit(const lanes_shape *s, lanes_bits rigid, lanes scale[3])
{
    lanes_unit_columns(s, scale);
    lanes_bits upright = (lanes_abs(s->ab * scale[0] * scale[1]) <= RIGID_TOLERANCE) &
                         (lanes_abs(s->bc * scale[1] * scale[2]) <= RIGID_TOLERANCE) &
                         (lanes_abs(s->ca * scale[2] * scale[0]) <= RIGID_TOLERANCE);
    lanes volume = s->determinant * scale[0] * scale[1] * scale[2];
    for (int i = 0; i < 3; i++) scale[i] = lanes_pick(rigid, lanes_set(1), scale[i]);
    return rigid | (upright & (lanes_abs(volume - 1) <= 0.5f));
}

/* Replaces the rotations of the slots that are not `direct` by the nearest ones. */
static void find_nearest(const hone_affine m[HONE_LANES], lanes_bits direct, uint32_t count, lanes rotation[4])
{
    float lane[4][HONE_LANES], nearest[4];
    for (int c = 0; c < 4; c++) lanes_store(lane[c], rotation[c]);
    for (uint32_t i = 0; i < count; i++) {
        if (lanes_is(direct, (int)i))
            continue;
        hone_nearest_rotation(&m[i], nearest);
        for (int c = 0; c < 4; c++) lane[c][i] = nearest[c];
    }
    for (int c = 0; c < 4; c++) rotation[c] = lanes_load(lane[c]);
}

static void write_duals(const hone_affine m[HONE_LANES], const lanes_affine *a, const lanes_shape *shape,
                        lanes_bits rigid, uint32_t count, hone_dual_quaternion *out)
{
    lanes scale[3] = {lanes_set(1), lanes_set(1), lanes_set(1)}, real[4], dual[4];
    simd4 reals[HONE_LANES], duals[HONE_LANES];
    lanes_bits direct = rigid;
    if (!lanes_all(rigid))
        direct = columns_to_unit(shape, rigid, scale);
    lanes_quat_from_affine(a, scale, real);
    if (!lanes_all(direct))
        find_nearest(m, direct, count, real);
    lanes_dual_part(a, real, dual);
    lanes_rows(real, reals);
    lanes_rows(dual, duals);
    for (uint32_t i = 0; i < count; i++) {
        simd4_store(out[i].real, reals[i]);
        simd4_store(out[i].dual, duals[i]);
    }
}

static inline void copy(const hone_affine m[HONE_LANES], uint32_t count, hone_affine *out)
{
    for (uint32_t i = 0; i < count; i++) out[i] = m[i];
}

/* Writes up to HONE_LANES slots from `first` on. */
static void build_some(const lanes_affine *a, uint32_t first, uint32_t count, hone_palette *palette)
{
    hone_affine m[HONE_LANES], *each[HONE_LANES];
    for (int i = 0; i < HONE_LANES; i++) each[i] = &m[i];
    lanes_affine_scatter(a, each);
    lanes_shape shape = lanes_shape_of(a);
    lanes_bits rigid = are_rotations(&shape);
    bool all_rigid = lanes_all(rigid);
    palette->rigid &= all_rigid;
    if (palette->affine)
        copy(m, count, &palette->affine[first]);
    if (palette->cofactor)
        copy(m, count, &palette->cofactor[first]);
    if (palette->cofactor && !all_rigid)
        write_cofactors(a, shape.determinant, rigid, count, &palette->cofactor[first]);
    if (palette->duals)
        write_duals(m, a, &shape, rigid, count, &palette->duals[first]);
    for (uint32_t i = 0; palette->scaled && i < count; i++) palette->scaled[first + i] = !lanes_is(rigid, (int)i);
}

static void build(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                  hone_palette *palette)
{
    palette->rigid = true;
    for (uint32_t first = 0; first < palette->slot_count; first += HONE_LANES) {
        uint32_t left = palette->slot_count - first, count = left < HONE_LANES ? left : HONE_LANES;
        lanes_affine a = matrices_of(&slots[first], count, model_from_bone, bone_count);
        build_some(&a, first, count, palette);
    }
}

#endif
