#define _XOPEN_SOURCE 700
#include "base/back_off.h"
#include "support/support.h"
#include <dirent.h>
#include <hone/thread.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ITEMS = 1000, MAX_RANGES = 256 };

/* The items that a job has visited. Items are plain bytes, so that ThreadSanitizer reports two threads on the same
 * one. */
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

static void check_split(hone_workers *workers, uint32_t most_ranges, uint32_t items, uint32_t grain)
{
    static tally t;
    memset(&t, 0, sizeof t);
    hone_workers_run(workers, count, &t, items, grain);
    for (uint32_t i = 0; i < ITEMS; i++) assert_int_equal(t.times[i], i < items ? 1 : 0);

    uint64_t shortest = UINT64_MAX, longest = 0;
    grain = grain ? grain : 1;
    for (unsigned i = 0; i < t.ranges; i++) {
        CHECK(t.begin[i] < t.end[i] && t.begin[i] % grain == 0);
        CHECK(t.end[i] % grain == 0 || t.end[i] == items);
        uint64_t grains = ((uint64_t)t.end[i] - t.begin[i] + grain - 1) / grain;
        shortest = grains < shortest ? grains : shortest;
        longest = grains > longest ? grains : longest;
    }
    CHECK(t.ranges == 0 || longest - shortest <= 1);
    uint64_t grains = ((uint64_t)items + grain - 1) / grain;
    assert_int_equal(t.ranges, grains < most_ranges ? grains : most_ranges);
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
            for (size_t k = 0; k < sizeof grains / sizeof *grains; k++)
                check_split(workers, threads[i] > 1 ? 4 * threads[i] : 1, items[j], grains[k]);
        hone_workers_destroy(workers);
    }
}

static void run_without_workers_is_the_callers_work(void **state)
{
    (void)state;
    check_split(NULL, 1, ITEMS, 16);
    assert_int_equal(hone_workers_thread_count(NULL), 1);
}

/* Ranges near 2^32 do not wrap around. Only the borders are recorded. */
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
    CHECK(b.covered == UINT32_MAX && b.ranges == 12);
    hone_workers_destroy(workers);
}

static void sum(void *user, uint32_t begin, uint32_t end)
{
    uint64_t *sums = user;
    for (uint32_t i = begin; i < end; i++) sums[i] += i + 1;
}

/* The caller and the threads of the next job see the results of a job. */
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

/* Ranges that wait until all of them have begun. */
typedef struct meeting {
    atomic_uint begun;
    uint32_t expected;
    pthread_t threads[5];
    bool deaf[5]; /* per signal: blocked */
} meeting;

static void meet(void *user, uint32_t begin, uint32_t end)
{
    meeting *m = user;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    for (uint32_t i = begin; i < end; i++) {
        m->threads[i] = pthread_self();
        m->deaf[i] = sigismember(&mask, SIGINT) && sigismember(&mask, SIGTERM);
    }
    atomic_fetch_add(&m->begun, 1);
    while (atomic_load(&m->begun) < m->expected) sched_yield();
}

static void ranges_run_side_by_side(void **state)
{
    (void)state;
    hone_workers *workers = hone_workers_create(5, NULL, NULL);
    for (int round = 0; round < 20; round++) {
        meeting m = {.expected = 5};
        hone_workers_run(workers, meet, &m, 5, 1);
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < i; j++) CHECK(!pthread_equal(m.threads[i], m.threads[j]));
        CHECK(pthread_equal(m.threads[0], pthread_self()));
    }
    hone_workers_destroy(workers);
}

/* The first range waits until all others have ended. */
static void wait_in_the_first(void *user, uint32_t begin, uint32_t end)
{
    meeting *m = user;
    while (begin == 0 && atomic_load(&m->begun) < m->expected) sched_yield();
    atomic_fetch_add(&m->begun, end - begin);
}

static void a_late_threads_other_ranges_are_done_by_others(void **state)
{
    (void)state;
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    for (int round = 0; round < 50; round++) {
        meeting m = {.expected = 11};
        hone_workers_run(workers, wait_in_the_first, &m, 12, 1);
        CHECK(m.begun == 12);
    }
    hone_workers_destroy(workers);
}

static void sleep_ms(long milliseconds)
{
    nanosleep(&(struct timespec){0, milliseconds * 1000000}, NULL);
}

/* The second range begins before the first ends, so a worker runs it, and ends much later. */
static void meet_and_stay(void *user, uint32_t begin, uint32_t end)
{
    meet(user, begin, end);
    if (begin == 1)
        sleep_ms(3);
    ((meeting *)user)->threads[begin + 2] = pthread_self();
}

