/* The kinds of joints that PMX 2.1 adds. */
#include "support/physics_scene.h"
#include "support/support.h"
#include <string.h>

/* ---- other kinds of joints ------------------------------------------------------------------------------------- */

/* A weight at (3, 10, 0) on a joint at (0, 10, 0) whose x axis is rotated to z (yaw of -90 degrees), or not. */
static scene *open_kind(uint8_t kind, float yaw, const hone_joint *fields, const hone_physics_options *options)
{
    make_bodies_clear(&scene_plan);
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    make_bodies_add(&scene_plan, HONE_BODY_DYNAMIC, 3, 10, 0);
    scene_plan.bodies[1].size[0] = 1.5f;
    scene_plan.joints[0] = *fields;
    hone_joint *joint = &scene_plan.joints[0];
    joint->kind = kind, joint->body_a = 0, joint->body_b = 1;
    joint->position[1] = 10, joint->rotation[1] = yaw;
    scene_plan.joint_count = 1;
    return scene_open(options);
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
    float lowest = 10;
    for (int k = 0; k < 120; k++) {
        scene_step(s, 1);
        hone_body_motion m = scene_body(s, 1);
        CHECK_NEAR(away(&m), 3, 0.15);
        lowest = fminf(lowest, m.place.m[1][3]);
    }
    CHECK(lowest < 8); /* it swings freely */
    scene_close(s);
}

static void a_hinge_turns_about_its_x_within_limits(void **state)
{
    (void)state;
    static const float quarter = 1.5707963f;
    const hone_joint fields = {.angular_lower = {-0.5f}, .angular_upper = {0.5f}, .linear_spring = {0.9f, 0.3f, 1}};
    scene *s = open_kind(HONE_JOINT_HINGE, -quarter, &fields, &(hone_physics_options){.gravity = {0, -98, 40}});
    scene_step(s, 300);
    hone_body_motion m = scene_body(s, 1);
    CHECK_NEAR(away(&m), 3, 0.1);
    CHECK_NEAR(m.place.m[2][3], 0, 0.1);                    /* about z */
    CHECK_NEAR(10 - m.place.m[1][3], 3 * sinf(0.5f), 0.15); /* down to its limit */
    scene_close(s);
    s = open_kind(HONE_JOINT_HINGE, -quarter, &fields, &(hone_physics_options){.gravity = {0, 98, 0}});
    scene_step(s, 300);
    CHECK_NEAR(scene_height(s, 1) - 10, 3 * sinf(0.5f), 0.15); /* up to the other */
    scene_close(s);
    s = open_kind(HONE_JOINT_HINGE, 0, &fields,
                  &scene_usual); /* about x, through the weight itself, so nothing falls */
    scene_step(s, 300);
    CHECK_NEAR(scene_height(s, 1), 10, 0.15);
    scene_close(s);
    hone_joint driven = fields;
    memcpy(driven.angular_spring, (float[]){1, 2, 5}, sizeof driven.angular_spring);
    driven.angular_lower[0] = -3, driven.angular_upper[0] = 3;
    s = open_kind(HONE_JOINT_HINGE, -quarter, &driven, &(hone_physics_options){.weightless = true});
    scene_step(s, 30);
    CHECK_NEAR(fabsf(scene_body(s, 1).spin[2]), 2, 0.2); /* its motor */
    scene_close(s);
}

/* The force of a hinge acts at its anchor, so a weight on the hinge's axis turns about the anchor, and the hinge turns
 * it back. A round of the solver does both, and leaves arm^2 / (arm^2 + inertia / mass) of the weight's speed. The
 * hinge opens until what it closes in a step, a fifth of the gap, equals what ten rounds leave. With Bullet's frame
 * offset, the force would act at the weight, and nothing would open. */
static void a_hinge_gives_way_by_what_ten_rounds_of_the_solver_leave(void **state)
{
    (void)state;
    static const double arm = 3, inertia = 0.4 * 1.5 * 1.5, step_fall = 98 / 3600.0;
    const double left = pow(arm * arm / (arm * arm + inertia), 10);
    scene *s = open_kind(HONE_JOINT_HINGE, 0, &(hone_joint){.angular_lower = {-0.5f}, .angular_upper = {0.5f}},
                         &(hone_physics_options){.solver = HONE_PHYSICS_SOLVER_PLAIN});
    scene_step(s, 300);
    CHECK_NEAR(10 - scene_height(s, 1), step_fall * left / (1 - left) / 0.2, 0.002);
    scene_close(s);
}

