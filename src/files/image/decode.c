/* The choice of a decoder by a file's first bytes, and of an encoder. */
#include "files/image/decode.h"
#include "base/error.h"
#include "base/files/unread.h"
#include <string.h>

/* What files begin with. */
static const struct {
    hone_image_format format;
    uint16_t at;
    uint8_t size;
    char start[13];
    image_reader *read; /* NULL: hone does not decode it */
} known[] = {
    {HONE_IMAGE_FORMAT_PNG, 0, 8, "\x89PNG\r\n\x1a\n", hone_png_decode},
    {HONE_IMAGE_FORMAT_JPG, 0, 3, "\xff\xd8\xff", hone_jpg_decode},
    {HONE_IMAGE_FORMAT_BMP, 0, 2, "BM", hone_bmp_decode},
    {HONE_IMAGE_FORMAT_DDS, 0, 4, "DDS ", hone_dds_decode},
    {HONE_IMAGE_FORMAT_WEBP, 8, 4, "WEBP", hone_webp_decode}, /* behind "RIFF" and a size */
    {HONE_IMAGE_FORMAT_GIF, 0, 4, "GIF8", NULL},
    {HONE_IMAGE_FORMAT_AVIF, 4, 7, "ftypavi", NULL},
    {HONE_IMAGE_FORMAT_JXL, 0, 2, "\xff\x0a", NULL},
    {HONE_IMAGE_FORMAT_JXL, 0, 12, "\0\0\0\x0cJXL \r\n\x87\n", NULL},
    {HONE_IMAGE_FORMAT_TIFF, 0, 4, "II*\0", NULL},
    {HONE_IMAGE_FORMAT_TIFF, 0, 4, "MM\0*", NULL},
    {HONE_IMAGE_FORMAT_KTX2, 0, 7, "\xabKTX 20", NULL},
};

/* Returns the format. read: out: the function that decodes it; NULL: there is none. */
static hone_image_format find_format(const uint8_t *bytes, size_t size, image_reader **read)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t end = (size_t)known[i].at + known[i].size;
        *read = known[i].read;
        if (size >= end && memcmp(bytes + known[i].at, known[i].start, known[i].size) == 0 &&
            (known[i].format != HONE_IMAGE_FORMAT_WEBP || memcmp(bytes, "RIFF", 4) == 0))
            return known[i].format;
    }
    bool tga = hone_tga_is_likely(bytes, size);
    *read = tga ? hone_tga_decode : NULL;
    return tga ? HONE_IMAGE_FORMAT_TGA : HONE_IMAGE_FORMAT_UNKNOWN;
}

hone_image_format hone_image_format_detect(const void *bytes, size_t size)
{
    image_reader *read;
    return bytes ? find_format(bytes, size, &read) : HONE_IMAGE_FORMAT_UNKNOWN;
}

bool hone_image_format_available(hone_image_format format)
{
    switch (format) {
    case HONE_IMAGE_FORMAT_PNG:
    case HONE_IMAGE_FORMAT_JPG:
        return hone_image_available();
    case HONE_IMAGE_FORMAT_WEBP:
        return hone_webp_available();
    default:
        return format >= HONE_IMAGE_FORMAT_BMP && format <= HONE_IMAGE_FORMAT_DDS;
    }
}

bool hone_image_detect(const void *bytes, size_t size)
{
    image_reader *read = NULL;
    return bytes && find_format(bytes, size, &read) && read;
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
    image_reader *read;
    find_format(bytes, size, &read);
    if (!read)
        return refuse(bytes, size, error);
    hone_image image = {0};
    if (!read(bytes, size, allocator, &image, error)) {
        hone_image_release(&image);
        return false;
    }
    *out = image;
    return true;
}

/* ---- pictures that the caller decodes ---- */

/* The caller's answer may be anything. Pixels of another allocator cannot be freed. */
static bool check_answer(const hone_image *image, const hone_allocator *allocator, hone_error *error)
{
    const char *wrong = !image->pixels ? "without pixels"
                        : image->allocator.free != allocator->free || image->allocator.user != allocator->user
                            ? "that hone_image_create did not make with its allocator"
                            : NULL;
    if (wrong)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the caller's decoder gives a picture %s", wrong);
    return hone_image_check_size(image, error);
}

static bool ask(const hone_encoded_image *encoded, const hone_image_decoder *decoder, const hone_allocator *allocator,
                hone_image *out, hone_error *error)
{
    hone_allocator own = hone_allocator_or_default(allocator);
    hone_image image = {0};
    hone_error why = {0};
    if (!decoder->decode(decoder->user, encoded, &own, &image, &why)) {
        if (!why.code)
            hone_fail(&why, HONE_ERROR_FORMAT, 0, "the caller's decoder cannot decode it");
        if (error)
            *error = why;
    } else if (check_answer(&image, &own, error)) {
        hone_image_repair_alpha(&image);
        *out = image;
        return true;
    }
    if (image.allocator.free == own.free && image.allocator.user == own.user)
        hone_image_release(&image);
    return false;
}

bool hone_image_decode(const hone_encoded_image *encoded, const hone_image_decoder *decoder,
                       const hone_allocator *allocator, hone_image *out, hone_error *error)
{
    if (!encoded || !out)
        return hone_fail_null(error, encoded ? "out" : "encoded");
    *out = (hone_image){0};
    hone_encoded_image asked = *encoded;
    asked.name = encoded->name ? encoded->name : "";
    asked.format = hone_image_format_detect(encoded->bytes, encoded->size);
    if (encoded->size && encoded->bytes && decoder && decoder->decode && !hone_image_format_available(asked.format))
        return ask(&asked, decoder, allocator, out, error);
    return hone_image_load_memory(encoded->bytes, encoded->size, allocator, out, error);
}

/* ---- writing ---- */

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
