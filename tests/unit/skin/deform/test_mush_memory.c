/* What delta mush and direct delta mush do without memory. */
#include "support/make/tube.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/skin.h>

/* The mesh is so large that each array is an allocation of its own. */
static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 40, .along = 120}, &t);
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++) {
        bool done = false;
        uint64_t failed = 0;
        hone_skin *skin = tube_compile(&t);
        for (; !done; failed++) {
            test_allocator allocator;
            test_allocator_make(&allocator, failed);
            const hone_mush_desc desc = {.mesh = &t.mesh, .iterations = 1, .allocator = &allocator.allocator};
            hone_error error = {0};
            done = hone_skin_add_mush(skin, m, &desc, &error);
            CHECK(done == (allocator.calls <= failed));
            CHECK(done || error.code == HONE_ERROR_MEMORY);
            CHECK(done == (hone_skin_reach(skin, m) > 0));
            if (done)
                hone_skin_release(skin);
            assert_int_equal(allocator.live, 0);
        }
        CHECK(failed > 15);
    }
    tube_release(&t);
}

TEST_GROUP(test_mush_memory)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failed_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
