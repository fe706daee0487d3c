/* hone render --part and hone join: parts make the same pictures as one run, and wrong parts are refused. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
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

#define SMALL "--size", "64x48"
enum { PICTURES = 11 };

static int make_files(void **state)
{
    const puppet_desc tower = {.swing = hone_physics_available()}; /* without Bullet bodies give a warning */
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&tower, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) && mkdir("o", 0777) == 0 &&
                   mkdir("p", 0777) == 0
               ? 0
               : -1;
}

static bool is_same_file(const char *a, const char *b)
{
    size_t sizes[2] = {0};
    char *contents[] = {command_file_content(a, &sizes[0]), command_file_content(b, &sizes[1])};
    bool same = contents[0] && contents[1] && sizes[0] == sizes[1] && memcmp(contents[0], contents[1], sizes[0]) == 0;
    free(contents[0]);
    free(contents[1]);
    return same;
}

/* Draws a part of frames 0 to 10. option may be NULL. */
static void draw_part(const char *out, const char *part, const char *option, const char *value)
{
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", out, "--part", part, SMALL, option, value);
}

static void draw_parts(const char *out, int parts, const char *option, const char *value)
{
    for (int i = 1; i <= parts; i++) {
        char part[16];
        snprintf(part, sizeof part, "%d/%d", i, parts);
        draw_part(out, part, option, value);
    }
}

static void empty(const char *pattern)
{
    char line[64];
    snprintf(line, sizeof line, "rm -f %s", pattern);
    assert_int_equal(system(line), 0);
}

static void check_same_sequence(const char *option, const char *value)
{
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", "a{index:02}.png", SMALL, option, value);
    draw_parts("p/f.{index}.png", 3, option, value);
    CHECK_RUNS("join", "p/f.{index}.png.3-of-3.part", "p/f.{index}.png.1-of-3.part", "p/f.{index}.png.2-of-3.part",
               "-o", "o/b{frame:02}.png");
    assert_int_equal(command_file_count("o"), PICTURES);
    for (int i = 0; i < PICTURES; i++) {
        char a[32], b[32];
        snprintf(a, sizeof a, "a%02d.png", i);
        snprintf(b, sizeof b, "o/b%02d.png", i);
        if (!is_same_file(a, b))
            fail_msg("%s and %s differ", a, b);
    }
    empty("o/* p/*");
}

static void sequences_are_the_same_to_the_byte(void **state)
{
    (void)state;
    check_same_sequence(NULL, NULL); /* with physics */
    check_same_sequence("--physics", "off");
    check_same_sequence("--jobs", "2");
    check_same_sequence("--turntable", NULL);
    check_same_sequence("--compare", "linear,dual-quaternion");
}

static void every_picture_is_in_one_part(void **state)
{
    (void)state;
    draw_parts("p/f{index:02}.png", PICTURES, NULL, NULL);
    assert_int_equal(command_file_count("p"), PICTURES);
    assert_int_equal(system(HONE_BUILD_DIR "/hone join p/*.part -o o/%04d.png"), 0);
    assert_int_equal(command_file_count("o"), PICTURES);
    empty("o/* p/*");
    CHECK_FAILS(1, "render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", "p/f{index}.png", "--part", "1/12",
                SMALL);
    assert_int_equal(command_file_count("p"), 0);
}

static void films_of_pictures_are_the_same_to_the_byte(void **state)
{
    (void)state;
    static const char *const names[] = {"gif", "apng", "webp"};
    NEEDS(film);
    for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
        char one[32], parts[2][64], joined[32];
        snprintf(one, sizeof one, "o/a.%s", names[f]);
        snprintf(joined, sizeof joined, "o/b.%s", names[f]);
        for (int i = 0; i < 2; i++) snprintf(parts[i], sizeof parts[i], "%s.%d-of-2.part", one, i + 1);
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", one, SMALL, "--background", "none");
        draw_parts(one, 2, "--background", "none");
        CHECK_RUNS("join", parts[1], parts[0], "-o", joined);
        if (!is_same_file(one, joined))
            fail_msg("the films %s differ", names[f]);
    }
    empty("o/*");
}

/* ---- resuming ---- */

static time_t age(const char *path, ino_t *file)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    *file = about.st_ino;
    return about.st_mtime;
}

