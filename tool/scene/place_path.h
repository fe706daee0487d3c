/* The way on which a model's physics moves when the model is placed. */
#ifndef HONE_TOOL_SCENE_PLACE_PATH_H
#define HONE_TOOL_SCENE_PLACE_PATH_H

#include "tool/scene/placement.h"

#include <hone/actor.h>
#include <hone/physics.h>

/* Whether bodies move differently at a place than where their file has them: the model is tilted or on a bone, or it
 * stands in wind, in given gravity, or above the floor of physics. */
bool place_path_is_needed(const placement *place, const hone_physics_options *physics);

/* world: the model space of physics in the world, whose unit is that of the model: physics has the model's own size. It
 * stays as it is if the place is not invertible. place: world from the model's own world (hone_world_from_model). */
void place_path_of(const hone_affine *place, const hone_model *model, hone_rigid_transform *world);

/* A model that may be attached to another one. */
typedef struct place_chain {
    const hone_model *model;
    hone_affine own;                  /* placement_transform */
    const struct place_chain *parent; /* that it is attached to; NULL: none */
    int32_t bone;                     /* of the parent */
    hone_actor *carrier; /* plays what the model plays, without physics, for those attached to it; NULL: none are */
} place_chain;

/* The place at a frame. The bones that carry it are those before physics. */
hone_affine place_chain_at(const place_chain *chain, double frame);

/* A hone_actor_path; user: the place_chain. */
void place_chain_follow(void *user, double frame, hone_rigid_transform *world);

#endif
