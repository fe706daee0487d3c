/* Standard input and output on POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "tool/system/system.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

bool system_is_terminal(FILE *stream)
{
    return isatty(fileno(stream));
}

bool system_reader_has_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR);
}

void system_print_at_once(FILE *stream, const char *text)
{
    ssize_t written = write(fileno(stream), text, strlen(text));
    (void)written; /* nobody can be told */
}

FILE *system_silence_stderr(void)
{
    int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    FILE *lines = kept >= 0 && nowhere >= 0 ? fdopen(kept, "w") : NULL;
    if (lines) {
        setvbuf(lines, NULL, _IOLBF, 0);
        dup2(nowhere, STDERR_FILENO);
    } else if (kept >= 0) {
        close(kept);
    }
    if (nowhere >= 0)
        close(nowhere);
    return lines;
}
