/* A blend and the kernels that run it: the same source for every number of lanes, compiled for each. */
#ifndef HONE_SRC_BLEND_PLAN_H
#define HONE_SRC_BLEND_PLAN_H

#include <hone/blend.h>
#include <math.h>

typedef struct hone_blend_plan {
    const hone_blend_job *job; /* has at least one layer of a weight above 0 */
    uint32_t first, end;       /* the first layer of a weight above 0, and the end of all */
    float first_weight;        /* its weight, as hone_blend_weight */
    float threshold;
    bool partial; /* a layer has weights of bones, so that the sum of the weights is different for each bone */
    /* unless `partial`: */
    float inverse; /* 1 / the sum of all weights, the rest's included */
    float rest;    /* the weight of the rest pose */
    bool copies;   /* one layer has all the weight */
} hone_blend_plan;

/* Returns the weight of a layer without its weights of bones. If the plan is not partial, their sum and `rest` are 1.
 */
static inline float hone_blend_weight(const hone_blend_plan *plan, const hone_blend_layer *layer)
{
    return layer->weight > 0 ? layer->weight * plan->inverse : 0;
}

/* A kernel blends the bones from `begin` on in blocks of its lanes. Returns the first bone that it leaves over. */
typedef uint32_t hone_blend_kernel(const hone_blend_plan *plan, uint32_t begin);
hone_blend_kernel hone_blend_scalar, hone_blend_four;

#if defined(__x86_64__)
#define HONE_BLEND_X86 1
hone_blend_kernel hone_blend_avx2;
#endif

/* Blends with kernels of up to so many lanes, 1, 4 or 8, that the processor has. Tests compare them. */
void hone_blend_run_lanes(const hone_blend_job *job, int lanes);

#endif
