#include "tool/messages/interrupt.h"
#include "tool/messages/report.h"
#include "tool/system/system.h"

#include <signal.h>

/* The only type that a signal handler may write. */
static volatile sig_atomic_t caught;

static void note(int number)
{
    caught = number;
}

void interrupt_watch(void)
{
    system_watch_interrupts(note);
}

bool interrupted(void)
{
    return caught != 0;
}

int interrupted_status(void)
{
    return STATUS_SIGNAL + (int)caught;
}
