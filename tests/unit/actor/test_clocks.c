/* Clocks of motions: loops, speed, seeking, pausing, phase; motions in step; events. */
#include "support/make/still_motion.h"
#include "support/reference/posed.h"
#include "support/support.h"
#include <hone/actor.h>
#include <string.h>

/* ---- a motion that shows its own frame -------------------------------------------------------------------------- */

/* The translation of a bone is the frame of the motion. `frames`: the last key. */
static hone_motion *make_ramp(const char *bone, uint32_t frames)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    const hone_curve linear = HONE_CURVE_LINEAR;
    for (int k = 0; k < 2; k++) {
        keys[k] = (hone_bone_key){.frame = k ? frames : 0, .rotation = {0, 0, 0, 1}};
        keys[k].translation[0] = k ? (float)frames : 0;
        for (int c = 0; c < 4; c++) keys[k].curves[c] = linear;
    }
    *track = (hone_bone_track){.name = {.text = hone_builder_text(builder, bone, strlen(bone))}, 2, keys};
    const hone_motion_data data = {
        .space = HONE_SPACE_MMD, .model_name = "", .bone_track_count = 1, .bone_tracks = track};
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    CHECK(motion);
    return motion;
}

typedef struct event_log {
    hone_actor_event events[4096];
    uint32_t count;
} event_log;

static void record(void *user, const hone_actor_event *event)
{
    event_log *l = user;
    CHECK(l->count < 4096);
    l->events[l->count++] = *event;
}

typedef struct stage {
    hone_actor *actor;
    hone_motion *ramp, *other; /* of 2 s and 1.2 s, for bones b2 and b3 */
    event_log log;
} stage;

static void open_stage(stage *s, const hone_model *model)
{
    s->log.count = 0;
    s->actor = hone_actor_create(&(hone_actor_desc){.model = model, .report = record, .report_user = &s->log}, NULL);
    s->ramp = make_ramp("b2", 60);
    s->other = make_ramp("b3", 36);
    CHECK(s->actor);
}

static void close_stage(stage *s)
{
    hone_actor_destroy(s->actor);
    hone_motion_release(s->ramp);
    hone_motion_release(s->other);
}

static hone_play_id play(stage *s, hone_motion *motion, const hone_play_desc *desc)
{
    hone_error error = {0};
    hone_play_id handle = hone_actor_play(s->actor, motion, desc, &error);
    if (!handle.id)
        print_error("%s\n", error.message);
    CHECK(handle.id);
    return handle;
}

/* The frame of the motion that the actor shows at a time. */
static double shown(stage *s, double seconds)
{
    hone_actor_sample_frame(s->actor, seconds * 30);
    return (double)hone_actor_writable_pose(s->actor)->bones[2].translation[0];
}

/* ---- loops ------------------------------------------------------------------------------------------------------ */

static void check_shown(const hone_model *model, const hone_play_desc *desc, const double (*pairs)[2], int count)
{
    stage s;
    open_stage(&s, model);
    hone_play_id handle = play(&s, s.ramp, desc);
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(shown(&s, pairs[i][0]), pairs[i][1], 1e-4);
        if (hone_actor_play_weight(s.actor, handle) > 0 && pairs[i][0] >= 0 && pairs[i][0] < 20)
            CHECK_NEAR(hone_actor_play_seconds(s.actor, handle) * 30, pairs[i][1], 1e-4);
    }
    close_stage(&s);
}

