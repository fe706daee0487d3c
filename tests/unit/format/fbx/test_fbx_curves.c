/* The curves of FBX animation: values between keys and beyond them, tangents, and how keys are placed. */
#include "files/format/fbx/animation/bake.h"
#include "files/format/fbx/animation/curve.h"
#include "files/format/fbx/animation/quartic.h"
#include "files/format/fbx/animation/rotation.h"
#include "files/format/fbx/animation/tangents.h"
#include "support/support.h"
#include <string.h>

/* ---- an independent evaluation -------------------------------------------------------------------------------- */

/* De Casteljau's algorithm. */
static double bezier(const double p[4], double t)
{
    double a[4];
    memcpy(a, p, sizeof a);
    for (int n = 3; n > 0; n--)
        for (int i = 0; i < n; i++) a[i] = (1 - t) * a[i] + t * a[i + 1];
    return a[0];
}

static double cubic(const fbx_key *a, const fbx_key *b, double time)
{
    double length = b->time - a->time, low = 0, high = 1;
    double right = (double)a->right_weight * length, left = (double)b->left_weight * length;
    double x[4] = {a->time, a->time + right, b->time - left, b->time};
    double y[4] = {a->value, a->value + right * (double)a->right_slope, b->value - left * (double)b->left_slope,
                   b->value};
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        if (bezier(x, middle) < time)
            low = middle;
        else
            high = middle;
    }
    return bezier(y, (low + high) / 2);
}

static double inside(const fbx_curve *curve, double time)
{
    uint32_t k = 0;
    while (k + 1 < curve->count && curve->keys[k + 1].time <= time) k++;
    const fbx_key *a = &curve->keys[k], *b = a + 1;
    if (k + 1 == curve->count || a->interpolation == FBX_CONSTANT)
        return a->value;
    if (a->interpolation == FBX_CONSTANT_NEXT)
        return time - a->time < 1e-7 ? a->value : b->value;
    if (a->interpolation == FBX_LINEAR)
        return a->value + (b->value - a->value) * (time - a->time) / (b->time - a->time);
    return cubic(a, b, time);
}

/* Walks from repetition to repetition. */
static double expected(const fbx_curve *curve, double time)
{
    const fbx_key *first = curve->keys, *last = curve->keys + curve->count - 1;
    if (curve->count == 1 || (time >= first->time && time <= last->time))
        return inside(curve, time);
    bool before = time < first->time;
    fbx_extrapolation how = before ? curve->before : curve->after;
    const fbx_key *edge = before ? first : last;
    double length = last->time - first->time, lift = 0;
    if (how.mode == FBX_KEEP_SLOPE)
        return edge->value + (time - edge->time) * (double)(before ? first->right_slope : last->left_slope);
    if (how.mode == FBX_HOLD || how.count == 0)
        return edge->value;
    bool backwards = false;
    for (int n = 0; time < first->time || time > last->time; n++) {
        if (how.count > 0 && n == how.count) /* the end of the last repetition */
            return (how.mode == FBX_MIRROR && backwards ? (before ? last : first) : edge)->value +
                   (how.mode == FBX_REPEAT_RELATIVE ? lift : 0);
        time += before ? length : -length;
        lift += before ? first->value - last->value : last->value - first->value;
        backwards = !backwards;
    }
    if (how.mode == FBX_MIRROR && backwards)
        time = first->time + last->time - time;
    return inside(curve, time) + (how.mode == FBX_REPEAT_RELATIVE ? lift : 0);
}

/* ---- curves made at random ------------------------------------------------------------------------------------ */

enum { KEYS = 8 };

typedef struct random_curve {
    fbx_key keys[KEYS];
    fbx_curve curve;
} random_curve;

static void make_curve(test_random *random, double scale, bool smooth, random_curve *out)
{
    double time = (double)test_random_float(random, -1, 1);
    for (int i = 0; i < KEYS; i++) {
        out->keys[i] = (fbx_key){.time = time,
                                 .value = scale * (double)test_random_float(random, -1, 1),
                                 .left_slope = (float)scale * test_random_float(random, -3, 3),
                                 .right_slope = (float)scale * test_random_float(random, -3, 3),
                                 .left_weight = 1 / 3.0f,
                                 .right_weight = 1 / 3.0f,
                                 .interpolation = smooth ? FBX_CUBIC : (uint8_t)(test_random_u32(random) % 4)};
        if (test_random_u32(random) & 1) {
            out->keys[i].left_weight = test_random_float(random, 0, 1);
            out->keys[i].right_weight = test_random_float(random, 0.01f, 1);
        }
        time += (double)test_random_float(random, 0.05f, 0.5f);
    }
    out->curve = (fbx_curve){.keys = out->keys, .count = 1 + test_random_u32(random) % KEYS};
    fbx_extrapolation *ways[2] = {&out->curve.before, &out->curve.after};
    for (int i = 0; i < 2; i++)
        *ways[i] =
            (fbx_extrapolation){(uint8_t)(test_random_u32(random) % 5), (int32_t)(test_random_u32(random) % 5) - 1};
}

