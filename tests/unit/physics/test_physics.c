/* Bodies and joints made by hand, without actor and clock: laws of mechanics, and MMD's rules. */
#include "support/make/make_bodies.h"
#include "support/support.h"
#include <hone/physics.h>
#include <stdlib.h>
#include <string.h>

static make_bodies plan;

/* ---- a small world --------------------------------------------------------------------------------------------- */

typedef struct scene {
    hone_model *model;
    hone_physics *physics;
    hone_physics_world *world;
    hone_affine bones[MAKE_BODIES_MOST], worlds[MAKE_BODIES_MOST];
    uint8_t off[MAKE_BODIES_MOST], dynamic[MAKE_BODIES_MOST];
    float morphs[8];
} scene;

static scene here;

static int needs_bullet(void **state)
{
    (void)state;
    make_bodies_clear(&plan);
    return 0;
}

static void aim(scene *s)
{
    hone_physics_set_input(s->physics, &(hone_physics_input){s->bones, s->off, s->morphs});
}

static const hone_physics_options usual;

static scene *open_scene(const hone_physics_options *options)
{
    scene *s = &here;
    hone_error error = {0};
    memset(s, 0, sizeof *s);
    if (!hone_physics_available())
        test_skip(1, "test of physics, which is not built in");
    s->model = make_bodies_model(&plan, NULL, &error);
    s->physics = hone_physics_create(&(hone_physics_desc){.model = s->model, .options = *options}, &error);
    if (!s->physics)
        fail_msg("%s", error.message);
    s->world = hone_physics_world_of(s->physics);
    for (uint32_t b = 0; b < plan.body_count; b++)
        s->bones[b] = (hone_affine){{{1, 0, 0, plan.bodies[b].position[0]},
                                     {0, 1, 0, plan.bodies[b].position[1]},
                                     {0, 0, 1, plan.bodies[b].position[2]}}};
    aim(s);
    return s;
}

static void close_scene(scene *s)
{
    hone_physics_destroy(s->physics);
    hone_model_release(s->model);
}

static void step(scene *s, int count)
{
    aim(s);
    while (count-- > 0) CHECK(hone_physics_step(s->world, NULL));
}

static hone_body_motion body(const scene *s, uint32_t index)
{
    hone_body_motion motion;
    CHECK(hone_physics_body(s->physics, index, &motion));
    return motion;
}

static float height(const scene *s, uint32_t index)
{
    return body(s, index).place.m[1][3];
}

/* Model space from bone space, as physics gives it. */
static const hone_affine *bone(scene *s, uint32_t index)
{
    hone_physics_bones(s->physics, s->bones, s->worlds, s->dynamic);
    return &s->worlds[index];
}

static void check_all_sane(const scene *s, float reach)
{
    for (uint32_t b = 0; b < plan.body_count; b++) {
        hone_body_motion m;
        if (!hone_physics_body(s->physics, b, &m))
            continue;
        for (int r = 0; r < 3; r++) {
            CHECK(fabsf(m.place.m[r][3]) <= reach && fabsf(m.velocity[r]) <= 5001 && fabsf(m.spin[r]) <= 2000);
            for (int c = 0; c < 3; c++) CHECK(fabsf(m.place.m[r][c]) <= 1.001f);
        }
    }
}

/* ---- mechanics ------------------------------------------------------------------------------------------------- */

static void a_body_falls_as_gravity_says(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 100, 0);
    scene *s = open_scene(&usual);
    step(s, 60);
    CHECK_NEAR(height(s, 0), 100 - 49, 1); /* the error of a step, because each step updates the velocity first */
    close_scene(s);
    s = open_scene(&(hone_physics_options){.gravity = {30, 0, 0}, .rate = 240});
    step(s, 240);
    CHECK_NEAR(body(s, 0).place.m[0][3], 15, 0.1);
    CHECK_NEAR(height(s, 0), 100, 1e-4);
    close_scene(s);
    s = open_scene(&(hone_physics_options){.weightless = true});
    step(s, 60);
    CHECK(height(s, 0) == 100);
    close_scene(s);
}

/* Times between passages through the middle, interpolated linearly between steps. */
static double pendulum_period(float length, uint32_t rate)
{
    make_bodies_clear(&plan);
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 20, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, length * sinf(0.1f), 20 - length * cosf(0.1f), 0);
    plan.bodies[1].size[0] = 0.05f;
    make_bodies_join(&plan, 0, 1, 0, 20, 0);
    scene *s = open_scene(&(hone_physics_options){.rate = rate});
    aim(s);
    double first = 0, last = 0;
    int passes = 0;
    float x = body(s, 1).place.m[0][3];
    for (uint32_t k = 0; k < 10 * rate; k++) {
        CHECK(hone_physics_step(s->world, NULL));
        float now = body(s, 1).place.m[0][3];
        if (x < 0 && now >= 0) {
            last = ((float)k + x / (x - now)) / (float)rate;
            first = passes++ ? first : last;
        }
        x = now;
    }
    close_scene(s);
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
    hone_body_motion m = body(s, index);
    const hone_body *b = &plan.bodies[index];
    double speed = 0, spin = 0, inertia = 0.4 * b->mass * b->size[0] * b->size[0];
    for (int i = 0; i < 3; i++) speed += m.velocity[i] * m.velocity[i], spin += m.spin[i] * m.spin[i];
    return b->mass * (speed / 2 + 98 * m.place.m[1][3]) + inertia * spin / 2;
}

