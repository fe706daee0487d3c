/* Replaces png.c, jpg.c and jpg_write.c if libpng or libjpeg was not found. The other formats need no library. */
#include "base/error.h"
#include "files/image/decode.h"

bool hone_image_available(void)
{
    return false;
}

static bool refuse(const char *kind, hone_error *error)
{
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0,
                     "%s pictures are not built in: hone was built without libpng and libjpeg", kind);
}

bool hone_png_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    (void)bytes, (void)size, (void)allocator, (void)out;
    return refuse("png", error);
}

bool hone_jpg_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    (void)bytes, (void)size, (void)allocator, (void)out;
    return refuse("jpg", error);
}

bool hone_png_encode(const hone_image *image, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    (void)image, (void)allocator, (void)out;
    return refuse("png", error);
}

bool hone_png_encode_grey(const uint16_t *values, uint32_t width, uint32_t height, const hone_allocator *allocator,
                          hone_bytes *out, hone_error *error)
{
    (void)values, (void)width, (void)height, (void)allocator, (void)out;
    return refuse("png", error);
}

bool hone_jpg_encode(const hone_image *image, int quality, const hone_allocator *allocator, hone_bytes *out,
                     hone_error *error)
{
    (void)image, (void)quality, (void)allocator, (void)out;
    return refuse("jpg", error);
}
