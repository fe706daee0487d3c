/* How the actors of a list hang on each other. */
#ifndef HONE_TOOL_PLAY_ACTOR_LINKS_H
#define HONE_TOOL_PLAY_ACTOR_LINKS_H

#include "tool/play/actors.h"
#include "tool/scene/model_links.h"

/* Finds the bones, and the order of updates. Reports a placement on a bone or a model that does not exist, and
 * placements in a circle; warns of keys and parents of that kind, and leaves them out. */
int actor_links_make(actor_list *c, report *r);
void actor_links_release(actor_entry *member);

#endif
