/* Bone morphs applied to the bones of a model. */
#ifndef HONE_SRC_RIG_MORPH_BONES_H
#define HONE_SRC_RIG_MORPH_BONES_H

#include "base/memory/arena.h"
#include "core/rig/morph/list.h"

/* Added to a bone's keys: this translation plus the key's; this rotation times the key's. */
typedef struct hone_bone_offset {
    float translation[3], rotation[4];
} hone_bone_offset;

typedef struct hone_morphed_bones {
    hone_morph_list list;
    hone_bone_offset *offsets; /* [bone_count] valid where `active`; NULL: the model has no bone morphs */
    uint8_t *active;           /* [bone_count] 1 where a morph with weight moves the bone */
} hone_morphed_bones;

/* Memory comes from `memory`; the caller checks whether it failed. */
void hone_morphed_bones_init(hone_morphed_bones *bones, const hone_model_data *model, hone_arena *memory);

void hone_morphed_bones_update(hone_morphed_bones *bones, const float *weights);

#endif
