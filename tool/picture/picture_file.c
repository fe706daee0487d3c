#include "tool/picture/picture_file.h"

bool picture_file_encode(const picture_file *file, const hone_image *image, hone_bytes *out, hone_error *error)
{
    if (file->kind == PICTURE_FILE_JPG)
        return hone_image_write_jpg(image, file->quality, NULL, out, error);
    return hone_image_write_png(image, NULL, out, error);
}
