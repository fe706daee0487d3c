/* Skinning: what every method and kernel gives for a mesh of all kinds of vertices. */
#include "unit/skin/skin_fixture.h"

static void set_every_slot(fixture *f, hone_affine matrix)
{
    hone_affine matrices[SLOTS];
    for (int s = 0; s < SLOTS; s++) matrices[s] = matrix;
    set_palette(f, matrices);
}

/* A skin of one vertex at (x, y, z) with normal (nx, ny, nz), skinned by two matrices of equal weight. */
typedef struct pair {
    float position[3], normal[3];
    hone_affine matrices[2], cofactor[2];
    hone_dual_quaternion duals[2];
    hone_palette palette;
} pair;

static void skin_pair(pair *p, float weight, hone_skin_method method, float position[3], float normal[3])
{
    hone_slot slots[2] = {{HONE_NONE, p->matrices[0]}, {HONE_NONE, p->matrices[1]}};
    p->palette = (hone_palette){.slot_count = 2, .affine = p->matrices, .cofactor = p->cofactor, .duals = p->duals};
    hone_palette_build(slots, NULL, 0, &p->palette);
    uint32_t begin[2] = {0, 2};
    hone_influence influences[2] = {{0, weight}, {1, 1 - weight}};
    hone_skin_desc desc = {.vertex_count = 1,
                           .slot_count = 2,
                           .positions = {p->position, 1, sizeof p->position},
                           .normals = {p->normal, 1, sizeof p->normal},
                           .influence_begin = begin,
                           .influences = influences};
    hone_skin *skin = hone_skin_compile(&desc, NULL);
    hone_skin_job job = {.palette = &p->palette,
                         .positions = {position, 1, 3 * sizeof *position},
                         .normals = {normal, 1, 3 * sizeof *normal},
                         .method = method};
    CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
    hone_skin_release(skin);
}

static void bind_pose_leaves_vertices_where_they_were(void **state)
{
    fixture *f = *state;
    set_every_slot(f, (hone_affine)HONE_AFFINE_IDENTITY);
    for (int m = 0; m < 3; m++) {
        skinned out;
        run(f, METHODS[m], &out);
        for (int v = 0; v < VERTICES; v++) {
            float unit[3] = {0};
            hone_vec3_normalise(f->normals[v], unit);
            check_near3(out.positions[v], f->positions[v], 1e-6 * SIZE);
            check_near3(out.normals[v], unit, 1e-6);
        }
    }
}

static void rigid_motion_of_all_slots_moves_every_vertex_by_it(void **state)
{
    fixture *f = *state;
    hone_affine before[SLOTS], after[SLOTS], motion = random_rigid(&f->random);
    memcpy(before, f->affine, sizeof before);
    for (int s = 0; s < SLOTS; s++) after[s] = hone_affine_multiply(&motion, &before[s]);
    for (int m = 0; m < 3; m++) {
        skinned first, then;
        set_palette(f, before);
        run(f, METHODS[m], &first);
        set_palette(f, after);
        run(f, METHODS[m], &then);
        for (int v = 0; v < VERTICES; v++) {
            if (f->begin[v] == f->begin[v + 1])
                continue;
            float want[3], want_normal[3];
            hone_affine_point(&motion, first.positions[v], want);
            hone_affine_direction(&motion, first.normals[v], want_normal);
            check_near3(then.positions[v], want, 1e-5 * SIZE);
            check_near3(then.normals[v], want_normal, 1e-5);
        }
    }
}

static void equal_slots_make_weights_irrelevant(void **state)
{
    fixture *f = *state;
    hone_affine motion = random_rigid(&f->random);
    set_every_slot(f, motion);
    for (int m = 0; m < 3; m++) {
        skinned out;
        run(f, METHODS[m], &out);
        for (int v = 0; v < VERTICES; v++) {
            float want[3];
            if (f->begin[v] == f->begin[v + 1])
                continue;
            hone_affine_point(&motion, f->positions[v], want);
            check_near3(out.positions[v], want, 4e-6 * SIZE);
        }
    }
}

