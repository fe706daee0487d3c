/* Dividing segments between keys, and names of the other side. */
#include "tests/support/support.h"
#include <hone/motion_edit.h>
#include <string.h>

/* ---- curves ---- */

/* Returns the largest distance of a part's curve from that part of the whole curve, as a part of the whole change. */
static double error_of(hone_curve whole, double from, double to, hone_curve part)
{
    double low = hone_curve_evaluate(whole, from, HONE_CURVE_EXACT);
    double high = hone_curve_evaluate(whole, to, HONE_CURVE_EXACT), most = 0;
    for (int i = 1; i < 200; i++) {
        double s = i / 200.0, expected = hone_curve_evaluate(whole, from + s * (to - from), HONE_CURVE_EXACT);
        double value = low + (high - low) * hone_curve_evaluate(part, s, HONE_CURVE_EXACT);
        most = fmax(most, fabs(value - expected));
    }
    return most;
}

static bool same_curve(hone_curve a, hone_curve b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void a_linear_curve_keeps_its_bytes(void **state)
{
    (void)state;
    const hone_curve linear[] = {HONE_CURVE_LINEAR, {0, 0, 127, 127}, {64, 64, 64, 64}};
    for (int i = 0; i < 3; i++) {
        double error = 1;
        CHECK(same_curve(hone_curve_part(linear[i], 0.3, 0.71, &error), linear[i]));
        CHECK(error == 0);
    }
}

static void the_whole_of_a_curve_keeps_its_bytes(void **state)
{
    (void)state;
    const hone_curve curve = {127, 3, 0, 99};
    double error = 1;
    CHECK(same_curve(hone_curve_part(curve, 0, 1, &error), curve));
    CHECK(error == 0);
    CHECK(same_curve(hone_curve_part(curve, -1, 2, NULL), curve));
}

/* Both parts of a curve with ends at half steps: control points of whole steps. */
static void a_part_with_whole_steps_is_exact(void **state)
{
    (void)state;
    const hone_curve curve = {0, 0, 127, 127}, bent = {127, 0, 127, 127};
    CHECK(same_curve(hone_curve_part(curve, 0, 0.5, NULL), curve));
    /* x = 3 u^2 t + 3 u t^2 + t^3: t = 1/2 is at x = 7/8, y = 1/2 */
    double error = 1;
    hone_curve part = hone_curve_part(bent, 0, 0.875, &error);
    CHECK_NEAR(error, error_of(bent, 0, 0.875, part), 2e-3);
    CHECK(error < 2e-3);
}

static void curves_that_ease_are_divided_within_a_thousandth(void **state)
{
    (void)state;
    const hone_curve eases[] = {
        {64, 0, 64, 127}, {64, 0, 107, 107}, {20, 20, 64, 127}, {40, 10, 90, 120}, {127, 0, 127, 127}};
    for (int i = 0; i < 5; i++)
        for (int at = 1; at < 16; at++) {
            hone_curve first = hone_curve_part(eases[i], 0, at / 16.0, NULL);
            hone_curve second = hone_curve_part(eases[i], at / 16.0, 1, NULL);
            CHECK(error_of(eases[i], 0, at / 16.0, first) < 4e-3);
            CHECK(error_of(eases[i], at / 16.0, 1, second) < 4e-3);
        }
}

static void errors_of_any_curve_are_reported_and_bounded(void **state)
{
    (void)state;
    test_random random = {7};
    double total = 0;
    enum { TRIES = 400 };
    for (int i = 0; i < TRIES; i++) {
        uint32_t bits = test_random_u32(&random);
        hone_curve curve = {bits & 127, bits >> 8 & 127, bits >> 16 & 127, bits >> 24 & 127};
        double from = test_random_float(&random, 0, 0.8f), to = from + test_random_float(&random, 0.02f, 0.2f), error;
        hone_curve part = hone_curve_part(curve, from, to, &error);
        double found = error_of(curve, from, to, part);
        CHECK(found <= error * 1.05 + 1e-4);
        CHECK(error <= 0.2);
        total += error;
    }
    CHECK(total / TRIES < 2e-3);
}

/* ---- keys ---- */

static void a_divided_segment_of_a_bone_moves_as_before(void **state)
{
    (void)state;
    const hone_curve ease = {64, 0, 64, 127}, linear = HONE_CURVE_LINEAR;
    hone_bone_key from = {.frame = 10, .rotation = {0, 0, 0, 1}, .physics_off = true};
    hone_bone_key to = {
        .frame = 30, .translation = {4, 0, -2}, .rotation = {0, 0.6f, 0, 0.8f}, .curves = {linear, linear, ease, ease}};
    hone_bone_key middle;
    hone_curve after[4];
    double error = hone_bone_key_divide(&from, &to, 15, &middle, after);
    double eased = hone_curve_evaluate(ease, 0.25, HONE_CURVE_EXACT), half = 0.5 * eased * 2 * atan2(0.6, 0.8);
    CHECK(error < 4e-3);
    CHECK(middle.frame == 15 && middle.physics_off);
    CHECK_NEAR(middle.translation[0], 1, 1e-6);
    CHECK_NEAR(middle.translation[2], -2 * eased, 1e-6);
    CHECK_NEAR(middle.rotation[1], sin(half), 1e-6);
    CHECK_NEAR(middle.rotation[3], cos(half), 1e-6);
    CHECK(same_curve(middle.curves[0], linear) && same_curve(after[0], linear));
    CHECK(error_of(ease, 0, 0.25, middle.curves[3]) < 4e-3);
    CHECK(error_of(ease, 0.25, 1, after[3]) < 4e-3);
}

static void rotations_are_divided_the_shorter_way(void **state)
{
    (void)state;
    hone_bone_key from = {.rotation = {0, 0, 0, 1}}, to = {.frame = 2, .rotation = {0, -0.6f, 0, -0.8f}}, middle;
    hone_curve after[4];
    hone_bone_key_divide(&from, &to, 1, &middle, after);
    CHECK_NEAR(middle.rotation[1], sin(0.5 * atan2(0.6, 0.8)), 1e-6);
    CHECK_NEAR(middle.rotation[3], cos(0.5 * atan2(0.6, 0.8)), 1e-6);
}

/* A curve of values that do not change has no error, however steep. */
static void parts_that_do_not_change_are_exact(void **state)
{
    (void)state;
    const hone_curve steep = {127, 0, 0, 127};
    hone_bone_key from = {.translation = {1, 2, 3}, .rotation = {0, 0, 0, 1}}, to = from, middle;
    hone_curve after[4];
    to.frame = 16;
    for (int c = 0; c < 4; c++) to.curves[c] = steep;
    CHECK(hone_bone_key_divide(&from, &to, 1, &middle, after) == 0);
    CHECK(memcmp(middle.translation, from.translation, sizeof middle.translation) == 0);
    CHECK(memcmp(middle.rotation, from.rotation, sizeof middle.rotation) == 0);
}

static void a_divided_segment_of_the_camera_moves_as_before(void **state)
{
    (void)state;
    const hone_curve ease = {64, 0, 64, 127}, linear = HONE_CURVE_LINEAR;
    hone_camera_key from = {.frame = 4, .camera = HONE_CAMERA_DEFAULT}, to = from, middle;
    hone_curve after[6];
    to.frame = 12;
    to.camera.target[1] = 14, to.camera.angles[1] = 1, to.camera.distance = -25, to.camera.fov = 50;
    for (int c = 0; c < 6; c++) to.curves[c] = c < HONE_CAMERA_ANGLES ? linear : ease;
    CHECK(hone_camera_key_divide(&from, &to, 6, &middle, after) < 4e-3);
    double eased = hone_curve_evaluate(ease, 0.25, HONE_CURVE_EXACT);
    CHECK(middle.frame == 6);
    CHECK_NEAR(middle.camera.target[1], 11, 1e-6);
    CHECK_NEAR(middle.camera.angles[1], eased, 1e-6);
    CHECK_NEAR(middle.camera.distance, -45 + 20 * eased, 1e-5);
    CHECK_NEAR(middle.camera.fov, 30 + 20 * eased, 1e-5);
    CHECK(error_of(ease, 0.25, 1, after[HONE_CAMERA_FOV]) < 4e-3);
}

/* ---- names ---- */

static const char *const sides[][2] = {
    {"左腕", "右腕"},
    {"左足ＩＫ", "右足ＩＫ"},
    {"スカート_左1", "スカート_右1"},
    {"腕.L", "腕.R"},
    {"髪L1", "髪R1"},
    {"袖Ｌ", "袖Ｒ"},
    {"Arm_L", "Arm_R"},
    {"L_Foot", "R_Foot"},
    {"foot_l", "foot_r"},
    {"LeftUpLeg", "RightUpLeg"},
    {"mixamorig:LeftHandThumb1", "mixamorig:RightHandThumb1"},
    {"J_Bip_L_UpperArm", "J_Bip_R_UpperArm"},
    {"Bip01 L Thigh", "Bip01 R Thigh"},
    {"lShldr", "rShldr"},
    {"LArm", "RArm"},
    {"armL", "armR"},
    {"lfemur", "rfemur"},
    {"leftarm", "rightarm"},
    {"eyeBlinkLeft", "eyeBlinkRight"},
    {"EYE_LEFT", "EYE_RIGHT"},
    {"笑い左", "笑い右"},
    {"ウィンク", "ウィンク右"},
    {"ウィンク２", "ｳｨﾝｸ２右"},
};

static const char *const middle_names[] = {"センター", "上半身2", "頭",     "Head", "Hips",    "left_right",
                                           "左右の目", "",        "RGB",    "leg",  "root",    "Model",
                                           "まばたき", "lash",    "ＬＥＤ", "IKL",  "upright", "ウィンク左"};

static void names_change_their_side_and_back(void **state)
{
    (void)state;
    char out[64];
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int side = 0; side < 2; side++) {
            size_t size = hone_mirror_name(sides[i][side], out, sizeof out);
            assert_string_equal(out, sides[i][!side]);
            CHECK(size == strlen(sides[i][!side]));
        }
    for (size_t i = 0; i < sizeof middle_names / sizeof *middle_names; i++) {
        hone_mirror_name(middle_names[i], out, sizeof out);
        assert_string_equal(out, middle_names[i]);
    }
}

