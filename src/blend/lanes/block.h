/* Blends a block of bones, one in each lane. Included after a header that defines the lanes: scalar.h, four.h, avx2.h.
 * Every number goes through the same operations in the same order for each number of lanes. */
#ifndef HONE_SRC_BLEND_LANES_BLOCK_H
#define HONE_SRC_BLEND_LANES_BLOCK_H

#include "blend/plan.h"

/* `partial` is a constant where these functions are inlined. */
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

/* The weights of the rest pose where the layers' add up to `total`, and 1 / the sum of all weights. */
INLINED lanes rest_weights(const hone_blend_plan *plan, lanes total, lanes *inverse)
{
    lanes missing = lanes_positive(lanes_set(plan->threshold) - total);
    lanes rest = lanes_pick_positive(total, missing, lanes_set(1)); /* without a layer it is exactly the rest pose */
    *inverse = lanes_set(1) / (total + rest);
    return rest;
}

/* ---- rotations ------------------------------------------------------------------------------------------------ */

INLINED lanes dot(const lanes a[4], const lanes b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/* Newton's method, because the instructions for roots and divisions are slow, and those for estimates differ. */
INLINED void normalise(lanes q[4])
{
    lanes square = dot(q, q), half = square * lanes_set(0.5f), scale = lanes_inverse_root_estimate(square);
    for (int i = 0; i < 3; i++) scale *= lanes_set(1.5f) - half * scale * scale;
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

/* Adds up the rotations of all layers. Returns the sum of the weights. */
INLINED lanes sum_rotations(const hone_blend_plan *plan, uint32_t begin, bool partial, lanes sum[4])
{
    const hone_blend_layer *layers = plan->job->layers;
    lanes weights = layer_weights(&layers[plan->first], begin, plan->first_weight, partial), total = weights;
    first_rotation(sum, layers[plan->first].bones + begin, weights);
    for (uint32_t l = plan->first + 1; l < plan->end; l++) {
        float weight = hone_blend_weight(plan, &layers[l]);
        if (!(weight > 0))
            continue;
        weights = layer_weights(&layers[l], begin, weight, partial);
        if (partial)
            total += weights;
        next_rotation(sum, layers[l].bones + begin, weights);
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
    const hone_blend_layer *layers = plan->job->layers;
    const hone_blend_layer *first = &layers[plan->first];
    parts sum = parts_load(first->bones + begin, layer_weights(first, begin, plan->first_weight, partial), !partial);
    for (uint32_t l = plan->first + 1; l < plan->end; l++) {
        float weight = hone_blend_weight(plan, &layers[l]);
        lanes weights = layer_weights(&layers[l], begin, weight, partial);
        if (weight > 0)
            parts_add(&sum, parts_load(layers[l].bones + begin, weights, !partial));
    }
    return sum;
}

INLINED void add_parts(const hone_blend_layer *layer, uint32_t begin, parts *sum)
{
    lanes weights = layer_weights(layer, begin, fabsf(layer->weight), true), one_less = lanes_set(1) - weights;
    if (layer->weight != 0 && layer->bone_weights)
        parts_apply(sum, parts_load(layer->bones + begin, weights, false), one_less, false, layer->weight < 0);
    else if (layer->weight != 0)
        parts_apply(sum, parts_load(layer->bones + begin, weights, true), one_less, true, layer->weight < 0);
}

/* ---- chunks of blocks ----------------------------------------------------------------------------------------- */

/* A chunk takes one step at a time for all of its blocks. So the processor works on several blocks at once, and does
 * not wait for the result of each operation. */
enum { CHUNK = 8 };

typedef struct chunk {
    lanes rotations[CHUNK][4];
    lanes rest[CHUNK], inverse[CHUNK]; /* if the plan is partial: the rest's weights, and 1 / the sum of all weights */
} chunk;

INLINED void blend_rotations(const hone_blend_plan *plan, uint32_t begin, uint32_t blocks, bool partial, chunk *out)
{
    bool fills = partial || plan->rest > 0;
    for (uint32_t k = 0; k < blocks; k++, begin += LANES) {
        lanes q[4], total = sum_rotations(plan, begin, partial, q);
        lanes rest = lanes_set(plan->rest);
        if (partial)
            rest = out->rest[k] = rest_weights(plan, total, &out->inverse[k]);
        if (fills)
            next_rotation(q, plan->job->rest + begin, rest);
        for (int i = 0; i < 4; i++) out->rotations[k][i] = q[i];
    }
    for (uint32_t k = 0; !plan->copies && k < blocks; k++) normalise(out->rotations[k]);
}

INLINED void add_rotations(const hone_blend_layer *layer, uint32_t begin, uint32_t blocks, chunk *out)
{
    float weight = fabsf(layer->weight);
    for (uint32_t k = 0; k < blocks; k++, begin += LANES)
        add_rotation(out->rotations[k], layer->bones + begin, layer_weights(layer, begin, weight, true),
                     layer->weight < 0);
}

/* Also writes the result. */
INLINED void blend_parts(const hone_blend_plan *plan, uint32_t begin, uint32_t blocks, bool partial, const chunk *in)
{
    const hone_blend_job *job = plan->job;
    for (uint32_t k = 0; k < blocks; k++, begin += LANES) {
        parts sum = sum_parts(plan, begin, partial);
        if (partial || plan->rest > 0)
            parts_add(&sum, parts_load(job->rest + begin, partial ? in->rest[k] : lanes_set(plan->rest), !partial));
        if (partial)
            parts_scale(&sum, in->inverse[k]);
        for (uint32_t l = 0; l < job->additive_count; l++) add_parts(&job->additives[l], begin, &sum);
        lanes_store_bones(in->rotations[k], sum, job->bones + begin);
    }
}

/* Reads all rotations of the chunk before it writes, because the output may be an input. */
INLINED void blend_chunk(const hone_blend_plan *plan, uint32_t begin, uint32_t blocks, bool partial)
{
    chunk c;
    blend_rotations(plan, begin, blocks, partial, &c);
    for (uint32_t l = 0; l < plan->job->additive_count; l++)
        if (plan->job->additives[l].weight != 0)
            add_rotations(&plan->job->additives[l], begin, blocks, &c);
    blend_parts(plan, begin, blocks, partial, &c);
}

INLINED uint32_t blend_chunks(const hone_blend_plan *plan, uint32_t begin)
{
    uint32_t blocks = (plan->job->bone_count - begin) / LANES;
    for (uint32_t count; blocks > 0; blocks -= count, begin += count * LANES) {
        count = blocks < CHUNK ? blocks : CHUNK;
        if (plan->partial)
            blend_chunk(plan, begin, count, true);
        else
            blend_chunk(plan, begin, count, false);
    }
    return begin;
}

#endif
