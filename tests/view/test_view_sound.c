/* Playback of sound, through SDL's device that writes a file, and through its dummy device. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/film_sound.h"
#include "support/support.h"
#include "view/sound/clock.h"
#include "view/sound/sound.h"
#include "view/sound/sound_feed.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 48000, COUNT = 2 * RATE };
typedef float sample[2];

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static float value(int64_t i, uint32_t channel)
{
    return (float)film_sound_value((uint32_t)i, channel) / 32768;
}

static sound *open_sound(const char *driver)
{
    hone_error error = {0};
    setenv("SDL_AUDIODRIVER", driver, 1);
    setenv("SDL_DISKAUDIOFILE", "played.raw", 1);
    setenv("SDL_DISKAUDIODELAY", "2", 1);
    assert_true(film_sound_write("a.wav", RATE, 2, COUNT));
    sound *s = sound_open("a.wav", &error);
    if (!s)
        fail_msg("%s", error.message);
    return s;
}

/* Plays into a file, which what_was_played reads. */
static sound *open_disk(const clock_source **source)
{
    sound *s = open_sound("disk");
    *source = sound_clock_source(s);
    if (!*source) {
        sound_close(s);
        test_skip(1, "sound device: SDL has none that writes files");
    }
    return s;
}

/* Waits until the position is reached, at most as long as the test may take. */
static void wait_for(const clock_source *source, double position)
{
    clock_reading reading;
    do rest();
    while (!source->read(source->user, &reading) || reading.position < position);
}

/* ---- the feed ---- */

static void what_is_fed_is_file_silence_and_loops_in_their_places(void **state)
{
    (void)state;
    assert_true(film_sound_write("a.wav", RATE, 2, 5000));
    hone_sound_reader *reader = hone_sound_reader_open("a.wav", NULL);
    sound_feed feed = sound_feed_make(reader);
    const struct {
        int64_t at, delay, from, to;
    } cases[] = {{0, 0, 0, 0},           {-700, 0, 0, 0},       {4000, 0, 0, 0},      {0, 300, 0, 0},
                 {0, -4500, 0, 0},       {1000, 0, 1000, 1010}, {900, 0, 1000, 1700}, {4800, 0, 4700, 5200},
                 {1000, 900, 800, 1200}, {3000, 0, 100, 200},   {90000, 0, 0, 0},     {0, 0, 0, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        feed.position = cases[k].at, feed.delay = cases[k].delay;
        feed.loop_from = cases[k].from, feed.loop_to = cases[k].to;
        int64_t at = cases[k].at;
        for (int size = 1; size < 1300; size += 311) {
            sample got[1300];
            sound_feed_next(&feed, got, size);
            for (int i = 0; i < size; i++, at++) {
                if (cases[k].to > cases[k].from && at == cases[k].to)
                    at = cases[k].from;
                int64_t in_file = at - cases[k].delay;
                bool inside = in_file >= 0 && in_file < 5000;
                for (uint32_t c = 0; c < 2; c++) CHECK_NEAR(got[i][c], inside ? value(in_file, c) : 0, 1e-6);
            }
        }
        CHECK(!feed.broken);
    }
    hone_sound_reader_close(reader);
    unlink("a.wav");
}

/* ---- the device ---- */

/* The samples that the device got, without the silence before the first block. */
static sample *what_was_played(size_t *count)
{
    size_t size;
    sample *all = (sample *)(void *)command_file_content("played.raw", &size);
    assert_non_null(all);
    size_t kept = 0;
    for (size_t i = 0; i < size / sizeof *all; i++)
        if (all[i][0] != 0 || all[i][1] != 0)
            memcpy(all[kept++], all[i], sizeof *all);
    *count = kept;
    unlink("played.raw");
    return all;
}

static void every_sample_is_played_from_where_it_was_asked_for(void **state)
{
    (void)state;
    const double places[] = {0, 0.5, 1.25, 1 / 3.0};
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        const clock_source *source;
        sound *s = open_disk(&source);
        CHECK(!sound_note(s));
        CHECK_NEAR(sound_length(s), 2, 1e-9);
        source->play(source->user, places[p], 0, 0);
        wait_for(source, places[p] + 0.5);
        source->pause(source->user);
        sound_close(s);
        size_t count;
        sample *played = what_was_played(&count);
        CHECK(count >= RATE / 2 && count <= COUNT);
        int64_t first = llround(places[p] * RATE);
        for (size_t i = 0; i < count; i++)
            for (uint32_t c = 0; c < 2; c++) CHECK_NEAR(played[i][c], value(first + (int64_t)i, c), 1e-6);
        free(played);
    }
}

static void a_loop_has_no_gap(void **state)
{
    (void)state;
    const clock_source *source;
    sound *s = open_disk(&source);
    source->play(source->user, 0.25, 0.25, 0.4);
    clock_reading reading, before = {0};
    for (int turns = 0; turns < 4; before = reading) {
        rest();
        while (!source->read(source->user, &reading)) rest();
        CHECK(reading.position >= 0.25 && reading.position < 0.4);
        turns += reading.position < before.position;
    }
    sound_close(s);
    size_t count;
    sample *played = what_was_played(&count);
    CHECK((double)count > 3 * 0.15 * RATE);
    for (size_t i = 0; i < count; i++) CHECK_NEAR(played[i][0], value((int64_t)(12000 + i % 7200), 0), 1e-6);
    free(played);
}

