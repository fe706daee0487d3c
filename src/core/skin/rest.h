/* Copies of a part of a skin's rest positions. */
#ifndef HONE_SRC_SKIN_REST_H
#define HONE_SRC_SKIN_REST_H

#include <hone/skin.h>

/* As hone_skin_rest_create, for blocks b with changes[b] != 0 only, [hone_skin_block_count]: vertices of other blocks
 * must not be set. Its size is that of those blocks, and 4 bytes a block of the skin. changes: NULL: all blocks. */
hone_skin_rest *hone_skin_rest_create_blocks(const hone_skin *skin, bool normals, const uint8_t *changes,
                                             const hone_allocator *allocator, hone_error *error);

#endif
