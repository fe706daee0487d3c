/* Writes avatars (VRM 1.0) that swing, turn and look, for another program to move beside hone: each has springs with
 * colliders of one kind, of all kinds or of none, the three constraints, eyes, expressions that override each other,
 * and a clip of 600 steps of 1/60 s. Also face.vrma, which moves the expressions.
 * usage: swing_files FOLDER COUNT */
#include "base/json/json_writer.h"
#include "support/make/files/make_gltf.h"
#include "support/make/make_springs.h"
#include "support/support.h"
#include <hone/math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 600, KEYS = STEPS + 1, HIPS = 1, CHEST = 2, HEAD = 3, EXPRESSIONS = 6 };

/* The bones behind those of the springs. */
enum {
    ARM_LEFT,
    FOREARM_LEFT,
    HAND_LEFT,
    ARM_RIGHT,
    FOREARM_RIGHT,
    HAND_RIGHT,
    LEG_LEFT,
    SHIN_LEFT,
    FOOT_LEFT,
    LEG_RIGHT,
    SHIN_RIGHT,
    FOOT_RIGHT,
    EYE_LEFT,
    EYE_RIGHT,
    ROLLED,
    AIMED,
    TURNED,
    ADDED
};

static const char *const human_names[ROLLED] = {
    "leftUpperArm", "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand", "leftUpperLeg",
    "leftLowerLeg", "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot",     "leftEye",   "rightEye"};
static const char *const expression_names[EXPRESSIONS] = {"blink", "aa", "oh", "lookUp", "happy", "angry"};

typedef struct added_bone {
    int parent; /* below 0: the bone of the body -parent */
    float at[3];
} added_bone;

static const added_bone added_bones[ADDED] = {
    {-CHEST, {0.18f, 0.15f, 0}},    {ARM_LEFT, {0.26f, 0, 0}},       {FOREARM_LEFT, {0.24f, 0, 0}},
    {-CHEST, {-0.18f, 0.15f, 0}},   {ARM_RIGHT, {-0.26f, 0, 0}},     {FOREARM_RIGHT, {-0.24f, 0, 0}},
    {-HIPS, {0.09f, -0.05f, 0}},    {LEG_LEFT, {0, -0.4f, 0}},       {SHIN_LEFT, {0, -0.4f, 0}},
    {-HIPS, {-0.09f, -0.05f, 0}},   {LEG_RIGHT, {0, -0.4f, 0}},      {SHIN_RIGHT, {0, -0.4f, 0}},
    {-HEAD, {0.03f, 0.06f, 0.07f}}, {-HEAD, {-0.03f, 0.06f, 0.07f}}, {-CHEST, {0.05f, 0.1f, 0.1f}},
    {-CHEST, {-0.05f, 0.1f, 0.1f}}, {-CHEST, {0, 0.15f, -0.1f}}};

static make_springs avatar;
static make_gltf file;

/* ---- JSON ----------------------------------------------------------------------------------------------------------
 */

static void put_floats(hone_json *json, const char *key, const float *numbers, int count)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (int i = 0; i < count; i++) hone_json_float(json, numbers[i]);
    hone_json_end(json, ']');
}

static void put_float(hone_json *json, const char *key, float number)
{
    hone_json_key(json, key);
    hone_json_float(json, number);
}

static void put_integer(hone_json *json, const char *key, int number)
{
    hone_json_key(json, key);
    hone_json_integer(json, (uint64_t)number);
}

static void put_text(hone_json *json, const char *key, const char *text)
{
    hone_json_key(json, key);
    hone_json_string(json, text);
}

static void open_object(hone_json *json, const char *key)
{
    hone_json_key(json, key);
    hone_json_object(json);
}

static void open_array(hone_json *json, const char *key)
{
    hone_json_key(json, key);
    hone_json_array(json);
}

static void open_extension(hone_json *json, const char *name)
{
    open_object(json, name);
    put_text(json, "specVersion", "1.0");
}

static void close_objects(hone_json *json, int count)
{
    while (count-- > 0) hone_json_end(json, '}');
}

/* ---- nodes ---------------------------------------------------------------------------------------------------------
 */

/* The node of an added bone, or of the body. */
static int node_of(int bone)
{
    return bone < 0 ? -bone : (int)avatar.bone_count + bone;
}