static void a_curve_has_the_values_of_an_independent_evaluation(void **state)
{
    (void)state;
    test_random random = {1};
    for (int c = 0; c < 3000; c++) {
        random_curve made;
        make_curve(&random, 1, false, &made);
        for (int i = 0; i < 20; i++) {
            double time = (double)test_random_float(&random, -6, 8);
            CHECK_NEAR(hone_fbx_curve_value(&made.curve, time), expected(&made.curve, time), 1e-6);
        }
    }
}

static void a_cursor_that_moves_on_finds_the_same_values(void **state)
{
    (void)state;
    test_random random = {2};
    for (int c = 0; c < 300; c++) {
        random_curve made;
        make_curve(&random, 1, false, &made);
        fbx_cursor cursor = {.curve = &made.curve};
        for (int i = 0; i < 400; i++) {
            double time = c % 2 ? 8 - 0.035 * i : -6 + 0.035 * i; /* backwards too */
            hone_fbx_cursor_seek(&cursor, time);
            CHECK(cursor.segment.begin <= time && time < cursor.segment.end);
            CHECK_NEAR(hone_fbx_segment_value(&cursor.segment, time), hone_fbx_curve_value(&made.curve, time), 1e-9);
        }
    }
}

/* From segment to segment, the end of each is the begin of the next, and the values of both sides are right. */
static void segments_follow_each_other_in_repetitions_too(void **state)
{
    (void)state;
    test_random random = {3};
    for (int c = 0; c < 500; c++) {
        random_curve made;
        make_curve(&random, 1, false, &made);
        fbx_cursor cursor = {.curve = &made.curve};
        int count = 0;
        for (double time = -6; time < 8; time = cursor.segment.end) {
            hone_fbx_cursor_seek(&cursor, time);
            CHECK(cursor.segment.end > time);
            if (cursor.segment.end - time < 1e-9)
                continue; /* a rounding error of a repetition */
            double middle = time + 0.5 * (fmin(cursor.segment.end, 8) - time),
                   close = time + 0.999 * (middle - time) * 2;
            CHECK_NEAR(hone_fbx_segment_value(&cursor.segment, middle), expected(&made.curve, middle), 1e-6);
            if (cursor.segment.end < 8)
                CHECK_NEAR(hone_fbx_segment_value(&cursor.segment, close), expected(&made.curve, close), 1e-6);
            CHECK(++count < 3000);
        }
    }
}

static void four_times_have_the_bits_of_one(void **state)
{
    (void)state;
    test_random random = {6};
    for (int n = 0; n < 600; n++) {
        random_curve made;
        make_curve(&random, 10, n % 2, &made);
        fbx_cursor cursor = {.curve = &made.curve};
        double times[4], values[4];
        hone_fbx_cursor_seek(&cursor, (double)test_random_float(&random, -1, 4));
        for (int k = 0; k < 4; k++) times[k] = (double)test_random_float(&random, -1, 4);
        hone_fbx_segment_values(&cursor.segment, times, values);
        for (int k = 0; k < 4; k++) {
            double value = hone_fbx_segment_value(&cursor.segment, times[k]);
            CHECK(memcmp(&value, &values[k], sizeof value) == 0);
        }
    }
}

static void a_jump_has_both_of_its_values(void **state)
{
    (void)state;
    const fbx_key keys[] = {{.time = 0, .value = 1, .interpolation = FBX_LINEAR},
                            {.time = 1, .value = 2, .interpolation = FBX_LINEAR},
                            {.time = 1, .value = 5, .interpolation = FBX_LINEAR},
                            {.time = 2, .value = 6}};
    const fbx_curve curve = {.keys = keys, .count = 4, .after = {FBX_MIRROR, -1}};
    CHECK_NEAR(hone_fbx_curve_value(&curve, 1 - 1e-9), 2, 1e-8);
    CHECK_NEAR(hone_fbx_curve_value(&curve, 1), 5, 0);
    CHECK_NEAR(hone_fbx_curve_value(&curve, 3 - 1e-9), 5, 1e-8);
    CHECK_NEAR(hone_fbx_curve_value(&curve, 3 + 1e-9), 2, 1e-8);
}

