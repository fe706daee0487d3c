/* Gathers every fourth byte of rows of 16 bytes. */
#ifndef HONE_SRC_FORMAT_VMD_FOURTH_BYTES_H
#define HONE_SRC_FORMAT_VMD_FOURTH_BYTES_H

#include "base/lanes/vectors.h"
#include <stdint.h>
#include <string.h>

#if HONE_VECTORS
typedef uint8_t hone_bytes16 __attribute__((vector_size(16)));

static inline hone_bytes16 hone_bytes16_load(const uint8_t *at)
{
    hone_bytes16 v;
    memcpy(&v, at, sizeof v);
    return v;
}

/* Returns the bytes 0, 2, 4, ... of both. */
static inline hone_bytes16 hone_even_bytes(hone_bytes16 a, hone_bytes16 b)
{
#if defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
#else
    return __builtin_shuffle(a, b, (hone_bytes16){0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30});
#endif
}
#endif

/* Copies the bytes 0, 4, 8 and 12 of four rows. step: from the begin of one row to that of the next. out: [16] */
static inline void hone_vmd_fourth_bytes(const uint8_t *rows, int step, void *out)
{
#if HONE_VECTORS
    hone_bytes16 row[4];
    for (int r = 0; r < 4; r++) row[r] = hone_bytes16_load(rows + r * step);
    row[0] = hone_even_bytes(hone_even_bytes(row[0], row[1]), hone_even_bytes(row[2], row[3]));
    memcpy(out, row, sizeof *row);
#else
    for (int r = 0; r < 4; r++) {
        const uint8_t *row = rows + r * step, fourth[4] = {row[0], row[4], row[8], row[12]};
        memcpy((uint8_t *)out + sizeof fourth * (size_t)r, fourth, sizeof fourth);
    }
#endif
}

#endif
