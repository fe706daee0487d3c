#include "files/format/readers.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE "Vocaloid Pose Data file\r\n\r\n"

static hone_motion *load_bytes(const char *text, size_t size, bool strict, hone_error *error)
{
    return hone_motion_load_memory(text, size, &(hone_load_desc){.strict = strict}, error);
}

/* Loads without a warning. */
static hone_motion *load(const char *text)
{
    hone_error error = {0};
    hone_motion *motion = load_bytes(text, strlen(text), true, &error);
    assert_string_equal(error.message, "");
    assert_non_null(motion);
    return motion;
}

/* Loads with exactly this warning. */
static hone_motion *load_odd(const char *text, const char *warning)
{
    hone_error error = {0};
    hone_motion *motion = load_bytes(text, strlen(text), false, &error);
    assert_string_equal(error.message, "");
    hone_warnings warnings = hone_motion_warnings(motion);
    if (warnings.count != 1 || !strstr(warnings.texts[0], warning))
        fail_msg("%u warnings, the first \"%s\", not one \"%s\"", warnings.count,
                 warnings.count ? warnings.texts[0] : "", warning);
    return motion;
}

static void check_error(const char *text, const char *why)
{
    hone_error error = {0};
    assert_null(load_bytes(text, strlen(text), false, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" is not \"%s\"", error.message, why);
}

/* The motion has this track for a bone, with one key. */
static void check_bone(const hone_motion *motion, uint32_t at, const char *name, const float t[3], const float q[4])
{
    const hone_motion_data *data = hone_motion_get(motion);
    assert_true(at < data->bone_track_count);
    const hone_bone_track *track = &data->bone_tracks[at];
    assert_string_equal(track->name.text, name);
    assert_int_equal(track->key_count, 1);
    assert_int_equal(track->keys->frame, 0);
    for (int i = 0; i < 3; i++) CHECK(track->keys->translation[i] == t[i]);
    for (int i = 0; i < 4; i++) CHECK_NEAR(track->keys->rotation[i], q[i], 1e-7);
}

static const float still[4] = {0, 0, 0, 1};

/* ---- what a pose says ---- */

static void vpd_bones_and_morphs_have_one_key(void **state)
{
    (void)state;
    hone_motion *motion =
        load(TITLE "miku.osm;\t\t// the model\r\n2;\t\t// bones\r\n\r\n"
                   "Bone0{upper body\r\n  0.5,-1.25,3e1;\t// Trans\r\n  0.6,0,0,0.8;\t// Quat\r\n}\r\n"
                   "\r\nBone1{b\r\n  0.000000,0.000000,0.000000;\r\n  0.0,0.0,0.0,1.0;\r\n}\r\n"
                   "Morph0{smile\r\n  0.75;\r\n}\r\n");
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->format == HONE_FORMAT_VPD && data->space == HONE_SPACE_MMD && data->last_frame == 0);
    assert_string_equal(data->model_name, "miku");
    CHECK(data->bone_track_count == 2 && data->morph_track_count == 1);
    CHECK(data->records.bone == 2 && data->records.morph == 1 && data->records.property == 0);
    check_bone(motion, 0, "upper body", (float[]){0.5f, -1.25f, 30}, (float[]){0.6f, 0, 0, 0.8f});
    check_bone(motion, 1, "b", (float[]){0, 0, 0}, still);
    for (int i = 0; i < 4; i++) CHECK(data->bone_tracks->keys->curves[i].y2 == 107);
    assert_string_equal(data->morph_tracks->name.text, "smile");
    CHECK(data->morph_tracks->keys->weight == 0.75f && data->morph_tracks->keys->frame == 0);
    hone_motion_release(motion);
}

static void vpd_lines_end_as_they_like(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[256];
        const char *e = ends[i];
        int size = snprintf(text, sizeof text, "Vocaloid Pose Data file%s%sm.osm;%s1;%sBone0{a%s1,2,3;%s0,0,0,1;%s}", e,
                            e, e, e, e, e, e);
        CHECK(size > 0 && (size_t)size < sizeof text);
        hone_motion *motion = load(text);
        check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
        hone_motion_release(motion);
    }
}

