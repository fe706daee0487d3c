/* MSZIP: deflate in blocks of at most 32768 bytes, each of which may refer to the output before it. */
#ifndef HONE_SRC_FORMAT_X_MSZIP_H
#define HONE_SRC_FORMAT_X_MSZIP_H

#include <hone/base.h>

typedef struct hone_mszip hone_mszip;

/* blocks[0..size) must stay valid; `offset` is their offset in the file, for errors. Errors: UNSUPPORTED (not built
 * in), MEMORY. */
hone_mszip *hone_mszip_open(const uint8_t *blocks, size_t size, uint64_t offset, const hone_allocator *allocator,
                            hone_error *error);
void hone_mszip_close(hone_mszip *mszip); /* NULL is fine */

/* Returns the next block, which is valid until the next call; *block_size 0: there are no more. Errors: FORMAT. */
bool hone_mszip_next(hone_mszip *mszip, const uint8_t **block, size_t *block_size, hone_error *error);

/* The most bytes that can still come. */
uint64_t hone_mszip_bound(const hone_mszip *mszip);

#endif
