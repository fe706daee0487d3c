#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "base/error.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = HONE_PATH_SIZE, MAX_LINKS = 40, MAX_ATTEMPTS = 100 };

bool hone_fail_system(hone_error *error, const char *what, int number)
{
    char reason[128];
    if (strerror_r(number, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", number);
    return hone_fail(error, HONE_ERROR_IO, 0, "%s: %s", what, reason);
}

static bool check_regular(const struct stat *status, hone_error *error)
{
    if (S_ISDIR(status->st_mode))
        return hone_fail(error, HONE_ERROR_IO, 0, "is a directory");
    if (!S_ISREG(status->st_mode))
        return hone_fail(error, HONE_ERROR_IO, 0, "is not a regular file");
    return true;
}

/* ---- reading ---- */

/* Reads `size` bytes, or fewer if the file ends before. */
static bool read_fully(int file, uint8_t *data, size_t size, size_t *got, hone_error *error)
{
    for (*got = 0; *got < size;) {
        ssize_t n = read(file, data + *got, size - *got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return hone_fail_system(error, "cannot read", errno);
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return true;
}

/* Reads the content. Uses no more memory than the size found at first, so a file that grows without end cannot take
 * more. */
static bool read_content(int file, hone_bytes *bytes, hone_error *error)
{
    uint8_t beyond;
    size_t got, more;
    if (!read_fully(file, bytes->data, bytes->size, &got, error) || !read_fully(file, &beyond, 1, &more, error))
        return false;
    if (got + more != bytes->size)
        return hone_fail(error, HONE_ERROR_IO, got, "changed its size while it was read");
    return true;
}

static bool read_open_file(int file, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return hone_fail_system(error, "cannot read", errno);
    if (!check_regular(&status, error))
        return false;
    if ((uintmax_t)status.st_size > SIZE_MAX / 2)
        return hone_fail(error, HONE_ERROR_IO, 0, "is too large (%ju bytes)", (uintmax_t)status.st_size);

    hone_bytes bytes = {.size = (size_t)status.st_size, .allocator = hone_allocator_or_default(allocator)};
    if (bytes.size) {
        bytes.data = bytes.allocator.alloc(bytes.allocator.user, bytes.size, 64);
        if (!bytes.data)
            return hone_fail_memory(error);
        bytes.capacity = bytes.size;
    }
    if (!read_content(file, &bytes, error)) {
        hone_bytes_release(&bytes);
        return false;
    }
    *out = bytes;
    return true;
}

bool hone_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return hone_fail_system(error, "cannot open", errno);
    bool ok = read_open_file(file, allocator, out, error);
    close(file);
    return ok;
}

/* ---- writing ---- */

/* Replaces draft->path by `to`, the content of the symbolic link there. `to` may be relative to the link's folder. */
static bool follow(hone_file_draft *draft, const char *to)
{
    char *slash = strrchr(draft->path, '/');
    size_t kept = to[0] == '/' || !slash ? 0 : (size_t)(slash - draft->path) + 1, length = strlen(to);
    if (length >= PATH_SIZE - kept)
        return false;
    memcpy(draft->path + kept, to, length + 1);
    return true;
}

/* Follows symbolic links. realpath cannot do it, because it fails for a link to a file that does not exist yet. */
static bool resolve(hone_file_draft *draft, const char *path, hone_error *error)
{
    if (strlen(path) >= PATH_SIZE)
        return hone_fail_system(error, "cannot write", ENAMETOOLONG);
    memcpy(draft->path, path, strlen(path) + 1);
    for (int links = 0; links < MAX_LINKS; links++) {
        char to[PATH_SIZE];
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
    if (!check_regular(&status, error))
        return false;
    if (access(draft->path, W_OK) != 0) /* rename does not check this */
        return hone_fail_system(error, "cannot write", errno);
    draft->mode = status.st_mode & 0777;
    return true;
}

/* Chooses a name for the temporary file beside the target, a new one at each attempt. */
static bool name_temporary(hone_file_draft *draft, unsigned attempt)
{
    const char *slash = strrchr(draft->path, '/'), *name = slash ? slash + 1 : draft->path;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 44;
    seed = (seed + attempt) * 0x9e3779b97f4a7c15u; /* the upper bits are well mixed */
    char suffix[7] = {0};
    for (int i = 0; i < 6; i++, seed <<= 5) suffix[i] = "abcdefghijklmnopqrstuvwxyz234567"[seed >> 59];
    /* a name may have 255 bytes, some of which the suffix needs */
    int length =
        snprintf(draft->temporary, PATH_SIZE, "%.*s.%.200s.%s", (int)(name - draft->path), draft->path, name, suffix);
    return length > 0 && length < PATH_SIZE;
}

/* Creates the temporary file. mkstemp would create it with mode 0600, and the umask, which belongs to the whole
 * process, cannot be read without changing it. */
static int create_temporary(hone_file_draft *draft, hone_error *error)
{
    for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (!name_temporary(draft, attempt))
            return hone_fail_system(error, "cannot write", ENAMETOOLONG), -1;
        int file = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, draft->mode);
        if (file >= 0)
            return file;
        if (errno != EEXIST)
            break;
    }
    return hone_fail_system(error, "cannot write", errno), -1;
}

static bool write_fully(int file, const uint8_t *data, size_t size)
{
    while (size) {
        ssize_t n = write(file, data, size < SIZE_MAX / 2 ? size : SIZE_MAX / 2);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

bool hone_file_draft_begin(hone_file_draft *draft, const char *path, hone_error *error)
{
    draft->file = -1;
    if (!resolve(draft, path, error) || !examine(draft, error))
        return false;
    draft->file = create_temporary(draft, error);
    return draft->file >= 0;
}

void hone_file_draft_discard(hone_file_draft *draft)
{
    if (draft->file >= 0) {
        close(draft->file);
        unlink(draft->temporary);
    }
    draft->file = -1;
}

bool hone_file_draft_commit(hone_file_draft *draft, hone_error *error)
{
    int problem = draft->exists && fchmod(draft->file, draft->mode) != 0 ? errno : 0;
    if (close(draft->file) != 0 && !problem) /* some file systems report a full disk only here */
        problem = errno;
    draft->file = -1;
    if (!problem && rename(draft->temporary, draft->path) == 0)
        return true;
    problem = problem ? problem : errno;
    unlink(draft->temporary);
    return hone_fail_system(error, "cannot write", problem);
}

static bool replace(hone_file_draft *draft, const void *data, size_t size, hone_error *error)
{
    if (write_fully(draft->file, data, size))
        return hone_file_draft_commit(draft, error);
    int problem = errno;
    hone_file_draft_discard(draft);
    return hone_fail_system(error, "cannot write", problem);
}

bool hone_file_write(const char *path, const void *data, size_t size, hone_error *error)
{
    hone_file_draft draft;
    sigset_t held, before;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    bool ok = hone_file_draft_begin(&draft, path, error) && replace(&draft, data, size, error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}
