/* MMD's modes of bodies: which body moves its bone, and which follows it; impulse morphs. */
#include "support/physics_scene.h"
#include "support/support.h"
#include <hone/math.h>
#include <string.h>

/* ---- modes ----------------------------------------------------------------------------------------------------- */

static void a_following_body_is_where_its_bone_is(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 1, 2, 3);
    scene *s = scene_open(&scene_usual);
    s->bones[0] = (hone_affine){{{0, -1, 0, 5}, {1, 0, 0, 6}, {0, 0, 1, 7}}};
    scene_step(s, 1);
    hone_affine at = scene_body(s, 0).place;
    CHECK(memcmp(&at, &s->bones[0], sizeof at) == 0);
    scene_bone(s, 0);
    CHECK(!s->dynamic[0]);
    scene_close(s);
}

/* A body that is rotated and offset relative to its bone: the bone keeps its place relative to the body. */
static void bones_hang_on_bodies_as_at_rest(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    memcpy(scene_plan.bodies[0].rotation, (float[]){0.3f, -0.7f, 1.1f}, sizeof scene_plan.bodies[0].rotation);
    scene *s = scene_open(&scene_usual);
    s->bones[0].m[0][3] = 4; /* the bone is not at its body's rest place */
    scene_aim(s);
    hone_physics_world_reset(s->world);
    hone_affine at = *scene_bone(s, 0);
    CHECK(s->dynamic[0]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(at.m[r][c], s->bones[0].m[r][c], 1e-5);
    scene_step(s, 30);
    at = *scene_bone(s, 0);
    CHECK_NEAR(at.m[1][3], 10 - 98 * 0.25 / 2, 0.5);
    CHECK_NEAR(at.m[0][0], 1, 1e-4);
    scene_close(s);
}

/* Checks that bone 1 is where it was in its parent, which a body has moved. */
static void check_under_parent(scene *s)
{
    hone_affine parent = *scene_bone(s, 0), child = *scene_bone(s, 1), back = hone_affine_invert_rigid(&parent);
    hone_affine local = hone_affine_multiply(&back, &child), at = hone_affine_multiply(&s->bones[0], &local);
    CHECK(s->dynamic[0] && parent.m[1][3] < 9);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(at.m[r][c], s->bones[1].m[r][c], 1e-4);
}

/* Bones of other spaces than MMD's may be scaled or sheared, along any axis. */
static void bones_keep_their_place_in_a_scaled_parent(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 1, 11, 2);
    scene_plan.parents[1] = 0;
    const hone_affine parents[] = {{{{1, 0, 0, 0}, {0, 1, 0, 10}, {0, 0, 1, 0}}},
                                   {{{2, 0, 0, 0}, {0, 1, 0, 10}, {0, 0, 1, 0}}},
                                   {{{1, 0, 0, 0}, {0, 2, 0, 10}, {0, 0, 1, 0}}},
                                   {{{1, 0, 0, 0}, {0, 1, 0, 10}, {0, 0, 2, 0}}},
                                   {{{1, 0, 0, 0}, {0.6f, 0.8f, 0, 10}, {0, 0, 1, 0}}}};
    for (size_t i = 0; i < sizeof parents / sizeof *parents; i++) {
        scene *s = scene_open(&scene_usual);
        scene_step(s, 20);
        s->bones[0] = parents[i];
        check_under_parent(s);
        scene_close(s);
    }
    scene *s = scene_open(&scene_usual);
    scene_step(s, 20);
    s->bones[0].m[0][0] = 0; /* nothing has a place in it */
    hone_affine parent = *scene_bone(s, 0);
    CHECK(memcmp(&parent, scene_bone(s, 1), sizeof parent) == 0);
    scene_close(s);
}

static void mode_2_keeps_its_bones_place(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC_ALIGNED, 1, 10, 0);
    scene_plan.parents[1] = 0;
    hone_joint *joint = &scene_plan.joints[make_bodies_join(&scene_plan, 0, 1, 0, 10, 0)];
    joint->linear_lower[1] = -50, joint->linear_upper[1] = 50;
    scene *s = scene_open(&scene_usual);
    for (int k = 0; k < 120; k++) {
        s->bones[0].m[0][3] = 0.01f * (float)k;
        s->bones[1].m[0][3] = 1 + 0.01f * (float)k;
        s->bones[0].m[2][3] = s->bones[1].m[2][3] = 0.02f * (float)k;
        scene_step(s, 1);
        const hone_affine *at = scene_bone(s, 1);
        CHECK_NEAR(at->m[0][3], s->bones[1].m[0][3], 1e-4);
        CHECK_NEAR(at->m[1][3], 10, 1e-4);
        CHECK(fabsf(scene_body(s, 1).velocity[1]) < 3); /* its weight does not add up */
        CHECK(k < 60 || fabsf(scene_body(s, 1).velocity[2] - 1.2f) < 0.2f);
    }
    scene_close(s);
    scene_plan.joint_count = 0; /* no joint is needed */
    s = scene_open(&scene_usual);
    scene_step(s, 60);
    CHECK_NEAR(scene_bone(s, 1)->m[1][3], 10, 1e-4);
    scene_close(s);
}

