/* Bodies and joints made by hand, without actor and clock: laws of mechanics, and contacts. */
#include "support/physics_scene.h"
#include "support/support.h"
#include <string.h>

/* ---- mechanics ------------------------------------------------------------------------------------------------- */

static void a_body_falls_as_gravity_says(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 100, 0);
    scene *s = scene_open(&scene_usual);
    scene_step(s, 60);
    CHECK_NEAR(scene_height(s, 0), 100 - 49, 1); /* the error of a step, because each step updates the velocity first */
    scene_close(s);
    s = scene_open(&(hone_physics_options){.gravity = {30, 0, 0}, .rate = 240});
    scene_step(s, 240);
    CHECK_NEAR(scene_body(s, 0).place.m[0][3], 15, 0.1);
    CHECK_NEAR(scene_height(s, 0), 100, 1e-4);
    scene_close(s);
    s = scene_open(&(hone_physics_options){.weightless = true});
    scene_step(s, 60);
    CHECK(scene_height(s, 0) == 100);
    scene_close(s);
    for (int axis = 0; axis < 3; axis++) {
        hone_physics_options options = {.rate = 60};
        options.gravity[axis] = -30;
        s = scene_open(&options);
        scene_step(s, 30);
        for (int i = 0; i < 3; i++) CHECK_NEAR(scene_body(s, 0).velocity[i], i == axis ? -15 : 0, 0.01);
        scene_close(s);
    }
}

/* Times between passages through the middle, interpolated linearly between steps. */
static double pendulum_period(float length, uint32_t rate)
{
    make_bodies_clear(&scene_plan);
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 20, 0);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, length * sinf(0.1f), 20 - length * cosf(0.1f), 0);
    scene_plan.bodies[1].size[0] = 0.05f;
    make_bodies_join(&scene_plan, 0, 1, 0, 20, 0);
    scene *s = scene_open(&(hone_physics_options){.rate = rate});
    scene_aim(s);
    double first = 0, last = 0;
    int passes = 0;
    float x = scene_body(s, 1).place.m[0][3];
    for (uint32_t k = 0; k < 10 * rate; k++) {
        CHECK(hone_physics_world_step(s->world, NULL));
        float now = scene_body(s, 1).place.m[0][3];
        if (x < 0 && now >= 0) {
            last = ((float)k + x / (x - now)) / (float)rate;
            first = passes++ ? first : last;
        }
        x = now;
    }
    scene_close(s);
    CHECK(passes > 2);
    return (last - first) / (passes - 1);
}

static void a_pendulum_keeps_its_time(void **state)
{
    (void)state;
    static const float lengths[] = {2, 5, 10};
    for (int i = 0; i < 3; i++) {
        double theory = 2 * 3.14159265 * sqrt(lengths[i] / 98) * (1 + 0.01 / 16); /* for an amplitude of 0.1 */
        CHECK_NEAR(pendulum_period(lengths[i], 60) / theory, 1, 0.02);
        CHECK_NEAR(pendulum_period(lengths[i], 120) / theory, 1, 0.02);
    }
}

static double energy(const scene *s, uint32_t index)
{
    hone_body_motion m = scene_body(s, index);
    const hone_body *b = &scene_plan.bodies[index];
    double speed = 0, spin = 0, inertia = 0.4 * b->mass * b->size[0] * b->size[0];
    for (int i = 0; i < 3; i++) speed += m.velocity[i] * m.velocity[i], spin += m.spin[i] * m.spin[i];
    return b->mass * (speed / 2 + 98 * m.place.m[1][3]) + inertia * spin / 2;
}

