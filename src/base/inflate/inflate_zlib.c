/* Inflates with zlib. */
#include "base/inflate/inflate.h"
#include "base/inflate/zlib_memory.h"
#include <limits.h>

bool hone_inflate_available(void)
{
    return true;
}

/* before: bytes in front of `out` that a raw stream may refer to. */
static bool run(hone_inflate_form form, size_t before, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                const hone_allocator *allocator, hone_code *code)
{
    hone_allocator copy = hone_allocator_or_default(allocator);
    z_stream stream = hone_zlib_stream(&copy);
    int result = inflateInit2(&stream, form == HONE_INFLATE_RAW ? -MAX_WBITS : MAX_WBITS); /* negative: no header */
    *code = HONE_ERROR_MEMORY;
    if (result != Z_OK)
        return false;
    if (before)
        inflateSetDictionary(&stream, out - before, (uInt)before);
    size_t in_left = in_size, out_left = out_size;
    stream.next_in = (z_const Bytef *)in;
    stream.next_out = out;
    do { /* zlib counts in 32 bits */
        stream.avail_in = in_left > UINT_MAX ? UINT_MAX : (uInt)in_left;
        stream.avail_out = out_left > UINT_MAX ? UINT_MAX : (uInt)out_left;
        in_left -= stream.avail_in, out_left -= stream.avail_out;
        result = inflate(&stream, in_left || out_left ? Z_NO_FLUSH : Z_FINISH);
        in_left += stream.avail_in, out_left += stream.avail_out;
    } while (result == Z_OK);
    inflateEnd(&stream);
    *code = result == Z_MEM_ERROR ? HONE_ERROR_MEMORY : HONE_ERROR_FORMAT;
    return result == Z_STREAM_END && out_left == 0;
}

/* zlib allocates anew each time. */
void hone_inflater_release(hone_inflater *inflater)
{
    (void)inflater;
}

bool hone_inflate(hone_inflater *inflater, hone_inflate_form form, const uint8_t *in, size_t in_size, uint8_t *out,
                  size_t out_size, const hone_allocator *allocator, hone_code *code)
{
    (void)inflater;
    return run(form, 0, in, in_size, out, out_size, allocator, code);
}

bool hone_inflate_after(size_t before, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                        const hone_allocator *allocator, hone_code *code)
{
    return run(HONE_INFLATE_RAW, before, in, in_size, out, out_size, allocator, code);
}

uint32_t hone_crc32(const void *bytes, size_t size)
{
    const Bytef *at = bytes;
    uLong sum = crc32(0, Z_NULL, 0);
    for (; size > UINT_MAX; size -= UINT_MAX, at += UINT_MAX) sum = crc32(sum, at, UINT_MAX);
    return (uint32_t)crc32(sum, at, (uInt)size);
}
