#include "core/skin/nearest_rotation.h"
#include "core/skin/palette/kernel.h"
#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/skin.h>
#include <string.h>

static void random_vector(test_random *random, float size, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = test_random_float(random, -size, size);
}

static hone_affine random_rigid(test_random *random)
{
    float q[4], t[3];
    test_random_quat(random, q);
    random_vector(random, 10, t);
    return hone_affine_from_rotation(q, t);
}

static hone_affine random_affine(test_random *random)
{
    hone_affine out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = test_random_float(random, -2, 2);
    return out;
}

/* The palette entry of one slot without a bone. */
typedef struct entry {
    hone_affine affine, cofactor;
    hone_dual_quaternion dual;
    bool rigid;
} entry;

static entry build(const hone_affine *matrix)
{
    entry out;
    hone_slot slot = {HONE_NONE, *matrix};
    hone_palette palette = {1, &out.affine, &out.cofactor, &out.dual, NULL, false};
    hone_palette_build(&slot, NULL, 0, &palette);
    out.rigid = palette.rigid;
    return out;
}

static void entries_are_bone_times_inverse_bind(void **state)
{
    (void)state;
    test_random random = {1};
    for (int n = 0; n < 100; n++) {
        hone_affine bones[2] = {random_affine(&random), random_affine(&random)}, got[2];
        hone_slot slots[2] = {{1, random_affine(&random)}, {HONE_NONE, random_affine(&random)}};
        hone_palette palette = {.slot_count = 2, .affine = got};
        hone_palette_build(slots, bones, 2, &palette);
        reference_matrix bone = reference_from_affine(&bones[1]),
                         bind = reference_from_affine(&slots[0].bone_from_mesh);
        reference_matrix want = reference_multiply(&bone, &bind);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK_NEAR(got[0].m[r][c], want.m[r][c], 4e-6);
        CHECK(memcmp(&got[1], &slots[1].bone_from_mesh, sizeof got[1]) == 0); /* without a bone: unchanged */
    }
}

static void rest_of_an_mmd_bone_is_the_identity_to_the_bit(void **state)
{
    (void)state;
    test_random random = {2};
    const hone_affine identity = HONE_AFFINE_IDENTITY;
    for (int n = 0; n < 100; n++) {
        float position[3], back[3];
        random_vector(&random, 20, position);
        for (int i = 0; i < 3; i++) back[i] = -position[i];
        hone_affine bone = hone_affine_translation(position), got;
        hone_slot slot = {0, hone_affine_translation(back)};
        hone_palette palette = {.slot_count = 1, .affine = &got};
        hone_palette_build(&slot, &bone, 1, &palette);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK(got.m[r][c] == identity.m[r][c]);
    }
}

static void cofactors_of_a_rigid_slot_are_the_slot_itself(void **state)
{
    (void)state;
    test_random random = {3};
    for (int n = 0; n < 100; n++) {
        hone_affine m = random_rigid(&random);
        entry e = build(&m);
        CHECK(e.rigid);
        CHECK(memcmp(&e.cofactor, &e.affine, sizeof e.affine) == 0);
    }
}

/* sign(det) cof(A) = |det A| A^-T: its product with A^T is |det A|. */
static void cofactors_are_the_transposed_inverse_times_the_volume(void **state)
{
    (void)state;
    test_random random = {4};
    for (int n = 0; n < 200; n++) {
        hone_affine m = random_affine(&random);
        entry e = build(&m);
        CHECK(!e.rigid);
        double product[3][3] = {{0}};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                for (int k = 0; k < 3; k++) product[r][c] += (double)e.cofactor.m[r][k] * m.m[c][k];
        CHECK(product[0][0] >= 0);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) CHECK_NEAR(product[r][c], r == c ? product[0][0] : 0, 1e-5);
    }
}

static void slightly_scaled_slots_are_not_rigid(void **state)
{
    (void)state;
    hone_affine m = HONE_AFFINE_IDENTITY;
    m.m[1][1] = 1 + 2e-5f; /* its squared length is off by 4e-5 */
    CHECK(build(&m).rigid);
    m.m[1][1] = 1 + 1e-3f;
    CHECK(!build(&m).rigid);
    m.m[1][1] = -1;
    CHECK(!build(&m).rigid);
    for (int at = 0; at < 9; at++) {
        m = (hone_affine)HONE_AFFINE_IDENTITY;
        float *number = &m.m[at / 3][at % 3];
        *number += 1e-3f;
        CHECK(!build(&m).rigid);
        *number = NAN;
        CHECK(!build(&m).rigid);
    }
}

