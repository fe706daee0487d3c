/* Eight slots at once. Compiled for AVX2. */
#include "core/skin/palette/kernel.h"
#if HONE_X86
#define HONE_LANES 8
#include "core/skin/palette/build.h"

void hone_palette_build_avx2(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                             hone_palette *palette)
{
    build(slots, model_from_bone, bone_count, palette);
}
#endif
