/* Paths and files of Windows. */
#include "base/system/files.h"
#include "base/system/wide.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { MOST_AT_ONCE = 1 << 30, NAME_ROOM = 1 << 15 };

bool hone_is_separator(char c)
{
    return c == '/' || c == '\\';
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

size_t hone_path_root(const char *path)
{
    if (hone_is_separator(path[0]))
        return hone_is_separator(path[1]) ? 2 : 1;
    return is_letter(path[0]) && path[1] == ':' && hone_is_separator(path[2]) ? 3 : 0;
}

/* ---- opening ---- */

static HANDLE open_handle(const char *path, DWORD access, DWORD flags)
{
    wchar_t *wide = hone_wide_path(path);
    if (!wide)
        return INVALID_HANDLE_VALUE;
    HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                              flags, NULL);
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        hone_set_errno();
    return file;
}

/* is_link: whether the handle is of a link itself, if there is one. Files that are followed may be reparse points, too:
 * those that a folder in the cloud, or a server that stores equal files once, has elsewhere. */
static hone_file_kind kind_of_handle(HANDLE file, bool is_link, uint64_t *size)
{
    BY_HANDLE_FILE_INFORMATION about;
    if (GetFileType(file) != FILE_TYPE_DISK)
        return HONE_FILE_OTHER;
    if (!GetFileInformationByHandle(file, &about))
        return hone_set_errno(), HONE_FILE_NONE;
    *size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
    if (is_link && about.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)
        return HONE_FILE_OTHER;
    return about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? HONE_FILE_FOLDER : HONE_FILE_REGULAR;
}

static hone_file_kind kind_of_path(const char *path, bool is_link)
{
    uint64_t size;
    DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (is_link ? FILE_FLAG_OPEN_REPARSE_POINT : 0); /* also opens folders */
    HANDLE file = open_handle(path, 0, flags);
    if (file == INVALID_HANDLE_VALUE)
        return HONE_FILE_NONE;
    hone_file_kind kind = kind_of_handle(file, is_link, &size);
    CloseHandle(file);
    return kind;
}

hone_file_kind hone_path_kind(const char *path)
{
    return kind_of_path(path, false);
}

hone_file_kind hone_path_kind_of_link(const char *path)
{
    return kind_of_path(path, true);
}

int hone_file_open(const char *path)
{
    HANDLE file = open_handle(path, GENERIC_READ, FILE_FLAG_BACKUP_SEMANTICS);
    if (file == INVALID_HANDLE_VALUE)
        return -1;
    int descriptor = _open_osfhandle((intptr_t)file, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0)
        CloseHandle(file);
    return descriptor;
}

void hone_file_close(int file)
{
    _close(file);
}

hone_file_kind hone_file_examine(int file, uint64_t *size)
{
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    return handle == INVALID_HANDLE_VALUE ? HONE_FILE_NONE : kind_of_handle(handle, false, size);
}

/* ---- bytes ---- */

ptrdiff_t hone_file_get(int file, void *data, size_t size)
{
    return _read(file, data, size < MOST_AT_ONCE ? (unsigned)size : MOST_AT_ONCE);
}

ptrdiff_t hone_file_put(int file, const void *data, size_t size)
{
    return _write(file, data, size < MOST_AT_ONCE ? (unsigned)size : MOST_AT_ONCE);
}

ptrdiff_t hone_file_get_at(int file, void *data, size_t size, uint64_t at)
{
    OVERLAPPED where = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    DWORD done = 0;
    if (ReadFile((HANDLE)_get_osfhandle(file), data, size < MOST_AT_ONCE ? (DWORD)size : MOST_AT_ONCE, &done, &where))
        return (ptrdiff_t)done;
    if (GetLastError() == ERROR_HANDLE_EOF)
        return 0;
    return hone_set_errno(), -1;
}

/* ---- real paths ---- */

/* "C:/..." of "\\?\C:\...", and "//SERVER/..." of "\\?\UNC\SERVER\...". */
static char *simplify(wchar_t *path)
{
    static const wchar_t remote[] = L"\\\\?\\UNC\\";
    size_t prefix = sizeof remote / sizeof *remote - 1;
    bool is_remote = wcsncmp(path, remote, prefix) == 0;
    wchar_t *begin = is_remote ? path + prefix - 2 : wcsncmp(path, remote, 4) == 0 ? path + 4 : path;
    if (is_remote)
        begin[0] = L'/';
    for (wchar_t *c = begin; *c; c++)
        if (*c == L'\\')
            *c = L'/';
    size_t size = wcslen(begin) * 3 + 1; /* UTF-8 takes at most three bytes for each unit of UTF-16 */
    char *out = malloc(size);
    if (out && hone_narrow(begin, out, size))
        return out;
    free(out);
    errno = ENOMEM;
    return NULL;
}

/* Writes the drive of a path, as "C:". Returns false if it is on a server. */
static bool drive_of_path(const char *path, wchar_t drive[2])
{
    wchar_t *wide = hone_wide_path(path), full[MAX_PATH];
    bool is_long = wide && wcsncmp(wide, L"\\\\?\\", 4) == 0; /* then it is whole */
    DWORD length = wide && !is_long ? GetFullPathNameW(wide, MAX_PATH, full, NULL) : 0;
    if (is_long)
        memcpy(drive, wide + 4, 2 * sizeof *drive);
    else if (length >= 2 && length < MAX_PATH)
        memcpy(drive, full, 2 * sizeof *drive);
    free(wide);
    return (is_long || length >= 2) && drive[1] == L':';
}

/* The path by the name that the file has on its drive. Some drives, and wine for long paths, know no other. */
static char *path_by_name(HANDLE file, const char *path)
{
    const DWORD room = NAME_ROOM * sizeof(wchar_t);
    FILE_NAME_INFO *name = calloc(1, sizeof *name + room);
    wchar_t *whole = calloc(NAME_ROOM + 3, sizeof *whole);
    char *out = NULL;
    if (name && whole && GetFileInformationByHandleEx(file, FileNameInfo, name, sizeof *name + room) &&
        drive_of_path(path, whole)) {
        memcpy(whole + 2, name->FileName, name->FileNameLength);
        out = simplify(whole);
    } else {
        hone_set_errno();
    }
    free(name);
    free(whole);
    return out;
}

static char *path_of_handle(HANDLE file, const char *known)
{
    DWORD size = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
    wchar_t *path = size ? malloc((size + 1) * sizeof *path) : NULL;
    DWORD length = path ? GetFinalPathNameByHandleW(file, path, size + 1, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS) : 0;
    char *out = length > 0 && length <= size ? simplify(path) : path_by_name(file, known);
    free(path);
    return out;
}

char *hone_path_real(const char *path)
{
    HANDLE file = open_handle(path, 0, FILE_FLAG_BACKUP_SEMANTICS);
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    char *real = path_of_handle(file, path);
    CloseHandle(file);
    return real;
}
