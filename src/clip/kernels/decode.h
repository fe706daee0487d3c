/* Decodes a clip: the code of all kernels. Each component of a track is a sum of polynomials, whose coefficients are
 * read from the bytes of the segment. The polynomials at the time are computed once for all tracks. Four tracks are put
 * together at once. A kernel's file includes this file and defines a table with `decode_bones` and `decode_weights`.
 * All kernels do the same operations in the same order: results are equal to the bit. */
#ifndef HONE_SRC_CLIP_KERNELS_DECODE_H
#define HONE_SRC_CLIP_KERNELS_DECODE_H

#include "base/error.h"
#include "base/simd4.h"
#include "clip/layout.h"
#ifdef __AVX2__
#include <immintrin.h>
#endif

enum { LANES = 4, WIDE = 8 };

/* Groups and counts are constants in these functions once they are inlined. */
#define INLINED static inline __attribute__((always_inline))

/* Eight coefficients, in the order of HONE_CLIP_LANE. */
typedef float wide __attribute__((vector_size(32)));
typedef int32_t wide_bits __attribute__((vector_size(32)));

/* Where decoding is in a segment, and the polynomials at the time. */
typedef struct cursor {
    wide weights[HONE_CLIP_SEGMENT / WIDE];
    const uint8_t *steps, *profiles, *bytes;
    const hone_clip_profile *table;
    const float *step_table;
} cursor;

static inline wide load_wide(const void *p)
{
    wide v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Finds the segment of a time, and computes the polynomials. */
static inline void begin(const hone_packed_clip *clip, double sample, cursor *c)
{
    c->table = clip->profiles, c->step_table = clip->steps;
    double last = clip->info.sample_count - 1.0;
    sample = sample > 0 ? sample < last ? sample : last : 0;
    uint32_t whole = (uint32_t)sample, segment = (uint32_t)((uint64_t)whole * clip->reciprocal >> 32);
    segment = segment < clip->segment_count ? segment : clip->segment_count - 1;
    uint32_t size = hone_clip_segment_size(clip->info.sample_count, clip->interval_count, segment);
    uint32_t from = whole - segment * clip->interval_count, to = from + 1 < size ? from + 1 : from;
    const float *a = hone_clip_basis(size, from), *b = hone_clip_basis(size, to);
    float part = (float)(sample - whole);
    for (size_t h = 0; h < HONE_CLIP_SEGMENT / WIDE; h++) {
        wide first = load_wide(a + h * WIDE), second = load_wide(b + h * WIDE);
        c->weights[h] = first + part * (second - first);
    }
    c->steps = clip->segments[segment];
    c->profiles = c->steps + clip->track_count;
    c->bytes = c->profiles + clip->component_count;
}

/* ---- components ---- */

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

#ifdef __AVX2__

/* The low halves of four coefficients' 64 bits each, shifted to the right place. */
static inline __m256i load_quarter(const uint8_t *bytes, const uint8_t shifts[4])
{
    uint64_t word = load_word(bytes);
    int32_t four;
    memcpy(&four, shifts, sizeof four);
    return _mm256_srlv_epi64(_mm256_set1_epi64x((long long)word), _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four)));
}

static inline wide to_floats(wide_bits numbers)
{
    return (wide)_mm256_cvtepi32_ps((__m256i)numbers);
}

/* Reads eight coefficients: half 0 or 1 of the 16. */
static inline wide_bits load_half(const uint8_t *bytes, const hone_clip_profile *profile, size_t half)
{
    size_t q = 2 * half;
    __m256i a = load_quarter(bytes + profile->offsets[q], profile->shifts + 4 * q);
    __m256i b = load_quarter(bytes + profile->offsets[q + 1], profile->shifts + 4 * q + 4);
    return (wide_bits)_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88);
}

#else

static inline wide to_floats(wide_bits numbers)
{
    return __builtin_convertvector(numbers, wide);
}

static inline wide_bits load_half(const uint8_t *bytes, const hone_clip_profile *profile, size_t half)
{
    size_t q = 2 * half;
    uint64_t a = load_word(bytes + profile->offsets[q]), b = load_word(bytes + profile->offsets[q + 1]);
    const uint8_t *s = profile->shifts + 4 * q;
    return (wide_bits){(int32_t)(a >> s[0]), (int32_t)(a >> s[1]), (int32_t)(b >> s[4]), (int32_t)(b >> s[5]),
                       (int32_t)(a >> s[2]), (int32_t)(a >> s[3]), (int32_t)(b >> s[6]), (int32_t)(b >> s[7])};
}

#endif

/* Reads a number of at most HONE_CLIP_BITS bits. */
static inline int32_t read_number(const uint8_t *bytes, uint32_t at, unsigned size)
{
    int32_t mask = (int32_t)((1u << size) - 1);
    return ((int32_t)(load_word(bytes + at / 8) >> at % 8) & mask) - ((mask + 1) >> 1);
}

