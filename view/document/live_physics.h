/* Physics that goes on from what is shown, in its own time: while a character is bent, and where nothing has a length.
 *
 * It has an actor of its own, whose pose is the one of the actor without physics. Belongs to one thread. */
#ifndef HONE_VIEW_DOCUMENT_LIVE_PHYSICS_H
#define HONE_VIEW_DOCUMENT_LIVE_PHYSICS_H

#include "view/overlay/frame_timing.h"

#include <hone/actor.h>

typedef struct live live;

/* desc: of the actor; its edit, and whether its physics is exact, are not read. plain says the pose at a frame; it must
 * outlive this. Errors: as hone_actor_create. */
live *live_create(const hone_actor_desc *desc, hone_actor *plain, hone_error *error);
void live_destroy(live *l); /* NULL is fine */

/* As of its last update. */
hone_actor *live_actor(const live *l);

/* Goes on from where the exact physics of another actor of the same model stands, at this frame of the document. */
void live_begin_from(live *l, hone_actor *exact, double frame);
void live_end(live *l); /* the next update begins anew; NULL is fine */

/* Whether a frame of the document is one to which it can go on: not before, and less than half a second after. */
bool live_reaches(const live *l, double frame);

/* For so many seconds it goes on although the document's frame stands still. */
void live_linger(live *l, double seconds);
bool live_lingers(const live *l);

/* Into the pose of a frame. seconds: how long ago the last update was. Where it cannot go on, bodies begin anew on
 * their bones, and come to rest first. */
void live_update(live *l, double frame, double seconds, frame_timing *m);

#endif
