/* The camera that the mouse turns. */
#include "support/support.h"
#include "tool/overlay/camera_projection.h"
#include "view/camera/orbit.h"
#include <hone/math.h>
#include <string.h>

static const float width = 800, height = 600;

static void project(const orbit *o, const float point[3], float out[3])
{
    hone_camera camera = orbit_camera(o);
    camera_projection s = camera_projection_of(&camera, width, height);
    CHECK(camera_projection_project(&s, point, out));
}

static orbit random_orbit(test_random *random, bool flat)
{
    orbit o = ORBIT_DEFAULT;
    for (int i = 0; i < 3; i++) o.target[i] = test_random_float(random, -20, 20);
    o.distance = test_random_float(random, 5, 80);
    o.yaw = test_random_float(random, -3, 3);
    o.pitch = test_random_float(random, -1.4f, 1.4f);
    o.orthographic = flat;
    return o;
}

/* Projects and unprojects as the renderer does, for any camera. */
static void camera_projection_agrees_with_the_renderer(void **state)
{
    (void)state;
    test_random random = {1};
    for (int i = 0; i < 200; i++) {
        orbit o = random_orbit(&random, i % 2);
        hone_camera camera = orbit_camera(&o);
        camera_projection s = camera_projection_of(&camera, width, height);
        float point[3], mine[3], theirs[3], origin[3], direction[3], to[3], along[3];
        for (int k = 0; k < 3; k++) point[k] = o.target[k] + test_random_float(&random, -1, 1);
        CHECK(camera_projection_project(&s, point, mine));
        CHECK(hone_camera_project(&camera, (double)(width / height), point, theirs));
        CHECK_NEAR(mine[0], (theirs[0] + 1) / 2 * width, 0.05);
        CHECK_NEAR(mine[1], (1 - theirs[1]) / 2 * height, 0.05);
        CHECK_NEAR(camera_projection_pixel(&s, point), hone_camera_height(&camera, point) / height, 1e-4);
        camera_projection_ray(&s, mine, origin, direction); /* goes through the point */
        for (int k = 0; k < 3; k++) to[k] = point[k] - origin[k];
        CHECK_NEAR(hone_vec3_dot(direction, direction), 1, 1e-5);
        hone_vec3_cross(to, direction, along);
        CHECK_NEAR(sqrtf(hone_vec3_dot(along, along)), 0, 2e-3);
        CHECK(hone_vec3_dot(to, direction) > 0);
    }
}

static void goes_to_a_camera_and_back(void **state)
{
    (void)state;
    test_random random = {2};
    for (int i = 0; i < 100; i++) {
        orbit o = random_orbit(&random, i % 2);
        hone_camera camera = orbit_camera(&o);
        orbit back = orbit_from_camera(&camera);
        CHECK_NEAR(back.distance, o.distance, 1e-4);
        CHECK_NEAR(back.yaw, o.yaw, 1e-4);
        CHECK_NEAR(back.pitch, o.pitch, 1e-4);
        CHECK(back.orthographic == o.orthographic && back.fov == o.fov);
    }
}

/* For any camera the centre of the picture is kept: the eye does not move, and its direction is the same. */
static void keeps_eye_and_direction_of_odd_cameras(void **state)
{
    (void)state;
    static const float pitches[] = {0.2f, 2.5f, -2.8f, 6.5f}, distances[] = {-20, 0, 5};
    for (int i = 0; i < 12; i++) {
        hone_camera camera = {{1, 2, 3}, {pitches[i % 4], 0.7f, 0}, distances[i / 4], 30, false};
        orbit o = orbit_from_camera(&camera);
        hone_camera mine = orbit_camera(&o);
        camera_projection a = camera_projection_of(&camera, width, height),
                          b = camera_projection_of(&mine, width, height);
        float eye_a[3], eye_b[3], to_a[3], to_b[3], middle[2] = {width / 2, height / 2};
        camera_projection_ray(&a, middle, eye_a, to_a);
        camera_projection_ray(&b, middle, eye_b, to_b);
        CHECK(o.distance > 0 && fabsf(o.pitch) <= (float)HONE_PI / 2 + 1e-6f);
        for (int k = 0; k < 3; k++) CHECK_NEAR(eye_a[k], eye_b[k], 1e-4);
        for (int k = 0; k < 3; k++) CHECK_NEAR(to_a[k], to_b[k], 1e-5);
    }
}

