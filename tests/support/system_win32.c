#include "base/system/wide.h"
#include "support/support.h"
#include "support/system.h"

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

enum { COMMAND_LINE = 1 << 15, PATH_SIZE = 1 << 10 };
static const char program[] = HONE_BUILD_DIR "/hone.exe";

/* ---- files and folders ---- */

FILE *test_open(const char *path, const char *mode)
{
    wchar_t *wide = hone_wide_path(path), wide_mode[8] = {0};
    for (size_t i = 0; i < 7 && mode[i]; i++) wide_mode[i] = (wchar_t)mode[i];
    FILE *file = wide ? _wfopen(wide, wide_mode) : NULL;
    free(wide);
    return file;
}

bool test_exists(const char *path)
{
    wchar_t *wide = hone_wide_path(path);
    bool exists = wide && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return exists;
}

bool test_make_folder(const char *path)
{
    wchar_t *wide = hone_wide_path(path);
    bool made = wide && CreateDirectoryW(wide, NULL);
    free(wide);
    return made;
}

static bool is_entry(const wchar_t *name)
{
    return wcscmp(name, L".") != 0 && wcscmp(name, L"..") != 0;
}

unsigned command_file_count(const char *path)
{
    char pattern[PATH_SIZE];
    WIN32_FIND_DATAW found;
    snprintf(pattern, sizeof pattern, "%s/*", path);
    wchar_t *wide = hone_wide_path(pattern);
    HANDLE search = wide ? FindFirstFileW(wide, &found) : INVALID_HANDLE_VALUE;
    free(wide);
    assert_true(search != INVALID_HANDLE_VALUE);
    unsigned count = is_entry(found.cFileName);
    while (FindNextFileW(search, &found)) count += is_entry(found.cFileName);
    FindClose(search);
    return count;
}

/* The path of the temporary folder, where links such as 8.3 names are resolved. */
char *test_folder_enter(void)
{
    wchar_t folder[MAX_PATH + 2], path[PATH_SIZE];
    char *narrow = malloc(3 * PATH_SIZE);
    if (!narrow || !GetTempPathW(MAX_PATH + 2, folder) || !GetLongPathNameW(folder, path, PATH_SIZE - 40))
        return free(narrow), NULL;
    swprintf(path + wcslen(path), 40, L"hone テスト %lu-%lu", GetCurrentProcessId(), GetTickCount());
    if (CreateDirectoryW(path, NULL) && SetCurrentDirectoryW(path) && hone_narrow(path, narrow, 3 * PATH_SIZE))
        return narrow;
    free(narrow);
    return NULL;
}

static void remove_all(const char *folder)
{
    char path[PATH_SIZE], name[PATH_SIZE];
    WIN32_FIND_DATAW found;
    snprintf(path, sizeof path, "%s/*", folder);
    wchar_t *wide = hone_wide_path(path);
    HANDLE search = wide ? FindFirstFileW(wide, &found) : INVALID_HANDLE_VALUE;
    free(wide);
    for (bool more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found)) {
        if (!is_entry(found.cFileName) || !hone_narrow(found.cFileName, name, sizeof name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
            remove_all(path);
        else if ((wide = hone_wide_path(path)))
            DeleteFileW(wide), free(wide);
    }
    FindClose(search);
    if ((wide = hone_wide_path(folder)))
        RemoveDirectoryW(wide), free(wide);
}

void test_folder_leave(const char *path)
{
    if (SetCurrentDirectoryW(L"\\"))
        remove_all(path);
}

bool test_pipe(int ends[2])
{
    return _pipe(ends, 1 << 12, _O_BINARY) == 0;
}

void test_close(int file)
{
    _close(file);
}

void test_sleep(int milliseconds)
{
    Sleep((DWORD)milliseconds);
}

double test_number(const char *text)
{
    FARPROC found = GetProcAddress(GetModuleHandleA("msvcrt.dll"), "strtod");
    double (*read)(const char *, char **);
    assert_non_null(found);
    memcpy(&read, &found, sizeof read);
    return read(text, NULL);
}

/* ---- programs ---- */

void test_set_variable(const char *name, const char *value)
{
    _putenv_s(name, value ? value : "");
}

static HANDLE inheritable(const char *path, DWORD access, DWORD how)
{
    SECURITY_ATTRIBUTES inherit = {.nLength = sizeof inherit, .bInheritHandle = TRUE};
    wchar_t *wide = hone_wide_path(path);
    HANDLE file = wide ? CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherit,
                                     how, FILE_ATTRIBUTE_NORMAL, NULL)
                       : INVALID_HANDLE_VALUE;
    free(wide);
    return file;
}

