/* Rotations to blend, eight at once. */
#ifndef HONE_SRC_MOTION_SLERP_PAIRS_H
#define HONE_SRC_MOTION_SLERP_PAIRS_H

#include "core/motion/slerps.h"

typedef struct hone_slerp_pairs {
    _Alignas(32) float from[4][HONE_BLOCK_LANES]; /* [component]; then the result */
    _Alignas(32) float to[4][HONE_BLOCK_LANES];
    _Alignas(32) float weight[HONE_BLOCK_LANES]; /* of `to`: 0 to 1 */
} hone_slerp_pairs;

#endif
