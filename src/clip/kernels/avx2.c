/* Decoding with AVX2. This file alone is compiled for it (cmake/hone.cmake). */
#include "clip/kernels/kernels.h"

#ifdef __AVX2__
#include "clip/kernels/decode.h"

static bool is_supported(void)
{
    return __builtin_cpu_supports("avx2");
}

const hone_clip_kernel hone_clip_kernel_avx2 = {is_supported, decode_bones, decode_weights};
#else
static bool is_supported(void)
{
    return false;
}

const hone_clip_kernel hone_clip_kernel_avx2 = {is_supported, NULL, NULL};
#endif
