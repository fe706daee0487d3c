/* Blends poses: adds up the weights, chooses the kernel for the bones, and blends the morphs. */
#include "blend/plan.h"

/* ---- weights -------------------------------------------------------------------------------------------------- */

/* Adds up the weights of the layers of weights above 0. Returns how many there are. */
static uint32_t add_weights(const hone_blend_job *job, hone_blend_plan *plan, float *sum)
{
    uint32_t count = 0;
    for (uint32_t l = 0; l < job->layer_count; l++) {
        const hone_blend_layer *layer = &job->layers[l];
        if (!(layer->weight > 0))
            continue;
        *sum += layer->weight;
        plan->partial |= layer->bone_weights != NULL;
        plan->first = count++ ? plan->first : l;
        plan->end = l + 1;
    }
    return count;
}

/* The job has at least one layer of a weight above 0. */
static hone_blend_plan make_plan(const hone_blend_job *job)
{
    hone_blend_plan plan = {.job = job, .threshold = job->threshold > 0 ? job->threshold : 0.1f, .inverse = 1};
    float sum = 0;
    uint32_t count = add_weights(job, &plan, &sum);
    float missing = plan.threshold - sum;
    if (!plan.partial) {
        plan.copies = count == 1 && !(missing > 0);
        plan.rest = missing > 0 ? missing / plan.threshold : 0;
        plan.inverse = 1 / (missing > 0 ? plan.threshold : sum);
    }
    plan.first_weight = plan.copies ? 1 : hone_blend_weight(&plan, &job->layers[plan.first]);
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

static bool has_weight(const hone_blend_job *job)
{
    for (uint32_t l = 0; l < job->layer_count; l++)
        if (job->layers[l].weight > 0)
            return true;
    return false;
}

void hone_blend_run_lanes(const hone_blend_job *job, int lanes)
{
    const hone_blend_layer rest = {.bones = job->rest, .morphs = job->rest_morphs, .weight = 1};
    hone_blend_job filled = *job;
    if (!has_weight(job))
        filled.layers = &rest, filled.layer_count = 1;
    hone_blend_plan plan = make_plan(&filled);
    uint32_t bone = 0;
#if HONE_BLEND_X86
    __builtin_cpu_init();
    if (lanes >= 8 && job->bone_count >= 8 && __builtin_cpu_supports("avx2"))
        bone = hone_blend_avx2(&plan, bone);
#endif
    if (lanes >= 4 && job->bone_count - bone >= 4)
        bone = hone_blend_four(&plan, bone);
    if (bone < job->bone_count)
        hone_blend_scalar(&plan, bone);
    blend_morphs(&filled, plan.threshold);
}

void hone_blend_run(const hone_blend_job *job)
{
    hone_blend_run_lanes(job, 8);
}
