#include "tool/picture/picture_file.h"

#include <stdlib.h>

static bool encode_grey(const hone_image *image, hone_bytes *out, hone_error *error)
{
    size_t count = (size_t)image->width * image->height;
    uint16_t *values = malloc(count * sizeof *values);
    *out = (hone_bytes){0};
    if (!values)
        return hone_fail_memory(error);
    for (size_t i = 0; i < count; i++) values[i] = (uint16_t)(image->pixels[4 * i] << 8 | image->pixels[4 * i + 1]);
    bool ok = hone_image_write_png_grey(values, image->width, image->height, NULL, out, error);
    free(values);
    return ok;
}

bool picture_file_encode(const picture_file *file, const hone_image *image, hone_bytes *out, hone_error *error)
{
    if (file->grey)
        return encode_grey(image, out, error);
    if (file->kind == PICTURE_FILE_JPG)
        return hone_image_write_jpg(image, file->quality, NULL, out, error);
    return hone_image_write_png(image, NULL, out, error);
}
