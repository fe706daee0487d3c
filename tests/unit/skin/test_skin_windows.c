/* Skins with so many vertices that their blocks are ordered by the place of their vertices in the file. */
#include "core/skin/block_order.h"
#include "support/skin/skin_run.h"
#include <string.h>

enum { VERTICES = HONE_SKIN_WHOLE + HONE_SKIN_WINDOW + 777, WINDOWS = 4 };

static const skin_recipe RECIPE = {
    .seed = 7, .vertices = VERTICES, .least = 0, .most = 3, .longest_run = 300, .kinds = true};

/* Returns the vertex in each lane; HONE_NONE in padding. Free it with test_free. */
static int32_t *vertices_of_lanes(const hone_skin *skin)
{
    const uint32_t *lanes = hone_skin_lanes(skin);
    int32_t *out = test_calloc(hone_skin_lane_count(skin), sizeof *out);
    for (uint32_t l = 0; l < hone_skin_lane_count(skin); l++) out[l] = HONE_NONE;
    for (uint32_t v = 0; v < hone_skin_vertex_count(skin); v++) {
        CHECK(lanes[v] < hone_skin_lane_count(skin) && out[lanes[v]] == HONE_NONE);
        out[lanes[v]] = (int32_t)v;
    }
    return out;
}

static uint32_t middle_window(const int32_t *block)
{
    uint32_t used = 0;
    while (used < HONE_SKIN_LANES && block[used] != HONE_NONE) used++;
    return (uint32_t)block[used / 2] / HONE_SKIN_WINDOW;
}

/* A mesh in which neighbours in the file share a slot. */
typedef struct coherent {
    float positions[VERTICES][3];
    uint32_t begin[VERTICES + 1];
    hone_influence influences[VERTICES];
} coherent;

static hone_skin *compile_coherent(void)
{
    enum { RUN = 300, RUNS = VERTICES / RUN + 1 };
    coherent *mesh = test_calloc(1, sizeof *mesh);
    for (uint32_t v = 0; v < VERTICES; v++) {
        /* runs alternate between the ends of the palette, so that the order of slots is not that of the file */
        uint32_t run = v / RUN, slot = run % 2 ? 2 * RUNS - run : run;
        mesh->begin[v + 1] = v + 1;
        mesh->influences[v] = (hone_influence){(int32_t)slot, 1};
    }
    hone_skin_desc desc = {.vertex_count = VERTICES,
                           .slot_count = 2 * RUNS,
                           .positions = {mesh->positions, VERTICES, sizeof *mesh->positions},
                           .influence_begin = mesh->begin,
                           .influences = mesh->influences};
    hone_skin *skin = hone_skin_compile(&desc, NULL);
    CHECK(skin);
    test_free(mesh);
    return skin;
}

static void blocks_of_big_skins_follow_the_file(void **state)
{
    (void)state;
    hone_skin *skin = compile_coherent();
    int32_t *vertices = vertices_of_lanes(skin);
    uint32_t before = 0, elsewhere = 0, blocks = hone_skin_block_count(skin);
    for (uint32_t b = 0; b < blocks; b++) {
        const int32_t *block = vertices + b * HONE_SKIN_LANES;
        uint32_t window = middle_window(block);
        CHECK(window >= before && window < WINDOWS);
        before = window;
        for (uint32_t l = 0; l < HONE_SKIN_LANES && block[l] != HONE_NONE; l++)
            elsewhere += (uint32_t)block[l] / HONE_SKIN_WINDOW != window;
    }
    CHECK(before == WINDOWS - 1);
    CHECK(elsewhere < WINDOWS * HONE_SKIN_LANES);
    test_free(vertices);
    hone_skin_release(skin);
}

/* Compares the results in the file's order with the reference, if `want` is not NULL, and those in the order of lanes
 * with them. */
