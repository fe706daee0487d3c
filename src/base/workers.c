/* A pool of threads for parallel loops. Waiting threads first spin and then sleep. Threads that are done take over
 * pieces of others. */
#include "base/workers.h"
#include "base/back_off.h"
#include "base/error.h"
#include "base/lanes/processor.h"
#include "base/lanes/vectors.h"
#include "base/system/machine.h"
#include "base/system/threads.h"
#include <hone/thread.h>
#include <stdatomic.h>
#include <string.h>

enum { MAX_THREADS = 256 };

/* How long a waiting thread spins before it sleeps. Waking a thread takes tens of microseconds; spinning occupies a
 * processor. A worker uses the longer time only while jobs follow each other that quickly. */
enum { SHORT_WATCH_NS = 10 * 1000, LONG_WATCH_NS = 200 * 1000, BEFORE_YIELD_NS = 5 * 1000, LOOKS_A_BURST = 16 };

/* A thread that yields for that long has let another program work. It then sleeps, because the system takes time in
 * which it spins for time in which it has worked, and lets others of this program wait for it. */
enum { LONG_YIELD_NS = 50 * 1000 };

/* Pieces per part. A thread that is done takes pieces of other parts. */
enum { PIECES_A_PART = 4 };

/* The work of all threads: thread i does part i first, which is `pieces_a_part` pieces of the whole. */
typedef struct hone_job {
    hone_work_fn *work;
    void *user;
    uint32_t item_count, grain, parts, pieces_a_part;
} hone_job;

/* The state of a worker. Worker and caller communicate only through this word: the caller gives a part, the worker
 * takes it, and becomes idle when it is done. */
enum {
    IDLE,    /* spins, waiting for a part */
    ASLEEP,  /* has stopped spinning and must be woken */
    GIVEN,   /* has a part that it has not begun; the caller may take it back */
    TAKEN,   /* works on its part */
    AWAITED, /* works on its part and must wake the caller when done */
    QUIT
};

typedef struct hone_worker {
    _Alignas(64) atomic_uint state; /* no two workers share a cache line */
    atomic_uint taken; /* pieces of its part that any thread has taken; may count further than there are pieces */
    bool slept;        /* used by the caller: the worker was asleep when it got its part */
    uint32_t part;
    hone_workers *workers;
    int avoided; /* processor that it keeps off */
    hone_thread thread;
    hone_mutex mutex; /* for worker or caller, whichever sleeps until `state` changes */
    hone_condition changed;
} hone_worker;

struct hone_workers {
    hone_allocator allocator;
    hone_dispatch dispatch; /* if run is NULL, the threads below are used */
    uint32_t thread_count;  /* including the caller */
    uint32_t started;       /* excluding the caller */
    atomic_int processor;   /* where the caller last ran; -1: unknown */
    atomic_flag busy;       /* a call of hone_workers_run has the threads */
    hone_job job;           /* written only while no worker has a part */
    hone_back_off back_off; /* used by who has `busy` */
    hone_worker threads[];  /* [thread_count] by part; the first is the caller's and uses only `taken` */
};

/* Does piece `piece` of a job. Pieces are whole grains and differ in size by at most one. */
static void work_piece(const hone_job *job, uint32_t piece)
{
    uint64_t grains = ((uint64_t)job->item_count + job->grain - 1) / job->grain;
    uint64_t pieces = (uint64_t)job->parts * job->pieces_a_part;
    uint64_t begin = grains * piece / pieces * job->grain, end = grains * (piece + 1) / pieces * job->grain;
    if (end > job->item_count)
        end = job->item_count;
    if (begin < end)
        job->work(job->user, (uint32_t)begin, (uint32_t)end);
}

/* Does the thread's own part, then pieces of other parts that are left. Returns how many pieces it has done. */
static uint32_t work_from(hone_workers *workers, uint32_t part)
{
    const hone_job *job = &workers->job;
    uint32_t done = 0;
    for (uint32_t i = 0; i < job->parts; i++) {
        uint32_t p = (part + i) % job->parts, piece;
        for (; (piece = atomic_fetch_add(&workers->threads[p].taken, 1)) < job->pieces_a_part; done++)
            work_piece(job, p * job->pieces_a_part + piece);
    }
    return done;
}

/* ---- waiting ------------------------------------------------------------------------------------------------- */