static void one_influence_is_the_same_by_every_method(void **state)
{
    fixture *f = *state;
    skinned linear, dual;
    run(f, HONE_SKIN_LINEAR, &linear);
    run(f, HONE_SKIN_DUAL_QUATERNION, &dual);
    int checked = 0;
    for (int v = 0; v < VERTICES; v++) {
        if (f->begin[v + 1] - f->begin[v] != 1)
            continue;
        check_near3(dual.positions[v], linear.positions[v], 2e-6 * SIZE);
        check_near3(dual.normals[v], linear.normals[v], 2e-6);
        checked++;
    }
    CHECK(checked > 10);
}

static void signs_of_dual_quaternions_change_nothing(void **state)
{
    fixture *f = *state;
    skinned before, after;
    for (int m = 0; m < 3; m++) {
        run(f, METHODS[m], &before);
        for (int s = 0; s < SLOTS; s += 1 + (int)(test_random_u32(&f->random) % 3))
            for (int i = 0; i < 4; i++) {
                f->duals[s].real[i] *= -1;
                f->duals[s].dual[i] *= -1;
            }
        run(f, METHODS[m], &after);
        for (int v = 0; v < VERTICES; v++) check_near3(after.positions[v], before.positions[v], 1e-6 * SIZE);
    }
}

static void linear_blends_stay_in_the_convex_hull(void **state)
{
    fixture *f = *state;
    skinned out;
    run(f, HONE_SKIN_LINEAR, &out);
    for (int v = 0; v < VERTICES; v++)
        for (int direction = 0; direction < 32; direction++) {
            float axis[3], moved[3], furthest = -INFINITY;
            random_vector(&f->random, 1, axis);
            for (uint32_t i = f->begin[v]; i < f->begin[v + 1]; i++) {
                hone_affine_point(&f->affine[f->influences[i].slot], f->positions[v], moved);
                furthest = fmaxf(furthest, hone_vec3_dot(axis, moved));
            }
            if (f->begin[v] < f->begin[v + 1])
                CHECK(hone_vec3_dot(axis, out.positions[v]) <= furthest + 1e-5f * SIZE);
        }
}

static void order_of_influences_does_not_show(void **state)
{
    fixture *f = *state;
    skinned before, after;
    for (int v = 0; v < VERTICES; v += 2) /* also if no influence is the heaviest */
        for (uint32_t i = f->begin[v]; i < f->begin[v + 1]; i++) f->influences[i].weight = 0.25f;
    hone_skin_release(f->skin);
    f->skin = hone_skin_compile(&f->desc, NULL);
    run(f, HONE_SKIN_DUAL_QUATERNION, &before);
    for (int v = 0; v < VERTICES; v++)
        for (uint32_t i = f->begin[v], j = f->begin[v + 1]; i + 1 < j; i++) {
            hone_influence first = f->influences[i];
            f->influences[i] = f->influences[--j];
            f->influences[j] = first;
        }
    hone_skin_release(f->skin);
    f->skin = hone_skin_compile(&f->desc, NULL);
    run(f, HONE_SKIN_DUAL_QUATERNION, &after);
    CHECK(memcmp(&before, &after, sizeof before) == 0);
}

/* ---- normals ------------------------------------------------------------------------------------------------- */

static void normals_follow_the_cofactors_of_a_scaled_slot(void **state)
{
    (void)state;
    hone_affine scale = {{{1, 0, 0, 0}, {0, 4, 0, 0}, {0, 0, 1, 0}}};
    pair p = {.normal = {1, 1, 0}, .matrices = {scale, scale}};
    float position[3], normal[3], want[3] = {4 / sqrtf(17), 1 / sqrtf(17), 0};
    skin_pair(&p, 0.5f, HONE_SKIN_LINEAR, position, normal);
    CHECK(!p.palette.rigid);
    check_near3(normal, want, 1e-6);
}

