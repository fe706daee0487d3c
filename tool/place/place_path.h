/* The way on which a model's physics moves when the model is placed. */
#ifndef HONE_TOOL_PLACE_PLACE_PATH_H
#define HONE_TOOL_PLACE_PLACE_PATH_H

#include "tool/scene/placement.h"

#include <hone/actor.h>
#include <hone/physics.h>

/* Whether bodies move differently at a place than where their file has them: the model is tilted or on a bone, or it
 * stands in wind, in given gravity, or above the floor of physics. */
bool place_path_is_needed(const placement *place, const hone_physics_options *physics);

/* world: the model space of physics in the world, whose unit is that of the model: physics has the model's own size. It
 * stays as it is if the place is not invertible. place: world from the model's own world (hone_world_from_model). */
void place_path_of(const hone_affine *place, const hone_model *model, hone_rigid_transform *world);

#endif
