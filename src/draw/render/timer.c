#define _POSIX_C_SOURCE 200809L
#include "draw/render/timer.h"
#include <time.h>

double hone_timer(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}
