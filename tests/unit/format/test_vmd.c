/* Sections of a VMD: which are read where the file ends early or counts wrong. */
#include "base/files/byte_writer.h"
#include "files/format/readers.h"
#include "support/make/files/make_vmd.h"
#include "support/support.h"
#include <hone/io.h>
#include <string.h>

static void check_tracks(const hone_motion_data *data)
{
    CHECK(data->bone_track_count == 2 && data->records.bone == 3);
    const hone_bone_track *arm = data->bone_tracks;
    assert_string_equal(arm->name.text, "arm");
    CHECK(arm->key_count == 2 && arm->keys[0].frame == 0 && arm->keys[1].frame == 30);
    CHECK(arm->keys[0].translation[0] == 9 && arm->keys[1].translation[0] == 1 && arm->keys[1].translation[2] == 3);
    CHECK(arm->keys[0].rotation[1] == 0.6f && arm->keys[0].rotation[3] == 0.8f && !arm->keys[0].physics_off);
    assert_string_equal(arm[1].name.text, "leg");
    CHECK(data->morph_track_count == 2 && data->records.morph == 2);
    assert_string_equal(data->morph_tracks[1].name.text, "exactly15 bytes");
    CHECK(data->morph_tracks[0].keys[0].frame == 8 && data->morph_tracks[0].keys[0].weight == 0.5f);
}

static void vmd_reads_every_field_of_every_section(void **state)
{
    (void)state;
    size_t at[7];
    hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
    hone_motion *motion = vmd_read_bytes(bytes.data, bytes.size);
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->format == HONE_FORMAT_VMD && data->space == HONE_SPACE_MMD);
    assert_string_equal(data->model_name, "doll");
    check_tracks(data);
    const hone_camera_key *camera = data->camera_keys;
    CHECK(data->camera_key_count == 1 && camera->frame == 7 && camera->camera.distance == -30);
    CHECK(camera->camera.target[2] == 3 && camera->camera.angles[0] == 0.1f && camera->camera.fov == 45);
    CHECK(camera->camera.orthographic);
    for (uint8_t c = 0; c < 6; c++) /* x1, x2, y1, y2 in the file */
        CHECK(camera->curves[c].x1 == 4 * c && camera->curves[c].x2 == 4 * c + 1 && camera->curves[c].y1 == 4 * c + 2 &&
              camera->curves[c].y2 == 4 * c + 3);
    CHECK(data->light_key_count == 1 && data->light_keys->frame == 6 && data->light_keys->light.colour[1] == 0.2f &&
          data->light_keys->light.direction[2] == -3);
    CHECK(data->shadow_key_count == 1 && data->shadow_keys->frame == 5 && data->shadow_keys->mode == 2 &&
          data->shadow_keys->distance == 0.05f);
    const hone_property_key *property = data->property_keys;
    CHECK(data->property_key_count == 1 && property->frame == 60 && !property->visible && property->state_count == 2);
    assert_string_equal(property->states[0].name.text, "leg IK");
    assert_string_equal(property->states[1].name.text, "exactly twenty bytes");
    CHECK(!property->states[0].enabled && property->states[1].enabled);
    CHECK(data->last_frame == 60 && hone_motion_warnings(motion).count == 0);
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
}

static void vmd_may_end_after_any_section(void **state)
{
    (void)state;
    size_t at[7];
    const uint32_t records[7] = {0, 3, 5, 6, 7, 8, 9};
    hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
    for (int i = 0; i < 7; i++)
        for (size_t extra = 0; extra < 4 && at[i] + extra <= bytes.size; extra++) {
            hone_motion *motion = vmd_read_bytes(bytes.data, at[i] + extra);
            CHECK(vmd_record_count(motion) == records[i] && hone_motion_warnings(motion).count == 0);
            hone_motion_release(motion);
        }
    hone_bytes_release(&bytes);
}

static void vmd_cut_at_any_byte_gives_its_whole_records(void **state)
{
    (void)state;
    size_t at[7];
    hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
    uint32_t last = 0;
    for (size_t size = 0; size <= bytes.size; size++) {
        uint8_t *exact = test_malloc(size ? size : 1); /* so that a read past the end is detected */
        memcpy(exact, bytes.data, size);
        hone_error error = {0};
        hone_motion *motion = hone_vmd_read(exact, size, NULL, &error);
        CHECK(!motion == (size < 50));
        CHECK(motion || (error.code == HONE_ERROR_FORMAT && error.message[0]));
        uint32_t count = motion ? vmd_record_count(motion) : 0;
        CHECK(count >= last && count <= 9);
        last = count;
        hone_motion_release(motion);
        test_free(exact);
    }
    CHECK(last == 9);
    hone_motion *cut = vmd_read_bytes(bytes.data, at[1] - 1);
    CHECK(vmd_record_count(cut) == 2 && vmd_warns(cut, "cut short"));
    hone_motion_release(cut);
    hone_bytes_release(&bytes);
}

