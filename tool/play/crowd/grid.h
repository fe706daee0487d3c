/* Where the dancers of a crowd stand: on a grid around the origin, each at its own moment of the dance. */
#ifndef HONE_TOOL_PLAY_CROWD_GRID_H
#define HONE_TOOL_PLAY_CROWD_GRID_H

#include <hone/actor.h>
#include <hone/render.h>

typedef struct crowd_grid {
    uint32_t count, columns, rows;
    float spacing;   /* in the units of the world */
    double duration; /* of the dance, in frames */
} crowd_grid;

/* A grid without spacing, as near to a square as `count` allows. */
crowd_grid crowd_grid_make(uint32_t count, double duration);

/* Makes the spacing large enough for an actor, as it is now, not to overlap with one like it. */
bool crowd_grid_widen(crowd_grid *g, hone_actor *actor, hone_error *error);

/* The place of a dancer in the world. */
hone_affine crowd_grid_place(const crowd_grid *g, uint32_t dancer);

/* The frame of the dance that pose number `pose` shows at `frame`; at the end the dance begins again. */
double crowd_grid_frame(const crowd_grid *g, double frame, uint32_t pose);

/* Extends the bounds of one dancer in the centre to the bounds of all. */
void crowd_grid_extend(const crowd_grid *g, hone_bounds *bounds);

#endif
