/* Clocks of POSIX, and how often the system took the processor away. */
#define _DEFAULT_SOURCE /* ru_nivcsw, clock_gettime */
#include "tool/system/system.h"

#include <sys/resource.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + (double)now.tv_nsec * 1e-9 : -1;
}

double system_clock(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double system_thread_clock(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

long system_disturbances(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0;
}
