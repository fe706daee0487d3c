#include "play/blend/plan.h"
#if HONE_X86
#include "play/blend/lanes/avx512.h"
/* must come after the lanes */
#include "play/blend/lanes/block.h"

void hone_blend_avx512(const hone_blend_plan *plan)
{
    blend_all(plan);
}
#endif
