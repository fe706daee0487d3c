#include "offline/autorig/flood_path.h"
#include "base/memory/arena.h"
#include <string.h>

enum { MOST_GAPS = 32 }; /* gaps that one path crosses; an arm made of pieces has a handful */

bool hone_flood_path_make(const voxels *grid, hone_arena *scratch, flood_path *out)
{
    *out = (flood_path){.grid = grid, .capacity = 4 * (uint32_t)(grid->size[0] + grid->size[1] + grid->size[2])};
    out->steps = hone_arena_array(scratch, grid->count, sizeof *out->steps);
    out->queue = hone_arena_array(scratch, grid->count, sizeof *out->queue);
    out->list = hone_arena_array(scratch, out->capacity, sizeof *out->list);
    return out->steps && out->queue && out->list;
}

void hone_flood_path_place(const voxels *g, uint32_t cell, int32_t out[3])
{
    out[0] = (int32_t)(cell % (uint32_t)g->size[0]), cell /= (uint32_t)g->size[0];
    out[2] = (int32_t)(cell % (uint32_t)g->size[2]), out[1] = (int32_t)(cell / (uint32_t)g->size[2]);
}

static void reach(flood_path *w, uint32_t cell)
{
    int32_t place[3];
    flood_step *step = &w->list[w->length];
    w->steps[cell] = (uint16_t)(w->length + 1);
    w->queue[w->reached++] = cell;
    hone_flood_path_place(w->grid, cell, place);
    step->count++;
    for (int i = 0; i < 3; i++) step->sum[i] += place[i];
}

/* Adds the neighbours of a cell that are new. The border of the grid is air, so all neighbours exist. */
static void look_around(flood_path *w, uint32_t cell, bool corners)
{
    int32_t row = w->grid->size[0], layer = row * w->grid->size[2];
    for (int32_t y = -1; y <= 1; y++)
        for (int32_t z = -1; z <= 1; z++)
            for (int32_t x = -1; x <= 1; x++) {
                uint32_t other = cell + (uint32_t)(y * layer + z * row + x);
                if ((corners || x * x + y * y + z * z == 1) && w->grid->inside[other] && !w->steps[other])
                    reach(w, other);
            }
}

/* The nearest solid cell beyond the air around the reached cells; UINT32_MAX if there is none within `gap` cells.
 * Searches breadth first through faces. The queue behind `reached` is free until further cells are reached, so the
 * air cells are kept there. */
static uint32_t across_gap(flood_path *w, uint32_t gap)
{
    const voxels *g = w->grid;
    const uint32_t row = (uint32_t)g->size[0], layer = row * (uint32_t)g->size[2];
    const uint32_t sides[6] = {1, 0u - 1, row, 0u - row, layer, 0u - layer};
    uint32_t begin = 0, end = w->reached, tail = end, found = UINT32_MAX;
    for (uint32_t wave = 0; wave <= gap && begin < end && found == UINT32_MAX; wave++) {
        for (uint32_t i = begin; i < end && found == UINT32_MAX; i++)
            for (int side = 0; side < 6; side++) {
                uint32_t other = w->queue[i] + sides[side];
                int32_t place[3];
                if (other >= g->count || w->steps[other])
                    continue;
                hone_flood_path_place(g, other, place);
                if (g->inside[other]) {
                    found = other;
                    break;
                }
                if (place[0] == 0 || place[2] == 0 || place[0] + 1 == g->size[0] || place[2] + 1 == g->size[2])
                    continue; /* beyond the end of a row the index would be in the next row */
                w->steps[other] = UINT16_MAX;
                w->queue[tail++] = other;
            }
        begin = end, end = tail;
    }
    for (uint32_t i = w->reached; i < tail; i++) w->steps[w->queue[i]] = 0;
    return found;
}

static bool has_arrived(const flood_path *w, uint32_t begin, walk_arrived *arrived, const void *user)
{
    for (uint32_t i = begin; i < w->reached; i++) {
        int32_t place[3];
        hone_flood_path_place(w->grid, w->queue[i], place);
        if (arrived(user, place[0], place[1], place[2]))
            return true;
    }
    return false;
}

bool hone_flood_path_from(flood_path *w, uint32_t cell, uint32_t gap, walk_arrived *arrived, const void *user)
{
    memset(w->steps, 0, w->grid->count * sizeof *w->steps);
    memset(w->list, 0, w->capacity * sizeof *w->list);
    w->reached = w->length = 0;
    reach(w, cell);
    for (uint32_t before = 0, begin = 0, gaps = 0; w->length + 1 < w->capacity;) {
        if (has_arrived(w, begin, arrived, user))
            return w->length++, true;
        uint32_t end = w->reached;
        w->length++;
        for (uint32_t i = before; i < end; i++) look_around(w, w->queue[i], w->length % 2 == 0);
        if (end == w->reached && begin == end) {
            uint32_t beyond = gaps++ < MOST_GAPS ? across_gap(w, gap) : UINT32_MAX;
            if (beyond == UINT32_MAX)
                return false;
            reach(w, beyond);
        }
        before = begin, begin = end;
    }
    return false;
}
