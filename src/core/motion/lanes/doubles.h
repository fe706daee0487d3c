/* Vectors of doubles. The lanes of a vector of floats are in two of them, or in one double if there is one lane. */
#ifndef HONE_SRC_MOTION_LANES_DOUBLES_H
#define HONE_SRC_MOTION_LANES_DOUBLES_H

#include "base/lanes/lanes.h"
#include "core/motion/slerps.h"
#if HONE_LANES > 1 && defined(__SSE2__)
#include <immintrin.h>
#endif

#if HONE_LANES == 1
enum { HALVES = 1 };
typedef double doubles;
typedef bool doubles_bits;
#else
enum { HALVES = 2 };
typedef double doubles __attribute__((vector_size(HONE_LANES * 4)));
typedef int64_t doubles_bits __attribute__((vector_size(HONE_LANES * 4)));
typedef float floats __attribute__((vector_size(HONE_LANES * 2))); /* as many */
#endif

enum { DOUBLES = HONE_LANES / HALVES, GROUPS = HONE_BLOCK_LANES / HONE_LANES };

/* Addresses must be aligned for these. */
static inline doubles doubles_load(const double *p)
{
    doubles v;
    memcpy(&v, HONE_ALIGNED(p, sizeof v), sizeof v);
    return v;
}

static inline void doubles_store(double *p, doubles v)
{
    memcpy(HONE_ALIGNED(p, sizeof v), &v, sizeof v);
}

static inline doubles doubles_set(double x)
{
#if HONE_LANES == 8
    return (doubles){x, x, x, x};
#elif HONE_LANES == 4
    return (doubles){x, x};
#else
    return x;
#endif
}

/* Returns the numbers that are greater than 0, and 0 for others and NaN. */
static inline doubles doubles_positive(doubles v)
{
#if HONE_LANES == 1
    return v > 0 ? v : 0;
#else
    return (doubles)((doubles_bits)(v > 0) & (doubles_bits)v);
#endif
}

static inline doubles doubles_pick(doubles_bits mask, doubles yes, doubles no)
{
#if HONE_LANES == 1
    return mask ? yes : no;
#elif HONE_LANES == 8 && defined(__AVX__)
    return _mm256_blendv_pd(no, yes, (__m256d)mask);
#else
    return (doubles)((mask & (doubles_bits)yes) | (~mask & (doubles_bits)no));
#endif
}

static inline doubles doubles_sqrt(doubles v)
{
#if HONE_LANES == 1
    return sqrt(v);
#elif HONE_LANES == 8 && defined(__AVX__)
    return _mm256_sqrt_pd(v);
#elif HONE_LANES == 4 && defined(__SSE2__)
    return _mm_sqrt_pd(v);
#else
    double out[DOUBLES];
    memcpy(out, &v, sizeof v);
    for (int i = 0; i < DOUBLES; i++) out[i] = sqrt(out[i]);
    memcpy(&v, out, sizeof v);
    return v;
#endif
}

/* Reads floats. */
static inline doubles doubles_widen(const float *p)
{
#if HONE_LANES == 1
    return *p;
#elif HONE_LANES == 8 && defined(__AVX__)
    return _mm256_cvtps_pd(_mm_loadu_ps(p));
#elif HONE_LANES == 4 && defined(__SSE2__)
    return _mm_cvtps_pd(_mm_castpd_ps(_mm_load_sd((const double *)(const void *)p)));
#else
    floats v;
    memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, doubles);
#endif
}

/* Widens all lanes; out[0]: the first half. */
static inline void doubles_widen_all(lanes v, doubles out[HALVES])
{
#if HONE_LANES == 8 && defined(__AVX__)
    out[0] = _mm256_cvtps_pd(_mm256_castps256_ps128(v));
    out[1] = _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1));
#elif HONE_LANES == 4 && defined(__SSE2__)
    out[0] = _mm_cvtps_pd(v);
    out[1] = _mm_cvtps_pd(_mm_movehl_ps(v, v));
#else
    for (int h = 0; h < HALVES; h++) out[h] = doubles_widen((const float *)&v + h * DOUBLES);
#endif
}

/* Returns the numbers that are not 0. */
static inline doubles_bits doubles_not_zero(const uint32_t *p)
{
#if HONE_LANES == 1
    return *p != 0;
#elif HONE_LANES == 8 && defined(__AVX2__)
    return (doubles_bits)_mm256_cvtepu32_epi64(_mm_load_si128((const __m128i *)p)) != 0;
#else
    typedef uint32_t bits __attribute__((vector_size(HONE_LANES * 2)));
    bits v;
    memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, doubles_bits) != 0;
#endif
}

/* Rounds to floats. v[0]: the first half of the lanes. */
static inline lanes doubles_narrow(const doubles v[HALVES])
{
#if HONE_LANES == 1
    return (float)v[0];
#elif HONE_LANES == 4 && defined(__SSE2__)
    return _mm_movelh_ps(_mm_cvtpd_ps(v[0]), _mm_cvtpd_ps(v[1]));
#else
    floats a = __builtin_convertvector(v[0], floats), b = __builtin_convertvector(v[1], floats);
#if (defined(__clang__) || __GNUC__ >= 12) && HONE_LANES == 8
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
#elif defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(a, b, 0, 1, 2, 3);
#else
    lanes all;
    memcpy(&all, &a, sizeof a);
    memcpy((char *)&all + sizeof a, &b, sizeof b);
    return all;
#endif
#endif
}

#endif
