/* Dual quaternion skinning. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_DUAL_QUATERNION_H
#define HONE_SRC_SKIN_KERNELS_LANES_DUAL_QUATERNION_H

#include "core/skin/kernels/lanes/block.h"
#include <hone/math.h>

/* Loads the real part (first 0) or the dual part (first 4) of the dual quaternion of influence i of each lane. */
INLINE quat dual_part(const block *b, uint32_t i, bool mixed, int first)
{
    enum { NUMBERS = sizeof(hone_dual_quaternion) / sizeof(float) };
    const float *palette = (const float *)b->w->duals + first;
    vec c[4];
    if (mixed) {
        v_load4(palette, b->slots + i * LANES + b->at, NUMBERS, c);
        return (quat){c[0], c[1], c[2], c[3]};
    }
    palette += (size_t)b->slots[i] * NUMBERS;
    return (quat){v_set(palette[0]), v_set(palette[1]), v_set(palette[2]), v_set(palette[3])};
}

/* Transforms position, normal and tangent by a dual quaternion of any length L. With s = 2 / L^2, real = (r, w) and
 * dual = (d, e):
 * p' = p + s (r x (r x p + w p + d) + w d - e r),
 * n' = n + s (r x (r x n + w n)) */
INLINE void put_moved(const block *b, quat real, quat dual, vec s, int how, results *out)
{
    vec3 r = {real.x, real.y, real.z}, d = {dual.x, dual.y, dual.z}, zero = {v_set(0), v_set(0), v_set(0)};
    vec3 p = rest_position(b, how);
    vec3 straight = {v_fnma(dual.w, r.x, v_mul(real.w, d.x)), v_fnma(dual.w, r.y, v_mul(real.w, d.y)),
                     v_fnma(dual.w, r.z, v_mul(real.w, d.z))};
    vec3 turned = v3_cross_add(r, v3_scale_add(real.w, p, v3_cross_add(r, p, d)), straight);
    const vec3 position = v3_scale_add(s, turned, p);
    if (how == POSITIONS || (how == ANY && !b->w->wants_normals)) {
        put_position(b, position, how, out);
        return;
    }
    vec3 n = rest_normal(b, how);
    turned = v3_cross_add(r, v3_scale_add(real.w, n, v3_cross_add(r, n, zero)), zero);
    n = v3_scale_add(s, turned, n);
    if (how == ANY) /* otherwise it keeps its unit length */
        n = unit_normal(b, n, how);
    put_both(b, position, n, how, out);
    if (how != TANGENTS && (how != ANY || !b->w->wants_tangents))
        return;
    vec3 t = v3_load(b->tangents, b->at);
    turned = v3_cross_add(r, v3_scale_add(real.w, t, v3_cross_add(r, t, zero)), zero);
    put_tangent(b, v3_scale_add(s, turned, t), n, how, out);
}

/* Handles any influences. The hemisphere of each lane is that of its heaviest influence. */
INLINE void duals_block(block *b, uint32_t influences, bool mixed, int how, results *out)
{
    vec last = last_weight(b, influences, how), zero = v_set(0);
    vec heaviest = weight_of(b, 0, influences, last, how);
    quat pivot = dual_part(b, 0, mixed, 0), pivot_dual = dual_part(b, 0, mixed, 4);
    quat real = {zero, zero, zero, zero}, dual = real;
    for (uint32_t i = 1; i < influences; i++) {
        vec weight = weight_of(b, i, influences, last, how);
        mask heavier = v_less(heaviest, weight);
        heaviest = v_pick(heavier, weight, heaviest);
        pivot = q_pick(heavier, dual_part(b, i, mixed, 0), pivot);
        pivot_dual = q_pick(heavier, dual_part(b, i, mixed, 4), pivot_dual);
    }
    for (uint32_t i = 0; i < influences; i++) {
        quat part = dual_part(b, i, mixed, 0);
        vec weight = weight_of(b, i, influences, last, how);
        weight = v_flip(v_less(q_dot(pivot, part), zero), weight);
        real = q_scale_add(weight, part, real);
        dual = q_scale_add(weight, dual_part(b, i, mixed, 4), dual);
    }
    vec square = q_dot(real, real);
    mask good = v_less(v_set(1e-12f), square);
    if (!m_all(good)) { /* the weights cancel, so there is no mean */
        real = q_pick(good, real, pivot), dual = q_pick(good, dual, pivot_dual);
        square = q_dot(real, real);
    }
    put_moved(b, real, dual, v_mul(v_set(2), v_reciprocal(square)), how, out);
}

