/* Lines and triangles over a picture. A context must be current in all functions. */
#ifndef HONE_SRC_RENDER_OVERLAY_OVERLAY_H
#define HONE_SRC_RENDER_OVERLAY_OVERLAY_H

#include "draw/render/gl/gl_state.h"

/* Draws the picture's overlays, those with on_top last. They may clear the depth buffer. Errors: DEVICE. */
bool hone_overlays_draw(hone_renderer *renderer, const hone_draw_uniforms *uniforms, hone_error *error);

#endif
