#include "support/image/pictures.h"
#include <hone/io.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 5, HEIGHT = 3, SIDE = 12 }; /* size of the pictures made here; size of those in tests/data/image */

/* ---- content of the samples ---- */

static const uint8_t colours[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};

static uint32_t index_at(uint32_t x, uint32_t y)
{
    return (x + y) % 4;
}

static void simd4_colours(uint32_t x, uint32_t y, uint8_t out[4])
{
    memcpy(out, colours[index_at(x, y)], 4);
}

static void simd4_colours_with_hole(uint32_t x, uint32_t y, uint8_t out[4])
{
    simd4_colours(x, y, out);
    if (index_at(x, y) == 3)
        out[3] = 0;
}

static void two_colours(uint32_t x, uint32_t y, uint8_t out[4])
{
    memcpy(out, colours[index_at(x, y) % 2], 4);
}

static void simd4_greys(uint32_t x, uint32_t y, uint8_t out[4])
{
    out[0] = out[1] = out[2] = (uint8_t)(index_at(x, y) * 60), out[3] = 255;
}

static void slopes(uint32_t x, uint32_t y, uint8_t out[4])
{
    out[0] = (uint8_t)(x * 20), out[1] = (uint8_t)(y * 20), out[2] = 128, out[3] = 255;
}

static void slopes_with_alpha(uint32_t x, uint32_t y, uint8_t out[4])
{
    slopes(x, y, out);
    out[3] = (uint8_t)(255 - 10 * x);
}

static void slopes_in_the_middle(uint32_t x, uint32_t y, uint8_t out[4])
{
    memset(out, 0, 4);
    if (x >= 2 && x < 10 && y >= 2 && y < 10)
        slopes(x, y, out);
}

static void grey_slope(uint32_t x, uint32_t y, uint8_t out[4])
{
    (void)y;
    out[0] = out[1] = out[2] = (uint8_t)(x * 20), out[3] = 255;
}

static void grey_slope_with_alpha(uint32_t x, uint32_t y, uint8_t out[4])
{
    grey_slope(x, y, out);
    out[3] = (uint8_t)(255 - 10 * x);
}

/* ---- bmp ---- */

static void bmp_head(hone_writer *out, uint32_t header_size, int32_t height, uint16_t bits, uint32_t compression,
                     uint32_t palette_size)
{
    hone_write_bytes(out, "BM", 2);
    hone_write_zeros(out, 8);
    hone_write_u32(out, 14 + header_size + palette_size);
    hone_write_u32(out, header_size);
    hone_write_i32(out, WIDTH);
    hone_write_i32(out, height);
    hone_write_u16(out, 1);
    hone_write_u16(out, bits);
    hone_write_u32(out, compression);
    hone_write_zeros(out, header_size - 20);
}

static void bmp_palette(hone_writer *out)
{
    for (int i = 0; i < 4; i++) {
        const uint8_t entry[4] = {colours[i][2], colours[i][1], colours[i][0], 0};
        hone_write_bytes(out, entry, 4);
    }
    hone_write_zeros(out, 12 * 4); /* sixteen entries */
}

static void bmp_24_rows(hone_writer *out, bool top_down)
{
    for (uint32_t row = 0; row < HEIGHT; row++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            const uint8_t *c = colours[index_at(x, top_down ? row : HEIGHT - 1 - row)];
            hone_write_bytes(out, (uint8_t[3]){c[2], c[1], c[0]}, 3);
        }
        hone_write_zeros(out, 1);
    }
}

static void bmp_24(hone_writer *out)
{
    bmp_head(out, 40, HEIGHT, 24, 0, 0);
    bmp_24_rows(out, false);
}

static void bmp_24_top_down(hone_writer *out)
{
    bmp_head(out, 124, -HEIGHT, 24, 0, 0);
    bmp_24_rows(out, true);
}

