/* Optimised centres of rotation: where they are, and what they keep of a limb that bends or twists. */
#include "support/make/tube.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/math.h>
#include <hone/skin.h>
#include <stdlib.h>
#include <string.h>

static double sigma_of_reference = 0.1; /* how different weights still count as similar */

/* ---- a surface whose vertices all have several bones ------------------------------------------------------------ */

enum { BONES = 6, SIDE = 9, VERTICES = SIDE * SIDE, INDICES = 6 * (SIDE - 1) * (SIDE - 1) };
#define SIZE 8.0f

typedef struct surface {
    float positions[VERTICES][3];
    hone_influence influences[VERTICES * BONES];
    uint32_t begin[VERTICES + 1], indices[INDICES];
    hone_mesh mesh;
} surface;

static void make_surface(surface *out)
{
    test_random random = {5};
    uint32_t *next = out->indices;
    memset(out, 0, sizeof *out);
    for (uint32_t v = 0; v < VERTICES; v++) {
        const uint32_t column = v % SIDE, line = v / SIDE;
        const float x = (float)column, y = (float)line;
        hone_vec3_set(x + test_random_float(&random, -0.3f, 0.3f), y, test_random_float(&random, -2, 2),
                      out->positions[v]);
        do {
            out->begin[v + 1] = out->begin[v];
            for (int32_t b = 0; b < BONES; b++) {
                const int32_t row = b / 3; /* bones in two rows of three */
                const float dx = x - 4 * (float)(b % 3), dy = y - 8 * (float)row;
                if (test_random_u32(&random) % 3 == 0) /* most have none of a bone that is near */
                    out->influences[out->begin[v + 1]++] = (hone_influence){b, expf(-(dx * dx + dy * dy) / 30)};
            }
        } while (out->begin[v + 1] < out->begin[v] + 2);
        if (column < 2 && line < 2) { /* two triangles whose heaviest weight is 1 in floats */
            out->influences[out->begin[v]] = (hone_influence){0, 1};
            out->influences[out->begin[v] + 1] = (hone_influence){1, 1e-9f};
            out->begin[v + 1] = out->begin[v] + 2;
        }
    }
    for (uint32_t q = 0; q < VERTICES - SIDE; q++) {
        const uint32_t corners[6] = {q, q + 1, q + SIDE, q + 1, q + SIDE + 1, q + SIDE};
        for (int k = 0; k < 6 && q % SIDE != SIDE - 1; k++) *next++ = corners[k];
    }
    out->mesh = (hone_mesh){.vertex_count = VERTICES,
                            .positions = (const float(*)[3])out->positions,
                            .influence_begin = out->begin,
                            .influence_count = out->begin[VERTICES],
                            .influences = out->influences,
                            .slot_count = BONES,
                            .index_count = INDICES,
                            .indices = out->indices};
}

/* ---- the definition -------------------------------------------------------------------------------------------- */

/* The weights of a vertex, or the mean of a triangle's corners, as an array with all slots. */
static void add_weights(const hone_mesh *mesh, uint32_t v, double share, double *out)
{
    double sum = 0;
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
        sum += (double)mesh->influences[i].weight;
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
        out[mesh->influences[i].slot] += share * (double)mesh->influences[i].weight / sum;
}

static double similarity(const double *p, const double *t, uint32_t slots)
{
    double sum = 0;
    for (uint32_t j = 0; j < slots; j++)
        for (uint32_t k = 0; k < slots; k++) {
            const double apart = p[j] * t[k] - p[k] * t[j];
            sum += j == k ? 0
                          : p[j] * p[k] * t[j] * t[k] * exp(-apart * apart / (sigma_of_reference * sigma_of_reference));
        }
    return sum;
}

/* Returns the area of the triangle whose first index is number t. mean: out: the weights of its middle; place: that. */
static double triangle_of(const hone_mesh *mesh, uint32_t t, double *mean, double place[3])
{
    double p[3][3], normal[3];
    for (int k = 0; k < 3; k++) {
        add_weights(mesh, mesh->indices[t + (uint32_t)k], 1.0 / 3, mean);
        for (int i = 0; i < 3; i++) p[k][i] = (double)mesh->positions[mesh->indices[t + (uint32_t)k]][i];
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
        place[i] = (p[0][i] + p[1][i] + p[2][i]) / 3;
    }
    return sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) / 2;
}