static int parent_of(int node)
{
    int bone = node - (int)avatar.bone_count;
    return bone < 0 ? avatar.parents[node] : node_of(added_bones[bone].parent);
}

static void put_children(hone_json *json, int node)
{
    bool any = false;
    for (int child = 1; child < (int)avatar.bone_count + ADDED; child++) {
        if (parent_of(child) != node)
            continue;
        if (!any)
            open_array(json, "children");
        hone_json_integer(json, (uint64_t)child);
        any = true;
    }
    if (any)
        hone_json_end(json, ']');
}

static void put_constraint(hone_json *json, int bone, test_random *random)
{
    static const char *const kinds[] = {"roll", "aim", "rotation"}, *const roll_axes[] = {"X", "Y", "Z"};
    static const char *const axes[] = {"PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"};
    static const int sources[] = {ARM_LEFT, HAND_LEFT, ARM_RIGHT};
    uint32_t axis = test_random_u32(random);
    open_object(json, "extensions");
    open_extension(json, "VRMC_node_constraint");
    open_object(json, "constraint");
    open_object(json, kinds[bone - ROLLED]);
    put_integer(json, "source", node_of(sources[bone - ROLLED]));
    put_float(json, "weight", test_random_float(random, 0.3f, 1));
    if (bone == ROLLED)
        put_text(json, "rollAxis", roll_axes[axis % 3]);
    if (bone == AIMED)
        put_text(json, "aimAxis", axes[axis % 6]);
    close_objects(json, 4);
}

