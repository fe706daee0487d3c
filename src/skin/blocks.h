/* Vertices into blocks: which vertex goes into which lane. */
#ifndef HONE_SRC_SKIN_BLOCKS_H
#define HONE_SRC_SKIN_BLOCKS_H

#include "skin/compiled.h"
#include "skin/slot_sets.h"

/* Fills in groups, blocks, vertices, used and lanes of the skin; its memory from skin->memory, the rest from `scratch`.
 * False if either has failed. */
bool hone_skin_lay_out(hone_skin *skin, const hone_slot_sets *tuples, hone_builder *scratch);

#endif
