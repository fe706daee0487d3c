#include "tool/messages/interrupt.h"
#include "tool/messages/report.h"
#include "tool/system/system.h"

/* A signal handler sees them as they are; each is set before what it needs, and cleared after. */
static void (*volatile last_work)(void *user);
static void *volatile last_user;
static FILE *volatile last_line;

static void end(int number)
{
    if (last_work)
        last_work(last_user);
    hone_file_remove_open_drafts();
    if (last_line)
        system_print_at_once(last_line, "\r\033[K");
    system_leave(STATUS_SIGNAL + number);
}

void interrupt_watch(void)
{
    system_watch_interrupts(end);
}

void interrupt_set_end(void (*work)(void *user), void *user)
{
    last_work = NULL;
    last_user = user;
    last_work = work;
}

void interrupt_set_line(FILE *line)
{
    last_line = line;
}