static void a_slider_goes_along_its_x_within_limits(void **state)
{
    (void)state;
    const hone_joint fields = {.linear_lower = {-1}, .linear_upper = {2}};
    scene *s = open_kind(HONE_JOINT_SLIDER, 0, &fields, &(hone_physics_options){.gravity = {50, -20, 0}});
    scene_step(s, 300);
    CHECK_NEAR(fabsf(scene_body(s, 1).place.m[0][3] - 3), 1.5, 0.6);
    float right = scene_body(s, 1).place.m[0][3];
    CHECK_NEAR(scene_height(s, 1), 10, 0.2);
    scene_close(s);
    s = open_kind(HONE_JOINT_SLIDER, 0, &fields, &(hone_physics_options){.gravity = {-50, -20, 0}});
    scene_step(s, 300);
    float left = scene_body(s, 1).place.m[0][3];
    CHECK_NEAR(right - left, 3, 0.2); /* its full range */
    scene_close(s);
    hone_joint driven = {.linear_lower = {-50}, .linear_upper = {50}, .linear_spring = {1, 4, 100}};
    s = open_kind(HONE_JOINT_SLIDER, 0, &driven, &(hone_physics_options){.weightless = true});
    scene_step(s, 60);
    CHECK_NEAR(fabsf(scene_body(s, 1).velocity[0]), 4, 0.3); /* its motor */
    scene_close(s);
    const hone_joint turned = {.linear_lower = {-1},
                               .linear_upper = {1},
                               .angular_lower = {-3},
                               .angular_upper = {3},
                               .angular_spring = {1, 2, 100}};
    s = open_kind(HONE_JOINT_SLIDER, 0, &turned, &(hone_physics_options){.weightless = true});
    scene_step(s, 60);
    CHECK_NEAR(fabsf(scene_body(s, 1).spin[0]), 2, 0.2); /* the motor about its axis */
    scene_close(s);
}

/* The slider is along z, and the weight beside it at x = 3. */
static void a_weight_beside_a_slider_swings_down_to_its_limit(void **state)
{
    (void)state;
    const hone_joint fields = {
        .linear_lower = {-1}, .linear_upper = {2}, .angular_lower = {-0.5f}, .angular_upper = {0.5f}};
    scene *s = open_kind(HONE_JOINT_SLIDER, -1.5707963f, &fields, &scene_usual);
    scene_step(s, 300);
    hone_body_motion m = scene_body(s, 1);
    CHECK_NEAR(away(&m), 3, 0.02);
    CHECK_NEAR(10 - m.place.m[1][3], 3 * sinf(0.5f), 0.1);
    scene_close(s);
}

static void a_cone_twist_swings_no_further_than_its_spans(void **state)
{
    (void)state;
    const hone_joint fields = {.angular_lower = {0.3f, 0.4f, 0.4f},
                               .linear_spring = {1, 0.3f, 1},
                               .linear_lower = {0.1f},
                               .linear_upper = {0.05f}};
    scene *s = open_kind(HONE_JOINT_CONE_TWIST, 0, &fields, &scene_usual);
    scene_step(s, 400);
    hone_body_motion m = scene_body(s, 1);
    CHECK_NEAR(away(&m), 3, 0.1);
    CHECK_NEAR(10 - m.place.m[1][3], 3 * sinf(0.4f), 0.2);
    scene_close(s);
    s = open_kind(HONE_JOINT_CONE_TWIST, 0, &fields, &(hone_physics_options){.gravity = {0, 0, -98}});
    scene_step(s, 400);
    CHECK_NEAR(-scene_body(s, 1).place.m[2][3], 3 * sinf(0.4f), 0.2); /* to the side as well */
    scene_close(s);
}

