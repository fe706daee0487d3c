/* The command with glTF files: their content, which clip plays, files beside them, and a picture. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/json_find.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static bool write_bytes(const char *path, hone_bytes bytes)
{
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

/* Writes only node "tip" and an animation that moves it: a motion for any model with a bone of that name. */
static bool write_dance(const char *path)
{
    static const float times[2] = {0, 1}, moves[2][3] = {{0, 1, 0}, {0, 1, 4}};
    make_gltf *file = calloc(1, sizeof *file);
    int t = make_gltf_floats(file, "SCALAR", times, 2), m = make_gltf_floats(file, "VEC3", *moves, 2);
    make_gltf_add(file, MAKE_NODES, "{\"name\":\"tip\"}");
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"name\":\"dance\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
                  "\"samplers\":[{\"input\":%d,\"output\":%d}]}",
                  t, m);
    bool ok = write_bytes(path, make_gltf_glb(file));
    free(file);
    return ok;
}

static int make_files(void **state)
{
    static const char out[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1,\"uri\":\"../rich.glb\"}]}";
    make_gltf *file = calloc(1, sizeof *file);
    if (!file || command_folder_enter(state) != 0 || !test_make_folder("sub"))
        return -1;
    make_gltf_rich(file);
    bool ok = write_bytes("rich.glb", make_gltf_glb(file)) && write_bytes("rich.gltf", make_gltf_text(file, false)) &&
              write_bytes("sub/beside.gltf", make_gltf_text(file, true)) && write_dance("dance.glb") &&
              command_file_write("sub/FILE.BIN", file->data, file->size) &&
              command_file_write("sub/out.gltf", out, sizeof out - 1);
    free(file);
    return ok ? 0 : -1;
}

static void check_lines(const char *a, const char *b)
{
    size_t size_a, size_b;
    char *text_a = command_file_content(a, &size_a), *text_b = command_file_content(b, &size_b);
    assert_non_null(text_a);
    assert_non_null(text_b);
    assert_string_equal(text_a, text_b);
    free(text_a);
    free(text_b);
}

static void info_counts_what_pose_writes(void **state)
{
    (void)state;
    command_result r = HONE("info", "--json", "rich.glb", "rich.gltf", "dance.glb");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_true(json_string_is(r.out, "0.format", "glb"));
    assert_true(json_string_is(r.out, "1.format", "gltf"));
    assert_int_equal(json_number(r.out, "0.vertices"), 8);
    assert_int_equal(json_number(r.out, "0.triangles"), 4);
    assert_int_equal(json_number(r.out, "0.bones"), 4);
    assert_int_equal(json_number(r.out, "0.morphs"), 2 + 2); /* targets, then expressions */
    assert_int_equal(json_number(r.out, "0.materials"), 3);
    assert_int_equal(json_number(r.out, "0.textures"), 3);
    assert_int_equal(json_number(r.out, "0.deform.other"), 8);
    assert_int_equal(json_count(r.out, "0.clips"), 2);
    assert_true(json_string_is(r.out, "0.clips.1.name", "still"));
    CHECK(json_number(r.out, "0.clips.0.duration_seconds") == 2);
    assert_int_equal(json_count(r.out, "0.warnings"), 0);
    assert_int_equal(json_number(r.out, "2.bone_tracks"), 1); /* nothing to draw: a motion */
    CHECK(json_number(r.out, "2.duration_seconds") == 1);
    command_result_release(&r);
}

static void pose_plays_the_clip_that_is_asked_for(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "rich.glb", "--clip", "all", "--time", "1", "--morphs", "weights.csv", "--bones", "by-name.csv");
    CHECK_RUNS("pose", "rich.glb", "--clip", "0", "--time", "1", "--bones", "by-number.csv");
    CHECK_RUNS("pose", "-q", "rich.glb", "--time", "1", "--bones", "rest.csv");
    check_lines("by-name.csv", "by-number.csv");
    size_t size;
    char *weights = command_file_content("weights.csv", &size);
    CHECK(strstr(weights, "\n1,0.4666666") && strstr(weights, ",0.2666666"));
    free(weights);
    CHECK_FAILS(1, "pose", "rich.glb", "--clip", "2", "--time", "1");
    CHECK_FAILS(1, "pose", "rich.glb", "--clip", "dance", "--time", "1");
}

/* It plays by name, since it is another file. */
static void pose_takes_a_later_gltf_for_a_motion(void **state)
{
    (void)state;
    static const struct {
        const char *motion;
        double x, z; /* of the tip */
    } cases[] = {{"dance.glb", 0, 2}, {"rich.gltf", 1, 0}};
    for (int i = 0; i < 2; i++) {
        command_result r =
            HONE("pose", "rich.glb", cases[i].motion, "--time", "0.5", "--bones", "-", "--format", "json");
        assert_int_equal(r.status, 0);
        CHECK_NEAR(json_number(r.out, "values.0.2.0.3"), cases[i].x, 1e-6);
        CHECK_NEAR(json_number(r.out, "values.0.2.2.3"), cases[i].z, 1e-6);
        command_result_release(&r);
    }
}

static void buffers_lie_beside_the_file_and_nowhere_else(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "rich.glb", "--vertices", "inside.csv", "--normals", "inside-n.csv");
    CHECK_RUNS("pose", "sub/beside.gltf", "--vertices", "beside.csv", "--normals", "beside-n.csv");
    check_lines("inside.csv", "beside.csv");
    check_lines("inside-n.csv", "beside-n.csv");
    CHECK_FAILS(1, "info", "sub/out.gltf");
}

static void render_shows_gltf(void **state)
{
    (void)state;
    needs_pictures();
    command_result r = HONE("render", "rich.glb", "--clip", "0", "--frame", "15", "--size", "64x48", "-o", "a.png");
    assert_int_equal(r.status, 0);
    command_result_release(&r);
    CHECK(picture_drawn("a.png", 64, 48) > 100);
}

TEST_GROUP(test_command_gltf)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_counts_what_pose_writes),
        cmocka_unit_test(pose_plays_the_clip_that_is_asked_for),
        cmocka_unit_test(pose_takes_a_later_gltf_for_a_motion),
        cmocka_unit_test(buffers_lie_beside_the_file_and_nowhere_else),
        cmocka_unit_test(render_shows_gltf),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
