/* Blends blocks of bones, one bone in each lane. Included after a header that defines the lanes: scalar.h, four.h,
 * avx2.h, avx512.h. Every number goes through the same operations in the same order for each number of lanes. */
#ifndef HONE_SRC_BLEND_LANES_BLOCK_H
#define HONE_SRC_BLEND_LANES_BLOCK_H

#include "play/blend/lanes/rotations.h"
#include <string.h>

/* ---- chunks of blocks ----------------------------------------------------------------------------------------- */

/* All blocks of a chunk take a step before the next step begins. So the processor works on several blocks at once, and
 * does not wait for the result of each operation. */
enum { CHUNK = 12 };

typedef struct chunk {
    uint32_t blocks;
    uint32_t begin[CHUNK];      /* the first bone of each block */
    hone_transform *out[CHUNK]; /* where the block is written */
    lanes rotations[CHUNK][4];
    /* if the plan is partial: */
    lanes total[CHUNK];   /* the sum of the layers' weights */
    lanes rest[CHUNK];    /* the weight of the rest pose */
    lanes inverse[CHUNK]; /* 1 / the sum of all weights */
    /* if there are additive layers: */
    parts sums[CHUNK]; /* translations and scales */
} chunk;

/* The weights of a layer for a block. */
INLINED lanes layer_weights(const hone_blend_plan *plan, const hone_blend_layer *layer, uint32_t begin, bool partial)
{
    lanes weights = lanes_set(partial ? layer->weight : layer->weight * plan->scale);
    if (partial && layer->bone_weights)
        weights *= lanes_positive(lanes_load(layer->bone_weights + begin));
    return weights;
}

/* The same of an additive layer, without the sign. */
INLINED lanes additive_weights(const hone_blend_layer *layer, uint32_t begin, bool partial)
{
    lanes weights = lanes_set(fabsf(layer->weight));
    if (partial && layer->bone_weights)
        weights *= lanes_positive(lanes_load(layer->bone_weights + begin));
    return weights;
}

/* Whether the rest pose has a weight somewhere in the block. A bone where it has none keeps its bits. */
INLINED bool fills(const hone_blend_plan *plan, const chunk *c, uint32_t k, bool partial)
{
    return partial ? lanes_any(c->rest[k] > 0) : plan->rest > 0;
}

/* ---- rotations ------------------------------------------------------------------------------------------------ */

INLINED void add_rotation(lanes sum[4], const hone_transform *bones, lanes weight)
{
    lanes q[4];
    lanes_load_rotations(bones, q);
    add_nearer(sum, q, weight);
}

/* Begins the sums with a layer, or with two. */
INLINED void first_rotations(const hone_blend_plan *plan, const hone_blend_layer *one, const hone_blend_layer *two,
                             bool partial, chunk *c)
{
    const hone_transform *bones = one->bones, *others = two ? two->bones : NULL;
    for (uint32_t k = 0; k < c->blocks; k++) {
        uint32_t begin = c->begin[k];
        lanes q[4], weights = layer_weights(plan, one, begin, partial), total = weights;
        lanes_load_rotations(bones + begin, q);
        weights = partial ? lanes_of_rotations(weights) : weights;
        for (int i = 0; i < 4; i++) q[i] *= weights;
        if (two) {
            weights = layer_weights(plan, two, begin, partial);
            total += weights;
            add_rotation(q, others + begin, partial ? lanes_of_rotations(weights) : weights);
        }
        for (int i = 0; i < 4; i++) c->rotations[k][i] = q[i];
        if (partial)
            c->total[k] = total;
    }
}

INLINED void next_rotations(const hone_blend_plan *plan, const hone_blend_layer *layer, bool partial, chunk *c)
{
    const hone_transform *bones = layer->bones;
    for (uint32_t k = 0; k < c->blocks; k++) {
        lanes weights = layer_weights(plan, layer, c->begin[k], partial);
        if (partial)
            c->total[k] += weights, weights = lanes_of_rotations(weights);
        add_rotation(c->rotations[k], bones + c->begin[k], weights);
    }
}

