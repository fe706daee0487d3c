/* Expressions: warps of the face's chart, and the other kinds of morph for variety. */
#ifndef HONE_SAMPLES_MORPHS_H
#define HONE_SAMPLES_MORPHS_H

#include "character.h"

/* Fills in the morphs of the data; arrays come from the builder. */
void morphs_build(const character *c, hone_builder *builder, hone_model_data *data);

#endif