/* Whatever bytes a name has, its mirrored name leads back to it. */
static void mirroring_any_name_twice_gives_it_again(void **state)
{
    (void)state;
    static const char *const pieces[] = {"左",  "右", "L",        "r",  "Left", "right", "_",
                                         "arm", "Ｌ", "ウィンク", "２", "\xE5", "1",     "A"};
    test_random random = {3};
    for (int i = 0; i < 20000; i++) {
        char name[64] = "", once[64], twice[64];
        for (uint32_t n = test_random_u32(&random) % 5; n > 0; n--)
            strcat(name, pieces[test_random_u32(&random) % (sizeof pieces / sizeof *pieces)]);
        hone_mirror_name(name, once, sizeof once);
        hone_mirror_name(once, twice, sizeof twice);
        assert_string_equal(twice, name);
    }
}

static void a_mirrored_name_is_cut_at_its_room(void **state)
{
    (void)state;
    char out[8] = "#######";
    CHECK(hone_mirror_name("LeftArm", out, 6) == 8);
    assert_string_equal(out, "Right");
    CHECK(out[6] == '#');
    CHECK(hone_mirror_name("LeftArm", NULL, 0) == 8);
    char name[2000];
    memset(name, 'x', sizeof name - 1);
    memcpy(name, "L_", 2);
    name[sizeof name - 1] = '\0';
    CHECK(hone_mirror_name(name, out, sizeof out) == sizeof name - 1);
}

