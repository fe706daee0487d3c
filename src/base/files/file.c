#include "base/files/file.h"
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "base/system/machine.h"
#include <errno.h>
#include <string.h>

bool hone_fail_system(hone_error *error, const char *what, int number)
{
    char reason[128];
    hone_reason(number, reason, sizeof reason);
    return hone_fail(error, HONE_ERROR_IO, 0, "%s: %s", what, reason);
}

bool hone_check_regular(hone_file_kind kind, hone_error *error)
{
    if (kind == HONE_FILE_FOLDER)
        return hone_fail(error, HONE_ERROR_IO, 0, "is a directory");
    if (kind != HONE_FILE_REGULAR)
        return hone_fail(error, HONE_ERROR_IO, 0, "is not a regular file");
    return true;
}

bool hone_stream_write(int file, const void *data, size_t size, hone_error *error)
{
    for (const char *at = data; size > 0;) {
        ptrdiff_t n = hone_file_put(file, at, size < SIZE_MAX / 2 ? size : SIZE_MAX / 2);
        if (n <= 0)
            return hone_fail_system(error, "cannot write", n < 0 ? errno : EIO);
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* ---- reading ---- */

/* Reads `size` bytes, or fewer if the file ends before. */
static bool read_fully(int file, uint8_t *data, size_t size, size_t *got, hone_error *error)
{
    for (*got = 0; *got < size;) {
        ptrdiff_t n = hone_file_get(file, data + *got, size - *got);
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
    uint64_t size = 0;
    hone_file_kind kind = hone_file_examine(file, &size);
    if (kind == HONE_FILE_NONE)
        return hone_fail_system(error, "cannot read", errno);
    if (!hone_check_regular(kind, error))
        return false;
    if (size > SIZE_MAX / 2)
        return hone_fail(error, HONE_ERROR_IO, 0, "is too large (%ju bytes)", (uintmax_t)size);

    hone_bytes bytes = {.size = (size_t)size, .allocator = hone_allocator_or_default(allocator)};
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
    int file = hone_file_open(path);
    if (file < 0)
        return hone_fail_system(error, "cannot open", errno);
    bool ok = read_open_file(file, allocator, out, error);
    hone_file_close(file);
    return ok;
}

enum { PIECE = 1 << 16 };

bool hone_stream_read(int file, size_t max_size, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    uint8_t piece[PIECE];
    hone_writer writer = hone_writer_make(allocator);
    size_t got = PIECE, size = 0;
    bool ok = true;
    while (ok && got == PIECE) {
        ok = read_fully(file, piece, PIECE, &got, error);
        size += got;
        if (ok && size > max_size)
            ok = hone_fail(error, HONE_ERROR_IO, 0, "is longer than %zu bytes", max_size);
        if (ok)
            hone_write_bytes(&writer, piece, got);
    }
    bool finished = hone_writer_finish(&writer, out, ok ? error : NULL);
    if (!ok && finished)
        hone_bytes_release(out);
    return ok && finished;
}
