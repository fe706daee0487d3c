/* Slerps between two keys, eight in a block. What does not change between the keys is computed when they are set; then
 * a sample is cheap. The result of a lane does not depend on the other lanes. */
#ifndef HONE_SRC_MOTION_SLERPS_H
#define HONE_SRC_MOTION_SLERPS_H

#include <stdbool.h>
#include <stdint.h>

enum { HONE_BLOCK_LANES = 8 };

/* The arrays that a sample reads. The slerp of a lane is first cos(v) + across sin(v), with v from 0 to
 * its angle. */
typedef struct hone_slerps {
    _Alignas(64) double begin[HONE_BLOCK_LANES]; /* of the segments */
    double rate[HONE_BLOCK_LANES];               /* how fast v grows; 0: the lane is in no segment between keys */
    union {
        float first[4][HONE_BLOCK_LANES]; /* [component] */
        float still[HONE_BLOCK_LANES][4]; /* in place of `first`, in blocks of tracks none of which rotates */
    };
    /* Unit quaternion perpendicular to the first, in the plane of the slerp. Minus 0 if the angle is 0: adding that
     * keeps the bits of the first. [component] */
    float across[4][HONE_BLOCK_LANES];
} hone_slerps;

/* The other arrays that planning reads and writes. */
typedef struct hone_slerp_keys {
    const float *from[HONE_BLOCK_LANES], *to[HONE_BLOCK_LANES]; /* the rotations of both keys: unit quaternions */
    _Alignas(32) double length[HONE_BLOCK_LANES];               /* of the segments; 0: see `rate` */
    double per_length[HONE_BLOCK_LANES];                        /* out: 1 / length, or 0 */
    float angle[HONE_BLOCK_LANES];                              /* out: in quaternion space: 0 to a quarter turn */
} hone_slerp_keys;

#endif
