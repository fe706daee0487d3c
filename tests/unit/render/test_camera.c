/* Views, projections, and automatic framing. No GL needed. */
#include "draw/render/matrix.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/render.h>
#include <string.h>

/* Projects a point of the world to the screen, -1..1. Returns its depth, and the view distance in `distance`. */
static double project(const hone_camera *camera, double aspect, const float point[3], double out[2], double *distance)
{
    hone_affine view = hone_camera_view(camera);
    float p[16], v[3];
    double clip[4];
    hone_camera_projection(camera, aspect, p);
    hone_affine_point(&view, point, v);
    for (int r = 0; r < 4; r++)
        clip[r] = (double)p[r] * (double)v[0] + (double)p[4 + r] * (double)v[1] + (double)p[8 + r] * (double)v[2] +
                  (double)p[12 + r];
    out[0] = clip[0] / clip[3], out[1] = clip[1] / clip[3];
    *distance = (double)v[2];
    return clip[2] / clip[3];
}

static void target_is_in_the_middle_at_its_distance(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 200; i++) {
        hone_camera camera = HONE_CAMERA_DEFAULT;
        for (int k = 0; k < 3; k++) {
            camera.target[k] = test_random_float(&random, -20, 20);
            camera.angles[k] = test_random_float(&random, -3, 3);
        }
        camera.distance = test_random_float(&random, -60, -1);
        camera.orthographic = i % 2;
        double screen[2], distance, depth = project(&camera, 1.5, camera.target, screen, &distance);
        CHECK_NEAR(screen[0], 0, 1e-4);
        CHECK_NEAR(screen[1], 0, 1e-4);
        CHECK_NEAR(distance, -camera.distance, 1e-4);
        CHECK(depth > -1 && depth < 1);
    }
}

/* MMD's characters face -z: their right hand, at -x, is on the left of the picture; nearer points have less depth. */
static void default_camera_stands_in_front(void **state)
{
    (void)state;
    hone_camera camera = HONE_CAMERA_DEFAULT;
    double screen[2], distance;
    float eye[4];
    hone_camera_eye(&camera, eye);
    CHECK_NEAR(eye[0], 0, 1e-5);
    CHECK_NEAR(eye[1], 10, 1e-5);
    CHECK_NEAR(eye[2], -45, 1e-5);
    project(&camera, 1, (const float[3]){-1, 10, 0}, screen, &distance);
    CHECK(screen[0] < 0);
    project(&camera, 1, (const float[3]){0, 11, 0}, screen, &distance);
    CHECK(screen[1] > 0);
    double front = project(&camera, 1, (const float[3]){0, 10, -1}, screen, &distance);
    double back = project(&camera, 1, (const float[3]){0, 10, 1}, screen, &distance);
    CHECK(front < back);
    double half = tan(15 * HONE_PI / 180) * 45; /* height of the view at the target, by the fov */
    project(&camera, 1, (const float[3]){0, (float)(10 + half), 0}, screen, &distance);
    CHECK_NEAR(screen[1], 1, 1e-5);
}

/* eye = target + Ry(-ay) Rx(-ax) Rz(-az) (0, 0, d), written out */
static void eye_follows_the_angles(void **state)
{
    (void)state;
    hone_camera camera = {.target = {1, 2, 3}, .angles = {0.3f, -0.7f, 0.2f}, .distance = -10, .fov = 30};
    double y = -10 * -sin(-0.3), z = -10 * cos(0.3), ay = 0.7;
    float eye[4];
    hone_camera_eye(&camera, eye);
    CHECK_NEAR(eye[0], 1 + sin(ay) * z, 1e-5);
    CHECK_NEAR(eye[1], 2 + y, 1e-5);
    CHECK_NEAR(eye[2], 3 + cos(ay) * z, 1e-5);
    hone_affine view = hone_camera_view(&camera);
    float origin[3];
    hone_affine_point(&view, eye, origin);
    for (int i = 0; i < 3; i++) CHECK_NEAR(origin[i], 0, 1e-5);
}

static void orthographic_height_is_25_at_distance_45(void **state)
{
    (void)state;
    hone_camera camera = HONE_CAMERA_DEFAULT;
    camera.orthographic = true;
    double screen[2], distance;
    for (float z = -30; z <= 30; z += 30) {
        project(&camera, 2, (const float[3]){25, 22.5f, z}, screen, &distance);
        CHECK_NEAR(screen[0], 1, 1e-5);
        CHECK_NEAR(screen[1], 1, 1e-5);
    }
}

static hone_bounds random_bounds(test_random *random, float size)
{
    hone_bounds bounds;
    for (int i = 0; i < 3; i++) {
        float a = test_random_float(random, -size, size), b = test_random_float(random, -size, size);
        bounds.min[i] = fminf(a, b), bounds.max[i] = fmaxf(a, b);
    }
    return bounds;
}

