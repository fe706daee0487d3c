/* Vectors of as many doubles as the including file chooses: HONE_DOUBLE_LANES, 1, 2 or 4. As with lanes.h, the same
 * code gives the same bits with each number of lanes, and is also compiled where there are no vectors. */
#ifndef HONE_SRC_BASE_LANES_DOUBLE_LANES_H
#define HONE_SRC_BASE_LANES_DOUBLE_LANES_H

#include "base/lanes/simd4.h"

#if HONE_DOUBLE_LANES > 1
typedef double wide __attribute__((vector_size(8 * HONE_DOUBLE_LANES)));
typedef int64_t wide_mask __attribute__((vector_size(8 * HONE_DOUBLE_LANES))); /* all bits of a lane, or none */
#else
typedef double wide;
typedef bool wide_mask;
#endif

/* ---- lanes ------------------------------------------------------------------------------------------------------ */

static inline double wide_at(wide v, int lane)
{
#if HONE_DOUBLE_LANES > 1
    return v[lane];
#else
    (void)lane;
    return v;
#endif
}

static inline void wide_put(wide *v, int lane, double x)
{
#if HONE_DOUBLE_LANES > 1
    (*v)[lane] = x;
#else
    (void)lane;
    *v = x;
#endif
}

static inline wide wide_set(double x)
{
#if HONE_DOUBLE_LANES == 4
    return (wide){x, x, x, x};
#elif HONE_DOUBLE_LANES == 2
    return (wide){x, x};
#else
    return x;
#endif
}

#if HONE_DOUBLE_LANES == 4
#if defined(__clang__) || __GNUC__ >= 12
#define WIDE_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define WIDE_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (wide_mask){i, j, k, l})
#endif

