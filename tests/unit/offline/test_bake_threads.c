/* A bake gives the same bits on any number of threads, with and without copies of the actor. */
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/make_x.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

enum { THREADS_MAX = 7 };

typedef struct scene {
    hone_model *model;
    hone_motion *motion;
} scene;

static hone_actor *make_actor(const scene *s, bool physics)
{
    hone_error error = {0};
    const hone_actor_desc desc = {.model = s->model, .physics = {.on = physics, .options = {.exact = true}}};
    hone_actor *actor = hone_actor_create(&desc, &error);
    if (!actor || !hone_actor_play(actor, s->motion, NULL, &error).id)
        fail_msg("%s", error.message);
    return actor;
}

typedef struct threads {
    uint32_t count, copies;
} threads;

/* Bakes with these threads, and copies of the actor for some of them. */
static hone_motion *bake(const scene *s, hone_bake_desc desc, threads use, hone_bake_report *report)
{
    hone_error error = {0};
    hone_actor *copies[THREADS_MAX];
    hone_workers *workers = use.count ? hone_workers_create(use.count, NULL, &error) : NULL;
    for (uint32_t i = 0; i < use.copies; i++) copies[i] = make_actor(s, false);
    desc.workers = workers;
    desc.copies = use.copies ? copies : NULL;
    desc.copy_count = use.copies;
    hone_motion *motion = hone_bake(&desc, report, &error);
    if (!motion)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < use.copies; i++) hone_actor_destroy(copies[i]);
    hone_workers_destroy(workers);
    return motion;
}

static void check_same_report(const hone_bake_report *a, const hone_bake_report *b)
{
    CHECK(a->keys_before == b->keys_before && a->keys_after == b->keys_after);
    CHECK(a->joint_error == b->joint_error && a->joint_error_between == b->joint_error_between);
    CHECK(a->vertex_error == b->vertex_error && a->vertex_error_between == b->vertex_error_between);
    CHECK(a->deform_error == b->deform_error && a->player_error == b->player_error);
    CHECK(a->worst_bone == b->worst_bone && a->worst_vertex == b->worst_vertex);
    CHECK(a->worst_deformed == b->worst_deformed && a->bones_scaled == b->bones_scaled);
}

static void check_same_channels(const hone_motion_data *a, const hone_motion_data *b)
{
    static const size_t widths[HONE_CHANNEL_PATH_COUNT] = {3, 4, 3, 1};
    assert_int_equal(a->channel_count, b->channel_count);
    for (uint32_t c = 0; c < a->channel_count; c++) {
        const hone_channel *x = &a->channels[c], *y = &b->channels[c];
        assert_int_equal(x->key_count, y->key_count);
        CHECK(x->path == y->path && x->targets[0].index == y->targets[0].index);
        CHECK(memcmp(x->times, y->times, x->key_count * sizeof *x->times) == 0);
        CHECK(memcmp(x->values, y->values, x->key_count * widths[x->path] * sizeof *x->values) == 0);
    }
}

static void check_same_motion(const hone_motion *a, const hone_motion *b)
{
    hone_bytes files[2] = {{0}};
    check_same_channels(hone_motion_get(a), hone_motion_get(b));
    if (hone_motion_get(a)->channel_count)
        return;
    CHECK(hone_motion_write_vmd(a, NULL, &files[0], NULL) && hone_motion_write_vmd(b, NULL, &files[1], NULL));
    assert_int_equal(files[0].size, files[1].size);
    CHECK(memcmp(files[0].data, files[1].data, files[0].size) == 0);
    for (int i = 0; i < 2; i++) hone_bytes_release(&files[i]);
}

/* Releases the scene. */
static void check_threads(scene s, hone_bake_desc desc, bool physics)
{
    static const threads uses[] = {{0, 0}, {0, 2}, {1, 1}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {7, 6}};
    hone_bake_report alone, report;
    hone_actor *actor = make_actor(&s, physics);
    desc.actor = actor;
    desc.last_frame = 300; /* three chunks */
    hone_motion *expected = bake(&s, desc, uses[0], &alone);
    CHECK(alone.keys_after > 0);
    for (size_t i = 1; i < sizeof uses / sizeof *uses; i++) {
        hone_motion *motion = bake(&s, desc, uses[i], &report);
        check_same_report(&alone, &report);
        check_same_motion(expected, motion);
        hone_motion_release(motion);
    }
    hone_motion_release(expected);
    hone_actor_destroy(actor);
    hone_model_release(s.model);
    hone_motion_release(s.motion);
}

