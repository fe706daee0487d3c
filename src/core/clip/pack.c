/* Packs a clip: checks the samples, finds what changes, fits the segments, writes the block and measures it. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "base/finite.h"
#include "core/clip/packing.h"
#include <string.h>

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static bool check_numbers(const hone_clip_pack_desc *d, hone_error *error)
{
    if (d->bone_count > HONE_CLIP_TARGETS || d->weight_count > HONE_CLIP_TARGETS)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a clip can have %u bones and weights at most",
                         (unsigned)HONE_CLIP_TARGETS);
    if (d->sample_count == 0 || d->sample_count > HONE_CLIP_MAX_SAMPLES)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a clip can have 1 to %u samples, not %u",
                         (unsigned)HONE_CLIP_MAX_SAMPLES, d->sample_count);
    if (!(d->rate > 0 && d->rate < 1e6))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the rate of a clip must be above 0");
    if (!(d->tolerance > 0 && d->tolerance < 1e9f) || !(d->distance > 0 && d->distance < 1e9f) ||
        !(d->weight_tolerance >= 0 && d->weight_tolerance < 1e9f))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "tolerance and distance must be above 0");
    return true;
}

static bool check_arrays(const hone_clip_pack_desc *d, hone_error *error)
{
    size_t transforms = (size_t)d->sample_count * d->bone_count, weights = (size_t)d->sample_count * d->weight_count;
    if (d->bone_count && (!d->parents || !d->bones))
        return hone_fail_null(error, d->bones ? "parents" : "bones");
    if (d->weight_count && !d->weights)
        return hone_fail_null(error, "weights");
    for (uint32_t b = 0; d->precision && b < d->bone_count; b++)
        if (!(d->precision[b] >= 1 && d->precision[b] < 1e6f))
            return hone_fail(error, HONE_ERROR_ARGUMENT, b, "the precision of bone %u must be at least 1", b);
    const size_t numbers = sizeof(hone_transform) / sizeof(float);
    if ((transforms && !hone_floats_are_finite(d->bones->translation, transforms * numbers)) ||
        (weights && !hone_floats_are_finite(d->weights, weights)) ||
        (d->rest && d->bone_count && !hone_floats_are_finite(d->rest->translation, d->bone_count * numbers)))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a sample is not finite");
    return true;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static void put_u32(hone_writer *w, size_t at, uint32_t value)
{
    for (int i = 0; i < 4 && !w->failed; i++) w->bytes.data[at + (size_t)i] = (uint8_t)(value >> 8 * i);
}

static void write_header(const clip_pack_context *p, uint32_t profile_count, hone_writer *w)
{
    const hone_clip_pack_desc *d = p->desc;
    hone_write_bytes(w, "HCLP", 4);
    hone_write_u32(w, HONE_CLIP_VERSION);
    hone_write_u32(w, 0); /* the size, which is put here at the end */
    hone_write_u32(w, d->bone_count);
    hone_write_u32(w, d->weight_count);
    hone_write_u32(w, d->sample_count);
    hone_write_f32(w, (float)d->rate);
    hone_write_f32(w, d->tolerance);
    hone_write_f32(w, d->distance);
    hone_write_u32(w, p->interval_count);
    hone_write_u32(w, profile_count);
    hone_write_u32(w, 0);
}

static void write_constant(const clip_pack_context *p, uint32_t bone, int part, hone_writer *w)
{
    hone_transform value = hone_clip_value(p, bone, 0);
    if (part == CLIP_R) {
        uint32_t words[3];
        hone_clip_write_rotation(value.rotation, words);
        for (int i = 0; i < 3; i++) hone_write_u32(w, words[i]);
    } else {
        hone_write_floats(w, part == CLIP_T ? value.translation : value.scale, 3);
    }
}

