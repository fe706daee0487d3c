/* Comparable timing: the candidates take turns within one short window, and windows that the system disturbed are
 * dropped. */
#ifndef HONE_BENCH_CLOCK_H
#define HONE_BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BENCH_LEAST = 5,    /* undisturbed windows; with fewer the results are doubtful */
    BENCH_WINDOWS = 21, /* windows wanted */
    BENCH_TRIES = 250,  /* windows at most */
    BENCH_WORKS = 8
};

typedef struct bench_work {
    void (*run)(void *user);
    void *user;
    double *best; /* NULL, or this work is a yardstick: its least time, also from other comparisons; 0: none yet */
    double swing; /* for a yardstick: a window in which it takes more than this many times its best does not count */
    uint32_t repeats; /* runs in a window, so that a window is long enough for the clock */
    /* runs once before the clock starts, because the other candidates have replaced its data in the caches */
    bool warm;
    double seconds[BENCH_TRIES]; /* of one run, for each window */
} bench_work;

/* Works that are measured in common windows, in turn. A window counts if the system did not take the processor away
 * during it and no yardstick shows that the machine is slow now. */
typedef struct bench_comparison {
    uint32_t count;
    bench_work works[BENCH_WORKS]; /* [count]; the caller sets run, user, best and swing */
    /* works also run on other threads: uses wall-clock time. Else uses this thread's processor time, so that even a
     * disturbed window is useful */
    bool threaded;
    uint32_t tried;          /* number of windows */
    bool quiet[BENCH_TRIES]; /* the processor was not taken away */
} bench_comparison;

void bench_warm_up(bench_comparison *comparison);
/* Measures up to `windows` more windows, limited by the room for them and by a time limit. */
void bench_gather(bench_comparison *comparison, uint32_t windows);
/* Number of windows, judged by the yardsticks' current bests. */
uint32_t bench_undisturbed(const bench_comparison *comparison);
/* Moves the windows that count to the front of `seconds` and returns their number. These are the undisturbed windows;
 * if there are too few, the BENCH_LEAST windows in which the yardsticks were nearest to their bests. 0 only if no
 * window was measured. */
uint32_t bench_keep(bench_comparison *comparison);

/* Does the whole measurement at once, for a work that needs no comparison. Returns the number of windows kept. */
uint32_t bench_measure(bench_comparison *comparison);

/* Seconds since some moment: the processor time of this thread, or where that is not known the time. */
double bench_now(void);

double bench_median(const double *values, uint32_t count); /* count 1..BENCH_TRIES */
double bench_minimum(const double *values, uint32_t count);
/* The median over the windows of a's time / b's time. */
double bench_ratio(const bench_work *a, const bench_work *b, uint32_t windows);

/* Involuntary context switches of this process so far: how often the system took the processor away. */
long bench_disturbances(void);

#endif
