/* Keys of a scene at a frame. */
#ifndef HONE_TOOL_SCENE_SCENE_KEY_AT_H
#define HONE_TOOL_SCENE_SCENE_KEY_AT_H

#include "tool/scene/scene.h"

/* The index of the last key at or before the frame; the first one if there is none. count: at least 1. */
uint32_t scene_key_index(const scene_key *keys, uint32_t count, double frame);

/* The values at a frame, between two keys. count: at least 1. */
scene_key scene_key_at(const scene_key *keys, uint32_t count, double frame);

/* World from the model's place in its own world, as placement_transform. Without attach. */
hone_affine scene_key_transform(const scene_key *key);

/* The last entry of `child` at or before the frame; NULL: none. child NULL: of the camera. */
const scene_parent *scene_parent_at(const scene_parent *parents, uint32_t count, const char *child, double frame);

#endif
