/* Motions made in code without a model: tracks of every kind, with every kind of easing curve. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_TRACKS_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_TRACKS_H

#include <hone/motion.h>

typedef struct make_tracks_desc {
    uint64_t seed;
    uint32_t keys;    /* of each track; 0: 8 */
    uint32_t spacing; /* largest distance between keys, in frames; 0: 12 */
    uint32_t every;   /* frames of keys are multiples of this; 0: 1 */
    /* Every track has a key at this frame, if it has keys on both sides; 0: not so */
    uint32_t meet;
    bool still; /* half of the segments keep their value */
    bool eased; /* curves ease in and out; otherwise they are anything */
    const hone_allocator *allocator;
} make_tracks_desc;

/* Eight bones, three morphs, camera with cuts, light, self-shadow and properties. Fails the test if out of memory and
 * no allocator is given. */
hone_motion *make_tracks(const make_tracks_desc *desc);

#endif
