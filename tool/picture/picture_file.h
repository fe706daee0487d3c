/* The bytes of a picture's file. */
#ifndef HONE_TOOL_PICTURE_PICTURE_FILE_H
#define HONE_TOOL_PICTURE_PICTURE_FILE_H

#include <hone/image.h>

typedef enum picture_file_kind { PICTURE_FILE_PNG, PICTURE_FILE_JPG } picture_file_kind;

typedef struct picture_file {
    picture_file_kind kind;
    uint32_t quality; /* of a jpg, 1 to 100; 0: the usual one */
    bool grey;        /* of a png: values of 16 bits, whose higher byte is red and whose lower byte is green */
} picture_file;

bool picture_file_encode(const picture_file *file, const hone_image *image, hone_bytes *out, hone_error *error);

#endif
