/* The playback clock, with given times, and driven by a sample counter without sound. */
#include "support/support.h"
#include "view/sound/clock.h"

/* ---- without a source ---- */

static void stands_until_it_is_played(void **state)
{
    (void)state;
    play_clock c = play_clock_make();
    CHECK_NEAR(play_clock_advance(&c, 100), 0, 0);
    CHECK_NEAR(play_clock_advance(&c, 250), 0, 0);
    play_clock_play(&c, 300);
    CHECK(play_clock_is_playing(&c));
    CHECK_NEAR(play_clock_advance(&c, 301.25), 1.25, 1e-12);
    play_clock_pause(&c, 302);
    CHECK_NEAR(play_clock_advance(&c, 400), 2, 1e-12);
    play_clock_play(&c, 500);
    CHECK_NEAR(play_clock_advance(&c, 500.5), 2.5, 1e-12);
    CHECK_NEAR(play_clock_advance(&c, 500.25), 2.5, 1e-12); /* a clock that went back */
    CHECK_NEAR(play_clock_advance(&c, 501), 3, 1e-12);
}

static void speed_counts_from_when_it_is_set(void **state)
{
    (void)state;
    play_clock c = play_clock_make();
    play_clock_play(&c, 0);
    play_clock_set_speed(&c, 2, 0.5);
    CHECK_NEAR(play_clock_time(&c), 2, 1e-12);
    CHECK_NEAR(play_clock_advance(&c, 4), 3, 1e-12);
    play_clock_set_speed(&c, 4, 1e9);
    CHECK_NEAR(play_clock_advance(&c, 5), 3 + 16, 1e-9);
    play_clock_set_speed(&c, 5, NAN);
    CHECK_NEAR(play_clock_advance(&c, 6), 19.01, 1e-9);
    play_clock_set_speed(&c, 6, -3);
    CHECK_NEAR(play_clock_advance(&c, 7), 19.02, 1e-9);
}

static void pauses_at_the_end_and_begins_anew(void **state)
{
    (void)state;
    play_clock c = play_clock_make();
    play_clock_set_length(&c, 0, 2);
    play_clock_play(&c, 0);
    CHECK_NEAR(play_clock_advance(&c, 5), 2, 0);
    CHECK(!play_clock_is_playing(&c));
    play_clock_play(&c, 6);
    CHECK_NEAR(play_clock_advance(&c, 6.5), 0.5, 1e-12);
    play_clock_set_length(&c, 6.5, 0.25); /* shorter than its time */
    CHECK(!play_clock_is_playing(&c));
    CHECK_NEAR(play_clock_time(&c), 0.25, 0);
}

static void times_after_the_end_can_be_set_if_there_is_room(void **state)
{
    (void)state;
    play_clock c = play_clock_make();
    play_clock_set_length(&c, 0, 2);
    play_clock_seek(&c, 0, 5);
    CHECK_NEAR(play_clock_time(&c), 2, 0);
    play_clock_set_room(&c, 10);
    play_clock_seek(&c, 0, 5);
    CHECK_NEAR(play_clock_advance(&c, 1), 5, 0);
    play_clock_step(&c, 1, 1);
    CHECK_NEAR(play_clock_time(&c), 5 + 1 / 30.0, 1e-12);
    play_clock_seek(&c, 1, 50);
    CHECK_NEAR(play_clock_time(&c), 10, 0);
    play_clock_play(&c, 1); /* begins anew, as at the end */
    CHECK_NEAR(play_clock_advance(&c, 1.5), 0.5, 1e-12);
    play_clock_seek(&c, 1.5, 8); /* while it plays the end is the end */
    CHECK_NEAR(play_clock_advance(&c, 1.6), 2, 0);
    CHECK(!play_clock_is_playing(&c));
}