static void vmd_ignores_what_follows_the_last_section(void **state)
{
    (void)state;
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_zeros(&w, 6 * 4);
    hone_write_bytes(&w, "tail of no meaning", 18);
    hone_motion *motion = vmd_read_file(&w);
    CHECK(vmd_record_count(motion) == 0 && hone_motion_warnings(motion).count == 0);
    hone_motion_release(motion);
}

static void vmd_finds_the_length_of_the_models_name(void **state)
{
    (void)state;
    const struct {
        const char *signature;
        size_t name_size;
        bool odd;
    } cases[] = {{make_vmd_old, 10, false}, {make_vmd_bare, 20, false}, {make_vmd_new, 20, false},
                 {make_vmd_new, 10, true},  {make_vmd_old, 20, true},   {make_vmd_bare, 10, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t at[7];
        hone_bytes bytes = make_vmd_whole(cases[i].signature, cases[i].name_size, at);
        hone_motion *motion = vmd_read_bytes(bytes.data, bytes.size);
        CHECK(vmd_record_count(motion) == 9);
        check_tracks(hone_motion_get(motion));
        CHECK((hone_motion_warnings(motion).count != 0) == cases[i].odd);
        hone_motion_release(motion);
        hone_bytes_release(&bytes);
    }
}

static void vmd_refuses_what_is_no_vmd(void **state)
{
    (void)state;
    const char *bad[] = {"", "V", "Vocaloid Motion Dat",
                         "Vocaloid Pose Data file                                       "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        CHECK(!hone_vmd_read(bad[i], strlen(bad[i]), NULL, &error));
        CHECK(error.code == HONE_ERROR_FORMAT);
    }
}

/* One record more or less would make keys of the sections behind it. */
static void vmd_with_a_wrong_count_loses_no_other_section(void **state)
{
    (void)state;
    size_t at[7];
    for (int section = 0; section < 2; section++)
        for (int wrong = -1; wrong < 40; wrong++) {
            hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
            bytes.data[at[section]] = (uint8_t)(bytes.data[at[section]] + wrong);
            hone_motion *motion = vmd_read_bytes(bytes.data, bytes.size);
            assert_int_equal(vmd_record_count(motion), 9);
            CHECK(vmd_warns(motion, "a wrong number of records") == (wrong != 0));
            hone_motion_release(motion);
            hone_bytes_release(&bytes);
        }
}

static void vmd_with_impossible_counts_reads_what_is_there(void **state)
{
    (void)state;
    size_t at[7];
    const uint32_t counts[] = {UINT32_C(1) << 31, UINT32_MAX, 38693401 /* times 111 is 2^32 + 215 */, 1000};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (int section = 0; section < 6; section++) {
            test_allocator a;
            test_allocator_make(&a, UINT64_MAX);
            hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
            for (int b = 0; b < 4; b++) bytes.data[at[section] + (size_t)b] = (uint8_t)(counts[c] >> 8 * b);
            hone_motion *motion =
                hone_vmd_read(bytes.data, bytes.size, &(hone_load_desc){.allocator = &a.allocator}, NULL);
            bool repaired = section < 2 && vmd_warns(motion, "a wrong number of records");
            CHECK(motion && (repaired ? vmd_record_count(motion) == 9 : vmd_warns(motion, "cut short")));
            CHECK(vmd_record_count(motion) <= 30);
            CHECK(a.peak_size <= 16 * bytes.size + (1 << 20));
            hone_motion_release(motion);
            CHECK(a.live == 0);
            hone_bytes_release(&bytes);
        }
}

static void strict_vmd_with_a_slip_is_an_error_that_names_the_place(void **state)
{
    (void)state;
    size_t at[7];
    hone_bytes bytes = make_vmd_whole(make_vmd_new, 20, at);
    hone_error error = {0};
    hone_motion *motion = hone_vmd_read(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    CHECK(motion);
    hone_motion_release(motion);
    CHECK(!hone_vmd_read(bytes.data, at[1] + 8, &(hone_load_desc){.strict = true}, &error));
    CHECK(error.code == HONE_ERROR_FORMAT && error.at == at[1]);
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_vmd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vmd_reads_every_field_of_every_section),
        cmocka_unit_test(vmd_may_end_after_any_section),
        cmocka_unit_test(vmd_cut_at_any_byte_gives_its_whole_records),
        cmocka_unit_test(vmd_ignores_what_follows_the_last_section),
        cmocka_unit_test(vmd_finds_the_length_of_the_models_name),
        cmocka_unit_test(vmd_refuses_what_is_no_vmd),
        cmocka_unit_test(vmd_with_a_wrong_count_loses_no_other_section),
        cmocka_unit_test(vmd_with_impossible_counts_reads_what_is_there),
        cmocka_unit_test(strict_vmd_with_a_slip_is_an_error_that_names_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
