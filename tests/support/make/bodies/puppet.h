/* A small character and its motions as files, for the tests of the command. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_PUPPET_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_PUPPET_H

#include <hone/model.h>
#include <hone/motion.h>

enum { PUPPET_BONES = 3, PUPPET_VERTICES = 28, PUPPET_TRIANGLES = 48, PUPPET_MORPHS = 2 };

typedef struct puppet_desc {
    bool ik;     /* with a chain of one link */
    bool append; /* the last bone appends the first */
    bool body;   /* with a dynamic body */
    bool swing;  /* with two bodies: one that swings, joined to one that follows the bones */
} puppet_desc;

/* A square tower, 20 units high, with BDEF1 and BDEF2 vertices on a chain of three bones; a vertex morph and a bone
 * morph. */
hone_model *puppet_make(const puppet_desc *desc, hone_error *error);

/* Turns and bends the tower over 30 frames and weights the vertex morph; `turn` in radians. */
hone_motion *puppet_motion(float turn, hone_error *error);

/* Only a camera, which looks at the tower from `distance`. */
hone_motion *puppet_camera(float distance, hone_error *error);

/* Only a light, of one colour. */
hone_motion *puppet_light(const float colour[3], hone_error *error);

/* Only a self-shadow, of one mode and range. */
hone_motion *puppet_shadow(uint8_t mode, float distance, hone_error *error);

/* Write a PMX, with `extra` bytes after its end (a loader warns of them), and a VMD. Both release what they write. */
bool puppet_write_model(const char *path, hone_model *model, unsigned extra);
bool puppet_write_motion(const char *path, hone_motion *motion);

#endif
