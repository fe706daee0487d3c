/* A humanoid made in code: a glTF in a T-pose, with a box for each bone. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_HUMAN_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_HUMAN_H

#include <hone/io.h>

typedef enum make_human_names {
    MAKE_HUMAN_MIXAMO,
    MAKE_HUMAN_BLENDER,
    MAKE_HUMAN_UNREAL,
    MAKE_HUMAN_VRM,     /* 1.0: nodes with meaningless names, and the extension's map */
    MAKE_HUMAN_VRM_0,   /* the same in VRM 0.x */
    MAKE_HUMAN_NAMELESS /* only bones, without names */
} make_human_names;

typedef struct make_human_desc {
    make_human_names names;
    float size;          /* metres; 0: 1.7 */
    bool away;           /* faces -Z, as in VRM 0.x */
    const char *without; /* a role ("leftHand") whose bone is nameless and a child of the hips; NULL: none */
    float knee;          /* height of the knees relative to the 1.7 m; 0: 0.5 */
    float stance;        /* distance of the legs from the middle; 0: 0.09 */
    float arm;           /* factor of the arms' length; 0: 1 */
    float head;          /* factor of the width and depth of the head's box; 0: 1 */
    bool loose_feet;     /* the feet hang on a root above the hips, as where IK was baked; not with NAMELESS */
    bool face;           /* the hips' box has two morph targets, "A" and "Shut"; VRM has expressions of them */
} make_human_desc;

/* GLB, from malloc. */
hone_bytes make_human(const make_human_desc *desc);

#endif