/* ボーンマ: the second bytes are those of braces and a bar. */
static void vpd_names_are_cp932_utf8_or_gbk(void **state)
{
    (void)state;
    static const char *const texts[] = {
        TITLE "\x83\x7B\x81\x5B.osm;\n1;\nBone0{\x83\x7B\x81\x5B\x83\x93\x83\x7D\n1,2,3;\n0,0,0,1;\n}\n",
        TITLE "ボー.osm;\n1;\nBone0{ボーンマ\n1,2,3;\n0,0,0,1;\n}\n",
        "\xEF\xBB\xBF" TITLE "ボー.osm;\n1;\nBone0{ボーンマ\n1,2,3;\n0,0,0,1;\n}\n",
        TITLE "\xa5\xdc\xa9\x60.osm;\n2;\nBone0{\xa5\xdc\xa9\x60\xa5\xf3\xa5\xde\n1,2,3;\n0,0,0,1;\n}\nBone1{"
              "\xc9\xcf\xb0\xeb\xc9\xed\n}\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hone_motion *motion = load(texts[i]);
        assert_string_equal(hone_motion_get(motion)->model_name, "ボー");
        check_bone(motion, 0, "ボーンマ", (float[]){1, 2, 3}, still);
        hone_motion_release(motion);
    }
    hone_motion_release(load_odd(TITLE "m.osm;\n1;\nBone0{\x83\x7B\xFF\xFF\x81\n}\n", "neither UTF-8 nor CP932"));
}

