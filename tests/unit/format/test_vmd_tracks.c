/* Keys and names of a VMD. */
#include "base/files/byte_writer.h"
#include "support/make/byte_order.h"
#include "support/make/files/make_vmd.h"
#include "support/support.h"
#include <hone/io.h>
#include <stdio.h>
#include <string.h>

static void vmd_curves_come_from_the_rows_that_the_switch_leaves_alone(void **state)
{
    (void)state;
    uint8_t blocks[4][64] = {{0}};
    for (uint8_t row = 0; row < 4; row++)
        for (uint8_t column = 0; column + row < 16; column++)
            blocks[0][16 * row + column] = (uint8_t)(column + row + 1);
    memcpy(blocks[1], blocks[0], 64);
    blocks[1][2] = 99, blocks[1][3] = 15; /* physics off: not Z.x1 and R.x1 */
    memcpy(blocks[2], blocks[0], 16);     /* as from a writer that knows only the first row */
    memset(blocks[3], 200, 64);
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_u32(&w, 4);
    for (uint32_t i = 0; i < 4; i++) make_vmd_bone(&w, "arm", i, 0, blocks[i]);
    hone_motion *motion = vmd_read_file(&w);
    const hone_bone_key *keys = hone_motion_get(motion)->bone_tracks->keys;
    for (int k = 0; k < 3; k++) {
        for (uint8_t c = 0; c < 4; c++)
            CHECK(keys[k].curves[c].x1 == c + 1 && keys[k].curves[c].y1 == c + 5 && keys[k].curves[c].x2 == c + 9 &&
                  keys[k].curves[c].y2 == c + 13);
        CHECK(keys[k].physics_off == (k == 1));
    }
    CHECK(keys[3].curves[3].x1 == 127 && vmd_warns(motion, "127"));
    hone_motion_release(motion);
}

static void vmd_drops_keys_without_a_name(void **state)
{
    (void)state;
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_u32(&w, 3);
    make_vmd_bone(&w, "", 5, 0, NULL), make_vmd_bone(&w, "arm", 1, 0, NULL), make_vmd_bone(&w, "", 6, 0, NULL);
    hone_motion *motion = vmd_read_file(&w);
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->bone_track_count == 1 && data->records.bone == 3 && data->bone_tracks->key_count == 1);
    CHECK(vmd_warns(motion, "without a name"));
    hone_motion_release(motion);
}

/* Names of every length that differ in one byte only, in any order. Frames repeat, and both short and long tracks are
 * sorted. Each key says in `x` which record it was. */
static void vmd_sorts_mixed_records_into_tracks(void **state)
{
    (void)state;
    enum { NAMES = 60, KEYS = 6000, FRAMES = 400 };
    static uint32_t last[NAMES][FRAMES]; /* 1 + the last record of each name and frame */
    char names[NAMES][16] = {{0}};
    test_random random = {11};
    memset(last, 0, sizeof last);
    for (int n = 0; n < NAMES; n++) {
        memset(names[n], 'a', (size_t)(n % 15) + 1);
        names[n][n % 15] = (char)('b' + n / 15);
    }
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_u32(&w, KEYS);
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t r = test_random_u32(&random), n = i % 100 < NAMES ? i % NAMES : r % NAMES;
        uint32_t frame = r / 64 % (n ? FRAMES : 8);
        last[n][frame] = i + 1;
        make_vmd_bone(&w, names[n], frame, (float)i, NULL);
    }
    hone_motion *motion = vmd_read_file(&w);
    const hone_motion_data *data = hone_motion_get(motion);
    assert_int_equal(data->bone_track_count, NAMES);
    for (uint32_t t = 0; t < NAMES; t++) {
        const hone_bone_track *track = &data->bone_tracks[t];
        assert_string_equal(track->name.text, names[t]); /* the first NAMES records have the names in order */
        uint32_t k = 0;
        for (uint32_t frame = 0; frame < FRAMES; frame++) {
            if (!last[t][frame])
                continue;
            CHECK(k < track->key_count && track->keys[k].frame == frame);
            CHECK(track->keys[k++].translation[0] == (float)(last[t][frame] - 1));
        }
        assert_int_equal(k, track->key_count);
    }
    hone_motion_release(motion);
}

/* Rotations whose length is nearly 1, on both sides of every limit of the repair, get it exactly. A key that has it
 * keeps its bits. */
static void vmd_brings_rotations_to_unit_length(void **state)
{
    (void)state;
    static const float scales[] = {1, 1 + 1e-7f, 1 - 2e-7f, 1 + 3e-6f, 1 - 4e-6f, 1 + 6e-6f, 1 - 2e-4f, 1.009f, 0.991f};
    enum { KEYS = sizeof scales / sizeof *scales };
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_u32(&w, KEYS);
    for (uint32_t k = 0; k < KEYS; k++) {
        size_t at = w.bytes.size;
        float q[4] = {0.5f * scales[k], -0.5f * scales[k], 0.7f * scales[k], 0.1f * scales[k]};
        make_vmd_bone(&w, "arm", k, 0, NULL);
        for (size_t i = 0; i < 4; i++) put_f32(w.bytes.data + at + 31 + 4 * i, q[i]);
    }
    hone_motion *motion = vmd_read_file(&w);
    const hone_bone_track *track = hone_motion_get(motion)->bone_tracks;
    assert_int_equal(hone_motion_warnings(motion).count, 0);
    const double unit[4] = {0.5, -0.5, (double)0.7f, (double)0.1f};
    for (uint32_t k = 0; k < KEYS; k++)
        for (int i = 0; i < 4; i++) CHECK_NEAR(track->keys[k].rotation[i], unit[i], k < 2 ? 1e-7 : 4e-8);
    CHECK(track->keys[0].rotation[2] == 0.7f && track->keys[1].rotation[2] == 0.7f * (1 + 1e-7f));
    hone_motion_release(motion);
}

