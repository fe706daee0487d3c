#define _GNU_SOURCE /* sched_getcpu, cpu_set_t */
#include "base/lanes/processor.h"
#include "base/lanes/vectors.h"

#if HONE_X86
#include <cpuid.h>
#include <stdatomic.h>
#if defined(__has_include)
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif
#endif
#if defined(__linux__) && defined(__arm__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif
#if defined(__linux__)
#include <sched.h>

int hone_processor_now(void)
{
    return sched_getcpu();
}

bool hone_processor_avoid(int processor)
{
    cpu_set_t set;
    if (processor < 0 || sched_getaffinity(0, sizeof set, &set) != 0 || !CPU_ISSET((size_t)processor, &set))
        return false;
    CPU_CLR((size_t)processor, &set);
    return CPU_COUNT(&set) > 0 && sched_setaffinity(0, sizeof set, &set) == 0;
}

void hone_processor_allow(int processor)
{
    cpu_set_t set;
    if (processor < 0 || sched_getaffinity(0, sizeof set, &set) != 0)
        return;
    CPU_SET((size_t)processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

#else

int hone_processor_now(void)
{
    return HONE_PROCESSOR_UNKNOWN;
}

bool hone_processor_avoid(int processor)
{
    (void)processor;
    return false;
}

void hone_processor_allow(int processor)
{
    (void)processor;
}

#endif

/* A virtual machine takes microseconds to answer each CPUID, of which the compiler's own functions ask some twenty. The
 * C library of GNU has asked already, when the process was started. */
#if HONE_X86 && defined(CPU_FEATURE_ACTIVE)
#define HAS(builtin, feature) is_active(x86_cpu_##feature)

/* As CPU_FEATURE_ACTIVE, which shifts an int by 31. */
static bool is_active(unsigned feature)
{
    const struct cpuid_feature *leaf = __x86_get_cpuid_feature_leaf(feature / 128);
    return leaf->active_array[feature % 128 / 32] >> feature % 32 & 1;
}

static bool has_f16c(void)
{
    return is_active(x86_cpu_F16C);
}
#elif HONE_X86
#define HAS(builtin, feature) (__builtin_cpu_init(), __builtin_cpu_supports(builtin))

/* Not every compiler knows it as __builtin_cpu_supports("f16c"). AVX2 implies that the system saves the registers. The
 * answer is kept. It is the same for all threads. */
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
#endif

bool hone_processor_has_avx2(void)
{
#if HONE_X86
    return HAS("avx2", AVX2);
#else
    return false;
#endif
}

bool hone_processor_has_fma_and_f16c(void)
{
#if HONE_X86
    return HAS("fma", FMA) && has_f16c();
#else
    return false;
#endif
}

bool hone_processor_has_neon(void)
{
#if defined(__aarch64__)
    return true;
#elif defined(__linux__) && defined(__arm__)
    unsigned long has = getauxval(AT_HWCAP);
    return has & HWCAP_NEON && has & HWCAP_VFPv4;
#else
    return false;
#endif
}

bool hone_processor_has_avx512(void)
{
#if HONE_X86
    return HAS("avx2", AVX2) && HAS("avx512f", AVX512F) && HAS("avx512bw", AVX512BW) && HAS("avx512dq", AVX512DQ) &&
           HAS("avx512vl", AVX512VL);
#else
    return false;
#endif
}
