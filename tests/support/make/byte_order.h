/* Little-endian numbers, as the bytes of files have them, on machines of either byte order. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BYTE_ORDER_H
#define HONE_TESTS_SUPPORT_MAKE_BYTE_ORDER_H

#include <stdint.h>
#include <string.h>

static inline uint32_t get_u32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static inline void put_f32(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(at, bits);
}

#endif
