/* VMD files that are damaged on purpose, and memory that is refused. */
#include "base/files/byte_writer.h"
#include "files/format/readers.h"
#include "support/make/files/make_vmd.h"
#include "support/support.h"
#include <hone/io.h>
#include <stdio.h>

/* Binds and samples the result, as a player would. */
static void play(const hone_motion *motion)
{
    hone_camera camera;
    hone_light light;
    uint8_t mode;
    float distance;
    for (double frame = -1; frame < 70; frame += 0.75) {
        if (hone_motion_camera(motion, frame, HONE_CURVE_EXACT, &camera))
            CHECK(isfinite(camera.distance) && isfinite(camera.fov));
        if (hone_motion_light(motion, frame, &light))
            CHECK_NEAR(light.direction[0] * light.direction[0] + light.direction[1] * light.direction[1] +
                           light.direction[2] * light.direction[2],
                       1, 1e-5);
        if (hone_motion_shadow(motion, frame, &mode, &distance))
            CHECK(mode <= 2 && distance >= 0 && distance <= 0.1f);
    }
}

static void vmd_with_flipped_bytes_is_read_or_refused(void **state)
{
    (void)state;
    size_t at[7];
    hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
    test_random random = {1};
    for (int i = 0; i < 3000; i++) {
        uint8_t kept[4];
        size_t where[4];
        for (int f = 0; f < 4; f++) {
            where[f] = test_random_u32(&random) % bytes.size;
            kept[f] = bytes.data[where[f]];
            bytes.data[where[f]] = (uint8_t)test_random_u32(&random);
        }
        hone_error error = {0};
        hone_motion *motion = hone_vmd_read(bytes.data, bytes.size, NULL, &error);
        CHECK(motion || error.code == HONE_ERROR_FORMAT);
        if (motion)
            play(motion);
        hone_motion_release(motion);
        for (int f = 3; f >= 0; f--) bytes.data[where[f]] = kept[f];
    }
    hone_bytes_release(&bytes);
}

static void every_failed_allocation_is_an_error_and_leaks_nothing(void **state)
{
    (void)state;
    size_t at[7];
    hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
    hone_motion *motion = NULL;
    for (uint64_t n = 0; !motion; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        motion = hone_vmd_read(bytes.data, bytes.size, &(hone_load_desc){.allocator = &a.allocator}, &error);
        CHECK(motion || error.code == HONE_ERROR_MEMORY);
        CHECK((a.live == 0) == !motion);
        if (motion) {
            CHECK(n > 3);
            hone_motion_release(motion);
            CHECK(a.live == 0);
        }
    }
    hone_bytes_release(&bytes);
}

/* A section of `count` records of `size` bytes without other content, each with a different name if it has one. */
static hone_bytes many_records(int section, uint32_t count, size_t size)
{
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_zeros(&w, 4 * (size_t)section);
    hone_write_u32(&w, count);
    for (uint32_t i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%x", (unsigned)(i * 2654435761u));
        if (section < 2)
            make_vmd_field(&w, name, 15);
        else
            hone_write_u32(&w, count - i);
        hone_write_zeros(&w, size - (section < 2 ? 15 : 4));
    }
    hone_bytes bytes;
    CHECK(hone_writer_finish(&w, &bytes, NULL));
    return bytes;
}

static void vmd_memory_is_bounded_by_the_files_size(void **state)
{
    (void)state;
    const size_t sizes[6] = {111, 23, 61, 28, 9, 9};
    for (int section = 0; section < 6; section++) {
        test_allocator a;
        test_allocator_make(&a, UINT64_MAX);
        hone_bytes bytes = many_records(section, 100000, sizes[section]);
        hone_motion *motion = hone_vmd_read(bytes.data, bytes.size, &(hone_load_desc){.allocator = &a.allocator}, NULL);
        CHECK(motion && vmd_record_count(motion) == 100000);
        CHECK(a.peak_size <= 16 * bytes.size + (1 << 20));
        hone_motion_release(motion);
        hone_bytes_release(&bytes);
    }
}

/* If the time grew with the square of the size, the test would reach its timeout. */
static void vmd_of_many_names_takes_time_in_proportion(void **state)
{
    (void)state;
    hone_bytes bytes = many_records(1, 320000, 23);
    hone_motion *motion = vmd_read_bytes(bytes.data, bytes.size);
    CHECK(motion != NULL);
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_vmd_hostile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vmd_with_flipped_bytes_is_read_or_refused),
        cmocka_unit_test(every_failed_allocation_is_an_error_and_leaks_nothing),
        cmocka_unit_test(vmd_memory_is_bounded_by_the_files_size),
        cmocka_unit_test(vmd_of_many_names_takes_time_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
