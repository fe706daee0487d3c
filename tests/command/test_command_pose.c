/* hone pose: its arrays equal the library's results, for any order of files, format and number of threads. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes a motion for another model: with a bone that the tower lacks, and its bone morph, from 0 to 1 within 30
 * frames. */
static hone_motion *make_stranger(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_key *key = hone_builder_array(b, 1, sizeof *key);
    hone_morph_key *weights = hone_builder_array(b, 2, sizeof *weights);
    hone_bone_track *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_morph_track *morph = hone_builder_array(b, 1, sizeof *morph);
    *key = (hone_bone_key){.rotation = {0, 0, 0, 1}};
    weights[1] = (hone_morph_key){30, 1};
    *bone = (hone_bone_track){{.text = "尾"}, 1, key};
    *morph = (hone_morph_track){{.text = "い"}, 2, weights};
    return hone_motion_create(b,
                              &(hone_motion_data){.space = HONE_SPACE_MMD,
                                                  .model_name = "狐",
                                                  .bone_track_count = 1,
                                                  .bone_tracks = bone,
                                                  .morph_track_count = 1,
                                                  .morph_tracks = morph},
                              NULL, NULL);
}

static int make_files(void **state)
{
    const puppet_desc plain = {0}, hung = {.ik = true, .append = true};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("hung.pmx", puppet_make(&hung, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("back.vmd", puppet_motion(-1, NULL)) &&
                   puppet_write_motion("stranger.vmd", make_stranger()) &&
                   puppet_write_motion("camera.vmd", puppet_camera(40, NULL))
               ? 0
               : -1;
}

/* Poses the tower with turn.vmd at a frame by the library. */
static hone_actor *pose_by_library(double frame)
{
    hone_error error = {0};
    hone_model *model = hone_model_load("tower.pmx", NULL, &error);
    hone_motion *motion = hone_motion_load("turn.vmd", NULL, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    if (!actor || !hone_actor_play(actor, motion, NULL, &error).id)
        fail_msg("%s", error.message);
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    hone_model_release(model);
    hone_motion_release(motion);
    return actor;
}

static test_array read_array(const char *path, uint32_t dimensions, const uint32_t *shape)
{
    test_array array = {0};
    assert_true(test_array_read(path, &array));
    assert_int_equal(array.dimensions, dimensions);
    for (uint32_t i = 0; i < dimensions; i++) assert_int_equal(array.shape[i], shape[i]);
    return array;
}

static void check_same(const char *a, const char *b)
{
    size_t size_a, size_b;
    char *content_a = command_file_content(a, &size_a), *content_b = command_file_content(b, &size_b);
    if (!content_a || !content_b || size_a != size_b || memcmp(content_a, content_b, size_a) != 0)
        fail_msg("%s and %s differ", a, b);
    free(content_a);
    free(content_b);
}

static void arrays_are_what_the_library_gives(void **state)
{
    (void)state;
    static const double frames[] = {20, 7.5, -3, 20, 100};
    CHECK_RUNS("pose", "-q", "tower.pmx", "turn.vmd", "--frame", "20,7.5,-3,20,100", "--bones", "b.npy", "--vertices",
               "v.npy", "--normals", "n.npy", "--morphs", "m.npy");
    test_array b = read_array("b.npy", 4, (const uint32_t[]){5, PUPPET_BONES, 4, 4});
    test_array v = read_array("v.npy", 3, (const uint32_t[]){5, PUPPET_VERTICES, 3});
    test_array n = read_array("n.npy", 3, (const uint32_t[]){5, PUPPET_VERTICES, 3});
    test_array m = read_array("m.npy", 2, (const uint32_t[]){5, PUPPET_MORPHS});
    for (size_t t = 0; t < 5; t++) {
        hone_actor *actor = pose_by_library(frames[t]);
        float positions[PUPPET_VERTICES][3], normals[PUPPET_VERTICES][3];
        const hone_skin_out out = {.positions = {positions, PUPPET_VERTICES, sizeof *positions},
                                   .normals = {normals, PUPPET_VERTICES, sizeof *normals}};
        assert_true(hone_actor_skin(actor, &out, NULL));
        for (size_t i = 0; i < PUPPET_BONES; i++) {
            const float *matrix = b.values + (t * PUPPET_BONES + i) * 16;
            assert_memory_equal(matrix, hone_actor_bones(actor)[i].m, 12 * sizeof(float));
            assert_memory_equal(matrix + 12, ((const float[]){0, 0, 0, 1}), 4 * sizeof(float));
        }
        assert_memory_equal(v.values + t * PUPPET_VERTICES * 3, positions, sizeof positions);
        assert_memory_equal(n.values + t * PUPPET_VERTICES * 3, normals, sizeof normals);
        assert_memory_equal(m.values + t * PUPPET_MORPHS, hone_actor_morphs(actor), PUPPET_MORPHS * sizeof(float));
        hone_actor_destroy(actor);
    }
    assert_true(v.values[3 * (PUPPET_VERTICES - 1) + 1] > 10); /* the tower is there, not zeros */
    assert_true(m.values[0] > 0.6f && m.values[0] < 0.7f);
    test_array_release(&b), test_array_release(&v), test_array_release(&n), test_array_release(&m);
}

static void times_are_seconds_and_frames_thirtieths(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "-q", "tower.pmx", "turn.vmd", "--time", "0.7,0.25,-1", "--vertices", "seconds.npy");
    CHECK_RUNS("pose", "-q", "tower.pmx", "turn.vmd", "--frame", "21,7.5,-30", "--vertices", "frames.npy");
    check_same("seconds.npy", "frames.npy");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--vertices", "default.npy");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "0", "--vertices", "zero.npy");
    check_same("default.npy", "zero.npy");
}

static void times_may_be_ranges(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "0,2:4:0.5,7", "--bones", "range.npy");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "0,2,2.5,3,3.5,4,7", "--bones", "list.npy");
    check_same("range.npy", "list.npy");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--time", "0.1:0.2:0.05", "--bones", "range.npy");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--time", "0.1,0.15,0.2", "--bones", "list.npy");
    check_same("range.npy", "list.npy");
    CHECK_RUNS("pose", "-q", "tower.pmx", "turn.vmd", "--frame", "-1", "--bones", "one.npy"); /* no range */
    static const char *const wrong[] = {"4:2", "0:1:0", "0:1:-1", "1:2:3:4", "0:1e6", "0:600000,0:600000", "0:", ":2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        command_result r = HONE("pose", "tower.pmx", "--frame", wrong[i]);
        CHECK(r.status == 2 && strstr(r.err, "at most a million numbers and ranges A:B:STEP"));
        command_result_release(&r);
    }
}