static void loops_over_all_or_a_range(void **state)
{
    (void)state;
    play_clock c = play_clock_make();
    play_clock_set_looping(&c, 0, true);
    play_clock_play(&c, 0);
    CHECK_NEAR(play_clock_advance(&c, 1e6), 1e6, 1e-6); /* endless */
    play_clock_seek(&c, 1e6, 0);
    play_clock_set_length(&c, 1e6, 4);
    CHECK_NEAR(play_clock_advance(&c, 1e6 + 9), 1, 1e-6);
    play_clock_set_range(&c, 1e6 + 9, 2, 3);
    CHECK_NEAR(play_clock_advance(&c, 1e6 + 10.5), 2.5, 1e-6); /* into the range, and there */
    CHECK_NEAR(play_clock_advance(&c, 1e6 + 11.25), 2.25, 1e-6);
    play_clock_seek(&c, 1e6 + 11.25, 3.5); /* after it */
    CHECK_NEAR(play_clock_time(&c), 2.5, 1e-6);
    play_clock_set_looping(&c, 1e6 + 11.25, false);
    CHECK_NEAR(play_clock_advance(&c, 1e6 + 20), 3, 0);
    CHECK(!play_clock_is_playing(&c));
    play_clock_play(&c, 1e6 + 30);
    CHECK_NEAR(play_clock_time(&c), 2, 0);
    play_clock_set_range(&c, 1e6 + 30, 0, 0);
    CHECK_NEAR(play_clock_end(&c), 4, 0);
}

static void steps_over_whole_frames(void **state)
{
    (void)state;
    play_clock c = play_clock_make();
    play_clock_set_length(&c, 0, 1);
    play_clock_play(&c, 0);
    play_clock_step(&c, 0.51, 1); /* within frame 15 */
    CHECK(!play_clock_is_playing(&c));
    CHECK_NEAR(play_clock_time(&c), 16 / 30.0, 1e-12);
    play_clock_step(&c, 9, -1);
    CHECK_NEAR(play_clock_time(&c), 15 / 30.0, 1e-12);
    play_clock_seek(&c, 9, 15.5 / 30);
    play_clock_step(&c, 9, -1);
    CHECK_NEAR(play_clock_time(&c), 15 / 30.0, 1e-12);
    play_clock_step(&c, 9, -99);
    CHECK_NEAR(play_clock_time(&c), 0, 0);
    play_clock_step(&c, 9, 99);
    CHECK_NEAR(play_clock_time(&c), 1, 0);
    for (int i = 30; i > 0; i--) {
        CHECK_NEAR(play_clock_time(&c), i / 30.0, 1e-12);
        play_clock_step(&c, 9, -1);
    }
}

static void seeks_within_what_there_is(void **state)
{
    (void)state;
    play_clock c = play_clock_make();
    play_clock_set_length(&c, 0, 3);
    const double asked[] = {-1, NAN, 2, 7}, got[] = {0, 0, 2, 3};
    for (int i = 0; i < 4; i++) {
        play_clock_seek(&c, 0, asked[i]);
        CHECK_NEAR(play_clock_time(&c), got[i], 0);
    }
}

/* ---- with a source ---- */

enum { BUFFER = 1024, RATE = 48000 };

/* A device that takes its samples one buffer at a time, with its own quartz clock. */
typedef struct device {
    clock_source source;
    double rate;                  /* seconds of its clock in a second */
    double latency, begun, start; /* of the current play command: when it was given, from where */
    double from, to;
    bool playing, dead, stalled;
    uint32_t plays, pauses;
    double now, stalled_at;
    double jitter;
} device;

static void device_play(void *user, double at, double from, double to)
{
    device *d = user;
    d->playing = true;
    d->begun = d->now;
    d->start = at, d->from = from, d->to = to;
    d->plays++;
}

static void device_pause(void *user)
{
    device *d = user;
    d->playing = false;
    d->pauses++;
}

