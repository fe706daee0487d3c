/* The box of what casts and receives shadows: the shadow map is cut to it, so each texel of a map depends on it. It is
 * that of balls around the vertices of each slot, for several poses and all instances at once. The oriented boxes of
 * core/bounds would be tighter, but would move the texels, and with them the edges of all shadows. */
#ifndef HONE_SRC_RENDER_MESH_BOUNDS_H
#define HONE_SRC_RENDER_MESH_BOUNDS_H

#include "draw/render/mesh/gpu_model.h"

/* Fills in gpu_model->balls. Errors: MEMORY, in the first call only; later ones, after the weights have changed,
 * allocate nothing. Cost: two passes over all influences. */
bool hone_gpu_model_measure(hone_gpu_model *gpu_model, hone_error *error);

/* Grows a box in model space by the vertices of a pose. */
void hone_gpu_model_add_pose(const hone_gpu_model *gpu_model, const hone_palette *pose, hone_bounds *box);

/* Grows `bounds` (world space) to a box that contains the item's vertices in its current poses. Vertices that morphs
 * move far out may be outside. Cost: a pass over the slots of each pose and over the instances. */
void hone_draw_entry_add_bounds(const hone_draw_entry *entry, hone_bounds *bounds);

#endif
