/* Optimised centres of rotation: where they are, and what they keep of a limb that bends or twists. */
#include "support/make/tube.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/math.h>
#include <hone/skin.h>
#include <stdlib.h>
#include <string.h>

/* ---- the definition -------------------------------------------------------------------------------------------- */

/* The weights of a vertex, or the mean of a triangle's corners, as an array with all slots. */
static void add_weights(const hone_mesh *mesh, uint32_t v, double share, double *out)
{
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
        out[mesh->influences[i].slot] += share * (double)mesh->influences[i].weight;
}

static double similarity(const double *p, const double *t, uint32_t slots)
{
    double sum = 0;
    for (uint32_t j = 0; j < slots; j++)
        for (uint32_t k = 0; k < slots; k++) {
            const double apart = p[j] * t[k] - p[k] * t[j];
            sum += j == k ? 0 : p[j] * p[k] * t[j] * t[k] * exp(-apart * apart / (0.1 * 0.1));
        }
    return sum;
}

/* Le and Hodgins (2016), equation 1, over all triangles. Returns whether the vertex has a centre. */
static bool reference_centre(const hone_mesh *mesh, uint32_t v, double out[3])
{
    double own[TUBE_BONES] = {0}, sum[4] = {0};
    add_weights(mesh, v, 1, own);
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3) {
        double mean[TUBE_BONES] = {0}, p[3][3], normal[3];
        for (int k = 0; k < 3; k++) {
            add_weights(mesh, mesh->indices[t + (uint32_t)k], 1.0 / 3, mean);
            for (int i = 0; i < 3; i++) p[k][i] = (double)mesh->positions[mesh->indices[t + (uint32_t)k]][i];
        }
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            normal[i] = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
        }
        const double area = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) / 2;
        const double mass = area * similarity(own, mean, mesh->slot_count);
        for (int i = 0; i < 3; i++) sum[i] += mass * (p[0][i] + p[1][i] + p[2][i]) / 3;
        sum[3] += mass;
    }
    for (int i = 0; i < 3; i++) out[i] = sum[3] > 0 ? sum[i] / sum[3] : (double)mesh->positions[v][i];
    return sum[3] > 0;
}

static void compute(const hone_mesh *mesh, uint32_t grid, hone_workers *workers, float (*out)[3])
{
    const hone_centres_desc desc = {.mesh = mesh, .grid = grid, .workers = workers};
    hone_error error = {0};
    if (!hone_centres_compute(&desc, out, &error))
        fail_msg("%s", error.message);
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
    tube_make(&(tube_desc){.around = 8, .along = 9}, &t);
    float(*out)[3] = test_calloc(t.mesh.vertex_count, sizeof *out);
    for (uint64_t failed = 0; !done; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        const hone_centres_desc desc = {.mesh = &t.mesh, .allocator = &allocator.allocator};
        hone_error error = {0};
        done = hone_centres_compute(&desc, out, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        assert_int_equal(allocator.live, 0);
    }
    test_free(out);
    tube_release(&t);
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

static void files_give_the_same_centres_and_no_others(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 5, .along = 6}, &t);
    float(*out)[3] = test_calloc(t.mesh.vertex_count, sizeof *out);
    hone_bytes file = {0};
    hone_error error = {0};
    CHECK(hone_centres_encode(&t.mesh, t.mesh.centres, NULL, &file, NULL));
    CHECK(hone_centres_decode(file.data, file.size, &t.mesh, out, &error));
    assert_memory_equal(out, t.mesh.centres, t.mesh.vertex_count * sizeof *out);
    for (size_t size = 0; size < file.size; size++) {
        void *cut = test_calloc(1, size + 1);
        memcpy(cut, file.data, size);
        CHECK(!hone_centres_decode(cut, size, &t.mesh, out, &error) && error.code == HONE_ERROR_FORMAT);
        test_free(cut);
    }
    const float nan = NAN;
    memcpy((char *)file.data + file.size - sizeof nan, &nan, sizeof nan);
    CHECK(!hone_centres_decode(file.data, file.size, &t.mesh, out, &error) && strstr(error.message, "finite"));
    t.mesh.index_count -= 3;
    CHECK(!hone_centres_decode(file.data, file.size, &t.mesh, out, &error) && strstr(error.message, "another model"));
    CHECK(!hone_centres_decode(NULL, 1, &t.mesh, out, NULL) && !hone_centres_encode(NULL, t.mesh.centres, NULL, &file, NULL));
    hone_bytes_release(&file);
    for (uint64_t failed = 0;; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        const bool ok = hone_centres_encode(&t.mesh, t.mesh.centres, &allocator.allocator, &file, &error);
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
        if (ok)
            hone_bytes_release(&file);
        assert_int_equal(allocator.live, 0);
        if (ok)
            break;
    }
    test_free(out);
    tube_release(&t);
}

TEST_GROUP(test_centres)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(centres_are_those_of_the_definition),
        cmocka_unit_test(centres_are_on_the_axis_and_those_of_one_bone_are_the_vertices),
        cmocka_unit_test(threads_do_not_show),
        cmocka_unit_test(meshes_that_have_no_surface_keep_their_vertices),
        cmocka_unit_test(a_twisted_limb_keeps_its_radius),
        cmocka_unit_test(a_skin_without_centres_refuses_the_method),
        cmocka_unit_test(every_failed_allocation_is_an_error),
        cmocka_unit_test(files_give_the_same_centres_and_no_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
