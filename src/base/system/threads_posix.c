/* Threads, mutexes and conditions of POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "base/system/threads.h"
#include <sched.h>
#include <signal.h>

void hone_mutex_init(hone_mutex *mutex)
{
    pthread_mutex_init(mutex, NULL); /* with default attributes it cannot fail */
}

void hone_mutex_destroy(hone_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

void hone_mutex_lock(hone_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}

void hone_mutex_unlock(hone_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

void hone_condition_init(hone_condition *condition)
{
    pthread_cond_init(condition, NULL);
}

void hone_condition_destroy(hone_condition *condition)
{
    pthread_cond_destroy(condition);
}

void hone_condition_wait(hone_condition *condition, hone_mutex *mutex)
{
    pthread_cond_wait(condition, mutex);
}

void hone_condition_signal(hone_condition *condition)
{
    pthread_cond_signal(condition);
}

static void *begin(void *argument)
{
    const hone_thread *thread = argument;
    thread->run(thread->user);
    return NULL;
}

int hone_thread_start(hone_thread *thread, void (*run)(void *user), void *user)
{
    sigset_t all, before;
    thread->run = run;
    thread->user = user;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int problem = pthread_create(&thread->handle, NULL, begin, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return problem;
}

void hone_thread_join(hone_thread *thread)
{
    pthread_join(thread->handle, NULL);
}

void hone_thread_yield(void)
{
    sched_yield();
}
