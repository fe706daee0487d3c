/* The parts of a scene file that change with time: where models are, and what follows bones of other models. */
#ifndef HONE_TOOL_SCENE_SCENE_KEYS_H
#define HONE_TOOL_SCENE_SCENE_KEYS_H

#include "tool/scene/scene_text.h"

/* json_read_fn of arrays; to: the scene_model */
bool scene_keys_read(json_reader *j, const json_member *member, void *to);
bool scene_parents_read(json_reader *j, const json_member *member, void *to);
/* to: the scene */
bool scene_camera_parents_read(json_reader *j, const json_member *member, void *to);
bool scene_gravity_keys_read(json_reader *j, const json_member *member, void *to);

/* Whether every number of a model in them is at most `model_count`. */
bool scene_keys_check(const scene_model *model, uint32_t model_count);
bool scene_parents_check(const scene_parent *parents, uint32_t count, uint32_t model_count);

/* Each writes a member; nothing if there are none. */
bool scene_keys_write(const scene_model *model, scene_writer *w);
/* key: the name of the member; from: added to the numbers of models. */
bool scene_parents_write(const char *key, const scene_parent *parents, uint32_t count, uint32_t from, scene_writer *w);
void scene_gravity_keys_write(const scene *s, scene_writer *w);

#endif
