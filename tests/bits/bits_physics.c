#include "bits/bits.h"
#include "support/make/bodies/make_human.h"
#include "support/make/make_motion.h"
#include "support/physics_scene.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdlib.h>

enum { CHAINS = 6, LINKS = 6, STEPS = 240, FALL_STEPS = 180, LAST = 700 };

/* ---- worlds ----------------------------------------------------------------------------------------------------- */

static void make_body(test_random *random, hone_body *body)
{
    body->shape = (uint8_t)(test_random_u32(random) % 3);
    body->mask = 0xffff;
    for (int i = 0; i < 3; i++) {
        body->size[i] = test_random_float(random, 0.2f, 0.6f);
        body->rotation[i] = test_random_float(random, -1, 1);
    }
    body->mass = test_random_float(random, 0.5f, 2);
    body->linear_damping = test_random_float(random, 0, 0.9f);
    body->angular_damping = test_random_float(random, 0, 0.9f);
    body->restitution = test_random_float(random, 0, 0.5f);
    body->friction = test_random_float(random, 0, 1);
}

static void make_joint(test_random *random, hone_joint *joint, uint32_t kind)
{
    joint->kind = (uint8_t)kind;
    for (int i = 0; i < 3; i++) {
        joint->rotation[i] = test_random_float(random, -1, 1);
        joint->linear_upper[i] = test_random_float(random, 0, 0.1f);
        joint->linear_lower[i] = -joint->linear_upper[i];
        joint->angular_upper[i] = test_random_float(random, 0, 0.8f);
        joint->angular_lower[i] = -joint->angular_upper[i];
        joint->linear_spring[i] = kind == HONE_JOINT_SPRING_6DOF ? test_random_float(random, 0, 50) : 0.5f;
        joint->angular_spring[i] = kind == HONE_JOINT_SPRING_6DOF ? test_random_float(random, 0, 50) : 0.5f;
    }
}

/* Chains of bodies of all shapes with joints of all kinds, a kind a chain, which fall on each other and on the floor.
 */
static void plan_chains(test_random *random)
{
    make_bodies_clear(&scene_plan);
    for (uint32_t c = 0; c < CHAINS; c++) {
        uint32_t body = scene_plan.body_count, joint = scene_plan.joint_count;
        make_bodies_chain(&scene_plan, c % 2 ? HONE_BODY_DYNAMIC : HONE_BODY_DYNAMIC_ALIGNED, LINKS, 3 + (float)c, 1);
        for (uint32_t b = body; b < scene_plan.body_count; b++) {
            make_body(random, &scene_plan.bodies[b]);
            scene_plan.bodies[b].position[2] = 0.3f * (float)c;
        }
        for (uint32_t j = joint; j < scene_plan.joint_count; j++) {
            make_joint(random, &scene_plan.joints[j], c % (HONE_JOINT_HINGE + 1));
            scene_plan.joints[j].position[2] = 0.3f * (float)c;
        }
    }
}

static void add_bodies(bits_hash *hash, scene *s)
{
    for (uint32_t b = 0; b < scene_plan.body_count; b++) {
        hone_body_motion motion = scene_body(s, b);
        bits_add(hash, motion.place.m[0], 12);
        bits_add(hash, motion.velocity, 3);
        bits_add(hash, motion.spin, 3);
    }
}

static uint64_t hash_of_world(hone_physics_solver solver)
{
    bits_hash hash = {0};
    test_random random = {11};
    plan_chains(&random);
    scene *s = scene_open(&(hone_physics_options){.solver = solver, .floor = true, .wind = {20, 0, 5}});
    for (int i = 0; i < STEPS; i++) {
        float turn = 0.02f * (float)i;
        for (uint32_t c = 0; c < CHAINS; c++) s->bones[c * (LINKS + 1)].m[0][3] = turn * (i % 20 < 10 ? 1 : -1);
        scene_step(s, 1);
        add_bodies(&hash, s);
    }
    scene_close(s);
    return hash.value;
}

/* ---- checkpoints ------------------------------------------------------------------------------------------------ */

static scene *open_exact(void)
{
    test_random random = {12};
    plan_chains(&random);
    scene *s = scene_open(&(hone_physics_options){.exact = true, .floor = true});
    scene_aim(s);
    return s;
}

