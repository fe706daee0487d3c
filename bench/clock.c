#include "bench/clock.h"
#include "tool/messages/progress.h"
#include "tool/system/system.h"

#include <stdlib.h>
#include <string.h>

/* Windows are far shorter than a time slice, so that most of them are within one. */
static const double window_seconds = 0.00015; /* for one candidate */
static const double long_run = 0.002;         /* seconds; a longer run works on more data than the near caches hold */
static const double patience = 0.12;          /* seconds for one call of bench_gather */

long bench_disturbances(void)
{
    return system_disturbances();
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(const double *values, uint32_t count)
{
    double sorted[BENCH_TRIES];
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

double bench_ratio(const bench_work *a, const bench_work *b, uint32_t windows)
{
    double ratios[BENCH_TRIES];
    for (uint32_t w = 0; w < windows; w++) ratios[w] = a->seconds[w] / b->seconds[w];
    return bench_median(ratios, windows);
}

static double now(bool threaded)
{
    double worked = threaded ? -1 : system_thread_clock();
    return worked < 0 ? progress_clock() : worked;
}

double bench_now(void)
{
    return now(false);
}

static double time_runs(const bench_work *work, bool threaded)
{
    if (work->warm)
        work->run(work->user);
    double begun = now(threaded);
    for (uint32_t i = 0; i < work->repeats; i++) work->run(work->user);
    return (now(threaded) - begun) / work->repeats;
}

/* The first run brings code and data into the caches. The second gives the number of runs that fill a window. */
static void warm_up(bench_work *work, bool threaded)
{
    work->repeats = 1;
    double one = time_runs(work, threaded);
    work->warm = one < long_run;
    if (work->warm)
        one = time_runs(work, threaded);
    double repeats = one > 0 ? window_seconds / one : 1000;
    work->repeats = repeats < 1 ? 1 : repeats > 1e6 ? 1000000 : (uint32_t)repeats;
}

void bench_warm_up(bench_comparison *comparison)
{
    for (uint32_t i = 0; i < comparison->count; i++) warm_up(&comparison->works[i], comparison->threaded);
}

static void measure_window(bench_comparison *comparison)
{
    bool quiet = true;
    for (uint32_t i = 0; i < comparison->count; i++) {
        bench_work *work = &comparison->works[i];
        long before = bench_disturbances();
        double seconds = time_runs(work, comparison->threaded);
        bool cools = work->warm || comparison->threaded; /* long runs have cold caches anyway */
        quiet &= !cools || bench_disturbances() == before;
        work->seconds[comparison->tried] = seconds;
        if (work->best && (*work->best == 0 || seconds < *work->best))
            *work->best = seconds;
    }
    comparison->quiet[comparison->tried++] = quiet;
}

void bench_gather(bench_comparison *comparison, uint32_t windows)
{
    double begun = progress_clock();
    for (uint32_t w = 0; w < windows && comparison->tried < BENCH_TRIES; w++) {
        measure_window(comparison);
        if (progress_clock() - begun > patience)
            break;
    }
}

/* How much slower than at their best the yardsticks were. Up to 1 is within their usual variation. */
static double slowness(const bench_comparison *comparison, uint32_t window)
{
    double most = 0;
    for (uint32_t i = 0; i < comparison->count; i++) {
        const bench_work *work = &comparison->works[i];
        double slow = work->best ? work->seconds[window] / (work->swing * *work->best) : 0;
        most = slow > most ? slow : most;
    }
    return most;
}

static bool counts(const bench_comparison *comparison, uint32_t window)
{
    return comparison->quiet[window] && slowness(comparison, window) <= 1;
}

uint32_t bench_undisturbed(const bench_comparison *comparison)
{
    uint32_t sum = 0;
    for (uint32_t w = 0; w < comparison->tried; w++) sum += counts(comparison, w);
    return sum;
}

static void swap_windows(bench_comparison *comparison, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < comparison->count; i++) {
        double *seconds = comparison->works[i].seconds, moving = seconds[a];
        seconds[a] = seconds[b], seconds[b] = moving;
    }
}

static uint32_t keep_fastest(bench_comparison *comparison)
{
    uint32_t tried = comparison->tried, kept = tried < BENCH_LEAST ? tried : BENCH_LEAST;
    for (uint32_t k = 0; k < kept; k++) {
        uint32_t fastest = k;
        for (uint32_t w = k + 1; w < tried; w++)
            fastest = slowness(comparison, w) < slowness(comparison, fastest) ? w : fastest;
        swap_windows(comparison, k, fastest);
    }
    return kept;
}

uint32_t bench_keep(bench_comparison *comparison)
{
    uint32_t kept = 0;
    if (bench_undisturbed(comparison) < BENCH_LEAST)
        return keep_fastest(comparison);
    for (uint32_t w = 0; w < comparison->tried; w++)
        if (counts(comparison, w))
            swap_windows(comparison, kept++, w);
    return kept;
}

uint32_t bench_measure(bench_comparison *comparison)
{
    bench_warm_up(comparison);
    do bench_gather(comparison, BENCH_WINDOWS);
    while (bench_undisturbed(comparison) < BENCH_LEAST && comparison->tried < 3 * BENCH_WINDOWS);
    return bench_keep(comparison);
}
