#include "files/format/hclip/hclip.h"
#include "files/format/readers.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static const float TOLERANCE = 0.001f;

static hone_model *make_model(void)
{
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){.ik = true}, &error);
    CHECK(model);
    return model;
}

static hone_motion *make_dance(const hone_model *model, uint64_t seed)
{
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = seed, .scene = true}, NULL);
    CHECK(motion);
    return motion;
}

static hone_bytes write_file(const hone_model *model, const hone_motion *const *motions, const char *const *names,
                             uint32_t count, hone_hclip_report *reports)
{
    hone_error error = {0};
    hone_bytes bytes;
    const hone_hclip_desc desc = {
        .model = model, .motions = motions, .names = names, .motion_count = count, .tolerance = TOLERANCE};
    if (!hone_motion_write_hclip(&desc, &bytes, reports, &error))
        fail_msg("%s", error.message);
    return bytes;
}

static hone_motion *read_file(const hone_bytes *bytes, const char *clip)
{
    hone_error error = {0};
    hone_motion *motion =
        hone_motion_load_memory(bytes->data, bytes->size, &(hone_load_desc){.strict = true, .clip = clip}, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

/* A model with a motion of the kinds that are stored in different ways: MMD's keys, and channels of a glTF. */
typedef struct subject {
    hone_model *model;
    hone_motion *motion;
} subject;

enum { SUBJECTS = 2 };

static subject make_subject(int which, uint64_t seed, uint32_t keys)
{
    subject out = {NULL, NULL};
    if (which == 0) {
        out.model = make_model();
        out.motion =
            make_motion(out.model, &(make_motion_desc){.seed = seed, .scene = true, .keys_per_track = keys}, NULL);
    } else {
        make_gltf *file = calloc(1, sizeof *file);
        CHECK(file);
        make_gltf_rich(file);
        hone_bytes glb = make_gltf_glb(file);
        out.model = hone_model_load_memory(glb.data, glb.size, NULL, NULL);
        out.motion = hone_motion_load_memory(glb.data, glb.size, NULL, NULL);
        hone_bytes_release(&glb);
        free(file);
    }
    CHECK(out.model && out.motion);
    return out;
}

static void release_subject(subject s)
{
    hone_motion_release(s.motion);
    hone_model_release(s.model);
}

/* Checks that two motions give nearly the same pose at a frame. */
static void check_pose(const hone_model *model, const hone_motion *a, const hone_motion *b, double frame, double most)
{
    const hone_motion *motions[2] = {a, b};
    hone_pose *poses[2];
    for (int i = 0; i < 2; i++) {
        hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motions[i]}, NULL);
        poses[i] = hone_pose_create(model, NULL, NULL);
        CHECK(sampler && poses[i]);
        hone_sampler_sample(sampler, frame, poses[i]);
        hone_sampler_destroy(sampler);
    }
    for (uint32_t n = 0; n < poses[0]->bone_count; n++) {
        const hone_transform *x = &poses[0]->bones[n], *y = &poses[1]->bones[n];
        for (int i = 0; i < 3; i++) CHECK_NEAR(x->translation[i], y->translation[i], most);
        for (int i = 0; i < 3; i++) CHECK_NEAR(x->scale[i], y->scale[i], 10 * most);
        CHECK_NEAR(fabsf(hone_quat_dot(x->rotation, y->rotation)), 1, most);
        CHECK(poses[0]->animated[n] == poses[1]->animated[n] && poses[0]->physics_off[n] == poses[1]->physics_off[n]);
    }
    for (uint32_t m = 0; m < poses[0]->morph_count; m++) CHECK_NEAR(poses[0]->morphs[m], poses[1]->morphs[m], 0.0021);
    for (uint32_t i = 0; i < poses[0]->ik_count; i++) CHECK(poses[0]->ik_enabled[i] == poses[1]->ik_enabled[i]);
    CHECK(poses[0]->visible == poses[1]->visible);
    hone_pose_destroy(poses[0]);
    hone_pose_destroy(poses[1]);
}

