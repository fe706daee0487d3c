/* Inflates the compressed blocks of a .x file with zlib. */
#include "files/format/x/mszip/mszip.h"
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/inflate/zlib_memory.h"
#include <hone/format.h>

#include <inttypes.h>

enum {
    BLOCK = 32768,
    MOST = 1032 /* the most bytes that deflate can make of one */
};

struct hone_mszip {
    hone_allocator allocator;
    hone_reader in;
    uint64_t offset; /* offset of the blocks in the file */
    z_stream stream;
    size_t before;             /* bytes at the end of the first half, which the next block may refer to */
    size_t last;               /* bytes of the block that was returned last */
    uint8_t window[2 * BLOCK]; /* earlier output, then the current block */
};

bool hone_compressed_x_available(void)
{
    return true;
}

hone_mszip *hone_mszip_open(const uint8_t *blocks, size_t size, uint64_t offset, const hone_allocator *allocator,
                            hone_error *error)
{
    hone_mszip *mszip = hone_allocate(allocator, 1, sizeof *mszip);
    if (!mszip)
        return hone_fail_memory(error), NULL;
    mszip->allocator = hone_allocator_or_default(allocator);
    mszip->in = hone_reader_make(blocks, size);
    mszip->offset = offset;
    mszip->stream = hone_zlib_stream(&mszip->allocator);
    if (inflateInit2(&mszip->stream, -MAX_WBITS) == Z_OK)
        return mszip;
    hone_deallocate(allocator, mszip, 1, sizeof *mszip);
    return hone_fail_memory(error), NULL;
}

void hone_mszip_close(hone_mszip *mszip)
{
    if (!mszip)
        return;
    hone_allocator allocator = mszip->allocator;
    inflateEnd(&mszip->stream);
    hone_deallocate(&allocator, mszip, 1, sizeof *mszip);
}

/* Inflates one block, which is a deflate stream of its own with earlier output as its dictionary. Returns zlib's
 * result, Z_STREAM_END on success. */
static int inflate_block(hone_mszip *mszip, const uint8_t *bytes, size_t size, size_t out_size)
{
    z_stream *stream = &mszip->stream;
    stream->next_in = (z_const Bytef *)bytes, stream->avail_in = (uInt)size;
    stream->next_out = mszip->window + BLOCK, stream->avail_out = (uInt)out_size;
    int result = inflateReset(stream);
    if (result == Z_OK && mszip->before)
        result = inflateSetDictionary(stream, mszip->window + BLOCK - mszip->before, (uInt)mszip->before);
    if (result == Z_OK)
        result = inflate(stream, Z_FINISH);
    return result == Z_STREAM_END && stream->avail_out ? Z_DATA_ERROR : result;
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
    int result = plausible ? inflate_block(mszip, bytes + 2, in_size - 2, out_size) : Z_DATA_ERROR;
    if (result == Z_MEM_ERROR)
        return hone_fail_memory(error);
    if (result != Z_STREAM_END)
        return hone_fail(error, HONE_ERROR_FORMAT, at, "the compressed block at byte %" PRIu64 " is damaged", at);
    mszip->last = *block_size = out_size;
    return true;
}

uint64_t hone_mszip_bound(const hone_mszip *mszip)
{
    return (uint64_t)hone_reader_left(&mszip->in) * MOST;
}