static void duals_any(const work *w, uint32_t begin, uint32_t end)
{
    uint32_t influences = w->group->influences;
    bool mixed = w->group->mixed;
    two_blocks to;
    begin_blocks(&to);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, mixed, ANY);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) duals_block(&b, influences, mixed, ANY, to.now);
        finish_block(&to, w, index, ANY);
    }
    complete_block(&to, w, ANY);
}

/* The data of a block whose lanes share their slots: the last dual quaternion, and the differences of the others to
 * it after all are flipped to one hemisphere. */
typedef struct duals_basis {
    float last[8], difference[3][8];
} duals_basis;

/* Returns false if the dual quaternions do not fit on one hemisphere. Then the signs depend on each lane's heaviest
 * influence. */
INLINE bool duals_basis_of(const block *b, uint32_t influences, duals_basis *basis)
{
    const hone_dual_quaternion *palette = b->w->duals, *last = &palette[b->slots[influences - 1]];
    bool one_way = true;
    float aligned[4][8];
    memcpy(basis->last, last, sizeof basis->last);
    for (uint32_t i = 0; i + 1 < influences; i++) {
        const hone_dual_quaternion *dual = &palette[b->slots[i]];
        float with_last = hone_quat_dot(dual->real, last->real), sign = with_last < 0 ? -1.0f : 1.0f;
        one_way &= influences == 2 || with_last != 0;
        for (int c = 0; c < 4; c++) aligned[i][c] = sign * dual->real[c], aligned[i][4 + c] = sign * dual->dual[c];
        for (uint32_t j = 0; j < i; j++) one_way &= hone_quat_dot(aligned[i], aligned[j]) > 0;
        for (int c = 0; c < 8; c++) basis->difference[i][c] = aligned[i][c] - basis->last[c];
    }
    LEAVE_IN_MEMORY(basis->difference);
    return one_way;
}

INLINE vec blend_duals(const duals_basis *basis, const vec *weights, uint32_t influences, int component)
{
    vec sum = v_set(basis->last[component]);
    for (uint32_t i = 0; i + 1 < influences; i++) sum = v_fma(weights[i], v_set(basis->difference[i][component]), sum);
    return sum;
}

INLINE void duals_shared(const work *original, uint32_t begin, uint32_t end, uint32_t influences, int how)
{
    const work copy = *original, *w = &copy;
    two_blocks to;
    begin_blocks(&to);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false, how);
        duals_basis basis;
        prepare_to_write(w, index, how);
        if (!duals_basis_of(&b, influences, &basis)) {
            duals_any(original, index, index + 1);
            continue;
        }
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec weights[3], c[8];
            for (uint32_t i = 0; i + 1 < influences; i++) weights[i] = stored_weight(&b, i, how);
            for (int k = 0; k < 8; k++) c[k] = blend_duals(&basis, weights, influences, k);
            quat real = {c[0], c[1], c[2], c[3]}, dual = {c[4], c[5], c[6], c[7]};
            vec two = v_set(2); /* on one hemisphere no sum of four is shorter than 1/2 */
            put_moved(&b, real, dual, influences == 1 ? two : v_mul(two, v_reciprocal(q_dot(real, real))), how, to.now);
        }
        finish_block(&to, w, index, how);
    }
    complete_block(&to, w, how);
}

#endif
