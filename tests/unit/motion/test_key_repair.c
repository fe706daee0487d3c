/* The parts of bone keys, with vectors and without. */
#include "core/motion/bone_parts.h"
#include "files/format/vmd/fourth_bytes.h"
#include "support/plain/plain_motion.h"
#include "support/support.h"
#include <stdlib.h>

/* A key whose rotation has nearly unit length, most often. Half of the keys have one number that needs a repair: a
 * control point, a coordinate that is not finite, or a late frame. */
static hone_bone_key random_key(test_random *random)
{
    static const float lengths[] = {1, 1 + 1e-7f, 1 + 2e-7f, 1 - 3e-6f, 1 + 5e-6f, 1 + 6e-6f, 1 - 9e-3f, 1.02f, 0};
    hone_bone_key key = {.frame = test_random_u32(random) >> 1};
    uint32_t odd = test_random_u32(random) % 32;
    test_random_quat(random, key.rotation);
    float length = lengths[test_random_u32(random) % (sizeof lengths / sizeof *lengths)];
    for (int i = 0; i < 4; i++) key.rotation[i] *= length;
    for (int i = 0; i < 3; i++) key.translation[i] = test_random_float(random, -9, 9);
    uint8_t *points = (uint8_t *)key.curves;
    for (int i = 0; i < 16; i++) points[i] = test_random_u32(random) & 127;
    if (odd < 16)
        points[odd] |= test_random_u32(random) & 128;
    else if (odd < 19)
        key.translation[odd - 16] = odd & 1 ? INFINITY : -NAN;
    else if (odd == 19)
        key.frame |= UINT32_C(1) << 31;
    else if (odd < 24)
        key.rotation[odd - 20] = odd & 1 ? NAN : INFINITY;
    return key;
}

static void keys_are_repaired_to_the_same_bits_without_vectors(void **state)
{
    (void)state;
    test_random random = {91};
    uint32_t good = 0;
    for (int n = 0; n < 100000; n++) {
        hone_bone_key key = random_key(&random), plain = key;
        hone_bone_parts parts = hone_bone_parts_load(&key);
        bool is_good = hone_repair_length(&parts);
        hone_bone_parts_store(&parts, &key);
        CHECK(test_plain_repair_length(&plain) == is_good);
        CHECK(memcmp(&plain, &key, sizeof key) == 0);
        good += is_good;
    }
    CHECK(good > 30000 && good < 50000);
}

static void every_fourth_byte_is_gathered_from_rows_at_any_distance(void **state)
{
    (void)state;
    uint8_t rows[64], got[16], plain[16];
    for (int i = 0; i < 64; i++) rows[i] = (uint8_t)(3 * i + 1);
    for (int step = 1; step <= 16; step++) {
        hone_vmd_fourth_bytes(rows, step, got);
        test_plain_fourth_bytes(rows, step, plain);
        for (int i = 0; i < 16; i++) assert_int_equal(got[i], rows[i / 4 * step + i % 4 * 4]);
        CHECK(memcmp(got, plain, sizeof got) == 0);
    }
}

TEST_GROUP(test_key_repair)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_repaired_to_the_same_bits_without_vectors),
        cmocka_unit_test(every_fourth_byte_is_gathered_from_rows_at_any_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
