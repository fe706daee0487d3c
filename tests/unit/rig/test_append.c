/* Append, passes and the return of physics' results, compared with the rules for small rigs. */
#include "support/make/random_rig.h"
#include "support/reference/reference_rig.h"
#include "support/support.h"
#include <hone/rig.h>
#include <string.h>

enum { ROTATION = HONE_BONE_APPEND_ROTATION, TRANSLATION = HONE_BONE_APPEND_TRANSLATION };
static const float degree = 0.017453292f;

static hone_bone bone_at(int32_t parent, float x, float y, float z)
{
    return (hone_bone){.name = "",
                       .parent = parent,
                       .position = {x, y, z},
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
}

static hone_bone appending(int32_t parent, float x, int32_t source, float ratio, unsigned flags)
{
    hone_bone bone = bone_at(parent, x, 0, 0);
    bone.flags = (uint16_t)flags;
    bone.append_source = source;
    bone.append_ratio = ratio;
    return bone;
}

typedef struct scene {
    hone_model *model;
    hone_rig *rig;
    random_pose pose;
} scene;

static void open_scene_in(hone_space space, const hone_bone *bones, uint32_t count, hone_mmd_rules rules, scene *out)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *copy = hone_builder_array(builder, count, sizeof *copy);
    memcpy(copy, bones, count * sizeof *copy);
    const hone_model_data data = {.space = space, .skeleton = {.bone_count = count, .bones = copy}};
    out->model = hone_model_create(builder, &data, NULL, NULL);
    CHECK(out->model != NULL);
    out->rig = hone_rig_create(&(hone_rig_desc){.model = out->model, .rules = rules}, NULL);
    CHECK(out->rig != NULL);
    random_pose_make(&out->pose, out->model);
}

static void open_scene(const hone_bone *bones, uint32_t count, hone_mmd_rules rules, scene *out)
{
    open_scene_in(HONE_SPACE_MMD, bones, count, rules, out);
}

static void close_scene(scene *s)
{
    hone_rig_destroy(s->rig);
    hone_model_release(s->model);
}

/* Rotates a bone about an axis, in degrees. */
static void turn(scene *s, int bone, int axis, float angle)
{
    float *q = s->pose.bones[bone].rotation;
    q[0] = q[1] = q[2] = 0;
    q[axis] = sinf(angle * degree / 2);
    q[3] = cosf(angle * degree / 2);
}

/* Checks the rotation of a bone in model space about an axis, in degrees; fails if it is about any other axis. */
static void check_turn(const scene *s, int bone, int axis, double angle)
{
    reference_turn q = reference_turn_of(&hone_rig_bones(s->rig)[bone]);
    double half = angle * degree / 2, sign = q.q[3] * cos(half) + q.q[axis] * sin(half) < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) CHECK_NEAR(sign * q.q[i], i == axis ? sin(half) : 0, 1e-5);
    CHECK_NEAR(sign * q.q[3], cos(half), 1e-5);
}

static void check_place(const scene *s, int bone, double x, double y, double z)
{
    const double want[3] = {x, y, z};
    for (int i = 0; i < 3; i++) CHECK_NEAR(hone_rig_bones(s->rig)[bone].m[i][3], want[i], 1e-5);
}

/* ---- append -------------------------------------------------------------------------------------------------- */

static void ratios_scale_turns_and_ways(void **state)
{
    (void)state;
    const float ratios[] = {1, 0.5f, 0, -1, -0.25f, 2, 2.75f};
    for (int i = 0; i < 7; i++) {
        hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 5, 0, ratios[i], ROTATION),
                             appending(HONE_NONE, 7, 0, ratios[i], TRANSLATION)};
        scene s;
        open_scene(bones, 3, (hone_mmd_rules){0}, &s);
        turn(&s, 0, 1, 80);
        s.pose.bones[0].translation[2] = 3;
        turn(&s, 1, 1, 10); /* its own rotation is added */
        s.pose.bones[2].translation[2] = 1;
        hone_rig_evaluate(s.rig, &s.pose.pose);
        check_turn(&s, 1, 1, 80 * (double)ratios[i] + 10);
        check_place(&s, 1, 5, 0, 0);
        check_turn(&s, 2, 1, 0);
        check_place(&s, 2, 7, 0, 3 * (double)ratios[i] + 1);
        close_scene(&s);
    }
}

static void the_shorter_way_round_is_scaled(void **state)
{
    (void)state;
    hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 5, 0, 0.5f, ROTATION)};
    scene s;
    open_scene(bones, 2, (hone_mmd_rules){0}, &s);
    turn(&s, 0, 2, 300); /* -60 */
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_turn(&s, 1, 2, -30);
    close_scene(&s);
}

