/* Expressions, which deform the chart of the face, and one example of each other kind of morph. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_MORPHS_H
#define HONE_SAMPLES_MAKE_CHARACTER_MORPHS_H

#include "samples/make/character/character.h"

/* Adds the morphs to the data; the builder allocates the arrays. */
void morphs_build(const character *c, hone_builder *builder, hone_model_data *data);

#endif
