/* Takes in FBX and BVH files: converted both ways, played on a PMX, and skeletons that need a humanoid map. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/image/picture.h"
#include "support/json_find.h"
#include "support/make/fbx/make_fbx_clip.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/image.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a humanoid that moves ----------------------------------------------------------------------------------------
 */

typedef struct human_bone {
    const char *name;
    int32_t parent;
    double at[3]; /* centimetres */
} human_bone;

enum { HIPS, LEFT_ARM = 3, BONES = 15 };

static const human_bone bones[BONES] = {
    {"Hips", -1, {0, 95, 0}},       {"Spine", 0, {0, 105, 0}},          {"Head", 1, {0, 152, 0}},
    {"LeftArm", 1, {16, 142, 0}},   {"LeftForeArm", 3, {42, 142, 0}},   {"LeftHand", 4, {66, 142, 0}},
    {"RightArm", 1, {-16, 142, 0}}, {"RightForeArm", 6, {-42, 142, 0}}, {"RightHand", 7, {-66, 142, 0}},
    {"LeftUpLeg", 0, {9, 90, 0}},   {"LeftLeg", 9, {9, 50, 1}},         {"LeftFoot", 10, {9, 9, -2}},
    {"RightUpLeg", 0, {-9, 90, 0}}, {"RightLeg", 12, {-9, 50, 1}},      {"RightFoot", 13, {-9, 9, -2}},
};

/* Roles of the same bones. */
static const char *const roles[BONES] = {"hips",          "spine",         "head",          "leftUpperArm",
                                         "leftLowerArm",  "leftHand",      "rightUpperArm", "rightLowerArm",
                                         "rightHand",     "leftUpperLeg",  "leftLowerLeg",  "leftFoot",
                                         "rightUpperLeg", "rightLowerLeg", "rightFoot"};

/* A second in which the left arm sinks by 60 degrees and the hips by 5 cm. nameless: bones "b0", "b1", …, and knees so
 * high that the shape is not that of a human. */
