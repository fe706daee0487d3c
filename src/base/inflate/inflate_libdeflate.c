/* Inflates with libdeflate. Its working memory, some 12 KB at a time, does not come from hone's allocator, because
 * libdeflate's allocator has no user data. */
#include "base/inflate/inflate.h"
#include <libdeflate.h>
#include <string.h>

enum { STORED_HEAD = 5 };

bool hone_inflate_available(void)
{
    return true;
}

void hone_inflater_release(hone_inflater *inflater)
{
    libdeflate_free_decompressor(inflater->state);
    inflater->state = NULL;
}

bool hone_inflate(hone_inflater *inflater, hone_inflate_form form, const uint8_t *in, size_t in_size, uint8_t *out,
                  size_t out_size, const hone_allocator *allocator, hone_code *code)
{
    (void)allocator;
    hone_inflater own = {NULL}, *used = inflater ? inflater : &own;
    if (!used->state)
        used->state = libdeflate_alloc_decompressor();
    *code = used->state ? HONE_ERROR_FORMAT : HONE_ERROR_MEMORY;
    bool ok = used->state && (form == HONE_INFLATE_RAW ? libdeflate_deflate_decompress : libdeflate_zlib_decompress)(
                                 used->state, in, in_size, out, out_size, NULL) == LIBDEFLATE_SUCCESS;
    hone_inflater_release(&own);
    return ok;
}

/* libdeflate knows no dictionaries. A stored block with the bytes before, in front of the stream, gives them to it:
 * they are written again to where they are. */
bool hone_inflate_after(size_t before, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                        const hone_allocator *allocator, hone_code *code)
{
    const uint8_t head[STORED_HEAD] = {0, before & 0xff, (uint8_t)(before >> 8), ~before & 0xff,
                                       (uint8_t)(~before >> 8)};
    size_t size = STORED_HEAD + before + in_size;
    uint8_t *whole = hone_allocate(allocator, 1, size);
    if (!whole)
        return *code = HONE_ERROR_MEMORY, false;
    memcpy(whole, head, STORED_HEAD);
    memcpy(whole + STORED_HEAD, out - before, before);
    memcpy(whole + STORED_HEAD + before, in, in_size);
    bool ok = hone_inflate(NULL, HONE_INFLATE_RAW, whole, size, out - before, before + out_size, allocator, code);
    hone_deallocate(allocator, whole, 1, size);
    return ok;
}

uint32_t hone_crc32(const void *bytes, size_t size)
{
    return libdeflate_crc32(0, bytes, size);
}