/* Le and Hodgins (2016), equation 1, over all triangles. Returns whether the vertex has a centre. */
static bool reference_centre(const hone_mesh *mesh, uint32_t v, double out[3])
{
    double own[BONES] = {0}, sum[4] = {0};
    add_weights(mesh, v, 1, own);
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3) {
        double mean[BONES] = {0}, place[3];
        const double area = triangle_of(mesh, t, mean, place);
        const double mass = area * similarity(own, mean, mesh->slot_count);
        for (int i = 0; i < 3; i++) sum[i] += mass * place[i];
        sum[3] += mass;
    }
    for (int i = 0; i < 3; i++) out[i] = sum[3] > 0 ? sum[i] / sum[3] : (double)mesh->positions[v][i];
    return sum[3] > 0;
}

static void compute(const hone_mesh *mesh, uint32_t grid, hone_workers *workers, float (*out)[3])
{
    test_allocator allocator; /* a test that writes behind an allocation fails */
    test_allocator_make(&allocator, UINT64_MAX);
    const hone_centres_desc desc = {.mesh = mesh, .grid = grid, .workers = workers, .allocator = &allocator.allocator};
    hone_error error = {0};
    if (!hone_centres_compute(&desc, out, &error))
        fail_msg("%s", error.message);
    assert_int_equal(allocator.live, 0);
}

static void centres_are_those_of_the_definition(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 13, .along = 29, .twist_bones = true, .slanted = true}, &t);
    float(*whole)[3] = test_calloc(t.mesh.vertex_count, sizeof *whole),
    (*cells)[3] = test_calloc(t.mesh.vertex_count, sizeof *cells);
    uint32_t with = 0;
    double worst = 0;
    compute(&t.mesh, UINT32_MAX, NULL, whole);
    compute(&t.mesh, 0, NULL, cells);
    for (uint32_t v = 0; v < t.mesh.vertex_count; v++) {
        double want[3];
        with += reference_centre(&t.mesh, v, want);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(whole[v][i], want[i], 2e-6 * TUBE_LENGTH);
            worst = fmax(worst, fabs((double)cells[v][i] - want[i]) / (double)TUBE_LENGTH);
        }
    }
    CHECK(with > t.mesh.vertex_count / 3);
    CHECK(worst <= 0.002); /* measured: see docs/skinning.md */
    print_message("cells: %.2g of the size\n", worst);
    test_free(whole), test_free(cells);
    tube_release(&t);
}

/* The first and the last triangle count, too, and no two vertices have the same bones and weights. */
static void centres_of_a_surface_are_those_of_the_definition(void **state)
{
    (void)state;
    static surface s;
    static float got[VERTICES][3];
    make_surface(&s);
    for (uint32_t parts = 1; parts <= 8;
         parts *= 2) { /* of the triangles; some pairs of bones are in none of them then */
        s.mesh.index_count = INDICES / 3 / parts * 3;
        compute(&s.mesh, UINT32_MAX, NULL, got);
        for (uint32_t v = 0; v < VERTICES; v++) {
            double want[3];
            CHECK(reference_centre(&s.mesh, v, want) || parts > 1);
            for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], want[i], 2e-6 * (double)SIZE);
        }
    }
}

/* A vertex that is nowhere has no part in the centres of others, which stay finite. */
static void centres_are_finite_where_vertices_are(void **state)
{
    (void)state;
    static surface s;
    static float got[VERTICES][3];
    static const float nowhere[] = {INFINITY, -INFINITY, NAN, 3e38f};
    static const uint32_t grids[] = {0, UINT32_MAX};
    make_surface(&s);
    for (int n = 0; n < 4; n++)
        for (int g = 0; g < 2; g++) {
            s.positions[VERTICES / 2][1] = nowhere[n];
            compute(&s.mesh, grids[g], NULL, got);
            for (uint32_t v = 0; v < VERTICES; v++)
                for (int i = 0; i < 3; i++) CHECK(v == VERTICES / 2 || isfinite(got[v][i]));
        }
}

static void centres_are_on_the_axis_and_those_of_one_bone_are_the_vertices(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 16, .along = 31}, &t);
    float(*centres)[3] = test_calloc(t.mesh.vertex_count, sizeof *centres);
    compute(&t.mesh, 0, NULL, centres);
    for (uint32_t v = 0; v < t.mesh.vertex_count; v++) {
        if (t.mesh.influence_begin[v + 1] - t.mesh.influence_begin[v] == 1) {
            assert_memory_equal(centres[v], t.mesh.positions[v], sizeof *centres);
            continue;
        }
        CHECK_NEAR(centres[v][1], 0, 1e-5);
        CHECK_NEAR(centres[v][2], 0, 1e-5);
    }
    test_free(centres);
    tube_release(&t);
}