/* A file that takes nothing is one that is open for reading. */
static HANDLE output(const char *path)
{
    if (!*path)
        return NULL;
    if (strcmp(path, "/dev/full") == 0)
        return inheritable("NUL", GENERIC_READ, OPEN_EXISTING);
    return inheritable(path, GENERIC_WRITE, CREATE_ALWAYS);
}

static HANDLE inherited(int file)
{
    HANDLE copy = NULL, self = GetCurrentProcess();
    assert_true(DuplicateHandle(self, (HANDLE)_get_osfhandle(file), self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS));
    return copy;
}

/* Appends an argument in quotes. Backslashes before a quote are doubled. */
static char *quote(char *at, const char *argument)
{
    size_t backslashes = 0;
    *at++ = ' ', *at++ = '"';
    for (const char *c = argument;; c++) {
        if (*c == '"' || !*c)
            while (backslashes-- > 0) *at++ = '\\';
        if (!*c)
            break;
        if (*c == '"')
            *at++ = '\\';
        backslashes = *c == '\\' ? backslashes + 1 : 0;
        *at++ = *c;
    }
    *at++ = '"', *at = '\0';
    return at;
}

static wchar_t *command_line(const char *const *arguments, bool in_shell)
{
    size_t size = sizeof "hone";
    for (int i = 0; arguments[i]; i++) size += 2 * strlen(arguments[i]) + 3;
    char *line = malloc(size), *at = line ? strcpy(line, "hone") + 4 : NULL;
    assert_non_null(line);
    for (int i = 0; arguments[i]; i++) at = in_shell ? at + sprintf(at, " %s", arguments[i]) : quote(at, arguments[i]);
    wchar_t *wide = calloc(COMMAND_LINE, sizeof *wide);
    assert_non_null(wide);
    assert_true(MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, line, -1, wide, COMMAND_LINE) > 0);
    free(line);
    return wide;
}

static STARTUPINFOW redirect(const command_run_desc *desc, const char *out, const char *err)
{
    STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
    start.hStdInput = inheritable(desc && desc->in ? desc->in : "NUL", GENERIC_READ, OPEN_EXISTING);
    start.hStdOutput = desc && desc->out_file ? inherited(desc->out_file) : output(desc && desc->out ? desc->out : out);
    start.hStdError = output(desc && desc->err ? desc->err : err);
    return start;
}

int test_run(const command_run_desc *desc, const char *const *arguments, const char *out, const char *err)
{
    if (desc && desc->signal)
        test_skip(1, "test of signals, which Windows lacks");
    STARTUPINFOW start = redirect(desc, out, err);
    PROCESS_INFORMATION child;
    DWORD status = 0;
    wchar_t *line = command_line(arguments, desc && desc->in_shell), *path = hone_wide_path(program);
    if (!path || !CreateProcessW(path, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &child))
        fail_msg("%s: error %lu", program, GetLastError());
    CloseHandle(start.hStdInput), CloseHandle(start.hStdError);
    if (start.hStdOutput)
        CloseHandle(start.hStdOutput);
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &status);
    CloseHandle(child.hProcess), CloseHandle(child.hThread);
    free(line), free(path);
    return status < 0x80000000 ? (int)status : -1; /* above: an exception */
}
