/* Colliders in the world. */
#ifndef HONE_SRC_SPRING_COLLIDE_H
#define HONE_SRC_SPRING_COLLIDE_H

#include "base/double_affine.h"
#include <hone/spring.h>

/* Computes where a collider is. bone: world from bone space. scale: of its radius. */
void hone_spring_shape_place(const hone_collider *collider, const hone_double_affine *bone, double scale,
                             hone_spring_shape *out);

#endif
