/* How far a figure reaches, without a look at its skinned vertices: those may only ever be on the GPU. */
#ifndef HONE_SRC_RENDER_EXTENT_H
#define HONE_SRC_RENDER_EXTENT_H

#include "render/figure.h"

/* Fills in figure->reach. Errors: MEMORY. Cost: once a figure, a pass over all influences. */
bool hone_figure_measure(hone_figure *figure, hone_error *error);

/* Grows `bounds`, of the world, by more than the actor's vertices can take up as it stands; what vertex morphs move
 * far out is not counted. Cost: a pass over the bones. */
void hone_figure_add_extent(const hone_figure *figure, const hone_actor *actor, hone_bounds *bounds);

#endif
