/* The wishes of the player: keyboard, mouse and game controller, or a script. */
#ifndef GAME_CONTROL_H
#define GAME_CONTROL_H

#include "draw.h"
#include <SDL.h>

typedef struct control {
    SDL_GameController *pad; /* NULL: none */
    float yaw, pitch;        /* of the camera around the hero, radians */
    float distance;          /* in lengths of a leg */
    bool wave, quit;
} control;

void control_open(control *c);
void control_close(control *c);

/* Handles what has happened since the last call. */
void control_read(control *c, float seconds);

/* What the player wants: directions are those of the picture. */
hero_wish control_wish(control *c, const world *w);

/* What a script wants: stands, walks, waves, turns, runs, and stands again, in twelve seconds. */
hero_wish control_script(control *c, const world *w, double seconds);

/* The camera follows the hero, and stays above the ground. before: of the frame before. */
camera control_camera(const control *c, const world *w, const camera *before, float seconds);

#endif
