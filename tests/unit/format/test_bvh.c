/* Reading BVH: the skeleton as a model, the frames as a motion, and repairs. */
#include "support/make/files/make_bvh.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

typedef struct bvh {
    hone_model *model;
    hone_motion *motion;
} bvh;

static bvh load_with(const char *text, size_t size, const hone_load_desc *desc)
{
    hone_error error = {0};
    bvh out = {hone_model_load_memory(text, size, desc, &error), NULL};
    out.motion = hone_motion_load_memory(text, size, desc, &error);
    assert_string_equal(error.message, "");
    assert_non_null(out.model);
    assert_non_null(out.motion);
    assert_int_equal(hone_motion_get(out.motion)->source, hone_model_get(out.model)->source);
    return out;
}

/* Loads without a warning. The unit is a centimetre. */
static bvh load(const char *text)
{
    return load_with(text, strlen(text), &(hone_load_desc){.strict = true, .unit = 0.01});
}

/* Loads with exactly one warning, which contains `warning`. */
static bvh load_odd(const char *text, const char *warning)
{
    bvh out = load_with(text, strlen(text), &(hone_load_desc){.unit = 0.01});
    hone_warnings warnings = hone_motion_warnings(out.motion);
    if (warnings.count != 1 || !strstr(warnings.texts[0], warning))
        fail_msg("%u warnings, the first \"%s\", not one \"%s\"", warnings.count,
                 warnings.count ? warnings.texts[0] : "", warning);
    return out;
}

static void release(bvh *file)
{
    hone_model_release(file->model);
    hone_motion_release(file->motion);
}