static void vpd_missing_numbers_are_those_of_rest(void **state)
{
    (void)state;
    static const struct {
        const char *values;
        float translation[3], rotation[4];
    } cases[] = {{"", {0, 0, 0}, {0, 0, 0, 1}},
                 {"1;", {1, 0, 0}, {0, 0, 0, 1}},
                 {"1,,3;\n;", {1, 0, 3}, {0, 0, 0, 1}},
                 {";\n0,1,0,0;", {0, 0, 0}, {0, 1, 0, 0}},
                 {"1,2;\n0;", {1, 2, 0}, {0, 0, 0, 1}},
                 {"1,2,3;0,0,0,1;", {1, 2, 3}, {0, 0, 0, 1}},
                 {" 1 , 2\t,3 ;\n\n 0,0,0,2 ;", {1, 2, 3}, {0, 0, 0, 1}},
                 {"1,2,3\n0,0,0,1", {1, 2, 3}, {0, 0, 0, 1}},
                 {"+1,.5,2.;", {1, 0.5f, 2}, {0, 0, 0, 1}},
                 {"1E+2,1e-2,-0;", {100, 0.01f, 0}, {0, 0, 0, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        snprintf(text, sizeof text, TITLE "m.osm;\n1;\nBone0{a\n%s\n}\n", cases[i].values);
        hone_motion *motion = i == 6 ? load_odd(text, "unit length") : load(text);
        check_bone(motion, 0, "a", cases[i].translation, cases[i].rotation);
        hone_motion_release(motion);
    }
}

static void vpd_comments_are_no_part_of_it(void **state)
{
    (void)state;
    hone_motion *motion =
        load(TITLE "// a comment\nm.osm; // m\n// another\n1; //\nBone0{a b // name\n// }\n1,2,3; // 4\n"
                   "0,0,0,1;\n} // end\n//");
    check_bone(motion, 0, "a b", (float[]){1, 2, 3}, still);
    hone_motion_release(motion);
}

static void vpd_braces_may_share_lines(void **state)
{
    (void)state;
    hone_motion *motion = load(TITLE "m.osm; 2; Bone0{a\n1,2,3; 0,0,0,1; } Bone7 {b\n4,5,6;}");
    check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
    check_bone(motion, 1, "b", (float[]){4, 5, 6}, still);
    hone_motion_release(motion);
}

/* ---- what is odd about one ---- */

static void vpd_count_is_not_believed(void **state)
{
    (void)state;
    static const char *const counts[] = {"0", "1", "3", "99999999999999999999", "-2", "two", ""};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char text[256];
        snprintf(text, sizeof text, TITLE "m.osm;\n%s;\nBone0{a\n1;\n}\nBone1{b\n2;\n}\n", counts[i]);
        hone_motion *motion = load_odd(text, "count of bones");
        assert_int_equal(hone_motion_get(motion)->bone_track_count, 2);
        hone_motion_release(motion);
    }
    hone_motion_release(load("Vocaloid Pose Data file"));
    hone_motion_release(load(TITLE "m.osm;"));
    hone_motion_release(load(TITLE "Bone0{a\n}"));
}

static void vpd_unknown_blocks_are_skipped(void **state)
{
    (void)state;
    hone_motion *motion = load_odd(TITLE "m.osm;\n1;\nCamera{x\nBone5{y\n1,nonsense,2;\n}\nBone0{a\n1,2,3;\n}\n",
                                   "neither a bone nor a morph");
    assert_int_equal(hone_motion_get(motion)->bone_track_count, 1);
    check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n0;\nBone{a\n1;\n}\nBoneX1{a\n}", "neither a bone nor a morph");
    assert_int_equal(hone_motion_get(motion)->bone_track_count, 0);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n1;\nBone0{\n1;\n}\nBone1{a\n1;}", "without a name");
    check_bone(motion, 0, "a", (float[]){1, 0, 0}, still);
    hone_motion_release(motion);
}

static void vpd_odd_blocks_are_mended(void **state)
{
    (void)state;
    hone_motion *motion = load_odd(TITLE "m.osm;\n2;\nBone0{a\n1,2,3;\nBone1{b\n4,5,6;\n}\n", "begins inside another");
    check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
    check_bone(motion, 1, "b", (float[]){4, 5, 6}, still);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n1;\nBone0{a\n1,2,3;\n", "ends inside a block");
    check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n1;\nBone0{a\n1,2,3;\n0,0,0,1;\n7;\n}\n", "too many lines");
    check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n1;\nBone0{a\n1,2,3,4;\n0,0,0,1;\n}\n", "too many numbers");
    check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
    hone_motion_release(motion);
    hone_motion_release(load_odd(TITLE "m.osm;\n0;\nwhat?\n", "outside of blocks"));
    motion = load_odd(TITLE "m.osm;\n3;\nBone0{a\n1;\n}\nBone1{b\n2;}\nBone2{a\n3;\n}\n",
                      "several blocks with the same name");
    assert_int_equal(hone_motion_get(motion)->bone_track_count, 2);
    check_bone(motion, 0, "a", (float[]){3, 0, 0}, still);
    check_bone(motion, 1, "b", (float[]){2, 0, 0}, still);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n0;\nMorph0{a\n1;\n}\nMorph1{a\n3;\n}\n", "several blocks with the same name");
    CHECK(hone_motion_get(motion)->morph_tracks->keys->weight == 3);
    hone_motion_release(motion);
}

static void vpd_odd_numbers_are_mended(void **state)
{
    (void)state;
    hone_motion *motion = load_odd(TITLE "m.osm;\n1;\nBone0{a\n1e999,2,3;\n}\n", "not finite");
    check_bone(motion, 0, "a", (float[]){0, 2, 3}, still);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n1;\nBone0{a\n1,2,3;\n0,0,0,0;\n}\n", "without length");
    check_bone(motion, 0, "a", (float[]){1, 2, 3}, still);
    hone_motion_release(motion);
    motion = load_odd(TITLE "m.osm;\n1;\nBone0{a\n;\n3,0,0,4;\n}\n", "unit length");
    check_bone(motion, 0, "a", (float[]){0, 0, 0}, (float[]){0.6f, 0, 0, 0.8f});
    hone_motion_release(motion);
}

static void vpd_errors_say_what_and_where(void **state)
{
    (void)state;
    check_error("Vocaloid Pose Data fil", "first line");
    check_error("Vocaloid Pose Data file 2\n", "first line");
    check_error("Vocaloid Pose Data\n", "first line");
    check_error(TITLE "m.osm;\n1;\nBone0{a\n1,2,abc;\n}", "\"abc\" is not a number, in the line at byte 45");
    static const char *const wrong[] = {"0x10", "1.2.3", "nan", "inf", "1 2", "-", "1e", "--1", "１"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256];
        snprintf(text, sizeof text, TITLE "m.osm;\n1;\nBone0{a\n1,%s,3;\n}", wrong[i]);
        check_error(text, "is not a number");
    }
    char text[512], bones[60 * 3 + 1] = "";
    for (size_t i = 0; i < 60; i++) memcpy(bones + 3 * i, "骨", 4);
    snprintf(text, sizeof text, TITLE "m.osm;\n1;\nBone0{a\n%s", bones);
    check_error(text, "\"骨骨骨骨骨骨骨骨骨骨骨骨骨\" is not a number"); /* cut between characters */
}

/* ---- names ---- */

enum { MOST = 4 };

/* Returns how the pose moves each bone of a model with these names. */
static void check_binding(const char *text, const char *const *names, uint32_t count, const float *x)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, count, sizeof *bones);
    assert_non_null(bones);
    for (uint32_t i = 0; i < count; i++)
        bones[i] = (hone_bone){.name = hone_builder_text(builder, names[i], strlen(names[i])), .parent = HONE_NONE};
    hone_model_data data = {.skeleton = {.bone_count = count, .bones = bones}};
    hone_model *model = hone_model_create(builder, &data, NULL, NULL);
    hone_motion *motion = load(text);
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, NULL);
    assert_non_null(sampler);
    hone_transform transforms[MOST];
    uint8_t animated[MOST], physics_off[MOST];
    hone_pose pose = {.bone_count = count, .bones = transforms, .animated = animated, .physics_off = physics_off};
    hone_pose_reset(&pose, model);
    hone_sampler_sample(sampler, 17, &pose); /* a pose holds at any time */
    for (uint32_t i = 0; i < count; i++) CHECK(transforms[i].translation[0] == x[i]);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* 左足の先のほねＡ: 16 bytes of CP932; the first 15 are also those of Ｂ. */
