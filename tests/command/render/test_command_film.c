/* hone render of films: their content and timing, and what remains after an error. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/film_seen.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SMALL "--size", "64x48"

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("near.vmd", puppet_camera(40, NULL)) &&
                   film_make_wav("click.wav", 44100, 2, 3, 0.5) && mkdir("o", 0777) == 0
               ? 0
               : -1;
}

static void see(const char *path, film_seen *out)
{
    if (!film_see(path, out))
        fail_msg("%s is no film", path);
}

static bool is_webp(const char *name)
{
    return strstr(name, "webp") != NULL;
}

static const char *const formats[] = {"mp4", "webm", "gif", "apng", "webp", "mov", "mkv"};
enum { FORMATS = 7 };

static void a_film_shows_the_pictures_of_its_frames(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "near.vmd", "--frames", "0:30", "-o", "{index}.png", SMALL);
    for (int f = 0; f < FORMATS; f++) {
        char name[32];
        film_seen seen;
        snprintf(name, sizeof name, "o/a.%s", formats[f]);
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "near.vmd", "-o", name, SMALL);
        assert_int_equal(command_file_count("o"), 1);
        if (!is_webp(name) || film_can_see_webp()) {
            see(name, &seen);
            assert_int_equal(seen.count, 31); /* the motion lasts a second, and both ends are included */
            CHECK_NEAR(seen.duration, 31 / 30.0, 0.011);
            for (uint32_t i = 0; i < seen.count; i += 10) {
                char picture[32];
                double most, mean;
                snprintf(picture, sizeof picture, "%u.png", i);
                hone_image want = picture_read(picture, 64, 48);
                film_compare(&seen.pictures[i], &want, false, &most, &mean);
                CHECK(mean <= (strcmp(formats[f], "apng") == 0 ? 0 : 3));
                hone_image_release(&want);
            }
            film_seen_release(&seen);
        }
        unlink(name);
    }
}

/* Lossless, so that pictures can be compared exactly. */
static void sixty_a_second_shows_what_lies_between(void **state)
{
    (void)state;
    film_seen fine, coarse;
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "near.vmd", "--frames", "5:9:0.5", "-o", "o/{index}.png", SMALL);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "near.vmd", "--frames", "5:9", "--fps", "60", "-o", "a.apng", SMALL);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "near.vmd", "--frames", "5:9", "-o", "b.apng", SMALL);
    see("a.apng", &fine), see("b.apng", &coarse);
    assert_int_equal(fine.count, 9);
    assert_int_equal(coarse.count, 5);
    for (uint32_t i = 0; i < fine.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "o/%u.png", i);
        hone_image want = picture_read(name, 64, 48);
        assert_memory_equal(fine.pictures[i].pixels, want.pixels, 4 * 64 * 48);
        CHECK_NEAR(fine.times[i], i / 60.0, 1e-3);
        assert_true(i == 0 || memcmp(fine.pictures[i - 1].pixels, want.pixels, 4 * 64 * 48) != 0);
        if (i % 2 == 0)
            assert_memory_equal(coarse.pictures[i / 2].pixels, want.pixels, 4 * 64 * 48);
        hone_image_release(&want);
        unlink(name);
    }
    film_seen_release(&fine), film_seen_release(&coarse);
    unlink("a.apng"), unlink("b.apng");
}

static void every_nth_frame_is_shown_at_the_rate(void **state)
{
    (void)state;
    static const struct {
        const char *frames, *fps;
        uint32_t count;
        double rate;
    } cases[] = {{"0:30:2", "15", 16, 15},
                 {"0:30:0.5", "30", 61, 30},
                 {"0:30", "29.97", 30, 29.97},
                 {"0:30", "24000/1001", 24, 23.976},
                 {"10:10", "60", 1, 60}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        film_seen seen;
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", cases[i].frames, "--fps", cases[i].fps, "-o", "a.mp4",
                   SMALL);
        see("a.mp4", &seen);
        assert_int_equal(seen.count, cases[i].count);
        CHECK_NEAR(seen.duration, cases[i].count / cases[i].rate, 0.002);
        film_seen_release(&seen);
    }
    unlink("a.mp4");
}