static void check_error(const char *text, const char *why)
{
    hone_error error = {0};
    assert_null(hone_motion_load_memory(text, strlen(text), NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" is not \"%s\"", error.message, why);
}

static const hone_bone *bone(const bvh *file, uint32_t at)
{
    return &hone_model_get(file->model)->skeleton.bones[at];
}

static uint32_t bone_count(const bvh *file)
{
    return hone_model_get(file->model)->skeleton.bone_count;
}

static const hone_channel *channel(const bvh *file, hone_channel_path path, int32_t of)
{
    const hone_motion_data *data = hone_motion_get(file->motion);
    for (uint32_t c = 0; c < data->channel_count; c++)
        if (data->channels[c].path == path && data->channels[c].targets->index == of)
            return &data->channels[c];
    fail_msg("bone %d has no channel %d", of, path);
    return NULL;
}

/* The model-space transform of a bone at a time. */
static hone_affine place(const bvh *file, uint32_t at, double seconds)
{
    hone_sampler *sampler =
        hone_sampler_create(&(hone_sampler_desc){.model = file->model, .motion = file->motion}, NULL);
    hone_pose *pose = hone_pose_create(file->model, NULL, NULL);
    assert_true(sampler && pose);
    hone_sampler_sample(sampler, hone_frame_from_seconds(seconds), pose);
    hone_affine out = hone_affine_from_transform(&pose->bones[at]);
    for (int32_t b = bone(file, at)->parent; b != HONE_NONE; b = bone(file, (uint32_t)b)->parent) {
        hone_affine local = hone_affine_from_transform(&pose->bones[b]);
        out = hone_affine_multiply(&local, &out);
    }
    hone_sampler_destroy(sampler);
    hone_pose_destroy(pose);
    return out;
}

static void check_place(const bvh *file, uint32_t at, double seconds, double x, double y, double z)
{
    const hone_affine m = place(file, at, seconds);
    CHECK_NEAR(m.m[0][3], x, 1e-5);
    CHECK_NEAR(m.m[1][3], y, 1e-5);
    CHECK_NEAR(m.m[2][3], z, 1e-5);
}

#define HEAD "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
#define ROOT_CHANNELS "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
#define LEG "JOINT Leg\n{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
#define SITE "End Site\n{\nOFFSET 0 -45 5\n}\n"
#define TIMES(n) "MOTION\nFrames: " n "\nFrame Time: 0.0333333\n"

/* ---- skeleton -------------------------------------------------------------------------------------------------- */

static void bvh_joints_become_bones(void **state)
{
    (void)state;
    bvh file = load(HEAD ROOT_CHANNELS LEG SITE "}\n}\n" TIMES("1") "0 90 0 0 0 0 0 0 0\n");
    const hone_model_data *data = hone_model_get(file.model);
    CHECK(data->format == HONE_FORMAT_BVH && data->space == HONE_SPACE_GLTF && data->clip_count == 1);
    assert_int_equal(bone_count(&file), 2);
    assert_string_equal(bone(&file, 0)->name, "Hips");
    assert_string_equal(bone(&file, 1)->name, "Leg");
    CHECK(bone(&file, 0)->parent == HONE_NONE && bone(&file, 1)->parent == 0);
    CHECK_NEAR(bone(&file, 1)->position[1], -0.4, 1e-7);
    CHECK_NEAR(bone(&file, 1)->tail_offset[1], -0.45, 1e-7); /* the End Site is the bone's tail */
    CHECK_NEAR(bone(&file, 1)->tail_offset[2], 0.05, 1e-7);
    check_place(&file, 1, 0, 0, 0.5, 0);
    release(&file);
}

static void bvh_names_may_contain_spaces_and_comments_follow(void **state)
{
    (void)state;
    bvh file =
        load("# made by hand\r\nHierarchy\r\nROOT Bip01 L Thigh \t # a leg\r\n{\r\n OFFSET 0 0 0\r\n"
             "CHANNELS 1 Xrotation\r\nJOINT \x8e\xe8{OFFSET 1 2 3 CHANNELS 0 End Site # tip\r\n{OFFSET 0 1 0}}}\r\n"
             "motion\r\nFRAMES : 1\r\nframe  time:\t0.04\r\n 90 \r\n\x1a");
    assert_string_equal(bone(&file, 0)->name, "Bip01 L Thigh");
    assert_string_equal(bone(&file, 1)->name, "手");
    check_place(&file, 1, 0, 0.01, -0.03, 0.02);
    release(&file);
}

static void bvh_several_roots_are_read(void **state)
{
    (void)state;
    bvh file = load("HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition }\n"
                    "ROOT b\n{ OFFSET 0 0 0 CHANNELS 3 Zposition Yposition Xposition }\n" TIMES("1") "1 2 3 4 5 6\n");
    CHECK(bone(&file, 1)->parent == HONE_NONE);
    check_place(&file, 0, 0, 0.01, 0.02, 0.03);
    check_place(&file, 1, 0, 0.06, 0.05, 0.04);
    release(&file);
}

static void check_unit(const char *offset, double height)
{
    char text[400];
    snprintf(text, sizeof text,
             HEAD ROOT_CHANNELS
             "JOINT Leg\n{\nOFFSET 0 -%s 0\nCHANNELS 0\n}\nJOINT Head\n{\nOFFSET 0 %s 0\nCHANNELS 0\n}\n}\n" TIMES(
                 "1") "0 %s 0 0 0 0\n",
             offset, offset, offset);
    bvh file = load_with(text, strlen(text), NULL);
    CHECK_NEAR(bone(&file, 1)->position[1], -height, 1e-6);
    check_place(&file, 0, 0, 0, height, 0);
    release(&file);
}

static void bvh_units_are_guessed_from_the_span(void **state)
{
    (void)state;
    check_unit("1.1", 1.1);
    check_unit("105", 1.05);
    check_unit("45", 45 * 0.0254);
    check_unit("20", 20 * 0.0254 / 0.45);
    check_unit("11", 1.1);
    check_unit("1100", 1.1);
    bvh told = load_with(HEAD ROOT_CHANNELS "}" TIMES("1") "0 3 0 0 0 0",
                         0 + strlen(HEAD ROOT_CHANNELS "}" TIMES("1") "0 3 0 0 0 0"), &(hone_load_desc){.unit = 0.5});
    check_place(&told, 0, 0, 0, 1.5, 0);
    release(&told);
}

/* ---- channels -------------------------------------------------------------------------------------------------- */

static void multiply(double a[3][3], double b[3][3])
{
    double out[3][3] = {{0}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++) out[r][c] += a[r][k] * b[k][c];
    memcpy(a, out, sizeof out);
}

static void turn(double m[3][3], char axis, double degrees)
{
    int a = axis - 'X', j = (a + 1) % 3, k = (a + 2) % 3;
    double radians = degrees * acos(-1) / 180, one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    one[j][j] = one[k][k] = cos(radians);
    one[k][j] = sin(radians), one[j][k] = -sin(radians);
    multiply(m, one);
}

static void check_order(const char *order)
{
    const make_bvh_desc desc = {.order = order, .frames = 20, .joints = 3, .seed = (uint64_t)order[0]};
    hone_bytes text = make_bvh(&desc);
    bvh file = load_with((const char *)text.data, text.size, &(hone_load_desc){.strict = true, .unit = 0.01});
    uint32_t width = (uint32_t)strlen(order);
    for (uint32_t f = 0; f < desc.frames; f++) {
        double m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (uint32_t r = 0; r < 3 * width; r++) turn(m, order[r % width], make_bvh_angle(&desc, f, r));
        const hone_affine is = place(&file, 2, f / 30.0);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) CHECK_NEAR(is.m[r][c], m[r][c], 2e-6);
    }
    hone_bytes_release(&text);
    release(&file);
}