/* A push that turns the body about the x axis of the joint. */
static void a_cone_twist_twists_as_far_as_it_may(void **state)
{
    (void)state;
    static const float twists[] = {0.3f, 0.6f};
    for (int i = 0; i < 2; i++) {
        const hone_joint fields = {.angular_lower = {twists[i], 0.2f, 0.2f}, .linear_spring = {1, 0.3f, 1}};
        scene *s = open_kind(HONE_JOINT_CONE_TWIST, 0, &fields, &(hone_physics_options){.weightless = true});
        float most = 0;
        for (int k = 0; k < 200; k++) {
            CHECK(
                hone_physics_push_body(s->physics, 1, (const float[]){0, 0.05f, 0}, (const float[]){3, 10, -1}, NULL));
            CHECK(
                hone_physics_push_body(s->physics, 1, (const float[]){0, -0.05f, 0}, (const float[]){3, 10, 1}, NULL));
            scene_step(s, 1);
            hone_affine at = scene_body(s, 1).place;
            most = fmaxf(most, fabsf(atan2f(at.m[2][1], at.m[1][1])));
        }
        CHECK_NEAR(most, twists[i], 0.1);
        scene_close(s);
    }
}

/* Without weight, so that only the motor moves the body. */
static void a_cone_twist_turns_to_its_target_as_far_as_its_impulse_allows(void **state)
{
    (void)state;
    static const float impulses[] = {0, 5}, turns[] = {0, 0.3f};
    for (int i = 0; i < 2; i++) {
        const hone_joint fields = {.angular_lower = {0.5f, 0.5f, 0.5f},
                                   .linear_spring = {1, 0.3f, 1},
                                   .linear_lower = {0.1f, 0, 1},
                                   .linear_upper = {0.05f, 0, impulses[i]},
                                   .angular_spring = {0, 0, 0.3f}};
        scene *s = open_kind(HONE_JOINT_CONE_TWIST, 0, &fields, &(hone_physics_options){.weightless = true});
        scene_step(s, 200);
        hone_affine at = scene_body(s, 1).place;
        CHECK_NEAR(fabsf(atan2f(at.m[1][0], at.m[0][0])), turns[i], 0.03);
        scene_close(s);
    }
}

static void a_cone_twist_turns_to_its_target_about_each_axis(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        hone_joint fields = {.angular_lower = {0.5f, 0.5f, 0.5f},
                             .linear_spring = {1, 0.3f, 1},
                             .linear_lower = {0.1f, 0, 1},
                             .linear_upper = {0.05f, 0, 5}};
        fields.angular_spring[axis] = 0.3f;
        scene *s = open_kind(HONE_JOINT_CONE_TWIST, 0, &fields, &(hone_physics_options){.weightless = true});
        scene_step(s, 200);
        hone_affine at = scene_body(s, 1).place;
        const float turns[] = {(at.m[2][1] - at.m[1][2]) / 2, (at.m[0][2] - at.m[2][0]) / 2,
                               (at.m[1][0] - at.m[0][1]) / 2};
        for (int i = 0; i < 3; i++) CHECK_NEAR(fabsf(turns[i]), i == axis ? sinf(0.3f) : 0, 0.03);
        scene_close(s);
    }
}

static void a_six_dof_of_2_1_has_no_springs(void **state)
{
    (void)state;
    float heights[2];
    for (int k = 0; k < 2; k++) {
        hone_joint fields = {.linear_lower = {0, -5, 0}, .linear_upper = {0, 5, 0}};
        fields.linear_spring[1] = 400;
        scene *s = open_kind(k ? HONE_JOINT_6DOF : HONE_JOINT_SPRING_6DOF, 0, &fields, &scene_usual);
        scene_step(s, 300);
        heights[k] = scene_height(s, 1);
        scene_close(s);
    }
    CHECK(heights[0] > 9 && heights[1] < 5.5f);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

TEST_GROUP(test_physics_joint_kinds)
{
    const struct CMUnitTest tests[] = {
        TEST(a_point_joint_holds_a_point),
        TEST(a_hinge_turns_about_its_x_within_limits),
        TEST(a_hinge_gives_way_by_what_ten_rounds_of_the_solver_leave),
        TEST(a_slider_goes_along_its_x_within_limits),
        TEST(a_weight_beside_a_slider_swings_down_to_its_limit),
        TEST(a_cone_twist_swings_no_further_than_its_spans),
        TEST(a_cone_twist_twists_as_far_as_it_may),
        TEST(a_cone_twist_turns_to_its_target_as_far_as_its_impulse_allows),
        TEST(a_cone_twist_turns_to_its_target_about_each_axis),
        TEST(a_six_dof_of_2_1_has_no_springs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
