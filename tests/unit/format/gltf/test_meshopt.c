/* Version 1 of the compression of attributes, and the filter of colours, which hone decodes itself. */
#include "files/format/gltf/meshopt/meshopt.h"
#include "support/make/files/make_meshopt.h"
#include "support/support.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static hone_meshopt_layout layout_of(const make_meshopt *m)
{
    return (hone_meshopt_layout){HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_PLAIN, m->count, m->stride};
}

/* ---- elements ---- */

/* Returns values that change little, much, hardly ever or never, by their channel. */
static uint32_t word_of(test_random *random, uint32_t channel, uint32_t i)
{
    switch (channel % 7) {
    case 0:
        return 0x12345678;
    case 1:
        return test_random_u32(random);
    case 2:
        return i * 3 + (test_random_u32(random) % 4 << 16);
    case 3:
        return test_random_u32(random) % 16 ? 0x3F800000 : test_random_u32(random);
    case 4:
        return (i & 1) << 24 | (i & 7) << 16 | (test_random_u32(random) & 1) << 8 | (test_random_u32(random) & 3);
    case 5:
        return i % 64 == 63 ? i : 5;
    default:
        return 0xFFFFFFF0 + i;
    }
}

static void fill(make_meshopt *m, uint32_t seed, uint8_t *elements)
{
    test_random random = {seed};
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t c = 0; c < m->stride / 4; c++) {
            uint32_t word = word_of(&random, c + seed, i);
            for (uint32_t k = 0; k < 4; k++) elements[i * m->stride + c * 4 + k] = (uint8_t)(word >> 8 * k);
        }
    for (uint32_t c = 0; c < m->stride / 4; c++) {
        uint8_t mode = (uint8_t)((c + seed) % 3);
        m->modes[c] = mode == 2 ? (uint8_t)(2 | (c + seed) % 16 << 4) : mode;
    }
}

typedef struct encoded {
    make_meshopt of;
    uint8_t *elements, *data;
    size_t size;
} encoded;

static encoded encode(uint32_t count, uint32_t stride, uint32_t seed)
{
    encoded e = {.of = {.count = count, .stride = stride}};
    e.elements = malloc((size_t)count * stride);
    e.data = malloc(make_meshopt_most(&e.of));
    fill(&e.of, seed, e.elements);
    e.size = make_meshopt_attributes(&e.of, e.elements, e.data);
    return e;
}

static void release(encoded *e)
{
    free(e->elements);
    free(e->data);
}

/* Decodes a copy of `size` bytes, so that reads and writes beyond an end are detected. out: NULL, or becomes what was
 * decoded. */
static bool decode(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out)
{
    size_t room = (size_t)(layout->count * layout->stride);
    uint8_t *copy = malloc(size ? size : 1), *decoded = malloc(room);
    if (size)
        memcpy(copy, data, size);
    bool done = hone_meshopt_decode(layout, copy, size, decoded);
    if (out)
        memcpy(out, decoded, room);
    free(copy);
    free(decoded);
    return done;
}

static void every_stride_count_and_mode_is_decoded(void **state)
{
    (void)state;
    unsigned planes = 0, numbers = 0;
    static const uint32_t counts[] = {1, 2, 15, 16, 17, 255, 256, 257, 600};
    for (uint32_t stride = 4; stride <= 256; stride += 4)
        for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            encoded e = encode(counts[i], stride, stride + i);
            hone_meshopt_layout layout = layout_of(&e.of);
            uint8_t *out = malloc((size_t)counts[i] * stride);
            CHECK(!hone_meshopt_needs_library(&layout, e.data, e.size));
            CHECK(hone_meshopt_least(&layout, e.data, e.size) <= e.size);
            CHECK(decode(&layout, e.data, e.size, out));
            assert_memory_equal(out, e.elements, (size_t)counts[i] * stride);
            planes |= e.of.planes;
            numbers |= e.of.numbers;
            free(out);
            release(&e);
        }
    assert_int_equal(planes, 15);
    assert_int_equal(numbers, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8);
}

/* Khronos' text gives these bytes and the differences that they stand for. */
static void the_example_of_the_specification_is_decoded(void **state)
{
    (void)state;
    static const uint8_t group[] = {0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5};
    static const int differences[16] = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
    uint8_t data[1 + 1 + 1 + sizeof group + 24] = {0xA1, 0xA8, 3}, out[16][4], sum = 100;
    const hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_PLAIN, 16, 4};
    memcpy(data + 3, group, sizeof group);
    data[sizeof data - 5] = sum;
    data[sizeof data - 2] = 7;
    CHECK(decode(&layout, data, sizeof data, *out));
    for (int i = 0; i < 16; i++) {
        sum = (uint8_t)(sum + differences[i]);
        const uint8_t expected[4] = {sum, 0, 0, 7};
        assert_memory_equal(out[i], expected, 4);
    }
}

