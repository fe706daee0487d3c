/* Springs in place of bodies: which joints, chains and colliders there are, and that tips follow Bullet's. */
#include "support/make/make_bodies.h"
#include "support/support.h"
#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static make_bodies plan;

static int setup(void **state)
{
    (void)state;
    make_bodies_clear(&plan);
    return 0;
}

/* A lock of `count` bodies that hangs down from a body or bone, with joints that bend by 0.6 and have springs. */
static void hang(int32_t from, uint32_t count, float x, float y, float z)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t body = make_bodies_add(&plan, HONE_BODY_DYNAMIC, x, y - (float)i, z);
        hone_body *made = &plan.bodies[body];
        made->mass = 0.3f;
        made->size[0] = 0.2f;
        made->linear_damping = made->angular_damping = 0.9f;
        made->group = 1;
        plan.parents[body] = from;
        hone_joint *joint = &plan.joints[make_bodies_join(&plan, from, (int32_t)body, x, y - (float)i + 0.5f, z)];
        for (int k = 0; k < 3; k++) {
            joint->angular_lower[k] = -0.6f, joint->angular_upper[k] = 0.6f;
            joint->angular_spring[k] = 20;
        }
        from = (int32_t)body;
    }
}

static hone_model *made(void)
{
    hone_error error = {0};
    NEEDS(physics);
    hone_model *model = make_bodies_model(&plan, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static hone_model *fitted(const hone_model *model, hone_workers *workers, hone_spring_fit_report *report)
{
    hone_error error = {0};
    hone_model *out = hone_spring_fit(&(hone_spring_fit_desc){.model = model, .workers = workers}, report, &error);
    if (!out)
        fail_msg("%s", error.message);
    return out;
}

/* Keys of the root that are no part of what springs are fitted to. */
static hone_motion *make_dance(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_key *keys = hone_builder_array(b, 40, sizeof *keys);
    hone_bone_track *track = hone_builder_array(b, 1, sizeof *track);
    test_random random = {5};
    for (uint32_t i = 0; i < 40; i++) {
        keys[i] = (hone_bone_key){.frame = 20 * i, .rotation = {0, 0, 0, 1}};
        for (int k = 0; k < 3; k++) keys[i].translation[k] = test_random_float(&random, -1.5f, 1.5f);
        for (int k = 0; k < 3; k++) keys[i].rotation[k] = test_random_float(&random, -0.4f, 0.4f);
        hone_quat_normalise(keys[i].rotation, keys[i].rotation);
        for (int k = 0; k < 4; k++) keys[i].curves[k] = (hone_curve){50, 20, 70, 110};
    }
    *track = (hone_bone_track){.name = {.text = "b0"}, .key_count = 40, .keys = keys};
    return hone_motion_create(
        b, &(hone_motion_data){.space = HONE_SPACE_MMD, .bone_track_count = 1, .bone_tracks = track}, NULL, NULL);
}

static hone_spring_error compared(const hone_model *bodies, const hone_model *springs)
{
    hone_error error = {0};
    hone_motion *dance = make_dance();
    hone_spring_error out;
    const hone_spring_compare_desc desc = {.bodies = bodies, .springs = springs, .motion = dance, .last_frame = 450};
    if (!hone_spring_compare(&desc, &out, &error))
        fail_msg("%s", error.message);
    hone_motion_release(dance);
    return out;
}

static void check_bars(const hone_spring_error *e)
{
    printf("length %.2f: rigid %.3f, default %.3f, fitted %.3f\n", e->length, e->rigid_error, e->default_error,
           e->error);
    CHECK(e->error > 0 && e->error <= 0.5 * e->rigid_error);
    CHECK(e->error <= 0.7 * e->default_error);
}

/* ---- how well ---------------------------------------------------------------------------------------------------- */

static void a_hanging_lock_follows(void **state)
{
    (void)state;
    hone_spring_fit_report report;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    hang(0, 5, 0, 9, 0);
    hone_model *bodies = made(), *springs = fitted(bodies, NULL, &report);
    const hone_model_data *data = hone_model_get(springs);
    CHECK(report.chain_count == 1 && report.joint_count == 5 && report.bodies_left_out == 0);
    CHECK(report.error < 0.5 * report.rigid_error && report.length > 4 && report.length < 6);
    CHECK(data->body_count == 0 && data->joint_count == 0 && data->spring_count == 5);
    for (uint32_t s = 0; s < data->spring_count; s++) {
        const hone_spring_joint *joint = data->springs[s].joints;
        CHECK(data->springs[s].joint_count == 1 && joint->bone == (int32_t)s + 1 && joint->tail_bone == HONE_NONE);
        CHECK(joint->drag_force >= 0 && joint->drag_force <= 1 && joint->stiffness >= 0 && joint->gravity_power >= 0);
        CHECK(data->springs[s].center == HONE_NONE);
    }
    hone_spring_error error = compared(bodies, springs);
    check_bars(&error);
    hone_model_release(springs);
    hone_model_release(bodies);
}

static void a_skirt_follows(void **state)
{
    (void)state;
    hone_spring_fit_report report;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    for (int k = 0; k < 8; k++) hang(0, 3, 2 * cosf(0.785f * (float)k), 9.5f, 2 * sinf(0.785f * (float)k));
    for (int k = 0; k < 8; k++) /* a ring */
        make_bodies_join(&plan, 1 + 3 * k, 1 + 3 * ((k + 1) % 8), 0, 9, 0);
    hone_model *bodies = made(), *springs = fitted(bodies, NULL, &report);
    CHECK(report.chain_count == 8 && report.joint_count == 24 && report.cross_joints == 8);
    hone_model_release(springs);
    hone_model_release(bodies);
    plan.joint_count -= 8;
    bodies = made(), springs = fitted(bodies, NULL, &report);
    CHECK(report.cross_joints == 0);
    hone_spring_error error = compared(bodies, springs);
    check_bars(&error);
    hone_model_release(springs);
    hone_model_release(bodies);
}

static void bodies_on_bones_become_colliders(void **state)
{
    (void)state;
    hone_spring_fit_report report;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    hang(0, 3, 0, 9.3f, 1.2f);
    uint32_t leg = make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 7.5f, 0), box, other;
    plan.bodies[leg].shape = HONE_BODY_CAPSULE, plan.bodies[leg].size[0] = 0.6f, plan.bodies[leg].size[1] = 2;
    plan.bodies[leg].mask = 2;
    box = make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 8, 2.5f);
    plan.bodies[box].shape = HONE_BODY_BOX, plan.bodies[box].size[0] = 2, plan.bodies[box].mask = 2;
    other = make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 8, 1.2f);
    for (uint32_t b = leg; b <= other; b++) plan.parents[b] = 0, plan.bodies[b].group = 3;
    for (uint32_t b = 1; b < leg; b++) plan.bodies[b].mask = 1u << 3;
    hone_model *bodies = made(), *springs = fitted(bodies, NULL, &report);
    const hone_model_data *data = hone_model_get(springs);
    CHECK(report.collider_count == 4 && data->collider_count == 4);
    CHECK(data->colliders[1].kind == HONE_COLLIDER_CAPSULE && data->colliders[1].bone == (int32_t)leg);
    CHECK_NEAR(data->colliders[1].radius, 0.6, 1e-6);
    CHECK_NEAR(data->colliders[1].tail[1] - data->colliders[1].offset[1], 2, 1e-6);
    CHECK(data->colliders[2].kind == HONE_COLLIDER_CAPSULE && data->colliders[2].bone == (int32_t)box);
    CHECK_NEAR(data->colliders[2].tail[0] - data->colliders[2].offset[0], 3, 1e-6);
    bool any = false;
    for (uint32_t s = 0; s < data->spring_count; s++)
        for (uint32_t k = 0; k < data->springs[s].collider_count; k++) {
            any |= data->springs[s].colliders[k] == 1;
            CHECK(data->springs[s].colliders[k] != 3); /* its mask is empty */
        }
    CHECK(any);
    hone_model_release(springs);
    hone_model_release(bodies);
}

