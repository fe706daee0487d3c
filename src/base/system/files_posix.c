/* Paths and files of POSIX. */
#define _XOPEN_SOURCE 700 /* realpath */
#define _FILE_OFFSET_BITS 64
#include "base/system/files.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool hone_is_separator(char c)
{
    return c == '/';
}

size_t hone_path_root(const char *path)
{
    return path[0] == '/';
}

char *hone_path_real(const char *path)
{
    return realpath(path, NULL);
}

static hone_file_kind kind_of(const struct stat *status)
{
    return S_ISREG(status->st_mode) ? HONE_FILE_REGULAR : S_ISDIR(status->st_mode) ? HONE_FILE_FOLDER : HONE_FILE_OTHER;
}

hone_file_kind hone_path_kind(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? kind_of(&status) : HONE_FILE_NONE;
}

hone_file_kind hone_path_kind_of_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 ? kind_of(&status) : HONE_FILE_NONE;
}

int hone_file_open(const char *path)
{
    return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

void hone_file_close(int file)
{
    close(file);
}

hone_file_kind hone_file_examine(int file, uint64_t *size)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return HONE_FILE_NONE;
    *size = (uint64_t)status.st_size;
    return kind_of(&status);
}

ptrdiff_t hone_file_get(int file, void *data, size_t size)
{
    ssize_t n;
    do n = read(file, data, size);
    while (n < 0 && errno == EINTR);
    return n;
}

ptrdiff_t hone_file_put(int file, const void *data, size_t size)
{
    ssize_t n;
    do n = write(file, data, size);
    while (n < 0 && errno == EINTR);
    return n;
}

ptrdiff_t hone_file_get_at(int file, void *data, size_t size, uint64_t at)
{
    ssize_t n;
    do n = pread(file, data, size, (off_t)at);
    while (n < 0 && errno == EINTR);
    return n;
}
