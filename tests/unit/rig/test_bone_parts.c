/* Parts of a bone's transform: each where it acts alone, and all together on random rigs. */
#include "support/make/random_rig.h"
#include "support/support.h"
#include <hone/actor.h>
#include <string.h>

enum { SOURCE, APPENDS, LINK, EFFECTOR, GOAL, BONES };
enum { RIGS = 60, POSES = 3 };

static hone_bone bone_at(int32_t parent, float x, float y)
{
    return (hone_bone){.name = "",
                       .parent = parent,
                       .position = {x, y, 0},
                       .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE,
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
}

/* A bone that appends half of another, a chain of one link, and a morph of the link. */
static hone_model *make_model(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    hone_ik *ik = hone_builder_array(b, 1, sizeof *ik);
    hone_ik_link *link = hone_builder_array(b, 1, sizeof *link);
    hone_morph *morph = hone_builder_array(b, 1, sizeof *morph);
    hone_morph_bone *offset = hone_builder_array(b, 1, sizeof *offset);
    bones[SOURCE] = bone_at(HONE_NONE, 5, 0);
    bones[APPENDS] = bone_at(HONE_NONE, 9, 0);
    bones[APPENDS].flags |= HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION;
    bones[APPENDS].append_source = SOURCE, bones[APPENDS].append_ratio = 0.5f;
    bones[LINK] = bone_at(HONE_NONE, 0, 0);
    bones[EFFECTOR] = bone_at(LINK, 4, 0);
    bones[GOAL] = bone_at(HONE_NONE, 4, 0);
    bones[GOAL].flags |= HONE_BONE_IK;
    link->bone = LINK;
    *ik = (hone_ik){
        .bone = GOAL, .effector = EFFECTOR, .max_iterations = 40, .unit_angle = 2, .link_count = 1, .links = link};
    *offset = (hone_morph_bone){LINK, {0, 1, 0}, {0, 0, 0.6f, 0.8f}};
    *morph = (hone_morph){.name = "", .kind = HONE_MORPH_BONE, .count = 1, .u.bones = offset};
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .skeleton = {.bone_count = BONES, .bones = bones, .ik_count = 1, .iks = ik},
                                  .morph_count = 1,
                                  .morphs = morph};
    hone_model *model = hone_model_create(b, &data, NULL, NULL);
    CHECK(model != NULL);
    return model;
}

static hone_actor *make_actor(void)
{
    hone_model *model = make_model();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor != NULL);
    hone_model_release(model);
    return actor;
}

static void check_part(const hone_transform *part, const float translation[3], const float rotation[4])
{
    float sign = hone_quat_dot(part->rotation, rotation) < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++) CHECK_NEAR(part->translation[i], translation[i], 1e-5);
    for (int i = 0; i < 4; i++) CHECK_NEAR(sign * part->rotation[i], rotation[i], 1e-5);
    for (int i = 0; i < 3; i++) CHECK_NEAR(part->scale[i], 1, 1e-6);
}

static const float still[3] = {0, 0, 0}, unturned[4] = {0, 0, 0, 1}, up[3] = {0, 1, 0}, half_up[3] = {0, 0.5f, 0};
static const float quarter[4] = {0, 0, 0.70710678f, 0.70710678f}, eighth[4] = {0, 0, 0.38268343f, 0.92387953f};
static const float tilt[4] = {0, 0, 0.6f, 0.8f};

/* Checks that one part is this and all others add nothing. which: of hone_bone_parts, in its order. */
static void check_alone(const hone_bone_parts *parts, int which, const float translation[3], const float rotation[4])
{
    const hone_transform *all = &parts->keys;
    for (int i = 0; i < 5; i++) check_part(&all[i], i == which ? translation : still, i == which ? rotation : unturned);
    check_part(&parts->whole, translation, rotation);
}

static void at_rest_no_part_adds_anything(void **state)
{
    (void)state;
    hone_actor *actor = make_actor();
    for (uint32_t b = 0; b < BONES; b++) {
        hone_bone_parts parts = hone_actor_bone_parts(actor, b);
        check_alone(&parts, -1, still, unturned);
    }
    hone_actor_destroy(actor);
}

static void keys_and_append_are_told_apart(void **state)
{
    (void)state;
    hone_actor *actor = make_actor();
    hone_transform *source = &hone_actor_writable_pose(actor)->bones[SOURCE];
    memcpy(source->translation, up, sizeof up);
    memcpy(source->rotation, quarter, sizeof quarter);
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_bone_parts keyed = hone_actor_bone_parts(actor, SOURCE), appended = hone_actor_bone_parts(actor, APPENDS);
    check_alone(&keyed, 0, up, quarter);
    check_alone(&appended, 2, half_up, eighth);
    hone_actor_destroy(actor);
}

