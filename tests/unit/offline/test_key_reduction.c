/* Key reduction: which samples are enough as keys. */
#include "offline/bake/key_reduction.h"
#include "support/support.h"
#include <string.h>

enum { MANY = 400 };

/* The interpolated values, of `width` floats, are within `most` of the original ones. */
static void check_reduced(hone_bake_track track, uint32_t count, uint32_t fewest, uint32_t most_kept)
{
    float before[4 * MANY];
    uint32_t kept[MANY];
    memcpy(before, track.values, sizeof(float) * track.width * count);
    uint32_t found = hone_tracks_reduce_keys(&track, 1, count, BAKE_GRID_FRAMES, kept);
    CHECK(found >= fewest && found <= most_kept);
    CHECK(kept[0] == 0 && kept[found - 1] == count - 1);
    for (uint32_t i = 1; i < found; i++) CHECK(kept[i] > kept[i - 1]);
    hone_bake_track_refill(&track, kept, found);
    for (uint32_t i = 0; i < found; i++)
        assert_memory_equal(before + kept[i] * track.width, track.values + kept[i] * track.width,
                            sizeof(float) * track.width);
    for (uint32_t i = 0; i < count; i++)
        CHECK(hone_bake_track_distance(&track, before + i * track.width, track.values + i * track.width) <= track.most);
}

static void one_sample_is_one_key(void **state)
{
    (void)state;
    float value[3] = {1, 2, 3};
    uint32_t kept[1] = {7};
    const hone_bake_track track = {value, 3, false, 0, 0};
    assert_int_equal(hone_tracks_reduce_keys(&track, 1, 1, BAKE_GRID_FRAMES, kept), 1);
    assert_int_equal(kept[0], 0);
}

static void a_straight_way_needs_its_ends(void **state)
{
    (void)state;
    float values[MANY][3];
    for (int i = 0; i < MANY; i++)
        for (int c = 0; c < 3; c++) values[i][c] = (float)(c + 1) * 0.25f * (float)i;
    check_reduced((hone_bake_track){*values, 3, false, 1e-4f, 0}, MANY, 2, 2);
}

static void a_corner_is_a_key(void **state)
{
    (void)state;
    float values[MANY];
    uint32_t kept[MANY];
    for (int i = 0; i < MANY; i++) values[i] = i < 137 ? 0 : (float)(i - 137);
    const hone_bake_track track = {values, 1, false, 1e-3f, 0};
    assert_int_equal(hone_tracks_reduce_keys(&track, 1, MANY, BAKE_GRID_FRAMES, kept), 3);
    assert_int_equal(kept[1], 137);
}

static void an_even_turn_needs_its_ends(void **state)
{
    (void)state;
    float values[MANY][4];
    for (int i = 0; i < MANY; i++) {
        double half = 1.4 * i / MANY;
        values[i][0] = values[i][2] = 0;
        values[i][1] = (float)sin(half), values[i][3] = (float)cos(half);
    }
    check_reduced((hone_bake_track){*values, 4, true, 1e-5f, 0}, MANY, 2, 2);
}

static void any_way_stays_within_the_bound(void **state)
{
    (void)state;
    test_random random = {1};
    for (int round = 0; round < 60; round++) {
        float values[MANY][4] = {{0}};
        uint32_t count = 2 + test_random_u32(&random) % (MANY - 2);
        bool turns = round % 2;
        float from[4], to[4], most = powf(10, test_random_float(&random, -5, 0));
        test_random_quat(&random, from);
        for (uint32_t i = 0; i < count; i++) {
            if (i % 40 == 0)
                test_random_quat(&random, to);
            for (int c = 0; c < 4; c++) from[c] += 0.05f * (to[c] - from[c]);
            float length =
                turns ? sqrtf(from[0] * from[0] + from[1] * from[1] + from[2] * from[2] + from[3] * from[3]) : 1;
            for (int c = 0; c < 4; c++) values[i][c] = from[c] / length;
        }
        check_reduced((hone_bake_track){*values, 4, turns, most, 0}, count, 2, count);
    }
}

static void more_may_be_off_with_fewer_keys(void **state)
{
    (void)state;
    uint32_t kept[MANY], before = MANY + 1;
    for (float most = 1e-6f; most < 10; most *= 10) {
        float values[MANY];
        for (int i = 0; i < MANY; i++) values[i] = sinf((float)i * 0.05f);
        const hone_bake_track track = {values, 1, false, most, 0};
        uint32_t found = hone_tracks_reduce_keys(&track, 1, MANY, BAKE_GRID_FRAMES, kept);
        CHECK(found <= before);
        before = found;
    }
    CHECK(before == 2);
}