static bool write_take(const char *path, bool nameless)
{
    enum { LINEAR = 4 };
    static const make_fbx_key sinking[] = {{0, 0, LINEAR, 0, 0, 0, 0}, {24, -60, LINEAR, 0, 0, 0, 0}};
    static const make_fbx_key lowering[] = {{0, 95, LINEAR, 0, 0, 0, 0}, {24, 90, LINEAR, 0, 0, 0, 0}};
    const make_fbx_track tracks[] = {{0, LEFT_ARM, "Lcl Rotation", {0}, {{0}, {0}, {2, sinking, 0, 0, 0}}},
                                     {0, HIPS, "Lcl Translation", {0, 95, 0}, {{0}, {2, lowering, 0, 0, 0}, {0}}},
                                     {0}};
    char names[BONES][16];
    make_fbx_node nodes[BONES] = {{0}};
    for (int i = 0; i < BONES; i++) {
        const double *from = bones[i].parent < 0 ? (const double[]){0, 0, 0} : bones[bones[i].parent].at;
        snprintf(names[i], sizeof names[i], "b%d", i);
        nodes[i] = (make_fbx_node){.name = nameless ? names[i] : bones[i].name, .parent = bones[i].parent};
        for (int k = 0; k < 3; k++) nodes[i].translation[k] = bones[i].at[k] - from[k];
    }
    for (int leg = 9; leg < BONES && nameless; leg += 3)
        nodes[leg + 1].translation[1] += 32, nodes[leg + 2].translation[1] -= 32;
    const make_fbx_layer layer = {0};
    const make_fbx_clip clip = {BONES, nodes, 1, &layer, tracks, 0, 24, false, false, false};
    hone_bytes bytes = make_fbx_clip_file(&clip, &make_fbx_kinds[0]);
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static int make_files(void **state)
{
    size_t sizes[2];
    const void *model = hone_sample_file("character.pmx", &sizes[0]), *dance = hone_sample_file("dance.vmd", &sizes[1]);
    bool ok = command_folder_enter(state) == 0 && command_file_write("character.pmx", model, sizes[0]) &&
              command_file_write("dance.vmd", dance, sizes[1]) && write_take("take.fbx", false) &&
              write_take("odd.fbx", true);
    return ok ? 0 : -1;
}

/* ---- poses --------------------------------------------------------------------------------------------------------
 */

static int32_t find_bone(const char *name)
{
    hone_error error = {0};
    hone_model *model = hone_sample_character(&error);
    int32_t found = hone_model_find_bone(model, name);
    hone_model_release(model);
    return found;
}

typedef struct place {
    float at[3];
} place;

static place place_in(const test_array *posed, const char *bone)
{
    const size_t b = (size_t)find_bone(bone);
    place p;
    for (size_t k = 0; k < 3; k++) p.at[k] = posed->values[16 * b + 4 * k + 3];
    return p;
}

/* Checks that the left arm points down by 60 degrees in the first pose of a file: the take's last. */
static void check_arm(const char *path)
{
    static const float down[3] = {0.5f, -0.8660254f, 0};
    test_array posed;
    CHECK(test_array_read(path, &posed));
    const place elbow = place_in(&posed, "左ひじ"), wrist = place_in(&posed, "左手首");
    float along[3], length = 0;
    for (int k = 0; k < 3; k++) along[k] = wrist.at[k] - elbow.at[k], length += along[k] * along[k];
    for (int k = 0; k < 3; k++) CHECK_NEAR(along[k] / sqrtf(length), down[k], 0.02);
    test_array_release(&posed);
}

/* The farthest distance of a bone in two files of poses. */
static double apart(const char *path, const char *other, const char *bone)
{
    test_array arrays[2];
    CHECK(test_array_read(path, &arrays[0]) && test_array_read(other, &arrays[1]));
    const place a = place_in(&arrays[0], bone), b = place_in(&arrays[1], bone);
    double far = 0;
    for (int k = 0; k < 3; k++) far = fmax(far, fabs((double)a.at[k] - (double)b.at[k]));
    for (int i = 0; i < 2; i++) test_array_release(&arrays[i]);
    return far;
}

static const char *const limbs[] = {"左手首", "右手首", "左足首", "右足首", "頭"};

/* ---- conversion ---------------------------------------------------------------------------------------------------
 */

static void a_dance_goes_to_bvh_and_comes_back(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "character.pmx", "dance.vmd", "-q", "-o", "dance.bvh");
    CHECK_RUNS("convert", "dance.bvh", "character.pmx", "-q", "-o", "again.vmd");
    CHECK_RUNS("pose", "character.pmx", "dance.vmd", "--frame", "40", "-q", "--bones", "dance.npy");
    CHECK_RUNS("pose", "character.pmx", "again.vmd", "--frame", "40", "-q", "--bones", "again.npy");
    CHECK_RUNS("pose", "character.pmx", "-q", "--bones", "rest.npy");
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++)
        CHECK_NEAR(apart("dance.npy", "again.npy", limbs[i]), 0, 0.3);
    CHECK(apart("rest.npy", "again.npy", "左手首") > 1);
}

static void a_take_alone_converts_where_bones_are_enough(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "take.fbx", "-q", "-o", "alone.bvh");
    CHECK_RUNS("convert", "alone.bvh", "-q", "-o", "alone.glb");
    hone_model *model = hone_model_load("alone.glb", NULL, NULL);
    hone_motion *motion = hone_motion_load("alone.glb", NULL, NULL);
    CHECK(hone_model_humanoid(model).missing == 0 && hone_motion_moves(motion));
    CHECK_NEAR(hone_motion_duration(motion), 1, 1e-3);
    hone_model_release(model);
    hone_motion_release(motion);
    CHECK_FAILS(1, "convert", "alone.bvh", "-o", "alone.vmd");
    CHECK_FAILS(1, "convert", "take.fbx", "-o", "alone.vmd");
    CHECK_FAILS(1, "convert", "alone.bvh", "-o", "alone.pmx");
}

