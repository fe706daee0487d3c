#include "core/skin/quantise.h"
#include "support/support.h"

static void positions_are_off_by_half_a_step_of_the_box(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    test_random random = {1};
    for (int n = 0; n < 20; n++) {
        float positions[COUNT][3], origin[3], step[3];
        const float low[3] = {-7, 1e-3f, 100}, size[3] = {20, 1e-3f * (float)n, n ? 3e4f : 0};
        for (int v = 0; v < COUNT; v++)
            for (int c = 0; c < 3; c++) positions[v][c] = low[c] + test_random_float(&random, 0, 1) * size[c];
        hone_pack_box(&(hone_stream){positions, COUNT, sizeof *positions}, COUNT, origin, step);
        for (int v = 0; v < COUNT; v++) {
            uint16_t packed[3][LANES];
            hone_pack_position(origin, step, positions[v], packed, 5);
            for (int c = 0; c < 3; c++) {
                double got = origin[c] + (double)step[c] * packed[c][5];
                double rounding = 2e-7 * (fabs(low[c]) + (double)size[c]); /* error of single precision */
                CHECK_NEAR(got, positions[v][c], (double)size[c] / 131070 + rounding);
            }
        }
    }
}

/* Numbers that are not finite do not count; the others of their position do. */
static void the_box_holds_all_finite_numbers(void **state)
{
    (void)state;
    const float positions[3][3] = {{NAN, 2, INFINITY}, {1, -INFINITY, 5}, {3, NAN, 7}}, want[3] = {1, 2, 5};
    float origin[3], step[3];
    hone_pack_box(&(hone_stream){(void *)positions, 3, sizeof *positions}, 3, origin, step);
    for (int c = 0; c < 3; c++) {
        CHECK(origin[c] == want[c]);
        CHECK_NEAR(step[c] * 65535, c == 1 ? 0 : 2, 1e-6);
    }
    hone_pack_box(&(hone_stream){(void *)positions, 0, sizeof *positions}, 0, origin, step);
    for (int c = 0; c < 3; c++) CHECK(origin[c] == 0 && step[c] == 0);
}

static double angle(const float a[3], const float b[3])
{
    double ax = a[0], ay = a[1], az = a[2], bx = b[0], by = b[1], bz = b[2];
    double x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
    return atan2(sqrt(x * x + y * y + z * z), ax * bx + ay * by + az * bz);
}

/* An error of half a step h = 1/65534 in both coordinates moves a point of the octahedron along its face by at most
 * sqrt(6) h. In the middle of a face, which is 1/sqrt(3) from the centre, that is an angle of sqrt(18) h. */
static void normals_are_off_by_the_bound_of_the_octahedron(void **state)
{
    (void)state;
    test_random random = {2};
    const double bound = sqrt(18) / 65534 * 1.005; /* plus rounding in single precision */
    for (int n = 0; n < 400000; n++) {
        float normal[3], again[3], length = 0, middle = n % 2 ? 1.0f : 0.0f;
        for (int c = 0; c < 3; c++) {
            normal[c] = n % 2 ? test_random_float(&random, -0.02f, 0.02f) : test_random_float(&random, -1, 1);
            normal[c] += n >> (c + 1) & 1 ? middle : -middle;
            length += normal[c] * normal[c];
        }
        for (int c = 0; c < 3; c++) normal[c] /= sqrtf(length);
        int16_t packed[2][LANES];
        hone_pack_normal(normal, packed, 3);
        hone_unpack_normal(packed[0][3], packed[1][3], again);
        CHECK_NEAR(angle(normal, again), 0, bound);
    }
}

static void axes_and_edges_keep_their_side(void **state)
{
    (void)state;
    for (int code = 0; code < 27; code++) {
        float normal[3] = {(float)(code % 3 - 1), (float)(code / 3 % 3 - 1), (float)(code / 9 - 1)}, again[3];
        int16_t packed[2][LANES];
        if (code == 13)
            continue; /* no direction */
        hone_pack_normal(normal, packed, 0);
        hone_unpack_normal(packed[0][0], packed[1][0], again);
        CHECK_NEAR(angle(normal, again), 0, 6.5e-5);
    }
}

static void weights_are_off_by_half_a_step(void **state)
{
    (void)state;
    test_random random = {3};
    for (int n = 0; n < 10000; n++) {
        float weight = test_random_float(&random, 0, 1);
        CHECK_NEAR(hone_unpack_weight(hone_pack_weight(weight)), weight, 1.0 / 131070 + 1e-7);
    }
    CHECK(hone_unpack_weight(hone_pack_weight(0)) == 0);
    CHECK(hone_unpack_weight(hone_pack_weight(1)) == 1);
}

TEST_GROUP(test_pack)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_off_by_half_a_step_of_the_box),
        cmocka_unit_test(the_box_holds_all_finite_numbers),
        cmocka_unit_test(normals_are_off_by_the_bound_of_the_octahedron),
        cmocka_unit_test(axes_and_edges_keep_their_side),
        cmocka_unit_test(weights_are_off_by_half_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
