/* thread: worker threads, or a program's own in their place. */
#ifndef HONE_THREAD_H
#define HONE_THREAD_H

#include <hone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Threads that wait for work. One set may serve many objects, one call at a time. */
typedef struct hone_workers hone_workers;

/* Work on items [begin, end). Called from several threads at once with ranges that do not overlap. */
typedef void hone_work_fn(void *user, uint32_t begin, uint32_t end);

/* thread_count counts the calling thread, which works too; 0: one a processor; at most 256.
 * allocator NULL: malloc. Errors: ARGUMENT, MEMORY, DEVICE (the system gave no thread). */
HONE_API hone_workers *hone_workers_create(uint32_t thread_count, const hone_allocator *allocator, hone_error *error);

typedef void hone_task_fn(void *user, uint32_t index);

/* A program's own threads, in place of hone's. */
typedef struct hone_dispatch {
    /* Calls task(task_user, i) once for each i in [0, count), on any threads, and returns when all have returned. */
    void (*run)(void *user, hone_task_fn *task, void *task_user, uint32_t count);
    void *user;
} hone_dispatch;

/* Starts no threads: hone_workers_run hands its ranges, at most thread_count, to `dispatch`, which is copied. Such a
 * set serves as many calls at a time as `run` does. Errors: as hone_workers_create. */
HONE_API hone_workers *hone_workers_create_on(const hone_dispatch *dispatch, uint32_t thread_count,
                                              const hone_allocator *allocator, hone_error *error);
HONE_API void hone_workers_destroy(hone_workers *workers);                /* NULL is fine */
HONE_API uint32_t hone_workers_thread_count(const hone_workers *workers); /* NULL: 1, the caller */

/* Splits [0, item_count) into even ranges whose borders are multiples of `grain` (at least 1), four a thread or one a
 * task, and returns when all are done. A thread does neighbouring ones, the same in every call, and when it is through
 * takes over from threads that are late. workers NULL: the caller does all of it in one. Allocates nothing. */
HONE_API void hone_workers_run(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count,
                               uint32_t grain);

/* Says that a job is near. Threads look out for a job for up to 0.2 ms after the last; then they sleep, and need some
 * tens of microseconds to wake. Where there is a frame's time between two jobs, call this as early before the second
 * as it is sure to come within 0.2 ms: before posing what will be skinned. NULL is fine. */
HONE_API void hone_workers_wake(hone_workers *workers);

#ifdef __cplusplus
}
#endif
#endif
