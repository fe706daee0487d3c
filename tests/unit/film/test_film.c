/* Films of known pictures, read back with other software. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/film_seen.h"
#include "support/support.h"

#include <fcntl.h>
#include <hone/film.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDTH = 96, HEIGHT = 64, PICTURES = 12, NOISE_SIDE = 200, FORMATS = HONE_FILM_FORMAT_COUNT };

static const char *const names[FORMATS] = {"a.mp4", "a.webm", "a.gif", "a.apng", "a.webp", "a.mov", "a.mkv"};

/* Areas of strong colours, and a white square of 16 pixels that moves 4 to the right in each picture. With `holes`
 * the upper left quarter is transparent and the lower left one is half transparent. */
static hone_image make_picture(uint32_t index, uint32_t width, uint32_t height, bool holes)
{
    static const uint8_t fields[4][3] = {{200, 40, 40}, {40, 180, 60}, {30, 60, 200}, {220, 200, 40}};
    hone_image image;
    assert_true(hone_image_create(width, height, NULL, &image, NULL));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint8_t *pixel = image.pixels + 4 * ((size_t)y * width + x);
            bool left = x < width / 2, upper = y < height / 2;
            memcpy(pixel, fields[!left + 2 * !upper], 3);
            if (x >= 4 * index && x < 4 * index + 16 && y >= 24 && y < 40)
                memset(pixel, 255, 3);
            pixel[3] = !holes || !left ? 255 : upper ? 0 : 128;
        }
    return image;
}

static bool add_pictures(hone_film *film, const hone_film_desc *desc, uint32_t count, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++) {
        hone_image picture = make_picture(i, desc->width, desc->height, desc->alpha);
        ok = hone_film_add(film, &picture, error);
        hone_image_release(&picture);
    }
    return ok;
}

static void make_film(const hone_film_desc *desc, uint32_t count, const char *sound, double from)
{
    hone_error error = {0};
    hone_film *film = hone_film_create(desc, &error);
    if (!film || (sound && !hone_film_add_sound(film, sound, from, &error)) ||
        !add_pictures(film, desc, count, &error) || !hone_film_finish(film, &error))
        fail_msg("%s: %s", desc->path, error.message);
}

static hone_film_desc describe(int format)
{
    return (hone_film_desc){
        .path = names[format], .format = (hone_film_format)format, .width = WIDTH, .height = HEIGHT};
}

static bool see(const char *path, film_seen *out)
{
    if (strstr(path, "webp") && !film_can_see_webp()) {
        print_message("SKIPPED: 1 film: this build has no libwebp to look at it\n");
        return false;
    }
    if (!film_see(path, out))
        fail_msg("%s cannot be read back", path);
    return true;
}

/* Tolerances of colours: mean, and maximum, which occurs at borders between colours, where chroma has half the
 * resolution. */
static const double mean_tolerance[FORMATS] = {3, 3, 2, 0, 2.5, 1, 3},
                    worst_tolerance[FORMATS] = {140, 140, 40, 0, 140, 40, 140};

static void check_pictures(const film_seen *seen, int format, bool holes)
{
    for (uint32_t i = 0; i < seen->count; i++) {
        hone_image want = make_picture(i, seen->width, seen->height, holes);
        double most, mean;
        film_compare(&seen->pictures[i], &want, false, &most, &mean);
        if (!(mean <= mean_tolerance[format] && most <= worst_tolerance[format]))
            fail_msg("%s, picture %u: off by %g, %g at most", names[format], i, mean, most);
        const uint8_t *inside = seen->pictures[i].pixels + 4 * (8 * (size_t)seen->width + seen->width - 8);
        const uint8_t *wanted = want.pixels + 4 * (8 * (size_t)seen->width + seen->width - 8);
        for (int c = 0; c < 3; c++) CHECK_NEAR(inside[c], wanted[c], 5); /* inside an area */
        hone_image_release(&want);
    }
}

