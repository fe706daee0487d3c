/* The options for films, and writing films with them. */
#ifndef HONE_TOOL_OPTIONS_FILM_OPTIONS_H
#define HONE_TOOL_OPTIONS_FILM_OPTIONS_H

#include "tool/options/number_options.h"

#include <hone/film.h>

typedef struct film_rate {
    uint32_t rate, divisor; /* rate / divisor pictures a second; 0: not given */
} film_rate;

typedef struct film_values {
    film_rate rate;
    const char *sound; /* a file name; NULL: none */
    double delay;      /* seconds by which the sound begins later */
    uint32_t quality;  /* 0: not given */
    uint32_t bit_rate; /* 0: not given */
    int codec;         /* hone_film_codec */
} film_values;

extern const char *const film_codec_names[]; /* in the order of hone_film_codec; the last is NULL */

bool film_read_rate(const option *o, const char *text, void *field);     /* reads N, N/D or N.NN into a film_rate */
bool film_read_bit_rate(const option *o, const char *text, void *field); /* reads N, Nk or NM into a uint32_t */

/* Checks that the format supports the given options. format NULL: pictures, which have no sound. `name`: the name of
 * the subcommand. */
int film_check(const film_values *v, const hone_film_format *format, const char *name, report *r);

/* The length of a picture, in frames. */
double film_step(film_rate rate);

/* The frame at which the sound of a film ends, delay included; 0: the file does not give its length, or is standard
 * input. v->sound must be given. */
bool film_sound_end(const film_values *v, double *frame, hone_error *error);

/* Computes the frames of a film, or of a sequence with a rate: `range` at `rate` pictures a second, unless the range
 * has its own step. Fails if these are too many. */
int film_range(film_rate rate, const char *target, number_range *range, report *r);

/* Adjusts what the format does not support, with a warning: an odd width or height for mp4, transparency. */
void film_fit(hone_film_format format, const char *target, uint32_t *width, uint32_t *height, bool transparent,
              report *r);

/* A film at `path`, or to stdout ("-"). first: the frame number, at 30 a second, of the first picture; the sound begins
 * there. */
typedef struct film_desc {
    const char *path;
    hone_film_format format;
    uint32_t width, height;
    bool alpha;
    const film_values *values;
    double first;
    hone_film_take_packet *take; /* as in hone_film_desc, as are the next two; NULL: there is a file */
    void *user;
    double sound_seconds;
    bool silent; /* the sound of `values` is left out */
} film_desc;

/* NULL: failed; the error is already reported and *status is the command's exit status. */
hone_film *film_begin(const film_desc *desc, int *status, report *r);
int film_add(hone_film *film, const char *path, const hone_image *picture, report *r);
/* Completes the film if status is OK, else discards it. `film` may be NULL. Returns the status. */
int film_end(hone_film *film, const char *path, int status, report *r);

#endif
