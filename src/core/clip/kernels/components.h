/* The coefficients of a component. The kernels read them in different ways (components_avx2.h, components_portable.h),
 * and those of rare profiles one by one. */
#ifndef HONE_SRC_CLIP_KERNELS_COMPONENTS_H
#define HONE_SRC_CLIP_KERNELS_COMPONENTS_H

#define HONE_LANES HONE_FEWEST_LANES
#include "base/lanes/lanes.h"
#include "core/clip/layout.h"

/* Tracks that are decoded together, and the vectors that hold a number of each. */
enum { TRACKS = 4, VECTORS = TRACKS / HONE_LANES };
enum { WIDE = 8 };

/* Groups and counts are constants in these functions once they are inlined. */
#define INLINED HONE_ALWAYS_INLINE

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

/* Returns the number of the lowest bits of a word, at most HONE_CLIP_BITS. */
static inline int32_t number_of(uint64_t word, unsigned size)
{
    int32_t mask = (int32_t)((1u << size) - 1), sign = mask ^ mask >> 1;
    return (((int32_t)word & mask) ^ sign) - sign;
}

/* Reads the coefficients one by one. */
static inline void read_numbers(const uint8_t *bytes, const hone_clip_profile *profile, float out[HONE_CLIP_SEGMENT])
{
    uint32_t at = 0;
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) {
        unsigned bits = profile->bits[hone_clip_width_of(k)];
        out[k] = bits ? (float)number_of(load_word(bytes + at / 8) >> at % 8, bits) : 0;
        at += bits;
    }
}

#endif
