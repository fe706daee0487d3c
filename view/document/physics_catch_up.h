/* Brings simulated characters to a time that lies far off, in a thread of its own, while the window goes on. */
#ifndef HONE_VIEW_DOCUMENT_PHYSICS_CATCH_UP_H
#define HONE_VIEW_DOCUMENT_PHYSICS_CATCH_UP_H

#include <hone/actor.h>

typedef struct chase chase;

/* A character on its way. The chase's own from chase_begin until chase_done says true or chase_stop returns. */
typedef struct chase_runner {
    hone_actor *actor; /* with exact physics */
    double reached;    /* frames; in: where it is, negative: nowhere. Out: how far it came */
    double furthest;   /* frames; the last that it has ever reached since it began, negative: none */
    bool restart;      /* what it plays has changed: what it has been through counts for nothing */
} chase_runner;

chase_runner chase_runner_of(hone_actor *actor); /* which has not begun yet */
/* The runner's actor has come to `frame`, by a chase or otherwise. */
void chase_runner_passed(chase_runner *r, double frame);

chase *chase_create(hone_error *error); /* errors: MEMORY, DEVICE (no thread) */
void chase_destroy(chase *c);           /* stops; NULL is fine */

/* None may be under way. runners: [count], must stay until it is done. */
void chase_begin(chase *c, chase_runner *runners, uint32_t count, double frame);
bool chase_busy(const chase *c); /* begun, and chase_done has not said true yet */
/* Whether all have arrived; waits up to `seconds` for it. Then the runners are the caller's again. */
bool chase_done(chase *c, double seconds);
void chase_stop(chase *c);             /* they may not have arrived; nothing under way: nothing */
double chase_progress(const chase *c); /* 0..1 */

#endif
