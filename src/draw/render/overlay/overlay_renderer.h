/* The GL objects for overlays. A context must be current in all functions. */
#ifndef HONE_SRC_RENDER_OVERLAY_OVERLAY_RENDERER_H
#define HONE_SRC_RENDER_OVERLAY_OVERLAY_RENDERER_H

#include "draw/render/gl/program.h"

typedef struct hone_overlay_renderer {
    hone_program program;
    GLuint buffer;
    GLuint arrays[2]; /* one per hone_overlay_kind */
} hone_overlay_renderer;

bool hone_overlay_renderer_prepare(hone_overlay_renderer *maker,
                                   /* Does nothing if it was called before. Errors: DEVICE. */
                                   hone_error *error);
void hone_overlay_renderer_destroy(hone_overlay_renderer *maker);

#endif
