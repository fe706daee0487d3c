/* Decoding with AVX2. This file alone is compiled for it (cmake/hone.cmake). */
#include "base/lanes/vectors.h"
#include "core/clip/kernels/kernels.h"

#if HONE_X86 && defined(__AVX2__)
#include "base/lanes/processor.h"
#include "core/clip/kernels/decode.h"

const hone_clip_kernel hone_clip_kernel_avx2 = {hone_processor_has_avx2, decode_bones, decode_weights};
#else
static bool is_supported(void)
{
    return false;
}

const hone_clip_kernel hone_clip_kernel_avx2 = {is_supported, NULL, NULL};
#endif