static void bvh_rotations_apply_in_the_order_of_the_file(void **state)
{
    (void)state;
    static const char *const orders[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "Z", "XY", "ZXZ", "YX", "XYZX"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) check_order(orders[i]);
}

static void bvh_all_frames_are_keys_and_between_them_rotations_are_slerps(void **state)
{
    (void)state;
    bvh file = load(HEAD ROOT_CHANNELS "}\n" TIMES("3") "0 0 0 0 0 0\n3 0 0 0 0 90\n3 0 6 0 0 -170\n");
    const hone_channel *turns = channel(&file, HONE_CHANNEL_ROTATION, 0);
    CHECK(turns->key_count == 3 && turns->times[0] == 0 && turns->times[1] == 1 / 30.0 && turns->times[2] == 2 / 30.0);
    CHECK(turns->interpolation == HONE_INTERPOLATION_LINEAR);
    const hone_affine half = place(&file, 0, 0.5 / 30), later = place(&file, 0, 1.5 / 30);
    CHECK_NEAR(half.m[0][2], sin(acos(-1) / 4), 1e-6);
    CHECK_NEAR(half.m[0][3], 0.015, 1e-7);
    CHECK_NEAR(atan2(later.m[0][2], later.m[0][0]), 140 * acos(-1) / 180, 1e-5); /* the shorter way, 100 degrees */
    CHECK_NEAR(later.m[2][3], 0.03, 1e-7);
    release(&file);
}

static void bvh_constant_channels_have_two_keys(void **state)
{
    (void)state;
    hone_bytes text = make_bvh(&(make_bvh_desc){.frames = 9});
    bvh file =
        load(HEAD ROOT_CHANNELS LEG "}}\n" TIMES("3") "0 0 0 0 0 0 10 0 0\n1 0 0 0 0 0 10 0 0\n0 0 0 0 0 0 10 0 0\n");
    CHECK(channel(&file, HONE_CHANNEL_ROTATION, 1)->key_count == 2);
    CHECK(channel(&file, HONE_CHANNEL_TRANSLATION, 0)->key_count == 3);
    CHECK(hone_motion_duration(file.motion) == 2 / 30.0);
    CHECK(hone_motion_get(file.motion)->clips->duration == 2 / 30.0);
    hone_bytes_release(&text);
    release(&file);
}

static void bvh_positions_replace_the_offset(void **state)
{
    (void)state;
    bvh file = load("HIERARCHY ROOT a { OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition\n"
                    "JOINT b { OFFSET 10 20 30 CHANNELS 1 Yposition } }\n" TIMES("2") "1 90 3 21\n1 89 3 19\n");
    check_place(&file, 0, 0, 0.01, 0.9, 0.03);
    check_place(&file, 1, 0, 0.11, 1.11, 0.33);
    check_place(&file, 1, 1 / 30.0, 0.11, 1.08, 0.33);
    release(&file);
}

static void bvh_positions_that_ignore_the_offset_are_added_to_it(void **state)
{
    (void)state;
    bvh file = load(
        "HIERARCHY ROOT a { OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition }\n" TIMES("2") "1 0 3\n50 -2 3\n");
    check_place(&file, 0, 0, 0.01, 0.9, 0.03);
    check_place(&file, 0, 1 / 30.0, 0.5, 0.88, 0.03);
    release(&file);
}

