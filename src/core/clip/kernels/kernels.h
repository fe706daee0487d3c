/* The kernels that decode clips, one for each kind of processor. Their results are equal to the bit. */
#ifndef HONE_SRC_CLIP_KERNELS_KERNELS_H
#define HONE_SRC_CLIP_KERNELS_KERNELS_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include <hone/clip.h>

typedef struct hone_clip_kernel {
    hone_kernel kernel;
    void (*decode_bones)(const hone_packed_clip *clip, double sample, uint32_t first, uint32_t count,
                         hone_transform *bones);
    void (*decode_weights)(const hone_packed_clip *clip, double sample, float *weights);
} hone_clip_kernel;

#if HONE_KERNEL_AVX2
extern const hone_clip_kernel hone_clip_avx2;
#endif
extern const hone_clip_kernel hone_clip_portable;

#endif
