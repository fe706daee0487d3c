/* Vectors of as many floats as the including file chooses: HONE_LANES, 1, 4, 8 or 16. Code that uses them is compiled
 * for several instruction sets and gives the same bits in all of them. One lane is a float: so it is also compiled
 * where there are no vectors (HONE_FEWEST_LANES). Therefore the code
 * - uses the functions here in place of casts between numbers and masks, of `~`, and of indices;
 * - joins masks by `&` and `|` only. */
#ifndef HONE_SRC_BASE_LANES_LANES_H
#define HONE_SRC_BASE_LANES_LANES_H

#include "base/lanes/vectors.h"

#if HONE_LANES == 16
#include "base/lanes/simd16.h"
#define HONE_LANES_NAME(name) simd16##name
#elif HONE_LANES == 8
#include "base/lanes/simd8.h"
#define HONE_LANES_NAME(name) simd8##name
#elif HONE_LANES == 4
#include "base/lanes/simd4.h"
#define HONE_LANES_NAME(name) simd4##name
#else
#include "base/lanes/simd1.h"
#define HONE_LANES_NAME(name) simd1##name
#endif

typedef HONE_LANES_NAME() lanes;
typedef HONE_LANES_NAME(_bits) lanes_bits;
#define lanes_load HONE_LANES_NAME(_load)
#define lanes_store HONE_LANES_NAME(_store)
#define lanes_set HONE_LANES_NAME(_set)
#define lanes_pick HONE_LANES_NAME(_pick)
#define lanes_max HONE_LANES_NAME(_max)
#define lanes_sqrt HONE_LANES_NAME(_sqrt)
#define lanes_with_sign HONE_LANES_NAME(_with_sign)
#define lanes_all HONE_LANES_NAME(_all)
#define lanes_any HONE_LANES_NAME(_any)

/* As lanes_load, from an address that is aligned for it. */
static inline lanes lanes_aligned(const float *p)
{
    return lanes_load((const float *)HONE_ALIGNED(p, sizeof(lanes)));
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return lanes_pick(a < b, a, b);
}

/* Returns the numbers that are greater than 0, and 0 for others and NaN. */
static inline lanes lanes_positive(lanes x)
{
    return lanes_max(x, lanes_set(0));
}

static inline lanes lanes_abs(lanes x)
{
#if HONE_LANES == 1
    return fabsf(x);
#else
    return (lanes)((lanes_bits)x & INT32_MAX);
#endif
}

/* Changes the sign of the lanes of a mask. */
static inline lanes lanes_turned(lanes x, lanes_bits mask)
{
#if HONE_LANES == 1
    return mask ? -x : x;
#else
    return (lanes)((lanes_bits)x ^ (mask & INT32_MIN));
#endif
}

/* Returns the lanes that are not in a mask. */
static inline lanes_bits lanes_not(lanes_bits mask)
{
#if HONE_LANES == 1
    return !mask;
#else
    return ~mask;
#endif
}

/* Returns one lane. */
static inline float lanes_at(lanes v, int lane)
{
#if HONE_LANES == 1
    (void)lane;
    return v;
#else
    return v[lane];
#endif
}

/* Changes one lane. */
static inline void lanes_put(lanes *v, int lane, float x)
{
#if HONE_LANES == 1
    (void)lane;
    *v = x;
#else
    (*v)[lane] = x;
#endif
}

/* Returns whether a lane is in a mask. */
static inline bool lanes_is(lanes_bits mask, int lane)
{
#if HONE_LANES == 1
    (void)lane;
    return mask;
#else
    return mask[lane] != 0;
#endif
}

#if HONE_LANES == 16
#define lanes_transpose simd16_transpose
#endif

/* ---- rows of four numbers --------------------------------------------------------------------------------------- */

#if HONE_LANES == 8
#define lanes_transpose simd8_transpose

/* Makes a vector of two groups of four numbers. */
static inline lanes lanes_of(const simd4 groups[2])
{
    return simd8_join(groups[0], groups[1]);
}

static inline simd4 lanes_group(lanes v, int group)
{
    return group ? simd8_high(v) : simd8_low(v);
}
#elif HONE_LANES == 4
#define lanes_transpose simd4_transpose

static inline lanes lanes_of(const simd4 groups[1])
{
    return groups[0];
}

static inline simd4 lanes_group(lanes v, int group)
{
    (void)group;
    return v;
}
#endif

#if HONE_LANES == 4 || HONE_LANES == 8
enum { LANE_GROUPS = HONE_LANES / 4 };
#endif

#if HONE_LANES <= 8
/* Gathers rows of four numbers: out[i] holds number i of every row. */
static inline void lanes_columns(const simd4 rows[HONE_LANES], lanes out[4])
{
#if HONE_LANES == 1
    simd4_store(out, rows[0]);
#else
    for (int i = 0; i < 4; i++) {
        simd4 groups[LANE_GROUPS];
        for (int g = 0; g < LANE_GROUPS; g++) groups[g] = rows[4 * g + i];
        out[i] = lanes_of(groups);
    }
    lanes_transpose(out);
#endif
}

/* As lanes_columns, from rows in memory: so few are in registers at once that none is spilled. */
static inline void lanes_gather(const float *const rows[HONE_LANES], lanes out[4])
{
#if HONE_LANES == 1
    simd4_store(out, simd4_load(rows[0]));
#else
    for (int i = 0; i < 4; i++) {
        simd4 groups[LANE_GROUPS];
        for (int g = 0; g < LANE_GROUPS; g++) groups[g] = simd4_load(rows[4 * g + i]);
        out[i] = lanes_of(groups);
    }
    lanes_transpose(out);
#endif
}

/* The reverse of lanes_columns; `columns` is overwritten. */
static inline void lanes_rows(lanes columns[4], simd4 out[HONE_LANES])
{
#if HONE_LANES == 1
    out[0] = simd4_load(columns);
#else
    lanes_transpose(columns);
    for (int i = 0; i < 4; i++)
        for (int g = 0; g < LANE_GROUPS; g++) out[4 * g + i] = lanes_group(columns[i], g);
#endif
}

/* As lanes_rows, but stores the rows in an order that takes few stores: that of a lane at lanes_row_place. */
static inline void lanes_store_rows(lanes columns[4], simd4 out[HONE_LANES])
{
#if HONE_LANES == 1
    out[0] = simd4_load(columns);
#else
    lanes_transpose(columns);
    for (int i = 0; i < 4; i++) lanes_store(&out[i * LANE_GROUPS], columns[i]);
#endif
}

static inline int lanes_row_place(int lane)
{
#if HONE_LANES == 8
    return lane % 4 * 2 + lane / 4;
#else
    return lane;
#endif
}
#endif

#endif
