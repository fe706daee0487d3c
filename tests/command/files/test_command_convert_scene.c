/* hone convert and hone pose with scenes, with several models, and with models that are placed. */
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/actor.h>
#include <hone/format.h>
#include <hone/math.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
                   puppet_write_motion("none.vmd", puppet_camera(9, NULL)) &&
                   command_file_write("scene.json", scene, sizeof scene - 1)
               ? 0
               : -1;
}

/* Reads what hone pose wrote, as (rows, 3) floats. */
static float *read_vertices(void)
{
    enum { NPY_HEAD = 128 };
    size_t size;
    char *npy = command_file_content("v.npy", &size);
    assert_int_equal(size, NPY_HEAD + PUPPET_VERTICES * 3 * sizeof(float));
    float *out = malloc(size - NPY_HEAD);
    memcpy(out, npy + NPY_HEAD, size - NPY_HEAD);
    free(npy);
    return out;
}

/* The vertices of a model file in a pose of its clip. */
static float *vertices_of(const char *path, const char *frame)
{
    CHECK_RUNS("pose", path, "--clip", "0", "--frame", frame, "--vertices", "v.npy", "-q");
    return read_vertices();
}

/* The vertices of an MMD model that plays a motion. */
static float *vertices_with(const char *model, const char *motion, const char *frame)
{
    CHECK_RUNS("pose", model, motion, "--frame", frame, "--vertices", "v.npy", "-q");
    return read_vertices();
}

static float *vertices_in_scene(const char *path, const char *number, const char *frame)
{
    CHECK_RUNS("pose", path, "--model", number, "--frame", frame, "--vertices", "v.npy", "-q");
    return read_vertices();
}

/* Checks that the vertices `is` are those of `own`, in MMD's units, at a place. gltf: `is` is in glTF's axes and
 * metres. Releases both. */
static void check_placed(float *is, float *own, const hone_affine *place, bool gltf)
{
    for (int v = 0; v < PUPPET_VERTICES; v++) {
        float at[3];
        hone_affine_point(place, own + 3 * v, at);
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(is[3 * v + i], at[i] * (gltf ? (float)HONE_MMD_METRES * (i == 2 ? -1.0f : 1.0f) : 1.0f),
                       gltf ? 2e-4 : 2.5e-3);
    }
    free(is);
    free(own);
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

static const char keyed[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\", \"keys\": [\n"
                            "  { \"frame\": 5, \"at\": [0, 1, 0], \"turn\": [0, 0, 0] },\n"
                            "  { \"frame\": 25, \"at\": [20, 1, -10], \"turn\": [20, 180, 40], \"scale\": 3 },\n"
                            "  { \"frame\": 40, \"at\": [20, 1, -10], \"scale\": 3, \"opacity\": 0 } ] } ],\n"
                            "  \"motions\": [ { \"file\": \"turn.vmd\", \"model\": 1 } ] }\n";

/* The place of the model above, worked out from its keys. sized: with its size. */
static hone_affine keyed_place(double frame, bool sized)
{
    double s = frame < 5 ? 0 : frame > 25 ? 1 : (frame - 5) / 20;
    const float degrees[3] = {20, 180, 40}, at[3] = {(float)(20 * s), 1, (float)(-10 * s)};
    float angles[3], turn[4], scale = sized ? (float)(1 + 2 * s) : 1;
    for (int i = 0; i < 3; i++) angles[i] = (float)(s * (double)degrees[i] * HONE_PI / 180);
    hone_quat_from_euler(HONE_EULER_ZYX, angles, turn);
    hone_affine out = hone_affine_from_rotation(turn, at);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] *= scale;
    return out;
}

static const char *const moments[] = {"0", "9", "14", "17.75", "25"};

static void keys_of_a_place_are_keys_of_the_file(void **state)
{
    (void)state;
    assert_true(command_file_write("keyed.json", keyed, sizeof keyed - 1));
    CHECK_RUNS("convert", "keyed.json", "-q", "-o", "keyed.glb");
    CHECK_WARNED("tower.pmx: warning: a VMD cannot contain how large the model is: left out", "convert", "keyed.json",
                 "-o", "keyed.vmd");
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        double frame = strtod(moments[i], NULL);
        const hone_affine place = keyed_place(frame, true), rigid = keyed_place(frame, false);
        check_placed(vertices_of("keyed.glb", moments[i]), vertices_with("tower.pmx", "turn.vmd", moments[i]), &place,
                     true);
        if (frame == floor(frame)) /* keys of a VMD are on whole frames */
            check_placed(vertices_with("tower.pmx", "keyed.vmd", moments[i]),
                         vertices_with("tower.pmx", "turn.vmd", moments[i]), &rigid, false);
    }
    float *hidden = vertices_of("keyed.glb", "40"); /* the last key, after the motion: no size is left */
    for (int v = 1; v < PUPPET_VERTICES; v++) CHECK_NEAR(hidden[3 * v + 1], hidden[1], 2e-4);
    free(hidden);
    CHECK_WARNED("tower.pmx: warning: glTF cannot contain how transparent the model is", "convert", "keyed.json", "-o",
                 "keyed.glb");
    CHECK_RUNS("convert", "tower.pmx", "turn.vmd", "--at", "20,1,-10", "-q", "-o", "placed.vmd");
    const hone_affine still = hone_affine_from_rotation((const float[]){0, 0, 0, 1}, (const float[]){20, 1, -10});
    check_placed(vertices_with("tower.pmx", "placed.vmd", "12"), vertices_with("tower.pmx", "turn.vmd", "12"), &still,
                 false);
}

