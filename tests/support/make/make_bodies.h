/* Models of only bodies and joints, made in code: each body has a bone at its place. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_BODIES_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_BODIES_H

#include <hone/model.h>

enum { MAKE_BODIES_MOST = 4200 };

typedef struct make_bodies {
    bool boneless; /* no bones */
    uint32_t body_count, joint_count, morph_count, soft_body_count;
    hone_body bodies[MAKE_BODIES_MOST];
    int32_t parents[MAKE_BODIES_MOST]; /* parents of the bones; all HONE_NONE at first */
    hone_joint joints[MAKE_BODIES_MOST];
    hone_morph morphs[8]; /* for impulses .u is copied */
} make_bodies;

/* Makes it empty. The structure is large: make it static or allocate it. */
void make_bodies_clear(make_bodies *m);

/* Adds a dynamic sphere of mass 1 in group 0 that collides with nothing. Returns its index. */
uint32_t make_bodies_add(make_bodies *m, uint8_t mode, float x, float y, float z);

/* Adds a joint with locked position and free rotation, without springs, at a place. Returns its index. */
uint32_t make_bodies_join(make_bodies *m, int32_t a, int32_t b, float x, float y, float z);

/* Adds `count` bodies of mode `mode` in a row along x, beginning at a body that follows its bone at (0, height, 0).
 * Each is joined to the one before, in the middle between them, and its bone is a child of that one's bone. */
void make_bodies_chain(make_bodies *m, uint8_t mode, uint32_t count, float height, float spacing);

/* allocator NULL: malloc. */
hone_model *make_bodies_model(const make_bodies *m, const hone_allocator *allocator, hone_error *error);

#endif
