#define _XOPEN_SOURCE 700
#include "support/support.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ITEMS = 1000, MAX_RANGES = 256 };

/* What a job saw. Items are plain bytes: two threads on one of them are a race that ThreadSanitizer tells. */
typedef struct tally {
    uint8_t times[ITEMS];
    atomic_uint ranges;
    uint32_t begin[MAX_RANGES], end[MAX_RANGES];
} tally;

static void count(void *user, uint32_t begin, uint32_t end)
{
    tally *t = user;
    unsigned range = atomic_fetch_add(&t->ranges, 1);
    t->begin[range % MAX_RANGES] = begin;
    t->end[range % MAX_RANGES] = end;
    for (uint32_t i = begin; i < end; i++) t->times[i]++;
}

static void check_split(hone_workers *workers, uint32_t items, uint32_t grain)
{
    static tally t;
    memset(&t, 0, sizeof t);
    hone_workers_run(workers, count, &t, items, grain);
    for (uint32_t i = 0; i < ITEMS; i++) assert_int_equal(t.times[i], i < items ? 1 : 0);

    uint64_t threads = hone_workers_thread_count(workers), shortest = UINT64_MAX, longest = 0;
    grain = grain ? grain : 1;
    CHECK(t.ranges <= threads);
    for (unsigned i = 0; i < t.ranges; i++) {
        CHECK(t.begin[i] < t.end[i] && t.begin[i] % grain == 0);
        CHECK(t.end[i] % grain == 0 || t.end[i] == items);
        uint64_t grains = ((uint64_t)t.end[i] - t.begin[i] + grain - 1) / grain;
        shortest = grains < shortest ? grains : shortest;
        longest = grains > longest ? grains : longest;
    }
    CHECK(t.ranges == 0 || longest - shortest <= 1);
    uint64_t grains = ((uint64_t)items + grain - 1) / grain;
    assert_int_equal(t.ranges, grains < threads ? grains : threads);
}

static void run_gives_every_item_once_in_even_ranges(void **state)
{
    (void)state;
    static const uint32_t threads[] = {1, 2, 3, 8}, items[] = {0, 1, 2, 7, 64, 65, ITEMS};
    static const uint32_t grains[] = {0, 1, 3, 16, 64, ITEMS, UINT32_MAX};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        hone_workers *workers = hone_workers_create(threads[i], NULL, NULL);
        CHECK(workers && hone_workers_thread_count(workers) == threads[i]);
        for (size_t j = 0; j < sizeof items / sizeof *items; j++)
            for (size_t k = 0; k < sizeof grains / sizeof *grains; k++) check_split(workers, items[j], grains[k]);
        hone_workers_destroy(workers);
    }
}

static void run_without_workers_is_the_callers_work(void **state)
{
    (void)state;
    check_split(NULL, ITEMS, 16);
    assert_int_equal(hone_workers_thread_count(NULL), 1);
}

/* Ranges near 2^32 do not wrap; nothing but the borders is looked at. */
typedef struct borders {
    atomic_ullong covered;
    atomic_uint ranges;
} borders;

static void add_borders(void *user, uint32_t begin, uint32_t end)
{
    borders *b = user;
    atomic_fetch_add(&b->covered, end - begin);
    atomic_fetch_add(&b->ranges, 1);
}

static void run_counts_up_to_the_last_item(void **state)
{
    (void)state;
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    borders b = {0};
    hone_workers_run(workers, add_borders, &b, UINT32_MAX, 64);
    CHECK(b.covered == UINT32_MAX && b.ranges == 3);
    hone_workers_destroy(workers);
}

static void sum(void *user, uint32_t begin, uint32_t end)
{
    uint64_t *sums = user;
    for (uint32_t i = begin; i < end; i++) sums[i] += i + 1;
}

/* One job's results are seen by the caller and by the next job's threads, whichever they are. */
static void jobs_follow_one_another(void **state)
{
    (void)state;
    static uint64_t sums[ITEMS];
    memset(sums, 0, sizeof sums);
    hone_workers *workers = hone_workers_create(4, NULL, NULL);
    test_random random = {4};
    uint64_t want[ITEMS] = {0};
    for (int round = 0; round < 2000; round++) {
        uint32_t items = test_random_u32(&random) % ITEMS, grain = 1 + test_random_u32(&random) % 400;
        hone_workers_run(workers, sum, sums, items, grain);
        for (uint32_t i = 0; i < items; i++) want[i] += i + 1;
        if (round % 100 == 0)
            assert_memory_equal(sums, want, sizeof sums);
    }
    hone_workers_destroy(workers);
    assert_memory_equal(sums, want, sizeof sums);
}

