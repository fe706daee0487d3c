/* Pictures in memory, and what decoders share. */
#include "base/error.h"
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

bool hone_image_check_size(const hone_image *image, hone_error *error)
{
    uint32_t width = image->width, height = image->height;
    return (width && height && width <= HONE_IMAGE_LOAD_SIDE_MAX && height <= HONE_IMAGE_LOAD_SIDE_MAX) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a decoded picture of %u x %u pixels: each side must be 1 to %d",
                     width, height, HONE_IMAGE_LOAD_SIDE_MAX);
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
