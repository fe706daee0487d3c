#include "play/blend/lanes/scalar.h"
/* must come after the lanes */
#include "play/blend/lanes/block.h"

void hone_blend_scalar(const hone_blend_plan *plan)
{
    blend_all(plan);
}
