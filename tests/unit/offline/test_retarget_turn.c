/* Motions that turn all bones as the source's, as VRM animations are meant to be played. */
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/make_vrma.h"
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

typedef struct turned {
    hone_model *model;
    hone_actor *actor;
    hone_humanoid human;
} turned;

static hone_model *load(hone_bytes bytes)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* Plays the VRM animation on a model, which it takes over, and stops after a second. */
static turned play(const make_gltf *file, hone_model *model, float tolerance)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *source = load(bytes);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = source}, &error);
    turned out = {.model = model, .human = hone_model_humanoid(model)};
    CHECK(hone_actor_play(actor, motion, NULL, &error).id);
    hone_motion *made = hone_retarget(&(hone_retarget_desc){.source = actor,
                                                            .target = model,
                                                            .duration = hone_motion_duration(motion),
                                                            .rate = 60,
                                                            .tolerance = tolerance}, /* feet: AUTO */
                                      NULL, &error);
    if (!made)
        fail_msg("%s", error.message);
    out.actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    CHECK(hone_actor_play(out.actor, made, NULL, &error).id);
    CHECK(hone_actor_update(out.actor, 1, &error));
    hone_motion_release(made);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(source);
    hone_bytes_release(&bytes);
    return out;
}

static void stop(turned *t)
{
    hone_actor_destroy(t->actor);
    hone_model_release(t->model);
}

/* The rotation of a bone at rest, model space: of the nodes above it and its own. */
static void rest_turn(const turned *t, hone_humanoid_bone human, float out[4])
{
    const hone_skeleton *skeleton = hone_model_skeleton(t->model);
    hone_affine all = HONE_AFFINE_IDENTITY;
    for (int32_t b = t->human.bones[human]; b != HONE_NONE; b = skeleton->bones[b].parent)
        all = hone_affine_multiply(&skeleton->bones[b].rest_local, &all);
    hone_quat_from_affine(&all, out);
}

/* The bone has turned by that from rest, in the axes of the model. */
static void check_turn(const turned *t, hone_humanoid_bone human, const float turn[4])
{
    float rest[4], want[4], got[4];
    rest_turn(t, human, rest);
    hone_quat_multiply(turn, rest, want);
    hone_quat_from_affine(&hone_actor_bones(t->actor)[t->human.bones[human]], got);
    double dot = (double)fabsf(hone_quat_dot(want, got));
    if (!(dot > 1 - 1e-6))
        fail_msg("%s: %g", hone_humanoid_bone_name(human), dot);
}

static void bones_turn_as_the_animation_says(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    for (int legs = 0; legs < 2; legs++) {
        hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_VRM});
        float arm[4];
        make_vrma_part(file, legs);
        turned t = play(file, load(bytes), 0);
        hone_bytes_release(&bytes);
        hone_quat_multiply(make_vrma_spine, make_vrma_left_arm, arm);
        check_turn(&t, HONE_HUMANOID_HIPS, (const float[]){0, 0, 0, 1});
        check_turn(&t, HONE_HUMANOID_SPINE, make_vrma_spine);
        check_turn(&t, HONE_HUMANOID_HEAD, make_vrma_spine);
        check_turn(&t, HONE_HUMANOID_UPPER_ARM, arm);
        check_turn(&t, HONE_HUMANOID_HAND, arm);
        check_turn(&t, HONE_HUMANOID_UPPER_ARM + 1, make_vrma_spine);
        check_turn(&t, HONE_HUMANOID_FOOT, (const float[]){0, 0, 0, 1});
        stop(&t);
    }
    test_free(file);
}

/* The path of the hips is scaled by their heights. */
static void hips_move_in_proportion(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_VRM, .size = 1.4f});
    make_vrma(file);
    turned t = play(file, load(bytes), 0);
    hone_bytes_release(&bytes);
    const hone_affine *hips = &hone_actor_bones(t.actor)[t.human.bones[HONE_HUMANOID_HIPS]];
    const float height = hone_model_skeleton(t.model)->bones[t.human.bones[HONE_HUMANOID_HIPS]].position[1];
    for (int i = 0; i < 3; i++) CHECK_NEAR(hips->m[i][3], height * make_vrma_hips[i], 1e-5);
    stop(&t);
    test_free(file);
}

/* The expression "aa" of the avatar follows that of the motion; it has no "Wink". */
static void expressions_follow(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_VRM, .face = true});
    make_vrma(file);
    turned t = play(file, load(bytes), 0);
    hone_bytes_release(&bytes);
    const hone_model_data *data = hone_model_get(t.model);
    int32_t aa = data->avatar->expressions[0].morph;
    assert_string_equal(data->morphs[aa].name, "aa");
    CHECK_NEAR(hone_actor_morphs(t.actor)[aa], make_vrma_weights[0], 1e-6);
    stop(&t);
    test_free(file);
}

/* An MMD model has no T-pose, and its feet have chains; they are where the legs put them, which do not turn. */
static void legs_of_mmd_turn_too(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    make_vrma(file);
    turned t = play(file, hone_mmd_default_skeleton(NULL, NULL, NULL), 0);
    const hone_affine *bones = hone_actor_bones(t.actor);
    for (int side = 0; side < 2; side++) {
        const hone_affine *hip = &bones[t.human.bones[HONE_HUMANOID_UPPER_LEG + side]],
                          *foot = &bones[t.human.bones[HONE_HUMANOID_FOOT + side]];
        CHECK_NEAR(hip->m[0][3], foot->m[0][3], 1e-3);
        CHECK_NEAR(hip->m[2][3], foot->m[2][3], 1e-3);
    }
    stop(&t);
    test_free(file);
}

TEST_GROUP(test_retarget_turn)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_turn_as_the_animation_says),
        cmocka_unit_test(hips_move_in_proportion),
        cmocka_unit_test(expressions_follow),
        cmocka_unit_test(legs_of_mmd_turn_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
