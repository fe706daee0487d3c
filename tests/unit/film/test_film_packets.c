/* Films whose packets go to the program, and films that are made of packets. */
#include "support/command.h"
#include "support/image/film_seen.h"
#include "support/image/film_sound.h"
#include "support/support.h"

#include <hone/film.h>
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 32, PICTURES = 5, PACKETS_MAX = 200 };

typedef struct taken {
    hone_film_packet packets[PACKETS_MAX];
    uint32_t count, most;
} taken;

static bool take(void *user, const hone_film_packet *packet, hone_error *error)
{
    taken *t = user;
    if (t->count == t->most)
        return hone_fail(error, HONE_ERROR_IO, 0, "enough packets");
    hone_film_packet *to = &t->packets[t->count++];
    uint8_t *data = malloc(packet->size + packet->side_size);
    assert_non_null(data);
    memcpy(data, packet->data, packet->size);
    if (packet->side_size)
        memcpy(data + packet->size, packet->side, packet->side_size);
    *to = *packet;
    to->data = data;
    to->side = data + packet->size;
    return true;
}

static void forget(taken *t)
{
    for (uint32_t i = 0; i < t->count; i++) free((void *)t->packets[i].data);
    t->count = 0;
}

static bool add_pictures(hone_film *film, hone_error *error)
{
    hone_image picture = {0};
    assert_true(hone_image_create(SIDE, SIDE, NULL, &picture, NULL));
    bool ok = true;
    for (int i = 0; i < PICTURES && ok; i++) {
        memset(picture.pixels, 255, (size_t)4 * SIDE * SIDE);
        for (int p = 0; p < SIDE * SIDE; p++) memset(picture.pixels + 4 * p, 40 * i, 3);
        ok = hone_film_add(film, &picture, error);
    }
    hone_image_release(&picture);
    return ok;
}

static hone_film_desc describe(hone_film_format format, const char *path, taken *to)
{
    return (hone_film_desc){.path = path,
                            .format = format,
                            .width = SIDE,
                            .height = SIDE,
                            .take = to ? take : NULL,
                            .user = to,
                            .sound_seconds = to ? 0.5 : 0};
}

static hone_film *begin(const hone_film_desc *desc)
{
    hone_error error = {0};
    hone_film *film = hone_film_create(desc, &error);
    if (!film)
        fail_msg("%s", error.message);
    return film;
}

static uint64_t collect(hone_film_format format, taken *to)
{
    hone_error error = {0};
    const hone_film_desc desc = describe(format, NULL, to);
    hone_film *film = begin(&desc);
    uint64_t setup = hone_film_setup(film);
    assert_true(hone_film_add_sound(film, "sound.wav", 0, &error));
    assert_int_equal(hone_film_sound_channels(film), 2);
    assert_true(add_pictures(film, &error) && hone_film_finish(film, &error));
    return setup;
}

static void packets_of_one_film_make_another(void **state)
{
    (void)state;
    static taken all = {.most = PACKETS_MAX};
    static film_seen seen;
    hone_error error = {0};
    uint64_t setup = collect(HONE_FILM_MP4, &all);
    const hone_film_desc desc = describe(HONE_FILM_MP4, "b.mp4", NULL);
    hone_film *film = begin(&desc);
    assert_true(hone_film_setup(film) == setup);
    assert_true(hone_film_add_sound_track(film, 2, &error));
    for (uint32_t i = 0; i < all.count; i++)
        if (!hone_film_add_packet(film, &all.packets[i], &error))
            fail_msg("%s", error.message);
    assert_true(hone_film_finish(film, &error));
    forget(&all);
    assert_true(film_see("b.mp4", &seen));
    assert_int_equal(seen.count, PICTURES);
    CHECK_NEAR(seen.sample_count / (double)FILM_SEEN_RATE, 0.5, 0.03); /* longer than the pictures */
    for (int i = 0; i < PICTURES; i++) CHECK_NEAR(seen.pictures[i].pixels[0], 40 * i, 4);
    film_seen_release(&seen);
}

static void setups_differ_where_encoders_do(void **state)
{
    (void)state;
    hone_film_desc descs[] = {describe(HONE_FILM_MP4, "b.mp4", NULL), describe(HONE_FILM_MP4, "b.mp4", NULL),
                              describe(HONE_FILM_WEBM, "b.webm", NULL)};
    uint64_t setups[3];
    descs[1].width = 64;
    for (int i = 0; i < 3; i++) {
        hone_film *film = begin(&descs[i]);
        setups[i] = hone_film_setup(film);
        hone_film_abandon(film);
    }
    assert_true(setups[0] != setups[1] && setups[0] != setups[2] && hone_film_setup(NULL) == 0);
}

static void a_program_that_takes_no_more_stops_the_film(void **state)
{
    (void)state;
    static taken few = {.most = 2};
    hone_error error = {0};
    const hone_film_desc desc = describe(HONE_FILM_MOV, NULL, &few);
    hone_film *film = begin(&desc);
    bool ok = add_pictures(film, &error);
    if (ok)
        assert_false(hone_film_finish(film, &error));
    else
        hone_film_abandon(film);
    assert_string_equal(error.message, "enough packets");
    forget(&few);
}

/* Each is tried on a new film that has no sound. */
static void check_refused(hone_film_format format, hone_film_packet packet, hone_code code)
{
    hone_error error = {0};
    const hone_film_desc desc = describe(format, "b.film", NULL);
    hone_film *film = begin(&desc);
    assert_false(hone_film_add_packet(film, &packet, &error));
    assert_int_equal(error.code, code);
    hone_film_abandon(film);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const uint8_t data[16] = {1};
    const hone_film_packet good = {.key = true, .data = data, .size = sizeof data, .duration = 1};
    hone_film_packet bad[] = {good, good, good, good, good, good};
    bad[0].sound = true, bad[1].size = 0, bad[2].pts = -10, bad[3].pts = INT64_MAX;
    bad[4].side_kind = 3, bad[4].side = data, bad[4].side_size = 16; /* no kind that films have */
    bad[5].data = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) check_refused(HONE_FILM_MP4, bad[i], HONE_ERROR_ARGUMENT);
    check_refused(HONE_FILM_GIF, good, HONE_ERROR_ARGUMENT);
    hone_error error = {0};
    const hone_film_desc desc = describe(HONE_FILM_MP4, "b.mp4", NULL);
    hone_film *film = begin(&desc);
    assert_false(hone_film_add_sound_track(film, 3, &error) || hone_film_add_sound_track(NULL, 1, &error));
    assert_false(hone_film_add_packet(NULL, &good, &error) || hone_film_add_packet(film, NULL, &error));
    assert_int_equal(hone_film_sound_channels(film) + hone_film_sound_channels(NULL), 0);
    hone_film_abandon(film);
}

static int make_files(void **state)
{
    film_sound_hush();
    return command_folder_enter(state) == 0 && film_sound_write("sound.wav", 48000, 2, 48000) ? 0 : -1;
}

TEST_GROUP(test_film_packets)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_one_film_make_another),
        cmocka_unit_test(setups_differ_where_encoders_do),
        cmocka_unit_test(a_program_that_takes_no_more_stops_the_film),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    if (!hone_film_available()) {
        print_message("SKIPPED: films are not built in\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
