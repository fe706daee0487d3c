/* Pictures in memory, and the choice of a decoder by a file's first bytes. */
#include "base/error.h"
#include "base/files/unread.h"
#include "files/image/decode.h"
#include <string.h>

bool hone_image_create(uint32_t width, uint32_t height, const hone_allocator *allocator, hone_image *out,
                       hone_error *error)
{
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_image){0};
    if (width == 0 || height == 0 || width > HONE_IMAGE_SIDE_MAX || height > HONE_IMAGE_SIDE_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a picture of %u x %u pixels: each side must be 1 to %d", width,
                         height, HONE_IMAGE_SIDE_MAX);
    uint8_t *pixels = hone_allocate(allocator, (size_t)width * height, 4);
    if (!pixels)
        return hone_fail_memory(error);
    *out = (hone_image){
        .width = width, .height = height, .pixels = pixels, .allocator = hone_allocator_or_default(allocator)};
    return true;
}

void hone_image_release(hone_image *image)
{
    if (!image)
        return;
    if (image->pixels)
        hone_deallocate(&image->allocator, image->pixels, (size_t)image->width * image->height, 4);
    *image = (hone_image){0};
}

bool hone_image_begin(const char *kind, uint64_t width, uint64_t height, size_t file_size, uint32_t pixels_per_byte,
                      const hone_allocator *allocator, hone_image *out, hone_error *error)
{
    if (width == 0 || height == 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "the %s picture has no pixels", kind);
    if (width > HONE_IMAGE_LOAD_SIDE_MAX || height > HONE_IMAGE_LOAD_SIDE_MAX)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the %s picture is larger than %d pixels a side", kind,
                         HONE_IMAGE_LOAD_SIDE_MAX);
    if (width * height / pixels_per_byte > file_size)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "the %s file is too short for %u x %u pixels", kind,
                         (unsigned)width, (unsigned)height);
    return hone_image_create((uint32_t)width, (uint32_t)height, allocator, out, error);
}

void hone_image_repair_alpha(hone_image *image)
{
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++)
        if (image->pixels[4 * i + 3] != 0)
            return;
    for (size_t i = 0; i < count; i++) image->pixels[4 * i + 3] = 255;
}

bool hone_image_end(hone_image *image, uint64_t rows, bool bottom_up)
{
    const uint8_t grey[4] = {128, 128, 128, 255};
    if (rows == 0)
        return false;
    hone_image_repair_alpha(image); /* those that are missing are still transparent */
    if (rows >= image->height)
        return true;
    size_t missing = (size_t)(image->height - rows) * image->width;
    uint8_t *at = image->pixels + (bottom_up ? 0 : 4 * (size_t)rows * image->width);
    for (size_t i = 0; i < missing; i++) memcpy(at + 4 * i, grey, 4);
    image->cut = true;
    return true;
}

hone_channel hone_channel_make(uint32_t mask)
{
    hone_channel channel = {mask, 0, 0};
    if (mask == 0)
        return channel;
    while (!(mask >> channel.shift & 1)) channel.shift++;
    while (channel.shift + channel.bits < 32 && mask >> (channel.shift + channel.bits) & 1) channel.bits++;
    return channel;
}

uint8_t hone_channel_read(const hone_channel *channel, uint32_t pixel, uint8_t absent)
{
    if (channel->bits == 0)
        return absent;
    uint32_t value = (pixel & channel->mask) >> channel->shift;
    if (channel->bits > 8)
        return (uint8_t)(value >> (channel->bits - 8));
    uint32_t most = (1u << channel->bits) - 1;
    return (uint8_t)(((value & most) * 255 + most / 2) / most);
}

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
