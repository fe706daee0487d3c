#include "support/support.h"

/* SplitMix64 (Steele, Lea, Flood 2014): accepts any seed, also 0. */
static uint64_t next(test_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t test_random_u32(test_random *random)
{
    return (uint32_t)(next(random) >> 32);
}

float test_random_float(test_random *random, float low, float high)
{
    float share = (float)(test_random_u32(random) >> 8) * 0x1p-24f; /* [0, 1), exactly */
    return low + (high - low) * share;
}

void test_random_quat(test_random *random, float out[4])
{
    double square;
    do { /* a point of the ball, so that the direction is uniform; not too short to be normalised */
        square = 0;
        for (int i = 0; i < 4; i++) {
            out[i] = test_random_float(random, -1, 1);
            square += (double)out[i] * (double)out[i];
        }
    } while (square > 1 || square < 1e-3);
    for (int i = 0; i < 4; i++) out[i] = (float)((double)out[i] / sqrt(square));
}