static void files_come_in_any_order_and_the_later_motion_wins(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--bones", "turn.npy");
    CHECK_RUNS("pose", "turn.vmd", "tower.pmx", "--frame", "20", "--bones", "first.npy");
    CHECK_RUNS("pose", "back.vmd", "tower.pmx", "camera.vmd", "turn.vmd", "--frame", "20", "--bones", "won.npy");
    check_same("turn.npy", "first.npy");
    check_same("turn.npy", "won.npy");
    CHECK_RUNS("pose", "turn.vmd", "back.vmd", "tower.pmx", "--frame", "20", "--bones", "lost.npy");
    test_array turn = read_array("turn.npy", 4, (const uint32_t[]){1, PUPPET_BONES, 4, 4});
    test_array lost = read_array("lost.npy", 4, (const uint32_t[]){1, PUPPET_BONES, 4, 4});
    float a = turn.values[16 + 1], b = lost.values[16 + 1]; /* sines of opposite rotations */
    assert_true(a != 0);
    CHECK_NEAR(a, -b, 1e-6);
    test_array_release(&turn), test_array_release(&lost);
}

static void threads_do_not_show_and_kernels_hardly(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--vertices", "1.npy", "--threads", "1");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--vertices", "7.npy", "--threads", "7");
    check_same("1.npy", "7.npy");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--vertices", "scalar.npy", "--kernel", "scalar");
    test_array fastest = read_array("1.npy", 3, (const uint32_t[]){1, PUPPET_VERTICES, 3});
    test_array scalar = read_array("scalar.npy", 3, (const uint32_t[]){1, PUPPET_VERTICES, 3});
    for (int i = 0; i < 3 * PUPPET_VERTICES; i++) CHECK_NEAR(fastest.values[i], scalar.values[i], 1e-5);
    test_array_release(&fastest), test_array_release(&scalar);
}

static void methods_and_curves_make_a_difference(void **state)
{
    (void)state;
    static const char *const options[][2] = {
        {"--skin", "linear"}, {"--skin", "dual-quaternion"}, {"--rig", "curve=mmd"}};
    char *content[3];
    size_t size[3];
    for (int i = 0; i < 3; i++) {
        CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "11", "--vertices", "v.npy", options[i][0],
                   options[i][1]);
        content[i] = command_file_content("v.npy", &size[i]);
        assert_non_null(content[i]);
    }
    assert_memory_not_equal(content[0], content[1], size[0]);
    assert_memory_not_equal(content[0], content[2], size[0]);
    for (int i = 0; i < 3; i++) free(content[i]);
}

