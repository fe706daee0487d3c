#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "archive/source.h"

#include <errno.h>
#include <fcntl.h>
#include <hone/io.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool hone_archive_source_open(archive_source *source, const char *path, hone_error *error)
{
    struct stat status;
    *source = (archive_source){.file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (source->file < 0)
        return hone_fail_system(error, "cannot open it", errno);
    bool ok = fstat(source->file, &status) == 0 && S_ISREG(status.st_mode);
    if (!ok) {
        hone_archive_source_close(source);
        return hone_fail(error, HONE_ERROR_IO, 0, "is not a regular file");
    }
    source->size = (uint64_t)status.st_size;
    return true;
}

void hone_archive_source_close(archive_source *source)
{
    if (source->file >= 0)
        close(source->file);
    source->file = -1;
}

static bool read_file(const archive_source *source, uint64_t at, uint8_t *out, size_t size, hone_error *error)
{
    while (size > 0) {
        ssize_t n = pread(source->file, out, size, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return hone_fail_system(error, "cannot read it", errno);
        if (n == 0)
            return hone_fail(error, HONE_ERROR_IO, 0, "it became shorter while it was read");
        out += n;
        at += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
}

bool hone_archive_source_read(const archive_source *source, uint64_t at, void *out, size_t size, hone_error *error)
{
    if (at > source->size || size > source->size - at)
        return hone_fail(error, HONE_ERROR_FORMAT, at, "the archive is cut short");
    if (source->file >= 0)
        return read_file(source, at, out, size, error);
    memcpy(out, source->bytes + at, size);
    return true;
}
