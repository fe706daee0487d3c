/* Solids of voxels: cells inside of a mesh, the blobs of each layer, and flood fills along limbs. */
#include "base/memory/arena.h"
#include "offline/autorig/flood_path.h"
#include "offline/autorig/voxel_layers.h"
#include "support/make/bodies/statue.h"
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

enum { WIDE = 9, DEEP = 5, LAYER = WIDE * DEEP }; /* cells of drawn solids along x, along z, and of a layer */

/* A solid drawn as text: layers from below, rows of z within each, '#' inside. An empty layer is below them, and one
 * above. */
static voxels draw(hone_arena *scratch, const char *cells)
{
    int32_t layers = (int32_t)(strlen(cells) / LAYER) + 2;
    voxels g = {.size = {WIDE, layers, DEEP}, .count = (uint32_t)(LAYER * layers), .cell = 1};
    CHECK(strlen(cells) % LAYER == 0);
    g.inside = hone_arena_array(scratch, g.count, 1);
    for (size_t i = 0; cells[i]; i++) g.inside[LAYER + i] = cells[i] == '#';
    return g;
}

static void blobs_are_the_connected_parts_of_a_layer(void **state)
{
    (void)state;
    hone_arena *scratch = hone_arena_create(NULL, 0, NULL);
    voxels g = draw(scratch, "........."
                             ".##...##."
                             ".##...#.."
                             ".....#..."
                             "........." /* one of 4, one of 3, one of 1 */
                             "........."
                             ".######.."
                             ".#....#.."
                             ".######.."
                             "........." /* a ring */
    );
    voxel_layers layers;
    CHECK(hone_voxel_layers_make(&g, scratch, &layers));
    const uint32_t begin[5] = {0, 0, 3, 4, 4};
    for (int i = 0; i < 5; i++) CHECK(layers.begin[i] == begin[i]);
    const struct {
        int32_t layer;
        uint32_t area;
        double x, z;
        int32_t low[2], high[2];
    } expected[4] = {{1, 4, 1.5, 1.5, {1, 1}, {2, 2}},
                     {1, 3, 19.0 / 3, 4.0 / 3, {6, 1}, {7, 2}},
                     {1, 1, 5, 3, {5, 3}, {5, 3}},
                     {2, 14, 3.5, 2, {1, 1}, {6, 3}}};
    for (int b = 0; b < 4; b++) {
        const blob *is = &layers.blobs[b];
        CHECK(is->layer == expected[b].layer && is->area == expected[b].area);
        CHECK_NEAR(is->x, expected[b].x, 1e-6);
        CHECK_NEAR(is->z, expected[b].z, 1e-6);
        for (int k = 0; k < 2; k++) CHECK(is->low[k] == expected[b].low[k] && is->high[k] == expected[b].high[k]);
    }
    uint32_t labelled[5] = {0};
    for (uint32_t i = 0; i < g.count; i++) labelled[layers.labels[i]]++;
    CHECK(labelled[1] == 4 && labelled[2] == 3 && labelled[3] == 1 && labelled[4] == 14);
    CHECK(layers.labels[voxel_at(&g, 2, 1, 2)] == 1 && layers.labels[voxel_at(&g, 3, 2, 2)] == 0);
    hone_arena_destroy(scratch);
}

static void the_blob_that_shares_most_columns_is_over_another(void **state)
{
    (void)state;
    hone_arena *scratch = hone_arena_create(NULL, 0, NULL);
    voxels g = draw(scratch, "........."
                             ".#######."
                             ".#######."
                             ".#....##."
                             "........."
                             "........."
                             ".#..####."
                             ".#..#..#."
                             ".......#."
                             ".........");
    voxel_layers layers;
    CHECK(hone_voxel_layers_make(&g, scratch, &layers));
    CHECK(layers.begin[3] == 3);
    for (int again = 0; again < 2; again++) { /* the counters are clear again after each call */
        CHECK(hone_voxel_layers_over(&layers, 0, 2, 0, WIDE) == 2);
        CHECK(hone_voxel_layers_over(&layers, 0, 2, 0, 3) == 1);
        CHECK(hone_voxel_layers_over(&layers, 0, 2, 0, 4) == 1); /* two columns each: the first one found */
        CHECK(hone_voxel_layers_over(&layers, 0, 2, 2, 3) == HONE_NONE);
        CHECK(hone_voxel_layers_over(&layers, 0, 2, 7, WIDE) == 2);
        CHECK(hone_voxel_layers_over(&layers, 1, 1, 0, WIDE) == 0);
        CHECK(hone_voxel_layers_over(&layers, 0, 3, 0, WIDE) == HONE_NONE);
        CHECK(hone_voxel_layers_over(&layers, 0, 4, 0, WIDE) == HONE_NONE);
        CHECK(hone_voxel_layers_over(&layers, 0, -1, 0, WIDE) == HONE_NONE);
    }
    hone_arena_destroy(scratch);
}

