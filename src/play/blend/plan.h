/* A blend and the kernels that run it: the same source for every number of lanes, compiled for each. */
#ifndef HONE_SRC_BLEND_PLAN_H
#define HONE_SRC_BLEND_PLAN_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include <hone/blend.h>
#include <math.h>

typedef struct hone_blend_plan {
    const hone_blend_job *job;
    const hone_blend_layer *first, *end; /* The first has a weight above 0; others may not. */
    float threshold;
    /* The first and the last of the additive layers have a weight. NULL: none has. */
    const hone_blend_layer *first_additive, *end_additive;
    bool copies;  /* one layer has all the weight */
    bool partial; /* the weights of bones have different sums */
    /* unless `partial`: */
    float scale; /* is multiplied with the weights of the layers */
    float rest;  /* the weight of the rest pose; with those of the layers it is 1 */
} hone_blend_plan;

/* Returns the next layer whose weight is above 0, or the end. */
static inline const hone_blend_layer *hone_blend_next(const hone_blend_plan *plan, const hone_blend_layer *layer)
{
    do layer++;
    while (layer < plan->end && !(layer->weight > 0));
    return layer;
}

/* A kernel blends all bones, of which there are at least as many as it has lanes. */
typedef struct hone_blend_kernel {
    hone_kernel kernel;
    uint32_t lanes;
    void (*run)(const hone_blend_plan *plan);
} hone_blend_kernel;

extern const hone_blend_kernel hone_blend_scalar;
#if HONE_KERNEL_FOUR
extern const hone_blend_kernel hone_blend_four;
#endif
#if HONE_KERNEL_AVX2
extern const hone_blend_kernel hone_blend_avx2;
#endif
#if HONE_KERNEL_AVX512
extern const hone_blend_kernel hone_blend_avx512;
#endif

/* As hone_blend_run, with this kernel; NULL: the best. Tests compare them. */
void hone_blend_run_with(const hone_blend_job *job, const hone_blend_kernel *kernel);

#endif
