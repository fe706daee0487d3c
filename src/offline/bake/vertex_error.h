/* Measures how far vertices are off under linear blend skinning, if bones and morphs are off. Most vertices need not
 * be skinned for that: a box around the vertices of each slot gives an upper bound of their error. */
#ifndef HONE_SRC_OFFLINE_BAKE_VERTEX_ERROR_H
#define HONE_SRC_OFFLINE_BAKE_VERTEX_ERROR_H

#include "base/memory/arena.h"
#include "offline/bake/sample_chunk.h"
#include "offline/bake/slot_bounds.h"
#include <hone/skin.h>

typedef struct hone_vertex_error {
    const hone_model_data *model;
    uint32_t *begin; /* [vertex_count + 1] first influence of each vertex */
    hone_influence *influences;
    uint32_t *slot_begin, *slot_vertices; /* [slot_count + 1] and the vertices that each slot carries */
    hone_slot_box *boxes;                 /* [slot_count] boxes around these vertices */
    hone_slot_bounds bounds;
    float heaviest;  /* the largest sum of a vertex's absolute weights */
    float *furthest; /* [morph_count of the chunk] length of a vertex morph's longest offset, else 0 */
} hone_vertex_error;

/* The data of one thread that measures. */
typedef struct hone_vertex_scratch {
    hone_affine *apart;   /* [slot_count + 1] difference of the two palettes */
    float *most;          /* [block_count * BOUND_LANES] see hone_slot_bounds_measure */
    float (*rests[2])[3]; /* [vertex_count] rest positions with the morph weights of the truth, and of the keys */
    float *weights[2];    /* [morph_count of the chunk] weights of the vertex morphs in `rests` */
    uint32_t changes;     /* how often rests[0] has changed */
} hone_vertex_scratch;

/* All arrays come from `memory`. Returns false with an error if it is out of memory. begin and influences: linear
 * weights of sum 1; the caller keeps them alive. */
bool hone_vertex_error_make(const hone_sample_chunk *chunk, uint32_t *begin, hone_influence *influences,
                            hone_arena *memory, hone_vertex_error *out, hone_error *error);

bool hone_vertex_scratch_make(const hone_vertex_error *vertices, const hone_sample_chunk *chunk, hone_arena *memory,
                              hone_vertex_scratch *out);

/* Compares sample `at` of the chunk with the bones `keyed` (model space). If a vertex is off by more than *worst,
 * sets *worst to the largest distance and *worst_vertex to that vertex, and returns true. */
bool hone_vertex_error_compare(const hone_vertex_error *vertices, hone_vertex_scratch *scratch,
                               const hone_sample_chunk *chunk, const hone_affine *keyed, uint32_t at, double *worst,
                               uint32_t *worst_vertex);

/* Sets rests[0] to the vertices with the actor's morph weights at that sample. */
void hone_vertex_error_set_truth(hone_vertex_scratch *scratch, const hone_sample_chunk *chunk, uint32_t at);

#endif
