/* Decoding for processors of any kind. */
#include "core/clip/kernels/decode.h"
#include "core/clip/kernels/kernels.h"

const hone_clip_kernel hone_clip_portable = {{"portable", NULL}, decode_bones, decode_weights};
