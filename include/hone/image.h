/** image: pictures in memory. Reads png, jpg, bmp, tga, dds and webp, writes png and jpg.
 *
 * PNG and JPEG are optional: see hone_image_available.
 *
 * Copying a picture into a png:
 * ```c
 * bool to_png(const hone_bytes *jpg, hone_bytes *png, hone_error *error)
 * {
 *     hone_image image;
 *     if (!hone_image_load_memory(jpg->data, jpg->size, NULL, &image, error))
 *         return false;
 *     bool ok = hone_image_write_png(&image, NULL, png, error);
 *     hone_image_release(&image);
 *     return ok;
 * }
 * ```
 */
#ifndef HONE_IMAGE_H
#define HONE_IMAGE_H

#include <hone/base.h>
#include <hone/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A picture of 8 bits a channel. Colours are display values (sRGB), not multiplied by alpha. */
typedef struct hone_image {
    uint32_t width;           /**< pixels */
    uint32_t height;          /**< pixels */
    uint8_t *pixels;          /**< [height][width][4]: red, green, blue, alpha; the top row first */
    hone_allocator allocator; /**< where the pixels come from */
    bool cut;                 /**< read from a file that is cut off or damaged: the rows that it lacks are grey */
} hone_image;

/** Tells whether png and jpg are built in.
 *
 * Returns: false if libpng or libjpeg was missing at build time. Reading and writing png, and reading jpg, then fail
 *          with HONE_ERROR_UNSUPPORTED; bmp, tga and dds are always read.
 */
HONE_API bool hone_image_available(void);

/** Tells whether bytes begin as a picture does that hone_image_load_memory reads. A tga has no first bytes of its own;
 * it is known by the numbers in its header.
 *
 * bytes: [size] the begin of a file; 32 bytes suffice.
 * Returns: whether they do.
 */
HONE_API bool hone_image_detect(const void *bytes, size_t size);

/** Creates a black, transparent picture.
 *
 * width: pixels, 1 to 16384.
 * height: pixels, 1 to 16384.
 * allocator: NULL: malloc.
 * out: the picture; release it with hone_image_release. Zeroed on failure.
 * Returns: whether it was created.
 * Errors: ARGUMENT (a side out of range), MEMORY.
 */
HONE_API bool hone_image_create(uint32_t width, uint32_t height, const hone_allocator *allocator, hone_image *out,
                                hone_error *error);

/** Frees the pixels of a picture and zeroes it. NULL and a zeroed picture are allowed. */
HONE_API void hone_image_release(hone_image *image);

/** Reads a picture from the bytes of a png, jpg, bmp, tga, dds or webp file (of an animated webp the first picture).
 * The content decides which format it is.
 *
 * A file that is cut off gives the rows that it has, and sets `cut`; one without a whole row is an error, and so is a
 * file that is not compressed and has less than an eighth of its pixels.
 *
 * bytes: [size] the whole file; not kept.
 * allocator: NULL: malloc.
 * out: the picture, with sides of at most 8192 pixels; release it with hone_image_release. Zeroed on failure.
 * Returns: whether it was read.
 * Errors: FORMAT (damaged, or of no known format), UNSUPPORTED (too large, a variant that hone does not read, or not
 *         built in), MEMORY, ARGUMENT (NULL).
 */
HONE_API bool hone_image_load_memory(const void *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                                     hone_error *error);

/** Writes a picture as the bytes of a png file.
 *
 * allocator: of the bytes; NULL: malloc.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: UNSUPPORTED (png is not built in), MEMORY, ARGUMENT (NULL).
 */
HONE_API bool hone_image_write_png(const hone_image *image, const hone_allocator *allocator, hone_bytes *out,
                                   hone_error *error);

/** Writes grey values of 16 bits as the bytes of a png file: for depth and other numbers.
 *
 * values: [height][width], the top row first.
 * width: pixels, 1 to 16384.
 * height: pixels, 1 to 16384.
 * allocator: of the bytes; NULL: malloc.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: UNSUPPORTED (png is not built in), MEMORY, ARGUMENT (NULL, a side out of range).
 */
HONE_API bool hone_image_write_png_grey(const uint16_t *values, uint32_t width, uint32_t height,
                                        const hone_allocator *allocator, hone_bytes *out, hone_error *error);

/** The quality of hone_image_write_jpg if it is 0. */
enum { HONE_IMAGE_JPG_QUALITY_DEFAULT = 90 };

/** Writes a picture as the bytes of a jpg file, with colours at full resolution. It is laid over black.
 *
 * quality: 1 to 100, on libjpeg's scale; 0: HONE_IMAGE_JPG_QUALITY_DEFAULT.
 * allocator: of the bytes; NULL: malloc. libjpeg itself uses malloc.
 * out: the file; release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was written.
 * Errors: UNSUPPORTED (jpg is not built in), MEMORY, ARGUMENT (NULL, the quality).
 */
HONE_API bool hone_image_write_jpg(const hone_image *image, uint32_t quality, const hone_allocator *allocator,
                                   hone_bytes *out, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
