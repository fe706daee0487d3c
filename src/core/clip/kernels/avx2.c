/* Decoding with AVX2. This file alone is compiled for it (cmake/hone.cmake). */
#include "core/clip/kernels/kernels.h"
#if HONE_KERNEL_AVX2
#include "core/clip/kernels/decode.h"

const hone_clip_kernel hone_clip_avx2 = {{"avx2", hone_processor_has_avx2}, decode_bones, decode_weights};
#endif
