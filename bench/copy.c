/* Copies as fast as plain loads and stores can, which makes it a limit: it uses wide registers, prefetches lines before
 * writing them, and accesses side by side what a kernel accesses side by side (positions, normals, weights). memcpy
 * takes up to 1.5 times as long, depending on the size. */
#include "bench/copy.h"
#include <string.h>

typedef uint64_t wide __attribute__((vector_size(32), aligned(1), may_alias));
enum { STEP = 4 * 32, STRIP = 512, AHEAD = 512 };

#define INLINE static inline __attribute__((always_inline))

INLINE void ask_for(uint8_t *line)
{
    __builtin_prefetch(line, 1);
    __builtin_prefetch(line + 64, 1);
}

INLINE void copy_steps(const uint8_t *in, uint8_t *out, size_t size)
{
    for (const uint8_t *end = in + size; in < end; in += STEP, out += STEP) {
        const wide *from = (const wide *)in;
        wide a = from[0], b = from[1], c = from[2], d = from[3], *to = (wide *)out;
        ask_for(out + AHEAD);
        to[0] = a, to[1] = b, to[2] = c, to[3] = d;
    }
}

INLINE uint64_t read_steps(const uint8_t *in, size_t size)
{
    wide a = {0}, b = {0}, c = {0}, d = {0};
    for (const uint8_t *end = in + size; in < end; in += STEP) {
        const wide *from = (const wide *)in;
        a += from[0], b += from[1], c += from[2], d += from[3];
    }
    a += b + c + d;
    return a[0] + a[1] + a[2] + a[3];
}

INLINE void fill_steps(uint8_t *out, size_t size)
{
    const wide zero = {0};
    for (const uint8_t *end = out + size; out < end; out += STEP) {
        wide *to = (wide *)out;
        ask_for(out + AHEAD);
        to[0] = zero, to[1] = zero, to[2] = zero, to[3] = zero;
    }
}

static uint64_t read_bytes(const uint8_t *in, size_t size)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) sum += in[i];
    return sum;
}

/* Copies two halves, a strip of each in turn, with a proportional part of what is only read or only written. */
INLINE uint64_t copy(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    size_t both = in_size < out_size ? in_size : out_size, strips = both / 2 / STRIP, half = strips * STRIP;
    size_t read = strips ? (in_size - both) / strips / STEP * STEP : 0, read_at = both;
    size_t fill = strips ? (out_size - both) / strips / STEP * STEP : 0, fill_at = both;
    uint64_t sum = 0;
    for (size_t at = 0; at < half; at += STRIP, read_at += read, fill_at += fill) {
        copy_steps(in + at, out + at, STRIP);
        copy_steps(in + half + at, out + half + at, STRIP);
        sum += read_steps(in + read_at, read);
        fill_steps(out + fill_at, fill);
    }
    memcpy(out + 2 * half, in + 2 * half, both - 2 * half);
    size_t read_left = in_size - read_at, steps = read_left / STEP * STEP;
    sum += read_steps(in + read_at, steps) + read_bytes(in + read_at + steps, read_left - steps);
    memset(out + fill_at, 0, out_size - fill_at);
    return sum;
}

#if defined(__x86_64__)
__attribute__((target("avx2,prfchw"))) static uint64_t copy_avx2(const uint8_t *in, size_t in_size, uint8_t *out,
                                                                 size_t out_size)
{
    return copy(in, in_size, out, out_size);
}
#endif

uint64_t hone_copy(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) /* all CPUs with AVX2 have prefetchw or ignore it */
        return copy_avx2(in, in_size, out, out_size);
#endif
    return copy(in, in_size, out, out_size);
}
