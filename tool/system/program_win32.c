/* How a program begins, is interrupted and ends, on Windows. */
#include "base/system/wide.h"
#include "tool/system/arguments.h"
#include "tool/system/system.h"

#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { CONSOLE_BUFFER = 1 << 14 };

static UINT code_page_before;

static void restore_code_page(void)
{
    SetConsoleOutputCP(code_page_before);
}

/* Moves the cursor by escape sequences, where Windows can do that. */
static void allow_sequences(DWORD which)
{
    DWORD mode;
    HANDLE console = GetStdHandle(which);
    if (GetConsoleMode(console, &mode))
        SetConsoleMode(console, mode | 4); /* ENABLE_VIRTUAL_TERMINAL_PROCESSING */
}

/* Makes a standard stream that is closed one of NUL. Depending on its version, the C library has the number of such a
 * stream marked as used, and the stream with another number. */
static void open_nowhere(int fd)
{
    static const int modes[] = {_O_RDONLY, _O_RDONLY, _O_WRONLY};
    FILE *const streams[] = {stdin, stdout, stderr};
    int nowhere = _open("NUL", modes[fd]);
    if (nowhere < 0 || (nowhere != fd && _dup2(nowhere, fd) != 0))
        exit(EXIT_FAILURE);
    if (nowhere != fd)
        _close(nowhere);
    FILE *opened = _fileno(streams[fd]) == fd ? streams[fd] : _fdopen(fd, fd == 0 ? "rb" : "wb");
    if (!opened)
        exit(EXIT_FAILURE);
    if (opened != streams[fd])
        *streams[fd] = *opened; /* freopen refuses a stream without a file */
}

/* The C library writes to a console character by character, which tears those of UTF-8 apart; so both have buffers. */
static void prepare_streams(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (_get_osfhandle(fd) < 0)
            open_nowhere(fd);
        _setmode(fd, _O_BINARY);
    }
    setvbuf(stderr, NULL, _IOFBF, CONSOLE_BUFFER);
    if (_isatty(1))
        setvbuf(stdout, NULL, _IOFBF, CONSOLE_BUFFER);
    code_page_before = GetConsoleOutputCP();
    if (code_page_before && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_code_page);
    allow_sequences(STD_ERROR_HANDLE);
}

/* On failure the arguments of the C library stay. */
static void take_arguments(int *argc, char ***argv)
{
    int count = 0;
    char **out = system_split_line(GetCommandLineW(), &count);
    if (out)
        *argc = count, *argv = out;
}

void system_begin(int *argc, char ***argv)
{
    prepare_streams();
    take_arguments(argc, argv);
}

/* ---- requests to end ---- */

static void (*told)(int number);

/* Runs in a thread of its own. */
static BOOL WINAPI handle_request(DWORD kind)
{
    told(kind == CTRL_C_EVENT || kind == CTRL_BREAK_EVENT ? SIGINT : SIGTERM);
    return TRUE;
}

void system_watch_interrupts(void (*end)(int number))
{
    told = end;
    SetConsoleCtrlHandler(handle_request, TRUE);
}

void system_forget_interrupts(void)
{
    SetConsoleCtrlHandler(handle_request, FALSE);
}

void system_leave(int status)
{
    TerminateProcess(GetCurrentProcess(), (UINT)status);
    abort();
}

/* ---- programs ---- */

bool system_program(char path[HONE_PATH_SIZE])
{
    wchar_t wide[HONE_PATH_SIZE];
    DWORD length = GetModuleFileNameW(NULL, wide, HONE_PATH_SIZE);
    return length > 0 && length < HONE_PATH_SIZE && hone_narrow(wide, path, HONE_PATH_SIZE);
}

bool system_become(const char *path, char *const *arguments, hone_error *error)
{
    (void)path;
    (void)arguments;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "on Windows a program cannot become another");
}

bool system_is_program(const char *path)
{
    (void)path;
    return false; /* there is no viewer for Windows */
}

void system_set_default(const char *name, const char *value)
{
    if (!getenv(name))
        _putenv_s(name, value);
}

const char *system_locale(void)
{
    static char locale[LOCALE_NAME_MAX_LENGTH + 8];
    wchar_t name[LOCALE_NAME_MAX_LENGTH];
    if (!GetUserDefaultLocaleName(name, LOCALE_NAME_MAX_LENGTH) || !hone_narrow(name, locale, LOCALE_NAME_MAX_LENGTH))
        strcpy(locale, "C");
    char *dash = strchr(locale, '-');
    if (dash)
        *dash = '_';
    return strcat(locale, ".UTF-8"); /* the console shows UTF-8, see system_begin */
}

bool system_has_display(void)
{
    return true;
}
