/* Paths in UTF-16, as Windows takes them, from and to UTF-8. */
#include "base/system/wide.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* The longest path that all functions take, less a name of 8.3 in a folder. */
enum { SHORT_PATH = MAX_PATH - 14 };

void hone_set_errno(void)
{
    static const struct {
        DWORD code;
        int number;
    } known[] = {{ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
                 {ERROR_INVALID_NAME, ENOENT},        {ERROR_BAD_PATHNAME, ENOENT},
                 {ERROR_BAD_NETPATH, ENOENT},         {ERROR_BAD_NET_NAME, ENOENT},
                 {ERROR_INVALID_DRIVE, ENOENT},       {ERROR_NOT_READY, ENOENT},
                 {ERROR_FILE_EXISTS, EEXIST},         {ERROR_ALREADY_EXISTS, EEXIST},
                 {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},   {ERROR_OUTOFMEMORY, ENOMEM},
                 {ERROR_DISK_FULL, ENOSPC},           {ERROR_HANDLE_DISK_FULL, ENOSPC},
                 {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_ACCESS_DENIED, EACCES},
                 {ERROR_SHARING_VIOLATION, EACCES},   {ERROR_LOCK_VIOLATION, EACCES},
                 {ERROR_WRITE_PROTECT, EACCES},       {ERROR_DIRECTORY, ENOTDIR},
                 {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},    {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG}};
    DWORD code = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == code)
            errno = known[i].number;
}

static wchar_t *fail(int number)
{
    errno = number;
    return NULL;
}

static wchar_t *widen(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (!wide)
        return fail(size > 0 ? ENOMEM : EILSEQ);
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
    return wide;
}

/* "\\?\C:\..." of "C:\...", and "\\?\UNC\SERVER\..." of "\\SERVER\...". */
static wchar_t *lengthen(const wchar_t *whole, size_t size)
{
    static const wchar_t local[] = L"\\\\?\\", remote[] = L"\\\\?\\UNC";
    bool is_remote = wcsncmp(whole, L"\\\\", 2) == 0;
    const wchar_t *prefix = is_remote ? remote : local, *rest = is_remote ? whole + 1 : whole;
    wchar_t *out = malloc((size + sizeof remote / sizeof *remote) * sizeof *out);
    if (!out)
        return fail(ENOMEM);
    wcscpy(out, prefix);
    return wcscat(out, rest);
}

static bool is_raw(const wchar_t *path)
{
    return wcsncmp(path, L"\\\\?\\", 4) == 0 || wcsncmp(path, L"\\\\.\\", 4) == 0;
}

wchar_t *hone_wide_path(const char *path)
{
    wchar_t *wide = widen(path), *whole, *out;
    DWORD size = wide && !is_raw(wide) ? GetFullPathNameW(wide, 0, NULL, NULL) : 0;
    if (size < SHORT_PATH) /* also if it is no path: then it cannot be opened */
        return wide;
    whole = malloc(size * sizeof *whole);
    DWORD length = whole ? GetFullPathNameW(wide, size, whole, NULL) : 0;
    out = length > 0 && length < size ? lengthen(whole, size) : fail(whole ? ENAMETOOLONG : ENOMEM);
    free(whole);
    free(wide);
    return out;
}

bool hone_narrow(const wchar_t *text, char *out, size_t size)
{
    int room = size < 1 << 20 ? (int)size : 1 << 20;
    bool ok = WideCharToMultiByte(CP_UTF8, 0, text, -1, out, room, NULL, NULL) > 0;
    if (!ok && size)
        out[0] = '\0';
    return ok;
}
