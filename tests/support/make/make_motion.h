/* Motions made by program. Needs hone alone, so that benchmarks may use it too. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_MOTION_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_MOTION_H

#include <hone/motion.h>

typedef struct make_motion_desc {
    uint64_t seed;           /* the same motion for the same seed, on every machine */
    uint32_t keys_per_track; /* 0: 10 */
    uint32_t spacing;        /* frames from key to key, at most; 0: 10 */
    uint32_t latest_first; /* tracks of bones and morphs, and the scene's, begin at any frame from 1 to this; 0: at 0 */
    bool straight;         /* no easing */
    bool scene;            /* camera, light, shadow and property keys as well */
    const hone_allocator *allocator;
} make_motion_desc;

/* Turns every bone of the model, moves those that are movable, and weighs every morph. */
hone_motion *make_motion(const hone_model *model, const make_motion_desc *desc, hone_error *error);

#endif
