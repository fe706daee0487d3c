/* The motions of the game, made by program: no file is needed. They are made for the proportions of one model. */
#ifndef GAME_GAIT_H
#define GAME_GAIT_H

#include <hone/hone.h>

typedef struct motions {
    hone_motion *idle; /* stands and breathes */
    hone_motion *walk; /* a cycle of two steps forwards, from the left foot's contact on */
    hone_motion *run;  /* the same */
    hone_motion *wave; /* stands and waves with the right hand */
    hone_motion *dance;
} motions;

/* Makes idle, walk, run and wave for a humanoid; the others are set by the caller.
 * Returns whether they were made; release them in any case. */
bool motions_make(const hone_model *model, motions *out, hone_error *error);

/* Returns a motion that was made for an MMD model as a motion for any humanoid, with one reference; NULL on failure. */
hone_motion *motions_fit(hone_motion *motion, const hone_model *from, const hone_model *to, hone_error *error);

void motions_release(motions *m);

#endif
