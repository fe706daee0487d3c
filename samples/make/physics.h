/* Rigid bodies and joints: static limbs, and dynamic hair, skirt and ribbons. */
#ifndef HONE_SAMPLES_PHYSICS_H
#define HONE_SAMPLES_PHYSICS_H

#include "skeleton.h"

void physics_build(const skeleton *s, hone_builder *builder, hone_model_data *data);

#endif