/* A blob that is narrow and deep: the only blob over it shares its last row. */
static void all_rows_of_a_blob_count(void **state)
{
    (void)state;
    hone_arena *scratch = hone_arena_create(NULL, 0, NULL);
    voxels g = draw(scratch, "........."
                             ".#......."
                             ".#......."
                             ".#......."
                             "........."
                             "........."
                             "........."
                             "........."
                             ".#......."
                             ".........");
    voxel_layers layers;
    CHECK(hone_voxel_layers_make(&g, scratch, &layers));
    CHECK(hone_voxel_layers_over(&layers, 0, 2, 0, WIDE) == 1);
    CHECK(hone_voxel_layers_over(&layers, 1, 1, 0, WIDE) == 0);
    hone_arena_destroy(scratch);
}

static bool at_the_right(const void *user, int32_t x, int32_t y, int32_t z)
{
    return x == *(const int32_t *)user && y == 1 && z == 2;
}

/* Two bars of three by one cells in a line, with a gap of two cells between them. */
static void paths_cross_gaps_where_nothing_else_is_left(void **state)
{
    (void)state;
    hone_arena *scratch = hone_arena_create(NULL, 0, NULL);
    voxels g = draw(scratch, "........."
                             "........."
                             ".###..##."
                             "........."
                             ".........");
    flood_path path;
    const int32_t end = 7, near = 3;
    const uint32_t begin = voxel_at(&g, 1, 1, 2);
    CHECK(hone_flood_path_make(&g, scratch, &path));
    CHECK(!hone_flood_path_from(&path, begin, 1, at_the_right, &end));
    CHECK(path.reached == 3);
    CHECK(hone_flood_path_from(&path, begin, 2, at_the_right, &end));
    CHECK(path.reached == 5);
    for (int step = 0, x = 1; step < 3; step++, x++) {
        CHECK(path.list[step].count == 1 && path.list[step].sum[0] == x);
        CHECK(path.list[step].sum[1] == 1 && path.list[step].sum[2] == 2);
    }
    CHECK(path.list[path.length - 1].count == 1 && path.list[path.length - 1].sum[0] == 7);
    CHECK(path.steps[begin] == 1 && path.steps[begin + 2] == 3 && path.steps[begin + 3] == 0);
    CHECK(hone_flood_path_from(&path, begin, 2, at_the_right, &near));
    CHECK(path.length == 3 && path.reached == 3);
    hone_arena_destroy(scratch);
}

/* Faces are neighbours in every step, edges and corners in every other one. */
static void steps_are_about_a_cell_wide(void **state)
{
    (void)state;
    hone_arena *scratch = hone_arena_create(NULL, 0, NULL);
    voxels g = draw(scratch, "........."
                             ".#######."
                             ".#######."
                             ".#######."
                             "........."
                             "........."
                             ".#######."
                             ".#######."
                             ".#######."
                             "........."
                             "........."
                             ".#######."
                             ".#######."
                             ".#######."
                             ".........");
    flood_path path;
    const int32_t end = 7;
    CHECK(hone_flood_path_make(&g, scratch, &path));
    CHECK(hone_flood_path_from(&path, voxel_at(&g, 1, 2, 2), 0, at_the_right, &end));
    CHECK(path.list[0].count == 1 && path.list[1].count == 5); /* six faces, one of which is air */
    CHECK(path.length == 7);                                   /* six steps along x, and one down with an edge */
    CHECK(path.reached == 63);
    hone_arena_destroy(scratch);
}

/* Cells that touch in a corner are connected: there is no gap to cross, not even at the first cell. */
static void a_corner_is_no_gap(void **state)
{
    (void)state;
    hone_arena *scratch = hone_arena_create(NULL, 0, NULL);
    voxels g = draw(scratch, "........."
                             "........."
                             ".#.#....."
                             "........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "..#......"
                             ".........");
    flood_path path;
    const int32_t end = 3;
    CHECK(hone_flood_path_make(&g, scratch, &path));
    CHECK(hone_flood_path_from(&path, voxel_at(&g, 1, 1, 2), 0, at_the_right, &end));
    CHECK(path.reached == 3);
    hone_arena_destroy(scratch);
}

/* ---- inside of a mesh ------------------------------------------------------------------------------------------- */

/* The volume of the cells inside, all of which are in the blobs of the layers. */
static double volume_of(const statue *s, bool across, voxels *g)
{
    hone_error error = {0};
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    hone_arena *scratch = hone_arena_create(&memory.allocator, 0, NULL);
    hone_model *model = statue_model(s);
    voxel_layers layers;
    uint32_t cells = 0, area = 0;
    if (!hone_voxels_make(hone_model_mesh(model), across, 50, scratch, g, &error))
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < g->count; i++) cells += g->inside[i];
    CHECK(hone_voxel_layers_make(g, scratch, &layers));
    for (uint32_t b = 0; b < layers.begin[g->size[1]]; b++) area += layers.blobs[b].area;
    CHECK(area == cells);
    hone_model_release(model);
    hone_arena_destroy(scratch);
    CHECK(memory.live == 0);
    g->inside = NULL;
    return cells * pow((double)g->cell, 3);
}

