/* What files ask for and hone reads but does not evaluate yet, said honestly and once. */
#ifndef HONE_CMD_UNEVALUATED_H
#define HONE_CMD_UNEVALUATED_H

#include "play.h"

#include <hone/actor.h>

/* Morphs that push bodies and have weight now, unless --physics off asked for stillness. True: warned of them. */
bool unevaluated_warn_impulses(const char *file, const hone_actor *actor, const play_values *play, report *r);

/* Bodies that would move in a sequence, unless --physics off asked for stillness. */
void unevaluated_warn_physics(const char *file, const hone_model *model, const play_values *play, report *r);

#endif
