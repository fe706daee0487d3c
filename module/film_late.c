/* The functions of hone/film.h that need FFmpeg, as calls into the module film.so. A film or a reader exists only if
 * the module is loaded. */
#include "base/error.h"
#include "module/film.h"

static hone_module module = {.name = "film.so", .head = HONE_FILM_MODULE_HEAD};

static const hone_film_module *load(hone_error *error)
{
    return hone_module_load(&module, error);
}

static const hone_film_module *loaded(void)
{
    return (const hone_film_module *)module.table;
}

bool hone_film_available(void)
{
    char path[HONE_PATH_SIZE];
    return hone_module_find(module.name, path, NULL);
}

const char *hone_film_license(void)
{
    const hone_film_module *film = load(NULL);
    return film ? film->license() : "";
}

hone_film *hone_film_create(const hone_film_desc *desc, hone_error *error)
{
    const hone_film_module *film = load(error);
    return film ? film->create(desc, error) : NULL;
}

bool hone_film_add_sound(hone_film *film, const char *path, double from, hone_error *error)
{
    return film ? loaded()->add_sound(film, path, from, error) : hone_fail_null(error, "film");
}

bool hone_film_add_sound_track(hone_film *film, uint32_t channels, hone_error *error)
{
    return film ? loaded()->add_sound_track(film, channels, error) : hone_fail_null(error, "film");
}

uint32_t hone_film_sound_channels(const hone_film *film)
{
    return film ? loaded()->sound_channels(film) : 0;
}

uint64_t hone_film_setup(const hone_film *film)
{
    return film ? loaded()->setup(film) : 0;
}

bool hone_film_add_packet(hone_film *film, const hone_film_packet *packet, hone_error *error)
{
    return film ? loaded()->add_packet(film, packet, error) : hone_fail_null(error, "film");
}

bool hone_film_add(hone_film *film, const hone_image *picture, hone_error *error)
{
    return film ? loaded()->add(film, picture, error) : hone_fail_null(error, "film");
}

bool hone_film_finish(hone_film *film, hone_error *error)
{
    return film ? loaded()->finish(film, error) : hone_fail_null(error, "film");
}

void hone_film_abandon(hone_film *film)
{
    if (film)
        loaded()->abandon(film);
}

hone_sound_reader *hone_sound_reader_open(const char *path, hone_error *error)
{
    const hone_film_module *film = load(error);
    return film ? film->reader_open(path, error) : NULL;
}

void hone_sound_reader_close(hone_sound_reader *reader)
{
    if (reader)
        loaded()->reader_close(reader);
}

int64_t hone_sound_reader_sample_count(const hone_sound_reader *reader)
{
    return reader ? loaded()->reader_length(reader) : 0;
}

bool hone_sound_reader_seek(hone_sound_reader *reader, int64_t sample, hone_error *error)
{
    return reader ? loaded()->reader_seek(reader, sample, error) : hone_fail_null(error, "reader");
}

int hone_sound_reader_read(hone_sound_reader *reader, float (*out)[2], int count, hone_error *error)
{
    if (reader)
        return loaded()->reader_read(reader, out, count, error);
    hone_fail_null(error, "reader");
    return -1;
}

hone_film_reader *hone_film_reader_open(const char *path, hone_error *error)
{
    const hone_film_module *film = load(error);
    return film ? film->film_open(path, error) : NULL;
}

void hone_film_reader_close(hone_film_reader *reader)
{
    if (reader)
        loaded()->film_close(reader);
}

double hone_film_reader_duration(const hone_film_reader *reader)
{
    return reader ? loaded()->film_length(reader) : 0;
}

const hone_image *hone_film_reader_picture(hone_film_reader *reader, double seconds, bool *changed, hone_error *error)
{
    if (reader)
        return loaded()->film_picture(reader, seconds, changed, error);
    hone_fail_null(error, "reader");
    return NULL;
}
