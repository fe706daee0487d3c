/* Final weights of morphs: weighs expressions, then expands group and flip morphs into the morphs they contain. */
#include "core/rig/morph/weights.h"
#include "base/memory/arena.h"
#include "core/rig/morph/expression/expressions.h"

#include <math.h>
#include <string.h>

static bool is_holder(const hone_morph *morph)
{
    return morph->kind == HONE_MORPH_GROUP || morph->kind == HONE_MORPH_FLIP;
}

/* ---- order ---------------------------------------------------------------------------------------------------- */

/* Counts in how many groups each morph is, with repeats. */
static void count_holders(const hone_model_data *model, uint32_t *held)
{
    for (uint32_t m = 0; m < model->morph_count; m++)
        for (uint32_t i = 0; is_holder(&model->morphs[m]) && i < model->morphs[m].count; i++)
            held[model->morphs[m].u.children[i].morph]++;
}

/* Sorts outer groups before inner ones (Kahn 1962); the array of holders serves as the queue. The groups of a model
 * contain no cycle, because hone_model_create cuts cycles. held: as set by count_holders; zeros afterwards. */
static void sort_holders(hone_morph_weights *weights, uint32_t *held)
{
    const hone_morph *morphs = weights->model->morphs;
    for (uint32_t m = 0; m < weights->model->morph_count; m++)
        if (is_holder(&morphs[m]) && held[m] == 0)
            weights->holders[weights->holder_count++] = m;
    for (uint32_t done = 0; done < weights->holder_count; done++) {
        const hone_morph *holder = &morphs[weights->holders[done]];
        for (uint32_t i = 0; i < holder->count; i++) {
            uint32_t child = (uint32_t)holder->u.children[i].morph;
            if (--held[child] == 0 && is_holder(&morphs[child]))
                weights->holders[weights->holder_count++] = child;
        }
    }
}

void hone_morph_weights_init(hone_morph_weights *weights, const hone_model_data *model, hone_arena *memory)
{
    *weights = (hone_morph_weights){.model = model};
    uint32_t count = 0;
    for (uint32_t m = 0; m < model->morph_count; m++) count += is_holder(&model->morphs[m]);
    weights->values = hone_arena_array(memory, model->morph_count, sizeof *weights->values);
    weights->holders = hone_arena_array(memory, count, sizeof *weights->holders);
    for (uint32_t m = 0; weights->values && m < model->morph_count; m++)
        weights->values[m] = model->morphs[m].default_weight;
    uint32_t *held = count ? hone_arena_array(memory, model->morph_count, sizeof *held) : NULL;
    if (!weights->holders || !held)
        return;
    count_holders(model, held);
    sort_holders(weights, held);
}

/* ---- update in a frame ----------------------------------------------------------------------------------------- */

static void expand_group(const hone_morph *group, float weight, float *values)
{
    for (uint32_t i = 0; i < group->count; i++)
        values[group->u.children[i].morph] += weight * group->u.children[i].ratio;
}

/* A weight in (0, 1] selects one of n children, each by an equal share of the range; weights below the first share
 * select the first child too. The child gets the weight given in the list, whatever the weight of the flip morph. */
static void expand_flip(const hone_morph *flip, float weight, float *values)
{
    if (!(weight > 0) || flip->count == 0)
        return;
    double step = floor(((double)flip->count + 1) * (double)weight) - 1;
    uint32_t last = flip->count - 1;
    uint32_t chosen = step >= last ? last : step > 0 ? (uint32_t)step : 0;
    values[flip->u.children[chosen].morph] += flip->u.children[chosen].ratio;
}

void hone_morph_weights_update(hone_morph_weights *weights, const float *track_weights)
{
    float *values = weights->values;
    if (weights->model->morph_count)
        memcpy(values, track_weights, weights->model->morph_count * sizeof *values);
    if (weights->model->avatar)
        hone_expressions_weigh(weights->model->avatar, values);
    for (uint32_t i = 0; i < weights->holder_count; i++) {
        uint32_t m = weights->holders[i];
        const hone_morph *morph = &weights->model->morphs[m];
        if (values[m] == 0)
            continue;
        if (morph->kind == HONE_MORPH_FLIP)
            expand_flip(morph, values[m], values);
        else
            expand_group(morph, values[m], values);
    }
}
