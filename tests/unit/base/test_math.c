/* Vectors, quaternions, matrices and rigid transforms of hone/math.h. */
#include "support/support.h"
#include <hone/math.h>
#include <string.h>

_Static_assert(sizeof(hone_similarity_transform) == 32, "an entry of a palette of quaternions and scales");
_Static_assert(sizeof(hone_rigid_transform) == 28, "engines and the GPU take rigid transforms of 28 bytes");

/* ---- vectors ---- */

static void vector_results_may_overwrite_arguments(void **state)
{
    (void)state;
    float a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
    hone_vec3_cross(a, b, a);
    CHECK(a[0] == -3 && a[1] == 6 && a[2] == -3);
    hone_vec3_add(a, b, b);
    CHECK(b[0] == 1 && b[1] == 11 && b[2] == 3);
    hone_vec3_subtract(b, a, a);
    CHECK(a[0] == 4 && a[1] == 5 && a[2] == 6);
    hone_vec3_scale(a, 2, a);
    CHECK(a[0] == 8 && a[1] == 10 && a[2] == 12);
    hone_vec3_add_scaled(b, a, 0.5f, a);
    CHECK(a[0] == 5 && a[1] == 16 && a[2] == 9);
    hone_vec3_lerp(b, a, 0.25f, b);
    CHECK(b[0] == 2 && b[1] == 12.25f && b[2] == 4.5f);
}

static void length_and_distance_agree(void **state)
{
    (void)state;
    const float a[3] = {2, 3, 6}, b[3] = {3, 5, 8}, origin[3] = {0, 0, 0};
    CHECK(hone_vec3_length(a) == 7);
    CHECK(hone_vec3_distance(a, origin) == 7);
    CHECK(hone_vec3_distance(a, b) == 3);
}

static void a_vector_without_direction_is_not_normalised(void **state)
{
    (void)state;
    const float bad[][3] = {{0, 0, 0}, {1e-13f, 0, 0}, {INFINITY, 0, 0}, {0, NAN, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        float out[3] = {7, 8, 9};
        CHECK(!hone_vec3_normalise(bad[i], out));
        CHECK(out[0] == 7 && out[1] == 8 && out[2] == 9);
    }
    float out[3] = {0, 3, 4};
    CHECK(hone_vec3_normalise(out, out));
    CHECK_NEAR(out[1], 0.6, 1e-7);
    CHECK_NEAR(out[2], 0.8, 1e-7);
}

/* ---- quaternions ---- */

static void conjugate_takes_a_rotation_back(void **state)
{
    (void)state;
    test_random random = {5};
    for (int i = 0; i < 100; i++) {
        float q[4], inverse[4], v[3], rotated[3];
        test_random_quat(&random, q);
        for (int k = 0; k < 3; k++) v[k] = test_random_float(&random, -1, 1);
        hone_quat_conjugate(q, inverse);
        hone_quat_rotate(q, v, rotated);
        hone_quat_rotate(inverse, rotated, rotated);
        for (int k = 0; k < 3; k++) CHECK_NEAR(rotated[k], v[k], 2e-6);
    }
}

static void euler_angles_give_their_rotation_back(void **state)
{
    (void)state;
    test_random random = {6};
    for (int i = 0; i < 300; i++) {
        float q[4], angles[3], again[4];
        hone_euler order = (hone_euler)(i % 3);
        test_random_quat(&random, q);
        hone_euler_from_quat(order, q, angles);
        hone_quat_from_euler(order, angles, again);
        CHECK_NEAR(fabsf(hone_quat_dot(q, again)), 1, 2e-6);
    }
}

static void quaternion_product_is_the_product_of_matrices(void **state)
{
    (void)state;
    test_random random = {2};
    const float zero[3] = {0};
    for (int i = 0; i < 1000; i++) {
        float a[4], b[4], ab[4], p[3], by_matrix[3], by_quat[3], origin[3];
        test_random_quat(&random, a);
        test_random_quat(&random, b);
        for (int k = 0; k < 3; k++) p[k] = test_random_float(&random, -1, 1);
        hone_quat_multiply(a, b, ab);
        hone_affine ma = hone_affine_from_rotation(a, zero), mb = hone_affine_from_rotation(b, zero);
        hone_affine product = hone_affine_multiply(&ma, &mb);
        hone_affine shift = hone_affine_translation(p);
        hone_affine_origin(&shift, origin);
        CHECK(memcmp(origin, p, sizeof origin) == 0);
        hone_affine_point(&product, p, by_matrix);
        hone_quat_rotate(ab, p, by_quat);
        for (int k = 0; k < 3; k++) CHECK_NEAR(by_matrix[k], by_quat[k], 2e-6);
    }
}

static void quaternion_of_a_matrix_turns_as_it_does(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 2000; i++) {
        hone_transform transform = HONE_TRANSFORM_IDENTITY;
        test_random_quat(&random, transform.rotation);
        if (i % 4 == 0) /* half turns, where the trace is -1 */
            transform.rotation[3] = 0, hone_quat_normalise(transform.rotation, transform.rotation);
        for (int k = 0; k < 3; k++) transform.scale[k] = test_random_float(&random, 0.1f, 9);
        hone_affine matrix = hone_affine_from_transform(&transform);
        float q[4];
        hone_quat_from_affine(&matrix, q);
        CHECK_NEAR(fabsf(hone_quat_dot(q, transform.rotation)), 1, 1e-6);
    }
}

