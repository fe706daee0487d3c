/** thread: worker threads, or the program's own threads in their place. */
#ifndef HONE_THREAD_H
#define HONE_THREAD_H

#include <hone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Threads that wait for work. One set may serve many objects. While a call of hone_workers_run has the threads, another
 * one, from any thread or from within the first, works alone in its own thread. */
typedef struct hone_workers hone_workers;

/** A function that works on items [begin, end). Several threads call it at once, with ranges that do not overlap. */
typedef void hone_work_fn(void *user, uint32_t begin, uint32_t end);

/** A function that does the task with an index. */
typedef void hone_task_fn(void *user, uint32_t index);

/** A program's own threads, in place of hone's. */
typedef struct hone_dispatch {
    /** Calls task(task_user, i) once for each i in [0, count), on any threads, and returns when all have returned. */
    void (*run)(void *user, hone_task_fn *task, void *task_user, uint32_t count);
    void *user; /**< passed to run */
} hone_dispatch;

/** Creates a set of threads.
 *
 * thread_count: at most 256, including the calling thread, which works too; 0: one for each processor. Where there are
 * no threads, in WebAssembly that is compiled without -pthread, the calling thread works alone.
 * allocator: NULL: malloc.
 * Returns: the set; destroy it with hone_workers_destroy. NULL on failure.
 * Errors: ARGUMENT (too many threads), MEMORY, DEVICE (the system refused a thread).
 */
HONE_API hone_workers *hone_workers_create(uint32_t thread_count, const hone_allocator *allocator, hone_error *error);

/** Creates a set that starts no threads: hone_workers_run gives its ranges, at most thread_count, to `dispatch`.
 * Several calls may use it at the same time if hone_dispatch.run allows that.
 *
 * dispatch: copied.
 * thread_count: at most 256; 0: one for each processor.
 * allocator: NULL: malloc.
 * Returns: the set; destroy it with hone_workers_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, too many threads), MEMORY.
 */
HONE_API hone_workers *hone_workers_create_on(const hone_dispatch *dispatch, uint32_t thread_count,
                                              const hone_allocator *allocator, hone_error *error);

/** Ends the threads of a set and destroys it. NULL is allowed. */
HONE_API void hone_workers_destroy(hone_workers *workers);

/** Returns how many threads work, including the calling thread; 1 if `workers` is NULL. */
HONE_API uint32_t hone_workers_thread_count(const hone_workers *workers);

/** Runs a function on items [0, item_count), divided among the threads, and returns when all are done.
 *
 * The items are divided into even ranges whose borders are multiples of `grain`, four for each thread, or one for each
 * task of a hone_dispatch. A thread does neighbouring ranges, the same in every call, and then takes over ranges of
 * threads that are late.
 * workers: NULL, or its threads have other work: the calling thread does everything in one range.
 * grain: at least 1.
 * Cost: no allocation.
 */
HONE_API void hone_workers_run(hone_workers *workers, hone_work_fn *work, void *user, uint32_t item_count,
                               uint32_t grain);

/** Wakes the threads, because work comes soon. NULL is allowed.
 *
 * Threads spin for up to 0.2 ms after their last work. Then they sleep, and need some tens of microseconds to wake. If
 * most of a frame passes between two calls of hone_workers_run, call this less than 0.2 ms before the second one, for
 * example before the pose of a character that will be skinned is evaluated.
 */
HONE_API void hone_workers_wake(hone_workers *workers);

#ifdef __cplusplus
}
#endif
#endif
