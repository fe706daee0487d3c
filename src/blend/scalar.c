#include "blend/lanes/scalar.h"
/* must come after the lanes */
#include "blend/lanes/block.h"

uint32_t hone_blend_scalar(const hone_blend_plan *plan, uint32_t begin)
{
    return blend_chunks(plan, begin);
}