static void threads_are_of_use(void *user, uint32_t begin, uint32_t end)
{
    pthread_t *threads = user;
    for (uint32_t i = begin; i < end; i++) threads[i] = pthread_self();
}

static void each_range_has_a_thread_of_its_own(void **state)
{
    (void)state;
    pthread_t threads[5];
    hone_workers *workers = hone_workers_create(5, NULL, NULL);
    hone_workers_run(workers, threads_are_of_use, threads, 5, 1);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++) CHECK(!pthread_equal(threads[i], threads[j]));
    CHECK(pthread_equal(threads[0], pthread_self()));
    hone_workers_destroy(workers);
}

static void look_at_mask(void *user, uint32_t begin, uint32_t end)
{
    (void)end;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    ((int *)user)[begin] = sigismember(&mask, SIGINT) && sigismember(&mask, SIGTERM);
}

static void signals_are_left_to_the_callers_threads(void **state)
{
    (void)state;
    int held[3];
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    hone_workers_run(workers, look_at_mask, held, 3, 1);
    CHECK(!held[0] && held[1] && held[2]);
    hone_workers_destroy(workers);
}

static void zero_threads_are_one_a_processor(void **state)
{
    (void)state;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    hone_workers *workers = hone_workers_create(0, NULL, NULL);
    assert_int_equal(hone_workers_thread_count(workers), processors > 256 ? 256 : processors);
    hone_workers_destroy(workers);
    hone_workers_destroy(NULL);
}

static void create_refuses_too_many_threads(void **state)
{
    (void)state;
    hone_error error = {0};
    assert_null(hone_workers_create(257, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
}

static void create_reports_want_of_memory(void **state)
{
    (void)state;
    test_allocator a;
    test_allocator_make(&a, 0);
    hone_error error = {0};
    assert_null(hone_workers_create(4, &a.allocator, &error));
    assert_int_equal(error.code, HONE_ERROR_MEMORY);

    test_allocator_make(&a, 1);
    hone_workers *workers = hone_workers_create(4, &a.allocator, &error);
    assert_non_null(workers);
    uint64_t sums[64] = {0};
    hone_workers_run(workers, sum, sums, 64, 1);
    assert_int_equal(a.calls, 1); /* running takes nothing */
    hone_workers_destroy(workers);
    assert_int_equal(a.live, 0);
}

enum { ENDED_WELL, ENDED_BADLY, NEVER_FAILED };

/* With the number of threads limited ever less, until some but not all of 64 start. Root knows no such limit. */
static int run_out_of_threads(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NPROC, &limit) != 0 || (geteuid() == 0 && setuid(65534) != 0))
        return NEVER_FAILED;
    for (limit.rlim_cur = 1; limit.rlim_cur <= limit.rlim_max && limit.rlim_cur < 65536; limit.rlim_cur += 32) {
        test_allocator a;
        test_allocator_make(&a, UINT64_MAX);
        hone_error error = {0};
        setrlimit(RLIMIT_NPROC, &limit);
        hone_workers *workers = hone_workers_create(64, &a.allocator, &error);
        if (workers)
            return NEVER_FAILED;
        if (error.code != HONE_ERROR_DEVICE || a.live != 0)
            return ENDED_BADLY;
        if (!strstr(error.message, "cannot start thread 2 of 64"))
            return ENDED_WELL;
    }
    return NEVER_FAILED;
}

static void create_that_runs_out_of_threads_ends_those_it_started(void **state)
{
    (void)state;
    fflush(NULL);
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(run_out_of_threads());
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    if (WEXITSTATUS(status) == NEVER_FAILED)
        test_skip(1, "failure to start threads: this system gives any number");
    assert_int_equal(WEXITSTATUS(status), ENDED_WELL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_gives_every_item_once_in_even_ranges),
        cmocka_unit_test(run_without_workers_is_the_callers_work),
        cmocka_unit_test(run_counts_up_to_the_last_item),
        cmocka_unit_test(jobs_follow_one_another),
        cmocka_unit_test(each_range_has_a_thread_of_its_own),
        cmocka_unit_test(signals_are_left_to_the_callers_threads),
        cmocka_unit_test(zero_threads_are_one_a_processor),
        cmocka_unit_test(create_refuses_too_many_threads),
        cmocka_unit_test(create_reports_want_of_memory),
        cmocka_unit_test(create_that_runs_out_of_threads_ends_those_it_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
