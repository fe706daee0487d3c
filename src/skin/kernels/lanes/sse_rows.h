/* Three, four or six floats of a lane, side by side in SSE registers, and how they are stored. For SSE2 and AVX2;
 * AVX-512 stores six floats by a mask. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_SSE_ROWS_H
#define HONE_SRC_SKIN_KERNELS_LANES_SSE_ROWS_H

#include <emmintrin.h>
#include <string.h>

typedef __m128 row4; /* three or four floats of a lane */

/* p need not be aligned. */
static inline void store_row3(char *p, row4 r)
{
    const float z = _mm_cvtss_f32(_mm_movehl_ps(r, r));
    _mm_storel_pi((__m64 *)p, r);
    memcpy(p + 8, &z, sizeof z);
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
    if (lane % 2)
        _mm_storeh_pi((__m64 *)(p + 16), r.rest);
    else
        _mm_storel_pi((__m64 *)(p + 16), r.rest);
}

#endif