static void an_fbx_clip_becomes_a_vmd(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "take.fbx", "character.pmx", "-q", "-o", "take.vmd");
    CHECK_RUNS("pose", "character.pmx", "take.vmd", "--frame", "30", "-q", "--bones", "converted.npy");
    CHECK_RUNS("pose", "character.pmx", "take.fbx", "--frame", "30", "-q", "--bones", "played.npy");
    check_arm("converted.npy");
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++)
        CHECK_NEAR(apart("converted.npy", "played.npy", limbs[i]), 0, 0.01);
}

/* Nine frames, 120 a second: the root leaves its place at every second one. */
static const char fast_take[] = "HIERARCHY\nROOT Root\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                                "Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 50 0\n}\n}\nMOTION\n"
                                "Frames: 9\nFrame Time: 0.00833333333\n0 90 0 0 0 0\n8 90 0 0 0 0\n0 90 0 0 0 0\n"
                                "8 90 0 0 0 0\n0 90 0 0 0 0\n8 90 0 0 0 0\n0 90 0 0 0 0\n8 90 0 0 0 0\n"
                                "0 90 0 0 0 0\n";

static uint32_t frame_count(const char *path)
{
    size_t size;
    char *text = command_file_content(path, &size);
    assert_non_null(text);
    const char *frames = strstr(text, "\nFrames: ");
    assert_non_null(frames);
    uint32_t count = (uint32_t)atoi(frames + strlen("\nFrames: "));
    free(text);
    return count;
}

/* Checks that the root of a BVH of the fast take moves by 8 between neighbouring frames. */
static void check_wiggle(const char *path)
{
    size_t size;
    char *text = command_file_content(path, &size), *at = strstr(text, "Frame Time:");
    for (int frame = 0; frame < 9; frame++) {
        at = strchr(at, '\n') + 1;
        CHECK_NEAR(strtod(at, NULL), frame % 2 ? 8 : 0, 0.02);
    }
    free(text);
}

/* A take that wiggles between whole frames keeps this at 120 frames a second. */
static void a_bvh_has_as_many_frames_as_told(void **state)
{
    (void)state;
    CHECK(command_file_write("fast.bvh", fast_take, strlen(fast_take)));
    CHECK_RUNS("convert", "fast.bvh", "-q", "-o", "usual.bvh");
    CHECK_RUNS("convert", "fast.bvh", "-q", "-o", "same.bvh", "--fps", "120", "--motion-unit", "1cm");
    CHECK_RUNS("convert", "fast.bvh", "-q", "-o", "film.bvh", "--fps", "30000/1001");
    assert_int_equal(frame_count("usual.bvh"), 3);
    assert_int_equal(frame_count("same.bvh"), 9);
    assert_int_equal(frame_count("film.bvh"), 2);
    check_wiggle("same.bvh");
    CHECK_FAILS(2, "convert", "fast.bvh", "-o", "fast.glb", "--fps", "60");
    CHECK_FAILS(2, "convert", "fast.bvh", "-o", "same.bvh", "--fps", "0");
    CHECK_FAILS(2, "convert", "fast.bvh", "-o", "same.bvh", "--fps", "many");
}

/* ---- pose and render ----------------------------------------------------------------------------------------------
 */

static void takes_move_a_pmx(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "take.fbx", "-q", "-o", "take.bvh");
    command_result said = HONE("pose", "character.pmx", "take.bvh", "--frame", "30", "--bones", "bvh.npy");
    CHECK(said.status == 0 && strstr(said.err, "take.bvh: warning: made for another rig: retargeted to"));
    command_result_release(&said);
    CHECK_RUNS("pose", "character.pmx", "take.fbx", "--frame", "30", "-q", "--bones", "fbx.npy");
    check_arm("bvh.npy");
    check_arm("fbx.npy");
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++)
        CHECK_NEAR(apart("bvh.npy", "fbx.npy", limbs[i]), 0, 0.01);
}

/* The picture of the character with this motion, at the take's end, in `name`. */
static bool make_picture(const char *motion, const char *name)
{
    command_result made =
        HONE("render", "character.pmx", motion, "--frame", "30", "--size", "48x48", "--msaa", "0", "-q", "-o", name);
    bool ok = made.status == 0;
    command_result_release(&made);
    return ok;
}