static void bmp_core(hone_writer *out)
{
    hone_write_bytes(out, "BM", 2);
    hone_write_zeros(out, 8);
    hone_write_u32(out, 26);
    hone_write_u32(out, 12);
    hone_write_u16(out, WIDTH);
    hone_write_u16(out, HEIGHT);
    hone_write_u16(out, 1);
    hone_write_u16(out, 24);
    bmp_24_rows(out, false);
}

static void bmp_32_pixels(hone_writer *out, bool alpha)
{
    for (uint32_t y = HEIGHT; y-- > 0;)
        for (uint32_t x = 0; x < WIDTH; x++) {
            uint8_t c[4];
            simd4_colours_with_hole(x, y, c);
            hone_write_bytes(out, (uint8_t[4]){c[2], c[1], c[0], alpha ? c[3] : 0}, 4);
        }
}

static void bmp_32_alpha(hone_writer *out)
{
    bmp_head(out, 40, HEIGHT, 32, 0, 0);
    bmp_32_pixels(out, true);
}

static void bmp_32_no_alpha(hone_writer *out)
{
    bmp_head(out, 40, HEIGHT, 32, 0, 0);
    bmp_32_pixels(out, false);
}

static void bmp_16_rows(hone_writer *out, const uint16_t values[4])
{
    for (uint32_t y = HEIGHT; y-- > 0;) {
        for (uint32_t x = 0; x < WIDTH; x++) hone_write_u16(out, values[index_at(x, y)]);
        hone_write_zeros(out, 2);
    }
}

static void bmp_555(hone_writer *out)
{
    bmp_head(out, 40, HEIGHT, 16, 0, 0);
    bmp_16_rows(out, (const uint16_t[4]){0x7c00, 0x03e0, 0x001f, 0x7fff});
}

static void bmp_565(hone_writer *out)
{
    bmp_head(out, 40, HEIGHT, 16, 3, 12);
    hone_write_u32(out, 0xf800);
    hone_write_u32(out, 0x07e0);
    hone_write_u32(out, 0x001f);
    bmp_16_rows(out, (const uint16_t[4]){0xf800, 0x07e0, 0x001f, 0xffff});
}

/* Writes rows of 8, 4 or 1 bits a pixel, padded to four bytes. */
static void bmp_packed(hone_writer *out, uint16_t bits)
{
    bmp_head(out, 40, HEIGHT, bits, 0, 64);
    bmp_palette(out);
    for (uint32_t y = HEIGHT; y-- > 0;) {
        uint8_t row[8] = {0};
        for (uint32_t x = 0; x < WIDTH; x++) {
            uint32_t index = index_at(x, y) & ((1u << bits) - 1), bit = x * bits;
            row[bit / 8] = (uint8_t)(row[bit / 8] | index << (8 - bits - bit % 8));
        }
        hone_write_bytes(out, row, (WIDTH * bits + 31u) / 32 * 4);
    }
}

static void bmp_8(hone_writer *out)
{
    bmp_packed(out, 8);
}

static void bmp_4(hone_writer *out)
{
    bmp_packed(out, 4);
}

static void bmp_1(hone_writer *out)
{
    bmp_packed(out, 1);
}

/* Literals, runs of one, a jump that leaves colour 0, and the end. From the bottom: 2 3 0 1 2 / 1 2 3 0 1 / 0 1 2 3
 * 0 */
static void bmp_rle8(hone_writer *out)
{
    bmp_head(out, 40, HEIGHT, 8, 1, 64);
    bmp_palette(out);
    const uint8_t runs[] = {0, 5, 2, 3, 0, 1, 2, 0, 0, 0, 1, 1, 1, 2, 1, 3, 0, 2,
                            1, 0, 1, 1, 0, 0, 1, 0, 0, 3, 1, 2, 3, 0, 1, 0, 0, 1};
    hone_write_bytes(out, runs, sizeof runs);
}

static void bmp_rle4(hone_writer *out)
{
    bmp_head(out, 40, HEIGHT, 4, 2, 64);
    bmp_palette(out);
    const uint8_t runs[] = {0, 5,    0x23, 0x01, 0x20, 0,    0, 0,    2, 0x12, 2, 0x30,
                            1, 0x10, 0,    0,    2,    0x01, 2, 0x23, 1, 0x00, 0, 1};
    hone_write_bytes(out, runs, sizeof runs);
}

