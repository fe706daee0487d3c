/* Physics that continues from the shown state on its own clock: while the user bends a character, and if nothing has a
 * duration.
 *
 * It has its own actor, which uses the pose of the actor without physics. Belongs to one thread. */
#ifndef HONE_VIEW_DOCUMENT_CHARACTER_LIVE_PHYSICS_H
#define HONE_VIEW_DOCUMENT_CHARACTER_LIVE_PHYSICS_H

#include "view/overlay/frame_timing.h"

#include <hone/actor.h>

typedef struct live_physics live_physics;

/* desc: for its actor; the edit and physics.options.exact are ignored. plain: gives the pose at a frame, and must
 * outlive the result. Errors: as hone_actor_create. */
live_physics *live_physics_create(const hone_actor_desc *desc, hone_actor *plain, hone_error *error);
void live_physics_destroy(live_physics *l); /* NULL is fine */

/* In the state of its last update. */
hone_actor *live_physics_actor(const live_physics *l);

/* Continues from the current state of another actor's exact physics, at this frame of the document. The actors must
 * have the same model. */
void live_physics_begin_from(live_physics *l, hone_actor *exact, double frame);
void live_physics_end(live_physics *l); /* the next update restarts it; NULL is fine */

/* Whether it can continue to a frame of the document: not before the current one, and less than half a second after
 * it. */
bool live_physics_reaches(const live_physics *l, double frame);

/* Continues for `seconds` while the document's frame does not change. */
void live_physics_linger(live_physics *l, double seconds);
bool live_physics_lingers(const live_physics *l);

/* Where the actor is in the world from the next update on; NULL: it does not matter. */
void live_physics_set_world(live_physics *l, const hone_rigid_transform *world);

/* Updates to the pose of a frame. seconds: time since the last update. If it cannot continue to that frame, bodies
 * restart at their bones and first come to rest. Errors: as hone_actor_update. */
bool live_physics_update(live_physics *l, double frame, double seconds, frame_timing *m, hone_error *error);

#endif
