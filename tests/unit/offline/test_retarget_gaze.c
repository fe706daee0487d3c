/* The gaze between eyes of bones, avatars that look by expressions, and VRM animations. */
#include "core/model/avatar/look_at.h"
#include "support/make/bodies/make_human.h"
#include "support/support.h"
#include <hone/hone.h>
#include <math.h>
#include <string.h>

enum { LOOKS = HONE_LOOK_EXPRESSIONS };
static const float eyes_turn[4] = {0.06f, -0.08f, 0, 0.994987f}; /* MMD's axes: 9.2 degrees aside, 6.9 up or down */

/* A human that looks by expressions, whose ranges are 90 and 45 degrees. bones: it has bones of eyes, too. */
typedef struct face {
    hone_model *human, *model;
    hone_morph morphs[LOOKS];
    hone_expression expressions[LOOKS];
    hone_avatar avatar;
} face;

static void make_face(bool bones, face *out)
{
    hone_error error = {0};
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_VRM, .without = bones ? NULL : "leftEye"});
    out->human = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_bytes_release(&bytes);
    hone_model_data data = *hone_model_get(out->human);
    for (int e = 0; e < LOOKS; e++) {
        out->morphs[e] = (hone_morph){.name = hone_look_expressions[e], .english_name = "", .kind = HONE_MORPH_GROUP};
        out->expressions[e] = (hone_expression){.morph = e, .group = HONE_EXPRESSION_LOOK_AT};
    }
    out->avatar = (hone_avatar){.version = 1,
                                .thumbnail = HONE_NONE,
                                .look_at = {.kind = HONE_LOOK_AT_EXPRESSION},
                                .expression_count = LOOKS,
                                .expressions = out->expressions,
                                .first_person_bone = HONE_NONE};
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++)
        out->avatar.look_at.ranges[r] =
            (hone_range_map){.max_input = r == HONE_LOOK_AT_UP || r == HONE_LOOK_AT_DOWN ? 45 : 90, .output_scale = 1};
    data.morphs = out->morphs, data.morph_count = LOOKS, data.avatar = &out->avatar;
    out->model = hone_model_create(hone_builder_create(NULL, 0, NULL), &data, NULL, &error);
    if (!out->model)
        fail_msg("%s", error.message);
}

static void release_face(face *f)
{
    hone_model_release(f->model);
    hone_model_release(f->human);
}

/* Both eyes of MMD's skeleton turn. */
static hone_motion *eyes_of_mmd(void)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *key = hone_builder_array(builder, 1, sizeof *key);
    memcpy(key->rotation, eyes_turn, sizeof eyes_turn);
    for (int i = 0; i < 4; i++) key->curves[i] = (hone_curve)HONE_CURVE_LINEAR;
    *track = (hone_bone_track){{.text = hone_builder_text(builder, "両目", strlen("両目"))}, 1, key};
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = 1, .bone_tracks = track};
    return hone_motion_create(builder, &data, NULL, NULL);
}

/* Plays a motion of one model on another. Releases the motion. */
static hone_motion *retarget(const hone_model *from, hone_motion *motion, const hone_model *to)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = from}, &error);
    CHECK(actor && hone_actor_play(actor, motion, NULL, &error).id);
    hone_motion *out =
        hone_retarget(&(hone_retarget_desc){.source = actor, .target = to, .last_frame = 2}, NULL, &error);
    if (!out)
        fail_msg("%s", error.message);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    return out;
}

static hone_actor *play(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    CHECK(actor && hone_actor_play(actor, motion, NULL, &error).id);
    CHECK(hone_actor_update_frame(actor, 1, &error));
    return actor;
}

/* Up and to the left of the character, as eyes_turn. */
static void check_weights(const hone_model *model, const hone_motion *motion)
{
    hone_actor *actor = play(model, motion);
    const float *weights = hone_actor_morphs(actor);
    const float forward[3] = {0, 0, 1}, turn[4] = {-eyes_turn[0], -eyes_turn[1], 0, eyes_turn[3]};
    float seen[3];
    hone_quat_rotate(turn, forward, seen);
    const hone_look_angles to = hone_look_angles_of(seen);
    const float wanted[LOOKS] = {fmaxf(-to.pitch, 0) / 45, fmaxf(to.pitch, 0) / 45, fmaxf(to.yaw, 0) / 90,
                                 fmaxf(-to.yaw, 0) / 90};
    for (int e = 0; e < LOOKS; e++) CHECK_NEAR((double)fabsf(weights[e] - wanted[e]), 0, 2e-4);
    CHECK(weights[0] + weights[1] > 0.1f && weights[2] + weights[3] > 0.05f);
    hone_actor_destroy(actor);
}

