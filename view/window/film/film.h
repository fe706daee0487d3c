/* A film of what is open: asked for in a dialog, made in a thread of its own, beside the window. */
#ifndef HONE_VIEW_WINDOW_FILM_FILM_H
#define HONE_VIEW_WINDOW_FILM_FILM_H

#include <hone/film.h>

enum { FILM_PICTURES = -1 }; /* in place of a hone_film_format: numbered PNG files */

/* As last chosen; zero: never. */
typedef struct film_options {
    int format; /* hone_film_format or FILM_PICTURES */
    uint32_t width, height;
    double rate;        /* pictures a second */
    double first, last; /* frames, both included */
    uint32_t samples;   /* of each pixel */
    uint32_t quality;   /* 1..100 */
    bool transparent, physics, sound;
} film_options;

#endif
