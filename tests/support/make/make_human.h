/* A humanoid made by program: a glTF in a T-pose, with a box a bone. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_HUMAN_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_HUMAN_H

#include <hone/base.h>

typedef enum make_human_names {
    MAKE_HUMAN_MIXAMO,
    MAKE_HUMAN_BLENDER,
    MAKE_HUMAN_UNREAL,
    MAKE_HUMAN_VRM,     /* 1.0: nodes without a name that means anything, and the extension's map */
    MAKE_HUMAN_VRM_0,   /* the same of 0.x */
    MAKE_HUMAN_NAMELESS /* bones alone, and no names at all */
} make_human_names;

typedef struct make_human_desc {
    make_human_names names;
    float size;          /* metres; 0: 1.7 */
    bool away;           /* faces -Z, as VRM 0.x */
    const char *without; /* a role ("leftHand") whose bone is nameless and hangs on the hips; NULL: none */
    float knee;          /* how high the knees are, of the 1.7 m; 0: 0.5 */
    float stance;        /* how far the legs are from the middle; 0: 0.09 */
    float arm;           /* how long arms are, of the usual; 0: 1 */
    bool face;           /* the hips' box has two morph targets, "A" and "Shut"; VRM's have expressions of them */
} make_human_desc;

/* GLB, from malloc. */
hone_bytes make_human(const make_human_desc *desc);

#endif
