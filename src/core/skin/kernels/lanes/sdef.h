/* Spherical deformation (SDEF): a rotation between those of two bones, about a centre that each vertex has. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_SDEF_H
#define HONE_SRC_SKIN_KERNELS_LANES_SDEF_H

#include "core/skin/kernels/lanes/dual_quaternion.h"
#include "core/skin/kernels/lanes/matrices.h"

/* Arc cosine of 0..1, with an error below 3e-8 rad (Abramowitz and Stegun 4.4.46). */
INLINE vec arc_cosine(vec x)
{
    static const float series[] = {-0.0012624911f, 0.0066700901f, -0.0170881256f, 0.0308918810f,
                                   -0.0501743046f, 0.0889789874f, -0.2145988016f, 1.5707963050f};
    vec sum = v_set(series[0]);
    for (int i = 1; i < 8; i++) sum = v_fma(sum, x, v_set(series[i]));
    return v_mul(v_sqrt(v_sub(v_set(1), x)), sum);
}

/* Sine of 0..pi/2, with an error below 1e-7: the Taylor series to x^11. */
INLINE vec sine(vec x)
{
    vec square = v_mul(x, x), sum = v_set(-1.0f / 39916800);
    static const float series[] = {1.0f / 362880, -1.0f / 5040, 1.0f / 120, -1.0f / 6, 1};
    for (int i = 0; i < 5; i++) sum = v_fma(sum, square, v_set(series[i]));
    return v_mul(sum, x);
}

/* The arc between two quaternions. */
typedef struct arc {
    quat q0, q1;
    vec angle;
    mask other_side, close; /* on another hemisphere; so close that a linear interpolation is exact enough */
} arc;

INLINE arc arc_of(quat q0, quat q1)
{
    vec d = q_dot(q0, q1), one = v_set(1);
    arc a = {.q0 = q0, .q1 = q1, .other_side = v_less(d, v_set(0)), .close = v_less(v_set(0.9995f), v_abs(d))};
    d = v_abs(d);
    a.angle = arc_cosine(v_pick(v_less(one, d), one, d));
    return a;
}

/* Interpolates at t, 0 <= t <= 1, on one hemisphere. Only the direction of the sum matters, because it is normalised
 * at the end. So there is no division by sin(angle). */
INLINE quat slerp(const arc *a, vec t)
{
    vec s = v_sub(v_set(1), t);
    vec w0 = v_pick(a->close, s, sine(v_mul(s, a->angle))), w1 = v_pick(a->close, t, sine(v_mul(t, a->angle)));
    quat q = q_scale_add(w0, a->q0, q_scale(v_flip(a->other_side, w1), a->q1));
    return q_scale(v_reciprocal_sqrt(q_dot(q, q)), q);
}

INLINE void put_turned(const block *b, quat q, vec3 position, int how, results *out)
{
    if (how == ANY && !b->w->wants_normals) {
        put_position(b, position, how, out);
        return;
    }
    vec3 normal = unit_normal(b, q_rotate(q, rest_normal(b, how)), how);
    put_both(b, position, normal, how, out);
    if (how == ANY && b->w->wants_tangents)
        put_tangent(b, q_rotate(q, v3_load(b->tangents, b->at)), normal, how, out);
}

INLINE void sdef_lanes(block *b, const arc *between, const hone_skin_sdef *sdef, const float *weights, bool mixed,
                       int how, results *out)
{
    vec w0 = stored_weight(b, 0, how), w1 = v_sub(v_set(1), w0);
    quat q = slerp(between, w1);
    vec3 rest = rest_position(b, how), c = v3_load(&sdef->c, b->at);
    vec3 from_c = {v_sub(rest.x, c.x), v_sub(rest.y, c.y), v_sub(rest.z, c.z)};
    vec3 position = q_rotate(q, from_c);
    for (uint32_t k = 0; k < 2; k++) {
        block one = *b;
        vec m[12];
        one.slots += mixed ? k * LANES : k;
        if (mixed)
            own_matrices(&one, b->w->affine, 1, weights, m);
        else
            for (int e = 0; e < 12; e++) m[e] = v_set(b->w->affine[*one.slots].m[e / 4][e % 4]);
        position = v3_scale_add(k ? w1 : w0, point(m, v3_load(&sdef->centres[k], b->at)), position);
    }
    put_turned(b, q, position, how, out);
}

INLINE void sdef(const work *original, uint32_t begin, uint32_t end, bool mixed, int how)
{
    const work copy = *original, *w = &copy;
    float ones[LANES];
    two_blocks to;
    for (int l = 0; l < LANES; l++) ones[l] = 1;
    begin_blocks(&to);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, 2, mixed, how);
        const hone_skin_sdef *points = &w->sdefs[index - w->begin];
        arc between;
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            if (mixed || b.at == 0)
                between = arc_of(dual_part(&b, 0, mixed, 0), dual_part(&b, 1, mixed, 0));
            sdef_lanes(&b, &between, points, ones, mixed, how, to.now);
        }
        finish_block(&to, w, index, how);
    }
    complete_block(&to, w, how);
}

#endif
