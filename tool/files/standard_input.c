#include "tool/files/standard_input.h"
#include "base/files/file.h"
#include "tool/system/system.h"

#include <hone/io.h>
#include <string.h>

enum { STANDARD_INPUT = 0 }; /* its descriptor */

static const size_t most = (size_t)1 << 30;

bool standard_input_is(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool standard_input_or_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    if (!standard_input_is(path))
        return hone_file_read(path, allocator, out, error);
    if (!hone_stream_read(STANDARD_INPUT, most, allocator, out, error))
        return false;
    if (out->size)
        return true;
    hone_bytes_release(out);
    return hone_fail(error, HONE_ERROR_IO, 0, "standard input is empty, or was read already");
}

int standard_input_copy(const hone_bytes *bytes, char path[STANDARD_INPUT_PATH_SIZE], hone_error *error)
{
    return system_memory_file(bytes, path, STANDARD_INPUT_PATH_SIZE, error);
}