static void the_energy_of_a_chain_does_not_grow(void **state)
{
    (void)state;
    static const uint8_t modes[] = {HONE_BODY_DYNAMIC, HONE_BODY_DYNAMIC_ALIGNED};
    for (int m = 0; m < 2; m++) {
        make_bodies_clear(&plan);
        make_bodies_chain(&plan, modes[m], 8, 40, 2);
        scene *s = open_scene(&usual);
        aim(s);
        double begun = 0, most = -1e9;
        for (uint32_t i = 1; i <= 8; i++) begun += energy(s, i);
        for (int k = 0; k < 1200; k++) {
            double sum = 0;
            CHECK(hone_physics_step(s->world, NULL));
            for (uint32_t i = 1; i <= 8; i++) sum += energy(s, i);
            most = sum > most ? sum : most;
        }
        /* the energy that can be lost: until the chain hangs straight down */
        CHECK(most <= begun + 0.02 * 98 * (2 + 4 + 6 + 8 + 10 + 12 + 14 + 16));
        CHECK(hone_physics_diagnostics_of(s->physics).unstable_bodies == 0);
        close_scene(s);
    }
}

static void a_spring_returns(void **state)
{
    (void)state;
    for (int axis = 0; axis < 6; axis++) {
        make_bodies_clear(&plan);
        make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
        make_bodies_add(&plan, HONE_BODY_DYNAMIC, 3, 10, 0);
        plan.bodies[1].linear_damping = plan.bodies[1].angular_damping = 0.9f;
        hone_joint *joint = &plan.joints[make_bodies_join(&plan, 0, 1, 3, 10, 0)];
        for (int i = 0; i < 3; i++) {
            joint->linear_lower[i] = joint->angular_lower[i] = -1;
            joint->linear_upper[i] = joint->angular_upper[i] = 1;
        }
        *(axis < 3 ? &joint->linear_spring[axis] : &joint->angular_spring[axis - 3]) = axis < 3 ? 60 : 8;
        hone_morph_impulse kick = {.body = 1};
        *(axis < 3 ? &kick.velocity[axis] : &kick.torque[axis - 3]) = axis < 3 ? 4 : 0.3f;
        plan.morphs[0] = (hone_morph){.name = "kick", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = &kick};
        plan.morph_count = 1;
        scene *s = open_scene(&(hone_physics_options){.weightless = true});
        s->morphs[0] = 1;
        step(s, 2);
        s->morphs[0] = 0;
        float farthest = 0;
        for (int k = 0; k < 600; k++) {
            hone_affine at;
            step(s, 1);
            at = body(s, 1).place;
            float away = fmaxf(fmaxf(fabsf(at.m[0][3] - 3), fabsf(at.m[1][3] - 10)), fabsf(at.m[2][3]));
            float turned = fabsf(at.m[0][1]) + fabsf(at.m[0][2]) + fabsf(at.m[1][2]);
            float now = axis < 3 ? away : turned;
            farthest = fmaxf(farthest, now);
            if (k > 540)
                CHECK(now < 0.02f);
        }
        CHECK(farthest > 0.05f);
        close_scene(s);
    }
}

/* Two weights in a row on locked joints: they give a little, as MMD's do, but they hold. */
static void a_locked_joint_holds(void **state)
{
    (void)state;
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 2, 20, 2);
    for (int b = 1; b < 3; b++) {
        plan.bodies[b].size[0] = 1;
        plan.bodies[b].angular_damping = 0.5f;
    }
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 3; i++) plan.joints[j].angular_lower[i] = plan.joints[j].angular_upper[i] = 0;
    scene *s = open_scene(&usual);
    step(s, 600);
    CHECK(height(s, 2) < 20 && height(s, 2) > 19);
    CHECK_NEAR(body(s, 2).place.m[0][3], 4, 0.2);
    close_scene(s);
}

/* It does not let go for a single step, not even if the body is exactly where it should be. */
static void a_locked_joint_never_blinks(void **state)
{
    (void)state;
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 1, 20, 1);
    plan.bodies[1].position[0] = plan.joints[0].position[0] = 0; /* exactly below, so that nothing swings */
    plan.bodies[1].position[1] = 19, plan.joints[0].position[1] = 20;
    plan.bodies[1].linear_damping = plan.bodies[1].angular_damping = 0.9f;
    for (int i = 0; i < 3; i++) plan.joints[0].angular_lower[i] = plan.joints[0].angular_upper[i] = 0;
    scene *s = open_scene(&usual);
    for (int k = 0; k < 3000; k++) {
        step(s, 1);
        CHECK_NEAR(height(s, 1), 19, 2e-3); /* the fall of one step is 0.027 */
    }
    close_scene(s);
}

/* A weight falls through a quarter turn onto the limit of its joint, by rotation and along an axis: it does not pass
 * the limit. */
