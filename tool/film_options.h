/* Films of what a stage shows: what the command line says of them, and their making. */
#ifndef HONE_TOOL_FILM_OPTIONS_H
#define HONE_TOOL_FILM_OPTIONS_H

#include "tool/number_options.h"

#include <hone/film.h>

typedef struct film_rate {
    uint32_t rate, divisor; /* pictures a second: rate / divisor; 0: not given */
} film_rate;

typedef struct film_values {
    film_rate rate;
    const char *sound; /* a file; NULL: none */
    double delay;      /* seconds by which it begins later */
    uint32_t quality;  /* 0: not given */
    uint32_t bit_rate; /* 0: not given */
} film_values;

bool film_read_rate(const option *o, const char *text, void *field);     /* film_rate: N, N/D, N.NN */
bool film_read_bit_rate(const option *o, const char *text, void *field); /* uint32_t: N, Nk, NM */
bool film_read_delay(const option *o, const char *text, void *field);    /* double: seconds */

/* Whether the format can do what is asked for. format NULL: pictures, which have no sound. `name`: the subcommand's. */
int film_check(const film_values *v, const hone_film_format *format, const char *name, report *r);

/* The pictures of a film, or of a sequence with a rate: `range` at `rate` a second, unless it has a step of its own.
 * Fails where these are too many. */
int film_range(film_rate rate, const char *target, number_range *range, report *r);

/* What the format cannot hold and changes a little, with a warning: an odd side of mp4, transparency. */
void film_fit(hone_film_format format, const char *target, uint32_t *width, uint32_t *height, bool transparent,
              report *r);

/* A film at `path`, or to stdout ("-"). first: the frame, in 30ths, of the first picture, where sound begins. */
typedef struct film_desc {
    const char *path;
    hone_film_format format;
    uint32_t width, height;
    bool alpha;
    const film_values *values;
    double first;
} film_desc;

/* NULL: said why, *status is the command's. */
hone_film *film_begin(const film_desc *desc, int *status, report *r);
int film_add(hone_film *film, const char *path, const hone_image *picture, report *r);
/* Completes it if status is OK, else gives it up. NULL is fine. Returns the status. */
int film_end(hone_film *film, const char *path, int status, report *r);

#endif
