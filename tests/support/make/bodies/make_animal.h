/* A four-legged animal of 24 bones in glTF's space, with a mesh, and clips for it. Needs only hone. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_ANIMAL_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_ANIMAL_H

#include <hone/motion.h>

enum { ANIMAL_BONES = 24, ANIMAL_VERTICES = 4 * ANIMAL_BONES };

typedef struct make_animal_desc {
    bool scaled;  /* every fourth bone has a scale at rest */
    bool sheared; /* the last bone's rest matrix has a shear */
    const hone_allocator *allocator;
} make_animal_desc;

hone_model *make_animal(const make_animal_desc *desc, hone_error *error);

typedef struct make_animal_clip_desc {
    uint64_t seed;   /* the same seed gives the same clip on every machine */
    uint32_t keys;   /* of each channel; 0: 12 */
    double duration; /* seconds; 0: 1 */
    float most;      /* the largest angle of a bone, radians; 0: 0.7 */
    hone_interpolation interpolation;
    bool uneven;               /* every channel has keys at times of its own */
    bool translations, scales; /* channels of those, too, for every third bone */
    uint32_t still;            /* the last so many bones have no keys */
} make_animal_clip_desc;

hone_motion *make_animal_clip(const make_animal_clip_desc *desc, hone_error *error);

#endif
