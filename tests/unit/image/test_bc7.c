/* Blocks of BC7. What random blocks give was compared, byte by byte, with what Pillow makes of them. */
#include "base/files/byte_writer.h"
#include "support/support.h"
#include <hone/image.h>
#include <string.h>

enum { ACROSS = 64, BLOCKS = ACROSS * ACROSS, SIDE = 4 * ACROSS };

static hone_bytes make_dds(uint32_t format, const uint8_t *blocks, uint32_t across, uint32_t down)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes;
    hone_write_bytes(&out, "DDS ", 4);
    for (uint32_t i = 1; i < 32; i++)
        if (i == 21)
            hone_write_bytes(&out, "DX10", 4);
        else
            hone_write_u32(&out, i == 3 ? 4 * down : i == 4 ? 4 * across : i == 20 ? 4 : 0);
    for (int i = 0; i < 5; i++) hone_write_u32(&out, i == 0 ? format : 0);
    hone_write_bytes(&out, blocks, 16 * (size_t)across * down);
    assert_true(hone_writer_finish(&out, &bytes, NULL));
    return bytes;
}

static hone_image decode(uint32_t format, const uint8_t *blocks, uint32_t across, uint32_t down)
{
    hone_bytes bytes = make_dds(format, blocks, across, down);
    hone_image image;
    hone_error error = {0};
    if (!hone_image_load_memory(bytes.data, bytes.size, NULL, &image, &error))
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return image;
}

static void random_blocks_of_each_mode_are_as_others_read_them(void **state)
{
    (void)state;
    static const uint64_t expected[8] = {0x4d90fc0b102595cb, 0xd280cb6ce0457e31, 0x857e80e7bb6abe0d,
                                         0xe1e9cb0eb576f513, 0xdfac705404b256e9, 0x2ee88336802ca0b1,
                                         0x22c47f63a598ad19, 0xc22b3750e726c4bd};
    static uint8_t blocks[16 * BLOCKS];
    int wrong = 0;
    for (uint32_t mode = 0; mode < 8; mode++) {
        test_random random = {mode + 1};
        for (size_t i = 0; i < sizeof blocks; i++) {
            uint8_t byte = (uint8_t)(test_random_u32(&random) >> 13);
            blocks[i] = (uint8_t)(i % 16 ? byte : byte << (mode + 1) | 1 << mode);
        }
        hone_image image = decode(98 + mode % 2, blocks, ACROSS, ACROSS);
        uint64_t hash = hone_hash(image.pixels, 4 * (size_t)SIDE * SIDE);
        if (hash != expected[mode])
            print_error("mode %u: 0x%llx\n", mode, (unsigned long long)hash);
        wrong += hash != expected[mode];
        hone_image_release(&image);
    }
    assert_int_equal(wrong, 0);
}

/* Writes numbers into a block, lowest bit first. */
static void put(uint8_t block[16], uint32_t *at, uint32_t value, uint32_t bits)
{
    for (uint32_t i = 0; i < bits; i++, ++*at) block[*at / 8] |= (uint8_t)((value >> i & 1) << *at % 8);
}

/* Mode 6 has one subset with ends of 8 bits and 16 steps, so that a grey ramp is known from its definition alone. */
static void a_ramp_of_mode_6_is_what_it_says(void **state)
{
    (void)state;
    static const int weights[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    uint8_t block[16] = {0};
    uint32_t at = 0;
    put(block, &at, 1 << 6, 7);
    for (int c = 0; c < 4; c++) put(block, &at, c == 3 ? 127 : 10, 7), put(block, &at, c == 3 ? 127 : 110, 7);
    put(block, &at, 1, 1), put(block, &at, 1, 1);
    for (uint32_t t = 0; t < 16; t++) put(block, &at, t, t ? 4 : 3);
    assert_int_equal(at, 128);
    hone_image image = decode(98, block, 1, 1);
    for (int t = 0; t < 16; t++) {
        int grey = ((64 - weights[t]) * 21 + weights[t] * 221 + 32) / 64;
        const uint8_t *p = image.pixels + 4 * t;
        CHECK(p[0] == grey && p[1] == grey && p[2] == grey && p[3] == 255);
    }
    hone_image_release(&image);
}

static void a_block_of_no_mode_is_transparent(void **state)
{
    (void)state;
    uint8_t blocks[32] = {0, 1, 2, 3};
    blocks[16] = 0x40; /* mode 6, so that not everything is transparent, which would be repaired */
    memset(blocks + 17, 0xff, 15);
    hone_image image = decode(99, blocks, 2, 1);
    for (int c = 0; c < 4; c++) CHECK(image.pixels[c] == 0);
    CHECK(image.pixels[4 * 4 + 3] > 0);
    hone_image_release(&image);
}

TEST_GROUP(test_bc7)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_blocks_of_each_mode_are_as_others_read_them),
        cmocka_unit_test(a_ramp_of_mode_6_is_what_it_says),
        cmocka_unit_test(a_block_of_no_mode_is_transparent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