/* ---- values ---- */

static void mirroring_values_twice_changes_no_bit(void **state)
{
    (void)state;
    float move[3] = {1.25f, -0.0f, 3}, turn[4] = {0.1f, -0.7f, 0, 0.7f}, move_twice[3], turn_twice[4];
    memcpy(move_twice, move, sizeof move), memcpy(turn_twice, turn, sizeof turn);
    hone_mirror_offset(move_twice, turn_twice);
    CHECK(move_twice[0] == -1.25f && move_twice[2] == 3);
    CHECK(turn_twice[0] == 0.1f && turn_twice[1] == 0.7f && turn_twice[3] == 0.7f);
    hone_mirror_offset(move_twice, turn_twice);
    CHECK(memcmp(move, move_twice, sizeof move) == 0 && memcmp(turn, turn_twice, sizeof turn) == 0);
}

/* The mirrored camera sees a mirrored point where the camera sees the point, on the other side of the picture. */
static void a_mirrored_camera_sees_the_mirrored_scene(void **state)
{
    (void)state;
    hone_camera camera = {{1, 2, 3}, {0.3f, -0.8f, 0.2f}, -20, 30, false}, other = camera;
    hone_mirror_camera(&other);
    float point[3] = {4, -1, 2}, mirror[3] = {-4, -1, 2}, seen[2][3];
    const hone_camera *cameras[2] = {&camera, &other};
    const float *points[2] = {point, mirror};
    for (int c = 0; c < 2; c++) { /* Rz Rx Ry (p - target) */
        float q[3][4], offset[3];
        for (int axis = 0; axis < 3; axis++) {
            hone_quat_identity(q[axis]);
            q[axis][axis] = sinf(cameras[c]->angles[axis] / 2), q[axis][3] = cosf(cameras[c]->angles[axis] / 2);
        }
        hone_vec3_subtract(points[c], cameras[c]->target, offset);
        hone_quat_rotate(q[1], offset, offset);
        hone_quat_rotate(q[0], offset, offset);
        hone_quat_rotate(q[2], offset, seen[c]);
    }
    CHECK_NEAR(seen[1][0], -seen[0][0], 1e-5);
    CHECK_NEAR(seen[1][1], seen[0][1], 1e-5);
    CHECK_NEAR(seen[1][2], seen[0][2], 1e-5);
}

TEST_GROUP(test_motion_parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_curve_keeps_its_bytes),
        cmocka_unit_test(the_whole_of_a_curve_keeps_its_bytes),
        cmocka_unit_test(a_part_with_whole_steps_is_exact),
        cmocka_unit_test(curves_that_ease_are_divided_within_a_thousandth),
        cmocka_unit_test(errors_of_any_curve_are_reported_and_bounded),
        cmocka_unit_test(a_divided_segment_of_a_bone_moves_as_before),
        cmocka_unit_test(rotations_are_divided_the_shorter_way),
        cmocka_unit_test(parts_that_do_not_change_are_exact),
        cmocka_unit_test(a_divided_segment_of_the_camera_moves_as_before),
        cmocka_unit_test(names_change_their_side_and_back),
        cmocka_unit_test(mirroring_any_name_twice_gives_it_again),
        cmocka_unit_test(a_mirrored_name_is_cut_at_its_room),
        cmocka_unit_test(mirroring_values_twice_changes_no_bit),
        cmocka_unit_test(a_mirrored_camera_sees_the_mirrored_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