static void a_motion_plays_once_or_loops_or_goes_to_and_fro(void **state)
{
    const double once[][2] = {{-1, 0}, {0, 0}, {1, 30}, {2, 60}, {50, 60}};
    const double loop[][2] = {{-1, 0}, {1, 30}, {1.9, 57}, {2, 0}, {3, 30}, {401, 30}};
    const double twice[][2] = {{1, 30}, {2, 0}, {3.9, 57}, {4, 60}, {15, 60}};
    const double fro[][2] = {{-1, 0}, {1, 30}, {2, 60}, {2.5, 45}, {4, 0}, {4.5, 15}, {6, 60}, {7, 30}};
    const double fro_twice[][2] = {{1, 30}, {3, 30}, {3.9, 3}, {4, 0}, {15, 0}};
    const double backwards[][2] = {{0, 60}, {0.5, 45}, {2, 0}, {9, 0}};
    const double back_loop[][2] = {{0, 15}, {0.25, 7.5}, {0.5, 60}, {1, 45}, {2.4, 3}, {3, 45}};
    const double back_twice[][2] = {{0, 60}, {1, 30}, {2.5, 45}, {3.9, 3}, {4, 0}, {9, 0}};
    check_shown(*state, NULL, once, 5);
    check_shown(*state, &(hone_play_desc){.loop = true}, loop, 6);
    check_shown(*state, &(hone_play_desc){.loop = true, .loop_count = 2}, twice, 5);
    check_shown(*state, &(hone_play_desc){.loop = true, .ping_pong = true}, fro, 8);
    check_shown(*state, &(hone_play_desc){.loop = true, .ping_pong = true, .loop_count = 2}, fro_twice, 5);
    check_shown(*state, &(hone_play_desc){.speed = -1, .offset_seconds = 2}, backwards, 4);
    check_shown(*state, &(hone_play_desc){.loop = true, .speed = -1, .offset_seconds = 0.5}, back_loop, 6);
    check_shown(*state, &(hone_play_desc){.loop = true, .loop_count = 2, .speed = -1, .offset_seconds = 2}, back_twice,
                6);
}

static void a_motion_may_stop_at_its_end_without_a_jump(void **state)
{
    stage s;
    open_stage(&s, *state);
    hone_play_id a =
        play(&s, s.ramp, &(hone_play_desc){.loop = true, .loop_count = 2, .stop = true, .fade_out_seconds = 1});
    CHECK_NEAR(shown(&s, 2.9), 27, 1e-4);
    CHECK_NEAR(shown(&s, 3.5), 22.5, 1e-4); /* half of frame 45 */
    double before = shown(&s, 3.98);
    CHECK_NEAR(before, 59.4 * 0.02, 1e-3);
    CHECK(hone_actor_play_count(s.actor) == 1);
    CHECK_NEAR(shown(&s, 4), 0, 0);
    CHECK(hone_actor_play_count(s.actor) == 0 && hone_actor_play_weight(s.actor, a) == 0);
    CHECK(!hone_actor_play_seek(s.actor, a, 0, NULL));
    CHECK_NEAR(shown(&s, 3.5), 22.5, 1e-4); /* times may go back */
    close_stage(&s);
}

static void a_motion_fades_out_and_counts_as_stopped(void **state)
{
    stage s;
    open_stage(&s, *state);
    hone_play_id a = play(&s, s.ramp, NULL);
    CHECK_NEAR(shown(&s, 2), 60, 1e-4);
    CHECK(hone_actor_play_fade_out(s.actor, a, 1, NULL));
    double last = 60;
    for (double t = 2; t < 3.2; t += 1 / 60.0) {
        double now = shown(&s, t);
        CHECK_NEAR(last - now, t < 3.02 ? 0.5 : 0, 0.51);
        last = now;
    }
    CHECK(last == 0 && hone_actor_play_count(s.actor) == 0 && !hone_actor_play_set_weight(s.actor, a, 1, NULL));
    CHECK(!hone_actor_play_fade_out(s.actor, a, 1, NULL));
    close_stage(&s);
}

/* ---- changes ---------------------------------------------------------------------------------------------------- */

static void speed_changes_without_a_jump(void **state)
{
    stage s;
    test_random random = {5};
    open_stage(&s, *state);
    hone_play_id a = play(&s, s.ramp, &(hone_play_desc){.loop = true, .ping_pong = true});
    double t = 0, last = shown(&s, 0);
    for (int i = 0; i < 400; i++) {
        double speed = (double)test_random_float(&random, -3, 3), step = 1 / 60.0;
        CHECK(hone_actor_play_set_speed(s.actor, a, speed, NULL));
        CHECK(hone_actor_play_speed(s.actor, a) == speed);
        CHECK_NEAR(shown(&s, t), last, 1e-4);
        for (int k = 0; k < 5; k++) {
            double now = shown(&s, t += step);
            CHECK_NEAR(fabs(now - last), 0, fabs(speed) * step * 30 + 1e-4);
            last = now;
        }
    }
    close_stage(&s);
}

