/* Unpacks entries with libdeflate, whose working memory does not come from hone's allocator. */
#include "archive/inflate.h"
#include <hone/archive.h>
#include <libdeflate.h>

bool hone_compressed_zip_available(void)
{
    return true;
}

bool hone_archive_inflate(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, hone_code *code)
{
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    *code = decompressor ? HONE_ERROR_FORMAT : HONE_ERROR_MEMORY;
    bool ok = decompressor &&
              libdeflate_deflate_decompress(decompressor, in, in_size, out, out_size, NULL) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(decompressor);
    return ok;
}

uint32_t hone_archive_checksum(const void *bytes, size_t size)
{
    return libdeflate_crc32(0, bytes, size);
}