/* ---- chains ------------------------------------------------------------------------------------------------------ */

static void branches_are_chains_of_their_own(void **state)
{
    (void)state;
    hone_spring_fit_report report;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    hang(0, 2, 0, 9, 0);
    hang(2, 1, 0.5f, 7, 0);
    hang(2, 3, -0.5f, 7, 0);
    hone_model *bodies = made(), *springs = fitted(bodies, NULL, &report);
    CHECK(report.chain_count == 2 && report.joint_count == 6);
    uint8_t seen[8] = {0};
    const hone_model_data *data = hone_model_get(springs);
    for (uint32_t s = 0; s < data->spring_count; s++) CHECK(++seen[data->springs[s].joints->bone] == 1);
    hone_model_release(springs);
    hone_model_release(bodies);
}

static void a_model_without_dynamic_bodies_has_no_springs(void **state)
{
    (void)state;
    hone_spring_fit_report report;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    hone_model *bodies = made(), *springs = fitted(bodies, NULL, &report);
    CHECK(hone_model_get(springs)->spring_count == 0 && report.joint_count == 0 && report.error == 0);
    hone_model_release(springs);
    hone_model_release(bodies);
}

static uint64_t hash_of(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    uint64_t hash = 0;
    for (uint32_t s = 0; s < data->spring_count; s++) {
        const hone_spring_joint *j = data->springs[s].joints;
        const float numbers[] = {j->stiffness,        j->drag_force,       j->gravity_power,   j->hit_radius,
                                 j->tail_offset[0],   j->tail_offset[1],   j->tail_offset[2],  j->rest_rotation[0],
                                 j->rest_rotation[1], j->rest_rotation[2], j->rest_rotation[3]};
        hash = 31 * hash + hone_hash(numbers, sizeof numbers);
    }
    return hash;
}

