/* How a program begins, is interrupted and ends, on POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "base/error.h"
#include "tool/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void hold_standard_descriptors(void)
{
    const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
            exit(EXIT_FAILURE);
}

void system_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    hold_standard_descriptors();
    signal(SIGPIPE, SIG_IGN);
}

/* ---- requests to end ---- */

static const int requests[] = {SIGINT, SIGTERM, SIGHUP};
enum { REQUESTS = sizeof requests / sizeof *requests };

static void (*told)(int number);
static pthread_t watching;

/* The thread that watches blocks the signals while it completes a file. Threads of other libraries do not, so they hand
 * the signal on. */
static void handle_request(int number)
{
    if (pthread_equal(pthread_self(), watching))
        told(number);
    else
        pthread_kill(watching, number);
}

void system_watch_interrupts(void (*end)(int number))
{
    struct sigaction action = {.sa_handler = handle_request}, before;
    told = end;
    watching = pthread_self();
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < REQUESTS; i++) sigaddset(&action.sa_mask, requests[i]);
    for (int i = 0; i < REQUESTS; i++) {
        bool kept = requests[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (!kept)
            sigaction(requests[i], &action, NULL);
    }
}

void system_forget_interrupts(void)
{
    for (int i = 0; i < REQUESTS; i++) signal(requests[i], SIG_DFL);
}

void system_leave(int status)
{
    _exit(status);
}

/* ---- programs ---- */

bool system_program(char path[HONE_PATH_SIZE])
{
    ssize_t size = readlink("/proc/self/exe", path, HONE_PATH_SIZE - 1);
    path[size > 0 ? size : 0] = '\0';
    return size > 0;
}

bool system_become(const char *path, char *const *arguments, hone_error *error)
{
    execv(path, arguments);
    return hone_fail_system(error, path, errno);
}

bool system_is_program(const char *path)
{
    return access(path, X_OK) == 0;
}

void system_set_default(const char *name, const char *value)
{
    setenv(name, value, 0);
}

const char *system_locale(void)
{
    return "";
}

bool system_has_display(void)
{
    const char *x11 = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x11 && *x11) || (wayland && *wayland);
}
