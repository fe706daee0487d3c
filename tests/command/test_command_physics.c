/* Physics in hone pose and hone render: the same in every process, from frame 0 and in chunks. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/make/make_bodies.h"
#include "support/support.h"

#include <hone/physics.h>
#include <stdlib.h>
#include <string.h>

static make_bodies plan;

/* The root of make_bodies_chain jumps to and fro by 8 units every other frame. */
static hone_motion *make_shake(void)
{
    enum { KEYS = 60 };
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_key *keys = hone_builder_array(b, KEYS, sizeof *keys);
    for (uint32_t k = 0; k < KEYS; k++)
        keys[k] =
            (hone_bone_key){.frame = k * 2,
                            .translation = {k % 2 ? 8.0f : 0, 0, k % 3 ? 6.0f : 0},
                            .rotation = {0, 0, 0, 1},
                            .curves = {{20, 20, 107, 107}, {20, 20, 107, 107}, {20, 20, 107, 107}, {20, 20, 107, 107}}};
    hone_bone_track *track = hone_builder_array(b, 1, sizeof *track);
    *track = (hone_bone_track){{.text = "b0"}, KEYS, keys};
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = 1, .bone_tracks = track};
    return hone_motion_create(b, &data, NULL, NULL);
}

static int make_files(void **state)
{
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 6, 20, 1.5f);
    for (uint32_t b = 0; b < plan.body_count; b++) plan.bodies[b].mask = 0xffff;
    bool ok = command_folder_enter(state) == 0 &&
              puppet_write_model("bodied.pmx", puppet_make(&(puppet_desc){.body = true}, NULL), 0) &&
              puppet_write_model("chain.pmx", make_bodies_model(&plan, NULL, NULL), 0) &&
              puppet_write_motion("camera.vmd", puppet_camera(60, NULL)) &&
              puppet_write_motion("shake.vmd", make_shake()) && puppet_write_motion("turn.vmd", puppet_motion(1, NULL));
    return ok ? 0 : -1;
}

/* Runs `hone pose` with these arguments, which must write array.npy, and reads that array. */
static test_array pose(const char *const *arguments)
{
    test_array array = {0};
    command_check_runs(__FILE__, __LINE__, arguments);
    CHECK(test_array_read("array.npy", &array));
    return array;
}
#define POSE(...) pose((const char *const[]){"pose", __VA_ARGS__, "--bones", "array.npy", NULL})

static bool same_rows(const test_array *a, uint32_t i, const test_array *b, uint32_t j)
{
    size_t size = a->count / a->shape[0];
    return memcmp(a->values + i * size, b->values + j * size, size * sizeof *a->values) == 0;
}

static void rows_follow_the_list_whatever_its_order(void **state)
{
    (void)state;
    command_needs_physics();
    test_array list = POSE("chain.pmx", "--physics", "on", "--frame", "400,10,10,-5,7.25,0,301.5,400");
    static const char *const alone[] = {"400", "10", "10", "0", "7.25", "0", "301.5", "400"};
    for (uint32_t i = 0; i < 8; i++) {
        test_array one = POSE("chain.pmx", "--physics", "on", "--frame", alone[i], "--threads", i % 2 ? "1" : "4");
        CHECK(same_rows(&list, i, &one, 0)); /* each in its own process */
        test_array_release(&one);
    }
    CHECK(!same_rows(&list, 0, &list, 1));
    test_array_release(&list);
}

static void a_pose_is_still_unless_asked(void **state)
{
    (void)state;
    test_array still = POSE("chain.pmx", "--frame", "0,60"),
               off = POSE("chain.pmx", "--physics", "off", "--frame", "60");
    CHECK(same_rows(&still, 0, &still, 1) && same_rows(&still, 0, &off, 0));
    test_array_release(&still), test_array_release(&off);
}

static float tip(const test_array *bones, uint32_t axis)
{
    return bones->values[(bones->shape[1] - 1) * 16 + 4 * axis + 3];
}

