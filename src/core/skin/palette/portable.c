/* As many lanes as are fast on every processor. */
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/skin/palette/build.h"

void hone_palette_build_portable(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                                 hone_palette *palette)
{
    build(slots, model_from_bone, bone_count, palette);
}