static void a_seek_drops_what_was_ready(void **state)
{
    (void)state;
    const clock_source *source;
    sound *s = open_disk(&source);
    source->play(source->user, 0, 0, 0);
    wait_for(source, 0.1);
    source->play(source->user, 1.5, 0, 0);
    clock_reading reading;
    while (!source->read(source->user, &reading)) rest();
    CHECK(reading.position >= 1.5); /* no reading of the old command is reported for the new one */
    wait_for(source, 1.6);
    sound_close(s);
    size_t count, i = 0;
    sample *played = what_was_played(&count);
    while (i < count && fabsf(played[i][0] - value((int64_t)i, 0)) < 1e-6F) i++;
    CHECK(i > RATE / 20); /* how far it came depends on the machine */
    for (size_t k = i; k < count; k++) CHECK_NEAR(played[k][0], value((int64_t)(3 * RATE / 2 + k - i), 0), 1e-6);
    free(played);
}

static void volume_and_silence(void **state)
{
    (void)state;
    const clock_source *source;
    sound *s = open_disk(&source);
    sound_set_volume(s, 0.5F);
    source->play(source->user, 0, 0, 0);
    wait_for(source, 0.4);
    sound_set_muted(s, true);
    clock_reading muted;
    while (!source->read(source->user, &muted)) rest();
    wait_for(source, muted.position + 0.4);
    sound_close(s);
    size_t count;
    sample *played = what_was_played(&count);
    CHECK(count > RATE / 4 && (double)count < (muted.position + 0.2) * RATE); /* after that only silence */
    for (size_t i = 2048; i < RATE / 4; i++) CHECK_NEAR(played[i][1], 0.5 * (double)value((int64_t)i, 1), 1e-6);
    free(played);
}

static void a_delay_moves_the_sound_not_the_clock(void **state)
{
    (void)state;
    const clock_source *source;
    sound *s = open_disk(&source);
    sound_set_delay(s, -0.5);
    source->play(source->user, 0.25, 0, 0);
    wait_for(source, 0.3);
    sound_close(s);
    size_t count;
    sample *played = what_was_played(&count);
    CHECK(count > 1000);
    for (size_t i = 0; i < count; i++) CHECK_NEAR(played[i][0], value((int64_t)(36000 + i), 0), 1e-6);
    free(played);
}

/* ---- with a clock ---- */

static void a_clock_goes_by_it(void **state)
{
    (void)state;
    sound *s = open_sound("dummy");
    play_clock c = play_clock_make();
    play_clock_set_length(&c, clock_monotonic(), 30); /* longer than the sound: the silence counts, too */
    play_clock_set_source(&c, clock_monotonic(), sound_clock_source(s));
    play_clock_seek(&c, clock_monotonic(), 1.7);
    play_clock_play(&c, clock_monotonic());
    double before = 1.7;
    while (before < 2.6) {
        rest();
        double time = play_clock_advance(&c, clock_monotonic());
        CHECK(time >= before);
        before = time;
    }
    play_clock_seek(&c, clock_monotonic(), 0.2); /* while it plays */
    CHECK_NEAR(play_clock_time(&c), 0.2, 0);
    while (play_clock_advance(&c, clock_monotonic()) < 0.3) rest();
    play_clock_pause(&c, clock_monotonic());
    double paused = play_clock_time(&c);
    rest();
    CHECK_NEAR(play_clock_advance(&c, clock_monotonic()), paused, 0);
    play_clock_set_source(&c, clock_monotonic(), NULL);
    sound_close(s);
}

/* Like dragging on the timeline: each command counts from the time when it was given. */
static void orders_may_come_as_fast_as_they_like(void **state)
{
    (void)state;
    sound *s = open_sound("dummy");
    const clock_source *source = sound_clock_source(s);
    test_random random = {5};
    for (int i = 0; i < 3000; i++) {
        clock_reading reading;
        double at = 2.0 * (test_random_u32(&random) % 1000) / 1000;
        source->play(source->user, at, 0, i % 3 ? 0 : at + 0.1);
        if (source->read(source->user, &reading))
            CHECK(reading.position >= at);
        if (i % 7 == 0)
            source->pause(source->user);
        if (i % 50 == 0)
            rest();
        sound_set_volume(s, (float)(i % 10) / 10);
        sound_set_delay(s, (i % 5) / 10.0);
    }
    source->play(source->user, 1, 0, 0);
    wait_for(source, 1.05);
    sound_close(s);
}

static void without_a_device_there_is_a_note(void **state)
{
    (void)state;
    sound *s = open_sound("there-is-no-such-driver");
    CHECK(!sound_clock_source(s));
    CHECK(sound_note(s) && strstr(sound_note(s), "no sound device"));
    CHECK_NEAR(sound_length(s), 2, 1e-9);
    sound_set_delay(s, 1), sound_set_volume(s, 0.5F), sound_set_muted(s, true);
    sound_close(s);
    sound_close(NULL);
}

static void what_is_no_sound_is_one_error(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!sound_open("nowhere.wav", &error));
    CHECK(error.code == HONE_ERROR_IO && error.message[0]);
    error = (hone_error){0};
    assert_true(command_file_write("a.wav", "RIFF", 4));
    CHECK(!sound_open("a.wav", &error));
    CHECK(error.code == HONE_ERROR_FORMAT && error.message[0]);
    unlink("a.wav");
}

TEST_GROUP(test_view_sound)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_fed_is_file_silence_and_loops_in_their_places),
        cmocka_unit_test(every_sample_is_played_from_where_it_was_asked_for),
        cmocka_unit_test(a_loop_has_no_gap),
        cmocka_unit_test(a_seek_drops_what_was_ready),
        cmocka_unit_test(volume_and_silence),
        cmocka_unit_test(a_delay_moves_the_sound_not_the_clock),
        cmocka_unit_test(a_clock_goes_by_it),
        cmocka_unit_test(orders_may_come_as_fast_as_they_like),
        cmocka_unit_test(without_a_device_there_is_a_note),
        cmocka_unit_test(what_is_no_sound_is_one_error),
    };
    film_sound_hush();
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