static scene with_motion(hone_model *model, uint64_t seed)
{
    const make_motion_desc quick = {.seed = seed, .keys_per_track = 40, .spacing = 8};
    assert_non_null(model);
    return (scene){model, make_motion(model, &quick, NULL)};
}

static void plain_keys_are_the_same(void **state)
{
    (void)state;
    scene s = with_motion(puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL), 3);
    check_threads(s, (hone_bake_desc){.tolerance = 0.01f}, false);
}

static void keys_for_mmd_are_the_same(void **state)
{
    (void)state;
    test_random random = {5};
    for (uint64_t seed = 0; seed < 3; seed++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.appends = true, .chains = true});
        check_threads(with_motion(model, seed), (hone_bake_desc){.tolerance = 0.05f, .player = HONE_BAKE_MMD_RIG},
                      false);
    }
}

static void vertices_of_every_kind_are_measured_the_same(void **state)
{
    (void)state;
    hone_error error = {0};
    for (unsigned seed = 1; seed < 4; seed++) {
        make_pmx_desc made = make_pmx_rich(seed);
        scene s = with_motion(make_pmx_model(&made, NULL, &error), seed);
        check_threads(s, (hone_bake_desc){.tolerance = 0.1f}, false);
    }
}

static void scales_and_clips_are_the_same(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = make_x(&(make_x_desc){0});
    scene s = {hone_model_load_memory(bytes.data, bytes.size, NULL, &error),
               hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.clip = "wave"}, &error)};
    hone_bytes_release(&bytes);
    assert_true(s.model && s.motion);
    check_threads(s, (hone_bake_desc){.tolerance = 1e-3f}, false);
}

/* Only the actor itself plays then, in the order of time. */
static void physics_is_the_same(void **state)
{
    (void)state;
    NEEDS(physics);
    scene s = {puppet_make(&(puppet_desc){.swing = true}, NULL), puppet_motion(1, NULL)};
    check_threads(s, (hone_bake_desc){.tolerance = 1e-3f}, true);
}

static bool until_frame_200(void *user, uint32_t frame)
{
    *(uint32_t *)user = frame;
    return frame < 200;
}

/* Progress is reported frame by frame; the actor is left at the last frame. */
static void progress_and_end_are_the_same(void **state)
{
    (void)state;
    hone_error error = {0};
    uint32_t reached = 0;
    scene s = with_motion(puppet_make(&(puppet_desc){0}, NULL), 2);
    hone_actor *actor = make_actor(&s, false), *copy = make_actor(&s, false), *other = make_actor(&s, false);
    hone_workers *workers = hone_workers_create(2, NULL, &error);
    hone_bake_desc desc = {.actor = actor,
                           .last_frame = 300,
                           .tolerance = 0.01f,
                           .workers = workers,
                           .copies = &copy,
                           .copy_count = 1,
                           .progress = until_frame_200,
                           .user = &reached};
    assert_null(hone_bake(&desc, NULL, &error));
    CHECK(reached == 200 && error.code == HONE_ERROR_ARGUMENT);
    desc.progress = NULL;
    hone_motion *motion = hone_bake(&desc, NULL, &error);
    CHECK(hone_actor_update_frame(other, 300, NULL));
    size_t size = hone_model_skeleton(s.model)->bone_count * sizeof(hone_affine);
    CHECK(motion && memcmp(hone_actor_bones(actor), hone_actor_bones(other), size) == 0);
    hone_motion_release(motion);
    hone_actor *actors[] = {actor, copy, other};
    for (int i = 0; i < 3; i++) hone_actor_destroy(actors[i]);
    hone_workers_destroy(workers);
    hone_model_release(s.model);
    hone_motion_release(s.motion);
}

TEST_GROUP(test_bake_threads)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_keys_are_the_same),
        cmocka_unit_test(keys_for_mmd_are_the_same),
        cmocka_unit_test(vertices_of_every_kind_are_measured_the_same),
        cmocka_unit_test(scales_and_clips_are_the_same),
        cmocka_unit_test(physics_is_the_same),
        cmocka_unit_test(progress_and_end_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
