/* The table of kernels: one reference and its variants, each in its own file, chosen at run time. */
#ifndef HONE_SRC_SKIN_KERNEL_H
#define HONE_SRC_SKIN_KERNEL_H

#include "skin/compiled.h"

/* Vertices [begin, end) of a job that hone_skin_check has passed. */
typedef void hone_skin_fn(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end);

typedef struct hone_skin_kernel {
    const char *name;
    bool (*supported)(void); /* asks the CPU, not the build */
    hone_skin_fn *run;
} hone_skin_kernel;

/* The job's kernel, or NULL with an error as of hone_skin_run. For those who cut the range themselves. */
const hone_skin_kernel *hone_skin_check(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end,
                                        hone_error *error);

hone_skin_fn hone_skin_run_scalar;

#endif
