/* The numbers of glTF's materials, as expressions and VALUE morphs change them. */
#ifndef HONE_SRC_RIG_MORPH_SURFACES_H
#define HONE_SRC_RIG_MORPH_SURFACES_H

#include "base/memory/arena.h"
#include "core/rig/morph/list.h"
#include <hone/rig.h>

typedef struct hone_morphed_surfaces {
    const hone_model_data *model;
    hone_morph_list list;       /* VALUE morphs, then those of expressions that change materials */
    int32_t *expressions;       /* [morph_count] the expression of each of the latter */
    hone_surface_state *rests;  /* [material_count] */
    hone_surface_state *states; /* [material_count] NULL: nothing changes a material */
} hone_morphed_surfaces;

/* Return where a map lies, and the numbers of a material, that nothing changes. */
hone_map_state hone_map_at_rest(const hone_map *map);
hone_surface_state hone_surface_at_rest(const hone_material *material);
bool hone_expression_changes_materials(const hone_expression *expression);

/* Memory comes from `memory`; the caller checks whether it failed. */
void hone_morphed_surfaces_init(hone_morphed_surfaces *surfaces, const hone_model_data *model, hone_arena *memory);

/* Updates the states to `weights`, [morph_count]. Returns false if no weight changed. */
bool hone_morphed_surfaces_update(hone_morphed_surfaces *surfaces, const float *weights,
                                  const hone_morph_changes *changes);

#endif