static bool device_read(void *user, clock_reading *out)
{
    device *d = user;
    double now = d->stalled ? d->stalled_at : d->now, played = now - d->begun - d->latency;
    if (!d->playing || d->dead || played < 0)
        return false;
    double buffer = (double)BUFFER / RATE, count = floor(played * d->rate / buffer);
    double noise = d->jitter * sin(count * 12.9898); /* delay of the callback */
    out->position = d->start + count * buffer;
    out->stamp = d->begun + d->latency + count * buffer / d->rate + noise;
    if (d->to > d->from)
        while (out->position >= d->to) out->position -= d->to - d->from;
    return true;
}

static device *make_device(device *d)
{
    *d = (device){.source = {d, device_play, device_pause, device_read}, .rate = 1, .latency = 0.06};
    return d;
}

static double at(play_clock *c, device *d, double now)
{
    d->now = now;
    return play_clock_advance(c, now);
}

static void goes_by_what_is_heard(void **state)
{
    (void)state;
    device d;
    play_clock c = play_clock_make();
    play_clock_set_source(&c, 0, &make_device(&d)->source);
    play_clock_seek(&c, 0, 5);
    play_clock_play(&c, 0);
    CHECK_NEAR(d.start, 5, 0);
    CHECK_NEAR(at(&c, &d, 0.05), 5, 0); /* nothing heard yet */
    for (double now = 0.05; now < 2; now += 1 / 60.0) at(&c, &d, now);
    CHECK_NEAR(at(&c, &d, 2), 5 + 2 - 0.06, 0.005);
    play_clock_pause(&c, 2);
    CHECK(!d.playing);
    double paused = play_clock_time(&c);
    CHECK_NEAR(at(&c, &d, 3), paused, 0);
    play_clock_play(&c, 3);
    CHECK_NEAR(d.start, paused, 0);
}

/* For some minutes, with a quartz that is 0.1% fast or slow, and callbacks at irregular times. */
static void stays_with_a_device_that_runs_otherwise_and_moves_evenly(void **state)
{
    (void)state;
    const double rates[] = {1.001, 0.999, 1};
    for (int i = 0; i < 3; i++) {
        device d;
        play_clock c = play_clock_make();
        make_device(&d)->rate = rates[i];
        d.jitter = 0.008;
        play_clock_set_source(&c, 0, &d.source);
        play_clock_play(&c, 0);
        double before = 0, step = 1 / 60.0;
        for (uint32_t f = 1; f < 60 * 180; f++) {
            double now = f * step, time = at(&c, &d, now), truth = (now - d.latency) * d.rate;
            CHECK(time >= before);
            if (f > 120) {
                CHECK_NEAR(time, truth, 0.006);
                CHECK_NEAR(time - before, step, 0.0007); /* a twentieth of a frame */
            }
            before = time;
        }
        CHECK(d.plays == 1 && d.playing);
    }
}

static void loops_with_the_sound(void **state)
{
    (void)state;
    device d;
    play_clock c = play_clock_make();
    play_clock_set_length(&c, 0, 10);
    play_clock_set_looping(&c, 0, true);
    play_clock_set_range(&c, 0, 2, 3.5);
    play_clock_set_source(&c, 0, &make_device(&d)->source);
    play_clock_play(&c, 0);
    CHECK_NEAR(d.start, 2, 0);
    CHECK(d.from == 2 && d.to == 3.5);
    uint32_t turns = 0;
    double before = 2;
    for (uint32_t f = 1; f <= 1800; f++) {
        double now = f / 60.0, time = at(&c, &d, now);
        CHECK(time >= 2 && time < 3.5);
        if (time < before) {
            turns++;
            CHECK(before > 3.4 && time < 2.1);
        }
        double truth = 2 + fmod(fmax(now - d.latency, 0), 1.5), off = fabs(time - truth);
        CHECK(off < 0.01 || off > 1.49);
        before = time;
    }
    CHECK_NEAR(turns, 19, 0);
    CHECK_NEAR(d.plays, 1, 0); /* the sound looped by itself */
}