static void the_energy_of_a_chain_does_not_grow(void **state)
{
    (void)state;
    static const uint8_t modes[] = {HONE_BODY_DYNAMIC, HONE_BODY_DYNAMIC_ALIGNED};
    for (int m = 0; m < 2; m++) {
        make_bodies_clear(&scene_plan);
        make_bodies_chain(&scene_plan, modes[m], 8, 40, 2);
        scene *s = scene_open(&scene_usual);
        scene_aim(s);
        double begun = 0, most = -1e9;
        for (uint32_t i = 1; i <= 8; i++) begun += energy(s, i);
        for (int k = 0; k < 1200; k++) {
            double sum = 0;
            CHECK(hone_physics_world_step(s->world, NULL));
            for (uint32_t i = 1; i <= 8; i++) sum += energy(s, i);
            most = sum > most ? sum : most;
        }
        /* the energy that can be lost: until the chain hangs straight down */
        CHECK(most <= begun + 0.02 * 98 * (2 + 4 + 6 + 8 + 10 + 12 + 14 + 16));
        CHECK(hone_physics_get_diagnostics(s->physics).unstable_bodies == 0);
        scene_close(s);
    }
}

static void a_spring_returns(void **state)
{
    (void)state;
    for (int axis = 0; axis < 6; axis++) {
        make_bodies_clear(&scene_plan);
        make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 10, 0);
        make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 3, 10, 0);
        scene_plan.bodies[1].linear_damping = scene_plan.bodies[1].angular_damping = 0.9f;
        hone_joint *joint = &scene_plan.joints[make_bodies_join(&scene_plan, 0, 1, 3, 10, 0)];
        for (int i = 0; i < 3; i++) {
            joint->linear_lower[i] = joint->angular_lower[i] = -1;
            joint->linear_upper[i] = joint->angular_upper[i] = 1;
        }
        *(axis < 3 ? &joint->linear_spring[axis] : &joint->angular_spring[axis - 3]) = axis < 3 ? 60 : 8;
        hone_morph_impulse kick = {.body = 1};
        *(axis < 3 ? &kick.velocity[axis] : &kick.torque[axis - 3]) = axis < 3 ? 4 : 0.3f;
        scene_plan.morphs[0] =
            (hone_morph){.name = "kick", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = &kick};
        scene_plan.morph_count = 1;
        scene *s = scene_open(&(hone_physics_options){.weightless = true});
        s->morphs[0] = 1;
        scene_step(s, 2);
        s->morphs[0] = 0;
        float farthest = 0;
        for (int k = 0; k < 600; k++) {
            hone_affine at;
            scene_step(s, 1);
            at = scene_body(s, 1).place;
            float away = fmaxf(fmaxf(fabsf(at.m[0][3] - 3), fabsf(at.m[1][3] - 10)), fabsf(at.m[2][3]));
            float turned = fabsf(at.m[0][1]) + fabsf(at.m[0][2]) + fabsf(at.m[1][2]);
            float now = axis < 3 ? away : turned;
            farthest = fmaxf(farthest, now);
            if (k > 540)
                CHECK(now < 0.02f);
        }
        CHECK(farthest > 0.05f);
        scene_close(s);
    }
}

/* Two weights in a row on locked joints: they give a little, as MMD's do, but they hold. */
static void a_locked_joint_holds(void **state)
{
    (void)state;
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 2, 20, 2);
    for (int b = 1; b < 3; b++) {
        scene_plan.bodies[b].size[0] = 1;
        scene_plan.bodies[b].angular_damping = 0.5f;
    }
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 3; i++) scene_plan.joints[j].angular_lower[i] = scene_plan.joints[j].angular_upper[i] = 0;
    scene *s = scene_open(&scene_usual);
    scene_step(s, 600);
    CHECK(scene_height(s, 2) < 20 && scene_height(s, 2) > 19);
    CHECK_NEAR(scene_body(s, 2).place.m[0][3], 4, 0.2);
    scene_close(s);
}

/* It does not let go for a single step, not even if the body is exactly where it should be. */
static void a_locked_joint_never_blinks(void **state)
{
    (void)state;
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 1, 20, 1);
    scene_plan.bodies[1].position[0] = scene_plan.joints[0].position[0] = 0; /* exactly below, so that nothing swings */
    scene_plan.bodies[1].position[1] = 19, scene_plan.joints[0].position[1] = 20;
    scene_plan.bodies[1].linear_damping = scene_plan.bodies[1].angular_damping = 0.9f;
    for (int i = 0; i < 3; i++) scene_plan.joints[0].angular_lower[i] = scene_plan.joints[0].angular_upper[i] = 0;
    scene *s = scene_open(&scene_usual);
    for (int k = 0; k < 3000; k++) {
        scene_step(s, 1);
        CHECK_NEAR(scene_height(s, 1), 19, 2e-3); /* the fall of one step is 0.027 */
    }
    scene_close(s);
}

