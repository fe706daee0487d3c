/* Simulates hair, skirt and ribbons through the dance and stores the result as keys. */
#ifndef HONE_SAMPLES_FOLLOW_H
#define HONE_SAMPLES_FOLLOW_H

#include "tracks.h"
#include <hone/model.h>

void follow_chains(tracks *t, const hone_model *model);

#endif
