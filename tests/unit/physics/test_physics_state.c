/* Saved states: a world that goes back to one takes the same steps again, to the bit. */
#include "play/physics/world.h"
#include "support/physics_scene.h"
#include "support/support.h"
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    void *data;
    size_t size;
} bytes;

static bytes save(const scene *s)
{
    bytes out = {.size = hone_physics_world_state_size(s->world)};
    out.data = malloc(out.size);
    hone_physics_world_save(s->world, out.data);
    return out;
}

static bool equal(const bytes *a, const bytes *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* ---- a world in which much happens ----------------------------------------------------------------------------- */

static void shape(hone_body *body, uint32_t index)
{
    static const uint8_t shapes[] = {HONE_BODY_SPHERE, HONE_BODY_BOX, HONE_BODY_CAPSULE};
    body->shape = shapes[index % 3];
    for (int i = 0; i < 3; i++) body->size[i] = 0.5f;
    body->mask = 0xffff;
    body->linear_damping = 0.3f;
    body->friction = 0.6f, body->restitution = 0.2f;
}

/* Chains of all shapes, which touch each other, on hands that shake. Their joints are of all kinds. */
static void plan_heap(uint32_t chains)
{
    make_bodies_clear(&scene_plan);
    for (uint32_t c = 0; c < chains; c++) {
        uint32_t first = scene_plan.body_count;
        make_bodies_chain(&scene_plan, c % 3 ? HONE_BODY_DYNAMIC : HONE_BODY_DYNAMIC_ALIGNED, 6, 6, 0.8f);
        for (uint32_t b = first; b < scene_plan.body_count; b++) {
            scene_plan.bodies[b].position[2] = 0.7f * (float)c;
            shape(&scene_plan.bodies[b], b + c);
        }
        for (uint32_t j = scene_plan.joint_count - 6; j < scene_plan.joint_count; j++) {
            hone_joint *joint = &scene_plan.joints[j];
            joint->position[2] = 0.7f * (float)c;
            joint->kind = (uint8_t)((j + c) % 6);
            for (int i = 0; i < 3; i++) joint->angular_lower[i] = -0.6f, joint->angular_upper[i] = 0.6f;
            for (int i = 0; i < 3; i++) joint->linear_spring[i] = joint->angular_spring[i] = i ? 5 : 0.5f;
        }
    }
}

static void shake(scene *s, int k)
{
    for (uint32_t b = 0; b < scene_plan.body_count; b++)
        if (scene_plan.bodies[b].mode == HONE_BODY_FOLLOWS) {
            s->bones[b].m[0][3] = scene_plan.bodies[b].position[0] + 2 * sinf(0.2f * (float)k + (float)b);
            s->bones[b].m[1][3] = scene_plan.bodies[b].position[1] - 4 * sinf(0.03f * (float)k);
        }
    for (uint32_t b = 0; b < scene_plan.body_count; b++) s->off[b] = b % 7 == 5 && (k / 40) % 2 == 1;
    scene_step(s, 1);
}

static const hone_physics_options with_floor = {.floor = true},
                                  plain = {.floor = true, .solver = HONE_PHYSICS_SOLVER_PLAIN};

static scene *run_to(int step, const hone_physics_options *options)
{
    plan_heap(8);
    scene *s = scene_open(options);
    for (int k = 0; k < step; k++) shake(s, k);
    return s;
}

/* ---- the same steps again -------------------------------------------------------------------------------------- */

static void check_rollback(scene *s, int from, int steps)
{
    bytes saved = save(s);
    for (int k = from; k < from + steps; k++) shake(s, k);
    bytes straight = save(s);
    CHECK(!equal(&saved, &straight));
    for (int again = 0; again < 2; again++) {
        CHECK(hone_physics_world_restore(s->world, saved.data, saved.size, NULL));
        bytes restored = save(s);
        CHECK(equal(&saved, &restored));
        for (int k = from; k < from + steps; k++) shake(s, k);
        bytes other = save(s);
        CHECK(equal(&straight, &other));
        free(restored.data), free(other.data);
    }
    free(saved.data), free(straight.data);
}

static void going_back_changes_no_bit(void **state)
{
    (void)state;
    const hone_physics_options *options[] = {&with_floor, &plain};
    for (int o = 0; o < 2; o++) {
        scene *s = run_to(30, options[o]);
        int lengths[] = {1, 6, 25, 90}, k = 30;
        for (int i = 0; i < 4; k += lengths[i++]) check_rollback(s, k, lengths[i]);
        scene_close(s);
    }
}

/* A world that never saves, and one that goes back again and again. */
static void a_run_with_rollbacks_equals_a_straight_one(void **state)
{
    (void)state;
    scene *s = run_to(120, &with_floor);
    bytes straight = save(s);
    scene_close(s);
    s = run_to(0, &with_floor);
    for (int k = 0; k < 120; k += 6) {
        bytes saved = save(s);
        for (int i = 0; i < 6; i++) shake(s, k + i + 17); /* a wrong prediction */
        CHECK(hone_physics_world_restore(s->world, saved.data, saved.size, NULL));
        for (int i = 0; i < 6; i++) shake(s, k + i);
        free(saved.data);
    }
    bytes other = save(s);
    hone_physics_diagnostics faults = hone_physics_get_diagnostics(s->physics);
    CHECK(equal(&straight, &other) && faults.unstable_bodies == 0);
    free(straight.data), free(other.data);
    scene_close(s);
}

static void another_world_goes_on_from_a_state(void **state)
{
    (void)state;
    scene *s = run_to(70, &with_floor);
    bytes saved = save(s);
    for (int k = 70; k < 100; k++) shake(s, k);
    bytes straight = save(s);
    scene_close(s);
    s = run_to(5, &with_floor);
    CHECK(hone_physics_world_restore(s->world, saved.data, saved.size, NULL));
    for (int k = 70; k < 100; k++) shake(s, k);
    bytes other = save(s);
    CHECK(equal(&straight, &other));
    free(saved.data), free(straight.data), free(other.data);
    scene_close(s);
}

/* The state before the first step, and one after a reset, in which Bullet's world does not exist. */
static void a_state_without_steps_is_a_state(void **state)
{
    (void)state;
    plan_heap(4);
    scene *s = scene_open(&with_floor);
    scene_aim(s);
    check_rollback(s, 0, 20);
    hone_physics_world_reset(s->world);
    check_rollback(s, 20, 20);
    scene_close(s);
}

/* ---- input checks ---------------------------------------------------------------------------------------------- */

static void check_refused(hone_physics_world *world, const bytes *state)
{
    hone_error error = {0};
    CHECK(!hone_physics_world_restore(world, state->data, state->size, &error) && error.code == HONE_ERROR_ARGUMENT);
}

static void check_refused_by(const scene *s, const bytes *state, const hone_physics_options *options)
{
    hone_error error = {0};
    hone_physics_world *world = hone_physics_world_create(options, NULL, &error);
    hone_physics *twin = hone_physics_create(&(hone_physics_desc){.model = s->model, .world = world}, &error);
    check_refused(world, state);
    hone_physics_destroy(twin);
    hone_physics_world_destroy(world);
}

static void a_state_is_refused_where_it_does_not_fit(void **state)
{
    (void)state;
    hone_error error = {0};
    scene *s = run_to(1, &with_floor);
    bytes saved = save(s);
    check_refused_by(s, &saved, &(hone_physics_options){.exact = true, .floor = true});
    check_refused_by(s, &saved, &(hone_physics_options){.rate = 120, .floor = true});
    hone_physics *twin = hone_physics_create(&(hone_physics_desc){.model = s->model, .world = s->world}, &error);
    check_refused(s->world, &saved); /* of fewer models */
    hone_physics_destroy(twin);
    for (size_t size = 0; size < saved.size; size++) check_refused(s->world, &(bytes){saved.data, size});
    CHECK(!hone_physics_world_restore(s->world, NULL, saved.size, &error));
    CHECK(!hone_physics_world_restore(NULL, saved.data, saved.size, &error));
    CHECK(hone_physics_world_restore(s->world, saved.data, saved.size, &error));
    bytes after = save(s);
    CHECK(equal(&saved, &after));
    free(saved.data), free(after.data);
    scene_close(s);
}

/* Its only body follows its bone at the time when the state is restored. */
static void a_state_restores_which_bodies_are_dynamic(void **state)
{
    (void)state;
    make_bodies_clear(&scene_plan);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    scene *s = scene_open(&scene_usual);
    scene_step(s, 10);
    bytes saved = save(s);
    scene_step(s, 10);
    hone_body_motion want = scene_body(s, 0);
    s->off[0] = 1;
    scene_step(s, 3);
    CHECK(scene_body(s, 0).follows);
    s->off[0] = 0;
    CHECK(hone_physics_world_restore(s->world, saved.data, saved.size, NULL));
    scene_step(s, 10);
    hone_body_motion got = scene_body(s, 0);
    CHECK(memcmp(&got, &want, sizeof want) == 0 && got.place.m[1][3] < 8);
    free(saved.data);
    scene_close(s);
}

static void a_state_without_bodies_is_a_state(void **state)
{
    (void)state;
    make_bodies_clear(&scene_plan);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 1e20f, 0, 0); /* is left out */
    scene *s = scene_open(&scene_usual);
    scene_step(s, 2);
    bytes saved = save(s);
    scene_step(s, 2);
    CHECK(hone_physics_world_restore(s->world, saved.data, saved.size, NULL));
    free(saved.data);
    scene_close(s);
}

