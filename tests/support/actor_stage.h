/* An actor with three random motions, some of which it plays. */
#ifndef HONE_TESTS_SUPPORT_ACTOR_STAGE_H
#define HONE_TESTS_SUPPORT_ACTOR_STAGE_H

#include <hone/actor.h>

typedef struct actor_stage {
    const hone_model *model;
    hone_motion *motions[3];
    hone_play_id playing[3]; /* the motions that play */
    hone_actor *actor;
} actor_stage;

/* The actor plays the first `playing` motions. A failure fails the test. */
actor_stage open_stage(const hone_model *model, uint32_t playing);
void close_stage(actor_stage *s);

#endif
