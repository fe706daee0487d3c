#include "offline/bake/worker_items.h"
#include <stdatomic.h>

typedef struct item_job {
    hone_bake_work *work;
    void *user;
    uint32_t count, grain;
    _Atomic uint32_t next;
} item_job;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t hone_bake_worker_count(const hone_workers *threads)
{
    return least(hone_workers_thread_count(threads), BAKE_WORKERS_MAX);
}

/* The items of hone_workers_run are the workers; each takes pieces until none is left. */
static void run_workers(void *user, uint32_t begin, uint32_t end)
{
    item_job *job = user;
    for (uint32_t worker = begin; worker < end; worker++)
        for (;;) {
            uint32_t first = atomic_fetch_add_explicit(&job->next, job->grain, memory_order_relaxed);
            if (first >= job->count)
                break;
            job->work(job->user, worker, first, least(job->grain, job->count - first) + first);
        }
}

void hone_bake_run_items(hone_workers *threads, uint32_t worker_count, hone_bake_work *work, void *user, uint32_t count,
                         uint32_t grain)
{
    uint32_t pieces = count / grain + (count % grain > 0);
    item_job job = {.work = work, .user = user, .count = count, .grain = grain};
    hone_workers_run(threads, run_workers, &job, least(pieces, worker_count), 1);
}