/* A component whose coefficients are read one by one. */
static wide sum_long(const cursor *c, const hone_clip_profile *profile)
{
    float sum[WIDE] = {0}, weights[HONE_CLIP_SEGMENT];
    uint32_t at = 0;
    memcpy(weights, c->weights, sizeof weights);
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT && at < 8u * profile->bytes; k++) {
        unsigned bits = profile->bits[hone_clip_width_of(k)];
        sum[k % WIDE] += (float)read_number(c->bytes, at, bits) * weights[HONE_CLIP_LANE(k)];
        at += bits;
    }
    wide out;
    memcpy(&out, sum, sizeof out);
    return out;
}

/* Returns eight numbers whose sum is the component, in steps. */
INLINED wide sum_component(cursor *c)
{
    const hone_clip_profile *profile = &c->table[*c->profiles++];
    wide sum;
    if (__builtin_expect(!profile->is_long, 1)) {
        wide_bits low = (load_half(c->bytes, profile, 0) & (wide_bits)load_wide(profile->masks)) -
                        (wide_bits)load_wide(profile->halves);
        wide_bits high = (load_half(c->bytes, profile, 1) & (wide_bits)load_wide(profile->masks + WIDE)) -
                         (wide_bits)load_wide(profile->halves + WIDE);
        sum = to_floats(low) * c->weights[0] + to_floats(high) * c->weights[1];
    } else {
        sum = sum_long(c, profile);
    }
    c->bytes += profile->bytes;
    return sum;
}

/* Returns the sums of the eight numbers of each vector. */
INLINED simd4 add_lanes(const wide sums[LANES])
{
#ifdef __AVX2__
    __m256 a = _mm256_hadd_ps((__m256)sums[0], (__m256)sums[1]), b = _mm256_hadd_ps((__m256)sums[2], (__m256)sums[3]);
    __m256 c = _mm256_hadd_ps(a, b);
    return (simd4)_mm_add_ps(_mm256_castps256_ps128(c), _mm256_extractf128_ps(c, 1));
#else
    simd4 low[LANES], high[LANES];
    for (int t = 0; t < LANES; t++) {
        low[t] = simd4_load((const float *)(const void *)&sums[t]);
        high[t] = simd4_load((const float *)(const void *)&sums[t] + LANES);
    }
    simd4_transpose(low);
    simd4_transpose(high);
    return ((low[0] + low[1]) + (low[2] + low[3])) + ((high[0] + high[1]) + (high[2] + high[3]));
#endif
}

/* Decodes the components of up to four tracks, each with `width` of them. */
INLINED void read_tracks(cursor *c, uint32_t count, uint32_t width, simd4 out[])
{
    wide sums[4][LANES];
    float steps[LANES] = {0};
    for (uint32_t t = 0; t < LANES; t++) {
        for (uint32_t i = 0; i < width; i++) sums[i][t] = t < count ? sum_component(c) : (wide){0};
        steps[t] = t < count ? c->step_table[*c->steps++] : 0;
    }
    for (uint32_t i = 0; i < width; i++) out[i] = add_lanes(sums[i]) * simd4_load(steps);
}

static inline void skip_tracks(cursor *c, uint32_t count, uint32_t width)
{
    for (uint32_t i = 0; i < count * width; i++) c->bytes += c->table[*c->profiles++].bytes;
    c->steps += count;
}

/* ---- bones ---- */

/* Divides by the length. Lengths of 0 become the identity. */
static inline void normalise(simd4 q[4])
{
    simd4 square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    simd4_bits none = ~(square > 1e-30f);
    simd4 factor = 1 / simd4_sqrt(simd4_pick(none, simd4_set(1), square));
    for (int i = 0; i < 4; i++) q[i] = simd4_pick(none, simd4_set(i == 3), q[i] * factor);
}

/* Rotations: base * (x, y, z, w), with w from x, y, z. */
INLINED void finish_rotations(const hone_clip_base *base, simd4 q[4])
{
    simd4 square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2], rest = 1 - square;
    q[3] = simd4_sqrt(simd4_pick(rest > 0, rest, simd4_set(0)));
    if (simd4_any(rest < 0))
        normalise(q);
    simd4 x = simd4_load(base->lanes[0]), y = simd4_load(base->lanes[1]), z = simd4_load(base->lanes[2]),
          w = simd4_load(base->lanes[3]), a = q[0], b = q[1], c = q[2], d = q[3];
    q[0] = w * a + x * d + y * c - z * b;
    q[1] = w * b + y * d + z * a - x * c;
    q[2] = w * c + z * d + x * b - y * a;
    q[3] = w * d - x * a - y * b - z * c;
}

/* The bones to write: bone b to bones[b - first]. */
typedef struct range {
    uint32_t first, count;
    hone_transform *bones;
} range;