static void the_near_side_follows_a_turn(void **state)
{
    (void)state;
    orbit o = ORBIT_DEFAULT;
    float near[3] = {0, 10, -3}, before[3], after[3];
    project(&o, near, before);
    orbit_drag(&o, (orbit_binding){ORBIT_TURN, 1}, 20, 0, height);
    project(&o, near, after);
    CHECK(after[0] > before[0] + 1);
    o = (orbit)ORBIT_DEFAULT;
    orbit_drag(&o, (orbit_binding){ORBIT_TURN, 1}, 0, 20, height);
    project(&o, near, after);
    CHECK(after[1] > before[1] + 1);
    orbit_drag(&o, (orbit_binding){ORBIT_TURN, 1}, 0, 1e5f, height); /* up to the pole */
    CHECK_NEAR(o.pitch, -HONE_PI / 2, 1e-6);
}

static void what_is_panned_stays_under_the_pointer(void **state)
{
    (void)state;
    test_random random = {4};
    for (int i = 0; i < 100; i++) {
        orbit o = random_orbit(&random, i % 2);
        float point[3], at[3];
        memcpy(point, o.target, sizeof point);
        orbit_drag(&o, (orbit_binding){ORBIT_PAN, 1}, 37, -21, height);
        project(&o, point, at);
        CHECK_NEAR(at[0], width / 2 + 37, 0.1);
        CHECK_NEAR(at[1], height / 2 - 21, 0.1);
    }
}

static void the_wheel_dollies_within_bounds(void **state)
{
    (void)state;
    orbit o = ORBIT_DEFAULT;
    orbit_binding wheel = orbit_bound(ORBIT_MMD, ORBIT_WHEEL, 0),
                  fine = orbit_bound(ORBIT_MMD, ORBIT_WHEEL, ORBIT_CTRL);
    orbit_wheel(&o, wheel, -1, height);
    CHECK(o.distance < 45 * 0.95f && o.distance > 45 * 0.8f);
    orbit_wheel(&o, wheel, 1, height);
    CHECK_NEAR(o.distance, 45, 1e-3);
    orbit_wheel(&o, fine, -1, height);
    CHECK(o.distance > 45 * 0.98f && o.distance < 45);
    orbit_wheel(&o, wheel, -1e6f, height);
    CHECK(o.distance >= 0.01f);
    orbit_wheel(&o, wheel, 1e6f, height);
    CHECK(o.distance <= 1e5f);
    orbit_wheel(&o, wheel, NAN, height);
    CHECK(o.distance <= 1e5f);
}

static void presets_bind_what_people_know(void **state)
{
    (void)state;
    orbit_preset preset;
    CHECK(orbit_bound(ORBIT_MMD, ORBIT_RIGHT, 0).action == ORBIT_TURN);
    CHECK(orbit_bound(ORBIT_MMD, ORBIT_RIGHT, ORBIT_SHIFT).action == ORBIT_PAN);
    CHECK(orbit_bound(ORBIT_MMD, ORBIT_RIGHT, ORBIT_CTRL).action == ORBIT_DOLLY);
    CHECK(orbit_bound(ORBIT_MMD, ORBIT_LEFT, 0).action == ORBIT_NOTHING);
    CHECK_NEAR(orbit_bound(ORBIT_MMD, ORBIT_WHEEL, ORBIT_SHIFT).speed, 10, 0);
    CHECK(orbit_bound(ORBIT_BLENDER, ORBIT_MIDDLE, 0).action == ORBIT_TURN);
    CHECK(orbit_bound(ORBIT_BLENDER, ORBIT_MIDDLE, ORBIT_SHIFT).action == ORBIT_PAN);
    CHECK(orbit_bound(ORBIT_F3D, ORBIT_LEFT, 0).action == ORBIT_TURN);
    CHECK(orbit_preset_named("blender", &preset) && preset == ORBIT_BLENDER);
    CHECK(!orbit_preset_named("maya", &preset));
    for (int p = 0; p < ORBIT_PRESET_COUNT; p++) {
        orbit_rule rule;
        uint32_t count = 0;
        for (; orbit_rule_at((orbit_preset)p, count, &rule); count++)
            CHECK(orbit_bound((orbit_preset)p, rule.button, rule.modifiers).action == rule.binding.action);
        CHECK(count > 3);
    }
}

