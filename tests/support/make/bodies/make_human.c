#include "support/make/bodies/make_human.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct human_node {
    const char *role, *mixamo, *blender, *unreal;
    int parent; /* index in the table; -1: none */
    float at[3], end[3];
} human_node;

/* A human of 1.7 m. The right side is mirrored and comes after all of these. */
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
    {"leftEye", "LeftEye", "eye.L", "eye_l", 4, {0.03f, 1.6f, 0.08f}, {0.03f, 1.6f, 0.09f}},
    {"leftThumbMetacarpal",
     "LeftHandThumb1",
     "thumb.01.L",
     "thumb_01_l",
     8,
     {0.68f, 1.41f, 0.02f},
     {0.7f, 1.4f, 0.04f}},
    {"leftThumbProximal", "LeftHandThumb2", "thumb.02.L", "thumb_02_l", 14, {0.7f, 1.4f, 0.04f}, {0.73f, 1.4f, 0.06f}},
    {"leftThumbDistal", "LeftHandThumb3", "thumb.03.L", "thumb_03_l", 15, {0.73f, 1.4f, 0.06f}, {0.75f, 1.4f, 0.08f}},
};
enum { NODES = sizeof nodes / sizeof *nodes, TRUNK = 5, LEFT = NODES - TRUNK, HEAD = 4, FOOT = 11 };

static bool is_vrm(const make_human_desc *desc)
{
    return desc->names == MAKE_HUMAN_VRM || desc->names == MAKE_HUMAN_VRM_0;
}

static bool is_without(const make_human_desc *desc, int i)
{
    return desc->without && i < NODES && strcmp(desc->without, nodes[i].role) == 0;
}

static bool is_loose(const make_human_desc *desc, int i)
{
    return desc->loose_feet && (i == FOOT || i == FOOT + LEFT);
}

static int parent_of(const make_human_desc *desc, int i)
{
    if (is_loose(desc, i))
        return -1;
    int parent = is_without(desc, i) ? 0 : nodes[i < NODES ? i : i - LEFT].parent;
    return i >= NODES && parent >= TRUNK ? parent + LEFT : parent;
}

/* Changes a position by the proportions of desc. */
static void build(const make_human_desc *desc, int i, bool end, float at[3])
{
    enum { UPPER_ARM = 6, UPPER_LEG = 9, LOWER_LEG, TOES = 12, EYE = 13 };
    bool leg = i >= UPPER_LEG && i <= TOES, arm = (i >= UPPER_ARM && i < UPPER_LEG) || i > EYE;
    if (desc->knee > 0 && i == (end ? UPPER_LEG : LOWER_LEG))
        at[1] = desc->knee;
    if (desc->stance > 0 && leg)
        at[0] = desc->stance;
    if (desc->arm > 0 && arm)
        at[0] = nodes[UPPER_ARM].at[0] + desc->arm * (at[0] - nodes[UPPER_ARM].at[0]);
}

static void place_of(const make_human_desc *desc, int i, bool end, float out[3])
{
    const human_node *node = &nodes[i < NODES ? i : i - LEFT];
    float scale = (desc->size > 0 ? desc->size : 1.7f) / 1.7f, side = i < NODES ? scale : -scale;
    float turn = desc->away ? -1.0f : 1.0f, at[3];
    memcpy(at, end ? node->end : node->at, sizeof at);
    build(desc, i < NODES ? i : i - LEFT, end, at);
    out[0] = turn * side * at[0], out[1] = scale * at[1], out[2] = turn * scale * at[2];
}

/* Changes the word for left in a name to that for right. */
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
    const char *names[] = {node->mixamo, node->blender, node->unreal, node->role, node->role, ""};
    snprintf(plain, sizeof plain, "%s", role ? node->role : names[desc->names]);
    if (i >= NODES && *plain)
        mirror(plain);
    bool hidden = !role && (is_vrm(desc) || is_without(desc, i));
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
    if (parent_of(desc, i) >= 0)
        place_of(desc, parent_of(desc, i), false, from);
    for (int c = 0; c < NODES + LEFT; c++)
        if (parent_of(desc, c) == i)
            snprintf(children + strlen(children), sizeof children - strlen(children), "%d,", c);
    name_of(desc, i, false, name);
    if (desc->names == MAKE_HUMAN_NAMELESS)
        children[strlen(children) - (*children != 0)] = '\0'; /* removes the last comma */
    else
        snprintf(children + strlen(children), sizeof children - strlen(children), "%d", NODES + LEFT + i);
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"%s\",\"translation\":[%g,%g,%g],\"children\":[%s]}", name,
                  (double)(at[0] - from[0]), (double)(at[1] - from[1]), (double)(at[2] - from[2]), children);
}

