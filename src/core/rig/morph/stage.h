/* All morphs of a model: final weights, and their effect on bones, mesh and materials. */
#ifndef HONE_SRC_RIG_MORPH_STAGE_H
#define HONE_SRC_RIG_MORPH_STAGE_H

#include "base/memory/arena.h"
#include "core/rig/morph/bones.h"
#include "core/rig/morph/expression/surfaces.h"
#include "core/rig/morph/materials.h"
#include "core/rig/morph/mesh.h"
#include "core/rig/morph/weights.h"

enum { HONE_UV_SETS = 5 }; /* the texture's coordinates, then the additional ones */

typedef struct hone_morph_stage {
    hone_morph_weights weights;
    hone_morphed_bones bones;
    hone_morphed_array positions, normals, uvs[HONE_UV_SETS];
    hone_morphed_materials materials;
    hone_morphed_surfaces surfaces;
    uint64_t *revisions; /* [morph_count] as in `result` */
    hone_morph_result result;
} hone_morph_stage;

/* Prepares the morphs; the result is that of all weights 0. Memory comes from `memory`; the caller checks whether it
 * failed. */
void hone_morph_stage_init(hone_morph_stage *stage, const hone_model_data *model, hone_arena *memory);

/* Computes the final weights from those of the tracks, [morph_count], and applies the bone morphs, which the rig
 * reads. */
void hone_morph_stage_weigh(hone_morph_stage *stage, const float *track_weights);

/* Returns NULL if no bone morph with weight moves the bone. Called for every bone in every frame. */
static inline const hone_bone_offset *hone_morph_stage_bone(const hone_morph_stage *stage, uint32_t bone)
{
    const hone_morphed_bones *bones = &stage->bones;
    return bones->active && bones->active[bone] ? &bones->offsets[bone] : NULL;
}

/* Updates the result to the final weights. */
void hone_morph_stage_apply(hone_morph_stage *stage);

#endif
