/* What parts of hone ask of a pool of threads beyond hone/thread.h. */
#ifndef HONE_SRC_BASE_WORKERS_H
#define HONE_SRC_BASE_WORKERS_H

#include <hone/thread.h>

/* As hone_workers_run, for one of many short jobs that follow each other. While these are not quicker on several
 * threads, since other programs keep the processors busy, the calling thread does everything in one range. */
void hone_workers_run_short(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count, uint32_t grain);

#endif