INLINED void sum_rotations(const hone_blend_plan *plan, bool partial, chunk *c)
{
    const hone_blend_layer *second = hone_blend_next(plan, plan->first), *layer = second;
    if (second == plan->end) {
        first_rotations(plan, plan->first, NULL, partial, c);
        return;
    }
    first_rotations(plan, plan->first, second, partial, c);
    while ((layer = hone_blend_next(plan, layer)) < plan->end) next_rotations(plan, layer, partial, c);
}

/* Computes the weights of the rest pose, and 1 / the sum of all weights. */
INLINED void weigh_rest(const hone_blend_plan *plan, chunk *c)
{
    for (uint32_t k = 0; k < c->blocks; k++) {
        lanes total = c->total[k], missing = lanes_positive(lanes_set(plan->threshold) - total);
        /* without a layer it is exactly the rest pose */
        lanes rest = lanes_pick(total > 0, missing, lanes_set(1));
        c->rest[k] = rest;
        c->inverse[k] = lanes_set(1) / (total + rest);
    }
}

INLINED void rest_rotations(const hone_blend_plan *plan, bool partial, chunk *c)
{
    for (uint32_t k = 0; k < c->blocks; k++) {
        if (!fills(plan, c, k, partial))
            continue;
        lanes sum[4], rest = partial ? lanes_of_rotations(c->rest[k]) : lanes_set(plan->rest), *q = c->rotations[k];
        for (int i = 0; i < 4; i++) sum[i] = q[i];
        add_rotation(sum, plan->job->rest + c->begin[k], rest);
        for (int i = 0; i < 4; i++) q[i] = lanes_pick(rest > 0, sum[i], q[i]);
    }
}

/* base: the pose that is turned; NULL: the sums. */
INLINED void add_rotations(const hone_blend_layer *layer, const hone_transform *base, chunk *c)
{
    const hone_transform *bones = layer->bones;
    for (uint32_t k = 0; k < c->blocks; k++) {
        uint32_t begin = c->begin[k];
        lanes d[4], *q = c->rotations[k], weights = lanes_of_rotations(additive_weights(layer, begin, true));
        if (base)
            lanes_load_rotations(base + begin, q);
        lanes_load_rotations(bones + begin, d);
        turn(q, d, weights, layer->weight < 0);
    }
}

INLINED void normalise_all(chunk *c)
{
    for (uint32_t k = 0; k < c->blocks; k++) normalise(c->rotations[k]);
}

/* The length of a product is the product of the lengths, so it is enough to normalise at the end; and after every
 * eighth layer, so that the lengths stay in the range of a float. */
static void add_more_rotations(const hone_blend_layer *layer, const hone_blend_layer *end, chunk *c)
{
    for (uint32_t count = 1; layer < end; layer++, count++) {
        if (layer->weight != 0)
            add_rotations(layer, NULL, c);
        if (count % 8 == 0)
            normalise_all(c);
    }
}

INLINED void blend_rotations(const hone_blend_plan *plan, bool partial, chunk *c)
{
    const hone_blend_layer *layer = plan->first_additive;
    if (plan->copies) {
        add_rotations(layer++, plan->first->bones, c);
    } else {
        sum_rotations(plan, partial, c);
        if (partial)
            weigh_rest(plan, c);
        if (partial || plan->rest > 0)
            rest_rotations(plan, partial, c);
    }
    add_more_rotations(layer, plan->end_additive, c);
    normalise_all(c);
}

/* ---- translations and scales ---------------------------------------------------------------------------------- */

/* Weights that are not equal are normalised here already, so that the sum need not be. */
INLINED parts weighted_parts(const hone_blend_plan *plan, const hone_blend_layer *layer, const chunk *c, uint32_t k,
                             bool partial)
{
    lanes weights = layer_weights(plan, layer, c->begin[k], partial);
    if (partial)
        weights *= c->inverse[k];
    return parts_load(layer->bones + c->begin[k], weights, !partial);
}

INLINED parts sum_parts(const hone_blend_plan *plan, const chunk *c, uint32_t k, bool partial)
{
    const hone_blend_layer *layer = plan->first;
    parts sum = weighted_parts(plan, layer, c, k, partial);
    while ((layer = hone_blend_next(plan, layer)) < plan->end)
        parts_add(&sum, weighted_parts(plan, layer, c, k, partial));
    return sum;
}