static void slerp_takes_the_short_way_at_even_speed(void **state)
{
    (void)state;
    test_random random = {4};
    for (int i = 0; i < 2000; i++) {
        float a[4], b[4], half[4], quarter[4], again[4];
        test_random_quat(&random, a);
        test_random_quat(&random, b);
        hone_quat_slerp(a, b, 0.5f, half);
        hone_quat_slerp(a, b, 0.25f, quarter);
        hone_quat_slerp(a, half, 0.5f, again);
        CHECK_NEAR(fabsf(hone_quat_dot(quarter, again)), 1, 1e-6);
        CHECK_NEAR(fabsf(hone_quat_dot(a, half)), fabsf(hone_quat_dot(half, b)), 2e-6);
        CHECK(hone_quat_dot(a, half) > 0.7f);
    }
}

static void slerp_of_tiny_angles_still_moves(void **state)
{
    (void)state;
    float a[4] = {0, 0, 0, 1}, b[4] = {1e-4f, 0, 0, 1}, half[4];
    hone_quat_slerp(a, b, 0.5f, half);
    CHECK_NEAR(half[0], 5e-5, 1e-10);
}

/* ---- rigid transforms ---- */

static hone_rigid_transform random_rigid(test_random *random)
{
    hone_rigid_transform out;
    test_random_quat(random, out.rotation);
    for (int k = 0; k < 3; k++) out.translation[k] = test_random_float(random, -2, 2);
    return out;
}

static void check_same_matrix(const hone_affine *a, const hone_affine *b, double tolerance)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(a->m[r][c], b->m[r][c], tolerance);
}

static void composed_rigid_transforms_are_the_product_of_matrices(void **state)
{
    (void)state;
    test_random random = {7};
    for (int i = 0; i < 100; i++) {
        hone_rigid_transform a = random_rigid(&random), b = random_rigid(&random);
        hone_rigid_transform ab = hone_rigid_transform_compose(&a, &b);
        hone_affine ma = hone_affine_from_rigid_transform(&a), mb = hone_affine_from_rigid_transform(&b);
        hone_affine product = hone_affine_multiply(&ma, &mb), composed = hone_affine_from_rigid_transform(&ab);
        check_same_matrix(&product, &composed, 4e-6);
    }
}

static void a_rigid_transform_and_its_inverse_cancel(void **state)
{
    (void)state;
    const hone_affine identity = HONE_AFFINE_IDENTITY;
    test_random random = {8};
    for (int i = 0; i < 100; i++) {
        hone_rigid_transform a = random_rigid(&random), back = hone_rigid_transform_invert(&a);
        hone_rigid_transform before = hone_rigid_transform_compose(&back, &a);
        hone_rigid_transform after = hone_rigid_transform_compose(&a, &back);
        hone_affine m = hone_affine_from_rigid_transform(&before), n = hone_affine_from_rigid_transform(&after);
        check_same_matrix(&m, &identity, 4e-6);
        check_same_matrix(&n, &identity, 4e-6);
    }
}

static void any_matrix_that_can_be_inverted_is(void **state)
{
    static const hone_affine identity = HONE_AFFINE_IDENTITY;
    test_random random = {12};
    (void)state;
    for (int i = 0; i < 200; i++) {
        hone_affine a, back = identity;
        for (int k = 0; k < 12; k++) a.m[k / 4][k % 4] = test_random_float(&random, -1, 1) + (k % 5 ? 0.0f : 3.0f);
        CHECK(hone_affine_invert(&a, &back));
        hone_affine both = hone_affine_multiply(&a, &back);
        check_same_matrix(&both, &identity, 1e-5);
        CHECK(hone_affine_invert(&a, &a) && memcmp(&a, &back, sizeof a) == 0); /* in place */
    }
    hone_affine flat = {{{1, 0, 0, 4}, {0, 0, 0, 5}, {0, 0, 1, 6}}}, same = flat;
    CHECK(!hone_affine_invert(&flat, &same) && memcmp(&same, &flat, sizeof flat) == 0);
}