static void tracks_together_have_their_keys_together(void **state)
{
    (void)state;
    float a[MANY], b[MANY];
    uint32_t kept[MANY];
    for (int i = 0; i < MANY; i++) {
        a[i] = i < 100 ? 0 : (float)(i - 100);
        b[i] = i < 200 ? 0 : (float)(i - 200);
    }
    const hone_bake_track tracks[2] = {{a, 1, false, 1e-3f, 0}, {b, 1, false, 1e-3f, 0}};
    assert_int_equal(hone_tracks_reduce_keys(tracks, 2, MANY, BAKE_GRID_FRAMES, kept), 4);
    CHECK(kept[1] == 100 && kept[2] == 200);
}

static void what_is_no_number_is_kept(void **state)
{
    (void)state;
    float values[8] = {0, 0, NAN, 0, 0, 0, 0, 0};
    uint32_t kept[8];
    const hone_bake_track track = {values, 1, false, 1, 0};
    CHECK(hone_tracks_reduce_keys(&track, 1, 8, BAKE_GRID_FRAMES, kept) >= 3);
}

/* ---- grids: four samples per frame ----------------------------------------------------------------------------- */

enum { PER_FRAME = 4, FRAMES = 50, SAMPLES = FRAMES * PER_FRAME + 1 };

/* Linear except for a step between samples 41 and 42, which is inside frame 10. */
static void fill_step(float *values)
{
    for (int i = 0; i < SAMPLES; i++) values[i] = (float)i + (i > 41 ? 10 : 0);
}

static void a_bend_within_a_frame_has_keys_there(void **state)
{
    (void)state;
    float values[SAMPLES];
    uint32_t kept[SAMPLES];
    fill_step(values);
    const hone_bake_track track = {values, 1, false, 1e-3f, 0};
    uint32_t found = hone_tracks_reduce_keys(&track, 1, SAMPLES, (bake_grid){.per_frame = PER_FRAME}, kept);
    assert_int_equal(found, 5);
    const uint32_t wanted[] = {0, 40, 41, 42, SAMPLES - 1};
    for (uint32_t i = 0; i < found; i++) assert_int_equal(kept[i], wanted[i]);
}

static void keys_stand_on_whole_frames_where_these_suffice(void **state)
{
    (void)state;
    test_random random = {3};
    float values[SAMPLES];
    uint32_t kept[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) /* linear inside each frame */
        values[i] = i % PER_FRAME == 0 ? test_random_float(&random, -1, 1) : 0;
    for (int i = 0; i < SAMPLES; i++) {
        int from = i - i % PER_FRAME;
        if (i % PER_FRAME)
            values[i] = values[from] + (float)(i - from) / PER_FRAME * (values[from + PER_FRAME] - values[from]);
    }
    const hone_bake_track track = {values, 1, false, 1e-3f, 0};
    uint32_t found = hone_tracks_reduce_keys(&track, 1, SAMPLES, (bake_grid){.per_frame = PER_FRAME}, kept);
    for (uint32_t i = 0; i < found; i++) assert_int_equal(kept[i] % PER_FRAME, 0);
}

/* If keys can be on whole frames only, a span of several frames still checks the samples between them. */
static void spans_of_whole_frames_look_between_them(void **state)
{
    (void)state;
    float values[SAMPLES];
    uint32_t kept[SAMPLES];
    const bake_grid grid = {.per_frame = PER_FRAME, .whole = true};
    fill_step(values);
    const hone_bake_track track = {values, 1, false, 1e-3f, 0};
    assert_int_equal(hone_tracks_reduce_keys(&track, 1, SAMPLES, grid, kept), 4);
    CHECK(kept[1] == 40 && kept[2] == 44);
    for (int i = 0; i < SAMPLES; i++) values[i] = i % PER_FRAME ? 5 : 0; /* whole frames do not show it */
    assert_int_equal(hone_tracks_reduce_keys(&track, 1, SAMPLES, grid, kept), FRAMES + 1);
}

TEST_GROUP(test_key_reduction)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_sample_is_one_key),
        cmocka_unit_test(a_straight_way_needs_its_ends),
        cmocka_unit_test(a_corner_is_a_key),
        cmocka_unit_test(an_even_turn_needs_its_ends),
        cmocka_unit_test(any_way_stays_within_the_bound),
        cmocka_unit_test(more_may_be_off_with_fewer_keys),
        cmocka_unit_test(tracks_together_have_their_keys_together),
        cmocka_unit_test(what_is_no_number_is_kept),
        cmocka_unit_test(a_bend_within_a_frame_has_keys_there),
        cmocka_unit_test(keys_stand_on_whole_frames_where_these_suffice),
        cmocka_unit_test(spans_of_whole_frames_look_between_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