/* ---- tga ---- */

static void tga_head(hone_writer *out, uint8_t map, uint8_t kind, uint8_t bits, uint8_t descriptor)
{
    const uint8_t head[18] = {3, map, kind, 0,     0, map ? 4 : 0, 0, map ? 24 : 0, 0,
                              0, 0,   0,    WIDTH, 0, HEIGHT,      0, bits,         descriptor};
    hone_write_bytes(out, head, sizeof head);
    hone_write_bytes(out, "id!", 3);
    for (int i = 0; map && i < 4; i++)
        hone_write_bytes(out, (uint8_t[3]){colours[i][2], colours[i][1], colours[i][0]}, 3);
}

static void tga_pixels(hone_writer *out, uint8_t bytes, bool mirrored, bool top_down)
{
    for (uint32_t row = 0; row < HEIGHT; row++)
        for (uint32_t column = 0; column < WIDTH; column++) {
            uint8_t c[4];
            simd4_colours_with_hole(mirrored ? WIDTH - 1 - column : column, top_down ? row : HEIGHT - 1 - row, c);
            hone_write_bytes(out, (uint8_t[4]){c[2], c[1], c[0], c[3]}, bytes);
        }
}

static void tga_24(hone_writer *out)
{
    tga_head(out, 0, 2, 24, 0);
    tga_pixels(out, 3, false, false);
}

static void tga_32_from_top_right(hone_writer *out)
{
    tga_head(out, 0, 2, 32, 0x38);
    tga_pixels(out, 4, true, true);
}

static void tga_16(hone_writer *out)
{
    const uint16_t values[4] = {0x7c00, 0x03e0, 0x001f, 0x7fff};
    tga_head(out, 0, 2, 16, 0x20);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) hone_write_u16(out, values[index_at(i % WIDTH, i / WIDTH)]);
}

static void tga_grey(hone_writer *out)
{
    tga_head(out, 0, 3, 8, 0x20);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) hone_write_u8(out, (uint8_t)(index_at(i % WIDTH, i / WIDTH) * 60));
}

static void tga_mapped(hone_writer *out)
{
    tga_head(out, 1, 1, 8, 0x20);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) hone_write_u8(out, (uint8_t)index_at(i % WIDTH, i / WIDTH));
}

/* Literals that cross a row, runs of one, literals. */
static void tga_runs(hone_writer *out)
{
    tga_head(out, 1, 9, 8, 0x20);
    const uint8_t packets[] = {6, 0, 1, 2, 3, 0, 1, 2, 0x80, 3, 0x80, 0, 0x80, 1, 4, 2, 3, 0, 1, 2};
    hone_write_bytes(out, packets, sizeof packets);
}

static void tga_runs_one_colour(hone_writer *out)
{
    tga_head(out, 0, 10, 24, 0x20);
    hone_write_bytes(out, (uint8_t[4]){0x80 | (WIDTH * HEIGHT - 1), 0, 0, 255}, 4);
}

static void red(uint32_t x, uint32_t y, uint8_t out[4])
{
    (void)x, (void)y;
    memcpy(out, colours[0], 4);
}

/* ---- dds ---- */

static void dds_head(hone_writer *out, uint32_t flags, const char *code, uint32_t bits, const uint32_t masks[4])
{
    hone_write_bytes(out, "DDS ", 4);
    hone_write_u32(out, 124);
    hone_write_u32(out, 0x1007);
    hone_write_u32(out, HEIGHT);
    hone_write_u32(out, WIDTH);
    hone_write_zeros(out, 56);
    hone_write_u32(out, 32);
    hone_write_u32(out, flags);
    hone_write_bytes(out, code, 4);
    hone_write_u32(out, bits);
    for (int i = 0; i < 4; i++) hone_write_u32(out, masks[i]);
    hone_write_zeros(out, 20);
}

static const uint32_t no_masks[4] = {0};