/* A weight falls through a quarter turn onto the limit of its joint, by rotation and along an axis: it does not pass
 * the limit. */
static void stops_stop_what_comes_fast(void **state)
{
    (void)state;
    for (int k = 0; k < 20; k++) {
        make_bodies_clear(&scene_plan);
        make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 20, 0);
        make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 3 + 0.1f * (float)k, 20, 0);
        make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 20, 9);
        scene_plan.bodies[1].size[0] = 2;
        hone_joint *turn = &scene_plan.joints[make_bodies_join(&scene_plan, 0, 1, 0, 20, 0)];
        hone_joint *way = &scene_plan.joints[make_bodies_join(&scene_plan, 0, 2, 0, 20, 9)];
        for (int i = 0; i < 3; i++) turn->angular_lower[i] = turn->angular_upper[i] = 0;
        turn->angular_lower[2] = -1.2f, turn->angular_upper[2] = 1.2f;
        way->linear_lower[1] = -5 - 0.1f * (float)k, way->linear_upper[1] = 5;
        scene *s = scene_open(&scene_usual);
        float widest = 0, lowest = 20;
        for (int n = 0; n < 240; n++) {
            scene_step(s, 1);
            hone_affine at = scene_body(s, 1).place;
            widest = fmaxf(widest, fabsf(atan2f(at.m[1][0], at.m[0][0])));
            lowest = fminf(lowest, scene_height(s, 2));
        }
        CHECK_NEAR(widest, 1.2, 0.05); /* closing the joint rotates the body further, once: 0.047 at the longest arm */
        CHECK_NEAR(lowest, 15 - 0.1 * k, 0.05);
        scene_close(s);
    }
}

/* ---- contacts -------------------------------------------------------------------------------------------------- */

static bool is_caught(uint8_t group_a, uint16_t mask_a, uint8_t group_b, uint16_t mask_b)
{
    make_bodies_clear(&scene_plan);
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 0, 0);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 3, 0);
    scene_plan.bodies[0].shape = HONE_BODY_BOX;
    scene_plan.bodies[0].size[0] = scene_plan.bodies[0].size[2] = 5;
    scene_plan.bodies[0].group = group_a, scene_plan.bodies[0].mask = mask_a;
    scene_plan.bodies[1].group = group_b, scene_plan.bodies[1].mask = mask_b;
    scene *s = scene_open(&scene_usual);
    scene_step(s, 90);
    bool caught = scene_height(s, 1) > 0.8f && scene_height(s, 1) < 1.2f;
    CHECK(caught || scene_height(s, 1) < -20);
    scene_close(s);
    return caught;
}

static void bodies_meet_if_both_masks_say_so(void **state)
{
    (void)state;
    CHECK(is_caught(3, 1 << 5, 5, 1 << 3));
    CHECK(is_caught(0, 0xffff, 15, 0xffff));
    CHECK(!is_caught(3, 0xffff, 5, (uint16_t) ~(1 << 3)));
    CHECK(!is_caught(3, (uint16_t) ~(1 << 5), 5, 0xffff));
    CHECK(!is_caught(0, 0, 0, 0));
}