static inline wide wide_load(const double *p)
{
    wide v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Transposes the 4x4 matrix. */
static inline void wide_transpose(wide v[4])
{
    wide a = WIDE_SHUFFLE(v[0], v[1], 0, 4, 2, 6), b = WIDE_SHUFFLE(v[0], v[1], 1, 5, 3, 7);
    wide c = WIDE_SHUFFLE(v[2], v[3], 0, 4, 2, 6), d = WIDE_SHUFFLE(v[2], v[3], 1, 5, 3, 7);
    v[0] = WIDE_SHUFFLE(a, c, 0, 1, 4, 5), v[1] = WIDE_SHUFFLE(b, d, 0, 1, 4, 5);
    v[2] = WIDE_SHUFFLE(a, c, 2, 3, 6, 7), v[3] = WIDE_SHUFFLE(b, d, 2, 3, 6, 7);
}
#endif

/* Gathers four numbers of each row: each vector takes one of each. */
static inline void wide_gather4(const double *const rows[HONE_DOUBLE_LANES], int first, wide out[4])
{
#if HONE_DOUBLE_LANES == 4
    wide lane[4];
    for (int l = 0; l < 4; l++) lane[l] = wide_load(rows[l] + first);
    wide_transpose(lane);
    for (int i = 0; i < 4; i++) out[i] = lane[i];
#else
    for (int i = 0; i < 4; i++) {
        out[i] = wide_set(rows[0][first + i]);
        for (int l = 1; l < HONE_DOUBLE_LANES; l++) wide_put(&out[i], l, rows[l][first + i]);
    }
#endif
}

/* The same of floats. */
static inline void wide_gather4_floats(const float *const rows[HONE_DOUBLE_LANES], wide out[4])
{
#if HONE_DOUBLE_LANES == 4
    wide lane[4];
    for (int l = 0; l < 4; l++) lane[l] = __builtin_convertvector(simd4_load(rows[l]), wide);
    wide_transpose(lane);
    for (int i = 0; i < 4; i++) out[i] = lane[i];
#else
    for (int i = 0; i < 4; i++) {
        out[i] = wide_set((double)rows[0][i]);
        for (int l = 1; l < HONE_DOUBLE_LANES; l++) wide_put(&out[i], l, (double)rows[l][i]);
    }
#endif
}

/* The reverse, of the first `count` rows; `columns` is overwritten. */
static inline void wide_scatter4_floats(wide columns[4], uint32_t count, float *const rows[HONE_DOUBLE_LANES])
{
#if HONE_DOUBLE_LANES == 4
    wide_transpose(columns);
    for (uint32_t l = 0; l < count; l++) simd4_store(rows[l], __builtin_convertvector(columns[l], simd4));
#else
    for (uint32_t l = 0; l < count; l++)
        for (int i = 0; i < 4; i++) rows[l][i] = (float)wide_at(columns[i], (int)l);
#endif
}

/* ---- masks ------------------------------------------------------------------------------------------------------ */

static inline wide_mask wide_less(wide a, wide b)
{
    return (wide_mask)(a < b);
}

static inline wide_mask wide_equal(wide a, wide b)
{
    return (wide_mask)(a == b);
}

static inline wide_mask wide_not(wide_mask mask)
{
#if HONE_DOUBLE_LANES > 1
    return ~mask;
#else
    return !mask;
#endif
}

/* All lanes, or none. */
static inline wide_mask wide_lanes(bool all)
{
    return wide_less(wide_set(0), wide_set(all));
}

static inline bool wide_is(wide_mask mask, int lane)
{
#if HONE_DOUBLE_LANES > 1
    return mask[lane] != 0;
#else
    (void)lane;
    return mask;
#endif
}

static inline void wide_mark(wide_mask *mask, int lane, bool in)
{
#if HONE_DOUBLE_LANES > 1
    (*mask)[lane] = in ? -1 : 0;
#else
    (void)lane;
    *mask = in;
#endif
}

static inline bool wide_any(wide_mask mask)
{
    bool any = false;
    for (int l = 0; l < HONE_DOUBLE_LANES; l++) any |= wide_is(mask, l);
    return any;
}

static inline wide wide_pick(wide_mask mask, wide yes, wide no)
{
#if HONE_DOUBLE_LANES > 1
    return (wide)((mask & (wide_mask)yes) | (~mask & (wide_mask)no));
#else
    return mask ? yes : no;
#endif
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static inline wide wide_sqrt(wide x)
{
    wide out = x;
    for (int l = 0; l < HONE_DOUBLE_LANES; l++) wide_put(&out, l, sqrt(wide_at(x, l)));
    return out;
}

static inline wide wide_abs(wide x)
{
    return wide_pick(wide_less(x, wide_set(0)), -x, x);
}

/* The lanes of a number whose absolute value is between two others. */
static inline wide_mask wide_between(wide x, double low, double high)
{
    return wide_less(wide_set(low), wide_abs(x)) & wide_less(wide_abs(x), wide_set(high));
}

/* ---- vectors of three ------------------------------------------------------------------------------------------- */

static inline wide wide_dot3(const wide a[3], const wide b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void wide_cross3(const wide a[3], const wide b[3], wide out[3])
{
    const wide x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    out[0] = x, out[1] = y, out[2] = z;
}

static inline void wide_subtract3(const wide a[3], const wide b[3], wide out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

/* out = a + b * factor */
static inline void wide_add3(const wide a[3], const wide b[3], wide factor, wide out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[i] + b[i] * factor;
}

static inline void wide_pick3(wide_mask mask, const wide yes[3], const wide no[3], wide out[3])
{
    for (int i = 0; i < 3; i++) out[i] = wide_pick(mask, yes[i], no[i]);
}

/* Returns the lanes whose vector has a direction; the others are left. */
static inline wide_mask wide_normalise3(wide v[3])
{
    wide square = wide_dot3(v, v);
    wide_mask has = wide_between(square, 1e-30, 1e30);
    wide share = wide_pick(has, 1 / wide_sqrt(square), wide_set(1));
    for (int i = 0; i < 3; i++) v[i] *= share;
    return has;
}

/* ---- quaternions x,y,z,w ---------------------------------------------------------------------------------------- */

static inline void wide_multiply4(const wide a[4], const wide b[4], wide out[4])
{
    const wide x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    const wide y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    const wide z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    const wide w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/* As hone_shortest_rotation. */
static inline void wide_shortest_rotation(const wide from[3], const wide to[3], wide out[4])
{
    const wide zero = wide_set(0), one = wide_set(1);
    wide real = 1 + wide_dot3(from, to), other[3];
    wide_mask opposite = wide_less(real, wide_set(1e-14));
    wide_mask about_z = wide_less(wide_abs(from[2]), wide_abs(from[0]));
    wide axis[3] = {wide_pick(about_z, zero, one), zero, wide_pick(about_z, one, zero)};
    wide_pick3(opposite, axis, to, other);
    wide_cross3(from, other, out);
    out[3] = wide_pick(opposite, zero, real);
    wide share = 1 / wide_sqrt(wide_dot3(out, out) + out[3] * out[3]);
    for (int i = 0; i < 4; i++) out[i] *= share;
}

/* ---- matrices --------------------------------------------------------------------------------------------------- */

typedef struct wide_affine {
    wide m[3][4];
} wide_affine;

static inline void wide_affine_gather(const hone_affine *const from[HONE_DOUBLE_LANES], wide_affine *out)
{
    for (int r = 0; r < 3; r++) {
        const float *rows[HONE_DOUBLE_LANES];
        for (int l = 0; l < HONE_DOUBLE_LANES; l++) rows[l] = from[l]->m[r];
        wide_gather4_floats(rows, out->m[r]);
    }
}

/* Writes the first `count` matrices; `a` is overwritten. */
static inline void wide_affine_scatter(wide_affine *a, uint32_t count, hone_affine *const to[HONE_DOUBLE_LANES])
{
    for (int r = 0; r < 3; r++) {
        float *rows[HONE_DOUBLE_LANES] = {0};
        for (uint32_t l = 0; l < count; l++) rows[l] = to[l]->m[r];
        wide_scatter4_floats(a->m[r], count, rows);
    }
}

/* Leaves the origin. */
static inline void wide_affine_rotate(const wide q[4], wide_affine *out)
{
    const wide x = q[0], y = q[1], z = q[2], w = q[3];
    wide(*m)[4] = out->m;
    m[0][0] = 1 - 2 * (y * y + z * z), m[0][1] = 2 * (x * y - w * z), m[0][2] = 2 * (x * z + w * y);
    m[1][0] = 2 * (x * y + w * z), m[1][1] = 1 - 2 * (x * x + z * z), m[1][2] = 2 * (y * z - w * x);
    m[2][0] = 2 * (x * z - w * y), m[2][1] = 2 * (y * z + w * x), m[2][2] = 1 - 2 * (x * x + y * y);
}

/* columns: 3 or 4: those of `out` that are computed. */
static inline void wide_affine_multiply(const wide_affine *a, const wide_affine *b, int columns, wide_affine *out)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < columns; c++)
            out->m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + a->m[r][2] * b->m[2][c];
    for (int r = 0; columns == 4 && r < 3; r++) out->m[r][3] += a->m[r][3];
}

static inline void wide_affine_direction(const wide_affine *a, const wide v[3], wide out[3])
{
    const wide x = wide_dot3(a->m[0], v), y = wide_dot3(a->m[1], v), z = wide_dot3(a->m[2], v);
    out[0] = x, out[1] = y, out[2] = z;
}

/* Cofactors of the 3x3 part; returns its determinant. */
static inline wide wide_affine_cofactors(const wide_affine *a, wide out[3][3])
{
    wide_cross3(a->m[1], a->m[2], out[0]);
    wide_cross3(a->m[2], a->m[0], out[1]);
    wide_cross3(a->m[0], a->m[1], out[2]);
    return wide_dot3(a->m[0], out[0]);
}

/* As hone_has_inverse. */
static inline wide_mask wide_has_inverse(wide determinant)
{
    return wide_between(determinant, 1e-30, 1e30);
}

/* Returns the lanes that have an inverse; `out` is not defined for the others. */
static inline wide_mask wide_affine_invert(const wide_affine *a, wide_affine *out)
{
    wide cofactors[3][3], determinant = wide_affine_cofactors(a, cofactors), share = 1 / determinant;
    const wide at[3] = {a->m[0][3], a->m[1][3], a->m[2][3]};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out->m[r][c] = cofactors[c][r] * share;
        out->m[r][3] = -wide_dot3(out->m[r], at);
    }
    return wide_has_inverse(determinant);
}

#endif
