/* Random meshes and palettes for skinning. */
#ifndef HONE_TESTS_SUPPORT_MAKE_SKIN_MESH_H
#define HONE_TESTS_SUPPORT_MAKE_SKIN_MESH_H

#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/skin.h>

enum { SKIN_SLOTS = 48 };
#define SKIN_SIZE 10.0f /* vertices and pivots are within it, in either direction */

typedef enum skin_weights {
    SKIN_WEIGHTS_WHOLE, /* within 0..1, with sum 1: some off by up to 9e-7, some nearly 0, some 0 */
    SKIN_WEIGHTS_ODD    /* of either sign and any sum */
} skin_weights;

typedef struct skin_recipe {
    uint64_t seed;
    uint32_t vertices, least, most; /* influences of a vertex: at most SKIN_SLOTS */
    uint32_t longest_run;           /* up to so many consecutive vertices have the same slots */
    skin_weights weights;
    bool kinds; /* also SDEF and QDEF */
} skin_recipe;

typedef struct skin_mesh {
    float (*positions)[3], (*normals)[3], (*tangents)[4]; /* not of unit length, some are zero */
    uint8_t *deforms;
    uint32_t *begin;
    hone_influence *influences;
    hone_sdef *sdefs;
    float (*centres)[3];
    hone_skin_desc desc; /* of these arrays */
} skin_mesh;

void skin_mesh_make(const skin_recipe *recipe, skin_mesh *out);
void skin_mesh_release(skin_mesh *mesh);
hone_skin *skin_mesh_compile(const skin_mesh *mesh); /* fails the test on an error */

typedef enum skin_pose {
    SKIN_POSE_RIGID,    /* any rotations, dual quaternions of either sign */
    SKIN_POSE_NEAR,     /* rotations by less than a right angle with either sign, many of them close to each other */
    SKIN_POSE_OPPOSITE, /* half turns about axes and about other directions, and none */
    SKIN_POSE_SCALED,   /* every slot, differently along each axis */
    SKIN_POSE_MIRRORED, /* every third slot, others scaled or not */
    SKIN_POSE_SHEARED,  /* every slot */
    SKIN_POSE_SOME,     /* one slot in six is scaled and the others are rigid, and marked so */
    SKIN_POSE_SOME_UNMARKED, /* the same, not marked */
    SKIN_POSE_COUNT
} skin_pose;

/* Arrays that end at the end of their memory, so that a sanitizer detects reads beyond. */
typedef struct skin_palette {
    hone_palette palette;
    reference_matrix matrices[SKIN_SLOTS]; /* the same as palette.affine */
} skin_palette;

void skin_palette_make(skin_pose pose, uint64_t seed, skin_palette *out);
void skin_palette_make_of(const hone_affine matrices[SKIN_SLOTS], skin_palette *out);
void skin_palette_release(skin_palette *palette);

#endif
