/* Boxes and spheres of poses contain every vertex, wherever a kernel puts it, and are not much larger. */
#include "support/make/skin_mesh.h"
#include "support/skin/skin_run.h"
#include "support/support.h"
#include <hone/bounds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is measured ---- */

typedef struct measured {
    hone_bounds box;
    hone_bounding_sphere sphere;
} measured;

static hone_skin_bounds *create(const hone_skin_desc *mesh, const hone_morph *morphs, uint32_t count)
{
    hone_error error = {0};
    hone_skin_bounds *out = hone_skin_bounds_create(&(hone_skin_bounds_desc){mesh, morphs, count}, &error);
    if (!out)
        fail_msg("%s", error.message);
    return out;
}

/* How far from their vertices the centres of rotation of the measured skin are, at most. */
static float centre_reach;

static measured pose(const hone_skin_bounds *bounds, const hone_palette *palette, const float *morphs,
                     hone_skin_method method)
{
    measured out;
    hone_error error = {0};
    const hone_bounds_job job = {.palette = palette,
                                 .morphs = morphs,
                                 .method = method,
                                 .reach = centre_reach,
                                 .box = &out.box,
                                 .sphere = &out.sphere};
    if (!hone_skin_bounds_pose(bounds, &job, &error))
        fail_msg("%s", error.message);
    return out;
}

static void check_contains(const measured *m, const float p[3], const char *what)
{
    for (int i = 0; i < 3; i++)
        if (!(p[i] >= m->box.min[i] && p[i] <= m->box.max[i]))
            fail_msg("%s: %g is not in %g .. %g", what, (double)p[i], (double)m->box.min[i], (double)m->box.max[i]);
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += ((double)p[i] - (double)m->sphere.centre[i]) * ((double)p[i] - (double)m->sphere.centre[i]);
    if (!(sqrt(square) <= (double)m->sphere.radius))
        fail_msg("%s: %g from the centre of a sphere of %g", what, sqrt(square), (double)m->sphere.radius);
}

/* ---- any mesh in any pose ---- */

enum { MORPHS = 5, MORPH_VERTICES = 6 };

typedef struct morph_set {
    hone_morph morphs[MORPHS];
    hone_morph_vertex offsets[MORPHS][MORPH_VERTICES];
    float weights[MORPHS];
} morph_set;

/* Some vertices are named twice. Weights are of either sign. One morph is of another kind. */
static void make_morphs(uint32_t vertices, uint64_t seed, morph_set *out)
{
    test_random random = {seed};
    memset(out, 0, sizeof *out);
    for (uint32_t m = 0; m < MORPHS; m++) {
        for (uint32_t i = 0; i < MORPH_VERTICES; i++) {
            hone_morph_vertex *o = &out->offsets[m][i];
            o->vertex = test_random_u32(&random) % (m == 2 && vertices > 20 ? 20 : vertices);
            for (int k = 0; k < 3; k++) o->offset[k] = test_random_float(&random, -3, 3);
        }
        out->morphs[m] = (hone_morph){.name = "m",
                                      .english_name = "",
                                      .kind = HONE_MORPH_VERTEX,
                                      .count = MORPH_VERTICES,
                                      .u.vertices = out->offsets[m]};
        out->weights[m] = m == 4 ? 0 : test_random_float(&random, -1, 2);
    }
    static const hone_morph_child child = {1, 1};
    out->morphs[3] =
        (hone_morph){.name = "g", .english_name = "", .kind = HONE_MORPH_GROUP, .count = 1, .u.children = &child};
}

static void apply_morphs(const morph_set *set, float (*positions)[3])
{
    for (uint32_t m = 0; m < MORPHS; m++)
        for (uint32_t i = 0; set->morphs[m].kind == HONE_MORPH_VERTEX && i < set->morphs[m].count; i++)
            for (int k = 0; k < 3; k++)
                positions[set->offsets[m][i].vertex][k] += set->weights[m] * set->offsets[m][i].offset[k];
}

