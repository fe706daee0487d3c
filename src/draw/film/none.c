/* Replaces the files that need FFmpeg's libraries if those were not found. */
#include "base/error.h"
#include <hone/film.h>

static const char refusal[] = "film is not built in: hone was built without the libraries of FFmpeg";

bool hone_film_available(void)
{
    return false;
}

const char *hone_film_license(void)
{
    return "";
}

hone_film *hone_film_create(const hone_film_desc *desc, hone_error *error)
{
    (void)desc;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}

bool hone_film_add_sound(hone_film *film, const char *path, double from_seconds, hone_error *error)
{
    (void)film, (void)path, (void)from_seconds;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

bool hone_film_add_sound_track(hone_film *film, uint32_t channels, hone_error *error)
{
    (void)film, (void)channels;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

uint32_t hone_film_sound_channels(const hone_film *film)
{
    (void)film;
    return 0;
}

uint64_t hone_film_setup(const hone_film *film)
{
    (void)film;
    return 0;
}

bool hone_film_add_packet(hone_film *film, const hone_film_packet *packet, hone_error *error)
{
    (void)film, (void)packet;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

bool hone_film_add(hone_film *film, const hone_image *picture, hone_error *error)
{
    (void)film, (void)picture;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

bool hone_film_finish(hone_film *film, hone_error *error)
{
    (void)film;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

void hone_film_abandon(hone_film *film)
{
    (void)film;
}

hone_sound_reader *hone_sound_reader_open(const char *path, hone_error *error)
{
    (void)path;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}

void hone_sound_reader_close(hone_sound_reader *reader)
{
    (void)reader;
}

int64_t hone_sound_reader_sample_count(const hone_sound_reader *reader)
{
    (void)reader;
    return 0;
}

bool hone_sound_reader_seek(hone_sound_reader *reader, int64_t sample, hone_error *error)
{
    (void)reader, (void)sample;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

int hone_sound_reader_read(hone_sound_reader *reader, float (*out)[2], int count, hone_error *error)
{
    (void)reader, (void)out, (void)count;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return -1;
}

hone_film_reader *hone_film_reader_open(const char *path, hone_error *error)
{
    (void)path;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}

void hone_film_reader_close(hone_film_reader *reader)
{
    (void)reader;
}

double hone_film_reader_duration(const hone_film_reader *reader)
{
    (void)reader;
    return 0;
}

const hone_image *hone_film_reader_picture(hone_film_reader *reader, double seconds, bool *changed, hone_error *error)
{
    (void)reader, (void)seconds, (void)changed;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}
