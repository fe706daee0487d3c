/* Sound files read from any position. */
#include "support/command.h"
#include "support/image/film_sound.h"
#include "support/support.h"
#include <hone/film.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef float sample[2];

static hone_sound_reader *open_reader(const char *path)
{
    hone_error error = {0};
    hone_sound_reader *reader = hone_sound_reader_open(path, &error);
    if (!reader)
        fail_msg("%s: %s", path, error.message);
    return reader;
}

/* Reads everything, in pieces of all sizes. */
static int read_all(hone_sound_reader *reader, sample *out, int room)
{
    hone_error error = {0};
    int done = 0, got;
    for (int size = 1; done < room; size = size % 3001 + 97) {
        int wanted = size < room - done ? size : room - done;
        got = hone_sound_reader_read(reader, out + done, wanted, &error);
        CHECK(got >= 0);
        done += got;
        if (got < wanted)
            break;
    }
    return done;
}

static void every_sample_is_found_from_anywhere(void **state)
{
    (void)state;
    enum { COUNT = 150000 };
    for (uint32_t channels = 1; channels <= 2; channels++) {
        assert_true(film_sound_write("a.wav", 48000, channels, COUNT));
        hone_sound_reader *reader = open_reader("a.wav");
        CHECK_NEAR((double)hone_sound_reader_sample_count(reader), COUNT, 0);
        test_random random = {7};
        for (int n = 0; n < 60; n++) {
            static const uint32_t ends[] = {0, COUNT - 1, COUNT, COUNT + 5, 0};
            uint32_t at = n < 5 ? ends[n] : test_random_u32(&random) % COUNT;
            sample got[700];
            CHECK(hone_sound_reader_seek(reader, at, NULL));
            int count = hone_sound_reader_read(reader, got, 700, NULL);
            CHECK_NEAR(count, at >= COUNT ? 0 : COUNT - at < 700 ? COUNT - at : 700, 0);
            for (int i = 0; i < count; i++)
                for (uint32_t c = 0; c < 2; c++)
                    CHECK_NEAR(got[i][c], film_sound_value(at + (uint32_t)i, c % channels) / 32768.0, 1e-6);
        }
        hone_sound_reader_close(reader);
    }
    unlink("a.wav");
}

/* Returns by how many samples `part` is shifted from position `at` of `all`; -1: by more than `most` in either
 * direction. */
static int shift_of(sample *all, int count, sample *part, int size, int at, int most)
{
    int best = -1;
    double least = 1e-4;
    for (int shift = -most; shift <= most; shift++) {
        if (at + shift < 0 || at + shift + size > count)
            continue;
        double sum = 0;
        for (int i = 0; i < size; i++) sum += fabs((double)part[i][0] - (double)all[at + shift + i][0]);
        if (sum / size < least) {
            least = sum / size;
            best = abs(shift);
        }
    }
    return best;
}

static void a_seek_leads_where_playing_would(void **state)
{
    (void)state;
    enum { COUNT = 48000 * 8, ROOM = COUNT + 8192, PART = 4000 };
    enum { SETTLE = 1024 }; /* decoders keep a little of the audio before, even before the beginning */
    /* in milliseconds: the resolution of its time stamps */
    static const struct {
        const char *path, *encoder;
        bool millisecond;
    } kinds[] = {{"a.mp3", "libmp3lame", false}, {"a.aac", "aac", false},       {"a.m4a", "aac", false},
                 {"a.ac3", "ac3", false},        {"a.flac", "flac", false},     {"a.ogg", "libvorbis", false},
                 {"a.opus", "libopus", false},   {"a.webm", "libvorbis", true}, {"a.mka", "flac", true}};
    sample *all = malloc(ROOM * sizeof *all), part[PART];
    assert_non_null(all);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (!film_sound_encode(kinds[k].path, kinds[k].encoder, COUNT)) {
            print_message("SKIPPED: 1 kind of sound: no encoder %s\n", kinds[k].encoder);
            continue;
        }
        hone_sound_reader *reader = open_reader(kinds[k].path);
        int count = read_all(reader, all, ROOM);
        CHECK_NEAR(count, COUNT, 4096);
        CHECK_NEAR((double)hone_sound_reader_sample_count(reader), count, kinds[k].encoder[0] == 'a' ? 40000 : 4096);
        static const int places[] = {0, 300000, 299999, 1, 96000, 380000 - PART, 12345, 24000, 200001};
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            CHECK(hone_sound_reader_seek(reader, places[p], NULL));
            CHECK_NEAR(hone_sound_reader_read(reader, part, PART, NULL), PART, 0);
            int settle = places[p] < SETTLE ? SETTLE : 0;
            int shift = shift_of(all, count, part + settle, PART - settle, places[p] + settle, 300);
            if (!(shift >= 0 && shift <= (kinds[k].millisecond ? 48 : 0)))
                fail_msg("%s: at %d it is off by %d", kinds[k].path, places[p], shift);
        }
        CHECK(hone_sound_reader_seek(reader, 100 * 48000, NULL)); /* past the end, and back */
        CHECK_NEAR(hone_sound_reader_read(reader, part, PART, NULL), 0, 0);
        CHECK(hone_sound_reader_seek(reader, 0, NULL));
        CHECK_NEAR(hone_sound_reader_read(reader, part, PART, NULL), PART, 0);
        CHECK_NEAR(shift_of(all, count, part + SETTLE, PART - SETTLE, SETTLE, 0), 0, 0);
        hone_sound_reader_close(reader);
        unlink(kinds[k].path);
    }
    free(all);
}

