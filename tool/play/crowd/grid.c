#include "tool/play/crowd/grid.h"

#include <math.h>

/* Golden ratio: its multiples modulo 1 are spread evenly, and neighbours differ much. */
static const double golden = 0.6180339887498949;
static const float spacing_factor = 1.1f;

crowd_grid crowd_grid_make(uint32_t count, double duration)
{
    uint32_t columns = (uint32_t)ceil(sqrt(count));
    return (crowd_grid){.count = count,
                        .columns = columns,
                        .rows = columns ? (count + columns - 1) / columns : 0,
                        .duration = duration};
}

bool crowd_grid_widen(crowd_grid *g, hone_actor *actor, hone_error *error)
{
    hone_bounds b = HONE_BOUNDS_EMPTY;
    if (!hone_framing_add_actor(&b, actor, error))
        return false;
    if (b.min[0] <= b.max[0])
        g->spacing = fmaxf(g->spacing, spacing_factor * fmaxf(b.max[0] - b.min[0], b.max[2] - b.min[2]));
    return true;
}

hone_affine crowd_grid_place(const crowd_grid *g, uint32_t dancer)
{
    uint32_t column = dancer % g->columns, row = dancer / g->columns;
    float x = ((float)column - (float)(g->columns - 1) / 2) * g->spacing;
    float z = ((float)row - (float)(g->rows - 1) / 2) * g->spacing;
    return (hone_affine){{{1, 0, 0, x}, {0, 1, 0, 0}, {0, 0, 1, z}}};
}

double crowd_grid_frame(const crowd_grid *g, double frame, uint32_t pose)
{
    double ahead = pose * golden, at = frame + (ahead - floor(ahead)) * g->duration;
    return at > g->duration && g->duration > 0 ? at - g->duration * ceil(at / g->duration - 1) : at;
}

void crowd_grid_extend(const crowd_grid *g, hone_bounds *bounds)
{
    const float half[3] = {(float)(g->columns - 1) / 2 * g->spacing, 0, (float)(g->rows - 1) / 2 * g->spacing};
    for (int i = 0; i < 3; i++) bounds->min[i] -= half[i], bounds->max[i] += half[i];
}
