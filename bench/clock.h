/* Timing that can be compared: contenders take turns within one short window, and windows that the system disturbed
 * are dropped. */
#ifndef HONE_BENCH_CLOCK_H
#define HONE_BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BENCH_LEAST = 5,    /* undisturbed windows: of fewer the figures are doubtful */
    BENCH_WINDOWS = 21, /* wanted */
    BENCH_TRIES = 250,  /* at most */
    BENCH_WORKS = 4
};

typedef struct bench_work {
    void (*run)(void *user);
    void *user;
    double *best;     /* NULL, or this is a yardstick: its least time, perhaps in other contests as well; 0: none yet */
    double swing;     /* of a yardstick: a window in which it takes more than so many times its best does not count */
    uint32_t repeats; /* runs a window, so that a window is long enough for the clock */
    bool warm;        /* runs once before the clock starts: the others' data has pushed its own out of the caches */
    double seconds[BENCH_TRIES]; /* of one run, window by window */
} bench_work;

/* What is measured in common windows, each in turn. A window counts if the system did not take the processor away in
 * it, and no yardstick says that it is slow now. */
typedef struct bench_contest {
    uint32_t count;
    bench_work works[BENCH_WORKS]; /* [count]; the caller sets run, user, best and swing */
    bool threaded;  /* works run on other threads too: by the clock on the wall. Else by what this thread had of its
                       processor, so that even a disturbed window says something */
    uint32_t tried; /* windows */
    bool quiet[BENCH_TRIES]; /* kept the processor */
} bench_contest;

void bench_warm_up(bench_contest *contest);
/* Up to `windows` more, as long as there is room for them, but not for long. */
void bench_gather(bench_contest *contest, uint32_t windows);
uint32_t bench_undisturbed(const bench_contest *contest); /* windows, by the yardsticks' bests as they are now */
/* Moves the windows that count to the front of `seconds` and returns how many: those undisturbed, or of too few the
 * BENCH_LEAST in which the yardsticks were nearest their bests. 0 only if none was tried. */
uint32_t bench_keep(bench_contest *contest);

/* All of it at once, for a work that needs no comparison. Returns the windows kept. */
uint32_t bench_measure(bench_contest *contest);

double bench_median(const double *values, uint32_t count); /* count 1..BENCH_TRIES */
double bench_minimum(const double *values, uint32_t count);
/* Median over the windows of a's time / b's time. */
double bench_ratio(const bench_work *a, const bench_work *b, uint32_t windows);

/* Involuntary switches of this process so far: how often the system took the processor away. */
long bench_disturbances(void);

#endif
