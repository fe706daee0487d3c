/* Actors at places of the world: physics there, and bones in model space. */
#include "support/make/bodies/make_human.h"
#include "support/make/make_bodies.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <string.h>

static make_bodies plan;
enum { TIP = 6, HEIGHT = 20 };
static const hone_rigid_transform origin = HONE_RIGID_TRANSFORM_IDENTITY;

static hone_rigid_transform at(float x, float z, float yaw)
{
    return (hone_rigid_transform){{0, sinf(yaw / 2), 0, cosf(yaw / 2)}, {x, 0, z}};
}

/* A lock of hair that hangs down. */
static hone_model *make_hair(void)
{
    make_bodies_clear(&plan);
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, TIP, HEIGHT, 1);
    for (uint32_t b = 0; b < plan.body_count; b++) {
        plan.bodies[b].position[0] = 0;
        plan.bodies[b].position[1] = HEIGHT - (float)b;
        plan.bodies[b].linear_damping = plan.bodies[b].angular_damping = 0.5f;
    }
    for (uint32_t j = 0; j < plan.joint_count; j++) {
        plan.joints[j].position[0] = 0;
        plan.joints[j].position[1] = HEIGHT - 0.5f - (float)j;
    }
    return make_bodies_model(&plan, NULL, NULL);
}

static hone_actor *make_actor(hone_actor_physics physics)
{
    NEEDS(physics);
    physics.on = true;
    hone_model *model = make_hair();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = physics}, NULL);
    CHECK(actor);
    hone_model_release(model);
    return actor;
}

static const float *row_of_tip(const hone_actor *actor, int axis)
{
    return hone_actor_bones(actor)[TIP].m[axis];
}

static float tip(const hone_actor *actor, int axis)
{
    return row_of_tip(actor, axis)[3];
}

static void update_at(hone_actor *actor, double seconds, hone_rigid_transform world)
{
    CHECK(hone_actor_set_world(actor, &world, NULL) && hone_actor_update(actor, seconds, NULL));
}

/* ---- bones stay in model space --------------------------------------------------------------------------------- */

static void a_place_alone_moves_no_bone(void **state)
{
    (void)state;
    hone_actor *here = make_actor((hone_actor_physics){0}), *there = make_actor((hone_actor_physics){0});
    for (int k = 0; k < 120; k++) {
        CHECK(hone_actor_update(here, k / 60.0, NULL));
        update_at(there, k / 60.0, at(300, -200, 2));
        for (uint32_t b = 0; b <= TIP; b++)
            for (int r = 0; r < 3; r++)
                CHECK_NEAR(hone_actor_bones(there)[b].m[r][3], hone_actor_bones(here)[b].m[r][3], 5e-3);
    }
    hone_body_motion body;
    CHECK(hone_physics_body_motion(hone_actor_get_physics(there), 0, &body));
    CHECK_NEAR(body.place.m[0][3], 300, 1e-3); /* bodies are in the world */
    hone_rigid_transform world = hone_actor_world(there), none = hone_actor_world(here);
    float point[3] = {300, 5, -200};
    hone_actor_to_model(there, point, point);
    CHECK_NEAR(point[0], 0, 1e-4);
    CHECK_NEAR(point[1], 5, 1e-4);
    CHECK(world.translation[0] == 300 && memcmp(&none, &origin, sizeof origin) == 0);
    hone_actor_destroy(here);
    hone_actor_destroy(there);
}

/* ---- inertia --------------------------------------------------------------------------------------------------- */

