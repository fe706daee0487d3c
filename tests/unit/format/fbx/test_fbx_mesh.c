/* Parts of the mesh reader of FBX: triangulation, and the vertices that corners share. */
#include "files/format/fbx/mesh/triangulate.h"
#include "support/support.h"
#include <string.h>

enum { MOST_CORNERS = 3000 };

static fbx_reader reader;
static hone_error error;

static int set_up(void **state)
{
    (void)state;
    reader = (fbx_reader){.file = hone_reading_make(NULL, 0, &error)};
    return hone_reading_open_memory(&reader.file, NULL, 0, 0) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    hone_reading_close_memory(&reader.file, false);
    return 0;
}

/* ---- triangulation -------------------------------------------------------------------------------------------- */

static double area_of(float (*flat)[2], uint32_t a, uint32_t b, uint32_t c)
{
    double x = (double)flat[b][0] - flat[a][0], y = (double)flat[b][1] - flat[a][1];
    return (x * ((double)flat[c][1] - flat[a][1]) - y * ((double)flat[c][0] - flat[a][0])) / 2;
}

static double polygon_area(float (*flat)[2], uint32_t count)
{
    double sum = 0;
    for (uint32_t c = 2; c < count; c++) sum += area_of(flat, 0, c - 1, c);
    return sum;
}

/* Puts a polygon into a tilted plane, triangulates it, and checks that triangles have its area in all and that none is
 * turned over. So they cover it without overlaps. */
static void check_polygon(float (*flat)[2], uint32_t count, const float rotation[4])
{
    static float points[MOST_CORNERS][3];
    static uint32_t polygon[MOST_CORNERS], triangles[MOST_CORNERS * 3], uses[MOST_CORNERS];
    fbx_triangulator triangulator;
    double sum = 0, whole = polygon_area(flat, count);
    for (uint32_t c = 0; c < count; c++) {
        polygon[c] = count - 1 - c; /* control points are in another order than corners */
        hone_quat_rotate(rotation, (float[3]){flat[c][0], flat[c][1], 3}, points[polygon[c]]);
        uses[c] = 0;
    }
    assert_true(hone_fbx_triangulator_make(&reader, count, count, &triangulator));
    hone_fbx_triangulate(&triangulator, points[0], polygon, count, triangles);
    for (uint32_t i = 0; i < 3 * (count - 2); i += 3) {
        double area = area_of(flat, triangles[i], triangles[i + 1], triangles[i + 2]);
        CHECK(area >= -1e-5 * whole);
        sum += area;
        for (uint32_t k = 0; k < 3; k++) uses[triangles[i + k]]++;
    }
    CHECK_NEAR(sum, whole, 1e-5 * whole);
    for (uint32_t c = 0; c < count; c++) CHECK(uses[c] > 0);
}

static void stars_are_covered_by_their_triangles(void **state)
{
    test_random random = {1};
    static float flat[MOST_CORNERS][2];
    (void)state;
    for (int round = 0; round < 2000; round++) {
        uint32_t count = 3 + test_random_u32(&random) % 40;
        float rotation[4];
        test_random_quat(&random, rotation);
        for (uint32_t c = 0; c < count; c++) {
            float angle = 2 * (float)HONE_PI * (float)c / (float)count, radius = test_random_float(&random, 0.2f, 1);
            flat[c][0] = radius * cosf(angle), flat[c][1] = radius * sinf(angle);
        }
        check_polygon(flat, count, rotation);
    }
}

/* Each tooth of a comb hides the next one. */
static void combs_are_covered_by_their_triangles(void **state)
{
    test_random random = {2};
    static float flat[MOST_CORNERS][2];
    (void)state;
    for (uint32_t teeth = 2; teeth < 1400; teeth = teeth * 3 / 2 + 1) {
        uint32_t count = 0;
        float rotation[4];
        test_random_quat(&random, rotation);
        for (uint32_t t = 0; t < teeth; t++) {
            flat[count][0] = (float)t, flat[count++][1] = 0.1f;
            flat[count][0] = (float)t + 0.5f, flat[count++][1] = test_random_float(&random, 5, 10);
        }
        flat[count][0] = (float)teeth, flat[count++][1] = 0.1f;
        flat[count][0] = (float)teeth, flat[count++][1] = 0;
        flat[count][0] = 0, flat[count++][1] = 0;
        for (uint32_t c = 0; c < count / 2; c++) /* counter-clockwise */
            for (int i = 0; i < 2; i++) {
                float other = flat[count - 1 - c][i];
                flat[count - 1 - c][i] = flat[c][i], flat[c][i] = other;
            }
        check_polygon(flat, count, rotation);
    }
}

