/* Joints hold on characters that move fast: chains, skirts, bodies without bones. Bodies that hang still do not
 * tremble. */
#include "play/physics/bullet/bullet.h"
#include "support/make/make_bodies.h"
#include "support/reference/joint_gap.h"
#include "support/support.h"
#include <hone/physics.h>
#include <stdlib.h>
#include <string.h>

static make_bodies plan;

/* ---- a model with hanging parts -------------------------------------------------------------------------------- */

typedef struct stage {
    hone_model *model;
    hone_physics *physics;
    hone_physics_world *world;
    hone_affine bones[MAKE_BODIES_MOST];
} stage;

static stage here;

static int needs_bullet(void **state)
{
    (void)state;
    make_bodies_clear(&plan);
    return 0;
}

static void place_bone(uint32_t bone, const float turn[4], const float shift[3])
{
    float x = turn[0], y = turn[1], z = turn[2], w = turn[3];
    here.bones[bone] = (hone_affine){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0},
                                      {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0},
                                      {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0}}};
    for (int i = 0; i < 3; i++) here.bones[bone].m[i][3] = plan.bodies[bone].position[i] + shift[i];
}

/* Places every bone as if all were children of one root, without rotation. */
static void place_bones(float x, float y, float z)
{
    static const float straight[4] = {0, 0, 0, 1};
    for (uint32_t b = 0; b < plan.body_count; b++) place_bone(b, straight, (float[3]){x, y, z});
}

static void open_stage(const hone_physics_options *options)
{
    hone_error error = {0};
    NEEDS(physics);
    here.model = make_bodies_model(&plan, NULL, &error);
    here.physics = hone_physics_create(&(hone_physics_desc){.model = here.model, .options = *options}, &error);
    if (!here.physics)
        fail_msg("%s", error.message);
    here.world = hone_physics_get_world(here.physics);
    place_bones(0, 0, 0);
}

static void close_stage(void)
{
    hone_physics_destroy(here.physics);
    hone_model_release(here.model);
}

static void aim(void)
{
    hone_physics_set_input(here.physics, &(hone_physics_input){.bones = here.bones});
}

static void step(void)
{
    aim();
    CHECK(hone_physics_world_step(here.world, NULL));
}

static double widest_gap(uint32_t from, uint32_t to)
{
    double widest = 0;
    for (uint32_t j = from; j < to; j++) {
        double gap = joint_gap(here.physics, here.model, j);
        widest = gap <= widest ? widest : gap; /* NaN fails */
    }
    return widest;
}

static const hone_physics_options usual;
static const double leash = 0.1 + 1e-3;

/* ---- chains ---------------------------------------------------------------------------------------------------- */

typedef struct chain_kind {
    float radius, height, mass, linear_damping, angular_damping;
    bool twist_locked;
} chain_kind;

static const chain_kind hair = {0.1f, 0.9f, 0.5f, 0.8f, 0.5f, false};
static const chain_kind jewellery = {0.1f, 0.25f, 1, 0.9f, 0.9f, true};
static const chain_kind tiny = {0.041f, 0.207f, 0.1f, 1, 1, false};

enum { LINKS = 10 };

static hone_joint *join(int32_t a, int32_t b, float x, float y, float z, float angle)
{
    hone_joint *joint = &plan.joints[make_bodies_join(&plan, a, b, x, y, z)];
    joint->kind = HONE_JOINT_SPRING_6DOF;
    for (int i = 0; i < 3; i++) joint->angular_lower[i] = -angle, joint->angular_upper[i] = angle;
    return joint;
}

/* A head at (0, 18, 0), and capsules that hang from its rim one below the other. */
static void make_chain(const chain_kind *kind)
{
    float length = kind->height, y = 18 - 1.4f;
    int32_t above = (int32_t)make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 18, 0);
    plan.bodies[above].size[0] = 1.4f;
    for (int i = 0; i < LINKS; i++) {
        int32_t link = (int32_t)make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, y - length / 2, 0);
        hone_body *body = &plan.bodies[link];
        body->shape = HONE_BODY_CAPSULE, body->mass = kind->mass;
        body->size[0] = kind->radius, body->size[1] = length;
        body->linear_damping = kind->linear_damping, body->angular_damping = kind->angular_damping;
        plan.parents[link] = above;
        hone_joint *joint = join(above, link, 0, y, 0, 0.105f);
        for (int k = 0; k < 3; k++) joint->angular_spring[k] = 1;
        if (kind->twist_locked)
            joint->angular_lower[1] = joint->angular_upper[1] = 0;
        above = link, y -= length;
    }
}