static void a_motion_at_its_end_turns_round_at_once(void **state)
{
    stage s;
    open_stage(&s, *state);
    hone_play_id a = play(&s, s.ramp, NULL);
    CHECK_NEAR(shown(&s, 10), 60, 1e-4);
    CHECK(hone_actor_play_set_speed(s.actor, a, -1, NULL));
    CHECK_NEAR(shown(&s, 11), 30, 1e-4);
    CHECK_NEAR(shown(&s, 20), 0, 1e-4);
    CHECK(hone_actor_play_set_speed(s.actor, a, 2, NULL));
    CHECK_NEAR(shown(&s, 20.5), 30, 1e-4);
    close_stage(&s);
}

static void a_pause_holds_the_motion(void **state)
{
    stage s;
    open_stage(&s, *state);
    hone_play_id a = play(&s, s.ramp, &(hone_play_desc){.loop = true, .speed = 2});
    CHECK_NEAR(shown(&s, 0.25), 15, 1e-4);
    CHECK(hone_actor_play_pause(s.actor, a, true, NULL));
    CHECK_NEAR(shown(&s, 7), 15, 1e-4);
    CHECK(hone_actor_play_speed(s.actor, a) == 2);
    CHECK(hone_actor_play_pause(s.actor, a, false, NULL));
    CHECK_NEAR(shown(&s, 7), 15, 1e-4);
    CHECK_NEAR(shown(&s, 7.25), 30, 1e-4);
    close_stage(&s);
}

static void seek_and_phase_are_read_back(void **state)
{
    stage s;
    test_random random = {3};
    open_stage(&s, *state);
    const hone_play_desc descs[] = {{0}, {.loop = true}, {.loop = true, .ping_pong = true}};
    for (int n = 0; n < 300; n++) {
        hone_play_id a = play(&s, s.ramp, &descs[n % 3]);
        double seconds = (double)test_random_float(&random, 0, 1.999f), now = (double)test_random_float(&random, 0, 50);
        hone_actor_sample_frame(s.actor, now * 30);
        CHECK(hone_actor_play_seek(s.actor, a, seconds, NULL));
        CHECK_NEAR(hone_actor_play_seconds(s.actor, a), seconds, 1e-9);
        CHECK_NEAR(hone_actor_play_phase(s.actor, a), seconds / 2, 1e-9);
        CHECK_NEAR(shown(&s, now), seconds * 30, 1e-4);
        CHECK(hone_actor_play_set_phase(s.actor, a, seconds / 4, NULL));
        CHECK_NEAR(hone_actor_play_phase(s.actor, a), seconds / 4, 1e-9);
        CHECK_NEAR(shown(&s, now), seconds * 15, 1e-4);
        CHECK_NEAR(shown(&s, now + 0.5), seconds * 15 + 15, 1e-4);
        CHECK(hone_actor_play_stop(s.actor, a, NULL));
    }
    CHECK(!hone_actor_play_seek(s.actor, (hone_play_id){9999}, 0, NULL) &&
          hone_actor_play_phase(s.actor, (hone_play_id){9999}) == 0);
    hone_play_id a = play(&s, s.ramp, NULL);
    CHECK(!hone_actor_play_seek(s.actor, a, (double)NAN, NULL) &&
          !hone_actor_play_set_speed(s.actor, a, (double)INFINITY, NULL));
    close_stage(&s);
}

/* ---- in step ---------------------------------------------------------------------------------------------------- */

static const hone_sync_marker walk_markers[] = {{0.2, 0}, {1.3, 1}};
static const hone_sync_marker run_markers[] = {{0.1, 1}, {0.7, 0}};

/* The number of steps and the part of one, from the frame shown by a motion. */
static double steps_of(const hone_sync_marker markers[2], double length, double seconds, uint32_t *foot)
{
    double from, to;
    if (seconds >= markers[1].seconds || seconds < markers[0].seconds) {
        from = markers[1].seconds, to = markers[0].seconds + length, *foot = markers[1].id;
        seconds += seconds < markers[0].seconds ? length : 0;
    } else {
        from = markers[0].seconds, to = markers[1].seconds, *foot = markers[0].id;
    }
    return (seconds - from) / (to - from);
}