/* The smallest data: nothing changes, so that a block of 1024 bytes takes one. */
static void what_never_changes_takes_a_thousandth(void **state)
{
    (void)state;
    uint8_t data[1 + 4 + 24] = {0xA1, 0xAA, 0xAA, 0xAA, 0xAA}, out[1024 * 4];
    hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_PLAIN, 1024, 4};
    memcpy(data + sizeof data - 5, "hone", 4);
    CHECK(decode(&layout, data, sizeof data, out));
    for (size_t i = 0; i < sizeof out; i++) assert_int_equal(out[i], "hone"[i % 4]);
    assert_int_equal(hone_meshopt_least(&layout, data, sizeof data), 4);
}

/* ---- damage ---- */

static void data_that_is_cut_or_too_long_is_refused(void **state)
{
    (void)state;
    encoded e = encode(304, 28, 3);
    hone_meshopt_layout layout = layout_of(&e.of);
    for (size_t size = 0; size < e.size; size++) CHECK(!decode(&layout, e.data, size, NULL));
    for (uint32_t groups = 1; groups < 40; groups++) {
        layout.count = groups * 16;
        assert_int_equal(decode(&layout, e.data, e.size, NULL), groups == 19);
    }
    release(&e);
}

static void unknown_modes_are_refused(void **state)
{
    (void)state;
    encoded e = encode(20, 4, 1);
    hone_meshopt_layout layout = layout_of(&e.of);
    for (int mode = 0; mode < 256; mode++) {
        e.data[e.size - 1] = (uint8_t)mode;
        assert_int_equal(decode(&layout, e.data, e.size, NULL), mode < 2 || (mode & 15) == 2);
    }
    release(&e);
}

static void damage_never_crashes(void **state)
{
    (void)state;
    test_random random = {5};
    encoded e = encode(400, 24, 2);
    hone_meshopt_layout layout = layout_of(&e.of);
    for (int i = 0; i < 5000; i++) {
        uint8_t *at = &e.data[1 + test_random_u32(&random) % (e.size - 1)], before = *at;
        *at = (uint8_t)test_random_u32(&random);
        decode(&layout, e.data, e.size, NULL);
        *at = before;
    }
    release(&e);
}

/* ---- colours ---- */

/* Red, green and blue of `bits` bits are converted to luma and its differences exactly, and back. */
static void check_colour(unsigned bits, const uint32_t rgba[4], uint32_t most)
{
    bool wide = most > 255;
    int all = (1 << bits) - 1, r = (int)rgba[0] & all, g = (int)rgba[1] & all, b = (int)rgba[2] & all;
    int co = (r - b) / 2, rest = b + co, cg = (g - rest) / 2, y = rest + cg; /* what is odd is lost */
    int alpha = (int)rgba[3] & all >> 1;
    const int in[4] = {y, co, cg, alpha | 1 << (bits - 1)};
    const int values[4] = {y + co - cg, y + cg, y - co - cg, 2 * alpha + (alpha & 1)};
    uint8_t bytes[8] = {0};
    for (int k = 0; k < 4; k++) {
        bytes[wide ? 2 * k : k] = (uint8_t)in[k];
        if (wide)
            bytes[2 * k + 1] = (uint8_t)(in[k] >> 8);
    }
    hone_meshopt_unfilter_colours(&(hone_meshopt_layout){HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_COLOUR, 1, wide ? 8 : 4},
                                  bytes);
    for (int k = 0; k < 4; k++) {
        double exact = (double)values[k] * most / all;
        int got = wide ? bytes[2 * k] | bytes[2 * k + 1] << 8 : bytes[k];
        CHECK_NEAR(got, fmin(fmax(floor(exact + 0.5), 0), most), 0);
    }
}

static void colours_have_any_number_of_bits(void **state)
{
    (void)state;
    test_random random = {9};
    for (unsigned bits = 2; bits <= 16; bits++)
        for (int i = 0; i < 2000; i++) {
            const uint32_t rgba[4] = {test_random_u32(&random), test_random_u32(&random), test_random_u32(&random),
                                      test_random_u32(&random)};
            check_colour(bits, rgba, 65535);
            if (bits <= 8)
                check_colour(bits, rgba, 255);
        }
}

static void no_bytes_of_colours_are_too_bad(void **state)
{
    (void)state;
    test_random random = {4};
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[8];
        for (int k = 0; k < 8; k++) bytes[k] = (uint8_t)(test_random_u32(&random) % 3 ? test_random_u32(&random) : 0);
        hone_meshopt_unfilter_colours(
            &(hone_meshopt_layout){HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_COLOUR, i % 2 ? 1 : 2, i % 2 ? 8 : 4}, bytes);
    }
}

TEST_GROUP(test_meshopt)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_stride_count_and_mode_is_decoded),
                                       cmocka_unit_test(the_example_of_the_specification_is_decoded),
                                       cmocka_unit_test(what_never_changes_takes_a_thousandth),
                                       cmocka_unit_test(data_that_is_cut_or_too_long_is_refused),
                                       cmocka_unit_test(unknown_modes_are_refused),
                                       cmocka_unit_test(damage_never_crashes),
                                       cmocka_unit_test(colours_have_any_number_of_bits),
                                       cmocka_unit_test(no_bytes_of_colours_are_too_bad)};
    return cmocka_run_group_tests_name("meshopt", tests, NULL, NULL);
}
