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
#include "clip/kernels/components_portable.h"
#endif

/* Where decoding is in a segment. */
typedef struct cursor {
    const uint8_t *steps, *profiles, *bytes;
    const hone_clip_profile *table;
    const float *step_table;
} cursor;

/* The polynomials at the two samples around a time, and at the time. */
typedef struct moment {
    polynomials ends[2], between;
    float part; /* of the way from one sample to the other */
} moment;

/* Finds the segment of a time, and its polynomials. */
static inline void begin(const hone_packed_clip *clip, double sample, cursor *c, moment *m)
{
    c->table = clip->profiles, c->step_table = clip->steps;
    double last = clip->info.sample_count - 1.0;
    sample = sample > 0 ? sample < last ? sample : last : 0;
    uint32_t whole = (uint32_t)sample, segment = (uint32_t)((uint64_t)whole * clip->reciprocal >> 32);
    segment = segment < clip->segment_count ? segment : clip->segment_count - 1;
    uint32_t size = hone_clip_segment_size(clip->info.sample_count, clip->interval_count, segment);
    uint32_t from = whole - segment * clip->interval_count, to = from + 1 < size ? from + 1 : from;
    m->part = (float)(sample - whole);
    m->ends[0] = load_polynomials(hone_clip_basis(size, from));
    m->ends[1] = load_polynomials(hone_clip_basis(size, to));
    m->between = mix_polynomials(m->ends[0], m->ends[1], m->part);
    c->steps = clip->segments[segment];
    c->profiles = c->steps + clip->track_count;
    c->bytes = c->profiles + clip->component_count;
}

/* ---- components ---- */

INLINED component next_component(cursor *c)
{
    const hone_clip_profile *profile = &c->table[*c->profiles++];
    const uint8_t *bytes = c->bytes;
    c->bytes = bytes + profile->bytes;
    return read_component(bytes, profile);
}

INLINED simd4 next_steps(cursor *c, uint32_t count)
{
    float steps[LANES] = {0};
    for (uint32_t t = 0; t < count; t++) steps[t] = c->step_table[*c->steps++];
    return simd4_load(steps);
}

/* Decodes the components of up to four tracks, each with `width` of them. */
INLINED void read_tracks(cursor *c, const moment *m, uint32_t count, uint32_t width, simd4 out[])
{
    simd4 steps = next_steps(c, count);
    for (uint32_t i = 0; i < width; i++) {
        product products[LANES] = {multiply(next_component(c), &m->between)};
        for (uint32_t t = 1; t < LANES; t++)
            products[t] = t < count ? multiply(next_component(c), &m->between) : products[0];
        out[i] = add_products(products, steps);
    }
}

/* The same for one component, at both samples. */
INLINED pair read_pair(cursor *c, const moment *m, uint32_t count, simd4 steps)
{
    product first[LANES], second[LANES];
    for (uint32_t t = 0; t < LANES; t++) {
        if (t < count) {
            component next = next_component(c);
            first[t] = multiply(next, &m->ends[0]), second[t] = multiply(next, &m->ends[1]);
        } else {
            first[t] = first[0], second[t] = second[0];
        }
    }
    return add_pairs(first, second, steps);
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
    simd4_bits none = ~(square > simd4_set(1e-30f));
    simd4 factor = 1 / simd4_sqrt(simd4_pick(none, simd4_set(1), square));
    for (int i = 0; i < 4; i++) q[i] *= factor;
    q[3] = simd4_pick(none, simd4_set(1), q[3]);
}

/* Rotations of four tracks at the two samples, without their bases and without w. */
typedef struct rotations {
    pair v[3];
} rotations;

INLINED void read_rotations(cursor *c, const moment *m, uint32_t count, rotations *out)
{
    simd4 steps = next_steps(c, count);
    for (int i = 0; i < 3; i++) out->v[i] = read_pair(c, m, count, steps);
}

