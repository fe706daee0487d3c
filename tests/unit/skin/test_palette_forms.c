#include "support/support.h"
#include <hone/math.h>
#include <hone/skin.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 11, ROOM = 128 }; /* ROOM: bytes per slot, more than any form needs */

static const hone_palette_form all_forms[] = {HONE_PALETTE_4X4,
                                              HONE_PALETTE_3X4,
                                              HONE_PALETTE_3X4_HALF,
                                              HONE_PALETTE_QUATERNION,
                                              HONE_PALETTE_QUATERNION_SCALE,
                                              HONE_PALETTE_DUAL_QUATERNION,
                                              HONE_PALETTE_QUATERNION_SCALE_HALF};
static const size_t sizes[] = {64, 48, 24, 32, 32, 32, 16};
enum { FORMS = sizeof sizes / sizeof *sizes };

static hone_affine random_rigid(test_random *random, float scale)
{
    float q[4], t[3];
    test_random_quat(random, q);
    for (int i = 0; i < 3; i++) t[i] = test_random_float(random, -10, 10);
    hone_affine m = hone_affine_from_rotation(q, t);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) m.m[r][c] *= scale;
    return m;
}

static hone_affine stretched(hone_affine m, float x, float y, float z)
{
    for (int r = 0; r < 3; r++) m.m[r][0] *= x, m.m[r][1] *= y, m.m[r][2] *= z;
    return m;
}

static bool write(const hone_affine *slots, uint32_t count, hone_palette_form form, hone_stream out, hone_error *error)
{
    hone_palette palette = {.slot_count = count, .affine = (hone_affine *)(uintptr_t)slots};
    return hone_palette_write(&palette, form, out, error);
}

/* ---- a shader's computation, in double precision --------------------------------------------------------------- */

static double half_to_double(uint16_t half)
{
    int exponent = half >> 10 & 31;
    double fraction = half & 1023, sign = half & 0x8000 ? -1 : 1;
    if (exponent == 31)
        return fraction != 0 ? NAN : sign * INFINITY;
    return sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25));
}

/* The half float nearest to a finite value, ties to even; infinite from 65520 on. rint rounds in that way. */
static double nearest_half(double value)
{
    int exponent;
    frexp(value, &exponent);
    double unit = ldexp(1, (exponent - 1 < -14 ? -14 : exponent - 1) - 10), half = rint(value / unit) * unit;
    return fabs(half) >= 65520 ? copysign(INFINITY, value) : half;
}

/* The rotation matrix of a unit quaternion, by columns: the images of the three axes. */
static void rows_of_rotation(const float q[4], double scale, double rows[3][4])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double m[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) rows[r][c] = scale * m[r][c];
}

/* translation = 2 dual real*, the vector part */
static void translation_of_dual(const float real[4], const float dual[4], double rows[3][4])
{
    const double r[4] = {real[0], real[1], real[2], real[3]}, d[4] = {dual[0], dual[1], dual[2], dual[3]};
    rows[0][3] = 2 * (-d[3] * r[0] + d[0] * r[3] - d[1] * r[2] + d[2] * r[1]);
    rows[1][3] = 2 * (-d[3] * r[1] + d[0] * r[2] + d[1] * r[3] - d[2] * r[0]);
    rows[2][3] = 2 * (-d[3] * r[2] - d[0] * r[1] + d[1] * r[0] + d[2] * r[3]);
}

static void read_slot(hone_palette_form form, const void *slot, double rows[3][4])
{
    float f[16] = {0};
    uint16_t h[12] = {0};
    memcpy(f, slot, hone_palette_form_size(form));
    memcpy(h, slot, hone_palette_form_size(form) < sizeof h ? 16 : sizeof h);
    for (int i = 0; form == HONE_PALETTE_QUATERNION_SCALE_HALF && i < 8; i++) f[i] = (float)half_to_double(h[i]);
    if (form == HONE_PALETTE_QUATERNION_SCALE_HALF)
        hone_quat_normalise(f, f);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            rows[r][c] = form == HONE_PALETTE_4X4   ? f[4 * c + r]
                         : form == HONE_PALETTE_3X4 ? f[4 * r + c]
                                                    : half_to_double(h[4 * r + c]);
    if (form < HONE_PALETTE_QUATERNION)
        return;
    bool scaled = form == HONE_PALETTE_QUATERNION_SCALE || form == HONE_PALETTE_QUATERNION_SCALE_HALF;
    rows_of_rotation(f, scaled ? f[7] : 1, rows);
    if (form == HONE_PALETTE_DUAL_QUATERNION)
        translation_of_dual(f, f + 4, rows);
    else
        for (int r = 0; r < 3; r++) rows[r][3] = f[4 + r];
}