/* How many pixels of two pictures differ visibly. */
static uint32_t differences(const char *path, const char *other)
{
    hone_image a = picture_read(path, 48, 48), b = picture_read(other, 48, 48);
    uint32_t count = 0;
    for (size_t p = 0; p < 48 * 48; p++) {
        int far = 0;
        for (size_t c = 0; c < 3; c++) far = abs(a.pixels[4 * p + c] - b.pixels[4 * p + c]) > 48 ? 1 : far;
        count += (uint32_t)far;
    }
    hone_image_release(&a);
    hone_image_release(&b);
    return count;
}

static void takes_are_seen_in_pictures(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "take.fbx", "-q", "-o", "take.bvh");
    if (!make_picture("dance.vmd", "dance.png") && !picture_can_be_made())
        test_skip(1, "pictures, without an EGL driver");
    CHECK(make_picture("take.fbx", "fbx.png") && make_picture("take.bvh", "bvh.png"));
    CHECK(differences("fbx.png", "bvh.png") <= 4);
    CHECK(differences("fbx.png", "dance.png") > 20);
}

/* ---- humanoid maps ------------------------------------------------------------------------------------------------
 */

/* The map of the bones without meaning: as the source, or as roles alone. */
static bool write_map(const char *path, bool sides)
{
    char text[1024] = "";
    size_t used = (size_t)snprintf(text, sizeof text, "%s{", sides ? "{\"source\": " : "");
    for (int i = 0; i < BONES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\"%s\": \"b%d\"", i ? ", " : "", roles[i], i);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", sides ? "}, \"target\": {\"head\": \"頭\"}}" : "}");
    return command_file_write(path, text, used);
}

static void a_map_names_bones_without_meaning(void **state)
{
    (void)state;
    CHECK(write_map("map.json", false) && write_map("sides.json", true));
    CHECK_RUNS("convert", "odd.fbx", "-q", "-o", "odd.bvh");
    static const char *const takes[] = {"odd.fbx", "odd.bvh"}, *const maps[] = {"map.json", "sides.json"};
    for (int t = 0; t < 2; t++)
        for (int m = 0; m < 2; m++) {
            CHECK_FAILS(1, "pose", "character.pmx", takes[t]);
            CHECK_RUNS("pose", "character.pmx", takes[t], "--map", maps[m], "--frame", "30", "-q", "--bones",
                       "odd.npy");
            check_arm("odd.npy");
        }
    CHECK_RUNS("convert", "odd.bvh", "character.pmx", "--map", "map.json", "-q", "-o", "odd.vmd");
    CHECK_RUNS("pose", "character.pmx", "odd.vmd", "--frame", "30", "-q", "--bones", "odd.npy");
    check_arm("odd.npy");
}

static void a_map_comes_before_names(void **state)
{
    (void)state;
    static const char swapped[] = "{\"leftUpperArm\": \"RightArm\", \"leftLowerArm\": \"RightForeArm\", \"leftHand\": "
                                  "\"RightHand\", \"rightUpperArm\": \"LeftArm\", \"rightLowerArm\": "
                                  "\"LeftForeArm\", \"rightHand\": \"LeftHand\", \"leftEye\": null}";
    CHECK(command_file_write("swapped.json", swapped, strlen(swapped)));
    CHECK_RUNS("pose", "character.pmx", "take.fbx", "--frame", "30", "-q", "--bones", "plain.npy");
    CHECK_RUNS("pose", "character.pmx", "take.fbx", "--frame", "30", "-q", "--bones", "swapped.npy", "--map",
               "swapped.json");
    CHECK(apart("plain.npy", "swapped.npy", "左手首") > 1);
}