enum { CELLS = 24, PIXELS = 2 * CELLS + 2 };

/* Digs a maze without circles: each new cell is joined to one that is dug already. */
static void dig_maze(test_random *random, bool (*dug)[PIXELS])
{
    memset(dug, 0, PIXELS * sizeof *dug);
    dug[1][1] = true;
    for (int left = CELLS * CELLS - 1; left > 0;) {
        int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, side = (int)(test_random_u32(random) % 4);
        int x = 1 + 2 * (int)(test_random_u32(random) % CELLS), y = 1 + 2 * (int)(test_random_u32(random) % CELLS);
        int to_x = x + 2 * step[side][0], to_y = y + 2 * step[side][1];
        if (!dug[y][x] || to_x < 1 || to_y < 1 || to_x > 2 * CELLS || to_y > 2 * CELLS || dug[to_y][to_x])
            continue;
        dug[y + step[side][1]][x + step[side][0]] = dug[to_y][to_x] = true;
        left--;
    }
}

/* Walks along the wall, which is on the right hand, and writes the corners where it turns. */
static uint32_t walk_along(bool (*dug)[PIXELS], float (*flat)[2])
{
    static const int forward[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static const int left[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}; /* the pixel ahead on the left hand */
    static const int right[4][2] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    int x = 1, y = 1, heading = 0; /* at the low corner of the first pixel */
    uint32_t count = 0;
    do {
        int before = heading;
        if (dug[y + right[heading][1]][x + right[heading][0]])
            heading = (heading + 3) % 4;
        else if (!dug[y + left[heading][1]][x + left[heading][0]])
            heading = (heading + 1) % 4;
        if (heading != before || count == 0)
            flat[count][0] = (float)x, flat[count++][1] = (float)y;
        x += forward[heading][0], y += forward[heading][1];
    } while (x != 1 || y != 1);
    return count;
}

/* The outline of a maze has thousands of reflex corners, and few ears at a time. */
static void mazes_are_covered_by_their_triangles(void **state)
{
    test_random random = {5};
    static float flat[MOST_CORNERS][2];
    static bool dug[PIXELS][PIXELS];
    (void)state;
    for (int round = 0; round < 10; round++) {
        float rotation[4];
        test_random_quat(&random, rotation);
        dig_maze(&random, dug);
        uint32_t count = walk_along(dug, flat);
        CHECK(count > CELLS * CELLS && count < MOST_CORNERS);
        CHECK_NEAR(polygon_area(flat, count), 2 * CELLS * CELLS - 1, 1e-3);
        check_polygon(flat, count, rotation);
    }
}

/* A polygon with a hole goes along a cut to the hole and back. */
static void a_polygon_with_a_hole_keeps_its_hole(void **state)
{
    float flat[][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}};
    (void)state;
    CHECK_NEAR(polygon_area(flat, 10), 12, 0);
    check_polygon(flat, 10, (float[4]){0, 0, 0, 1});
}

static void corners_on_a_straight_edge_are_kept(void **state)
{
    float flat[][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}, {1.5f, 2}, {0, 2}, {0, 1}};
    (void)state;
    check_polygon(flat, 9, (float[4]){0.5f, 0.5f, 0.5f, 0.5f});
}

static void polygons_without_an_area_end(void **state)
{
    static const float points[8][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 0, 0}, {NAN, 0, 0}};
    static const uint32_t polygons[3][7] = {{0, 1, 2, 3, 4, 0, 1}, {0, 0, 0, 0, 0, 0, 0}, {0, 1, 5, 3, 4, 5, 2}};
    uint32_t out[15];
    fbx_triangulator triangulator;
    (void)state;
    assert_true(hone_fbx_triangulator_make(&reader, 7, 7, &triangulator));
    for (int i = 0; i < 3; i++)
        for (uint32_t count = 3; count <= 7; count++) {
            hone_fbx_triangulate(&triangulator, points[0], polygons[i], count, out);
            for (uint32_t k = 0; k < 3 * (count - 2); k++) CHECK(out[k] < count);
        }
}