static void stops_stop_what_comes_fast(void **state)
{
    (void)state;
    for (int k = 0; k < 20; k++) {
        make_bodies_clear(&plan);
        make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 20, 0);
        make_bodies_add(&plan, HONE_BODY_DYNAMIC, 3 + 0.1f * (float)k, 20, 0);
        make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 20, 9);
        plan.bodies[1].size[0] = 2;
        hone_joint *turn = &plan.joints[make_bodies_join(&plan, 0, 1, 0, 20, 0)];
        hone_joint *way = &plan.joints[make_bodies_join(&plan, 0, 2, 0, 20, 9)];
        for (int i = 0; i < 3; i++) turn->angular_lower[i] = turn->angular_upper[i] = 0;
        turn->angular_lower[2] = -1.2f, turn->angular_upper[2] = 1.2f;
        way->linear_lower[1] = -5 - 0.1f * (float)k, way->linear_upper[1] = 5;
        scene *s = open_scene(&usual);
        float widest = 0, lowest = 20;
        for (int n = 0; n < 240; n++) {
            step(s, 1);
            hone_affine at = body(s, 1).place;
            widest = fmaxf(widest, fabsf(atan2f(at.m[1][0], at.m[0][0])));
            lowest = fminf(lowest, height(s, 2));
        }
        CHECK_NEAR(widest, 1.2, 0.05); /* closing the joint rotates the body further, once: 0.047 at the longest arm */
        CHECK_NEAR(lowest, 15 - 0.1 * k, 0.05);
        close_scene(s);
    }
}

/* ---- contacts -------------------------------------------------------------------------------------------------- */

static bool is_caught(uint8_t group_a, uint16_t mask_a, uint8_t group_b, uint16_t mask_b)
{
    make_bodies_clear(&plan);
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 0, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 3, 0);
    plan.bodies[0].shape = HONE_BODY_BOX;
    plan.bodies[0].size[0] = plan.bodies[0].size[2] = 5;
    plan.bodies[0].group = group_a, plan.bodies[0].mask = mask_a;
    plan.bodies[1].group = group_b, plan.bodies[1].mask = mask_b;
    scene *s = open_scene(&usual);
    step(s, 90);
    bool caught = height(s, 1) > 0.8f && height(s, 1) < 1.2f;
    CHECK(caught || height(s, 1) < -20);
    close_scene(s);
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
        make_bodies_clear(&plan);
        make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 3, 0);
        plan.bodies[0].shape = shapes[i];
        memcpy(plan.bodies[0].size, (float[]){1, i == 1 ? 2 : 3, 1}, sizeof plan.bodies[0].size);
        scene *s = open_scene(&(hone_physics_options){.floor = true});
        step(s, 120);
        CHECK_NEAR(height(s, 0), heights[i], 0.1);
        close_scene(s);
    }
    scene *s = open_scene(&usual); /* there is a floor only if it is asked for */
    step(s, 120);
    CHECK(height(s, 0) < -50);
    close_scene(s);
}

/* Wind accelerates bodies by their damping, up to its own speed. */
static void wind_carries_what_air_brakes(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 0, 10.0f * (float)i);
        plan.bodies[i].linear_damping = 0.5f * (float)i;
    }
    scene *s = open_scene(&(hone_physics_options){.weightless = true, .wind = {20, 0, 0}});
    step(s, 1);
    CHECK_NEAR(body(s, 2).velocity[0], 20, 1e-3);
    step(s, 59);
    CHECK(body(s, 0).velocity[0] == 0);
    CHECK_NEAR(body(s, 1).velocity[0], 10, 1e-2); /* half of the difference in a second */
    step(s, 1200);
    CHECK_NEAR(body(s, 1).velocity[0], 20, 0.1);
    CHECK_NEAR(body(s, 2).velocity[0], 20, 1e-3);
    close_scene(s);
}

/* ---- modes ----------------------------------------------------------------------------------------------------- */

static void a_following_body_is_where_its_bone_is(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 1, 2, 3);
    scene *s = open_scene(&usual);
    s->bones[0] = (hone_affine){{{0, -1, 0, 5}, {1, 0, 0, 6}, {0, 0, 1, 7}}};
    step(s, 1);
    hone_affine at = body(s, 0).place;
    CHECK(memcmp(&at, &s->bones[0], sizeof at) == 0);
    bone(s, 0);
    CHECK(!s->dynamic[0]);
    close_scene(s);
}

/* A body that is rotated and offset relative to its bone: the bone keeps its place relative to the body. */
static void bones_hang_on_bodies_as_at_rest(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    memcpy(plan.bodies[0].rotation, (float[]){0.3f, -0.7f, 1.1f}, sizeof plan.bodies[0].rotation);
    scene *s = open_scene(&usual);
    s->bones[0].m[0][3] = 4; /* the bone is not at its body's rest place */
    aim(s);
    hone_physics_reset(s->world);
    hone_affine at = *bone(s, 0);
    CHECK(s->dynamic[0]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(at.m[r][c], s->bones[0].m[r][c], 1e-5);
    step(s, 30);
    at = *bone(s, 0);
    CHECK_NEAR(at.m[1][3], 10 - 98 * 0.25 / 2, 0.5);
    CHECK_NEAR(at.m[0][0], 1, 1e-4);
    close_scene(s);
}

static void mode_2_keeps_its_bones_place(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC_ALIGNED, 1, 10, 0);
    plan.parents[1] = 0;
    hone_joint *joint = &plan.joints[make_bodies_join(&plan, 0, 1, 0, 10, 0)];
    joint->linear_lower[1] = -50, joint->linear_upper[1] = 50;
    scene *s = open_scene(&usual);
    for (int k = 0; k < 120; k++) {
        s->bones[0].m[0][3] = 0.01f * (float)k;
        s->bones[1].m[0][3] = 1 + 0.01f * (float)k;
        step(s, 1);
        const hone_affine *at = bone(s, 1);
        CHECK_NEAR(at->m[0][3], s->bones[1].m[0][3], 1e-4);
        CHECK_NEAR(at->m[1][3], 10, 1e-4);
        CHECK(fabsf(body(s, 1).velocity[1]) < 3); /* its weight does not add up */
    }
    close_scene(s);
    plan.joint_count = 0; /* no joint is needed */
    s = open_scene(&usual);
    step(s, 60);
    CHECK_NEAR(bone(s, 1)->m[1][3], 10, 1e-4);
    close_scene(s);
}

