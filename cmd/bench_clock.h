/* Timing that can be compared: contenders take turns within one window, and a window that the system disturbed is
 * dropped. */
#ifndef HONE_CMD_BENCH_CLOCK_H
#define HONE_CMD_BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_WINDOWS = 15 };

typedef struct bench_work {
    void (*run)(void *user);
    void *user;
    uint32_t repeats;              /* runs a window, so that a window is long enough for the clock */
    double seconds[BENCH_WINDOWS]; /* of one run, window by window */
} bench_work;

/* Warms up, then measures all of them window by window. A window in which the process lost the processor is measured
 * again, up to three times as many windows in all; returns how many disturbed ones had to be kept. */
uint32_t bench_measure(bench_work *works, uint32_t count);

double bench_median(const double *values, uint32_t count);
double bench_minimum(const double *values, uint32_t count);
/* Median over the windows of a's time / b's time. */
double bench_ratio(const bench_work *a, const bench_work *b);

/* Involuntary switches of this process so far: how often the system took the processor away. */
long bench_disturbances(void);

#endif
