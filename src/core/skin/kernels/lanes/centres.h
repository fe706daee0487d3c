/* Optimised centres of rotation: a vertex turns about its centre, which linear blending moves. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_CENTRES_H
#define HONE_SRC_SKIN_KERNELS_LANES_CENTRES_H

#include "core/skin/kernels/lanes/dual_quaternion.h"
#include "core/skin/kernels/lanes/matrices.h"

/* x + s r x (r x x + w x): turns by a quaternion (r, w) of any length L, with s = 2 / L^2. */
INLINE vec3 turn_by(quat q, vec s, vec3 x)
{
    const vec3 r = {q.x, q.y, q.z}, zero = {v_set(0), v_set(0), v_set(0)};
    return v3_scale_add(
        s, v3_cross_add(r, v3_cross_add(r, x, (vec3){v_mul(q.w, x.x), v_mul(q.w, x.y), v_mul(q.w, x.z)}), zero), x);
}

/* moved: the centre, moved by linear blending. */
INLINE void put_about(const block *b, quat q, vec s, vec3 centre, vec3 moved, int how, results *out)
{
    const vec3 p = rest_position(b, how), from = {v_sub(p.x, centre.x), v_sub(p.y, centre.y), v_sub(p.z, centre.z)};
    put_position(b, v3_add(turn_by(q, s, from), moved), how, out);
    if (!b->w->wants_normals)
        return;
    vec3 normal = turn_by(q, s, rest_normal(b, how));
    if (how == ANY) /* otherwise it keeps its unit length */
        normal = unit_normal(b, normal, how);
    put_3(b, normal, how, b->w->normals_out, out->c[AT_NORMAL]);
    if (how == ANY && b->w->wants_tangents)
        put_tangent(b, turn_by(q, s, v3_load(b->tangents, b->at)), normal, how, out);
}

/* The sum of the rotations by weight. The hemisphere of each lane is that of its heaviest influence. weights: LANES per
 * influence. */
INLINE quat blended_rotation(const block *b, uint32_t influences, bool mixed, const float *weights, vec *scale)
{
    const vec zero = v_set(0);
    vec heaviest = v_load(weights + b->at);
    quat pivot = dual_part(b, 0, mixed, 0), sum = {zero, zero, zero, zero};
    for (uint32_t i = 1; i < influences; i++) {
        const vec weight = v_load(weights + i * LANES + b->at);
        const mask heavier = v_less(heaviest, weight);
        heaviest = v_pick(heavier, weight, heaviest);
        pivot = q_pick(heavier, dual_part(b, i, mixed, 0), pivot);
    }
    for (uint32_t i = 0; i < influences; i++) {
        const quat part = dual_part(b, i, mixed, 0);
        const vec weight = v_load(weights + i * LANES + b->at);
        sum = q_scale_add(v_flip(v_less(q_dot(pivot, part), zero), weight), part, sum);
    }
    vec square = q_dot(sum, sum);
    const mask good = v_less(v_set(1e-12f), square);
    if (!m_all(good)) { /* the weights cancel, so there is no mean */
        sum = q_pick(good, sum, pivot);
        square = q_dot(sum, sum);
    }
    *scale = v_mul(v_set(2), v_reciprocal(square));
    return sum;
}

/* Handles any influences of rigid slots. */
HONE_NEVER_INLINE void centres_block(block *b, uint32_t influences, bool mixed, results *out)
{
    float weights[MOST_OWN * LANES];
    all_weights(b, influences, weights, ANY);
    const uint32_t end = uncounted_lanes();
    for (b->at = 0; b->at < end; b->at += WIDTH) {
        vec m[12], scale;
        const quat q = blended_rotation(b, influences, mixed, weights, &scale);
        if (mixed)
            own_matrices(b, b->w->affine, influences, weights, m);
        else
            shared_matrices(b, b->w->affine, m);
        const vec3 centre = v3_load(&b->w->centres[b->index - b->w->begin], b->at);
        put_about(b, q, scale, centre, point(m, centre), ANY, out);
    }
}

/* Returns whether the scalar reference skins the block: a slot of one of its lanes is scaled, or there are more
 * influences than there is room for. */
INLINE bool centres_for_reference(const block *b, uint32_t influences, bool mixed)
{
    if (influences > MOST_OWN)
        return true;
    return !b->w->palette->rigid && is_scaled(b, influences * (mixed ? LANES : 1));
}