/* If it is joined to the dynamic body of its parent bone, it is held by that: the chain behaves as in mode 1. */
static void mode_2_below_a_dynamic_parent_is_mode_1(void **state)
{
    (void)state;
    float tips[2];
    for (int m = 0; m < 2; m++) {
        make_bodies_clear(&plan);
        make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 2, 20, 2);
        plan.bodies[2].mode = m ? HONE_BODY_DYNAMIC_ALIGNED : HONE_BODY_DYNAMIC;
        memcpy(plan.joints[1].linear_upper, (float[]){1, 1, 1}, sizeof plan.joints[1].linear_upper);
        scene *s = open_scene(&usual);
        step(s, 40);
        tips[m] = height(s, 2);
        close_scene(s);
    }
    CHECK(tips[0] == tips[1]);
    plan.parents[2] = 0; /* no longer its parent's body: the bone keeps its position under its parent */
    scene *s = open_scene(&usual);
    step(s, 40);
    CHECK_NEAR(bone(s, 2)->m[1][3], 20, 1e-4);
    close_scene(s);
}

static void of_two_bodies_on_a_bone_the_last_carries_it(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    plan.bodies[1].bone = 0;
    plan.bodies[0].linear_damping = 1;
    scene *s = open_scene(&usual);
    step(s, 30);
    CHECK(height(s, 0) > 8 && height(s, 1) < 0);
    CHECK_NEAR(bone(s, 0)->m[1][3], height(s, 1), 1e-4);
    close_scene(s);
}

static void a_body_of_no_bone_moves_alone(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_DYNAMIC_ALIGNED, 0, 10, 0);
    plan.bodies[0].bone = HONE_NONE;
    scene *s = open_scene(&usual);
    step(s, 30);
    CHECK(height(s, 0) < 0);
    bone(s, 0);
    CHECK(!s->dynamic[0]);
    close_scene(s);
    plan.boneless = true;
    s = open_scene(&usual);
    step(s, 30);
    CHECK(height(s, 0) < 0);
    bone(s, 0);
    close_scene(s);
}

static void switches_turn_bodies_to_their_bones_and_back(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 50, 0);
    scene *s = open_scene(&usual);
    step(s, 30);
    CHECK(height(s, 0) < 40);
    s->off[0] = 1;
    step(s, 1);
    CHECK(height(s, 0) == 50 && body(s, 0).follows);
    s->bones[0].m[1][3] = 51;
    step(s, 1);
    CHECK(height(s, 0) == 51);
    bone(s, 0);
    CHECK(!s->dynamic[0]);
    s->off[0] = 0;
    step(s, 1); /* starts from rest: no velocity from the fall or from the bone's movement is left */
    CHECK_NEAR(body(s, 0).velocity[1], -98.0 / 60, 1e-2);
    bone(s, 0);
    CHECK(s->dynamic[0]);
    close_scene(s);
}

/* ---- impulses -------------------------------------------------------------------------------------------------- */

static void impulse_morphs_push_turn_and_stop(void **state)
{
    (void)state;
    hone_morph_impulse push = {.body = 0, .velocity = {1, 0, 0}},
                       local = {.body = 1, .local = true, .velocity = {1, 0, 0}},
                       turn = {.body = 2, .torque = {0, 0, 0.1f}}, stop = {.body = 0};
    for (int i = 0; i < 3; i++) make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 10.0f * (float)i, 0);
    plan.bodies[0].mass = 2;
    plan.bodies[1].rotation[2] = 1.5707963f;
    const hone_morph_impulse *impulses[] = {&push, &local, &turn, &stop};
    for (int m = 0; m < 4; m++)
        plan.morphs[m] = (hone_morph){.name = "m", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = impulses[m]};
    plan.morph_count = 4;
    scene *s = open_scene(&(hone_physics_options){.weightless = true});
    s->morphs[0] = 1, s->morphs[1] = 0.5f, s->morphs[2] = 1;
    step(s, 1);
    CHECK_NEAR(body(s, 0).velocity[0], 0.5, 1e-4);
    CHECK_NEAR(body(s, 1).velocity[1], 0.5, 1e-4);
    CHECK_NEAR(body(s, 1).velocity[0], 0, 1e-4);
    CHECK_NEAR(body(s, 2).spin[2], 0.1 / (0.4 * 0.25), 1e-3);
    step(s, 1);
    CHECK_NEAR(body(s, 0).velocity[0], 1, 1e-4); /* again at every step */
    s->morphs[0] = 0, s->morphs[3] = 0.2f;
    step(s, 1);
    CHECK(body(s, 0).velocity[0] == 0);
    close_scene(s);
    s = open_scene(&(hone_physics_options){.weightless = true, .rate = 120});
    s->morphs[0] = 1;
    step(s, 2);
    CHECK_NEAR(body(s, 0).velocity[0], 0.5, 1e-3); /* of a sixtieth of a second, whatever the length of the steps */
    close_scene(s);
}

