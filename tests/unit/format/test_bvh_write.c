/* Writing BVH: what is written and read again has the same bones in model space. */
#include "samples/samples.h"
#include "support/make/files/make_bvh.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

enum { BONES = 24, FRAMES = 12 };

/* ---- a random skeleton ----------------------------------------------------------------------------------------- */

static float *random_floats(hone_builder *builder, test_random *random, uint32_t count, float most)
{
    float *out = hone_builder_array(builder, count, sizeof *out);
    for (uint32_t i = 0; i < count; i++) out[i] = test_random_float(random, -most, most);
    return out;
}

/* Parents come before or behind their children; rest poses are turned; `roots` bones have no parent. */
static hone_model *make_model(test_random *random, uint32_t roots, hone_space space)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, BONES, sizeof *bones);
    for (uint32_t b = 0; b < BONES; b++) {
        char name[16];
        float turn[4] = {0, 0, 0, 1}, at[3];
        uint32_t at_file = BONES - 1 - b; /* children first */
        for (int i = 0; i < 3; i++) at[i] = test_random_float(random, -0.4f, 0.4f);
        if (space == HONE_SPACE_GLTF)
            test_random_quat(random, turn);
        snprintf(name, sizeof name, b % 5 == 4 ? "same" : "bone %u", b);
        bones[at_file] = (hone_bone){.name = hone_builder_text(builder, name, strlen(name)),
                                     .rest_local = hone_affine_from_rotation(turn, at),
                                     .parent = HONE_NONE,
                                     .tail_bone = HONE_NONE,
                                     .append_source = HONE_NONE,
                                     .ik = HONE_NONE};
        if (b >= roots)
            bones[at_file].parent = (int32_t)(BONES - 1 - test_random_u32(random) % b);
        if (space == HONE_SPACE_MMD) /* which has positions in model space */
            memcpy(bones[at_file].position, at, sizeof at);
    }
    return test_model_create(builder,
                             &(hone_model_data){.space = space, .skeleton = {BONES, bones, 0, NULL}, .source = 7});
}

static hone_motion *make_motion(test_random *random, const hone_model *model)
{
    hone_space space = hone_model_get(model)->space;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_channel *channels = hone_builder_array(builder, 2 * BONES, sizeof *channels);
    hone_channel_target *targets = hone_builder_array(builder, BONES, sizeof *targets);
    uint32_t count = 0;
    for (uint32_t b = 0; b < BONES; b++) {
        targets[b].index = (int32_t)b;
        for (int path = 0; path < 2; path++) {
            double *times = hone_builder_array(builder, FRAMES, sizeof *times);
            if (path == HONE_CHANNEL_TRANSLATION && b % 3)
                continue;
            for (uint32_t f = 0; f < FRAMES; f++) times[f] = f / 30.0;
            float *values = random_floats(builder, random, FRAMES * (path ? 4 : 3), 0.6f);
            const hone_bone *bone = &hone_model_skeleton(model)->bones[b];
            for (uint32_t i = 0; i < 3 * FRAMES && path == 0 && space == HONE_SPACE_GLTF && bone->parent == HONE_NONE;
                 i++)
                values[i] = 0.1f * values[i] + bone->rest_local.m[i % 3][3]; /* a root goes about where it is at rest */
            channels[count++] = (hone_channel){.path = (uint8_t)path,
                                               .target_count = 1,
                                               .targets = &targets[b],
                                               .key_count = FRAMES,
                                               .times = times,
                                               .values = values};
        }
    }
    const hone_motion_data data = {.space = space, .channels = channels, .channel_count = count, .source = 7};
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    assert_non_null(motion);
    return motion;
}

/* ---- comparing ------------------------------------------------------------------------------------------------- */