static void vpd_names_are_whole(void **state)
{
    (void)state;
    const char *const bones[] = {"左足の先のほねＡ", "左足の先のほねＢ", "fifteen letters+", "fifteen letters"};
    check_binding(TITLE "m.osm;\n1;\nBone0{左足の先のほねＢ\n7;\n}", bones, 4, (float[]){0, 7, 0, 0});
    check_binding(TITLE "m.osm;\n2;\nBone0{左足の先のほねＢ\n7;\n}\nBone1{左足の先のほねＡ\n8;\n}", bones, 4,
                  (float[]){8, 7, 0, 0});
    check_binding(TITLE "m.osm;\n1;\nBone0{fifteen letters\n7;\n}", bones, 4, (float[]){0, 0, 0, 7});
}

/* ---- hostile bytes ---- */

static const char whole[] =
    TITLE "m.osm;\r\n2;\r\nBone0{\x83\x7B\x81\x5B\r\n  1.5,2.25,-3e1;\r\n  0.6,0,0,0.8;\r\n}\r\n"
          "Bone1{b // c\r\n  1,2,3;\r\n  0,0,0,1;\r\n}\r\nMorph0{m\r\n  0.5;\r\n}\r\nOdd{\r\n}\r\n";

static hone_code check_whatever(const char *text, size_t size)
{
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_error error = {0};
    char *exact = malloc(size + (size == 0)); /* so that a read past the end is seen */
    memcpy(exact, text, size);
    hone_motion *motion = hone_vpd_read(exact, size, &(hone_load_desc){.allocator = &a.allocator}, &error);
    CHECK(a.peak_size + size <= 16 * size + (1 << 20));
    CHECK(motion ? error.code == HONE_OK : error.message[0] && !strchr(error.message, '\n') && error.at <= size);
    if (motion) {
        hone_motion *strict = hone_vpd_read(exact, size, &(hone_load_desc){.strict = true}, NULL);
        CHECK((strict != NULL) == (hone_motion_warnings(motion).count == 0));
        hone_motion_release(strict);
    }
    hone_motion_release(motion);
    assert_int_equal(a.live, 0);
    free(exact);
    return error.code;
}