static void write_values(const clip_pack_context *p, hone_writer *w)
{
    const hone_clip_pack_desc *d = p->desc;
    hone_write_bytes(w, p->kinds, d->bone_count);
    hone_write_bytes(w, p->weight_kinds, d->weight_count);
    for (int part = 0; part < CLIP_PARTS; part++)
        for (uint32_t b = 0; b < d->bone_count; b++)
            if (hone_clip_kind_of(p->kinds[b], part) == CLIP_CONSTANT)
                write_constant(p, b, part, w);
    for (uint32_t i = 0; i < d->weight_count; i++)
        if (p->weight_kinds[i] == CLIP_CONSTANT)
            hone_write_f32(w, d->weights[i]);
    for (uint32_t t = 0; t < p->track_count; t++) {
        const clip_track *track = &p->tracks[t];
        for (int i = 0; i < 3 && track->group == CLIP_ROTATIONS; i++)
            hone_write_u16(w, (uint16_t)(int16_t)lrintf(track->base[i] * 32767));
        if (track->group == CLIP_TRANSLATIONS || track->group == CLIP_SCALES)
            hone_write_floats(w, track->base, 3);
    }
}

static void write_profiles(const hone_clip_profile *profiles, uint32_t count, hone_writer *w)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = 0;
        for (int k = 0; k < HONE_CLIP_WIDTHS; k++) word |= (uint32_t)profiles[i].bits[k] << 5 * k;
        hone_write_u32(w, word);
    }
}

/* Bits that are not yet a whole byte. */
typedef struct bit_writer {
    hone_writer *to;
    uint64_t word;
    unsigned count;
} bit_writer;

static void write_bits(bit_writer *b, uint32_t value, unsigned count)
{
    b->word |= (uint64_t)value << b->count;
    b->count += count;
    for (; b->count >= 8; b->count -= 8, b->word >>= 8) hone_write_u8(b->to, (uint8_t)b->word);
}

static void write_component(const clip_numbers *numbers, const uint8_t *widths, bit_writer *bits)
{
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) {
        unsigned count = widths[hone_clip_width_of(k)];
        write_bits(bits, (uint32_t)numbers->values[k] & ((1u << count) - 1), count);
    }
    write_bits(bits, 0, (8 - bits->count) % 8);
}

/* order: [component_count] of the components in a segment */
static void write_segment(const clip_pack_context *p, uint32_t segment, const hone_clip_profile *profiles,
                          const uint8_t *indices, const uint32_t *order, hone_writer *w)
{
    const clip_numbers *numbers = p->numbers + (size_t)segment * p->component_count;
    bit_writer bits = {.to = w};
    hone_write_bytes(w, p->steps + (size_t)segment * p->track_count, p->track_count);
    for (uint32_t i = 0; i < p->component_count; i++) hone_write_u8(w, indices[order[i]]);
    for (uint32_t i = 0; i < p->component_count; i++)
        write_component(&numbers[order[i]], profiles[indices[order[i]]].bits, &bits);
}

/* Lists the components as a segment has them: of four tracks of a group the first components, then the second ones, and
 * so on. */
static void order_components(const clip_pack_context *p, uint32_t *order)
{
    enum { TRACKS = 4 };
    uint32_t count;
    for (uint32_t first = 0; first < p->track_count; first += count) {
        const clip_track *tracks = &p->tracks[first];
        for (count = 1; count < TRACKS && first + count < p->track_count; count++)
            if (tracks[count].group != tracks->group)
                break;
        for (uint32_t i = 0; i < tracks->width; i++)
            for (uint32_t t = 0; t < count; t++) *order++ = tracks[t].component + i;
    }
}

