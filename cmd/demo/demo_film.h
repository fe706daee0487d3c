/* The film of `hone demo`: the whole dance, with its own camera. */
#ifndef HONE_CMD_DEMO_DEMO_FILM_H
#define HONE_CMD_DEMO_DEMO_FILM_H

#include "tool/options/film_options.h"
#include "tool/picture/picture_jobs.h"
#include "tool/picture/renderer_session.h"

typedef struct demo_film {
    const char *path;
    hone_film_format format;
    const inputs *in;
    uint32_t picture_count;
    picture_jobs *jobs; /* the processes that draw; NULL: the session draws */
} demo_film;

/* Begins the processes that draw the pictures, where they help. This process must have no other thread yet. */
int demo_film_begin(demo_film *film, report *r);

/* Makes the film if status is OK, and ends the processes. on: draws if there are none. Returns the status. */
int demo_film_end(demo_film *film, renderer_session *on, int status, report *r);

/* Behind the character, from top to bottom: colours of contact sheet and film. */
extern const float demo_backdrop_top[3], demo_backdrop_bottom[3];

enum { DEMO_SAMPLES = 4 }; /* of a pixel */

#endif
