/* Random meshes and palettes, to skin. */
#ifndef HONE_TESTS_SUPPORT_MAKE_SKIN_MESH_H
#define HONE_TESTS_SUPPORT_MAKE_SKIN_MESH_H

#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/skin.h>

enum { SKIN_SLOTS = 48 };
#define SKIN_SIZE 10.0f /* vertices and pivots lie within it, either way */

typedef enum skin_weights {
    SKIN_WEIGHTS_WHOLE, /* within 0..1, of sum 1: some off by up to 9e-7, some next to nothing, some nothing */
    SKIN_WEIGHTS_ODD    /* of either sign and any sum */
} skin_weights;

typedef struct skin_recipe {
    uint64_t seed;
    uint32_t vertices, least, most; /* influences a vertex: at most SKIN_SLOTS */
    uint32_t longest_run;           /* up to so many vertices share their slots */
    skin_weights weights;
    bool kinds; /* SDEF and QDEF too */
} skin_recipe;

typedef struct skin_mesh {
    float (*positions)[3], (*normals)[3], (*tangents)[4]; /* neither of unit length, some of none */
    uint8_t *deforms;
    uint32_t *begin;
    hone_influence *influences;
    hone_sdef *sdefs;
    hone_skin_desc desc; /* of these */
} skin_mesh;

void skin_mesh_make(const skin_recipe *recipe, skin_mesh *out);
void skin_mesh_release(skin_mesh *mesh);
hone_skin *skin_mesh_compile(const skin_mesh *mesh); /* fails the test if it cannot */

typedef enum skin_pose {
    SKIN_POSE_RIGID,         /* any rotations, dual quaternions of either sign */
    SKIN_POSE_NEAR,          /* rotations by less than a right angle of either sign, many of them close */
    SKIN_POSE_OPPOSITE,      /* half turns about axes and others, and none */
    SKIN_POSE_SCALED,        /* every slot, other along each axis */
    SKIN_POSE_MIRRORED,      /* every third slot, others scaled or not */
    SKIN_POSE_SHEARED,       /* every slot */
    SKIN_POSE_SOME,          /* one slot in six scaled and the others rigid, and marked so */
    SKIN_POSE_SOME_UNMARKED, /* and not marked */
    SKIN_POSE_COUNT
} skin_pose;

/* Arrays that end where their memory ends, so that a sanitizer sees who reads beyond. */
typedef struct skin_palette {
    hone_palette palette;
    reference_matrix matrices[SKIN_SLOTS]; /* the same as palette.affine */
} skin_palette;

void skin_palette_make(skin_pose pose, uint64_t seed, skin_palette *out);
void skin_palette_make_of(const hone_affine matrices[SKIN_SLOTS], skin_palette *out);
void skin_palette_release(skin_palette *palette);

#endif
