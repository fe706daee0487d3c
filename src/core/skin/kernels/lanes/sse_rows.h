/* Three, four or six floats of a lane, side by side in SSE registers, and how they are stored. For SSE2 and AVX2;
 * AVX-512 stores six floats by a mask. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_SSE_ROWS_H
#define HONE_SRC_SKIN_KERNELS_LANES_SSE_ROWS_H

#include <emmintrin.h>
#include <string.h>

typedef __m128 row4; /* four floats of a lane */

/* Three floats of a lane: x y in the lower half of `pairs` for even lanes, in the upper half for odd ones, and z in
 * float lane % 4 of `thirds`. */
typedef struct row3 {
    row4 pairs, thirds;
} row3;

/* Pointers need not be aligned. */
static inline void store_pair(char *p, row4 pairs, int lane)
{
    if (lane % 2)
        _mm_storeh_pi((__m64 *)p, pairs);
    else
        _mm_storel_pi((__m64 *)p, pairs);
}
static inline void store_row4(char *p, row4 r)
{
    _mm_storeu_ps((float *)p, r);
}

/* Six floats of a lane: x y z u, and v w in the lower half of `rest` for even lanes, in the upper half for odd ones. */
typedef struct row6 {
    row4 first, rest;
} row6;

static inline void store_row6(char *p, row6 r, int lane)
{
    _mm_storeu_ps((float *)p, r.first);
    store_pair(p + 16, r.rest, lane);
}

#endif
