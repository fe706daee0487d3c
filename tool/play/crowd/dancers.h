/* Dancers of a crowd that copy one character, and that the GPU poses from an animation texture of one motion. */
#ifndef HONE_TOOL_PLAY_CROWD_DANCERS_H
#define HONE_TOOL_PLAY_CROWD_DANCERS_H

#include "tool/play/crowd/grid.h"

#include <hone/crowd.h>

typedef struct dancers {
    hone_crowd_model *clips;
    hone_crowd *members;
    hone_gpu_crowd *on_gpu; /* NULL: there are no dancers */
    uint32_t count;
} dancers;

typedef struct dancers_desc {
    const hone_model *model;
    hone_gpu_model *gpu_model; /* of that model; it must outlive the dancers */
    const hone_motion *motion; /* NULL: they stay at rest */
    hone_mmd_rules rules;
    uint32_t rate; /* frames in a second of the animation texture */
    /* Dancers first, first + step, … of the grid copy this character. */
    const crowd_grid *grid;
    uint32_t first, step;
} dancers_desc;

/* How many dancers of a grid copy one character. */
uint32_t dancers_count(const crowd_grid *grid, uint32_t first, uint32_t step);

/* Makes them. Call dancers_release in any case. */
bool dancers_make(const dancers_desc *desc, dancers *out, hone_error *error);
void dancers_release(dancers *d); /* while the GPU model is there */

/* Moves each dancer to its moment of the dance at `frame`. */
bool dancers_update(const dancers *d, const crowd_grid *grid, double frame, hone_error *error);

#endif
