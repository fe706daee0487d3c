#define _POSIX_C_SOURCE 200809L
#include "base/error.h"
#include "base/memory.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { MAX_THREADS = 256 };

/* What every thread is to do; thread i of `parts` does part i. */
typedef struct hone_job {
    hone_work_fn *work;
    void *user;
    uint32_t item_count, grain, parts;
} hone_job;

typedef struct hone_worker {
    hone_workers *workers;
    pthread_t thread;
    uint32_t part; /* at least 1; part 0 is the caller's */
} hone_worker;

struct hone_workers {
    hone_allocator allocator;
    uint32_t thread_count; /* with the caller's */
    uint32_t started;      /* without */
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t begin, end;
    uint64_t round; /* counts jobs */
    hone_job job;
    uint32_t running; /* workers that have yet to finish their part */
    bool quit;
    hone_worker threads[]; /* [thread_count - 1] */
};

/* Part `part` of a job: whole grains, spread so that no two parts differ by more than one. */
static void work_part(const hone_job *job, uint32_t part)
{
    uint64_t grains = ((uint64_t)job->item_count + job->grain - 1) / job->grain;
    uint64_t begin = grains * part / job->parts * job->grain, end = grains * (part + 1) / job->parts * job->grain;
    if (end > job->item_count)
        end = job->item_count;
    if (begin < end)
        job->work(job->user, (uint32_t)begin, (uint32_t)end);
}

static void *run_worker(void *argument)
{
    const hone_worker *self = argument;
    hone_workers *workers = self->workers;
    uint64_t round = 0;
    pthread_mutex_lock(&workers->mutex);
    for (;;) {
        while (workers->round == round && !workers->quit) pthread_cond_wait(&workers->begin, &workers->mutex);
        if (workers->quit)
            break;
        round = workers->round;
        if (self->part >= workers->job.parts)
            continue; /* a small job, without a part for this one */
        hone_job job = workers->job;
        pthread_mutex_unlock(&workers->mutex);
        work_part(&job, self->part);
        pthread_mutex_lock(&workers->mutex);
        if (--workers->running == 0)
            pthread_cond_signal(&workers->end);
    }
    pthread_mutex_unlock(&workers->mutex);
    return NULL;
}

/* Signals are the business of the program's own threads. */
static bool start_threads(hone_workers *workers, hone_error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int problem = 0;
    while (!problem && workers->started + 1 < workers->thread_count) {
        hone_worker *worker = &workers->threads[workers->started];
        worker->workers = workers;
        worker->part = workers->started + 1;
        problem = pthread_create(&worker->thread, NULL, run_worker, worker);
        if (!problem)
            workers->started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!problem)
        return true;
    char reason[128];
    if (strerror_r(problem, reason, sizeof reason) != 0)
        reason[0] = 0;
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "cannot start thread %u of %u: %s", workers->started + 2,
                     workers->thread_count, reason);
}

static uint32_t processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : (uint32_t)count;
}

static size_t memory_size(uint32_t thread_count)
{
    return sizeof(hone_workers) + (thread_count - 1) * sizeof(hone_worker);
}

hone_workers *hone_workers_create(uint32_t thread_count, const hone_allocator *allocator, hone_error *error)
{
    if (thread_count > MAX_THREADS) {
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%u threads are more than %d", thread_count, MAX_THREADS);
        return NULL;
    }
    if (thread_count == 0)
        thread_count = processor_count();
    hone_workers *workers = hone_allocate(allocator, 1, memory_size(thread_count));
    if (!workers) {
        hone_fail_memory(error);
        return NULL;
    }
    workers->allocator = hone_allocator_or_default(allocator);
    workers->thread_count = thread_count;
    pthread_mutex_init(&workers->mutex, NULL); /* these three cannot fail with default attributes on Linux */
    pthread_cond_init(&workers->begin, NULL);
    pthread_cond_init(&workers->end, NULL);
    if (!start_threads(workers, error)) {
        hone_workers_destroy(workers);
        return NULL;
    }
    return workers;
}

void hone_workers_destroy(hone_workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->mutex);
    workers->quit = true;
    pthread_cond_broadcast(&workers->begin);
    pthread_mutex_unlock(&workers->mutex);
    for (uint32_t i = 0; i < workers->started; i++) pthread_join(workers->threads[i].thread, NULL);
    pthread_cond_destroy(&workers->end);
    pthread_cond_destroy(&workers->begin);
    pthread_mutex_destroy(&workers->mutex);
    hone_allocator allocator = workers->allocator;
    hone_deallocate(&allocator, workers, 1, memory_size(workers->thread_count));
}

uint32_t hone_workers_thread_count(const hone_workers *workers)
{
    return workers ? workers->thread_count : 1;
}

void hone_workers_run(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count, uint32_t grain)
{
    hone_job job = {work, user, item_count, grain ? grain : 1, 1};
    uint64_t grains = ((uint64_t)item_count + job.grain - 1) / job.grain;
    if (workers && grains > 1)
        job.parts = grains < workers->thread_count ? (uint32_t)grains : workers->thread_count;
    if (job.parts == 1) {
        work_part(&job, 0);
        return;
    }
    pthread_mutex_lock(&workers->mutex);
    workers->job = job;
    workers->running = job.parts - 1;
    workers->round++;
    pthread_cond_broadcast(&workers->begin);
    pthread_mutex_unlock(&workers->mutex);
    work_part(&job, 0);
    pthread_mutex_lock(&workers->mutex);
    while (workers->running) pthread_cond_wait(&workers->end, &workers->mutex);
    pthread_mutex_unlock(&workers->mutex);
}