/* Tells the processor that this is a waiting loop. */
static inline void pause_a_little(void)
{
#if HONE_VECTORS && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif HONE_VECTORS && defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Waits until the worker's state has changed, at most `limit_ns`, and not much longer than until another program wants
 * the processor. Yields to threads that have work to do. */
static bool changes_within(hone_worker *worker, unsigned state, uint64_t limit_ns)
{
    uint64_t begin = hone_clock_ns();
    bool alone = true; /* on its processor */
    for (uint64_t waited = 0; waited < limit_ns && alone; waited = hone_clock_ns() - begin) {
        for (int i = 0; i < LOOKS_A_BURST; i++, pause_a_little())
            if (atomic_load_explicit(&worker->state, memory_order_acquire) != state)
                return true;
        if (waited > BEFORE_YIELD_NS) {
            hone_thread_yield();
            alone = hone_clock_ns() - begin - waited < LONG_YIELD_NS;
        }
    }
    return false;
}

static bool change(hone_worker *worker, unsigned from, unsigned to)
{
    return atomic_compare_exchange_strong(&worker->state, &from, to);
}

static void sleep_while(hone_worker *worker, unsigned state)
{
    hone_mutex_lock(&worker->mutex);
    while (atomic_load(&worker->state) == state) hone_condition_wait(&worker->changed, &worker->mutex);
    hone_mutex_unlock(&worker->mutex);
}

/* Ends sleep_while on the other side. The state must have been changed before. */
static void wake(hone_worker *worker)
{
    hone_mutex_lock(&worker->mutex); /* now the other side sleeps, or has not tested the state yet */
    hone_condition_signal(&worker->changed);
    hone_mutex_unlock(&worker->mutex);
}

/* ---- a worker ------------------------------------------------------------------------------------------------ */

/* Schedulers, above all those of virtual machines, may wake a worker on the caller's processor although another one
 * is idle; then the two run in turn. So a worker keeps off the processor where the caller last ran. */
static void keep_off_caller(hone_worker *self)
{
    int caller = atomic_load_explicit(&self->workers->processor, memory_order_relaxed);
    if (caller == self->avoided)
        return;
    hone_processor_allow(self->avoided);
    self->avoided = hone_processor_avoid(caller) ? caller : HONE_PROCESSOR_UNKNOWN;
}

static void become_idle(hone_worker *self)
{
    if (atomic_exchange(&self->state, IDLE) == AWAITED)
        wake(self);
}

/* Called by the caller: waits until the worker is done. */
static void await(hone_worker *worker)
{
    if (!changes_within(worker, TAKEN, LONG_WATCH_NS) && change(worker, TAKEN, AWAITED))
        sleep_while(worker, AWAITED);
}

/* Waits until there is a part, or the pool is destroyed. */
static void wait_for_part(hone_worker *self, uint64_t watch_ns)
{
    if (changes_within(self, IDLE, watch_ns) || !change(self, IDLE, ASLEEP))
        return;
    sleep_while(self, ASLEEP);
    keep_off_caller(self);
}

static void run_worker(void *argument)
{
    hone_worker *self = argument;
    uint64_t watch = LONG_WATCH_NS;
    for (become_idle(self); atomic_load(&self->state) != QUIT;) {
        keep_off_caller(self);
        uint64_t begin = hone_clock_ns();
        wait_for_part(self, watch);
        if (!change(self, GIVEN, TAKEN)) { /* a job is coming soon, or this one is already done */
            watch = LONG_WATCH_NS;
            continue;
        }
        uint64_t waited = hone_clock_ns() - begin;
        watch = waited < LONG_WATCH_NS ? LONG_WATCH_NS : watch / 2 > SHORT_WATCH_NS ? watch / 2 : SHORT_WATCH_NS;
        work_from(self->workers, self->part);
        become_idle(self);
    }
}

static void end_worker(hone_worker *worker)
{
    hone_condition_destroy(&worker->changed);
    hone_mutex_destroy(&worker->mutex);
}

static int start_worker(hone_workers *workers, uint32_t part)
{
    hone_worker *worker = &workers->threads[part];
    worker->workers = workers;
    worker->part = part;
    worker->avoided = HONE_PROCESSOR_UNKNOWN;
    worker->state = TAKEN; /* until it has started to run */
    hone_mutex_init(&worker->mutex);
    hone_condition_init(&worker->changed);
    int problem = hone_thread_start(&worker->thread, run_worker, worker);
    if (problem)
        end_worker(worker);
    return problem;
}

static bool start_threads(hone_workers *workers, hone_error *error)
{
    int problem = 0;
    while (!problem && workers->started + 1 < workers->thread_count) {
        problem = start_worker(workers, workers->started + 1);
        if (!problem)
            workers->started++;
    }
    for (uint32_t i = 1; i <= workers->started; i++) await(&workers->threads[i]);
    if (!problem)
        return true;
    enum { STACK = 16 << 20 };
    char reason[128];
    hone_reason(problem, reason, sizeof reason);
    void *stack = hone_system_allocate(STACK, sizeof(void *)); /* the system gives one reason for threads and memory */
    hone_system_free(stack);
    if (!stack)
        return hone_fail(error, HONE_ERROR_MEMORY, 0, "there is not enough memory for %u threads",
                         workers->thread_count);
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "cannot start thread %u of %u: %s", workers->started + 2,
                     workers->thread_count, reason);
}

static uint32_t processor_count(void)
{
    long count = hone_processor_count();
    return count > MAX_THREADS ? MAX_THREADS : (uint32_t)count;
}

static size_t memory_size(uint32_t thread_count)
{
    return sizeof(hone_workers) + thread_count * sizeof(hone_worker);
}