/* Skins by a kernel and checks each vertex. */
static void check_kernel(const hone_skin *skin, const measured *m, const hone_palette *palette, hone_skin_method method,
                         const char *kernel)
{
    uint32_t count = hone_skin_vertex_count(skin);
    float(*out)[3] = calloc(count, sizeof *out);
    hone_skin_job job = {.palette = palette, .positions = {out, count, sizeof *out}, .method = method};
    char what[64];
    skin_run(kernel, skin, &job, 0, hone_skin_block_count(skin));
    for (uint32_t v = 0; v < count; v++) {
        snprintf(what, sizeof what, "%s, method %d, vertex %u", kernel, (int)method, v);
        check_contains(m, out[v], what);
    }
    free(out);
}

/* Rotations by at most 60 degrees, near the origin: here the bound of dual quaternions is close. */
static void gentle_palette(uint64_t seed, skin_palette *out)
{
    test_random random = {seed};
    hone_affine matrices[SKIN_SLOTS];
    for (uint32_t s = 0; s < SKIN_SLOTS; s++) {
        float axis[3], q[4], t[3], half = test_random_float(&random, 0, 0.52f);
        for (int i = 0; i < 3; i++) axis[i] = test_random_float(&random, 0.1f, 1);
        CHECK(hone_vec3_normalise(axis, axis));
        for (int i = 0; i < 3; i++) q[i] = sinf(half) * (s & 1u << i ? axis[i] : -axis[i]), t[i] = axis[i];
        q[3] = cosf(half);
        matrices[s] = hone_affine_from_rotation(q, t);
    }
    skin_palette_make_of((const hone_affine *)matrices, out);
}

static void check_mesh(const skin_recipe *recipe, uint64_t seed, bool finite)
{
    skin_mesh mesh;
    morph_set morphs;
    skin_mesh_make(recipe, &mesh);
    make_morphs(recipe->vertices, seed, &morphs);
    hone_skin_bounds *bounds = create(&mesh.desc, morphs.morphs, MORPHS);
    hone_skin *at_rest = skin_mesh_compile(&mesh);
    centre_reach = hone_skin_reach(at_rest, HONE_SKIN_CENTRES);
    hone_skin_release(at_rest);
    apply_morphs(&morphs, mesh.positions);
    hone_skin *skin = skin_mesh_compile(&mesh);
    for (int p = 0; p <= SKIN_POSE_COUNT; p++) {
        skin_palette palette;
        if (p < SKIN_POSE_COUNT)
            skin_palette_make((skin_pose)p, seed + (uint64_t)p, &palette);
        else
            gentle_palette(seed, &palette);
        for (int method = HONE_SKIN_AUTO; method <= HONE_SKIN_CENTRES; method++) {
            measured m = pose(bounds, &palette.palette, morphs.weights, (hone_skin_method)method);
            CHECK(!finite || isfinite(m.sphere.radius));
            const char *kernel;
            for (uint32_t k = 0; (kernel = skin_kernel(k)) != NULL; k++)
                check_kernel(skin, &m, &palette.palette, (hone_skin_method)method, kernel);
        }
        skin_palette_release(&palette);
    }
    hone_skin_release(skin);
    hone_skin_bounds_destroy(bounds);
    skin_mesh_release(&mesh);
}

static void every_vertex_is_inside(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        check_mesh(&(skin_recipe){seed, 300, 0, 4, 20, SKIN_WEIGHTS_WHOLE, true}, seed, true);
        check_mesh(&(skin_recipe){seed, 300, 1, 2, 3, SKIN_WEIGHTS_WHOLE, true}, seed, true);
        check_mesh(&(skin_recipe){seed, 200, 1, 12, 5, SKIN_WEIGHTS_WHOLE, true}, seed, true);
    }
}