static void steep_tangents_with_rounded_weights_are_exact(void **state)
{
    (void)state;
    const fbx_key keys[] = {
        {.time = 0, .right_slope = 1e6f, .right_weight = 0.333333f, .interpolation = FBX_CUBIC},
        {.time = 2, .value = 1, .left_slope = -2e6f, .left_weight = 0.333333f, .interpolation = FBX_CUBIC}};
    const fbx_curve curve = {.keys = keys, .count = 2};
    for (double time = 0.01; time < 2; time += 0.01)
        CHECK_NEAR(hone_fbx_curve_value(&curve, time), expected(&curve, time), 1e-4);
}

/* ---- tangents ------------------------------------------------------------------------------------------------- */

static const fbx_raw_key before = {.time = 0, .value = 0, .flags = FBX_KEY_CUBIC};
static const fbx_raw_key after = {.time = 3, .value = 8, .flags = FBX_KEY_LINEAR};

static fbx_key tangents_of(fbx_raw_key key)
{
    fbx_key out;
    hone_fbx_set_tangents(&before, &key, &after, &out);
    return out;
}

static void tangents_of_the_user_are_taken(void **state)
{
    (void)state;
    fbx_raw_key keys[2] = {{.time = 1,
                            .value = 2,
                            .flags = FBX_KEY_CUBIC | FBX_KEY_USER | FBX_KEY_WEIGHTED_RIGHT,
                            .right_slope = 4,
                            .next_left_slope = -5,
                            .right_weight = 0.5f,
                            .next_left_weight = 0.7f},
                           {.time = 2, .value = 3, .flags = FBX_KEY_CUBIC | FBX_KEY_USER, .right_slope = 9}};
    fbx_key out;
    hone_fbx_set_tangents(NULL, &keys[0], &keys[1], &out);
    CHECK_NEAR((double)out.right_slope, 4, 0);
    CHECK_NEAR((double)out.right_weight, 0.5, 0);
    hone_fbx_set_tangents(&keys[0], &keys[1], NULL, &out);
    CHECK_NEAR((double)out.left_slope, -5, 0);
    CHECK_NEAR((double)out.left_weight, 0.333333, 1e-7); /* its flag is not set */
    CHECK_NEAR((double)out.right_slope, 9, 0);
}

static void weights_beyond_the_segment_are_cut(void **state)
{
    (void)state;
    fbx_key out = tangents_of(
        (fbx_raw_key){.time = 1, .flags = FBX_KEY_CUBIC | FBX_KEY_USER | FBX_KEY_WEIGHTED_RIGHT, .right_weight = 3});
    CHECK_NEAR((double)out.right_weight, 1, 0);
}

static void linear_and_constant_keys_have_the_slopes_of_their_segments(void **state)
{
    (void)state;
    const fbx_raw_key first = {.time = 0, .flags = FBX_KEY_LINEAR},
                      key = {.time = 1, .value = 2, .flags = FBX_KEY_LINEAR};
    fbx_key out;
    hone_fbx_set_tangents(&first, &key, &after, &out);
    CHECK_NEAR((double)out.left_slope, 2, 0);
    CHECK_NEAR((double)out.right_slope, 3, 0);
    out = tangents_of((fbx_raw_key){.time = 1, .value = 2, .flags = FBX_KEY_CONSTANT | FBX_KEY_NEXT});
    CHECK_NEAR((double)out.right_slope, 0, 0);
    assert_int_equal(out.interpolation, FBX_CONSTANT_NEXT);
    assert_int_equal(tangents_of((fbx_raw_key){.flags = FBX_KEY_CONSTANT}).interpolation, FBX_CONSTANT);
}

