#define _DEFAULT_SOURCE /* ru_nivcsw */
#include "bench_clock.h"
#include "interrupt.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const double window_seconds = 0.004; /* of one contender: short enough to lie between two time slices */

long bench_disturbances(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(const double *values, uint32_t count)
{
    double sorted[BENCH_WINDOWS];
    count = count < BENCH_WINDOWS ? count : BENCH_WINDOWS;
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double bench_minimum(const double *values, uint32_t count)
{
    double least = values[0];
    for (uint32_t i = 1; i < count; i++) least = values[i] < least ? values[i] : least;
    return least;
}

double bench_ratio(const bench_work *a, const bench_work *b)
{
    double ratios[BENCH_WINDOWS];
    for (int w = 0; w < BENCH_WINDOWS; w++) ratios[w] = a->seconds[w] / b->seconds[w];
    return bench_median(ratios, BENCH_WINDOWS);
}

static double time_runs(const bench_work *work)
{
    double begun = progress_clock();
    for (uint32_t i = 0; i < work->repeats; i++) work->run(work->user);
    return progress_clock() - begun;
}

/* Two runs bring code and data into the caches; then as many runs as fill a window. */
static void warm_up(bench_work *work)
{
    work->repeats = 2;
    time_runs(work);
    double one = time_runs(work) / 2;
    double repeats = one > 0 ? window_seconds / one : 1000;
    work->repeats = repeats < 1 ? 1 : repeats > 1e6 ? 1000000 : (uint32_t)repeats;
}

uint32_t bench_measure(bench_work *works, uint32_t count)
{
    uint32_t disturbed = 0, attempts = 0;
    for (uint32_t i = 0; i < count; i++) warm_up(&works[i]);
    for (uint32_t w = 0; w < BENCH_WINDOWS; attempts++) {
        long before = bench_disturbances();
        for (uint32_t i = 0; i < count; i++) works[i].seconds[w] = time_runs(&works[i]) / works[i].repeats;
        bool quiet = bench_disturbances() == before, last_chance = attempts >= 2 * BENCH_WINDOWS;
        disturbed += !quiet && last_chance;
        w += quiet || last_chance || interrupted();
    }
    return disturbed;
}