static void hair_trails_behind_a_runner_and_swings_when_it_stops(void **state)
{
    (void)state;
    hone_actor *actor = make_actor((hone_actor_physics){0});
    for (int k = 0; k < 30; k++) update_at(actor, k / 60.0, origin);
    CHECK_NEAR(tip(actor, 0), 0, 0.1);
    float back = 0, forth = 0;
    for (int k = 30; k < 60; k++) {
        update_at(actor, k / 60.0, at(0.5f * (float)(k - 29), 0, 0));
        back = fminf(back, tip(actor, 0));
    }
    CHECK(back < -1); /* it stays behind */
    for (int k = 60; k < 150; k++) {
        update_at(actor, k / 60.0, at(15, 0, 0));
        forth = fmaxf(forth, tip(actor, 0));
    }
    CHECK(forth > 1);
    CHECK(hone_physics_get_diagnostics(hone_actor_get_physics(actor)).teleports == 0);
    hone_actor_destroy(actor);
}

static void a_teleport_moves_no_hair(void **state)
{
    (void)state;
    hone_actor *still = make_actor((hone_actor_physics){0}), *actor = make_actor((hone_actor_physics){0});
    for (int k = 0; k < 120; k++) {
        hone_rigid_transform place = at(0.1f * (float)k, 0, 0.02f * (float)k), far = at(-70, 30, 1.5f);
        update_at(still, k / 60.0, place);
        if (k == 60)
            CHECK(hone_actor_teleport(actor, &far, NULL)); /* from the place of frame 59 */
        hone_rigid_transform before = at(5.9f, 0, 1.18f), way = hone_rigid_transform_invert(&before);
        way = hone_rigid_transform_compose(&way, &place);
        update_at(actor, k / 60.0, k < 60 ? place : hone_rigid_transform_compose(&far, &way));
        for (int r = 0; r < 3; r++) CHECK_NEAR(tip(actor, r), tip(still, r), 0.12);
    }
    hone_actor_destroy(actor);
    hone_actor_destroy(still);
}

/* The hair of a character that runs at a constant speed swings alike at every frame rate, although the steps of physics
 * are at other times than the frames. */
static void frame_rates_do_not_shake_hair(void **state)
{
    (void)state;
    static const double rates[] = {60, 30, 75, 144, 240};
    float lows[5], highs[5];
    for (int i = 0; i < 5; i++) {
        hone_actor *actor = make_actor((hone_actor_physics){0});
        lows[i] = 1e9f, highs[i] = -1e9f;
        for (int k = 0; k < 3 * rates[i]; k++) {
            update_at(actor, k / rates[i], at((float)(20 * k / rates[i]), 0, 0));
            lows[i] = fminf(lows[i], tip(actor, 0)), highs[i] = fmaxf(highs[i], tip(actor, 0));
        }
        CHECK(lows[i] < -1);
        CHECK_NEAR(lows[i], lows[0], 0.1);
        CHECK_NEAR(highs[i], highs[0], 0.1);
        hone_actor_destroy(actor);
    }
}

/* ---- shared and exact worlds ----------------------------------------------------------------------------------- */

/* The second actor's hair hangs where the first one's is, if both are where their places say. */
static void actors_meet_in_a_shared_world(void **state)
{
    (void)state;
    float apart[2];
    for (int near = 0; near < 2; near++) {
        NEEDS(physics);
        hone_physics_world *world = hone_physics_world_create(NULL, NULL, NULL);
        hone_model *model = make_hair();
        for (uint32_t b = 0; b < plan.body_count; b++) plan.bodies[b].mask = 0xffff, plan.bodies[b].size[0] = 0.45f;
        hone_model_release(model);
        model = make_bodies_model(&plan, NULL, NULL);
        const hone_actor_desc desc = {.model = model, .physics = {.on = true, .world = world}};
        hone_actor *a = hone_actor_create(&desc, NULL), *b = hone_actor_create(&desc, NULL);
        hone_rigid_transform beside = at(near ? 50.3f : 60, 0, 0), first = at(50, 0, 0);
        for (int k = 0; k < 120; k++) {
            CHECK(hone_actor_set_world(a, &first, NULL) && hone_actor_set_world(b, &beside, NULL));
            CHECK(hone_actor_update(a, k / 60.0, NULL) && hone_actor_update(b, k / 60.0, NULL));
        }
        apart[near] = tip(b, 0) - tip(a, 0);
        hone_actor_destroy(a), hone_actor_destroy(b);
        hone_physics_world_destroy(world);
        hone_model_release(model);
    }
    CHECK_NEAR(apart[0], 0, 0.05);
    CHECK(apart[1] > 0.3f);
}