static void automatic_tangents_come_from_the_neighbours(void **state)
{
    (void)state;
    fbx_raw_key key = {.time = 1, .value = 2, .flags = FBX_KEY_CUBIC | FBX_KEY_TIME_INDEPENDENT};
    CHECK_NEAR((double)tangents_of(key).right_slope, 8 / 3.0, 1e-6); /* from neighbour to neighbour */
    key.flags = FBX_KEY_CUBIC; /* half of that, half of the slopes 2 and 3 of both sides by their lengths */
    CHECK_NEAR((double)tangents_of(key).right_slope, (8 / 3.0 + 2 * (2 / 3.0) + 3 * (1 / 3.0)) / 2, 1e-6);
    CHECK_NEAR((double)tangents_of(key).left_slope, (8 / 3.0 + 2 * (2 / 3.0) + 3 * (1 / 3.0)) / 2, 1e-6);
    key.right_slope = 100; /* a bias of 100 % is the slope to the right */
    CHECK_NEAR((double)tangents_of(key).right_slope, 3, 1e-6);
    key.right_slope = 600; /* beyond 500 % it is steeper */
    CHECK_NEAR((double)tangents_of(key).right_slope, 2.5 + 6 * 0.5 + 40, 1e-5);
    key.right_slope = 0, key.value = 8, key.flags = FBX_KEY_CUBIC | FBX_KEY_CLAMP; /* level with its neighbour */
    CHECK_NEAR((double)tangents_of(key).right_slope, 0, 0);
    key.value = 9, key.flags = FBX_KEY_CUBIC | FBX_KEY_CLAMP_PROGRESSIVE; /* a peak */
    CHECK_NEAR((double)tangents_of(key).right_slope, 0, 0);
    key.value = 7.9; /* the control point reaches the neighbour: 0.1 up in 2/3 seconds */
    CHECK_NEAR((double)tangents_of(key).right_slope, 0.15, 1e-6);
}

static void tension_continuity_and_bias_make_tangents(void **state)
{
    (void)state;
    fbx_raw_key key = {.time = 1, .value = 2, .flags = FBX_KEY_CUBIC | FBX_KEY_TCB};
    CHECK_NEAR((double)tangents_of(key).left_slope, 2.5, 1e-6);
    CHECK_NEAR((double)tangents_of(key).right_slope, 2.5, 1e-6);
    key.right_slope = 1; /* full tension */
    CHECK_NEAR((double)tangents_of(key).right_slope, 0, 0);
    key.right_slope = 0, key.next_left_slope = -1; /* a corner */
    CHECK_NEAR((double)tangents_of(key).left_slope, 2, 1e-6);
    CHECK_NEAR((double)tangents_of(key).right_slope, 3, 1e-6);
    key.next_left_slope = 0, key.tcb_bias = 1;
    CHECK_NEAR((double)tangents_of(key).right_slope, 2, 1e-6);
}

/* ---- rotations ------------------------------------------------------------------------------------------------ */

static void angles_give_their_rotation_in_every_order(void **state)
{
    (void)state;
    test_random random = {4};
    for (int n = 0; n < 3000; n++) {
        uint8_t order = (uint8_t)(n % 6);
        double angles[3], q[4], back[3], again[4], dot = 0;
        for (int i = 0; i < 3; i++) angles[i] = (double)test_random_float(&random, -180, 180);
        if (n % 7 == 0) /* the middle axis makes the first the last */
            angles[order == 0 || order == 5 ? 1 : order == 1 || order == 2 ? 2 : 0] = n % 2 ? 90 : -90;
        hone_fbx_quat_from_angles(order, angles, q);
        hone_fbx_angles_from_quat(order, q, back);
        hone_fbx_quat_from_angles(order, back, again);
        for (int i = 0; i < 4; i++) dot += q[i] * again[i];
        CHECK_NEAR(fabs(dot), 1, 1e-12);
    }
}

static void four_rotations_have_the_bits_of_one(void **state)
{
    (void)state;
    test_random random = {5};
    for (int n = 0; n < 600; n++) {
        double angles[3][4], left[4], all[4][4];
        for (int i = 0; i < 3; i++)
            for (int r = 0; r < 4; r++) angles[i][r] = (double)test_random_float(&random, -400, 400);
        for (int i = 0; i < 4; i++) left[i] = (double)test_random_float(&random, -1, 1);
        hone_fbx_quats_from_angles((uint8_t)(n % 6), (const double(*)[4])angles, all);
        hone_fbx_quats_multiply(left, (const double(*)[4])all, all);
        hone_fbx_quats_multiply_by((const double(*)[4])all, left, all);
        for (int r = 0; r < 4; r++) {
            double q[4];
            hone_fbx_quat_from_angles((uint8_t)(n % 6), (double[]){angles[0][r], angles[1][r], angles[2][r]}, q);
            hone_fbx_quat_multiply(left, q, q);
            hone_fbx_quat_multiply(q, left, q);
            for (int i = 0; i < 4; i++) CHECK(memcmp(&q[i], &all[i][r], sizeof *q) == 0);
        }
    }
}