/* Both ways round are equally short: the axis of the quaternion decides. */
static void half_a_turn_is_scaled_about_its_own_axis(void **state)
{
    (void)state;
    hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 5, 0, 0.5f, ROTATION)};
    scene s;
    open_scene(bones, 2, (hone_mmd_rules){0}, &s);
    turn(&s, 0, 2, 90); /* so that it counts as moved */
    memcpy(s.pose.pose.bones[0].rotation, (float[4]){0, 0, 1, 0}, 4 * sizeof(float));
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_turn(&s, 1, 2, 90);
    close_scene(&s);
}

static void chains_of_appends_pass_on_their_own_and_what_they_inherit(void **state)
{
    (void)state;
    hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 1, 0, 1, ROTATION | TRANSLATION),
                         appending(HONE_NONE, 2, 1, 0.5f, ROTATION | TRANSLATION)};
    scene s;
    open_scene(bones, 3, (hone_mmd_rules){0}, &s);
    turn(&s, 0, 0, 40), turn(&s, 1, 0, 30), turn(&s, 2, 0, 5);
    s.pose.bones[0].translation[1] = 4, s.pose.bones[1].translation[1] = 2;
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_turn(&s, 1, 0, 70);
    check_turn(&s, 2, 0, 40);
    check_place(&s, 1, 1, 6, 0);
    check_place(&s, 2, 2, 3, 0);
    close_scene(&s);
}

static void an_append_comes_before_the_bones_own_turn(void **state)
{
    (void)state;
    hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 0, 0, 1, ROTATION), bone_at(1, 1, 0, 0)};
    scene s;
    open_scene(bones, 3, (hone_mmd_rules){0}, &s);
    turn(&s, 0, 2, 90), turn(&s, 1, 1, 90); /* own * appended: about z first */
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_place(&s, 2, 0, 1, 0); /* x becomes y, and y stays */
    close_scene(&s);
}

static void a_local_append_takes_how_the_source_stands_in_the_model(void **state)
{
    (void)state;
    const unsigned both = ROTATION | TRANSLATION;
    hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), bone_at(0, 2, 0, 0),
                         appending(HONE_NONE, 10, 1, 0.5f, both | HONE_BONE_APPEND_LOCAL),
                         appending(HONE_NONE, 10, 1, 0.5f, both)};
    scene s;
    open_scene(bones, 4, (hone_mmd_rules){0}, &s);
    turn(&s, 0, 2, 90); /* only the parent rotates: the source moves from (2,0,0) to (0,2,0) */
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_turn(&s, 2, 2, 45);
    check_place(&s, 2, 9, 1, 0);
    check_turn(&s, 3, 2, 0);
    check_place(&s, 3, 10, 0, 0);
    close_scene(&s);
}

/* ---- passes and order ---------------------------------------------------------------------------------------- */

static void an_append_before_physics_sees_a_source_behind_it_at_rest(void **state)
{
    (void)state;
    hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 1, 0, 1, ROTATION),
                         appending(HONE_NONE, 2, 0, 1, ROTATION | HONE_BONE_AFTER_PHYSICS)};
    bones[0].flags = HONE_BONE_AFTER_PHYSICS;
    scene s;
    open_scene(bones, 3, (hone_mmd_rules){0}, &s);
    turn(&s, 0, 1, 50);
    for (int frame = 0; frame < 2; frame++) { /* values of the previous frame have no effect */
        hone_rig_evaluate(s.rig, &s.pose.pose);
        check_turn(&s, 1, 1, 0);
        check_turn(&s, 2, 1, 50);
    }
    close_scene(&s);
}

static void a_lagging_rig_is_one_frame_late_where_the_order_is_wrong(void **state)
{
    (void)state;
    hone_bone bones[] = {bone_at(1, 1, 0, 0), bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 5, 3, 1, TRANSLATION),
                         bone_at(HONE_NONE, 0, 0, 0)};
    scene s;
    open_scene(bones, 4, (hone_mmd_rules){.order = HONE_ORDER_LAG}, &s);
    for (int frame = 0; frame < 3; frame++) {
        float now = (float)(frame + 1), before = (float)frame;
        s.pose.bones[1].translation[1] = s.pose.bones[3].translation[1] = now;
        hone_rig_evaluate(s.rig, &s.pose.pose);
        check_place(&s, 0, 1, before, 0);
        check_place(&s, 1, 0, now, 0);
        check_place(&s, 2, 5, before, 0);
    }
    close_scene(&s);
    open_scene(bones, 4, (hone_mmd_rules){0}, &s);
    s.pose.bones[1].translation[1] = s.pose.bones[3].translation[1] = 1;
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_place(&s, 0, 1, 1, 0);
    check_place(&s, 2, 5, 1, 0);
    close_scene(&s);
}

/* ---- physics ------------------------------------------------------------------------------------------------- */

enum { ROOT, HAIR, TIP, RIBBON, COPY, LATE_COPY, BODIES };

