/* The segments of the bones for weights by distance in the vertex shader: two texels a slot, head and 1 / length^2,
 * then the vector from head to tail. */
#ifndef HONE_SRC_RENDER_MESH_SEGMENTS_H
#define HONE_SRC_RENDER_MESH_SEGMENTS_H

#include "draw/render/mesh/bone_texture.h"
#include "draw/render/renderer.h"

typedef struct hone_gpu_segments {
    hone_bone_texture texture;
    float length; /* h of the rule */
} hone_gpu_segments;

/* Sends the segments of the slots of a split with a single palette, in its order, if that was not done yet. A context
 * must be current. Errors: MEMORY, DEVICE (too many for a texture). */
bool hone_gpu_segments_prepare(hone_gpu_segments *out, const hone_renderer *renderer, const hone_model *model,
                               const hone_split *split, hone_error *error);

/* Sets the uniforms of the current program. exponent 0: 16. */
void hone_gpu_segments_use(const hone_gpu_segments *segments, const hone_renderer *renderer,
                           const hone_program *program, float exponent);

void hone_gpu_segments_destroy(hone_gpu_segments *segments);

#endif
