/* Inertialization, motions in step and blends with the clips of third-party files. */
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIPS = 14 };

static const char *const files[] = {"gltf/raylib/robot.glb", "gltf/raylib/greenman.glb",
                                    "gltf/khronos/cesium_man.gltf"};

/* ---- files ------------------------------------------------------------------------------------------------------ */

typedef struct stage {
    hone_model *model;
    hone_motion *clips[CLIPS];
    uint32_t count, bones;
    double size; /* the largest translation of a bone at rest */
} stage;

static bool open_stage(const char *name, stage *s)
{
    char path[4096], number[16];
    *s = (stage){0};
    if (!test_data_path(name, path, sizeof path))
        return false;
    hone_asset *asset = hone_asset_open(path, NULL, NULL);
    s->model = hone_asset_model(asset, NULL);
    CHECK(s->model);
    uint32_t count = hone_model_get(s->model)->clip_count;
    for (uint32_t c = 0; c < count && s->count < CLIPS; c++) {
        snprintf(number, sizeof number, "%u", c);
        hone_motion *clip = hone_asset_motion(asset, number, NULL);
        CHECK(clip);
        if (hone_motion_duration(clip) > 0)
            s->clips[s->count++] = clip;
        else
            hone_motion_release(clip); /* a pose */
    }
    hone_asset_close(asset);
    s->bones = hone_model_skeleton(s->model)->bone_count;
    for (uint32_t b = 0; b < s->bones; b++)
        s->size = fmax(s->size, hone_vec3_length(hone_model_skeleton(s->model)->bones[b].rest.translation));
    CHECK(s->count && s->size > 0);
    return true;
}

static void close_stage(stage *s)
{
    for (uint32_t c = 0; c < s->count; c++) hone_motion_release(s->clips[c]);
    hone_model_release(s->model);
}

static hone_actor *open_actor(const stage *s)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s->model}, NULL);
    CHECK(actor);
    return actor;
}

/* Runs the check with every file that there is. */
static void with_each_file(void (*check)(const stage *s))
{
    unsigned missing = 0;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        stage s;
        bool found = open_stage(files[f], &s);
        missing += !found;
        if (found)
            check(&s);
        close_stage(&s);
    }
    if (missing)
        test_skip(missing, "files with clips");
}

/* ---- poses ------------------------------------------------------------------------------------------------------ */

/* A copy of the pose at a time of the actor. */
static hone_transform *shoot(const stage *s, hone_actor *actor, double seconds)
{
    hone_transform *bones = malloc(s->bones * sizeof *bones);
    CHECK(bones && hone_actor_update(actor, seconds, NULL));
    memcpy(bones, hone_actor_writable_pose(actor)->bones, s->bones * sizeof *bones);
    return bones;
}

/* The largest difference of a bone: half the angle of its rotations, its translations as a part of the model's size, or
 * its scales. */
static double distance(const stage *s, const hone_transform *a, const hone_transform *b)
{
    double most = 0;
    for (uint32_t i = 0; i < s->bones; i++) {
        float back[4], turn[4];
        hone_quat_conjugate(a[i].rotation, back);
        hone_quat_multiply(back, b[i].rotation, turn);
        double values[3] = {hone_vec3_length(turn), hone_vec3_distance(a[i].translation, b[i].translation) / s->size,
                            hone_vec3_distance(a[i].scale, b[i].scale)};
        for (int k = 0; k < 3; k++) {
            CHECK(values[k] < 1e9); /* and no NaN */
            most = fmax(most, values[k]);
        }
    }
    return most;
}

/* The distance of two poses, which are freed. */
static double difference(const stage *s, hone_transform *a, hone_transform *b)
{
    double most = distance(s, a, b);
    free(a), free(b);
    return most;
}

static hone_transform *alone(const stage *s, uint32_t clip, double offset)
{
    hone_actor *actor = open_actor(s);
    CHECK(hone_actor_play(actor, s->clips[clip], &(hone_play_desc){.loop = true, .offset_seconds = offset}, NULL).id);
    hone_transform *bones = shoot(s, actor, 0);
    hone_actor_destroy(actor);
    return bones;
}

/* The largest distance of poses that are a step apart. The motion may jump where the loop begins again. */
static double largest_step(const stage *s, uint32_t clip, double step)
{
    double most = 0, duration = hone_motion_duration(s->clips[clip]);
    hone_actor *actor = open_actor(s);
    CHECK(hone_actor_play(actor, s->clips[clip], NULL, NULL).id);
    hone_transform *last = shoot(s, actor, 0);
    for (double t = step; t < duration; t += step) {
        hone_transform *next = shoot(s, actor, t);
        most = fmax(most, difference(s, last, next));
        last = shoot(s, actor, t);
    }
    free(last);
    hone_actor_destroy(actor);
    return most;
}

/* ---- inertialization -------------------------------------------------------------------------------------------- */

static const double fade = 0.25, step = 1 / 240.0;

