/* hone convert and hone pose with scenes, with several models, and with models that are placed. */
#include "support/command.h"
#include "support/make/puppet.h"
#include "support/support.h"

#include <hone/format.h>
#include <hone/math.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char scene[] = "{ \"hone\": 1, \"models\": [\n"
                            "  { \"file\": \"tower.pmx\", \"at\": [4, 0, 0] },\n"
                            "  { \"file\": \"other.pmx\", \"attach\": { \"model\": 1, \"bone\": \"#2\" } } ],\n"
                            "  \"motions\": [ { \"file\": \"turn.vmd\", \"model\": 1 } ] }\n";

static int make_files(void **state)
{
    const puppet_desc plain = {0}, swing = {.swing = true};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("other.pmx", puppet_make(&swing, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   command_file_write("scene.json", scene, sizeof scene - 1)
               ? 0
               : -1;
}

/* The vertices of a model file in a pose, as (rows, 3) floats. */
static float *vertices_of(const char *path, const char *frame)
{
    enum { NPY_HEAD = 128 };
    size_t size;
    CHECK_RUNS("pose", path, "--clip", "0", "--frame", frame, "--vertices", "v.npy", "-q");
    char *npy = command_file_content("v.npy", &size);
    assert_int_equal(size, NPY_HEAD + PUPPET_VERTICES * 3 * sizeof(float));
    float *out = malloc(size - NPY_HEAD);
    memcpy(out, npy + NPY_HEAD, size - NPY_HEAD);
    free(npy);
    return out;
}

static void a_place_is_a_node_of_the_gltf(void **state)
{
    (void)state;
    const float turn[3] = {20 * (float)(HONE_PI / 180), 130 * (float)(HONE_PI / 180), -40 * (float)(HONE_PI / 180)};
    const float move[3] = {10, -5, 25};
    float rotation[4];
    hone_quat_from_euler(HONE_EULER_YXZ, turn, rotation);
    CHECK_RUNS("convert", "tower.pmx", "turn.vmd", "-q", "-o", "plain.glb");
    CHECK_RUNS("convert", "tower.pmx", "--at", "10,-5,25", "--turn", "20,130,-40", "--model-scale", "2", "turn.vmd",
               "-q", "-o", "placed.glb");
    float *plain = vertices_of("plain.glb", "17"), *placed = vertices_of("placed.glb", "17");
    const float metres = (float)HONE_MMD_METRES;
    for (int v = 0; v < PUPPET_VERTICES; v++) {
        /* glTF's axes and metres to those of MMD, where the place is, and back */
        const float *p = plain + 3 * v, *is = placed + 3 * v;
        float at[3] = {2 * p[0] / metres, 2 * p[1] / metres, -2 * p[2] / metres};
        hone_quat_rotate(rotation, at, at);
        for (int i = 0; i < 3; i++) at[i] += move[i];
        CHECK_NEAR(is[0], at[0] * metres, 1e-5);
        CHECK_NEAR(is[1], at[1] * metres, 1e-5);
        CHECK_NEAR(is[2], -at[2] * metres, 1e-5);
    }
    free(plain);
    free(placed);
}

static void check_warned(const char *warning, const char *const *arguments)
{
    command_result r = command_run(NULL, arguments);
    assert_int_equal(r.status, 0);
    if (!strstr(r.err, warning))
        fail_msg("no warning \"%s\" in: %s", warning, r.err);
    command_result_release(&r);
}

#define CHECK_WARNED(warning, ...) check_warned(warning, (const char *const[]){__VA_ARGS__, NULL})

static void places_that_a_format_lacks_are_warned_of(void **state)
{
    (void)state;
    CHECK_WARNED("tower.pmx: warning: a VMD cannot contain where the model stands: left out", "convert", "tower.pmx",
                 "turn.vmd", "--at", "1,0,0", "-o", "x.vmd");
    CHECK_WARNED("tower.pmx: warning: a PMX cannot contain where the model stands", "convert", "tower.pmx", "--turn",
                 "90", "-o", "x.pmx");
    CHECK_WARNED("other.pmx: warning: is attached to the bone #2 of ./tower.pmx, which its own file cannot contain",
                 "convert", "scene.json", "--model", "2", "-o", "x.glb");
    CHECK_FAILS(2, "convert", "--at", "1,0,0", "tower.pmx", "-o", "x.glb"); /* no model is before it */
}

static void each_model_of_a_scene_gets_its_file(void **state)
{
    (void)state;
    size_t sizes[2];
    command_result r = HONE("convert", "scene.json", "-q", "--json", "-o", "each-{model}.glb");
    assert_int_equal(r.status, 0);
    assert_true(strstr(r.out, "\"each-1.glb\"") && strstr(r.out, "\"each-2.glb\""));
    command_result_release(&r);
    CHECK_RUNS("convert", "tower.pmx", "turn.vmd", "--at", "4,0,0", "-q", "-o", "alone.glb");
    char *each = command_file_content("each-1.glb", &sizes[0]), *alone = command_file_content("alone.glb", &sizes[1]);
    assert_true(sizes[0] == sizes[1] && memcmp(each, alone, sizes[0]) == 0);
    free(each);
    free(alone);
    CHECK_RUNS("convert", "scene.json", "--model", "tower.pmx", "-q", "-o", "named.vmd");
    CHECK_RUNS("convert", "tower.pmx", "other.pmx", "-q", "-o", "both-{model}.pmx");
    assert_true(access("both-1.pmx", R_OK) == 0 && access("both-2.pmx", R_OK) == 0);
}

static void one_of_several_models_must_be_chosen(void **state)
{
    (void)state;
    command_result r = HONE("convert", "scene.json", "-o", "x.glb");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "hone: ./other.pmx: is a second model after ./tower.pmx; choose one with --model, or put "
                               "{model} into the name of -o\n");
    command_result_release(&r);
    CHECK_FAILS(1, "convert", "scene.json", "--model", "3", "-o", "x.glb");
    CHECK_FAILS(1, "convert", "scene.json", "--model", "0", "-o", "x.glb");
    CHECK_FAILS(1, "convert", "scene.json", "--model", "nobody", "-o", "x.glb");
    CHECK_FAILS(1, "pose", "scene.json");
    CHECK_FAILS(1, "pose", "tower.pmx", "--motion", "other.pmx");
    CHECK_FAILS(1, "convert", "tower.pmx", "--motion", "other.pmx", "-o", "x.glb");
    CHECK_FAILS(1, "pose", "tower.pmx", "other.pmx");
}

static void pose_takes_scenes(void **state)
{
    (void)state;
    command_result from = HONE("pose", "scene.json", "--model", "1", "--frame", "12");
    command_result alone = HONE("pose", "tower.pmx", "turn.vmd", "--frame", "12");
    assert_int_equal(from.status, 0);
    assert_string_equal(from.out, alone.out);
    command_result_release(&from);
    command_result_release(&alone);
    from = HONE("pose", "scene.json", "--model", "2", "--frame", "12"); /* nothing plays on it */
    alone = HONE("pose", "other.pmx", "--frame", "12");
    assert_string_equal(from.out, alone.out);
    command_result_release(&from);
    command_result_release(&alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_a_node_of_the_gltf),
        cmocka_unit_test(places_that_a_format_lacks_are_warned_of),
        cmocka_unit_test(each_model_of_a_scene_gets_its_file),
        cmocka_unit_test(one_of_several_models_must_be_chosen),
        cmocka_unit_test(pose_takes_scenes),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
