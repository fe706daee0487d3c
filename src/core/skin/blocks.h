/* Packs vertices into blocks of LANES lanes: decides which vertex goes into which lane. */
#ifndef HONE_SRC_SKIN_BLOCKS_H
#define HONE_SRC_SKIN_BLOCKS_H

#include "base/memory/arena.h"
#include "core/skin/compiled.h"
#include "core/skin/slot_sets.h"

/* Fills in the skin's groups, blocks, vertices, used and lanes. The results are allocated from skin->memory,
 * temporary arrays from `scratch`. Returns false if either is out of memory. */
bool hone_skin_make_blocks(hone_skin *skin, const hone_slot_sets *sets, hone_arena *scratch);

#endif
