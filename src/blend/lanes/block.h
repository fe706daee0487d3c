/* Blends a block of bones, one in each lane. Included after a header that defines the lanes: scalar.h, four.h, avx2.h.
 * Every number goes through the same operations in the same order for each number of lanes. */
#ifndef HONE_SRC_BLEND_LANES_BLOCK_H
#define HONE_SRC_BLEND_LANES_BLOCK_H

#include "blend/plan.h"

/* `partial` and `adds` are constants where these functions are inlined. */
#define INLINED static inline __attribute__((always_inline))

/* ---- weights -------------------------------------------------------------------------------------------------- */

/* The weights of a layer for the block. */
INLINED lanes layer_weights(const hone_blend_layer *layer, uint32_t begin, float weight, bool partial)
{
    lanes weights = lanes_set(weight);
    if (partial && layer->bone_weights)
        weights *= lanes_positive(lanes_load(layer->bone_weights + begin));
    return weights;
}

/* Where the rest pose has no weight in a whole block, it is left out. So that this does not change the sign of a zero,
 * which would depend on the number of lanes, 0 is added to all numbers of partial blends. */

/* The weights of the rest pose where the layers' add up to `total`, and 1 / the sum of all weights. */
INLINED lanes rest_weights(const hone_blend_plan *plan, lanes total, lanes *inverse)
{
    lanes missing = lanes_positive(lanes_set(plan->threshold) - total);
    lanes rest = lanes_pick(total > 0, missing, lanes_set(1)); /* without a layer it is exactly the rest pose */
    *inverse = lanes_set(1) / (total + rest);
    return rest;
}

/* ---- rotations ------------------------------------------------------------------------------------------------ */