static void damage(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    int byte = fgetc(file);
    fseek(file, -1, SEEK_CUR);
    fputc(byte ^ 1, file);
    fclose(file);
}

/* Runs again; returns whether the part was drawn again. */
static bool is_drawn_again(const char *option, const char *value)
{
    ino_t before, after;
    age("p/f%02d.png.1-of-2.part", &before);
    int keep = link("p/f%02d.png.1-of-2.part", "p/old"); /* so that its number is not used again */
    command_result r = HONE("render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", "p/f%02d.png", "--part", "1/2",
                            SMALL, option, value);
    assert_true(keep == 0 && r.status == 0);
    age("p/f%02d.png.1-of-2.part", &after);
    bool said = strstr(r.err, "is already complete") != NULL;
    assert_int_equal(said, before == after);
    command_result_release(&r);
    unlink("p/old");
    return before != after;
}

static void a_finished_part_is_not_drawn_again(void **state)
{
    (void)state;
    draw_part("p/f%02d.png", "1/2", NULL, NULL);
    assert_false(is_drawn_again(NULL, NULL));
    assert_false(is_drawn_again("--jobs", "2"));
    assert_true(is_drawn_again("--grid", NULL)); /* other pictures */
    assert_true(is_drawn_again(NULL, NULL));
    damage("p/f%02d.png.1-of-2.part", 300);
    assert_true(is_drawn_again(NULL, NULL));
    assert_int_equal(truncate("p/f%02d.png.1-of-2.part", 400), 0);
    assert_true(is_drawn_again(NULL, NULL));
    assert_false(is_drawn_again(NULL, NULL));
    assert_true(puppet_write_motion("turn.vmd", puppet_motion(2, NULL))); /* the same name, other content */
    assert_true(is_drawn_again(NULL, NULL));
    assert_true(puppet_write_motion("turn.vmd", puppet_motion(1, NULL)));
    empty("p/*");
}

/* ---- checkpoints ---- */

/* There are checkpoints at frames 0, 300 and 600. */
#define LONG "tower.pmx", "turn.vmd", "--frames", "570:630:10", SMALL, "-o", "p/f{index}.png"
#define STEPS "--checkpoints", "p/steps"

static void parts_begin_from_checkpoints_with_the_same_bits(void **state)
{
    (void)state;
    NEEDS(physics);
    CHECK_RUNS("render", "-q", LONG, STEPS);
    assert_int_equal(command_file_count("p"), 1); /* nothing is drawn */
    CHECK_RUNS("render", "-q", LONG, "--part", "2/2");
    assert_int_equal(rename("p/f{index}.png.2-of-2.part", "p/without"), 0);
    CHECK_RUNS("render", "-q", LONG, "--part", "2/2", STEPS);
    assert_true(is_same_file("p/f{index}.png.2-of-2.part", "p/without"));
    unlink("p/f{index}.png.2-of-2.part");
    CHECK_RUNS("render", "-q", LONG, "--part", "2/2", STEPS, "--jobs", "2");
    assert_true(is_same_file("p/f{index}.png.2-of-2.part", "p/without"));
    command_result r = HONE("render", LONG, STEPS);
    assert_true(r.status == 0 && strstr(r.err, "p/steps is already complete"));
    command_result_release(&r);
}

static void checkpoints_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    NEEDS(physics);
    CHECK_FAILS(1, "render", "-q", LONG, "--part", "1/2", "--checkpoints", "p/missing");
    CHECK_FAILS(1, "render", "-q", LONG, "--part", "1/2", "--checkpoints", "tower.pmx");
    CHECK_FAILS(1, "render", "-q", LONG, "--part", "1/2", STEPS, "--physics", "off");
    CHECK_FAILS(1, "render", "-q", LONG, "--checkpoints", "missing/steps");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "p/a.png", STEPS);
    CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", STEPS);
    const long places[] = {0, 9, 20, 40, 70, 1000};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        damage("p/steps", places[i]);
        CHECK_FAILS(1, "render", "-q", LONG, "--part", "1/2", STEPS);
        damage("p/steps", places[i]);
    }
    assert_int_equal(truncate("p/steps", 300), 0);
    CHECK_FAILS(1, "render", "-q", LONG, "--part", "1/2", STEPS);
    assert_int_equal(access("p/f{index}.png.1-of-2.part", F_OK), -1);
    CHECK_RUNS("render", "-q", LONG, STEPS); /* it is made again */
    CHECK_RUNS("render", "-q", LONG, "--part", "1/2", STEPS);
    empty("p/*");
}

