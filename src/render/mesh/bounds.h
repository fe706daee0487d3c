/* How far figures reach, without a look at their skinned vertices: those may only ever be on the GPU. */
#ifndef HONE_SRC_RENDER_MESH_BOUNDS_H
#define HONE_SRC_RENDER_MESH_BOUNDS_H

#include "render/mesh/gpu_model.h"

/* Fills in figure->balls. Errors: MEMORY. Cost: once a figure, two passes over all influences. */
bool hone_gpu_model_measure(hone_gpu_model *gpu_model, hone_error *error);

/* Grows `bounds`, of the world, by more than the placement's vertices can take up as it stands; what vertex morphs move
 * far out is not counted. Cost: a pass over the slots of each pose, and over the instances. */
void hone_draw_item_add_bounds(const hone_draw_item *item, hone_bounds *bounds);

#endif
