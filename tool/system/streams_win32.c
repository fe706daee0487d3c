/* Standard input and output on Windows. */
#include "tool/system/system.h"

#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <windows.h>

enum { LINE_BUFFER = 1 << 12 };

bool system_is_terminal(FILE *stream)
{
    return _isatty(_fileno(stream));
}

/* There is no other reason for which writing to a pipe fails. */
bool system_reader_has_gone(void)
{
    return GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;
}

void system_print_at_once(FILE *stream, const char *text)
{
    (void)_write(_fileno(stream), text, (unsigned)strlen(text));
}

FILE *system_silence_stderr(void)
{
    int kept = _dup(2), nowhere = _open("NUL", _O_WRONLY | _O_NOINHERIT);
    FILE *lines = kept >= 0 && nowhere >= 0 ? _fdopen(kept, "wb") : NULL;
    fflush(stderr);
    if (lines) {
        setvbuf(lines, NULL, _IOFBF, LINE_BUFFER);
        _dup2(nowhere, 2);
    } else if (kept >= 0) {
        _close(kept);
    }
    if (nowhere >= 0)
        _close(nowhere);
    return lines;
}