static void options_reach_the_world(void **state)
{
    (void)state;
    command_needs_physics();
    test_array none = POSE("chain.pmx", "--physics", "on", "--gravity", "0,0,0", "--frame", "60"),
               up = POSE("chain.pmx", "--physics", "on", "--gravity", "0,30,0", "--frame", "6"),
               fine = POSE("chain.pmx", "--physics", "on", "--physics-rate", "120", "--frame", "30"),
               usual = POSE("chain.pmx", "--physics", "on", "--frame", "30");
    CHECK_NEAR(tip(&none, 1), 20, 1e-3);
    CHECK(tip(&up, 1) > 20.5f);
    CHECK(!same_rows(&fine, 0, &usual, 0));
    test_array_release(&none), test_array_release(&up), test_array_release(&fine), test_array_release(&usual);
    test_array fallen = POSE("bodied.pmx", "--physics", "on", "--frame", "60"),
               caught = POSE("bodied.pmx", "--physics", "on", "--floor", "on", "--frame", "60"),
               blown = POSE("bodied.pmx", "--physics", "on", "--wind=10,0,0", "--frame", "60");
    CHECK(tip(&fallen, 1) < -50);
    CHECK_NEAR(tip(&caught, 1), 13.333 + 1, 0.2); /* its bone is above it */
    CHECK(tip(&blown, 0) == 0);                   /* nothing damps it */
    test_array_release(&fallen), test_array_release(&caught), test_array_release(&blown);
}

static void the_solver_is_chosen_and_says_what_it_held(void **state)
{
    (void)state;
    command_needs_physics();
    test_array corrected = POSE("-q", "chain.pmx", "shake.vmd", "--physics", "on", "--frame", "60"),
               plain = POSE("chain.pmx", "shake.vmd", "--physics", "on", "--physics-solver", "plain", "--frame", "60"),
               same = POSE("-q", "chain.pmx", "shake.vmd", "--physics", "on", "--physics-solver", "corrected",
                           "--frame", "60");
    CHECK(!same_rows(&corrected, 0, &plain, 0) && same_rows(&corrected, 0, &same, 0));
    test_array_release(&corrected), test_array_release(&plain), test_array_release(&same);
    command_result r =
        HONE("pose", "chain.pmx", "shake.vmd", "--physics", "on", "--frame", "118", "--bones", "array.npy");
    CHECK(r.status == 0 && strstr(r.err, "bodies had to be held at their joints in more than a tenth of the steps: '"));
    command_result_release(&r);
    r = HONE("pose", "chain.pmx", "--physics", "on", "--frame", "118", "--bones", "array.npy");
    CHECK(r.status == 0 && !strstr(r.err, "had to be held"));
    command_result_release(&r);
}

static void wrong_values_are_wrong_usage(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"--physics", "maybe"},  {"--physics-rate", "0"}, {"--physics-rate", "1001"},
        {"--gravity", "1,2"},    {"--gravity", "1,2,x"},  {"--wind", "1,2,3,4"},
        {"--wind", "0,0,10001"}, {"--floor", "deep"},     {"--physics-solver", "mmd"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_FAILS(2, "pose", "chain.pmx", wrong[i][0], wrong[i][1]);
    if (!hone_physics_available())
        CHECK_FAILS(1, "pose", "chain.pmx", "--physics", "on");
}

static void sequences_are_the_same_from_chunks(void **state)
{
    (void)state;
    command_needs_physics();
    needs_pictures();
    CHECK_RUNS("render", "bodied.pmx", "turn.vmd", "camera.vmd", "--gravity", "0,-3,2", "--frames", "0:24:4", "-o",
               "a{frame}.png", "--size", "48x48");
    CHECK_RUNS("render", "bodied.pmx", "turn.vmd", "camera.vmd", "--gravity", "0,-3,2", "--frames", "12:24:4", "-o",
               "b{frame}.png", "--size", "48x48", "--threads", "3");
    CHECK_RUNS("render", "bodied.pmx", "turn.vmd", "camera.vmd", "--gravity", "0,-3,2", "--frames", "20:20", "-o",
               "c{frame}.png", "--size", "48x48");
    CHECK_RUNS("render", "bodied.pmx", "turn.vmd", "camera.vmd", "--gravity", "0,-3,2", "--frame", "20", "-o", "d.png",
               "--size", "48x48");
    CHECK_RUNS("render", "bodied.pmx", "turn.vmd", "camera.vmd", "--gravity", "0,-3,2", "--frame", "20", "-o", "e.png",
               "--size", "48x48", "--physics", "on");
    CHECK(picture_same("a12.png", "b12.png") && picture_same("a20.png", "b20.png") &&
          picture_same("a24.png", "b24.png"));
    CHECK(picture_same("a20.png", "c20.png") && picture_same("a20.png", "e.png"));
    CHECK(!picture_same("a20.png", "d.png")); /* physics is off for a still by default */
}

