/* The choice of a decoder by a file's first bytes, and of an encoder. */
#include "files/image/decode.h"
#include "base/error.h"
#include "base/files/unread.h"
#include <string.h>

static hone_image_decoder *find_decoder(const uint8_t *bytes, size_t size)
{
    if (size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
        return hone_png_decode;
    if (size >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0)
        return hone_jpg_decode;
    if (size >= 2 && memcmp(bytes, "BM", 2) == 0)
        return hone_bmp_decode;
    if (size >= 4 && memcmp(bytes, "DDS ", 4) == 0)
        return hone_dds_decode;
    if (size >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0)
        return hone_webp_decode;
    return hone_tga_is_likely(bytes, size) ? hone_tga_decode : NULL;
}

bool hone_image_detect(const void *bytes, size_t size)
{
    return bytes && find_decoder(bytes, size) != NULL;
}

static bool refuse(const void *bytes, size_t size, hone_error *error)
{
    const char *text = size ? "not a picture in a format that hone reads (png, jpg, bmp, tga, dds, webp)" : "is empty";
    hone_unread_kind kind = hone_unread_find(bytes, size, &text);
    return hone_fail(error, kind ? HONE_ERROR_UNSUPPORTED : HONE_ERROR_FORMAT, 0, "%s", text);
}

bool hone_image_load_memory(const void *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                            hone_error *error)
{
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_image){0};
    if (!bytes && size)
        return hone_fail_null(error, "bytes");
    hone_image_decoder *decode = find_decoder(bytes, size);
    if (!decode)
        return refuse(bytes, size, error);
    hone_image image = {0};
    if (!decode(bytes, size, allocator, &image, error)) {
        hone_image_release(&image);
        return false;
    }
    *out = image;
    return true;
}

bool hone_image_write_png(const hone_image *image, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_bytes){0};
    if (!image || !image->pixels)
        return hone_fail_null(error, "image");
    return hone_png_encode(image, allocator, out, error);
}

bool hone_image_write_png_grey(const uint16_t *values, uint32_t width, uint32_t height, const hone_allocator *allocator,
                               hone_bytes *out, hone_error *error)
{
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_bytes){0};
    if (!values)
        return hone_fail_null(error, "values");
    if (width < 1 || height < 1 || width > HONE_IMAGE_SIDE_MAX || height > HONE_IMAGE_SIDE_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a picture of %u x %u pixels", width, height);
    return hone_png_encode_grey(values, width, height, allocator, out, error);
}

bool hone_image_write_jpg(const hone_image *image, uint32_t quality, const hone_allocator *allocator, hone_bytes *out,
                          hone_error *error)
{
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_bytes){0};
    if (!image || !image->pixels)
        return hone_fail_null(error, "image");
    if (quality > 100)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the quality of a jpg is at most 100, not %u", quality);
    quality = quality ? quality : HONE_IMAGE_JPG_QUALITY_DEFAULT;
    return hone_jpg_encode(image, (int)quality, allocator, out, error);
}