/* ---- other kinds of joints ------------------------------------------------------------------------------------- */

/* A weight at (3, 10, 0) on a joint at (0, 10, 0) whose x axis is rotated to z (yaw of -90 degrees), or not. */
static scene *open_kind(uint8_t kind, float yaw, const hone_joint *fields, const hone_physics_options *options)
{
    make_bodies_clear(&plan);
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 3, 10, 0);
    plan.bodies[1].size[0] = 1.5f;
    plan.joints[0] = *fields;
    hone_joint *joint = &plan.joints[0];
    joint->kind = kind, joint->body_a = 0, joint->body_b = 1;
    joint->position[1] = 10, joint->rotation[1] = yaw;
    plan.joint_count = 1;
    return open_scene(options);
}

static float away(const hone_body_motion *m)
{
    const hone_affine *at = &m->place;
    return sqrtf(at->m[0][3] * at->m[0][3] + (at->m[1][3] - 10) * (at->m[1][3] - 10) + at->m[2][3] * at->m[2][3]);
}

static void a_point_joint_holds_a_point(void **state)
{
    (void)state;
    scene *s =
        open_kind(HONE_JOINT_POINT_TO_POINT, 0, &(hone_joint){0}, &(hone_physics_options){.gravity = {0, -98, 40}});
    for (int k = 0; k < 120; k++) {
        step(s, 1);
        hone_body_motion m = body(s, 1);
        CHECK_NEAR(away(&m), 3, 0.15);
    }
    CHECK(height(s, 1) < 10);
    close_scene(s);
}

static void a_hinge_turns_about_its_x_within_limits(void **state)
{
    (void)state;
    static const float quarter = 1.5707963f;
    const hone_joint fields = {.angular_lower = {-0.5f}, .angular_upper = {0.5f}, .linear_spring = {0.9f, 0.3f, 1}};
    scene *s = open_kind(HONE_JOINT_HINGE, -quarter, &fields, &(hone_physics_options){.gravity = {0, -98, 40}});
    step(s, 300);
    hone_body_motion m = body(s, 1);
    CHECK_NEAR(away(&m), 3, 0.1);
    CHECK_NEAR(m.place.m[2][3], 0, 0.1);                    /* about z */
    CHECK_NEAR(10 - m.place.m[1][3], 3 * sinf(0.5f), 0.15); /* down to its limit */
    close_scene(s);
    s = open_kind(HONE_JOINT_HINGE, 0, &fields, &usual); /* about x, through the weight itself, so nothing falls */
    step(s, 300);
    CHECK_NEAR(height(s, 1), 10, 0.15);
    close_scene(s);
    hone_joint driven = fields;
    memcpy(driven.angular_spring, (float[]){1, 2, 5}, sizeof driven.angular_spring);
    driven.angular_lower[0] = -3, driven.angular_upper[0] = 3;
    s = open_kind(HONE_JOINT_HINGE, -quarter, &driven, &(hone_physics_options){.weightless = true});
    step(s, 30);
    CHECK_NEAR(fabsf(body(s, 1).spin[2]), 2, 0.2); /* its motor */
    close_scene(s);
}

static void a_slider_goes_along_its_x_within_limits(void **state)
{
    (void)state;
    const hone_joint fields = {.linear_lower = {-1}, .linear_upper = {2}};
    scene *s = open_kind(HONE_JOINT_SLIDER, 0, &fields, &(hone_physics_options){.gravity = {50, -20, 0}});
    step(s, 300);
    CHECK_NEAR(fabsf(body(s, 1).place.m[0][3] - 3), 1.5, 0.6);
    float right = body(s, 1).place.m[0][3];
    CHECK_NEAR(height(s, 1), 10, 0.2);
    close_scene(s);
    s = open_kind(HONE_JOINT_SLIDER, 0, &fields, &(hone_physics_options){.gravity = {-50, -20, 0}});
    step(s, 300);
    float left = body(s, 1).place.m[0][3];
    CHECK_NEAR(right - left, 3, 0.2); /* its full range */
    close_scene(s);
}

static void a_cone_twist_swings_no_further_than_its_spans(void **state)
{
    (void)state;
    const hone_joint fields = {.angular_lower = {0.3f, 0.4f, 0.4f},
                               .linear_spring = {1, 0.3f, 1},
                               .linear_lower = {0.1f},
                               .linear_upper = {0.05f}};
    scene *s = open_kind(HONE_JOINT_CONE_TWIST, 0, &fields, &usual);
    step(s, 400);
    hone_body_motion m = body(s, 1);
    CHECK_NEAR(away(&m), 3, 0.1);
    CHECK_NEAR(10 - m.place.m[1][3], 3 * sinf(0.4f), 0.2);
    close_scene(s);
}

