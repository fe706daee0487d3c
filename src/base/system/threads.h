/* Threads, locks and conditions of the operating system. */
#ifndef HONE_SRC_BASE_SYSTEM_THREADS_H
#define HONE_SRC_BASE_SYSTEM_THREADS_H

#if defined(_WIN32)
typedef struct hone_mutex {
    void *lock; /* an SRWLOCK */
} hone_mutex;
typedef struct hone_condition {
    void *variable; /* a CONDITION_VARIABLE */
} hone_condition;
typedef void *hone_thread_handle;
#else
#include <pthread.h>
typedef pthread_mutex_t hone_mutex;
typedef pthread_cond_t hone_condition;
typedef pthread_t hone_thread_handle;
#endif

typedef struct hone_thread {
    hone_thread_handle handle;
    void (*run)(void *user);
    void *user;
} hone_thread;

/* Whether there are threads at all: in WebAssembly only where everything is compiled with -pthread. */
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
enum { HONE_HAS_THREADS = 0 };
#else
enum { HONE_HAS_THREADS = 1 };
#endif

/* These cannot fail. */
void hone_mutex_init(hone_mutex *mutex);
void hone_mutex_destroy(hone_mutex *mutex);
void hone_mutex_lock(hone_mutex *mutex);
void hone_mutex_unlock(hone_mutex *mutex);

/* The mutex is locked by the caller of wait; it may also wake without a signal. These cannot fail. */
void hone_condition_init(hone_condition *condition);
void hone_condition_destroy(hone_condition *condition);
void hone_condition_wait(hone_condition *condition, hone_mutex *mutex);
void hone_condition_signal(hone_condition *condition);

/* Starts a thread that calls run(user), with all signals blocked, because signals belong to the program's own threads.
 * *thread must stay where it is until hone_thread_join. Returns 0, or a value of errno. */
int hone_thread_start(hone_thread *thread, void (*run)(void *user), void *user);
void hone_thread_join(hone_thread *thread);

/* Lets other threads run that wait for the processor. */
void hone_thread_yield(void);

#endif
