#include "play/blend/plan.h"
#if HONE_VECTORS
#include "play/blend/lanes/four.h"
/* must come after the lanes */
#include "play/blend/lanes/block.h"

void hone_blend_four(const hone_blend_plan *plan)
{
    blend_all(plan);
}
#endif
