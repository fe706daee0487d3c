/* Arithmetic on several things at once has the bits of hone/math.h. */
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "base/lanes/lanes_math.h"
#include "support/support.h"
#include <string.h>

enum { ROUNDS = 2000 };

static float random_float(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / (float)(1 << 23) - 1;
}

/* Rotations of every kind, matrices that scale, and some that have no rotation. */
static hone_affine random_matrix(uint32_t *state, int kind)
{
    hone_transform transform = HONE_TRANSFORM_IDENTITY;
    for (int i = 0; i < 4; i++) transform.rotation[i] = random_float(state);
    hone_quat_normalise(transform.rotation, transform.rotation);
    for (int i = 0; i < 3; i++) transform.translation[i] = 20 * random_float(state);
    for (int i = 0; i < 3 && kind % 3 == 1; i++) transform.scale[i] = 3 * random_float(state);
    for (int i = 0; i < 3 && kind % 7 == 2; i++) transform.scale[i] = 0;
    if (kind % 5 == 0)
        hone_quat_identity(transform.rotation);
    return hone_affine_from_transform(&transform);
}

static void check_lane(const lanes *found, int count, int lane, const float *expected)
{
    for (int i = 0; i < count; i++) {
        float value = lanes_at(found[i], lane);
        assert_memory_equal(&value, &expected[i], sizeof value);
    }
}

static void rotations_of_matrices_have_the_same_bits(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < ROUNDS; round++) {
        hone_affine matrices[HONE_LANES];
        for (int i = 0; i < HONE_LANES; i++) matrices[i] = random_matrix(&seed, round + i);
        lanes_affine gathered = lanes_affine_load(matrices);
        lanes found[4];
        lanes_quat_from_matrix(&gathered, found);
        for (int i = 0; i < HONE_LANES; i++) {
            float expected[4];
            hone_quat_from_affine(&matrices[i], expected);
            check_lane(found, 4, i, expected);
        }
    }
}

static void products_have_the_same_bits(void **state)
{
    (void)state;
    uint32_t seed = 2;
    for (int round = 0; round < ROUNDS; round++) {
        hone_affine a[HONE_LANES], b[HONE_LANES], found[HONE_LANES], *to[HONE_LANES];
        for (int i = 0; i < HONE_LANES; i++) {
            a[i] = random_matrix(&seed, round + i), b[i] = random_matrix(&seed, round + i + 1);
            to[i] = &found[i];
        }
        lanes_affine left = lanes_affine_load(a), right = lanes_affine_load(b);
        lanes_affine both = lanes_affine_multiply(&left, &right);
        lanes_affine_scatter(&both, to);
        for (int i = 0; i < HONE_LANES; i++) {
            hone_affine expected = hone_affine_multiply(&a[i], &b[i]);
            assert_memory_equal(&found[i], &expected, sizeof expected);
        }
    }
}

static void products_of_rotations_have_the_same_bits(void **state)
{
    (void)state;
    uint32_t seed = 3;
    for (int round = 0; round < ROUNDS; round++) {
        lanes a[4], b[4], product[4];
        lanes_affine matrices;
        for (int i = 0; i < 4; i++) {
            float of_a[HONE_LANES], of_b[HONE_LANES];
            for (int lane = 0; lane < HONE_LANES; lane++) {
                of_a[lane] = random_float(&seed) * (round % 9 ? 1 : 1e-20f);
                of_b[lane] = random_float(&seed);
            }
            a[i] = lanes_load(of_a), b[i] = lanes_load(of_b);
        }
        lanes_quat_multiply(a, b, product);
        lanes_quat_normalise(product);
        lanes_set_rotation(product, matrices.m);
        for (int lane = 0; lane < HONE_LANES; lane++) {
            const float origin[3] = {0};
            float first[4], second[4], expected[4];
            for (int i = 0; i < 4; i++) first[i] = lanes_at(a[i], lane), second[i] = lanes_at(b[i], lane);
            hone_quat_multiply(first, second, expected);
            hone_quat_normalise(expected, expected);
            check_lane(product, 4, lane, expected);
            hone_affine matrix = hone_affine_from_rotation(expected, origin);
            for (int r = 0; r < 3; r++) check_lane(matrices.m[r], 3, lane, matrix.m[r]);
        }
    }
}

TEST_GROUP(test_lanes_math)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rotations_of_matrices_have_the_same_bits),
                                       cmocka_unit_test(products_have_the_same_bits),
                                       cmocka_unit_test(products_of_rotations_have_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