/* With few vertices nothing else makes the box large enough by chance. */
static void the_vertices_of_small_meshes_are_inside(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint32_t vertices = 1 + (uint32_t)seed % 3, most = 2 + (uint32_t)seed % 3;
        check_mesh(&(skin_recipe){seed, vertices, 1, most, 1, SKIN_WEIGHTS_WHOLE, true}, seed, true);
        check_mesh(&(skin_recipe){seed, vertices, 1, most, 1, SKIN_WEIGHTS_ODD, true}, seed, false);
    }
    for (uint64_t seed = 1; seed <= 50; seed++)
        check_mesh(&(skin_recipe){seed, 1, 9, 12, 1, SKIN_WEIGHTS_WHOLE, true}, seed, true);
}

/* Negative weights, sums far from 1. By dual quaternions such a vertex may be anywhere: the box is then infinite. */
static void odd_weights_are_inside_too(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        check_mesh(&(skin_recipe){seed, 200, 0, 4, 5, SKIN_WEIGHTS_ODD, true}, seed, false);
}

/* ---- exact cases ---- */

typedef struct points {
    float positions[8][3];
    uint32_t begin[9];
    hone_influence influences[8];
    hone_skin_desc desc;
} points;

/* The corners of a beam of 10 x 2 x 2 that is turned by 45 degrees about z. */
static points make_beam(void)
{
    points out = {.desc = {.vertex_count = 8, .slot_count = 1}};
    for (uint32_t i = 0; i < 8; i++) {
        float x = i & 1 ? 5.0f : -5.0f, y = i & 2 ? 1.0f : -1.0f, h = 0.70710678f;
        hone_vec3_set(h * (x - y), h * (x + y), i & 4 ? 1 : -1, out.positions[i]);
        out.influences[i] = (hone_influence){0, 1};
        out.begin[i + 1] = i + 1;
    }
    return out;
}

static hone_skin_desc desc_of(points *p)
{
    hone_skin_desc desc = p->desc;
    desc.positions = (hone_stream){p->positions, 8, sizeof *p->positions};
    desc.influence_begin = p->begin, desc.influences = p->influences;
    return desc;
}

/* Turned back by 45 degrees, the beam is along x: its box is exact, because the box at rest is along the beam. */
static void boxes_at_rest_follow_the_shape(void **state)
{
    (void)state;
    points beam = make_beam();
    hone_skin_desc desc = desc_of(&beam);
    hone_skin_bounds *bounds = create(&desc, NULL, 0);
    float q[4] = {0, 0, -0.38268343f, 0.92387953f}, t[3] = {3, 0, 0};
    hone_affine matrix = hone_affine_from_rotation(q, t);
    hone_palette palette = {.slot_count = 1, .affine = &matrix};
    measured m = pose(bounds, &palette, NULL, HONE_SKIN_AUTO);
    const float low[3] = {-2, -1, -1}, high[3] = {8, 1, 1};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(m.box.min[i], low[i], 2e-4);
        CHECK_NEAR(m.box.max[i], high[i], 2e-4);
    }
    CHECK_NEAR(m.sphere.centre[0], 3, 1e-4);
    CHECK_NEAR(m.sphere.radius, sqrtf(27), 5e-4);
    hone_skin_bounds_destroy(bounds);
}

static void a_number_that_is_not_finite_makes_them_infinite(void **state)
{
    (void)state;
    points beam = make_beam();
    hone_skin_desc desc = desc_of(&beam);
    hone_skin_bounds *bounds = create(&desc, NULL, 0);
    for (int i = 0; i < 12; i++) {
        hone_affine matrix = HONE_AFFINE_IDENTITY;
        matrix.m[i / 4][i % 4] = i & 1 ? NAN : INFINITY;
        measured m = pose(bounds, &(hone_palette){.slot_count = 1, .affine = &matrix}, NULL, HONE_SKIN_AUTO);
        for (int k = 0; k < 3; k++) CHECK(m.box.min[k] == -INFINITY && m.box.max[k] == INFINITY);
        CHECK(m.sphere.radius == INFINITY);
    }
    hone_skin_bounds_destroy(bounds);
    beam.positions[3][1] = NAN;
    bounds = create(&desc, NULL, 0);
    hone_affine still = HONE_AFFINE_IDENTITY;
    measured m = pose(bounds, &(hone_palette){.slot_count = 1, .affine = &still}, NULL, HONE_SKIN_AUTO);
    CHECK(m.box.max[0] == INFINITY && m.sphere.radius == INFINITY);
    hone_skin_bounds_destroy(bounds);
}

