/* Worlds: reproducible results, stability under hostile input, and refused arguments. */
#include "support/physics_scene.h"
#include "support/support.h"
#include <stdlib.h>
#include <string.h>

/* ---- reproducible results -------------------------------------------------------------------------------------- */

/* A heap of chains that touch each other, on a hand that shakes. */
static void plan_heap(uint32_t chains)
{
    make_bodies_clear(&scene_plan);
    for (uint32_t c = 0; c < chains; c++) {
        uint32_t first = scene_plan.body_count;
        make_bodies_chain(&scene_plan, c % 2 ? HONE_BODY_DYNAMIC : HONE_BODY_DYNAMIC_ALIGNED, 6, 10, 0.8f);
        for (uint32_t b = first; b < scene_plan.body_count; b++) {
            scene_plan.bodies[b].position[2] = 0.7f * (float)c;
            scene_plan.bodies[b].mask = 0xffff;
            scene_plan.bodies[b].linear_damping = 0.3f;
        }
        for (uint32_t j = scene_plan.joint_count - 6; j < scene_plan.joint_count; j++)
            scene_plan.joints[j].position[2] = 0.7f * (float)c;
    }
}

static void shake(scene *s, int k)
{
    for (uint32_t b = 0; b < scene_plan.body_count; b++)
        if (scene_plan.bodies[b].mode == HONE_BODY_FOLLOWS)
            s->bones[b].m[0][3] = scene_plan.bodies[b].position[0] + 2 * sinf(0.2f * (float)k + (float)b);
    scene_step(s, 1);
}

static void *run_heap(const hone_physics_options *options, size_t *size)
{
    scene *s = scene_open(options);
    for (int k = 0; k < 300; k++) shake(s, k);
    *size = hone_physics_world_state_size(s->world);
    void *state = malloc(*size);
    hone_physics_world_save(s->world, state);
    scene_close(s);
    return state;
}

static void two_runs_are_equal_to_the_bit(void **state)
{
    (void)state;
    NEEDS(physics);
    size_t sizes[2];
    plan_heap(12);
    void *first = run_heap(&scene_usual, &sizes[0]);
    void *gap = malloc(12345); /* so that the second world is at other addresses */
    void *second = run_heap(&scene_usual, &sizes[1]);
    CHECK(sizes[0] == sizes[1] && memcmp(first, second, sizes[0]) == 0);
    free(first), free(second), free(gap);
}

/* Chains that touch are solved as one island, those that do not side by side. */
static void threads_do_not_change_a_bit(void **state)
{
    (void)state;
    static const hone_physics_solver solvers[] = {HONE_PHYSICS_SOLVER_CORRECTED, HONE_PHYSICS_SOLVER_PLAIN};
    NEEDS(physics);
    plan_heap(12);
    for (uint32_t c = 0; c < scene_plan.body_count; c++) /* every third chain is apart from the others */
        scene_plan.bodies[c].position[2] += scene_plan.bodies[c].group % 3 == 0 ? 50.0f : 0;
    for (int k = 0; k < 2; k++) {
        hone_physics_options options = scene_usual;
        size_t sizes[2];
        options.solver = solvers[k];
        void *alone = run_heap(&options, &sizes[0]);
        for (uint32_t threads = 2; threads <= 4; threads++) {
            options.workers = hone_workers_create(threads, NULL, NULL);
            assert_non_null(options.workers);
            void *divided = run_heap(&options, &sizes[1]);
            CHECK(sizes[0] == sizes[1] && memcmp(alone, divided, sizes[0]) == 0);
            free(divided);
            hone_workers_destroy(options.workers);
        }
        free(alone);
    }
}

/* ---- stability ------------------------------------------------------------------------------------------------- */