static bool write_block(const clip_pack_context *p, hone_bytes *out, hone_error *error)
{
    uint32_t profile_count = 0;
    hone_writer w = hone_writer_make(p->desc->allocator);
    hone_clip_profile *profiles = hone_arena_array(p->memory, HONE_CLIP_PROFILES, sizeof *profiles);
    uint8_t *indices = hone_arena_array(p->memory, (size_t)p->segment_count * p->component_count, 1);
    uint32_t *order = hone_arena_array(p->memory, p->component_count, sizeof *order);
    if (hone_arena_failed(p->memory))
        return hone_arena_fail(p->memory, error);
    if (p->segment_count && !hone_clip_choose_profiles(p, profiles, &profile_count, indices, error))
        return false;
    order_components(p, order);
    write_header(p, profile_count, &w);
    write_values(p, &w);
    write_profiles(profiles, profile_count, &w);
    size_t offsets = w.bytes.size;
    hone_write_zeros(&w, 4 * (size_t)p->segment_count);
    for (uint32_t s = 0; s < p->segment_count; s++) {
        put_u32(&w, offsets + 4 * (size_t)s, (uint32_t)w.bytes.size);
        write_segment(p, s, profiles, indices + (size_t)s * p->component_count, order, &w);
    }
    hone_write_zeros(&w, HONE_CLIP_TAIL);
    put_u32(&w, 8, (uint32_t)w.bytes.size);
    if (w.bytes.size > UINT32_MAX)
        w.failed = true;
    return hone_writer_finish(&w, out, error);
}

/* ---- packing ----------------------------------------------------------------------------------------------------- */

static void choose_segments(clip_pack_context *p)
{
    enum { MOST = HONE_CLIP_SEGMENT - 1 };
    uint32_t intervals = p->desc->sample_count - 1, count = (intervals + MOST - 1) / MOST;
    p->interval_count = count ? (intervals + count - 1) / count : 1;
    p->segment_count = p->track_count ? (intervals + p->interval_count - 1) / p->interval_count : 0;
}

/* Packs with the tolerance of p, which may be smaller than asked for. */
static bool pack_once(const hone_clip_pack_desc *desc, double tolerance, hone_bytes *out, hone_clip_pack_report *report,
                      double *worst, hone_error *error)
{
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    if (!memory)
        return false;
    double weights = desc->weight_tolerance > 0 ? (double)desc->weight_tolerance : 1e-3;
    clip_pack_context p = {.desc = desc,
                           .memory = memory,
                           .tolerance = tolerance,
                           .weight_tolerance = weights * tolerance / (double)desc->tolerance};
    bool ok = hone_clip_order(&p, error) && hone_clip_find_tracks(&p, error);
    if (ok)
        choose_segments(&p);
    ok = ok && hone_clip_fit_segments(&p, error) && write_block(&p, out, error) &&
         hone_clip_measure(&p, out, report, worst, error);
    hone_arena_destroy(memory);
    if (!ok)
        hone_bytes_release(out);
    return ok;
}

/* worst: the largest error, each times the precision of its bone. */
static bool is_within(const hone_clip_pack_desc *desc, const hone_clip_pack_report *report, double worst)
{
    double weights = desc->weight_tolerance > 0 ? (double)desc->weight_tolerance : 1e-3;
    return worst <= (double)desc->tolerance && report->weight_error <= weights;
}

/* Fitting computes in single precision and in another order than decoding, so the block may be off by a little more
 * than fitting expects: then it is packed again. */
bool hone_clip_pack(const hone_clip_pack_desc *desc, hone_bytes *out, hone_clip_pack_report *report, hone_error *error)
{
    static const double factors[] = {0.9995, 0.99, 0.9, 0.6};
    hone_clip_pack_report found = {0};
    double worst = 0;
    if (!desc || !out)
        return hone_fail_null(error, desc ? "out" : "desc");
    *out = (hone_bytes){0};
    if (!check_numbers(desc, error) || !check_arrays(desc, error))
        return false;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        hone_bytes_release(out);
        if (!pack_once(desc, factors[i] * (double)desc->tolerance, out, &found, &worst, error))
            return false;
        if (!is_within(desc, &found, worst))
            continue;
        if (report)
            *report = found;
        return true;
    }
    hone_bytes_release(out);
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, found.worst_bone,
                     "the tolerance is too small for the size of the motion: floats cannot keep it");
}
