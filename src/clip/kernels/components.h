/* The coefficients of a component. The kernels read them in different ways (components_avx2.h, components_portable.h), and
 * those of rare profiles one by one. */
#ifndef HONE_SRC_CLIP_KERNELS_COMPONENTS_H
#define HONE_SRC_CLIP_KERNELS_COMPONENTS_H

#include "base/lanes/simd4.h"
#include "clip/layout.h"

enum { LANES = 4, WIDE = 8 };

/* Groups and counts are constants in these functions once they are inlined. */
#define INLINED static inline __attribute__((always_inline))

static inline uint64_t load_word(const uint8_t *bytes)
{
    uint64_t word;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&word, bytes, sizeof word);
#else
    word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
#endif
    return word;
}

/* Reads a number of at most HONE_CLIP_BITS bits. */
static inline int32_t read_number(const uint8_t *bytes, uint32_t at, unsigned size)
{
    int32_t mask = (int32_t)((1u << size) - 1), sign = mask ^ mask >> 1;
    return (((int32_t)(load_word(bytes + at / 8) >> at % 8) & mask) ^ sign) - sign;
}

/* Reads the coefficients one by one. */
static inline void read_numbers(const uint8_t *bytes, const hone_clip_profile *profile, float out[HONE_CLIP_SEGMENT])
{
    uint32_t at = 0;
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) {
        unsigned bits = profile->bits[hone_clip_width_of(k)];
        out[k] = bits ? (float)read_number(bytes, at, bits) : 0;
        at += bits;
    }
}

#endif
