/* The functions of the module pictures.so, see files/image/decode.h: what hone calls of libpng, libjpeg and libwebp. */
#ifndef HONE_MODULE_PICTURES_H
#define HONE_MODULE_PICTURES_H

#include "files/image/decode.h"
#include "module/module.h"

typedef struct hone_pictures_module {
    hone_module_head head;
    image_reader *png_decode, *jpg_decode, *webp_decode;
    bool (*png_encode)(const hone_image *image, const hone_allocator *allocator, hone_bytes *out, hone_error *error);
    bool (*png_encode_grey)(const uint16_t *values, uint32_t width, uint32_t height, const hone_allocator *allocator,
                            hone_bytes *out, hone_error *error);
    bool (*jpg_encode)(const hone_image *image, int quality, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error);
    bool (*webp_available)(void);
} hone_pictures_module;

#define HONE_PICTURES_MODULE_HEAD HONE_MODULE_HEAD(hone_pictures_module, sizeof(hone_image) << 8 | sizeof(hone_bytes))

#endif