static void every_format_shows_what_was_put_in(void **state)
{
    (void)state;
    static const char *const codecs[FORMATS] = {"h264", "vp9", "gif", "apng", "webp", "prores", "h264"};
    static const char *const pixels[FORMATS] = {
        "yuv420p", "yuv420p", "bgra", "rgb24", "rgba", "yuv444p12le" /* as FFmpeg decodes it */, "yuv420p"};
    for (int f = 0; f < FORMATS; f++) {
        hone_film_desc desc = describe(f);
        film_seen seen;
        make_film(&desc, PICTURES, NULL, 0);
        assert_int_equal(command_file_count("."), 1); /* no other file in the folder */
        if (see(names[f], &seen)) {
            assert_string_equal(seen.codec, codecs[f]);
            assert_string_equal(seen.pixels, pixels[f]);
            assert_true(seen.width == WIDTH && seen.height == HEIGHT);
            assert_int_equal(seen.count, PICTURES);
            CHECK_NEAR(seen.duration, PICTURES / 30.0, f == HONE_FILM_GIF || f == HONE_FILM_WEBP ? 0.011 : 0.0011);
            for (uint32_t i = 0; i < seen.count; i++) CHECK_NEAR(seen.times[i], i / 30.0, 0.0051);
            assert_false(seen.has_sound);
            assert_true((f >= HONE_FILM_GIF && f <= HONE_FILM_WEBP) || seen.bt709);
            assert_int_equal(seen.loops, 0);
            check_pictures(&seen, f, false);
            film_seen_release(&seen);
        }
        assert_int_equal(unlink(names[f]), 0);
    }
}

static void mp4_can_be_played_while_it_loads(void **state)
{
    (void)state;
    hone_film_desc desc = describe(HONE_FILM_MP4);
    film_seen seen;
    make_film(&desc, PICTURES, NULL, 0);
    assert_true(see("a.mp4", &seen) && seen.index_first && !seen.fragmented);
    film_seen_release(&seen);
    unlink("a.mp4");
}

static void alpha_is_kept_where_there_is_some(void **state)
{
    (void)state;
    for (int f = HONE_FILM_WEBM; f < FORMATS; f++) {
        hone_film_desc desc = describe(f);
        if (!hone_film_format_has_alpha(desc.format))
            continue;
        desc.alpha = true;
        film_seen seen;
        make_film(&desc, 3, NULL, 0);
        if (see(names[f], &seen)) {
            assert_int_equal(seen.count, 3);
            const hone_image *picture = &seen.pictures[2];
            const uint8_t *gone = picture->pixels + 4 * (8 * WIDTH + 8), *half = gone + 4 * (48 * WIDTH);
            const uint8_t *there = gone + 4 * (WIDTH - 16);
            CHECK_NEAR(gone[3], 0, 3);
            CHECK_NEAR(half[3], f == HONE_FILM_GIF ? 255 : 128, 4); /* in a gif, pixels are opaque or transparent */
            CHECK_NEAR(there[3], 255, 3);
            CHECK_NEAR(half[2], 200, 12); /* not darkened */
            CHECK_NEAR(there[1], 180, 6);
            film_seen_release(&seen);
        }
        unlink(names[f]);
    }
}

