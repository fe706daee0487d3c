/* VMD files that are written, and those of other programs. */
#include "files/format/readers.h"
#include "support/make/files/make_vmd.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/io.h>
#include <string.h>

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
    hone_motion *back = vmd_read_bytes(bytes.data, bytes.size);
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
    hone_motion *motion = vmd_read_bytes(bytes.data, bytes.size);
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->records.bone == bones && data->bone_track_count == bone_tracks && data->records.morph == morphs);
    CHECK(vmd_record_count(motion) == bones + morphs + others);
    CHECK(data->last_frame == last_frame);
    hone_bytes again = written(motion);
    hone_motion *back = vmd_read_bytes(again.data, again.size);
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

TEST_GROUP(test_vmd_write)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_vmd_reads_back_the_same),
        cmocka_unit_test(written_curves_fill_four_rows_with_the_switch_over_the_first),
        cmocka_unit_test(writing_refuses_null_and_other_spaces_and_says_out_of_memory),
        cmocka_unit_test(real_files_have_the_counts_of_the_manifest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