static void sound_keeps_step_with_the_motions(void **state)
{
    (void)state;
    static const struct {
        const char *frames, *delay, *fps;
        double click; /* heard half a second into the file */
    } cases[] = {{"0:60", "0", "30", 0.5},
                 {"0:60", "0.25", "30", 0.75},
                 {"9:60", "0", "30", 0.2},
                 {"0:60", "-0.3", "30", 0.2},
                 {"30:90", "1.5", "60", 1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int f = 0; f < 2; f++) {
            const char *name = f ? "a.webm" : "a.mp4";
            film_seen seen;
            CHECK_RUNS("render", "-q", "tower.pmx", "turn.vmd", "--frames", cases[i].frames, "--fps", cases[i].fps,
                       "--audio", "click.wav", "--audio-delay", cases[i].delay, "-o", name, "--size", "16x16");
            see(name, &seen);
            assert_true(seen.has_sound);
            CHECK_NEAR(film_click(&seen), cases[i].click, 0.0015);
            CHECK_NEAR(seen.times[0], 0, 1e-9);
            CHECK_NEAR(seen.sound_begin + (double)seen.sample_count / FILM_SEEN_RATE, seen.duration, 0.022);
            film_seen_release(&seen);
            unlink(name);
        }
}

static void films_go_to_stdout_too(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        film_seen seen;
        command_result r = HONE("render", "tower.pmx", "turn.vmd", "--frames", "0:9", "-o", "-", "--format", formats[f],
                                "--size", "32x32");
        assert_int_equal(r.status, 0);
        assert_string_equal(r.err, "");
        assert_true(command_file_write("a.film", r.out, r.out_size));
        command_result_release(&r);
        if (!is_webp(formats[f]) || film_can_see_webp()) {
            see("a.film", &seen);
            assert_int_equal(seen.count, 10);
            assert_true(f != 0 || (seen.fragmented && seen.index_first));
            film_seen_release(&seen);
        }
        unlink("a.film");
        r = command_run(&(command_run_desc){.out = "/dev/full"},
                        (const char *const[]){"render", "tower.pmx", "turn.vmd", "-o", "-", "--format", formats[f],
                                              "--size", "32x32", NULL});
        assert_int_equal(r.status, 1);
        assert_int_equal(command_line_count(r.err), 1);
        command_result_release(&r);
    }
}

static void check_warns(const char *output, const char *size, const char *background, const char *what)
{
    command_result r = HONE("render", "tower.pmx", "turn.vmd", "--frames", "0:2", "-o", output, "--size", size,
                            "--background", background);
    assert_int_equal(r.status, 0);
    assert_int_equal(command_line_count(r.err), *what ? 1 : 0);
    assert_non_null(strstr(r.err, what));
    command_result_release(&r);
}

static void what_a_format_cannot_hold_is_changed_with_a_warning(void **state)
{
    (void)state;
    film_seen seen;
    check_warns("a.mp4", "33x31", "white", "warning: mp4 needs even sides: 34x32");
    see("a.mp4", &seen);
    assert_true(seen.width == 34 && seen.height == 32);
    film_seen_release(&seen);
    check_warns("a.mp4", "32x32", "none", "warning: mp4 has no transparency");
    check_warns("a.webm", "33x31", "none", "");
    see("a.webm", &seen);
    assert_true(seen.width == 33 && seen.height == 31);
    assert_string_equal(seen.pixels, "yuva420p");
    CHECK_NEAR(seen.pictures[1].pixels[3], 0, 2);
    uint32_t there = 0;
    for (uint32_t i = 0; i < 33 * 31; i++) there += seen.pictures[1].pixels[4 * i + 3] > 250;
    assert_true(there > 20 && there < 33 * 31 / 2);
    film_seen_release(&seen);
    unlink("a.mp4"), unlink("a.webm");
}