static void a_six_dof_of_2_1_has_no_springs(void **state)
{
    (void)state;
    float heights[2];
    for (int k = 0; k < 2; k++) {
        hone_joint fields = {.linear_lower = {0, -5, 0}, .linear_upper = {0, 5, 0}};
        fields.linear_spring[1] = 400;
        scene *s = open_kind(k ? HONE_JOINT_6DOF : HONE_JOINT_SPRING_6DOF, 0, &fields, &usual);
        step(s, 300);
        heights[k] = height(s, 1);
        close_scene(s);
    }
    CHECK(heights[0] > 9 && heights[1] < 5.5f);
}

/* ---- reproducible results -------------------------------------------------------------------------------------- */

/* A heap of chains that touch each other, on a hand that shakes. */
static void plan_heap(uint32_t chains)
{
    make_bodies_clear(&plan);
    for (uint32_t c = 0; c < chains; c++) {
        uint32_t first = plan.body_count;
        make_bodies_chain(&plan, c % 2 ? HONE_BODY_DYNAMIC : HONE_BODY_DYNAMIC_ALIGNED, 6, 10, 0.8f);
        for (uint32_t b = first; b < plan.body_count; b++) {
            plan.bodies[b].position[2] = 0.7f * (float)c;
            plan.bodies[b].mask = 0xffff;
            plan.bodies[b].linear_damping = 0.3f;
        }
        for (uint32_t j = plan.joint_count - 6; j < plan.joint_count; j++) plan.joints[j].position[2] = 0.7f * (float)c;
    }
}

static void shake(scene *s, int k)
{
    for (uint32_t b = 0; b < plan.body_count; b++)
        if (plan.bodies[b].mode == HONE_BODY_FOLLOWS)
            s->bones[b].m[0][3] = plan.bodies[b].position[0] + 2 * sinf(0.2f * (float)k + (float)b);
    step(s, 1);
}

static void *run_heap(size_t *size)
{
    scene *s = open_scene(&usual);
    for (int k = 0; k < 300; k++) shake(s, k);
    *size = hone_physics_state_size(s->world);
    void *state = malloc(*size);
    hone_physics_save(s->world, state);
    close_scene(s);
    return state;
}

static void two_runs_are_equal_to_the_bit(void **state)
{
    (void)state;
    if (!hone_physics_available())
        test_skip(1, "test of physics, which is not built in");
    size_t sizes[2];
    plan_heap(12);
    void *first = run_heap(&sizes[0]);
    void *gap = malloc(12345); /* so that the second world is at other addresses */
    void *second = run_heap(&sizes[1]);
    CHECK(sizes[0] == sizes[1] && memcmp(first, second, sizes[0]) == 0);
    free(first), free(second), free(gap);
}

static void a_restored_state_goes_on_as_the_run_did(void **state)
{
    (void)state;
    plan_heap(8);
    scene *s = open_scene(&usual);
    for (int k = 0; k < 100; k++) shake(s, k);
    size_t size = hone_physics_state_size(s->world);
    void *saved = malloc(size), *straight = malloc(size), *again = malloc(size);
    hone_physics_save(s->world, saved);
    CHECK(hone_physics_restore(s->world, saved, size, NULL)); /* restores the straight run too */
    for (int k = 100; k < 200; k++) shake(s, k);
    hone_physics_save(s->world, straight);
    for (int k = 200; k < 230; k++) shake(s, k);
    CHECK(hone_physics_restore(s->world, saved, size, NULL));
    for (int k = 100; k < 200; k++) shake(s, k);
    hone_physics_save(s->world, again);
    CHECK(memcmp(straight, again, size) == 0);
    CHECK(memcmp(straight, saved, size) != 0);
    free(saved), free(straight), free(again);
    close_scene(s);
}

/* ---- stability ------------------------------------------------------------------------------------------------- */

static void a_jump_carries_hair_along(void **state)
{
    (void)state;
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 4, 20, 2);
    for (uint32_t b = 1; b < plan.body_count; b++) plan.bodies[b].linear_damping = 0.9f;
    scene *s = open_scene(&usual);
    step(s, 300);
    hone_body_motion before = body(s, 4);
    for (uint32_t b = 0; b < plan.body_count; b++) s->bones[b].m[0][3] += 1000, s->bones[b].m[2][3] -= 300;
    step(s, 1);
    hone_body_motion after = body(s, 4);
    CHECK(hone_physics_diagnostics_of(s->physics).teleports == 1);
    CHECK_NEAR(after.place.m[0][3] - before.place.m[0][3], 1000, 0.5);
    CHECK_NEAR(after.place.m[2][3] - before.place.m[2][3], -300, 0.5);
    CHECK_NEAR(after.place.m[1][3], before.place.m[1][3], 0.5);
    step(s, 300);
    check_all_sane(s, 1100);
    for (uint32_t b = 0; b < plan.body_count; b++) /* about itself by half a turn */
        s->bones[b] = (hone_affine){{{-1, 0, 0, 1000 - 2.0f * (float)b}, {0, 1, 0, 20}, {0, 0, -1, -300}}};
    step(s, 1);
    CHECK(hone_physics_diagnostics_of(s->physics).teleports == 2);
    step(s, 300);
    check_all_sane(s, 1100);
    CHECK(hone_physics_diagnostics_of(s->physics).unstable_bodies == 0);
    close_scene(s);
}