static void vmd_drops_a_bone_key_past_the_last_frame(void **state)
{
    (void)state;
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_u32(&w, 3);
    make_vmd_bone(&w, "arm", 5, 0, NULL), make_vmd_bone(&w, "arm", UINT32_C(0x80000001), 0, NULL),
        make_vmd_bone(&w, "arm", 6, 0, NULL);
    hone_motion *motion = vmd_read_file(&w);
    CHECK(hone_motion_get(motion)->bone_tracks->key_count == 2 && hone_motion_get(motion)->last_frame == 6);
    CHECK(vmd_warns(motion, "past frame 2^31"));
    hone_motion_release(motion);
}

/* Names that the table of names puts into the same slot. */
static void vmd_reads_names_that_collide(void **state)
{
    (void)state;
    enum { NAMES = 1500 };
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_u32(&w, 2 * NAMES);
    for (int round = 0; round < 2; round++)
        for (uint32_t made = 0, tried = 1; made < NAMES; tried++) {
            char name[16];
            snprintf(name, sizeof name, "%07u", tried);
            uint64_t word = 0;
            for (int i = 0; i < 7; i++) word |= (uint64_t)(uint8_t)name[i] << 8 * i;
            uint64_t product = word * UINT64_C(0x94d049bb133111eb);
            if ((product >> 32 ^ product >> 47) % 256 != 7)
                continue;
            make_vmd_bone(&w, name, (uint32_t)round, 0, NULL);
            made++;
        }
    hone_motion *motion = vmd_read_file(&w);
    const hone_motion_data *data = hone_motion_get(motion);
    assert_int_equal(data->bone_track_count, NAMES);
    for (uint32_t t = 0; t < NAMES; t++) CHECK(data->bone_tracks[t].key_count == 2);
    hone_motion_release(motion);
}

/* Names as UTF-8 and as a Chinese system writes them move the bones of MMD; one that is cut moves its bone, too. */
static void vmd_names_in_other_encodings_move_their_bones(void **state)
{
    (void)state;
    static const char *const names[2][3] = {
        {"センター", "左足ＩＫ", "左つま先Ｉ"}, /* the last: five characters of six */
        {"\xa5\xbb\xa5\xf3\xa5\xbf\xa9\x60", "\xd7\xf3\xd7\xe3\xa3\xc9\xa3\xcb",
         "\xd7\xf3\xa4\xc4\xa4\xde\xcf\xc8\xa3\xc9\xa3\xcb"}};
    static const char *const bones[3] = {"センター", "左足ＩＫ", "左つま先ＩＫ"};
    for (int e = 0; e < 2; e++) {
        hone_writer w = make_vmd_begin(make_vmd_new, "m", 20);
        hone_write_u32(&w, 3);
        for (int i = 0; i < 3; i++) make_vmd_bone(&w, names[e][i], 0, (float)i, NULL);
        hone_motion *motion = vmd_read_file(&w);
        hone_builder *b = hone_builder_create(NULL, 0, NULL);
        hone_bone *made = hone_builder_array(b, 3, sizeof *made);
        for (int i = 0; i < 3; i++) made[i] = (hone_bone){.name = bones[i], .parent = HONE_NONE};
        const hone_model_data data = {.skeleton = {.bone_count = 3, .bones = made}};
        hone_error error = {0};
        hone_model *model = hone_model_create(b, &data, NULL, &error);
        hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, &error);
        assert_string_equal(error.message, "");
        assert_int_equal(hone_sampler_bound_count(sampler), 3);
        hone_sampler_destroy(sampler);
        hone_model_release(model);
        hone_motion_release(motion);
    }
}

static void vmd_names_end_at_the_first_nul_whatever_lies_behind(void **state)
{
    (void)state;
    hone_writer w = make_vmd_begin(make_vmd_new, "", 20);
    hone_write_u32(&w, 2);
    size_t first = w.bytes.size;
    make_vmd_bone(&w, "arm", 5, 0, NULL), make_vmd_bone(&w, "arm", 1, 0, NULL);
    memcpy(w.bytes.data + first + 4, "leftovers", 9);
    hone_motion *motion = vmd_read_file(&w);
    CHECK(hone_motion_get(motion)->bone_track_count == 1 && hone_motion_get(motion)->bone_tracks->key_count == 2);
    hone_motion_release(motion);
}

TEST_GROUP(test_vmd_tracks)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vmd_curves_come_from_the_rows_that_the_switch_leaves_alone),
        cmocka_unit_test(vmd_drops_keys_without_a_name),
        cmocka_unit_test(vmd_sorts_mixed_records_into_tracks),
        cmocka_unit_test(vmd_brings_rotations_to_unit_length),
        cmocka_unit_test(vmd_drops_a_bone_key_past_the_last_frame),
        cmocka_unit_test(vmd_reads_names_that_collide),
        cmocka_unit_test(vmd_names_in_other_encodings_move_their_bones),
        cmocka_unit_test(vmd_names_end_at_the_first_nul_whatever_lies_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
