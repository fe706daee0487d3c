/* Placements as transforms. */
#ifndef HONE_TOOL_PLACE_PLACE_MODEL_H
#define HONE_TOOL_PLACE_PLACE_MODEL_H

#include "tool/scene/placement.h"

#include <hone/actor.h>
#include <hone/render.h>

bool placement_is_none(const placement *p);

/* World from the model's place in its own world (hone_world_from_model): scale, turn, and then move. Without attach. */
hone_affine placement_transform(const placement *p);

/* The place of a bone, after physics, in the world: its axes, without the scale of its own that a motion gives it.
 * place: that of its model. */
hone_affine placement_of_bone(const hone_affine *place, const hone_actor *actor, int32_t bone);

/* Grows a box by the actor at its place. place NULL: none. bones: as in hone_framing_add_bones. Errors: as there.
 */
bool placement_add_bounds(const hone_affine *place, hone_actor *actor, const uint8_t *bones, hone_bounds *bounds,
                          hone_error *error);

/* The box of a box after a transform. */
hone_bounds placement_box(const hone_affine *place, const hone_bounds *box);

/* How much larger a placed model is: the length of a unit of it. */
float placement_size(const hone_affine *place);

#endif
