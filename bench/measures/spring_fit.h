/* The bodies with which `hone bench` times how springs are fitted to them: two locks of three links on a head. */
#ifndef HONE_BENCH_MEASURES_SPRING_FIT_H
#define HONE_BENCH_MEASURES_SPRING_FIT_H

#include <hone/base.h>

typedef struct bench_fit {
    uint32_t joints;
    double time; /* milliseconds, with what Bullet takes to be recorded */
} bench_fit;

/* If physics is not built in, the time is 0. */
bool bench_fit_run(bench_fit *out, hone_error *error);

#endif