static void threads_give_the_same_springs(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    for (int k = 0; k < 5; k++) hang(0, 2, (float)k, 9, 0);
    hone_model *bodies = made(), *alone = fitted(bodies, NULL, NULL);
    for (uint32_t threads = 2; threads <= 3; threads++) {
        hone_workers *workers = hone_workers_create(threads, NULL, NULL);
        hone_model *together = fitted(bodies, workers, NULL);
        CHECK(hash_of(alone) == hash_of(together));
        hone_model_release(together);
        hone_workers_destroy(workers);
    }
    hone_model_release(alone);
    hone_model_release(bodies);
}

/* ---- hostile models ---------------------------------------------------------------------------------------------- */

static void rings_of_joints_and_bodies_without_bones_are_no_danger(void **state)
{
    (void)state;
    hone_spring_fit_report report;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    hang(0, 4, 0, 9, 0);
    make_bodies_join(&plan, 4, 1, 0, 7, 0);
    make_bodies_join(&plan, 4, 4, 0, 7, 0);
    make_bodies_join(&plan, 2, 3, 0, 7, 0);
    uint32_t body = make_bodies_add(&plan, HONE_BODY_DYNAMIC, 1, 9, 0);
    plan.bodies[body].bone = HONE_NONE;
    plan.bodies[2].size[0] = NAN;
    plan.bodies[3].position[1] = NAN;
    plan.bodies[4].mass = 0;
    hone_model *bodies = made(), *springs = fitted(bodies, NULL, &report);
    CHECK(report.joint_count == 4 && report.bodies_left_out == 1);
    for (uint32_t s = 0; s < hone_model_get(springs)->spring_count; s++) {
        const hone_spring_joint *joint = hone_model_get(springs)->springs[s].joints;
        CHECK(isfinite(joint->stiffness) && isfinite(joint->hit_radius) && isfinite(joint->tail_offset[1]));
    }
    hone_model_release(springs);
    hone_model_release(bodies);
}

