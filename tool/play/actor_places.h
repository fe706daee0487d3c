/* Where the actors of a list are: as placed, by keys, or on bones of each other. */
#ifndef HONE_TOOL_PLAY_ACTOR_PLACES_H
#define HONE_TOOL_PLAY_ACTOR_PLACES_H

#include "tool/play/actors.h"

/* Prepares the place of a member whose source and list are set, and which has no actor yet. */
void actor_places_begin(actor_entry *member);

/* The path on which a model's physics moves, whose `path_user` is its place_chain; NULL: physics is the same anywhere.
 */
hone_actor_path *actor_places_path_of(const input *source, const playback_values *play);

/* Sets the bones of a model that follow bones of others; `parents_user` is one of its followers. NULL: there are none.
 */
hone_actor_parents *actor_places_parents_of(const input *source);

/* Finds the bones that members are attached to, and their order. Reports a placement on a bone or a model that does not
 * exist, and placements in a circle; warns of keys and parents of that kind, which are left out. */
int actor_places_make(actor_list *c, report *r);
void actor_places_release(actor_list *c);

/* Call when a member, and before it those that it follows, were updated to the frame. */
void actor_places_update(actor_list *c, uint32_t member, double frame);

#endif
