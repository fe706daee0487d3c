#define _POSIX_C_SOURCE 200809L
#include "view/window/files/ending.h"
#include "tool/messages/report.h"
#include "tool/system/system.h"
#include "view/window/files/recover.h"

#include <hone/io.h>

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

/* Seconds: for the main loop to come round and write; for a film to stop, which takes the time of one picture: then it
 * removes its pictures itself. */
enum { MAIN_LOOP_MOST = 20, FILM_MOST = 3 };

static struct {
    viewer *v;
    int numbers[2];       /* a pipe, from the handler to the thread */
    pthread_mutex_t lock; /* of `work` */
    uint32_t work;        /* how many calls of ending_work_begins have not ended */
} ending = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void pause_for(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

static void stop_film(viewer_film *f)
{
    if (!f->record)
        return;
    record_cancel(f->record);
    for (int i = 0; i < FILM_MOST * 100 && !record_get_progress(f->record).finished; i++) pause_for(10);
}

/* Without what is done at a usual end: libraries may hold locks. */
static void leave(int number)
{
    stop_film(&ending.v->film);
    hone_file_remove_open_drafts();
    _exit(STATUS_SIGNAL + number);
}

static gboolean leave_main_loop(gpointer number)
{
    recover_write(ending.v);
    leave(GPOINTER_TO_INT(number));
    return G_SOURCE_REMOVE;
}

static void leave_if_at_work(int number)
{
    pthread_mutex_lock(&ending.lock);
    if (ending.work)
        leave(number); /* with the lock, so that the main loop does not go on meanwhile */
    pthread_mutex_unlock(&ending.lock);
}

static void *wait_for_signals(void *unused)
{
    unsigned char number = 0;
    (void)unused;
    while (read(ending.numbers[0], &number, 1) != 1) continue;
    leave_if_at_work(number);
    g_idle_add_full(G_PRIORITY_HIGH, leave_main_loop, GINT_TO_POINTER(number), NULL);
    for (int i = 0; i < MAIN_LOOP_MOST * 20; i++) {
        pause_for(50);
        leave_if_at_work(number);
    }
    leave(number);
    return NULL;
}

/* In the handler of the signal. */
static void note(int number)
{
    const int before = errno;
    const unsigned char byte = (unsigned char)number;
    ssize_t written = write(ending.numbers[1], &byte, 1);
    (void)written;
    errno = before;
}

void ending_watch(viewer *v)
{
    pthread_t thread;
    ending.v = v;
    ending.work = 1;
    if (pipe(ending.numbers) != 0 || pthread_create(&thread, NULL, wait_for_signals, NULL) != 0)
        return; /* then signals end it as the system does */
    pthread_detach(thread);
    system_watch_interrupts(note);
}

void ending_work_begins(viewer *v)
{
    if (!ending.work)
        recover_write(v);
    pthread_mutex_lock(&ending.lock);
    ending.work++;
    pthread_mutex_unlock(&ending.lock);
}

void ending_work_ends(void)
{
    pthread_mutex_lock(&ending.lock);
    ending.work--;
    pthread_mutex_unlock(&ending.lock);
}
