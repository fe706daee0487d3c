/* Replaces inflate_libdeflate.c and inflate_zlib.c if neither library was found: stored entries can still be read. */
#include "archive/inflate.h"
#include <hone/archive.h>

bool hone_compressed_zip_available(void)
{
    return false;
}

bool hone_archive_inflate(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, hone_code *code)
{
    (void)in, (void)in_size, (void)out, (void)out_size;
    *code = HONE_ERROR_UNSUPPORTED;
    return false;
}

uint32_t hone_archive_checksum(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= at[i];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}
