/* The plain copy uses wide registers, prefetches lines before writing them, and accesses side by side what a kernel
 * accesses side by side (positions, normals, weights). The streamed one does the same without the prefetches. */
#include "bench/loops/copy.h"
#include "base/lanes/processor.h"
#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2,prfchw"))) /* all CPUs with AVX2 have prefetchw or ignore it */
#endif

typedef uint64_t wide __attribute__((vector_size(32), aligned(1), may_alias));
enum { STEP = 4 * sizeof(wide), STRIP = 512, AHEAD = 512 };

#define INLINE static inline __attribute__((always_inline))

INLINE void store(uint8_t *out, wide value, bool streamed)
{
#if defined(__x86_64__)
    if (streamed) {
        __m128i halves[2];
        memcpy(halves, &value, sizeof halves);
        _mm_stream_si128((__m128i *)(void *)out, halves[0]);
        _mm_stream_si128((__m128i *)(void *)(out + 16), halves[1]);
        return;
    }
#endif
    (void)streamed;
    *(wide *)out = value;
}

INLINE void ask_for(uint8_t *line, bool streamed)
{
    if (streamed)
        return;
    __builtin_prefetch(line, 1);
    __builtin_prefetch(line + 64, 1);
}

INLINE void copy_steps(const uint8_t *in, uint8_t *out, size_t size, bool streamed)
{
    for (const uint8_t *end = in + size; in < end; in += STEP, out += STEP) {
        const wide *from = (const wide *)in;
        wide a = from[0], b = from[1], c = from[2], d = from[3];
        ask_for(out + AHEAD, streamed);
        store(out, a, streamed), store(out + 32, b, streamed);
        store(out + 64, c, streamed), store(out + 96, d, streamed);
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

INLINE void fill_steps(uint8_t *out, size_t size, bool streamed)
{
    const wide zero = {0};
    for (const uint8_t *end = out + size; out < end; out += STEP) {
        ask_for(out + AHEAD, streamed);
        for (int i = 0; i < STEP; i += (int)sizeof zero) store(out + i, zero, streamed);
    }
}

static uint64_t read_bytes(const uint8_t *in, size_t size)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) sum += in[i];
    return sum;
}

/* Copies two halves, a strip of each in turn, with a proportional part of what is only read or only written. */
INLINE uint64_t copy_strips(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, bool streamed)
{
    size_t both = in_size < out_size ? in_size : out_size, strips = both / 2 / STRIP, half = strips * STRIP;
    size_t read = strips ? (in_size - both) / strips / STEP * STEP : 0, read_at = both;
    size_t fill_at = (both + STEP - 1) / STEP * STEP; /* aligned as `out` is */
    fill_at = fill_at < out_size ? fill_at : out_size;
    size_t fill = strips ? (out_size - fill_at) / strips / STEP * STEP : 0;
    uint64_t sum = 0;
    memset(out + both, 0, fill_at - both);
    for (size_t at = 0; at < half; at += STRIP, read_at += read, fill_at += fill) {
        copy_steps(in + at, out + at, STRIP, streamed);
        copy_steps(in + half + at, out + half + at, STRIP, streamed);
        sum += read_steps(in + read_at, read);
        fill_steps(out + fill_at, fill, streamed);
    }
    memcpy(out + 2 * half, in + 2 * half, both - 2 * half);
    memset(out + fill_at, 0, out_size - fill_at);
    size_t read_left = in_size - read_at, steps = read_left / STEP * STEP;
    return sum + read_steps(in + read_at, steps) + read_bytes(in + read_at + steps, read_left - steps);
}

static uint64_t copy_plain(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    return copy_strips(in, in_size, out, out_size, false);
}

/* Copies by `rep movsb`, and fills by `rep stosb`. */
static uint64_t copy_string(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    size_t both = in_size < out_size ? in_size : out_size, fill = out_size - both;
#if defined(__x86_64__)
    size_t left = both;
    __asm__ volatile("rep movsb" : "+D"(out), "+S"(in), "+c"(left) : : "memory");
    __asm__ volatile("rep stosb" : "+D"(out), "+c"(fill) : "a"(0) : "memory");
#else
    memcpy(out, in, both);
    memset(out + both, 0, fill);
    in += both;
#endif
    size_t read = in_size - both, steps = read / STEP * STEP;
    return read_steps(in, steps) + read_bytes(in + steps, read - steps);
}

#if defined(__x86_64__)
AVX2 static uint64_t copy_plain_avx2(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    return copy_strips(in, in_size, out, out_size, false);
}

/* Streamed stores need an aligned place: copies up to the first one byte by byte. */
AVX2 static uint64_t copy_streamed(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    enum { LINE = 64 };
    size_t least = in_size < out_size ? in_size : out_size, first = (LINE - (uintptr_t)out % LINE) % LINE;
    first = first < least ? first : least;
    memcpy(out, in, first);
    uint64_t sum = copy_strips(in + first, in_size - first, out + first, out_size - first, true);
    _mm_sfence();
    return sum;
}
#endif

uint64_t hone_copy(hone_copy_kind kind, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    if (kind == HONE_COPY_STRING)
        return copy_string(in, in_size, out, out_size);
#if defined(__x86_64__)
    if (hone_processor_has_avx2())
        return (kind == HONE_COPY_STREAMED ? copy_streamed : copy_plain_avx2)(in, in_size, out, out_size);
#endif
    return copy_plain(in, in_size, out, out_size);
}
