/* The ground: the shadow that falls on it, and the grid that shows where it is. */
#ifndef HONE_SRC_RENDER_SHADOW_GROUND_H
#define HONE_SRC_RENDER_SHADOW_GROUND_H

#include "render/shadow/shadow.h"

/* What casts one onto y = 0 along the light; false: none does, as the light does not come from above. */
bool hone_ground_casters(const hone_draw_uniforms *shot, hone_shadow_casters *out);

/* Sets the state in which each pixel is darkened once, however many parts fall on it; and back. */
void hone_ground_begin(void);
void hone_ground_end(void);

/* MMD's: 100 units a side, a line each 5, the axes coloured. */
void hone_grid_draw(hone_renderer *renderer, const hone_draw_uniforms *shot);

#endif
