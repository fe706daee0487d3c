#include "support/reference/reference_skin.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/skin.h>
#include <string.h>

enum { SLOTS = 24, VERTICES = 211, MOST_INFLUENCES = 12 }; /* 211 is not a multiple of any vector width */
static const float SIZE = 10;                              /* vertices are inside it */

/* A mesh with all kinds and random influences, and a pose. */
typedef struct fixture {
    float positions[VERTICES][3], normals[VERTICES][3];
    uint8_t deforms[VERTICES];
    uint32_t begin[VERTICES + 1];
    hone_influence influences[VERTICES * MOST_INFLUENCES];
    hone_sdef sdefs[VERTICES];
    hone_skin_desc desc;
    hone_affine affine[SLOTS], cofactor[SLOTS];
    hone_dual_quaternion duals[SLOTS];
    hone_palette palette;
    hone_skin *skin;
    test_random random;
} fixture;

typedef struct skinned {
    float positions[VERTICES][3], normals[VERTICES][3];
} skinned;

static void random_vector(test_random *random, float size, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = test_random_float(random, -size, size);
}

/* count influences with different slots and sum 1 */
static void add_influences(fixture *f, uint32_t vertex, uint32_t count)
{
    hone_influence *in = &f->influences[f->begin[vertex]];
    uint32_t first = test_random_u32(&f->random) % SLOTS;
    float sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        in[i] = (hone_influence){(int32_t)((first + i * 5) % SLOTS), test_random_float(&f->random, 0.05f, 1)};
        sum += in[i].weight;
    }
    for (uint32_t i = 0; i < count; i++) in[i].weight /= sum;
    f->begin[vertex + 1] = f->begin[vertex] + count;
}

static uint32_t random_count(fixture *f, uint8_t deform)
{
    switch (deform) {
    case HONE_DEFORM_BDEF1:
        return 1;
    case HONE_DEFORM_BDEF2:
    case HONE_DEFORM_SDEF:
        return 2;
    case HONE_DEFORM_LINEAR:
        return test_random_u32(&f->random) % (MOST_INFLUENCES + 1);
    default:
        return 4;
    }
}

static void make_mesh(fixture *f)
{
    for (uint32_t v = 0; v < VERTICES; v++) {
        random_vector(&f->random, SIZE, f->positions[v]);
        random_vector(&f->random, 1, f->normals[v]);
        f->deforms[v] = (uint8_t)(test_random_u32(&f->random) % HONE_DEFORM_COUNT);
        add_influences(f, v, random_count(f, f->deforms[v]));
        if (f->deforms[v] != HONE_DEFORM_SDEF)
            continue;
        hone_sdef *sdef = &f->sdefs[f->desc.sdef_count++];
        sdef->vertex = v;
        random_vector(&f->random, SIZE, sdef->c);
        random_vector(&f->random, SIZE, sdef->r0);
        random_vector(&f->random, SIZE, sdef->r1);
    }
    f->desc.vertex_count = VERTICES;
    f->desc.slot_count = SLOTS;
    f->desc.positions = (hone_stream){f->positions, VERTICES, sizeof *f->positions};
    f->desc.normals = (hone_stream){f->normals, VERTICES, sizeof *f->normals};
    f->desc.deforms = f->deforms;
    f->desc.influence_begin = f->begin;
    f->desc.influences = f->influences;
    f->desc.sdefs = f->sdefs;
}

static hone_affine random_rigid(test_random *random)
{
    float q[4], t[3];
    test_random_quat(random, q);
    random_vector(random, SIZE, t);
    return hone_affine_from_rotation(q, t);
}

/* Slots without bones, so the palette is exactly the given matrices. */
static void set_palette(fixture *f, const hone_affine matrices[SLOTS])
{
    hone_slot slots[SLOTS];
    for (int s = 0; s < SLOTS; s++) slots[s] = (hone_slot){HONE_NONE, matrices[s]};
    f->palette = (hone_palette){.slot_count = SLOTS, .affine = f->affine, .cofactor = f->cofactor, .duals = f->duals};
    hone_palette_build(slots, NULL, 0, &f->palette);
}

static void set_every_slot(fixture *f, hone_affine matrix)
{
    hone_affine matrices[SLOTS];
    for (int s = 0; s < SLOTS; s++) matrices[s] = matrix;
    set_palette(f, matrices);
}

static void set_random_pose(fixture *f)
{
    hone_affine matrices[SLOTS];
    for (int s = 0; s < SLOTS; s++) matrices[s] = random_rigid(&f->random);
    set_palette(f, matrices);
}

