/* Functions that turn several joints side by side, for kinds of processors. All give the same bits. */
#ifndef HONE_SRC_SPRING_KERNEL_H
#define HONE_SRC_SPRING_KERNEL_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include "play/spring/plan.h"

enum { HONE_SPRING_BATCH = 4 }; /* the most lanes of a kernel */

typedef struct hone_spring_kernel {
    hone_kernel kernel;
    uint32_t lanes;
    /* Takes a step of joints that do not depend on each other.
     *
     * places: [count] of joints that are on; 1 to `lanes`.
     * reset: they are put to rest.
     * Returns: a bit for each joint that cannot turn, because it has no length, or because matrices are not finite or
     * have no inverse. Nothing is written for it. */
    uint32_t (*turn)(const hone_spring_job *job, const hone_spring_place *const places[], uint32_t count, bool reset);
} hone_spring_kernel;

#if HONE_KERNEL_AVX2
extern const hone_spring_kernel hone_spring_avx2;
#endif
extern const hone_spring_kernel hone_spring_portable;

#endif