/* If it is joined to the dynamic body of its parent bone, it is held by that: the chain behaves as in mode 1. */
static void mode_2_below_a_dynamic_parent_is_mode_1(void **state)
{
    (void)state;
    float tips[2];
    for (int m = 0; m < 2; m++) {
        make_bodies_clear(&scene_plan);
        make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 2, 20, 2);
        scene_plan.bodies[2].mode = m ? HONE_BODY_DYNAMIC_ALIGNED : HONE_BODY_DYNAMIC;
        memcpy(scene_plan.joints[1].linear_upper, (float[]){1, 1, 1}, sizeof scene_plan.joints[1].linear_upper);
        scene *s = scene_open(&scene_usual);
        scene_step(s, 40);
        tips[m] = scene_height(s, 2);
        scene_close(s);
    }
    CHECK(tips[0] == tips[1]);
    scene_plan.parents[2] = 0; /* no longer its parent's body: the bone keeps its position under its parent */
    scene *s = scene_open(&scene_usual);
    scene_step(s, 40);
    CHECK_NEAR(scene_bone(s, 2)->m[1][3], 20, 1e-4);
    scene_close(s);
}

static void of_two_bodies_on_a_bone_the_last_carries_it(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    scene_plan.bodies[1].bone = 0;
    scene_plan.bodies[0].linear_damping = 1;
    scene *s = scene_open(&scene_usual);
    scene_step(s, 30);
    CHECK(scene_height(s, 0) > 8 && scene_height(s, 1) < 0);
    CHECK_NEAR(scene_bone(s, 0)->m[1][3], scene_height(s, 1), 1e-4);
    scene_close(s);
}

static void a_body_of_no_bone_moves_alone(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC_ALIGNED, 0, 10, 0);
    scene_plan.bodies[0].bone = HONE_NONE;
    scene *s = scene_open(&scene_usual);
    scene_step(s, 30);
    CHECK(scene_height(s, 0) < 0);
    scene_bone(s, 0);
    CHECK(!s->dynamic[0]);
    scene_close(s);
    scene_plan.boneless = true;
    s = scene_open(&scene_usual);
    scene_step(s, 30);
    CHECK(scene_height(s, 0) < 0);
    scene_bone(s, 0);
    scene_close(s);
}

static void switches_turn_bodies_to_their_bones_and_back(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 50, 0);
    scene *s = scene_open(&scene_usual);
    scene_step(s, 30);
    CHECK(scene_height(s, 0) < 40);
    s->off[0] = 1;
    scene_step(s, 1);
    CHECK(scene_height(s, 0) == 50 && scene_body(s, 0).follows);
    s->bones[0].m[1][3] = 51;
    scene_step(s, 1);
    CHECK(scene_height(s, 0) == 51);
    scene_bone(s, 0);
    CHECK(!s->dynamic[0]);
    s->off[0] = 0;
    scene_step(s, 1); /* starts from rest: no velocity from the fall or from the bone's movement is left */
    CHECK_NEAR(scene_body(s, 0).velocity[1], -98.0 / 60, 1e-2);
    scene_bone(s, 0);
    CHECK(s->dynamic[0]);
    scene_close(s);
}

/* ---- impulses -------------------------------------------------------------------------------------------------- */

static void impulse_morphs_push_turn_and_stop(void **state)
{
    (void)state;
    hone_morph_impulse push = {.body = 0, .velocity = {1, 0, 0}},
                       local = {.body = 1, .local = true, .velocity = {1, 0, 0}},
                       turn = {.body = 2, .torque = {0, 0, 0.1f}}, stop = {.body = 0};
    for (int i = 0; i < 3; i++) make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10.0f * (float)i, 0);
    scene_plan.bodies[0].mass = 2;
    scene_plan.bodies[1].rotation[2] = 1.5707963f;
    const hone_morph_impulse *impulses[] = {&push, &local, &turn, &stop};
    for (int m = 0; m < 4; m++)
        scene_plan.morphs[m] =
            (hone_morph){.name = "m", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = impulses[m]};
    scene_plan.morph_count = 4;
    scene *s = scene_open(&(hone_physics_options){.weightless = true});
    s->morphs[0] = 1, s->morphs[1] = 0.5f, s->morphs[2] = 1;
    scene_step(s, 1);
    CHECK_NEAR(scene_body(s, 0).velocity[0], 0.5, 1e-4);
    CHECK_NEAR(scene_body(s, 1).velocity[1], 0.5, 1e-4);
    CHECK_NEAR(scene_body(s, 1).velocity[0], 0, 1e-4);
    CHECK_NEAR(scene_body(s, 2).spin[2], 0.1 / (0.4 * 0.25), 1e-3);
    scene_step(s, 1);
    CHECK_NEAR(scene_body(s, 0).velocity[0], 1, 1e-4); /* again at every step */
    s->morphs[0] = 0, s->morphs[3] = 0.2f;
    scene_step(s, 1);
    CHECK(scene_body(s, 0).velocity[0] == 0);
    scene_close(s);
    s = scene_open(&(hone_physics_options){.weightless = true, .rate = 120});
    s->morphs[0] = 1;
    scene_step(s, 2);
    CHECK_NEAR(scene_body(s, 0).velocity[0], 0.5,
               1e-3); /* of a sixtieth of a second, whatever the length of the steps */
    scene_close(s);
}