static hone_transform rest_of(int node, test_random *random)
{
    int bone = node - (int)avatar.bone_count;
    if (bone < 0)
        return avatar.rest[node];
    hone_transform rest = {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    hone_vec3_copy(added_bones[bone].at, rest.translation);
    for (int i = 0; i < 3 && bone >= ROLLED; i++) rest.rotation[i] = test_random_float(random, -0.3f, 0.3f);
    hone_quat_normalise(rest.rotation, rest.rotation);
    return rest;
}

static void add_text(make_gltf_list list, hone_writer *out)
{
    hone_bytes text;
    CHECK(hone_writer_finish(out, &text, NULL));
    make_gltf_add(&file, list, "%.*s", (int)text.size, (const char *)text.data);
    hone_bytes_release(&text);
}

static void add_nodes(uint32_t seed)
{
    test_random random = {seed * 31 + 5};
    for (int node = 0; node < (int)avatar.bone_count + ADDED; node++) {
        hone_writer out = hone_writer_make(NULL);
        hone_json json = hone_json_make(&out);
        hone_transform rest = rest_of(node, &random);
        char name[16];
        snprintf(name, sizeof name, "bone %d", node);
        hone_json_object(&json);
        put_text(&json, "name", name);
        put_floats(&json, "translation", rest.translation, 3);
        put_floats(&json, "rotation", rest.rotation, 4);
        put_floats(&json, "scale", rest.scale, 3);
        put_children(&json, node);
        if (node == HEAD)
            put_integer(&json, "mesh", 0);
        if (node >= node_of(ROLLED))
            put_constraint(&json, node - (int)avatar.bone_count, &random);
        hone_json_end(&json, '}');
        add_text(MAKE_NODES, &out);
    }
    make_gltf_add(&file, MAKE_SCENES, "{\"nodes\":[0]}");
}

/* ---- springs -------------------------------------------------------------------------------------------------------
 */

static void put_shape(hone_json *json, const hone_collider *c)
{
    bool capsule = c->kind == HONE_COLLIDER_CAPSULE || c->kind == HONE_COLLIDER_INSIDE_CAPSULE;
    open_object(json, "shape");
    open_object(json, c->kind == HONE_COLLIDER_PLANE ? "plane" : capsule ? "capsule" : "sphere");
    put_floats(json, "offset", c->offset, 3);
    if (c->kind == HONE_COLLIDER_PLANE)
        put_floats(json, "normal", c->normal, 3);
    else
        put_float(json, "radius", c->radius);
    if (capsule)
        put_floats(json, "tail", c->tail, 3);
    if (c->kind == HONE_COLLIDER_INSIDE_SPHERE || c->kind == HONE_COLLIDER_INSIDE_CAPSULE) {
        hone_json_key(json, "inside");
        hone_json_bool(json, true);
    }
    close_objects(json, 2);
}

static void put_collider(hone_json *json, const hone_collider *c)
{
    static const hone_collider nothing = {.kind = HONE_COLLIDER_SPHERE};
    bool extended = c->kind > HONE_COLLIDER_CAPSULE;
    hone_json_object(json);
    put_integer(json, "node", c->bone);
    put_shape(json, extended ? &nothing : c);
    if (extended) {
        open_object(json, "extensions");
        open_extension(json, "VRMC_springBone_extended_collider");
        put_shape(json, c);
        close_objects(json, 2);
    }
    hone_json_end(json, '}');
}

static void put_joint(hone_json *json, const hone_spring_joint *j)
{
    hone_json_object(json);
    put_integer(json, "node", j->bone);
    put_float(json, "hitRadius", j->hit_radius);
    put_float(json, "stiffness", j->stiffness);
    put_float(json, "gravityPower", j->gravity_power);
    put_floats(json, "gravityDir", j->gravity_direction, 3);
    put_float(json, "dragForce", j->drag_force);
    hone_json_end(json, '}');
}

/* A chain that ends in a joint without a tail bone ends before that joint here: a file's last joint is a tail alone. */
static void put_spring(hone_json *json, uint32_t s)
{
    const hone_spring *spring = &avatar.springs[s];
    const hone_spring_joint *joints = avatar.joints[s];
    hone_json_object(json);
    open_array(json, "joints");
    for (uint32_t j = 0; j < spring->joint_count; j++) put_joint(json, &joints[j]);
    if (joints[spring->joint_count - 1].tail_bone != HONE_NONE) {
        hone_json_object(json);
        put_integer(json, "node", joints[spring->joint_count - 1].tail_bone);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
    if (spring->center != HONE_NONE)
        put_integer(json, "center", spring->center);
    if (avatar.collider_count) {
        open_array(json, "colliderGroups"); // each spring has a group of its own colliders
        hone_json_integer(json, s);
        hone_json_end(json, ']');
    }
    hone_json_end(json, '}');
}

static void put_springs(hone_json *json)
{
    open_extension(json, "VRMC_springBone");
    open_array(json, "colliders");
    for (uint32_t c = 0; c < avatar.collider_count; c++) put_collider(json, &avatar.colliders[c]);
    hone_json_end(json, ']');
    open_array(json, "colliderGroups");
    for (uint32_t s = 0; avatar.collider_count && s < avatar.spring_count; s++) {
        hone_json_object(json);
        open_array(json, "colliders");
        for (uint32_t c = 0; c < avatar.springs[s].collider_count; c++) hone_json_integer(json, avatar.touched[s][c]);
        hone_json_end(json, ']');
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
    open_array(json, "springs");
    for (uint32_t s = 0; s < avatar.spring_count; s++) put_spring(json, s);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}

/* ---- what makes it an avatar ---------------------------------------------------------------------------------------
 */

static void put_humanoid(hone_json *json)
{
    static const char *const body[] = {"hips", "spine", "head"};
    open_object(json, "humanoid");
    open_object(json, "humanBones");
    for (int i = 0; i < 3 + ROLLED; i++) {
        open_object(json, i < 3 ? body[i] : human_names[i - 3]);
        put_integer(json, "node", i < 3 ? HIPS + i : node_of(i - 3));
        hone_json_end(json, '}');
    }
    close_objects(json, 2);
}

/* Up has the range of down: three-vrm 3.5.5 turns eyes up by the range of down, and down by that of up. */
static void put_look_at(hone_json *json, bool bones, test_random *random)
{
    static const char *const ranges[] = {"rangeMapHorizontalInner", "rangeMapHorizontalOuter", "rangeMapVerticalDown",
                                         "rangeMapVerticalUp"};
    open_object(json, "lookAt");
    put_text(json, "type", bones ? "bone" : "expression");
    put_floats(json, "offsetFromHeadBone", (float[]){0, 0.06f, 0}, 3);
    float input = 0, output = 0;
    for (int i = 0; i < 4; i++) {
        if (i < 3 || !bones) {
            input = test_random_float(random, 20, 90);
            output = bones ? test_random_float(random, 5, 20) : test_random_float(random, 0.3f, 1);
        }
        open_object(json, ranges[i]);
        put_float(json, "inputMaxValue", input);
        put_float(json, "outputScale", output);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

/* The last two expressions override the others. */
static void put_expressions(hone_json *json, test_random *random)
{
    static const char *const kinds[] = {"none", "block", "blend"};
    static const char *const overrides[] = {"overrideBlink", "overrideMouth", "overrideLookAt"};
    open_object(json, "expressions");
    open_object(json, "preset");
    for (int e = 0; e < EXPRESSIONS; e++) {
        open_object(json, expression_names[e]);
        hone_json_key(json, "isBinary");
        hone_json_bool(json, test_random_u32(random) % 4 == 0);
        open_array(json, "morphTargetBinds");
        hone_json_object(json);
        put_integer(json, "node", HEAD);
        put_integer(json, "index", e);
        put_float(json, "weight", test_random_float(random, 0.3f, 1));
        hone_json_end(json, '}');
        hone_json_end(json, ']');
        for (int o = 0; o < 3 && e >= EXPRESSIONS - 2; o++)
            put_text(json, overrides[o], kinds[test_random_u32(random) % 3]);
        hone_json_end(json, '}');
    }
    close_objects(json, 2);
}

static void add_extensions(uint32_t seed)
{
    test_random random = {seed * 101 + 3};
    hone_writer out = hone_writer_make(NULL);
    hone_json json = hone_json_make(&out);
    hone_bytes text;
    hone_json_object(&json);
    open_extension(&json, "VRMC_vrm");
    open_object(&json, "meta");
    put_text(&json, "name", "swing");
    open_array(&json, "authors");
    hone_json_string(&json, "a program");
    hone_json_end(&json, ']');
    put_text(&json, "licenseUrl", "https://vrm.dev/licenses/1.0/");
    hone_json_end(&json, '}');
    put_humanoid(&json);
    put_look_at(&json, seed % 2 == 0, &random);
    put_expressions(&json, &random);
    hone_json_end(&json, '}');
    put_springs(&json);
    hone_json_end(&json, '}');
    CHECK(hone_writer_finish(&out, &text, NULL));
    CHECK(snprintf(file.root, sizeof file.root,
                   "\"scene\":0,\"extensionsUsed\":[\"VRMC_vrm\",\"VRMC_springBone\","
                   "\"VRMC_springBone_extended_collider\",\"VRMC_node_constraint\"],\"extensions\":%.*s,",
                   (int)text.size, (const char *)text.data) < (int)sizeof file.root);
    hone_bytes_release(&text);
}

/* ---- clips ---------------------------------------------------------------------------------------------------------
 */

static float times[KEYS];

static int add_times(void)
{
    for (int k = 0; k < KEYS; k++) times[k] = (float)k / 60;
    return make_gltf_floats(&file, "SCALAR", times, KEYS);
}

/* Moves the body as the unit tests of springs do, and the upper arms. */
static void add_clip(void)
{
    static hone_transform pose[MAKE_SPRINGS_BONES];
    static float hips[KEYS][3], turned[KEYS][4], nodded[KEYS][4], raised[2][KEYS][4];
    for (int k = 0; k < KEYS; k++) {
        float t = (float)k / 60;
        make_springs_pose(&avatar, k / 60.0, pose);
        hone_vec3_copy(pose[HIPS].translation, hips[k]);
        hone_quat_copy(pose[HIPS].rotation, turned[k]);
        hone_quat_copy(pose[HEAD].rotation, nodded[k]);
        for (int side = 0; side < 2; side++) {
            const float q[4] = {0.4f * sinf(4 * t + (float)side), 0.2f, 0.5f * cosf(3 * t), 1};
            hone_quat_normalise(q, raised[side][k]);
        }
    }
    const int nodes[] = {HIPS, HIPS, HEAD, node_of(ARM_LEFT), node_of(ARM_RIGHT)};
    int input = add_times(), places = make_gltf_floats(&file, "VEC3", *hips, KEYS);
    int first = make_gltf_floats(&file, "VEC4", *turned, KEYS);
    make_gltf_floats(&file, "VEC4", *nodded, KEYS);
    make_gltf_floats(&file, "VEC4", *raised[0], KEYS);
    make_gltf_floats(&file, "VEC4", *raised[1], KEYS);
    char channels[512] = "", samplers[512];
    size_t used = 0,
           written = (size_t)snprintf(samplers, sizeof samplers, "{\"input\":%d,\"output\":%d}", input, places);
    for (int c = 0; c < 5; c++) {
        used += (size_t)snprintf(channels + used, sizeof channels - used,
                                 "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", c ? "," : "", c,
                                 nodes[c], c ? "rotation" : "translation");
        if (c)
            written += (size_t)snprintf(samplers + written, sizeof samplers - written, ",{\"input\":%d,\"output\":%d}",
                                        input, first + c - 1);
    }
    make_gltf_add(&file, MAKE_ANIMATIONS, "{\"channels\":[%s],\"samplers\":[%s]}", channels, samplers);
}

static bool write_file(const char *folder, const char *name)
{
    hone_bytes bytes = make_gltf_glb(&file);
    bool ok = test_write_file(folder, name, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static bool write_swing(const char *folder, uint32_t seed)
{
    enum { KINDS = MAKE_SPRINGS_NONE + 1 };
    static const float corners[9] = {0, 0, 0, 0.01f, 0, 0, 0, 0.01f, 0};
    char name[32];
    memset(&file, 0, sizeof file);
    make_springs_fill(&avatar, &(make_springs_desc){.seed = seed,
                                                    .kind = (int)(seed % KINDS),
                                                    .center = seed / KINDS % 3 == 1,
                                                    .scale = seed % 5 == 4 ? 1.2f : 0});
    int p = make_gltf_floats(&file, "VEC3", corners, 3);
    make_gltf_add(&file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d},{\"POSITION\":%d},"
                  "{\"POSITION\":%d},{\"POSITION\":%d},{\"POSITION\":%d},{\"POSITION\":%d}]}]}",
                  p, p, p, p, p, p, p);
    add_nodes(seed);
    add_extensions(seed);
    add_clip();
    snprintf(name, sizeof name, "swing-%03u.vrm", seed);
    return write_file(folder, name);
}

/* Expressions go up and down, each with its own period. A VRM animation keeps a weight in x of a node. */
static bool write_face(const char *folder)
{
    static float weights[KEYS][3];
    char channels[1024] = "", samplers[1024] = "", presets[512] = "";
    size_t a = 0, b = 0, c = 0;
    memset(&file, 0, sizeof file);
    int input = add_times();
    make_gltf_add(&file, MAKE_NODES, "{\"name\":\"hips\",\"translation\":[0,0.9,0]}");
    for (int e = 0; e < EXPRESSIONS; e++) {
        for (int k = 0; k < KEYS; k++) weights[k][0] = 0.5f + 0.5f * sinf((0.7f + 0.31f * (float)e) * times[k]);
        int output = make_gltf_floats(&file, "VEC3", *weights, KEYS);
        int node = make_gltf_add(&file, MAKE_NODES, "{\"name\":\"%s\"}", expression_names[e]);
        a += (size_t)snprintf(channels + a, sizeof channels - a,
                              "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"translation\"}}", e ? "," : "", e,
                              node);
        b += (size_t)snprintf(samplers + b, sizeof samplers - b, "%s{\"input\":%d,\"output\":%d}", e ? "," : "", input,
                              output);
        c += (size_t)snprintf(presets + c, sizeof presets - c, "%s\"%s\":{\"node\":%d}", e ? "," : "",
                              expression_names[e], node);
    }
    make_gltf_add(&file, MAKE_ANIMATIONS, "{\"channels\":[%s],\"samplers\":[%s]}", channels, samplers);
    make_gltf_add(&file, MAKE_SCENES, "{\"nodes\":[0,1,2,3,4,5,6]}");
    snprintf(
        file.root, sizeof file.root,
        "\"scene\":0,\"extensionsUsed\":[\"VRMC_vrm_animation\"],\"extensions\":{\"VRMC_vrm_animation\":{"
        "\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0}}},\"expressions\":{\"preset\":"
        "{%s}}}},",
        presets);
    return write_file(folder, "face.vrma");
}

int main(int argc, char **argv)
{
    int count = argc == 3 ? atoi(argv[2]) : 0;
    if (count <= 0)
        return fprintf(stderr, "usage: swing_files FOLDER COUNT\n"), EXIT_FAILURE;
    bool ok = write_face(argv[1]);
    for (int seed = 0; ok && seed < count; seed++) ok = write_swing(argv[1], (uint32_t)seed);
    if (!ok)
        fprintf(stderr, "error: the files cannot be written\n");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