static void turn_inside_out(statue *s)
{
    for (uint32_t i = 0; i + 2 < s->index_count; i += 3) {
        uint32_t other = s->indices[i];
        s->indices[i] = s->indices[i + 1], s->indices[i + 1] = other;
    }
}

/* Wherever the solid is, however it is turned, and whichever side its triangles show. An open end is no hole in it. */
static void cells_fill_the_volume_of_a_solid(void **state)
{
    (void)state;
    static const float moves[3][3] = {{0, 0, 0}, {20, -3, 9}, {-7, 30, -40}};
    const double tube = HONE_PI * 4 * 10 + 4.0 / 3 * HONE_PI * 8, open = HONE_PI * 4 * 10;
    for (int way = 0; way < 3; way++)
        for (int variant = 0; variant < 4; variant++) {
            bool is_open = variant & 1;
            float a[3] = {0, 0, 0}, b[3] = {0, 0, 0};
            statue s = {0};
            voxels g;
            b[way] = 10;
            statue_limb(&s, a, b, 2, 2, false, is_open);
            statue_move(&s, 0, 1, moves[variant % 3]);
            if (variant & 2)
                turn_inside_out(&s);
            double whole = is_open ? (tube + open) / 2 : tube;
            CHECK_NEAR(volume_of(&s, false, &g) / whole, 1, 0.06);
            CHECK_NEAR(volume_of(&s, true, &g) / whole, 1, 0.06);
            statue_release(&s);
        }
}

static void the_grid_has_the_box_and_the_layers(void **state)
{
    (void)state;
    statue s = {0};
    voxels g;
    statue_box(&s, (const float[3]){-1, 2, 3}, (const float[3]){4, 12, 6});
    CHECK_NEAR(volume_of(&s, false, &g), 150, 8);
    const float low[3] = {-1, 2, 3}, high[3] = {4, 12, 6};
    CHECK_NEAR(g.cell, 0.2, 1e-6);
    for (int i = 0; i < 3; i++) {
        CHECK(g.low[i] == low[i] && g.high[i] == high[i]);
        CHECK(voxel_centre(&g, i, 1) < low[i] && voxel_centre(&g, i, (float)(g.size[i] - 2)) > high[i]);
        CHECK((float)g.size[i] * g.cell < high[i] - low[i] + 6 * g.cell);
    }
    volume_of(&s, true, &g); /* +z becomes +x, +x becomes -z */
    CHECK(g.low[0] == 3 && g.high[0] == 6 && g.low[2] == -4 && g.high[2] == 1);
    statue_release(&s);
}

/* A sheet of two sides, far wider than high. */
static void grids_of_wide_meshes_are_bounded(void **state)
{
    (void)state;
    statue s = {0};
    voxels g;
    statue_box(&s, (const float[3]){-500, 0, -500}, (const float[3]){500, 10, 500});
    CHECK_NEAR(volume_of(&s, false, &g) / 1e7, 1, 0.1);
    CHECK(g.count <= HONE_VOXELS_MOST && g.count > HONE_VOXELS_MOST / 2);
    CHECK(g.count == (uint32_t)(g.size[0] * g.size[1] * g.size[2]));
    statue_release(&s);
}

static void flat_meshes_have_no_inside(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        statue s = {0};
        voxels g;
        hone_error error = {0};
        hone_arena *scratch = hone_arena_create(NULL, 0, NULL);
        for (int i = 0; i < 3; i++) {
            float p[3] = {0, 0, 0};
            p[(axis + 1) % 3] = i == 1, p[(axis + 2) % 3] = i == 2;
            statue_vertex(&s, p);
        }
        statue_triangle(&s, 0, 1, 2);
        hone_model *model = statue_model(&s);
        CHECK(!hone_voxels_make(hone_model_mesh(model), false, 50, scratch, &g, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "in one plane"));
        hone_model_release(model);
        hone_arena_destroy(scratch);
        statue_release(&s);
    }
}

TEST_GROUP(test_voxels)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blobs_are_the_connected_parts_of_a_layer),
        cmocka_unit_test(the_blob_that_shares_most_columns_is_over_another),
        cmocka_unit_test(all_rows_of_a_blob_count),
        cmocka_unit_test(paths_cross_gaps_where_nothing_else_is_left),
        cmocka_unit_test(steps_are_about_a_cell_wide),
        cmocka_unit_test(a_corner_is_no_gap),
        cmocka_unit_test(cells_fill_the_volume_of_a_solid),
        cmocka_unit_test(the_grid_has_the_box_and_the_layers),
        cmocka_unit_test(grids_of_wide_meshes_are_bounded),
        cmocka_unit_test(flat_meshes_have_no_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