/* Where all bones are at a frame, in metres, right-handed. */
static void place_all(const hone_model *model, const hone_motion *motion, double frame, float (*out)[3])
{
    hone_error error = {0};
    const hone_model_data *data = hone_model_get(model);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_string_equal(error.message, "");
    bool mmd = data->space == HONE_SPACE_MMD;
    CHECK(hone_actor_play(actor, motion, NULL, NULL).id);
    hone_actor_sample_frame(actor, frame);
    CHECK(hone_actor_evaluate(actor, NULL));
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) {
        hone_affine_origin(&hone_actor_bones(actor)[b], out[b]);
        hone_vec3_scale(out[b], mmd ? (float)HONE_MMD_METRES : 1, out[b]);
        out[b][2] *= mmd ? -1.0f : 1.0f;
    }
    hone_actor_destroy(actor);
}

/* The joint that was written for a bone: of equal names all but the first have the number of the bone. */
static int32_t find_joint(const hone_model *from, const hone_model *to, uint32_t bone)
{
    const char *name = hone_model_skeleton(from)->bones[bone].name;
    char numbered[64];
    snprintf(numbered, sizeof numbered, "%s_%u", name, bone);
    return hone_model_find_bone(to, hone_model_find_bone(from, name) == (int32_t)bone ? name : numbered);
}

static void check_places(const hone_model *model, const hone_motion *motion, const hone_model *read,
                         const hone_motion *again, uint32_t frames, double tolerance)
{
    uint32_t count = hone_model_skeleton(model)->bone_count;
    float(*was)[3] = test_calloc(count, sizeof *was);
    float(*is)[3] = test_calloc(hone_model_skeleton(read)->bone_count, sizeof *is);
    for (uint32_t f = 0; f < frames; f += 1 + frames / 20) {
        place_all(model, motion, f, was);
        place_all(read, again, f, is);
        for (uint32_t b = 0; b < count; b++) {
            int32_t joint = find_joint(model, read, b);
            assert_true(joint != HONE_NONE);
            for (int i = 0; i < 3; i++) CHECK_NEAR(is[joint][i], was[b][i], tolerance);
        }
    }
    test_free(was);
    test_free(is);
}

/* Writes, reads and compares. `motion` plays without a rig. */
static void check_round_trip(const hone_model *model, const hone_motion *motion, const hone_bvh_desc *like)
{
    hone_error error = {0};
    hone_bytes text;
    hone_bvh_desc desc = *like;
    desc.motion = motion;
    CHECK(hone_model_write_bvh(model, &desc, &text, &error));
    const hone_load_desc as = {.strict = true, .unit = desc.unit > 0 ? desc.unit : 0.01};
    hone_model *read = hone_model_load_memory(text.data, text.size, &as, &error);
    hone_motion *again = hone_motion_load_memory(text.data, text.size, &as, &error);
    assert_string_equal(error.message, "");
    CHECK_NEAR(hone_motion_duration(again), hone_motion_duration(motion), 1e-12);
    check_places(model, motion, read, again, (uint32_t)lround(hone_motion_duration(motion) * 30) + 1, 1e-4);
    hone_model_release(read);
    hone_motion_release(again);
    hone_bytes_release(&text);
}

static void what_is_written_is_read_as_the_same_bones(void **state)
{
    (void)state;
    test_random random = {11};
    for (int round = 0; round < 12; round++) {
        hone_space space = round % 2 ? HONE_SPACE_MMD : HONE_SPACE_GLTF;
        hone_model *model = make_model(&random, 1 + (uint32_t)round / 2 % 3, space);
        hone_motion *motion = make_motion(&random, model);
        check_round_trip(model, motion, &(hone_bvh_desc){.unit = round % 3 ? 0.01 : 1});
        hone_model_release(model);
        hone_motion_release(motion);
    }
}