static void check_in_step(stage *s, const hone_play_id handles[2], double t)
{
    uint32_t foot, other_foot;
    double walk = shown(s, t) / 30, run = hone_actor_play_seconds(s->actor, handles[1]);
    CHECK_NEAR(walk, hone_actor_play_seconds(s->actor, handles[0]), 1e-5);
    double part = steps_of(walk_markers, 2, walk, &foot), other = steps_of(run_markers, 1.2, run, &other_foot);
    if (part > 1e-3 && part < 1 - 1e-3)
        CHECK(foot == other_foot);
    if (part > 1e-3 && part < 1 - 1e-3)
        CHECK_NEAR(part, other, 1e-4);
}

/* The mask keeps the second motion off the bone that shows the time of the first one. */
static void open_steps(stage *s, const hone_model *model, hone_sync sync, hone_play_id handles[2])
{
    open_stage(s, model);
    handles[0] =
        play(s, s->ramp, &(hone_play_desc){.loop = true, .sync = sync, .marker_count = 2, .markers = walk_markers});
    float mask[BONES] = {0};
    mask[3] = 1;
    handles[1] = play(
        s, s->other,
        &(hone_play_desc){
            .loop = true, .with = handles[0], .sync = sync, .mask = mask, .marker_count = 2, .markers = run_markers});
    CHECK(hone_actor_play_set_weight(s->actor, handles[0], 1, NULL));
}

static void motions_in_step_pass_their_markers_together(void **state)
{
    stage s;
    hone_play_id handles[2];
    for (hone_sync sync = HONE_SYNC_LEADER; sync <= HONE_SYNC_WEIGHTED; sync++) {
        test_random random = {7};
        open_steps(&s, *state, sync, handles);
        double t = 0;
        for (int i = 0; i < 300; i++) {
            check_in_step(&s, handles, t += 0.03);
            if (i % 20 == 7)
                CHECK(hone_actor_play_fade(s.actor, handles[1], test_random_float(&random, 0.2f, 1), 0.3, NULL));
            if (i % 50 == 31)
                CHECK(hone_actor_play_seek(s.actor, handles[i % 2], (double)test_random_float(&random, 0, 1), NULL));
            if (i % 70 == 61)
                CHECK(
                    hone_actor_play_set_speed(s.actor, handles[1], (double)test_random_float(&random, 0.5f, 2), NULL));
        }
        close_stage(&s);
    }
}

static void the_pace_is_the_leaders_or_the_weighted_one(void **state)
{
    stage s;
    hone_play_id handles[2];
    open_steps(&s, *state, HONE_SYNC_LEADER, handles);
    CHECK_NEAR(shown(&s, 1), 30, 1e-3);
    close_stage(&s);
    open_steps(&s, *state, HONE_SYNC_WEIGHTED, handles);
    shown(&s, 0);
    CHECK(hone_actor_play_set_weight(s.actor, handles[0], 0.75f, NULL) &&
          hone_actor_play_set_weight(s.actor, handles[1], 0.25f, NULL));
    hone_actor_sample_frame(s.actor, 15);
    CHECK_NEAR(hone_actor_play_phase(s.actor, handles[0]), 0.5 / (0.75 * 2 + 0.25 * 1.2), 1e-6);
    CHECK(hone_actor_play_fade(s.actor, handles[0], 0, 1, NULL) &&
          hone_actor_play_fade(s.actor, handles[1], 1, 1, NULL));
    /* the average duration D goes from 1.8 to 1.2 within a second, linearly: the phase is the integral of 1 / D */
    hone_actor_sample_frame(s.actor, 45);
    double want = 0.5 / 1.8 + log(1.8 / 1.2) / 0.6;
    CHECK_NEAR(hone_actor_play_phase(s.actor, handles[0]), want, 1e-6);
    close_stage(&s);
}