/* w follows from x, y and z at both samples. Rotations between these are on the straight line from one to the other,
 * divided by their length. */
INLINED void mix_rotations(const rotations *r, float part, simd4 q[4])
{
    q[3] = mix_pair(last_of(r->v[0], r->v[1], r->v[2]), part);
    for (int i = 0; i < 3; i++) q[i] = mix_pair(r->v[i], part);
    normalise(q);
}

/* Multiplies rotations by their bases, on the left. */
INLINED void multiply_base(const hone_clip_base *base, simd4 q[4])
{
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
    bool is_whole; /* no bone is left out; a constant, once functions are inlined */
} range;

/* Returns a bone to write, or NULL. */
INLINED hone_transform *bone_in(const range *r, uint32_t bone)
{
    return r->is_whole ? &r->bones[bone] : bone - r->first < r->count ? &r->bones[bone - r->first] : NULL;
}

INLINED void store_vector(float *to, simd4 value)
{
    memcpy(to, &value, 3 * sizeof *to);
}

/* Writes the values of up to four tracks, lane by lane. */
INLINED void store_tracks(const range *out, int group, const uint32_t *targets, uint32_t count, simd4 values[4])
{
    simd4_transpose(values);
    for (uint32_t t = 0; t < LANES; t++) {
        hone_transform *bone = t < count ? bone_in(out, targets[t]) : NULL;
        if (!bone)
            continue;
        if (group <= CLIP_FOURS)
            simd4_store(bone->rotation, values[t]);
        else
            store_vector(group == CLIP_TRANSLATIONS ? bone->translation : bone->scale, values[t]);
    }
}

/* Returns whether none of up to four tracks is to be written. Targets ascend. */
INLINED bool is_outside(const range *out, const uint32_t *targets, uint32_t count)
{
    return !out->is_whole && (targets[count - 1] < out->first || targets[0] >= out->first + out->count);
}

/* Decodes up to four tracks of a group, from track t on. */
INLINED void decode_tracks(const hone_packed_clip *clip, cursor *c, const moment *m, int group, uint32_t t,
                           uint32_t count, const range *out)
{
    const uint32_t *targets = clip->targets[group] + t;
    simd4 values[4] = {{0}};
    if (is_outside(out, targets, count)) {
        skip_tracks(c, count, hone_clip_width(group));
        return;
    }
    read_tracks(c, m, count, hone_clip_width(group), values);
    if (group == CLIP_FOURS)
        normalise(values);
    else
        for (int i = 0; i < 3; i++) values[i] += simd4_load(clip->bases[group][t / LANES].lanes[i]);
    store_tracks(out, group, targets, count, values);
}

INLINED void decode_group(const hone_packed_clip *clip, cursor *c, const moment *m, int group, const range *out)
{
    uint32_t count = clip->counts[group], t = 0;
    if (count == 0)
        return;
    cursor own = *c; /* a copy, which no store can change */
    for (; t + LANES <= count; t += LANES) decode_tracks(clip, &own, m, group, t, LANES, out);
    if (t < count)
        decode_tracks(clip, &own, m, group, t, count - t, out);
    c->bytes = own.bytes, c->profiles = own.profiles, c->steps = own.steps;
}

/* Reads up to four rotations, from track t on. */
INLINED void read_some(const hone_packed_clip *clip, cursor *c, const moment *m, uint32_t t, uint32_t count,
                       const range *out, rotations *to)
{
    if (is_outside(out, clip->targets[CLIP_ROTATIONS] + t, count))
        skip_tracks(c, count, 3);
    else
        read_rotations(c, m, count, to);
}

INLINED void finish_some(const hone_packed_clip *clip, const moment *m, uint32_t t, uint32_t count, const range *out,
                         const rotations *from)
{
    const uint32_t *targets = clip->targets[CLIP_ROTATIONS] + t;
    simd4 q[4];
    if (is_outside(out, targets, count))
        return;
    mix_rotations(from, m->part, q);
    multiply_base(&clip->bases[CLIP_ROTATIONS][t / LANES], q);
    store_tracks(out, CLIP_ROTATIONS, targets, count, q);
}

