/* Scene files in `hone render`: what they set, and --save-scene. */
#ifndef HONE_CMD_RENDER_RENDER_SCENE_H
#define HONE_CMD_RENDER_RENDER_SCENE_H

#include "cmd/render/render_options.h"
#include "tool/play/inputs.h"

/* Puts a scene into render_values: a command's use_scene. */
void render_use_scene(const scene *s, const char *path, const void *given, void *values);

/* Writes --save-scene. */
int render_save_scene(const render_values *v, const inputs *in, report *r);

#endif