INLINED void store_vector(float *to, simd4 value)
{
    memcpy(to, &value, 3 * sizeof *to);
}

/* Writes the values of up to four tracks, lane by lane. */
INLINED void store_tracks(const range *out, int group, const uint32_t *targets, uint32_t count, simd4 values[4])
{
    simd4_transpose(values);
    for (uint32_t t = 0; t < count; t++) {
        uint32_t at = targets[t] - out->first;
        if (at >= out->count)
            continue;
        hone_transform *bone = &out->bones[at];
        if (group <= CLIP_FOURS)
            simd4_store(bone->rotation, values[t]);
        else
            store_vector(group == CLIP_TRANSLATIONS ? bone->translation : bone->scale, values[t]);
    }
}

/* Decodes up to four tracks of a group, from track t on. */
INLINED void decode_tracks(const hone_packed_clip *clip, cursor *c, int group, uint32_t t, uint32_t count,
                           const range *out)
{
    const uint32_t *targets = clip->targets[group] + t;
    simd4 values[4] = {{0}};
    if (targets[count - 1] < out->first || targets[0] >= out->first + out->count) { /* targets ascend */
        skip_tracks(c, count, hone_clip_width(group));
        return;
    }
    read_tracks(c, count, group == CLIP_FOURS ? 4 : 3, values);
    if (group == CLIP_ROTATIONS)
        finish_rotations(&clip->bases[group][t / LANES], values);
    else if (group == CLIP_FOURS)
        normalise(values);
    else
        for (int i = 0; i < 3; i++) values[i] += simd4_load(clip->bases[group][t / LANES].lanes[i]);
    store_tracks(out, group, targets, count, values);
}

INLINED void decode_group(const hone_packed_clip *clip, cursor *c, int group, const range *out)
{
    uint32_t count = clip->counts[group], t = 0;
    if (count == 0)
        return;
    cursor own = *c; /* a copy, which no store can change */
    const range to = *out;
    for (; t + LANES <= count; t += LANES) decode_tracks(clip, &own, group, t, LANES, &to);
    if (t < count)
        decode_tracks(clip, &own, group, t, count - t, &to);
    c->bytes = own.bytes, c->profiles = own.profiles, c->steps = own.steps;
}

static inline void store_constants(const hone_packed_clip *clip, const range *out)
{
    for (uint32_t i = 0; i < clip->constant_counts[CLIP_T]; i++) {
        const hone_clip_constant *constant = &clip->constants[CLIP_T][i];
        if (constant->target - out->first < out->count)
            memcpy(out->bones[constant->target - out->first].translation, constant->value, 3 * sizeof(float));
    }
    for (uint32_t i = 0; i < clip->constant_counts[CLIP_R]; i++) {
        const hone_clip_constant *constant = &clip->constants[CLIP_R][i];
        if (constant->target - out->first < out->count)
            memcpy(out->bones[constant->target - out->first].rotation, constant->value, 4 * sizeof(float));
    }
    for (uint32_t i = 0; i < clip->constant_counts[CLIP_S]; i++) {
        const hone_clip_constant *constant = &clip->constants[CLIP_S][i];
        if (constant->target - out->first < out->count)
            memcpy(out->bones[constant->target - out->first].scale, constant->value, 3 * sizeof(float));
    }
}

static void decode_bones(const hone_packed_clip *clip, double sample, uint32_t first, uint32_t count,
                         hone_transform *bones)
{
    const range out = {first, count, bones};
    store_constants(clip, &out);
    if (clip->segment_count == 0)
        return;
    cursor c;
    begin(clip, sample, &c);
    decode_group(clip, &c, CLIP_ROTATIONS, &out);
    decode_group(clip, &c, CLIP_FOURS, &out);
    decode_group(clip, &c, CLIP_TRANSLATIONS, &out);
    decode_group(clip, &c, CLIP_SCALES, &out);
}

/* ---- weights ---- */

static void decode_weights(const hone_packed_clip *clip, double sample, float *weights)
{
    for (uint32_t i = 0; i < clip->constant_counts[CLIP_PARTS]; i++)
        weights[clip->constants[CLIP_PARTS][i].target] = clip->constants[CLIP_PARTS][i].value[0];
    if (clip->counts[CLIP_WEIGHTS] == 0)
        return;
    cursor c;
    begin(clip, sample, &c);
    for (int group = 0; group < CLIP_WEIGHTS; group++) skip_tracks(&c, clip->counts[group], hone_clip_width(group));
    for (uint32_t t = 0; t < clip->counts[CLIP_WEIGHTS]; t += LANES) {
        uint32_t left = clip->counts[CLIP_WEIGHTS] - t, count = left < LANES ? left : LANES;
        simd4 values[1];
        read_tracks(&c, count, 1, values);
        for (uint32_t i = 0; i < count; i++) weights[clip->targets[CLIP_WEIGHTS][t + i]] = values[0][i];
    }
}

#endif