static void formats_say_the_same(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--vertices", "v.npy", "--bones", "b.csv", "--normals",
               "n.json");
    command_result npy = HONE("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--vertices", "-", "--normals", "n.npy",
                              "--format", "npy");
    command_result json = HONE("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--vertices", "-", "--normals",
                               "n.npy", "--format", "json");
    command_result csv = HONE("pose", "tower.pmx", "turn.vmd", "--frame", "20", "--bones", "-", "--format", "csv");
    size_t size;
    char *content = command_file_content("v.npy", &size);
    assert_non_null(content);
    assert_int_equal(npy.out_size, size);
    assert_memory_equal(npy.out, content, size);
    assert_true(json_is_valid(json.out));
    test_array v = read_array("v.npy", 3, (const uint32_t[]){1, PUPPET_VERTICES, 3});
    assert_true((float)json_number(json.out, "values.0.27.1") == v.values[27 * 3 + 1]);
    assert_int_equal(command_line_count(csv.out), 1 + PUPPET_BONES);
    free(content);
    test_array_release(&v);
    command_result_release(&npy), command_result_release(&json), command_result_release(&csv);
}

static void without_an_output_a_table_of_bones_is_printed(void **state)
{
    (void)state;
    command_result r = HONE("pose", "tower.pmx", "--frame", "0,1");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "上半身"));
    assert_int_equal(command_line_count(r.out), 2 * (2 + PUPPET_BONES));
    command_result_release(&r);
}

/* The puppet that can have a chain, and a bone that appends. */
/* "hung" has a chain that turns the first bone. The motion turns the second bone. */
static void parts_are_rows_of_the_table_and_keys_of_its_json(void **state)
{
    (void)state;
    static const char *const names[] = {"keys", "morph", "append", "ik", "physics", "whole"};
    command_result r = HONE("pose", "-q", "hung.pmx", "turn.vmd", "--frame", "20", "--parts");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "bone part"));
    assert_non_null(strstr(r.out, "    0 ik "));
    assert_non_null(strstr(r.out, "    1 keys "));
    assert_null(strstr(r.out, "    0 keys "));
    assert_null(strstr(r.out, " physics "));
    command_result j = HONE("pose", "-q", "hung.pmx", "turn.vmd", "--frame", "0,20", "--parts", "--json");
    assert_true(json_is_valid(j.out));
    assert_int_equal(json_count(j.out, "frames"), 2);
    assert_int_equal(json_count(j.out, "frames.1.bones"), PUPPET_BONES);
    assert_true(json_number(j.out, "frames.1.frame") == 20);
    for (int i = 0; i < 6; i++) {
        char path[64];
        snprintf(path, sizeof path, "frames.1.bones.2.parts.%s.rotation", names[i]);
        assert_int_equal(json_count(j.out, path), 4);
    }
    double turned = json_number(j.out, "frames.1.bones.0.parts.ik.rotation.3");
    assert_true(turned > 0.5 && turned < 0.9999);
    CHECK_NEAR(json_number(j.out, "frames.1.bones.0.parts.whole.rotation.3"), turned, 1e-9);
    CHECK_NEAR(json_number(j.out, "frames.1.bones.0.parts.keys.rotation.3"), 1, 1e-9);
    assert_true(json_string_is(j.out, "frames.0.bones.2.name", "頭"));
    command_result plain = HONE("pose", "-q", "tower.pmx", "--json");
    assert_true(json_is_valid(plain.out));
    assert_null(json_find(plain.out, "frames.0.bones.0.parts"));
    command_result mixed = HONE("pose", "tower.pmx", "--parts", "--bones", "b.npy");
    assert_int_equal(mixed.status, 2);
    command_result_release(&r), command_result_release(&j);
    command_result_release(&plain), command_result_release(&mixed);
}

static void chains_are_solved_unless_told_otherwise(void **state)
{
    (void)state;
    static const char *const options[][2] = {
        {"--ik", "on"}, {"--ik", "off"}, {"--rig", "ik=b"}, {"--rig", "order=lag,fixed-axis=sample,ik=b,ik=a"}};
    char *content[4];
    size_t size[4];
    for (int i = 0; i < 4; i++) {
        CHECK_RUNS("pose", "hung.pmx", "turn.vmd", "--frame", "5,10,15,20", "--bones", "b.npy", options[i][0],
                   options[i][1]);
        content[i] = command_file_content("b.npy", &size[i]);
        assert_non_null(content[i]);
    }
    assert_memory_not_equal(content[0], content[1], size[0]);
    assert_memory_not_equal(content[0], content[2], size[0]);
    assert_memory_equal(content[0], content[3], size[0]); /* the last of two settings wins */
    for (int i = 0; i < 4; i++) free(content[i]);
}