/* Some rotations are read before they are finished: each of these has a long chain of operations, of which the
 * processor can do several at once only if they follow each other. */
INLINED void decode_rotations(const hone_packed_clip *clip, cursor *c, const moment *m, const range *out)
{
    enum { BATCH = 8 };
    uint32_t count = clip->counts[CLIP_ROTATIONS];
    cursor own = *c;
    for (uint32_t first = 0; first < count; first += BATCH * LANES) {
        rotations batch[BATCH];
        uint32_t end = first + BATCH * LANES < count ? first + BATCH * LANES : count, t = first;
        for (; t + LANES <= end; t += LANES) read_some(clip, &own, m, t, LANES, out, &batch[(t - first) / LANES]);
        if (t < end)
            read_some(clip, &own, m, t, end - t, out, &batch[(t - first) / LANES]);
        for (t = first; t + LANES <= end; t += LANES) finish_some(clip, m, t, LANES, out, &batch[(t - first) / LANES]);
        if (t < end)
            finish_some(clip, m, t, end - t, out, &batch[(t - first) / LANES]);
    }
    c->bytes = own.bytes, c->profiles = own.profiles, c->steps = own.steps;
}

INLINED void store_constants(const hone_packed_clip *clip, const range *out)
{
    for (int part = 0; part < CLIP_PARTS; part++)
        for (uint32_t i = 0; i < clip->constant_counts[part]; i++) {
            const hone_clip_constant *constant = &clip->constants[part][i];
            hone_transform *bone = bone_in(out, constant->target);
            if (bone && part == CLIP_R)
                memcpy(bone->rotation, constant->value, sizeof bone->rotation);
            else if (bone)
                memcpy(part == CLIP_T ? bone->translation : bone->scale, constant->value, 3 * sizeof(float));
        }
}

INLINED void decode_parts(const hone_packed_clip *clip, double sample, const range *out)
{
    store_constants(clip, out);
    if (clip->segment_count == 0)
        return;
    cursor c;
    moment m;
    begin(clip, sample, &c, &m);
    decode_rotations(clip, &c, &m, out);
    decode_group(clip, &c, &m, CLIP_FOURS, out);
    decode_group(clip, &c, &m, CLIP_TRANSLATIONS, out);
    decode_group(clip, &c, &m, CLIP_SCALES, out);
}

static void decode_bones(const hone_packed_clip *clip, double sample, uint32_t first, uint32_t count,
                         hone_transform *bones)
{
    const range whole = {0, 0, bones, true}, some = {first, count, bones, false};
    if (count == clip->info.bone_count)
        decode_parts(clip, sample, &whole);
    else
        decode_parts(clip, sample, &some);
}

/* ---- weights ---- */

static void decode_weights(const hone_packed_clip *clip, double sample, float *weights)
{
    for (uint32_t i = 0; i < clip->constant_counts[CLIP_PARTS]; i++)
        weights[clip->constants[CLIP_PARTS][i].target] = clip->constants[CLIP_PARTS][i].value[0];
    if (clip->counts[CLIP_WEIGHTS] == 0)
        return;
    cursor c;
    moment m;
    begin(clip, sample, &c, &m);
    for (int group = 0; group < CLIP_WEIGHTS; group++) skip_tracks(&c, clip->counts[group], hone_clip_width(group));
    for (uint32_t t = 0; t < clip->counts[CLIP_WEIGHTS]; t += LANES) {
        uint32_t left = clip->counts[CLIP_WEIGHTS] - t, count = left < LANES ? left : LANES;
        simd4 values[1];
        read_tracks(&c, &m, count, 1, values);
        for (uint32_t i = 0; i < count; i++) weights[clip->targets[CLIP_WEIGHTS][t + i]] = values[0][i];
    }
}

#endif