/* The same at the end, however many updates there were, and also if the first motion ends on the way. */
static void the_steps_of_the_program_do_not_matter(void **state)
{
    stage s;
    double phases[3];
    for (int n = 0; n < 3; n++) {
        open_stage(&s, *state);
        hone_play_id walk = play(
            &s, s.ramp,
            &(hone_play_desc){.loop = true, .sync = HONE_SYNC_WEIGHTED, .marker_count = 2, .markers = walk_markers});
        hone_actor_sample_frame(s.actor, 12);
        hone_play_id run = hone_actor_cross_fade(s.actor, walk, s.other,
                                                 &(hone_play_desc){.loop = true,
                                                                   .start_seconds = 0.4,
                                                                   .fade_in_seconds = 0.5,
                                                                   .sync = HONE_SYNC_WEIGHTED,
                                                                   .marker_count = 2,
                                                                   .markers = run_markers},
                                                 NULL);
        CHECK(run.id);
        double step = n == 0 ? 0.01 : n == 1 ? 0.37 : 2.6;
        for (double t = 0.4; t < 3; t += step) hone_actor_sample_frame(s.actor, t * 30);
        hone_actor_sample_frame(s.actor, 90);
        CHECK(hone_actor_play_count(s.actor) == 1);
        phases[n] = hone_actor_play_phase(s.actor, run);
        close_stage(&s);
    }
    CHECK_NEAR(phases[0], phases[1], 1e-9);
    CHECK_NEAR(phases[0], phases[2], 1e-9);
}

static void a_cross_fade_in_step_does_not_jump(void **state)
{
    stage s;
    open_stage(&s, *state);
    hone_play_id walk =
        play(&s, s.ramp,
             &(hone_play_desc){.loop = true, .sync = HONE_SYNC_WEIGHTED, .marker_count = 2, .markers = walk_markers});
    hone_actor_sample_frame(s.actor, 20);
    hone_play_id run = hone_actor_cross_fade(s.actor, walk, s.other,
                                             &(hone_play_desc){.loop = true,
                                                               .fade_in_seconds = 0.5,
                                                               .sync = HONE_SYNC_WEIGHTED,
                                                               .marker_count = 2,
                                                               .markers = run_markers},
                                             NULL);
    double last = hone_actor_play_seconds(s.actor, run);
    for (double frame = 20; frame < 100; frame += 0.5) {
        hone_actor_sample_frame(s.actor, frame);
        double now = hone_actor_play_seconds(s.actor, run), moved = now < last ? now + 1.2 - last : now - last;
        CHECK_NEAR(moved, frame > 40 ? 1 / 60.0 : 0.012, frame > 40 ? 1e-6 : 0.014);
        last = now;
    }
    close_stage(&s);
}