static void bone_morphs_move_what_hangs_on_their_bones(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "tower.pmx", "stranger.vmd", "--frame", "0,15,30", "--vertices", "v.npy", "--bones", "b.npy",
               "-q");
    test_array b = read_array("b.npy", 4, (const uint32_t[]){3, PUPPET_BONES, 4, 4});
    test_array v = read_array("v.npy", 3, (const uint32_t[]){3, PUPPET_VERTICES, 3});
    for (int t = 0; t < 3; t++) { /* the morph lifts bone 1 by 1, and with it bone 2, which has the last vertex */
        const float *y = b.values + t * PUPPET_BONES * 16 + 7;
        double lifted = t / 2.0;
        const float *last = v.values + (t + 1) * PUPPET_VERTICES * 3 - 3;
        assert_true(y[0] == b.values[7]);
        CHECK_NEAR(y[16], b.values[16 + 7] + lifted, 1e-5);
        CHECK_NEAR(y[32], b.values[32 + 7] + lifted, 1e-5);
        CHECK_NEAR(last[1], v.values[PUPPET_VERTICES * 3 - 2] + lifted, 1e-5);
    }
    test_array_release(&b);
    test_array_release(&v);
}

static void a_motion_made_for_another_model_is_told_of(void **state)
{
    (void)state;
    command_result r = HONE("pose", "tower.pmx", "stranger.vmd", "camera.vmd", "--bones", "b.npy");
    assert_int_equal(r.status, 0);
    assert_string_equal(
        r.err, "hone: stranger.vmd: warning: made for the model 狐, but played on another one: 1 of its 2 tracks "
               "move nothing: 尾\n");
    command_result_release(&r);
}

/* A pose names a file and no model, so that nothing else tells that it is for another one. */
static void a_motion_that_finds_nothing_is_told_of(void **state)
{
    (void)state;
    static const char pose[] = "Vocaloid Pose Data file\r\n\r\nmodel.osm;\r\n1;\r\n\r\n"
                               "Bone0{tail\r\n  0,0,0;\r\n  0,0,0,1;\r\n}\r\n";
    assert_true(command_file_write("tail.vpd", pose, sizeof pose - 1));
    command_result r = HONE("pose", "tower.pmx", "tail.vpd", "--bones", "b.npy");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "hone: tail.vpd: warning: none of its tracks finds a bone or morph of the model\n");
    command_result_release(&r);
    CHECK_RUNS("pose", "tower.pmx", "camera.vmd", "--bones", "b.npy");
}

static void takes_exactly_one_model(void **state)
{
    (void)state;
    CHECK_FAILS(1, "pose", "turn.vmd", "--bones", "x.npy");
    CHECK_FAILS(1, "pose", "tower.pmx", "hung.pmx", "--bones", "x.npy");
    assert_false(test_exists("x.npy"));
}

static void a_failure_leaves_the_old_file_as_it_was(void **state)
{
    (void)state;
    assert_true(command_file_write("old.npy", "old", 3));
    CHECK_FAILS(1, "pose", "missing.pmx", "--bones", "old.npy");
    CHECK_FAILS(1, "pose", "tower.pmx", "missing.vmd", "--bones", "old.npy");
    CHECK_FAILS(2, "pose", "tower.pmx", "--bones", "old.npy", "--nonsense");
    CHECK_FAILS(1, "pose", "tower.pmx", "--bones", "missing/new.npy");
    size_t size;
    char *content = command_file_content("old.npy", &size);
    assert_non_null(content);
    assert_string_equal(content, "old");
    free(content);
}

TEST_GROUP(test_command_pose)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_what_the_library_gives),
        cmocka_unit_test(times_are_seconds_and_frames_thirtieths),
        cmocka_unit_test(times_may_be_ranges),
        cmocka_unit_test(files_come_in_any_order_and_the_later_motion_wins),
        cmocka_unit_test(threads_do_not_show_and_kernels_hardly),
        cmocka_unit_test(methods_and_curves_make_a_difference),
        cmocka_unit_test(formats_say_the_same),
        cmocka_unit_test(without_an_output_a_table_of_bones_is_printed),
        cmocka_unit_test(parts_are_rows_of_the_table_and_keys_of_its_json),
        cmocka_unit_test(chains_are_solved_unless_told_otherwise),
        cmocka_unit_test(bone_morphs_move_what_hangs_on_their_bones),
        cmocka_unit_test(a_motion_made_for_another_model_is_told_of),
        cmocka_unit_test(a_motion_that_finds_nothing_is_told_of),
        cmocka_unit_test(takes_exactly_one_model),
        cmocka_unit_test(a_failure_leaves_the_old_file_as_it_was),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
