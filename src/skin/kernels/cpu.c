/* Finds out at run time which instruction sets the CPU and the operating system support. Compiled without any of
 * them. */
#include "skin/kernels/kernel.h"
#if HONE_SKIN_X86
#include <cpuid.h>
#endif

bool hone_skin_always(void)
{
    return true;
}

#if HONE_SKIN_X86
/* Not every compiler knows it as __builtin_cpu_supports("f16c"). AVX2 implies that the system saves the registers. */
static bool has_f16c(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && c & 1u << 29;
}

bool hone_skin_has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c();
}

bool hone_skin_has_avx512(void)
{
    return hone_skin_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif
