/* All that is in the game, without a window: the terrain, the hero, the dancers and the lantern that the hero looks
 * at. */
#ifndef GAME_WORLD_H
#define GAME_WORLD_H

#include "dancers.h"
#include "hero.h"

typedef struct world {
    hone_model *model; /* everybody's */
    motions motions;
    terrain ground;
    hero hero;
    dancers dancers;
    float lantern[3];
    float eye[3]; /* where the camera is */
    float front;  /* the sign of z in front of a character */
    double seconds;
} world;

/* The files of the user; NULL: the built-in character and the motions of gait.c. */
typedef struct world_files {
    const char *model, *idle, *walk, *run, *wave, *dance;
} world_files;

/* Destroy it in any case. */
bool world_create(world *w, const world_files *files, hone_error *error);
void world_destroy(world *w);

/* Goes on. wish: without target: the hero looks at the lantern. */
bool world_update_hero(world *w, const hero_wish *wish, double seconds, hone_error *error);
bool world_update(world *w, const hero_wish *wish, double seconds, hone_error *error);

#endif