/* ---- polynomials ---------------------------------------------------------------------------------------------- */

static void a_polynomial_of_degree_4_goes_through_its_values(void **state)
{
    (void)state;
    double values[5][FBX_WIDTH_MAX] = {{0}};
    for (int i = 0; i < 5; i++) {
        double t = i / 4.0;
        values[i][0] = 1 + t * (2 + t * (-3 + t * (4 - 5 * t)));
    }
    const fbx_quartic quartic = hone_fbx_quartic_through(1, false, (const double(*)[FBX_WIDTH_MAX])values);
    for (double t = 0; t <= 1; t += 0.05) {
        double value[FBX_WIDTH_MAX];
        hone_fbx_quartic_value(&quartic, t, value);
        CHECK_NEAR(value[0], 1 + t * (2 + t * (-3 + t * (4 - 5 * t))), 1e-12);
    }
    CHECK_NEAR(hone_fbx_quartic_bend(&quartic), 42, 1e-10); /* |-6 + 24 - 60| at the end */
}

/* ---- placing keys --------------------------------------------------------------------------------------------- */

/* Three angles, or three numbers, from three curves. */
typedef struct three_curves {
    random_curve made[3];
    fbx_cursor cursors[3];
    bool is_rotation;
} three_curves;

static void seek_three(void *user, double time, fbx_span *out)
{
    three_curves *three = user;
    *out = (fbx_span){.end = (double)INFINITY, .change = (double)INFINITY, .uneven = true, .parts = 16};
    for (int i = 0; i < 3; i++) {
        hone_fbx_cursor_seek(&three->cursors[i], time);
        out->end = fmin(out->end, three->cursors[i].segment.end);
    }
}

static void value_of_three(const three_curves *three, double time, double out[FBX_WIDTH_MAX])
{
    double value[3];
    for (int i = 0; i < 3; i++) value[i] = hone_fbx_segment_value(&three->cursors[i].segment, time);
    if (three->is_rotation)
        hone_fbx_quat_from_angles(0, value, out);
    else
        memcpy(out, value, sizeof value);
}

static void values_of_three(void *user, const double *times, uint32_t count, double (*out)[FBX_WIDTH_MAX])
{
    for (uint32_t i = 0; i < count; i++) value_of_three(user, times[i], out[i]);
}

static void make_three(test_random *random, bool rotation, double scale, bool smooth, three_curves *out)
{
    out->is_rotation = rotation;
    for (int i = 0; i < 3; i++) {
        make_curve(random, scale, smooth, &out->made[i]);
        out->cursors[i] = (fbx_cursor){.curve = &out->made[i].curve};
    }
}

static fbx_bake_desc three_desc(three_curves *three, double tolerance, uint32_t limit)
{
    return (fbx_bake_desc){.function = {.width = three->is_rotation ? 4 : 3,
                                        .is_rotation = three->is_rotation,
                                        .user = three,
                                        .seek = seek_three,
                                        .values = values_of_three},
                           .start = -1.5,
                           .stop = 4.5,
                           .tolerance = tolerance,
                           .key_limit = limit};
}

/* Computes what the keys say between key k and the next one, at the place t. */
static void between_keys(const fbx_baked *baked, uint32_t k, double t, double out[4])
{
    const uint32_t width = baked->width;
    const float *a = hone_fbx_baked_value(baked, k), *b = hone_fbx_baked_value(baked, k + 1);
    double length = baked->times[k + 1] - baked->times[k], from[4] = {0}, to[4] = {0}, u = 1 - t, square = 0;
    for (uint32_t i = 0; i < width; i++) from[i] = (double)a[i], to[i] = (double)b[i];
    if (baked->is_rotation && !baked->is_cubic) {
        hone_fbx_quat_slerp(from, to, t, out);
        return;
    }
    for (uint32_t i = 0; i < width; i++) {
        double leave = baked->is_cubic ? length * (double)a[width + i] : to[i] - from[i];
        double arrive = baked->is_cubic ? length * (double)*(b - width + i) : to[i] - from[i];
        out[i] = u * u * ((1 + 2 * t) * from[i] + t * leave) + t * t * ((1 + 2 * u) * to[i] - u * arrive);
        square += out[i] * out[i];
    }
    for (uint32_t i = 0; i < width && baked->is_rotation; i++) out[i] /= sqrt(square);
}