static void bvh_frame_times_are_unrounded(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } times[] = {{"0.0333333", 1 / 30.0},  {".03333", 1 / 30.0},   {"0.008333", 1 / 120.0},
                 {"0.0083", 1 / 120.0},    {"0.016667", 1 / 60.0}, {"0.01", 0.01},
                 {"0.0333667", 0.0333667}, {"0.03", 0.03},         {"2", 2},
                 {"0.0333", 1 / 30.0},     {"1e-2", 0.01},         {"0,0333333", 1 / 30.0}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 HEAD ROOT_CHANNELS "}\nMOTION\nFrames: 2\nFrame Time: %s\n0 0 0 0 0 0\n0 0 0 0 0 9\n", times[i].text);
        bvh file = load(text);
        CHECK_NEAR(hone_motion_duration(file.motion), times[i].seconds, 1e-15);
        release(&file);
    }
}

/* ---- repairs --------------------------------------------------------------------------------------------------- */

static void check_repair(const char *text, const char *warning, double y)
{
    bvh file = load_odd(text, warning);
    check_place(&file, bone_count(&file) - 1, hone_motion_duration(file.motion), 0, y, 0);
    release(&file);
}

static void bvh_braces_are_repaired(void **state)
{
    (void)state;
    check_repair(HEAD ROOT_CHANNELS LEG SITE TIMES("1") "0 90 0 0 0 0 0 0 0\n", "without their closing braces", 0.5);
    check_repair(HEAD ROOT_CHANNELS LEG SITE "}}}\n" TIMES("1") "0 90 0 0 0 0 0 0 0\n", "a closing brace too many",
                 0.5);
    check_repair("HIERARCHY ROOT a\n OFFSET 0 0 0\nCHANNELS 1 Yposition\n}\n" TIMES("1") "90\n",
                 "without its opening brace", 0.9);
    check_repair("HIERARCHY JOINT a\n{ OFFSET 0 0 0\nCHANNELS 1 Yposition\n}\n" TIMES("1") "90\n", "outside of a ROOT",
                 0.9);
    check_repair(HEAD ROOT_CHANNELS "LENGTH 5 6 7\n}\n" TIMES("1") "0 90 0 0 0 0\n", "a line that hone does not know",
                 0.9);
}

static void bvh_channel_counts_are_not_believed(void **state)
{
    (void)state;
    check_repair(HEAD "CHANNELS 1 Xposition Yposition}\n" TIMES("1") "0 90\n", "another number than it has names", 0.9);
    check_repair(HEAD "CHANNELS 9 Xposition Yposition}\n" TIMES("1") "0 90\n", "another number than it has names", 0.9);
    check_repair(HEAD "CHANNELS 3 Xscale Yscale Yposition}\n" TIMES("1") "1 1 90\n",
                 "a channel that hone does not know", 0.9);
}

static void bvh_frame_counts_are_not_believed(void **state)
{
    (void)state;
    check_repair(HEAD ROOT_CHANNELS "}\n" TIMES("1") "0 80 0 0 0 0\n0 90 0 0 0 0\n", "Frames with another number", 0.9);
    check_repair(HEAD ROOT_CHANNELS "}\n" TIMES("4000000000") "0 80 0 0 0 0\n0 90 0 0 0 0\n",
                 "Frames with another number", 0.9);
    check_repair(HEAD ROOT_CHANNELS "}\n" TIMES("2") "0 80 0 0 0 0\n0 90 0 0 0 0\n0 9", "is cut short", 0.9);
    check_repair(HEAD ROOT_CHANNELS "}\n" TIMES("2") "0 80 0 0 0 0 7\n0 90 0 0 0 0 7\n", "more numbers than channels",
                 0.9);
}

static void bvh_frame_times_are_repaired(void **state)
{
    (void)state;
#define FRAMES "0 80 0 0 0 0\n0 90 0 0 0 0\n"
    check_repair(HEAD ROOT_CHANNELS "}\nMOTION\nFrames: 2\nFrame Time: 0\n" FRAMES, "a Frame Time that cannot be", 0.9);
    check_repair(HEAD ROOT_CHANNELS "}\nMOTION\nFrames: 2\nFrame Time: -nan(ind)\n" FRAMES,
                 "a Frame Time that cannot be", 0.9);
    check_repair(HEAD ROOT_CHANNELS "}\nMOTION\nFrames: 2\n" FRAMES, "no Frame Time", 0.9);
}