static void shapes_rest_at_their_own_height(void **state)
{
    (void)state;
    static const uint8_t shapes[] = {HONE_BODY_SPHERE, HONE_BODY_BOX, HONE_BODY_CAPSULE};
    static const float heights[] = {1, 2, 2.5f}; /* of the centre: radius, half extent, radius + half of the cylinder */
    for (int i = 0; i < 3; i++) {
        make_bodies_clear(&scene_plan);
        make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 3, 0);
        scene_plan.bodies[0].shape = shapes[i];
        memcpy(scene_plan.bodies[0].size, (float[]){1, i == 1 ? 2 : 3, 1}, sizeof scene_plan.bodies[0].size);
        scene *s = scene_open(&(hone_physics_options){.floor = true});
        scene_step(s, 120);
        CHECK_NEAR(scene_height(s, 0), heights[i], 0.1);
        scene_close(s);
    }
    scene *s = scene_open(&scene_usual); /* there is a floor only if it is asked for */
    scene_step(s, 120);
    CHECK(scene_height(s, 0) < -50);
    scene_close(s);
}

/* Wind accelerates bodies by their damping, up to its own speed. */
static void wind_carries_what_air_brakes(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 0, 10.0f * (float)i);
        scene_plan.bodies[i].linear_damping = 0.5f * (float)i;
    }
    scene *s = scene_open(&(hone_physics_options){.weightless = true, .wind = {20, 0, 0}});
    scene_step(s, 1);
    CHECK_NEAR(scene_body(s, 2).velocity[0], 20, 1e-3);
    scene_step(s, 59);
    CHECK(scene_body(s, 0).velocity[0] == 0);
    CHECK_NEAR(scene_body(s, 1).velocity[0], 10, 1e-2); /* half of the difference in a second */
    scene_step(s, 1200);
    CHECK_NEAR(scene_body(s, 1).velocity[0], 20, 0.1);
    CHECK_NEAR(scene_body(s, 2).velocity[0], 20, 1e-3);
    scene_close(s);
    for (int axis = 0; axis < 3; axis++) {
        hone_physics_options options = {.weightless = true};
        options.wind[axis] = -1;
        s = scene_open(&options);
        scene_step(s, 1);
        for (int i = 0; i < 3; i++) CHECK_NEAR(scene_body(s, 2).velocity[i], options.wind[i], 1e-4);
        scene_close(s);
    }
}

static void wind_may_change_while_bodies_move(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 0, 0);
    scene_plan.bodies[0].linear_damping = 1;
    scene *s = scene_open(&(hone_physics_options){.weightless = true});
    hone_physics_world *world = hone_physics_get_world(s->physics);
    scene_step(s, 10);
    CHECK(scene_body(s, 0).velocity[0] == 0);
    CHECK(hone_physics_world_set_wind(world, (float[3]){20, 0, 0}, NULL));
    scene_step(s, 1);
    CHECK_NEAR(scene_body(s, 0).velocity[0], 20, 1e-3);
    CHECK(!hone_physics_world_set_wind(world, (float[3]){0, NAN, 0}, NULL));
    CHECK(!hone_physics_world_set_wind(world, NULL, NULL) && !hone_physics_world_set_wind(NULL, (float[3]){0}, NULL));
    scene_step(s, 1); /* the wind is what it was */
    CHECK_NEAR(scene_body(s, 0).velocity[0], 20, 1e-3);
    CHECK(hone_physics_world_set_wind(world, (float[3]){0, 0, 0}, NULL));
    scene_step(s, 1);
    CHECK_NEAR(scene_body(s, 0).velocity[0], 0, 1e-3);
    scene_close(s);
    s = scene_open(&(hone_physics_options){.exact = true});
    CHECK(!hone_physics_world_set_wind(hone_physics_get_world(s->physics), (float[3]){20, 0, 0}, NULL));
    scene_close(s);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

TEST_GROUP(test_physics_mechanics)
{
    const struct CMUnitTest tests[] = {
        TEST(a_body_falls_as_gravity_says),
        TEST(a_pendulum_keeps_its_time),
        TEST(the_energy_of_a_chain_does_not_grow),
        TEST(a_spring_returns),
        TEST(a_locked_joint_holds),
        TEST(a_locked_joint_never_blinks),
        TEST(stops_stop_what_comes_fast),
        TEST(bodies_meet_if_both_masks_say_so),
        TEST(shapes_rest_at_their_own_height),
        TEST(wind_carries_what_air_brakes),
        TEST(wind_may_change_while_bodies_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