static void bones_that_are_nowhere_leave_bodies_where_they_were(void **state)
{
    (void)state;
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 3, 20, 2);
    scene *s = open_scene(&usual);
    step(s, 10);
    for (uint32_t b = 0; b < plan.body_count; b++) s->bones[b].m[b % 3][b % 4] = b % 2 ? NAN : INFINITY;
    step(s, 10);
    check_all_sane(s, 100);
    s->bones[0].m[0][3] = 1e30f;
    step(s, 10);
    check_all_sane(s, 100);
    close_scene(s);
}

static void huge_pushes_are_bounded_and_noted(void **state)
{
    (void)state;
    hone_morph_impulse huge = {.body = 2, .velocity = {1e30f, 1e35f, 0}, .torque = {1e30f, 0, 1e20f}};
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 3, 20, 2);
    plan.morphs[0] = (hone_morph){.name = "m", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = &huge};
    plan.morph_count = 1;
    scene *s = open_scene(&usual);
    for (int k = 0; k < 200; k++) {
        s->morphs[0] = k < 20 ? 1 : 0;
        step(s, 1);
        check_all_sane(s, 1e5f);
    }
    CHECK(hone_physics_diagnostics_of(s->physics).unstable_bodies > 0);
    step(s, 600);
    check_all_sane(s, 200);
    close_scene(s);
}

static void hostile_numbers_stay_finite(void **state)
{
    (void)state;
    test_random random = {7};
    static const float values[] = {0, 1e-30f, -1, 1, 1e4f, -1e9f, 1e30f, -3e38f, 3e38f};
    enum { VALUES = sizeof values / sizeof *values };
    for (int round = 0; round < 40; round++) {
        make_bodies_clear(&plan);
        make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 10, 20, 1);
        for (uint32_t b = 0; b < plan.body_count; b++) {
            hone_body *body = &plan.bodies[b];
            float *fields[] = {body->size,         body->rotation,        &body->mass,
                               &body->friction,    &body->linear_damping, &body->angular_damping,
                               &body->restitution, body->position};
            *fields[test_random_u32(&random) % 8] = values[test_random_u32(&random) % VALUES];
            body->shape = (uint8_t)(test_random_u32(&random) % 3);
            body->mode = (uint8_t)(test_random_u32(&random) % 3);
            body->mask = 0xffff;
        }
        for (uint32_t j = 0; j < plan.joint_count; j++) {
            hone_joint *joint = &plan.joints[j];
            float *fields[] = {joint->position,      joint->rotation,      joint->linear_lower,  joint->linear_upper,
                               joint->angular_lower, joint->angular_upper, joint->linear_spring, joint->angular_spring};
            for (int n = 0; n < 4; n++)
                fields[test_random_u32(&random) % 8][test_random_u32(&random) % 3] =
                    values[test_random_u32(&random) % VALUES];
            joint->kind = (uint8_t)(test_random_u32(&random) % 6);
            /* itself, none, or a body that does not exist */
            joint->body_a = (int32_t)(test_random_u32(&random) % 14) - 1;
        }
        scene *s = open_scene(&usual);
        for (int k = 0; k < 60; k++) {
            step(s, 1);
            check_all_sane(s, 1e5f);
        }
        close_scene(s);
    }
}

/* All in one place, touching each other. */
static void two_thousand_bodies_in_one_place(void **state)
{
    (void)state;
    for (uint32_t b = 0; b < 2000; b++) {
        make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 10, 0);
        plan.bodies[b].mask = 0xffff;
    }
    scene *s = open_scene(&usual);
    step(s, 3);
    check_all_sane(s, 1000);
    CHECK(hone_physics_diagnostics_of(s->physics).contact_overflows > 0);
    close_scene(s);
}

static void what_cannot_be_simulated_is_left_out_and_said(void **state)
{
    (void)state;
    for (uint32_t b = 0; b < 4100; b++) make_bodies_add(&plan, HONE_BODY_FOLLOWS, (float)b, 0, 0);
    plan.bodies[7].position[1] = 1e20f;
    make_bodies_join(&plan, 3, 3, 0, 0, 0);
    make_bodies_join(&plan, 3, HONE_NONE, 0, 0, 0);
    make_bodies_join(&plan, 3, 7, 0, 0, 0);
    scene *s = open_scene(&usual);
    hone_warnings warnings = hone_physics_warnings(s->physics);
    assert_int_equal(warnings.count, 3);
    assert_string_equal(warnings.texts[0], "body farther away than any character: not simulated (at 7)");
    assert_string_equal(warnings.texts[1], "body beyond the first 4096: not simulated (first at 4097, 3 times)");
    assert_string_equal(warnings.texts[2],
                        "joint that does not hold two simulated bodies: left out (first at 0, 3 times)");
    hone_body_motion m;
    CHECK(!hone_physics_body(s->physics, 7, &m) && !hone_physics_body(s->physics, 4099, &m));
    CHECK(hone_physics_body(s->physics, 4096, &m) && !hone_physics_body(s->physics, 9999, &m));
    step(s, 2);
    close_scene(s);
}

static void soft_bodies_make_one_warning(void **state)
{
    (void)state;
    plan.soft_body_count = 3;
    scene *s = open_scene(&usual);
    step(s, 1);
    hone_warnings warnings = hone_physics_warnings(s->physics);
    assert_int_equal(warnings.count, 1);
    assert_string_equal(warnings.texts[0], "soft bodies are not simulated (at 0)");
    close_scene(s);
}