/* Returns the error of the keys at a time. */
static double error_at(const fbx_baked *baked, three_curves *three, double time)
{
    uint32_t k = 0;
    double wanted[4] = {0}, got[4] = {0}, plus = 0, minus = 0;
    while (k + 2 < baked->count && baked->times[k + 1] <= time + 1.5) k++;
    if (baked->count > 1)
        between_keys(baked, k, (time + 1.5 - baked->times[k]) / (baked->times[k + 1] - baked->times[k]), got);
    else
        for (uint32_t i = 0; i < baked->width; i++) got[i] = (double)hone_fbx_baked_value(baked, 0)[i];
    fbx_span span;
    seek_three(three, time, &span);
    value_of_three(three, time, wanted);
    for (int i = 0; i < 4; i++) {
        CHECK(isfinite(got[i]));
        plus = fmax(plus, fabs(got[i] - wanted[i]));
        minus = fmax(minus, fabs(got[i] + wanted[i]));
    }
    return three->is_rotation ? 2 * fmin(plus, minus) : plus;
}

static void check_baked(test_random *random, const fbx_baked *baked, three_curves *three, double bound)
{
    for (uint32_t k = 1; k < baked->count; k++) CHECK(baked->times[k - 1] < baked->times[k]);
    for (int i = 0; i < 300; i++)
        CHECK_NEAR(error_at(baked, three, -1.5 + 6 * (double)test_random_float(random, 0, 1)), 0, bound);
}

static void keys_follow_a_function_within_the_tolerance(void **state)
{
    (void)state;
    test_random random = {5};
    fbx_baked linear = {0}, cubic = {.is_cubic = true};
    uint32_t splines = 0;
    for (int n = 0; n < 240; n++) {
        three_curves three;
        make_three(&random, n % 2, n % 2 ? 90 : 1, false, &three);
        fbx_bake_desc desc = three_desc(&three, 1e-4, 1 << 20);
        double used;
        const fbx_baked *baked = hone_fbx_bake(&desc, &linear, n < 120 ? NULL : &cubic, &used);
        assert_non_null(baked);
        CHECK_NEAR(used, 1e-4, 0);
        CHECK_NEAR(baked->times[0], 0, 0);
        check_baked(&random, baked, &three, 1.3e-4);
        splines += baked == &cubic;
    }
    CHECK(splines > 5);
    hone_fbx_baked_release(&linear);
    hone_fbx_baked_release(&cubic);
}

static void smooth_curves_take_a_few_keys_of_a_spline(void **state)
{
    (void)state;
    test_random random = {8};
    fbx_baked lines = {0}, linear = {0}, cubic = {.is_cubic = true};
    for (int n = 0; n < 40; n++) {
        three_curves three;
        double used;
        make_three(&random, n % 2, n % 2 ? 20 : 1, true, &three);
        fbx_bake_desc desc = three_desc(&three, 1e-5, 1 << 20);
        CHECK(hone_fbx_bake(&desc, &lines, NULL, &used));
        const fbx_baked *baked = hone_fbx_bake(&desc, &linear, &cubic, &used);
        assert_ptr_equal(baked, &cubic);
        CHECK(3 * baked->count < lines.count);
        CHECK(hone_fbx_baked_size(baked) < hone_fbx_baked_size(&lines));
        check_baked(&random, baked, &three, 1.3e-5);
    }
    hone_fbx_baked_release(&lines);
    hone_fbx_baked_release(&linear);
    hone_fbx_baked_release(&cubic);
}

static double noise(double time)
{
    return 1 + 1e-8 * sin(1e4 * time);
}

static void seek_noise(void *user, double time, fbx_span *out)
{
    (void)user;
    *out = (fbx_span){.end = floor(time * 30 + 1.5) / 30, .change = 2e-8, .parts = 1};
}

static void values_of_noise(void *user, const double *times, uint32_t count, double (*out)[FBX_WIDTH_MAX])
{
    const double *slope = user;
    for (uint32_t k = 0; k < count; k++)
        for (int i = 0; i < 3; i++) out[k][i] = noise(times[k] + i) + *slope * times[k];
}