static void bvh_values_that_are_no_numbers_are_repaired(void **state)
{
    (void)state;
    check_repair(HEAD ROOT_CHANNELS "}\n" TIMES("2") "0 90 0 0 0 0\n0 -1.#IND 0 0 nan 0\n", "not a number", 0.9);
    check_repair(HEAD ROOT_CHANNELS "}\n" TIMES("2") "0 90 0 0 0 0\n0 1e300 0 0 0 0\n", "not a number", 0.9);
}

static void bvh_lines_may_break_anywhere(void **state)
{
    (void)state;
    bvh file = load(HEAD ROOT_CHANNELS "}\n" TIMES("2") "0 80\n0 0 0 0\n\n0 90 0\n0 0 0\n");
    check_place(&file, 0, 1 / 30.0, 0, 0.9, 0);
    release(&file);
}

/* ---- lines that are no frames ---------------------------------------------------------------------------------- */

enum { LINES = 20, TEXT = 4096 };

/* Line i has the position 0, 80 + i, 0. The line `at` is `odd` instead. */
static void write_lines(char text[TEXT], const char *told, int at, const char *odd, const char *newline)
{
    int size = snprintf(text, TEXT, HEAD ROOT_CHANNELS "}\nMOTION\nFrames: %s\nFrame Time: 0.0333333%s", told, newline);
    for (int i = 0; i < LINES; i++) {
        if (i == at)
            size += snprintf(text + size, (size_t)(TEXT - size), "%s%s", odd, newline);
        else
            size += snprintf(text + size, (size_t)(TEXT - size), "0 %d\t0 0 0 0 %s", 80 + i, newline);
    }
    for (char *c = text; *c && *newline == '\r' && newline[1] == '\0'; c++) *c = *c == '\n' ? '\r' : *c;
    assert_true(size < TEXT);
}

/* Every frame is where it would be if the line were good: a frame that is left out is between its neighbours. */
static void check_lines(const bvh *file, int from)
{
    for (int i = from; i < LINES; i++) check_place(file, 0, i / 30.0, 0, 0.8 + 0.01 * i, 0);
    CHECK_NEAR(hone_motion_duration(file->motion), (LINES - 1) / 30.0, 1e-6);
}

static void bvh_a_bad_line_spoils_no_other(void **state)
{
    (void)state;
    static const char *const odd[] = {"0 1 2 3 4 5 6", "0 1 2 3 4", "7", "0 1 2 3 4 5 6 7 8 9 10 11 12", "0 x 0 0 0"};
    static const char *const newlines[] = {"\n", "\r\n", "\r"};
    for (size_t o = 0; o < sizeof odd / sizeof *odd; o++)
        for (size_t n = 0; n < 3 && o != 3; n++) {
            char text[TEXT];
            write_lines(text, "20", 9, odd[o], newlines[n]);
            bvh file = load_odd(text, "left out, in this line (at 19)");
            check_lines(&file, 0);
            assert_int_equal(channel(&file, HONE_CHANNEL_TRANSLATION, 0)->key_count, LINES - 1);
            release(&file);
        }
}

static void bvh_the_first_line_may_be_the_bad_one(void **state)
{
    (void)state;
    char text[TEXT];
    write_lines(text, "20", 0, "0 1 2 3 4 5 6", "\n");
    bvh file = load_odd(text, "left out, in this line (at 10)");
    check_lines(&file, 1);
    release(&file);
}

static void bvh_several_bad_lines_are_left_out(void **state)
{
    (void)state;
    char text[TEXT];
    write_lines(text, "21", 5, "0 1 2 3 4 5 6\n1 2 3 4 5 6 7", "\n"); /* two neighbours: two frames */
    bvh file = load_odd(text, "left out, in this line (at 15)");
    check_place(&file, 0, 4 / 30.0, 0, 0.84, 0);
    check_place(&file, 0, 7 / 30.0, 0, 0.86, 0);
    check_place(&file, 0, 20 / 30.0, 0, 0.99, 0);
    release(&file);
}

static void bvh_a_line_may_be_split_or_joined(void **state)
{
    (void)state;
    static const char *const whole[] = {"0 89 0\n0 0 0", "0\n89 0\n0 0\n0", "0 89 0 0 0 0 # a comment"};
    char text[TEXT];
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        write_lines(text, "20", 9, whole[i], "\n");
        bvh file = load(text);
        check_lines(&file, 0);
        assert_int_equal(channel(&file, HONE_CHANNEL_TRANSLATION, 0)->key_count, LINES);
        release(&file);
    }
    write_lines(text, "21", 9, "0 88.5 0 0 0 0 0 89 0 0 0 0", "\n");
    bvh file = load(text);
    check_place(&file, 0, 9 / 30.0, 0, 0.885, 0);
    check_place(&file, 0, 20 / 30.0, 0, 0.99, 0);
    release(&file);
}