/* Changes from one clip to the other in the middle of both. */
static void check_transition(const stage *s, uint32_t from, uint32_t to, double most)
{
    double start = 0.4 * hone_motion_duration(s->clips[from]), offset = 0.3 * hone_motion_duration(s->clips[to]);
    double end = fmin(fade, 0.6 * hone_motion_duration(s->clips[to]));
    hone_actor *actor = open_actor(s);
    hone_play_id a = hone_actor_play(actor, s->clips[from], NULL, NULL);
    hone_transform *before = shoot(s, actor, start);
    double apart = difference(s, shoot(s, actor, start), alone(s, to, offset));
    CHECK(hone_actor_inertialize(
              actor, a, s->clips[to],
              &(hone_play_desc){.fade_in_seconds = end, .start_seconds = start, .offset_seconds = offset}, NULL)
              .id);
    hone_transform *last = shoot(s, actor, start);
    CHECK_NEAR(difference(s, before, shoot(s, actor, start)), 0, 1e-4);
    for (double t = step; t < end; t += step) {
        hone_transform *next = shoot(s, actor, start + t);
        CHECK(distance(s, last, next) < most + 4 * apart * step / end); /* the offset dies away; it does not jump */
        free(last);
        last = next;
    }
    free(last);
    CHECK_NEAR(difference(s, shoot(s, actor, start + end), alone(s, to, offset + end)), 0, 1e-5);
    hone_actor_destroy(actor);
}

static void check_transitions(const stage *s)
{
    double steps[CLIPS];
    for (uint32_t c = 0; c < s->count; c++) steps[c] = largest_step(s, c, step);
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = (c + k) % s->count;
            check_transition(s, c, to, 2 * (steps[c] + steps[to]) + 1e-4);
        }
}

static void inertialization_has_no_jumps(void **state)
{
    (void)state;
    with_each_file(check_transitions);
}

/* ---- motions in step -------------------------------------------------------------------------------------------- */

/* How many markers have passed, with the part of the way to the next. The two markers are at these phases. */
static double markers_passed(double phase, const double at[2])
{
    if (phase < at[0])
        return 1 + (phase + 1 - at[1]) / (at[0] + 1 - at[1]);
    return phase < at[1] ? (phase - at[0]) / (at[1] - at[0]) : 1 + (phase - at[1]) / (at[0] + 1 - at[1]);
}

static hone_play_id play_in_step(const stage *s, hone_actor *actor, uint32_t clip, const double at[2], hone_sync sync,
                                 hone_play_id with)
{
    double duration = hone_motion_duration(s->clips[clip]);
    const hone_sync_marker markers[2] = {{at[0] * duration, 0}, {at[1] * duration, 1}};
    hone_play_id handle = hone_actor_play(
        actor, s->clips[clip],
        &(hone_play_desc){.loop = true, .sync = sync, .marker_count = 2, .markers = markers, .with = with}, NULL);
    CHECK(handle.id);
    return handle;
}

static void check_steps(const stage *s)
{
    static const double at[2][2] = {{0.05, 0.5}, {0.2, 0.9}};
    for (uint32_t c = 0; c < s->count; c++)
        for (int kind = HONE_SYNC_LEADER; kind <= HONE_SYNC_WEIGHTED; kind++) {
            test_random random = {c + 1};
            hone_actor *actor = open_actor(s);
            hone_play_id a = play_in_step(s, actor, c, at[0], (hone_sync)kind, (hone_play_id){0});
            hone_play_id b = play_in_step(s, actor, (c + 1) % s->count, at[1], (hone_sync)kind, a);
            double now = 0;
            for (int n = 0; n < 200; n++) {
                CHECK(hone_actor_play_set_weight(actor, b, test_random_float(&random, 0.1f, 1), NULL));
                CHECK(hone_actor_update(actor, now += (double)test_random_float(&random, 0, 0.2f), NULL));
                double ahead = markers_passed(hone_actor_play_phase(actor, a), at[0]) -
                               markers_passed(hone_actor_play_phase(actor, b), at[1]);
                CHECK_NEAR(ahead - 2 * round(ahead / 2), 0, 1e-6); /* two markers are a pass */
            }
            hone_actor_destroy(actor);
        }
}

static void motions_in_step_pass_their_markers_together(void **state)
{
    (void)state;
    with_each_file(check_steps);
}

/* ---- blends ----------------------------------------------------------------------------------------------------- */

/* Two of the same, in one layer and then in a cross-fade. */
static void check_itself(const stage *s)
{
    for (uint32_t c = 0; c < s->count; c++) {
        hone_actor *actor = open_actor(s);
        const hone_play_desc loop = {.loop = true};
        hone_play_id a = hone_actor_play(actor, s->clips[c], &loop, NULL);
        CHECK(hone_actor_play(actor, s->clips[c], &(hone_play_desc){.loop = true, .with = a}, NULL).id);
        for (double t = 0; t < 1; t += 0.13) CHECK_NEAR(difference(s, shoot(s, actor, t), alone(s, c, t)), 0, 2e-6);
        CHECK(
            hone_actor_cross_fade(actor, a, s->clips[c], &(hone_play_desc){.loop = true, .fade_in_seconds = 0.5}, NULL)
                .id);
        for (double t = 1; t < 2; t += 0.13) CHECK_NEAR(difference(s, shoot(s, actor, t), alone(s, c, t)), 0, 2e-6);
        hone_actor_destroy(actor);
    }
}

static void a_clip_blended_with_itself_stays(void **state)
{
    (void)state;
    with_each_file(check_itself);
}

TEST_GROUP(test_real_clips)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inertialization_has_no_jumps),
        cmocka_unit_test(motions_in_step_pass_their_markers_together),
        cmocka_unit_test(a_clip_blended_with_itself_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
