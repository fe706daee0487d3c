/* DDS decoder: the largest level of the first picture, face or slice; masks of 8 to 32 bits, BC1, BC2, BC3 (DXT1 to
 * DXT5), BC4, BC5 and BC7. Source: Microsoft, "Programming Guide for DDS", "Texture Block Compression in Direct3D 10".
 */
#include "base/error.h"
#include "files/image/bc7.h"
#include "files/image/decode.h"
#include <string.h>

enum { HEADER = 128, HEADER_DX10 = 148 };
enum { HAS_ALPHA = 0x1, ALPHA_ONLY = 0x2, FOURCC = 0x4, LUMINANCE = 0x20000 };

typedef enum dds_kind { MASKED, BC1, BC2, BC3, BC4, BC5, BC4_SIGNED, BC5_SIGNED, BC7 } dds_kind;

typedef struct dds_file {
    const uint8_t *bytes; /* the pixels, after the headers */
    size_t size;
    dds_kind kind;
    uint32_t flags, bits;
    hone_channel channels[4];
    hone_image *image;
} dds_file;

typedef struct dds_format {
    uint32_t code; /* FOURCC, or DXGI_FORMAT from a DX10 header */
    dds_kind kind;
    uint32_t masks[4]; /* MASKED */
    uint32_t bits;     /* MASKED: of a pixel; 0: 32 */
} dds_format;

#define CODE(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define RGBA_MASKS                                                                                                     \
    {                                                                                                                  \
        0xff, 0xff00, 0xff0000, 0xff000000u                                                                            \
    }
#define BGRA_MASKS                                                                                                     \
    {                                                                                                                  \
        0xff0000, 0xff00, 0xff, 0xff000000u                                                                            \
    }
#define BGRX_MASKS                                                                                                     \
    {                                                                                                                  \
        0xff0000, 0xff00, 0xff, 0                                                                                      \
    }

/* Numbers are DXGI_FORMAT: without a type, of numbers from 0 to 1, and of sRGB. */
static const dds_format formats[] = {
    {CODE('D', 'X', 'T', '1'), BC1, {0}, 0},
    {CODE('D', 'X', 'T', '2'), BC2, {0}, 0},
    {CODE('D', 'X', 'T', '3'), BC2, {0}, 0},
    {CODE('D', 'X', 'T', '4'), BC3, {0}, 0},
    {CODE('D', 'X', 'T', '5'), BC3, {0}, 0},
    {CODE('A', 'T', 'I', '1'), BC4, {0}, 0},
    {CODE('B', 'C', '4', 'U'), BC4, {0}, 0},
    {CODE('B', 'C', '4', 'S'), BC4_SIGNED, {0}, 0},
    {CODE('A', 'T', 'I', '2'), BC5, {0}, 0},
    {CODE('B', 'C', '5', 'U'), BC5, {0}, 0},
    {CODE('B', 'C', '5', 'S'), BC5_SIGNED, {0}, 0},
    {27, MASKED, RGBA_MASKS, 32},
    {28, MASKED, RGBA_MASKS, 32},
    {29, MASKED, RGBA_MASKS, 32},
    {87, MASKED, BGRA_MASKS, 32},
    {90, MASKED, BGRA_MASKS, 32},
    {91, MASKED, BGRA_MASKS, 32},
    {88, MASKED, BGRX_MASKS, 32},
    {92, MASKED, BGRX_MASKS, 32},
    {93, MASKED, BGRX_MASKS, 32},
    {24, MASKED, {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000u}, 32},
    {61, MASKED, {0xff, 0xff, 0xff, 0}, 8},
    {85, MASKED, {0xf800, 0x7e0, 0x1f, 0}, 16},
    {86, MASKED, {0x7c00, 0x3e0, 0x1f, 0x8000}, 16},
    {115, MASKED, {0xf00, 0xf0, 0xf, 0xf000}, 16},
    {70, BC1, {0}, 0},
    {71, BC1, {0}, 0},
    {72, BC1, {0}, 0},
    {73, BC2, {0}, 0},
    {74, BC2, {0}, 0},
    {75, BC2, {0}, 0},
    {76, BC3, {0}, 0},
    {77, BC3, {0}, 0},
    {78, BC3, {0}, 0},
    {79, BC4, {0}, 0},
    {80, BC4, {0}, 0},
    {81, BC4_SIGNED, {0}, 0},
    {82, BC5, {0}, 0},
    {83, BC5, {0}, 0},
    {84, BC5_SIGNED, {0}, 0},
    {97, BC7, {0}, 0},
    {98, BC7, {0}, 0},
    {99, BC7, {0}, 0},
};

