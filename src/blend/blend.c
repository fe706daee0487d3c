/* Blends poses: adds up the weights, chooses the kernel for the bones, and blends the morphs. */
#include "blend/plan.h"

/* ---- weights -------------------------------------------------------------------------------------------------- */

/* Gathers the layers of weights above 0, as many as there is room for, and returns how many there are. */
static uint32_t gather(const hone_blend_job *job, hone_blend_layer prepared[HONE_BLEND_PREPARED], bool *partial,
                       float *sum)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < job->layer_count; l++) {
        const hone_blend_layer *layer = &job->layers[l];
        if (!(layer->weight > 0))
            continue;
        *sum += layer->weight;
        *partial |= layer->bone_weights != NULL;
        if (count < HONE_BLEND_PREPARED)
            prepared[count] = *layer;
        count++;
    }
    return count;
}

static const hone_blend_layer *first_with_weight(const hone_blend_layer *layers)
{
    while (!(layers->weight > 0)) layers++;
    return layers;
}

/* Makes the weights of the layers and of the rest pose add up to 1. */
static void normalise(hone_blend_plan *plan, hone_blend_layer *layers, float sum)
{
    float missing = plan->threshold - sum, inverse = 1 / (missing > 0 ? plan->threshold : sum);
    plan->copies = plan->layer_count == 1 && !(missing > 0);
    plan->rest = missing > 0 ? missing / plan->threshold : 0;
    for (uint32_t l = 0; l < plan->layer_count; l++) layers[l].weight = plan->copies ? 1 : layers[l].weight * inverse;
}

static hone_blend_plan make_plan(const hone_blend_job *job, hone_blend_layer prepared[HONE_BLEND_PREPARED])
{
    hone_blend_plan plan = {.job = job, .threshold = job->threshold > 0 ? job->threshold : 0.1f, .layers = prepared};
    float sum = 0;
    plan.layer_count = gather(job, prepared, &plan.partial, &sum);
    if (plan.layer_count == 0) { /* only the rest pose */
        prepared[0] = (hone_blend_layer){.bones = job->rest, .weight = 1};
        plan.layer_count = 1, sum = plan.threshold;
    }
    if (plan.layer_count > HONE_BLEND_PREPARED) {
        plan.layers = first_with_weight(job->layers);
        plan.layer_count = job->layer_count - (uint32_t)(plan.layers - job->layers);
        plan.partial = true;
    } else if (!plan.partial) {
        normalise(&plan, prepared, sum);
    }
    return plan;
}

/* ---- morphs --------------------------------------------------------------------------------------------------- */

static float morph_factor(const hone_blend_layer *layer, uint32_t morph)
{
    float factor = layer->morph_weights ? layer->morph_weights[morph] : 1;
    return factor > 0 ? factor : 0;
}

static float blend_morph(const hone_blend_job *job, float threshold, uint32_t morph)
{
    float rest = job->rest_morphs ? job->rest_morphs[morph] : 0, sum = 0, total = 0, last = 0;
    uint32_t count = 0;
    for (uint32_t l = 0; l < job->layer_count; l++) {
        const hone_blend_layer *layer = &job->layers[l];
        float weight = layer->morphs && layer->weight > 0 ? layer->weight * morph_factor(layer, morph) : 0;
        if (!(weight > 0))
            continue;
        last = layer->morphs[morph];
        sum += weight * last;
        total += weight;
        count++;
    }
    if (count == 0)
        return rest;
    if (total < threshold)
        return (sum + (threshold - total) * rest) / threshold;
    return count == 1 ? last : sum / total;
}

static void blend_morphs(const hone_blend_job *job, float threshold)
{
    for (uint32_t m = 0; m < job->morph_count; m++) {
        float value = blend_morph(job, threshold, m);
        for (uint32_t l = 0; l < job->additive_count; l++) {
            const hone_blend_layer *layer = &job->additives[l];
            if (layer->morphs && layer->weight != 0)
                value += layer->weight * morph_factor(layer, m) * layer->morphs[m];
        }
        job->morphs[m] = value;
    }
}

/* ---- bones ---------------------------------------------------------------------------------------------------- */

static hone_blend_kernel *kernel_for(uint32_t bone_count, int lanes)
{
#if HONE_BLEND_X86
    __builtin_cpu_init();
    if (lanes >= 8 && bone_count >= 8 && __builtin_cpu_supports("avx2"))
        return hone_blend_avx2;
#endif
    return lanes >= 4 && bone_count >= 4 ? hone_blend_four : hone_blend_scalar;
}

void hone_blend_run_lanes(const hone_blend_job *job, int lanes)
{
    hone_blend_layer prepared[HONE_BLEND_PREPARED];
    hone_blend_plan plan = make_plan(job, prepared);
    if (job->bone_count)
        kernel_for(job->bone_count, lanes)(&plan);
    blend_morphs(job, plan.threshold);
}

void hone_blend_run(const hone_blend_job *job)
{
    hone_blend_run_lanes(job, 8);
}