static void add_box(make_gltf *file, const make_human_desc *desc, int i)
{
    float at[3], end[3], way[3], size[3], thin = 0.025f * (desc->size > 0 ? desc->size : 1.7f);
    place_of(desc, i, false, at);
    place_of(desc, i, true, end);
    for (int k = 0; k < 3; k++) way[k] = end[k] - at[k], size[k] = fabsf(way[k]) + thin;
    if (desc->head > 0 && i == HEAD)
        size[0] *= desc->head, size[2] *= desc->head;
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":%d,\"translation\":[%g,%g,%g],\"scale\":[%g,%g,%g]}",
                  desc->face && i == 0, (double)(0.5f * way[0]), (double)(0.5f * way[1]), (double)(0.5f * way[2]),
                  (double)size[0], (double)size[1], (double)size[2]);
}

/* Box 0, and box 1 with targets. */
static void add_meshes(make_gltf *file)
{
    float places[24], moves[24] = {1, 2, 3};
    static const uint16_t sides[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) places[3 * i + k] = i >> k & 1 ? 0.5f : -0.5f;
    int positions = make_gltf_floats(file, "VEC3", places, 8), indices = make_gltf_u16(file, "SCALAR", sides, 36);
    int moved = make_gltf_floats(file, "VEC3", moves, 8);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}", positions,
                  indices);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d,\"targets\":[{\"POSITION\":%d},"
                  "{\"POSITION\":%d}]}],\"extras\":{\"targetNames\":[\"A\",\"Shut\"]}}",
                  positions, indices, moved, moved);
}

static size_t add_root(make_gltf *file, size_t used, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(file->root + used, sizeof file->root - used, format, arguments);
    va_end(arguments);
    return used + (size_t)length;
}

/* The role's name in VRM 0.x, which differs for two bones. */
static const char *role_in(const make_human_desc *desc, const char *role, char out[64])
{
    const char *thumb = strstr(role, "Thumb");
    const char *end = !thumb ? "" : strcmp(thumb, "ThumbMetacarpal") == 0 ? "Proximal" : "Intermediate";
    if (!thumb || desc->names != MAKE_HUMAN_VRM_0 || strcmp(thumb, "ThumbDistal") == 0)
        return role;
    snprintf(out, 64, "%.*sThumb%s", (int)(thumb - role), role, end);
    return out;
}

static void add_roles(make_gltf *file, const make_human_desc *desc)
{
    bool older = desc->names == MAKE_HUMAN_VRM_0;
    size_t used = add_root(file, 0, "\"extensions\":{\"%s\"humanoid\":{\"humanBones\":%s",
                           older ? "VRM\":{" : "VRMC_vrm\":{\"specVersion\":\"1.0\",", older ? "[" : "{");
    for (int i = 0; i < NODES + LEFT; i++) {
        char role[64], other[64];
        name_of(desc, i, true, role);
        used = add_root(file, used, older ? "%s{\"bone\":\"%s\",\"node\":%d}" : "%s\"%s\":{\"node\":%d}", i ? "," : "",
                        role_in(desc, role, other), i);
    }
    used = add_root(file, used, older ? "]}" : "}}");
    if (desc->face && older)
        used =
            add_root(file, used,
                     ",\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":\"A\",\"presetName\":\"a\",\"binds\":["
                     "{\"mesh\":1,\"index\":0,\"weight\":50}]},{\"name\":\"Blink\",\"presetName\":\"blink\",\"binds\":["
                     "{\"mesh\":1,\"index\":1,\"weight\":100}]}]}");
    else if (desc->face)
        used = add_root(file, used,
                        ",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":%d,\"index\":0,"
                        "\"weight\":0.5}]},\"blink\":{\"morphTargetBinds\":[{\"node\":%d,\"index\":1,\"weight\":1}]}}}",
                        NODES + LEFT, NODES + LEFT);
    add_root(file, used, "}},");
}

hone_bytes make_human(const make_human_desc *desc)
{
    make_gltf *file = test_calloc(1, sizeof *file);
    add_meshes(file);
    for (int i = 0; i < NODES + LEFT; i++) add_bone(file, desc, i);
    for (int i = 0; i < NODES + LEFT && desc->names != MAKE_HUMAN_NAMELESS; i++) add_box(file, desc, i);
    const int root = desc->loose_feet ? 2 * (NODES + LEFT) : 0;
    if (desc->loose_feet)
        make_gltf_add(file, MAKE_NODES, "{\"name\":\"root\",\"children\":[0,%d,%d]}", FOOT, FOOT + LEFT);
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\":[%d]}", root);
    if (is_vrm(desc))
        add_roles(file, desc);
    hone_bytes out = make_gltf_glb(file);
    test_free(file);
    return out;
}
