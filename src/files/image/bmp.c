/* BMP decoder: Windows headers of all versions and those of OS/2, 1 to 32 bits per pixel, palettes, bit fields,
 * run-length encoding. Source: Microsoft, "Bitmap Storage" and [MS-WMF] 2.2.2.9; OS/2's header as in the Graphics
 * File Formats FAQ. */
#include "base/error.h"
#include "files/image/decode.h"
#include <string.h>

enum { RGB, RLE8, RLE4, BITFIELDS, ALPHA_BITFIELDS = 6 };
enum { FILE_HEADER = 14, CORE_HEADER = 12, INFO_HEADER = 40, RLE_PIXELS_PER_BYTE = 128 };

typedef struct bmp_file {
    const uint8_t *bytes;
    size_t size;
    uint32_t header_size, bits, compression;
    size_t pixels_at;
    uint64_t width, height;
    bool top_down;
    uint8_t palette[256][4]; /* red, green, blue, 255; entries missing in the file are black */
    hone_channel channels[4];
    hone_image *image;
} bmp_file;

static bool fail(hone_error *error, uint64_t at, const char *why)
{
    return hone_fail(error, HONE_ERROR_FORMAT, at, "the bmp file is damaged: %s, at byte %u", why, (unsigned)at);
}

static bool read_sides(bmp_file *file, hone_error *error)
{
    const uint8_t *header = file->bytes + FILE_HEADER;
    if (file->header_size == CORE_HEADER) {
        file->width = hone_load_u16(header + 4);
        file->height = hone_load_u16(header + 6);
        file->bits = hone_load_u16(header + 10);
        return true;
    }
    uint32_t width = hone_load_u32(header + 4), height = hone_load_u32(header + 8);
    if (width > INT32_MAX)
        return fail(error, FILE_HEADER + 4, "its width is negative");
    file->top_down = height > INT32_MAX;
    file->width = width;
    file->height = file->top_down ? (uint64_t)UINT32_MAX + 1 - height : height;
    file->bits = hone_load_u16(header + 14);
    file->compression = file->header_size >= INFO_HEADER ? hone_load_u32(header + 16) : RGB;
    return true;
}

static bool check_kind(const bmp_file *file, hone_error *error)
{
    uint32_t bits = file->bits;
    bool plain = bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
    bool known =
        (file->compression == RGB && plain) || (file->compression == RLE8 && bits == 8) ||
        (file->compression == RLE4 && bits == 4) ||
        ((file->compression == BITFIELDS || file->compression == ALPHA_BITFIELDS) && (bits == 16 || bits == 32));
    if (!known)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, FILE_HEADER + 14,
                         "a bmp picture with %u bits a pixel and compression %u is not read", (unsigned)bits,
                         (unsigned)file->compression);
    return true;
}

/* Masks are at byte 40 of the header: inside a long header, or directly after a short one. */
static bool read_masks(bmp_file *file, hone_error *error)
{
    static const uint32_t defaults[2][4] = {{0x7c00, 0x03e0, 0x001f, 0}, {0xff0000, 0xff00, 0xff, 0xff000000u}};
    uint32_t masks[4];
    memcpy(masks, defaults[file->bits == 32], sizeof masks);
    if (file->compression == BITFIELDS || file->compression == ALPHA_BITFIELDS) {
        bool alpha = file->compression == ALPHA_BITFIELDS || file->header_size >= INFO_HEADER + 16;
        size_t at = FILE_HEADER + INFO_HEADER, count = alpha ? 4 : 3;
        if (file->size < at + 4 * count)
            return fail(error, at, "its masks are missing");
        masks[3] = 0;
        for (size_t i = 0; i < count; i++) masks[i] = hone_load_u32(file->bytes + at + 4 * i);
    }
    for (int i = 0; i < 4; i++) file->channels[i] = hone_channel_make(masks[i]);
    return true;
}

static void read_palette(bmp_file *file)
{
    size_t entry = file->header_size == CORE_HEADER ? 3 : 4, at = FILE_HEADER + (size_t)file->header_size;
    uint32_t most = 1u << file->bits;
    uint32_t used = file->header_size >= INFO_HEADER ? hone_load_u32(file->bytes + FILE_HEADER + 32) : 0;
    if (used == 0 || used > most)
        used = most;
    for (uint32_t i = 0; i < 256; i++) file->palette[i][3] = 255;
    for (uint32_t i = 0; i < used && at + entry <= file->size; i++, at += entry)
        for (size_t c = 0; c < 3; c++) file->palette[i][c] = file->bytes[at + 2 - c];
}

static bool read_header(bmp_file *file, hone_error *error)
{
    if (file->size < FILE_HEADER + 4)
        return fail(error, file->size, "it ends too early");
    file->pixels_at = hone_load_u32(file->bytes + 10);
    file->header_size = hone_load_u32(file->bytes + FILE_HEADER);
    if (file->header_size != CORE_HEADER && (file->header_size < 16 || file->header_size > 1024))
        return fail(error, FILE_HEADER, "its header is of no known size");
    if (file->size < FILE_HEADER + (size_t)file->header_size)
        return fail(error, file->size, "it ends too early");
    if (!read_sides(file, error) || !check_kind(file, error) || !read_masks(file, error))
        return false;
    if (file->bits <= 8)
        read_palette(file);
    if (file->pixels_at > file->size)
        return fail(error, 10, "its pixels begin after its end");
    return true;
}