static void a_dance_plays_as_before(void **state)
{
    (void)state;
    hone_model *model = make_model();
    hone_motion *dance = make_dance(model, 3);
    hone_hclip_report report;
    hone_bytes bytes = write_file(model, (const hone_motion *const[]){dance}, NULL, 1, &report);
    hone_motion *back = read_file(&bytes, NULL);
    const hone_motion_data *data = hone_motion_get(back), *was = hone_motion_get(dance);
    CHECK(data->format == HONE_FORMAT_HCLIP && data->space == HONE_SPACE_MMD && data->packed &&
          hone_motion_moves(back));
    CHECK(report.rate == 30 && report.samples == was->last_frame + 1 && report.lost == 0);
    CHECK(report.pack.error <= (double)TOLERANCE && report.keyed > 0 && report.key_bytes < report.bytes);
    CHECK(report.rig_error <= (double)TOLERANCE && report.rig_error > 0);
    CHECK_NEAR(data->duration, was->duration, 1e-6);
    for (double f = 0; f < report.samples + 2; f += 0.25) check_pose(model, dance, back, f, 0.002);
    CHECK(hone_motion_is_for(back, model) && data->camera_key_count == was->camera_key_count);
    hone_camera a = HONE_CAMERA_DEFAULT, b = HONE_CAMERA_DEFAULT;
    CHECK(hone_motion_camera(dance, 7.5, HONE_CURVE_EXACT, &a) && hone_motion_camera(back, 7.5, HONE_CURVE_EXACT, &b));
    CHECK(a.distance == b.distance && memcmp(a.target, b.target, sizeof a.target) == 0);
    hone_bytes none;
    hone_error error = {0};
    CHECK(!hone_motion_write_vmd(back, NULL, &none, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_motion_release(back);
    hone_bytes_release(&bytes);
    hone_motion_release(dance);
    hone_model_release(model);
}

/* A motion with a key at each frame is smaller as samples, as far as the tolerance allows. */
static void dense_keys_are_sampled(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    const make_motion_desc made = {.seed = 2, .spacing = 1, .keys_per_track = 40, .straight = true};
    hone_motion *dance = make_motion(model, &made, NULL);
    const float tolerance = 2;
    const hone_hclip_desc desc = {
        .model = model, .motions = (const hone_motion *const[]){dance}, .motion_count = 1, .tolerance = tolerance};
    hone_hclip_report report;
    hone_bytes bytes;
    CHECK(hone_motion_write_hclip(&desc, &bytes, &report, NULL));
    CHECK(report.rig_error <= (double)tolerance && report.pack.error > 0);
    CHECK(report.keyed < hone_motion_get(dance)->bone_track_count);
    hone_bytes_release(&bytes);
    hone_motion_release(dance);
    hone_model_release(model);
}

/* Damaged keys are refused or repaired, and never read past their end. */
static void damaged_keys_are_no_danger(void **state)
{
    (void)state;
    for (int which = 0; which < SUBJECTS; which++) {
        subject s = make_subject(which, 9, 0);
        hone_bytes bytes = write_file(s.model, (const hone_motion *const[]){s.motion}, NULL, 1, NULL);
        uint32_t refused = 0;
        for (size_t at = HCLIP_HEADER; at < bytes.size; at++) {
            uint8_t was = bytes.data[at];
            bytes.data[at] = (uint8_t)(was ^ 0xff);
            hone_error error = {0};
            hone_motion *motion = hone_hclip_read(bytes.data, bytes.size, NULL, &error);
            CHECK(motion || error.code == HONE_ERROR_FORMAT || error.code == HONE_ERROR_UNSUPPORTED ||
                  error.code == HONE_ERROR_MEMORY);
            refused += motion == NULL;
            hone_motion_release(motion);
            bytes.data[at] = was;
        }
        CHECK(refused > 0);
        release_subject(s);
        hone_bytes_release(&bytes);
    }
}

static void a_packed_motion_can_be_packed_again(void **state)
{
    (void)state;
    hone_model *model = make_model();
    hone_motion *dance = make_dance(model, 4);
    hone_bytes once = write_file(model, (const hone_motion *const[]){dance}, NULL, 1, NULL);
    hone_motion *first = read_file(&once, NULL);
    hone_bytes twice = write_file(model, (const hone_motion *const[]){first}, NULL, 1, NULL);
    hone_motion *second = read_file(&twice, NULL);
    for (uint32_t f = 0; f < 20; f++) check_pose(model, dance, second, f, 0.004);
    hone_motion_release(first);
    hone_motion_release(second);
    hone_motion_release(dance);
    hone_model_release(model);
    hone_bytes_release(&once);
    hone_bytes_release(&twice);
}

static void a_file_holds_several_clips(void **state)
{
    (void)state;
    hone_model *model = make_model();
    hone_motion *dances[2] = {make_dance(model, 5), make_dance(model, 6)};
    hone_bytes bytes =
        write_file(model, (const hone_motion *const *)dances, (const char *const[]){"walk", "走る"}, 2, NULL);
    const char *const wanted[] = {NULL, "0", "1", "walk", "走る"};
    const int which[] = {0, 0, 1, 0, 1};
    for (int i = 0; i < 5; i++) {
        hone_motion *back = read_file(&bytes, wanted[i]);
        CHECK(hone_motion_get(back)->clip_count == 2 && strcmp(hone_motion_get(back)->clips[1].name, "走る") == 0);
        check_pose(model, dances[which[i]], back, 9, 0.002);
        hone_motion_release(back);
    }
    hone_error error = {0};
    CHECK(!hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.clip = "run"}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    CHECK(!hone_model_load_memory(bytes.data, bytes.size, NULL, &error) && error.code == HONE_ERROR_FORMAT);
    hone_motion_release(dances[0]);
    hone_motion_release(dances[1]);
    hone_model_release(model);
    hone_bytes_release(&bytes);
}

/* Channels of all paths: what the clip has not stays as it was. */
static void clips_of_gltf_play_as_before(void **state)
{
    (void)state;
    subject gltf = make_subject(1, 0, 0);
    const hone_model *model = gltf.model;
    const hone_motion *motion = gltf.motion;
    hone_hclip_report report;
    hone_bytes bytes = write_file(model, (const hone_motion *const[]){motion}, NULL, 1, &report);
    hone_motion *back = read_file(&bytes, NULL);
    CHECK(hone_motion_get(back)->source == hone_model_get(model)->source && report.pack.error <= (double)TOLERANCE);
    CHECK(report.rig_error <= (double)TOLERANCE && report.rig_error > 0);
    for (double f = 0; f <= 60; f += 0.25) check_pose(model, motion, back, f, 0.003);
    CHECK(report.channels == 1 && report.key_bytes > 0); /* the stepped one, which keeps its times */
    check_pose(model, motion, back, 14.9999, 0.003);
    check_pose(model, motion, back, 59.9999, 0.003);
    uint8_t parts[2][64] = {{0}}, morphs[2][64] = {{0}};
    for (int i = 0; i < 2; i++) {
        hone_sampler *sampler =
            hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = i ? back : motion}, NULL);
        hone_sampler_bound(sampler, parts[i], morphs[i]);
        CHECK(hone_sampler_bound_count(sampler) > 0);
        hone_sampler_destroy(sampler);
    }
    CHECK(memcmp(parts[0], parts[1], sizeof parts[0]) == 0 && memcmp(morphs[0], morphs[1], sizeof morphs[0]) == 0);
    hone_motion_release(back);
    release_subject(gltf);
    hone_bytes_release(&bytes);
}

