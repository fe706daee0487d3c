/* Arrays of the mesh with morphs added: positions, normals and texture coordinates. */
#ifndef HONE_SRC_RIG_MORPH_MESH_H
#define HONE_SRC_RIG_MORPH_MESH_H

#include "base/arena.h"
#include "rig/morph/list.h"

typedef struct hone_morphed_array {
    hone_morph_list list;
    const float *rest; /* the mesh's own; NULL where it has none */
    float *values;     /* moved by the list's morphs; NULL: none moves it */
    uint32_t components;
    bool normals; /* what vertex morphs say of normals, instead of positions */
} hone_morphed_array;

/* What morphs of `kind`, VERTEX or UV..UV4, move. Memory comes from `memory`, which the caller asks whether it failed.
 */
void hone_morphed_array_init(hone_morphed_array *array, const hone_model_data *model, hone_morph_kind kind,
                             hone_arena *memory);

/* The normals, which morphs of kind VERTEX may move too. */
void hone_morphed_normals_init(hone_morphed_array *array, const hone_model_data *model, hone_arena *memory);

/* Brings the array to these weights, [morph_count]. Returns false if no weight changed. */
bool hone_morphed_array_update(hone_morphed_array *array, const float *weights, const hone_morph_changes *changes);

/* Returns the array by the weights of the last update; the mesh's own where no morph with weight moves it. */
const float *hone_morphed_array_values(const hone_morphed_array *array);

#endif
