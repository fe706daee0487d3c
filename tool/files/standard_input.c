#define _GNU_SOURCE /* memfd_create */
#include "tool/files/standard_input.h"

#include <errno.h>
#include <hone/io.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t most = (size_t)1 << 30;

bool standard_input_is(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool standard_input_or_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    if (!standard_input_is(path))
        return hone_file_read(path, allocator, out, error);
    if (!hone_stream_read(STDIN_FILENO, most, allocator, out, error))
        return false;
    if (out->size)
        return true;
    hone_bytes_release(out);
    return hone_fail(error, HONE_ERROR_IO, 0, "standard input is empty, or was read already");
}

static bool write_all(int file, const hone_bytes *bytes)
{
    for (size_t done = 0; done < bytes->size;) {
        ssize_t n = write(file, bytes->data + done, bytes->size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

int standard_input_copy(const hone_bytes *bytes, char path[STANDARD_INPUT_PATH_SIZE], hone_error *error)
{
    int file = memfd_create("hone", MFD_CLOEXEC);
    bool ok = file >= 0 && write_all(file, bytes);
    snprintf(path, STANDARD_INPUT_PATH_SIZE, "/proc/self/fd/%d", file);
    if (ok)
        return file;
    hone_fail_system(error, "cannot copy the file", errno);
    if (file >= 0)
        close(file);
    return -1;
}
