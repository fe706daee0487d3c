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

/* ---- pictures that the caller decodes ------------------------------------------------------------------------- */

/** The format of an encoded picture. */
typedef enum hone_image_format {
    HONE_IMAGE_FORMAT_UNKNOWN, /**< none of these */
    HONE_IMAGE_FORMAT_PNG,     /**< png, optional */
    HONE_IMAGE_FORMAT_JPG,     /**< jpg, optional */
    HONE_IMAGE_FORMAT_BMP,     /**< bmp */
    HONE_IMAGE_FORMAT_TGA,     /**< tga */
    HONE_IMAGE_FORMAT_DDS,     /**< dds */
    HONE_IMAGE_FORMAT_WEBP,    /**< webp, optional */
    HONE_IMAGE_FORMAT_GIF,     /**< gif; this and the following are never decoded by hone itself */
    HONE_IMAGE_FORMAT_AVIF,    /**< AVIF */
    HONE_IMAGE_FORMAT_JXL,     /**< JPEG XL */
    HONE_IMAGE_FORMAT_TIFF,    /**< TIFF */
    HONE_IMAGE_FORMAT_KTX2,    /**< KTX 2.0, also with Basis Universal */
    HONE_IMAGE_FORMAT_COUNT    /**< the number of formats */
} hone_image_format;

/** Returns the format of an encoded picture by its first bytes; that of a tga by the numbers in its header.
 *
 * bytes: [size] the begin of a file; 32 bytes suffice.
 */
HONE_API hone_image_format hone_image_format_detect(const void *bytes, size_t size);

/** Tells whether hone decodes a format itself, as it was built.
 *
 * Returns: whether hone_image_load_memory does.
 */
HONE_API bool hone_image_format_available(hone_image_format format);

/** An encoded picture. */
typedef struct hone_encoded_image {
    const char *name;         /**< path as the model has it; "": it has none */
    hone_image_format format; /**< by its first bytes; hone sets it */
    const uint8_t *bytes;     /**< [size] the whole file; NULL: missing */
    size_t size;              /**< bytes */
} hone_encoded_image;

/** A function that decodes a picture.
 *
 * The pixels must be what hone's own decoders would give: 8 bits a channel, red, green, blue, alpha, the top row first
 * as the file has it (Exif's orientation is not applied), not multiplied by alpha, and the numbers of the file without
 * any conversion of colours (no ICC profile, no gamma). A browser's createImageBitmap does so with `premultiplyAlpha`
 * and `colorSpaceConversion` "none".
 * out: made by hone_image_create with this allocator, with sides of at most 8192 pixels. What has no pixels, other
 *      sides or another allocator is refused (ARGUMENT).
 * Returns: false, with the error, if it cannot.
 */
typedef bool hone_image_source(void *user, const hone_encoded_image *encoded, const hone_allocator *allocator,
                               hone_image *out, hone_error *error);

/** Decodes pictures of formats that hone does not decode as it was built (hone_image_format_available); hone never asks
 * it for the others, so that these have the same pixels everywhere. It is given with a hone_file_resolver, to all that
 * reads textures. For decoders that do not answer at once: hone_pictures (pictures.h). */
typedef struct hone_image_decoder {
    hone_image_source *decode; /**< decodes a picture */
    void *user;                /**< passed to decode */
} hone_image_decoder;

/** Decodes a picture: hone itself if it can, otherwise the caller's decoder. If alpha is 0 everywhere, the picture
 * becomes opaque, as those of hone_image_load_memory do.
 *
 * decoder: NULL: none, as hone_image_load_memory.
 * allocator: NULL: malloc.
 * out: the picture; release it with hone_image_release. Zeroed on failure.
 * Returns: whether it was decoded.
 * Errors: those of hone_image_load_memory and of the decoder; ARGUMENT (NULL, an answer that is no picture).
 */
HONE_API bool hone_image_decode(const hone_encoded_image *encoded, const hone_image_decoder *decoder,
                                const hone_allocator *allocator, hone_image *out, hone_error *error);

/* ---- writing -------------------------------------------------------------------------------------------------- */

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