static void other_spaces_and_missing_motions_are_refused(void **state)
{
    (void)state;
    hone_model *model = make_model();
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    track->name.text = hone_builder_text(builder, "a", 1);
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .bone_track_count = 1, .bone_tracks = track};
    hone_motion *foreign = hone_motion_create(builder, &data, NULL, NULL);
    const hone_hclip_desc wrong[] = {
        {.model = model},
        {.motions = (const hone_motion *const[]){foreign}, .motion_count = 1},
        {.model = model, .motions = (const hone_motion *const[]){foreign}},
        {.model = model, .motions = (const hone_motion *const[]){NULL}, .motion_count = 1},
        {.model = model, .motions = (const hone_motion *const[]){foreign}, .motion_count = 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hone_error error = {0};
        hone_bytes bytes;
        CHECK(!hone_motion_write_hclip(&wrong[i], &bytes, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
        CHECK(!bytes.data);
    }
    hone_motion_release(foreign);
    hone_model_release(model);
}

/* A motion of channels of which `strange` are for bones that no model has. */
static hone_motion *make_channels(const hone_model *model, uint32_t known, uint32_t strange)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_channel *channels = hone_builder_array(b, known + strange, sizeof *channels);
    for (uint32_t c = 0; c < known + strange; c++) {
        const char *name = c < known ? hone_model_skeleton(model)->bones[c].name : "elbow of another rig";
        hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
        double *times = hone_builder_array(b, 2, sizeof *times);
        float *values = hone_builder_array(b, 6, sizeof *values);
        *target = (hone_channel_target){hone_builder_text(b, name, strlen(name)), HONE_NONE};
        times[1] = 1, values[3] = 0.2f;
        channels[c] = (hone_channel){.path = HONE_CHANNEL_TRANSLATION,
                                     .target_count = 1,
                                     .targets = target,
                                     .key_count = 2,
                                     .times = times,
                                     .values = values};
    }
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .channel_count = known + strange, .channels = channels};
    return hone_motion_create(b, &data, NULL, NULL);
}

