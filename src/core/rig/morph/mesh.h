/* Arrays of the mesh with morphs applied: positions, normals and texture coordinates. */
#ifndef HONE_SRC_RIG_MORPH_MESH_H
#define HONE_SRC_RIG_MORPH_MESH_H

#include "base/memory/arena.h"
#include "core/rig/morph/list.h"

typedef struct hone_morphed_array {
    hone_morph_list list;
    const float *rest; /* the mesh's own array; NULL: it has none */
    float *values;     /* the array with morphs applied; NULL: no morph changes it */
    uint32_t components;
    bool normals; /* apply the offsets of normals, not those of positions */
} hone_morphed_array;

/* Prepares the array that morphs of `kind` change: VERTEX or UV..UV4. Memory comes from `memory`; the caller checks
 * whether it failed. */
void hone_morphed_array_init(hone_morphed_array *array, const hone_model_data *model, hone_morph_kind kind,
                             hone_arena *memory);

/* The same for normals, which morphs of kind VERTEX may change too. */
void hone_morphed_normals_init(hone_morphed_array *array, const hone_model_data *model, hone_arena *memory);

/* Updates the array to `weights`, [morph_count]. Returns false if no weight changed. */
bool hone_morphed_array_update(hone_morphed_array *array, const float *weights, const hone_morph_changes *changes);

/* Returns the array with the weights of the last update; the mesh's own array if no morph with weight changes it. */
const float *hone_morphed_array_values(const hone_morphed_array *array);

#endif
