#include "support/make/bodies/make_vrma.h"

#include <hone/math.h>
#include <stdio.h>
#include <string.h>

#define HALF_RIGHT 0.70710678f
#define SIXTH 0.25881905f, 0, 0, 0.96592583f /* 30 degrees about x */

const float make_vrma_hips[3] = {0.25f, 0.875f, -0.5f};
const float make_vrma_spine[4] = {SIXTH};
const float make_vrma_left_arm[4] = {0, 0, HALF_RIGHT, HALF_RIGHT};
const float make_vrma_gaze[4] = {0, 0.17364818f, 0, 0.98480775f}; /* 20 degrees to the left */
const float make_vrma_weights[MAKE_VRMA_MORPHS] = {1, 0.5f};

typedef struct vrma_node {
    const char *role; /* NULL: no human bone */
    int parent;
    float place[3], turn[4]; /* at rest, in the axes of the model */
} vrma_node;

#define NONE                                                                                                           \
    {                                                                                                                  \
        0, 0, 0, 1                                                                                                     \
    }
#define ABOUT_X                                                                                                        \
    {                                                                                                                  \
        HALF_RIGHT, 0, 0, HALF_RIGHT                                                                                   \
    }
#define ABOUT_Y                                                                                                        \
    {                                                                                                                  \
        0, HALF_RIGHT, 0, HALF_RIGHT                                                                                   \
    }

static const vrma_node nodes[] = {
    {NULL, -1, {0.5f, 0, 0}, ABOUT_Y},
    {"hips", 0, {0, 1, 0}, NONE},
    {"spine", 1, {0, 1.125f, 0}, ABOUT_X},
    {"head", 2, {0, 1.5f, 0}, ABOUT_Y},
    {"leftUpperArm", 2, {0.125f, 1.375f, 0}, ABOUT_Y},
    {"leftLowerArm", 4, {0.375f, 1.375f, 0}, NONE},
    {"leftHand", 5, {0.625f, 1.375f, 0}, NONE},
    {"rightUpperArm", 2, {-0.125f, 1.375f, 0}, ABOUT_X},
    {"rightLowerArm", 7, {-0.375f, 1.375f, 0}, NONE},
    {"rightHand", 8, {-0.625f, 1.375f, 0}, NONE},
    {"leftUpperLeg", 1, {0.125f, 0.9375f, 0}, NONE},
    {"leftLowerLeg", 10, {0.125f, 0.5f, 0}, ABOUT_Y},
    {"leftFoot", 11, {0.125f, 0.0625f, 0}, NONE},
    {"rightUpperLeg", 1, {-0.125f, 0.9375f, 0}, NONE},
    {"rightLowerLeg", 13, {-0.125f, 0.5f, 0}, NONE},
    {"rightFoot", 14, {-0.125f, 0.0625f, 0}, NONE},
};
enum { NODES = sizeof nodes / sizeof *nodes, HIPS = 1, SPINE = 2, LEFT_ARM = 4, FIRST_LEG = 10 };

static void above(int node, float out[4])
{
    hone_quat_identity(out);
    if (nodes[node].parent >= 0)
        hone_quat_conjugate(nodes[nodes[node].parent].turn, out);
}

/* The rotation of a node, in the axes of its parent, of a bone that turns so in those of the model. */
static void local_turn(int node, const float turn[4], float out[4])
{
    float back[4];
    above(node, back);
    hone_quat_multiply(turn, nodes[node].turn, out);
    hone_quat_multiply(back, out, out);
}

static void local_place(int node, const float place[3], float out[3])
{
    float back[4];
    above(node, back);
    hone_vec3_copy(place, out);
    if (nodes[node].parent >= 0)
        hone_vec3_subtract(out, nodes[nodes[node].parent].place, out);
    hone_quat_rotate(back, out, out);
}

/* Joins the numbers of the children. */
static void children_of(int node, int count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int n = 0; n < count; n++)
        if (nodes[n].parent == node)
            used += (size_t)snprintf(text + used, size - used, "%s%d", used ? "," : ",\"children\":[", n);
    if (used)
        snprintf(text + used, size - used, "]");
}