static void check_dual_moves_like(const hone_dual_quaternion *dual, const hone_affine *m)
{
    float conjugate[4] = {-dual->real[0], -dual->real[1], -dual->real[2], dual->real[3]}, translation[4];
    hone_quat_multiply(dual->dual, conjugate, translation);
    hone_affine again = hone_affine_from_rotation(dual->real, (float[3]){0, 0, 0});
    for (int r = 0; r < 3; r++) {
        CHECK_NEAR(2 * translation[r], m->m[r][3], 4e-6);
        for (int c = 0; c < 3; c++) CHECK_NEAR(again.m[r][c], m->m[r][c], 1e-6);
    }
    CHECK_NEAR(hone_quat_dot(dual->real, dual->real), 1, 1e-6);
    CHECK_NEAR(hone_quat_dot(dual->real, dual->dual), 0, 4e-6);
}

static void dual_quaternions_move_as_their_rigid_slots(void **state)
{
    (void)state;
    test_random random = {5};
    for (int n = 0; n < 300; n++) {
        hone_affine m = random_rigid(&random);
        entry e = build(&m);
        check_dual_moves_like(&e.dual, &m);
    }
    for (int axis = 0; axis < 3; axis++) { /* half turns, where the trace gives no quaternion */
        float q[4] = {0}, t[3] = {1, 2, 3};
        q[axis] = 1;
        hone_affine m = hone_affine_from_rotation(q, t);
        entry e = build(&m);
        check_dual_moves_like(&e.dual, &m);
    }
}

/* M = R S with S symmetric and positive: the nearest rotation is R. */
static void stretched_slots_keep_the_rotation_of_their_polar_decomposition(void **state)
{
    (void)state;
    test_random random = {6};
    for (int n = 0; n < 200; n++) {
        hone_affine rotation = random_rigid(&random), axes = random_rigid(&random), stretch = {{{0}}};
        for (int k = 0; k < 3; k++) {
            float scale = test_random_float(&random, 0.2f, 3);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) stretch.m[r][c] += scale * axes.m[r][k] * axes.m[c][k];
        }
        hone_affine m = hone_affine_multiply(&rotation, &stretch);
        entry e = build(&m);
        CHECK(!e.rigid);
        check_dual_moves_like(&e.dual, &rotation);
    }
}

static double likeness(const float q[4], const hone_affine *m)
{
    hone_affine r = hone_affine_from_rotation(q, (float[3]){0, 0, 0});
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += (double)r.m[i][j] * m->m[i][j];
    return sum;
}

static void no_rotation_is_nearer_to_a_mirrored_or_flat_slot(void **state)
{
    (void)state;
    test_random random = {7};
    for (int n = 0; n < 60; n++) {
        hone_affine m = random_affine(&random);
        for (int r = 0; n % 3 == 0 && r < 3; r++) m.m[r][2] = 0;
        entry e = build(&m);
        CHECK_NEAR(hone_quat_dot(e.dual.real, e.dual.real), 1, 1e-6);
        for (int other = 0; other < 300; other++) {
            float q[4];
            test_random_quat(&random, q);
            CHECK(likeness(q, &m) <= likeness(e.dual.real, &m) + 1e-5);
        }
    }
}

static void slots_without_sense_still_get_a_rotation(void **state)
{
    (void)state;
    const float values[] = {0, NAN, INFINITY, 3e38f};
    for (int n = 0; n < 4; n++) {
        hone_affine m;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) m.m[r][c] = c < 3 ? values[n] : 1;
        entry e = build(&m);
        CHECK_NEAR(hone_quat_dot(e.dual.real, e.dual.real), 1, 1e-6);
    }
}

/* All rotations are equally near to nothing. */
static void a_slot_of_no_size_does_not_turn(void **state)
{
    (void)state;
    const hone_affine nothing = {{{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 0, 3}}};
    entry e = build(&nothing);
    CHECK(e.dual.real[0] == 0 && e.dual.real[1] == 0 && e.dual.real[2] == 0 && e.dual.real[3] == 1);
    CHECK(e.dual.dual[0] == 0.5f && e.dual.dual[1] == 1 && e.dual.dual[2] == 1.5f && e.dual.dual[3] == 0);
}

static void a_palette_is_rigid_if_every_slot_is(void **state)
{
    (void)state;
    hone_affine matrices[2] = {HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY};
    hone_slot slots[2] = {{0, matrices[0]}, {1, matrices[0]}};
    hone_palette palette = {.slot_count = 2};
    hone_palette_build(slots, matrices, 2, &palette);
    CHECK(palette.rigid);
    matrices[1].m[0][0] = 2;
    hone_palette_build(slots, matrices, 2, &palette);
    CHECK(!palette.rigid);
}

/* ---- compared with one slot at a time -------------------------------------------------------------------------- */

