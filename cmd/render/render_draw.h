/* Draws what `hone render` was given, in this process or in several. */
#ifndef HONE_CMD_RENDER_RENDER_DRAW_H
#define HONE_CMD_RENDER_RENDER_DRAW_H

#include "cmd/render/render_camera.h"
#include "cmd/render/render_options.h"

/* All that is needed to render: the inputs of the command. */
typedef struct render_inputs {
    const render_values *values;
    const inputs *in;
    render_camera *camera;
} render_inputs;

int render_draw(const render_inputs *what, report *r);

#endif
