/* Bounding boxes of models without skinned vertices, because those may exist only on the GPU. */
#ifndef HONE_SRC_RENDER_MESH_BOUNDS_H
#define HONE_SRC_RENDER_MESH_BOUNDS_H

#include "draw/render/mesh/gpu_model.h"

/* Fills in gpu_model->balls. Errors: MEMORY, in the first call only; later ones, after the weights have changed,
 * allocate nothing. Cost: two passes over all influences. */
bool hone_gpu_model_measure(hone_gpu_model *gpu_model, hone_error *error);

/* Grows `bounds` (world space) to a box that contains the item's vertices in its current poses. Vertices that morphs
 * move far out may be outside. Cost: a pass over the slots of each pose and over the instances. */
void hone_draw_entry_add_bounds(const hone_draw_entry *entry, hone_bounds *bounds);

#endif
