/* What the decoders share: one a format, all given the whole file, all checking its size before they allocate. */
#ifndef HONE_SRC_IMAGE_DECODE_H
#define HONE_SRC_IMAGE_DECODE_H

#include <hone/image.h>

enum { HONE_IMAGE_LOAD_SIDE_MAX = 8192, HONE_IMAGE_SIDE_MAX = 16384 };

typedef bool hone_image_decoder(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                                hone_error *error);

hone_image_decoder hone_png_decode, hone_jpg_decode, hone_bmp_decode, hone_tga_decode, hone_dds_decode;

bool hone_png_encode(const hone_image *image, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

/* Whether the bytes may be a TGA file, which has no magic number: its header must make sense. */
bool hone_tga_is_likely(const uint8_t *bytes, size_t size);

/* hone_image_create for a decoder. `kind` names the format in messages; `pixels_per_byte` is the most that its
 * compression can make of one byte of the file, so that a lie about the size is found before memory is taken. */
bool hone_image_begin(const char *kind, uint64_t width, uint64_t height, size_t file_size, uint32_t pixels_per_byte,
                      const hone_allocator *allocator, hone_image *out, hone_error *error);

/* Many writers leave the fourth byte 0 where they mean nothing by it: a picture that is transparent everywhere is
 * opaque. */
void hone_image_mend_alpha(hone_image *image);

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
    uint32_t mask; /* 0: absent */
    uint32_t shift, bits;
} hone_channel;

hone_channel hone_channel_make(uint32_t mask);
/* The channel's value brought to 0..255; `absent` where there is none. */
uint8_t hone_channel_read(const hone_channel *channel, uint32_t pixel, uint8_t absent);

#endif