static void h265_shows_the_same_in_mp4_and_mkv(void **state)
{
    (void)state;
    static const int formats[] = {HONE_FILM_MP4, HONE_FILM_MKV};
    for (int i = 0; i < 2; i++) {
        hone_film_desc desc = describe(formats[i]);
        desc.codec = HONE_FILM_CODEC_H265;
        hone_error error = {0};
        hone_film *film = hone_film_create(&desc, &error);
        if (!film && error.code == HONE_ERROR_UNSUPPORTED) {
            print_message("SKIPPED: 1 film: this FFmpeg has no libx265\n");
            continue;
        }
        hone_film_abandon(film);
        film_seen seen;
        make_film(&desc, PICTURES, NULL, 0);
        assert_true(see(desc.path, &seen));
        assert_string_equal(seen.codec, "hevc");
        assert_string_equal(seen.pixels, "yuv420p");
        assert_true(seen.count == PICTURES && seen.bt709);
        CHECK_NEAR(seen.duration, PICTURES / 30.0, 0.0011);
        for (uint32_t p = 0; p < seen.count; p++) CHECK_NEAR(seen.times[p], p / 30.0, 0.0011);
        check_pictures(&seen, formats[i], false);
        film_seen_release(&seen);
        unlink(desc.path);
    }
}

static void formats_of_an_odd_size_may_be_odd(void **state)
{
    (void)state;
    hone_film_desc desc = describe(HONE_FILM_MOV);
    desc.width = 95, desc.height = 63, desc.alpha = true;
    film_seen seen;
    make_film(&desc, 3, NULL, 0);
    assert_true(see(desc.path, &seen) && seen.width == 95 && seen.height == 63);
    check_pictures(&seen, HONE_FILM_MOV, true);
    film_seen_release(&seen);
    unlink(desc.path);
}

static void transparency_is_laid_over_black_where_there_is_none(void **state)
{
    (void)state;
    static const int formats[] = {HONE_FILM_MP4, HONE_FILM_APNG};
    for (int i = 0; i < 2; i++) {
        hone_film_desc desc = describe(formats[i]);
        hone_error error = {0};
        hone_film *film = hone_film_create(&desc, &error);
        hone_image picture = make_picture(0, WIDTH, HEIGHT, true);
        assert_true(hone_film_add(film, &picture, &error) && hone_film_finish(film, &error));
        hone_image_release(&picture);
        film_seen seen;
        assert_true(see(desc.path, &seen));
        const uint8_t *gone = seen.pictures[0].pixels + 4 * (8 * WIDTH + 32), *half = gone + 4 * (48 * WIDTH);
        CHECK_NEAR(gone[0] + gone[1] + gone[2], 0, 6);
        CHECK_NEAR(half[2], 100, 5);
        CHECK_NEAR(seen.pictures[0].pixels[3], 255, 0);
        film_seen_release(&seen);
        unlink(desc.path);
    }
}

static void rates_may_be_fractions(void **state)
{
    (void)state;
    static const struct {
        int format;
        uint32_t rate, divisor;
    } rates[] = {{HONE_FILM_MP4, 60, 1},        {HONE_FILM_MP4, 30000, 1001}, {HONE_FILM_WEBM, 60, 1},
                 {HONE_FILM_GIF, 50, 1},        {HONE_FILM_GIF, 25, 1},       {HONE_FILM_APNG, 60, 1},
                 {HONE_FILM_WEBP, 60, 1},       {HONE_FILM_MP4, 1, 1},        {HONE_FILM_MP4, 240, 1},
                 {HONE_FILM_WEBM, 24000, 1001}, {HONE_FILM_MOV, 60, 1},       {HONE_FILM_MOV, 24000, 1001},
                 {HONE_FILM_MKV, 60, 1},        {HONE_FILM_MKV, 30000, 1001}};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        hone_film_desc desc = describe(rates[i].format);
        desc.rate = rates[i].rate, desc.rate_divisor = rates[i].divisor;
        double rate = (double)desc.rate / desc.rate_divisor;
        film_seen seen;
        make_film(&desc, 7, NULL, 0);
        if (see(desc.path, &seen)) {
            assert_int_equal(seen.count, 7);
            for (uint32_t p = 0; p < 7; p++) CHECK_NEAR(seen.times[p], p / rate, 0.00101);
            film_seen_release(&seen);
        }
        unlink(desc.path);
    }
}

static size_t size_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return (size_t)status.st_size;
}