static void vpd_cut_anywhere_gives_what_is_there(void **state)
{
    (void)state;
    uint32_t title = (uint32_t)strlen("Vocaloid Pose Data file"), loaded = 0;
    for (uint32_t size = 0; size < sizeof whole; size++) {
        hone_code code = check_whatever(whole, size);
        CHECK(code == HONE_OK || code == HONE_ERROR_FORMAT);
        CHECK(size >= title || code == HONE_ERROR_FORMAT);
        loaded += code == HONE_OK;
    }
    CHECK(loaded + title + 4 > sizeof whole); /* all except a few that end inside a number */
}

static void vpd_flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    test_random random = {5};
    uint32_t loaded = 0;
    for (int round = 0; round < 5000; round++) {
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        for (uint32_t i = test_random_u32(&random) % 4 + 1; i-- > 0;)
            text[24 + test_random_u32(&random) % (sizeof whole - 25)] = (char)test_random_u32(&random);
        loaded += check_whatever(text, sizeof whole - 1) == HONE_OK;
    }
    CHECK(loaded > 1000);
}

static void vpd_every_failed_allocation_is_reported(void **state)
{
    (void)state;
    hone_motion *motion = NULL;
    uint64_t n = 0;
    for (; !motion; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        motion = hone_motion_load_memory(whole, sizeof whole - 1, &(hone_load_desc){.allocator = &a.allocator}, &error);
        CHECK(motion || error.code == HONE_ERROR_MEMORY);
        hone_motion_release(motion);
        assert_int_equal(a.live, 0);
    }
    CHECK(n > 3);
}

/* The title, then `part` repeated to 1 MB. If the time grew with the square of the size, the test would reach its
 * timeout. */
static void check_greedy(const char *part)
{
    enum { SIZE = 1000000 };
    size_t title = strlen(TITLE), size = strlen(part), at = title;
    char *text = malloc(SIZE);
    for (size_t i = 0; i < title; i++) text[i] = TITLE[i];
    for (; at < SIZE; at++) text[at] = part[(at - title) % size];
    hone_code code = check_whatever(text, at);
    CHECK(code == HONE_OK || code == HONE_ERROR_MEMORY || code == HONE_ERROR_FORMAT);
    free(text);
}

static void vpd_greedy_files_stay_within_memory_and_time(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "Bone0{a\n}\n", "Bone0{a\n", "Bone1{", "Bone1",  "{",   "}",         ";",
        "; ",           "x{}",       "\n",     "/",      "//",  "Bone0{\n0", "9",
        "0.1,",         ",",         "\x83",   "\x83\n", "{\n", "}{",        "Morph1{b\n1;1;}\n",
        "1e-300,",      "Bone0 ",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) check_greedy(parts[i]);
}

TEST_GROUP(test_vpd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vpd_bones_and_morphs_have_one_key),
        cmocka_unit_test(vpd_lines_end_as_they_like),
        cmocka_unit_test(vpd_names_are_cp932_utf8_or_gbk),
        cmocka_unit_test(vpd_missing_numbers_are_those_of_rest),
        cmocka_unit_test(vpd_comments_are_no_part_of_it),
        cmocka_unit_test(vpd_braces_may_share_lines),
        cmocka_unit_test(vpd_count_is_not_believed),
        cmocka_unit_test(vpd_unknown_blocks_are_skipped),
        cmocka_unit_test(vpd_odd_blocks_are_mended),
        cmocka_unit_test(vpd_odd_numbers_are_mended),
        cmocka_unit_test(vpd_errors_say_what_and_where),
        cmocka_unit_test(vpd_names_are_whole),
        cmocka_unit_test(vpd_cut_anywhere_gives_what_is_there),
        cmocka_unit_test(vpd_flipped_bytes_do_no_harm),
        cmocka_unit_test(vpd_every_failed_allocation_is_reported),
        cmocka_unit_test(vpd_greedy_files_stay_within_memory_and_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