static void eyes_weigh_the_expressions_of_an_avatar(void **state)
{
    (void)state;
    for (int bones = 0; bones < 2; bones++) {
        face f;
        make_face(bones, &f);
        hone_model *dancer = hone_mmd_default_skeleton(NULL, NULL, NULL);
        hone_motion *motion = retarget(dancer, eyes_of_mmd(), f.model);
        check_weights(f.model, motion);
        hone_actor *actor = play(f.model, motion);
        const int32_t eye = hone_model_humanoid(f.model).bones[HONE_HUMANOID_EYE + 1];
        CHECK(fabsf(hone_actor_writable_pose(actor)->bones[eye].rotation[1]) < 1e-5f); /* no eye turns twice */
        hone_actor_destroy(actor);
        hone_motion_release(motion);
        hone_model_release(dancer);
        release_face(&f);
    }
}

static void expressions_turn_the_eyes_of_others(void **state)
{
    (void)state;
    face f;
    make_face(false, &f);
    hone_model *dancer = hone_mmd_default_skeleton(NULL, NULL, NULL);
    hone_motion *looks = retarget(dancer, eyes_of_mmd(), f.model), *back = retarget(f.model, looks, dancer);
    hone_actor *actor = play(dancer, back);
    const hone_humanoid human = hone_model_humanoid(dancer);
    for (int side = 0; side < 2; side++) {
        float turn[4];
        hone_quat_from_affine(&hone_actor_bones(actor)[human.bones[HONE_HUMANOID_EYE + side]], turn);
        for (int i = 0; i < 3; i++) CHECK_NEAR((double)turn[i], (double)eyes_turn[i], 1e-2 * (i == 2 ? 1 : 0.2));
    }
    hone_actor_destroy(actor);
    hone_motion_release(back);
    hone_model_release(dancer);
    release_face(&f);
}

static void expressions_go_through_a_vrm_animation(void **state)
{
    (void)state;
    hone_error error = {0};
    face f;
    make_face(false, &f);
    hone_model *dancer = hone_mmd_default_skeleton(NULL, NULL, NULL);
    hone_model *skeletons[] = {hone_vrm_animation_skeleton(dancer, 0, NULL, &error),
                               hone_vrm_animation_skeleton(f.model, 0, NULL, &error)};
    for (int s = 0; s < 2; s++) CHECK(hone_model_get(skeletons[s])->vrm_animation->gaze_bone != HONE_NONE);
    hone_motion *motion = retarget(dancer, eyes_of_mmd(), skeletons[0]); /* out of MMD, onto expressions */
    motion = retarget(skeletons[0], motion, f.model);
    check_weights(f.model, motion);
    motion = retarget(f.model, motion, skeletons[1]); /* and out of these, and back */
    motion = retarget(skeletons[1], motion, f.model);
    check_weights(f.model, motion);
    hone_motion_release(motion);
    for (int s = 0; s < 2; s++) hone_model_release(skeletons[s]);
    hone_model_release(dancer);
    release_face(&f);
}

static void angles_are_the_inverse_of_weights(void **state)
{
    (void)state;
    const float keys[2][4] = {{0, 0, 0, 0.5f}, {1, 1, 2, 0}};
    for (int curved = 0; curved < 2; curved++)
        for (int yaw = -80; yaw <= 80; yaw += 16)
            for (int pitch = -40; pitch <= 40; pitch += 8) {
                hone_look_at look = {.kind = HONE_LOOK_AT_EXPRESSION};
                for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++)
                    look.ranges[r] = (hone_range_map){
                        .max_input = 80, .output_scale = 0.5f, .key_count = curved ? 2 : 0, .keys = keys};
                float weights[LOOKS];
                hone_look_at_weights(&look, (hone_look_angles){(float)yaw, (float)pitch}, weights);
                const hone_look_angles back = hone_look_at_angles(&look, weights);
                CHECK_NEAR((double)back.yaw, yaw, 2e-2);
                CHECK_NEAR((double)back.pitch, pitch, 2e-2);
            }
}

TEST_GROUP(test_retarget_gaze)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eyes_weigh_the_expressions_of_an_avatar),
        cmocka_unit_test(expressions_turn_the_eyes_of_others),
        cmocka_unit_test(expressions_go_through_a_vrm_animation),
        cmocka_unit_test(angles_are_the_inverse_of_weights),
    };
    return cmocka_run_group_tests_name("test_retarget_gaze", tests, NULL, NULL);
}
