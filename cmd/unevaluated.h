/* What files ask for and hone reads but does not evaluate yet, said honestly and once. */
#ifndef HONE_CMD_UNEVALUATED_H
#define HONE_CMD_UNEVALUATED_H

#include "play.h"

#include <hone/actor.h>

void unevaluated_warn_model(const char *file, const hone_model *model, const play_values *play, report *r);

/* Kinds of morphs that have weight now. `noted`: bits of those warned of before; returns those warned of after. */
uint32_t unevaluated_warn_morphs(const char *file, const hone_actor *actor, uint32_t noted, report *r);

/* Bodies that would move in a sequence, unless --physics off asked for stillness. */
void unevaluated_warn_physics(const char *file, const hone_model *model, const play_values *play, report *r);

#endif