/* The bytes of checkpoints, and how another world goes on from them. */
static void hash_of_checkpoints(bits_hash *written, bits_hash *restored)
{
    static const double frames[] = {LAST, 330.5, 610};
    hone_bytes bytes = {0};
    scene *s = open_exact();
    CHECK(hone_physics_world_seek_frame(s->world, LAST, NULL));
    CHECK(hone_physics_world_write_checkpoints(s->world, &bytes, NULL));
    scene_close(s);
    for (size_t i = 0; i < bytes.size; i++) bits_add_word(written, ((const uint8_t *)bytes.data)[i]);
    s = open_exact();
    CHECK(hone_physics_world_read_checkpoints(s->world, bytes.data, bytes.size, NULL));
    for (int i = 0; i < 3; i++) {
        CHECK(hone_physics_world_seek_frame(s->world, frames[i], NULL));
        add_bodies(restored, s);
    }
    scene_close(s);
    hone_bytes_release(&bytes);
}

/* ---- characters ------------------------------------------------------------------------------------------------- */

static void add_bones(bits_hash *hash, const hone_actor *actor, const hone_model *model)
{
    const hone_affine *bones = hone_actor_bones(actor);
    for (uint32_t b = 0; b < hone_model_skeleton(model)->bone_count; b++) bits_add(hash, bones[b].m[0], 12);
}

static hone_actor *make_actor(hone_model *model, const hone_actor_physics *physics)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = *physics}, &error);
    if (!actor)
        fail_msg("%s", error.message);
    return actor;
}

/* A motion moves the bones that the chains hang on; time goes back, too. */
static uint64_t hash_of_actor(void)
{
    static const double frames[] = {0, 1, 2.5, 40, 39.5, 90, 30};
    bits_hash hash = {0};
    test_random random = {13};
    plan_chains(&random);
    hone_model *model = make_bodies_model(&scene_plan, NULL, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 14}, NULL);
    hone_actor *actor = make_actor(model, &(hone_actor_physics){.on = true, .options = {.exact = true, .floor = true}});
    CHECK(hone_actor_play(actor, motion, NULL, NULL).id);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        CHECK(hone_actor_update_frame(actor, frames[i], NULL));
        add_bones(&hash, actor, model);
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    return hash.value;
}

/* A human falls on the floor, and is pushed. */
static uint64_t hash_of_ragdoll(void)
{
    bits_hash hash = {0};
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_MIXAMO});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    assert_non_null(model);
    uint32_t bones = hone_model_skeleton(model)->bone_count;
    float *weights = calloc(bones, sizeof *weights);
    assert_non_null(weights);
    for (uint32_t b = 0; b < bones; b++) weights[b] = 1;
    hone_actor *actor = make_actor(model, &(hone_actor_physics){.on = true, .ragdoll = true, .options.floor = true});
    CHECK(hone_actor_update(actor, 0, NULL));
    CHECK(hone_actor_set_ragdoll(actor, weights, NULL));
    for (int i = 1; i <= FALL_STEPS; i++) {
        if (i == FALL_STEPS / 3)
            CHECK(hone_actor_push_bone(actor, bones / 2, (float[]){40, 60, 10}, NULL, NULL));
        CHECK(hone_actor_update(actor, i / 60.0, NULL));
        add_bones(&hash, actor, model);
    }
    free(weights);
    hone_actor_destroy(actor);
    hone_model_release(model);
    return hash.value;
}

void bits_of_physics(bits_line *line, void *user)
{
    if (!hone_physics_is_portable())
        return;
    bits_hash written = {0}, restored = {0};
    line(user, "physics-world", hash_of_world(HONE_PHYSICS_SOLVER_CORRECTED));
    line(user, "physics-world-plain", hash_of_world(HONE_PHYSICS_SOLVER_PLAIN));
    hash_of_checkpoints(&written, &restored);
    line(user, "physics-checkpoints", written.value);
    line(user, "physics-restored", restored.value);
    line(user, "physics-actor", hash_of_actor());
    line(user, "physics-ragdoll", hash_of_ragdoll());
}