static void a_bone_morph_is_a_part(void **state)
{
    (void)state;
    hone_actor *actor = make_actor();
    hone_actor_writable_pose(actor)->morphs[0] = 1;
    hone_actor_writable_pose(actor)->ik_enabled[0] = 0;
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_bone_parts parts = hone_actor_bone_parts(actor, LINK);
    check_alone(&parts, 1, up, tilt);
    hone_actor_destroy(actor);
}

static void ik_is_a_part(void **state)
{
    (void)state;
    hone_actor *actor = make_actor();
    hone_transform *goal = &hone_actor_writable_pose(actor)->bones[GOAL];
    goal->translation[0] = -4, goal->translation[1] = 4; /* straight above the link */
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_bone_parts parts = hone_actor_bone_parts(actor, LINK);
    check_alone(&parts, 3, still, quarter);
    hone_actor_destroy(actor);
}

/* Physics moves the appending bone by `up`, and turns it by a quarter. */
static hone_bone_parts simulate(bool after, bool turn_source)
{
    hone_model *model = make_model();
    hone_rig_desc desc = {.model = model};
    desc.rules.append_after_physics = after;
    hone_rig *rig = hone_rig_create(&desc, NULL);
    random_pose pose;
    random_pose_make(&pose, model);
    if (turn_source)
        memcpy(pose.bones[SOURCE].rotation, quarter, sizeof quarter);
    hone_rig_before_physics(rig, &pose.pose);
    hone_affine moved[BONES];
    memcpy(moved, hone_rig_bones(rig), sizeof moved);
    moved[APPENDS] = hone_affine_from_rotation(quarter, (const float[3]){9, 1, 0});
    hone_rig_apply_physics(rig, &pose.pose, moved, (const uint8_t[BONES]){[APPENDS] = 1});
    hone_rig_after_physics(rig, &pose.pose);
    hone_bone_parts parts = hone_rig_bone_parts(rig, &pose.pose, APPENDS);
    hone_rig_evaluate(rig, &pose.pose); /* without physics: the part is gone */
    hone_bone_parts again = hone_rig_bone_parts(rig, &pose.pose, APPENDS);
    check_part(&again.physics, still, unturned);
    hone_rig_destroy(rig);
    hone_model_release(model);
    return parts;
}

static void physics_is_a_part(void **state)
{
    (void)state;
    for (int after = 0; after < 2; after++) {
        hone_bone_parts parts = simulate(after, false);
        check_alone(&parts, 4, up, quarter);
        parts = simulate(after, true); /* half of the turn is appended, physics does the rest */
        check_part(&parts.append, still, eighth);
        check_part(&parts.physics, up, eighth);
        check_part(&parts.whole, up, quarter);
    }
}

static hone_actor *make_gltf_actor(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    *bone = bone_at(HONE_NONE, 0, 0);
    const hone_transform rest = {{1, 2, 3}, {0, 0.6f, 0, 0.8f}, {2, 2, 4}};
    bone->rest = rest;
    bone->rest_local = hone_affine_from_transform(&rest);
    const hone_model_data data = {.space = HONE_SPACE_GLTF, .skeleton = {.bone_count = 1, .bones = bone}};
    hone_model *model = hone_model_create(b, &data, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor != NULL);
    hone_model_release(model);
    return actor;
}

static void in_other_spaces_keys_are_relative_to_rest(void **state)
{
    (void)state;
    hone_actor *actor = make_gltf_actor();
    hone_bone_parts parts = hone_actor_bone_parts(actor, 0);
    check_alone(&parts, -1, still, unturned);
    const hone_transform posed = {{1, 3, 3}, {0, 0, 1, 0}, {2, 6, 2}};
    hone_actor_writable_pose(actor)->bones[0] = posed;
    hone_actor_writable_pose(actor)->animated[0] = 1;
    CHECK(hone_actor_evaluate(actor, NULL));
    parts = hone_actor_bone_parts(actor, 0);
    const float want[3] = {1, 3, 0.5f}, rest[4] = {0, 0.6f, 0, 0.8f};
    float turned[4];
    hone_quat_multiply(parts.keys.rotation, rest, turned);
    for (int i = 0; i < 4; i++) CHECK_NEAR(fabsf(turned[i]), i == 2, 1e-6);
    for (int i = 0; i < 3; i++) CHECK_NEAR(parts.keys.translation[i], i == 1, 1e-6);
    for (int i = 0; i < 3; i++) CHECK_NEAR(parts.keys.scale[i], want[i], 1e-6);
    assert_memory_equal(&parts.keys, &parts.whole, sizeof parts.keys);
    hone_actor_destroy(actor);
}

/* ---- all parts together -------------------------------------------------------------------------------------- */

static hone_affine product(const hone_bone_parts *parts, const float rest_offset[3])
{
    const hone_transform *all = &parts->keys;
    float translation[3], rotation[4];
    hone_vec3_copy(rest_offset, translation);
    for (int i = 0; i < 5; i++) hone_vec3_add(translation, all[i].translation, translation);
    hone_quat_multiply(parts->keys.rotation, parts->append.rotation, rotation);
    hone_quat_multiply(parts->morph.rotation, rotation, rotation);
    hone_quat_multiply(parts->ik.rotation, rotation, rotation);
    hone_quat_multiply(parts->physics.rotation, rotation, rotation);
    return hone_affine_from_rotation(rotation, translation);
}

