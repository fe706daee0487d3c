/* Memory of palettes. */
#ifndef HONE_SRC_SKIN_PALETTE_PALETTE_H
#define HONE_SRC_SKIN_PALETTE_PALETTE_H

#include "base/memory/arena.h"
#include <hone/skin.h>

/* Takes all arrays of a palette from `memory`, which the caller asks whether it failed. */
void hone_palette_allocate(hone_palette *palette, uint32_t slot_count, hone_arena *memory);

#endif