/* The library's computation for four slots at once, written plainly for one. */
static entry build_plainly(const hone_slot *slot, const hone_affine *bones, uint32_t bone_count)
{
    entry out = {.affine = slot->bone_from_mesh, .rigid = true};
    if (slot->bone >= 0 && (uint32_t)slot->bone < bone_count)
        out.affine = hone_affine_multiply(&bones[slot->bone], &slot->bone_from_mesh);
    float columns[3][3], cofactors[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) columns[c][r] = out.affine.m[r][c];
    for (int i = 0; i < 3; i++) hone_vec3_cross(columns[(i + 1) % 3], columns[(i + 2) % 3], cofactors[i]);
    float determinant = hone_vec3_dot(columns[0], cofactors[0]);
    out.rigid = determinant > 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            out.rigid &= fabsf(hone_vec3_dot(columns[i], columns[j]) - (i == j ? 1.0f : 0.0f)) <= 1e-4f;
    out.cofactor = out.affine;
    for (int r = 0; r < 3 && !out.rigid; r++)
        for (int c = 0; c < 4; c++)
            out.cofactor.m[r][c] = c == 3 ? 0 : determinant < 0 ? -cofactors[c][r] : cofactors[c][r];
    if (out.rigid)
        hone_quat_from_affine(&out.affine, out.dual.real);
    else
        hone_nearest_rotation(&out.affine, out.dual.real);
    float half[4] = {out.affine.m[0][3] / 2, out.affine.m[1][3] / 2, out.affine.m[2][3] / 2, 0};
    hone_quat_multiply(half, out.dual.real, out.dual.dual);
    return out;
}

/* All kinds: rigid, half turns, evenly and unevenly scaled, mirrored, sheared, flat, random numbers. */
static hone_affine random_slot(test_random *random)
{
    static const float half_turn[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    hone_affine m = random_rigid(random);
    float even = test_random_float(random, 0.01f, 5), scale[3] = {1, 1, 1};
    switch (test_random_u32(random) % 10) {
    case 0:
        return hone_affine_from_rotation(half_turn[test_random_u32(random) % 3], scale);
    case 1:
        scale[0] = scale[1] = scale[2] = even;
        break;
    case 2:
        random_vector(random, 3, scale);
        break;
    case 3:
        scale[2] = -1;
        break;
    case 4:
        return random_affine(random);
    case 5:
        scale[test_random_u32(random) % 3] = 0;
        break;
    case 6:
        scale[0] = test_random_u32(random) % 2 ? NAN : INFINITY;
        break;
    default:
        break;
    }
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) m.m[r][c] *= scale[c];
    return m;
}

static bool is_finite(const hone_affine *m)
{
    bool finite = true;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) finite &= isfinite(m->m[r][c]) != 0;
    return finite;
}

/* The nearest rotation is ill-defined if the smallest stretch is nearly 0. */
static bool has_one_nearest_rotation(const hone_affine *m, const hone_affine *cofactor)
{
    double volume = 0, size = 0, area = 0;
    for (int r = 0; r < 3; r++) volume += (double)m->m[r][0] * cofactor->m[r][0];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            size += (double)m->m[r][c] * m->m[r][c];
            area += (double)cofactor->m[r][c] * cofactor->m[r][c];
        }
    return is_finite(m) && volume > 0.05 * size * sqrt(size) && area > 0.05 * size * size;
}

static void check_entry(const entry *got, const entry *want)
{
    CHECK(memcmp(&got->affine, &want->affine, sizeof got->affine) == 0 || !is_finite(&want->affine));
    CHECK(got->rigid == want->rigid);
    CHECK_NEAR(hone_quat_dot(got->dual.real, got->dual.real), 1, 1e-6);
    for (int r = 0; r < 3 && is_finite(&want->cofactor); r++)
        for (int c = 0; c < 4; c++) CHECK(got->cofactor.m[r][c] == want->cofactor.m[r][c]);
    if (!want->rigid && !has_one_nearest_rotation(&want->affine, &want->cofactor))
        return;
    float sign = hone_quat_dot(got->dual.real, want->dual.real) < 0 ? -1.0f : 1.0f;
    for (int c = 0; c < 4; c++) {
        CHECK_NEAR(sign * got->dual.real[c], want->dual.real[c], 2e-6);
        CHECK_NEAR(sign * got->dual.dual[c], want->dual.dual[c], 3e-5);
    }
}

enum { MOST = 19, BONES = 7 };

typedef struct arrays { /* one more than requested, as a guard */
    hone_affine affine[MOST + 1], cofactor[MOST + 1];
    hone_dual_quaternion duals[MOST + 1];
    uint8_t scaled[MOST + 1];
} arrays;