static void exact_physics_has_one_result_at_every_place(void **state)
{
    (void)state;
    const hone_actor_physics exact = {.options = {.exact = true}};
    hone_actor *here = make_actor(exact), *there = make_actor(exact);
    for (int k = 0; k < 60; k++) {
        CHECK(hone_actor_update(here, k / 60.0, NULL));
        update_at(there, k / 60.0, at((float)k, 3, (float)k));
        if (k == 40) {
            hone_rigid_transform far = at(500, 3, 0);
            CHECK(hone_actor_teleport(there, &far, NULL));
        }
        CHECK(memcmp(hone_actor_bones(here), hone_actor_bones(there), (TIP + 1) * sizeof(hone_affine)) == 0);
    }
    hone_actor_destroy(here);
    hone_actor_destroy(there);
}

/* ---- saved states ---------------------------------------------------------------------------------------------- */

static void the_place_is_part_of_a_saved_state(void **state)
{
    (void)state;
    hone_actor *actor = make_actor((hone_actor_physics){0});
    static char saved[1 << 16];
    hone_affine straight[TIP + 1];
    for (int k = 0; k < 40; k++) update_at(actor, k / 50.0, at(0.3f * (float)k, 0, 0.1f * (float)k));
    CHECK(hone_actor_save(actor, saved, sizeof saved, NULL));
    for (int again = 0; again < 2; again++) {
        for (int k = 40; k < 50; k++) update_at(actor, k / 50.0, at(0.3f * (float)k, 0, 0.1f * (float)k));
        if (!again)
            memcpy(straight, hone_actor_bones(actor), sizeof straight);
        CHECK(memcmp(straight, hone_actor_bones(actor), sizeof straight) == 0);
        CHECK(hone_actor_restore(actor, saved, sizeof saved, NULL));
        CHECK_NEAR(hone_actor_world(actor).translation[0], 0.3 * 39, 1e-4);
    }
    hone_actor_destroy(actor);
}

/* ---- the ground, and input checks ------------------------------------------------------------------------------ */

static bool slope(void *user, const float position[3], float *height, float normal[3])
{
    (void)user;
    *height = 0.2f * position[0] - 1;
    hone_vec3_set(-0.2f, 1, 0, normal);
    return true;
}

/* Feet stand on the slope of the world, wherever the character is on it. */
static void feet_find_the_ground_of_the_world(void **state)
{
    (void)state;
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_MIXAMO});
    hone_model *human = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = human}, NULL);
    hone_goal feet;
    CHECK(hone_goal_for_feet(human, NULL, slope, NULL, &feet, NULL) && hone_actor_goal_add(actor, &feet, NULL).id);
    hone_rigid_transform place = at(5.2f, 3, 1);
    update_at(actor, 0, place);
    for (int side = 0; side < 2; side++) {
        float ankle[3];
        hone_affine_origin(&hone_actor_bones(actor)[feet.feet.legs[side].bones[2]], ankle);
        hone_rigid_transform_point(&place, ankle, ankle);
        CHECK_NEAR(ankle[1], 0.2f * ankle[0] - 1 + feet.feet.legs[side].sole, 0.02);
    }
    hone_actor_destroy(actor);
    hone_model_release(human);
    hone_bytes_release(&bytes);
}