static void what_cannot_keep_step_is_refused(void **state)
{
    stage s;
    open_stage(&s, *state);
    hone_error error;
    const hone_sync_marker wrong[] = {{0.1, 1}, {0.7, 1}}, late[] = {{0.1, 1}, {2.5, 0}}, down[] = {{1, 1}, {0.5, 0}};
    const hone_play_desc refused[] = {
        {.sync = HONE_SYNC_LEADER},
        {.sync = HONE_SYNC_LEADER, .loop = true, .loop_count = 3},
        {.sync = HONE_SYNC_LEADER, .loop = true, .ping_pong = true},
        {.sync = HONE_SYNC_COUNT, .loop = true},
        {.sync = HONE_SYNC_LEADER, .loop = true, .marker_count = 2},
        {.sync = HONE_SYNC_LEADER, .loop = true, .marker_count = 2, .markers = late},
        {.sync = HONE_SYNC_LEADER, .loop = true, .marker_count = 2, .markers = down},
        {.sync = HONE_SYNC_LEADER, .loop = true, .marker_count = 33, .markers = down},
        {.with = {77}},
        {.event_count = 1},
        {.fade_out_seconds = -1},
        {.offset_seconds = (double)NAN},
        {.additive = true, .reference_seconds = (double)NAN},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        error = (hone_error){0};
        CHECK(!hone_actor_play(s.actor, s.ramp, &refused[i], &error).id);
        CHECK(error.code == HONE_ERROR_ARGUMENT && error.message[0]);
    }
    hone_play_id a =
        play(&s, s.ramp,
             &(hone_play_desc){.loop = true, .sync = HONE_SYNC_LEADER, .marker_count = 2, .markers = walk_markers});
    hone_play_desc desc = {.loop = true, .with = a, .sync = HONE_SYNC_LEADER, .marker_count = 2, .markers = wrong};
    CHECK(!hone_actor_play(s.actor, s.other, &desc, &error).id && strstr(error.message, "markers"));
    CHECK(hone_actor_play_count(s.actor) == 1);
    close_stage(&s);
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static const hone_motion_event ramp_events[] = {{2, 3}, {0, 1}, {0.7, 2}, {0.7, 9}};
static const hone_motion_event other_events[] = {{0.4, 20}, {1.2, 21}};

typedef struct change {
    double seconds;
    int what; /* of the motion: 0 speed, 1 seek, 2 pause */
    double number;
} change;

/* Plays with steps up to a size, and records the events. The changes happen at their times. */
static void run(stage *s, const hone_model *model, const hone_play_desc *desc, const change *changes, int count,
                double most, uint32_t seed)
{
    test_random random = {seed};
    open_stage(s, model);
    hone_play_desc first = *desc, second = {.loop = true, .event_count = 2, .events = other_events};
    first.event_count = 4, first.events = ramp_events;
    hone_play_id a = play(s, s->ramp, &first);
    play(s, s->other, &second);
    double t = 0;
    for (int c = 0; c <= count; c++) {
        double until = c < count ? changes[c].seconds : 12;
        while (t < until) {
            t = fmin(until, t + fabs((double)test_random_float(&random, 0, 1)) * most);
            hone_actor_sample_frame(s->actor, t * 30);
        }
        if (c == count)
            break;
        CHECK(changes[c].what == 0   ? hone_actor_play_set_speed(s->actor, a, changes[c].number, NULL)
              : changes[c].what == 1 ? hone_actor_play_seek(s->actor, a, changes[c].number, NULL)
                                     : hone_actor_play_pause(s->actor, a, changes[c].number > 0, NULL));
    }
}

static void check_same_log(const event_log *a, const event_log *b)
{
    CHECK(a->count == b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        CHECK(a->events[i].id == b->events[i].id && a->events[i].play.id == b->events[i].play.id);
        CHECK(a->events[i].backwards == b->events[i].backwards);
        CHECK_NEAR(a->events[i].seconds, b->events[i].seconds, 1e-6);
        CHECK(i == 0 || a->events[i].seconds >= a->events[i - 1].seconds - 1e-9);
    }
}

static void check_ids(const event_log *l, uint32_t motion, const uint32_t *ids, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->events[i].play.id != motion)
            continue;
        CHECK(n < count && l->events[i].id == ids[n]);
        n++;
    }
    CHECK(n == count);
}

static void events_are_those_of_the_passes(void **state)
{
    static stage s;
    const uint32_t once[] = {1, 2, 9, 3}, thrice[] = {1, 2, 9, 3, 1, 2, 9, 3, 1, 2, 9, 3};
    const uint32_t fro[] = {1, 2, 9, 3, 9, 2, 1, 2, 9, 3, 9, 2, 1}; /* the ends count once */
    const uint32_t back[] = {3, 9, 2, 1};
    const struct {
        hone_play_desc desc;
        const uint32_t *ids;
        uint32_t count;
    } cases[] = {{{0}, once, 4},
                 {{.loop = true, .loop_count = 3}, thrice, 12},
                 {{.loop = true, .ping_pong = true, .loop_count = 4}, fro, 13},
                 {{.start_seconds = 1, .speed = 3}, once, 4},
                 {{.offset_seconds = 2, .speed = -1}, back, 4},
                 {{.offset_seconds = 0.7}, once + 1, 3},
                 {{.offset_seconds = 0.7001}, once + 3, 1}};
    for (int c = 0; c < 7; c++)
        for (int size = 0; size < 4; size++) {
            const double sizes[] = {0.01, 0.3, 2, 30};
            run(&s, *state, &cases[c].desc, NULL, 0, sizes[size], 3);
            check_ids(&s.log, 1, cases[c].ids, cases[c].count);
            close_stage(&s);
        }
}

