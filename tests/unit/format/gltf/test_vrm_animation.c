/* VRM animations: bones, expressions and gaze as they are read. */
#include "support/make/bodies/make_vrma.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

typedef struct vrma {
    hone_model *model;
    hone_motion *motion;
} vrma;

static vrma load(const make_gltf *file, bool strict)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    vrma out;
    out.model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = strict}, &error);
    if (!out.model)
        fail_msg("%s", error.message);
    out.motion = hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = strict}, &error);
    if (!out.motion)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return out;
}

static void release(vrma *v)
{
    hone_motion_release(v->motion);
    hone_model_release(v->model);
}

static void bones_expressions_and_gaze_are_read(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    make_vrma(file);
    vrma v = load(file, true);
    const hone_model_data *data = hone_model_get(v.model);
    const hone_humanoid human = hone_model_humanoid(v.model);
    assert_int_equal(human.missing, 0);
    assert_int_equal(human.bones[HONE_HUMANOID_HIPS], 1);
    assert_null(data->avatar);
    const hone_vrm_animation *animation = data->vrm_animation;
    assert_non_null(animation);
    assert_int_equal(animation->expression_count, 2);
    static const char *const names[] = {"aa", "Wink"};
    for (uint32_t i = 0; i < 2; i++) {
        const hone_morph *morph = &data->morphs[animation->expressions[i].morph];
        assert_string_equal(morph->name, names[i]);
        assert_int_equal(morph->kind, HONE_MORPH_GROUP);
        assert_int_equal(animation->expressions[i].bone, 16 + i);
    }
    assert_int_equal(animation->gaze_bone, 18);
    CHECK_NEAR(animation->gaze_offset[1], 0.0625f, 0);
    assert_true(hone_motion_get(v.motion)->vrm_animation);
    release(&v);
    test_free(file);
}

/* The weight of a morph of the motion at a time. */
static float weight_at(const vrma *v, uint32_t morph, double seconds)
{
    hone_pose *pose = hone_pose_create(v->model, NULL, NULL);
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = v->model, .motion = v->motion}, NULL);
    assert_non_null(sampler);
    hone_sampler_sample(sampler, hone_frame_from_seconds(seconds), pose);
    float out = pose->morphs[morph];
    hone_sampler_destroy(sampler);
    hone_pose_destroy(pose);
    return out;
}

/* A key of 2 counts as 1; one is a cubic spline, the other stepped. */
static void weights_are_translations_along_x(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    make_vrma(file);
    vrma v = load(file, true);
    CHECK_NEAR(weight_at(&v, 0, 0), 0, 0);
    CHECK_NEAR(weight_at(&v, 0, 0.5), 0.5, 1e-6);
    CHECK_NEAR(weight_at(&v, 0, 1), make_vrma_weights[0], 0);
    CHECK_NEAR(weight_at(&v, 1, 0.5), 0, 0);
    CHECK_NEAR(weight_at(&v, 1, 1), make_vrma_weights[1], 0);
    release(&v);
    test_free(file);
}

/* Faults are repaired with a warning, or left out. */
static void faults_are_repaired(void **state)
{
    (void)state;
    static const struct {
        const char *extension, *warning;
        uint32_t expressions;
        int32_t gaze;
    } faults[] = {
        {"\"specVersion\":\"2.0\"", "VRM animation of no known version", 0, HONE_NONE},
        {"\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"happy\":{\"node\":3},\"sad\":{}}}", NULL, 0,
         HONE_NONE},
        {"\"specVersion\":\"1.0\",\"expressions\":{\"custom\":{\"a\":{\"node\":0},\"b\":{\"node\":0}}}", NULL, 2,
         HONE_NONE},
        {"\"specVersion\":\"1.0\",\"lookAt\":{\"node\":-1}", NULL, 0, HONE_NONE},
        {"\"specVersion\":\"1.0\",\"lookAt\":{\"node\":1},\"humanoid\":{\"humanBones\":{}}", NULL, 0, 1},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char text[512];
        hone_error error = {0};
        int size = snprintf(text, sizeof text,
                            "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{}],\"extensions\":{"
                            "\"VRMC_vrm_animation\":{%s}}}",
                            faults[i].extension);
        hone_model *model = hone_model_load_memory(text, (size_t)size, NULL, &error);
        if (!model)
            fail_msg("%zu: %s", i, error.message);
        hone_warnings warnings = hone_model_warnings(model);
        assert_int_equal(warnings.count, faults[i].warning != NULL);
        if (faults[i].warning)
            assert_non_null(strstr(warnings.texts[0], faults[i].warning));
        assert_int_equal(hone_model_get(model)->vrm_animation->expression_count, faults[i].expressions);
        assert_int_equal(hone_model_get(model)->morph_count, faults[i].expressions);
        assert_int_equal(hone_model_get(model)->vrm_animation->gaze_bone, faults[i].gaze);
        hone_model_release(model);
    }
}

TEST_GROUP(test_vrm_animation)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_expressions_and_gaze_are_read),
        cmocka_unit_test(weights_are_translations_along_x),
        cmocka_unit_test(faults_are_repaired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
