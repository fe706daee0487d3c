/* Replaces inflate_libdeflate.c and inflate_zlib.c if neither library was found. */
#include "base/inflate/inflate.h"

bool hone_inflate_available(void)
{
    return false;
}

void hone_inflater_release(hone_inflater *inflater)
{
    (void)inflater;
}

bool hone_inflate(hone_inflater *inflater, hone_inflate_form form, const uint8_t *in, size_t in_size, uint8_t *out,
                  size_t out_size, const hone_allocator *allocator, hone_code *code)
{
    (void)inflater, (void)form, (void)in, (void)in_size, (void)out, (void)out_size, (void)allocator;
    *code = HONE_ERROR_UNSUPPORTED;
    return false;
}

bool hone_inflate_after(size_t before, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                        const hone_allocator *allocator, hone_code *code)
{
    (void)before;
    return hone_inflate(NULL, HONE_INFLATE_RAW, in, in_size, out, out_size, allocator, code);
}

uint32_t hone_crc32(const void *bytes, size_t size)
{
    return hone_crc32_plain(bytes, size);
}
