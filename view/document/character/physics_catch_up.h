/* Simulates characters up to a distant time in a separate thread while the window stays usable. */
#ifndef HONE_VIEW_DOCUMENT_CHARACTER_PHYSICS_CATCH_UP_H
#define HONE_VIEW_DOCUMENT_CHARACTER_PHYSICS_CATCH_UP_H

#include <hone/actor.h>

typedef struct physics_catch_up physics_catch_up;

/* A character that catches up. Owned by the catch-up from physics_catch_up_begin until physics_catch_up_done returns
 * true or physics_catch_up_stop returns. */
typedef struct physics_catch_up_runner {
    hone_actor *actor; /* with exact physics */
    double reached;    /* frame. In: the current one, negative: none. Out: the one reached */
    double furthest;   /* the last frame ever reached since the start, negative: none */
    /* Its motions or edits have changed after this frame: simulate from there; negative: from the start; INFINITY:
     * nothing has changed. */
    double keep;
    hone_error error; /* out: why it did not arrive; else as it was */
} physics_catch_up_runner;

physics_catch_up_runner physics_catch_up_runner_of(hone_actor *actor); /* has not started yet */
/* Call when the runner's actor has reached `frame`, by a catch-up or otherwise. */
void physics_catch_up_runner_passed(physics_catch_up_runner *r, double frame);

physics_catch_up *physics_catch_up_create(hone_error *error); /* errors: MEMORY, DEVICE (no thread) */
void physics_catch_up_destroy(physics_catch_up *c);           /* stops it first; NULL is fine */

/* No catch-up may be running. runners: [count], must stay valid until it is done. */
void physics_catch_up_begin(physics_catch_up *c, physics_catch_up_runner *runners, uint32_t count, double frame);
bool physics_catch_up_busy(const physics_catch_up *c); /* begun, and physics_catch_up_done has not returned true yet */
/* Whether all runners have arrived; waits up to `seconds`. Then the caller owns the runners again. */
bool physics_catch_up_done(physics_catch_up *c, double seconds);
void physics_catch_up_stop(physics_catch_up *c); /* the runners may not have arrived; does nothing if none is running */
double physics_catch_up_progress(const physics_catch_up *c); /* 0..1 */

#endif