static void quality_and_bit_rate_say_how_large_it_gets(void **state)
{
    (void)state;
    static const int formats[] = {HONE_FILM_MP4, HONE_FILM_WEBM, HONE_FILM_WEBP, HONE_FILM_MKV};
    for (int i = 0; i < 4; i++) {
        hone_film_desc desc = describe(formats[i]);
        size_t sizes[2];
        for (int s = 0; s < 2; s++) {
            desc.quality = s ? 95 : 10;
            make_film(&desc, PICTURES, NULL, 0);
            sizes[s] = size_of(desc.path);
        }
        assert_true(sizes[1] > sizes[0]);
        unlink(desc.path);
    }
    hone_film_desc lossless = describe(HONE_FILM_WEBP);
    lossless.quality = 100;
    film_seen seen;
    make_film(&lossless, 2, NULL, 0);
    if (see("a.webp", &seen)) {
        hone_image want = make_picture(1, WIDTH, HEIGHT, false);
        assert_memory_equal(seen.pictures[1].pixels, want.pixels, 4 * WIDTH * HEIGHT);
        hone_image_release(&want);
        film_seen_release(&seen);
    }
    unlink("a.webp");
}

/* Noise, so that the bit rate matters. */
static void bit_rates_are_kept(void **state)
{
    (void)state;
    for (int f = HONE_FILM_MP4; f <= HONE_FILM_WEBM; f++) {
        hone_film_desc desc = describe(f);
        desc.bit_rate = 400000;
        hone_film *film = hone_film_create(&desc, NULL);
        test_random random = {7};
        hone_image picture = make_picture(0, WIDTH, HEIGHT, false);
        for (int p = 0; p < 90; p++) {
            for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
                picture.pixels[4 * i + i % 3] = (uint8_t)test_random_u32(&random);
            assert_true(hone_film_add(film, &picture, NULL));
        }
        hone_image_release(&picture);
        assert_true(hone_film_finish(film, NULL));
        CHECK_NEAR((double)size_of(desc.path) * 8 / 3, 400000, 130000);
        unlink(desc.path);
    }
}

static void the_same_pictures_make_the_same_bytes(void **state)
{
    (void)state;
    for (int f = HONE_FILM_WEBM; f < HONE_FILM_MKV; f++) { /* x264 reads uninitialised memory */
        size_t sizes[2];
        char *content[2];
        for (int i = 0; i < 2; i++) {
            hone_film_desc desc = describe(f);
            make_film(&desc, PICTURES, NULL, 0);
            content[i] = command_file_content(desc.path, &sizes[i]);
        }
        if (sizes[0] != sizes[1])
            fail_msg("%s: %zu and %zu bytes", names[f], sizes[0], sizes[1]);
        assert_memory_equal(content[0], content[1], sizes[0]);
        free(content[0]), free(content[1]);
        unlink(names[f]);
    }
}

/* ---- sound ---- */

static void check_sound(const char *path, double click, double length)
{
    film_seen seen;
    assert_true(see(path, &seen));
    assert_true(seen.has_sound);
    CHECK_NEAR(film_click(&seen), click, 0.0015);
    CHECK_NEAR(seen.sound_begin, 0, 0.0011);
    CHECK_NEAR(seen.sound_begin + (double)seen.sample_count / FILM_SEEN_RATE, length, 0.022); /* whole AAC frames */
    CHECK_NEAR(seen.times[0], 0, 0);
    film_seen_release(&seen);
}

