/* The functions of the module film.so, see hone/film.h. It contains all of src/draw/film. */
#ifndef HONE_MODULE_FILM_H
#define HONE_MODULE_FILM_H

#include "module/module.h"
#include <hone/film.h>

typedef struct hone_film_module {
    hone_module_head head;
    const char *(*license)(void);
    hone_film *(*create)(const hone_film_desc *desc, hone_error *error);
    bool (*add_sound)(hone_film *film, const char *path, double from, hone_error *error);
    bool (*add_sound_track)(hone_film *film, uint32_t channels, hone_error *error);
    uint32_t (*sound_channels)(const hone_film *film);
    uint64_t (*setup)(const hone_film *film);
    bool (*add_packet)(hone_film *film, const hone_film_packet *packet, hone_error *error);
    bool (*add)(hone_film *film, const hone_image *picture, hone_error *error);
    bool (*finish)(hone_film *film, hone_error *error);
    void (*abandon)(hone_film *film);
    hone_sound_reader *(*reader_open)(const char *path, hone_error *error);
    void (*reader_close)(hone_sound_reader *reader);
    int64_t (*reader_length)(const hone_sound_reader *reader);
    bool (*reader_seek)(hone_sound_reader *reader, int64_t sample, hone_error *error);
    int (*reader_read)(hone_sound_reader *reader, float (*out)[2], int count, hone_error *error);
    hone_film_reader *(*film_open)(const char *path, hone_error *error);
    void (*film_close)(hone_film_reader *reader);
    double (*film_length)(const hone_film_reader *reader);
    const hone_image *(*film_picture)(hone_film_reader *reader, double seconds, bool *changed, hone_error *error);
} hone_film_module;

#define HONE_FILM_MODULE_HEAD                                                                                          \
    HONE_MODULE_HEAD(hone_film_module, sizeof(hone_film_desc) << 16 | sizeof(hone_image) << 8 | HONE_FILM_FORMAT_COUNT)

#endif