static void framing_has_all_corners_in_view_and_fills_it(void **state)
{
    (void)state;
    test_random random = {5};
    for (int i = 0; i < 600; i++) {
        float size = powf(10, test_random_float(&random, -9, 9));
        double aspect = (double)test_random_float(&random, 0.2f, 5);
        hone_bounds bounds = random_bounds(&random, size);
        hone_camera camera = hone_camera_framing(&bounds, aspect);
        double widest = 0, side[2][2] = {{0, 0}, {0, 0}};
        for (int corner = 0; corner < 8; corner++) {
            float p[3];
            double screen[2], distance;
            for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? bounds.max[k] : bounds.min[k];
            project(&camera, aspect, p, screen, &distance);
            CHECK(distance > hone_camera_near((double)camera.distance));
            for (int k = 0; k < 2; k++) {
                CHECK(fabs(screen[k]) < 0.93);
                widest = fmax(widest, fabs(screen[k]));
                side[k][0] = fmin(side[k][0], screen[k]), side[k][1] = fmax(side[k][1], screen[k]);
            }
        }
        CHECK(widest > 0.6);        /* the far corners of a long box seen from its end do not reach the border */
        for (int k = 0; k < 2; k++) /* the direction that decides touches both borders */
            if (side[k][1] > 0.919)
                CHECK_NEAR(side[k][0], -side[k][1], 2e-3);
    }
}

/* The widest place of a corner in the picture, and whether all are before the camera. */
static double widest_corner(const hone_camera *camera, double aspect, const hone_bounds *bounds)
{
    double widest = 0;
    for (int corner = 0; corner < 8; corner++) {
        float p[3], at[3];
        for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? bounds->max[k] : bounds->min[k];
        if (!hone_camera_project(camera, aspect, p, at))
            return 1e9;
        widest = fmax(widest, fmax(fabs((double)at[0]), fabs((double)at[1])));
    }
    return widest;
}

static void frames_a_box_from_any_side_with_any_field_of_view(void **state)
{
    (void)state;
    test_random random = {9};
    for (int i = 0; i < 400; i++) {
        hone_bounds bounds = random_bounds(&random, 20);
        double aspect = (double)test_random_float(&random, 0.2f, 5);
        hone_camera camera = {
            .target = {1, 2, 3}, .fov = test_random_float(&random, 5, 120), .orthographic = i % 4 == 0};
        for (int k = 0; k < 3; k++) camera.angles[k] = test_random_float(&random, -3, 3);
        hone_camera kept = camera, freed = camera;
        hone_camera_frame(&kept, &bounds, aspect, true);
        hone_camera_frame(&freed, &bounds, aspect, false);
        CHECK(memcmp(kept.target, camera.target, sizeof camera.target) == 0);
        CHECK(memcmp(freed.angles, camera.angles, sizeof camera.angles) == 0 && freed.fov == camera.fov);
        CHECK(widest_corner(&kept, aspect, &bounds) < 0.9205 && widest_corner(&freed, aspect, &bounds) < 0.9205);
    }
    hone_camera camera = HONE_CAMERA_DEFAULT, before = camera;
    hone_camera_frame(&camera, &(hone_bounds)HONE_BOUNDS_EMPTY, 1, false);
    CHECK(memcmp(&camera, &before, sizeof camera) == 0);
}

/* From straight ahead the side that decides touches both borders. */
static void a_framed_box_fills_the_picture(void **state)
{
    (void)state;
    hone_bounds bounds = {{-5, 0, -2}, {5, 20, 2}};
    for (int side = 0; side < 2; side++) {
        hone_camera camera = HONE_CAMERA_DEFAULT;
        camera.angles[1] = (float)(side * HONE_PI);
        hone_camera_frame(&camera, &bounds, 1, false);
        CHECK_NEAR(widest_corner(&camera, 1, &bounds), 0.92, 1e-3);
        CHECK_NEAR(camera.target[1], 10, 1e-3);
        hone_camera_frame(&camera, &bounds, 1, true);
        CHECK_NEAR(widest_corner(&camera, 1, &bounds), 0.92, 1e-3);
    }
}

static void framing_looks_from_the_front_and_above(void **state)
{
    (void)state;
    hone_bounds bounds = {{-5, 0, -2}, {5, 20, 2}};
    hone_camera camera = hone_camera_framing(&bounds, 16.0 / 9);
    float eye[4];
    hone_camera_eye(&camera, eye);
    CHECK(eye[2] < -20 && eye[1] > camera.target[1]);
    CHECK_NEAR(camera.fov, 30, 0);
}

static void framing_of_nothing_and_of_a_point_is_a_camera(void **state)
{
    (void)state;
    hone_bounds empty = HONE_BOUNDS_EMPTY, point = {{1, 2, 3}, {1, 2, 3}};
    hone_camera camera = hone_camera_framing(&empty, 1), standard = HONE_CAMERA_DEFAULT;
    CHECK_NEAR(camera.distance, standard.distance, 0);
    camera = hone_camera_framing(&point, 1);
    double screen[2], distance;
    project(&camera, 1, point.min, screen, &distance);
    CHECK(fabs(screen[0]) < 0.93 && fabs(screen[1]) < 0.93 && camera.distance < 0);
}

