/* The rest pose of BVH skeletons that do not stand without rotations: joint axes may point anywhere. */
#include "support/support.h"
#include <hone/format.h>
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

enum { JOINTS = 19, FRAMES = 40, TEXT_SIZE = 200000 };

typedef struct joint {
    const char *name;
    int parent;
    float at[3]; /* in a T-pose that looks along +Z */
} joint;

static const joint joints[JOINTS] = {
    {"Root", -1, {0, 0, 0}},
    {"Hips", 0, {0, 90, 0}},
    {"Spine", 1, {0, 105, 0}},
    {"Chest", 2, {0, 120, 0}},
    {"Neck", 3, {0, 145, 0}},
    {"Head", 4, {0, 155, 0}},
    {"LeftShoulder", 3, {5, 140, 0}},
    {"LeftUpperArm", 6, {15, 140, 0}},
    {"LeftLowerArm", 7, {42, 140, 0}},
    {"LeftHand", 8, {67, 140, 0}},
    {"RightUpperArm", 3, {-15, 140, 0}},
    {"RightLowerArm", 10, {-42, 140, 0}},
    {"RightHand", 11, {-67, 140, 0}},
    {"LeftUpperLeg", 1, {9, 86, 0}},
    {"LeftLowerLeg", 13, {9, 46, 0}},
    {"LeftFoot", 14, {9, 8, 0}},
    {"RightUpperLeg", 1, {-9, 86, 0}},
    {"RightLowerLeg", 16, {-9, 46, 0}},
    {"RightFoot", 17, {-9, 8, 0}},
};

typedef struct take {
    float axes[JOINTS][4]; /* the axes of the joints in the T-pose, in model space */
    bool z_up;
    char text[TEXT_SIZE];
    size_t size;
} take;

HONE_PRINTF(2, 3)
static void add(take *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->text + t->size, TEXT_SIZE - t->size, format, arguments);
    va_end(arguments);
    assert_true(t->size < TEXT_SIZE);
}

static void add_joint(take *t, int at)
{
    float way[3], back[4];
    static const float none[3] = {0, 0, 0};
    int parent = joints[at].parent;
    hone_vec3_subtract(joints[at].at, parent < 0 ? none : joints[parent].at, way);
    if (parent >= 0) {
        hone_quat_conjugate(t->axes[parent], back);
        hone_quat_rotate(back, way, way);
    }
    add(t, "%s %s {\nOFFSET %.6f %.6f %.6f\nCHANNELS 3 Yrotation Xrotation Zrotation\n", parent < 0 ? "ROOT" : "JOINT",
        joints[at].name, (double)way[0], (double)way[1], (double)way[2]);
    for (int child = at + 1; child < JOINTS; child++)
        if (joints[child].parent == at)
            add_joint(t, child);
    add(t, "}\n");
}

/* The turn that a joint has in a frame, in the axes of the T-pose: knees and elbows bend, the rest sways. */
static void frame_turn(int at, int frame, float out[4])
{
    float phase = 0.3f * (float)frame + (float)at, bend = 0.7f + 0.5f * sinf(phase), sway = 0.1f * sinf(1.7f * phase);
    float angles[3] = {sway, -sway, 0.5f * sway};
    const char *name = joints[at].name;
    if (strstr(name, "LowerLeg"))
        angles[0] = bend, angles[1] = angles[2] = 0;
    else if (strstr(name, "LowerArm"))
        angles[1] = name[0] == 'L' ? -bend : bend, angles[0] = angles[2] = 0;
    else if (at == 1)
        angles[1] = 0.1f * (float)frame; /* it turns around */
    hone_quat_from_euler(HONE_EULER_YXZ, angles, out);
}

static const float up_to_z[4] = {0.70710678f, 0, 0, 0.70710678f};

static void add_frame(take *t, int frame)
{
    for (int at = 0; at < JOINTS; at++) {
        float turn[4], local[4], back[4] = {0, 0, 0, 1}, angles[3];
        frame_turn(at, frame, turn);
        hone_quat_multiply(turn, t->axes[at], local);
        if (joints[at].parent >= 0)
            hone_quat_conjugate(t->axes[joints[at].parent], back);
        else if (t->z_up)
            hone_quat_copy(up_to_z, back);
        hone_quat_multiply(back, local, local);
        hone_euler_from_quat(HONE_EULER_YXZ, local, angles);
        for (int i = 0; i < 3; i++) /* as the channels: Y, X, Z */
            add(t, "%.5f ", (double)angles[(int[]){1, 0, 2}[i]] * 180 / HONE_PI);
    }
    add(t, "\n");
}

