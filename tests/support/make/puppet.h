/* A small character and its motions as files: what tests of the command are run on. */
#ifndef HONE_TESTS_SUPPORT_MAKE_PUPPET_H
#define HONE_TESTS_SUPPORT_MAKE_PUPPET_H

#include <hone/model.h>
#include <hone/motion.h>

enum { PUPPET_BONES = 3, PUPPET_VERTICES = 28, PUPPET_TRIANGLES = 48, PUPPET_MORPHS = 2 };

typedef struct puppet_desc {
    bool ik;     /* with a chain of one link */
    bool append; /* the last bone follows the first */
    bool body;   /* with a dynamic body */
    bool swing;  /* with two: one that swings from one that follows the bones */
} puppet_desc;

/* A square tower, 20 units high, of BDEF1 and BDEF2 on a chain of three bones; a vertex morph and a bone morph. */
hone_model *puppet_make(const puppet_desc *desc, hone_error *error);

/* Turns and bends the tower over 30 frames and weighs the vertex morph; `turn` in radians. */
hone_motion *puppet_motion(float turn, hone_error *error);

/* A camera on its own that looks at the tower from `distance`. */
hone_motion *puppet_camera(float distance, hone_error *error);

/* A light on its own, of one colour. */
hone_motion *puppet_light(const float colour[3], hone_error *error);

/* A self-shadow on its own, of one mode and range. */
hone_motion *puppet_shadow(uint8_t mode, float distance, hone_error *error);

/* As PMX, with `extra` bytes behind the end (a loader warns of them); as VMD. Both release what they write. */
bool puppet_write_model(const char *path, hone_model *model, unsigned extra);
bool puppet_write_motion(const char *path, hone_motion *motion);

#endif