static void the_caller_waits_for_a_range_that_takes_long(void **state)
{
    (void)state;
    hone_workers *workers = hone_workers_create(2, NULL, NULL);
    for (int round = 0; round < 20; round++) {
        meeting m = {.expected = 2};
        hone_workers_run(workers, meet_and_stay, &m, 2, 1);
        CHECK(pthread_equal(m.threads[2], m.threads[0]) && pthread_equal(m.threads[3], m.threads[1]));
    }
    hone_workers_destroy(workers);
}

/* Counts the threads of this process, and how many of them besides the caller are running; 0 if the system does not
 * report it. */
static unsigned count_threads(unsigned *running)
{
    unsigned count = 0;
    *running = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *task; tasks && (task = readdir(tasks));) {
        char path[300], line[512] = "";
        snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", task->d_name);
        FILE *file = task->d_name[0] != '.' ? fopen(path, "r") : NULL;
        if (!file)
            continue;
        const char *name_end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
        *running += name_end && name_end[2] == 'R';
        count++;
        fclose(file);
    }
    if (tasks)
        closedir(tasks);
    *running -= *running > 0;
    return count;
}

static void wait_until_all_sleep(void)
{
    for (unsigned running = 1; running > 0; count_threads(&running)) sleep_ms(1);
}

/* Threads without work sleep and wake up again for a job: with hone_workers_wake before, without it, or after a wake
 * without a job. */
static void idle_threads_fall_asleep_and_wake(void **state)
{
    (void)state;
    hone_workers_wake(NULL);
    hone_workers *workers = hone_workers_create(4, NULL, NULL);
    for (int round = 0; round < 30; round++) {
        wait_until_all_sleep();
        if (round % 3 > 0)
            hone_workers_wake(workers);
        if (round % 3 == 2)
            wait_until_all_sleep();
        meeting m = {.expected = 4};
        hone_workers_run(workers, meet, &m, 4, 1);
        CHECK(m.begun == 4);
        hone_workers_wake(workers);
        check_split(workers, 16, 1 + 37 * (uint32_t)round % ITEMS, 4);
    }
    hone_workers_destroy(workers);
    for (int round = 0; round < 30; round++) { /* asleep, about to sleep, spinning, woken without a job */
        workers = hone_workers_create(4, NULL, NULL);
        if (round % 3 == 0)
            sleep_ms(round / 3 % 3);
        if (round % 2 == 0)
            hone_workers_wake(workers);
        hone_workers_destroy(workers);
    }
}

/* A program's own thread pool: one thread per task, last task first. */
typedef struct program {
    atomic_uint tasks, calls;
} program;

typedef struct program_task {
    hone_task_fn *run;
    void *user;
    uint32_t index;
    atomic_uint *count;
} program_task;

static void *run_program_task(void *argument)
{
    program_task *task = argument;
    task->run(task->user, task->index);
    atomic_fetch_add(task->count, 1);
    return NULL;
}

