/* The lock is that no other process may open the file for writing, or open it while it is written. The system enforces
 * this from the moment the file is made, so that no other process can ever take it for abandoned. */
#include "base/error.h"
#include "base/files/draft.h"
#include "base/files/file.h"
#include "base/system/wide.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* Programs that look at each new file (virus scanners, search) may keep it for a moment. */
enum { RENAME_ATTEMPTS = 20, RENAME_PAUSE_MS = 10 };

/* ---- the target ---- */

/* Replaces the file that a link leads to, not the link. */
static bool resolve(hone_file_draft *draft, const char *path, hone_error *error)
{
    char *real = hone_path_real(path);
    const char *target = real ? real : path;
    bool fits = strlen(target) < HONE_PATH_SIZE;
    if (fits)
        memcpy(draft->path, target, strlen(target) + 1);
    free(real);
    return fits || hone_fail_system(error, "cannot write", ENAMETOOLONG);
}

static bool is_read_only(const char *path)
{
    wchar_t *wide = hone_wide_path(path);
    DWORD attributes = wide ? GetFileAttributesW(wide) : 0;
    free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_READONLY;
}

bool hone_draft_target(hone_file_draft *draft, const char *path, hone_error *error)
{
    errno = 0;
    hone_file_kind kind = hone_path_kind(path);
    draft->exists = kind != HONE_FILE_NONE;
    draft->mode = 0666;
    if (!draft->exists && errno != ENOENT)
        return hone_fail_system(error, "cannot write", errno);
    if (!resolve(draft, path, error) || (draft->exists && !hone_check_regular(kind, error)))
        return false;
    return !draft->exists || !is_read_only(draft->path) || hone_fail_system(error, "cannot write", EACCES);
}

/* ---- the temporary file ---- */

static HANDLE open_handle(const char *path, DWORD access, DWORD how, DWORD flags)
{
    wchar_t *wide = hone_wide_path(path);
    if (!wide)
        return INVALID_HANDLE_VALUE;
    HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, how, flags, NULL);
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        hone_set_errno();
    return file;
}

/* Whether the system removes the file when it is closed, however the process ends. */
static void remove_on_close(HANDLE file, BOOL removed)
{
    FILE_DISPOSITION_INFO information = {(BOOLEAN)removed};
    SetFileInformationByHandle(file, FileDispositionInfo, &information, sizeof information);
}

hone_draft_result hone_draft_create(hone_file_draft *draft, bool locked)
{
    (void)locked;
    HANDLE file = open_handle(draft->temporary, GENERIC_WRITE | DELETE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
    if (file == INVALID_HANDLE_VALUE)
        return errno == EEXIST ? HONE_DRAFT_RETRY : HONE_DRAFT_FAILED;
    remove_on_close(file, TRUE);
    draft->file = _open_osfhandle((intptr_t)file, _O_BINARY | _O_NOINHERIT);
    if (draft->file >= 0)
        return HONE_DRAFT_OPEN;
    CloseHandle(file);
    return HONE_DRAFT_FAILED;
}

static void remove_path(const char *path)
{
    wchar_t *wide = hone_wide_path(path);
    if (wide)
        DeleteFileW(wide);
    free(wide);
}

void hone_draft_remove(hone_file_draft *draft)
{
    _close(draft->file);
    draft->file = -1;
    remove_path(draft->temporary);
}

int hone_draft_seal(hone_file_draft *draft, bool durable)
{
    remove_on_close((HANDLE)_get_osfhandle(draft->file), FALSE);
    return durable && _commit(draft->file) != 0 ? errno : 0; /* FlushFileBuffers */
}

void hone_draft_close(hone_file_draft *draft)
{
    _close(draft->file);
    draft->file = -1;
}

/* ---- names ---- */

static int rename_wide(const wchar_t *from, const wchar_t *to)
{
    for (int attempt = 0; attempt < RENAME_ATTEMPTS; attempt++) {
        if (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            return 0;
        DWORD why = GetLastError();
        hone_set_errno();
        if (why != ERROR_ACCESS_DENIED && why != ERROR_SHARING_VIOLATION)
            break;
        Sleep(RENAME_PAUSE_MS);
    }
    return errno;
}

/* The file may be renamed while it is open, and is locked meanwhile. */
int hone_draft_rename(const char *from, const char *to)
{
    wchar_t *source = hone_wide_path(from), *target = source ? hone_wide_path(to) : NULL;
    int problem = target ? rename_wide(source, target) : errno;
    free(source);
    free(target);
    return problem;
}

void hone_draft_unlink(const char *path)
{
    remove_path(path);
}

int hone_draft_link(const char *from, const char *to, bool copying)
{
    wchar_t *source = hone_wide_path(from), *target = source ? hone_wide_path(to) : NULL;
    bool done = target && CreateHardLinkW(target, source, NULL);
    bool taken = target && !done && GetLastError() == ERROR_ALREADY_EXISTS;
    if (target && !done && !taken && copying)
        done = CopyFileW(source, target, TRUE);
    if (target && !done)
        hone_set_errno();
    free(source);
    free(target);
    return done ? 0 : errno;
}

/* An open file could not be replaced. */
int hone_draft_hold(const char *path)
{
    (void)path;
    return -1;
}

/* MOVEFILE_WRITE_THROUGH has waited. */
int hone_draft_sync_folder(const char *path)
{
    (void)path;
    return 0;
}

/* ---- files of killed processes ---- */

/* Fails to open a file that a process writes to, because no process may write while this one has it. */
bool hone_draft_remove_abandoned(const char *path)
{
    const DWORD flags = FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT;
    if (hone_path_kind_of_link(path) != HONE_FILE_REGULAR)
        return false;
    HANDLE file = open_handle(path, DELETE, OPEN_EXISTING, flags);
    return file != INVALID_HANDLE_VALUE && CloseHandle(file);
}

/* The system does it: see remove_on_close. */
void hone_file_remove_open_drafts(void) {}
