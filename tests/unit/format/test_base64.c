#include "files/format/common/base64.h"
#include "support/support.h"
#include <string.h>

static void base64_of_every_length_is_decoded(void **state)
{
    (void)state;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    test_random random = {3};
    uint8_t bytes[40], decoded[64];
    for (size_t size = 0; size <= sizeof bytes; size++) {
        char text[64];
        size_t length = (size * 8 + 5) / 6, written = 99;
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)test_random_u32(&random);
        for (size_t i = 0; i < length; i++) {
            unsigned value = 0;
            for (size_t bit = 6 * i; bit < 6 * i + 6; bit++)
                value = value << 1 | (bit / 8 < size ? (unsigned)bytes[bit / 8] >> (7 - bit % 8) & 1u : 0);
            text[i] = digits[value];
            if (i % 2 && value >= 62) /* the alphabet of URLs */
                text[i] = value == 62 ? '-' : '_';
        }
        memset(text + length, '=', 3);
        for (size_t padding = 0; padding < 3; padding++) {
            memset(decoded, 0xaa, sizeof decoded);
            CHECK(hone_base64_decode(text, length + padding, decoded, &written) && written == size);
            assert_memory_equal(decoded, bytes, size);
            CHECK(decoded[hone_base64_room(length)] == 0xaa);
        }
        for (size_t i = 0; i < length; i++) { /* every character is checked */
            char kept = text[i];
            for (const char *c = "=@[`{ \x80\xff"; *c; c++) {
                text[i] = *c;
                if (*c != '=' || i + 1 < length)
                    CHECK(!hone_base64_decode(text, length, decoded, &written));
            }
            text[i] = kept;
        }
    }
    size_t written;
    CHECK(!hone_base64_decode("A", 1, decoded, &written) && !hone_base64_decode("AAAAA", 5, decoded, &written));
}

TEST_GROUP(test_base64)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(base64_of_every_length_is_decoded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