static void a_map_that_does_not_do_is_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } bad[] = {{"{\"leftWing\": \"b0\"}", "leftWing"},
               {"{\"hips\": \"pelvis\"}", "pelvis"},
               {"{\"target\": {\"hips\": \"b0\"}}", "b0"}, /* a bone of the motion, not of the model */
               {"{\"hips\": \"b0\"", "is not valid JSON: the text ends too early, in line 1"},
               {"{\"hips\": 3}", "line 1: hips: needs a text in quotes"},
               {"{\"source\": {}, \"other\": {}}", "line 1: other: is not known"},
               {"{\"hips\": \"b0\", \"hips\": \"b1\"}", "is not valid JSON: duplicate object key \"hips\", in line 1"},
               {"{} {}", "something follows"},
               {"[]", "line 1: needs an object"},
               {"", "is not valid JSON: the text ends too early, in line 1"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(command_file_write("bad.json", bad[i].text, strlen(bad[i].text)));
        CHECK_FAILS(1, "pose", "character.pmx", "odd.fbx", "--map", "bad.json");
        command_result result = HONE("pose", "character.pmx", "odd.fbx", "--map", "bad.json");
        if (!strstr(result.err, "bad.json") || !strstr(result.err, bad[i].said))
            fail_msg("%s\n%s", bad[i].text, result.err);
        command_result_release(&result);
    }
    CHECK_FAILS(1, "pose", "character.pmx", "odd.fbx", "--map", "absent.json");
    CHECK_FAILS(1, "convert", "odd.fbx", "character.pmx", "-o", "odd.vmd", "--map", "absent.json");
}

static void info_prints_the_map_that_others_read(void **state)
{
    (void)state;
    command_result map = HONE("info", "--map", "take.fbx");
    CHECK(map.status == 0 && json_is_valid(map.out) && json_string_is(map.out, "leftHand", "LeftHand"));
    CHECK(strncmp(json_find(map.out, "leftEye"), "null", 4) == 0);
    CHECK(command_file_write("printed.json", map.out, map.out_size));
    command_result_release(&map);
    CHECK_RUNS("pose", "character.pmx", "take.fbx", "--map", "printed.json", "--frame", "30", "-q", "--bones",
               "mapped.npy");
    check_arm("mapped.npy");
    map = HONE("info", "--map", "character.pmx");
    CHECK(map.status == 0 && json_string_is(map.out, "leftHand", "左手首"));
    command_result_release(&map);
}

/* ---- the unit of BVH ----------------------------------------------------------------------------------------------
 */

/* How high the hips are in the glTF that the take becomes: in metres. */
static double hips_height(const char *unit)
{
    CHECK_RUNS("convert", "take.bvh", "--motion-unit", unit, "-q", "-o", "unit.glb");
    hone_model *model = hone_model_load("unit.glb", NULL, NULL);
    int32_t hips = hone_model_find_bone(model, "Hips");
    CHECK(hips >= 0);
    double height = (double)hone_model_skeleton(model)->bones[hips].position[1];
    hone_model_release(model);
    return height;
}

static void the_unit_of_a_bvh_may_be_told(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "take.fbx", "-q", "-o", "take.bvh");
    CHECK_NEAR(hips_height("1cm"), 0.95, 1e-4);
    CHECK_NEAR(hips_height("25.4mm"), 2.413, 1e-4);
    CHECK_NEAR(hips_height("1m"), 95, 1e-2);
    static const char *const bad[] = {"0", "-1cm", "1furlong", "2000m", ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(2, "convert", "take.bvh", "--motion-unit", bad[i], "-o", "unit.glb");
}

TEST_GROUP(test_command_takes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dance_goes_to_bvh_and_comes_back),
        cmocka_unit_test(a_take_alone_converts_where_bones_are_enough),
        cmocka_unit_test(an_fbx_clip_becomes_a_vmd),
        cmocka_unit_test(a_bvh_has_as_many_frames_as_told),
        cmocka_unit_test(takes_move_a_pmx),
        cmocka_unit_test(takes_are_seen_in_pictures),
        cmocka_unit_test(a_map_names_bones_without_meaning),
        cmocka_unit_test(a_map_comes_before_names),
        cmocka_unit_test(a_map_that_does_not_do_is_one_line),
        cmocka_unit_test(info_prints_the_map_that_others_read),
        cmocka_unit_test(the_unit_of_a_bvh_may_be_told),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
