/* Files with bones and no mesh: where no other file is a model, they are drawn as bones, posed and examined. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIZE "--size", "64x64"
enum { SIDE = 64 };

/* An arm that turns by a right angle within a second, and the End Site above it. */
static const char turning[] = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 90 0\n"
                              "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                              "\tJOINT Arm\n\t{\n\t\tOFFSET 0 30 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
                              "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 40 0\n\t\t}\n\t}\n}\n"
                              "MOTION\nFrames: 2\nFrame Time: 1\n"
                              "0 90 0 0 0 0 0 0 0\n0 90 0 0 0 0 90 0 0\n";

static bool write_bytes(const char *path, hone_bytes bytes)
{
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

/* One node for each of `nodes`, and an animation of the first, from rest to where `places` say. */
static bool write_gltf(const char *path, const char *const *nodes, uint32_t count, const char *more)
{
    static const float times[2] = {0, 1}, places[2][3] = {{0, 0, 0}, {0, 1, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    for (uint32_t i = 0; i < count; i++) make_gltf_add(file, MAKE_NODES, "%s", nodes[i]);
    int input = make_gltf_floats(file, "SCALAR", times, 2), output = make_gltf_floats(file, "VEC3", *places, 2);
    for (int i = 0; i < 2; i++)
        make_gltf_add(file, MAKE_ANIMATIONS,
                      "{\"name\":\"%s\",\"samplers\":[{\"input\":%d,\"output\":%d}],\"channels\":[{\"sampler\":0,"
                      "\"target\":{\"node\":0,\"path\":\"translation\"}}]}",
                      i ? "second" : "first", input, output);
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\":[0]}");
    snprintf(file->root, sizeof file->root, "%s", more);
    bool ok = write_bytes(path, make_gltf_glb(file));
    test_free(file);
    return ok;
}

static int make_files(void **state)
{
    static const char *const chain[] = {"{\"name\":\"a\",\"children\":[1]}",
                                        "{\"name\":\"b\",\"translation\":[0,1,0]}"};
    static const char *const eye[] = {"{\"name\":\"eye\",\"camera\":0}"};
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && command_file_write("turn.bvh", turning, sizeof turning - 1) &&
                   write_gltf("chain.glb", chain, 2, "") &&
                   write_gltf(
                       "eye.glb", eye, 1,
                       "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":0.5,\"znear\":0.1}}],") &&
                   puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("near.vmd", puppet_camera(40, NULL))
               ? 0
               : -1;
}

/* The box of all pixels that differ from the upper left one. */
static void find_box(const char *path, uint32_t low[2], uint32_t high[2])
{
    hone_image image = picture_read(path, SIDE, SIDE);
    low[0] = low[1] = SIDE, high[0] = high[1] = 0;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            if (memcmp(image.pixels + 4 * (y * SIDE + x), image.pixels, 4) == 0)
                continue;
            low[0] = x < low[0] ? x : low[0], high[0] = x > high[0] ? x : high[0];
            low[1] = y < low[1] ? y : low[1], high[1] = y > high[1] ? y : high[1];
        }
    hone_image_release(&image);
}

/* All of the skeleton is in the picture and fills it, its End Site too, which is more than half of it. */
static void bones_are_drawn_and_fill_the_picture(void **state)
{
    (void)state;
    uint32_t low[2], high[2];
    CHECK_RUNS("render", "turn.bvh", "-o", "a.png", SIZE);
    find_box("a.png", low, high);
    CHECK(low[1] >= 1 && high[1] <= SIDE - 2 && high[1] - low[1] > SIDE * 3 / 4);
    CHECK_RUNS("render", "chain.glb", "--clip", "0", "-o", "b.png", SIZE);
    CHECK(picture_drawn("b.png", SIDE, SIDE) > 40);
    unlink("a.png"), unlink("b.png");
}

static void a_skeleton_plays_its_own_clip(void **state)
{
    (void)state;
    uint32_t low[2], high[2];
    CHECK_RUNS("render", "turn.bvh", "--fps", "1", "-o", "f-{index}.png", SIZE);
    assert_false(picture_same("f-0.png", "f-1.png"));
    assert_int_not_equal(access("f-2.png", F_OK), 0);
    CHECK_RUNS("render", "turn.bvh", "--frame", "30", "-o", "a.png", SIZE);
    find_box("a.png", low, high);
    CHECK(high[0] - low[0] > SIDE / 3); /* the arm lies */
    command_result r = HONE("render", "chain.glb", "--fps", "1", "-o", "b-{index}.png", SIZE);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.err, "first of its 2 clips"));
    command_result_release(&r);
    unlink("a.png");
}

