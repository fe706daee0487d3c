/* Decodes a clip: the code of all kernels. Each component of a track is a sum of polynomials, whose coefficients are
 * read from the bytes of the segment. The polynomials at the time are computed once for all tracks. Four tracks are put
 * together at once. A kernel's file includes this file and defines a table with `decode_bones` and `decode_weights`.
 * All kernels do the same operations in the same order: results are equal to the bit. */
#ifndef HONE_SRC_CLIP_KERNELS_DECODE_H
#define HONE_SRC_CLIP_KERNELS_DECODE_H

#include "base/error.h"
#ifdef __AVX2__
#include "clip/kernels/components_avx2.h"
#else
#include "clip/kernels/components_plain.h"
#endif

/* Where decoding is in a segment. */
typedef struct cursor {
    const uint8_t *steps, *profiles, *bytes;
    const hone_clip_profile *table;
    const float *step_table;
} cursor;

/* Finds the segment of a time, and computes the polynomials. */
static inline void begin(const hone_packed_clip *clip, double sample, cursor *c, polynomials *weights)
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
    set_polynomials(a, b, part, weights);
    c->steps = clip->segments[segment];
    c->profiles = c->steps + clip->track_count;
    c->bytes = c->profiles + clip->component_count;
}

/* ---- components ---- */

/* Reads the next component. */
INLINED component next_component(cursor *c, const polynomials *weights)
{
    const hone_clip_profile *profile = &c->table[*c->profiles++];
    const uint8_t *bytes = c->bytes;
    c->bytes = bytes + profile->bytes;
    return sum_component(bytes, profile, weights);
}

/* Decodes the components of up to four tracks, each with `width` of them. */
INLINED void read_tracks(cursor *c, const polynomials *weights, uint32_t count, uint32_t width, simd4 out[])
{
    float steps[LANES] = {0};
    for (uint32_t t = 0; t < count; t++) steps[t] = c->step_table[*c->steps++];
    for (uint32_t i = 0; i < width; i++) {
        component sums[LANES] = {next_component(c, weights)};
        for (uint32_t t = 1; t < LANES; t++) sums[t] = t < count ? next_component(c, weights) : sums[0];
        out[i] = add_components(sums) * simd4_load(steps);
    }
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
INLINED void decode_tracks(const hone_packed_clip *clip, cursor *c, const polynomials *weights, int group, uint32_t t,
                           uint32_t count, const range *out)
{
    const uint32_t *targets = clip->targets[group] + t;
    simd4 values[4] = {{0}};
    if (targets[count - 1] < out->first || targets[0] >= out->first + out->count) { /* targets ascend */
        skip_tracks(c, count, hone_clip_width(group));
        return;
    }
    read_tracks(c, weights, count, group == CLIP_FOURS ? 4 : 3, values);
    if (group == CLIP_ROTATIONS)
        finish_rotations(&clip->bases[group][t / LANES], values);
    else if (group == CLIP_FOURS)
        normalise(values);
    else
        for (int i = 0; i < 3; i++) values[i] += simd4_load(clip->bases[group][t / LANES].lanes[i]);
    store_tracks(out, group, targets, count, values);
}

INLINED void decode_group(const hone_packed_clip *clip, cursor *c, const polynomials *weights, int group,
                          const range *out)
{
    uint32_t count = clip->counts[group], t = 0;
    if (count == 0)
        return;
    cursor own = *c; /* a copy, which no store can change */
    const range to = *out;
    for (; t + LANES <= count; t += LANES) decode_tracks(clip, &own, weights, group, t, LANES, &to);
    if (t < count)
        decode_tracks(clip, &own, weights, group, t, count - t, &to);
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
    polynomials weights;
    begin(clip, sample, &c, &weights);
    decode_group(clip, &c, &weights, CLIP_ROTATIONS, &out);
    decode_group(clip, &c, &weights, CLIP_FOURS, &out);
    decode_group(clip, &c, &weights, CLIP_TRANSLATIONS, &out);
    decode_group(clip, &c, &weights, CLIP_SCALES, &out);
}

/* ---- weights ---- */

static void decode_weights(const hone_packed_clip *clip, double sample, float *weights)
{
    for (uint32_t i = 0; i < clip->constant_counts[CLIP_PARTS]; i++)
        weights[clip->constants[CLIP_PARTS][i].target] = clip->constants[CLIP_PARTS][i].value[0];
    if (clip->counts[CLIP_WEIGHTS] == 0)
        return;
    cursor c;
    polynomials at;
    begin(clip, sample, &c, &at);
    for (int group = 0; group < CLIP_WEIGHTS; group++) skip_tracks(&c, clip->counts[group], hone_clip_width(group));
    for (uint32_t t = 0; t < clip->counts[CLIP_WEIGHTS]; t += LANES) {
        uint32_t left = clip->counts[CLIP_WEIGHTS] - t, count = left < LANES ? left : LANES;
        simd4 values[1];
        read_tracks(&c, &at, count, 1, values);
        for (uint32_t i = 0; i < count; i++) weights[clip->targets[CLIP_WEIGHTS][t + i]] = values[0][i];
    }
}

#endif
