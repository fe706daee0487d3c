/* Whether all numbers of an array are finite. */
#ifndef HONE_SRC_BASE_FINITE_H
#define HONE_SRC_BASE_FINITE_H

#include <hone/base.h>
#include <string.h>

/* Has no early return, so that compilers can vectorise it: nearly all files are clean. */
static inline bool hone_floats_are_finite(const float *values, size_t count)
{
    uint32_t odd = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        odd |= (bits & 0x7f800000u) == 0x7f800000u;
    }
    return !odd;
}

#endif
