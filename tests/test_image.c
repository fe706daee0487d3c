/* Every kind of picture in, png out; damaged and lying files refused. */
#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"
#include "support/support.h"
#include <hone/image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 5, HEIGHT = 3, SIDE = 12 }; /* pictures made here; those of tests/data/image */

/* ---- what the samples show ---- */

static const uint8_t colours[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};

static uint32_t index_at(uint32_t x, uint32_t y)
{
    return (x + y) % 4;
}

static void four_colours(uint32_t x, uint32_t y, uint8_t out[4])
{
    memcpy(out, colours[index_at(x, y)], 4);
}

static void four_colours_with_hole(uint32_t x, uint32_t y, uint8_t out[4])
{
    four_colours(x, y, out);
    if (index_at(x, y) == 3)
        out[3] = 0;
}

static void two_colours(uint32_t x, uint32_t y, uint8_t out[4])
{
    memcpy(out, colours[index_at(x, y) % 2], 4);
}

static void four_greys(uint32_t x, uint32_t y, uint8_t out[4])
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
            four_colours_with_hole(x, y, c);
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

/* Rows of 8, 4 or 1 bits a pixel, padded to four bytes. */
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

/* Literals, runs of one, a jump that leaves colour 0, and the end. From the bottom: 2 3 0 1 2 / 1 2 3 0 1 / 0 1 2 3 0
 */
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
            four_colours_with_hole(mirrored ? WIDTH - 1 - column : column, top_down ? row : HEIGHT - 1 - row, c);
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
        four_colours_with_hole(i % WIDTH, i / WIDTH, c);
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

/* Two blocks of red and green: end colours in falling order, codes 0 and 1. */
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

/* Ends in rising order: code 2 is their mean, code 3 a hole. */
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

/* Alpha of code 2 everywhere: of falling ends a seventh of the way, of rising ones a fifth. */
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

typedef struct sample {
    const char *name;
    void (*make)(hone_writer *out); /* NULL: a file of tests/data/image */
    void (*expect)(uint32_t x, uint32_t y, uint8_t out[4]);
    int tolerance;
    bool needs_library; /* libpng, libjpeg */
} sample;

static const sample samples[] = {
    {"bmp 24", bmp_24, four_colours, 0, false},
    {"bmp 24, from the top, version 5", bmp_24_top_down, four_colours, 0, false},
    {"bmp 24, OS/2", bmp_core, four_colours, 0, false},
    {"bmp 32", bmp_32_alpha, four_colours_with_hole, 0, false},
    {"bmp 32, fourth byte 0", bmp_32_no_alpha, four_colours, 0, false},
    {"bmp 16", bmp_555, four_colours, 0, false},
    {"bmp 16, masks", bmp_565, four_colours, 0, false},
    {"bmp 8", bmp_8, four_colours, 0, false},
    {"bmp 4", bmp_4, four_colours, 0, false},
    {"bmp 1", bmp_1, two_colours, 0, false},
    {"bmp 8, runs", bmp_rle8, four_colours, 0, false},
    {"bmp 4, runs", bmp_rle4, four_colours, 0, false},
    {"tga 24", tga_24, four_colours, 0, false},
    {"tga 32, from the top right", tga_32_from_top_right, four_colours_with_hole, 0, false},
    {"tga 16", tga_16, four_colours, 0, false},
    {"tga grey", tga_grey, four_greys, 0, false},
    {"tga mapped", tga_mapped, four_colours, 0, false},
    {"tga runs", tga_runs, four_colours, 0, false},
    {"tga one run", tga_runs_one_colour, red, 0, false},
    {"dds masks", dds_masks, four_colours_with_hole, 0, false},
    {"dds dx10", dds_dx10, four_colours_with_hole, 0, false},
    {"dds bc1", dds_bc1, two_colours, 0, false},
    {"dds bc2", dds_bc2, two_colours, 0, false},
    {"dds bc3", dds_bc3, two_colours, 0, false},
    {"dds bc1 with a hole", dds_bc1_hole, red_green_mean_and_hole, 0, false},
    {"dds bc3 with alpha", dds_bc3_alpha, two_colours_with_alpha, 0, false},
    {"rgba.png", NULL, slopes_with_alpha, 0, true},
    {"rgb-interlaced.png", NULL, slopes, 0, true},
    {"grey-alpha-16.png", NULL, grey_slope_with_alpha, 0, true},
    {"palette.png", NULL, four_colours_with_hole, 0, true},
    {"rgb.jpg", NULL, slopes, 8, true},
    {"rgb-progressive.jpg", NULL, slopes, 8, true},
    {"cmyk.jpg", NULL, slopes, 8, true},
    {"grey.jpg", NULL, grey_slope, 8, true},
};
enum { SAMPLE_COUNT = sizeof samples / sizeof *samples };

