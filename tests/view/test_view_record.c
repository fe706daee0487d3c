/* Recordings in a separate thread: their results, and the files that remain. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "view/record/record.h"

#include <hone/film.h>
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 48 };

typedef struct scene {
    hone_model *model;
    hone_motion *dance;
    record_motion motion;
    record_member member;
    record_desc desc;
    uint32_t released; /* number of calls of edit_release */
} scene;

static void count_release(void *user)
{
    ++*(uint32_t *)user;
}

static void leave_as_it_is(void *user, double frame, hone_pose *pose)
{
    (void)user, (void)frame, (void)pose;
}

static scene *open_scene(scene *s, const char *path)
{
    needs_pictures();
    *s = (scene){.model = puppet_make(&(puppet_desc){0}, NULL), .dance = puppet_motion(1, NULL)};
    assert_true(s->model && s->dance);
    s->motion = (record_motion){.motion = s->dance, .weight = 1};
    s->member = (record_member){.actor = {.model = s->model, .edit = leave_as_it_is, .edit_user = &s->released},
                                .edit_release = count_release,
                                .motions = &s->motion,
                                .motion_count = 1};
    s->desc = (record_desc){.path = path,
                            .members = &s->member,
                            .member_count = 1,
                            .look.draw = {.width = WIDTH, .height = HEIGHT, .samples = 1},
                            .last = 9};
    s->desc.look.draw.camera = (hone_camera)HONE_CAMERA_DEFAULT;
    return s;
}

/* The recording has its own references: the caller's are released before it is made. */
static void close_scene(scene *s)
{
    hone_model_release(s->model);
    hone_motion_release(s->dance);
}

static void make(scene *s)
{
    hone_error error = {0};
    record *r = record_begin(&s->desc, &error);
    close_scene(s);
    if (!record_end(r, &error))
        fail_msg("%s: %s", s->desc.path, error.message);
    CHECK_NEAR(s->released, 1, 0);
}

static void read_picture(const char *path, hone_image *out)
{
    hone_error error = {0};
    size_t size;
    char *content = command_file_content(path, &size);
    if (!content || !hone_image_load_memory(content, size, NULL, out, &error))
        fail_msg("%s: %s", path, error.message);
    free(content);
}

static bool is_same(const char *one, const char *other)
{
    hone_image a, b;
    read_picture(one, &a);
    read_picture(other, &b);
    bool same =
        a.width == b.width && a.height == b.height && memcmp(a.pixels, b.pixels, 4 * (size_t)a.width * a.height) == 0;
    hone_image_release(&a);
    hone_image_release(&b);
    return same;
}