/* Moves the head: every eighth step it gets a new position and rotation, and moves 35 % of the way in each step. */
static void shake_head(test_random *random, int k, float way[3], float goal[3], float *turn, float *turn_goal)
{
    static const float reach[3] = {3, 1.5f, 3};
    if (k % 8 == 0 && k >= 60 && k < 600) {
        for (int i = 0; i < 3; i++) goal[i] = test_random_float(random, -reach[i], reach[i]);
        *turn_goal = test_random_float(random, -1.5f, 1.5f);
    }
    for (int i = 0; i < 3; i++) way[i] += 0.35f * (goal[i] - way[i]);
    *turn += 0.35f * (*turn_goal - *turn);
    place_bone(0, (float[4]){0, sinf(*turn / 2), 0, cosf(*turn / 2)}, way);
    step();
}

static void check_chain(const chain_kind *kind, uint64_t seed)
{
    test_random random = {seed};
    float way[3] = {0}, goal[3] = {0}, turn = 0, turn_goal = 0;
    make_bodies_clear(&plan);
    make_chain(kind);
    open_stage(&usual);
    for (int k = 0; k < 800; k++) {
        shake_head(&random, k, way, goal, &turn, &turn_goal);
        CHECK(widest_gap(0, plan.joint_count) <= leash);
    }
    close_stage();
}

static void chains_hold_on_a_head_that_is_shaken(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        check_chain(&hair, seed);
        check_chain(&jewellery, seed + 100);
        check_chain(&tiny, seed + 200);
    }
}

/* Without correction a joint opens, but the solver closes it again, because A's lever arm ends at A's own anchor. */
static void a_chain_comes_together_again_with_the_plain_solver(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        test_random random = {seed};
        float way[3] = {0}, goal[3] = {0}, turn = 0, turn_goal = 0;
        make_bodies_clear(&plan);
        make_chain(&hair);
        open_stage(&(hone_physics_options){.solver = HONE_PHYSICS_SOLVER_PLAIN});
        for (int k = 0; k < 1200; k++) shake_head(&random, k, way, goal, &turn, &turn_goal);
        CHECK(widest_gap(0, plan.joint_count) <= 0.1);
        CHECK(hone_physics_held_steps(here.physics, 5, NULL) == 0);
        close_stage();
    }
}

static void bodies_that_had_to_be_held_are_counted(void **state)
{
    (void)state;
    test_random random = {7};
    float way[3] = {0}, goal[3] = {0}, turn = 0, turn_goal = 0;
    uint32_t steps = 0, held = 0;
    make_chain(&tiny);
    open_stage(&usual);
    for (int k = 0; k < 60; k++) step();
    for (uint32_t b = 0; b < plan.body_count; b++) CHECK(hone_physics_held_steps(here.physics, b, &steps) == 0);
    CHECK(steps == 60);
    for (int k = 60; k < 600; k++) shake_head(&random, k, way, goal, &turn, &turn_goal);
    for (uint32_t b = 0; b < plan.body_count; b++) held += hone_physics_held_steps(here.physics, b, &steps);
    CHECK(steps == 600 && held > 60);
    CHECK(hone_physics_held_steps(here.physics, 0, NULL) == 0 && hone_physics_held_steps(here.physics, 999, NULL) == 0);
    close_stage();
}

/* At constant speed nothing is ahead of the head: hanging bodies stay where they hang. */
static void what_hangs_on_a_fast_bone_is_not_ahead_of_it(void **state)
{
    (void)state;
    make_chain(&hair);
    open_stage(&usual);
    for (int k = 0; k < 60; k++) step();
    float x = 0, speed = 0;
    for (int k = 0; k < 240; k++) {
        speed = fminf(speed + 1, 60); /* units/s */
        x += speed / 60;
        place_bone(0, (float[4]){0, 0, 0, 1}, (float[3]){x, 0, 0});
        step();
        CHECK(joint_gap(here.physics, here.model, 0) <= 0.08); /* the movement per step is 1 */
    }
    close_stage();
}

/* ---- a skirt --------------------------------------------------------------------------------------------------- */

enum { COLUMNS = 12, ROWS = 8, LEGS = 2, SKIRT = 1 + LEGS };

