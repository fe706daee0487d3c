/* The crowd: characters that dance, each at a time of its own. They share a model and its clips. */
#ifndef GAME_DANCERS_H
#define GAME_DANCERS_H

#include "terrain.h"
#include <hone/hone.h>

enum { DANCERS = 100 };

typedef struct dancers {
    hone_crowd *crowd;
    double seconds; /* of the last update */
} dancers;

/* Puts the dancers into the level place of the terrain. Destroy them in any case. */
bool dancers_create(dancers *d, const hone_model *model, const hone_motion *dance, const terrain *ground,
                    hone_error *error);
void dancers_destroy(dancers *d);

/* Goes to a time. eye: of the camera: dancers that are far away are updated in every second frame. Allocates
 * nothing. */
bool dancers_update(dancers *d, const float eye[3], const terrain *ground, double seconds, hone_error *error);

#endif
