/* image: pictures in memory, from png, jpg, bmp, tga and dds files, to png. Of these png and jpg are optional. */
#ifndef HONE_IMAGE_H
#define HONE_IMAGE_H

#include <hone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Non-premultiplied display values. */
typedef struct hone_image {
    uint32_t width, height;
    uint8_t *pixels; /* [height][width][4] red, green, blue, alpha; the top row first */
    hone_allocator allocator;
} hone_image;

/* False: libpng or libjpeg was not there at build time: reading and writing png, and reading jpg, fail with
 * UNSUPPORTED. */
HONE_API bool hone_image_available(void);

/* Black and transparent. Errors: ARGUMENT (a side of 0 or above 16384), MEMORY. allocator NULL: malloc. */
HONE_API bool hone_image_create(uint32_t width, uint32_t height, const hone_allocator *allocator, hone_image *out,
                                hone_error *error);
HONE_API void hone_image_release(hone_image *image); /* and zeroes it; zeroed already is fine */

/* What the bytes are, their content says. Sides up to 8192. Errors: FORMAT, UNSUPPORTED, MEMORY. */
HONE_API bool hone_image_load_memory(const void *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                                     hone_error *error);

HONE_API bool hone_image_write_png(const hone_image *image, const hone_allocator *allocator, hone_bytes *out,
                                   hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
