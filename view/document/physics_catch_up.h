/* Brings simulated characters to a time that lies far off, in a thread of its own, while the window goes on. */
#ifndef HONE_VIEW_DOCUMENT_PHYSICS_CATCH_UP_H
#define HONE_VIEW_DOCUMENT_PHYSICS_CATCH_UP_H

#include <hone/actor.h>

typedef struct physics_catch_up physics_catch_up;

/* A character on its way. The chase's own from physics_catch_up_begin until physics_catch_up_done says true or
 * physics_catch_up_stop returns. */
typedef struct physics_catch_up_runner {
    hone_actor *actor; /* with exact physics */
    double reached;    /* frames; in: where it is, negative: nowhere. Out: how far it came */
    double furthest;   /* frames; the last that it has ever reached since it began, negative: none */
    bool restart;      /* what it plays has changed: what it has been through counts for nothing */
} physics_catch_up_runner;

physics_catch_up_runner physics_catch_up_runner_of(hone_actor *actor); /* which has not begun yet */
/* The runner's actor has come to `frame`, by a chase or otherwise. */
void physics_catch_up_runner_passed(physics_catch_up_runner *r, double frame);

physics_catch_up *physics_catch_up_create(hone_error *error); /* errors: MEMORY, DEVICE (no thread) */
void physics_catch_up_destroy(physics_catch_up *c);           /* stops; NULL is fine */

/* None may be under way. runners: [count], must stay until it is done. */
void physics_catch_up_begin(physics_catch_up *c, physics_catch_up_runner *runners, uint32_t count, double frame);
bool physics_catch_up_busy(const physics_catch_up *c); /* begun, and physics_catch_up_done has not said true yet */
/* Whether all have arrived; waits up to `seconds` for it. Then the runners are the caller's again. */
bool physics_catch_up_done(physics_catch_up *c, double seconds);
void physics_catch_up_stop(physics_catch_up *c);             /* they may not have arrived; nothing under way: nothing */
double physics_catch_up_progress(const physics_catch_up *c); /* 0..1 */

#endif
