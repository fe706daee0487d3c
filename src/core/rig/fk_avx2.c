/* Places eight bones at once. Compiled for AVX2. */
#include "core/rig/fk_kernel.h"
#if HONE_KERNEL_AVX2
#define HONE_LANES 8
#include "core/rig/fk_sequence.h"

const hone_fk_kernel hone_fk_avx2 = {{"avx2", hone_processor_has_avx2},
                                     HONE_LANES,
                                     place_offset_lanes,
                                     place_offset_sequence,
                                     place_local_lanes,
                                     place_local_sequence};
#endif