/* The position of the eye relative to the target. */
static void eye_of(const orbit *o, float out[3])
{
    hone_camera camera = orbit_camera(o);
    camera_projection s = camera_projection_of(&camera, width, height);
    camera_projection_to_eye(&s, o->target, out);
}

static void looks_stand_where_they_say(void **state)
{
    (void)state;
    static const struct {
        orbit_view view;
        float eye[3];
    } cases[] = {{ORBIT_VIEW_FRONT, {0, 0, -1}},
                 {ORBIT_VIEW_BACK, {0, 0, 1}},
                 {ORBIT_VIEW_LEFT, {-1, 0, 0}},
                 {ORBIT_VIEW_RIGHT, {1, 0, 0}},
                 {ORBIT_VIEW_TOP, {0, 1, 0}},
                 {ORBIT_VIEW_BOTTOM, {0, -1, 0}},
                 {ORBIT_VIEW_CORNER, {0.57735f, 0.57735f, -0.57735f}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        orbit o = ORBIT_DEFAULT;
        float eye[3], back[3];
        orbit_apply(&o, cases[i].view, 0);
        eye_of(&o, eye);
        orbit_apply(&o, ORBIT_VIEW_OPPOSITE, 0);
        eye_of(&o, back);
        for (int k = 0; k < 3; k++) CHECK_NEAR(eye[k], cases[i].eye[k], 1e-5);
        for (int k = 0; k < 3; k++) CHECK_NEAR(back[k], -cases[i].eye[k], 1e-5);
    }
    CHECK(orbit_key(ORBIT_BLENDER, 1, 0) == ORBIT_VIEW_FRONT &&
          orbit_key(ORBIT_BLENDER, 7, ORBIT_CTRL) == ORBIT_VIEW_BOTTOM);
    CHECK(orbit_key(ORBIT_MMD, 2, 0) == ORBIT_VIEW_FRONT && orbit_key(ORBIT_MMD, 10, 0) == ORBIT_VIEW_NONE);
}

static void steps_go_where_they_say(void **state)
{
    (void)state;
    orbit o = ORBIT_DEFAULT;
    float eye[3];
    orbit_apply(&o, ORBIT_VIEW_STEP_RIGHT, 0);
    eye_of(&o, eye);
    CHECK_NEAR(eye[0], sin(HONE_PI / 12), 1e-5);
    orbit_apply(&o, ORBIT_VIEW_STEP_LEFT, 0);
    orbit_apply(&o, ORBIT_VIEW_STEP_UP, 0);
    eye_of(&o, eye);
    CHECK_NEAR(eye[1], sin(HONE_PI / 12), 1e-5);
}

static void the_target_stays_as_large_in_the_other_projection(void **state)
{
    (void)state;
    orbit o = ORBIT_DEFAULT;
    float point[3] = {3, 14, 0}, before[3], after[3];
    project(&o, point, before);
    orbit_apply(&o, ORBIT_VIEW_PROJECTION, 0);
    CHECK(o.orthographic);
    project(&o, point, after);
    CHECK_NEAR(before[0], after[0], 0.05);
    CHECK_NEAR(before[1], after[1], 0.05);
}

static void framing_shows_all_and_fills_the_picture(void **state)
{
    (void)state;
    test_random random = {6};
    for (int i = 0; i < 200; i++) {
        orbit o = random_orbit(&random, i % 2);
        hone_bounds bounds;
        float widest = 0, yaw = o.yaw;
        for (int k = 0; k < 3; k++) {
            bounds.min[k] = test_random_float(&random, -20, 0);
            bounds.max[k] = test_random_float(&random, 0.5f, 20);
        }
        orbit_frame(&o, &bounds, width / height);
        for (int corner = 0; corner < 8; corner++) {
            float p[3], at[3];
            for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? bounds.max[k] : bounds.min[k];
            project(&o, p, at);
            widest = fmaxf(widest, fmaxf(fabsf(at[0] / width * 2 - 1), fabsf(at[1] / height * 2 - 1)));
        }
        CHECK_NEAR(widest, 0.92, 1e-3);
        CHECK(o.yaw == yaw);
    }
    orbit o = ORBIT_DEFAULT;
    orbit_frame(&o, &(hone_bounds)HONE_BOUNDS_EMPTY, 1);
    CHECK_NEAR(o.distance, 45, 0);
}

static void numbers_are_those_of_the_command(void **state)
{
    (void)state;
    orbit o = ORBIT_DEFAULT;
    const float front = (float)HONE_PI;
    orbit_set_number(&o, ORBIT_YAW, 90, front); /* from the left of a character that faces +Z: the eye is at -X */
    orbit_set_number(&o, ORBIT_PITCH, 30, front);
    orbit_set_number(&o, ORBIT_DISTANCE, 20, front);
    orbit_set_number(&o, ORBIT_FIELD, 45, front);
    hone_camera camera = orbit_camera(&o);
    hone_affine view = hone_camera_view(&camera);
    CHECK_NEAR(view.m[2][0], cos(HONE_PI / 6), 1e-5); /* it looks along +X, and down */
    CHECK_NEAR(view.m[2][1], -0.5, 1e-5);
    CHECK_NEAR(camera.distance, -20, 0);
    CHECK_NEAR(camera.fov, 45, 0);
    const double set[ORBIT_NUMBERS] = {90, 30, 20, 45};
    for (int i = 0; i < ORBIT_NUMBERS; i++) CHECK_NEAR(orbit_get_number(&o, (orbit_number)i, front), set[i], 1e-4);
    orbit_set_number(&o, ORBIT_PITCH, 200, 0);
    orbit_set_number(&o, ORBIT_FIELD, 0, 0);
    orbit_set_number(&o, ORBIT_DISTANCE, -1, 0);
    CHECK_NEAR(orbit_get_number(&o, ORBIT_PITCH, 0), 90, 1e-4);
    CHECK_NEAR(o.fov, 1, 0);
    CHECK(o.distance > 0);
}

static void views_are_from_the_characters_front(void **state)
{
    (void)state;
    static const orbit_view views[] = {ORBIT_VIEW_FRONT, ORBIT_VIEW_RIGHT, ORBIT_VIEW_BACK, ORBIT_VIEW_LEFT};
    static const double degrees[] = {0, 90, 180, -90};
    orbit o = ORBIT_DEFAULT;
    for (int i = 0; i < 4; i++) {
        orbit_apply(&o, views[i], 0.5f);
        CHECK_NEAR(fabs(remainder(orbit_get_number(&o, ORBIT_YAW, 0.5f) - degrees[i], 360)), 0, 1e-3);
        CHECK_NEAR(o.pitch, 0, 0);
    }
    orbit_apply(&o, ORBIT_VIEW_FRONT, 0);
    orbit_turn(&o, 7);
    CHECK_NEAR(o.yaw, 7 - 2 * HONE_PI, 1e-5);
}

static void goes_the_short_way_between(void **state)
{
    (void)state;
    orbit a = ORBIT_DEFAULT, b = ORBIT_DEFAULT, middle;
    a.yaw = 3, b.yaw = -3, b.distance = 180;
    middle = orbit_between(&a, &b, 0.5f);
    CHECK_NEAR(fabsf(middle.yaw), HONE_PI, 1e-5);
    CHECK_NEAR(middle.distance, 90, 1e-3);
    middle = orbit_between(&a, &b, 1);
    CHECK(memcmp(&middle, &b, sizeof b) == 0);
    middle = orbit_between(&a, &b, 0);
    CHECK_NEAR(middle.yaw, 3, 1e-6);
    CHECK_NEAR(middle.distance, 45, 1e-4);
}

TEST_GROUP(test_view_orbit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(camera_projection_agrees_with_the_renderer),
        cmocka_unit_test(goes_to_a_camera_and_back),
        cmocka_unit_test(keeps_eye_and_direction_of_odd_cameras),
        cmocka_unit_test(the_near_side_follows_a_turn),
        cmocka_unit_test(what_is_panned_stays_under_the_pointer),
        cmocka_unit_test(the_wheel_dollies_within_bounds),
        cmocka_unit_test(presets_bind_what_people_know),
        cmocka_unit_test(looks_stand_where_they_say),
        cmocka_unit_test(steps_go_where_they_say),
        cmocka_unit_test(the_target_stays_as_large_in_the_other_projection),
        cmocka_unit_test(framing_shows_all_and_fills_the_picture),
        cmocka_unit_test(numbers_are_those_of_the_command),
        cmocka_unit_test(views_are_from_the_characters_front),
        cmocka_unit_test(goes_the_short_way_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