static void points_are_translated_and_directions_are_not(void **state)
{
    (void)state;
    test_random random = {9};
    for (int i = 0; i < 100; i++) {
        hone_rigid_transform a = random_rigid(&random);
        hone_affine m = hone_affine_from_rigid_transform(&a);
        float v[3] = {test_random_float(&random, -1, 1), test_random_float(&random, -1, 1), 1}, by_matrix[3], out[3];
        hone_affine_point(&m, v, by_matrix);
        hone_rigid_transform_point(&a, v, out);
        for (int k = 0; k < 3; k++) CHECK_NEAR(out[k], by_matrix[k], 4e-6);
        hone_affine_direction(&m, v, by_matrix);
        hone_rigid_transform_direction(&a, v, out);
        for (int k = 0; k < 3; k++) CHECK_NEAR(out[k], by_matrix[k], 4e-6);
    }
}

static void a_rigid_matrix_gives_its_rigid_transform(void **state)
{
    (void)state;
    test_random random = {10};
    for (int i = 0; i < 100; i++) {
        hone_rigid_transform a = random_rigid(&random), out;
        hone_affine m = hone_affine_from_rigid_transform(&a);
        CHECK(hone_rigid_transform_from_affine(&m, &out, NULL));
        CHECK_NEAR(fabsf(hone_quat_dot(a.rotation, out.rotation)), 1, 1e-6);
        assert_memory_equal(a.translation, out.translation, sizeof out.translation);
    }
}

/* `what`: a word of the message. */
static void check_refused(const hone_affine *m, uint64_t at, const char *what)
{
    const hone_rigid_transform mark = {{9, 9, 9, 9}, {9, 9, 9}};
    hone_rigid_transform out = mark;
    hone_error error = {0};
    CHECK(!hone_rigid_transform_from_affine(m, &out, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    assert_int_equal(error.at, at);
    CHECK(strstr(error.message, what));
    assert_memory_equal(&out, &mark, sizeof out);
}

static void a_matrix_that_is_not_rigid_is_refused(void **state)
{
    (void)state;
    test_random random = {11};
    for (int i = 0; i < 50; i++) {
        hone_rigid_transform a = random_rigid(&random);
        hone_affine rigid = hone_affine_from_rigid_transform(&a);
        const hone_affine doubled = {{{2, 0, 0, 1}, {0, 2, 0, 1}, {0, 0, 2, 1}}};
        const hone_affine wide = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1.001f, 0}}};
        const hone_affine mirrored = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, -1, 0}}};
        const hone_affine sheared = {{{1, 0.6f, 0, 0}, {0, 0.8f, 0, 0}, {0, 0, 1, 0}}};
        const hone_affine flat = {{{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}}};
        hone_affine m = hone_affine_multiply(&rigid, &doubled);
        check_refused(&m, 0, "scales");
        m = hone_affine_multiply(&rigid, &wide);
        check_refused(&m, 2, "scales");
        m = hone_affine_multiply(&rigid, &mirrored);
        check_refused(&m, 0, "mirrors");
        m = hone_affine_multiply(&rigid, &sheared);
        check_refused(&m, 0, "shears");
        m = hone_affine_multiply(&rigid, &flat);
        check_refused(&m, 1, "scales");
    }
}

static void a_matrix_that_is_not_finite_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        hone_affine m = HONE_AFFINE_IDENTITY;
        m.m[i / 4][i % 4] = i % 2 ? NAN : INFINITY;
        check_refused(&m, 0, "finite");
    }
}

/* ---- similarity transforms ---- */

static hone_similarity_transform random_similarity(test_random *random)
{
    hone_rigid_transform rigid = random_rigid(random);
    hone_similarity_transform out = {.scale = test_random_float(random, 0.2f, 4)};
    memcpy(out.rotation, rigid.rotation, sizeof out.rotation);
    memcpy(out.translation, rigid.translation, sizeof out.translation);
    return out;
}

