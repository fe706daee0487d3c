/* Functions that build palettes, for kinds of processors. All give the same bits. */
#ifndef HONE_SRC_SKIN_PALETTE_KERNEL_H
#define HONE_SRC_SKIN_PALETTE_KERNEL_H

#include "base/lanes/vectors.h"
#include <hone/skin.h>

typedef void hone_palette_kernel(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                                 hone_palette *palette);
hone_palette_kernel hone_palette_build_portable;

#if HONE_X86
hone_palette_kernel hone_palette_build_avx2;
#endif

/* Returns the fastest kernel that the processor supports. */
hone_palette_kernel *hone_palette_best_kernel(void);

#endif
