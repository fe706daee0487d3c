/* Measures what it costs to hand work to threads: jobs of several sizes with pauses between them, on one thread and on
 * all, with and without a call of hone_workers_wake before each job. The values of a row were measured in turn. */
#define _POSIX_C_SOURCE 200809L
#include <hone/base.h>
#include <hone/thread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ITEMS = 1024, ROUNDS = 400 };

typedef struct job {
    uint32_t steps; /* for each item */
    uint32_t results[ITEMS];
} job;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void work(void *user, uint32_t begin, uint32_t end)
{
    job *j = user;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t x = i;
        for (uint32_t s = 0; s < j->steps; s++) x = x * 1664525 + 1013904223;
        j->results[i] = x;
    }
}

static double time_of(hone_workers *workers, job *j)
{
    double begin = now();
    hone_workers_run(workers, work, j, ITEMS, 1);
    return now() - begin;
}

/* The number of steps an item with which a job takes this many microseconds. */
static uint32_t calibrate(job *j, double microseconds)
{
    double steps = 16;
    for (int trial = 0; trial < 5; trial++) {
        double best = 1e30;
        j->steps = (uint32_t)steps;
        for (int i = 0; i < 50; i++) {
            double t = time_of(NULL, j);
            best = t < best ? t : best;
        }
        steps = steps * microseconds / best;
    }
    return (uint32_t)steps;
}

static void rest(double microseconds)
{
    if (microseconds >= 1000)
        nanosleep(&(struct timespec){0, (long)(microseconds * 1000)}, NULL);
    else
        for (double end = now() + microseconds; now() < end;) continue;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, uint32_t count)
{
    qsort(times, count, sizeof *times, ascending);
    return times[count / 2];
}

enum { WARNING = 60 }; /* hone_workers_wake is called this many microseconds before a job */

static void measure(hone_workers *workers, double microseconds, double pause)
{
    static double one[ROUNDS], many[ROUNDS], told[ROUNDS];
    static job j;
    j.steps = calibrate(&j, microseconds);
    uint32_t rounds = pause >= 1000 ? 60 : ROUNDS, set = 20;
    for (uint32_t begin = 0; begin < rounds; begin += set) {
        for (uint32_t i = begin; i < begin + set; i++) one[i] = time_of(NULL, &j);
        time_of(workers, &j);
        for (uint32_t i = begin; i < begin + set; i++) {
            rest(pause);
            many[i] = time_of(workers, &j);
        }
        for (uint32_t i = begin; i < begin + set; i++) {
            rest(pause - WARNING);
            hone_workers_wake(workers);
            rest(pause < WARNING ? pause : WARNING);
            told[i] = time_of(workers, &j);
        }
    }
    double a = median(one, rounds), b = median(many, rounds), c = median(told, rounds);
    printf("%8.0f %8.0f %8.1f %8.1f %8.1f %8.1f %8.2f %8.2f\n", pause, microseconds, a, b, many[0], c, a / b, a / c);
}

int main(int argc, char **argv)
{
    uint32_t threads = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 2;
    hone_error error = {0};
    hone_workers *workers = hone_workers_create(threads, NULL, &error);
    if (!workers)
        return fprintf(stderr, "bench_workers: %s\n", error.message), 1;
    static const double sizes[] = {0, 20, 60, 100, 300}, pauses[] = {0, 30, 300, 16000};
    printf("%u threads; microseconds, medians\n", hone_workers_thread_count(workers));
    printf("%8s %8s %8s %8s %8s %8s %8s %8s\n", "pause", "job", "one", "all", "least", "told", "speed-up", "if told");
    for (size_t p = 0; p < sizeof pauses / sizeof *pauses; p++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) measure(workers, sizes[s], pauses[p]);
    hone_workers_destroy(workers);
    return 0;
}
