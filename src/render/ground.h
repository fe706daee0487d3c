/* The ground: the shadow that falls on it, and the grid that shows where it is. */
#ifndef HONE_SRC_RENDER_GROUND_H
#define HONE_SRC_RENDER_GROUND_H

#include "render/pass.h"

/* Draws what casts one onto y = 0 along the light, flat, each pixel once however many parts fall on it. Nothing where
 * the light does not come from above. */
void hone_ground_shadow_draw(const hone_figure *figure, const hone_material_state *states, const hone_shot *shot);

/* MMD's: 100 units a side, a line each 5, the axes coloured. */
void hone_grid_draw(hone_renderer *renderer, const hone_shot *shot);

#endif
