#include "base/files/byte_writer.h"
#include "files/format/readers.h"
#include "files/format/vmd/vmd.h"
#include "support/make/byte_order.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/io.h>
#include <stdio.h>
#include <string.h>

/* ---- files made here ---- */

static const char new_signature[30] = "Vocaloid Motion Data 0002";
static const char old_signature[30] = "Vocaloid Motion Data file";
static const char bare_signature[30] = "Vocaloid Motion Data";

static void put_field(hone_writer *w, const char *text, size_t size)
{
    size_t length = strlen(text);
    CHECK(length <= size);
    hone_write_bytes(w, text, length);
    hone_write_zeros(w, size - length);
}

static hone_writer begin_file(const char signature[30], const char *model_name, size_t name_size)
{
    hone_writer w = hone_writer_make(NULL);
    hone_write_bytes(&w, signature, 30);
    put_field(&w, model_name, name_size);
    return w;
}

static void put_bone(hone_writer *w, const char *name, uint32_t frame, float x, const uint8_t block[64])
{
    put_field(w, name, 15);
    hone_write_u32(w, frame);
    hone_write_floats(w, (const float[]){x, 2, 3}, 3);
    hone_write_floats(w, (const float[]){0, 0.6f, 0, 0.8f}, 4);
    if (block)
        hone_write_bytes(w, block, 64);
    else
        hone_write_zeros(w, 64);
}

static void put_morph(hone_writer *w, const char *name, uint32_t frame, float weight)
{
    put_field(w, name, 15);
    hone_write_u32(w, frame);
    hone_write_f32(w, weight);
}

static void put_camera(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_floats(w, (const float[]){-30, 1, 2, 3, 0.1f, 0.2f, 0.3f}, 7);
    for (uint8_t i = 0; i < 24; i++) hone_write_u8(w, i);
    hone_write_u32(w, 45);
    hone_write_u8(w, 1);
}

static void put_light(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_floats(w, (const float[]){0.1f, 0.2f, 0.3f, -1, -2, -3}, 6);
}

static void put_shadow(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_u8(w, 2);
    hone_write_f32(w, 0.05f);
}

static void put_property(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_u8(w, 0);
    hone_write_u32(w, 2);
    put_field(w, "leg IK", 20);
    hone_write_u8(w, 0);
    put_field(w, "exactly twenty bytes", 20);
    hone_write_u8(w, 1);
}

/* Every section, with 3, 2, 1, 1, 1, 1 records. `at` gets the start of each section, then the size. */
static hone_bytes whole_file(const char signature[30], size_t name_size, size_t at[7])
{
    hone_writer w = begin_file(signature, "doll", name_size);
    at[0] = w.bytes.size, hone_write_u32(&w, 3);
    put_bone(&w, "arm", 30, 1, NULL), put_bone(&w, "leg", 4, 5, NULL), put_bone(&w, "arm", 0, 9, NULL);
    at[1] = w.bytes.size, hone_write_u32(&w, 2);
    put_morph(&w, "smile", 8, 0.5f), put_morph(&w, "exactly15 bytes", 0, 1.5f);
    at[2] = w.bytes.size, hone_write_u32(&w, 1), put_camera(&w, 7);
    at[3] = w.bytes.size, hone_write_u32(&w, 1), put_light(&w, 6);
    at[4] = w.bytes.size, hone_write_u32(&w, 1), put_shadow(&w, 5);
    at[5] = w.bytes.size, hone_write_u32(&w, 1), put_property(&w, 60);
    at[6] = w.bytes.size;
    hone_bytes bytes;
    CHECK(hone_writer_finish(&w, &bytes, NULL));
    return bytes;
}

