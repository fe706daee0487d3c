/* Threads, mutexes and conditions of Windows. */
#include "base/system/threads.h"
#include <errno.h>
#include <process.h>
#include <stdint.h>
#include <windows.h>

_Static_assert(sizeof(hone_mutex) == sizeof(SRWLOCK) && sizeof(hone_condition) == sizeof(CONDITION_VARIABLE),
               "threads.h declares both without the headers of Windows");

static SRWLOCK *lock_of(hone_mutex *mutex)
{
    return (SRWLOCK *)&mutex->lock;
}

static CONDITION_VARIABLE *variable_of(hone_condition *condition)
{
    return (CONDITION_VARIABLE *)&condition->variable;
}

void hone_mutex_init(hone_mutex *mutex)
{
    InitializeSRWLock(lock_of(mutex));
}

void hone_mutex_destroy(hone_mutex *mutex)
{
    (void)mutex; /* it has nothing to release */
}

void hone_mutex_lock(hone_mutex *mutex)
{
    AcquireSRWLockExclusive(lock_of(mutex));
}

void hone_mutex_unlock(hone_mutex *mutex)
{
    ReleaseSRWLockExclusive(lock_of(mutex));
}

void hone_condition_init(hone_condition *condition)
{
    InitializeConditionVariable(variable_of(condition));
}

void hone_condition_destroy(hone_condition *condition)
{
    (void)condition; /* it has nothing to release */
}

void hone_condition_wait(hone_condition *condition, hone_mutex *mutex)
{
    SleepConditionVariableSRW(variable_of(condition), lock_of(mutex), INFINITE, 0);
}

void hone_condition_signal(hone_condition *condition)
{
    WakeConditionVariable(variable_of(condition));
}

static unsigned __stdcall begin(void *argument)
{
    const hone_thread *thread = argument;
    thread->run(thread->user);
    return 0;
}

int hone_thread_start(hone_thread *thread, void (*run)(void *user), void *user)
{
    thread->run = run;
    thread->user = user;
    uintptr_t handle = _beginthreadex(NULL, 0, begin, thread, 0, NULL);
    thread->handle = (void *)handle;
    return handle ? 0 : errno;
}

void hone_thread_join(hone_thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

void hone_thread_yield(void)
{
    SwitchToThread();
}
