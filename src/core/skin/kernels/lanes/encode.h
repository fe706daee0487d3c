/* The formats of output streams (skin/formats.h) for the results of a block. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_ENCODE_H
#define HONE_SRC_SKIN_KERNELS_LANES_ENCODE_H

#include "core/skin/kernels/lanes/results.h"
#include "core/skin/output_formats.h"

/* Replaces three or four components of the results by the words of a format, which may begin earlier. */
typedef struct encoder {
    void (*run)(const struct encoder *e, results *r);
    uint32_t from, to; /* first component; first word */
    bool has_fourth;   /* a tangent */
    float fourth;      /* otherwise, for halves */
    hone_skin_steps steps;
} encoder;

typedef uint32_t bits __attribute__((vector_size(WIDTH * sizeof(uint32_t))));

/* Clamps to low..high, which is low for NaN, and rounds. The integer is in the lower half of each lane: this sum has
 * steps of 1, and its other bits are in the upper half. */
INLINE bits round_lanes(vec x, vec low, vec high)
{
    return (bits)v_add(v_clamp(x, low, high), v_set(12582912.0f)); /* 1.5 * 2^23 */
}

INLINE vec two_of_16(bits a, bits b)
{
    return (vec)((a & 0xffff) | b << 16);
}

INLINE bits step_of(const encoder *e, const results *r, uint32_t at, int c)
{
    const hone_skin_steps *s = &e->steps;
    vec x = v_load(r->c[e->from + (uint32_t)c] + at);
    x = c < 3 ? v_mul(v_sub(x, v_set(s->offset[c])), v_set(s->factor[c])) : v_mul(x, v_set(s->factor[c]));
    return round_lanes(x, v_set(s->low), v_set(s->high));
}

INLINE void steps_of(const encoder *e, const results *r, uint32_t at, bits out[4])
{
    for (int c = 0; c < 3; c++) out[c] = step_of(e, r, at, c);
    out[3] = e->has_fourth ? step_of(e, r, at, 3)
                           : round_lanes(v_set(e->steps.fourth), v_set(e->steps.low), v_set(e->steps.high));
}

static void encode_steps16(const encoder *e, results *r)
{
    for (uint32_t at = 0; at < LANES; at += WIDTH) {
        bits n[4];
        steps_of(e, r, at, n);
        v_store(r->c[e->to] + at, two_of_16(n[0], n[1]));
        v_store(r->c[e->to + 1] + at, two_of_16(n[2], n[3]));
    }
}

static void encode_steps8(const encoder *e, results *r)
{
    for (uint32_t at = 0; at < LANES; at += WIDTH) {
        bits n[4];
        steps_of(e, r, at, n);
        v_store(r->c[e->to] + at, (vec)((n[0] & 0xff) | (n[1] & 0xff) << 8 | (n[2] & 0xff) << 16 | n[3] << 24));
    }
}

INLINE void halves_of(const encoder *e, results *r, bool has_fourth)
{
    const vec fourth = v_set(e->fourth);
    for (uint32_t at = 0; at < LANES; at += WIDTH) {
        const float *c = r->c[e->from] + at;
        vec x = v_load(c), y = v_load(c + LANES), z = v_load(c + 2 * LANES);
        vec last = has_fourth ? v_load(c + 3 * LANES) : fourth;
        v_store(r->c[e->to] + at, v_two_halves(x, y));
        v_store(r->c[e->to + 1] + at, v_two_halves(z, last));
    }
}

static void encode_half(const encoder *e, results *r)
{
    e->has_fourth ? halves_of(e, r, true) : halves_of(e, r, false);
}

/* copysign(1 - |a|, b) */
INLINE vec fold(vec a, vec b)
{
    return (vec)((bits)v_sub(v_set(1), v_abs(a)) | ((bits)b & 0x80000000));
}

static void encode_octahedral(const encoder *e, results *r)
{
    const vec most = v_set(SNORM16_STEPS), least = v_set(-SNORM16_STEPS);
    for (uint32_t at = 0; at < LANES; at += WIDTH) {
        const float *c = r->c[e->from] + at;
        vec x = v_load(c), y = v_load(c + LANES), z = v_load(c + 2 * LANES);
        vec sum = v_add(v_add(v_abs(x), v_abs(y)), v_abs(z));
        mask below = v_less(z, v_set(0));
        x = v_divide(x, sum), y = v_divide(y, sum);
        vec u = v_pick(below, fold(y, x), x), v = v_pick(below, fold(x, y), y);
        v_store(r->c[e->to] + at,
                two_of_16(round_lanes(v_mul(u, most), least, most), round_lanes(v_mul(v, most), least, most)));
    }
}

/* Moves floats to their words, if other streams have fewer words than components. */
static void encode_float(const encoder *e, results *r)
{
    memmove(r->c[e->to], r->c[e->from], (e->has_fourth ? 4 : 3) * sizeof r->c[0]);
}

/* Returns the encoder of a stream. run: NULL if it needs none. */
static encoder encoder_of(const hone_skin_job *job, hone_skin_attribute attribute, uint32_t from, uint32_t to)
{
    const hone_skin_format format = hone_skin_format_of(job, attribute);
    encoder e = {.from = from,
                 .to = to,
                 .has_fourth = attribute == HONE_SKIN_TANGENT,
                 .fourth = attribute == HONE_SKIN_POSITION ? 1 : 0};
    if (format == HONE_SKIN_FLOAT32)
        e.run = from == to ? NULL : encode_float;
    else if (format == HONE_SKIN_FLOAT16)
        e.run = encode_half;
    else if (format == HONE_SKIN_OCTAHEDRAL16)
        e.run = encode_octahedral;
    else
        e.run = format == HONE_SKIN_SNORM8 ? encode_steps8 : encode_steps16;
    e.steps = hone_skin_steps_of(job, attribute);
    return e;
}

#endif
