/* Divides items among worker threads, each of which has memory of its own. */
#ifndef HONE_SRC_OFFLINE_BAKE_WORKER_ITEMS_H
#define HONE_SRC_OFFLINE_BAKE_WORKER_ITEMS_H

#include <hone/thread.h>

/* Memory for more threads than this would not pay. */
enum { BAKE_WORKERS_MAX = 64 };

/* Works on items [begin, end) with the memory of a worker. Calls with the same worker do not overlap, and a worker's
 * items ascend within one hone_bake_run_items. Which worker gets which items differs from run to run. */
typedef void hone_bake_work(void *user, uint32_t worker, uint32_t begin, uint32_t end);

/* Returns how many workers hone_bake_run_items uses with these threads. */
uint32_t hone_bake_worker_count(const hone_workers *threads);

/* Calls `work` for all items [0, count), in pieces of `grain`, with at most worker_count workers. */
void hone_bake_run_items(hone_workers *threads, uint32_t worker_count, hone_bake_work *work, void *user, uint32_t count,
                         uint32_t grain);

#endif
