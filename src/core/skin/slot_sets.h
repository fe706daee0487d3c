/* Finds the slot sets of a mesh: the distinct lists of slots that its vertices use, after the influences are cleaned
 * up. */
#ifndef HONE_SRC_SKIN_SLOT_SETS_H
#define HONE_SRC_SKIN_SLOT_SETS_H

#include "base/memory/arena.h"
#include <hone/skin.h>

/* All vertices that are skinned in the same way and use the same slots. */
typedef struct hone_slot_set {
    uint8_t kind;  /* HONE_SKIN_BY_… */
    bool implicit; /* the weights of each vertex are in 0..1 and have sum 1 (within 1e-6) */
    uint32_t influences;
    /* The slots, taken from any one of the vertices. The weights here belong to that vertex only. */
    const hone_influence *slots;
    uint32_t vertices; /* number of vertices */
    uint32_t id;       /* its number in hone_slot_sets.of */
} hone_slot_set;

typedef struct hone_slot_sets {
    uint32_t *begin; /* [vertex_count + 1] first influence of each vertex */
    /* For each vertex: slots ascending, no slot twice, no zero weights. */
    hone_influence *influences;
    uint32_t *of; /* [vertex_count] number of the vertex's slot set */
    uint32_t count;
    hone_slot_set *sets; /* [count] sorted by kind, implicit, influences, slots */
} hone_slot_sets;

/* desc must have been checked. All memory comes from `scratch`; returns false if it is out of memory. */
bool hone_slot_sets_find(const hone_skin_desc *desc, hone_arena *scratch, hone_slot_sets *out);

/* Checks a mesh. Errors: ARGUMENT. */
bool hone_skin_check_desc(const hone_skin_desc *desc, hone_error *error);

/* Computes the points c0 and c1 of an SDEF vertex (see hone_skin_vertex) from those of the file. influences: in
 * compiled order, which may be the reverse of the file's; `first` is the slot that belongs to r0. */
void hone_sdef_centres(const hone_sdef *points, int32_t first, const hone_influence influences[2], float out[2][3]);

#endif