/* Where these bytes are in a state. */
static size_t find(const bytes *state, const void *part, size_t size)
{
    for (size_t at = 0; at + size <= state->size; at++)
        if (memcmp((const char *)state->data + at, part, size) == 0)
            return at;
    fail_msg("the state does not hold this body");
    return 0;
}

static void whether_a_body_follows_is_yes_or_no(void **state)
{
    (void)state;
    scene *s = run_to(60, &scene_usual);
    bytes saved = save(s);
    for (uint32_t i = 0; i < s->physics->rigid_count; i++) {
        const hone_body_state *body = &s->physics->now[i];
        uint8_t *follows =
            (uint8_t *)saved.data + find(&saved, body, sizeof *body) + offsetof(hone_body_state, motion.follows);
        *follows = 2;
        CHECK(!hone_physics_world_restore(s->world, saved.data, saved.size, NULL));
        *follows = body->motion.follows;
    }
    CHECK(hone_physics_world_restore(s->world, saved.data, saved.size, NULL));
    free(saved.data);
    scene_close(s);
}

/* Any byte may be wrong: then the state is refused, or restored with a number that is wrong. */
static void damaged_states_do_no_harm(void **state)
{
    (void)state;
    test_random random = {11};
    scene *s = run_to(60, &with_floor);
    bytes saved = save(s), damaged = {malloc(saved.size), saved.size};
    for (int round = 0; round < 1500; round++) {
        memcpy(damaged.data, saved.data, saved.size);
        for (uint32_t n = test_random_u32(&random) % 3 + 1; n-- > 0;)
            ((uint8_t *)damaged.data)[test_random_u32(&random) % saved.size] = (uint8_t)test_random_u32(&random);
        hone_physics_world_restore(s->world, damaged.data, damaged.size, NULL);
        scene_step(s, 1);
    }
    scene_check_sane(s, 1e5f);
    free(saved.data), free(damaged.data);
    scene_close(s);
}