/* ---- parts that do not fit ---- */

#define PART(folder, i) folder "/f{index}.png." #i "-of-3.part"

static void wrong_parts_are_refused(void **state)
{
    (void)state;
    draw_parts("p/f{index}.png", 3, NULL, NULL);
    assert_int_equal(mkdir("q", 0777), 0);
    draw_part("q/f{index}.png", "2/3", "--grid", NULL);
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 3), "-o", "o/{index}.png");
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), "-o", "o/{index}.png");
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), PART("p", 2), PART("p", 3), "-o", "o/{index}.png");
    CHECK_FAILS(1, "join", PART("p", 1), PART("q", 2), PART("p", 3), "-o", "o/{index}.png");
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), PART("p", 3), "turn.vmd", "-o", "o/{index}.png");
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), PART("p", 3), "missing", "-o", "o/{index}.png");
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), PART("p", 3), "-o", "o/a.png");
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), PART("p", 3), "-o", "o/{index}.jpg");
    CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), PART("p", 3), "-o", "missing/{index}.png");
    CHECK_FAILS(2, "join", PART("p", 1), "-o", "-");
    CHECK_FAILS(2, "join", PART("p", 1));
    CHECK_FAILS(2, "join", "-o", "o/{index}.png");
    assert_int_equal(command_file_count("o"), 0);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", "q/f{index}.png", "--part", "2/3", "--size",
               "32x32");
    command_result r = HONE("join", PART("p", 1), PART("q", 2), PART("p", 3), "-o", "o/{index}.png");
    assert_true(r.status == 1 && strstr(r.err, "has pictures of 32x32, but those of p/f{index}.png.1-of-3.part"));
    command_result_release(&r);
    empty("q/*");
}

/* A part that is cut off at any place, or has any byte changed, gives one line and no picture. */
static void damaged_parts_are_one_line_and_leave_nothing(void **state)
{
    (void)state;
    struct stat about;
    assert_int_equal(stat(PART("p", 3), &about), 0);
    const long places[] = {0, 4, 9, 30, 107, 111, 112, 130, 200, about.st_size / 2, about.st_size - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        damage(PART("p", 3), places[i]);
        CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), PART("p", 3), "-o", "o/{index}.png");
        damage(PART("p", 3), places[i]);
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_int_equal(system("cp 'p/f{index}.png.3-of-3.part' p/cut"), 0);
        assert_int_equal(truncate("p/cut", places[i]), 0);
        CHECK_FAILS(1, "join", PART("p", 1), PART("p", 2), "p/cut", "-o", "o/{index}.png");
    }
    assert_int_equal(command_file_count("o"), 0);
    empty("p/*");
}

static void wrong_usage_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"0/3", "4/3", "3", "1/", "/3", "1/0", "1/100001", "-1/3", "1.5/3", "1/3/2", ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", "-o", "o/a{index}.png", "--part", bad[i]);
    CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", "-o", "o/a.png", "--part", "1/2");
    CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", "--frame", "3", "-o", "o/a{frame}.png", "--part", "1/2");
    CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", "-o", "-", "--format", "gif", "--part", "1/2");
    CHECK_FAILS(2, "render", "-", "turn.vmd", "-o", "o/a{frame}.png", "--part", "1/2");
    CHECK_FAILS(1, "render", "tower.pmx", "turn.vmd", "-o", "missing/a{frame}.png", "--part", "1/2");
    assert_int_equal(command_file_count("o"), 0);
}

TEST_GROUP(test_command_part)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_are_the_same_to_the_byte),
        cmocka_unit_test(every_picture_is_in_one_part),
        cmocka_unit_test(films_of_pictures_are_the_same_to_the_byte),
        cmocka_unit_test(a_finished_part_is_not_drawn_again),
        cmocka_unit_test(parts_begin_from_checkpoints_with_the_same_bits),
        cmocka_unit_test(checkpoints_that_do_not_fit_are_refused),
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(damaged_parts_are_one_line_and_leave_nothing),
        cmocka_unit_test(wrong_usage_is_refused),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