static void sound_is_in_step_with_the_pictures(void **state)
{
    (void)state;
    static const struct {
        uint32_t rate, channels;
        double from, click, length; /* in a film of two seconds */
    } cases[] = {{48000, 2, 0, 0.5, 2},     {44100, 2, 0, 0.5, 2},      {22050, 1, 0, 0.5, 2},
                 {44100, 1, 0.25, 0.25, 2}, {44100, 2, -0.75, 1.25, 2}, {48000, 2, 0.4999, 0.0001, 2},
                 {8000, 1, 2.5, -1, 0.5},   {96000, 2, -1.45, 1.95, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int f = 0; f < FORMATS; f++) {
            static const char *const codecs[FORMATS] = {"aac", "opus", [HONE_FILM_MOV] = "pcm_s16le", "opus"};
            if (!codecs[f])
                continue;
            assert_true(film_make_wav("a.wav", cases[i].rate, cases[i].channels, 3, cases[i].click < 0 ? 2.7 : 0.5));
            hone_film_desc desc = describe(f);
            desc.width = desc.height = 16;
            make_film(&desc, 60, "a.wav", cases[i].from);
            check_sound(desc.path, cases[i].click < 0 ? 0.2 : cases[i].click, cases[i].length);
            film_seen seen;
            assert_true(see(desc.path, &seen));
            assert_string_equal(seen.sound_codec, codecs[f]);
            assert_int_equal(seen.channels, cases[i].channels);
            assert_int_equal(seen.count, 60);
            film_seen_release(&seen);
            unlink(desc.path);
        }
    unlink("a.wav");
}

static void sound_of_other_films_can_be_taken(void **state)
{
    (void)state;
    assert_true(film_make_wav("a.wav", 44100, 2, 3, 1.25));
    for (int f = HONE_FILM_MP4; f <= HONE_FILM_WEBM; f++) {
        hone_film_desc first = describe(f), second = describe(f);
        second.path = f == HONE_FILM_MP4 ? "b.mp4" : "b.webm";
        make_film(&first, 60, "a.wav", 0);
        make_film(&second, 45, first.path, 0.5);
        check_sound(second.path, 0.75, 1.5);
        unlink(first.path), unlink(second.path);
    }
    unlink("a.wav");
}

static void check_refused(const char *path, const void *content, size_t size)
{
    assert_true(!content || command_file_write(path, content, size));
    hone_film_desc desc = describe(HONE_FILM_MP4);
    hone_film *film = hone_film_create(&desc, NULL);
    hone_error error = {0};
    assert_non_null(film);
    assert_false(hone_film_add_sound(film, path, 0, &error));
    assert_true(error.code != HONE_OK && error.message[0]);
    assert_null(strchr(error.message, '\n'));
    hone_film_abandon(film);
    if (content)
        unlink(path);
    assert_int_equal(command_file_count("."), 0);
}

static void what_is_no_sound_is_refused_at_once(void **state)
{
    (void)state;
    static const char list[] = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n";
    static const char script[] = "ffconcat version 1.0\nfile /etc/passwd\n";
    char noise[4096];
    test_random random = {3};
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (char)test_random_u32(&random);
    check_refused("missing.mp3", NULL, 0);
    check_refused("a.mp3", "", 0);
    check_refused("a.mp3", noise, sizeof noise);
    check_refused("a.mp3", list, sizeof list - 1);
    check_refused("a.m3u8", list, sizeof list - 1);
    check_refused("a.wav", script, sizeof script - 1);
    check_refused(".", NULL, 0);
    check_refused("http://localhost/a.mp3", NULL, 0);
    assert_true(film_make_wav("a.wav", 8000, 1, 0, 0)); /* complete but empty */
    size_t size;
    char *content = command_file_content("a.wav", &size);
    check_refused("a.wav", content, size);
    free(content);
}

static void files_cut_anywhere_are_no_harm(void **state)
{
    (void)state;
    assert_true(film_make_wav("a.wav", 8000, 1, 0.1, 0.05));
    size_t size;
    char *content = command_file_content("a.wav", &size);
    for (size_t cut = 0; cut < size; cut += cut < 60 ? 1 : 197) {
        assert_true(command_file_write("a.wav", content, cut));
        hone_film_desc desc = describe(HONE_FILM_MP4);
        desc.width = desc.height = 16;
        hone_film *film = hone_film_create(&desc, NULL);
        if (hone_film_add_sound(film, "a.wav", 0, NULL))
            assert_true(add_pictures(film, &desc, 5, NULL) && hone_film_finish(film, NULL));
        else
            hone_film_abandon(film);
    }
    free(content);
    unlink("a.wav"), unlink("a.mp4");
}

/* ---- failures ---- */

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    const hone_film_desc bad[] = {
        {.path = "a", .format = (hone_film_format)HONE_FILM_FORMAT_COUNT, .width = 8, .height = 8},
        {.path = "a", .format = HONE_FILM_MP4, .width = 0, .height = 8},
        {.path = "a", .format = HONE_FILM_MP4, .width = 8, .height = 16385},
        {.path = "a", .format = HONE_FILM_MP4, .width = 9, .height = 8},
        {.path = "a", .format = HONE_FILM_MP4, .width = 8, .height = 8, .rate = 241},
        {.path = "a", .format = HONE_FILM_MP4, .width = 8, .height = 8, .rate = 1, .rate_divisor = 2},
        {.path = "a", .format = HONE_FILM_GIF, .width = 8, .height = 8, .rate = 60},
        {.path = "a", .format = HONE_FILM_GIF, .width = 8, .height = 8, .bit_rate = 1000},
        {.path = "a", .format = HONE_FILM_MP4, .width = 8, .height = 8, .quality = 101},
        {.path = "a", .format = HONE_FILM_MKV, .width = 8, .height = 9},
        {.path = "a", .format = HONE_FILM_MOV, .width = 8, .height = 8, .bit_rate = 1000},
        {.path = "a", .format = HONE_FILM_MOV, .width = 8, .height = 8, .codec = HONE_FILM_CODEC_H265},
        {.path = "a", .format = HONE_FILM_WEBM, .width = 8, .height = 8, .codec = HONE_FILM_CODEC_H264},
        {.path = "a", .format = HONE_FILM_MP4, .width = 8, .height = 8, .codec = (hone_film_codec)3},
        {.path = "missing/a", .format = HONE_FILM_MP4, .width = 8, .height = 8},
        {.path = "/dev/full", .format = HONE_FILM_MP4, .width = 8, .height = 8},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        assert_null(hone_film_create(&bad[i], &error));
        assert_true(error.code != HONE_OK && error.message[0]);
    }
    assert_null(hone_film_create(NULL, NULL));
    assert_false(hone_film_add_sound(NULL, "a", 0, NULL) || hone_film_add(NULL, NULL, NULL) ||
                 hone_film_finish(NULL, NULL));
    hone_film_abandon(NULL);
    assert_int_equal(command_file_count("."), 0);
}

