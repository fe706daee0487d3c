/* Replaces inflate.c if zlib was not found. */
#include "base/error.h"
#include "format/fbx/document/inflate.h"

bool hone_fbx_inflate_available(void)
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
