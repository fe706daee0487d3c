/* The tree in which errors are measured, and the search for the coarsest levels that keep a tolerance. */
#include "core/tolerance/fit.h"
#include "support/support.h"
#include <hone/math.h>
#include <string.h>

static void bones_are_listed_with_all_below_them_behind(void **state)
{
    (void)state;
    enum { BONES = 6 };
    const int32_t parents[BONES] = {HONE_NONE, 3, 0, 0, HONE_NONE, 2};
    static const uint32_t want[BONES] = {0, 2, 5, 3, 1, 4}, want_ends[BONES] = {5, 3, 3, 5, 5, 6};
    int32_t links[2 * BONES], places[BONES], by_place[BONES];
    uint32_t order[BONES], ends[BONES];
    assert_int_equal(hone_tolerance_depth_first(parents, BONES, links, order), BONES);
    assert_memory_equal(order, want, sizeof want);
    for (int32_t i = 0; i < BONES; i++) places[order[i]] = i;
    for (uint32_t i = 0; i < BONES; i++)
        by_place[i] = parents[order[i]] == HONE_NONE ? HONE_NONE : places[parents[order[i]]];
    hone_tolerance_find_ends(by_place, BONES, ends);
    assert_memory_equal(ends, want_ends, sizeof want_ends);
}

static void bones_of_a_cycle_are_not_listed(void **state)
{
    (void)state;
    const int32_t parents[4] = {1, 0, HONE_NONE, 2};
    int32_t links[8];
    uint32_t order[4];
    assert_int_equal(hone_tolerance_depth_first(parents, 4, links, order), 2);
    CHECK(order[0] == 2 && order[1] == 3);
}

/* ---- a chain of joints that move along x ---- */

enum { JOINTS = 3, LEVELS = 20 };

typedef struct chain {
    float exact[JOINTS];
    uint32_t track;
    float rounded; /* of the track that was rounded last */
    int level;
} chain;

static void local_of(const void *user, uint32_t joint, const tolerance_parts *parts, tolerance_matrices *out)
{
    (void)user, (void)joint;
    hone_tolerance_matrices(parts, NULL, out);
}

static float error_of(const void *user, uint32_t joint, const tolerance_matrices *is, const tolerance_matrices *was)
{
    (void)user, (void)joint;
    tolerance_row squares;
    for (int i = 0; i < TOLERANCE_TIMES; i++) squares[i] = (is->m[3][i] - was->m[3][i]) * (is->m[3][i] - was->m[3][i]);
    return hone_tolerance_largest(squares);
}

static int clamp(const void *user, uint32_t track, int level)
{
    (void)user, (void)track;
    return level < 0 ? 0 : level > LEVELS ? LEVELS : level;
}

static bool round_track(void *user, uint32_t track, int level)
{
    chain *c = user;
    c->track = track, c->level = level;
    c->rounded = ldexpf(roundf(ldexpf(c->exact[track], level)), -level);
    return true;
}

static uint64_t size_of(void *user, uint32_t track)
{
    (void)track;
    return (uint64_t)((const chain *)user)->level;
}

static void decode(void *user, uint32_t track, tolerance_parts *parts, size_t stride)
{
    const chain *c = user;
    assert_int_equal(track, c->track);
    for (int i = 0; i < TOLERANCE_TIMES; i++) parts[0 * stride].translation[0][i] = c->rounded;
}

static uint32_t joint_of(const void *user, uint32_t track)
{
    (void)user;
    return track;
}

static void make_chain(chain *c, hone_arena *memory, float tolerance, tolerance_tree *tree, tolerance_fit *fit)
{
    static const int32_t parents[JOINTS] = {HONE_NONE, 0, 1};
    static const uint32_t ends[JOINTS] = {JOINTS, JOINTS, JOINTS};
    const tolerance_joints joints = {c, JOINTS, parents, ends, local_of, error_of};
    const tolerance_tracks tracks = {.user = c,
                                     .count = JOINTS,
                                     .shift_step = 2,
                                     .shift_max = LEVELS,
                                     .clamp = clamp,
                                     .round = round_track,
                                     .size = size_of,
                                     .decode = decode,
                                     .joint = joint_of};
    CHECK(hone_tolerance_tree_make(tree, &joints, 1, memory));
    CHECK(hone_tolerance_fit_make(fit, &tracks, tree, tolerance * tolerance, memory));
    for (uint32_t j = 0; j < JOINTS; j++) {
        tolerance_parts *parts = hone_tolerance_parts(tree, 0, j);
        *parts = (tolerance_parts){0};
        for (int i = 0; i < TOLERANCE_TIMES; i++) {
            parts->rotation[3][i] = parts->scale[0][i] = parts->scale[1][i] = parts->scale[2][i] = 1;
            parts->translation[0][i] = c->exact[j];
        }
    }
    hone_tolerance_tree_begin(tree, 1);
}

/* The error at the end of the chain. */
static float error_with(const chain *c, const int levels[JOINTS])
{
    float most = 0, sum = 0;
    for (int j = 0; j < JOINTS; j++) {
        sum += ldexpf(roundf(ldexpf(c->exact[j], levels[j])), -levels[j]) - c->exact[j];
        most = fmaxf(most, fabsf(sum));
    }
    return most;
}

static void no_track_could_be_coarser(void **state)
{
    (void)state;
    chain c = {.exact = {0.7131f, 0.3977f, 0.1283f}};
    for (float tolerance = 0.1f; tolerance > 1e-4f; tolerance /= 3) {
        hone_arena *memory = hone_arena_create(NULL, 0, NULL);
        tolerance_tree tree;
        tolerance_fit fit;
        make_chain(&c, memory, tolerance, &tree, &fit);
        for (uint32_t j = 0; j < JOINTS; j++) fit.levels[j] = 8;
        CHECK(hone_tolerance_fit_shift(&fit));
        for (uint32_t j = 0; j < JOINTS; j++) fit.sizes[j] = hone_tolerance_fit_round(&fit, j, fit.levels[j]);
        hone_tolerance_fit_coarsen(&fit);
        CHECK(error_with(&c, fit.levels) <= tolerance * 1.001f);
        for (uint32_t j = 0; j < JOINTS; j++) {
            int levels[JOINTS];
            memcpy(levels, fit.levels, sizeof levels);
            CHECK(levels[j]-- == 0 || error_with(&c, levels) > tolerance * 0.999f);
        }
        hone_arena_destroy(memory);
    }
}

static void a_tolerance_that_no_level_keeps_is_refused(void **state)
{
    (void)state;
    chain c = {.exact = {0.7131f, 0.3977f, 0.1283f}};
    hone_arena *memory = hone_arena_create(NULL, 0, NULL);
    tolerance_tree tree;
    tolerance_fit fit;
    make_chain(&c, memory, 1e-9f, &tree, &fit);
    CHECK(!hone_tolerance_fit_shift(&fit));
    hone_arena_destroy(memory);
}

TEST_GROUP(test_tolerance)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_are_listed_with_all_below_them_behind),
        cmocka_unit_test(bones_of_a_cycle_are_not_listed),
        cmocka_unit_test(no_track_could_be_coarser),
        cmocka_unit_test(a_tolerance_that_no_level_keeps_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