static hone_workers *create(uint32_t thread_count, const hone_allocator *allocator, hone_error *error)
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
    workers->processor = hone_processor_now();
    atomic_flag_clear(&workers->busy);
    return workers;
}

hone_workers *hone_workers_create(uint32_t thread_count, const hone_allocator *allocator, hone_error *error)
{
    bool alone = !HONE_HAS_THREADS && thread_count <= MAX_THREADS;
    hone_workers *workers = create(alone ? 1 : thread_count, allocator, error);
    if (workers && !start_threads(workers, error)) {
        hone_workers_destroy(workers);
        return NULL;
    }
    return workers;
}

hone_workers *hone_workers_create_on(const hone_dispatch *dispatch, uint32_t thread_count,
                                     const hone_allocator *allocator, hone_error *error)
{
    if (!dispatch || !dispatch->run) {
        hone_fail_null(error, "the function that runs tasks");
        return NULL;
    }
    hone_workers *workers = create(thread_count, allocator, error);
    if (workers)
        workers->dispatch = *dispatch;
    return workers;
}

void hone_workers_destroy(hone_workers *workers)
{
    if (!workers)
        return;
    for (uint32_t i = 1; i <= workers->started; i++)
        if (atomic_exchange(&workers->threads[i].state, QUIT) == ASLEEP)
            wake(&workers->threads[i]);
    for (uint32_t i = 1; i <= workers->started; i++) {
        hone_thread_join(&workers->threads[i].thread);
        end_worker(&workers->threads[i]);
    }
    hone_allocator allocator = workers->allocator;
    hone_deallocate(&allocator, workers, 1, memory_size(workers->thread_count));
}

uint32_t hone_workers_thread_count(const hone_workers *workers)
{
    return workers ? workers->thread_count : 1;
}

void hone_workers_wake(hone_workers *workers)
{
    for (uint32_t i = 1; workers && i <= workers->started; i++)
        if (change(&workers->threads[i], ASLEEP, IDLE))
            wake(&workers->threads[i]);
}

/* ---- a job --------------------------------------------------------------------------------------------------- */

/* Gives parts to all workers that spin before it wakes the first sleeper. When no pieces are left, it takes back the
 * parts that have not been begun, and waits for the others to finish their last piece. */
static void run_threads(hone_workers *workers, const hone_job *job)
{
    hone_worker *threads = workers->threads;
    uint32_t asleep = 0;
    workers->job = *job;
    atomic_store_explicit(&workers->processor, hone_processor_now(), memory_order_relaxed);
    for (uint32_t i = 0; i < job->parts; i++) atomic_store_explicit(&threads[i].taken, 0, memory_order_relaxed);
    for (uint32_t i = 1; i < job->parts; i++)
        if (atomic_exchange(&threads[i].state, GIVEN) == ASLEEP)
            threads[i].slept = true, asleep++;
    for (uint32_t i = 1; asleep > 0; i++)
        if (threads[i].slept) {
            threads[i].slept = false, asleep--;
            wake(&threads[i]);
        }
    uint64_t begin = hone_clock_ns();
    uint32_t own = work_from(workers, 0);
    uint64_t worked = hone_clock_ns();
    for (uint32_t i = 1; i < job->parts; i++)
        if (!change(&threads[i], GIVEN, IDLE))
            await(&threads[i]);
    uint64_t end = hone_clock_ns();
    const hone_job_record record = {end, worked - begin, end - worked, own ? own : 1, job->parts * job->pieces_a_part};
    hone_back_off_note(&workers->back_off, &record);
}

static void run_task(void *user, uint32_t index)
{
    work_piece(user, index);
}

/* Does the whole job in the calling thread. */
static void run_alone(const hone_job *job)
{
    const hone_job whole = {job->work, job->user, job->item_count, job->grain, 1, 1};
    work_piece(&whole, 0);
}

static void run(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count, uint32_t grain,
                bool is_short)
{
    hone_job job = {work, user, item_count, grain ? grain : 1, 1, 1};
    uint64_t grains = ((uint64_t)item_count + job.grain - 1) / job.grain;
    if (workers && grains > 1)
        job.parts = grains < workers->thread_count ? (uint32_t)grains : workers->thread_count;
    if (job.parts == 1) {
        run_alone(&job);
    } else if (workers->dispatch.run) {
        workers->dispatch.run(workers->dispatch.user, run_task, &job, job.parts);
    } else if (atomic_flag_test_and_set(&workers->busy)) {
        run_alone(&job);
    } else {
        job.pieces_a_part = PIECES_A_PART;
        if (is_short && hone_back_off_is_on(&workers->back_off, hone_clock_ns()))
            run_alone(&job);
        else
            run_threads(workers, &job);
        atomic_flag_clear(&workers->busy);
    }
}

void hone_workers_run(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count, uint32_t grain)
{
    run(workers, work, user, item_count, grain, false);
}

void hone_workers_run_short(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count, uint32_t grain)
{
    run(workers, work, user, item_count, grain, true);
}
