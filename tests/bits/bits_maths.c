#include "base/powers.h"
#include "base/trigonometry.h"
#include "bits/bits.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/motion.h>

enum { COUNT = 20000 };

static float angle_of(test_random *random, uint32_t i)
{
    float most = i % 4 == 0 ? 1000.0f : 4.0f;
    return test_random_float(random, -most, most);
}

static void add_trigonometry(bits_hash *floats, bits_hash *doubles)
{
    test_random random = {1};
    for (uint32_t i = 0; i < COUNT; i++) {
        float a = angle_of(&random, i), b = angle_of(&random, i + 1), share = test_random_float(&random, -1, 1), s, c;
        hone_sin_cosf(a, &s, &c);
        const float single[] = {s,
                                c,
                                hone_sinf(a),
                                hone_cosf(a),
                                hone_tanf(a),
                                hone_asinf(share),
                                hone_acosf(share),
                                hone_atanf(a),
                                hone_atan2f(a, b),
                                hone_hypotf(a, b),
                                hone_cbrtf(a)};
        double x = (double)a + 1e-9 * i, y = (double)share;
        const double twice[] = {hone_sin(x), hone_cos(x), hone_asin(y), hone_acos(y), hone_atan2(x, y)};
        bits_add(floats, single, sizeof single / sizeof *single);
        bits_add_doubles(doubles, twice, sizeof twice / sizeof *twice);
    }
}

static void add_powers(bits_hash *hash)
{
    test_random random = {4};
    for (uint32_t i = 0; i < COUNT; i++) {
        float x = test_random_float(&random, 0.01f, 20), power = test_random_float(&random, -20, 20);
        const float results[] = {hone_expf(power), hone_logf(x), hone_powf(x, power), hone_fmodf(power, x)};
        bits_add(hash, results, sizeof results / sizeof *results);
    }
}

static void add_rotations(bits_hash *hash)
{
    test_random random = {2};
    for (uint32_t i = 0; i < COUNT / 10; i++) {
        float a[4], b[4], out[4], angles[3];
        test_random_quat(&random, a);
        test_random_quat(&random, b);
        hone_quat_slerp(a, b, test_random_float(&random, 0, 1), out);
        bits_add(hash, out, 4);
        for (int order = 0; order <= HONE_EULER_XZY; order++) {
            hone_euler_from_quat((hone_euler)order, a, angles);
            hone_quat_from_euler((hone_euler)order, angles, out);
            bits_add(hash, angles, 3);
            bits_add(hash, out, 4);
        }
    }
}

static void add_curves(bits_hash *hash)
{
    test_random random = {3};
    for (uint32_t i = 0; i < COUNT; i++) {
        hone_curve curve = {(uint8_t)(test_random_u32(&random) % 128), (uint8_t)(test_random_u32(&random) % 128),
                            (uint8_t)(test_random_u32(&random) % 128), (uint8_t)(test_random_u32(&random) % 128)};
        double s = (double)test_random_float(&random, 0, 1);
        const double values[] = {hone_curve_evaluate(curve, s, HONE_CURVE_EXACT),
                                 hone_curve_evaluate(curve, s, HONE_CURVE_MMD)};
        bits_add_doubles(hash, values, 2);
    }
}

void bits_of_maths(bits_line *line, void *user)
{
    bits_hash floats = {0}, doubles = {0}, powers = {0}, rotations = {0}, curves = {0};
    add_trigonometry(&floats, &doubles);
    add_powers(&powers);
    add_rotations(&rotations);
    add_curves(&curves);
    line(user, "trigonometry-float", floats.value);
    line(user, "trigonometry-double", doubles.value);
    line(user, "powers", powers.value);
    line(user, "rotations", rotations.value);
    line(user, "curves", curves.value);
}
