/* Files that are written under a temporary name and then renamed. A living process holds a lock (flock) on its
 * temporary file, so that the temporaries of killed processes can be told from those in use. The lock is released by
 * the system however the process ends. On a network folder the name also tells which machine made the file, because
 * locks of other machines are not seen on every file system. */
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64
#include "base/error.h"
#include "base/regular_file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hone/io.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = HONE_PATH_SIZE, MAX_LINKS = 40, MAX_ATTEMPTS = 100, CODE = 6, MARK_SIZE = 32 };

/* Digits of names. */
static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";

/* ---- the target ---- */

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
    if (!hone_check_regular(&status, error))
        return false;
    if (access(draft->path, W_OK) != 0) /* rename does not check this */
        return hone_fail_system(error, "cannot write", errno);
    draft->mode = status.st_mode & 0777;
    return true;
}

/* ---- names ---- */

/* Writes CODE digits of the upper bits of the seed, and a 0. */
static void write_code(uint64_t seed, char code[CODE + 1])
{
    for (int i = 0; i < CODE; i++, seed <<= 5) code[i] = digits[seed >> 59];
    code[CODE] = 0;
}

/* ".hone-MACHINE-", which is in the names of this machine's temporaries. */
static void write_mark(char mark[MARK_SIZE])
{
    char name[256] = "", code[CODE + 1];
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    gethostname(name, sizeof name - 1);
    for (const char *c = name; *c; c++) hash = (hash ^ (uint8_t)*c) * 1099511628211u;
    write_code(hash * 0x9e3779b97f4a7c15u, code);
    snprintf(mark, MARK_SIZE, ".hone-%s-", code);
}

/* Chooses a name for the temporary file beside the target, a new one at each attempt: ".NAME.hone-MACHINE-XXXXXX", or
 * without a lock ".NAME.XXXXXX". */
static bool name_temporary(hone_file_draft *draft, unsigned attempt, bool locked)
{
    const char *slash = strrchr(draft->path, '/'), *name = slash ? slash + 1 : draft->path;
    char mark[MARK_SIZE] = ".", code[CODE + 1];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 44;
    write_code((seed + attempt) * 0x9e3779b97f4a7c15u, code); /* the upper bits are well mixed */
    if (locked)
        write_mark(mark);
    /* a name may have 255 bytes, some of which the rest needs */
    int length = snprintf(draft->temporary, PATH_SIZE, "%.*s.%.200s%s%s", (int)(name - draft->path), draft->path, name,
                          mark, code);
    return length > 0 && length < PATH_SIZE;
}

/* Whether a file's name is that of a temporary that this machine locks. */
static bool is_temporary(const char *name, const char *mark)
{
    size_t size = strlen(name), tail = strlen(mark) + CODE;
    return name[0] == '.' && size > tail && strncmp(name + size - tail, mark, strlen(mark)) == 0 &&
           strspn(name + size - CODE, digits) == CODE;
}

/* ---- the temporary file ---- */

typedef enum lock_result { LOCK_TAKEN, LOCK_LOST, LOCK_UNKNOWN } lock_result;

/* Takes the lock of a new file. Lost: hone_file_remove_abandoned of another process was faster and removes the file.
 * Unknown: this file system has no locks. */
static lock_result lock(int file)
{
    struct stat status;
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? LOCK_LOST : LOCK_UNKNOWN;
    return fstat(file, &status) == 0 && status.st_nlink > 0 ? LOCK_TAKEN : LOCK_LOST;
}

/* Creates the temporary file. mkstemp would create it with mode 0600, and the umask, which belongs to the whole
 * process, cannot be read without changing it. */
static int create_temporary(hone_file_draft *draft, hone_error *error)
{
    bool locked = true;
    for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (!name_temporary(draft, attempt, locked))
            return hone_fail_system(error, "cannot write", ENAMETOOLONG), -1;
        int file = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, draft->mode);
        if (file < 0 && errno != EEXIST)
            break;
        lock_result result = file >= 0 && locked ? lock(file) : LOCK_TAKEN;
        if (file >= 0 && result == LOCK_TAKEN)
            return file;
        if (file < 0)
            continue;
        unlink(draft->temporary);
        close(file);
        locked = result != LOCK_UNKNOWN;
    }
    return hone_fail_system(error, "cannot write", errno), -1;
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
        unlink(draft->temporary);
        close(draft->file);
    }
    draft->file = -1;
}

/* The file is locked until it has its name: a second descriptor keeps the lock while the first is closed. */
bool hone_file_draft_commit(hone_file_draft *draft, hone_error *error)
{
    int lock_holder = fcntl(draft->file, F_DUPFD_CLOEXEC, 0);
    int problem = draft->exists && fchmod(draft->file, draft->mode) != 0 ? errno : 0;
    if (close(draft->file) != 0 && !problem) /* some file systems report a full disk only here */
        problem = errno;
    draft->file = -1;
    bool ok = !problem && rename(draft->temporary, draft->path) == 0;
    problem = problem ? problem : errno;
    if (!ok)
        unlink(draft->temporary);
    if (lock_holder >= 0)
        close(lock_holder);
    return ok || hone_fail_system(error, "cannot write", problem);
}

/* ---- files of killed processes ---- */

/* Removes a temporary if nobody has locked it. */
static bool remove_if_abandoned(int folder, const char *name)
{
    struct stat status;
    int file = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return false;
    bool removed = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                   flock(file, LOCK_EX | LOCK_NB) == 0 && unlinkat(folder, name, 0) == 0;
    close(file);
    return removed;
}

uint32_t hone_file_remove_abandoned(const char *folder)
{
    char mark[MARK_SIZE];
    uint32_t count = 0;
    DIR *directory = folder ? opendir(*folder ? folder : ".") : NULL;
    if (!directory)
        return 0;
    write_mark(mark);
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += is_temporary(entry->d_name, mark) && remove_if_abandoned(dirfd(directory), entry->d_name);
    closedir(directory);
    return count;
}
