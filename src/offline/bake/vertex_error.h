/* How far vertices are off by, skinned linearly, where bones and morphs are off. Most vertices need not be skinned for
 * that: a box around what each slot carries says how far its vertices can be off at most. */
#ifndef HONE_SRC_OFFLINE_BAKE_VERTEX_ERROR_H
#define HONE_SRC_OFFLINE_BAKE_VERTEX_ERROR_H

#include "offline/bake/sample_chunk.h"
#include <hone/skin.h>

typedef struct hone_vertex_error {
    const hone_model_data *model;
    uint32_t *begin; /* [vertex_count + 1] of each vertex's influences */
    hone_influence *influences;
    uint32_t *slot_begin, *slot_vertices; /* [slot_count + 1] the vertices that a slot carries */
    float (*low)[3], (*high)[3];          /* [slot_count] around them at rest, mesh space */
    float *roam;                          /* [slot_count] how far their morphs move them at most */
    float heaviest;                       /* the largest sum of a vertex's weights without their signs */
    hone_affine *apart;                   /* [slot_count] scratch: one palette less the other */
    float (*rests[2])[3];                 /* [vertex_count] as the truth's and the keys' morphs have them */
    uint8_t *morphed[2];                  /* [morph_count of the window] which morphs are in `rests` */
} hone_vertex_error;

/* All in `memory`; false, with an error, if there is none. begin and influences: linear weights of sum 1, kept. */
bool hone_vertex_error_make(const hone_sample_chunk *window, uint32_t *begin, hone_influence *influences,
                            hone_builder *memory, hone_vertex_error *out, hone_error *error);

/* Looks at sample `at` of the window, where the keys have the bones at `keyed` (model space). *worst grows to the
 * distance of the vertex that is off by most, and *worst_vertex is that vertex, if it is off by more than *worst. */
void hone_vertex_error_compare(hone_vertex_error *vertices, const hone_sample_chunk *window, const hone_affine *keyed,
                               uint32_t at, double *worst, uint32_t *worst_vertex);

/* Puts rests[0] where the actor's morphs have the vertices at that sample. */
void hone_vertex_error_set_truth(hone_vertex_error *vertices, const hone_sample_chunk *window, uint32_t at);

#endif