static void bvh_lines_with_more_numbers_than_channels_may_have_a_bad_one(void **state)
{
    (void)state;
    char text[TEXT];
    int size = snprintf(text, TEXT, HEAD ROOT_CHANNELS "}\n" TIMES("20"));
    for (int i = 0; i < LINES; i++)
        size += snprintf(text + size, (size_t)(TEXT - size), "0 %d 0 0 0 0 %s\n", 80 + i, i == 3 ? "" : "7");
    bvh file = load_with(text, strlen(text), &(hone_load_desc){.unit = 0.01});
    assert_int_equal(hone_motion_warnings(file.motion).count, 2);
    check_lines(&file, 0);
    release(&file);
}

static void bvh_a_motion_in_one_line_is_read(void **state)
{
    (void)state;
    char text[TEXT];
    write_lines(text, "20", -1, "", " ");
    bvh file = load(text);
    check_lines(&file, 0);
    release(&file);
    strcat(text, " 0 1 2");
    file = load_odd(text, "cut short");
    check_lines(&file, 0);
    release(&file);
}

static void bvh_errors_say_what_and_where(void **state)
{
    (void)state;
    check_error("HIERARCHY\nMOTION\n", "there is no joint");
    check_error("HIERARCHY\nROOT a\n{\nOFFSET 1 b 3\n", "an OFFSET has no three numbers, in line 4");
    check_error(HEAD ROOT_CHANNELS "}\n" TIMES("2") "0 80 0 0 0 0\n0 x 0 0 0 0\n", "\"x\" is not a number, in line 11");
    check_error(HEAD ROOT_CHANNELS "}\n" TIMES("2") "0 80 0 0\n0 90 0 0\n",
                "a frame has 4 numbers, but the joints have 6");
    check_error(HEAD ROOT_CHANNELS ROOT_CHANNELS "}\n", "a joint has CHANNELS twice, in line 6");
}

/* ---- hostile files --------------------------------------------------------------------------------------------- */

static hone_code check_whatever(const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes, size, NULL, &error);
    hone_motion *motion = hone_motion_load_memory(bytes, size, NULL, NULL);
    hone_model_release(model);
    hone_motion_release(motion);
    return model ? HONE_OK : error.code;
}

static void bvh_cut_anywhere_loads_or_is_refused(void **state)
{
    (void)state;
    hone_bytes file = make_bvh(&(make_bvh_desc){.positions = true});
    uint32_t loaded = 0;
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *cut = test_malloc(size + 1); /* so that a read behind the end is found */
        memcpy(cut, file.data, size);
        hone_code code = check_whatever(cut, size);
        CHECK(code == HONE_OK || code == HONE_ERROR_FORMAT);
        loaded += code == HONE_OK;
        test_free(cut);
    }
    CHECK(loaded > file.size * 9 / 10);
    hone_bytes_release(&file);
}

static void bvh_flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    test_random random = {7};
    uint32_t loaded = 0;
    hone_bytes file = make_bvh(&(make_bvh_desc){.frames = 2}), flipped = make_bvh(&(make_bvh_desc){.frames = 2});
    for (int round = 0; round < 3000; round++) {
        memcpy(flipped.data, file.data, file.size);
        for (uint32_t i = test_random_u32(&random) % 4 + 1; i-- > 0;)
            flipped.data[test_random_u32(&random) % file.size] = (uint8_t)test_random_u32(&random);
        loaded += check_whatever(flipped.data, flipped.size) == HONE_OK;
    }
    CHECK(loaded > 500);
    hone_bytes_release(&file);
    hone_bytes_release(&flipped);
}