static bool is_built_in(const sample *s)
{
    return hone_image_available() || !s->needs_library;
}

static hone_bytes sample_bytes(const sample *s)
{
    hone_bytes bytes = {0};
    if (s->make) {
        hone_writer writer = hone_writer_make(NULL);
        s->make(&writer);
        CHECK(hone_writer_finish(&writer, &bytes, NULL));
        return bytes;
    }
    char path[512];
    snprintf(path, sizeof path, HONE_SOURCE_DIR "/tests/data/image/%s", s->name);
    CHECK(hone_file_read(path, NULL, &bytes, NULL));
    return bytes;
}

/* What is wrong with the picture, or NULL. */
static const char *compare(const hone_image *image, const sample *s)
{
    uint32_t width = s->make ? WIDTH : SIDE, height = s->make ? HEIGHT : SIDE;
    if (image->width != width || image->height != height)
        return "size";
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint8_t want[4];
            const uint8_t *got = image->pixels + 4 * (y * width + x);
            s->expect(x, y, want);
            for (int c = 0; c < 4; c++)
                if (!(got[c] - want[c] <= s->tolerance && want[c] - got[c] <= s->tolerance))
                    return "pixel";
        }
    return NULL;
}

/* ---- tests ---- */

static void every_kind_of_picture_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        hone_bytes bytes = sample_bytes(&samples[i]);
        hone_image image = {0};
        hone_error error = {0};
        bool ok = hone_image_load_memory(bytes.data, bytes.size, NULL, &image, &error);
        const char *wrong = ok ? compare(&image, &samples[i]) : error.message;
        if (wrong && is_built_in(&samples[i]))
            fail_msg("%s: %s", samples[i].name, wrong);
        if (!is_built_in(&samples[i]))
            assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
        hone_image_release(&image);
        hone_bytes_release(&bytes);
    }
}

/* A cut file is refused, or all of its pixels were there already. The copy has no byte behind its end, for asan to
 * watch. */
static void cut_pictures_are_refused_or_whole(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        hone_bytes bytes = sample_bytes(&samples[i]);
        for (size_t size = 0; size < bytes.size && is_built_in(&samples[i]); size++) {
            uint8_t *cut = malloc(size ? size : 1);
            hone_image image = {0};
            hone_error error = {0};
            memcpy(cut, bytes.data, size);
            if (hone_image_load_memory(cut, size, &memory.allocator, &image, &error)) {
                if (compare(&image, &samples[i]))
                    fail_msg("%s cut at %zu is read as something else", samples[i].name, size);
            } else
                CHECK(error.code != HONE_OK && error.message[0] && !image.pixels);
            hone_image_release(&image);
            free(cut);
            assert_int_equal(memory.live, 0);
        }
        hone_bytes_release(&bytes);
    }
}

static void flipped_bits_do_no_harm(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        hone_bytes bytes = sample_bytes(&samples[i]);
        for (size_t bit = 0; bit < 8 * bytes.size; bit++) {
            hone_image image = {0};
            bytes.data[bit / 8] = (uint8_t)(bytes.data[bit / 8] ^ 1 << bit % 8);
            hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, NULL);
            hone_image_release(&image);
            assert_int_equal(memory.live, 0);
            bytes.data[bit / 8] = (uint8_t)(bytes.data[bit / 8] ^ 1 << bit % 8);
        }
        hone_bytes_release(&bytes);
    }
}

static void want_of_memory_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        hone_bytes bytes = sample_bytes(&samples[i]);
        test_allocator memory;
        hone_error error = {0};
        hone_image image = {0};
        test_allocator_make(&memory, 0);
        CHECK(!hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, &error));
        if (is_built_in(&samples[i]))
            assert_int_equal(error.code, HONE_ERROR_MEMORY);
        CHECK(!image.pixels && memory.live == 0);
        hone_bytes_release(&bytes);
    }
}

/* The size stands at `at`: 4 bytes of BMP and DDS, 2 of TGA, 4 of PNG the other way around. */
static void lie_about_size(uint8_t *bytes, size_t at, size_t size, bool big_endian, uint32_t side)
{
    for (size_t i = 0; i < size; i++) bytes[at + i] = (uint8_t)(side >> 8 * (big_endian ? size - 1 - i : i));
}

