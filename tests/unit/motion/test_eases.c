/* The curves that tracks are in: which share a place, and when a place is free. */
#include "core/motion/eases.h"
#include "core/motion/lanes/kernel.h"
#include "support/support.h"

enum { CURVE = 0x7f400040, OTHER = 0x7f40007f };

static void open_eases(hone_eases *eases, uint32_t most, hone_arena **memory)
{
    *memory = hone_arena_create(NULL, 0, NULL);
    CHECK(*memory && hone_eases_make(eases, most, *memory));
    hone_eases_begin(eases, 5);
}

static void end(hone_eases *eases)
{
    hone_eases_end(eases, hone_motion_best_kernel()->set_curves);
}

static void a_curve_between_the_same_keys_has_one_place(void **state)
{
    (void)state;
    hone_arena *memory;
    hone_eases eases;
    open_eases(&eases, 8, &memory);
    const uint32_t place = hone_eases_take(&eases, CURVE, 0, 10);
    assert_int_equal(place, 1);
    assert_int_equal(hone_eases_take(&eases, CURVE, 0, 10), 1);
    assert_int_equal(hone_eases_take(&eases, OTHER, 0, 10), 2);
    assert_int_equal(hone_eases_take(&eases, CURVE, 1, 10), 3);
    assert_int_equal(hone_eases_take(&eases, CURVE, 0, 11), 4);
    assert_int_equal(hone_eases_take(&eases, CURVE, 0, 10), 1);
    end(&eases);
    assert_int_equal(eases.solved_count, 1);
    assert_ptr_equal(eases.solved[0]->values, eases.values + 1);
    CHECK(eases.solved[0]->begin[2] == 1 && eases.solved[0]->length[2] == 9 &&
          eases.solved[0]->per_length[2] == 1 / 9.0);
    hone_arena_destroy(memory);
}

/* From its last key on a curve is out of use, and before its first. */
static void a_place_is_free_outside_of_its_keys(void **state)
{
    (void)state;
    hone_arena *memory;
    hone_eases eases;
    open_eases(&eases, 20, &memory);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(hone_eases_take(&eases, CURVE + i, i == 3 ? 4 : 0, 10 + i), 1 + i);
    end(&eases);
    assert_int_equal(eases.solved_count, 2);
    hone_eases_begin(&eases, 10.5); /* the first has ended */
    assert_int_equal(hone_eases_take(&eases, OTHER, 10, 20), 1);
    assert_int_equal(hone_eases_take(&eases, OTHER, 9, 20), 11);
    hone_eases_begin(&eases, 3.5); /* the fourth has not begun */
    assert_int_equal(hone_eases_take(&eases, OTHER, 3, 4), 1);
    assert_int_equal(hone_eases_take(&eases, OTHER, 2, 4), 4);
    hone_eases_begin(&eases, 30);
    end(&eases);
    assert_int_equal(eases.solved_count, 0);
    hone_arena_destroy(memory);
}

static void no_curve_holds_frames_that_are_no_frames_of_keys(void **state)
{
    (void)state;
    static const double frames[] = {-1, 4294967295.0, 4294967296.0};
    hone_arena *memory;
    hone_eases eases;
    open_eases(&eases, 8, &memory);
    hone_eases_take(&eases, CURVE, 0, UINT32_MAX);
    end(&eases);
    for (int i = 0; i < 3; i++) {
        hone_eases_begin(&eases, frames[i]);
        end(&eases);
        assert_int_equal(eases.solved_count, 0);
    }
    hone_eases_begin(&eases, 4294967294.5);
    end(&eases);
    assert_int_equal(eases.solved_count, 1);
    hone_arena_destroy(memory);
}

static void a_step_backwards_forgets_curves_that_are_not_kept(void **state)
{
    (void)state;
    hone_arena *memory;
    hone_eases eases;
    open_eases(&eases, 8, &memory);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(hone_eases_take(&eases, CURVE + i, 0, 10), 1 + i);
    end(&eases);
    CHECK(!hone_eases_begin(&eases, 5.5));
    CHECK(!hone_eases_begin(&eases, 12));
    assert_int_equal(hone_eases_take(&eases, OTHER, 10, 20), 1);
    end(&eases);
    CHECK(hone_eases_begin(&eases, 8));
    CHECK(hone_eases_begin(&eases, 7.9)); /* one frame */
    hone_eases_forget(&eases);
    hone_eases_keep(&eases, 3);
    assert_int_equal(hone_eases_take(&eases, CURVE + 2, 0, 10), 3);
    assert_int_equal(hone_eases_take(&eases, CURVE + 1, 0, 11), 1);
    assert_int_equal(hone_eases_take(&eases, CURVE + 1, 0, 10), 2);
    assert_int_equal(hone_eases_take(&eases, CURVE, 0, 10), 4);
    hone_arena_destroy(memory);
}

static int prepared;

static void count_prepared(hone_ease_group *group)
{
    CHECK(group->stale);
    prepared++;
}

static void a_group_is_prepared_once_for_its_curves(void **state)
{
    (void)state;
    hone_arena *memory;
    hone_eases eases;
    open_eases(&eases, 20, &memory);
    prepared = 0;
    for (uint32_t i = 0; i < 9; i++) hone_eases_take(&eases, CURVE + i, 0, 10);
    hone_eases_end(&eases, count_prepared);
    assert_int_equal(prepared, 2);
    hone_eases_begin(&eases, 6);
    hone_eases_take(&eases, OTHER, 6, 10); /* in the second group */
    hone_eases_end(&eases, count_prepared);
    assert_int_equal(prepared, 3);
    assert_int_equal(eases.solved_count, 2);
    hone_arena_destroy(memory);
}

TEST_GROUP(test_eases)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_curve_between_the_same_keys_has_one_place),
        cmocka_unit_test(a_place_is_free_outside_of_its_keys),
        cmocka_unit_test(no_curve_holds_frames_that_are_no_frames_of_keys),
        cmocka_unit_test(a_step_backwards_forgets_curves_that_are_not_kept),
        cmocka_unit_test(a_group_is_prepared_once_for_its_curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
