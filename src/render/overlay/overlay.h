/* Lines and triangles over a picture. A context is current in all of these. */
#ifndef HONE_SRC_RENDER_OVERLAY_OVERLAY_H
#define HONE_SRC_RENDER_OVERLAY_OVERLAY_H

#include "render/gl/state.h"

/* Draws the picture's overlays, those on top last. The map of depths is used up. Errors: DEVICE. */
bool hone_overlays_draw(hone_renderer *renderer, const hone_draw_uniforms *shot, hone_error *error);

#endif
