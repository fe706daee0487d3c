/* How a scene draws a model. */
#ifndef HONE_TOOL_PLACE_DRESS_H
#define HONE_TOOL_PLACE_DRESS_H

#include "tool/scene/scene.h"

#include <hone/render.h>

/* Sets how a model is drawn at a frame: edges, colours that are added, shadows, opacity. from NULL: as its file has it.
 * Returns false if its keys make it invisible. */
bool dress_model(const scene_model *from, double frame, hone_draw_item *item);

#endif