static void bvh_every_failed_allocation_is_reported(void **state)
{
    (void)state;
    hone_bytes file = make_bvh(&(make_bvh_desc){.positions = true});
    for (int as_motion = 0; as_motion < 2; as_motion++) {
        bool loaded = false;
        uint64_t n = 0;
        for (; !loaded; n++) {
            test_allocator a;
            hone_error error = {0};
            test_allocator_make(&a, n);
            const hone_load_desc desc = {.allocator = &a.allocator};
            hone_model *model = as_motion ? NULL : hone_model_load_memory(file.data, file.size, &desc, &error);
            hone_motion *motion = as_motion ? hone_motion_load_memory(file.data, file.size, &desc, &error) : NULL;
            loaded = model || motion;
            CHECK(loaded || error.code == HONE_ERROR_MEMORY);
            hone_model_release(model);
            hone_motion_release(motion);
            assert_int_equal(a.live, 0);
        }
        CHECK(n > 3);
    }
    hone_bytes_release(&file);
}

/* `head`, then `part` repeated to 1 MB. If the time grew with the square of the size, the test would reach its
 * timeout. */
static void check_greedy(const char *head, const char *part)
{
    enum { SIZE = 1000000 };
    size_t begin = strlen(head), size = strlen(part), at = begin;
    uint8_t *text = test_malloc(SIZE);
    test_allocator a;
    memcpy(text, head, begin);
    for (; at < SIZE; at++) text[at] = (uint8_t)part[(at - begin) % size];
    test_allocator_make(&a, UINT64_MAX);
    const hone_load_desc desc = {.allocator = &a.allocator};
    hone_model_release(hone_model_load_memory(text, at, &desc, NULL));
    hone_motion_release(hone_motion_load_memory(text, at, &desc, NULL));
    CHECK(a.peak_size <= 15 * (uint64_t)SIZE + 1024 * 1024);
    test_free(text);
}

static void bvh_greedy_files_stay_within_memory_and_time(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "ROOT a{}", "JOINT a\n", "JOINT{", "JOINT a{CHANNELS 1 Xrotation}", "End Site{", "}", "{", "OFFSET 0 0 0 ",
        "x\n",      "# ",        "\n",     "JOINT \x83\x83\x83\x83\n",
    };
    static const char *const numbers[] = {"0 ", "nan\n", "1e9999 ", "0.33333333333333333333 ", "-", "1,5 ", "#\n", "9"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) check_greedy("HIERARCHY\n", parts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        check_greedy(HEAD ROOT_CHANNELS "}\n" TIMES("1"), numbers[i]);
        check_greedy(HEAD "CHANNELS 1 Xrotation }\n" TIMES("1"), numbers[i]);
    }
}

TEST_GROUP(test_bvh)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bvh_joints_become_bones),
        cmocka_unit_test(bvh_names_may_contain_spaces_and_comments_follow),
        cmocka_unit_test(bvh_several_roots_are_read),
        cmocka_unit_test(bvh_units_are_guessed_from_the_span),
        cmocka_unit_test(bvh_rotations_apply_in_the_order_of_the_file),
        cmocka_unit_test(bvh_all_frames_are_keys_and_between_them_rotations_are_slerps),
        cmocka_unit_test(bvh_constant_channels_have_two_keys),
        cmocka_unit_test(bvh_positions_replace_the_offset),
        cmocka_unit_test(bvh_positions_that_ignore_the_offset_are_added_to_it),
        cmocka_unit_test(bvh_frame_times_are_unrounded),
        cmocka_unit_test(bvh_braces_are_repaired),
        cmocka_unit_test(bvh_channel_counts_are_not_believed),
        cmocka_unit_test(bvh_frame_counts_are_not_believed),
        cmocka_unit_test(bvh_frame_times_are_repaired),
        cmocka_unit_test(bvh_values_that_are_no_numbers_are_repaired),
        cmocka_unit_test(bvh_lines_may_break_anywhere),
        cmocka_unit_test(bvh_a_bad_line_spoils_no_other),
        cmocka_unit_test(bvh_the_first_line_may_be_the_bad_one),
        cmocka_unit_test(bvh_several_bad_lines_are_left_out),
        cmocka_unit_test(bvh_a_line_may_be_split_or_joined),
        cmocka_unit_test(bvh_lines_with_more_numbers_than_channels_may_have_a_bad_one),
        cmocka_unit_test(bvh_a_motion_in_one_line_is_read),
        cmocka_unit_test(bvh_errors_say_what_and_where),
        cmocka_unit_test(bvh_cut_anywhere_loads_or_is_refused),
        cmocka_unit_test(bvh_flipped_bytes_do_no_harm),
        cmocka_unit_test(bvh_every_failed_allocation_is_reported),
        cmocka_unit_test(bvh_greedy_files_stay_within_memory_and_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