static void similarities_compose_and_invert_as_their_matrices(void **state)
{
    (void)state;
    const hone_affine identity = HONE_AFFINE_IDENTITY;
    test_random random = {21};
    for (int i = 0; i < 100; i++) {
        hone_similarity_transform a = random_similarity(&random), b = random_similarity(&random);
        hone_similarity_transform ab = hone_similarity_transform_compose(&a, &b);
        hone_similarity_transform back = hone_similarity_transform_invert(&a);
        hone_similarity_transform none = hone_similarity_transform_compose(&back, &a);
        hone_affine ma = hone_affine_from_similarity_transform(&a), mb = hone_affine_from_similarity_transform(&b);
        hone_affine product = hone_affine_multiply(&ma, &mb), composed = hone_affine_from_similarity_transform(&ab);
        hone_affine cancelled = hone_affine_from_similarity_transform(&none);
        check_same_matrix(&product, &composed, 6e-5);
        check_same_matrix(&cancelled, &identity, 1e-5);
        float p[3] = {1, -2, 3}, by_matrix[3];
        hone_affine_point(&ma, p, by_matrix);
        hone_similarity_transform_point(&a, p, p);
        for (int k = 0; k < 3; k++) CHECK_NEAR(p[k], by_matrix[k], 2e-5);
    }
}

static void a_matrix_of_one_scale_gives_its_similarity(void **state)
{
    (void)state;
    test_random random = {22};
    for (int i = 0; i < 100; i++) {
        hone_similarity_transform a = random_similarity(&random), out;
        hone_affine m = hone_affine_from_similarity_transform(&a);
        CHECK(hone_similarity_transform_from_affine(&m, &out, NULL));
        CHECK_NEAR(out.scale, a.scale, 1e-5);
        CHECK_NEAR(fabsf(hone_quat_dot(a.rotation, out.rotation)), 1, 1e-5);
        assert_memory_equal(a.translation, out.translation, sizeof out.translation);
    }
}

static void a_matrix_that_is_no_similarity_is_refused(void **state)
{
    (void)state;
    static const struct {
        hone_affine m;
        uint64_t at;
        const char *what;
    } cases[] = {
        {{{{3, 0, 0, 0}, {0, 3.003f, 0, 0}, {0, 0, 3, 0}}},
         1,
         "scales its axes differently: its column 1 has length 3.003"},
        {{{{3, 0, 0, 0}, {0, 3, 0, 0}, {0, 0, -3, 0}}}, 0, "mirrors"},
        {{{{5, 3, 0, 0}, {0, 4, 0, 0}, {0, 0, 5, 0}}}, 0, "shears"},
        {{{{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}, 0, "to nothing"},
        {{{{1, 0, 0, NAN}, {0, 1, 0, 0}, {0, 0, 1, 0}}}, 0, "finite"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hone_similarity_transform mark = {{9, 9, 9, 9}, {9, 9, 9}, 9};
        hone_similarity_transform out = mark;
        hone_error error = {0};
        CHECK(!hone_similarity_transform_from_affine(&cases[i].m, &out, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && error.at == cases[i].at && strstr(error.message, cases[i].what));
        assert_memory_equal(&out, &mark, sizeof out);
    }
}

TEST_GROUP(test_math)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(similarities_compose_and_invert_as_their_matrices),
        cmocka_unit_test(a_matrix_of_one_scale_gives_its_similarity),
        cmocka_unit_test(a_matrix_that_is_no_similarity_is_refused),
        cmocka_unit_test(vector_results_may_overwrite_arguments),
        cmocka_unit_test(length_and_distance_agree),
        cmocka_unit_test(a_vector_without_direction_is_not_normalised),
        cmocka_unit_test(conjugate_takes_a_rotation_back),
        cmocka_unit_test(euler_angles_give_their_rotation_back),
        cmocka_unit_test(quaternion_product_is_the_product_of_matrices),
        cmocka_unit_test(quaternion_of_a_matrix_turns_as_it_does),
        cmocka_unit_test(slerp_takes_the_short_way_at_even_speed),
        cmocka_unit_test(slerp_of_tiny_angles_still_moves),
        cmocka_unit_test(composed_rigid_transforms_are_the_product_of_matrices),
        cmocka_unit_test(a_rigid_transform_and_its_inverse_cancel),
        cmocka_unit_test(any_matrix_that_can_be_inverted_is),
        cmocka_unit_test(points_are_translated_and_directions_are_not),
        cmocka_unit_test(a_rigid_matrix_gives_its_rigid_transform),
        cmocka_unit_test(a_matrix_that_is_not_rigid_is_refused),
        cmocka_unit_test(a_matrix_that_is_not_finite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
