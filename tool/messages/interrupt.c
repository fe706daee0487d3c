#define _POSIX_C_SOURCE 200809L
#include "tool/messages/interrupt.h"
#include "tool/messages/report.h"

#include <signal.h>

/* The only type that a signal handler may write. */
static volatile sig_atomic_t caught;

static void note(int number)
{
    caught = number;
}

void interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool interrupted(void)
{
    return caught != 0;
}

int interrupted_status(void)
{
    return STATUS_SIGNAL + (int)caught;
}
