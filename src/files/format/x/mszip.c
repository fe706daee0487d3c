/* Inflates the compressed blocks of a .x file. */
#include "files/format/x/mszip.h"
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/inflate/inflate.h"
#include <hone/format.h>

#include <inttypes.h>

enum {
    BLOCK = HONE_INFLATE_WINDOW,
    MOST = 1032 /* the most bytes that deflate can make of one */
};

struct hone_mszip {
    hone_allocator allocator;
    hone_reader in;
    uint64_t offset;           /* offset of the blocks in the file */
    size_t before;             /* bytes at the end of the first half, which the next block may refer to */
    size_t last;               /* bytes of the block that was returned last */
    uint8_t window[2 * BLOCK]; /* earlier output, then the current block */
};

bool hone_compressed_x_available(void)
{
    return hone_inflate_available();
}

hone_mszip *hone_mszip_open(const uint8_t *blocks, size_t size, uint64_t offset, const hone_allocator *allocator,
                            hone_error *error)
{
    if (!hone_inflate_available()) {
        hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is compressed .x, but hone was built without zlib");
        return NULL;
    }
    hone_mszip *mszip = hone_allocate(allocator, 1, sizeof *mszip);
    if (!mszip)
        return hone_fail_memory(error), NULL;
    mszip->allocator = hone_allocator_or_default(allocator);
    mszip->in = hone_reader_make(blocks, size);
    mszip->offset = offset;
    return mszip;
}

void hone_mszip_close(hone_mszip *mszip)
{
    if (!mszip)
        return;
    hone_allocator allocator = mszip->allocator;
    hone_deallocate(&allocator, mszip, 1, sizeof *mszip);
}

/* Moves the last block in front of the next one, as its dictionary. */
static void shift(hone_mszip *mszip)
{
    memmove(mszip->window, mszip->window + mszip->last, BLOCK);
    mszip->before = mszip->before + mszip->last < BLOCK ? mszip->before + mszip->last : BLOCK;
    mszip->last = 0;
}

bool hone_mszip_next(hone_mszip *mszip, const uint8_t **block, size_t *block_size, hone_error *error)
{
    hone_reader *in = &mszip->in;
    uint64_t at = mszip->offset + hone_reader_offset(in);
    *block = mszip->window + BLOCK, *block_size = 0;
    if (hone_reader_left(in) == 0)
        return true;
    shift(mszip);
    size_t out_size = hone_read_u16(in), in_size = hone_read_u16(in);
    const uint8_t *bytes = hone_read_bytes(in, in_size);
    bool plausible = bytes && in_size > 2 && bytes[0] == 'C' && bytes[1] == 'K' && out_size > 0 && out_size <= BLOCK;
    hone_code code = HONE_ERROR_FORMAT;
    bool ok = plausible && hone_inflate_after(mszip->before, bytes + 2, in_size - 2, mszip->window + BLOCK, out_size,
                                              &mszip->allocator, &code);
    if (!ok && code == HONE_ERROR_MEMORY)
        return hone_fail_memory(error);
    if (!ok)
        return hone_fail(error, HONE_ERROR_FORMAT, at, "the compressed block at byte %" PRIu64 " is damaged", at);
    mszip->last = *block_size = out_size;
    return true;
}

uint64_t hone_mszip_bound(const hone_mszip *mszip)
{
    return (uint64_t)hone_reader_left(&mszip->in) * MOST;
}
