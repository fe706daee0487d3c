/* Replaces inflate_libdeflate.c and inflate_zlib.c if neither library was found. */
#include "format/fbx/document/inflate.h"
#include <hone/format.h>

bool hone_compressed_fbx_available(void)
{
    return false;
}

bool hone_fbx_inflate(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, const hone_allocator *allocator,
                      hone_code *code)
{
    (void)in, (void)in_size, (void)out, (void)out_size, (void)allocator;
    *code = HONE_ERROR_UNSUPPORTED;
    return false;
}