static void check_palette(const hone_palette_kernel *kernel, const hone_slot *slots, const hone_affine *bones,
                          uint32_t count)
{
    static arrays a, untouched;
    memset(&a, 0x55, sizeof a);
    memset(&untouched, 0x55, sizeof untouched);
    hone_palette palette = {count, a.affine, a.cofactor, a.duals, a.scaled, false};
    kernel->build(slots, bones, BONES, &palette);
    bool rigid = true;
    for (uint32_t s = 0; s < count; s++) {
        entry want = build_plainly(&slots[s], bones, BONES), alone;
        entry got = {a.affine[s], a.cofactor[s], a.duals[s], !a.scaled[s]};
        check_entry(&got, &want);
        CHECK(a.scaled[s] <= 1);
        rigid &= want.rigid;
        hone_palette one = {1, &alone.affine, &alone.cofactor, &alone.dual, NULL, false};
        hone_palette_portable.build(&slots[s], bones, BONES, &one); /* the same bits without neighbours */
        CHECK(memcmp(&alone.affine, &got.affine, sizeof got.affine) == 0 || !is_finite(&got.affine));
        CHECK(memcmp(&alone.dual, &got.dual, sizeof got.dual) == 0 || !is_finite(&got.affine));
    }
    CHECK(palette.rigid == rigid);
    CHECK(memcmp(&a.affine[count], &untouched.affine[count], sizeof *a.affine) == 0);
    CHECK(memcmp(&a.cofactor[count], &untouched.cofactor[count], sizeof *a.cofactor) == 0);
    CHECK(memcmp(&a.duals[count], &untouched.duals[count], sizeof *a.duals) == 0);
    CHECK(a.scaled[count] == 0x55);
}

static void palettes_of_any_length_are_what_one_slot_at_a_time_gives(void **state)
{
    (void)state;
    test_random random = {8};
    for (int n = 0; n < 2000; n++) {
        hone_affine bones[BONES];
        hone_slot slots[MOST];
        bool all_rigid = n % 3 == 0;
        uint32_t count = (uint32_t)n % (MOST + 1);
        for (int b = 0; b < BONES; b++) bones[b] = all_rigid ? random_rigid(&random) : random_slot(&random);
        for (uint32_t s = 0; s < count; s++) {
            /* none, a bone, an index beyond the end */
            slots[s].bone = (int32_t)(test_random_u32(&random) % (BONES + 2)) - 1;
            slots[s].bone_from_mesh = random_rigid(&random);
            if (!all_rigid && slots[s].bone == HONE_NONE)
                slots[s].bone_from_mesh = random_slot(&random);
        }
        check_palette(&hone_palette_portable, slots, bones, count);
        check_palette(hone_palette_best_kernel(), slots, bones, count);
    }
}

static void a_palette_of_ones_own_has_every_array(void **state)
{
    (void)state;
    hone_palette *palette = NULL;
    const hone_slot slot = {HONE_NONE, HONE_AFFINE_IDENTITY};
    for (uint64_t failed = 0; !palette; failed++) {
        test_allocator allocator;
        hone_error error = {0};
        test_allocator_make(&allocator, failed);
        palette = hone_palette_create(1, &allocator.allocator, &error);
        CHECK(palette || error.code == HONE_ERROR_MEMORY);
        if (palette) {
            CHECK(palette->slot_count == 1 && palette->affine && palette->cofactor && palette->duals &&
                  palette->scaled);
            hone_palette_build(&slot, NULL, 0, palette);
            CHECK(palette->rigid && palette->affine->m[1][1] == 1);
        }
        hone_palette_destroy(palette);
        CHECK(allocator.live == 0);
    }
    hone_palette_destroy(NULL);
}

TEST_GROUP(test_palette)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_bone_times_inverse_bind),
        cmocka_unit_test(rest_of_an_mmd_bone_is_the_identity_to_the_bit),
        cmocka_unit_test(cofactors_of_a_rigid_slot_are_the_slot_itself),
        cmocka_unit_test(cofactors_are_the_transposed_inverse_times_the_volume),
        cmocka_unit_test(slightly_scaled_slots_are_not_rigid),
        cmocka_unit_test(dual_quaternions_move_as_their_rigid_slots),
        cmocka_unit_test(stretched_slots_keep_the_rotation_of_their_polar_decomposition),
        cmocka_unit_test(no_rotation_is_nearer_to_a_mirrored_or_flat_slot),
        cmocka_unit_test(slots_without_sense_still_get_a_rotation),
        cmocka_unit_test(a_slot_of_no_size_does_not_turn),
        cmocka_unit_test(a_palette_is_rigid_if_every_slot_is),
        cmocka_unit_test(a_palette_of_ones_own_has_every_array),
        cmocka_unit_test(palettes_of_any_length_are_what_one_slot_at_a_time_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