static hone_model *load_take(take *t, hone_motion **motion)
{
    hone_error error = {0};
    const hone_load_desc desc = {.unit = 0.01, .strict = true};
    add(t, "HIERARCHY\n");
    add_joint(t, 0);
    add(t, "MOTION\nFrames: %d\nFrame Time: 0.0333333\n", FRAMES);
    for (int f = 0; f < FRAMES; f++) add_frame(t, f);
    hone_model *model = hone_model_load_memory(t->text, t->size, &desc, &error);
    *motion = hone_motion_load_memory(t->text, t->size, &desc, &error);
    assert_string_equal(error.message, "");
    return model;
}

static void random_axes(take *t, uint64_t seed)
{
    test_random random = {seed};
    for (int at = 1; at < JOINTS; at++) test_random_quat(&random, t->axes[at]);
    t->axes[0][3] = 1;
}

static void check_way(const hone_model *model, int from, int to, float x, float y, float z)
{
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    const int32_t a = hone_model_find_bone(model, joints[from].name), b = hone_model_find_bone(model, joints[to].name);
    float way[3];
    hone_vec3_subtract(bones[b].position, bones[a].position, way);
    assert_true(hone_vec3_normalise(way, way));
    CHECK_NEAR(way[0], x, 0.02);
    CHECK_NEAR(way[1], y, 0.02);
    CHECK_NEAR(way[2], z, 0.02);
}

static void check_stands(const hone_model *model)
{
    check_way(model, 1, 2, 0, 1, 0);
    check_way(model, 4, 5, 0, 1, 0);
    check_way(model, 16, 13, 1, 0, 0);
    for (int side = 0; side < 2; side++) {
        check_way(model, 13 + 3 * side, 14 + 3 * side, 0, -1, 0);
        check_way(model, 14 + 3 * side, 15 + 3 * side, 0, -1, 0);
        check_way(model, side ? 10 : 7, side ? 11 : 8, side ? -1 : 1, 0, 0);
        check_way(model, side ? 11 : 8, side ? 12 : 9, side ? -1 : 1, 0, 0);
    }
}

/* The axes of limbs at rest are those of the T-pose, so that knees and elbows bend as they should. */
static void check_axes(const take *t, const hone_model *model, int at)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    hone_affine rest = HONE_AFFINE_IDENTITY;
    float q[4], expected[4];
    hone_quat_copy(t->axes[at], expected);
    if (t->z_up) /* the axes of joints are turned too */
        hone_quat_multiply(t->axes[at], up_to_z, expected);
    for (int32_t b = hone_model_find_bone(model, joints[at].name); b != HONE_NONE; b = skeleton->bones[b].parent)
        rest = hone_affine_multiply(&skeleton->bones[b].rest_local, &rest);
    hone_quat_from_affine(&rest, q);
    CHECK_NEAR(fabsf(hone_quat_dot(q, expected)), 1, 2e-3);
}

static void check_take(uint64_t seed, bool z_up)
{
    take *t = test_calloc(1, sizeof *t);
    hone_motion *motion;
    t->z_up = z_up;
    random_axes(t, seed);
    hone_model *model = load_take(t, &motion);
    check_stands(model);
    for (int side = 0; side < 2; side++) {
        check_axes(t, model, 13 + 3 * side);
        check_axes(t, model, 14 + 3 * side);
        check_axes(t, model, side ? 10 : 7);
        check_axes(t, model, side ? 11 : 8);
    }
    check_axes(t, model, 1);
    check_axes(t, model, 3);
    hone_model_release(model);
    hone_motion_release(motion);
    test_free(t);
}

static void skeletons_that_do_not_stand_are_stood_up(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) check_take(seed, false);
}

static void skeletons_with_z_up_are_turned(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 4; seed++) check_take(seed, true);
}

static void skeletons_that_stand_keep_their_rest(void **state)
{
    (void)state;
    take *t = test_calloc(1, sizeof *t);
    hone_motion *motion;
    for (int at = 0; at < JOINTS; at++) t->axes[at][3] = 1;
    hone_model *model = load_take(t, &motion);
    for (int at = 0; at < JOINTS; at++) CHECK(hone_model_skeleton(model)->bones[at].rest_local.m[0][0] == 1);
    check_stands(model);
    hone_model_release(model);
    hone_motion_release(motion);
    test_free(t);
}

static void every_failed_allocation_of_the_search_is_reported(void **state)
{
    (void)state;
    take *t = test_calloc(1, sizeof *t);
    hone_motion *motion;
    random_axes(t, 3);
    hone_model_release(load_take(t, &motion));
    hone_motion_release(motion);
    hone_model *model = NULL;
    for (uint64_t n = 0; !model; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        model = hone_model_load_memory(t->text, t->size, &(hone_load_desc){.allocator = &a.allocator}, &error);
        CHECK(model || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        assert_int_equal(a.live, 0);
    }
    test_free(t);
}

TEST_GROUP(test_bvh_stance)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skeletons_that_do_not_stand_are_stood_up),
        cmocka_unit_test(skeletons_with_z_up_are_turned),
        cmocka_unit_test(skeletons_that_stand_keep_their_rest),
        cmocka_unit_test(every_failed_allocation_of_the_search_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
