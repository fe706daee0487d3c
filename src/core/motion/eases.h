/* The easing curves of a block of lanes, between two keys each. */
#ifndef HONE_SRC_MOTION_EASES_H
#define HONE_SRC_MOTION_EASES_H

#include "core/motion/slerps.h"
#include <hone/motion.h>

typedef struct hone_eases {
    _Alignas(64) double values[HONE_BLOCK_LANES]; /* out: the eased positions, 0 to 1 */
    /* Cubics ((k[0] t + k[1]) t + k[2]) t, in units of 1/127, which make all numbers whole. [coefficient] */
    float x[3][HONE_BLOCK_LANES], y[3][HONE_BLOCK_LANES];
    float middle[HONE_BLOCK_LANES];      /* x at 1/2 */
    float per_rise[2][HONE_BLOCK_LANES]; /* 1 / how much x rises in each half */
    int32_t curved[HONE_BLOCK_LANES];    /* all bits set: the lane has a curve; otherwise 0: its values are positions */
    uint32_t curves[HONE_BLOCK_LANES];   /* see hone_curve_word; from these the rest is computed */
    const double *begin;                 /* [HONE_BLOCK_LANES] as in hone_slerps */
    const hone_slerp_keys *keys;         /* `length` and `per_length` are read */
    const double *shared;                /* the values of eases with the same keys and curves, or its own */
    bool any, all;                       /* lanes are curved */
} hone_eases;

#define HONE_CURVE_UNIT (1 / 127.0)

/* The numbers of a curve: x1 in the lowest byte, then y1, x2, y2. 0 is straight. */
static inline uint32_t hone_curve_word(hone_curve curve)
{
    return (uint32_t)curve.x1 | (uint32_t)curve.y1 << 8 | (uint32_t)curve.x2 << 16 | (uint32_t)curve.y2 << 24;
}

#endif
