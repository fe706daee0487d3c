/* Which elements MMD finds by the names in its files. */
#include "core/motion/binding/mmd_names.h"
#include "support/support.h"

/* Checks of each name whether MMD finds the element that has it. */
static void check_found(const char *const *names, const bool *want, uint32_t count)
{
    hone_arena *memory = hone_arena_create(NULL, 0, NULL);
    hone_mmd_names known;
    CHECK(memory && hone_mmd_names_make(&known, count, memory));
    for (uint32_t i = 0; i < count; i++) hone_mmd_names_set(&known, i, names[i]);
    CHECK(hone_mmd_names_finish(&known, count, memory));
    for (uint32_t i = 0; i < count; i++)
        if (hone_mmd_names_find(&known, i) != want[i])
            fail_msg("name %u, %s", i, names[i]);
    hone_arena_destroy(memory);
}

static void the_first_element_of_a_name_is_found(void **state)
{
    (void)state;
    check_found((const char *const[]){"腕", "足", "腕", "arm"}, (const bool[]){true, true, false, true}, 4);
}

/* 15 bytes of CP932 are seven letters and the first byte of the eighth: it is 0x82 for both of the first two. */
static void names_are_equal_if_their_first_15_bytes_are(void **state)
{
    (void)state;
    check_found((const char *const[]){"左足の先のほねＡ", "左足の先のほねいろ", "左足の先のほね", "左足の先のほね骨"},
                (const bool[]){true, false, true, true}, 4);
    check_found((const char *const[]){"abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmn"},
                (const bool[]){true, false, true}, 3);
}

static void what_cp932_cannot_express_and_what_has_no_name_are_not_found(void **state)
{
    (void)state;
    check_found((const char *const[]){"骨🦴", "", "足", "Größe"}, (const bool[]){false, false, true, false}, 4);
}

static void a_lack_of_memory_is_reported_and_no_names_need_none(void **state)
{
    (void)state;
    uint32_t done = 0;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_arena *memory = hone_arena_create(&a.allocator, 0, NULL);
        hone_mmd_names known;
        done = memory && hone_mmd_names_make(&known, 1 << 12, memory);
        CHECK(!done || (known.names && known.bytes));
        hone_arena_destroy(memory);
        CHECK(a.live == 0 && (done || n < 9));
    }
    check_found(NULL, NULL, 0);
}

TEST_GROUP(test_mmd_names)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_element_of_a_name_is_found),
        cmocka_unit_test(names_are_equal_if_their_first_15_bytes_are),
        cmocka_unit_test(what_cp932_cannot_express_and_what_has_no_name_are_not_found),
        cmocka_unit_test(a_lack_of_memory_is_reported_and_no_names_need_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