static void quads_are_cut_along_the_better_diagonal(void **state)
{
    static const struct {
        float points[4][3];
        uint32_t end; /* a corner of the diagonal */
    } quads[] = {
        {{{0, 0, 0}, {2, 0, 0}, {3, 1, 0}, {1, 1, 0}}, 1},  /* the shorter one */
        {{{1, 1, 0}, {0, 0, 0}, {2, 0, 0}, {3, 1, 0}}, 0},  /* the same quad from its last corner */
        {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, 0},  /* equal: the first corner */
        {{{0, 0, 0}, {3, -1, 0}, {1, 0, 0}, {3, 1, 0}}, 0}, /* an arrow: only one is inside */
        {{{3, -1, 0}, {1, 0, 0}, {3, 1, 0}, {0, 0, 0}}, 1},
    };
    static const uint32_t polygon[4] = {0, 1, 2, 3};
    (void)state;
    for (size_t i = 0; i < sizeof quads / sizeof *quads; i++) {
        uint32_t out[6], uses[4] = {0};
        hone_fbx_triangulate(NULL, quads[i].points[0], polygon, 4, out);
        for (int k = 0; k < 6; k++) uses[out[k]]++;
        for (uint32_t c = 0; c < 4; c++) CHECK(uses[c] == (c % 2 == quads[i].end ? 2u : 1u));
        CHECK((out[1] + 4 - out[0]) % 4 < (out[2] + 4 - out[0]) % 4 &&
              (out[4] + 4 - out[3]) % 4 < (out[5] + 4 - out[3]) % 4);
    }
}

/* ---- vertices ------------------------------------------------------------------------------------------------- */

enum { CORNERS = 3000, VALUES = 7 };

static bool same(const fbx_mesh *mesh, const fbx_layer *const *layers, uint32_t count, uint32_t a, uint32_t b)
{
    bool equal = mesh->point_of_corner[a] == mesh->point_of_corner[b];
    for (uint32_t i = 0; i < count; i++)
        equal &=
            memcmp(fbx_layer_value(layers[i], a), fbx_layer_value(layers[i], b), layers[i]->width * sizeof(float)) == 0;
    return equal;
}

/* Compares with the vertices that one finds by comparing each corner with all before it. */
static void check_vertices(fbx_mesh *mesh, const fbx_layer *const *layers, uint32_t count)
{
    uint32_t vertices = 0;
    assert_true(hone_fbx_unify_corners(&reader, mesh));
    for (uint32_t c = 0; c < mesh->corner_count; c++) {
        if (mesh->point_of_corner[c] == FBX_NO_POINT)
            continue;
        uint32_t first = 0;
        while (!same(mesh, layers, count, first, c)) first++;
        uint32_t wanted = first == c ? vertices++ : mesh->vertex_of_corner[first];
        assert_int_equal(mesh->vertex_of_corner[c], wanted);
        if (first == c)
            assert_int_equal(mesh->corner_of_vertex[wanted], c);
        assert_int_equal(mesh->point_of_vertex[wanted], mesh->point_of_corner[c]);
    }
    assert_int_equal(mesh->vertex_count, vertices);
}

static void equal_corners_become_one_vertex(void **state)
{
    static const float values[VALUES][4] = {{0, 0, 0, 0},     {1, 0, 0, 0}, {0, 1, 0, 0},  {0, 0, 1, 0},
                                            {-0.0f, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, NAN}};
    static float direct[CORNERS][3];
    static uint32_t points[CORNERS], index[CORNERS];
    test_random random = {3};
    (void)state;
    for (uint32_t point_count = 1; point_count <= CORNERS; point_count *= 7) {
        for (uint32_t c = 0; c < CORNERS; c++) {
            points[c] = c % 50 == 7 ? FBX_NO_POINT : test_random_u32(&random) % point_count;
            index[c] = test_random_u32(&random) % VALUES;
            for (int i = 0; i < 3; i++) direct[c][i] = (float)(test_random_u32(&random) % (point_count < 50 ? 9 : 2));
        }
        fbx_mesh mesh = {.point_count = point_count, .corner_count = CORNERS, .point_of_corner = points};
        mesh.colours = (fbx_layer){values[0], 4, index};
        check_vertices(&mesh, (const fbx_layer *[]){&mesh.colours}, 1);
        mesh.vertex_count = 0;
        mesh.normals = (fbx_layer){direct[0], 3, NULL};
        check_vertices(&mesh, (const fbx_layer *[]){&mesh.colours, &mesh.normals}, 2);
    }
}

TEST_GROUP(test_fbx_mesh)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stars_are_covered_by_their_triangles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(combs_are_covered_by_their_triangles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mazes_are_covered_by_their_triangles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_polygon_with_a_hole_keeps_its_hole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(corners_on_a_straight_edge_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(polygons_without_an_area_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(quads_are_cut_along_the_better_diagonal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_corners_become_one_vertex, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
