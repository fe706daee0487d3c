/* A flood fill through a solid that keeps the cells of each step: where a limb goes, and how thick it is. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_FLOOD_PATH_H
#define HONE_SRC_OFFLINE_AUTORIG_FLOOD_PATH_H

#include "base/memory/arena.h"
#include "offline/autorig/voxels.h"

typedef struct flood_step {
    uint32_t count; /* cells reached in this step */
    double sum[3];  /* of their x, y, z */
} flood_step;

typedef struct flood_path {
    const voxels *grid;
    uint16_t *steps;  /* [grid->count] step + 1; 0: not reached; UINT16_MAX: air searched for a gap */
    uint32_t *queue;  /* [grid->count] reached cells, the nearest first */
    uint32_t reached; /* cells */
    flood_step *list; /* [capacity] */
    uint32_t length, capacity;
} flood_path;

bool hone_flood_path_make(const voxels *grid, hone_arena *scratch, flood_path *out); /* false: out of memory */

/* Fills from a cell until `arrived` returns true for a cell of the current step, or until all connected cells are
 * reached; gaps of up to `gap` cells are crossed only where nothing else is left. A step is one cell wide within 15
 * %: faces count as neighbours, and in every other step edges and corners too. Returns whether it arrived; if so,
 * that was in the last step of the list. */
typedef bool walk_arrived(const void *user, int32_t x, int32_t y, int32_t z);
bool hone_flood_path_from(flood_path *w, uint32_t cell, uint32_t gap, walk_arrived *arrived, const void *user);

void hone_flood_path_place(const voxels *g, uint32_t cell, int32_t out[3]);

#endif
