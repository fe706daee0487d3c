/* The kernels that decode clips, one for each kind of processor. Their results are equal to the bit. */
#ifndef HONE_SRC_CLIP_KERNELS_KERNELS_H
#define HONE_SRC_CLIP_KERNELS_KERNELS_H

#include <hone/clip.h>

typedef struct hone_clip_kernel {
    bool (*is_supported)(void);
    void (*decode_bones)(const hone_packed_clip *clip, double sample, uint32_t first, uint32_t count,
                         hone_transform *bones);
    void (*decode_weights)(const hone_packed_clip *clip, double sample, float *weights);
} hone_clip_kernel;

extern const hone_clip_kernel hone_clip_kernel_avx2, hone_clip_kernel_portable;

#endif