/* With --frame-over the camera has the whole film in view, whichever chunk is rendered. */
static void chunks_are_framed_alike(void **state)
{
    (void)state;
    needs_pictures();
    const char *physics = hone_physics_available() ? "on" : "off";
    CHECK_RUNS("render", "bodied.pmx", "turn.vmd", "--frames", "0:30:10", "-o", "f{frame}.png", "--size", "48x48",
               "--physics", physics);
    CHECK_RUNS("render", "bodied.pmx", "turn.vmd", "--frames", "20:20", "--frame-over", "0:30", "-o", "g{frame}.png",
               "--size", "48x48", "--physics", physics);
    CHECK(picture_same("f20.png", "g20.png"));
}

/* Two boxes, one of which is held by a hinge that opens by a quarter turn: pushed from all sides, the pivot stays, and
 * the box turns about the joint's axis only, which is x, z, x turned, z turned. */
static void models_of_others_turn_as_their_joints_say(void **state)
{
    (void)state;
    command_needs_physics();
    static const char *const models[] = {"mmd/babylon-mmd/constraint_test.pmx", "mmd/babylon-mmd/constraint_test2.pmx",
                                         "mmd/babylon-mmd/constraint_test3.pmx",
                                         "mmd/babylon-mmd/constraint_test4.pmx"};
    static const char *const pushes[] = {"0,-98,0",  "0,-98,5",  "0,-98,-5", "5,-98,0",
                                         "-5,-98,0", "0,-98,98", "98,-98,98"};
    static const float axes[4][3] = {{1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0.70710678f, 0, 0.70710678f}};
    float widest[4] = {0};
    for (int m = 0; m < 4; m++)
        for (int p = 0; p < 7; p++) {
            char path[512];
            if (!test_data_path(models[m], path, sizeof path))
                test_skip(4, "models of joints");
            test_array bones = POSE(path, "--physics", "on", "--gravity", pushes[p], "--frame",
                                    "0,2,4,6,8,10,12,15,20,25,30,40,60,90,120,300");
            for (uint32_t row = 0; row < bones.shape[0]; row++) {
                const float *b = bones.values + (row * 2 + 1) * 16;
                CHECK(fabsf(b[3]) < 0.05f && fabsf(b[7] - 5) < 0.05f && fabsf(b[11]) < 0.05f);
                float turn[3] = {(b[9] - b[6]) / 2, (b[2] - b[8]) / 2, (b[4] - b[1]) / 2};
                float along = turn[0] * axes[m][0] + turn[1] * axes[m][1] + turn[2] * axes[m][2];
                float degrees = atan2f(-along, (b[0] + b[5] + b[10] - 1) / 2) * 57.29578f;
                CHECK(degrees > -1 && degrees < 91); /* as Bullet counts them: with the opposite sign */
                for (int i = 0; i < 3; i++) CHECK_NEAR(turn[i], along * axes[m][i], 0.02);
                widest[m] = fmaxf(widest[m], degrees);
            }
            test_array_release(&bones);
        }
    for (int m = 0; m < 4; m++) CHECK(widest[m] > 70); /* when pushed in their direction they open */
}

TEST_GROUP(test_command_physics)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_follow_the_list_whatever_its_order),
        cmocka_unit_test(a_pose_is_still_unless_asked),
        cmocka_unit_test(options_reach_the_world),
        cmocka_unit_test(the_solver_is_chosen_and_says_what_it_held),
        cmocka_unit_test(wrong_values_are_wrong_usage),
        cmocka_unit_test(sequences_are_the_same_from_chunks),
        cmocka_unit_test(chunks_are_framed_alike),
        cmocka_unit_test(models_of_others_turn_as_their_joints_say),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
