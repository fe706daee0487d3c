/* A compiled mesh, with rest positions and a palette, for tests of the output of skinning. */
#ifndef HONE_TESTS_POSED_MESH_H
#define HONE_TESTS_POSED_MESH_H

#include "support/make/skin_mesh.h"
#include <hone/skin.h>

typedef struct posed_mesh {
    skin_mesh mesh;
    hone_skin *skin;
    hone_skin_rest *rest; /* NULL: not morphed */
    skin_palette palette;
} posed_mesh;

void posed_mesh_make(const skin_recipe *recipe, skin_pose pose, bool packed, bool morphed, posed_mesh *out);
void posed_mesh_release(posed_mesh *posed);

typedef void posed_mesh_check(const posed_mesh *posed);

/* Checks a mesh with and without packing, morphs and slots that scale. */
void posed_mesh_each_variant(const skin_recipe *recipe, posed_mesh_check *check);

/* Checks the variants of meshes whose vertices share slots, do not share slots, and have odd weights. */
void posed_mesh_check_shared_slots(posed_mesh_check *check);
void posed_mesh_check_separate_slots(posed_mesh_check *check);
void posed_mesh_check_odd_weights(posed_mesh_check *check);

#endif