INLINED void add_rest(const hone_blend_plan *plan, const chunk *c, uint32_t k, bool partial, parts *sum)
{
    const hone_transform *rest = plan->job->rest + c->begin[k];
    if (partial)
        parts_add_some(sum, rest, c->rest[k] * c->inverse[k]);
    else
        parts_add(sum, parts_load(rest, lanes_set(plan->rest), true));
}

INLINED parts blend_parts(const hone_blend_plan *plan, const chunk *c, uint32_t k, bool partial)
{
    parts sum = sum_parts(plan, c, k, partial);
    if (fills(plan, c, k, partial))
        add_rest(plan, c, k, partial, &sum);
    return sum;
}

/* Adds an additive layer. The first one is added to the blend, the others to the result of the one before; the last
 * one is written. */
INLINED void add_layer(const hone_blend_plan *plan, const hone_blend_layer *layer, bool partial, bool uniform,
                       bool back, chunk *c)
{
    const hone_transform *bones = layer->bones;
    bool first = layer == plan->first_additive, last = layer + 1 == plan->end_additive;
    for (uint32_t k = 0; k < c->blocks; k++) {
        uint32_t begin = c->begin[k];
        parts sum = first ? blend_parts(plan, c, k, partial) : c->sums[k];
        parts_apply(&sum, bones + begin, additive_weights(layer, begin, !uniform), uniform, back);
        if (last)
            lanes_store_bones(c->rotations[k], sum, c->out[k]);
        else
            c->sums[k] = sum;
    }
}

INLINED void write_added(const hone_blend_plan *plan, bool partial, chunk *c)
{
    for (const hone_blend_layer *layer = plan->first_additive; layer < plan->end_additive; layer++)
        if (layer->weight < 0)
            add_layer(plan, layer, partial, false, true, c);
        else if (layer->weight != 0 && layer->bone_weights)
            add_layer(plan, layer, partial, false, false, c);
        else if (layer->weight != 0)
            add_layer(plan, layer, partial, true, false, c);
}

INLINED void write_blended(const hone_blend_plan *plan, bool partial, chunk *c)
{
    for (uint32_t k = 0; k < c->blocks; k++)
        lanes_store_bones(c->rotations[k], blend_parts(plan, c, k, partial), c->out[k]);
}

/* ---- all bones ------------------------------------------------------------------------------------------------ */

/* Reads all rotations of the chunk before it writes, because the output may be an input. */
INLINED void blend_chunk(const hone_blend_plan *plan, bool partial, chunk *c)
{
    blend_rotations(plan, partial, c);
    if (plan->first_additive)
        write_added(plan, partial, c);
    else
        write_blended(plan, partial, c);
    c->blocks = 0;
}

INLINED void add_block(chunk *c, uint32_t begin, hone_transform *out)
{
    c->begin[c->blocks] = begin;
    c->out[c->blocks++] = out;
}

/* Blends all bones, of which there are at least as many as lanes. The last bones that do not fill a block are blended
 * first, with some before them, because the output may be an input. The chunks are of about one size, because a chunk
 * of few blocks takes almost as long as one of many. */
INLINED void blend_blocks(const hone_blend_plan *plan, bool partial)
{
    chunk c;
    hone_transform last[HONE_LANES], *out = plan->job->bones;
    uint32_t count = plan->job->bone_count, rest = count % HONE_LANES, full = count - rest;
    uint32_t blocks = full / HONE_LANES + (rest > 0), chunks = (blocks + CHUNK - 1) / CHUNK;
    uint32_t most = (blocks + chunks - 1) / chunks;
    c.blocks = 0;
    if (rest)
        add_block(&c, count - HONE_LANES, last);
    for (uint32_t begin = 0; begin < full; begin += HONE_LANES) {
        add_block(&c, begin, out + begin);
        if (c.blocks == most || begin + HONE_LANES == full)
            blend_chunk(plan, partial, &c);
    }
    memcpy(out + full, last + HONE_LANES - rest, rest * sizeof *out);
}

static void blend_all(const hone_blend_plan *plan)
{
    if (plan->partial)
        blend_blocks(plan, true);
    else
        blend_blocks(plan, false);
}

#endif
