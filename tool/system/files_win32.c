/* What a program needs of files on Windows beside what the library has. */
#include "base/error.h"
#include "base/system/files.h"
#include "base/system/wide.h"
#include "tool/system/system.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* ---- paths ---- */

const char *system_path_name(const char *path)
{
    const char *name = path[0] && path[1] == ':' ? path + 2 : path;
    for (const char *c = name; *c; c++)
        if (hone_is_separator(*c))
            name = c + 1;
    return name;
}

bool system_is_absolute(const char *path)
{
    return hone_is_separator(path[0]) || (path[0] && path[1] == ':');
}

static DWORD attributes_of(const char *path)
{
    wchar_t *wide = hone_wide_path(path);
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
    wchar_t *wide = hone_wide_path(path);
    FILE *file = wide ? _wfopen(wide, L"rb") : NULL;
    free(wide);
    return file;
}

void system_remove(const char *path)
{
    wchar_t *wide = hone_wide_path(path);
    if (wide)
        DeleteFileW(wide);
    free(wide);
}

const char *system_temporary_folder(void)
{
    static char folder[3 * (MAX_PATH + 2)];
    wchar_t wide[MAX_PATH + 2];
    DWORD length = GetTempPathW(MAX_PATH + 2, wide);
    return length > 0 && length < MAX_PATH + 2 && hone_narrow(wide, folder, sizeof folder) ? folder : ".";
}

int system_memory_file(const hone_bytes *bytes, char *path, size_t size, hone_error *error)
{
    (void)bytes;
    (void)path;
    (void)size;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "cannot copy the file");
    return -1;
}
