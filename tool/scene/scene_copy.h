/* Copies what changes with time in a scene, and how its models are drawn, to another numbering of the models. */
#ifndef HONE_TOOL_SCENE_SCENE_COPY_H
#define HONE_TOOL_SCENE_SCENE_COPY_H

#include "tool/scene/scene.h"

/* Returns the new number of a model; 0: it is left out, and nothing follows it any more. */
typedef uint32_t scene_renumber(const void *user, uint32_t number);

/* Copies keys, parents, and how the model is drawn; `to` keeps the rest. owner: has the texts. False: out of memory. */
bool scene_copy_stage(const scene_model *from, scene_renumber *renumber, const void *user, scene *owner,
                      scene_model *to);

/* Copies the bones that the camera follows. False: out of memory. */
bool scene_copy_parents(const scene *from, scene_renumber *renumber, const void *user, scene *to);

/* Copies the keys of gravity behind those that `to` has. False: out of memory. */
bool scene_copy_gravity(const scene *from, scene *to);

#endif