static int setup(void **state)
{
    fixture *f = test_calloc(1, sizeof *f);
    f->random.state = 7;
    make_mesh(f);
    set_random_pose(f);
    f->skin = hone_skin_compile(&f->desc, NULL);
    *state = f;
    return f->skin ? 0 : -1;
}

static int teardown(void **state)
{
    fixture *f = *state;
    hone_skin_release(f->skin);
    test_free(f);
    return 0;
}

static hone_skin_job job_of(fixture *f, hone_skin_method method, skinned *out)
{
    return (hone_skin_job){.palette = &f->palette,
                           .positions = {out->positions, VERTICES, sizeof *out->positions},
                           .normals = {out->normals, VERTICES, sizeof *out->normals},
                           .method = method};
}

static void run(fixture *f, hone_skin_method method, skinned *out)
{
    hone_skin_job job = job_of(f, method, out);
    hone_error error = {0};
    if (!hone_skin_run_on(NULL, f->skin, &job, &error))
        fail_msg("%s", error.message);
}

static void check_near3(const float got[3], const float want[3], double tolerance)
{
    for (int i = 0; i < 3; i++) CHECK_NEAR(got[i], want[i], tolerance);
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

/* ---- properties ---------------------------------------------------------------------------------------------- */

static const hone_skin_method METHODS[] = {HONE_SKIN_AUTO, HONE_SKIN_LINEAR, HONE_SKIN_DUAL_QUATERNION};

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

/* ---- streams and ranges -------------------------------------------------------------------------------------- */

enum { GUARD = 0xA5 };

static void streams_may_have_any_stride_of_whole_floats_and_any_alignment(void **state)
{
    fixture *f = *state;
    enum { STRIDE = 28, OFFSET = 3 };
    static uint8_t rest[VERTICES * STRIDE + OFFSET], positions[VERTICES * STRIDE + OFFSET], normals[sizeof positions];
    memset(positions, GUARD, sizeof positions);
    memset(normals, GUARD, sizeof normals);
    for (size_t v = 0; v < VERTICES; v++) memcpy(rest + OFFSET + v * STRIDE, f->positions[v], sizeof f->positions[v]);
    skinned want;
    run(f, HONE_SKIN_AUTO, &want);
    hone_skin_release(f->skin);
    f->desc.positions = (hone_stream){rest + OFFSET, VERTICES, STRIDE};
    f->skin = hone_skin_compile(&f->desc, NULL);
    hone_skin_job job = {.palette = &f->palette,
                         .positions = {positions + OFFSET, VERTICES, STRIDE},
                         .normals = {normals + OFFSET, VERTICES, STRIDE}};
    CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    for (size_t v = 0; v < VERTICES; v++) {
        const uint8_t *p = positions + OFFSET + v * STRIDE, *n = normals + OFFSET + v * STRIDE;
        float position[3], normal[3];
        memcpy(position, p, sizeof position), memcpy(normal, n, sizeof normal);
        check_near3(position, want.positions[v], 1e-6 * SIZE); /* dense streams use other loops */
        check_near3(normal, want.normals[v], 1e-6);
        for (size_t i = 12; i < (v + 1 < VERTICES ? STRIDE : STRIDE - OFFSET); i++)
            CHECK(p[i] == GUARD && n[i] == GUARD);
    }
    for (int i = 0; i < OFFSET; i++) CHECK(positions[i] == GUARD && normals[i] == GUARD);
}

static void ranges_write_their_vertices_alone_and_add_up_to_the_whole(void **state)
{
    fixture *f = *state;
    skinned whole, parts;
    run(f, HONE_SKIN_AUTO, &whole);
    memset(&parts, GUARD, sizeof parts);
    hone_skin_job job = job_of(f, HONE_SKIN_AUTO, &parts);
    const uint32_t *lanes = hone_skin_lanes(f->skin), blocks = hone_skin_block_count(f->skin);
    for (uint32_t begin = 0, end; begin < blocks; begin = end) {
        end = begin + 1 + test_random_u32(&f->random) % 3;
        end = end < blocks ? end : blocks;
        CHECK(hone_skin_run(f->skin, &job, begin, end, NULL));
        for (uint32_t v = 0; v < VERTICES; v++)
            for (size_t i = 0; lanes[v] / HONE_SKIN_LANES >= end && i < sizeof *parts.positions; i++)
                CHECK(((uint8_t *)parts.positions[v])[i] == GUARD && ((uint8_t *)parts.normals[v])[i] == GUARD);
    }
    CHECK(memcmp(&whole, &parts, sizeof whole) == 0);
}

static void positions_and_normals_may_be_had_alone(void **state)
{
    fixture *f = *state;
    skinned both, one;
    run(f, HONE_SKIN_AUTO, &both);
    memset(&one, GUARD, sizeof one);
    hone_skin_job job = job_of(f, HONE_SKIN_AUTO, &one);
    job.normals.data = NULL;
    CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    for (int v = 0; v < VERTICES; v++) check_near3(one.positions[v], both.positions[v], 1e-6 * SIZE);
    CHECK(*(uint8_t *)one.normals == GUARD);
    job = job_of(f, HONE_SKIN_AUTO, &one);
    job.positions = (hone_stream){0};
    memset(one.positions, GUARD, sizeof one.positions);
    CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    for (int v = 0; v < VERTICES; v++) check_near3(one.normals[v], both.normals[v], 1e-6);
    CHECK(*(uint8_t *)one.positions == GUARD);
}

static void thread_counts_do_not_show(void **state)
{
    fixture *f = *state;
    skinned want;
    run(f, HONE_SKIN_AUTO, &want);
    for (uint32_t threads = 1; threads <= 5; threads++) {
        skinned got;
        hone_skin_job job = job_of(f, HONE_SKIN_AUTO, &got);
        hone_workers *workers = hone_workers_create(threads, NULL, NULL);
        CHECK(workers != NULL);
        CHECK(hone_skin_run_on(workers, f->skin, &job, NULL));
        hone_workers_destroy(workers);
        CHECK(memcmp(&want, &got, sizeof want) == 0);
    }
}

/* ---- refusals ------------------------------------------------------------------------------------------------ */

static void expect_refusal(const hone_skin_desc *desc, uint64_t at)
{
    hone_error error = {0};
    CHECK(hone_skin_compile(desc, &error) == NULL);
    CHECK(error.code == HONE_ERROR_ARGUMENT && error.at == at && error.message[0]);
}

static void compile_rejects_what_it_cannot_use(void **state)
{
    fixture *f = *state;
    hone_skin_desc desc = f->desc;
    CHECK(hone_skin_compile(NULL, NULL) == NULL);
    CHECK(hone_skin_compile_mesh(NULL, NULL, NULL) == NULL);

    uint32_t v = 100;
    while (f->begin[v] == f->begin[v + 1]) v++;
    hone_influence *in = &f->influences[f->begin[v]], kept = *in;
    in->slot = SLOTS;
    expect_refusal(&desc, v);
    in->slot = HONE_NONE;
    expect_refusal(&desc, v);
    *in = kept;

    uint32_t begin = f->begin[50];
    f->begin[50] = f->begin[51] + 1;
    expect_refusal(&desc, 50);
    f->begin[50] = begin;

    uint8_t deform = f->deforms[20];
    f->deforms[20] = HONE_DEFORM_COUNT;
    expect_refusal(&desc, 20);
    f->deforms[20] = deform;

    desc.normals.count = VERTICES - 1;
    expect_refusal(&desc, 0);
    desc = f->desc;
    desc.influences = NULL;
    expect_refusal(&desc, 0);
}

static void compile_rejects_sdef_vertices_without_their_points(void **state)
{
    fixture *f = *state;
    hone_skin_desc desc = f->desc;
    uint32_t last = f->sdefs[desc.sdef_count - 1].vertex;
    desc.sdef_count--;
    expect_refusal(&desc, last);
    desc.sdef_count++;
    f->deforms[last] = HONE_DEFORM_BDEF2;
    expect_refusal(&desc, last);
}

static void expect_job_refused(fixture *f, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    hone_error error = {0};
    CHECK(!hone_skin_run(f->skin, job, begin, end, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && error.message[0]);
}

static void run_refuses_and_writes_nothing(void **state)
{
    fixture *f = *state;
    skinned out, untouched;
    memset(&out, GUARD, sizeof out);
    memset(&untouched, GUARD, sizeof untouched);
    const hone_skin_job good = job_of(f, HONE_SKIN_AUTO, &out);
    hone_palette palette = f->palette;
    palette.rigid = false;
    hone_skin_job job = good;
    job.kernel = "abacus";
    expect_job_refused(f, &job, 0, 1);
    job = good, job.positions.count--;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.normals.count--;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.positions.stride = 11;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.method = (hone_skin_method)7;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.palette = NULL;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.palette = &palette;
    palette.slot_count--;
    expect_job_refused(f, &job, 0, 1);
    palette.slot_count++, palette.affine = NULL;
    expect_job_refused(f, &job, 0, 1);
    palette.affine = f->affine, palette.cofactor = NULL;
    expect_job_refused(f, &job, 0, 1);
    palette.cofactor = f->cofactor, palette.duals = NULL;
    expect_job_refused(f, &job, 0, 1);
    expect_job_refused(f, &good, 0, hone_skin_block_count(f->skin) + 1);
    expect_job_refused(f, &good, 2, 1);
    CHECK(memcmp(&out, &untouched, sizeof out) == 0);
}

static void run_needs_no_more_than_it_says(void **state)
{
    fixture *f = *state;
    skinned out;
    for (int m = 0; m < 3; m++) {
        uint32_t needs = hone_skin_needs(f->skin, METHODS[m]);
        hone_palette palette = {.slot_count = SLOTS};
        palette.affine = needs & HONE_SKIN_NEEDS_AFFINE ? f->affine : NULL;
        palette.cofactor = needs & HONE_SKIN_NEEDS_COFACTOR ? f->cofactor : NULL;
        palette.duals = needs & HONE_SKIN_NEEDS_DUALS ? f->duals : NULL;
        hone_skin_job job = job_of(f, METHODS[m], &out);
        job.palette = &palette;
        CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    }
    CHECK(hone_skin_needs(f->skin, HONE_SKIN_DUAL_QUATERNION) == HONE_SKIN_NEEDS_DUALS);
    CHECK(!(hone_skin_needs(f->skin, HONE_SKIN_LINEAR) & HONE_SKIN_NEEDS_DUALS));
}

static void the_scalar_kernel_is_last_and_always_there(void **state)
{
    (void)state;
    const char *last = NULL, *name;
    bool available = false;
    for (uint32_t k = 0; (name = hone_skin_kernel_name(k, &available)); k++) last = name;
    assert_string_equal(last, "scalar");
    CHECK(available && hone_skin_kernel_name(0, NULL) && !hone_skin_kernel_name(UINT32_MAX, NULL));
}

static void a_skin_lives_until_its_last_release(void **state)
{
    fixture *f = *state;
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    f->desc.allocator = &allocator.allocator;
    hone_skin *skin = hone_skin_compile(&f->desc, NULL);
    CHECK(hone_skin_retain(skin) == skin && hone_skin_retain(NULL) == NULL);
    hone_skin_release(skin);
    CHECK(allocator.live > 0 && hone_skin_vertex_count(skin) == VERTICES);
    hone_skin_release(skin);
    hone_skin_release(NULL);
    CHECK(allocator.live == 0);
}

static void compile_survives_every_failed_allocation(void **state)
{
    fixture *f = *state;
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator allocator;
        test_allocator_make(&allocator, n);
        f->desc.allocator = &allocator.allocator;
        hone_error error = {0};
        hone_skin *skin = hone_skin_compile(&f->desc, &error);
        done = skin != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_skin_release(skin);
        CHECK(allocator.live == 0);
    }
}

static void an_empty_mesh_is_fine(void **state)
{
    (void)state;
    hone_mesh mesh = {0};
    hone_palette palette = {0};
    hone_skin_job job = {.palette = &palette};
    hone_skin *skin = hone_skin_compile_mesh(&mesh, NULL, NULL);
    CHECK(skin && hone_skin_vertex_count(skin) == 0);
    CHECK(hone_skin_run(skin, &job, 0, 0, NULL));
    hone_skin_release(skin);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

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
        WITH_FIXTURE(streams_may_have_any_stride_of_whole_floats_and_any_alignment),
        WITH_FIXTURE(ranges_write_their_vertices_alone_and_add_up_to_the_whole),
        WITH_FIXTURE(positions_and_normals_may_be_had_alone),
        WITH_FIXTURE(thread_counts_do_not_show),
        WITH_FIXTURE(compile_rejects_what_it_cannot_use),
        WITH_FIXTURE(compile_rejects_sdef_vertices_without_their_points),
        WITH_FIXTURE(run_refuses_and_writes_nothing),
        WITH_FIXTURE(run_needs_no_more_than_it_says),
        cmocka_unit_test(the_scalar_kernel_is_last_and_always_there),
        WITH_FIXTURE(a_skin_lives_until_its_last_release),
        WITH_FIXTURE(compile_survives_every_failed_allocation),
        cmocka_unit_test(an_empty_mesh_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
