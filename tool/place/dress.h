/* How a scene draws a model. */
#ifndef HONE_TOOL_PLACE_DRESS_H
#define HONE_TOOL_PLACE_DRESS_H

#include "tool/scene/scene.h"

#include <hone/render.h>

/* Sets what is so at every frame: edges, colours that are added, no self-shadow. from NULL: as the model's file has it.
 */
void dress_model(const scene_model *from, hone_draw_item *item);

/* Also sets what the model's keys say at a frame: opacity and its shadow on the ground. Returns false if they make it
 * invisible. */
bool dress_model_at(const scene_model *from, double frame, hone_draw_item *item);

#endif
