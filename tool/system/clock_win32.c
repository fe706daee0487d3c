/* Clocks of Windows. */
#include "tool/system/system.h"

#include <windows.h>

double system_clock(void)
{
    LARGE_INTEGER frequency, now;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

/* Windows counts the time of a thread in steps of milliseconds, longer than what is measured. */
double system_thread_clock(void)
{
    return -1;
}

long system_disturbances(void)
{
    return 0;
}
