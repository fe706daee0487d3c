/* Finds out at run time which instruction sets the CPU and the operating system support, and the size of its cache.
 * Compiled without any of them. */
#include "base/system/machine.h"
#include "skin/kernels/kernel.h"
#include <stdatomic.h>
#include <stdint.h>
#if HONE_SKIN_X86
#include <cpuid.h>
#endif

bool hone_skin_always(void)
{
    return true;
}

size_t hone_skin_stream_from(void)
{
    static atomic_long known; /* the system may ask the processor, see has_f16c */
    long cache = atomic_load_explicit(&known, memory_order_relaxed);
    if (cache == 0) {
        cache = hone_cache_size();
        atomic_store_explicit(&known, cache > 0 ? cache : -1, memory_order_relaxed);
    }
    return cache > 0 ? 4 * (size_t)cache : SIZE_MAX;
}

#if HONE_SKIN_X86
/* Not every compiler knows it as __builtin_cpu_supports("f16c"). AVX2 implies that the system saves the registers. A
 * virtual machine takes microseconds to answer CPUID, so the answer is kept. It is the same for all threads. */
static bool has_f16c(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int known = UNKNOWN;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    unsigned a, b, c, d;
    if (answer == UNKNOWN) {
        answer = __get_cpuid(1, &a, &b, &c, &d) && c & 1u << 29 ? YES : NO;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == YES;
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