/* A slow change takes keys only where the value has become another one. */
static void noise_takes_one_key(void **state)
{
    (void)state;
    double used, slope = 0;
    fbx_baked linear = {0}, cubic = {.is_cubic = true};
    fbx_bake_desc desc = {.function = {3, false, false, &slope, seek_noise, values_of_noise},
                          .stop = 10,
                          .tolerance = 1e-6,
                          .key_limit = 1000};
    const fbx_baked *baked = hone_fbx_bake(&desc, &linear, &cubic, &used);
    CHECK(baked && baked->count == 1);
    slope = 1e-6; /* 1e-5 in all: a key for each 2.5e-7 */
    baked = hone_fbx_bake(&desc, &linear, &cubic, &used);
    CHECK(baked && baked->count > 30 && baked->count < 100);
    for (uint32_t k = 0; k < baked->count; k++)
        CHECK_NEAR((double)hone_fbx_baked_value(baked, k)[0], 1 + slope * baked->times[k], 5e-7);
    hone_fbx_baked_release(&linear);
    hone_fbx_baked_release(&cubic);
}

static void few_keys_follow_less_closely(void **state)
{
    (void)state;
    test_random random = {6};
    fbx_baked baked = {0};
    for (int n = 0; n < 30; n++) {
        three_curves three;
        double used;
        make_three(&random, true, 90, true, &three);
        for (int i = 0; i < 3; i++) three.made[i].curve.count = KEYS;
        fbx_bake_desc desc = three_desc(&three, 1e-7, 3000);
        CHECK(hone_fbx_bake(&desc, &baked, NULL, &used));
        CHECK(baked.count <= 3000 && used > 1e-7);
        if (isfinite(used))
            check_baked(&random, &baked, &three, 1.3 * used + 1e-6);
        desc.key_limit = 20;
        CHECK(hone_fbx_bake(&desc, &baked, NULL, &used));
        CHECK(baked.count <= 20 && isinf(used));
    }
    hone_fbx_baked_release(&baked);
}

static void a_repetition_for_ever_takes_no_more_keys_than_allowed(void **state)
{
    (void)state;
    const fbx_key keys[] = {{.time = 0, .interpolation = FBX_LINEAR}, {.time = 1e-9, .value = 1}};
    three_curves three = {0};
    for (int i = 0; i < 3; i++) {
        three.made[i].curve =
            (fbx_curve){.keys = keys, .count = 2, .before = {FBX_REPEAT, -1}, .after = {FBX_REPEAT, -1}};
        three.cursors[i].curve = &three.made[i].curve;
    }
    fbx_bake_desc desc = three_desc(&three, 1e-6, 1000);
    fbx_baked baked = {0};
    double used;
    desc.stop = 1e8;
    CHECK(hone_fbx_bake(&desc, &baked, NULL, &used));
    CHECK(baked.count <= 1000 && isinf(used));
    hone_fbx_baked_release(&baked);
}

static void steps_become_keys_at_neighbouring_times(void **state)
{
    (void)state;
    const fbx_key keys[] = {{.time = 0, .value = 1, .interpolation = FBX_CONSTANT},
                            {.time = 1, .value = 2, .interpolation = FBX_CONSTANT},
                            {.time = 2, .value = 3, .interpolation = FBX_CONSTANT}};
    three_curves three = {0};
    for (int i = 0; i < 3; i++) {
        three.made[i].curve = (fbx_curve){.keys = keys, .count = 3};
        three.cursors[i].curve = &three.made[i].curve;
    }
    fbx_bake_desc desc = three_desc(&three, 1e-6, 1000);
    fbx_baked baked = {0};
    double used;
    desc.start = 0, desc.stop = 2;
    CHECK(hone_fbx_bake(&desc, &baked, NULL, &used));
    assert_int_equal(baked.count, 5);
    const double times[] = {0, nextafter(1, 0), 1, nextafter(2, 0), 2};
    const double values[] = {1, 1, 2, 2, 3};
    for (int k = 0; k < 5; k++) {
        CHECK_NEAR(baked.times[k], times[k], 0);
        CHECK_NEAR((double)baked.values[3 * k], values[k], 0);
    }
    hone_fbx_baked_release(&baked);
}

