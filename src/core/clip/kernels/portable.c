/* Decoding for processors of any kind. */
#include "core/clip/kernels/decode.h"
#include "core/clip/kernels/kernels.h"

static bool is_supported(void)
{
    return true;
}

const hone_clip_kernel hone_clip_kernel_portable = {is_supported, decode_bones, decode_weights};
