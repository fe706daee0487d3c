/* Functions that build palettes, for kinds of processors. All give the same bits. */
#ifndef HONE_SRC_SKIN_PALETTE_KERNEL_H
#define HONE_SRC_SKIN_PALETTE_KERNEL_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include <hone/skin.h>

typedef struct hone_palette_kernel {
    hone_kernel kernel;
    void (*build)(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                  hone_palette *palette);
} hone_palette_kernel;

#if HONE_KERNEL_AVX2
extern const hone_palette_kernel hone_palette_avx2;
#endif
extern const hone_palette_kernel hone_palette_portable;

/* Returns the fastest kernel that the processor supports. */
const hone_palette_kernel *hone_palette_best_kernel(void);

#endif
