#include "core/skin/kernels/kernel.h"
#if HONE_SKIN_X86
#include "core/skin/kernels/lanes/avx2.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/kernel.h"

void hone_skin_run_avx2(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    run_blocks(skin, job, begin, end);
}
#endif
