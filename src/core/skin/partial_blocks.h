/* Packs the partly filled blocks of different slot sets together. The remainder of a slot set: the vertices that are
 * left after its full blocks. A union: a block that several remainders share. */
#ifndef HONE_SRC_SKIN_PARTIAL_BLOCKS_H
#define HONE_SRC_SKIN_PARTIAL_BLOCKS_H

#include "base/memory/arena.h"
#include "core/skin/slot_sets.h"

enum { HONE_SKIN_UNION = 4 }; /* Maximal number of slots of a union. The kernels have unrolled loops up to here. */

/* A block for the remainders of several slot sets, all implicit. A vertex has weight 0 for the slots that it does not
 * use. */
typedef struct hone_skin_union {
    uint8_t kind;
    uint32_t influences, vertices;
    uint32_t slots[HONE_SKIN_UNION]; /* [influences] ascending */
    uint32_t first, last;            /* the slot sets, linked by hone_partial_blocks.next */
} hone_skin_union;

typedef struct hone_partial_blocks {
    uint32_t count;
    hone_skin_union *unions; /* [count] sorted by kind, influences, slots */
    uint32_t *next;          /* [slot sets] the next slot set in the same union; the last one points to itself */
    /* [slot sets] true: the remainder is in no union. Its vertices go to mixed blocks, where each lane has its own
     * slots. */
    bool *mixed;
} hone_partial_blocks;

/* Returns how many of the slot set's vertices fill whole blocks. The others are its remainder. */
uint32_t hone_slot_set_full(const hone_slot_set *set);

/* Returns whether the remainder may share a block with others. SDEF needs exactly its own two slots. With negative
 * weights a weight of 0 could be the heaviest one, which decides the hemisphere of dual quaternions. */
bool hone_slot_set_can_share(const hone_slot_set *set);

/* All memory comes from `scratch`; returns false if it is out of memory. */
bool hone_partial_blocks_pack(const hone_slot_sets *sets, uint32_t slot_count, hone_arena *scratch,
                              hone_partial_blocks *out);

#endif
