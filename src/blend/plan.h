/* A blend and the kernels that run it: the same source for every number of lanes, compiled for each. */
#ifndef HONE_SRC_BLEND_PLAN_H
#define HONE_SRC_BLEND_PLAN_H

#include <hone/blend.h>
#include <math.h>

typedef struct hone_blend_plan {
    const hone_blend_job *job;
    /* [layer_count] at least one. The first has a weight above 0, and all have unless the plan is partial. */
    const hone_blend_layer *layers;
    uint32_t layer_count;
    float threshold;
    /* The weights of the layers are not divided by their sum, because it is different for each bone, or because there
     * are too many layers. */
    bool partial;
    /* unless `partial`: */
    float rest;  /* the weight of the rest pose; with those of the layers it is 1 */
    bool copies; /* one layer has all the weight */
} hone_blend_plan;

/* So many layers of weights above 0 can be prepared. */
enum { HONE_BLEND_PREPARED = 16 };

/* A kernel blends all bones, of which there are at least as many as it has lanes. */
typedef void hone_blend_kernel(const hone_blend_plan *plan);
hone_blend_kernel hone_blend_scalar, hone_blend_four;

#if defined(__x86_64__)
#define HONE_BLEND_X86 1
hone_blend_kernel hone_blend_avx2;
#endif

/* Blends with kernels of up to so many lanes, 1, 4 or 8, that the processor has. Tests compare them. */
void hone_blend_run_lanes(const hone_blend_job *job, int lanes);

#endif
