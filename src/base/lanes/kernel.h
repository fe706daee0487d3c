/* Kernels: functions that are compiled for several kinds of processors, of which the fastest one runs that the
 * processor supports. The struct of a kernel begins with a hone_kernel. */
#ifndef HONE_SRC_BASE_LANES_KERNEL_H
#define HONE_SRC_BASE_LANES_KERNEL_H

#include "base/lanes/processor.h"
#include <stddef.h>

typedef struct hone_kernel {
    const char *name;
    bool (*supported)(void); /* by the processor; NULL: every processor supports it */
} hone_kernel;

static inline bool hone_kernel_supported(const hone_kernel *kernel)
{
    return !kernel->supported || kernel->supported();
}

/* Returns the first kernel that the processor supports. kernels: the fastest first; the last one runs everywhere. */
static inline const void *hone_best_kernel(const hone_kernel *const kernels[])
{
    while (!hone_kernel_supported(*kernels)) kernels++;
    return *kernels;
}

#endif