static void threads_do_not_show(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 20, .along = 60, .twist_bones = true}, &t);
    const size_t size = t.mesh.vertex_count * sizeof(float[3]);
    float(*one)[3] = test_calloc(1, size), (*four)[3] = test_calloc(1, size);
    hone_workers *workers = hone_workers_create(4, NULL, NULL);
    compute(&t.mesh, 0, NULL, one);
    compute(&t.mesh, 0, workers, four);
    assert_memory_equal(one, four, size);
    hone_workers_destroy(workers);
    test_free(one), test_free(four);
    tube_release(&t);
}

static void meshes_that_have_no_surface_keep_their_vertices(void **state)
{
    (void)state;
    tube t;
    float(*centres)[3];
    tube_make(&(tube_desc){.around = 8, .along = 9}, &t);
    centres = test_calloc(t.mesh.vertex_count, sizeof *centres);
    t.mesh.index_count = 2; /* no triangle */
    compute(&t.mesh, 0, NULL, centres);
    assert_memory_equal(centres, t.mesh.positions, t.mesh.vertex_count * sizeof *centres);
    compute(&(hone_mesh){0}, 0, NULL, centres);
    hone_error error = {0};
    CHECK(!hone_centres_compute(NULL, centres, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_centres_compute(&(hone_centres_desc){0}, centres, NULL));
    CHECK(!hone_centres_compute(&(hone_centres_desc){.mesh = &t.mesh}, NULL, NULL));
    test_free(centres);
    tube_release(&t);
}

/* The definition with cells of 1 / grid: all triangles whose weights of two bones lie in one cell count as one with the
 * sum of their masses, at the mean of their weights and places. */
typedef struct dense_cell {
    double mass, a, b, place[3];
} dense_cell;

enum { CELLS = 16 };

static void cells_of_pair(const hone_mesh *mesh, uint32_t j, uint32_t k, uint32_t grid, dense_cell out[CELLS][CELLS])
{
    memset(out, 0, sizeof(dense_cell[CELLS][CELLS]));
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3) {
        double mean[BONES] = {0}, place[3];
        const double area = triangle_of(mesh, t, mean, place);
        const uint32_t row = (uint32_t)fmin(mean[j] * grid, grid - 1),
                       column = (uint32_t)fmin(mean[k] * grid, grid - 1);
        dense_cell *cell = &out[row][column];
        const double mass = area * mean[j] * mean[k];
        cell->mass += mass, cell->a += mass * mean[j], cell->b += mass * mean[k];
        for (int i = 0; i < 3; i++) cell->place[i] += mass * place[i];
    }
}

static void cells_are_means_of_their_triangles(void **state)
{
    (void)state;
    static dense_cell cells[CELLS][CELLS];
    static const uint32_t grids[] = {1, 5, CELLS};
    static surface s;
    static float got[VERTICES][3];
    static double sums[VERTICES][4];
    make_surface(&s);
    for (int g = 0; g < 3; g++) {
        memset(sums, 0, sizeof sums);
        for (uint32_t j = 0; j < BONES; j++)
            for (uint32_t k = j + 1; k < BONES; k++) {
                cells_of_pair(&s.mesh, j, k, grids[g], cells);
                for (uint32_t v = 0; v < VERTICES; v++) {
                    double own[BONES] = {0};
                    add_weights(&s.mesh, v, 1, own);
                    for (int c = 0; c < CELLS * CELLS; c++) {
                        const dense_cell *cell = &cells[c / CELLS][c % CELLS];
                        if (!(cell->mass > 0))
                            continue;
                        const double apart = (own[j] * cell->b - own[k] * cell->a) / cell->mass / sigma_of_reference;
                        const double share = own[j] * own[k] * exp(-apart * apart);
                        for (int i = 0; i < 3; i++) sums[v][i] += share * cell->place[i];
                        sums[v][3] += share * cell->mass;
                    }
                }
            }
        compute(&s.mesh, grids[g], NULL, got);
        for (uint32_t v = 0; v < VERTICES; v++)
            for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], sums[v][i] / sums[v][3], 2e-6 * (double)SIZE);
    }
}