static void check_slot(hone_palette_form form, const void *slot, const hone_affine *want, double tolerance)
{
    double rows[3][4];
    read_slot(form, slot, rows);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(rows[r][c], want->m[r][c], tolerance);
}

/* ---- what is written ----------------------------------------------------------------------------------------- */

/* Writes every form of `count` slots with any stride and address, and checks that nothing else is written. */
static void check_writing(const hone_affine *slots, uint32_t count, hone_palette_form form, size_t stride, size_t shift,
                          double tolerance)
{
    static uint8_t room[SLOTS * ROOM + 8];
    size_t size = hone_palette_form_size(form), used = 0;
    memset(room, 0xa5, sizeof room);
    hone_error error = {0};
    CHECK(write(slots, count, form, (hone_stream){room + shift, count, stride}, &error));
    CHECK(error.code == HONE_OK);
    for (uint32_t s = 0; s < count; s++) check_slot(form, room + shift + s * stride, &slots[s], tolerance);
    for (size_t i = 0; i < sizeof room; i++) {
        bool inside = i >= shift && (i - shift) / stride < count && (i - shift) % stride < size;
        used += inside;
        CHECK(inside || room[i] == 0xa5);
    }
    CHECK(used == count * size);
}

static void every_form_says_what_the_matrix_says(void **state)
{
    (void)state;
    test_random random = {1};
    for (int n = 0; n < 400; n++) {
        hone_affine slots[SLOTS];
        for (int s = 0; s < SLOTS; s++) slots[s] = random_rigid(&random, 1);
        for (int f = 0; f < FORMS; f++) {
            assert_int_equal(hone_palette_form_size(all_forms[f]), sizes[f]);
            bool half = all_forms[f] == HONE_PALETTE_3X4_HALF || all_forms[f] == HONE_PALETTE_QUATERNION_SCALE_HALF;
            double tolerance = half ? 10.0 / 2048 : all_forms[f] <= HONE_PALETTE_3X4 ? 0 : 3e-6;
            check_writing(slots, (uint32_t)n % (SLOTS + 1), all_forms[f], sizes[f] + (size_t)n % 40, (size_t)n % 5,
                          tolerance);
        }
    }
}

static void matrices_hold_anything(void **state)
{
    (void)state;
    test_random random = {2};
    hone_affine m;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) m.m[r][c] = test_random_float(&random, -3, 3);
    check_writing(&m, 1, HONE_PALETTE_4X4, 64, 0, 0);
    check_writing(&m, 1, HONE_PALETTE_3X4, 48, 0, 0);
    check_writing(&m, 1, HONE_PALETTE_3X4_HALF, 24, 0, 0.001);
    float last[4], out[16];
    CHECK(write(&m, 1, HONE_PALETTE_4X4, (hone_stream){out, 1, sizeof out}, NULL));
    for (int c = 0; c < 4; c++) last[c] = out[4 * c + 3];
    CHECK(last[0] == 0 && last[1] == 0 && last[2] == 0 && last[3] == 1);
}

/* Half turns and rotations near them, where three of the four numbers may be nearly 0. */
static void rotations_of_every_kind_become_quaternions(void **state)
{
    (void)state;
    test_random random = {3};
    const float zero[3] = {0};
    for (int n = 0; n < 4000; n++) {
        float q[4];
        for (int i = 0; i < 4; i++) {
            q[i] = (float)((int)(test_random_u32(&random) % 3) - 1);
            q[i] += n % 2 ? 0 : test_random_float(&random, -1e-3f, 1e-3f);
        }
        hone_quat_normalise(q, q);
        hone_affine m = hone_affine_from_rotation(q, zero);
        float out[8];
        CHECK(write(&m, 1, HONE_PALETTE_QUATERNION, (hone_stream){out, 1, sizeof out}, NULL));
        CHECK_NEAR(hone_quat_dot(out, out), 1, 1e-6);
        CHECK_NEAR(fabsf(hone_quat_dot(out, q)), 1, 1e-6);
        CHECK(out[7] == 1);
        check_slot(HONE_PALETTE_QUATERNION, out, &m, 1e-6);
    }
}

