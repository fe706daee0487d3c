/* Functions that compute the palettes or poses of several members side by side, for kinds of processors. All give the
 * same bits. */
#ifndef HONE_SRC_CROWD_KERNEL_H
#define HONE_SRC_CROWD_KERNEL_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include "play/crowd/mix.h"

enum { HONE_CROWD_BATCH = 8 }; /* the most lanes of a kernel */

/* Members of one level. There are as many as the kernel has lanes; those left over write to unused memory. */
typedef struct hone_crowd_batch {
    const hone_crowd_model *shared;
    const hone_crowd_level *level;
    const hone_crowd_output *outputs; /* [output_count] what is written for each member */
    uint32_t output_count;
    hone_affine *results[HONE_CROWD_BATCH]; /* [output_count] */
    const hone_crowd_mix *mixes[HONE_CROWD_BATCH];
    /* Columns and matrices: each number of all lanes side by side. */
    float *rotations;    /* [rotation_groups * HONE_CROWD_GROUP][4][lanes] */
    float *translations; /* [translation_groups * HONE_CROWD_GROUP][3][lanes] */
    float *scales;       /* [scale_groups * HONE_CROWD_GROUP][3][lanes] */
    float *matrices;     /* [step_count][12][lanes] model_from_bone, row by row */
} hone_crowd_batch;

typedef struct hone_crowd_kernel {
    hone_kernel kernel;
    uint32_t lanes;
    void (*run)(const hone_crowd_batch *batch);
} hone_crowd_kernel;

#if HONE_KERNEL_AVX2
extern const hone_crowd_kernel hone_crowd_avx2;
#endif
extern const hone_crowd_kernel hone_crowd_portable;

/* Returns the fastest kernel that the processor supports. */
const hone_crowd_kernel *hone_crowd_best_kernel(void);

#endif