static void centres_reference(const work *w, uint32_t index)
{
    hone_skin_run_group_scalar(w->skin, w->job, w->group, index, index + 1);
}

static void centres_any(const work *w, uint32_t begin, uint32_t end)
{
    const uint32_t influences = w->group->influences;
    const bool mixed = w->group->mixed;
    results room;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, mixed, ANY);
        if (centres_for_reference(&b, influences, mixed)) {
            centres_reference(w, index);
            continue;
        }
        centres_block(&b, influences, mixed, &room);
        w->output->write(w->output, index, &room);
    }
}

/* The data of a block whose lanes share their slots: the last slot's matrix and rotation, and the differences of the
 * others to them after all rotations are flipped to one hemisphere. */
typedef struct centres_basis {
    shared_basis matrices;
    float last[4], difference[3][4];
    bool one_way; /* the rotations fit on one hemisphere */
} centres_basis;

HONE_NEVER_INLINE void centres_basis_of(const block *b, uint32_t influences, centres_basis *basis)
{
    const hone_dual_quaternion *palette = b->w->duals;
    const float *last = palette[b->slots[influences - 1]].real;
    float aligned[4][4];
    shared_basis_of(b, b->w->affine, influences, &basis->matrices);
    memcpy(basis->last, last, sizeof basis->last);
    basis->one_way = true;
    for (uint32_t i = 0; i + 1 < influences; i++) {
        const float *q = palette[b->slots[i]].real, with_last = hone_quat_dot(q, last), sign = with_last < 0 ? -1 : 1;
        basis->one_way &= influences == 2 || with_last != 0;
        for (int c = 0; c < 4; c++) aligned[i][c] = sign * q[c];
        for (uint32_t j = 0; j < i; j++) basis->one_way &= hone_quat_dot(aligned[i], aligned[j]) > 0;
        for (int c = 0; c < 4; c++) basis->difference[i][c] = aligned[i][c] - basis->last[c];
    }
    LEAVE_IN_MEMORY(basis->difference);
}

INLINE void put_shared_about(const block *b, const centres_basis *basis, uint32_t influences, results *to)
{
    const vec3 centre = v3_load(&b->w->centres[b->index - b->w->begin], b->at);
    const frame f = {.position = centre};
    vec weights[3], moved[3][3], c[4];
    for (uint32_t i = 0; i + 1 < influences; i++) weights[i] = stored_weight(b, i, TURNED);
    for (int r = 0; r < 3; r++) blend_row(&basis->matrices, weights, influences, r, &f, POSITIONS, moved[r]);
    for (int k = 0; k < 4; k++) {
        c[k] = v_set(basis->last[k]);
        for (uint32_t i = 0; i + 1 < influences; i++) c[k] = v_fma(weights[i], v_set(basis->difference[i][k]), c[k]);
    }
    const quat q = {c[0], c[1], c[2], c[3]};
    const vec two = v_set(2), scale = influences == 1 ? two : v_mul(two, v_reciprocal(q_dot(q, q)));
    put_about(b, q, scale, centre, (vec3){moved[0][0], moved[1][0], moved[2][0]}, TURNED, to);
}

INLINE void centres_shared(const work *original, uint32_t begin, uint32_t end, uint32_t influences)
{
    work copy = *original;
    const work *w = &copy;
    const uint32_t lanes = uncounted_lanes();
    const uint32_t *before = NULL;
    centres_basis basis;
    results room;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false, TURNED);
        prepare_to_write(w, index, TURNED);
        if (!before || memcmp(b.slots, before, influences * sizeof *before) != 0)
            centres_basis_of(&b, influences, &basis);
        before = b.slots;
        if (!basis.one_way || (!w->rigid && is_scaled(&b, influences))) {
            centres_any(original, index, index + 1);
            continue;
        }
        for (b.at = 0; b.at < lanes; b.at += WIDTH) {
            LEAVE_IN_MEMORY(basis);              /* the registers are too few to keep it from one vector to the next */
            LEAVE_IN_MEMORY(copy.wants_normals); /* one loop for all outputs: the variants would be large */
            LEAVE_IN_MEMORY(copy.direct);
            put_shared_about(&b, &basis, influences, &room);
        }
        if (!w->direct)
            w->output->write(w->output, index, &room);
    }
}

#endif