static void one_scale_goes_with_a_quaternion(void **state)
{
    (void)state;
    test_random random = {4};
    static const float scales[] = {1, 2, 0.01f, 100, 1e-5f, 0.5f};
    for (int n = 0; n < 300; n++)
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            hone_affine m = random_rigid(&random, scales[s]);
            check_writing(&m, 1, HONE_PALETTE_QUATERNION_SCALE, 32, 0, 2e-6 * (double)scales[s]);
        }
    hone_affine hidden = {{{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 0, 3}}};
    float out[8];
    CHECK(write(&hidden, 1, HONE_PALETTE_QUATERNION_SCALE, (hone_stream){out, 1, sizeof out}, NULL));
    const float want[8] = {0, 0, 0, 1, 1, 2, 3, 0};
    assert_memory_equal(out, want, sizeof want);
}

/* The half form is the float form, each number rounded to the nearest half float. */
static void halves_of_a_quaternion_are_the_nearest(void **state)
{
    (void)state;
    test_random random = {8};
    for (int n = 0; n < 300; n++) {
        hone_affine m = random_rigid(&random, n % 2 ? 1 : 3.7f);
        float floats[8];
        uint16_t halves[8];
        CHECK(write(&m, 1, HONE_PALETTE_QUATERNION_SCALE, (hone_stream){floats, 1, sizeof floats}, NULL));
        CHECK(write(&m, 1, HONE_PALETTE_QUATERNION_SCALE_HALF, (hone_stream){halves, 1, sizeof halves}, NULL));
        for (int i = 0; i < 8; i++) CHECK(half_to_double(halves[i]) == nearest_half(floats[i]));
    }
}

/* ---- rotations and translations in two arrays -------------------------------------------------------------- */

static bool write_separate(const hone_affine *slots, uint32_t count, hone_stream rotations, hone_stream translations,
                           hone_error *error)
{
    hone_palette palette = {.slot_count = count, .affine = (hone_affine *)(uintptr_t)slots};
    return hone_palette_write_separate(&palette, rotations, translations, error);
}

/* For every number of slots and several strides: the numbers of the interleaved form, and nothing else is written. */
static void two_arrays_hold_the_numbers_of_one(void **state)
{
    (void)state;
    test_random random = {9};
    for (uint32_t n = 0; n < 300; n++) {
        uint32_t count = n % (SLOTS + 1), r_width = 4 + n % 3, t_width = 3 + n % 4;
        hone_affine slots[SLOTS];
        float pairs[SLOTS][8], rotations[SLOTS * 6 + 1], translations[SLOTS * 6 + 1];
        for (int s = 0; s < SLOTS; s++) slots[s] = random_rigid(&random, 1);
        memset(rotations, 0xa5, sizeof rotations);
        memset(translations, 0xa5, sizeof translations);
        const float untouched = rotations[SLOTS * 6];
        const hone_stream r = {rotations, count, r_width * sizeof(float)},
                          t = {translations, count, t_width * sizeof(float)}, none = {0};
        CHECK(write(slots, count, HONE_PALETTE_QUATERNION, (hone_stream){pairs, count, sizeof *pairs}, NULL));
        CHECK(write_separate(slots, count, n % 5 == 1 ? none : r, n % 5 == 2 ? none : t, NULL));
        for (uint32_t i = 0; i < SLOTS * 6 + 1; i++) {
            bool rotated = n % 5 != 1 && i / r_width < count && i % r_width < 4;
            bool moved = n % 5 != 2 && i / t_width < count && i % t_width < 3;
            const float *want_r = rotated ? &pairs[i / r_width][i % r_width] : &untouched;
            const float *want_t = moved ? &pairs[i / t_width][4 + i % t_width] : &untouched;
            assert_memory_equal(&rotations[i], want_r, sizeof(float));
            assert_memory_equal(&translations[i], want_t, sizeof(float));
        }
    }
}

static void two_arrays_refuse_what_is_not_rigid_and_what_is_too_short(void **state)
{
    (void)state;
    test_random random = {10};
    float rotations[SLOTS][4], translations[SLOTS][3];
    const hone_stream r = {rotations, SLOTS, sizeof *rotations}, t = {translations, SLOTS, sizeof *translations};
    for (uint32_t at = 0; at < SLOTS; at++)
        for (int looking = 0; looking < 2; looking++) {
            hone_affine slots[SLOTS];
            hone_error error = {0};
            const hone_stream none = {0};
            for (int s = 0; s < SLOTS; s++) slots[s] = random_rigid(&random, 1);
            CHECK(write_separate(slots, SLOTS, looking ? none : r, looking ? none : t, &error));
            slots[at] = stretched(slots[at], 1.002f, 1.002f, 1.002f);
            CHECK(!write_separate(slots, SLOTS, looking ? none : r, looking ? none : t, &error));
            CHECK(error.code == HONE_ERROR_ARGUMENT && error.at == at && strstr(error.message, "does not fit"));
        }
    hone_affine slots[3] = {HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY};
    hone_error error = {0};
    CHECK(!write_separate(NULL, 3, r, t, NULL));
    CHECK(!hone_palette_write_separate(NULL, r, t, NULL));
    CHECK(!write_separate(slots, 3, (hone_stream){rotations, 2, 16}, t, &error) && strstr(error.message, "rotations"));
    CHECK(!write_separate(slots, 3, (hone_stream){rotations, 3, 15}, t, NULL));
    CHECK(!write_separate(slots, 3, r, (hone_stream){translations, 2, 12}, NULL));
    CHECK(!write_separate(slots, 3, r, (hone_stream){translations, 3, 11}, &error) &&
          error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "translations"));
    CHECK(write_separate(slots, 3, r, t, NULL));
}

