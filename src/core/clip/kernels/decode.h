/* Decodes a clip: the code of all kernels. Each component of a track is a sum of polynomials, whose coefficients are
 * read from the bytes of the segment. The polynomials at the time are computed once for all tracks. Four tracks are put
 * together at once. A kernel's file includes this file and defines a table with `decode_bones` and `decode_weights`.
 * All kernels do the same operations in the same order: results are equal to the bit. */
#ifndef HONE_SRC_CLIP_KERNELS_DECODE_H
#define HONE_SRC_CLIP_KERNELS_DECODE_H

#include "base/error.h"
#include "base/lanes/vectors.h"
#if HONE_VECTORS && defined(__AVX2__)
#include "core/clip/kernels/components_avx2.h"
#else
#include "core/clip/kernels/components_portable.h"
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

/* Reads the steps of up to four tracks. */
INLINED void next_steps(cursor *c, uint32_t count, lanes out[VECTORS])
{
    float steps[TRACKS] = {0};
    for (uint32_t t = 0; t < count; t++) steps[t] = c->step_table[*c->steps++];
    for (int v = 0; v < VECTORS; v++) out[v] = lanes_load(steps + v * HONE_LANES);
}

/* Decodes the components of up to four tracks, each with `width` of them. */
INLINED void read_tracks(cursor *c, const moment *m, uint32_t count, uint32_t width, lanes out[VECTORS][4])
{
    lanes steps[VECTORS];
    next_steps(c, count, steps);
    for (uint32_t i = 0; i < width; i++) {
        product products[TRACKS] = {multiply(next_component(c), &m->between)};
        for (uint32_t t = 1; t < TRACKS; t++)
            products[t] = t < count ? multiply(next_component(c), &m->between) : products[0];
        for (int v = 0; v < VECTORS; v++) out[v][i] = add_products(products + v * HONE_LANES, steps[v]);
    }
}

/* The products of one component of up to four tracks, at both samples. */
INLINED void read_products(cursor *c, const moment *m, uint32_t count, product first[TRACKS], product second[TRACKS])
{
    for (uint32_t t = 0; t < TRACKS; t++) {
        if (t < count) {
            component next = next_component(c);
            first[t] = multiply(next, &m->ends[0]), second[t] = multiply(next, &m->ends[1]);
        } else {
            first[t] = first[0], second[t] = second[0];
        }
    }
}

static inline void skip_tracks(cursor *c, uint32_t count, uint32_t width)
{
    for (uint32_t i = 0; i < count * width; i++) c->bytes += c->table[*c->profiles++].bytes;
    c->steps += count;
}

/* ---- bones ---- */

/* Divides by the length. Lengths of 0 become the identity. */
static inline void normalise(lanes q[4])
{
    lanes square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    lanes_bits none = lanes_not(square > lanes_set(1e-30f));
    lanes factor = 1 / lanes_sqrt(lanes_pick(none, lanes_set(1), square));
    for (int i = 0; i < 4; i++) q[i] *= factor;
    q[3] = lanes_pick(none, lanes_set(1), q[3]);
}

/* Rotations of four tracks at the two samples, without their bases and without w. */
typedef struct rotations {
    pair v[VECTORS][3];
} rotations;

INLINED void read_rotations(cursor *c, const moment *m, uint32_t count, rotations *out)
{
    lanes steps[VECTORS];
    next_steps(c, count, steps);
    for (int i = 0; i < 3; i++) {
        product first[TRACKS], second[TRACKS];
        read_products(c, m, count, first, second);
        for (int v = 0; v < VECTORS; v++)
            out->v[v][i] = add_pairs(first + v * HONE_LANES, second + v * HONE_LANES, steps[v]);
    }
}

/* w follows from x, y and z at both samples. Rotations between these are on the straight line from one to the other,
 * divided by their length. */
INLINED void mix_rotations(const pair v[3], float part, lanes q[4])
{
    q[3] = mix_pair(last_of(v[0], v[1], v[2]), part);
    for (int i = 0; i < 3; i++) q[i] = mix_pair(v[i], part);
    normalise(q);
}

