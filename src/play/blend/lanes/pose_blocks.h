/* Blends poses in blocks, one bone in each lane. Included after HONE_LANES is set to 4 or 8. Every number goes through
 * the same operations as in block.h; but since nothing is rearranged, the sums of a bone fit the registers. */
#ifndef HONE_SRC_BLEND_LANES_POSE_BLOCKS_H
#define HONE_SRC_BLEND_LANES_POSE_BLOCKS_H

#include "base/lanes/lanes.h"
/* must come after the lanes */
#include "play/blend/lanes/rotations.h"

/* ---- bones ----------------------------------------------------------------------------------------------------- */

/* The bones `begin` to `begin` + HONE_LANES of a pose. */
typedef struct bones {
    lanes translation[3], rotation[4], scale[3];
} bones;

INLINED bones load(const hone_pose_block *blocks, uint32_t begin)
{
    const hone_pose_block *block = &blocks[begin / HONE_POSE_BLOCK_BONES];
    uint32_t at = begin % HONE_POSE_BLOCK_BONES;
    bones out;
    for (int i = 0; i < 3; i++) out.translation[i] = lanes_load(block->translation[i] + at);
    for (int i = 0; i < 4; i++) out.rotation[i] = lanes_load(block->rotation[i] + at);
    for (int i = 0; i < 3; i++) out.scale[i] = lanes_load(block->scale[i] + at);
    return out;
}

INLINED void store(const bones *from, hone_pose_block *blocks, uint32_t begin)
{
    hone_pose_block *block = &blocks[begin / HONE_POSE_BLOCK_BONES];
    uint32_t at = begin % HONE_POSE_BLOCK_BONES;
    for (int i = 0; i < 3; i++) lanes_store(block->translation[i] + at, from->translation[i]);
    for (int i = 0; i < 4; i++) lanes_store(block->rotation[i] + at, from->rotation[i]);
    for (int i = 0; i < 3; i++) lanes_store(block->scale[i] + at, from->scale[i]);
}

/* The weights of a layer. The sums of rotations are normalised at the end, so the weights of these need not add up to
 * 1. */
typedef struct shares {
    lanes of_rotations, of_others;
} shares;

INLINED void multiply(bones *b, shares weights)
{
    for (int i = 0; i < 4; i++) b->rotation[i] *= weights.of_rotations;
    for (int i = 0; i < 3; i++) b->translation[i] *= weights.of_others, b->scale[i] *= weights.of_others;
}

INLINED void add(bones *sum, const bones *b, shares weights)
{
    add_nearer(sum->rotation, b->rotation, weights.of_rotations);
    for (int i = 0; i < 3; i++) {
        sum->translation[i] += b->translation[i] * weights.of_others;
        sum->scale[i] += b->scale[i] * weights.of_others;
    }
}

/* The same in the lanes of a mask; the others keep their bits. */
INLINED void add_some(bones *sum, const bones *b, shares weights, lanes_bits mask)
{
    lanes q[4];
    for (int i = 0; i < 4; i++) q[i] = sum->rotation[i];
    add_nearer(q, b->rotation, weights.of_rotations);
    for (int i = 0; i < 4; i++) sum->rotation[i] = lanes_pick(mask, q[i], sum->rotation[i]);
    for (int i = 0; i < 3; i++) {
        lanes translation = sum->translation[i] + b->translation[i] * weights.of_others;
        lanes scale = sum->scale[i] + b->scale[i] * weights.of_others;
        sum->translation[i] = lanes_pick(mask, translation, sum->translation[i]);
        sum->scale[i] = lanes_pick(mask, scale, sum->scale[i]);
    }
}

/* Adds the difference of an additive layer, or takes it back. */
INLINED void apply(bones *b, bones difference, lanes weights, bool back)
{
    const lanes one = lanes_set(1);
    turn(b->rotation, difference.rotation, weights, back);
    for (int i = 0; i < 3; i++) {
        lanes translation = difference.translation[i] * weights, scale = (difference.scale[i] - one) * weights;
        b->translation[i] += back ? -translation : translation;
        b->scale[i] = back ? b->scale[i] / (one + scale) : b->scale[i] + scale * b->scale[i];
    }
}

/* ---- weights ---------------------------------------------------------------------------------------------------- */

/* The weights of the last bones; 0 where there is none. */
static inline lanes load_last(const hone_blend_plan *plan, const hone_blend_layer *layer, uint32_t begin)
{
    const float *weights = layer->bone_weights + begin;
    uint32_t count = plan->job->bone_count - begin;
#if HONE_LANES == 8 && defined(__AVX2__)
    const __m256i at = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_maskload_ps(weights, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), at));
