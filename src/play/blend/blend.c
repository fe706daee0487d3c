/* Blends poses: adds up the weights, chooses the kernel for the bones, and blends the morphs. */
#include "play/blend/plan.h"
#include <string.h>

/* ---- the plan ------------------------------------------------------------------------------------------------- */

/* Makes the weights of the layers and of the rest pose add up to 1. */
static void normalise(hone_blend_plan *plan, float sum)
{
    float missing = plan->threshold - sum;
    plan->scale = 1 / (missing > 0 ? plan->threshold : sum);
    plan->rest = missing > 0 ? missing / plan->threshold : 0;
}

/* Finds the layers of weights above 0. If one layer has all the weight, or only the rest pose has, this is `only`. */
static void plan_layers(const hone_blend_job *job, hone_blend_layer *only, hone_blend_plan *plan)
{
    uint32_t count = 0;
    float sum = 0;
    plan->end = job->layers + job->layer_count;
    for (uint32_t l = job->layer_count; l-- > 0;) {
        const hone_blend_layer *layer = &job->layers[l];
        if (!(layer->weight > 0))
            continue;
        plan->first = layer;
        plan->partial |= layer->bone_weights != NULL;
        sum += layer->weight;
        count++;
    }
    plan->copies = count == 0 || (count == 1 && !plan->partial && sum >= plan->threshold);
    if (plan->copies) {
        *only = (hone_blend_layer){.bones = count ? plan->first->bones : job->rest, .weight = 1};
        plan->first = only, plan->end = only + 1, plan->scale = 1;
    } else if (!plan->partial) {
        normalise(plan, sum);
    }
}

static void plan_additives(const hone_blend_job *job, hone_blend_plan *plan)
{
    for (uint32_t l = 0; l < job->additive_count; l++) {
        const hone_blend_layer *layer = &job->additives[l];
        if (layer->weight == 0)
            continue;
        if (!plan->first_additive)
            plan->first_additive = layer;
        plan->end_additive = layer + 1;
    }
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
        float weight = layer->weight > 0 ? layer->weight * morph_factor(layer, morph) : 0;
        if (!layer->morphs || !(weight > 0))
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

/* Returns the widest kernel that the processor supports and that has no more lanes than there are bones. */
static const hone_blend_kernel *best_kernel(uint32_t bone_count)
{
    static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX512
        &hone_blend_avx512.kernel,
#endif
#if HONE_KERNEL_AVX2
        &hone_blend_avx2.kernel,
#endif
#if HONE_KERNEL_FOUR
        &hone_blend_four.kernel,
#endif
        &hone_blend_scalar.kernel
    };
    uint32_t first = 0;
    while (((const hone_blend_kernel *)kernels[first])->lanes > bone_count) first++;
    return hone_best_kernel(kernels + first);
}

void hone_blend_run_with(const hone_blend_job *job, const hone_blend_kernel *kernel)
{
    hone_blend_layer only;
    hone_blend_plan plan = {.job = job, .threshold = job->threshold > 0 ? job->threshold : 0.1f};
    plan_layers(job, &only, &plan);
    plan_additives(job, &plan);
    if (job->bone_count && plan.copies && !plan.first_additive)
        memmove(job->bones, only.bones, job->bone_count * sizeof *job->bones);
    else if (job->bone_count)
        (kernel ? kernel : best_kernel(job->bone_count))->run(&plan);
    blend_morphs(job, plan.threshold);
}

void hone_blend_run(const hone_blend_job *job)
{
    hone_blend_run_with(job, NULL);
}
