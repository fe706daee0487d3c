/* A small BVH file, made in code. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_BVH_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_BVH_H

#include <hone/io.h>

typedef struct make_bvh_desc {
    uint32_t joints;     /* of the chain, the first of which is the ROOT; 0: 4 */
    uint32_t frames;     /* 0: 5 */
    const char *order;   /* of the rotations, such as "ZXY"; NULL: ZXY */
    bool positions;      /* every joint has positions, not only the root */
    const char *newline; /* NULL: "\n" */
    uint64_t seed;       /* of the angles */
} make_bvh_desc;

/* Joints "J 0", "J 1", …, a chain along Y with bones of 30 units, and an End Site after the last. Every number has four
 * decimals; the angles, from -180 to 180, are random. Release the bytes. */
hone_bytes make_bvh(const make_bvh_desc *desc);

/* The angle in degrees that make_bvh has written for the channel of a frame, counted over all rotations of the frame.
 */
double make_bvh_angle(const make_bvh_desc *desc, uint32_t frame, uint32_t rotation);

#endif
