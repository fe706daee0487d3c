/* The ground: the shadows on it, and the grid. */
#ifndef HONE_SRC_RENDER_SHADOW_GROUND_H
#define HONE_SRC_RENDER_SHADOW_GROUND_H

#include "draw/render/shadow/shadow.h"

/* Finds the matrix and colour of shadows on y = 0. Returns false if there are none because the light does not come
 * from above. */
bool hone_ground_casters(const hone_draw_uniforms *uniforms, hone_shadow_casters *out);

/* Sets the state in which every pixel is darkened only once, however many submeshes cast a shadow on it; and
 * restores it. */
void hone_ground_begin(const hone_draw_uniforms *uniforms);
void hone_ground_end(void);

/* Draws MMD's grid: 100 units on each side, a line every 5 units, coloured axes. */
bool hone_grid_draw(hone_renderer *renderer, const hone_draw_uniforms *uniforms, hone_error *error);

#endif
