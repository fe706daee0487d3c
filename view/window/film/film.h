/* Records a film of the open files: a dialog asks for the options, and a separate thread writes it. */
#ifndef HONE_VIEW_WINDOW_FILM_FILM_H
#define HONE_VIEW_WINDOW_FILM_FILM_H

#include "view/record/record.h"
#include "view/window/stage.h"

#include <hone/film.h>

enum { FILM_PICTURES = -1 }; /* instead of a hone_film_format: numbered PNG files */

/* The last options; zero: none yet. */
typedef struct film_options {
    int format; /* hone_film_format or FILM_PICTURES */
    uint32_t width, height;
    double rate;        /* pictures a second */
    double first, last; /* frames, both included */
    uint32_t samples;   /* for each pixel */
    uint32_t quality;   /* 1..100 */
    bool transparent, physics, sound;
} film_options;

typedef struct viewer_film {
    viewer_stage *stage;
    GtkWidget *row, *bar, *text;
    record *record; /* being recorded; NULL: none */
    double begun;   /* seconds, as viewer_now() */
    film_options options;
} viewer_film;

#endif
