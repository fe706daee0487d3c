/* The crowd: characters that dance, each at a time of its own. They share a model. */
#ifndef GAME_DANCERS_H
#define GAME_DANCERS_H

#include "terrain.h"
#include <hone/hone.h>

enum { DANCERS = 100 };

typedef struct dancers {
    hone_actor *actors[DANCERS];
    hone_rigid_transform worlds[DANCERS];
} dancers;

/* Puts the dancers into the level place of the terrain. Destroy them in any case. */
bool dancers_create(dancers *d, const hone_model *model, hone_motion *dance, const terrain *ground, hone_error *error);
void dancers_destroy(dancers *d);
bool dancers_update(dancers *d, double seconds, hone_error *error);

#endif