/* Also where Bullet refuses it, as it does two records of one pair. */
static void a_refused_state_changes_nothing(void **state)
{
    (void)state;
    test_random random = {12};
    scene *s = run_to(60, &with_floor);
    bytes saved = save(s), damaged = {malloc(saved.size), saved.size};
    scene_step(s, 7);
    unsigned refused = 0;
    for (int round = 0; round < 4000; round++) {
        bytes before = save(s);
        memcpy(damaged.data, saved.data, saved.size);
        for (uint32_t n = test_random_u32(&random) % 4 + 1; n-- > 0;) { /* small numbers may be indices of bodies */
            size_t at = test_random_u32(&random) % (saved.size / 4) * 4;
            ((uint8_t *)damaged.data)[at] = (uint8_t)(test_random_u32(&random) % 30);
        }
        hone_error error = {0};
        if (hone_physics_world_restore(s->world, damaged.data, damaged.size, &error)) {
            CHECK(hone_physics_world_restore(s->world, before.data, before.size, NULL));
        } else {
            bytes now = save(s);
            CHECK(equal(&now, &before));
            free(now.data);
            assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
            refused++;
        }
        free(before.data);
    }
    CHECK(refused > 100);
    free(saved.data), free(damaged.data);
    scene_close(s);
}

TEST_GROUP(test_physics_state)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(going_back_changes_no_bit, scene_setup),
        cmocka_unit_test_setup(a_run_with_rollbacks_equals_a_straight_one, scene_setup),
        cmocka_unit_test_setup(another_world_goes_on_from_a_state, scene_setup),
        cmocka_unit_test_setup(a_state_without_steps_is_a_state, scene_setup),
        cmocka_unit_test_setup(a_state_is_refused_where_it_does_not_fit, scene_setup),
        cmocka_unit_test_setup(a_state_restores_which_bodies_are_dynamic, scene_setup),
        cmocka_unit_test_setup(a_state_without_bodies_is_a_state, scene_setup),
        cmocka_unit_test_setup(whether_a_body_follows_is_yes_or_no, scene_setup),
        cmocka_unit_test_setup(damaged_states_do_no_harm, scene_setup),
        cmocka_unit_test_setup(a_refused_state_changes_nothing, scene_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
