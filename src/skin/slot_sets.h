/* What of a mesh's influences skinning goes by: tidied, and the distinct tuples of slots among them. */
#ifndef HONE_SRC_SKIN_SLOT_SETS_H
#define HONE_SRC_SKIN_SLOT_SETS_H

#include <hone/skin.h>

/* The vertices of one kind with the same slots in the same order. */
typedef struct hone_slot_set {
    uint8_t kind;  /* HONE_SKIN_BY_… */
    bool implicit; /* the weights of each vertex lie in 0..1 and have sum 1 (within 1e-6) */
    uint32_t influences;
    const hone_influence *slots; /* of any of its vertices: weights are that vertex's own */
    uint32_t vertices;           /* how many */
    uint32_t id;                 /* as in hone_slot_sets.of */
} hone_slot_set;

typedef struct hone_slot_sets {
    uint32_t *begin; /* [vertex_count + 1] into influences */
    /* Of a vertex: no zero weight, ascending slots, none twice. */
    hone_influence *influences;
    uint32_t *of; /* [vertex_count] a vertex's tuple */
    uint32_t count;
    hone_slot_set *tuples; /* [count] by kind, implicit, influences, slots */
} hone_slot_sets;

/* desc: checked. All memory from `scratch`; false if it has failed. */
bool hone_slot_sets_find(const hone_skin_desc *desc, hone_builder *scratch, hone_slot_sets *out);

#endif