INLINED lanes dot(const lanes a[4], const lanes b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

INLINED void normalise(lanes q[4])
{
    lanes scale = lanes_set(1) / lanes_sqrt(dot(q, q));
    for (int i = 0; i < 4; i++) q[i] *= scale;
}

INLINED void first_rotation(lanes sum[4], const hone_transform *bones, lanes weight)
{
    lanes_load_rotations(bones, sum);
    for (int i = 0; i < 4; i++) sum[i] *= weight;
}

/* Adds a rotation to a sum, negated if that is nearer. */
INLINED void next_rotation(lanes sum[4], const hone_transform *bones, lanes weight)
{
    lanes q[4];
    lanes_load_rotations(bones, q);
    weight = lanes_with_sign(weight, dot(sum, q));
    for (int i = 0; i < 4; i++) sum[i] += q[i] * weight;
}

/* Adds up the rotations of all layers. Returns the sum of the weights, if the plan is partial. */
INLINED lanes sum_rotations(const hone_blend_plan *plan, uint32_t begin, bool partial, lanes sum[4])
{
    const hone_blend_layer *layer = plan->layers, *end = layer + plan->layer_count;
    lanes weights = layer_weights(layer, begin, layer->weight, partial), total = weights;
    first_rotation(sum, layer->bones + begin, partial ? lanes_of_rotations(weights) : weights);
    while (++layer < end) {
        if (partial && !(layer->weight > 0))
            continue;
        weights = layer_weights(layer, begin, layer->weight, partial);
        if (partial)
            total += weights;
        next_rotation(sum, layer->bones + begin, partial ? lanes_of_rotations(weights) : weights);
    }
    return total;
}

/* Turns by an additive layer. */
INLINED void add_rotation(lanes q[4], const hone_transform *difference, lanes weights, bool back)
{
    lanes d[4], out[4];
    lanes_load_rotations(difference, d);
    lanes part = lanes_with_sign(weights, d[3]);
    for (int i = 0; i < 4; i++) d[i] *= part;
    d[3] += lanes_set(1) - weights;
    normalise(d);
    for (int i = 0; back && i < 3; i++) d[i] = -d[i];
    out[0] = (q[3] * d[0] + q[0] * d[3]) + (q[1] * d[2] - q[2] * d[1]);
    out[1] = (q[3] * d[1] - q[0] * d[2]) + (q[1] * d[3] + q[2] * d[0]);
    out[2] = (q[3] * d[2] + q[0] * d[1]) + (q[2] * d[3] - q[1] * d[0]);
    out[3] = (q[3] * d[3] - q[0] * d[0]) - (q[1] * d[1] + q[2] * d[2]);
    for (int i = 0; i < 4; i++) q[i] = out[i];
}

/* ---- translations and scales ---------------------------------------------------------------------------------- */

INLINED parts sum_parts(const hone_blend_plan *plan, uint32_t begin, bool partial)
{
    const hone_blend_layer *layer = plan->layers, *end = layer + plan->layer_count;
    parts sum = parts_load(layer->bones + begin, layer_weights(layer, begin, layer->weight, partial), !partial);
    while (++layer < end) {
        if (partial && !(layer->weight > 0))
            continue;
        lanes weights = layer_weights(layer, begin, layer->weight, partial);
        parts_add(&sum, parts_load(layer->bones + begin, weights, !partial));
    }
    return sum;
}

INLINED void add_layer(const hone_blend_layer *layer, uint32_t begin, lanes q[4], parts *sum)
{
    const hone_transform *difference = layer->bones + begin;
    lanes weights = layer_weights(layer, begin, fabsf(layer->weight), true), one_less = lanes_set(1) - weights;
    if (layer->weight == 0)
        return;
    add_rotation(q, difference, lanes_of_rotations(weights), layer->weight < 0);
    if (layer->bone_weights)
        parts_apply(sum, parts_load(difference, weights, false), one_less, false, layer->weight < 0);
    else
        parts_apply(sum, parts_load(difference, weights, true), one_less, true, layer->weight < 0);
}

/* ---- chunks of blocks ----------------------------------------------------------------------------------------- */

/* A chunk takes one step at a time for all of its blocks. So the processor works on several blocks at once, and does
 * not wait for the result of each operation. */
enum { CHUNK = 8 };

typedef struct chunk {
    lanes rotations[CHUNK][4];
    lanes rest[CHUNK], inverse[CHUNK]; /* if the plan is partial: the rest's weights, and 1 / the sum of all weights */
    bool fills[CHUNK];                 /* whether the rest pose has a weight somewhere in the block */
} chunk;

INLINED void blend_rotations(const hone_blend_plan *plan, uint32_t begin, uint32_t blocks, bool partial, chunk *out)
{
    for (uint32_t k = 0; k < blocks; k++, begin += HONE_LANES) {
        lanes q[4], total = sum_rotations(plan, begin, partial, q);
        lanes rest = lanes_set(plan->rest);
        if (partial)
            rest = out->rest[k] = rest_weights(plan, total, &out->inverse[k]);
        out->fills[k] = partial ? lanes_any(rest > 0) : plan->rest > 0;
        if (out->fills[k])
            next_rotation(q, plan->job->rest + begin, partial ? lanes_of_rotations(rest) : rest);
        for (int i = 0; partial && i < 4; i++) q[i] += lanes_set(0);
        for (int i = 0; i < 4; i++) out->rotations[k][i] = q[i];
    }
}

/* Also writes the result. */
INLINED void blend_parts(const hone_blend_plan *plan, uint32_t begin, uint32_t blocks, bool partial, bool adds,
                         const chunk *in, hone_transform *out)
{
    const hone_blend_job *job = plan->job;
    for (uint32_t k = 0; k < blocks; k++, begin += HONE_LANES) {
        lanes q[4] = {in->rotations[k][0], in->rotations[k][1], in->rotations[k][2], in->rotations[k][3]};
        parts sum = sum_parts(plan, begin, partial);
        if (in->fills[k])
            parts_add(&sum, parts_load(job->rest + begin, partial ? in->rest[k] : lanes_set(plan->rest), !partial));
        if (partial)
            parts_scale(&sum, in->inverse[k]);
        if (!plan->copies)
            normalise(q);
        for (uint32_t l = 0; adds && l < job->additive_count; l++) add_layer(&job->additives[l], begin, q, &sum);
        lanes_store_bones(q, sum, out + k * HONE_LANES);
    }
}

/* Reads all rotations of the chunk before it writes, because the output may be an input. */
INLINED void blend_chunk(const hone_blend_plan *plan, uint32_t begin, uint32_t blocks, bool partial, bool adds,
                         hone_transform *out)
{
    chunk c;
    blend_rotations(plan, begin, blocks, partial, &c);
    blend_parts(plan, begin, blocks, partial, adds, &c, out);
}

static void blend_some(const hone_blend_plan *plan, uint32_t begin, uint32_t blocks, hone_transform *out)
{
    bool adds = plan->job->additive_count > 0;
    if (plan->partial && adds)
        blend_chunk(plan, begin, blocks, true, true, out);
    else if (plan->partial)
        blend_chunk(plan, begin, blocks, true, false, out);
    else if (adds)
        blend_chunk(plan, begin, blocks, false, true, out);
    else
        blend_chunk(plan, begin, blocks, false, false, out);
}

/* Blends all bones, of which there are at least as many as lanes. The last bones that do not fill a block are blended
 * first, with some before them, because the output may be an input. */
INLINED void blend_all(const hone_blend_plan *plan)
{
    hone_transform last[HONE_LANES], *out = plan->job->bones;
    uint32_t count = plan->job->bone_count, blocks = count / HONE_LANES, rest = count % HONE_LANES, begin = 0;
    if (rest)
        blend_some(plan, count - HONE_LANES, 1, last);
    for (uint32_t some; blocks > 0; blocks -= some, begin += some * HONE_LANES) {
        some = blocks < CHUNK ? blocks : CHUNK;
        blend_some(plan, begin, some, out + begin);
    }
    for (uint32_t b = 0; b < rest; b++) out[begin + b] = last[HONE_LANES - rest + b];
}

#endif
