/* The lock is flock's. */
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64
#include "base/error.h"
#include "base/files/draft.h"
#include "base/files/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LINKS = 40 };

/* ---- the target ---- */

/* Replaces draft->path by `to`, the content of the symbolic link there. `to` may be relative to the link's folder. */
static bool follow(hone_file_draft *draft, const char *to)
{
    char *slash = strrchr(draft->path, '/');
    size_t kept = to[0] == '/' || !slash ? 0 : (size_t)(slash - draft->path) + 1, length = strlen(to);
    if (length >= HONE_PATH_SIZE - kept)
        return false;
    memcpy(draft->path + kept, to, length + 1);
    return true;
}

/* Follows symbolic links. realpath cannot do it, because it fails for a link to a file that does not exist yet. */
static bool resolve(hone_file_draft *draft, const char *path, hone_error *error)
{
    if (strlen(path) >= HONE_PATH_SIZE)
        return hone_fail_system(error, "cannot write", ENAMETOOLONG);
    memcpy(draft->path, path, strlen(path) + 1);
    for (int links = 0; links < MAX_LINKS; links++) {
        char to[HONE_PATH_SIZE];
        ssize_t length = readlink(draft->path, to, sizeof to - 1);
        if (length < 0)
            return true; /* not a link; any other problem shows when it is opened */
        to[length] = 0;
        if (!follow(draft, to))
            return hone_fail_system(error, "cannot write", ENAMETOOLONG);
    }
    return hone_fail_system(error, "cannot write", ELOOP);
}

static bool examine(hone_file_draft *draft, hone_error *error)
{
    struct stat status;
    draft->exists = stat(draft->path, &status) == 0;
    draft->mode = 0666;
    if (!draft->exists)
        return errno == ENOENT ? true : hone_fail_system(error, "cannot write", errno);
    if (!hone_check_regular(hone_path_kind(draft->path), error))
        return false;
    if (access(draft->path, W_OK) != 0) /* rename does not check this */
        return hone_fail_system(error, "cannot write", errno);
    draft->mode = status.st_mode & 0777;
    return true;
}

bool hone_draft_target(hone_file_draft *draft, const char *path, hone_error *error)
{
    return resolve(draft, path, error) && examine(draft, error);
}

/* ---- the temporary file ---- */

/* Takes the lock of a new file. RETRY: hone_file_remove_abandoned of another process was faster and removes the file.
 */
static hone_draft_result lock(int file)
{
    struct stat status;
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? HONE_DRAFT_RETRY : HONE_DRAFT_NO_LOCK;
    return fstat(file, &status) == 0 && status.st_nlink > 0 ? HONE_DRAFT_OPEN : HONE_DRAFT_RETRY;
}

/* mkstemp would create it with mode 0600, and the umask, which belongs to the whole process, cannot be read without
 * changing it. */
hone_draft_result hone_draft_create(hone_file_draft *draft, bool locked)
{
    draft->file = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, draft->mode);
    if (draft->file < 0)
        return errno == EEXIST ? HONE_DRAFT_RETRY : HONE_DRAFT_FAILED;
    hone_draft_result result = locked ? lock(draft->file) : HONE_DRAFT_OPEN;
    if (result != HONE_DRAFT_OPEN)
        hone_draft_remove(draft);
    return result;
}

void hone_draft_remove(hone_file_draft *draft)
{
    unlink(draft->temporary);
    close(draft->file);
    draft->file = -1;
}

/* Some devices cannot wait for their disk. */
static bool cannot_sync(int problem)
{
    return problem == EINVAL || problem == ENOTSUP || problem == EROFS || problem == EBADF;
}

static int sync_file(int file)
{
    int result;
    do result = fsync(file);
    while (result != 0 && errno == EINTR);
    return result == 0 || cannot_sync(errno) ? 0 : errno;
}

/* A second descriptor keeps the lock while the first is closed. A process that has as many open files as it may have
 * cannot make one, nor can emscripten, whose F_DUPFD opens the file with O_EXCL again. Then the first descriptor stays
 * open, and fsync reports a full disk, which close would have reported. */
int hone_draft_seal(hone_file_draft *draft, bool durable)
{
    int lock_holder = fcntl(draft->file, F_DUPFD_CLOEXEC, 0);
    int problem = draft->exists && fchmod(draft->file, draft->mode) != 0 ? errno : 0;
    if ((durable || lock_holder < 0) && !problem)
        problem = sync_file(draft->file);
    if (lock_holder < 0)
        return problem;
    if (close(draft->file) != 0 && !problem) /* some file systems report a full disk only here */
        problem = errno;
    draft->file = lock_holder;
    return problem;
}

void hone_draft_close(hone_file_draft *draft)
{
    close(draft->file);
    draft->file = -1;
}

/* ---- names ---- */

int hone_draft_rename(const char *from, const char *to)
{
    return rename(from, to) == 0 ? 0 : errno;
}

void hone_draft_unlink(const char *path)
{
    unlink(path);
}

static int copy_content(int from, int to)
{
    char piece[1 << 16];
    for (ptrdiff_t size; (size = hone_file_get(from, piece, sizeof piece)) != 0;)
        for (ptrdiff_t at = 0, n = 0; at < size || size < 0; at += n)
            if (size < 0 || (n = hone_file_put(to, piece + at, (size_t)(size - at))) <= 0)
                return errno;
    return sync_file(to);
}

static int copy_file(const char *from, const char *to)
{
    struct stat status;
    int source = open(from, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    int copy =
        source >= 0 && fstat(source, &status) == 0 ? open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    int problem = copy < 0 ? errno : copy_content(source, copy);
    if (copy >= 0 && !problem && fchmod(copy, status.st_mode & 0777) != 0)
        problem = errno;
    if (copy >= 0 && close(copy) != 0 && !problem)
        problem = errno;
    if (source >= 0)
        close(source);
    if (copy >= 0 && problem)
        unlink(to);
    return problem;
}

int hone_draft_link(const char *from, const char *to, bool copying)
{
    if (link(from, to) == 0)
        return 0;
    return errno == EEXIST || !copying ? errno : copy_file(from, to);
}

int hone_draft_hold(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file >= 0 && flock(file, LOCK_SH | LOCK_NB) == 0)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

int hone_draft_sync_folder(const char *path)
{
    int folder = open(path[0] ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return 0;
    int problem = sync_file(folder);
    close(folder);
    return problem;
}

/* ---- files of killed processes ---- */

bool hone_draft_remove_abandoned(const char *path)
{
    struct stat status;
    int file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return false;
    bool removed = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                   flock(file, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0;
    close(file);
    return removed;
}

/* Only functions that a signal handler may call. Descriptors are given out from the lowest on. */
void hone_file_remove_open_drafts(void)
{
    enum { MOST = 4096, FIRST = STDERR_FILENO + 1 };
    static const char folder[] = "/proc/self/fd/";
    for (int file = FIRST; file < MOST; file++) {
        char link[sizeof folder + 4], path[HONE_PATH_SIZE];
        memcpy(link, folder, sizeof folder);
        size_t end = sizeof folder - 1;
        for (int unit = 1000; unit; unit /= 10)
            if (file >= unit)
                link[end++] = (char)('0' + file / unit % 10);
        link[end] = 0;
        ssize_t length = readlink(link, path, sizeof path - 1);
        path[length > 0 ? length : 0] = 0;
        if (hone_draft_is_temporary(path))
            unlink(path);
    }
}