static void check_kernel(const char *kernel, const hone_skin *skin, const skin_mesh *mesh, const skin_palette *palette,
                         const reference_vertex *want)
{
    skin_output out[2];
    for (int order = HONE_SKIN_ORDER_FILE; order <= HONE_SKIN_ORDER_LANES; order++) {
        skin_output_make(skin, (hone_skin_order)order, (skin_layout){0, 0}, SKIN_ALL, &out[order]);
        out[order].job.palette = &palette->palette;
        uint32_t blocks = hone_skin_block_count(skin);
        skin_run(kernel, skin, &out[order].job, 0, blocks / 3); /* ends within a window */
        skin_run(kernel, skin, &out[order].job, blocks / 3, blocks / 3);
        skin_run(kernel, skin, &out[order].job, blocks / 3, blocks / 3 + 1);
        skin_run(kernel, skin, &out[order].job, blocks / 3 + 1, blocks);
        skin_output_check_guards(&out[order]);
        skin_output_check_complete(&out[order]);
    }
    if (want)
        CHECK(skin_output_compare(&out[0], &mesh->desc, want, kernel) > VERTICES / 10 * 9);
    for (uint32_t v = 0; v < VERTICES; v++)
        for (int stream = 0; stream < 3; stream++) {
            float file[4] = {0}, lanes[4] = {0};
            skin_output_get(&out[0], stream, v, file);
            skin_output_get(&out[1], stream, v, lanes);
            CHECK(memcmp(file, lanes, sizeof file) == 0);
        }
    for (int order = 0; order < 2; order++) skin_output_release(&out[order]);
}

static void every_kernel_skins_big_skins(void **state)
{
    (void)state;
    const char *kernel;
    for (int packed = 0; packed < 2; packed++) {
        skin_mesh mesh;
        skin_palette palette;
        skin_mesh_make(&RECIPE, &mesh);
        mesh.desc.packed = packed;
        hone_skin *skin = skin_mesh_compile(&mesh);
        skin_palette_make(SKIN_POSE_RIGID, 3, &palette);
        reference_vertex *want = packed ? NULL : skin_reference(&mesh.desc, &palette, HONE_SKIN_AUTO);
        for (uint32_t k = 0; (kernel = skin_kernel(k)); k++) check_kernel(kernel, skin, &mesh, &palette, want);
        test_free(want);
        skin_palette_release(&palette);
        hone_skin_release(skin);
        skin_mesh_release(&mesh);
    }
}

static void what_a_big_run_reads_is_the_sum_of_its_windows(void **state)
{
    (void)state;
    static uint32_t begin[VERTICES + 1]; /* no influences */
    hone_error error = {0};
    float(*positions)[3] = test_calloc(VERTICES, sizeof *positions);
    hone_skin_desc desc = {
        .vertex_count = VERTICES, .positions = {positions, VERTICES, sizeof *positions}, .influence_begin = begin};
    hone_skin *skin = hone_skin_compile(&desc, &error);
    CHECK(skin && hone_skin_block_count(skin) == (VERTICES + HONE_SKIN_LANES - 1) / HONE_SKIN_LANES);
    CHECK(hone_skin_read_size(skin, HONE_SKIN_AUTO, false) == (size_t)VERTICES * sizeof *positions);
    hone_skin_release(skin);
    test_free(positions);
}

static void big_skins_survive_every_failed_allocation(void **state)
{
    (void)state;
    skin_mesh mesh;
    skin_mesh_make(&RECIPE, &mesh);
    for (uint64_t fail_at = 0;; fail_at++) {
        test_allocator allocator;
        hone_error error = {0};
        CHECK(fail_at < 100);
        test_allocator_make(&allocator, fail_at);
        mesh.desc.allocator = &allocator.allocator;
        hone_skin *skin = hone_skin_compile(&mesh.desc, &error);
        CHECK(skin || error.code == HONE_ERROR_MEMORY);
        hone_skin_release(skin);
        CHECK(allocator.live == 0);
        if (skin)
            break;
    }
    skin_mesh_release(&mesh);
}

TEST_GROUP(test_skin_windows)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_big_skins_follow_the_file),
        cmocka_unit_test(every_kernel_skins_big_skins),
        cmocka_unit_test(what_a_big_run_reads_is_the_sum_of_its_windows),
        cmocka_unit_test(big_skins_survive_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
