/* Types and functions that the decoders share. There is one for each format; each gets the whole file, and checks the
 * size before it allocates memory. */
#ifndef HONE_SRC_IMAGE_DECODE_H
#define HONE_SRC_IMAGE_DECODE_H

#include <hone/image.h>

enum { HONE_IMAGE_LOAD_SIDE_MAX = 8192, HONE_IMAGE_SIDE_MAX = 16384 };

typedef bool image_reader(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                          hone_error *error);

image_reader hone_png_decode, hone_jpg_decode, hone_bmp_decode, hone_tga_decode, hone_dds_decode, hone_webp_decode;

/* Whether webp is built in. */
bool hone_webp_available(void);

bool hone_png_encode(const hone_image *image, const hone_allocator *allocator, hone_bytes *out, hone_error *error);
bool hone_png_encode_grey(const uint16_t *values, uint32_t width, uint32_t height, const hone_allocator *allocator,
                          hone_bytes *out, hone_error *error);
bool hone_jpg_encode(const hone_image *image, int quality, const hone_allocator *allocator, hone_bytes *out,
                     hone_error *error);

/* Returns whether the bytes may be a TGA file. TGA has no magic number, so the fields of the header are checked. */
bool hone_tga_is_likely(const uint8_t *bytes, size_t size);

/* hone_image_create for decoders. kind: name of the format in messages. pixels_per_byte: the most pixels that one
 * byte of the file can give, so that a wrong size is detected before memory is allocated. */
bool hone_image_begin(const char *kind, uint64_t width, uint64_t height, size_t file_size, uint32_t pixels_per_byte,
                      const hone_allocator *allocator, hone_image *out, hone_error *error);

/* The part of a file that is not compressed of which the rest may be missing: an eighth. It bounds the memory that a
 * short file takes. Multiply pixels_per_byte by it. */
enum { HONE_IMAGE_CUT_MAX = 8 };

/* Ends a picture of which the file has the first rows, or, if it is stored bottom up, the last ones: repairs alpha,
 * makes the others grey as libjpeg does, and sets `cut` if there are any. Returns false if no row is there. */
bool hone_image_end(hone_image *image, uint64_t rows, bool bottom_up);

/* Checks the sides of a picture that the caller made. Errors: ARGUMENT. */
bool hone_image_check_size(const hone_image *image, hone_error *error);

/* Makes a picture opaque if its alpha is 0 everywhere, because many writers set the unused fourth byte to 0. */
void hone_image_repair_alpha(hone_image *image);

static inline uint16_t hone_load_u16(const uint8_t *b)
{
    return (uint16_t)(b[0] | b[1] << 8);
}

static inline uint32_t hone_load_u32(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* A colour channel inside a pixel of up to 32 bits. */
typedef struct hone_channel {
    uint32_t mask; /* 0: the channel is absent */
    uint32_t shift, bits;
} hone_channel;

hone_channel hone_channel_make(uint32_t mask);
/* Returns the channel's value scaled to 0..255; `absent` if there is no such channel. */
uint8_t hone_channel_read(const hone_channel *channel, uint32_t pixel, uint8_t absent);

#endif