static void check_finite(const hone_model *springs)
{
    const hone_model_data *data = hone_model_get(springs);
    for (uint32_t s = 0; s < data->spring_count; s++) {
        const hone_spring_joint *joint = data->springs[s].joints;
        CHECK(isfinite(joint->stiffness) && isfinite(joint->gravity_power) && isfinite(joint->drag_force));
        CHECK(isfinite(joint->hit_radius) && joint->hit_radius >= 0 && joint->stiffness >= 0);
        for (int i = 0; i < 4; i++)
            CHECK(isfinite(joint->rest_rotation[i]) && (i == 3 || isfinite(joint->tail_offset[i])));
    }
    for (uint32_t c = 0; c < data->collider_count; c++) CHECK(isfinite(data->colliders[c].radius));
}

/* Bones on top of each other, so that joints have no length; far away; a body as heavy as can be; a collider of no
 * size, and one that is everywhere. */
static void degenerate_chains_are_no_danger(void **state)
{
    (void)state;
    hone_spring_fit_report report;
    for (int kind = 0; kind < 5; kind++) {
        make_bodies_clear(&plan);
        make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
        plan.bodies[0].size[0] = kind == 3 ? 0 : kind == 4 ? 1e6f : 0.5f;
        plan.bodies[0].mask = 0xFFFF;
        hang(0, 3, kind == 1 ? 1e7f : 0, 9, 0);
        for (uint32_t b = 1; b < 4; b++) {
            if (kind == 0)
                hone_vec3_copy(plan.bodies[1].position, plan.bodies[b].position);
            plan.bodies[b].mass = kind == 2 ? 1e30f : 0.3f;
            plan.bodies[b].mask = 0xFFFF;
        }
        hone_model *bodies = made(), *springs = fitted(bodies, NULL, &report);
        CHECK(report.joint_count <= 3 && isfinite(report.error) && isfinite(report.rigid_error));
        check_finite(springs);
        hone_model_release(springs);
        hone_model_release(bodies);
    }
}

static void wrong_settings_are_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_spring_error all;
    assert_null(hone_spring_fit(NULL, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_spring_compare(NULL, &all, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_spring_compare(&(hone_spring_compare_desc){0}, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_model *other = hone_model_create(b, &(hone_model_data){.space = HONE_SPACE_GLTF}, NULL, NULL);
    assert_null(hone_spring_fit(&(hone_spring_fit_desc){.model = other}, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    hone_model_release(other);
}

static void out_of_memory(void **state)
{
    (void)state;
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    hang(0, 1, 0, 9, 0);
    hone_model *bodies = made();
    hone_motion *motion = make_dance();
    for (uint64_t i = 0;; i++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, i);
        hone_model *springs = hone_spring_fit(
            &(hone_spring_fit_desc){.model = bodies, .motion = motion, .last_frame = 5, .allocator = &a.allocator},
            NULL, &error);
        CHECK(springs || error.code == HONE_ERROR_MEMORY);
        hone_spring_error all;
        bool ok =
            springs &&
            hone_spring_compare(
                &(hone_spring_compare_desc){
                    .bodies = bodies, .springs = springs, .motion = motion, .last_frame = 2, .allocator = &a.allocator},
                &all, &error);
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
        hone_model_release(springs);
        CHECK(a.live == 0);
        if (ok)
            break;
    }
    hone_motion_release(motion);
    hone_model_release(bodies);
}

TEST_GROUP(test_spring_fit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_hanging_lock_follows, setup),
        cmocka_unit_test_setup(a_skirt_follows, setup),
        cmocka_unit_test_setup(bodies_on_bones_become_colliders, setup),
        cmocka_unit_test_setup(branches_are_chains_of_their_own, setup),
        cmocka_unit_test_setup(a_model_without_dynamic_bodies_has_no_springs, setup),
        cmocka_unit_test_setup(threads_give_the_same_springs, setup),
        cmocka_unit_test_setup(rings_of_joints_and_bodies_without_bones_are_no_danger, setup),
        cmocka_unit_test_setup(degenerate_chains_are_no_danger, setup),
        cmocka_unit_test_setup(wrong_settings_are_refused, setup),
        cmocka_unit_test_setup(out_of_memory, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