/* Physics moves the hair. The ribbon is a child of its tip; one bone copies the hair's rotation before physics, one
 * after. */
static void open_hair(bool again, scene *out)
{
    const hone_bone bones[BODIES] = {
        [ROOT] = bone_at(HONE_NONE, 0, 0, 0),
        [HAIR] = bone_at(ROOT, 1, 0, 0),
        [TIP] = bone_at(HAIR, 2, 0, 0),
        [RIBBON] = bone_at(TIP, 3, 0, 0),
        [COPY] = appending(ROOT, 5, HAIR, 1, ROTATION),
        [LATE_COPY] = appending(ROOT, 6, TIP, 1, ROTATION | HONE_BONE_APPEND_LOCAL | HONE_BONE_AFTER_PHYSICS),
    };
    open_scene(bones, BODIES, (hone_mmd_rules){.append_after_physics = again}, out);
}

static void step_hair_as(scene *s, hone_dynamic kind)
{
    const uint8_t dynamic[BODIES] = {[HAIR] = (uint8_t)kind};
    hone_affine worlds[BODIES] = {
        [HAIR] = {{{0, -1, 0, 1}, {1, 0, 0, 4}, {0, 0, 1, 0}}}}; /* 90 degrees about z, raised */
    hone_rig_before_physics(s->rig, &s->pose.pose);
    hone_rig_apply_physics(s->rig, &s->pose.pose, worlds, dynamic);
    hone_rig_after_physics(s->rig, &s->pose.pose);
}

static void step_hair(scene *s)
{
    step_hair_as(s, HONE_DYNAMIC_BODY);
}

static void what_hangs_on_a_dynamic_bone_follows_it(void **state)
{
    (void)state;
    scene s;
    open_hair(false, &s);
    turn(&s, TIP, 2, 90);
    step_hair(&s);
    check_place(&s, HAIR, 1, 4, 0);
    check_place(&s, TIP, 1, 5, 0);
    check_place(&s, RIBBON, 0, 5, 0); /* it keeps its own rotation */
    check_turn(&s, COPY, 2, 0);
    check_turn(&s, LATE_COPY, 2, 180);
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_place(&s, HAIR, 1, 0, 0);
    close_scene(&s);
}

/* Outside of MMD's space they keep their local transforms: those of the pose, or else those at rest. */
static void locals_below_a_dynamic_bone_stay(void **state)
{
    (void)state;
    scene s;
    hone_bone bones[3];
    for (int i = 0; i < 3; i++) {
        bones[i] = bone_at(i ? i - 1 : HONE_NONE, 0, 0, 0);
        bones[i].rest_local = (hone_affine)HONE_AFFINE_IDENTITY, bones[i].rest_local.m[1][3] = (float)(2 * i);
    }
    static const uint8_t dynamic[3] = {1};
    const hone_affine worlds[3] = {{{{0, -1, 0, 5}, {1, 0, 0, 0}, {0, 0, 1, 0}}}}; /* 90 degrees about z */
    open_scene_in(HONE_SPACE_GLTF, bones, 3, (hone_mmd_rules){0}, &s);
    for (int animated = 0; animated < 2; animated++) {
        hone_vec3_set(0, 1, 7, s.pose.bones[2].translation);
        memset(s.pose.animated, 0, sizeof s.pose.animated);
        s.pose.animated[2] = animated > 0;
        hone_rig_before_physics(s.rig, &s.pose.pose);
        hone_rig_apply_physics(s.rig, &s.pose.pose, worlds, dynamic);
        hone_rig_after_physics(s.rig, &s.pose.pose);
        check_place(&s, 0, 5, 0, 0);
        check_place(&s, 1, 3, 0, 0);
        check_place(&s, 2, animated ? 2 : -1, 0, animated ? 7 : 0);
    }
    close_scene(&s);
}

static void appends_may_be_evaluated_again_after_physics(void **state)
{
    (void)state;
    scene s;
    open_hair(true, &s);
    turn(&s, ROOT, 2, 30);
    step_hair(&s);
    check_turn(&s, COPY, 2, 90); /* 30 from its parent, 60 from what remains of the hair's 90 under the same parent */
    hone_rig_evaluate(s.rig, &s.pose.pose);
    check_turn(&s, COPY, 2, 30);
    close_scene(&s);
}

/* As MMD's 足D does from 足: whatever the rules say. */
static void bones_that_append_from_a_ragdoll_follow_it(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        scene s;
        open_hair(again, &s);
        step_hair_as(&s, HONE_DYNAMIC_RAGDOLL);
        check_place(&s, HAIR, 1, 4, 0);
        check_turn(&s, COPY, 2, 90);
        hone_rig_evaluate(s.rig, &s.pose.pose);
        check_turn(&s, COPY, 2, 0);
        close_scene(&s);
    }
}