static void an_attached_model_is_where_the_bone_takes_it(void **state)
{
    (void)state;
    hone_model *model = hone_model_load("tower.pmx", NULL, NULL);
    hone_motion *motion = hone_motion_load("turn.vmd", NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    assert_true(hone_actor_play(actor, motion, NULL, NULL).id);
    CHECK_RUNS("convert", "scene.json", "--model", "2", "-q", "-o", "on.glb");
    CHECK_RUNS("convert", "scene.json", "--model", "2", "-q", "-o", "on.vmd");
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        double frame = strtod(moments[i], NULL);
        assert_true(hone_actor_update_frame(actor, frame, NULL));
        hone_affine place = hone_actor_bones(actor)[2];
        place.m[0][3] += 4; /* the tower's own place */
        check_placed(vertices_of("on.glb", moments[i]), vertices_with("other.pmx", "none.vmd", "0"), &place, true);
        if (frame == floor(frame))
            check_placed(vertices_with("other.pmx", "on.vmd", moments[i]), vertices_with("other.pmx", "none.vmd", "0"),
                         &place, false);
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void bones_that_follow_other_models_do_so_in_the_file(void **state)
{
    (void)state;
    static const char follows[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\" }, { \"file\": \"other.pmx\", \"parents\": [\n"
        "  { \"frame\": 0, \"bone\": \"#1\", \"attach\": { \"model\": 1, \"bone\": \"#2\" } } ] } ],\n"
        "  \"motions\": [ { \"file\": \"turn.vmd\", \"model\": 1 } ] }\n";
    const hone_affine none = HONE_AFFINE_IDENTITY;
    assert_true(command_file_write("follows.json", follows, sizeof follows - 1));
    CHECK_RUNS("convert", "follows.json", "--model", "2", "-q", "-o", "follows.glb");
    CHECK_RUNS("convert", "follows.json", "--model", "2", "-q", "-o", "follows.vmd");
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        check_placed(vertices_of("follows.glb", moments[i]), vertices_in_scene("follows.json", "2", moments[i]), &none,
                     true);
        if (!strchr(moments[i], '.'))
            check_placed(vertices_with("other.pmx", "follows.vmd", moments[i]),
                         vertices_in_scene("follows.json", "2", moments[i]), &none, false);
    }
}

/* MMD draws a .x in its own unit; alone it has metres. */
static void an_accessory_of_a_scene_has_its_unit(void **state)
{
    (void)state;
    static const char wedge[] = "xof 0303txt 0032 Mesh { 3; 1;0;0; 0;2;0; 0;0;3; 1; 3;0,1,2;; }";
    static const char staged[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\" },\n"
                                 "  { \"file\": \"wedge.x\", \"at\": [0, 5, 0], \"scale\": 10 } ] }";
    assert_true(command_file_write("wedge.x", wedge, sizeof wedge - 1));
    assert_true(command_file_write("staged.json", staged, sizeof staged - 1));
    CHECK_RUNS("convert", "wedge.x", "-q", "-o", "alone.glb");
    CHECK_RUNS("convert", "staged.json", "--model", "2", "-q", "-o", "staged.glb");
    CHECK_RUNS("convert", "staged.json", "--model", "2", "--scale", "1", "-q", "-o", "metres.glb");
    static const char *const files[] = {"alone.glb", "staged.glb", "metres.glb"};
    static const double tops[] = {2, (5 + 20) * HONE_MMD_METRES, 5 * HONE_MMD_METRES + 20};
    for (int i = 0; i < 3; i++) {
        hone_model *model = hone_model_load(files[i], NULL, NULL);
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        float at[3][3];
        const hone_skin_out out = {.positions = {at, 3, sizeof *at}};
        assert_true(hone_actor_update(actor, 0, NULL) && hone_actor_skin(actor, &out, NULL));
        CHECK_NEAR(at[1][1], tops[i], 1e-5);
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

static void places_that_a_format_lacks_are_warned_of(void **state)
{
    (void)state;
    CHECK_WARNED("tower.pmx: warning: a VPD cannot contain where the model stands: left out", "convert", "tower.pmx",
                 "turn.vmd", "--at", "1,0,0", "-o", "x.vpd");
    CHECK_WARNED("tower.pmx: warning: a PMX cannot contain where the model stands", "convert", "tower.pmx", "--turn",
                 "90", "-o", "x.pmx");
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
    r = HONE("convert", "scene.json", "-o", "each-{model}.glb");
    assert_true(strstr(r.err, "hone: each-1.glb: ") && strstr(r.err, " frames: "));
    command_result_release(&r);
    CHECK_RUNS("convert", "tower.pmx", "turn.vmd", "--at", "4,0,0", "-q", "-o", "alone.glb");
    char *each = command_file_content("each-1.glb", &sizes[0]), *alone = command_file_content("alone.glb", &sizes[1]);
    assert_true(sizes[0] == sizes[1] && memcmp(each, alone, sizes[0]) == 0);
    free(each);
    free(alone);
    CHECK_RUNS("convert", "scene.json", "--model", "tower.pmx", "-q", "-o", "named.vmd");
    CHECK_RUNS("convert", "tower.pmx", "other.pmx", "-q", "-o", "both-{model}.pmx");
    assert_true(test_exists("both-1.pmx") && test_exists("both-2.pmx"));
}

static void one_of_several_models_must_be_chosen(void **state)
{
    (void)state;
    command_result r = HONE("convert", "scene.json", "-o", "x.glb");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err,
                        "hone: ./other.pmx: is a second model after ./tower.pmx; choose one with --model, or put "
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

TEST_GROUP(test_command_convert_scene)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_a_node_of_the_gltf),
        cmocka_unit_test(keys_of_a_place_are_keys_of_the_file),
        cmocka_unit_test(an_attached_model_is_where_the_bone_takes_it),
        cmocka_unit_test(bones_that_follow_other_models_do_so_in_the_file),
        cmocka_unit_test(an_accessory_of_a_scene_has_its_unit),
        cmocka_unit_test(places_that_a_format_lacks_are_warned_of),
        cmocka_unit_test(each_model_of_a_scene_gets_its_file),
        cmocka_unit_test(one_of_several_models_must_be_chosen),
        cmocka_unit_test(pose_takes_scenes),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