static void impulses_that_overflow_push_nothing(void **state)
{
    (void)state;
    const hone_morph_impulse impulses[2] = {{.body = 0, .velocity = {1e30f, 0, 0}, .torque = {0, 0, 0.1f}},
                                            {.body = 0, .velocity = {1, 0, 0}, .torque = {0, 0, 1e30f}}};
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    for (int m = 0; m < 2; m++)
        scene_plan.morphs[m] =
            (hone_morph){.name = "m", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = &impulses[m]};
    scene_plan.morph_count = 2;
    scene *s = scene_open(&(hone_physics_options){.weightless = true});
    for (int m = 0; m < 2; m++) {
        s->morphs[m] = 1e10f;
        scene_step(s, 1);
        s->morphs[m] = 0;
        hone_body_motion body = scene_body(s, 0);
        CHECK(body.velocity[0] == 0 && body.spin[2] == 0 && body.place.m[1][3] == 10);
    }
    CHECK(hone_physics_get_diagnostics(s->physics).unstable_bodies == 0);
    scene_close(s);
}

/* The bodies of two bones are joined to it: the bone of the first joint places it. */
static void a_body_of_no_bone_is_placed_by_its_first_joint(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 4, 10, 0);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 2, 10, 0);
    scene_plan.bodies[2].bone = HONE_NONE;
    for (int first = 0; first < 2; first++) {
        scene_plan.joint_count = 0;
        for (int j = 0; j < 2; j++) {
            hone_joint *joint = &scene_plan.joints[make_bodies_join(&scene_plan, first ^ j, 2, 2, 10, 0)];
            for (int i = 0; i < 3; i++) joint->linear_lower[i] = -500, joint->linear_upper[i] = 500;
        }
        scene *s = scene_open(&(hone_physics_options){.weightless = true});
        s->bones[first].m[2][3] = 100;
        scene_aim(s);
        hone_physics_world_reset(s->world);
        CHECK_NEAR(scene_body(s, 2).place.m[2][3], 100, 1e-3);
        CHECK_NEAR(scene_body(s, 2).place.m[0][3], 2, 1e-3);
        scene_close(s);
    }
}

static void the_first_impulse_morph_stops_a_body_too(void **state)
{
    (void)state;
    const hone_morph_impulse stop = {.body = 0};
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    scene_plan.morphs[0] = (hone_morph){.name = "m", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = &stop};
    scene_plan.morph_count = 1;
    scene *s = scene_open(&(hone_physics_options){.weightless = true});
    CHECK(hone_physics_push_body(s->physics, 0, (const float[]){1, 2, 3}, NULL, NULL));
    scene_step(s, 1);
    CHECK_NEAR(scene_body(s, 0).velocity[2], 3, 1e-4); /* the first body can be pushed, too */
    s->morphs[0] = 1;
    scene_step(s, 1);
    for (int i = 0; i < 3; i++) CHECK(scene_body(s, 0).velocity[i] == 0);
    scene_close(s);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

TEST_GROUP(test_physics_bodies)
{
    const struct CMUnitTest tests[] = {
        TEST(a_following_body_is_where_its_bone_is),
        TEST(bones_hang_on_bodies_as_at_rest),
        TEST(bones_keep_their_place_in_a_scaled_parent),
        TEST(mode_2_keeps_its_bones_place),
        TEST(mode_2_below_a_dynamic_parent_is_mode_1),
        TEST(of_two_bodies_on_a_bone_the_last_carries_it),
        TEST(a_body_of_no_bone_moves_alone),
        TEST(switches_turn_bodies_to_their_bones_and_back),
        TEST(impulse_morphs_push_turn_and_stop),
        TEST(impulses_that_overflow_push_nothing),
        TEST(a_body_of_no_bone_is_placed_by_its_first_joint),
        TEST(the_first_impulse_morph_stops_a_body_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
