/* Replaces webp.c if libwebp was not found. */
#include "base/error.h"
#include "files/image/decode.h"

bool hone_webp_available(void)
{
    return false;
}

bool hone_webp_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                      hone_error *error)
{
    (void)bytes, (void)size, (void)allocator, (void)out;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0,
                     "webp pictures are not built in: hone was built without libwebp");
}