static void calls_in_a_wrong_order_are_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_film_desc desc = describe(HONE_FILM_MP4);
    assert_false(hone_film_finish(hone_film_create(&desc, NULL), &error)); /* without a picture */
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    assert_true(film_make_wav("a.wav", 8000, 1, 1, 0.5));
    hone_film *film = hone_film_create(&desc, NULL);
    hone_image small = make_picture(0, 8, 8, false);
    assert_false(hone_film_add(film, &small, &error));
    hone_image_release(&small);
    assert_true(add_pictures(film, &desc, 1, NULL));
    assert_false(hone_film_add_sound(film, "a.wav", 0, &error));
    hone_film_abandon(film);
    desc = describe(HONE_FILM_GIF);
    film = hone_film_create(&desc, NULL);
    assert_false(hone_film_add_sound(film, "a.wav", 0, &error));
    hone_film_abandon(film);
    unlink("a.wav");
    assert_int_equal(command_file_count("."), 0);
}

static void an_abandoned_film_leaves_the_old_one(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        hone_film_desc desc = describe(f);
        assert_true(command_file_write(desc.path, "old", 3));
        hone_film *film = hone_film_create(&desc, NULL);
        assert_true(add_pictures(film, &desc, 9, NULL));
        assert_int_equal(command_file_count("."), 2);
        hone_film_abandon(film);
        assert_int_equal(command_file_count("."), 1);
        assert_int_equal(size_of(desc.path), 3);
        unlink(desc.path);
    }
}

