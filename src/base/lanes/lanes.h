/* Vectors of as many floats as the including file chooses: HONE_LANES, 1, 4, 8 or 16. Code that uses them is compiled
 * for several instruction sets and gives the same bits in all of them. */
#ifndef HONE_SRC_BASE_LANES_LANES_H
#define HONE_SRC_BASE_LANES_LANES_H

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
    return lanes_load((const float *)__builtin_assume_aligned(p, sizeof(lanes)));
}

/* Returns the numbers that are greater than 0, and 0 for others and NaN. */
static inline lanes lanes_positive(lanes x)
{
    return lanes_max(x, lanes_set(0));
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

#if HONE_LANES == 16
#define lanes_transpose simd16_transpose
#endif

/* ---- four and eight lanes ---- */

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

/* Gathers rows of four numbers: out[i] holds number i of every row. */
static inline void lanes_columns(const simd4 rows[HONE_LANES], lanes out[4])
{
    for (int i = 0; i < 4; i++) {
        simd4 groups[LANE_GROUPS];
        for (int g = 0; g < LANE_GROUPS; g++) groups[g] = rows[4 * g + i];
        out[i] = lanes_of(groups);
    }
    lanes_transpose(out);
}

/* The reverse of lanes_columns; `columns` is overwritten. */
static inline void lanes_rows(lanes columns[4], simd4 out[HONE_LANES])
{
    lanes_transpose(columns);
    for (int i = 0; i < 4; i++)
        for (int g = 0; g < LANE_GROUPS; g++) out[4 * g + i] = lanes_group(columns[i], g);
}
#endif

#endif
