/* What a character looks at with its eyes: --gaze. */
#ifndef HONE_TOOL_PLAY_GAZE_H
#define HONE_TOOL_PLAY_GAZE_H

#include <hone/actor.h>

typedef struct character_gaze {
    hone_goal goal;
    hone_goal_id id; /* 0: the character has no eyes that could look */
} character_gaze;

/* Adds the goal to an actor. It does nothing until gaze_look. Fails only for want of memory. */
bool gaze_begin(hone_actor *actor, character_gaze *out, hone_error *error);

/* Looks at a point of the world from the next update on. place: of the actor, world from its own world
 * (hone_world_from_model); NULL: it is not moved. Returns whether that differs from what it looked at before. */
bool gaze_look(character_gaze *gaze, hone_actor *actor, const hone_affine *place, const float point[3]);

/* From the next update on the eyes are as the motions have them. */
void gaze_end(character_gaze *gaze, hone_actor *actor);

#endif