/* A limit on file sizes takes the place of a full disk. It runs in a child process, because limits belong to a
 * process. */
static int film_within(int format, rlim_t limit)
{
    struct rlimit most = {limit, limit};
    hone_film_desc desc = describe(format);
    desc.width = desc.height = NOISE_SIDE;
    hone_error error = {0};
    hone_film *film = hone_film_create(&desc, &error);
    test_random random = {5};
    hone_image picture = make_picture(0, NOISE_SIDE, NOISE_SIDE, false);
    setrlimit(RLIMIT_FSIZE, &most);
    bool ok = film != NULL;
    for (int p = 0; p < 16 && ok; p++) {
        for (size_t i = 0; i < (size_t)4 * NOISE_SIDE * NOISE_SIDE; i++)
            picture.pixels[i] = (uint8_t)test_random_u32(&random);
        ok = hone_film_add(film, &picture, &error);
    }
    hone_image_release(&picture);
    if (ok)
        ok = hone_film_finish(film, &error);
    else
        hone_film_abandon(film);
    return ok ? 2 : error.code == HONE_ERROR_IO ? 0 : 3;
}

static void a_full_disk_is_an_error_and_leaves_nothing(void **state)
{
    (void)state;
    static const rlim_t limits[] = {0, 1000, 30000};
    for (int f = 0; f < FORMATS; f++)
        for (int i = 0; i < 3; i++) {
            pid_t child = fork();
            if (child == 0)
                _exit(film_within(f, limits[i]));
            int status;
            assert_int_equal(waitpid(child, &status, 0), child);
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                fail_msg("%s, %lu bytes: status %x", names[f], (unsigned long)limits[i], (unsigned)status);
            assert_int_equal(command_file_count("."), 0);
        }
}

static void memory_refused_is_an_error(void **state)
{
    (void)state;
    bool made = false;
    for (uint64_t n = 0; !made; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_film_desc desc = describe(HONE_FILM_APNG);
        desc.allocator = &a.allocator;
        hone_error error = {0};
        hone_film *film = hone_film_create(&desc, &error);
        made = film != NULL;
        CHECK(made || error.code == HONE_ERROR_MEMORY);
        hone_film_abandon(film);
        CHECK(a.live == 0);
        assert_int_equal(command_file_count("."), 0);
    }
}

TEST_GROUP(test_film)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_shows_what_was_put_in),
        cmocka_unit_test(mp4_can_be_played_while_it_loads),
        cmocka_unit_test(alpha_is_kept_where_there_is_some),
        cmocka_unit_test(h265_shows_the_same_in_mp4_and_mkv),
        cmocka_unit_test(formats_of_an_odd_size_may_be_odd),
        cmocka_unit_test(transparency_is_laid_over_black_where_there_is_none),
        cmocka_unit_test(rates_may_be_fractions),
        cmocka_unit_test(quality_and_bit_rate_say_how_large_it_gets),
        cmocka_unit_test(bit_rates_are_kept),
        cmocka_unit_test(the_same_pictures_make_the_same_bytes),
        cmocka_unit_test(sound_is_in_step_with_the_pictures),
        cmocka_unit_test(sound_of_other_films_can_be_taken),
        cmocka_unit_test(what_is_no_sound_is_refused_at_once),
        cmocka_unit_test(files_cut_anywhere_are_no_harm),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(calls_in_a_wrong_order_are_refused),
        cmocka_unit_test(an_abandoned_film_leaves_the_old_one),
        cmocka_unit_test(a_full_disk_is_an_error_and_leaves_nothing),
        cmocka_unit_test(memory_refused_is_an_error),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
