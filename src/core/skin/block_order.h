/* Orders the blocks of a big skin by where their vertices are in the file. */
#ifndef HONE_SRC_SKIN_BLOCK_ORDER_H
#define HONE_SRC_SKIN_BLOCK_ORDER_H

#include "base/memory/arena.h"
#include "core/skin/compiled.h"

enum {
    /* Consecutive vertices of the file whose blocks are neighbours. Positions and normals of a window are 768 KiB. */
    HONE_SKIN_WINDOW = 1 << 15,
    /* Skins of more vertices than this have windows. Results of smaller ones fit into a near cache in any order. */
    HONE_SKIN_WHOLE = 2 * HONE_SKIN_WINDOW
};

/* Orders the blocks by window, and within a window as they were. A run into the file's order then writes to one part
 * of the output after the other, so that a cache line is complete before it leaves the cache. No block changes, and so
 * no result does. Splits groups at the borders of windows.
 *
 * skin: its groups, vertices, used, slots and lanes are filled in. All but lanes are replaced by copies, which are
 * allocated from skin->memory.
 * Returns false if out of memory. */
bool hone_skin_order_blocks(hone_skin *skin, hone_arena *scratch);

#endif