/* Multiplies rotations by their bases, on the left. v: which of the vectors. */
INLINED void multiply_base(const hone_clip_base *base, int v, lanes q[4])
{
    const int at = v * HONE_LANES;
    lanes x = lanes_load(&base->lanes[0][at]), y = lanes_load(&base->lanes[1][at]), z = lanes_load(&base->lanes[2][at]),
          w = lanes_load(&base->lanes[3][at]), a = q[0], b = q[1], c = q[2], d = q[3];
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

/* Writes the values of up to four tracks, one after the other. */
INLINED void store_tracks(const range *out, int group, const uint32_t *targets, uint32_t count,
                          lanes values[VECTORS][4])
{
    simd4 rows[TRACKS];
    for (int v = 0; v < VECTORS; v++) lanes_rows(values[v], rows + v * HONE_LANES);
    for (uint32_t t = 0; t < TRACKS; t++) {
        hone_transform *bone = t < count ? bone_in(out, targets[t]) : NULL;
        if (!bone)
            continue;
        if (group <= CLIP_FOURS)
            simd4_store(bone->rotation, rows[t]);
        else
            store_vector(group == CLIP_TRANSLATIONS ? bone->translation : bone->scale, rows[t]);
    }
}

/* Returns whether none of up to four tracks is to be written. Targets ascend. */
INLINED bool is_outside(const range *out, const uint32_t *targets, uint32_t count)
{
    return !out->is_whole && (targets[count - 1] < out->first || targets[0] >= out->first + out->count);
}

/* Adds a base to three components. v: which of the vectors. */
INLINED void add_base(const hone_clip_base *base, int v, lanes values[4])
{
    for (int i = 0; i < 3; i++) values[i] += lanes_load(&base->lanes[i][v * HONE_LANES]);
    values[3] = lanes_set(0); /* is not stored */
}

/* Decodes up to four tracks of a group, from track t on. */
INLINED void decode_tracks(const hone_packed_clip *clip, cursor *c, const moment *m, int group, uint32_t t,
                           uint32_t count, const range *out)
{
    const uint32_t *targets = clip->targets[group] + t;
    lanes values[VECTORS][4];
    if (is_outside(out, targets, count)) {
        skip_tracks(c, count, hone_clip_width(group));
        return;
    }
    read_tracks(c, m, count, hone_clip_width(group), values);
    for (int v = 0; v < VECTORS; v++) {
        if (group == CLIP_FOURS)
            normalise(values[v]);
        else
            add_base(&clip->bases[group][t / TRACKS], v, values[v]);
    }
    store_tracks(out, group, targets, count, values);
}

INLINED void decode_group(const hone_packed_clip *clip, cursor *c, const moment *m, int group, const range *out)
{
    uint32_t count = clip->counts[group], t = 0;
    if (count == 0)
        return;
    cursor own = *c; /* a copy, which no store can change */
    for (; t + TRACKS <= count; t += TRACKS) decode_tracks(clip, &own, m, group, t, TRACKS, out);
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
    lanes q[VECTORS][4];
    if (is_outside(out, targets, count))
        return;
    for (int v = 0; v < VECTORS; v++) {
        mix_rotations(from->v[v], m->part, q[v]);
        multiply_base(&clip->bases[CLIP_ROTATIONS][t / TRACKS], v, q[v]);
    }
    store_tracks(out, CLIP_ROTATIONS, targets, count, q);
}

/* Some rotations are read before they are finished: each of these has a long chain of operations, of which the
 * processor can do several at once only if they follow each other. */
INLINED void decode_rotations(const hone_packed_clip *clip, cursor *c, const moment *m, const range *out)
{
    enum { BATCH = 8 };
    uint32_t count = clip->counts[CLIP_ROTATIONS];
    cursor own = *c;
    for (uint32_t first = 0; first < count; first += BATCH * TRACKS) {
        rotations batch[BATCH];
        uint32_t end = first + BATCH * TRACKS < count ? first + BATCH * TRACKS : count, t = first;
        for (; t + TRACKS <= end; t += TRACKS) read_some(clip, &own, m, t, TRACKS, out, &batch[(t - first) / TRACKS]);
        if (t < end)
            read_some(clip, &own, m, t, end - t, out, &batch[(t - first) / TRACKS]);
        for (t = first; t + TRACKS <= end; t += TRACKS)
            finish_some(clip, m, t, TRACKS, out, &batch[(t - first) / TRACKS]);
        if (t < end)
            finish_some(clip, m, t, end - t, out, &batch[(t - first) / TRACKS]);
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
    for (uint32_t t = 0; t < clip->counts[CLIP_WEIGHTS]; t += TRACKS) {
        uint32_t left = clip->counts[CLIP_WEIGHTS] - t, count = left < TRACKS ? left : TRACKS;
        lanes values[VECTORS][4];
        float each[TRACKS];
        read_tracks(&c, &m, count, 1, values);
        for (int v = 0; v < VECTORS; v++) lanes_store(each + v * HONE_LANES, values[v][0]);
        for (uint32_t i = 0; i < count; i++) weights[clip->targets[CLIP_WEIGHTS][t + i]] = each[i];
    }
}

#endif
