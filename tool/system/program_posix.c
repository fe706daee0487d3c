#define _POSIX_C_SOURCE 200809L
#include "tool/system/system.h"

#include <errno.h>
#include <fcntl.h>
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

void system_watch_interrupts(void (*note)(int number))
{
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

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
