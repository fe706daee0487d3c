/* Rigid bodies and joints: static limbs, and dynamic hair, skirt and ribbons. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_PHYSICS_H
#define HONE_SAMPLES_MAKE_CHARACTER_PHYSICS_H

#include "samples/make/character/skeleton.h"

void physics_build(const skeleton *s, hone_builder *builder, hone_model_data *data);

#endif