/* Zeros are defaults, and a grid that is finer than any that is made is none. */
static void settings_have_defaults_and_limits(void **state)
{
    (void)state;
    static const hone_centres_desc descs[][2] = {
        {{.grid = 0}, {.grid = 64}},
        {{.sigma = 0}, {.sigma = 0.1f}},
        {{.sigma = -1}, {.sigma = 0.1f}},
        {{.grid = 1025}, {.grid = UINT32_MAX}},
    };
    static const hone_centres_desc others[] = {{.grid = 63}, {.grid = 65}, {.sigma = 0.2f}, {.grid = 1024}};
    tube t;
    tube_make(&(tube_desc){.around = 9, .along = 40, .twist_bones = true, .slanted = true}, &t);
    const size_t size = t.mesh.vertex_count * sizeof(float[3]);
    float(*out[2])[3] = {test_calloc(1, size), test_calloc(1, size)};
    for (size_t d = 0; d < sizeof descs / sizeof *descs; d++)
        for (int other = 0; other < 2; other++) {
            for (int k = 0; k < 2; k++) {
                hone_centres_desc desc = k == 1 && other ? others[d] : descs[d][k];
                desc.mesh = &t.mesh;
                CHECK(hone_centres_compute(&desc, out[k], NULL));
            }
            CHECK((memcmp(out[0], out[1], size) != 0) == other);
        }
    test_free(out[0]), test_free(out[1]);
    tube_release(&t);
}

/* A wide sigma: surfaces of all weights count, nearly alike. */
static void sigma_says_what_is_similar(void **state)
{
    (void)state;
    static const double sigmas[] = {0.02, 0.3, 5};
    static surface s;
    static float got[VERTICES][3];
    make_surface(&s);
    for (int k = 0; k < 3; k++) {
        sigma_of_reference = sigmas[k];
        const hone_centres_desc desc = {.mesh = &s.mesh, .grid = UINT32_MAX, .sigma = (float)sigma_of_reference};
        CHECK(hone_centres_compute(&desc, got, NULL));
        for (uint32_t v = 0; v < VERTICES; v++) {
            double want[3];
            reference_centre(&s.mesh, v, want);
            for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], want[i], 1e-5 * (double)SIZE);
        }
    }
    sigma_of_reference = 0.1;
}

/* What changes nothing: influences in another order, cut into parts and scaled, triangles in another order, others with
 * a corner that does not exist, and what is left of an incomplete triangle. */
static void centres_depend_on_the_surface_alone(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 8, .along = 17, .twist_bones = true, .slanted = true}, &t);
    const uint32_t vertices = t.mesh.vertex_count, indices = t.mesh.index_count;
    float(*want)[3] = test_calloc(vertices, sizeof *want), (*got)[3] = test_calloc(vertices, sizeof *got);
    hone_influence *parts = test_calloc(2 * (size_t)vertices * BONES, sizeof *parts);
    uint32_t *begin = test_calloc(vertices + 1, sizeof *begin), *corners = test_calloc(indices + 11, sizeof *corners);
    for (uint32_t v = 0; v < vertices; v++) {
        begin[v + 1] = begin[v];
        for (uint32_t i = t.mesh.influence_begin[v + 1]; i > t.mesh.influence_begin[v]; i--)
            for (int part = 0; part < 2; part++) {
                parts[begin[v + 1]] = t.mesh.influences[i - 1];
                parts[begin[v + 1]++].weight *= 0.5f * (float)(1 + v % 3);
            }
    }
    for (uint32_t i = 0; i < indices; i++) corners[i] = t.mesh.indices[indices - 1 - i];
    for (uint32_t i = 0; i < 11; i++)
        corners[indices + i] = i % 4 == 0 ? vertices : 9 * i; /* three triangles and a part */
    compute(&t.mesh, UINT32_MAX, NULL, want);
    hone_mesh same = t.mesh;
    same.influences = parts, same.influence_begin = begin, same.influence_count = begin[vertices];
    same.indices = corners, same.index_count = indices + 11;
    compute(&same, UINT32_MAX, NULL, got);
    for (uint32_t v = 0; v < vertices; v++)
        for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], want[v][i], 2e-6 * (double)TUBE_LENGTH);
    test_free(want), test_free(got), test_free(parts), test_free(begin), test_free(corners);
    tube_release(&t);
}

/* ---- limbs ----------------------------------------------------------------------------------------------------- */

