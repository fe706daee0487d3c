/* Simulates hair, skirt and ribbons through the dance and stores the result as keys. */
#ifndef HONE_SAMPLES_MAKE_DANCE_FOLLOW_H
#define HONE_SAMPLES_MAKE_DANCE_FOLLOW_H

#include "samples/make/dance/tracks.h"
#include <hone/model.h>

void follow_chains(tracks *t, const hone_model *model);

#endif