/* Where (1, 2, 3) of a model is in the world, and its front. */
static void check_world(const hone_model_data *data, double x, double y, double z)
{
    hone_error error = {0};
    hone_model *model = hone_model_create(hone_builder_create(NULL, 0, &error), data, NULL, &error);
    assert_non_null(model);
    float p[3], front[3];
    hone_affine world = hone_world_from_model(model);
    hone_affine_point(&world, (const float[3]){1, 2, 3}, p);
    hone_model_front(model, front);
    hone_affine_point(&world, front, front);
    CHECK_NEAR(p[0], x, 0);
    CHECK_NEAR(p[1], y, 0);
    CHECK_NEAR(p[2], z, 0);
    CHECK_NEAR(front[0], 0, 0);
    CHECK_NEAR(front[1], 0, 0);
    CHECK_NEAR(front[2], data->space == HONE_SPACE_GLTF ? -12.5 : -1, 0);
    hone_model_release(model);
}

static void spaces_are_brought_into_mmds_world(void **state)
{
    (void)state;
    check_world(&(hone_model_data){.space = HONE_SPACE_GLTF}, 12.5, 25, -37.5);
    check_world(&(hone_model_data){.space = HONE_SPACE_X}, 1, 2, 3);
    check_world(&(hone_model_data){.space = HONE_SPACE_MMD}, 1, 2, 3);
}

static void turned_models_face_the_front_of_the_world_too(void **state)
{
    (void)state;
    check_world(&(hone_model_data){.space = HONE_SPACE_GLTF, .turned = true}, -12.5, 25, 37.5);
    check_world(&(hone_model_data){.space = HONE_SPACE_MMD, .turned = true}, -1, 2, -3);
}

/* In both directions: every point of the picture is seen where its ray passes. */
static void rays_pass_through_what_is_seen_there(void **state)
{
    (void)state;
    test_random random = {7};
    for (int i = 0; i < 400; i++) {
        hone_camera camera = HONE_CAMERA_DEFAULT;
        for (int k = 0; k < 3; k++) {
            camera.target[k] = test_random_float(&random, -20, 20);
            camera.angles[k] = test_random_float(&random, -3, 3);
        }
        camera.distance = test_random_float(&random, -60, -1);
        camera.fov = test_random_float(&random, 10, 100);
        camera.orthographic = i % 2;
        const float at[2] = {test_random_float(&random, -1, 1), test_random_float(&random, -1, 1)};
        float origin[3], direction[3], point[3], out[3], along = test_random_float(&random, 1, 50);
        hone_camera_ray(&camera, 1.6, at, origin, direction);
        CHECK_NEAR(hone_vec3_dot(direction, direction), 1, 1e-5);
        if (camera.orthographic)
            along += 1000; /* from before everything visible to about the target */
        for (int k = 0; k < 3; k++) point[k] = origin[k] + along * direction[k];
        CHECK(hone_camera_project(&camera, 1.6, point, out));
        CHECK_NEAR(out[0], at[0], camera.distance > -5 && camera.orthographic ? 2e-3 : 3e-4);
        CHECK_NEAR(out[1], at[1], camera.distance > -5 && camera.orthographic ? 2e-3 : 3e-4);
        double screen[2], distance;
        project(&camera, 1.6, point, screen, &distance);
        CHECK_NEAR(out[0], screen[0], 1e-4);
        CHECK_NEAR(out[2], distance, 1e-3);
        for (int k = 0; k < 3; k++) point[k] = origin[k] - (camera.orthographic ? 10 : 1) * direction[k];
        CHECK(!hone_camera_project(&camera, 1.6, point, out)); /* behind */
    }
}

static void height_says_how_much_world_the_picture_holds(void **state)
{
    (void)state;
    hone_camera camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, false};
    const float nearer[3] = {3, 2, -15}, middle[3] = {0, 0, 0};
    CHECK_NEAR(hone_camera_height(&camera, nearer), 2 * tan(15 * HONE_PI / 180) * 30, 1e-4);
    camera.orthographic = true;
    CHECK_NEAR(hone_camera_height(&camera, nearer), 25, 1e-4);
    CHECK_NEAR(hone_camera_height(&camera, middle), 25, 1e-4);
}

TEST_GROUP(test_camera)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(target_is_in_the_middle_at_its_distance),
        cmocka_unit_test(default_camera_stands_in_front),
        cmocka_unit_test(eye_follows_the_angles),
        cmocka_unit_test(orthographic_height_is_25_at_distance_45),
        cmocka_unit_test(framing_has_all_corners_in_view_and_fills_it),
        cmocka_unit_test(frames_a_box_from_any_side_with_any_field_of_view),
        cmocka_unit_test(a_framed_box_fills_the_picture),
        cmocka_unit_test(framing_looks_from_the_front_and_above),
        cmocka_unit_test(framing_of_nothing_and_of_a_point_is_a_camera),
        cmocka_unit_test(spaces_are_brought_into_mmds_world),
        cmocka_unit_test(turned_models_face_the_front_of_the_world_too),
        cmocka_unit_test(rays_pass_through_what_is_seen_there),
        cmocka_unit_test(height_says_how_much_world_the_picture_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