/* A bone without a parent passes on its whole rotation by physics. */
static void a_root_that_physics_moved_passes_its_turn_on(void **state)
{
    (void)state;
    scene s;
    const hone_bone bones[] = {bone_at(HONE_NONE, 0, 0, 0), appending(HONE_NONE, 5, 0, 0.5f, ROTATION),
                               appending(HONE_NONE, 6, 0, 1, ROTATION | HONE_BONE_AFTER_PHYSICS)};
    static const uint8_t dynamic[3] = {1};
    const hone_affine worlds[3] = {{{{1, 0, 0, 0}, {0, 0, -1, 2}, {0, 1, 0, 0}}}}; /* 90 degrees about x */
    for (int again = 0; again < 2; again++) {
        open_scene(bones, 3, (hone_mmd_rules){.append_after_physics = again}, &s);
        hone_rig_before_physics(s.rig, &s.pose.pose);
        check_turn(&s, 1, 0, 0);
        hone_rig_apply_physics(s.rig, &s.pose.pose, worlds, dynamic);
        hone_rig_after_physics(s.rig, &s.pose.pose);
        check_turn(&s, 1, 0, again ? 45 : 0);
        check_turn(&s, 2, 0, again ? 90 : 0); /* without the option appends see only keys, also after physics */
        close_scene(&s);
    }
}

/* A link that a chain has rotated and physics then moves is where physics puts it. The chain's rotation is not
 * passed on. */
static void a_link_that_physics_moved_forgets_its_chain(void **state)
{
    (void)state;
    enum { LINK, END, TAIL, GOAL, FOLLOWER, COUNT };
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, COUNT, sizeof *bones);
    hone_ik *ik = hone_builder_array(b, 1, sizeof *ik);
    hone_ik_link *link = hone_builder_array(b, 1, sizeof *link);
    bones[LINK] = bone_at(HONE_NONE, 0, 0, 0);
    bones[END] = bone_at(LINK, 0, 2, 0);
    bones[TAIL] = bone_at(END, 0, 3, 0);
    bones[GOAL] = bone_at(HONE_NONE, 2, 0, 0);
    bones[GOAL].flags = HONE_BONE_IK;
    bones[GOAL].ik = 0;
    bones[FOLLOWER] = appending(HONE_NONE, 5, LINK, 1, ROTATION);
    *link = (hone_ik_link){.bone = LINK};
    *ik =
        (hone_ik){.bone = GOAL, .effector = END, .max_iterations = 20, .unit_angle = 3, .link_count = 1, .links = link};
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .skeleton = {.bone_count = COUNT, .bones = bones, .ik_count = 1, .iks = ik}};
    scene s = {.model = test_model_create(b, &data)};
    s.rig = hone_rig_create(&(hone_rig_desc){.model = s.model, .rules = {.append_after_physics = true}}, NULL);
    random_pose_make(&s.pose, s.model);
    static const uint8_t dynamic[COUNT] = {[LINK] = 1};
    const hone_affine worlds[COUNT] = {[LINK] = {{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}}};
    for (int frame = 0; frame < 2; frame++) { /* results of physics have no effect in the next frame */
        hone_rig_before_physics(s.rig, &s.pose.pose);
        check_place(&s, END, 2, 0, 0);
        check_place(&s, TAIL, 3, 0, 0);
        check_turn(&s, FOLLOWER, 2, -90);
        hone_rig_apply_physics(s.rig, &s.pose.pose, worlds, dynamic);
        check_place(&s, TAIL, 0, 0, 3);
        check_turn(&s, FOLLOWER, 0, 90);
    }
    close_scene(&s);
}

TEST_GROUP(test_append)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_scale_turns_and_ways),
        cmocka_unit_test(the_shorter_way_round_is_scaled),
        cmocka_unit_test(half_a_turn_is_scaled_about_its_own_axis),
        cmocka_unit_test(chains_of_appends_pass_on_their_own_and_what_they_inherit),
        cmocka_unit_test(an_append_comes_before_the_bones_own_turn),
        cmocka_unit_test(a_local_append_takes_how_the_source_stands_in_the_model),
        cmocka_unit_test(an_append_before_physics_sees_a_source_behind_it_at_rest),
        cmocka_unit_test(a_lagging_rig_is_one_frame_late_where_the_order_is_wrong),
        cmocka_unit_test(what_hangs_on_a_dynamic_bone_follows_it),
        cmocka_unit_test(bones_that_append_from_a_ragdoll_follow_it),
        cmocka_unit_test(locals_below_a_dynamic_bone_stay),
        cmocka_unit_test(appends_may_be_evaluated_again_after_physics),
        cmocka_unit_test(a_root_that_physics_moved_passes_its_turn_on),
        cmocka_unit_test(a_link_that_physics_moved_forgets_its_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
