/* Finds out at run time which instruction sets the CPU and the operating system support. Compiled without any of
 * them. */
#include "skin/kernels/kernel.h"

bool hone_skin_always(void)
{
    return true;
}

#if HONE_SKIN_X86
bool hone_skin_has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool hone_skin_has_avx512(void)
{
    return hone_skin_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif
