/* Which foot stands, and where: rules of the game. A foot that is on the ground stays where it is, while the character
 * turns and its motions change. A foot that is too far from where the motion has it makes a step.
 * hone_goal_leg.offset tells hone where the feet are. */
#ifndef GAME_FEET_H
#define GAME_FEET_H

#include "terrain.h"
#include <hone/actor.h>

typedef struct foot {
    int32_t ball;    /* the bone of its toes, or the ankle */
    float height;    /* of that bone above the sole */
    bool planted;    /* whether it is on the ground */
    float place[3];  /* world: where the ball is while it is planted; x and z count */
    float offset[3]; /* world: how far the foot is from where the motion has it */
    float step;      /* 0 to 1: how far a step of its own has come */
    float from[3];   /* the offset at the beginning of that step */
} foot;

typedef struct feet {
    foot foot[2]; /* left and right */
    float leg;    /* length of a leg */
} feet;

feet feet_make(const hone_model *model, const hone_goal *goal);

/* Plans both feet after the actor was evaluated with the offsets of the frame before, and sets those of the goal.
 * standing: whether the character neither walks nor runs. */
void feet_plan(feet *both, const hone_actor *actor, const terrain *ground, bool standing, float seconds,
               hone_goal *goal);

#endif
