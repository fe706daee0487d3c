#include "core/skin/output_formats.h"
#include "base/error.h"
#include "core/skin/kernels/half.h"
#include <math.h>

uint32_t hone_skin_format_words(hone_skin_format format, hone_skin_attribute attribute)
{
    switch (format) {
    case HONE_SKIN_FLOAT32:
        return attribute == HONE_SKIN_TANGENT ? 4 : 3;
    case HONE_SKIN_SNORM8:
    case HONE_SKIN_OCTAHEDRAL16:
        return 1;
    default:
        return 2;
    }
}

/* ---- checking -------------------------------------------------------------------------------------------------- */

static bool can_have(hone_skin_attribute attribute, hone_skin_format format)
{
    switch (format) {
    case HONE_SKIN_FLOAT32:
    case HONE_SKIN_FLOAT16:
    case HONE_SKIN_SNORM16:
        return true;
    case HONE_SKIN_UNORM16:
        return attribute == HONE_SKIN_POSITION;
    case HONE_SKIN_SNORM8:
        return attribute != HONE_SKIN_POSITION;
    case HONE_SKIN_OCTAHEDRAL16:
        return attribute == HONE_SKIN_NORMAL;
    }
    return false;
}

static bool check_range(const hone_skin_formats *f, hone_error *error)
{
    for (uint32_t c = 0; c < 3; c++)
        if (!isfinite(f->offset[c]) || !isfinite(f->scale[c]) || !(f->scale[c] > 0) ||
            !isfinite(UNORM16_STEPS / f->scale[c]))
            return hone_fail(error, HONE_ERROR_ARGUMENT, c, "positions in 16 bits with the offset %g and the scale %g",
                             (double)f->offset[c], (double)f->scale[c]);
    return true;
}

bool hone_skin_check_formats(const hone_skin_job *job, hone_error *error)
{
    static const char *const names[] = {"positions", "normals", "tangents"};
    const hone_stream *streams[] = {&job->positions, &job->normals, &job->tangents};
    for (int a = HONE_SKIN_POSITION; a <= HONE_SKIN_TANGENT; a++) {
        hone_skin_format format = hone_skin_format_of(job, (hone_skin_attribute)a);
        if (streams[a]->data && !can_have((hone_skin_attribute)a, format))
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s cannot have the format %d", names[a], (int)format);
    }
    hone_skin_format positions = job->formats.positions;
    bool has_range = positions == HONE_SKIN_UNORM16 || positions == HONE_SKIN_SNORM16;
    return !job->positions.data || !has_range || check_range(&job->formats, error);
}

/* ---- encoding -------------------------------------------------------------------------------------------------- */

hone_skin_steps hone_skin_steps_of(const hone_skin_job *job, hone_skin_attribute attribute)
{
    hone_skin_format format = hone_skin_format_of(job, attribute);
    bool is_position = attribute == HONE_SKIN_POSITION;
    float most = format == HONE_SKIN_UNORM16   ? UNORM16_STEPS
                 : format == HONE_SKIN_SNORM16 ? SNORM16_STEPS
                                               : SNORM8_STEPS;
    hone_skin_steps steps = {.low = format == HONE_SKIN_UNORM16 ? 0 : -most,
                             .high = most,
                             .fourth = is_position ? most : 0,
                             .factor = {most, most, most, most}};
    for (int c = 0; c < 3 && is_position; c++) {
        steps.offset[c] = job->formats.offset[c];
        steps.factor[c] = most / job->formats.scale[c];
    }
    return steps;
}

/* Returns the nearest integer of low..high, and low for NaN. */
static uint32_t round_to(float x, float low, float high)
{
    float clamped = x > low ? x < high ? x : high : low;
    return (uint32_t)(int32_t)lrintf(clamped);
}

/* Words whose parts follow each other in memory, on machines of any byte order. */
static uint32_t word_of_16_bits(uint32_t first, uint32_t second)
{
    const uint16_t parts[2] = {(uint16_t)first, (uint16_t)second};
    uint32_t word;
    memcpy(&word, parts, sizeof word);
    return word;
}

static uint32_t word_of_8_bits(const uint32_t n[4])
{
    const uint8_t parts[4] = {(uint8_t)n[0], (uint8_t)n[1], (uint8_t)n[2], (uint8_t)n[3]};
    uint32_t word;
    memcpy(&word, parts, sizeof word);
    return word;
}

/* Writes four numbers as steps: 16 bits each in two words, or 8 bits each in one. */
static uint32_t encode_steps(const hone_skin_steps *s, hone_skin_format format, const float *value, bool has_fourth,
                             uint32_t out[2])
{
    uint32_t n[4];
    for (int c = 0; c < 3; c++) n[c] = round_to((value[c] - s->offset[c]) * s->factor[c], s->low, s->high);
    n[3] = round_to(has_fourth ? value[3] * s->factor[3] : s->fourth, s->low, s->high);
    if (format == HONE_SKIN_SNORM8) {
        out[0] = word_of_8_bits(n);
        return 1;
    }
    out[0] = word_of_16_bits(n[0], n[1]);
    out[1] = word_of_16_bits(n[2], n[3]);
    return 2;
}

static uint32_t encode_halves(const float *value, float fourth, uint32_t out[2])
{
    out[0] = word_of_16_bits(half_of(value[0]), half_of(value[1]));
    out[1] = word_of_16_bits(half_of(value[2]), half_of(fourth));
    return 2;
}

/* As hone_pack_normal. */
static uint32_t encode_octahedral(const float normal[3], uint32_t out[1])
{
    float sum = fabsf(normal[0]) + fabsf(normal[1]) + fabsf(normal[2]), e[2] = {normal[0] / sum, normal[1] / sum};
    const float folded[2] = {copysignf(1 - fabsf(e[1]), e[0]), copysignf(1 - fabsf(e[0]), e[1])};
    const float *used = normal[2] < 0 ? folded : e, most = SNORM16_STEPS;
    out[0] = word_of_16_bits(round_to(used[0] * most, -most, most), round_to(used[1] * most, -most, most));
    return 1;
}

uint32_t hone_skin_encode(const hone_skin_job *job, hone_skin_attribute attribute, const float *value,
                          uint32_t out[HONE_SKIN_MOST_WORDS])
{
    const hone_skin_format format = hone_skin_format_of(job, attribute);
    const bool is_tangent = attribute == HONE_SKIN_TANGENT;
    hone_skin_steps steps;
    switch (format) {
    case HONE_SKIN_FLOAT32:
        memcpy(out, value, (is_tangent ? 4 : 3) * sizeof *value);
        return is_tangent ? 4 : 3;
    case HONE_SKIN_FLOAT16:
        return encode_halves(value, is_tangent ? value[3] : attribute == HONE_SKIN_POSITION ? 1 : 0, out);
    case HONE_SKIN_OCTAHEDRAL16:
        return encode_octahedral(value, out);
    default:
        steps = hone_skin_steps_of(job, attribute);
        return encode_steps(&steps, format, value, is_tangent, out);
    }
}