/* Compares the product of a bone's parts with its transform relative to its parent's. */
static void check_product(const hone_rig *rig, const hone_pose *pose, const hone_skeleton *skeleton, uint32_t bone)
{
    const hone_bone *b = &skeleton->bones[bone];
    hone_bone_parts parts = hone_rig_bone_parts(rig, pose, bone);
    float offset[3];
    hone_vec3_copy(b->position, offset);
    if (b->parent != HONE_NONE)
        hone_vec3_subtract(b->position, skeleton->bones[b->parent].position, offset);
    hone_affine want = product(&parts, offset), sum = hone_affine_from_rotation(parts.whole.rotation, offset);
    for (int i = 0; i < 3; i++) sum.m[i][3] += parts.whole.translation[i];
    if (b->parent != HONE_NONE) {
        want = hone_affine_multiply(&hone_rig_bones(rig)[b->parent], &want);
        sum = hone_affine_multiply(&hone_rig_bones(rig)[b->parent], &sum);
    }
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            CHECK_NEAR(want.m[r][c], hone_rig_bones(rig)[bone].m[r][c], 3e-4);
            CHECK_NEAR(sum.m[r][c], hone_rig_bones(rig)[bone].m[r][c], 3e-4);
        }
}

static void move_by_physics(test_random *random, hone_rig *rig, const hone_pose *pose, uint32_t count)
{
    hone_affine moved[RANDOM_RIG_BONES];
    uint8_t dynamic[RANDOM_RIG_BONES] = {0};
    for (uint32_t b = 0; b < count; b++) {
        float q[4], t[3];
        test_random_quat(random, q);
        for (int i = 0; i < 3; i++) t[i] = test_random_float(random, -5, 5);
        moved[b] = hone_affine_from_rotation(q, t);
        dynamic[b] = test_random_u32(random) % 5 == 0;
    }
    hone_rig_apply_physics(rig, pose, moved, dynamic);
}

static void check_rig(test_random *random, bool physics)
{
    hone_model *model = random_rig_make(random, &(random_rig_desc){.appends = true, .chains = true, .in_order = true});
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    hone_rig_desc desc = {.model = model};
    desc.rules.append_after_physics = physics && test_random_u32(random) % 2;
    hone_rig *rig = hone_rig_create(&desc, NULL);
    random_pose pose;
    random_pose_make(&pose, model);
    for (int i = 0; i < POSES; i++) {
        random_pose_turn(random, &pose, 1.5f);
        hone_rig_before_physics(rig, &pose.pose);
        if (physics)
            move_by_physics(random, rig, &pose.pose, skeleton->bone_count);
        hone_rig_after_physics(rig, &pose.pose);
        for (uint32_t b = 0; b < skeleton->bone_count; b++) check_product(rig, &pose.pose, skeleton, b);
    }
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void the_product_of_the_parts_is_the_whole(void **state)
{
    (void)state;
    test_random random = {16};
    for (int i = 0; i < RIGS; i++) check_rig(&random, i % 2);
}

/* Keys, a morph and IK act on the link; the other bones have what keys and append give them. */
static void parts_of_one_bone_act_in_their_order(void **state)
{
    (void)state;
    hone_actor *actor = make_actor();
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    hone_pose *pose = hone_actor_writable_pose(actor);
    test_random random = {7};
    for (uint32_t b = 0; b < BONES; b++) {
        test_random_quat(&random, pose->bones[b].rotation);
        for (int i = 0; i < 3; i++) pose->bones[b].translation[i] = test_random_float(&random, -3, 3);
    }
    pose->morphs[0] = 0.7f;
    CHECK(hone_actor_evaluate(actor, NULL));
    for (uint32_t b = 0; b < BONES; b++) check_product(hone_actor_rig(actor), pose, skeleton, b);
    hone_bone_parts parts = hone_actor_bone_parts(actor, LINK);
    assert_memory_equal(&parts.keys, &pose->bones[LINK], sizeof parts.keys);
    CHECK_NEAR(parts.morph.translation[1], 0.7f, 1e-6);
    CHECK(fabsf(parts.ik.rotation[3]) < 0.999f);
    hone_actor_destroy(actor);
}

TEST_GROUP(test_bone_parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_no_part_adds_anything),
        cmocka_unit_test(keys_and_append_are_told_apart),
        cmocka_unit_test(a_bone_morph_is_a_part),
        cmocka_unit_test(ik_is_a_part),
        cmocka_unit_test(physics_is_a_part),
        cmocka_unit_test(in_other_spaces_keys_are_relative_to_rest),
        cmocka_unit_test(parts_of_one_bone_act_in_their_order),
        cmocka_unit_test(the_product_of_the_parts_is_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