static void other_rates_keep_their_time(void **state)
{
    (void)state;
    assert_true(film_sound_write("a.wav", 16000, 2, 32000));
    hone_sound_reader *reader = open_reader("a.wav");
    CHECK_NEAR((double)hone_sound_reader_sample_count(reader), 96000, 1);
    sample *all = malloc(100000 * sizeof *all), part[600];
    assert_non_null(all);
    int count = read_all(reader, all, 100000);
    CHECK_NEAR(count, 96000, 48);
    CHECK(hone_sound_reader_seek(reader, 30000, NULL));
    CHECK_NEAR(hone_sound_reader_read(reader, part, 600, NULL), 600, 0);
    for (int i = 300; i < 600; i++) CHECK_NEAR(part[i][1], all[30000 + i][1], 1e-4); /* once the filter has settled */
    hone_sound_reader_close(reader);
    free(all);
    unlink("a.wav");
}

static void damaged_files_are_read_or_refused(void **state)
{
    (void)state;
    assert_true(film_sound_write("a.wav", 8000, 2, 700));
    size_t size;
    char *content = command_file_content("a.wav", &size);
    for (size_t cut = 0; cut < size; cut += cut < 60 ? 1 : 97) {
        sample got[900];
        hone_error error = {0};
        assert_true(command_file_write("b.wav", content, cut));
        hone_sound_reader *reader = hone_sound_reader_open("b.wav", &error);
        CHECK(reader || (error.code != HONE_OK && error.message[0]));
        if (reader && hone_sound_reader_seek(reader, 1000, &error))
            hone_sound_reader_read(reader, got, 900, &error);
        hone_sound_reader_close(reader);
    }
    test_random random = {3};
    for (int n = 0; n < 300; n++) {
        sample got[900];
        char *bad = malloc(size);
        assert_non_null(bad);
        memcpy(bad, content, size);
        for (int i = 0; i < 3; i++) bad[test_random_u32(&random) % 60] = (char)test_random_u32(&random);
        assert_true(command_file_write("b.wav", bad, size));
        hone_sound_reader *reader = hone_sound_reader_open("b.wav", NULL);
        if (reader && hone_sound_reader_seek(reader, test_random_u32(&random) % 5000, NULL))
            hone_sound_reader_read(reader, got, 900, NULL);
        hone_sound_reader_close(reader);
        free(bad);
    }
    free(content);
    unlink("a.wav"), unlink("b.wav");
    hone_error error = {0};
    CHECK(!hone_sound_reader_open("nowhere.wav", &error) && error.code == HONE_ERROR_IO);
    hone_sound_reader_close(NULL);
}

TEST_GROUP(test_film_sound)
{
    film_sound_hush();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sample_is_found_from_anywhere),
        cmocka_unit_test(a_seek_leads_where_playing_would),
        cmocka_unit_test(other_rates_keep_their_time),
        cmocka_unit_test(damaged_files_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
