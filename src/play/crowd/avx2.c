/* Computes eight members at once. Compiled for AVX2. */
#include "play/crowd/kernel.h"
#if HONE_KERNEL_AVX2
#define HONE_LANES 8
#include "play/crowd/lanes/batch.h"

const hone_crowd_kernel hone_crowd_avx2 = {{"avx2", hone_processor_has_avx2}, HONE_LANES, run_batch};
#endif