static void normals_of_a_reflection_point_outwards(void **state)
{
    (void)state;
    hone_affine mirror = {{{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    pair p = {.normal = {0.6f, 0.8f, 0}, .matrices = {mirror, mirror}};
    float position[3], normal[3], want[3] = {-0.6f, 0.8f, 0};
    skin_pair(&p, 0.5f, HONE_SKIN_LINEAR, position, normal);
    check_near3(normal, want, 1e-6);
}

static void normals_are_never_without_length(void **state)
{
    (void)state;
    hone_affine flat = {{{0}}};
    pair p = {.normal = {0, 0.6f, 0.8f}, .matrices = {flat, flat}};
    float position[3], normal[3], rest[3] = {0, 0.6f, 0.8f}, up[3] = {0, 0, 1};
    skin_pair(&p, 0.5f, HONE_SKIN_LINEAR, position, normal);
    check_near3(normal, rest, 1e-6);
    memset(p.normal, 0, sizeof p.normal);
    skin_pair(&p, 0.5f, HONE_SKIN_LINEAR, position, normal);
    check_near3(normal, up, 0);
}

/* ---- methods ------------------------------------------------------------------------------------------------- */

static void opposite_twists_keep_their_radius_by_dual_quaternions_alone(void **state)
{
    (void)state;
    hone_affine half = {{{1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}}}; /* 180 degrees about x */
    pair p = {.position = {3, 1, 0}, .normal = {0, 1, 0}, .matrices = {HONE_AFFINE_IDENTITY, half}};
    float position[3], normal[3];
    skin_pair(&p, 0.5f, HONE_SKIN_DUAL_QUATERNION, position, normal);
    CHECK_NEAR(position[0], 3, 1e-6);
    CHECK_NEAR(hypotf(position[1], position[2]), 1, 1e-6);
    CHECK_NEAR(hypotf(normal[1], normal[2]), 1, 1e-6);
    skin_pair(&p, 0.5f, HONE_SKIN_LINEAR, position, normal);
    CHECK_NEAR(hypotf(position[1], position[2]), 0, 1e-6); /* the candy wrapper */
}

static void check_against_reference(fixture *f, hone_skin_method method, const char *kernel, double tolerance)
{
    skinned out;
    reference_matrix palette[SLOTS];
    hone_skin_job job = job_of(f, method, &out);
    job.kernel = kernel;
    for (int s = 0; s < SLOTS; s++) palette[s] = reference_from_affine(&f->affine[s]);
    CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    reference_skin reference = {.desc = &f->desc, .method = method, .matrices = palette};
    for (uint32_t v = 0; v < VERTICES; v++) {
        reference_vertex want = reference_skin_vertex(&reference, v);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(out.positions[v][i], want.position[i], tolerance * 2 * SIZE);
            CHECK_NEAR(out.normals[v][i], want.normal[i], 5 * tolerance); /* short sums lose digits */
        }
    }
}

static void every_kernel_agrees_with_the_double_reference(void **state)
{
    fixture *f = *state;
    bool available = false;
    const char *name;
    for (uint32_t k = 0; (name = hone_skin_kernel_name(k, &available)); k++) {
        if (!available)
            continue;
        for (int pose = 0; pose < 8; pose++) {
            set_random_pose(f);
            for (int m = 0; m < 3; m++) check_against_reference(f, METHODS[m], name, 4e-6);
        }
    }
}

static void every_kernel_agrees_where_slots_are_scaled(void **state)
{
    fixture *f = *state;
    bool available = false;
    const char *name;
    hone_affine matrices[SLOTS];
    for (int s = 0; s < SLOTS; s++) {
        matrices[s] = random_rigid(&f->random);
        for (int c = 0; c < 3; c++) {
            float scale = test_random_float(&f->random, 0.25f, 2);
            for (int r = 0; r < 3; r++) matrices[s].m[r][c] *= scale;
        }
        for (int r = 0; s % 4 == 0 && r < 3; r++) matrices[s].m[r][1] *= -1; /* mirrored */
    }
    set_palette(f, matrices);
    for (uint32_t k = 0; (name = hone_skin_kernel_name(k, &available)); k++)
        if (available)
            check_against_reference(f, HONE_SKIN_LINEAR, name, 4e-6);
}

/* Runs of vertices on one slot each, some of them scaled. Their order must not matter. */
static void scaled_and_rigid_slots_take_turns(void **state)
{
    (void)state;
    enum { RUN = 32, RUNS = 3, COUNT = RUN * RUNS };
    float positions[COUNT][3], normals[COUNT][3], got[COUNT][3], got_normals[COUNT][3];
    uint32_t begin[COUNT + 1];
    hone_influence influences[COUNT];
    for (uint32_t v = 0; v <= COUNT; v++) begin[v] = v;
    for (uint32_t v = 0; v < COUNT; v++) {
        influences[v] = (hone_influence){(int32_t)(v / RUN), 1};
        for (int i = 0; i < 3; i++) positions[v][i] = (float)(v + (uint32_t)i), normals[v][i] = i == 1;
    }
    hone_skin_desc desc = {.vertex_count = COUNT,
                           .slot_count = RUNS,
                           .positions = {positions, COUNT, sizeof *positions},
                           .normals = {normals, COUNT, sizeof *normals},
                           .influence_begin = begin,
                           .influences = influences};
    hone_skin *skin = hone_skin_compile(&desc, NULL);
    for (uint32_t scaled = 0; scaled < 1 << RUNS; scaled++) {
        hone_slot slots[RUNS];
        hone_affine affine[RUNS], cofactor[RUNS];
        uint8_t marks[RUNS];
        hone_palette palette = {.slot_count = RUNS, .affine = affine, .cofactor = cofactor, .scaled = marks};
        for (uint32_t r = 0; r < RUNS; r++) {
            float s = scaled >> r & 1 ? 2 : 1;
            slots[r] = (hone_slot){HONE_NONE, {{{s, 0, 0, (float)r}, {0, s, 0, 0}, {0, 0, s, 0}}}};
        }
        hone_palette_build(slots, NULL, 0, &palette);
        bool available = false;
        const char *name;
        for (uint32_t k = 0; (name = hone_skin_kernel_name(k, &available)); k++) {
            hone_skin_job job = {.palette = &palette,
                                 .positions = {got, COUNT, sizeof *got},
                                 .normals = {got_normals, COUNT, sizeof *got_normals},
                                 .kernel = name};
            if (!available)
                continue;
            CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
            for (uint32_t v = 0; v < COUNT; v++) {
                float s = scaled >> v / RUN & 1 ? 2 : 1;
                CHECK_NEAR(got[v][0], s * positions[v][0] + (float)(v / RUN), 1e-4);
                CHECK_NEAR(got_normals[v][1], 1, 1e-6);
            }
        }
    }
    hone_skin_release(skin);
}

static void sdef_of_one_bone_is_linear(void **state)
{
    fixture *f = *state;
    skinned as_sdef, as_linear;
    for (int v = 0; v < VERTICES; v++)
        if (f->deforms[v] == HONE_DEFORM_SDEF) {
            hone_influence *in = &f->influences[f->begin[v]];
            if (v % 2)
                in[1].slot = in[0].slot;
            else
                in[0].weight = 0, in[1].weight = 1;
        }
    hone_skin_release(f->skin);
    f->skin = hone_skin_compile(&f->desc, NULL);
    run(f, HONE_SKIN_AUTO, &as_sdef);
    run(f, HONE_SKIN_LINEAR, &as_linear);
    for (int v = 0; v < VERTICES; v++)
        if (f->deforms[v] == HONE_DEFORM_SDEF)
            check_near3(as_sdef.positions[v], as_linear.positions[v], 0);
}

static void methods_differ_only_where_they_should(void **state)
{
    fixture *f = *state;
    skinned automatic, linear;
    run(f, HONE_SKIN_AUTO, &automatic);
    run(f, HONE_SKIN_LINEAR, &linear);
    for (int v = 0; v < VERTICES; v++) {
        bool same = memcmp(automatic.positions[v], linear.positions[v], sizeof automatic.positions[v]) == 0;
        CHECK(same == (f->deforms[v] != HONE_DEFORM_SDEF && f->deforms[v] != HONE_DEFORM_QDEF));
    }
}

/* ---- weights without normalisation ----------------------------------------------------------------------------- */

/* Skins one vertex at (1, 2, 3) with the given influences; slot s moves by (10 s, 0, 0). */
static void skin_one(const hone_influence *influences, uint32_t count, float out[3])
{
    float rest[3] = {1, 2, 3};
    uint32_t begin[2] = {0, count};
    hone_affine matrices[3] = {HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY};
    for (int s = 0; s < 3; s++) matrices[s].m[0][3] = 10.0f * (float)s;
    hone_palette palette = {.slot_count = 3, .affine = matrices};
    hone_skin_desc desc = {.vertex_count = 1,
                           .slot_count = 3,
                           .positions = {rest, 1, sizeof rest},
                           .influence_begin = begin,
                           .influences = count ? influences : NULL};
    hone_skin *skin = hone_skin_compile(&desc, NULL);
    hone_skin_job job = {.palette = &palette, .positions = {out, 1, 12}};
    CHECK(skin != NULL);
    CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
    hone_skin_release(skin);
}

static void weights_are_not_normalised(void **state)
{
    (void)state;
    float out[3], want[3] = {0.5f + 2.5f, 1, 1.5f};
    skin_one((hone_influence[]){{0, 0.25f}, {1, 0.25f}}, 2, out);
    check_near3(out, want, 1e-6);
}

static void repeated_slots_and_zero_weights_do_not_matter(void **state)
{
    (void)state;
    float out[3], want[3] = {1 + 10, 2, 3};
    hone_influence influences[] = {{1, 0.25f}, {HONE_NONE, 0}, {0, 0.25f}, {2, 0}, {2, 0.25f}, {1, 0.25f}};
    skin_one(influences, 6, out);
    check_near3(out, want, 1e-6);
}

static void weights_that_are_no_numbers_count_as_zero(void **state)
{
    (void)state;
    float out[3], want[3] = {11, 2, 3};
    skin_one((hone_influence[]){{2, NAN}, {1, 1}, {HONE_NONE, INFINITY}}, 3, out);
    check_near3(out, want, 0);
}

static void vertices_without_influences_stay(void **state)
{
    (void)state;
    float out[3], want[3] = {1, 2, 3};
    skin_one(NULL, 0, out);
    check_near3(out, want, 0);
    skin_one((hone_influence[]){{1, 0}, {2, 0}}, 2, out);
    check_near3(out, want, 0);
    skin_one((hone_influence[]){{1, 0.5f}, {1, -0.5f}}, 2, out);
    check_near3(out, want, 0);
}

TEST_GROUP(test_skin)
{
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(bind_pose_leaves_vertices_where_they_were),
        WITH_FIXTURE(rigid_motion_of_all_slots_moves_every_vertex_by_it),
        WITH_FIXTURE(equal_slots_make_weights_irrelevant),
        WITH_FIXTURE(one_influence_is_the_same_by_every_method),
        WITH_FIXTURE(signs_of_dual_quaternions_change_nothing),
        WITH_FIXTURE(linear_blends_stay_in_the_convex_hull),
        WITH_FIXTURE(order_of_influences_does_not_show),
        cmocka_unit_test(normals_follow_the_cofactors_of_a_scaled_slot),
        cmocka_unit_test(normals_of_a_reflection_point_outwards),
        cmocka_unit_test(normals_are_never_without_length),
        cmocka_unit_test(opposite_twists_keep_their_radius_by_dual_quaternions_alone),
        WITH_FIXTURE(every_kernel_agrees_with_the_double_reference),
        WITH_FIXTURE(every_kernel_agrees_where_slots_are_scaled),
        cmocka_unit_test(scaled_and_rigid_slots_take_turns),
        WITH_FIXTURE(sdef_of_one_bone_is_linear),
        WITH_FIXTURE(methods_differ_only_where_they_should),
        cmocka_unit_test(weights_are_not_normalised),
        cmocka_unit_test(repeated_slots_and_zero_weights_do_not_matter),
        cmocka_unit_test(weights_that_are_no_numbers_count_as_zero),
        cmocka_unit_test(vertices_without_influences_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
