/* Vector mathematics on WIDTH lanes at a time. The header that defines the vector type must be included before. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_VECTORS_H
#define HONE_SRC_SKIN_KERNELS_LANES_VECTORS_H

#include "base/lanes/vectors.h"
#include <math.h>

#define INLINE HONE_ALWAYS_INLINE

#ifndef CAN_STREAM /* the vector type has stores that go around the caches, which measured faster for large outputs */
#define CAN_STREAM 0
static inline void v_stream3(float *p, vec x, vec y, vec z)
{
    v_store3(p, x, y, z);
}
static inline void v_stream6(float *p, const vec v[6])
{
    v_store6(p, v);
}
static inline void finish_streams(void) {}
#endif

/* Keeps an array in memory. Then one instruction loads an element and copies it to all lanes. Compilers prefer to
 * keep the array in registers, which then needs shuffles and is slower. */
#define LEAVE_IN_MEMORY(array) __asm__("" : "+m"(array))

/* Returns LANES, which the compiler does not know: a loop up to it is not unrolled, where that would only be large. */
INLINE uint32_t uncounted_lanes(void)
{
    uint32_t lanes = LANES;
    __asm__("" : "+r"(lanes));
    return lanes;
}

typedef struct vec3 {
    vec x, y, z;
} vec3;

typedef struct quat {
    vec x, y, z, w;
} quat;

INLINE vec3 v3_add(vec3 a, vec3 b)
{
    return (vec3){v_add(a.x, b.x), v_add(a.y, b.y), v_add(a.z, b.z)};
}

INLINE vec3 v3_scale_add(vec s, vec3 a, vec3 b) /* s a + b */
{
    return (vec3){v_fma(s, a.x, b.x), v_fma(s, a.y, b.y), v_fma(s, a.z, b.z)};
}

INLINE vec3 v3_pick(mask m, vec3 yes, vec3 no)
{
    return (vec3){v_pick(m, yes.x, no.x), v_pick(m, yes.y, no.y), v_pick(m, yes.z, no.z)};
}

INLINE vec v3_dot(vec3 a, vec3 b)
{
    return v_fma(a.x, b.x, v_fma(a.y, b.y, v_mul(a.z, b.z)));
}

INLINE vec3 v3_cross_add(vec3 a, vec3 b, vec3 c) /* a x b + c */
{
    return (vec3){v_fnma(a.z, b.y, v_fma(a.y, b.z, c.x)), v_fnma(a.x, b.z, v_fma(a.z, b.x, c.y)),
                  v_fnma(a.y, b.x, v_fma(a.x, b.y, c.z))};
}

/* As hone_vec3_normalise. Gives `otherwise` where the length is 0 or not finite. */
INLINE vec3 v3_normalise_or(vec3 a, vec3 otherwise)
{
    vec square = v3_dot(a, a), scale = v_reciprocal_sqrt(square);
    mask good = m_and(v_less(v_set(1e-24f), square), v_less(square, v_set(INFINITY)));
    vec3 unit = {v_mul(a.x, scale), v_mul(a.y, scale), v_mul(a.z, scale)};
    return m_all(good) ? unit : v3_pick(good, unit, otherwise);
}

/* Normalises a unit normal that one rigid slot has transformed. Its squared length is within 3e-4 of 1
 * (hone_palette_build). There the first term of the series for 1 / sqrt has an error below 4e-8. */
INLINE vec3 unit_rigid_normal(vec3 normal)
{
    vec scale = v_fnma(v_set(0.5f), v3_dot(normal, normal), v_set(1.5f));
    return (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)};
}

INLINE vec q_dot(quat a, quat b)
{
    return v_fma(a.x, b.x, v_fma(a.y, b.y, v_fma(a.z, b.z, v_mul(a.w, b.w))));
}

INLINE quat q_scale(vec s, quat a)
{
    return (quat){v_mul(s, a.x), v_mul(s, a.y), v_mul(s, a.z), v_mul(s, a.w)};
}

INLINE quat q_scale_add(vec s, quat a, quat b) /* s a + b */
{
    return (quat){v_fma(s, a.x, b.x), v_fma(s, a.y, b.y), v_fma(s, a.z, b.z), v_fma(s, a.w, b.w)};
}

INLINE quat q_pick(mask m, quat yes, quat no)
{
    return (quat){v_pick(m, yes.x, no.x), v_pick(m, yes.y, no.y), v_pick(m, yes.z, no.z), v_pick(m, yes.w, no.w)};
}

/* v + 2 r x (r x v + w v) */
INLINE vec3 q_rotate(quat q, vec3 v)
{
    vec3 r = {q.x, q.y, q.z}, zero = {v_set(0), v_set(0), v_set(0)};
    vec3 t = v3_cross_add(r, v, (vec3){v_mul(q.w, v.x), v_mul(q.w, v.y), v_mul(q.w, v.z)});
    return v3_scale_add(v_set(2), v3_cross_add(r, t, zero), v);
}

#endif
