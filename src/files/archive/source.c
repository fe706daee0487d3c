#include "files/archive/source.h"
#include "base/error.h"
#include "base/system/files.h"

#include <errno.h>
#include <hone/io.h>
#include <string.h>

bool hone_archive_source_open(archive_source *source, const char *path, hone_error *error)
{
    *source = (archive_source){.file = hone_file_open(path)};
    if (source->file < 0)
        return hone_fail_system(error, "cannot open it", errno);
    if (hone_file_examine(source->file, &source->size) != HONE_FILE_REGULAR) {
        hone_archive_source_close(source);
        return hone_fail(error, HONE_ERROR_IO, 0, "is not a regular file");
    }
    return true;
}

void hone_archive_source_close(archive_source *source)
{
    if (source->file >= 0)
        hone_file_close(source->file);
    source->file = -1;
}

static bool read_file(const archive_source *source, uint64_t at, uint8_t *out, size_t size, hone_error *error)
{
    while (size > 0) {
        ptrdiff_t n = hone_file_get_at(source->file, out, size, at);
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
