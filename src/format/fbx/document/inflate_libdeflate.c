/* Inflates the compressed arrays of a binary FBX file with libdeflate. Its working memory, some 12 KB at a time, does
 * not come from hone's allocator, because libdeflate's allocator has no user data. */
#include "format/fbx/document/inflate.h"
#include <hone/format.h>
#include <libdeflate.h>

bool hone_compressed_fbx_available(void)
{
    return true;
}

bool hone_fbx_inflate(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, const hone_allocator *allocator,
                      hone_code *code)
{
    (void)allocator;
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    *code = decompressor ? HONE_ERROR_FORMAT : HONE_ERROR_MEMORY;
    bool ok = decompressor &&
              libdeflate_zlib_decompress(decompressor, in, in_size, out, out_size, NULL) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(decompressor);
    return ok;
}