static void evaluated_bones_of_a_dance_are_written(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = hone_sample_character(&error);
    hone_motion *dance = hone_sample_dance(&error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_string_equal(error.message, "");
    CHECK(hone_actor_play(actor, dance, NULL, &error).id);
    hone_motion *baked = hone_bake(&(hone_bake_desc){.actor = actor, .last_frame = 60}, NULL, &error);
    assert_non_null(baked);
    hone_bytes text;
    CHECK(hone_model_write_bvh(model, &(hone_bvh_desc){.motion = baked}, &text, &error));
    const hone_load_desc as = {.strict = true};
    hone_model *read = hone_model_load_memory(text.data, text.size, &as, &error);
    hone_motion *again = hone_motion_load_memory(text.data, text.size, &as, &error);
    assert_string_equal(error.message, "");
    check_places(model, dance, read, again, 60, 1e-4); /* the dance itself, with IK and appends */
    hone_bytes_release(&text);
    hone_model_release(read), hone_motion_release(again);
    hone_motion_release(baked), hone_motion_release(dance);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void a_model_at_rest_is_one_frame(void **state)
{
    (void)state;
    test_random random = {5};
    hone_bytes text;
    hone_model *model = make_model(&random, 1, HONE_SPACE_GLTF);
    CHECK(hone_model_write_bvh(model, NULL, &text, NULL));
    hone_motion *motion = hone_motion_load_memory(text.data, text.size, NULL, NULL);
    CHECK(hone_motion_get(motion)->channels->key_count == 1 && hone_motion_duration(motion) == 0);
    hone_bytes_release(&text);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Angles go on from those of the frame before, so that programs that interpolate them turn the right way. */
static void angles_are_continuous(void **state)
{
    (void)state;
    char text[2000] = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n}\nMOTION\nFrames: 30\nFrame Time: "
                      "0.0333333\n";
    for (int f = 0; f < 30; f++) snprintf(text + strlen(text), 16, "%d\n", 30 * f);
    hone_model *model = hone_model_load_memory(text, strlen(text), NULL, NULL);
    hone_motion *motion = hone_motion_load_memory(text, strlen(text), NULL, NULL);
    hone_bytes out;
    CHECK(hone_model_write_bvh(model, &(hone_bvh_desc){.motion = motion}, &out, NULL));
    const char *line = strstr((const char *)out.data, "Frame Time");
    for (int f = 0; f < 30; f++) {
        double z = 0;
        line = strchr(line, '\n') + 1;
        CHECK(sscanf(line, "%*f %*f %*f %lf", &z) == 1);
        CHECK_NEAR(z, 30 * f, 1e-3);
    }
    hone_bytes_release(&out);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    test_random random = {5};
    hone_error error = {0};
    hone_bytes text;
    hone_model *model = make_model(&random, 1, HONE_SPACE_GLTF);
    hone_model *mmd = make_model(&random, 1, HONE_SPACE_MMD);
    hone_motion *other = make_motion(&random, mmd);
    const hone_bvh_desc bad[] = {{.rate = -1}, {.unit = NAN}, {.scale = -1}, {.motion = other}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(!hone_model_write_bvh(model, &bad[i], &text, &error) && error.code == HONE_ERROR_ARGUMENT);
        CHECK(text.data == NULL);
    }
    CHECK(!hone_model_write_bvh(NULL, NULL, &text, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_model_release(model);
    hone_model_release(mmd);
    hone_motion_release(other);
}

static void every_failed_allocation_of_the_writer_is_reported(void **state)
{
    (void)state;
    test_random random = {9};
    hone_model *model = make_model(&random, 2, HONE_SPACE_GLTF);
    hone_motion *motion = make_motion(&random, model);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        hone_error error = {0};
        hone_bytes text;
        test_allocator_make(&a, n);
        done =
            hone_model_write_bvh(model, &(hone_bvh_desc){.motion = motion, .allocator = &a.allocator}, &text, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && !text.data));
        hone_bytes_release(&text);
        assert_int_equal(a.live, 0);
    }
    hone_model_release(model);
    hone_motion_release(motion);
}

TEST_GROUP(test_bvh_write)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_as_the_same_bones),
        cmocka_unit_test(evaluated_bones_of_a_dance_are_written),
        cmocka_unit_test(a_model_at_rest_is_one_frame),
        cmocka_unit_test(angles_are_continuous),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(every_failed_allocation_of_the_writer_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
