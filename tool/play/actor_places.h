/* Where the actors of a list are: as placed, or on bones of each other. */
#ifndef HONE_TOOL_PLAY_ACTOR_PLACES_H
#define HONE_TOOL_PLAY_ACTOR_PLACES_H

#include "tool/play/actors.h"

/* The path on which a model's physics moves, whose `path_user` is its actor_entry; NULL: physics is the same anywhere.
 */
hone_actor_path *actor_places_path_of(const input *source, const playback_values *play);

/* Finds the bones that members are attached to, the order of updates, and the places at rest. Reports a bone or a model
 * that does not exist, and models that are attached to each other in a circle. */
int actor_places_make(actor_list *c, report *r);

/* Call when a member, and before it those that it is attached to, were updated. */
void actor_places_update(actor_list *c, uint32_t member);

#endif
