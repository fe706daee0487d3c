/* Holds back the signals that end a program, on POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "base/system/signals.h"
#include <signal.h>
#include <string.h>

_Static_assert(sizeof(sigset_t) <= sizeof(hone_held_signals), "signals.h has room for the set");

void hone_signals_hold(hone_held_signals *held)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    memcpy(held->before, &before, sizeof before);
}

void hone_signals_release(const hone_held_signals *held)
{
    sigset_t before;
    memcpy(&before, held->before, sizeof before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
