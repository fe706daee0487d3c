/* Motions made in code. Needs only hone, so that benchmarks may use it, too. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_MOTION_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_MOTION_H

#include <hone/motion.h>

typedef struct make_motion_desc {
    uint64_t seed;           /* the same seed gives the same motion on every machine */
    uint32_t keys_per_track; /* 0: 10 */
    uint32_t spacing;        /* largest distance between keys, in frames; 0: 10 */
    /* tracks of bones and morphs, and those of the scene, begin at any frame from 1 to this; 0: at 0 */
    uint32_t latest_first;
    bool straight; /* linear curves only */
    bool scene;    /* also camera, light, shadow and property keys */
    const hone_allocator *allocator;
} make_motion_desc;

/* Keys that turn every bone of the model, move the movable ones, and weight every morph. */
hone_motion *make_motion(const hone_model *model, const make_motion_desc *desc, hone_error *error);

#endif
