#define _GNU_SOURCE /* sched_getcpu, cpu_set_t */
#include "base/lanes/processor.h"
#include "base/lanes/vectors.h"

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

bool hone_processor_has_avx2(void)
{
#if HONE_X86
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
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
    return hone_processor_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}