static void add_nodes(make_gltf *file, int count)
{
    static const float none[4] = NONE;
    for (int n = 0; n < count; n++) {
        float p[3], q[4];
        char children[64];
        local_place(n, nodes[n].place, p);
        local_turn(n, none, q);
        children_of(n, count, children, sizeof children);
        make_gltf_add(file, MAKE_NODES,
                      "{\"name\":\"node %d\",\"translation\":[%.9g,%.9g,%.9g],"
                      "\"rotation\":[%.9g,%.9g,%.9g,%.9g]%s}",
                      n, (double)p[0], (double)p[1], (double)p[2], (double)q[0], (double)q[1], (double)q[2],
                      (double)q[3], children);
    }
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"aa\"}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"wink\",\"translation\":[0.25,0,0]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"gaze\"}");
}

/* Adds a channel with keys at 0 and 1 s; tangents of 0 where it is a cubic spline. */
static void add_channel(make_gltf *file, char *channels, char *samplers, int node, const char *path, const float *from,
                        const float *to, int width, const char *interpolation)
{
    static const float times[2] = {0, 1};
    float values[6][4] = {{0}};
    int cubic = strcmp(interpolation, "CUBICSPLINE") == 0, count = cubic ? 6 : 2;
    float flat[24];
    memcpy(values[cubic ? 1 : 0], from, (size_t)width * sizeof(float));
    memcpy(values[cubic ? 4 : 1], to, (size_t)width * sizeof(float));
    for (int i = 0; i < count; i++) memcpy(flat + i * width, values[i], (size_t)width * sizeof(float));
    int input = make_gltf_floats(file, "SCALAR", times, 2);
    int output = make_gltf_floats(file, width == 4 ? "VEC4" : "VEC3", flat, count);
    size_t used = strlen(samplers);
    int number = 0;
    for (const char *at = samplers; *at; at++) number += *at == '{';
    snprintf(samplers + used, 1024 - used, "%s{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}", used ? "," : "",
             input, output, interpolation);
    used = strlen(channels);
    snprintf(channels + used, 1024 - used, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
             used ? "," : "", number, node, path);
}

static void add_turn(make_gltf *file, char *channels, char *samplers, int node, const float turn[4])
{
    static const float none[4] = NONE;
    float from[4], to[4];
    local_turn(node, none, from);
    local_turn(node, turn, to);
    add_channel(file, channels, samplers, node, "rotation", from, to, 4, "LINEAR");
}

static void add_animation(make_gltf *file, int count)
{
    static const float rest[3] = {0, 1, 0}, zero[3] = {0}, none[4] = NONE, two[3] = {2, 0, 0},
                       half[3] = {0.5f, 0, 0}; /* 2 counts as 1 */
    char channels[1024] = "", samplers[1024] = "";
    float from[3], to[3];
    local_place(HIPS, rest, from);
    local_place(HIPS, make_vrma_hips, to);
    add_channel(file, channels, samplers, HIPS, "translation", from, to, 3, "LINEAR");
    add_turn(file, channels, samplers, SPINE, make_vrma_spine);
    add_turn(file, channels, samplers, LEFT_ARM, make_vrma_left_arm);
    add_channel(file, channels, samplers, count, "translation", zero, two, 3, "CUBICSPLINE");
    add_channel(file, channels, samplers, count + 1, "translation", zero, half, 3, "STEP");
    add_channel(file, channels, samplers, count + 2, "rotation", none, make_vrma_gaze, 4, "LINEAR");
    make_gltf_add(file, MAKE_ANIMATIONS, "{\"name\":\"wave\",\"channels\":[%s],\"samplers\":[%s]}", channels, samplers);
}

void make_vrma_part(make_gltf *file, bool legs)
{
    int count = legs ? NODES : FIRST_LEG;
    char bones[1024] = "";
    size_t used = 0;
    memset(file, 0, sizeof *file);
    add_nodes(file, count);
    add_animation(file, count);
    for (int n = 0; n < count; n++)
        if (nodes[n].role)
            used += (size_t)snprintf(bones + used, sizeof bones - used, "%s\"%s\":{\"node\":%d}", used ? "," : "",
                                     nodes[n].role, n);
    snprintf(file->root, sizeof file->root,
             "\"extensionsUsed\":[\"VRMC_vrm_animation\"],\"extensions\":{\"VRMC_vrm_animation\":{\"specVersion\":"
             "\"1.0\",\"humanoid\":{\"humanBones\":{%s}},\"expressions\":{\"preset\":{\"aa\":{\"node\":%d}},"
             "\"custom\":{\"Wink\":{\"node\":%d}}},\"lookAt\":{\"node\":%d,\"offsetFromHeadBone\":[0,0.0625,0]}}},",
             bones, count, count + 1, count + 2);
}

void make_vrma(make_gltf *file)
{
    make_vrma_part(file, true);
}
