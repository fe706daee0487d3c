/* The functions of files/image/decode.h that need a library, as calls into the module pictures.so. Memory is that of
 * the program also where it names no allocator. */
#include "module/pictures.h"

static hone_module module = {.name = "pictures.so", .head = HONE_PICTURES_MODULE_HEAD};

static const hone_pictures_module *load(hone_error *error)
{
    return hone_module_load(&module, error);
}

bool hone_image_available(void)
{
    char path[HONE_PATH_SIZE];
    return hone_module_find(module.name, path, NULL);
}

bool hone_webp_available(void)
{
    const hone_pictures_module *pictures = load(NULL);
    return pictures && pictures->webp_available();
}

bool hone_png_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    const hone_pictures_module *pictures = load(error);
    const hone_allocator memory = hone_allocator_or_default(allocator);
    return pictures && pictures->png_decode(bytes, size, &memory, out, error);
}

bool hone_jpg_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    const hone_pictures_module *pictures = load(error);
    const hone_allocator memory = hone_allocator_or_default(allocator);
    return pictures && pictures->jpg_decode(bytes, size, &memory, out, error);
}

bool hone_webp_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                      hone_error *error)
{
    const hone_pictures_module *pictures = load(error);
    const hone_allocator memory = hone_allocator_or_default(allocator);
    return pictures && pictures->webp_decode(bytes, size, &memory, out, error);
}

bool hone_png_encode(const hone_image *image, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    const hone_pictures_module *pictures = load(error);
    const hone_allocator memory = hone_allocator_or_default(allocator);
    return pictures && pictures->png_encode(image, &memory, out, error);
}

bool hone_png_encode_grey(const uint16_t *values, uint32_t width, uint32_t height, const hone_allocator *allocator,
                          hone_bytes *out, hone_error *error)
{
    const hone_pictures_module *pictures = load(error);
    const hone_allocator memory = hone_allocator_or_default(allocator);
    return pictures && pictures->png_encode_grey(values, width, height, &memory, out, error);
}

bool hone_jpg_encode(const hone_image *image, int quality, const hone_allocator *allocator, hone_bytes *out,
                     hone_error *error)
{
    const hone_pictures_module *pictures = load(error);
    const hone_allocator memory = hone_allocator_or_default(allocator);
    return pictures && pictures->jpg_encode(image, quality, &memory, out, error);
}
