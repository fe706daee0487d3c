/* The picture behind all that is drawn. */
#ifndef HONE_SRC_RENDER_BACKDROP_BACKDROP_H
#define HONE_SRC_RENDER_BACKDROP_BACKDROP_H

#include "draw/render/gl/gl_state.h"

/* Returns whether a backdrop can be drawn; NULL is allowed. Errors: ARGUMENT. */
bool hone_backdrop_check(const hone_renderer *renderer, const hone_backdrop *backdrop, hone_error *error);

/* Draws the picture's backdrop, if it has one, over the background. Errors: DEVICE. */
bool hone_backdrop_draw(hone_renderer *renderer, const hone_draw_uniforms *uniforms, hone_error *error);

#endif