static uint8_t *pixel_at(const bmp_file *file, uint32_t x, uint32_t y)
{
    uint32_t row = file->top_down ? y : file->image->height - 1 - y;
    return file->image->pixels + 4 * ((size_t)row * file->image->width + x);
}

static void read_pixel(const bmp_file *file, const uint8_t *row, uint32_t x, uint8_t *out)
{
    if (file->bits <= 8) {
        uint32_t bit = x * file->bits, byte = row[bit / 8];
        uint32_t index = byte >> (8 - file->bits - bit % 8) & ((1u << file->bits) - 1);
        memcpy(out, file->palette[index], 4);
        return;
    }
    if (file->bits == 24) {
        const uint8_t *p = row + 3 * (size_t)x;
        out[0] = p[2], out[1] = p[1], out[2] = p[0], out[3] = 255;
        return;
    }
    uint32_t pixel = file->bits == 16 ? hone_load_u16(row + 2 * (size_t)x) : hone_load_u32(row + 4 * (size_t)x);
    for (int c = 0; c < 4; c++) out[c] = hone_channel_read(&file->channels[c], pixel, c == 3 ? 255 : 0);
}

/* Returns how many rows the file has. */
static uint64_t read_rows(const bmp_file *file)
{
    size_t stride = (size_t)(file->width * file->bits + 31) / 32 * 4;
    uint64_t whole = (file->size - file->pixels_at) / stride, rows = whole < file->height ? whole : file->height;
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < file->width; x++)
            read_pixel(file, file->bytes + file->pixels_at + stride * y, x, pixel_at(file, x, y));
    return rows;
}

/* Position in the picture and in the run-length data. */
typedef struct rle_place {
    uint64_t x, y;
    size_t at;
} rle_place;

static void put_index(const bmp_file *file, rle_place *place, uint32_t index)
{
    if (place->x < file->width && place->y < file->height)
        memcpy(pixel_at(file, (uint32_t)place->x, (uint32_t)place->y), file->palette[index], 4);
    place->x++;
}

/* Index i of packed ones; a run of 4-bit pixels alternates between the halves of one byte. */
static uint32_t packed_index(const bmp_file *file, const uint8_t *bytes, uint32_t i)
{
    if (file->compression == RLE8)
        return bytes[i];
    return i % 2 ? bytes[i / 2] & 15 : bytes[i / 2] >> 4;
}

static bool put_literals(const bmp_file *file, rle_place *place, uint32_t count)
{
    size_t bytes = file->compression == RLE8 ? count : (count + 1) / 2;
    if (file->size - place->at < bytes)
        return false;
    for (uint32_t i = 0; i < count; i++) put_index(file, place, packed_index(file, file->bytes + place->at, i));
    place->at += bytes + bytes % 2; /* padded to an even size */
    return place->at <= file->size;
}

/* Reads an escape: end of line, end of picture, jump, or literals. False if the data ends inside it. */
static bool read_escape(const bmp_file *file, rle_place *place, uint8_t code, bool *end)
{
    switch (code) {
    case 0:
        place->x = 0, place->y++;
        return true;
    case 1:
        *end = true;
        return true;
    case 2:
        if (file->size - place->at < 2)
            return false;
        place->x += file->bytes[place->at], place->y += file->bytes[place->at + 1];
        place->at += 2;
        return true;
    default:
        return put_literals(file, place, code);
    }
}

/* Pixels outside of all runs get the palette's first colour. Returns how many rows the file has. */
static uint64_t read_runs(const bmp_file *file)
{
    for (size_t i = 0; i < (size_t)file->image->width * file->image->height; i++)
        memcpy(file->image->pixels + 4 * i, file->palette[0], 4);
    rle_place place = {0, 0, file->pixels_at};
    for (bool end = false; !end && place.y < file->height;) {
        if (file->size - place.at < 2)
            return place.y;
        uint8_t count = file->bytes[place.at], value = file->bytes[place.at + 1];
        place.at += 2;
        if (count == 0 && !read_escape(file, &place, value, &end))
            return place.y;
        for (uint32_t i = 0; i < count; i++)
            put_index(file, &place, file->compression == RLE8 ? value : i % 2 ? value & 15u : (uint32_t)value >> 4);
    }
    return file->height;
}

bool hone_bmp_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    bmp_file file = {.bytes = bytes, .size = size, .image = out};
    if (!read_header(&file, error))
        return false;
    HONE_ASSERT(file.bits > 0);
    bool runs = file.compression == RLE8 || file.compression == RLE4;
    uint32_t pixels_per_byte = runs ? RLE_PIXELS_PER_BYTE : HONE_IMAGE_CUT_MAX * (file.bits < 8 ? 8 / file.bits : 1);
    if (!hone_image_begin("bmp", file.width, file.height, size, pixels_per_byte, allocator, out, error))
        return false;
    return hone_image_end(out, runs ? read_runs(&file) : read_rows(&file), !file.top_down) ||
           fail(error, size, "it ends too early");
}
