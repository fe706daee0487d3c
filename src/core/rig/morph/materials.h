/* Material morphs applied to the materials of a model. */
#ifndef HONE_SRC_RIG_MORPH_MATERIALS_H
#define HONE_SRC_RIG_MORPH_MATERIALS_H

#include "base/memory/arena.h"
#include "core/rig/morph/list.h"
#include <hone/rig.h>

typedef struct hone_material_factors hone_material_factors;

typedef struct hone_morphed_materials {
    const hone_model_data *model;
    hone_morph_list list;
    hone_material_state *states;    /* [material_count] */
    hone_material_factors *factors; /* [material_count + 1] the last is for all materials; NULL: no such morphs */
    uint8_t *stale;                 /* [material_count + 1] 1: factors changed after the state was made */
} hone_morphed_materials;

/* Memory comes from `memory`; the caller checks whether it failed. */
void hone_morphed_materials_init(hone_morphed_materials *materials, const hone_model_data *model, hone_arena *memory);

/* Updates the states to `weights`, [morph_count]. Returns false if no weight changed. */
bool hone_morphed_materials_update(hone_morphed_materials *materials, const float *weights,
                                   const hone_morph_changes *changes);

#endif
