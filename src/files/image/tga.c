/* TGA decoder: palettes, true colour, grey, plain or run-length encoded, any corner first. Source: Truevision TGA
 * File Format Specification, version 2.0 (1991). */
#include "base/error.h"
#include "files/image/decode.h"
#include <string.h>

enum { HEADER = 18, RLE_PIXELS_PER_BYTE = 64 };
enum { MAPPED = 1, TRUE_COLOUR = 2, GREY = 3, RUNS = 8 };
enum { ALPHA_BITS = 0x0f, RIGHT_TO_LEFT = 0x10, TOP_DOWN = 0x20 };

typedef struct tga_file {
    const uint8_t *bytes;
    size_t size, at;
    uint32_t kind; /* MAPPED, TRUE_COLOUR or GREY */
    bool runs;
    uint32_t width, height, bits;
    uint8_t descriptor;
    uint32_t map_first, map_count, map_bits;
    size_t map_at;
    hone_image *image;
} tga_file;

static bool is_colour_depth(uint32_t bits)
{
    return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

bool hone_tga_is_likely(const uint8_t *bytes, size_t size)
{
    if (size < HEADER || bytes[1] > 1)
        return false;
    uint32_t kind = bytes[2] & ~(uint32_t)RUNS, bits = bytes[16];
    bool sides = hone_load_u16(bytes + 12) != 0 && hone_load_u16(bytes + 14) != 0;
    if (!sides || bytes[17] & 0xc0)
        return false;
    if (kind == MAPPED)
        return bytes[1] == 1 && (bits == 8 || bits == 16) && is_colour_depth(bytes[7]);
    return (kind == TRUE_COLOUR && is_colour_depth(bits)) || (kind == GREY && (bits == 8 || bits == 16));
}

static bool fail_short(const tga_file *file, hone_error *error)
{
    return hone_fail(error, HONE_ERROR_FORMAT, file->size, "the tga file ends too early, at byte %zu", file->size);
}

static void read_header(tga_file *file)
{
    const uint8_t *b = file->bytes;
    file->kind = b[2] & ~(uint32_t)RUNS;
    file->runs = b[2] & RUNS;
    file->width = hone_load_u16(b + 12);
    file->height = hone_load_u16(b + 14);
    file->bits = b[16];
    file->descriptor = b[17];
    file->map_first = hone_load_u16(b + 3);
    file->map_count = b[1] ? hone_load_u16(b + 5) : 0;
    file->map_bits = b[7];
    file->map_at = HEADER + (size_t)b[0];
    file->at = file->map_at + file->map_count * (size_t)((file->map_bits + 7) / 8);
}

static void rgba_from_colour(const uint8_t *b, uint32_t bits, bool alpha, uint8_t *out)
{
    if (bits <= 16) {
        uint32_t pixel = hone_load_u16(b);
        for (int c = 0; c < 3; c++) out[c] = (uint8_t)(((pixel >> (10 - 5 * c) & 31) * 255 + 15) / 31);
        out[3] = !alpha || pixel & 0x8000 ? 255 : 0;
        return;
    }
    out[0] = b[2], out[1] = b[1], out[2] = b[0], out[3] = bits == 32 ? b[3] : 255;
}

/* Reads one pixel. An index outside the palette gives black. */
static void read_pixel(const tga_file *file, const uint8_t *b, uint8_t *out)
{
    bool alpha = file->descriptor & ALPHA_BITS;
    if (file->kind == TRUE_COLOUR) {
        rgba_from_colour(b, file->bits, alpha, out);
        return;
    }
    if (file->kind == GREY) {
        out[0] = out[1] = out[2] = b[0];
        out[3] = file->bits == 16 ? b[1] : 255;
        return;
    }
    uint32_t index = (file->bits == 16 ? hone_load_u16(b) : b[0]) - file->map_first;
    if (index >= file->map_count) { /* an index below the first one wraps around and is large */
        memcpy(out, (uint8_t[4]){0, 0, 0, 255}, 4);
        return;
    }
    size_t entry = (file->map_bits + 7) / 8;
    rgba_from_colour(file->bytes + file->map_at + entry * index, file->map_bits, alpha, out);
}

static uint8_t *pixel_at(const tga_file *file, uint64_t i)
{
    uint32_t x = (uint32_t)(i % file->width), y = (uint32_t)(i / file->width);
    if (file->descriptor & RIGHT_TO_LEFT)
        x = file->width - 1 - x;
    if (!(file->descriptor & TOP_DOWN))
        y = file->height - 1 - y;
    return file->image->pixels + 4 * ((size_t)y * file->width + x);
}

/* Returns how many pixels the file has. */
static uint64_t read_plain(tga_file *file)
{
    size_t pixel = (file->bits + 7) / 8;
    uint64_t count = (uint64_t)file->width * file->height, whole = (file->size - file->at) / pixel;
    count = whole < count ? whole : count;
    for (uint64_t i = 0; i < count; i++) read_pixel(file, file->bytes + file->at + pixel * i, pixel_at(file, i));
    return count;
}

/* Reads packets of up to 128 pixels, which may cross rows: a head byte, then one pixel for the whole run or one for
 * each. Returns how many pixels the file has. */
static uint64_t read_packets(tga_file *file)
{
    size_t pixel = (file->bits + 7) / 8;
    uint64_t count = (uint64_t)file->width * file->height;
    for (uint64_t i = 0; i < count;) {
        if (file->at >= file->size)
            return i;
        uint8_t head = file->bytes[file->at++];
        uint64_t run = (head & 127u) + 1;
        bool repeat = head & 128;
        if ((file->size - file->at) / pixel < (repeat ? 1 : run))
            return i;
        for (uint64_t k = 0; k < run && i < count; k++, i++) {
            read_pixel(file, file->bytes + file->at, pixel_at(file, i));
            if (!repeat)
                file->at += pixel;
        }
        if (repeat)
            file->at += pixel;
    }
    return count;
}

bool hone_tga_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    tga_file file = {.bytes = bytes, .size = size, .image = out};
    read_header(&file); /* hone_tga_is_likely has checked it */
    if (file.at > size)
        return fail_short(&file, error);
    if (!hone_image_begin("tga", file.width, file.height, size, file.runs ? RLE_PIXELS_PER_BYTE : HONE_IMAGE_CUT_MAX,
                          allocator, out, error))
        return false;
    uint64_t pixels = file.runs ? read_packets(&file) : read_plain(&file);
    return hone_image_end(out, pixels / file.width, !(file.descriptor & TOP_DOWN)) || fail_short(&file, error);
}