static void a_jump_carries_hair_along(void **state)
{
    (void)state;
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 4, 20, 2);
    for (uint32_t b = 1; b < scene_plan.body_count; b++) scene_plan.bodies[b].linear_damping = 0.9f;
    scene *s = scene_open(&scene_usual);
    scene_step(s, 300);
    hone_body_motion before = scene_body(s, 4);
    for (uint32_t b = 0; b < scene_plan.body_count; b++) s->bones[b].m[0][3] += 1000, s->bones[b].m[2][3] -= 300;
    scene_step(s, 1);
    hone_body_motion after = scene_body(s, 4);
    CHECK(hone_physics_get_diagnostics(s->physics).teleports == 1);
    CHECK_NEAR(after.place.m[0][3] - before.place.m[0][3], 1000, 0.5);
    CHECK_NEAR(after.place.m[2][3] - before.place.m[2][3], -300, 0.5);
    CHECK_NEAR(after.place.m[1][3], before.place.m[1][3], 0.5);
    scene_step(s, 300);
    scene_check_sane(s, 1100);
    for (uint32_t b = 0; b < scene_plan.body_count; b++) /* about itself by half a turn */
        s->bones[b] = (hone_affine){{{-1, 0, 0, 1000 - 2.0f * (float)b}, {0, 1, 0, 20}, {0, 0, -1, -300}}};
    scene_step(s, 1);
    CHECK(hone_physics_get_diagnostics(s->physics).teleports == 2);
    scene_step(s, 300);
    scene_check_sane(s, 1100);
    CHECK(hone_physics_get_diagnostics(s->physics).unstable_bodies == 0);
    scene_close(s);
}

/* A body that flies and spins, and its bone, which jumps and turns by a quarter about x. */
static void a_jump_turns_velocity_and_spin_along(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
    hone_morph_impulse kick = {.body = 0, .velocity = {0, 3, 0}, .torque = {0, 0, 0.4f}};
    scene_plan.morphs[0] = (hone_morph){.name = "kick", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = &kick};
    scene_plan.morph_count = 1;
    scene *s = scene_open(&(hone_physics_options){.weightless = true});
    s->morphs[0] = 1;
    scene_step(s, 1);
    s->morphs[0] = 0;
    hone_body_motion before = scene_body(s, 0);
    CHECK(before.velocity[1] > 2 && before.spin[2] > 2);
    s->bones[0] = (hone_affine){{{1, 0, 0, 500}, {0, 0, -1, 10}, {0, 1, 0, 0}}};
    scene_step(s, 1);
    hone_body_motion after = scene_body(s, 0);
    CHECK(hone_physics_get_diagnostics(s->physics).teleports == 1);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(after.velocity[i], i == 2 ? before.velocity[1] : 0, 0.1);
        CHECK_NEAR(after.spin[i], i == 1 ? -before.spin[2] : 0, 0.1);
    }
    scene_close(s);
}

/* Three bodies that fall, at a time between two steps. */
static void a_character_that_is_moved_is_shown_there_between_two_steps(void **state)
{
    (void)state;
    enum { COUNT = 3 };
    hone_affine before[COUNT];
    const hone_rigid_transform by = {{0, 0.6f, 0, 0.8f}, {30, -20, 10}};
    const hone_affine way = hone_affine_from_rigid_transform(&by);
    for (int b = 0; b < COUNT; b++) make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 2 * (float)b, 20, 0);
    scene *s = scene_open(&(hone_physics_options){.settle_seconds = -1});
    CHECK(hone_physics_world_seek_frame(s->world, 0, NULL) && hone_physics_world_seek_frame(s->world, 10.3, NULL));
    for (uint32_t b = 0; b < COUNT; b++) before[b] = *scene_bone(s, b);
    CHECK(before[0].m[1][3] < 15);
    hone_physics_move(s->physics, &by);
    for (uint32_t b = 0; b < COUNT; b++) s->bones[b] = hone_affine_multiply(&way, &s->bones[b]);
    for (uint32_t b = 0; b < COUNT; b++) {
        hone_affine want = hone_affine_multiply(&way, &before[b]), is = *scene_bone(s, b);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK_NEAR(is.m[r][c], want.m[r][c], 1e-3);
    }
    scene_close(s);
}

