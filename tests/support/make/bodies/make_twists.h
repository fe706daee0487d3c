/* A humanoid with twist bones, without a mesh. Space: glTF's. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_TWISTS_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_TWISTS_H

#include <hone/model.h>

typedef enum make_twists_kind {
    MAKE_TWISTS_BESIDE,  /* below the limb's bone, as Unreal's: the next joint does not descend from them */
    MAKE_TWISTS_BETWEEN, /* between a bone and the next, as Rigify's halves */
    MAKE_TWISTS_MADE,    /* the same with names of bones that only twist, as Daz's; none in the shins */
    MAKE_TWISTS_KINDS
} make_twists_kind;

/* Adds twist bones, which are rotated at rest, to a human of make_human. Releases the human. */
hone_model *make_twists(hone_model *human, make_twists_kind kind);

#endif