static void set_masks(dds_file *file, const uint32_t masks[4])
{
    for (int c = 0; c < 4; c++) file->channels[c] = hone_channel_make(masks[c]);
}

static bool find_format(dds_file *file, uint32_t code, hone_error *error)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].code == code) {
            file->kind = formats[i].kind;
            file->bits = formats[i].bits;
            set_masks(file, formats[i].masks);
            return true;
        }
    if (code < 0x100)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, HEADER, "a dds picture of DXGI format %u is not read",
                         (unsigned)code);
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 84, "a dds picture of format %08x is not read", (unsigned)code);
}

static bool read_format(dds_file *file, const uint8_t *bytes, size_t size, size_t *pixels_at, hone_error *error)
{
    uint32_t code = hone_load_u32(bytes + 84);
    *pixels_at = HEADER;
    file->flags = hone_load_u32(bytes + 80);
    if (file->flags & FOURCC && code == CODE('D', 'X', '1', '0')) {
        if (size < HEADER_DX10)
            return hone_fail(error, HONE_ERROR_FORMAT, size, "the dds file ends too early, at byte %zu", size);
        *pixels_at = HEADER_DX10;
        return find_format(file, hone_load_u32(bytes + HEADER), error);
    }
    if (file->flags & FOURCC)
        return find_format(file, code, error);
    file->bits = hone_load_u32(bytes + 88);
    if (file->bits != 8 && file->bits != 16 && file->bits != 24 && file->bits != 32)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 88, "a dds picture with %u bits a pixel is not read",
                         (unsigned)file->bits);
    uint32_t masks[4];
    for (size_t c = 0; c < 4; c++) masks[c] = hone_load_u32(bytes + 92 + 4 * c);
    if (!(file->flags & (HAS_ALPHA | ALPHA_ONLY)))
        masks[3] = 0;
    if (file->flags & LUMINANCE)
        masks[1] = masks[2] = masks[0];
    set_masks(file, masks);
    return true;
}

/* ---- blocks of 4 x 4 pixels ---- */

static void rgb_from_565(uint32_t colour, int out[3])
{
    out[0] = (int)(((colour >> 11) * 255 + 15) / 31);
    out[1] = (int)(((colour >> 5 & 63) * 255 + 31) / 63);
    out[2] = (int)(((colour & 31) * 255 + 15) / 31);
}

/* Two end colours and 2 bits per pixel. In BC1 the order of the end colours selects the other two entries: two
 * colours in between, or one and a transparent one. */
static void decode_colours(const uint8_t *block, bool holes, uint8_t out[16][4])
{
    uint32_t first = hone_load_u16(block), second = hone_load_u16(block + 2), codes = hone_load_u32(block + 4);
    int palette[4][4] = {{0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}};
    bool three = holes && first <= second;
    rgb_from_565(first, palette[0]);
    rgb_from_565(second, palette[1]);
    for (int c = 0; c < 3; c++) {
        int a = palette[0][c], b = palette[1][c];
        palette[2][c] = three ? (a + b) / 2 : (2 * a + b) / 3;
        palette[3][c] = three ? 0 : (a + 2 * b) / 3;
    }
    palette[3][3] = three ? 0 : 255;
    for (int i = 0; i < 16; i++)
        for (int c = 0; c < 4; c++) out[i][c] = (uint8_t)palette[codes >> (2 * i) & 3][c];
}

/* Two end values and 3 bits per pixel: alpha of BC3, channels of BC4 and BC5. */
static void decode_values(const uint8_t *block, int channel, uint8_t out[16][4])
{
    uint32_t a = block[0], b = block[1], values[8] = {a, b, 0, 0, 0, 0, 0, 255};
    uint32_t steps = a > b ? 7 : 5;
    for (uint32_t i = 1; i < steps; i++) values[i + 1] = ((steps - i) * a + i * b) / steps;
    uint64_t codes = (uint64_t)hone_load_u32(block + 2) | (uint64_t)hone_load_u16(block + 6) << 32;
    for (int i = 0; i < 16; i++) out[i][channel] = (uint8_t)values[codes >> (3 * i) & 7];
}

/* Numbers from -127 to 127, of which the lowest is there twice, as 0 to 255. */
static void decode_signed(const uint8_t *block, int channel, uint8_t out[16][4])
{
    int a = block[0] == 128 ? -127 : (int8_t)block[0], b = block[1] == 128 ? -127 : (int8_t)block[1];
    int values[8] = {a, b, 0, 0, 0, 0, -127, 127}, steps = a > b ? 7 : 5;
    for (int i = 1; i < steps; i++) values[i + 1] = ((steps - i) * a + i * b) / steps;
    uint64_t codes = (uint64_t)hone_load_u32(block + 2) | (uint64_t)hone_load_u16(block + 6) << 32;
    for (int i = 0; i < 16; i++) out[i][channel] = (uint8_t)(((values[codes >> (3 * i) & 7] + 127) * 255 + 127) / 254);
}

