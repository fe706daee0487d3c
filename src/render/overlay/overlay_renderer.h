/* What overlays are drawn with. A context is current in all of these. */
#ifndef HONE_SRC_RENDER_OVERLAY_OVERLAY_RENDERER_H
#define HONE_SRC_RENDER_OVERLAY_OVERLAY_RENDERER_H

#include "render/gl/program.h"

typedef struct hone_overlay_renderer {
    hone_program program;
    GLuint buffer;
    GLuint arrays[2]; /* of each hone_overlay_kind */
} hone_overlay_renderer;

bool hone_overlay_renderer_prepare(hone_overlay_renderer *maker,
                                   hone_error *error); /* once is enough. Errors: DEVICE */
void hone_overlay_renderer_destroy(hone_overlay_renderer *maker);

#endif