static void what_makes_no_sense_is_wrong_usage(void **state)
{
    (void)state;
#define REFUSED(...) CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", __VA_ARGS__)
    REFUSED("-o", "o/a.avi");
    REFUSED("-o", "o/a.gif", "--fps", "60");
    REFUSED("-o", "o/a.gif", "--audio", "click.wav");
    REFUSED("-o", "o/a.png", "--audio", "click.wav");
    REFUSED("-o", "o/a.mp4", "--audio-delay", "1");
    REFUSED("-o", "o/a.apng", "--quality", "50");
    REFUSED("-o", "o/a.png", "--quality", "50");
    REFUSED("-o", "o/a.webp", "--bitrate", "1M");
    REFUSED("-o", "o/a.mp4", "--bitrate", "1M", "--quality", "50");
    REFUSED("-o", "o/a.mp4", "--bitrate", "12");
    REFUSED("-o", "o/a.mp4", "--bitrate", "fast");
    REFUSED("-o", "o/a.mp4", "--quality", "0");
    REFUSED("-o", "o/a.mp4", "--quality", "101");
    REFUSED("-o", "o/a.mp4", "--fps", "0");
    REFUSED("-o", "o/a.mp4", "--fps", "241");
    REFUSED("-o", "o/a.mp4", "--fps", "30/0");
    REFUSED("-o", "o/a.mp4", "--fps", "nan");
    REFUSED("-o", "o/a.mp4", "--frame", "3");
    REFUSED("-o", "o/a.mp4", "--audio", "click.wav", "--frames", "0:9:2");
    REFUSED("-o", "o/a.mp4", "--format", "mp4");
    REFUSED("-o", "-");
    REFUSED("-o", "o/a.png", "--fps", "60");
    REFUSED("-o", "o/{frame}.png", "--fps", "60", "--frames", "0:3");
    REFUSED("-o", "o/a.mp4", "--supersample", "9");
#undef REFUSED
    assert_int_equal(command_file_count("o"), 0);
}

/* Runs a render that must succeed with one warning, which contains `what`; NULL: without any. */
static void check_says(const char *what, const char *const *arguments)
{
    command_result r = command_run(NULL, arguments);
    assert_int_equal(r.status, 0);
    if (command_line_count(r.err) != (what ? 1 : 0) || (what && !strstr(r.err, what)))
        fail_msg("not \"%s\" alone: %s", what ? what : "", r.err);
    command_result_release(&r);
}

#define SAYS(what, ...) check_says(what, (const char *const[]){"render", __VA_ARGS__, SMALL, NULL})

static void a_film_in_which_nothing_moves_is_as_long_as_its_sound(void **state)
{
    (void)state;
    static const struct {
        const char *fps, *delay;
        double length;
    } cases[] = {{"30", "0", 3}, {"10", "0", 3}, {"30", "1.5", 4.5}, {"30", "-1", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        film_seen seen;
        SAYS("nothing moves; the film shows the model at rest", "tower.pmx", "--audio", "click.wav", "--audio-delay",
             cases[i].delay, "--fps", cases[i].fps, "-o", "a.mp4");
        see("a.mp4", &seen);
        CHECK_NEAR(seen.duration, cases[i].length, 0.02);
        CHECK_NEAR(seen.count, cases[i].length * atof(cases[i].fps), 0.5);
        film_seen_release(&seen);
    }
    unlink("a.mp4");
}

static void a_sound_that_is_cut_is_told(void **state)
{
    (void)state;
    SAYS("click.wav: warning: is cut: the film ends with the motions after 1.0 s, the sound after 3.0 s", "tower.pmx",
         "turn.vmd", "--audio", "click.wav", "-o", "a.mp4");
    SAYS("is cut", "tower.pmx", "--turntable", "--audio", "click.wav", "--audio-delay", "9", "-o", "a.mp4");
    SAYS(NULL, "tower.pmx", "turn.vmd", "--audio", "click.wav", "--audio-delay", "-2", "-o", "a.mp4");
    SAYS(NULL, "tower.pmx", "turn.vmd", "--audio", "click.wav", "--frames", "0:9", "-o", "a.mp4");
    unlink("a.mp4");
}

static void a_film_of_one_picture_is_told(void **state)
{
    (void)state;
    SAYS("a.gif: warning: is one picture, because nothing moves", "tower.pmx", "-o", "a.gif");
    SAYS("is one picture", "tower.pmx", "-o", "p-%04d.png");
    SAYS(NULL, "tower.pmx", "--frames", "0:0", "-o", "a.gif");
    SAYS(NULL, "tower.pmx", "-o", "a.png");
    unlink("a.gif"), unlink("a.png"), unlink("p-0000.png");
}

static void check_fails_and_says(const char *what, const char *const *arguments)
{
    command_result r = command_run(NULL, arguments);
    assert_int_equal(r.status, 1);
    assert_int_equal(command_line_count(r.err), 1);
    if (!strstr(r.err, what))
        fail_msg("%s: %s", what, r.err);
    command_result_release(&r);
    assert_int_equal(command_file_count("o"), 0);
}

static void what_cannot_be_done_is_one_line_and_leaves_nothing(void **state)
{
    (void)state;
#define FAILS(what, ...)                                                                                               \
    check_fails_and_says(what, (const char *const[]){"render", "tower.pmx", "turn.vmd", "-o", __VA_ARGS__, NULL})
    assert_true(command_file_write("noise.mp3", "this is no sound", 16));
    FAILS("hone: missing.mp3: ", "o/a.mp4", "--audio", "missing.mp3");
    FAILS("hone: noise.mp3: ", "o/a.mp4", "--audio", "noise.mp3");
    FAILS("hone: turn.vmd: ", "o/a.webm", "--audio", "turn.vmd");
    FAILS("hone: missing/a.mp4: ", "missing/a.mp4");
    assert_int_equal(symlink("/dev/full", "full.mp4"), 0);
    FAILS("hone: full.mp4: is not a regular file", "full.mp4");
    unlink("full.mp4");
#undef FAILS
    unlink("noise.mp3");
}

/* A limit on the file size simulates a full disk. */
static void a_full_disk_is_one_line_and_leaves_nothing(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        struct rlimit before, few;
        char name[32];
        snprintf(name, sizeof name, "o/a.%s", formats[f]);
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
        few = before;
        few.rlim_cur = 500;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
        command_result r = HONE("render", "tower.pmx", "turn.vmd", "-o", name, "--size", "160x120");
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(r.status, 1);
        assert_int_equal(command_line_count(r.err), 1);
        assert_non_null(strstr(r.err, "cannot write"));
        command_result_release(&r);
        assert_int_equal(command_file_count("o"), 0);
    }
}

