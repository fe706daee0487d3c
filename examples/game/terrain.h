/* The ground of the game: hills with a level place for the dancers. A function gives its height everywhere. */
#ifndef GAME_TERRAIN_H
#define GAME_TERRAIN_H

#include <stdbool.h>

typedef struct terrain {
    float scale;           /* a length of the world that the hills are measured in: the leg of the hero */
    float square[2], size; /* x and z of the middle of the level place, and its radius */
} terrain;

/* The hero begins at the origin. The level place is in front of it, where `front` is the sign of z in front of it. */
terrain terrain_make(float scale, float front);

float terrain_height(const terrain *ground, float x, float z);

/* The height and the upward normal at a position: a hone_ground, whose user is the terrain. */
bool terrain_ground(void *user, const float position[3], float *height, float normal[3]);

#endif