/* A motion of another file moves it in place of its own clip. */
static void another_motion_moves_a_skeleton(void **state)
{
    (void)state;
    CHECK_RUNS("render", "turn.bvh", "--frame", "0", "-o", "rest.png", SIZE);
    CHECK_RUNS("render", "--motion", "turn.bvh", "turn.bvh", "--frame", "30", "-o", "a.png", SIZE);
    CHECK_RUNS("render", "turn.bvh", "--frame", "30", "-o", "b.png", SIZE);
    assert_true(picture_same("a.png", "b.png"));
    assert_false(picture_same("a.png", "rest.png"));
    unlink("a.png"), unlink("b.png"), unlink("rest.png");
}

static void skeletons_stand_at_their_places(void **state)
{
    (void)state;
    uint32_t low[2], high[2];
    CHECK_RUNS("render", "turn.bvh", "turn.bvh", "--at", "20,0,0", "-o", "a.png", SIZE);
    find_box("a.png", low, high);
    CHECK(high[0] - low[0] > SIDE * 3 / 4);
    CHECK_RUNS("render", "turn.bvh", "turn.bvh", "--at", "20,0,0", "--save-scene", "two.json");
    CHECK_RUNS("render", "two.json", "-o", "b.png", SIZE);
    assert_true(picture_same("a.png", "b.png"));
    unlink("a.png"), unlink("b.png"), unlink("two.json");
}

/* Beside a model with a mesh it is a motion. */
static void beside_a_mesh_it_is_a_motion(void **state)
{
    (void)state;
    command_result r = HONE("render", "tower.pmx", "turn.bvh", "--retarget", "off", "-o", "a.png", SIZE);
    assert_int_equal(r.status, 1); /* in another space it cannot be played without */
    assert_non_null(strstr(r.err, "not in the space of the model"));
    command_result_release(&r);
    r = HONE("render", "turn.bvh", "chain.glb", "tower.pmx", "-o", "a.png", SIZE);
    assert_int_equal(r.status, 1);
    command_result_release(&r);
    unlink("a.png"), unlink("b.png");
}

static void what_has_no_bones_is_refused(void **state)
{
    (void)state;
    CHECK_FAILS(1, "render", "eye.glb", "-o", "a.png");
    CHECK_FAILS(1, "pose", "eye.glb", "--bones", "a.npy");
    CHECK_FAILS(1, "render", "turn.vmd", "-o", "a.png");
    CHECK_FAILS(1, "render", "near.vmd", "-o", "a.png");
    CHECK_FAILS(1, "render", "turn.bvh", "--crowd", "9", "-o", "a.png");
    CHECK_FAILS(1, "render", "turn.bvh", "--pass", "depth", "-o", "a.png");
    CHECK_FAILS(1, "bench", "turn.bvh");
    CHECK_FAILS(1, "texture", "turn.bvh", "-o", "a.ktx2");
}

static void check_shape(const char *path, const char *shape)
{
    enum { BEGIN = 10 }; /* before it is no text */
    size_t size;
    char *text = command_file_content(path, &size);
    assert_true(text && size > BEGIN);
    assert_non_null(strstr(text + BEGIN, shape));
    free(text);
    unlink(path);
}

static void a_skeleton_is_posed(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "turn.bvh", "--clip", "0", "--frame", "0,30", "--bones", "b.npy", "--vertices", "v.npy");
    check_shape("b.npy", "(2, 2, 4, 4)");
    check_shape("v.npy", "(2, 0, 3)");
    CHECK_RUNS("pose", "turn.bvh", "--bones", "rest.npy");
    CHECK_RUNS("pose", "turn.bvh", "turn.bvh", "--frame", "30", "--bones", "moved.npy");
    CHECK_RUNS("pose", "turn.bvh", "--clip", "0", "--frame", "30", "--bones", "own.npy");
    size_t size, more;
    char *rest = command_file_content("rest.npy", &size), *moved = command_file_content("moved.npy", &more);
    char *own = command_file_content("own.npy", &more);
    assert_int_equal(size, more);
    assert_memory_equal(moved, own, size);
    assert_true(memcmp(rest, own, size) != 0);
    free(rest), free(moved), free(own);
    unlink("rest.npy"), unlink("moved.npy"), unlink("own.npy");
}

static void a_skeleton_is_examined(void **state)
{
    (void)state;
    command_result r = HONE("doctor", "turn.bvh", "--json");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "turn.bvh"));
    command_result_release(&r);
    CHECK_RUNS("diff", "turn.bvh", "turn.bvh", "-q");
}

TEST_GROUP(test_command_skeleton)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_are_drawn_and_fill_the_picture),
        cmocka_unit_test(a_skeleton_plays_its_own_clip),
        cmocka_unit_test(another_motion_moves_a_skeleton),
        cmocka_unit_test(skeletons_stand_at_their_places),
        cmocka_unit_test(beside_a_mesh_it_is_a_motion),
        cmocka_unit_test(what_has_no_bones_is_refused),
        cmocka_unit_test(a_skeleton_is_posed),
        cmocka_unit_test(a_skeleton_is_examined),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
