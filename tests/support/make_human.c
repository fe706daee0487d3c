#include "support/make_human.h"
#include "support/make_gltf.h"
#include "support/support.h"
#include <stdio.h>
#include <string.h>

typedef struct human_node {
    const char *role, *mixamo, *blender, *unreal;
    int parent; /* of the table; -1: none */
    float at[3], end[3];
} human_node;

/* Of a human of 1.7 m. Right sides are mirror images, behind all of these. */
static const human_node nodes[] = {
    {"hips", "Hips", "hips", "pelvis", -1, {0, 0.95f, 0}, {0, 1.05f, 0}},
    {"spine", "Spine", "spine", "spine_01", 0, {0, 1.05f, 0}, {0, 1.2f, 0}},
    {"chest", "Spine1", "chest", "spine_02", 1, {0, 1.2f, 0}, {0, 1.45f, 0}},
    {"neck", "Neck", "neck", "neck_01", 2, {0, 1.45f, 0}, {0, 1.52f, 0}},
    {"head", "Head", "head", "head", 3, {0, 1.52f, 0}, {0, 1.7f, 0.02f}},
    {"leftShoulder", "LeftShoulder", "shoulder.L", "clavicle_l", 2, {0.04f, 1.42f, 0}, {0.16f, 1.42f, 0}},
    {"leftUpperArm", "LeftArm", "upper_arm.L", "upperarm_l", 5, {0.16f, 1.42f, 0}, {0.42f, 1.42f, 0}},
    {"leftLowerArm", "LeftForeArm", "forearm.L", "lowerarm_l", 6, {0.42f, 1.42f, 0}, {0.66f, 1.42f, 0}},
    {"leftHand", "LeftHand", "hand.L", "hand_l", 7, {0.66f, 1.42f, 0}, {0.8f, 1.42f, 0}},
    {"leftUpperLeg", "LeftUpLeg", "thigh.L", "thigh_l", 0, {0.09f, 0.9f, 0}, {0.09f, 0.5f, 0.01f}},
    {"leftLowerLeg", "LeftLeg", "shin.L", "calf_l", 9, {0.09f, 0.5f, 0.01f}, {0.09f, 0.09f, -0.02f}},
    {"leftFoot", "LeftFoot", "foot.L", "foot_l", 10, {0.09f, 0.09f, -0.02f}, {0.09f, 0.03f, 0.1f}},
    {"leftToes", "LeftToeBase", "toe.L", "ball_l", 11, {0.09f, 0.03f, 0.1f}, {0.09f, 0.03f, 0.17f}},
};
enum { NODES = sizeof nodes / sizeof *nodes, TRUNK = 5, LEFT = NODES - TRUNK };

static int parent_of(int i)
{
    int parent = nodes[i < NODES ? i : i - LEFT].parent;
    return i >= NODES && parent >= TRUNK ? parent + LEFT : parent;
}

static void place_of(const make_human_desc *desc, int i, bool end, float out[3])
{
    const human_node *node = &nodes[i < NODES ? i : i - LEFT];
    float scale = (desc->size > 0 ? desc->size : 1.7f) / 1.7f, side = i < NODES ? scale : -scale;
    float turn = desc->away ? -1.0f : 1.0f;
    const float *at = end ? node->end : node->at;
    out[0] = turn * side * at[0], out[1] = scale * at[1], out[2] = turn * scale * at[2];
}

/* What of the left is called left, of the right. */
static void mirror(char name[32])
{
    char *left = strstr(name, "left");
    left = left ? left : strstr(name, "Left");
    if (left) {
        memmove(left + 5, left + 4, strlen(left + 4) + 1);
        memcpy(left, *left == 'l' ? "right" : "Right", 5);
        return;
    }
    char *end = name + strlen(name) - 1;
    *end = *end == 'L' ? 'R' : *end == 'l' ? 'r' : *end;
}

static void name_of(const make_human_desc *desc, int i, bool role, char out[64])
{
    const human_node *node = &nodes[i < NODES ? i : i - LEFT];
    char plain[32];
    const char *names[] = {node->mixamo, node->blender, node->unreal, node->role};
    snprintf(plain, sizeof plain, "%s", role ? node->role : names[desc->names]);
    if (i >= NODES)
        mirror(plain);
    bool hidden = !role && (desc->names == MAKE_HUMAN_VRM || (desc->without && strcmp(desc->without, node->role) == 0));
    if (hidden)
        snprintf(out, 64, "node%d", i);
    else
        snprintf(out, 64, "%s%s", !role && desc->names == MAKE_HUMAN_MIXAMO ? "mixamorig:" : "", plain);
}

static void add_bone(make_gltf *file, const make_human_desc *desc, int i)
{
    float at[3], from[3] = {0, 0, 0}, end[3];
    char name[64], children[128] = "";
    place_of(desc, i, false, at);
    place_of(desc, i, true, end);
    if (parent_of(i) >= 0)
        place_of(desc, parent_of(i), false, from);
    for (int c = 0; c < NODES + LEFT; c++)
        if (parent_of(c) == i)
            snprintf(children + strlen(children), sizeof children - strlen(children), "%d,", c);
    name_of(desc, i, false, name);
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"%s\",\"translation\":[%g,%g,%g],\"children\":[%s%d]}", name,
                  (double)(at[0] - from[0]), (double)(at[1] - from[1]), (double)(at[2] - from[2]), children,
                  NODES + LEFT + i);
}

static void add_box(make_gltf *file, const make_human_desc *desc, int i)
{
    float at[3], end[3], way[3], size[3], thin = 0.025f * (desc->size > 0 ? desc->size : 1.7f);
    place_of(desc, i, false, at);
    place_of(desc, i, true, end);
    for (int k = 0; k < 3; k++) way[k] = end[k] - at[k], size[k] = fabsf(way[k]) + thin;
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"translation\":[%g,%g,%g],\"scale\":[%g,%g,%g]}",
                  (double)(0.5f * way[0]), (double)(0.5f * way[1]), (double)(0.5f * way[2]), (double)size[0],
                  (double)size[1], (double)size[2]);
}

static void add_mesh(make_gltf *file)
{
    float places[24];
    static const uint16_t sides[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) places[3 * i + k] = i >> k & 1 ? 0.5f : -0.5f;
    int positions = make_gltf_floats(file, "VEC3", places, 8), indices = make_gltf_u16(file, "SCALAR", sides, 36);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}", positions,
                  indices);
}

static void add_roles(make_gltf *file, const make_human_desc *desc)
{
    size_t used = (size_t)snprintf(
        file->root, sizeof file->root,
        "\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"humanoid\":{\"humanBones\":{");
    for (int i = 0; i < NODES + LEFT; i++) {
        char role[64];
        name_of(desc, i, true, role);
        used += (size_t)snprintf(file->root + used, sizeof file->root - used, "%s\"%s\":{\"node\":%d}", i ? "," : "",
                                 role, i);
    }
    snprintf(file->root + used, sizeof file->root - used, "}}}},");
}

hone_bytes make_human(const make_human_desc *desc)
{
    make_gltf *file = test_calloc(1, sizeof *file);
    add_mesh(file);
    for (int i = 0; i < NODES + LEFT; i++) add_bone(file, desc, i);
    for (int i = 0; i < NODES + LEFT; i++) add_box(file, desc, i);
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\":[0]}");
    if (desc->names == MAKE_HUMAN_VRM)
        add_roles(file, desc);
    hone_bytes out = make_gltf_glb(file);
    test_free(file);
    return out;
}