static hone_motion *read_bytes(const void *bytes, size_t size)
{
    hone_error error = {0};
    hone_motion *motion = hone_vmd_read(bytes, size, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

/* Reads the written file and releases its bytes. */
static hone_motion *read_file(hone_writer *w)
{
    hone_bytes bytes;
    CHECK(hone_writer_finish(w, &bytes, NULL));
    hone_motion *motion = read_bytes(bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return motion;
}

static bool warns(const hone_motion *motion, const char *part)
{
    hone_warnings warnings = hone_motion_warnings(motion);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (strstr(warnings.texts[i], part))
            return true;
    return false;
}

static uint32_t record_count(const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    return data->records.bone + data->records.morph + data->records.camera + data->records.light +
           data->records.shadow + data->records.property;
}

/* ---- reading ---- */

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
    hone_bytes bytes = whole_file(new_signature, 20, at);
    hone_motion *motion = read_bytes(bytes.data, bytes.size);
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
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_u32(&w, 4);
    for (uint32_t i = 0; i < 4; i++) put_bone(&w, "arm", i, 0, blocks[i]);
    hone_motion *motion = read_file(&w);
    const hone_bone_key *keys = hone_motion_get(motion)->bone_tracks->keys;
    for (int k = 0; k < 3; k++) {
        for (uint8_t c = 0; c < 4; c++)
            CHECK(keys[k].curves[c].x1 == c + 1 && keys[k].curves[c].y1 == c + 5 && keys[k].curves[c].x2 == c + 9 &&
                  keys[k].curves[c].y2 == c + 13);
        CHECK(keys[k].physics_off == (k == 1));
    }
    CHECK(keys[3].curves[3].x1 == 127 && warns(motion, "127"));
    hone_motion_release(motion);
}

static void vmd_may_end_after_any_section(void **state)
{
    (void)state;
    size_t at[7];
    const uint32_t records[7] = {0, 3, 5, 6, 7, 8, 9};
    hone_bytes bytes = whole_file(new_signature, 20, at);
    for (int i = 0; i < 7; i++)
        for (size_t extra = 0; extra < 4 && at[i] + extra <= bytes.size; extra++) {
            hone_motion *motion = read_bytes(bytes.data, at[i] + extra);
            CHECK(record_count(motion) == records[i] && hone_motion_warnings(motion).count == 0);
            hone_motion_release(motion);
        }
    hone_bytes_release(&bytes);
}

static void vmd_cut_at_any_byte_gives_its_whole_records(void **state)
{
    (void)state;
    size_t at[7];
    hone_bytes bytes = whole_file(new_signature, 20, at);
    uint32_t last = 0;
    for (size_t size = 0; size <= bytes.size; size++) {
        uint8_t *exact = test_malloc(size ? size : 1); /* so that a read past the end is detected */
        memcpy(exact, bytes.data, size);
        hone_error error = {0};
        hone_motion *motion = hone_vmd_read(exact, size, NULL, &error);
        CHECK(!motion == (size < 50));
        CHECK(motion || (error.code == HONE_ERROR_FORMAT && error.message[0]));
        uint32_t count = motion ? record_count(motion) : 0;
        CHECK(count >= last && count <= 9);
        last = count;
        hone_motion_release(motion);
        test_free(exact);
    }
    CHECK(last == 9);
    hone_motion *cut = read_bytes(bytes.data, at[1] - 1);
    CHECK(record_count(cut) == 2 && warns(cut, "cut short"));
    hone_motion_release(cut);
    hone_bytes_release(&bytes);
}

static void vmd_ignores_what_follows_the_last_section(void **state)
{
    (void)state;
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_zeros(&w, 6 * 4);
    hone_write_bytes(&w, "tail of no meaning", 18);
    hone_motion *motion = read_file(&w);
    CHECK(record_count(motion) == 0 && hone_motion_warnings(motion).count == 0);
    hone_motion_release(motion);
}

static void vmd_finds_the_length_of_the_models_name(void **state)
{
    (void)state;
    const struct {
        const char *signature;
        size_t name_size;
        bool odd;
    } cases[] = {{old_signature, 10, false}, {bare_signature, 20, false}, {new_signature, 20, false},
                 {new_signature, 10, true},  {old_signature, 20, true},   {bare_signature, 10, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t at[7];
        hone_bytes bytes = whole_file(cases[i].signature, cases[i].name_size, at);
        hone_motion *motion = read_bytes(bytes.data, bytes.size);
        CHECK(record_count(motion) == 9);
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

static void vmd_drops_keys_without_a_name(void **state)
{
    (void)state;
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_u32(&w, 3);
    put_bone(&w, "", 5, 0, NULL), put_bone(&w, "arm", 1, 0, NULL), put_bone(&w, "", 6, 0, NULL);
    hone_motion *motion = read_file(&w);
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->bone_track_count == 1 && data->records.bone == 3 && data->bone_tracks->key_count == 1);
    CHECK(warns(motion, "without a name"));
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
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_u32(&w, KEYS);
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t r = test_random_u32(&random), n = i % 100 < NAMES ? i % NAMES : r % NAMES;
        uint32_t frame = r / 64 % (n ? FRAMES : 8);
        last[n][frame] = i + 1;
        put_bone(&w, names[n], frame, (float)i, NULL);
    }
    hone_motion *motion = read_file(&w);
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
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_u32(&w, KEYS);
    for (uint32_t k = 0; k < KEYS; k++) {
        size_t at = w.bytes.size;
        float q[4] = {0.5f * scales[k], -0.5f * scales[k], 0.7f * scales[k], 0.1f * scales[k]};
        put_bone(&w, "arm", k, 0, NULL);
        for (size_t i = 0; i < 4; i++) put_f32(w.bytes.data + at + 31 + 4 * i, q[i]);
    }
    hone_motion *motion = read_file(&w);
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
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_u32(&w, 3);
    put_bone(&w, "arm", 5, 0, NULL), put_bone(&w, "arm", UINT32_C(0x80000001), 0, NULL),
        put_bone(&w, "arm", 6, 0, NULL);
    hone_motion *motion = read_file(&w);
    CHECK(hone_motion_get(motion)->bone_tracks->key_count == 2 && hone_motion_get(motion)->last_frame == 6);
    CHECK(warns(motion, "past frame 2^31"));
    hone_motion_release(motion);
}

/* Names that the table of names puts into the same slot. */
static void vmd_reads_names_that_collide(void **state)
{
    (void)state;
    enum { NAMES = 1500 };
    hone_writer w = begin_file(new_signature, "", 20);
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
            put_bone(&w, name, (uint32_t)round, 0, NULL);
            made++;
        }
    hone_motion *motion = read_file(&w);
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
        hone_writer w = begin_file(new_signature, "m", 20);
        hone_write_u32(&w, 3);
        for (int i = 0; i < 3; i++) put_bone(&w, names[e][i], 0, (float)i, NULL);
        hone_motion *motion = read_file(&w);
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
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_u32(&w, 2);
    size_t first = w.bytes.size;
    put_bone(&w, "arm", 5, 0, NULL), put_bone(&w, "arm", 1, 0, NULL);
    memcpy(w.bytes.data + first + 4, "leftovers", 9);
    hone_motion *motion = read_file(&w);
    CHECK(hone_motion_get(motion)->bone_track_count == 1 && hone_motion_get(motion)->bone_tracks->key_count == 2);
    hone_motion_release(motion);
}

/* One record more or less would make keys of the sections behind it. */
static void vmd_with_a_wrong_count_loses_no_other_section(void **state)
{
    (void)state;
    size_t at[7];
    for (int section = 0; section < 2; section++)
        for (int wrong = -1; wrong < 40; wrong++) {
            hone_bytes bytes = whole_file(new_signature, 20, at);
            bytes.data[at[section]] = (uint8_t)(bytes.data[at[section]] + wrong);
            hone_motion *motion = read_bytes(bytes.data, bytes.size);
            assert_int_equal(record_count(motion), 9);
            CHECK(warns(motion, "a wrong number of records") == (wrong != 0));
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
            hone_bytes bytes = whole_file(new_signature, 20, at);
            for (int b = 0; b < 4; b++) bytes.data[at[section] + (size_t)b] = (uint8_t)(counts[c] >> 8 * b);
            hone_motion *motion =
                hone_vmd_read(bytes.data, bytes.size, &(hone_load_desc){.allocator = &a.allocator}, NULL);
            bool repaired = section < 2 && warns(motion, "a wrong number of records");
            CHECK(motion && (repaired ? record_count(motion) == 9 : warns(motion, "cut short")));
            CHECK(record_count(motion) <= 30);
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
    hone_bytes bytes = whole_file(new_signature, 20, at);
    hone_error error = {0};
    hone_motion *motion = hone_vmd_read(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    CHECK(motion);
    hone_motion_release(motion);
    CHECK(!hone_vmd_read(bytes.data, at[1] + 8, &(hone_load_desc){.strict = true}, &error));
    CHECK(error.code == HONE_ERROR_FORMAT && error.at == at[1]);
    hone_bytes_release(&bytes);
}

/* ---- hostile files ---- */

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
    hone_bytes bytes = whole_file(new_signature, 20, at);
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
    hone_bytes bytes = whole_file(new_signature, 20, at);
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
    hone_writer w = begin_file(new_signature, "", 20);
    hone_write_zeros(&w, 4 * (size_t)section);
    hone_write_u32(&w, count);
    for (uint32_t i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%x", (unsigned)(i * 2654435761u));
        if (section < 2)
            put_field(&w, name, 15);
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
        CHECK(motion && record_count(motion) == 100000);
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
    hone_motion *motion = read_bytes(bytes.data, bytes.size);
    CHECK(motion != NULL);
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
}

/* ---- writing ---- */

/* Bones, a chain and morphs, with all kinds of names. */
static hone_model *model_to_play(void)
{
    const char *names[] = {"センター", "左足ＩＫ", "とても長い名前のボーン", "骨🦴", "arm"};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, 5, sizeof *bones);
    hone_ik *ik = hone_builder_array(builder, 1, sizeof *ik);
    hone_ik_link *link = hone_builder_array(builder, 1, sizeof *link);
    hone_morph *morph = hone_builder_array(builder, 1, sizeof *morph);
    CHECK(bones && ik && link && morph);
    for (int i = 0; i < 5; i++)
        bones[i] = (hone_bone){.name = hone_builder_text(builder, names[i], strlen(names[i])),
                               .parent = HONE_NONE,
                               .flags = HONE_BONE_MOVABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    *ik = (hone_ik){1, 0, 10, 1, 1, link};
    link->bone = 4;
    bones[1].flags |= HONE_BONE_IK;
    *morph = (hone_morph){.name = hone_builder_text(builder, "あ", 3), .kind = HONE_MORPH_VERTEX};
    hone_error error = {0};
    hone_model *model = hone_model_create(
        builder, &(hone_model_data){.name = "模型", .skeleton = {5, bones, 1, ik}, .morph_count = 1, .morphs = morph},
        NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static hone_bytes written(const hone_motion *motion)
{
    hone_bytes bytes;
    hone_error error = {0};
    if (!hone_motion_write_vmd(motion, NULL, &bytes, &error))
        fail_msg("%s", error.message);
    return bytes;
}

static bool same_curves(const hone_curve *a, const hone_curve *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static void check_same_tracks(const hone_motion_data *a, const hone_motion_data *b)
{
    CHECK(a->bone_track_count == b->bone_track_count && a->morph_track_count == b->morph_track_count);
    for (uint32_t t = 0; t < a->bone_track_count; t++) {
        CHECK(a->bone_tracks[t].key_count == b->bone_tracks[t].key_count);
        for (uint32_t k = 0; k < a->bone_tracks[t].key_count; k++) {
            const hone_bone_key *x = &a->bone_tracks[t].keys[k], *y = &b->bone_tracks[t].keys[k];
            CHECK(x->frame == y->frame && x->physics_off == y->physics_off && same_curves(x->curves, y->curves, 4));
            CHECK(memcmp(x->translation, y->translation, sizeof x->translation) == 0);
            CHECK(memcmp(x->rotation, y->rotation, sizeof x->rotation) == 0);
        }
    }
    for (uint32_t t = 0; t < a->morph_track_count; t++) {
        CHECK(a->morph_tracks[t].key_count == b->morph_tracks[t].key_count);
        for (uint32_t k = 0; k < a->morph_tracks[t].key_count; k++)
            CHECK(a->morph_tracks[t].keys[k].frame == b->morph_tracks[t].keys[k].frame &&
                  a->morph_tracks[t].keys[k].weight == b->morph_tracks[t].keys[k].weight);
    }
}

static void check_same_scene(const hone_motion_data *a, const hone_motion_data *b)
{
    CHECK(a->camera_key_count == b->camera_key_count && a->light_key_count == b->light_key_count);
    CHECK(a->shadow_key_count == b->shadow_key_count && a->property_key_count == b->property_key_count);
    for (uint32_t k = 0; k < a->camera_key_count; k++) {
        const hone_camera_key *x = &a->camera_keys[k], *y = &b->camera_keys[k];
        CHECK(x->frame == y->frame && same_curves(x->curves, y->curves, 6) && x->camera.fov == y->camera.fov);
        CHECK(memcmp(x->camera.target, y->camera.target, sizeof x->camera.target) == 0);
        CHECK(memcmp(x->camera.angles, y->camera.angles, sizeof x->camera.angles) == 0);
        CHECK(x->camera.distance == y->camera.distance && x->camera.orthographic == y->camera.orthographic);
    }
    for (uint32_t k = 0; k < a->light_key_count; k++)
        CHECK(memcmp(&a->light_keys[k], &b->light_keys[k], sizeof a->light_keys[k]) == 0);
    for (uint32_t k = 0; k < a->shadow_key_count; k++)
        CHECK(a->shadow_keys[k].frame == b->shadow_keys[k].frame && a->shadow_keys[k].mode == b->shadow_keys[k].mode &&
              a->shadow_keys[k].distance == b->shadow_keys[k].distance);
    for (uint32_t k = 0; k < a->property_key_count; k++) {
        const hone_property_key *x = &a->property_keys[k], *y = &b->property_keys[k];
        CHECK(x->frame == y->frame && x->visible == y->visible && x->state_count == y->state_count);
        for (uint32_t s = 0; s < x->state_count; s++) CHECK(x->states[s].enabled == y->states[s].enabled);
    }
}

static void written_vmd_reads_back_the_same(void **state)
{
    (void)state;
    hone_model *model = model_to_play();
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 3, .scene = true}, NULL);
    hone_bytes bytes = written(motion);
    hone_motion *back = read_bytes(bytes.data, bytes.size);
    CHECK(hone_motion_warnings(back).count == 0);
    assert_string_equal(hone_motion_get(back)->model_name, "模型");
    CHECK(hone_motion_get(back)->last_frame == hone_motion_get(motion)->last_frame);
    check_same_tracks(hone_motion_get(motion), hone_motion_get(back));
    check_same_scene(hone_motion_get(motion), hone_motion_get(back));
    hone_bytes again = written(back);
    CHECK(again.size == bytes.size && memcmp(again.data, bytes.data, bytes.size) == 0);
    /* all names find their bones again, also one that CP932 cannot express and one that was cut */
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = back}, NULL);
    CHECK(hone_sampler_bound_count(sampler) == 6);
    hone_sampler_destroy(sampler);
    hone_bytes_release(&again);
    hone_bytes_release(&bytes);
    hone_motion_release(back);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void written_curves_fill_four_rows_with_the_switch_over_the_first(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    CHECK(track && keys);
    for (uint8_t k = 0; k < 2; k++) {
        keys[k] = (hone_bone_key){.frame = k, .rotation = {0, 0, 0, 1}, .physics_off = k == 1};
        for (uint8_t c = 0; c < 4; c++)
            keys[k].curves[c] = (hone_curve){(uint8_t)(c + 1), (uint8_t)(c + 5), (uint8_t)(c + 9), (uint8_t)(c + 13)};
    }
    *track = (hone_bone_track){{hone_builder_text(builder, "arm", 3), 0, {0}}, 2, keys};
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.bone_tracks = track, .bone_track_count = 1}, NULL, NULL);
    hone_bytes bytes = written(motion);
    CHECK(bytes.size == 50 + 6 * 4 + 2 * 111);
    for (uint8_t k = 0; k < 2; k++) {
        const uint8_t *block = bytes.data + 54 + 111 * k + 47;
        CHECK(block[2] == (k ? 99 : 0) && block[3] == (k ? 15 : 0));
        for (int i = 0; i < 64; i++) {
            int value = i % 16 + i / 16 + 1;
            CHECK(i == 2 || i == 3 || block[i] == (value <= 16 ? value : 0));
        }
    }
    hone_bytes_release(&bytes);
    hone_motion_release(motion);
}

static void writing_refuses_null_and_other_spaces_and_says_out_of_memory(void **state)
{
    (void)state;
    hone_bytes bytes;
    hone_error error = {0};
    CHECK(!hone_motion_write_vmd(NULL, NULL, &bytes, &error) && error.code == HONE_ERROR_ARGUMENT && !bytes.data);
    hone_motion *foreign =
        hone_motion_create(hone_builder_create(NULL, 0, NULL), &(hone_motion_data){.space = HONE_SPACE_X}, NULL, NULL);
    error = (hone_error){0};
    CHECK(!hone_motion_write_vmd(foreign, NULL, &bytes, &error) && error.code == HONE_ERROR_ARGUMENT && !bytes.data);
    hone_motion_release(foreign);
    hone_model *model = model_to_play();
    hone_motion *motion = make_motion(model, &(make_motion_desc){.scene = true}, NULL);
    for (uint64_t n = 0, done = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        error = (hone_error){0};
        done = hone_motion_write_vmd(motion, &a.allocator, &bytes, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && !bytes.data && a.live == 0));
        hone_bytes_release(&bytes);
        CHECK(a.live == 0);
    }
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- files of other programs ----------------------------------------------------------------------------------- */

static void check_real_file(const char *name, uint32_t bone_tracks, uint32_t bones, uint32_t morphs, uint32_t others,
                            uint32_t last_frame, unsigned *missing)
{
    char path[1024];
    hone_bytes bytes = {0};
    if (!test_data_path(name, path, sizeof path)) {
        (*missing)++;
        return;
    }
    CHECK(hone_file_read(path, NULL, &bytes, NULL));
    hone_motion *motion = read_bytes(bytes.data, bytes.size);
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->records.bone == bones && data->bone_track_count == bone_tracks && data->records.morph == morphs);
    CHECK(record_count(motion) == bones + morphs + others);
    CHECK(data->last_frame == last_frame);
    hone_bytes again = written(motion);
    hone_motion *back = read_bytes(again.data, again.size);
    check_same_tracks(data, hone_motion_get(back));
    check_same_scene(data, hone_motion_get(back));
    hone_motion_release(back);
    hone_bytes_release(&again);
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
}

static void real_files_have_the_counts_of_the_manifest(void **state)
{
    (void)state;
    unsigned missing = 0;
    check_real_file("mmd/three-mmd-loader/nonconforming/joint_orient_test.vmd", 3, 12, 0, 0, 30, &missing);
    check_real_file("mmd/three-mmd-loader/test_1bone_cube_motion.vmd", 1, 6, 0, 0, 49, &missing);
    check_real_file("mmd/three-mmd-loader/test_append_bone.vmd", 9, 13, 0, 1, 5, &missing);
    check_real_file("mmd/three-mmd-loader/generated/camera-light-vmd/camera-far.vmd", 0, 0, 0, 1, 0, &missing);
    check_real_file("mmd/three-mmd-loader/generated/camera-light-vmd/light-side.vmd", 0, 0, 0, 1, 0, &missing);
    check_real_file("mmd/three-mmd-loader/generated/morph-vmd/tiny-raise-half.vmd", 0, 0, 1, 0, 0, &missing);
    check_real_file("mmd/babylon-mmd/physics_toggle_test_v2_yyb10th.vmd", 1, 3, 0, 0, 21, &missing);
    check_real_file("mmd/babylon-mmd/physics_toggle_test_v3_yyb10th.vmd", 16, 17, 0, 0, 20, &missing);
    check_real_file("mmd/babylon-mmd/physics_toggle_test_yyb10th.vmd", 439, 454, 100, 1, 100, &missing);
    check_real_file("mmd/synthetic/synth_yw_test_model.vmd", 114, 570, 0, 0, 60, &missing);
    if (missing)
        test_skip(missing, "real motions");
}

TEST_GROUP(test_vmd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vmd_reads_every_field_of_every_section),
        cmocka_unit_test(vmd_curves_come_from_the_rows_that_the_switch_leaves_alone),
        cmocka_unit_test(vmd_may_end_after_any_section),
        cmocka_unit_test(vmd_cut_at_any_byte_gives_its_whole_records),
        cmocka_unit_test(vmd_ignores_what_follows_the_last_section),
        cmocka_unit_test(vmd_finds_the_length_of_the_models_name),
        cmocka_unit_test(vmd_refuses_what_is_no_vmd),
        cmocka_unit_test(vmd_drops_keys_without_a_name),
        cmocka_unit_test(vmd_sorts_mixed_records_into_tracks),
        cmocka_unit_test(vmd_brings_rotations_to_unit_length),
        cmocka_unit_test(vmd_drops_a_bone_key_past_the_last_frame),
        cmocka_unit_test(vmd_reads_names_that_collide),
        cmocka_unit_test(vmd_names_in_other_encodings_move_their_bones),
        cmocka_unit_test(vmd_names_end_at_the_first_nul_whatever_lies_behind),
        cmocka_unit_test(vmd_with_a_wrong_count_loses_no_other_section),
        cmocka_unit_test(vmd_with_impossible_counts_reads_what_is_there),
        cmocka_unit_test(strict_vmd_with_a_slip_is_an_error_that_names_the_place),
        cmocka_unit_test(vmd_with_flipped_bytes_is_read_or_refused),
        cmocka_unit_test(every_failed_allocation_is_an_error_and_leaks_nothing),
        cmocka_unit_test(vmd_memory_is_bounded_by_the_files_size),
        cmocka_unit_test(vmd_of_many_names_takes_time_in_proportion),
        cmocka_unit_test(written_vmd_reads_back_the_same),
        cmocka_unit_test(written_curves_fill_four_rows_with_the_switch_over_the_first),
        cmocka_unit_test(writing_refuses_null_and_other_spaces_and_says_out_of_memory),
        cmocka_unit_test(real_files_have_the_counts_of_the_manifest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
