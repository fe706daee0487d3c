/* Scene files in `hone render`: what they set, and --save-scene. */
#ifndef HONE_CMD_RENDER_RENDER_SCENE_H
#define HONE_CMD_RENDER_RENDER_SCENE_H

#include "cmd/render/render_options.h"
#include "tool/play/inputs.h"

/* Takes out of a scene what the command line replaces as a whole, and what its output cannot have: a command's
 * fit_scene. */
void render_fit_scene(const void *given, void *values);

/* Writes --save-scene. */
int render_save_scene(const render_values *v, const inputs *in, report *r);

#endif