/* One channel is grey, two are red and green. */
static void decode_channels(dds_kind kind, const uint8_t *block, uint8_t out[16][4])
{
    bool is_signed = kind == BC4_SIGNED || kind == BC5_SIGNED, two = kind == BC5 || kind == BC5_SIGNED;
    for (int c = 0; c < (two ? 2 : 1); c++) {
        if (is_signed)
            decode_signed(block + 8 * c, c, out);
        else
            decode_values(block + 8 * c, c, out);
    }
    for (int i = 0; i < 16; i++) {
        out[i][2] = two ? 0 : out[i][0], out[i][3] = 255;
        out[i][1] = two ? out[i][1] : out[i][0];
    }
}

static void decode_block(dds_kind kind, const uint8_t *block, uint8_t out[16][4])
{
    switch (kind) {
    case BC4:
    case BC5:
    case BC4_SIGNED:
    case BC5_SIGNED:
        decode_channels(kind, block, out);
        return;
    case BC7:
        hone_bc7_decode(block, out);
        return;
    case MASKED:
    case BC1:
    case BC2:
    case BC3:
        break;
    }
    decode_colours(kind == BC1 ? block : block + 8, kind == BC1, out);
    if (kind == BC3)
        decode_values(block, 3, out);
    if (kind == BC2)
        for (int i = 0; i < 16; i++) out[i][3] = (uint8_t)((block[i / 2] >> (i % 2 * 4) & 15) * 17);
}

static bool is_half_size(dds_kind kind)
{
    return kind == BC1 || kind == BC4 || kind == BC4_SIGNED;
}

static void put_block(hone_image *image, uint32_t left, uint32_t top, uint8_t (*pixels)[4])
{
    for (uint32_t y = 0; y < 4 && top + y < image->height; y++)
        for (uint32_t x = 0; x < 4 && left + x < image->width; x++)
            memcpy(image->pixels + 4 * ((size_t)(top + y) * image->width + left + x), pixels[4 * y + x], 4);
}

/* Returns how many rows the file has. */
static uint64_t read_blocks(const dds_file *file)
{
    hone_image *image = file->image;
    size_t across = (image->width + 3) / 4, down = (image->height + 3) / 4;
    size_t block_size = is_half_size(file->kind) ? 8 : 16, whole = file->size / block_size / across;
    down = whole < down ? whole : down;
    for (size_t i = 0; i < across * down; i++) {
        uint8_t pixels[16][4];
        decode_block(file->kind, file->bytes + block_size * i, pixels);
        put_block(image, (uint32_t)(i % across) * 4, (uint32_t)(i / across) * 4, pixels);
    }
    return 4 * (uint64_t)down;
}

static uint64_t read_masked(const dds_file *file)
{
    size_t step = file->bits / 8, width = file->image->width;
    HONE_ASSERT(step > 0); /* read_format accepts whole bytes only */
    size_t whole = file->size / step / width, rows = whole < file->image->height ? whole : file->image->height;
    for (size_t i = 0; i < rows * width; i++) {
        uint32_t pixel = 0;
        for (size_t b = 0; b < step; b++) pixel |= (uint32_t)file->bytes[step * i + b] << (8 * b);
        for (size_t c = 0; c < 4; c++)
            file->image->pixels[4 * i + c] = hone_channel_read(&file->channels[c], pixel, c == 3 ? 255 : 0);
    }
    return rows;
}

bool hone_dds_decode(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_image *out,
                     hone_error *error)
{
    if (size < HEADER)
        return hone_fail(error, HONE_ERROR_FORMAT, size, "the dds file ends too early, at byte %zu", size);
    dds_file file = {.image = out};
    size_t pixels_at;
    if (!read_format(&file, bytes, size, &pixels_at, error))
        return false;
    file.bytes = bytes + pixels_at;
    file.size = size - pixels_at;
    uint32_t pixels_per_byte = HONE_IMAGE_CUT_MAX * (is_half_size(file.kind) ? 2 : 1);
    if (!hone_image_begin("dds", hone_load_u32(bytes + 16), hone_load_u32(bytes + 12), size, pixels_per_byte, allocator,
                          out, error))
        return false;
    return hone_image_end(out, file.kind == MASKED ? read_masked(&file) : read_blocks(&file), false) ||
           hone_fail(error, HONE_ERROR_FORMAT, size, "the dds file ends too early, at byte %zu", size);
}
