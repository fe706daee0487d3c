/* A humanoid made by program: a glTF in a T-pose, with a box a bone. */
#ifndef HONE_TESTS_MAKE_HUMAN_H
#define HONE_TESTS_MAKE_HUMAN_H

#include <hone/base.h>

typedef enum make_human_names {
    MAKE_HUMAN_MIXAMO,
    MAKE_HUMAN_BLENDER,
    MAKE_HUMAN_UNREAL,
    MAKE_HUMAN_VRM
} make_human_names;

typedef struct make_human_desc {
    make_human_names names; /* VRM: nodes without a name that means anything, and the extension's map */
    float size;             /* metres; 0: 1.7 */
    bool away;              /* faces -Z, as VRM 0.x */
    const char *without;    /* a role ("leftHand") that is left nameless; NULL: none */
} make_human_desc;

/* GLB, from malloc. */
hone_bytes make_human(const make_human_desc *desc);

#endif