static void without_vertices_they_are_empty(void **state)
{
    (void)state;
    hone_skin_bounds *bounds = create(&(hone_skin_desc){0}, NULL, 0);
    measured m = pose(bounds, &(hone_palette){0}, NULL, HONE_SKIN_DUAL_QUATERNION);
    CHECK(m.box.min[0] > m.box.max[0] && m.sphere.radius < 0);
    hone_skin_bounds_destroy(bounds);
}

/* ---- mistakes, memory ---- */

static void mistakes_are_told(void **state)
{
    (void)state;
    points beam = make_beam();
    hone_skin_desc desc = desc_of(&beam);
    hone_skin_bounds *bounds = create(&desc, NULL, 0);
    hone_affine still = HONE_AFFINE_IDENTITY;
    hone_palette palette = {.slot_count = 1, .affine = &still};
    hone_bounds_job job = {.palette = &palette, .method = HONE_SKIN_DUAL_QUATERNION};
    hone_error error = {0};
    CHECK(!hone_skin_bounds_pose(NULL, &job, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_skin_bounds_pose(bounds, NULL, NULL));
    CHECK(!hone_skin_bounds_pose(bounds, &job, &error)); /* no duals */
    job.method = HONE_SKIN_AUTO;
    CHECK(hone_skin_bounds_pose(bounds, &job, &error)); /* nothing is wanted */
    palette.slot_count = 0;
    CHECK(!hone_skin_bounds_pose(bounds, &job, &error) && strstr(error.message, "slots"));
    hone_skin_bounds_destroy(bounds);

    CHECK(!hone_skin_bounds_create(NULL, &error) && !hone_skin_bounds_create(&(hone_skin_bounds_desc){0}, &error));
    const hone_morph_vertex offset = {8, {0, 0, 0}};
    const hone_morph morph = {
        .name = "", .english_name = "", .kind = HONE_MORPH_VERTEX, .count = 1, .u.vertices = &offset};
    CHECK(!hone_skin_bounds_create(&(hone_skin_bounds_desc){&desc, &morph, 1}, &error) &&
          strstr(error.message, "morph"));
    beam.influences[2].slot = 7;
    CHECK(!hone_skin_bounds_create(&(hone_skin_bounds_desc){&desc, NULL, 0}, &error) && strstr(error.message, "slot"));
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    skin_mesh mesh;
    morph_set morphs;
    skin_mesh_make(&(skin_recipe){7, 100, 0, 4, 5, SKIN_WEIGHTS_WHOLE, true}, &mesh);
    make_morphs(100, 7, &morphs);
    for (uint64_t fail_at = 0;; fail_at++) {
        test_allocator allocator;
        hone_error error = {0};
        test_allocator_make(&allocator, fail_at);
        mesh.desc.allocator = &allocator.allocator;
        hone_skin_bounds *bounds =
            hone_skin_bounds_create(&(hone_skin_bounds_desc){&mesh.desc, morphs.morphs, MORPHS}, &error);
        bool ok = bounds != NULL;
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
        hone_skin_bounds_destroy(bounds);
        CHECK(allocator.live == 0 && fail_at < 200);
        if (ok)
            break;
    }
    skin_mesh_release(&mesh);
}

TEST_GROUP(test_skin_bounds)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_is_inside),
        cmocka_unit_test(the_vertices_of_small_meshes_are_inside),
        cmocka_unit_test(odd_weights_are_inside_too),
        cmocka_unit_test(boxes_at_rest_follow_the_shape),
        cmocka_unit_test(a_number_that_is_not_finite_makes_them_infinite),
        cmocka_unit_test(without_vertices_they_are_empty),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(every_failed_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
