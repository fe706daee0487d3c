/* The scale of a time line. */
#include "support/support.h"
#include "view/dopesheet/time_scale.h"

static time_scale scale_of(double width, double end, double pixels)
{
    time_scale s = {.first = -1e9, .pixels = pixels};
    time_scale_resize(&s, width, end);
    return s;
}

static void frames_and_places_are_inverse(void **state)
{
    (void)state;
    time_scale s = scale_of(400, 1000, 4);
    time_scale_scroll(&s, 800);
    for (double frame = 0; frame < 1000; frame += 37.5)
        CHECK_NEAR(time_scale_frame(&s, time_scale_x(&s, frame)), frame, 1e-9);
    CHECK(time_scale_nearest(&s, time_scale_x(&s, 250.4)) == 250);
    CHECK(time_scale_nearest(&s, -1e9) == 0);
}

static void it_stays_between_frame_0_and_the_end(void **state)
{
    (void)state;
    time_scale s = scale_of(400, 1000, 4);
    CHECK_NEAR(time_scale_x(&s, 0), TIME_SCALE_MARGIN, 1e-9);
    time_scale_scroll(&s, -1e6);
    CHECK_NEAR(time_scale_x(&s, 0), TIME_SCALE_MARGIN, 1e-9);
    time_scale_scroll(&s, 1e6);
    CHECK_NEAR(time_scale_x(&s, 1000), 400 - TIME_SCALE_MARGIN, 1e-6);
    time_scale_resize(&s, 400, 20); /* it became shorter than the window */
    CHECK_NEAR(time_scale_x(&s, 0), TIME_SCALE_MARGIN, 1e-9);
}

static void zooming_keeps_the_frame_below_the_pointer(void **state)
{
    (void)state;
    time_scale s = scale_of(400, 1000, 4);
    time_scale_scroll(&s, 1200);
    double frame = time_scale_frame(&s, 150);
    time_scale_zoom(&s, 1.5, 150);
    CHECK_NEAR(s.pixels, 6, 1e-9);
    CHECK_NEAR(time_scale_frame(&s, 150), frame, 1e-9);
    for (int i = 0; i < 100; i++) time_scale_zoom(&s, 2, 150);
    CHECK(s.pixels <= 40);
    for (int i = 0; i < 100; i++) time_scale_zoom(&s, 0.5, 150);
    CHECK(s.pixels > 0);
    CHECK_NEAR(time_scale_x(&s, 0), TIME_SCALE_MARGIN, 1e-9);
}

static void all_frames_fit(void **state)
{
    (void)state;
    time_scale s = scale_of(400, 1000, 4);
    time_scale_fit(&s);
    CHECK_NEAR(time_scale_x(&s, 0), TIME_SCALE_MARGIN, 1e-6);
    CHECK_NEAR(time_scale_x(&s, 1000), 400 - TIME_SCALE_MARGIN, 1e-6);
}

static void it_scrolls_to_a_frame_only_if_that_is_hidden(void **state)
{
    (void)state;
    time_scale s = scale_of(400, 1000, 4);
    CHECK(!time_scale_show(&s, 50, false));
    CHECK(time_scale_show(&s, 200, false));
    CHECK_NEAR(time_scale_x(&s, 200), 400 - 24, 1e-9);
    CHECK(time_scale_show(&s, 500, true));
    CHECK_NEAR(time_scale_x(&s, 500), 24, 1e-9);
    CHECK(time_scale_show(&s, 30, false));
    CHECK_NEAR(time_scale_x(&s, 30), 24, 1e-9);
}

static void labels_have_room(void **state)
{
    (void)state;
    for (double pixels = 0.02; pixels < 40; pixels *= 1.3) {
        time_scale s = scale_of(400, 1e6, pixels);
        uint32_t minor = 0, step = time_scale_step(&s, 50, &minor);
        CHECK(step * pixels >= 50 || step == 108000);
        CHECK(minor > 0 && step % minor == 0);
    }
    time_scale s = scale_of(400, 1000, 4);
    uint32_t minor = 0;
    CHECK(time_scale_step(&s, 50, &minor) == 30 && minor == 10);
}

TEST_GROUP(test_view_time_scale)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_and_places_are_inverse),
        cmocka_unit_test(it_stays_between_frame_0_and_the_end),
        cmocka_unit_test(zooming_keeps_the_frame_below_the_pointer),
        cmocka_unit_test(all_frames_fit),
        cmocka_unit_test(it_scrolls_to_a_frame_only_if_that_is_hidden),
        cmocka_unit_test(labels_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