static void a_lie_about_the_size_is_found_before_memory_is_taken(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t at, size;
        bool big_endian;
    } lies[] = {{"bmp 24", 18, 4, false},   {"bmp 8, runs", 18, 4, false}, {"tga 24", 12, 2, false},
                {"tga runs", 12, 2, false}, {"dds bc1", 12, 4, false},     {"dds masks", 12, 4, false}};
    for (size_t l = 0; l < sizeof lies / sizeof *lies; l++)
        for (size_t i = 0; i < SAMPLE_COUNT; i++) {
            if (strcmp(samples[i].name, lies[l].name) != 0)
                continue;
            hone_bytes bytes = sample_bytes(&samples[i]);
            test_allocator memory;
            test_allocator_make(&memory, UINT64_MAX);
            hone_image image;
            hone_error error = {0};
            for (size_t k = 0; k < 2; k++)
                lie_about_size(bytes.data, lies[l].at + k * lies[l].size, lies[l].size, lies[l].big_endian, 8192);
            CHECK(!hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, &error));
            assert_int_equal(error.code, HONE_ERROR_FORMAT);
            assert_int_equal(memory.calls, 0);
            lie_about_size(bytes.data, lies[l].at, lies[l].size, lies[l].big_endian, 8193);
            CHECK(!hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, &error));
            assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
            assert_int_equal(memory.calls, 0);
            hone_bytes_release(&bytes);
        }
}

static void what_is_no_picture_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",   "B",    "PMX ",        "hello, world, this is a text of some length", "\x89PNG\r\n\x1a\n",
        "BM", "DDS ", "\xff\xd8\xff"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hone_image image = {1, 1, NULL, {0}};
        hone_error error = {0};
        CHECK(!hone_image_load_memory(texts[i], strlen(texts[i]), NULL, &image, &error));
        CHECK(error.code == HONE_ERROR_FORMAT || error.code == HONE_ERROR_UNSUPPORTED);
        CHECK(!image.pixels && image.width == 0);
    }
    hone_image image;
    hone_error error = {0};
    CHECK(!hone_image_load_memory(NULL, 0, NULL, &image, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
}

static void create_refuses_sides_out_of_range(void **state)
{
    (void)state;
    hone_image image;
    CHECK(!hone_image_create(0, 1, NULL, &image, NULL) && !image.pixels);
    CHECK(!hone_image_create(1, 16385, NULL, &image, NULL) && !image.pixels);
    CHECK(hone_image_create(16384, 1, NULL, &image, NULL));
    for (uint32_t i = 0; i < 4 * 16384; i++) assert_int_equal(image.pixels[i], 0);
    hone_image_release(&image);
    CHECK(!image.pixels && image.width == 0);
    hone_image_release(&image);
}

static hone_image random_image(uint32_t width, uint32_t height, bool opaque)
{
    hone_image image;
    test_random random = {7};
    CHECK(hone_image_create(width, height, NULL, &image, NULL));
    for (size_t i = 0; i < 4 * (size_t)width * height; i++)
        image.pixels[i] = i % 4 == 3 && opaque ? 255 : (uint8_t)test_random_u32(&random);
    return image;
}

static void png_brings_back_every_pixel(void **state)
{
    (void)state;
    for (int opaque = 0; opaque < 2; opaque++) {
        hone_image image = random_image(37, 23, opaque), back;
        hone_bytes bytes;
        hone_error error = {0};
        if (!hone_image_available()) {
            CHECK(!hone_image_write_png(&image, NULL, &bytes, &error) && error.code == HONE_ERROR_UNSUPPORTED);
            hone_image_release(&image);
            continue;
        }
        CHECK(hone_image_write_png(&image, NULL, &bytes, &error));
        assert_int_equal(bytes.data[25], opaque ? 2 : 6); /* colour type: without, with alpha */
        CHECK(hone_image_load_memory(bytes.data, bytes.size, NULL, &back, &error));
        CHECK(back.width == 37 && back.height == 23);
        assert_memory_equal(back.pixels, image.pixels, 4 * 37 * 23);
        hone_image_release(&back);
        hone_image_release(&image);
        hone_bytes_release(&bytes);
    }
}

static void png_writing_survives_want_of_memory(void **state)
{
    (void)state;
    hone_image image = random_image(64, 64, false);
    bool ok = !hone_image_available();
    for (uint64_t n = 0; !ok; n++) {
        test_allocator memory;
        hone_bytes bytes;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        ok = hone_image_write_png(&image, &memory.allocator, &bytes, &error);
        CHECK(ok || (error.code == HONE_ERROR_MEMORY && !bytes.data));
        hone_bytes_release(&bytes);
        assert_int_equal(memory.live, 0);
    }
    hone_image_release(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_picture_is_read),
        cmocka_unit_test(cut_pictures_are_refused_or_whole),
        cmocka_unit_test(flipped_bits_do_no_harm),
        cmocka_unit_test(want_of_memory_is_an_error),
        cmocka_unit_test(a_lie_about_the_size_is_found_before_memory_is_taken),
        cmocka_unit_test(what_is_no_picture_is_refused),
        cmocka_unit_test(create_refuses_sides_out_of_range),
        cmocka_unit_test(png_brings_back_every_pixel),
        cmocka_unit_test(png_writing_survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