/* Nothing that can move, for more than ten minutes. */
static void a_world_of_nothing_goes_through_time(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 1e20f, 0, 0);
    scene *s = open_scene(&(hone_physics_options){.exact = true});
    CHECK(hone_physics_seek(s->world, 30 * 700, NULL));
    CHECK(hone_physics_seek(s->world, 5, NULL));
    CHECK(hone_physics_state_size(s->world) < 100); /* only the clock */
    close_scene(s);
}

/* ---- input checks ---------------------------------------------------------------------------------------------- */

static void a_state_is_refused_where_it_does_not_fit(void **state)
{
    (void)state;
    hone_error error = {0};
    plan_heap(2);
    scene *s = open_scene(&usual);
    size_t size = hone_physics_state_size(s->world);
    char *saved = malloc(size), *after = malloc(size);
    shake(s, 1);
    hone_physics_save(s->world, saved);
    hone_physics_world *exact = hone_physics_world_create(&(hone_physics_options){.exact = true}, NULL, &error);
    hone_physics *twin = hone_physics_create(&(hone_physics_desc){.model = s->model, .world = exact}, &error);
    CHECK(!hone_physics_restore(exact, saved, size, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_physics_destroy(twin);
    hone_physics_world_destroy(exact);
    CHECK(!hone_physics_restore(s->world, saved, size - 1, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_physics_restore(s->world, NULL, size, &error) && !hone_physics_restore(NULL, saved, size, &error));
    hone_physics_world *fine = hone_physics_world_create(&(hone_physics_options){.rate = 120}, NULL, &error);
    twin = hone_physics_create(&(hone_physics_desc){.model = s->model, .world = fine}, &error);
    CHECK(!hone_physics_restore(fine, saved, size, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_physics_destroy(twin);
    hone_physics_world_destroy(fine);
    hone_physics_save(s->world, after);
    CHECK(memcmp(saved, after, size) == 0);
    CHECK(hone_physics_restore(s->world, saved, size, &error));
    free(saved), free(after);
    close_scene(s);
}

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    if (!hone_physics_available()) {
        hone_error error = {0};
        CHECK(!hone_physics_world_create(NULL, NULL, &error) && error.code == HONE_ERROR_UNSUPPORTED);
        assert_string_equal(error.message, "physics is not built in");
        return;
    }
    static const hone_physics_options bad[] = {
        {.rate = 1001}, {.gravity = {NAN}}, {.gravity = {0, 2e4f, 0}},         {.wind = {0, 0, INFINITY}},
        {.settle = 61}, {.settle = NAN},    {.solver = (hone_physics_solver)2}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        CHECK(!hone_physics_world_create(&bad[i], NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    }
    hone_error error = {0};
    CHECK(!hone_physics_create(NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
}

static void every_refused_allocation_is_an_error(void **state)
{
    (void)state;
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, 6, 20, 2);
    make_bodies_join(&plan, 1, 1, 0, 0, 0); /* gives a warning */
    if (!hone_physics_available())
        test_skip(1, "test of physics, which is not built in");
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        hone_physics *physics = hone_physics_create(
            &(hone_physics_desc){.model = model, .options = {.exact = true}, .allocator = &a.allocator}, &error);
        done = physics != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        uint64_t calls = a.calls;
        if (physics)
            for (int k = 0; k < 10; k++) CHECK(hone_physics_step(hone_physics_world_of(physics), NULL));
        CHECK(a.calls == calls); /* a step allocates nothing */
        hone_physics_destroy(physics);
        CHECK(a.live == 0);
    }
    hone_model_release(model);
}

#define TEST(name) cmocka_unit_test_setup(name, needs_bullet)

int main(void)
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
        TEST(a_following_body_is_where_its_bone_is),
        TEST(bones_hang_on_bodies_as_at_rest),
        TEST(mode_2_keeps_its_bones_place),
        TEST(mode_2_below_a_dynamic_parent_is_mode_1),
        TEST(of_two_bodies_on_a_bone_the_last_carries_it),
        TEST(a_body_of_no_bone_moves_alone),
        TEST(switches_turn_bodies_to_their_bones_and_back),
        TEST(impulse_morphs_push_turn_and_stop),
        TEST(a_point_joint_holds_a_point),
        TEST(a_hinge_turns_about_its_x_within_limits),
        TEST(a_slider_goes_along_its_x_within_limits),
        TEST(a_cone_twist_swings_no_further_than_its_spans),
        TEST(a_six_dof_of_2_1_has_no_springs),
        TEST(two_runs_are_equal_to_the_bit),
        TEST(a_restored_state_goes_on_as_the_run_did),
        TEST(a_jump_carries_hair_along),
        TEST(bones_that_are_nowhere_leave_bodies_where_they_were),
        TEST(huge_pushes_are_bounded_and_noted),
        TEST(hostile_numbers_stay_finite),
        TEST(two_thousand_bodies_in_one_place),
        TEST(what_cannot_be_simulated_is_left_out_and_said),
        TEST(soft_bodies_make_one_warning),
        TEST(a_world_of_nothing_goes_through_time),
        TEST(a_state_is_refused_where_it_does_not_fit),
        TEST(options_out_of_range_are_refused),
        TEST(every_refused_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
