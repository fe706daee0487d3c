/* Bytes for JavaScript, and the formats of files. */
#include "web/files.h"
#include "web/web.h"

#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

hone_bytes *web_bytes_keep(hone_bytes *bytes)
{
    hone_bytes *kept = malloc(sizeof *kept);
    if (!kept) {
        hone_bytes_release(bytes);
        hone_fail_memory(&web_error);
        return NULL;
    }
    *kept = *bytes;
    return kept;
}

WEB_CALL(const uint8_t *, bytes_data, const hone_bytes *bytes)
{
    return bytes->data;
}

WEB_CALL(size_t, bytes_size, const hone_bytes *bytes)
{
    return bytes->size;
}

WEB_CALL(void, bytes_free, hone_bytes *bytes)
{
    hone_bytes_release(bytes);
    free(bytes);
}

WEB_CALL(int, format_detect, const void *bytes, size_t size)
{
    return (int)hone_format_detect(bytes, size);
}

/* Text that follows the name of a file that hone does not read; NULL: hone does not know it. */
WEB_CALL(const char *, format_unread, const void *bytes, size_t size)
{
    return hone_format_unread(bytes, size);
}
