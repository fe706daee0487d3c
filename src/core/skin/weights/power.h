/* Powers with the same bits on every machine. */
#ifndef HONE_SRC_SKIN_WEIGHTS_POWER_H
#define HONE_SRC_SKIN_WEIGHTS_POWER_H

#include <math.h>
#include <stdint.h>

/* base to the power of the exponent, for base >= 0 and exponent > 0. Whole exponents up to 1024 make a product; others
 * use the C library's pow, whose last bit depends on the machine. */
static inline double weights_power(double base, double exponent)
{
    if (exponent != floor(exponent) || exponent > 1024)
        return pow(base, exponent);
    double power = 1;
    for (uint32_t left = (uint32_t)exponent; left; left >>= 1, base *= base)
        if (left & 1)
            power *= base;
    return power;
}

#endif
