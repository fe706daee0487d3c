// Four floats side by side, and what physics computes with them at once: vectors, or the same in plain C++.
#ifndef HONE_SRC_PHYSICS_BULLET_FOUR_HPP
#define HONE_SRC_PHYSICS_BULLET_FOUR_HPP

#include "base/lanes/vectors.h"

#if HONE_VECTORS
typedef float hone_four __attribute__((vector_size(16)));
typedef unsigned hone_four_flags __attribute__((vector_size(16)));

#if defined(__clang__) || __GNUC__ >= 12
#define HONE_FOUR_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef int hone_four_places __attribute__((vector_size(16)));
#define HONE_FOUR_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, hone_four_places{i, j, k, l})
#endif

// The first two floats of `a`, then those of `b`; and the last two.
static inline hone_four first_halves(hone_four a, hone_four b)
{
    return HONE_FOUR_SHUFFLE(a, b, 0, 1, 4, 5);
}

static inline hone_four last_halves(hone_four a, hone_four b)
{
    return HONE_FOUR_SHUFFLE(a, b, 2, 3, 6, 7);
}

// All bits of a number are set where a <= b, else none.
static inline hone_four_flags not_above(hone_four a, hone_four b)
{
    return (hone_four_flags)(a <= b);
}
#else
template <class number> struct hone_plain_four {
    number at[4];
    number operator[](int i) const
    {
        return at[i];
    }
};
typedef hone_plain_four<float> hone_four;
typedef hone_plain_four<unsigned> hone_four_flags;

static inline hone_four operator+(hone_four a, hone_four b)
{
    return hone_four{{a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]}};
}

static inline hone_four operator*(hone_four a, hone_four b)
{
    return hone_four{{a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]}};
}

static inline hone_four_flags operator&(hone_four_flags a, hone_four_flags b)
{
    return hone_four_flags{{a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]}};
}

static inline hone_four_flags operator|(hone_four_flags a, hone_four_flags b)
{
    return hone_four_flags{{a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]}};
}

static inline hone_four_flags operator<<(hone_four_flags a, int bits)
{
    return hone_four_flags{{a[0] << bits, a[1] << bits, a[2] << bits, a[3] << bits}};
}

static inline hone_four first_halves(hone_four a, hone_four b)
{
    return hone_four{{a[0], a[1], b[0], b[1]}};
}

static inline hone_four last_halves(hone_four a, hone_four b)
{
    return hone_four{{a[2], a[3], b[2], b[3]}};
}

static inline hone_four_flags not_above(hone_four a, hone_four b)
{
    hone_four_flags out;
    for (int i = 0; i < 4; i++) out.at[i] = a[i] <= b[i] ? ~0u : 0;
    return out;
}
#endif

#endif