static void make_skirt(void)
{
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 13, 0);
    for (int leg = 0; leg < LEGS; leg++) {
        hone_body *body = &plan.bodies[make_bodies_add(&plan, HONE_BODY_FOLLOWS, leg ? 1 : -1, 9, 0)];
        body->shape = HONE_BODY_CAPSULE, body->size[0] = 0.9f, body->size[1] = 6;
        body->group = 1, body->mask = 0xffff;
    }
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            float angle = 6.2831853f * (float)column / COLUMNS, radius = 2.2f + 0.15f * (float)row;
            float fine = (float)row / (ROWS - 1);
            hone_body *body = &plan.bodies[make_bodies_add(&plan, HONE_BODY_DYNAMIC, radius * sinf(angle),
                                                           12.4f - 0.8f * (float)row, radius * cosf(angle))];
            body->shape = HONE_BODY_BOX, body->rotation[1] = angle;
            body->size[0] = 0.5f, body->size[1] = 0.38f, body->size[2] = 0.1f;
            body->mass = 15 * (1 - 0.9f * fine);
            body->linear_damping = 0.9f, body->angular_damping = 0.9f;
            body->group = 2, body->mask = 1 << 1;
        }
}

/* Returns how many joints hold the skirt up; the others connect it around. */
static uint32_t join_skirt(void)
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            int32_t body = SKIRT + row * COLUMNS + column;
            const float *at = plan.bodies[body].position;
            float play = 0.03f + 0.25f * (float)row / (ROWS - 1);
            hone_joint *joint = join(row ? body - COLUMNS : 0, body, at[0], at[1] + 0.4f, at[2], play);
            joint->rotation[1] = plan.bodies[body].rotation[1];
            joint->angular_lower[1] = joint->angular_upper[1] = 0;
            plan.parents[body] = row ? body - COLUMNS : 0;
        }
    uint32_t held = plan.joint_count;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            int32_t a = SKIRT + row * COLUMNS + column, b = SKIRT + row * COLUMNS + (column + 1) % COLUMNS;
            const float *p = plan.bodies[a].position, *q = plan.bodies[b].position;
            hone_joint *joint = join(a, b, (p[0] + q[0]) / 2, p[1], (p[2] + q[2]) / 2, 0.28f);
            for (int i = 0; i < 3; i++) joint->linear_lower[i] = -0.15f, joint->linear_upper[i] = 0.15f;
        }
    return held;
}

static void swing_legs(float at, float wide)
{
    for (uint32_t leg = 1; leg <= LEGS; leg++) {
        float angle = wide * sinf(at + 3.14159265f * (float)leg), half = angle / 2;
        place_bone(leg, (float[4]){sinf(half), 0, 0, cosf(half)},
                   (float[3]){0, 3 - 3 * cosf(angle), -3 * sinf(angle)}); /* about the hip */
    }
}

static void skirts_hold_over_legs_that_swing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        test_random random = {seed};
        float way[3] = {0}, goal[3] = {0}, turn = 0, turn_goal = 0;
        make_bodies_clear(&plan);
        make_skirt();
        uint32_t held = join_skirt();
        open_stage(&usual);
        for (int k = 0; k < 500; k++) {
            swing_legs(0.25f * (float)k, k < 60 ? 0 : 0.9f);
            shake_head(&random, k, way, goal, &turn, &turn_goal);
            CHECK(widest_gap(0, held) <= leash);
            CHECK(widest_gap(held, plan.joint_count) <= 3);
        }
        close_stage();
    }
}

/* ---- a body with two joints ------------------------------------------------------------------------------------ */

/* The body is hit, and the other joint is free along two axes, so it cannot hold the body. */
static void of_two_joints_the_locked_one_holds_a_body(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        make_bodies_clear(&plan);
        for (int b = 0; b < 2; b++) make_bodies_add(&plan, HONE_BODY_FOLLOWS, 4 * (float)b, 20, 0);
        make_bodies_add(&plan, HONE_BODY_DYNAMIC, 2, 18, 0);
        for (int k = 0; k < 2; k++) {
            hone_joint *joint = join(k, 2, 2, 20, 0, 3);
            if (k == first)
                joint->linear_lower[0] = joint->linear_lower[2] = 1,
                joint->linear_upper[0] = joint->linear_upper[2] = 0;
        }
        open_stage(&usual);
        double widest = 0;
        for (int k = 0; k < 30; k++) {
            CHECK(hone_physics_push_body(here.physics, 2, (const float[3]){k % 2 ? -900.0f : 900.0f, -900, 0}, NULL,
                                         NULL));
            step();
            widest = fmax(widest, joint_gap(here.physics, here.model, (uint32_t)!first));
        }
        CHECK(widest > 0.05 && widest <= leash);
        close_stage();
    }
}

