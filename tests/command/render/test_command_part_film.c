/* hone join of films: parts that are compressed already become one film with the same pictures, times and sound. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/film_seen.h"
#include "support/image/film_sound.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <hone/film.h>
#include <hone/physics.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PICTURES = 23, PARTS = 4 };
#define FILM "tower.pmx", "turn.vmd", "--frames", "0:22", "--size", "64x48", "--audio", "sound.wav", "--audio-delay"

static int make_files(void **state)
{
    const puppet_desc tower = {.swing = hone_physics_available()}; /* without Bullet bodies give a warning */
    film_sound_hush();
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&tower, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) && mkdir("p", 0777) == 0 &&
                   film_sound_write("sound.wav", 48000, 2, 48000)
               ? 0
               : -1;
}

/* Draws the film at once as "a.ENDING", and in parts, joined as "b.ENDING". */
static void make_both(const char *ending, const char *option, const char *value)
{
    char whole[32], joined[32], out[32], part[16], files[PARTS][64];
    snprintf(whole, sizeof whole, "a.%s", ending);
    snprintf(joined, sizeof joined, "b.%s", ending);
    snprintf(out, sizeof out, "p/f.%s", ending);
    CHECK_RUNS("render", FILM, "0.1", "-o", whole, option, value);
    for (int i = 0; i < PARTS; i++) {
        snprintf(part, sizeof part, "%d/%d", i + 1, PARTS);
        snprintf(files[i], sizeof files[i], "%s.%d-of-%d.part", out, i + 1, PARTS);
        CHECK_RUNS("render", FILM, "0.1", "-o", out, "--part", part, option, value);
    }
    CHECK_RUNS("join", files[3], files[1], files[0], files[2], "-o", joined);
}

static void check_sound(const film_seen *a, const film_seen *b)
{
    assert_true(a->has_sound && b->has_sound);
    assert_string_equal(a->sound_codec, b->sound_codec);
    assert_int_equal(a->channels, b->channels);
    assert_int_equal(a->sample_count, b->sample_count);
    assert_true(a->sound_begin == b->sound_begin);
    assert_memory_equal(a->samples, b->samples, a->sample_count * sizeof *a->samples);
}

/* The pictures differ by what the encoder did to them, which depends on where key frames are. */
static void check_same_film(const char *ending, double most_mean)
{
    char path[32];
    static film_seen a, b; /* large */
    snprintf(path, sizeof path, "a.%s", ending);
    assert_true(film_see(path, &a));
    path[0] = 'b';
    assert_true(film_see(path, &b));
    assert_string_equal(a.codec, b.codec);
    assert_string_equal(a.pixels, b.pixels);
    assert_int_equal(a.count, PICTURES);
    assert_int_equal(b.count, PICTURES);
    assert_true(a.rate == b.rate && a.duration == b.duration && a.index_first == b.index_first);
    assert_int_equal(a.bt709, b.bt709);
    for (uint32_t i = 0; i < PICTURES; i++) {
        double most, mean;
        assert_true(a.times[i] == b.times[i]);
        film_compare(&a.pictures[i], &b.pictures[i], true, &most, &mean);
        CHECK(mean <= most_mean);
    }
    check_sound(&a, &b);
    film_seen_release(&a);
    film_seen_release(&b);
}

/* ProRes compresses each picture alone: the encoder was given the same pictures, bit for bit. */
static void a_film_of_key_frames_is_the_same_to_the_byte(void **state)
{
    (void)state;
    size_t sizes[2];
    make_both("mov", "--background", "none");
    char *films[] = {command_file_content("a.mov", &sizes[0]), command_file_content("b.mov", &sizes[1])};
    assert_true(films[0] && films[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(films[0], films[1], sizes[0]);
    free(films[0]);
    free(films[1]);
    check_same_film("mov", 0);
}

static void films_have_the_same_pictures_times_and_sound(void **state)
{
    (void)state;
    static const char *const endings[] = {"mp4", "mkv", "webm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        make_both(endings[i], NULL, NULL);
        check_same_film(endings[i], 2); /* encoders choose by the kind of processor, too */
    }
}

static void options_of_films_are_kept(void **state)
{
    (void)state;
    make_both("webm", "--background", "none");
    check_same_film("webm", 8);              /* with the colours of what is transparent */
    make_both("mp4", "--fps", "24000/1001"); /* 18 pictures */
    static film_seen seen;
    assert_true(film_see("b.mp4", &seen));
    assert_int_equal(seen.count, 18);
    CHECK_NEAR(seen.rate, 24000 / 1001.0, 1e-6);
    film_seen_release(&seen);
}

/* Parts of one picture each are too short for the encoder to look ahead. */
static void the_shortest_parts_make_a_film(void **state)
{
    (void)state;
    static film_seen seen;
    for (int i = 1; i <= 6; i++) {
        char part[16];
        snprintf(part, sizeof part, "%d/6", i);
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:5", "--size", "64x48", "-o", "p/short.mp4",
                   "--part", part);
    }
    assert_int_equal(system(HONE_BUILD_DIR "/hone join p/short.mp4.*.part -o short.mp4"), 0);
    assert_true(film_see("short.mp4", &seen));
    assert_int_equal(seen.count, 6);
    for (int i = 0; i < 6; i++) CHECK_NEAR(seen.times[i], i / 30.0, 1e-9);
    film_seen_release(&seen);
}

static void parts_of_other_films_are_refused(void **state)
{
    (void)state;
    assert_int_equal(system("rm -f b.* p/*"), 0);
    CHECK_RUNS("render", FILM, "0.1", "-o", "p/f.mp4", "--part", "1/2");
    CHECK_RUNS("render", FILM, "0.1", "-o", "p/f.mp4", "--part", "2/2", "--quality", "20");
    CHECK_FAILS(1, "join", "p/f.mp4.1-of-2.part", "p/f.mp4.2-of-2.part", "-o", "b.mp4");
    CHECK_FAILS(1, "join", "p/f.mp4.1-of-2.part", "-o", "b.mp4");
    CHECK_RUNS("render", FILM, "0.1", "-o", "p/f.mp4", "--part", "2/2");
    CHECK_FAILS(1, "join", "p/f.mp4.1-of-2.part", "p/f.mp4.2-of-2.part", "-o", "b.mkv");
    assert_int_equal(truncate("p/f.mp4.2-of-2.part", 1500), 0);
    CHECK_FAILS(1, "join", "p/f.mp4.1-of-2.part", "p/f.mp4.2-of-2.part", "-o", "b.mp4");
    assert_int_equal(access("b.mp4", F_OK), -1);
    assert_int_equal(access("b.mkv", F_OK), -1);
}

TEST_GROUP(test_command_part_film)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_film_of_key_frames_is_the_same_to_the_byte),
        cmocka_unit_test(films_have_the_same_pictures_times_and_sound),
        cmocka_unit_test(options_of_films_are_kept),
        cmocka_unit_test(the_shortest_parts_make_a_film),
        cmocka_unit_test(parts_of_other_films_are_refused),
    };
    if (!picture_can_be_made() || !hone_film_available()) {
        print_message("SKIPPED: %u tests of films: this build or machine cannot make them\n",
                      (unsigned)(sizeof tests / sizeof *tests));
        return 0;
    }
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
