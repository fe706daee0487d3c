/* Morphs: final weights, and what each kind does with its own. What does not move bones is made when it is asked for.
 */
#ifndef HONE_SRC_RIG_MORPH_MORPH_H
#define HONE_SRC_RIG_MORPH_MORPH_H

#include "rig/morph/bones.h"
#include "rig/morph/materials.h"
#include "rig/morph/mesh.h"
#include "rig/morph/weights.h"

enum { HONE_UV_SETS = 5 }; /* the texture's, then the additional ones */

typedef struct hone_morphing {
    hone_morph_weights weights;
    hone_morphed_array positions, normals, uvs[HONE_UV_SETS];
    hone_morphed_bones bones;
    hone_morphed_materials materials;
} hone_morphing;

/* Memory comes from `memory`, which the caller asks whether it failed. */
void hone_morphing_init(hone_morphing *morphing, const hone_model_data *model, hone_builder *memory);

/* Final weights from those of the tracks, [morph_count], and what they do to bones. */
void hone_morphing_weigh(hone_morphing *morphing, const float *track_weights);

/* NULL where no bone morph with weight moves it. Asked for every bone of every frame. */
static inline const hone_bone_offset *hone_morphing_bone(const hone_morphing *morphing, uint32_t bone)
{
    const hone_morphed_bones *bones = &morphing->bones;
    return bones->active && bones->active[bone] ? &bones->offsets[bone] : NULL;
}

/* As the hone_rig functions of these names. set: 0 the texture's, 1..4 the additional ones. */
const float *hone_morphing_positions(hone_morphing *morphing);
const float *hone_morphing_normals(hone_morphing *morphing);
const float *hone_morphing_uvs(hone_morphing *morphing, uint32_t set);
const hone_material_state *hone_morphing_materials(hone_morphing *morphing);

#endif