/* ---- bodies without bones -------------------------------------------------------------------------------------- */

/* A trunk, on it a body without a bone, and on that one a body with a bone. */
static void make_boneless(void)
{
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 15, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 15, -1);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 15, -2);
    plan.bodies[1].bone = HONE_NONE;
    join(0, 1, 0, 15, -0.5f, 0.1f);
    join(1, 2, 0, 15, -1.5f, 0.1f);
}

static void bodies_of_no_bone_go_with_the_model(void **state)
{
    (void)state;
    make_boneless();
    open_stage(&usual);
    place_bones(20, 0, 5);
    aim();
    hone_physics_world_reset(here.world);
    step();
    CHECK(widest_gap(0, 2) <= 0.1);
    for (int k = 0; k < 30; k++) step();
    place_bones(-40, 3, 0); /* a jump of the motion */
    step();
    CHECK(widest_gap(0, 2) <= 0.1);
    hone_body_motion motion;
    CHECK(hone_physics_body_motion(here.physics, 1, &motion));
    CHECK_NEAR(motion.place.m[0][3], -40, 0.5);
    close_stage();
}

/* The plain solver has no leash, so only the placement matters. */
static void bodies_of_no_bone_are_placed_for_the_plain_solver_too(void **state)
{
    (void)state;
    make_boneless();
    open_stage(&(hone_physics_options){.solver = HONE_PHYSICS_SOLVER_PLAIN});
    place_bones(20, 0, 5);
    aim();
    hone_physics_world_reset(here.world);
    step();
    CHECK(widest_gap(0, 2) <= 0.1);
    close_stage();
}

/* ---- at rest --------------------------------------------------------------------------------------------------- */

static const double height = 20; /* of the character that these parts hang on */

/* Ten seconds without a motion. Over the last two: how much a body deviates from the movement of the two steps
 * before, and how far it moves. */
static void check_stillness(double most_jump, double most_way)
{
    static hone_body_motion last[MAKE_BODIES_MOST], before[MAKE_BODIES_MOST];
    static float low[MAKE_BODIES_MOST][3], high[MAKE_BODIES_MOST][3];
    for (int k = 0; k < 600; k++) {
        step();
        for (uint32_t b = 0; b < plan.body_count; b++) {
            hone_body_motion now;
            double jump = 0, way = 0;
            CHECK(hone_physics_body_motion(here.physics, b, &now));
            for (int i = 0; i < 3; i++) {
                float x = now.place.m[i][3];
                double second = x - 2 * last[b].place.m[i][3] + before[b].place.m[i][3];
                low[b][i] = k <= 480 ? x : fminf(low[b][i], x), high[b][i] = k <= 480 ? x : fmaxf(high[b][i], x);
                jump += second * second, way += (high[b][i] - low[b][i]) * (high[b][i] - low[b][i]);
            }
            CHECK(k < 480 || sqrt(jump) < most_jump * height);
            CHECK(k < 480 || sqrt(way) < most_way * height);
            before[b] = last[b], last[b] = now;
        }
    }
}

static void hair_and_skirts_hang_still(void **state)
{
    (void)state;
    static const chain_kind *const kinds[] = {&hair, &jewellery, &tiny};
    for (int i = 0; i < 3; i++) {
        make_bodies_clear(&plan);
        make_chain(kinds[i]);
        open_stage(&usual);
        check_stillness(1.5e-3, 5e-3);
        close_stage();
    }
    make_bodies_clear(&plan);
    make_skirt();
    join_skirt();
    open_stage(&usual);
    check_stillness(1.5e-3, 5e-3);
    close_stage();
}

/* A beam on a spring, whose weight rests on the stop. If the stop were off for a step whenever the beam is slightly
 * inside, the beam would fall beyond it and be thrown back, again and again. */
