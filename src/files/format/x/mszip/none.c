/* Replaces mszip.c if zlib was not found. */
#include "base/error.h"
#include "files/format/x/mszip/mszip.h"
#include <hone/format.h>

bool hone_compressed_x_available(void)
{
    return false;
}

hone_mszip *hone_mszip_open(const uint8_t *blocks, size_t size, uint64_t offset, const hone_allocator *allocator,
                            hone_error *error)
{
    (void)blocks, (void)size, (void)offset, (void)allocator;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is compressed .x, but hone was built without zlib");
    return NULL;
}

void hone_mszip_close(hone_mszip *mszip)
{
    (void)mszip;
}

bool hone_mszip_next(hone_mszip *mszip, const uint8_t **block, size_t *block_size, hone_error *error)
{
    (void)mszip, (void)error;
    *block = NULL, *block_size = 0;
    return true;
}

uint64_t hone_mszip_bound(const hone_mszip *mszip)
{
    (void)mszip;
    return 0;
}