static void run_program(void *user, hone_task_fn *task, void *task_user, uint32_t count)
{
    program *p = user;
    program_task tasks[MAX_RANGES];
    pthread_t threads[MAX_RANGES];
    atomic_fetch_add(&p->calls, 1);
    for (uint32_t i = count; i-- > 0;) {
        tasks[i] = (program_task){task, task_user, i, &p->tasks};
        CHECK(pthread_create(&threads[i], NULL, run_program_task, &tasks[i]) == 0);
    }
    for (uint32_t i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

static void a_programs_own_threads_do_the_same_ranges(void **state)
{
    (void)state;
    program p = {0};
    hone_dispatch dispatch = {run_program, &p};
    unsigned running, before = count_threads(&running);
    hone_workers *workers = hone_workers_create_on(&dispatch, 3, NULL, NULL);
    CHECK(count_threads(&running) == before);
    memset(&dispatch, 0, sizeof dispatch); /* hone made a copy */
    assert_int_equal(hone_workers_thread_count(workers), 3);
    check_split(workers, 3, ITEMS, 16);
    CHECK(p.calls == 1 && p.tasks == 3);
    check_split(workers, 3, 32, 16);
    CHECK(p.calls == 2 && p.tasks == 5);
    check_split(workers, 3, 16, 16); /* the caller alone */
    check_split(workers, 3, 0, 16);
    CHECK(p.calls == 2);
    hone_workers_wake(workers);
    hone_workers_destroy(workers);
}

/* A job whose items are jobs of the same threads. */
typedef struct nested {
    hone_workers *workers;
    tally tallies[4];
} nested;

static void run_inner(void *user, uint32_t begin, uint32_t end)
{
    nested *n = user;
    for (uint32_t i = begin; i < end; i++) hone_workers_run(n->workers, count, &n->tallies[i], ITEMS, 1);
}

static void a_job_within_a_job_is_done_by_its_thread(void **state)
{
    (void)state;
    static nested n;
    n.workers = hone_workers_create(3, NULL, NULL);
    assert_non_null(n.workers);
    for (int k = 1; k <= 3; k++) { /* afterwards the threads are free again */
        hone_workers_run(n.workers, run_inner, &n, 4, 1);
        for (int t = 0; t < 4; t++) {
            CHECK(n.tallies[t].ranges == (unsigned)k);
            for (uint32_t i = 0; i < ITEMS; i++) CHECK(n.tallies[t].times[i] == k);
        }
    }
    check_split(n.workers, 12, ITEMS, 1);
    hone_workers_destroy(n.workers);
}

static void a_dispatch_needs_a_function(void **state)
{
    (void)state;
    hone_error error = {0};
    assert_null(hone_workers_create_on(NULL, 2, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    assert_null(hone_workers_create_on(&(hone_dispatch){0}, 2, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    program p = {0};
    error = (hone_error){0};
    assert_null(hone_workers_create_on(&(hone_dispatch){run_program, &p}, 257, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
}

static void signals_are_left_to_the_callers_threads(void **state)
{
    (void)state;
    NEEDS_POSIX();
    meeting m = {.expected = 3};
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    hone_workers_run(workers, meet, &m, 3, 1);
    CHECK(!m.deaf[0] && m.deaf[1] && m.deaf[2]);
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
    assert_int_equal(a.calls, 1); /* running allocates nothing */
    hone_workers_destroy(workers);
    assert_int_equal(a.live, 0);
}

enum { ENDED_WELL, ENDED_BADLY, NEVER_FAILED };

/* Reduces the limit of threads until only some of 64 start. The limit does not apply to root. */
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
    NEEDS_POSIX();
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

/* ---- busy machines ---- */

static void jobs_that_threads_do_not_shorten_are_the_callers_for_a_while(void **state)
{
    (void)state;
    hone_back_off b = {0};
    const hone_job_record good = {.end = 1000, .worked = 50, .waited = 10, .own = 4, .pieces = 8};
    hone_back_off_note(&b, &good);
    CHECK(!hone_back_off_is_on(&b, 1000));
    hone_job_record bad = {.end = 1000, .worked = 50, .waited = 950, .own = 4, .pieces = 8}; /* a thread was stopped */
    uint64_t times = HONE_BACK_OFF_LEAST;
    for (int i = 0; i < 10; i++) {
        hone_back_off_note(&b, &bad);
        CHECK(hone_back_off_is_on(&b, bad.end + 1000 * times - 1) && !hone_back_off_is_on(&b, bad.end + 1000 * times));
        bad.end += 1000 * times;
        times = 2 * times < HONE_BACK_OFF_MOST ? 2 * times : HONE_BACK_OFF_MOST;
    }
    for (int i = 0; i < 10; i++) hone_back_off_note(&b, &good);
    const hone_job_record alone = {.end = 1 << 20, .worked = 100, .waited = 0, .own = 8, .pieces = 8}; /* none came */
    hone_back_off_note(&b, &alone);
    CHECK(hone_back_off_is_on(&b, alone.end + 100 * HONE_BACK_OFF_LEAST - 1));
    CHECK(!hone_back_off_is_on(&b, alone.end + 100 * HONE_BACK_OFF_LEAST));
}

TEST_GROUP(test_workers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_gives_every_item_once_in_even_ranges),
        cmocka_unit_test(run_without_workers_is_the_callers_work),
        cmocka_unit_test(run_counts_up_to_the_last_item),
        cmocka_unit_test(jobs_follow_one_another),
        cmocka_unit_test(ranges_run_side_by_side),
        cmocka_unit_test(a_late_threads_other_ranges_are_done_by_others),
        cmocka_unit_test(the_caller_waits_for_a_range_that_takes_long),
        cmocka_unit_test(idle_threads_fall_asleep_and_wake),
        cmocka_unit_test(a_programs_own_threads_do_the_same_ranges),
        cmocka_unit_test(a_job_within_a_job_is_done_by_its_thread),
        cmocka_unit_test(a_dispatch_needs_a_function),
        cmocka_unit_test(jobs_that_threads_do_not_shorten_are_the_callers_for_a_while),
        cmocka_unit_test(signals_are_left_to_the_callers_threads),
        cmocka_unit_test(zero_threads_are_one_a_processor),
        cmocka_unit_test(create_refuses_too_many_threads),
        cmocka_unit_test(create_reports_want_of_memory),
        cmocka_unit_test(create_that_runs_out_of_threads_ends_those_it_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
