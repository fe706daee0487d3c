/* What tuples leave over once they have filled blocks: put together, so that strangers share a block of few slots. */
#ifndef HONE_SRC_SKIN_PARTIAL_BLOCKS_H
#define HONE_SRC_SKIN_PARTIAL_BLOCKS_H

#include "skin/slot_sets.h"

enum { HONE_SKIN_UNION = 4 }; /* slots that strangers may share: loops are flat up to here */

/* A block for the tails of some tuples, all implicit. Of the slots that a vertex does not name its weight is 0. */
typedef struct hone_skin_union {
    uint8_t kind;
    uint32_t influences, vertices;
    uint32_t slots[HONE_SKIN_UNION]; /* [influences] ascending */
    uint32_t first, last;            /* the tuples, chained by hone_partial_blocks.next */
} hone_skin_union;

typedef struct hone_partial_blocks {
    uint32_t count;
    hone_skin_union *unions; /* [count] by kind, influences, slots */
    uint32_t *next;          /* [tuples] whose tail follows in the union */
    bool *apart;             /* [tuples] in no union: each vertex brings slots of its own */
} hone_partial_blocks;

/* How many of a tuple's vertices fill blocks; what is left is its tail. */
uint32_t hone_slot_set_full(const hone_slot_set *tuple);

/* Whether others may share the slots of its tail. SDEF goes by its own pair; and beside weights below 0 a weight of 0
 * would be the heaviest, by which dual quaternions are turned to one hemisphere. */
bool hone_slot_set_joins(const hone_slot_set *tuple);

/* All memory from `scratch`; false if it has failed. */
bool hone_partial_blocks_pack(const hone_slot_sets *tuples, uint32_t slot_count, hone_builder *scratch,
                              hone_partial_blocks *out);

#endif