static void ctrl_c_leaves_the_old_film_or_none(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        char name[32];
        snprintf(name, sizeof name, "o/a.%s", formats[f]);
        command_result r = command_run(
            &(command_run_desc){.signal = SIGINT, .signal_folder = "o"},
            (const char *const[]){"render", "tower.pmx", "turn.vmd", "--frames", "0:100000", "-o", name, SMALL, NULL});
        assert_int_equal(r.status, 130);
        assert_string_equal(r.err, "");
        assert_int_equal(command_file_count("o"), 0);
        command_result_release(&r);
    }
}

static void supersampling_is_the_mean_of_a_larger_picture(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "near.vmd", "-o", "a.png", "--size", "40x30", "--supersample", "3", "--msaa",
               "1");
    CHECK_RUNS("render", "tower.pmx", "near.vmd", "-o", "b.png", "--size", "120x90", "--msaa", "1");
    hone_image small = picture_read("a.png", 40, 30), large = picture_read("b.png", 120, 90);
    for (uint32_t i = 0; i < 40 * 30 * 4; i++) {
        uint32_t x = i / 4 % 40, y = i / 160, sum = 0;
        for (uint32_t k = 0; k < 9; k++) sum += large.pixels[4 * ((3 * y + k / 3) * 120 + 3 * x + k % 3) + i % 4];
        CHECK_NEAR(small.pixels[i], sum / 9.0, 0.501);
    }
    hone_image_release(&small), hone_image_release(&large);
    unlink("a.png"), unlink("b.png");
}

TEST_GROUP(test_command_film)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_film_shows_the_pictures_of_its_frames),
        cmocka_unit_test(sixty_a_second_shows_what_lies_between),
        cmocka_unit_test(every_nth_frame_is_shown_at_the_rate),
        cmocka_unit_test(sound_keeps_step_with_the_motions),
        cmocka_unit_test(a_film_in_which_nothing_moves_is_as_long_as_its_sound),
        cmocka_unit_test(a_sound_that_is_cut_is_told),
        cmocka_unit_test(a_film_of_one_picture_is_told),
        cmocka_unit_test(films_go_to_stdout_too),
        cmocka_unit_test(what_a_format_cannot_hold_is_changed_with_a_warning),
        cmocka_unit_test(what_makes_no_sense_is_wrong_usage),
        cmocka_unit_test(what_cannot_be_done_is_one_line_and_leaves_nothing),
        cmocka_unit_test(a_full_disk_is_one_line_and_leaves_nothing),
        cmocka_unit_test(ctrl_c_leaves_the_old_film_or_none),
        cmocka_unit_test(supersampling_is_the_mean_of_a_larger_picture),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