static void events_do_not_depend_on_the_steps(void **state)
{
    static stage fine, coarse;
    for (uint32_t seed = 1; seed < 60; seed++) {
        test_random random = {seed};
        change changes[6];
        for (int c = 0; c < 6; c++) {
            changes[c].seconds = 2 * c + 1.3;
            changes[c].what = (int)(test_random_u32(&random) % 3);
            changes[c].number = changes[c].what == 1 ? (double)test_random_float(&random, 0, 2)
                                                     : (double)test_random_float(&random, -3, 3);
        }
        const hone_play_desc desc = {.loop = seed % 4 != 0,
                                     .ping_pong = seed % 4 > 1,
                                     .loop_count = seed % 3 == 0 ? 3 : 0,
                                     .speed = seed % 5 == 0 ? -0.7 : 1.3,
                                     .start_seconds = seed % 7 == 0 ? 0.5 : 0};
        run(&fine, *state, &desc, changes, 6, 0.004, seed);
        const double sizes[] = {0.05, 0.4, 1, 30};
        for (int k = 0; k < 4; k++) {
            run(&coarse, *state, &desc, changes, 6, sizes[k], seed + 100);
            check_same_log(&fine.log, &coarse.log);
            close_stage(&coarse);
        }
        CHECK(fine.log.count > 10);
        close_stage(&fine);
    }
}

static void times_that_go_back_report_nothing(void **state)
{
    static stage s;
    open_stage(&s, *state);
    play(&s, s.ramp, &(hone_play_desc){.event_count = 4, .events = ramp_events});
    hone_actor_sample_frame(s.actor, 30);
    CHECK(s.log.count == 3);
    hone_actor_sample_frame(s.actor, 30);
    hone_actor_sample_frame(s.actor, 6);
    CHECK(s.log.count == 3);
    hone_actor_sample_frame(s.actor, 90);
    CHECK(s.log.count == 6 && s.log.events[5].id == 3);
    CHECK_NEAR(s.log.events[5].seconds, 2, 1e-9);
    close_stage(&s);
}

static void an_update_that_passes_too_many_events_reports_none(void **state)
{
    static stage s;
    open_stage(&s, *state);
    const hone_play_desc desc = {.loop = true, .event_count = 4, .events = ramp_events};
    hone_play_id handle = play(&s, s.ramp, &desc);
    hone_actor_sample_frame(s.actor, 0);
    CHECK(hone_actor_play_set_speed(s.actor, handle, 1e9, NULL));
    s.log.count = 0;
    hone_actor_sample_frame(s.actor, 30);
    CHECK(s.log.count == 0);
    CHECK(hone_actor_play_set_speed(s.actor, handle, 1, NULL));
    hone_actor_sample_frame(s.actor, 90); /* a whole pass, wherever it began */
    CHECK(s.log.count == 4);
    close_stage(&s);
}

static void a_stopped_motion_reports_nothing_more(void **state)
{
    static stage s;
    open_stage(&s, *state);
    hone_play_id a = play(&s, s.ramp, &(hone_play_desc){.loop = true, .event_count = 4, .events = ramp_events});
    hone_actor_sample_frame(s.actor, 6);
    hone_play_id b =
        hone_actor_cross_fade(s.actor, a, s.other, &(hone_play_desc){.start_seconds = 0.2, .fade_in_seconds = 1}, NULL);
    hone_actor_sample_frame(s.actor, 300); /* the fade ends at 1.2 s */
    CHECK(b.id && s.log.count == 3);
    CHECK_NEAR(s.log.events[1].weight, 0.5, 1e-6); /* at 0.7 s */
    close_stage(&s);
}

static void events_in_step_are_reported_once(void **state)
{
    static stage s;
    for (int n = 0; n < 2; n++) {
        open_stage(&s, *state);
        hone_play_id walk = play(&s, s.ramp,
                                 &(hone_play_desc){.loop = true,
                                                   .sync = HONE_SYNC_WEIGHTED,
                                                   .marker_count = 2,
                                                   .markers = walk_markers,
                                                   .event_count = 1,
                                                   .events = &(hone_motion_event){1, 5}});
        hone_actor_sample_frame(s.actor, 15);
        hone_actor_cross_fade(s.actor, walk, s.other,
                              &(hone_play_desc){.loop = true,
                                                .start_seconds = 0.5,
                                                .fade_in_seconds = 1,
                                                .sync = HONE_SYNC_WEIGHTED,
                                                .marker_count = 2,
                                                .markers = run_markers,
                                                .event_count = 1,
                                                .events = &(hone_motion_event){0.1, 6}},
                              NULL);
        for (double frame = 15; frame < 330; frame += n ? 0.25 : 100) hone_actor_sample_frame(s.actor, frame);
        hone_actor_sample_frame(s.actor, 330);
        CHECK(s.log.events[0].id == 5); /* the walk's, once */
        for (uint32_t i = 1; i < s.log.count; i++) CHECK(s.log.events[i].id == 6);
        for (uint32_t i = 3; i < s.log.count; i++)
            CHECK_NEAR(s.log.events[i].seconds - s.log.events[i - 1].seconds, 1.2, n ? 1e-3 : 0.2);
        CHECK(s.log.count == 9 || s.log.count == 10);
        close_stage(&s);
    }
}

