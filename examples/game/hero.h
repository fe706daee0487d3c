/* The character that the player moves: hone's part of the game. */
#ifndef GAME_HERO_H
#define GAME_HERO_H

#include "feet.h"
#include "gait.h"
#include "terrain.h"

/* The wishes of the player. */
typedef struct hero_wish {
    float direction[2]; /* x and z in the world: where to go, of unit length */
    float speed;        /* 0 stands, 1 walks, 2 runs, and all between */
    bool wave;          /* begins to wave */
    float target[3];    /* world: what to look at */
} hero_wish;

typedef struct hero {
    hone_actor *actor;
    const motions *motions;
    terrain *ground;
    double seconds;               /* of the last update */
    float speed;                  /* as in the wish; it follows the wish gradually */
    hone_play_id idle, walk, run; /* the motions that are blended */
    float *right_arm;             /* [bone_count] the mask of the wave */
    hone_goal stand, gaze;        /* feet on the ground, and eyes on the target */
    hone_goal_id stand_id, gaze_id;
    feet feet;
} hero;

/* motions and ground must outlive the hero. Destroy it in any case. */
bool hero_create(hero *h, const hone_model *model, const motions *m, terrain *ground, hone_error *error);
void hero_destroy(hero *h);

/* Goes to a time. Allocates nothing, except where a wave begins. */
bool hero_update(hero *h, const hero_wish *wish, double seconds, hone_error *error);

#endif