/* As in MMD's clock: frames are added up with rounding. */
static void a_time_within_a_millionth_of_a_frame_of_a_step_is_that_step(void **state)
{
    (void)state;
    static const uint32_t rates[] = {15, 60, 300};
    for (int i = 0; i < 3; i++) {
        uint32_t steps, per_second = rates[i];
        make_bodies_clear(&scene_plan);
        make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 1, 20, 2);
        scene *s = scene_open(&(hone_physics_options){.rate = per_second, .settle_seconds = -1});
        CHECK(hone_physics_world_seek_frame(s->world, 0, NULL) &&
              hone_physics_world_seek_frame(s->world, 10 + 0.9e-6, NULL));
        hone_physics_held_steps(s->physics, 1, &steps);
        assert_int_equal(steps, per_second / 3);
        CHECK(hone_physics_world_seek_frame(s->world, 10 + 1.1e-6, NULL));
        hone_physics_held_steps(s->physics, 1, &steps);
        assert_int_equal(steps, per_second / 3 + 1);
        scene_close(s);
    }
}

static void bones_that_are_nowhere_leave_bodies_where_they_were(void **state)
{
    (void)state;
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 3, 20, 2);
    scene *s = scene_open(&scene_usual);
    scene_step(s, 10);
    for (uint32_t b = 0; b < scene_plan.body_count; b++) s->bones[b].m[b % 3][b % 4] = b % 2 ? NAN : INFINITY;
    scene_step(s, 10);
    scene_check_sane(s, 100);
    s->bones[0].m[0][3] = 1e30f;
    scene_step(s, 10);
    scene_check_sane(s, 100);
    for (int at = 0; at < 12; at++) {
        hone_affine good = scene_body(s, 0).place;
        s->bones[0] = good;
        s->bones[0].m[at / 4][at % 4] = at % 2 ? NAN : 3e5f;
        scene_step(s, 1);
        hone_affine still = scene_body(s, 0).place;
        CHECK(memcmp(&still, &good, sizeof good) == 0);
    }
    scene_close(s);
}

static void huge_pushes_are_bounded_and_noted(void **state)
{
    (void)state;
    hone_morph_impulse huge = {.body = 2, .velocity = {1e30f, 1e35f, 0}, .torque = {1e30f, 0, 1e20f}};
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 3, 20, 2);
    scene_plan.morphs[0] = (hone_morph){.name = "m", .kind = HONE_MORPH_IMPULSE, .count = 1, .u.impulses = &huge};
    scene_plan.morph_count = 1;
    scene *s = scene_open(&scene_usual);
    for (int k = 0; k < 200; k++) {
        s->morphs[0] = k < 20 ? 1 : 0;
        scene_step(s, 1);
        scene_check_sane(s, 1e5f);
    }
    CHECK(hone_physics_get_diagnostics(s->physics).unstable_bodies > 0);
    scene_step(s, 600);
    scene_check_sane(s, 200);
    scene_close(s);
}

/* The joint allows no place but one that is further away than Bullet's numbers reach. */
static void joints_with_limits_far_away_put_bodies_back(void **state)
{
    (void)state;
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 3, 20, 2);
    for (int i = 0; i < 3; i++) scene_plan.joints[0].linear_lower[i] = scene_plan.joints[0].linear_upper[i] = 5e7f;
    scene *s = scene_open(&scene_usual);
    for (int k = 0; k < 20; k++) {
        scene_step(s, 1);
        scene_check_sane(s, 1e5f);
    }
    CHECK(hone_physics_get_diagnostics(s->physics).unstable_bodies > 0);
    scene_close(s);
}

