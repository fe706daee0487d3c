/* What hangs follows: hair, skirt and ribbons swung through the dance, and keyed as they swung. */
#ifndef HONE_SAMPLES_FOLLOW_H
#define HONE_SAMPLES_FOLLOW_H

#include "tracks.h"
#include <hone/model.h>

void follow_chains(tracks *t, const hone_model *model);

#endif