/* ---- slots that do not fit ------------------------------------------------------------------------------------- */

enum { NO_FORM = 0, QUATERNION = 1, SCALE = 2, DUAL = 4, HALF = 8, RIGID = QUATERNION | DUAL };

/* refusing: the forms that cannot hold m. It is tried in each place of a palette whose other slots are rigid. */
static void check_refused(const hone_affine *m, int refusing)
{
    static const struct {
        int bit;
        hone_palette_form form;
    } forms[] = {{QUATERNION, HONE_PALETTE_QUATERNION},
                 {SCALE, HONE_PALETTE_QUATERNION_SCALE},
                 {DUAL, HONE_PALETTE_DUAL_QUATERNION},
                 {HALF, HONE_PALETTE_3X4_HALF},
                 {SCALE | HALF, HONE_PALETTE_QUATERNION_SCALE_HALF},
                 {0, HONE_PALETTE_4X4},
                 {0, HONE_PALETTE_3X4}};
    test_random random = {5};
    static uint8_t room[SLOTS * ROOM];
    for (uint32_t at = 0; at < SLOTS; at++)
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
            hone_affine slots[SLOTS];
            for (int s = 0; s < SLOTS; s++) slots[s] = random_rigid(&random, 1);
            slots[at] = *m;
            bool fits = (refusing & forms[f].bit) == 0;
            char name[16];
            snprintf(name, sizeof name, "slot %u ", at);
            for (int looking = 0; looking < 2; looking++) {
                hone_error error = {0};
                CHECK(write(slots, SLOTS, forms[f].form, (hone_stream){looking ? NULL : room, SLOTS, ROOM}, &error) ==
                      fits);
                CHECK(error.code == (fits ? HONE_OK : HONE_ERROR_ARGUMENT) && error.at == (fits ? 0 : at));
                CHECK(fits || strstr(error.message, name) != NULL);
            }
        }
}

static void rigid_forms_refuse_what_is_not(void **state)
{
    (void)state;
    test_random random = {6};
    for (int n = 0; n < 20; n++) {
        hone_affine m = random_rigid(&random, 1), sheared = m;
        hone_affine shear = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        shear.m[n % 3][(n % 3 + 1 + n / 3 % 2) % 3] = 0.01f;
        sheared = hone_affine_multiply(&m, &shear);
        hone_affine cases[] = {stretched(m, 1, 4, 1),   stretched(m, 1.01f, 1, 1),    stretched(m, 1, 1, 0),
                               stretched(m, 1, 1, -1),  stretched(m, -1, -1, -1),     sheared,
                               stretched(m, NAN, 1, 1), stretched(m, 1, INFINITY, 1), stretched(m, 1, 1.002f, 1)};
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            bool finite = isfinite(cases[i].m[0][0]) && isfinite(cases[i].m[0][1]);
            check_refused(&cases[i], RIGID | SCALE | (finite ? 0 : HALF));
        }
    }
}

static void the_tolerances_are_those_of_the_documentation(void **state)
{
    (void)state;
    test_random random = {7};
    hone_affine m = random_rigid(&random, 1), mixed;
    check_refused(&m, NO_FORM);
    mixed = stretched(m, 2, 2, 2);
    check_refused(&mixed, RIGID);
    mixed = stretched(m, 1.0008f, 0.9992f, 1);
    check_refused(&mixed, SCALE); /* each nearly 1, but too different for one scale */
    mixed = stretched(m, 1.0012f, 1.0012f, 1.0012f);
    check_refused(&mixed, RIGID);
    mixed = stretched(m, 0.01f, 0.0105f, 0.01f); /* a difference that is small compared with 1 only */
    check_refused(&mixed, RIGID | SCALE);
    mixed = stretched(m, 500, 500.1f, 500);
    check_refused(&mixed, RIGID);
}

