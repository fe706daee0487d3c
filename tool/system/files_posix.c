/* What a program needs of files on POSIX beside what the library has. */
#define _GNU_SOURCE /* memfd_create */
#include "base/error.h"
#include "base/files/file.h"
#include "tool/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char *system_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool system_is_absolute(const char *path)
{
    return path[0] == '/';
}

bool system_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool system_is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

FILE *system_open(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a device or pipe must not block */
    FILE *out = file >= 0 ? fdopen(file, "rb") : NULL;
    if (file >= 0 && !out)
        close(file);
    return out;
}

void system_remove(const char *path)
{
    unlink(path);
}

const char *system_temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

int system_memory_file(const hone_bytes *bytes, char *path, size_t size, hone_error *error)
{
    int file = memfd_create("hone", MFD_CLOEXEC);
    if (file < 0)
        return hone_fail_system(error, "cannot copy the file", errno), -1;
    snprintf(path, size, "/proc/self/fd/%d", file);
    if (hone_stream_write(file, bytes->data, bytes->size, error))
        return file;
    close(file);
    return -1;
}