static void hostile_numbers_stay_finite(void **state)
{
    (void)state;
    test_random random = {7};
    static const float values[] = {0, 1e-30f, -1, 1, 1e4f, -1e9f, 1e30f, -3e38f, 3e38f};
    enum { VALUES = sizeof values / sizeof *values };
    for (int round = 0; round < 40; round++) {
        make_bodies_clear(&scene_plan);
        make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 10, 20, 1);
        for (uint32_t b = 0; b < scene_plan.body_count; b++) {
            hone_body *body = &scene_plan.bodies[b];
            float *fields[] = {body->size,         body->rotation,        &body->mass,
                               &body->friction,    &body->linear_damping, &body->angular_damping,
                               &body->restitution, body->position};
            *fields[test_random_u32(&random) % 8] = values[test_random_u32(&random) % VALUES];
            body->shape = (uint8_t)(test_random_u32(&random) % 3);
            body->mode = (uint8_t)(test_random_u32(&random) % 3);
            body->mask = 0xffff;
        }
        for (uint32_t j = 0; j < scene_plan.joint_count; j++) {
            hone_joint *joint = &scene_plan.joints[j];
            float *fields[] = {joint->position,      joint->rotation,      joint->linear_lower,  joint->linear_upper,
                               joint->angular_lower, joint->angular_upper, joint->linear_spring, joint->angular_spring};
            for (int n = 0; n < 4; n++)
                fields[test_random_u32(&random) % 8][test_random_u32(&random) % 3] =
                    values[test_random_u32(&random) % VALUES];
            joint->kind = (uint8_t)(test_random_u32(&random) % 6);
            /* itself, none, or a body that does not exist */
            joint->body_a = (int32_t)(test_random_u32(&random) % 14) - 1;
        }
        scene *s = scene_open(&scene_usual);
        for (int k = 0; k < 60; k++) {
            scene_step(s, 1);
            scene_check_sane(s, 1e5f);
        }
        scene_close(s);
    }
}

/* All in one place, touching each other. */
static void two_thousand_bodies_in_one_place(void **state)
{
    (void)state;
    for (uint32_t b = 0; b < 2000; b++) {
        make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 0, 10, 0);
        scene_plan.bodies[b].mask = 0xffff;
    }
    scene *s = scene_open(&scene_usual);
    scene_step(s, 3);
    scene_check_sane(s, 1000);
    CHECK(hone_physics_get_diagnostics(s->physics).contact_overflows > 0);
    scene_close(s);
}

static void what_cannot_be_simulated_is_left_out_and_said(void **state)
{
    (void)state;
    for (uint32_t b = 0; b < 4100; b++) make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, (float)b, 0, 0);
    scene_plan.bodies[7].position[1] = 1e20f;
    make_bodies_join(&scene_plan, 3, 3, 0, 0, 0);
    make_bodies_join(&scene_plan, 3, HONE_NONE, 0, 0, 0);
    make_bodies_join(&scene_plan, 3, 7, 0, 0, 0);
    scene *s = scene_open(&scene_usual);
    hone_warnings warnings = hone_physics_warnings(s->physics);
    assert_int_equal(warnings.count, 3);
    assert_string_equal(warnings.texts[0], "body farther away than any character: not simulated (at 7)");
    assert_string_equal(warnings.texts[1], "body beyond the first 4096: not simulated (first at 4097, 3 times)");
    assert_string_equal(warnings.texts[2],
                        "joint that does not hold two simulated bodies: left out (first at 0, 3 times)");
    hone_body_motion m;
    CHECK(!hone_physics_body_motion(s->physics, 7, &m) && !hone_physics_body_motion(s->physics, 4099, &m));
    CHECK(hone_physics_body_motion(s->physics, 4096, &m) && !hone_physics_body_motion(s->physics, 9999, &m));
    scene_step(s, 2);
    scene_close(s);
}

static void soft_bodies_make_one_warning(void **state)
{
    (void)state;
    scene_plan.soft_body_count = 3;
    scene *s = scene_open(&scene_usual);
    scene_step(s, 1);
    hone_warnings warnings = hone_physics_warnings(s->physics);
    assert_int_equal(warnings.count, 1);
    assert_string_equal(warnings.texts[0], "soft bodies are not simulated (at 0)");
    scene_close(s);
}

/* Nothing that can move, for more than ten minutes. */
static void a_world_of_nothing_goes_through_time(void **state)
{
    (void)state;
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 1e20f, 0, 0);
    scene *s = scene_open(&(hone_physics_options){.exact = true});
    CHECK(hone_physics_world_seek_frame(s->world, 30 * 700, NULL));
    CHECK(hone_physics_world_seek_frame(s->world, 5, NULL));
    CHECK(hone_physics_world_state_size(s->world) < 200); /* only the clock */
    scene_close(s);
}

/* ---- gravity by keys ------------------------------------------------------------------------------------------- */

