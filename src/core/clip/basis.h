/* The basis of a segment: orthonormal polynomials of the samples in it. */
#ifndef HONE_SRC_CLIP_BASIS_H
#define HONE_SRC_CLIP_BASIS_H

#include <stdint.h>

enum {
    HONE_CLIP_SEGMENT = 16, /* the most samples in a segment, which shares its last sample with the next one */
    HONE_CLIP_WIDTHS = 5,   /* coefficients have different numbers of bits: of degree 0, 1..3, 4..7, 8..11, 12..15 */
    HONE_CLIP_BASIS_ROWS = (HONE_CLIP_SEGMENT + 2) * (HONE_CLIP_SEGMENT - 1) / 2
};

/* The polynomials at all samples of segments of 2 samples, then of 3, and so on. */
extern const float hone_clip_basis_table[HONE_CLIP_BASIS_ROWS][HONE_CLIP_SEGMENT];

/* Returns the polynomials of degree 0..15 at a sample of a segment of `count` samples. Those of degree `count` and
 * above are 0. */
static inline const float *hone_clip_basis(uint32_t count, uint32_t sample)
{
    return hone_clip_basis_table[(count - 1) * count / 2 - 1 + sample];
}

/* Returns which number of bits coefficients of a degree have. */
static inline uint32_t hone_clip_width_of(uint32_t degree)
{
    return degree == 0 ? 0 : 1 + degree / 4;
}

#endif