/* The least radius of the tube's middle ring, as a part of that at rest, after the outer half has turned. */
static float radius_left(const hone_skin *skin, const tube *t, hone_skin_method method, const float axis[3],
                         float angle)
{
    hone_palette *palette = hone_palette_create(t->mesh.slot_count, NULL, NULL);
    float(*out)[3] = test_calloc(t->mesh.vertex_count, sizeof *out), middle[3] = {0}, least = INFINITY;
    tube_pose(t, axis, angle, palette);
    const hone_skin_job job = {
        .palette = palette, .positions = {out, t->mesh.vertex_count, sizeof *out}, .method = method};
    hone_error error = {0};
    if (!hone_skin_run_on(NULL, skin, &job, &error))
        fail_msg("%s", error.message);
    const uint32_t ring = t->desc.along / 2 * t->desc.around;
    for (uint32_t v = 0; v < t->desc.around; v++)
        for (int i = 0; i < 3; i++) middle[i] += out[ring + v][i] / (float)t->desc.around;
    for (uint32_t v = 0; v < t->desc.around; v++) least = fminf(least, hone_vec3_distance(out[ring + v], middle));
    hone_palette_destroy(palette);
    test_free(out);
    return least / TUBE_RADIUS;
}

static void a_twisted_limb_keeps_its_radius(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 16, .along = 31}, &t);
    hone_skin *skin = tube_compile(&t);
    const float x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    for (int degrees = 0; degrees <= 170; degrees += 17) {
        const float angle = (float)degrees * 0.017453293f;
        CHECK_NEAR(radius_left(skin, &t, HONE_SKIN_CENTRES, x, angle), 1, 1e-3);
        CHECK_NEAR(radius_left(skin, &t, HONE_SKIN_LINEAR, x, angle), cosf(angle / 2), 2e-2);
        CHECK(radius_left(skin, &t, HONE_SKIN_CENTRES, z, angle) > 0.99f);
    }
    hone_skin_release(skin);
    tube_release(&t);
}

/* ---- models and skins without centres -------------------------------------------------------------------------- */

static void a_skin_without_centres_refuses_the_method(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 8, .along = 9}, &t);
    float(*kept)[3] = (float(*)[3])t.mesh.centres;
    t.mesh.centres = NULL;
    hone_skin *skin = hone_skin_compile_mesh(&t.mesh, NULL, NULL);
    hone_palette *palette = hone_palette_create(t.mesh.slot_count, NULL, NULL);
    const hone_skin_job job = {.palette = palette, .method = HONE_SKIN_CENTRES};
    hone_error error = {0};
    CHECK(!hone_skin_run_on(NULL, skin, &job, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "centres"));
    CHECK_NEAR(hone_skin_reach(skin, HONE_SKIN_CENTRES), 0, 0);
    t.mesh.centres = (const float(*)[3])kept;
    hone_palette_destroy(palette);
    hone_skin_release(skin);
    tube_release(&t);
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    bool done = false;
    tube t;
    tube_make(&(tube_desc){.around = 50, .along = 90}, &t); /* so large that each array is an allocation of its own */
    float(*out)[3] = test_calloc(t.mesh.vertex_count, sizeof *out);
    for (int once = 0; once < 2; once++, done = false)
        for (uint64_t failed = 0; !done; failed++) {
            test_allocator allocator;
            test_allocator_make(&allocator, failed);
            allocator.only_once = once;
            const hone_centres_desc desc = {.mesh = &t.mesh, .allocator = &allocator.allocator};
            hone_error error = {0};
            done = hone_centres_compute(&desc, out, &error);
            CHECK(done == (allocator.calls <= failed));
            CHECK(done || error.code == HONE_ERROR_MEMORY);
            assert_int_equal(allocator.live, 0);
        }
    test_free(out);
    tube_release(&t);
}

TEST_GROUP(test_centres)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(centres_are_those_of_the_definition),
        cmocka_unit_test(centres_of_a_surface_are_those_of_the_definition),
        cmocka_unit_test(centres_are_finite_where_vertices_are),
        cmocka_unit_test(centres_are_on_the_axis_and_those_of_one_bone_are_the_vertices),
        cmocka_unit_test(threads_do_not_show),
        cmocka_unit_test(meshes_that_have_no_surface_keep_their_vertices),
        cmocka_unit_test(cells_are_means_of_their_triangles),
        cmocka_unit_test(settings_have_defaults_and_limits),
        cmocka_unit_test(sigma_says_what_is_similar),
        cmocka_unit_test(centres_depend_on_the_surface_alone),
        cmocka_unit_test(a_twisted_limb_keeps_its_radius),
        cmocka_unit_test(a_skin_without_centres_refuses_the_method),
        cmocka_unit_test(every_failed_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