static void a_body_that_is_pressed_on_its_stop_keeps_still(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++) {
        float length = 0.5f + 0.25f * (float)k;
        make_bodies_clear(&plan);
        make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 15, 0);
        hone_body *beam = &plan.bodies[make_bodies_add(&plan, HONE_BODY_DYNAMIC, length, 15, 0)];
        beam->shape = HONE_BODY_BOX, beam->mass = 0.1f;
        beam->size[0] = length, beam->size[1] = beam->size[2] = 0.2f;
        beam->linear_damping = beam->angular_damping = 0.7f;
        hone_joint *hinge = join(0, 1, 0, 15, 0, 0);
        hinge->angular_upper[2] = 0.7f; /* angles have the opposite sign */
        hinge->angular_lower[2] = -0.7f;
        *(k % 2 ? &hinge->angular_lower[2] : &hinge->angular_upper[2]) = 0;
        for (int i = 0; i < 3; i++) hinge->angular_spring[i] = 10;
        open_stage(&usual);
        check_stillness(1e-4, 1e-3);
        close_stage();
    }
}

/* Springs work at a stop too: a body that its stop has moved comes back to the middle. */
static void springs_draw_bodies_away_from_their_stops(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 0, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 0, 0);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 0, 5);
    plan.bodies[1].linear_damping = plan.bodies[1].angular_damping = 0.99f;
    plan.bodies[2].linear_damping = plan.bodies[2].angular_damping = 0.99f;
    hone_joint *turn = join(0, 1, 0, 0, 0, 0), *slide = join(0, 2, 0, 0, 5, 0);
    turn->angular_lower[1] = -0.5f, turn->angular_upper[1] = 0.5f, turn->angular_spring[1] = 2;
    slide->linear_lower[0] = -1, slide->linear_upper[0] = 1, slide->linear_spring[0] = 5;
    open_stage(&(hone_physics_options){.weightless = true});
    for (int k = 0; k < 900; k++) { /* slower and slower, so that nothing is thrown off its stop */
        float way = 1 - expf(-(float)k / 60), angle = 1.5f * way;
        place_bone(0, (float[4]){0, sinf(angle / 2), 0, cosf(angle / 2)}, (float[3]){4 * way, 0, 0});
        step();
    }
    hone_body_motion turned, slid;
    CHECK(hone_physics_body_motion(here.physics, 1, &turned) && hone_physics_body_motion(here.physics, 2, &slid));
    CHECK_NEAR(atan2f(turned.place.m[0][2], turned.place.m[0][0]), 1.5, 0.1);
    CHECK_NEAR(slid.place.m[0][3], 4 + 5 * sinf(1.5f), 0.1);
    close_stage();
}

/* ---- Bullet's own code ------------------------------------------------------------------------------------------ */

enum { HEAP = 150 };

/* Every fourth body is attached to the next one by a joint with play and springs. */
static void join_heap(hone_bullet *bullet)
{
    for (uint32_t i = 0; i + 1 < HEAP; i += 4) {
        hone_bullet_joint joint = {.kind = HONE_BULLET_SIX_DOF,
                                   .a = i,
                                   .b = i + 1,
                                   .frame_a = HONE_AFFINE_IDENTITY,
                                   .frame_b = HONE_AFFINE_IDENTITY,
                                   .stop_erp = 0.475f};
        joint.frame_a.m[1][3] = 0.6f, joint.frame_b.m[1][3] = -0.6f;
        for (int k = 0; k < 3; k++) {
            joint.linear_upper[k] = k ? 0 : 0.2f;
            joint.angular_lower[k] = -0.5f, joint.angular_upper[k] = 0.5f;
            joint.spring[k] = k == 0, joint.spring[3 + k] = true;
            joint.stiffness[k] = 20, joint.stiffness[3 + k] = 5;
        }
        hone_bullet_add_joint(bullet, &joint);
    }
}

static hone_bullet *make_heap(bool stock, hone_workers *workers)
{
    test_random random = {3};
    hone_bullet *bullet = hone_bullet_create(&(hone_bullet_desc){.seconds = 1 / 60.f,
                                                                 .gravity = {0, -98, 0},
                                                                 .floor = true,
                                                                 .body_most = HEAP,
                                                                 .pair_most = 400,
                                                                 .warm_start = 0.85f,
                                                                 .stock = stock,
                                                                 .workers = workers,
                                                                 .share = hone_workers_run});
    for (uint32_t i = 0; i < HEAP; i++) {
        hone_bullet_body body = {.shape = (hone_bullet_shape)(i % 3),
                                 .size = {0.4f, 0.5f, 0.3f},
                                 .mass = 1,
                                 .linear_damping = 0.1f,
                                 .friction = 0.5f,
                                 .group = 1u << i % 5,
                                 .mask = test_random_u32(&random) | 3,
                                 .kinematic = i % 17 == 0,
                                 .place = HONE_AFFINE_IDENTITY};
        for (int k = 0; k < 3; k++) body.place.m[k][3] = test_random_float(&random, 0, 4);
        hone_bullet_add_body(bullet, &body);
    }
    join_heap(bullet);
    return bullet;
}