static void half_floats_refuse_what_they_cannot_reach(void **state)
{
    (void)state;
    for (int at = 0; at < 12; at++)
        for (int sign = -1; sign < 2; sign += 2) {
            hone_affine m = HONE_AFFINE_IDENTITY;
            int other = at % 4 == 3 ? NO_FORM : RIGID | SCALE;
            float *number = &m.m[at / 4][at % 4];
            *number = (float)sign * 65519.996f;
            check_refused(&m, other);
            *number = (float)sign * 65520;
            check_refused(&m, HALF | other);
        }
    hone_affine nothing = HONE_AFFINE_IDENTITY;
    nothing.m[1][3] = NAN;
    check_refused(&nothing, HALF);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    hone_affine slots[3] = {HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY};
    float out[3][16];
    hone_error error = {0};
    CHECK(!hone_palette_write(NULL, HONE_PALETTE_3X4, (hone_stream){out, 3, 64}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    CHECK(!write(NULL, 3, HONE_PALETTE_3X4, (hone_stream){out, 3, 64}, NULL));
    CHECK(!write(slots, 3, (hone_palette_form)7, (hone_stream){out, 3, 64}, NULL));
    CHECK(!write(slots, 3, (hone_palette_form)-1, (hone_stream){out, 3, 64}, NULL));
    CHECK(hone_palette_form_size((hone_palette_form)7) == 0 && hone_palette_form_size((hone_palette_form)-1) == 0);
    CHECK(!write(slots, 3, HONE_PALETTE_3X4, (hone_stream){out, 2, 64}, NULL));
    CHECK(!write(slots, 3, HONE_PALETTE_3X4, (hone_stream){out, 3, 47}, NULL));
    CHECK(write(slots, 3, HONE_PALETTE_3X4, (hone_stream){out, 3, 48}, NULL));
    CHECK(write(slots, 3, HONE_PALETTE_3X4, (hone_stream){NULL, 0, 0}, NULL));
    CHECK(write(slots, 0, HONE_PALETTE_4X4, (hone_stream){out, 0, 64}, NULL));
}

/* ---- halves -------------------------------------------------------------------------------------------------- */

static void check_halves(const float values[12])
{
    hone_affine m;
    uint16_t halves[12];
    memcpy(&m, values, sizeof m);
    CHECK(write(&m, 1, HONE_PALETTE_3X4_HALF, (hone_stream){halves, 1, sizeof halves}, NULL));
    for (int i = 0; i < 12; i++) {
        double got = half_to_double(halves[i]), want = nearest_half(values[i]);
        CHECK(got == want && signbit(got) == signbit(want));
    }
}

/* Rounding can only fail at a half float, or between two of them. All of them and their neighbours are tried. */
static void every_half_float_is_the_nearest(void **state)
{
    (void)state;
    for (uint32_t half = 0; half < 0x7bff; half++) {
        float low = (float)half_to_double((uint16_t)half), high = (float)half_to_double((uint16_t)(half + 1));
        float middle = (low + high) / 2; /* exact: a float has several more bits */
        float values[12] = {low,    nextafterf(low, 1e9f),    nextafterf(middle, 0),
                            middle, nextafterf(middle, 1e9f), nextafterf(high, 0)};
        for (int i = 0; i < 6; i++) values[6 + i] = -values[i];
        check_halves(values);
    }
    const float ends[12] = {65504,  -65504,  65519.996f, -65519.996f, 0, -0.0f,
                            1e-45f, -1e-45f, 2.98e-8f,   2.99e-8f,    1, -1};
    check_halves(ends);
}

TEST_GROUP(test_palette_forms)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_says_what_the_matrix_says),
        cmocka_unit_test(matrices_hold_anything),
        cmocka_unit_test(rotations_of_every_kind_become_quaternions),
        cmocka_unit_test(one_scale_goes_with_a_quaternion),
        cmocka_unit_test(halves_of_a_quaternion_are_the_nearest),
        cmocka_unit_test(two_arrays_hold_the_numbers_of_one),
        cmocka_unit_test(two_arrays_refuse_what_is_not_rigid_and_what_is_too_short),
        cmocka_unit_test(rigid_forms_refuse_what_is_not),
        cmocka_unit_test(the_tolerances_are_those_of_the_documentation),
        cmocka_unit_test(half_floats_refuse_what_they_cannot_reach),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(every_half_float_is_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