static void dds_rgba_pixels(hone_writer *out)
{
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        uint8_t c[4];
        simd4_colours_with_hole(i % WIDTH, i / WIDTH, c);
        hone_write_bytes(out, c, 4);
    }
}

static void dds_masks(hone_writer *out)
{
    dds_head(out, 0x41, "\0\0\0\0", 32, (const uint32_t[4]){0xff, 0xff00, 0xff0000, 0xff000000u});
    dds_rgba_pixels(out);
}

static void dds_dx10(hone_writer *out)
{
    dds_head(out, 4, "DX10", 0, no_masks);
    hone_write_u32(out, 28);
    hone_write_zeros(out, 16);
    dds_rgba_pixels(out);
}

/* Two blocks of red and green: end colours in descending order, codes 0 and 1. */
static void dds_colours(hone_writer *out, uint32_t block)
{
    uint32_t codes = 0;
    hone_write_u16(out, 0xf800);
    hone_write_u16(out, 0x07e0);
    for (uint32_t i = 0; i < 16; i++) codes |= (index_at(4 * block + i % 4, i / 4) % 2) << (2 * i);
    hone_write_u32(out, codes);
}

static void dds_bc1(hone_writer *out)
{
    dds_head(out, 4, "DXT1", 0, no_masks);
    for (uint32_t block = 0; block < 2; block++) dds_colours(out, block);
}