/* The pair list, the row solver, the box contacts and the loops on threads are hone's own. They must not change a bit.
 */
static void hones_own_code_gives_the_bits_of_bullets(void **state)
{
    (void)state;
    NEEDS(bullet);
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    hone_bullet *worlds[] = {make_heap(false, NULL), make_heap(true, NULL), make_heap(false, workers)};
    for (int k = 0; k < 300; k++)
        for (uint32_t i = 0; i < HEAP; i++) {
            hone_affine places[3];
            float v[3][6];
            for (int w = 0; w < 3; w++) {
                if (i == 0)
                    hone_bullet_step(worlds[w]);
                hone_bullet_read(worlds[w], i, &places[w], v[w], v[w] + 3);
            }
            CHECK(memcmp(&places[0], &places[1], sizeof *places) == 0 && memcmp(v[0], v[1], sizeof *v) == 0);
            CHECK(memcmp(&places[0], &places[2], sizeof *places) == 0 && memcmp(v[0], v[2], sizeof *v) == 0);
            CHECK(hone_bullet_crowded(worlds[0]) == hone_bullet_crowded(worlds[1]));
        }
    for (int w = 0; w < 3; w++) hone_bullet_destroy(worlds[w]);
    hone_workers_destroy(workers);
}

/* ---- joints with more rounds of the solver ---------------------------------------------------------------------- */

enum { PULL_DOWN, PULL_ASIDE };

/* Adds a handle that only the test moves, and a ball on the floor that their joint pulls along. The ball does not
 * roll. */
static void add_pulled(hone_bullet *bullet, uint32_t handle, float z, int way, int rounds)
{
    for (int ball = 0; ball < 2; ball++) {
        hone_bullet_body body = {.shape = HONE_BULLET_SPHERE,
                                 .size = {0.5f},
                                 .mass = 1,
                                 .least_inertia = 1e6f,
                                 .friction = 100,
                                 .group = 1,
                                 .mask = ball ? HONE_BULLET_OUTSIDE : 0,
                                 .kinematic = !ball,
                                 .place = HONE_AFFINE_IDENTITY};
        body.place.m[1][3] = 0.5f, body.place.m[2][3] = z;
        hone_bullet_add_body(bullet, &body);
    }
    hone_bullet_add_joint(bullet, &(hone_bullet_joint){.kind = HONE_BULLET_SIX_DOF,
                                                       .a = handle,
                                                       .b = handle + 1,
                                                       .frame_a = HONE_AFFINE_IDENTITY,
                                                       .frame_b = HONE_AFFINE_IDENTITY,
                                                       .linear_lower = {way == PULL_DOWN, way == PULL_ASIDE, 1},
                                                       .angular_lower = {1, 1, 1}, /* free */
                                                       .rounds = rounds,
                                                       .stop_erp = 0.475f});
}

/* Two such pairs far from each other, of which the first may have more rounds. places: of the balls after ten steps. */
static void pull_pairs(int way, int rounds, hone_affine places[2])
{
    static const float shift[][3] = {{0, -0.0167f, 0}, {0.0017f, 0, 0}}; /* of the handles in a step */
    float velocity[3], spin[3];
    hone_bullet *bullet = hone_bullet_create(&(hone_bullet_desc){.seconds = 1 / 60.f,
                                                                 .gravity = {0, -98, 0},
                                                                 .floor = true,
                                                                 .body_most = 4,
                                                                 .pair_most = 10,
                                                                 .warm_start = 0.85f});
    for (uint32_t pair = 0; pair < 2; pair++) add_pulled(bullet, 2 * pair, 10 * (float)pair, way, pair ? 0 : rounds);
    for (int k = 1; k <= 10; k++) {
        for (uint32_t pair = 0; pair < 2; pair++) {
            hone_affine at = hone_affine_translation(
                (const float[3]){(float)k * shift[way][0], 0.5f + (float)k * shift[way][1], 10 * (float)pair});
            hone_bullet_aim(bullet, 2 * pair, &at);
        }
        hone_bullet_step(bullet);
    }
    for (uint32_t pair = 0; pair < 2; pair++) hone_bullet_read(bullet, 2 * pair + 1, &places[pair], velocity, spin);
    hone_bullet_destroy(bullet);
}