static void a_picture_is_what_the_command_renders(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, "a.png");
    assert_true(puppet_write_model("a.pmx", puppet_make(&(puppet_desc){0}, NULL), 0));
    assert_true(puppet_write_motion("a.vmd", puppet_motion(1, NULL)));
    assert_true(puppet_write_motion("c.vmd", puppet_camera(60, NULL)));
    hone_motion *camera = puppet_camera(60, NULL);
    s.desc.keys.camera = camera;
    s.desc.first = 7;
    make(&s);
    hone_motion_release(camera);
    CHECK_RUNS("render", "-q", "a.pmx", "a.vmd", "--camera", "c.vmd", "--frame", "7", "--size", "64x48", "--msaa", "1",
               "-o", "b.png");
    CHECK(is_same("a.png", "b.png"));
    open_scene(&s, "b.png"); /* for comparison: it could differ */
    s.desc.first = 7;
    s.member.placed = true;
    s.member.place = (hone_affine){{{1, 0, 0, 4}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    make(&s);
    CHECK(!is_same("a.png", "b.png"));
    unlink("a.png"), unlink("b.png"), unlink("a.pmx"), unlink("a.vmd"), unlink("c.vmd");
}

static void the_picture_behind_it_is_what_the_command_shows(void **state)
{
    (void)state;
    scene s;
    hone_image image;
    hone_bytes bytes;
    open_scene(&s, "a.png");
    assert_true(hone_image_create(3, 2, NULL, &image, NULL));
    for (int i = 0; i < 6; i++) memcpy(image.pixels + 4 * i, (const uint8_t[4]){(uint8_t)(40 * i), 90, 200, 255}, 4);
    assert_true(hone_image_write_png(&image, NULL, &bytes, NULL) &&
                command_file_write("sky.png", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    hone_image_release(&image);
    assert_true(puppet_write_model("a.pmx", puppet_make(&(puppet_desc){0}, NULL), 0));
    assert_true(puppet_write_motion("a.vmd", puppet_motion(1, NULL)));
    assert_true(puppet_write_motion("c.vmd", puppet_camera(60, NULL)));
    char path[] = "sky.png";
    hone_motion *camera = puppet_camera(60, NULL);
    s.desc.keys.camera = camera;
    s.desc.first = 7;
    s.desc.look.backdrop = (look_backdrop){.file = path, .fit = HONE_BACKDROP_STRETCH};
    s.desc.look.ground_shadow = (look_ground_shadow){.colour = {true, {1, 0, 0, 1}}, .strength = {true, 0.75f}};
    make(&s);
    CHECK_RUNS("render", "-q", "a.pmx", "a.vmd", "--camera", "c.vmd", "--frame", "7", "--size", "64x48", "--msaa", "1",
               "--background", "sky.png", "--background-fit", "stretch", "--shadow-color", "red", "--shadow-strength",
               "0.75", "-o", "b.png");
    CHECK(is_same("a.png", "b.png"));
    open_scene(&s, "x.png"); /* one line, and no file */
    s.desc.look.backdrop.file = "missing.png";
    hone_error error = {0};
    record *r = record_begin(&s.desc, &error);
    close_scene(&s);
    CHECK(!record_end(r, &error) && strstr(error.message, "missing.png: ") && access("x.png", F_OK) != 0);
    hone_motion_release(camera);
    unlink("a.png"), unlink("b.png"), unlink("a.pmx"), unlink("a.vmd"), unlink("c.vmd"), unlink("sky.png");
}

static void a_sequence_is_numbered(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, "f-{frame:03}-{index}.png")->desc.rate = 15;
    s.desc.first = 2;
    make(&s);
    CHECK_NEAR(command_file_count("."), 4, 0);
    CHECK(access("f-002-0.png", F_OK) == 0 && access("f-008-3.png", F_OK) == 0);
    CHECK(!is_same("f-002-0.png", "f-008-3.png"));
    unlink("f-002-0.png"), unlink("f-004-1.png"), unlink("f-006-2.png"), unlink("f-008-3.png");
}

static void a_film_has_every_picture(void **state)
{
    (void)state;
    static const char *const paths[] = {"a.mp4", "a.webm", "a.apng"};
    for (size_t i = 0; i < 3 && hone_film_available(); i++) {
        scene s;
        hone_error error = {0};
        open_scene(&s, paths[i])->desc.look.draw.width = WIDTH - 1; /* made even for mp4 */
        record *r = record_begin(&s.desc, &error);
        record_progress p;
        uint32_t done = 0;
        do {
            p = record_get_progress(r);
            CHECK(p.total == 10 && p.done >= done && p.done <= p.total);
            done = p.done;
        } while (!p.finished);
        CHECK_NEAR(p.done, 10, 0);
        CHECK_NEAR(p.left, 0, 1e-9);
        CHECK(p.per_second > 0);
        if (!record_end(r, &error))
            fail_msg("%s", error.message);
        close_scene(&s);
        struct stat found;
        CHECK(stat(paths[i], &found) == 0 && found.st_size > 300);
        CHECK_NEAR(command_file_count("."), 1, 0);
        unlink(paths[i]);
    }
}

static void cancelled_leaves_nothing(void **state)
{
    (void)state;
    static const char *const paths[] = {"a.mp4", "f-{index}.png", "a.gif"};
    for (size_t i = 0; i < 3; i++) {
        scene s;
        hone_error error = {0};
        open_scene(&s, paths[i])->desc.last = 1e6;
        record *r = record_begin(&s.desc, &error);
        if (!r && error.code == HONE_ERROR_UNSUPPORTED) {
            close_scene(&s);
            continue;
        }
        assert_non_null(r);
        while (record_get_progress(r).done < 3 && !record_get_progress(r).finished) {
        }
        record_cancel(r);
        CHECK(!record_end(r, &error));
        assert_string_equal(error.message, "cancelled");
        CHECK_NEAR(s.released, 1, 0);
        CHECK_NEAR(command_file_count("."), 0, 0);
        close_scene(&s);
    }
}

static void what_cannot_be_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double first, last;
        uint32_t rate;
    } bad[] = {{"a.txt", 0, 9, 0},           {"a", 0, 9, 0},
               {"f-{frame}.png", 0.5, 9, 0}, {"f-{frame}.png", 0, 9, 60},
               {"f-{index}.png", 9, 0, 0},   {"f-{index}.png", 0, NAN, 0},
               {"f-{index}.png", 0, 1e12, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        scene s;
        hone_error error = {0};
        open_scene(&s, bad[i].path);
        s.desc.first = bad[i].first, s.desc.last = bad[i].last, s.desc.rate = bad[i].rate;
        CHECK(!record_begin(&s.desc, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && error.message[0]);
        CHECK_NEAR(s.released, 1, 0);
        CHECK(!record_end(NULL, &error));
        close_scene(&s);
    }
    static const char *const nowhere[] = {"no/such/folder/a.png", "no/such/folder/a.webp", "no/such/f-{index}.png"};
    for (size_t i = 0; i < 3; i++) {
        scene s;
        hone_error error = {0};
        open_scene(&s, nowhere[i]);
        record *r = record_begin(&s.desc, &error);
        CHECK(!record_end(r, &error));
        CHECK(error.code == HONE_ERROR_UNSUPPORTED || strstr(error.message, "no/such/"));
        close_scene(&s);
    }
}

static void a_bad_sound_is_told_by_its_name(void **state)
{
    (void)state;
    scene s;
    hone_error error = {0};
    NEEDS(film);
    assert_true(command_file_write("song.mp3", "nothing", 7));
    open_scene(&s, "a.mp4")->desc.sound = "song.mp3";
    record *r = record_begin(&s.desc, &error);
    CHECK(!record_end(r, &error));
    CHECK(strstr(error.message, "song.mp3: "));
    CHECK_NEAR(command_file_count("."), 1, 0);
    close_scene(&s);
    open_scene(&s, "a.gif")->desc.sound = "song.mp3"; /* the format has no sound */
    make(&s);
    unlink("a.gif"), unlink("song.mp3");
}

TEST_GROUP(test_view_record)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_what_the_command_renders),
        cmocka_unit_test(the_picture_behind_it_is_what_the_command_shows),
        cmocka_unit_test(a_sequence_is_numbered),
        cmocka_unit_test(a_film_has_every_picture),
        cmocka_unit_test(cancelled_leaves_nothing),
        cmocka_unit_test(what_cannot_be_is_said),
        cmocka_unit_test(a_bad_sound_is_told_by_its_name),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