static void dds_bc2(hone_writer *out)
{
    dds_head(out, 4, "DXT3", 0, no_masks);
    for (uint32_t block = 0; block < 2; block++) {
        hone_write_bytes(out, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
        dds_colours(out, block);
    }
}

static void dds_bc3(hone_writer *out)
{
    dds_head(out, 4, "DXT5", 0, no_masks);
    for (uint32_t block = 0; block < 2; block++) {
        hone_write_bytes(out, "\xff\x00\x00\x00\x00\x00\x00\x00", 8);
        dds_colours(out, block);
    }
}

/* End colours in ascending order: code 2 is their mean, code 3 is transparent. */
static void dds_bc1_hole(hone_writer *out)
{
    static const uint32_t code_of[4] = {1, 0, 2, 3};
    dds_head(out, 4, "DXT1", 0, no_masks);
    for (uint32_t block = 0; block < 2; block++) {
        uint32_t codes = 0;
        hone_write_u16(out, 0x07e0);
        hone_write_u16(out, 0xf800);
        for (uint32_t i = 0; i < 16; i++) codes |= code_of[index_at(4 * block + i % 4, i / 4)] << (2 * i);
        hone_write_u32(out, codes);
    }
}

static void red_green_mean_and_hole(uint32_t x, uint32_t y, uint8_t out[4])
{
    static const uint8_t want[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {127, 127, 0, 255}, {0, 0, 0, 0}};
    memcpy(out, want[index_at(x, y)], 4);
}

/* Alpha code 2 everywhere: with descending ends a seventh of the way, with ascending ones a fifth. */
static void dds_bc3_alpha(hone_writer *out)
{
    dds_head(out, 4, "DXT5", 0, no_masks);
    for (uint32_t block = 0; block < 2; block++) {
        hone_write_u8(out, block ? 100 : 200);
        hone_write_u8(out, block ? 200 : 100);
        for (int i = 0; i < 2; i++) hone_write_bytes(out, "\x92\x24\x49", 3); /* 010 010 … from the lowest bit */
        dds_colours(out, block);
    }
}

static void two_colours_with_alpha(uint32_t x, uint32_t y, uint8_t out[4])
{
    two_colours(x, y, out);
    out[3] = x < 4 ? 185 : 120;
}

/* ---- the table ---- */

const test_picture test_pictures[TEST_PICTURE_COUNT] = {
    {"bmp 24", bmp_24, simd4_colours, 0, false},
    {"bmp 24, from the top, version 5", bmp_24_top_down, simd4_colours, 0, false},
    {"bmp 24, OS/2", bmp_core, simd4_colours, 0, false},
    {"bmp 32", bmp_32_alpha, simd4_colours_with_hole, 0, false},
    {"bmp 32, fourth byte 0", bmp_32_no_alpha, simd4_colours, 0, false},
    {"bmp 16", bmp_555, simd4_colours, 0, false},
    {"bmp 16, masks", bmp_565, simd4_colours, 0, false},
    {"bmp 8", bmp_8, simd4_colours, 0, false},
    {"bmp 4", bmp_4, simd4_colours, 0, false},
    {"bmp 1", bmp_1, two_colours, 0, false},
    {"bmp 8, runs", bmp_rle8, simd4_colours, 0, false},
    {"bmp 4, runs", bmp_rle4, simd4_colours, 0, false},
    {"tga 24", tga_24, simd4_colours, 0, false},
    {"tga 32, from the top right", tga_32_from_top_right, simd4_colours_with_hole, 0, false},
    {"tga 16", tga_16, simd4_colours, 0, false},
    {"tga grey", tga_grey, simd4_greys, 0, false},
    {"tga mapped", tga_mapped, simd4_colours, 0, false},
    {"tga runs", tga_runs, simd4_colours, 0, false},
    {"tga one run", tga_runs_one_colour, red, 0, false},
    {"dds masks", dds_masks, simd4_colours_with_hole, 0, false},
    {"dds dx10", dds_dx10, simd4_colours_with_hole, 0, false},
    {"dds bc1", dds_bc1, two_colours, 0, false},
    {"dds bc2", dds_bc2, two_colours, 0, false},
    {"dds bc3", dds_bc3, two_colours, 0, false},
    {"dds bc1 with a hole", dds_bc1_hole, red_green_mean_and_hole, 0, false},
    {"dds bc3 with alpha", dds_bc3_alpha, two_colours_with_alpha, 0, false},
    {"rgba.png", NULL, slopes_with_alpha, 0, true},
    {"rgb-interlaced.png", NULL, slopes, 0, true},
    {"grey-alpha-16.png", NULL, grey_slope_with_alpha, 0, true},
    {"palette.png", NULL, simd4_colours_with_hole, 0, true},
    {"rgb.jpg", NULL, slopes, 8, true},
    {"rgb-progressive.jpg", NULL, slopes, 8, true},
    {"cmyk.jpg", NULL, slopes, 8, true},
    {"grey.jpg", NULL, grey_slope, 8, true},
    {"rgba.webp", NULL, slopes_with_alpha, 0, true},
    {"rgb.webp", NULL, slopes, 12, true},
    {"rgba-lossy.webp", NULL, slopes_with_alpha, 12, true},
    {"animated.webp", NULL, slopes_in_the_middle, 0, true},
};

bool test_picture_is_built_in(const test_picture *picture)
{
#ifdef HONE_TESTS_READ_WEBP
    bool webp = true;
#else
    bool webp = false;
#endif
    if (strstr(picture->name, ".webp"))
        return webp;
    return hone_image_available() || !picture->needs_library;
}

hone_bytes test_picture_bytes(const test_picture *picture)
{
    hone_bytes bytes = {0};
    if (picture->make) {
        hone_writer writer = hone_writer_make(NULL);
        picture->make(&writer);
        CHECK(hone_writer_finish(&writer, &bytes, NULL));
        return bytes;
    }
    char path[512];
    snprintf(path, sizeof path, HONE_SOURCE_DIR "/tests/data/image/%s", picture->name);
    CHECK(hone_file_read(path, NULL, &bytes, NULL));
    return bytes;
}

const char *test_picture_compare(const test_picture *picture, const hone_image *image)
{
    uint32_t width = picture->make ? WIDTH : SIDE, height = picture->make ? HEIGHT : SIDE;
    if (image->width != width || image->height != height)
        return "size";
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint8_t want[4];
            const uint8_t *got = image->pixels + 4 * (y * width + x);
            picture->expect(x, y, want);
            for (int c = 0; c < 4; c++)
                if (!(got[c] - want[c] <= picture->tolerance && want[c] - got[c] <= picture->tolerance))
                    return "pixel";
        }
    return NULL;
}