static void channels_without_a_bone_are_lost(void **state)
{
    (void)state;
    subject s = make_subject(1, 0, 0);
    hone_hclip_report report;
    hone_error error = {0};
    hone_bytes bytes;
    hone_motion *some = make_channels(s.model, 1, 3), *none = make_channels(s.model, 0, 3);
    const char *names[4] = {NULL};
    uint32_t count = 0;
    CHECK(some && none);
    bytes = write_file(s.model, (const hone_motion *const[]){some}, NULL, 1, &report);
    CHECK(report.lost == 3);
    hone_bytes_release(&bytes);
    CHECK(hone_motion_unbound(some, s.model, names, 2, &count, NULL) && count == 3);
    CHECK(strcmp(names[1], "elbow of another rig") == 0 && !names[2]);
    const hone_hclip_desc desc = {
        .model = s.model, .motions = (const hone_motion *const[]){none}, .motion_count = 1, .tolerance = TOLERANCE};
    CHECK(!hone_motion_write_hclip(&desc, &bytes, NULL, &error) && error.code == HONE_ERROR_ARGUMENT && !bytes.data);
    CHECK(strstr(error.message, "3 tracks and channels") && strstr(error.message, "hone_retarget"));
    hone_motion_release(some), hone_motion_release(none);
    release_subject(s);
}

static void files_cut_at_any_byte_are_refused(void **state)
{
    (void)state;
    for (int which = 0; which < SUBJECTS; which++) {
        subject s = make_subject(which, 8, 0);
        hone_bytes bytes = write_file(s.model, (const hone_motion *const[]){s.motion}, NULL, 1, NULL);
        for (size_t size = 0; size < bytes.size; size++) {
            hone_error error = {0};
            uint8_t *exact = test_malloc(size ? size : 1); /* so that a read past the end is detected */
            memcpy(exact, bytes.data, size);
            CHECK(!hone_hclip_read(exact, size, NULL, &error) && error.code == HONE_ERROR_FORMAT);
            test_free(exact);
        }
        hone_error error = {0};
        bytes.data[8] = 2; /* an older version */
        CHECK(!hone_hclip_read(bytes.data, bytes.size, NULL, &error) && error.code == HONE_ERROR_UNSUPPORTED);
        release_subject(s);
        hone_bytes_release(&bytes);
    }
}

static void check_writing_without_memory(const subject *s)
{
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        hone_error error = {0};
        hone_bytes bytes;
        test_allocator_make(&a, n);
        const hone_hclip_desc desc = {.model = s->model,
                                      .motions = (const hone_motion *const[]){s->motion},
                                      .motion_count = 1,
                                      .tolerance = 0.1f,
                                      .allocator = &a.allocator};
        done = hone_motion_write_hclip(&desc, &bytes, NULL, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && !bytes.data));
        hone_bytes_release(&bytes);
        CHECK(a.live == 0);
    }
}

static void check_reading_without_memory(const hone_bytes *bytes)
{
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        hone_motion *motion =
            hone_hclip_read(bytes->data, bytes->size, &(hone_load_desc){.allocator = &a.allocator}, &error);
        done = motion != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        CHECK(a.peak_size <= 16 * bytes->size + (1 << 20));
        hone_motion_release(motion);
        CHECK(a.live == 0);
    }
}

static void every_failed_allocation_is_an_error_and_leaks_nothing(void **state)
{
    (void)state;
    for (int which = 0; which < SUBJECTS; which++) {
        subject s = make_subject(which, 1, 2);
        check_writing_without_memory(&s);
        hone_bytes bytes = write_file(s.model, (const hone_motion *const[]){s.motion}, NULL, 1, NULL);
        check_reading_without_memory(&bytes);
        release_subject(s);
        hone_bytes_release(&bytes);
    }
}

TEST_GROUP(test_hclip)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dance_plays_as_before),
        cmocka_unit_test(dense_keys_are_sampled),
        cmocka_unit_test(damaged_keys_are_no_danger),
        cmocka_unit_test(a_packed_motion_can_be_packed_again),
        cmocka_unit_test(a_file_holds_several_clips),
        cmocka_unit_test(clips_of_gltf_play_as_before),
        cmocka_unit_test(other_spaces_and_missing_motions_are_refused),
        cmocka_unit_test(channels_without_a_bone_are_lost),
        cmocka_unit_test(files_cut_at_any_byte_are_refused),
        cmocka_unit_test(every_failed_allocation_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