static void gravity_changes_by_keys(void **state)
{
    (void)state;
    static const hone_physics_gravity keys[] = {{10, {0, 0, 0}}, {40, {0, 12, 0}}, {40, {0, 0, 0}}, {70, {0, 0, 0}}};
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 1, 0, 1); /* b1 hangs on b0 */
    scene_plan.joint_count = 0;
    scene *s = scene_open(&(hone_physics_options){
        .exact = true, .gravity = {0, -50, 0}, .gravity_keys = keys, .gravity_key_count = 4, .settle_seconds = -1});
    scene_aim(s);
    double rest = scene_height(s, 1), rises = 0, speed = 0;
    CHECK(hone_physics_world_seek_frame(s->world, 10, NULL));
    CHECK_NEAR(scene_height(s, 1), rest, 1e-6);
    for (int step = 1; step < 60; step++) speed += 12 * step / 60.0 / 60, rises += speed / 60;
    CHECK(hone_physics_world_seek_frame(s->world, 39.5, NULL));
    CHECK_NEAR(scene_height(s, 1), rest + rises, 1e-4);
    rises += 30.5 / 30 * speed; /* without gravity it goes on */
    CHECK(hone_physics_world_seek_frame(s->world, 70, NULL));
    float last = scene_height(s, 1);
    CHECK_NEAR(last, rest + rises, 1e-4);
    CHECK(hone_physics_world_seek_frame(s->world, 3, NULL) && hone_physics_world_seek_frame(s->world, 70, NULL));
    CHECK(scene_height(s, 1) == last);
    scene_close(s);
}

/* ---- input checks ---------------------------------------------------------------------------------------------- */

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    hone_error none = {0};
    hone_physics_world *usual = hone_physics_world_create(NULL, NULL, &none);
    if (!usual) { /* worlds are left out; they are there without Bullet, too */
        CHECK(!hone_physics_available() && none.code == HONE_ERROR_UNSUPPORTED);
        CHECK(strstr(none.message, "physics is not built in"));
        return;
    }
    hone_physics_world_destroy(usual);
    static const hone_physics_gravity late[] = {{2, {0}}, {1, {0}}}, strong[] = {{0, {0, 2e4f, 0}}};
    static const hone_physics_options bad[] = {{.gravity_key_count = 1},
                                               {.gravity_keys = late, .gravity_key_count = 2},
                                               {.gravity_keys = strong, .gravity_key_count = 1},
                                               {.rate = 1001},
                                               {.gravity = {NAN}},
                                               {.gravity = {0, 2e4f, 0}},
                                               {.wind = {0, 0, INFINITY}},
                                               {.settle_seconds = 61},
                                               {.settle_seconds = NAN},
                                               {.solver = (hone_physics_solver)2}};
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
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 6, 20, 2);
    make_bodies_join(&scene_plan, 1, 1, 0, 0, 0); /* gives a warning */
    NEEDS(physics);
    hone_model *model = make_bodies_model(&scene_plan, NULL, NULL);
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
            for (int k = 0; k < 10; k++) CHECK(hone_physics_world_step(hone_physics_get_world(physics), NULL));
        CHECK(a.calls == calls); /* a step allocates nothing */
        hone_physics_destroy(physics);
        CHECK(a.live == 0);
    }
    hone_model_release(model);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

TEST_GROUP(test_physics_world)
{
    const struct CMUnitTest tests[] = {
        TEST(two_runs_are_equal_to_the_bit),
        TEST(threads_do_not_change_a_bit),
        TEST(a_jump_carries_hair_along),
        TEST(a_jump_turns_velocity_and_spin_along),
        TEST(a_character_that_is_moved_is_shown_there_between_two_steps),
        TEST(a_time_within_a_millionth_of_a_frame_of_a_step_is_that_step),
        TEST(bones_that_are_nowhere_leave_bodies_where_they_were),
        TEST(huge_pushes_are_bounded_and_noted),
        TEST(joints_with_limits_far_away_put_bodies_back),
        TEST(hostile_numbers_stay_finite),
        TEST(two_thousand_bodies_in_one_place),
        TEST(what_cannot_be_simulated_is_left_out_and_said),
        TEST(soft_bodies_make_one_warning),
        TEST(a_world_of_nothing_goes_through_time),
        TEST(gravity_changes_by_keys),
        TEST(options_out_of_range_are_refused),
        TEST(every_refused_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
