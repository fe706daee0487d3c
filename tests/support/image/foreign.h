/* A picture in a format that hone does not decode, and a decoder of it: "\xabKTX 20", then width, height and a colour.
 */
#ifndef HONE_TESTS_SUPPORT_IMAGE_FOREIGN_H
#define HONE_TESTS_SUPPORT_IMAGE_FOREIGN_H

#include <hone/image.h>
#include <string.h>

enum { FOREIGN_SIZE = 13 };
#define FOREIGN(width, height, red, green, blue, alpha)                                                                \
    {                                                                                                                  \
        0xab, 'K', 'T', 'X', ' ', '2', '0', width, height, red, green, blue, alpha                                     \
    }

/* user: uint32_t, which counts the calls; NULL: nothing is counted. */
static inline bool foreign_decode(void *user, const hone_encoded_image *encoded, const hone_allocator *allocator,
                                  hone_image *out, hone_error *error)
{
    const uint8_t *at = encoded->bytes + 7;
    if (user)
        ++*(uint32_t *)user;
    if (encoded->size != FOREIGN_SIZE || encoded->format != HONE_IMAGE_FORMAT_KTX2)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "it is not foreign");
    if (!hone_image_create(at[0], at[1], allocator, out, error))
        return false;
    for (size_t i = 0; i < (size_t)at[0] * at[1]; i++) memcpy(out->pixels + 4 * i, at + 2, 4);
    return true;
}

#endif