static void goes_on_alone_where_nothing_is_heard(void **state)
{
    (void)state;
    device d;
    play_clock c = play_clock_make();
    make_device(&d)->dead = true;
    play_clock_set_source(&c, 0, &d.source);
    play_clock_play(&c, 0);
    CHECK_NEAR(at(&c, &d, 0.9), 0, 0);
    at(&c, &d, 1.1);
    CHECK(!d.playing);
    double begin = play_clock_time(&c);
    CHECK_NEAR(at(&c, &d, 3.1) - begin, 2, 1e-9);
    play_clock_seek(&c, 3.1, 0); /* tries again */
    CHECK(d.playing);
}

static void survives_a_device_that_stalls_and_one_that_leaps(void **state)
{
    (void)state;
    device d;
    play_clock c = play_clock_make();
    play_clock_set_source(&c, 0, &make_device(&d)->source);
    play_clock_play(&c, 0);
    double before = 0;
    for (uint32_t f = 1; f < 60 * 20; f++) {
        double now = f / 60.0;
        d.stalled = now > 5 && now < 8;
        d.stalled_at = 5;
        if (f == 60 * 12)
            d.start += 0.7; /* it lost some buffers */
        if (f == 60 * 16)
            d.start -= 0.7;
        double time = at(&c, &d, now);
        CHECK(time >= before);
        CHECK(time - before < 0.75);
        before = time;
    }
    CHECK_NEAR(before, 20 - d.latency, 0.03);
}

static void other_speeds_are_silent(void **state)
{
    (void)state;
    device d;
    play_clock c = play_clock_make();
    play_clock_set_source(&c, 0, &make_device(&d)->source);
    play_clock_play(&c, 0);
    for (double now = 0; now < 1; now += 0.01) at(&c, &d, now);
    double begin = play_clock_time(&c);
    d.now = 1;
    play_clock_set_speed(&c, 1, 2);
    CHECK(!d.playing);
    CHECK_NEAR(at(&c, &d, 2), begin + 2, 0.02);
    play_clock_set_speed(&c, 2, 1);
    CHECK(d.playing);
    CHECK_NEAR(d.start, begin + 2, 0.02);
    play_clock_set_source(&c, 2, NULL);
    CHECK(!d.playing);
    CHECK_NEAR(play_clock_advance(&c, 3), begin + 3, 0.02);
}

static void the_end_silences_the_source(void **state)
{
    (void)state;
    device d;
    play_clock c = play_clock_make();
    play_clock_set_length(&c, 0, 0.5);
    play_clock_set_source(&c, 0, &make_device(&d)->source);
    play_clock_play(&c, 0);
    for (double now = 0; now < 1; now += 0.01) at(&c, &d, now);
    CHECK(!play_clock_is_playing(&c) && !d.playing);
    CHECK_NEAR(play_clock_time(&c), 0.5, 0);
}

static void the_systems_clock_goes_on(void **state)
{
    (void)state;
    double before = clock_monotonic();
    for (int i = 0; i < 1000; i++) {
        double now = clock_monotonic();
        CHECK(now >= before);
        before = now;
    }
}

TEST_GROUP(test_view_clock)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_until_it_is_played),
        cmocka_unit_test(speed_counts_from_when_it_is_set),
        cmocka_unit_test(pauses_at_the_end_and_begins_anew),
        cmocka_unit_test(times_after_the_end_can_be_set_if_there_is_room),
        cmocka_unit_test(loops_over_all_or_a_range),
        cmocka_unit_test(steps_over_whole_frames),
        cmocka_unit_test(seeks_within_what_there_is),
        cmocka_unit_test(goes_by_what_is_heard),
        cmocka_unit_test(stays_with_a_device_that_runs_otherwise_and_moves_evenly),
        cmocka_unit_test(loops_with_the_sound),
        cmocka_unit_test(goes_on_alone_where_nothing_is_heard),
        cmocka_unit_test(survives_a_device_that_stalls_and_one_that_leaps),
        cmocka_unit_test(other_speeds_are_silent),
        cmocka_unit_test(the_end_silences_the_source),
        cmocka_unit_test(the_systems_clock_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
