/* Inflates with libdeflate. Its working memory, some 12 KB at a time, does not come from hone's allocator, because
 * libdeflate's allocator has no user data. */
#include "base/inflate/inflate.h"
#include <libdeflate.h>

bool hone_inflate_available(void)
{
    return true;
}

bool hone_inflate(hone_inflate_form form, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                  const hone_allocator *allocator, hone_code *code)
{
    (void)allocator;
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    *code = decompressor ? HONE_ERROR_FORMAT : HONE_ERROR_MEMORY;
    bool ok = decompressor && (form == HONE_INFLATE_RAW ? libdeflate_deflate_decompress : libdeflate_zlib_decompress)(
                                  decompressor, in, in_size, out, out_size, NULL) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(decompressor);
    return ok;
}

uint32_t hone_crc32(const void *bytes, size_t size)
{
    return libdeflate_crc32(0, bytes, size);
}
