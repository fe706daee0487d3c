/* Vectors of as many floats as the including file chooses: HONE_LANES, 4 or 8. Code that uses them is compiled for
 * several instruction sets and gives the same bits in all of them. */
#ifndef HONE_SRC_BASE_LANES_H
#define HONE_SRC_BASE_LANES_H

#if HONE_LANES == 8
#include "base/simd8.h"

typedef simd8 lanes;
typedef simd8_bits lanes_bits;
#define lanes_load simd8_load
#define lanes_store simd8_store
#define lanes_set simd8_set
#define lanes_pick simd8_pick
#define lanes_max simd8_max
#define lanes_sqrt simd8_sqrt
#define lanes_all simd8_all
#define lanes_any simd8_any
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
#else
#include "base/simd4.h"

typedef simd4 lanes;
typedef simd4_bits lanes_bits;
#define lanes_load simd4_load
#define lanes_store simd4_store
#define lanes_set simd4_set
#define lanes_pick simd4_pick
#define lanes_max simd4_max
#define lanes_sqrt simd4_sqrt
#define lanes_all simd4_all
#define lanes_any simd4_any
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
