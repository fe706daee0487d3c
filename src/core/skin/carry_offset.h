/* What skinning makes of an offset of a vertex. */
#ifndef HONE_SRC_SKIN_CARRY_OFFSET_H
#define HONE_SRC_SKIN_CARRY_OFFSET_H

#include <hone/model.h>

/* Transforms the offset of a morph as linear blending transforms its vertex. model_from_bone: [bone_count]. out: model
 * space. */
void hone_carry_offset(const hone_mesh *mesh, const hone_affine *model_from_bone, const hone_morph_vertex *in,
                       float out[3]);

#endif