static void places_are_checked(void **state)
{
    (void)state;
    hone_model *model = make_hair();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    const hone_rigid_transform bad[] = {
        {{0, 0, 0, 1}, {NAN, 0, 0}}, {{0, 0, 0, 2}, {0}}, {{0}, {0}}, {{NAN, 0, 0, 1}, {0}}};
    for (int i = 0; i < 4; i++) {
        hone_error error = {0};
        CHECK(!hone_actor_set_world(actor, &bad[i], &error) && error.code == HONE_ERROR_ARGUMENT);
        CHECK(!hone_actor_teleport(actor, &bad[i], &error) && error.code == HONE_ERROR_ARGUMENT);
    }
    CHECK(!hone_actor_set_world(NULL, &origin, NULL) && !hone_actor_teleport(actor, NULL, NULL));
    hone_rigid_transform world = hone_actor_world(actor);
    CHECK(memcmp(&world, &origin, sizeof origin) == 0);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- paths ------------------------------------------------------------------------------------------------------ */

static hone_actor *make_on_path(hone_actor_path *path)
{
    NEEDS(physics);
    hone_model *model = make_hair();
    const hone_actor_physics physics = {.on = true, .options = {.exact = true}};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = physics, .path = path}, NULL);
    CHECK(actor);
    hone_model_release(model);
    return actor;
}

static void path_head_down(void *user, double frame, hone_rigid_transform *world)
{
    (void)user, (void)frame;
    *world = (hone_rigid_transform){{1, 0, 0, 0}, {5, 30, 0}};
}

static void path_to_and_fro(void *user, double frame, hone_rigid_transform *world)
{
    (void)user;
    *world = at(10 * sinf((float)frame / 10), 0, 0);
}

static void exact_physics_on_a_path_knows_what_is_below(void **state)
{
    (void)state;
    hone_actor *actor = make_on_path(path_head_down);
    CHECK(hone_actor_update(actor, 4, NULL));
    assert_true(tip(actor, 1) > HEIGHT + TIP - 2); /* hangs from the head to the world's ground */
    hone_rigid_transform world = hone_actor_world(actor);
    CHECK_NEAR(world.translation[1], 30, 0);
    hone_actor_destroy(actor);
}

static void exact_physics_on_a_path_has_inertia_and_one_result(void **state)
{
    (void)state;
    hone_actor *slowly = make_on_path(path_to_and_fro), *once = make_on_path(path_to_and_fro);
    float widest = 0;
    for (int k = 0; k <= 180; k++) {
        CHECK(hone_actor_update(slowly, k / 60.0, NULL));
        widest = fmaxf(widest, fabsf(tip(slowly, 0)));
    }
    assert_true(widest > 0.3f);
    CHECK(hone_actor_update(once, 3, NULL));
    assert_memory_equal(hone_actor_bones(slowly), hone_actor_bones(once), (TIP + 1) * sizeof(hone_affine));
    CHECK(hone_actor_update(once, 1, NULL) && hone_actor_update(once, 3, NULL)); /* back and forth */
    assert_memory_equal(hone_actor_bones(slowly), hone_actor_bones(once), (TIP + 1) * sizeof(hone_affine));
    hone_rigid_transform far = at(100, 0, 0); /* a path has the last word */
    CHECK(hone_actor_set_world(once, &far, NULL) && hone_actor_teleport(once, &far, NULL));
    CHECK(hone_actor_update(once, 3, NULL));
    assert_memory_equal(hone_actor_bones(slowly), hone_actor_bones(once), (TIP + 1) * sizeof(hone_affine));
    hone_actor_destroy(slowly);
    hone_actor_destroy(once);
}

TEST_GROUP(test_actor_world)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_alone_moves_no_bone),
        cmocka_unit_test(hair_trails_behind_a_runner_and_swings_when_it_stops),
        cmocka_unit_test(a_teleport_moves_no_hair),
        cmocka_unit_test(frame_rates_do_not_shake_hair),
        cmocka_unit_test(actors_meet_in_a_shared_world),
        cmocka_unit_test(exact_physics_has_one_result_at_every_place),
        cmocka_unit_test(the_place_is_part_of_a_saved_state),
        cmocka_unit_test(feet_find_the_ground_of_the_world),
        cmocka_unit_test(places_are_checked),
        cmocka_unit_test(exact_physics_on_a_path_knows_what_is_below),
        cmocka_unit_test(exact_physics_on_a_path_has_inertia_and_one_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