/* Else a joint with many rounds would pull its body through the floor, and along the floor in spite of friction. */
static void contacts_get_the_rounds_of_the_joints_of_their_bodies(void **state)
{
    (void)state;
    hone_affine places[2];
    pull_pairs(PULL_DOWN, 40, places);
    CHECK_NEAR(places[0].m[1][3], 0.5, 1e-3);
    pull_pairs(PULL_ASIDE, 40, places);
    CHECK_NEAR(places[0].m[0][3], 0.008, 0.003); /* the handle went 0.017 */
}

static void rounds_of_one_joint_do_not_change_others(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        hone_affine same[2], more[2];
        pull_pairs(way, 0, same);
        pull_pairs(way, 40, more);
        CHECK(memcmp(&same[1], &more[1], sizeof *same) == 0);
        CHECK(way == PULL_DOWN || memcmp(&same[0], &more[0], sizeof *same) != 0);
    }
}

/* ---- friction --------------------------------------------------------------------------------------------------- */

/* A body that spins on its joint, in free space: the same torque slows it in every step, until it stands still. */
static void friction_of_a_joint_is_a_torque(void **state)
{
    (void)state;
    static const float torques[] = {0, 0.25f, 4}, speed = 2, step = 1 / 60.f;
    const hone_affine origin = HONE_AFFINE_IDENTITY;
    for (int i = 0; i < 3; i++) {
        hone_bullet *bullet =
            hone_bullet_create(&(hone_bullet_desc){.seconds = step, .body_most = 2, .pair_most = 1, .unit = 1});
        for (int b = 0; b < 2; b++)
            hone_bullet_add_body(bullet, &(hone_bullet_body){.shape = HONE_BULLET_SPHERE,
                                                             .size = {1},
                                                             .mass = 2.5f, /* so that its inertia is 1 */
                                                             .kinematic = b == 0,
                                                             .place = origin,
                                                             .spin = {0, 0, b ? speed : 0}});
        hone_bullet_add_joint(bullet, &(hone_bullet_joint){.kind = HONE_BULLET_SIX_DOF,
                                                           .a = 0,
                                                           .b = 1,
                                                           .frame_a = origin,
                                                           .frame_b = origin,
                                                           .angular_lower = {0, 0, -1.5f},
                                                           .angular_upper = {0, 0, 1.5f},
                                                           .friction = torques[i],
                                                           .stop_erp = 0.475f});
        for (int k = 1; k <= 40; k++) {
            hone_affine place;
            float velocity[3], spin[3];
            hone_bullet_aim(bullet, 0, &origin);
            hone_bullet_step(bullet);
            hone_bullet_read(bullet, 1, &place, velocity, spin);
            CHECK_NEAR(spin[2], fmaxf(speed - torques[i] * (float)k * step, 0), 1e-3);
        }
        hone_bullet_destroy(bullet);
    }
}

#define TEST(name) cmocka_unit_test_setup(name, needs_bullet)

TEST_GROUP(test_physics_joints)
{
    const struct CMUnitTest tests[] = {
        TEST(chains_hold_on_a_head_that_is_shaken),
        TEST(a_chain_comes_together_again_with_the_plain_solver),
        TEST(bodies_that_had_to_be_held_are_counted),
        TEST(what_hangs_on_a_fast_bone_is_not_ahead_of_it),
        TEST(skirts_hold_over_legs_that_swing),
        TEST(of_two_joints_the_locked_one_holds_a_body),
        TEST(bodies_of_no_bone_go_with_the_model),
        TEST(bodies_of_no_bone_are_placed_for_the_plain_solver_too),
        TEST(hair_and_skirts_hang_still),
        TEST(a_body_that_is_pressed_on_its_stop_keeps_still),
        TEST(springs_draw_bodies_away_from_their_stops),
        TEST(hones_own_code_gives_the_bits_of_bullets),
        TEST(contacts_get_the_rounds_of_the_joints_of_their_bodies),
        TEST(rounds_of_one_joint_do_not_change_others),
        TEST(friction_of_a_joint_is_a_torque),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