/* Such as a picture on each frame, which is to be seen on its own frame. */
static void a_key_with_the_value_of_the_next_one_keeps_its_own_instant(void **state)
{
    (void)state;
    const fbx_key keys[] = {{.time = 0, .value = 1, .interpolation = FBX_CONSTANT_NEXT},
                            {.time = 1, .value = 2, .interpolation = FBX_CONSTANT_NEXT},
                            {.time = 2, .value = 3}};
    const fbx_curve curve = {.keys = keys, .count = 3};
    for (int k = 0; k < 3; k++) CHECK_NEAR(hone_fbx_curve_value(&curve, k), k + 1, 0);
    CHECK_NEAR(hone_fbx_curve_value(&curve, 1e-6), 2, 0);
    CHECK_NEAR(hone_fbx_curve_value(&curve, 1 - 1e-6), 2, 0);
    CHECK_NEAR(hone_fbx_curve_value(&curve, 1 + 1e-6), 3, 0);
}

static void what_does_not_move_takes_one_key(void **state)
{
    (void)state;
    const fbx_key keys[] = {{.time = 0, .value = 1, .interpolation = FBX_LINEAR},
                            {.time = 1, .value = 1, .interpolation = FBX_CUBIC},
                            {.time = 2, .value = 1}};
    three_curves three = {0};
    for (int i = 0; i < 3; i++) {
        three.made[i].curve = (fbx_curve){.keys = keys, .count = 3};
        three.cursors[i].curve = &three.made[i].curve;
    }
    fbx_bake_desc desc = three_desc(&three, 1e-6, 1000);
    fbx_baked baked = {0};
    double used;
    CHECK(hone_fbx_bake(&desc, &baked, NULL, &used));
    assert_int_equal(baked.count, 1);
    desc.start = desc.stop;
    CHECK(hone_fbx_bake(&desc, &baked, NULL, &used));
    assert_int_equal(baked.count, 1);
    hone_fbx_baked_release(&baked);
}

static void without_memory_baking_fails(void **state)
{
    (void)state;
    test_random random = {7};
    three_curves three;
    double used;
    make_three(&random, true, 90, true, &three);
    for (int i = 0; i < 3; i++) three.made[i].curve.count = KEYS;
    bool done = false;
    for (uint64_t fail = 0; !done; fail++) {
        test_allocator allocator;
        test_allocator_make(&allocator, fail);
        fbx_baked baked = {.allocator = &allocator.allocator};
        fbx_bake_desc desc = three_desc(&three, 1e-5, 1 << 20);
        done = hone_fbx_bake(&desc, &baked, NULL, &used);
        hone_fbx_baked_release(&baked);
        assert_int_equal(allocator.live, 0);
        CHECK(fail < 100);
    }
}

TEST_GROUP(test_fbx_curves)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_curve_has_the_values_of_an_independent_evaluation),
        cmocka_unit_test(a_cursor_that_moves_on_finds_the_same_values),
        cmocka_unit_test(segments_follow_each_other_in_repetitions_too),
        cmocka_unit_test(four_times_have_the_bits_of_one),
        cmocka_unit_test(a_jump_has_both_of_its_values),
        cmocka_unit_test(steep_tangents_with_rounded_weights_are_exact),
        cmocka_unit_test(tangents_of_the_user_are_taken),
        cmocka_unit_test(weights_beyond_the_segment_are_cut),
        cmocka_unit_test(linear_and_constant_keys_have_the_slopes_of_their_segments),
        cmocka_unit_test(automatic_tangents_come_from_the_neighbours),
        cmocka_unit_test(tension_continuity_and_bias_make_tangents),
        cmocka_unit_test(angles_give_their_rotation_in_every_order),
        cmocka_unit_test(four_rotations_have_the_bits_of_one),
        cmocka_unit_test(a_polynomial_of_degree_4_goes_through_its_values),
        cmocka_unit_test(keys_follow_a_function_within_the_tolerance),
        cmocka_unit_test(smooth_curves_take_a_few_keys_of_a_spline),
        cmocka_unit_test(noise_takes_one_key),
        cmocka_unit_test(few_keys_follow_less_closely),
        cmocka_unit_test(a_repetition_for_ever_takes_no_more_keys_than_allowed),
        cmocka_unit_test(steps_become_keys_at_neighbouring_times),
        cmocka_unit_test(a_key_with_the_value_of_the_next_one_keeps_its_own_instant),
        cmocka_unit_test(what_does_not_move_takes_one_key),
        cmocka_unit_test(without_memory_baking_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
