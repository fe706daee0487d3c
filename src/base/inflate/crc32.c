/* The checksum of archives without a library. */
#include "base/inflate/inflate.h"

uint32_t hone_crc32_plain(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= at[i];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}