/* The leader stops: the others go on, and their events are counted neither twice nor not at all. */
static void a_new_leader_changes_no_events(void **state)
{
    static stage s;
    const hone_motion_event step = {0.3, 8};
    const hone_sync_marker twice[] = {{0.1, 0}, {0.4, 1}, {0.7, 0}, {1.1, 1}}; /* two steps of each foot */
    hone_play_id handles[3] = {{0}};
    uint32_t counts[3] = {0};
    open_stage(&s, *state);
    for (int i = 0; i < 3; i++) {
        const hone_play_desc desc = {.loop = true,
                                     .sync = HONE_SYNC_LEADER,
                                     .with = handles[0],
                                     .speed = i == 0 ? 1 : 0,
                                     .marker_count = i == 2 ? 4 : 2,
                                     .markers = i == 0   ? walk_markers
                                                : i == 1 ? run_markers
                                                         : twice,
                                     .event_count = 1,
                                     .events = &step};
        handles[i] = play(&s, i == 0 ? s.ramp : s.other, &desc);
    }
    double frame = 0;
    for (; frame < 500; frame += 7.3) hone_actor_sample_frame(s.actor, frame);
    double phase = hone_actor_play_phase(s.actor, handles[2]);
    CHECK(hone_actor_play_stop(s.actor, handles[0], NULL));
    CHECK_NEAR(hone_actor_play_phase(s.actor, handles[2]), phase, 1e-9);
    uint32_t before = s.log.count;
    for (; frame < 1000; frame += 7.3) hone_actor_sample_frame(s.actor, frame);
    for (uint32_t i = before; i < s.log.count; i++) counts[s.log.events[i].play.id - handles[0].id]++;
    CHECK(counts[0] == 0);
    CHECK_NEAR(counts[1], (1000 - 500) / 36.0, 1.5); /* once in each pass of 1.2 s */
    CHECK_NEAR(counts[2], (1000 - 500) / 72.0, 1.5); /* for two passes of the new leader it has one */
    close_stage(&s);
}

static int make_state(void **state)
{
    *state = posed_model();
    return 0;
}

static int release_state(void **state)
{
    hone_model_release(*state);
    return 0;
}

TEST_GROUP(test_clocks)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_plays_once_or_loops_or_goes_to_and_fro),
        cmocka_unit_test(a_motion_may_stop_at_its_end_without_a_jump),
        cmocka_unit_test(a_motion_fades_out_and_counts_as_stopped),
        cmocka_unit_test(speed_changes_without_a_jump),
        cmocka_unit_test(a_motion_at_its_end_turns_round_at_once),
        cmocka_unit_test(a_pause_holds_the_motion),
        cmocka_unit_test(seek_and_phase_are_read_back),
        cmocka_unit_test(motions_in_step_pass_their_markers_together),
        cmocka_unit_test(the_pace_is_the_leaders_or_the_weighted_one),
        cmocka_unit_test(the_steps_of_the_program_do_not_matter),
        cmocka_unit_test(a_cross_fade_in_step_does_not_jump),
        cmocka_unit_test(what_cannot_keep_step_is_refused),
        cmocka_unit_test(events_are_those_of_the_passes),
        cmocka_unit_test(events_do_not_depend_on_the_steps),
        cmocka_unit_test(times_that_go_back_report_nothing),
        cmocka_unit_test(an_update_that_passes_too_many_events_reports_none),
        cmocka_unit_test(a_stopped_motion_reports_nothing_more),
        cmocka_unit_test(events_in_step_are_reported_once),
        cmocka_unit_test(a_new_leader_changes_no_events),
    };
    return cmocka_run_group_tests(tests, make_state, release_state);
}
