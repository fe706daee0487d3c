#include "base/error.h"
#include "tool/system/system.h"
#include "tool/system/wide.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { MOST_AT_ONCE = 1 << 30, LONGEST_PATH = 1 << 15 };

/* ---- paths ---- */

bool system_is_separator(char c)
{
    return c == '/' || c == '\\';
}

const char *system_path_name(const char *path)
{
    const char *name = path[0] && path[1] == ':' ? path + 2 : path;
    for (const char *c = name; *c; c++)
        if (system_is_separator(*c))
            name = c + 1;
    return name;
}

bool system_is_absolute(const char *path)
{
    return system_is_separator(path[0]) || (path[0] && path[1] == ':');
}

/* "C:/..." of "\\?\C:\...", and "//SERVER/..." of "\\?\UNC\SERVER\...". */
static char *simplify(wchar_t *path)
{
    bool is_remote = wcsncmp(path, L"\\\\?\\UNC\\", 8) == 0;
    wchar_t *begin = is_remote ? path + 6 : wcsncmp(path, L"\\\\?\\", 4) == 0 ? path + 4 : path;
    if (is_remote)
        begin[0] = L'/';
    for (wchar_t *c = begin; *c; c++)
        if (*c == L'\\')
            *c = L'/';
    return narrow(begin);
}

/* Some drives, and wine for long paths, do not tell the path of an open file: then it is whole, but as it was given. */
static DWORD path_of_file(HANDLE file, const wchar_t *given, wchar_t out[LONGEST_PATH])
{
    DWORD length = GetFinalPathNameByHandleW(file, out, LONGEST_PATH, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
    return length ? length : GetFullPathNameW(given, LONGEST_PATH, out, NULL);
}

char *system_real_path(const char *path)
{
    wchar_t *wide = widen_path(path), *real = malloc(LONGEST_PATH * sizeof *real);
    HANDLE file = wide && real ? CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                             OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL)
                               : INVALID_HANDLE_VALUE;
    DWORD length = 0;
    if (file != INVALID_HANDLE_VALUE) {
        length = path_of_file(file, wide, real);
        CloseHandle(file);
    }
    char *out = length > 0 && length < LONGEST_PATH ? simplify(real) : NULL;
    free(real);
    free(wide);
    return out;
}

static DWORD attributes_of(const char *path)
{
    wchar_t *wide = widen_path(path);
    DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    return attributes;
}

bool system_exists(const char *path)
{
    return attributes_of(path) != INVALID_FILE_ATTRIBUTES;
}

bool system_is_file(const char *path)
{
    DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE));
}

/* ---- files ---- */

FILE *system_open(const char *path)
{
    wchar_t *wide = widen_path(path);
    FILE *file = wide ? _wfopen(wide, L"rb") : NULL;
    free(wide);
    return file;
}

void system_remove(const char *path)
{
    wchar_t *wide = widen_path(path);
    if (wide)
        DeleteFileW(wide);
    free(wide);
}

const char *system_temporary_folder(void)
{
    static char folder[3 * (MAX_PATH + 2)];
    wchar_t wide[MAX_PATH + 2];
    DWORD length = GetTempPathW(MAX_PATH + 2, wide);
    char *text = length > 0 && length < MAX_PATH + 2 ? narrow(wide) : NULL;
    snprintf(folder, sizeof folder, "%s", text ? text : ".");
    free(text);
    return folder;
}

bool system_write(int file, const void *data, size_t size, hone_error *error)
{
    for (const char *at = data; size > 0;) {
        int n = _write(file, at, size < MOST_AT_ONCE ? (unsigned)size : MOST_AT_ONCE);
        if (n <= 0)
            return hone_fail_system(error, "cannot write", n < 0 ? errno : EIO);
        at += n;
        size -= (size_t)n;
    }
    return true;
}

void system_close(int file)
{
    _close(file);
}

int system_memory_file(const hone_bytes *bytes, char *path, size_t size, hone_error *error)
{
    (void)bytes;
    (void)path;
    (void)size;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "cannot copy the file");
    return -1;
}