#else
    float last[HONE_LANES] = {0};
    for (uint32_t i = 0; i < HONE_LANES && i < count; i++) last[i] = weights[i];
    return lanes_load(last);
#endif
}

/* whole: there are as many bones as lanes. A constant, because otherwise it takes longer. */
INLINED lanes weights_of(const hone_blend_plan *plan, const hone_blend_layer *layer, float weight, uint32_t begin,
                         bool whole)
{
    lanes weights = lanes_set(weight);
    if (layer->bone_weights)
        weights *= lanes_positive(whole ? lanes_load(layer->bone_weights + begin) : load_last(plan, layer, begin));
    return weights;
}

/* The sum of the weights of the layers, if the plan is partial. */
typedef struct total {
    lanes rest;    /* the weight of the rest pose */
    lanes inverse; /* 1 / the sum of all weights */
} total;

INLINED total add_weights(const hone_blend_plan *plan, uint32_t begin, bool whole)
{
    const hone_blend_layer *layer = plan->first;
    lanes sum = weights_of(plan, layer, layer->weight, begin, whole);
    while ((layer = hone_blend_next(plan, layer)) < plan->end)
        sum += weights_of(plan, layer, layer->weight, begin, whole);
    lanes missing = lanes_positive(lanes_set(plan->threshold) - sum);
    lanes rest = lanes_pick(sum > 0, missing, lanes_set(1)); /* without a layer it is exactly the rest pose */
    return (total){rest, lanes_set(1) / (sum + rest)};
}

INLINED shares shares_of(const hone_blend_plan *plan, const hone_blend_layer *layer, const total *all, uint32_t begin,
                         bool partial, bool whole)
{
    lanes weights =
        partial ? weights_of(plan, layer, layer->weight, begin, whole) : lanes_set(layer->weight * plan->scale);
    return (shares){weights, partial ? weights * all->inverse : weights};
}

/* ---- blending --------------------------------------------------------------------------------------------------- */

/* Adds the rest pose where it has a weight. */
INLINED void add_rest(const hone_blend_plan *plan, const total *all, uint32_t begin, bool partial, bones *sum)
{
    if (partial ? !lanes_any(all->rest > 0) : !(plan->rest > 0))
        return;
    bones rest = load(plan->job->rest_blocks, begin);
    if (partial)
        add_some(sum, &rest, (shares){all->rest, all->rest * all->inverse}, all->rest > 0);
    else
        add(sum, &rest, (shares){lanes_set(plan->rest), lanes_set(plan->rest)});
}

INLINED bones blend_layers(const hone_blend_plan *plan, uint32_t begin, bool partial, bool whole)
{
    const hone_blend_layer *layer = plan->first;
    total all = {0};
    if (partial)
        all = add_weights(plan, begin, whole);
    bones sum = load(layer->blocks, begin);
    multiply(&sum, shares_of(plan, layer, &all, begin, partial, whole));
    while ((layer = hone_blend_next(plan, layer)) < plan->end) {
        bones b = load(layer->blocks, begin);
        add(&sum, &b, shares_of(plan, layer, &all, begin, partial, whole));
    }
    add_rest(plan, &all, begin, partial, &sum);
    return sum;
}

/* As in block.h, rotations are normalised after every eighth layer, of which the first over a copied pose is none. */
INLINED void apply_additives(const hone_blend_plan *plan, uint32_t begin, bool whole, bones *sum)
{
    uint32_t count = plan->copies ? 0 : 1;
    for (const hone_blend_layer *layer = plan->first_additive; layer < plan->end_additive; layer++, count++) {
        lanes weights = weights_of(plan, layer, fabsf(layer->weight), begin, whole);
        if (layer->weight < 0)
            apply(sum, load(layer->blocks, begin), weights, true);
        else if (layer->weight != 0)
            apply(sum, load(layer->blocks, begin), weights, false);
        if (count && count % 8 == 0)
            normalise(sum->rotation);
    }
}

INLINED void blend_bones(const hone_blend_plan *plan, uint32_t begin, bool partial, bool whole)
{
    bones sum = blend_layers(plan, begin, partial, whole);
    apply_additives(plan, begin, whole, &sum);
    normalise(sum.rotation);
    store(&sum, plan->job->blocks, begin);
}

INLINED void blend_poses(const hone_blend_plan *plan, bool partial)
{
    uint32_t count = plan->job->bone_count, full = count - count % HONE_LANES;
    for (uint32_t begin = 0; begin < full; begin += HONE_LANES) blend_bones(plan, begin, partial, true);
    if (full < count)
        blend_bones(plan, full, partial, false);
}

static void blend_pose_blocks(const hone_blend_plan *plan)
{
    if (plan->partial)
        blend_poses(plan, true);
    else
        blend_poses(plan, false);
}

#endif
