/* Meshes of FBX files, from the file to the model. */
#include "support/make/fbx/make_fbx_model.h"
#include "support/make/fbx/make_fbx_scene.h"
#include "support/support.h"
#include <hone/format.h>
#include <string.h>

/* Two quads side by side, of six control points, in the plane z = 0. */
static const double points[18] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0};
static const int32_t corners[8] = {0, 1, 4, ~3, 1, 2, 5, ~4};

static make_fbx_geometry two_quads(const make_fbx_layer *layers, uint32_t count)
{
    return (make_fbx_geometry){points, 6, corners, 8, layers, count};
}

/* Loads a file with one mesh, which one node shows. */
static hone_model *load_mesh(const make_fbx_kind *kind, const make_fbx_geometry *geometry,
                             void (*properties)(make_fbx *fbx))
{
    make_fbx m = make_fbx_open_scene(kind, 1, NULL);
    make_fbx_begin(&m, "Objects");
    make_fbx_shown_mesh(&m, 0, geometry, properties);
    make_fbx_end(&m);
    make_fbx_begin(&m, "Connections");
    make_fbx_link_shown_mesh(&m, 0);
    make_fbx_end(&m);
    return make_fbx_model(make_fbx_close(&m), false);
}

/* Returns the vertex at a place in centimetres with this normal, or fails. */
static uint32_t find(const hone_mesh *mesh, float x, float y, float normal_z)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (fabsf(mesh->positions[v][0] - x / 100) + fabsf(mesh->positions[v][1] - y / 100) < 1e-6f &&
            fabsf(mesh->normals[v][2] - normal_z) < 1e-6f)
            return v;
    fail_msg("there is no vertex at %g, %g", (double)x, (double)y);
    return 0;
}

/* Returns twice the area of all triangles that face +z, minus the others. */
static float area_of(const hone_mesh *mesh)
{
    float sum = 0;
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[i + 1]];
        const float *c = mesh->positions[mesh->indices[i + 2]];
        sum += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    return sum * 10000;
}

/* ---- layers ---------------------------------------------------------------------------------------------------- */

static const double normals[8][3] = {{0, 0, 1},  {0, 0, 1},  {0, 0, 1},  {0, 0, 1},
                                     {0, 0, -1}, {0, 0, -1}, {0, 0, -1}, {0, 0, -1}};
static const double uvs[6][2] = {{0, 0}, {0.5, 0}, {1, 0}, {0, 0.25}, {0.5, 0.25}, {1, 0.25}};
static const int32_t uv_index[8] = {0, 1, 4, 3, 1, 2, 5, 4};

static void a_mesh_is_read_in_every_encoding(void **state)
{
    const make_fbx_layer layers[] = {
        {"Normal", "ByPolygonVertex", 0, NULL, normals[0], 24, NULL, 0},
        {"UV", "ByPolygonVertex", 0, "map1", uvs[0], 12, uv_index, 8},
    };
    (void)state;
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        const make_fbx_geometry geometry = two_quads(layers, 2);
        hone_model *model = load_mesh(&make_fbx_kinds[k], &geometry, NULL);
        const hone_mesh *mesh = hone_model_mesh(model);
        assert_int_equal(hone_model_warnings(model).count, 0);
        assert_int_equal(mesh->vertex_count, 8); /* the normals differ on the edge between the quads */
        assert_int_equal(mesh->index_count, 12);
        CHECK_NEAR(area_of(mesh), 4, 1e-5);
        CHECK_NEAR(mesh->uvs[find(mesh, 1, 1, 1)][0], 0.5, 0);
        CHECK_NEAR(mesh->uvs[find(mesh, 1, 1, -1)][1], 0.75, 0);
        CHECK_NEAR(mesh->uvs[find(mesh, 2, 0, -1)][1], 1, 0);
        hone_model_release(model);
    }
}

/* The same normals, mapped in each way that a file may choose. */
static void layers_may_be_mapped_in_any_way(void **state)
{
    static const double one[3] = {0, 0, 1}, two[6] = {0, 0, 1, 0, 0, -1},
                        per_point[18] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    static const int32_t by_corner[8] = {0, 0, 0, 0, 1, 1, 1, 1}, by_polygon[2] = {0, 1},
                         by_point[6] = {0, 0, 0, 0, 0, 0};
    static const struct {
        make_fbx_layer layer;
        uint32_t vertices;
        float last; /* the normal of the second polygon */
    } cases[] = {
        {{"Normal", "ByPolygonVertex", 0, NULL, normals[0], 24, NULL, 0}, 8, -1},
        {{"Normal", "ByPolygonVertex", 0, NULL, two, 6, by_corner, 8}, 8, -1},
        {{"Normal", "ByPolygon", 0, NULL, two, 6, NULL, 0}, 8, -1},
        {{"Normal", "ByPolygon", 0, NULL, two, 6, by_polygon, 2}, 8, -1},
        {{"Normal", "ByPolygon", 0, NULL, normals[0], 24, NULL, 0}, 8, -1}, /* as old exporters write corners */
        {{"Normal", "ByVertice", 0, NULL, per_point, 18, NULL, 0}, 6, 1},
        {{"Normal", "ByVertex", 0, NULL, two, 6, by_point, 6}, 6, 1},
        {{"Normal", "AllSame", 0, NULL, one, 3, NULL, 0}, 6, 1},
        {{"Normal", "AllSame", 0, NULL, one, 3, by_point, 1}, 6, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const make_fbx_geometry geometry = two_quads(&cases[i].layer, 1);
        hone_model *model = load_mesh(&(make_fbx_kind){.text = i % 2}, &geometry, NULL);
        const hone_mesh *mesh = hone_model_mesh(model);
        assert_int_equal(hone_model_warnings(model).count, 0);
        assert_int_equal(mesh->vertex_count, cases[i].vertices);
        find(mesh, 0, 0, 1), find(mesh, 1, 1, 1), find(mesh, 2, 0, cases[i].last), find(mesh, 1, 0, cases[i].last);
        hone_model_release(model);
    }
}

static void damaged_layers_are_repaired_or_left_out(void **state)
{
    static const double two[6] = {0, 0, 1, 0, 0, -1};
    static const int32_t beyond[8] = {0, 0, 0, 0, 1, 1, 1, 99}, none[8] = {0, 0, 0, 0, -1, -1, -1, -1}, few[2] = {0, 1};
    static const struct {
        make_fbx_layer layer;
        const char *warning;
        float at_end; /* normal of the last corner */
    } cases[] = {
        {{"Normal", "ByPolygonVertex", 0, NULL, two, 6, beyond, 8}, "the last one is used", -1},
        {{"Normal", "ByPolygonVertex", 0, NULL, two, 6, few, 2}, "the last one is used", -1},
        {{"Normal", "ByPolygonVertex", 0, NULL, two, 6, NULL, 0}, "the last one is used", -1},
        {{"Normal", "ByPolygonVertex", 0, NULL, two, 6, none, 8}, NULL, 0},
        {{"Normal", "BySomething", 0, NULL, two, 6, NULL, 0}, "unknown way", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const make_fbx_geometry geometry = two_quads(&cases[i].layer, 1);
        hone_model *model = load_mesh(NULL, &geometry, NULL);
        assert_int_equal(hone_model_warnings(model).count, cases[i].warning ? 1 : 0);
        CHECK(!cases[i].warning || make_fbx_warns(model, cases[i].warning));
        find(hone_model_mesh(model), 1, 1, cases[i].at_end);
        hone_model_release(model);
    }
}

static void further_uv_sets_colours_and_tangents_are_kept(void **state)
{
    static const double colour[4] = {1, 0.5, 0, 0.25}, tangent[3] = {2, 0, 0}, bitangent[3] = {0, -1, 0};
    static const double second[6][2] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0.125, 0.25}};
    const make_fbx_layer layers[] = {
        {"Normal", "ByPolygonVertex", 0, NULL, normals[0], 24, NULL, 0},
        {"Tangent", "AllSame", 0, NULL, tangent, 3, NULL, 0},
        {"Binormal", "AllSame", 0, NULL, bitangent, 3, NULL, 0},
        {"UV", "ByPolygonVertex", 1, "second", second[0], 12, uv_index, 8},
        {"UV", "ByPolygonVertex", 0, "first", uvs[0], 12, uv_index, 8},
        {"Color", "AllSame", 0, NULL, colour, 4, NULL, 0},
    };
    const make_fbx_geometry geometry = two_quads(layers, 6);
    hone_model *model = load_mesh(NULL, &geometry, NULL);
    const hone_mesh *mesh = hone_model_mesh(model);
    (void)state;
    assert_int_equal(mesh->extra_uv_count, 2);
    uint32_t front = find(mesh, 1, 1, 1), back = find(mesh, 2, 1, -1);
    CHECK_NEAR(mesh->extra_uvs[0][front][0], 1, 0);
    CHECK_NEAR(mesh->extra_uvs[0][front][1], 0.21404114f, 1e-6); /* a display value became linear */
    CHECK_NEAR(mesh->extra_uvs[0][front][3], 0.25, 0);
    CHECK_NEAR(mesh->extra_uvs[1][back][0], 0.125, 0);
    CHECK_NEAR(mesh->extra_uvs[1][back][1], 0.75, 0);
    CHECK_NEAR(mesh->uvs[back][0], 1, 0);
    CHECK_NEAR(mesh->tangents[front][0], 1, 0);
    CHECK_NEAR(mesh->tangents[front][3], -1, 0); /* normal x tangent is +y there, and -y on the back */
    CHECK_NEAR(mesh->tangents[back][3], 1, 0);
    CHECK(hone_model_get(model)->materials[0].flags & HONE_MATERIAL_VERTEX_COLOUR);
    hone_model_release(model);
}

/* ---- normals that the file does not have ----------------------------------------------------------------------- */

/* A roof: two quads that meet in a ridge along y at x = 1. */
static const double roof[18] = {0, 0, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 1, 1, 1, 2, 1, 0};

static void missing_normals_are_computed(void **state)
{
    static const int32_t groups[][2] = {{1, 1}, {1, 2}, {3, 2}, {0, 1}};
    const double slope = sqrt(0.5);
    (void)state;
    for (int i = -1; i < 4; i++) {
        const make_fbx_layer layer = {"Smoothing", "ByPolygon", 0, NULL, NULL, 0, groups[i < 0 ? 0 : i], 2};
        make_fbx_geometry geometry = two_quads(&layer, i < 0 ? 0 : 1);
        geometry.points = roof;
        hone_model *model = load_mesh(NULL, &geometry, NULL);
        bool smooth = i < 1 || i == 2;
        assert_int_equal(hone_model_mesh(model)->vertex_count, smooth && i <= 0 ? 6 : smooth ? 6 : 8);
        find(hone_model_mesh(model), 1, 0, smooth ? 1 : (float)slope);
        assert_int_equal(hone_model_get(model)->materials[0].pbr->flat, i < 0);
        hone_model_release(model);
    }
}

static void smooth_edges_make_smooth_normals(void **state)
{
    static const int32_t edges[][7] = {{1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0}, {1, 1, 1, 0, 0, 0, 0}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const make_fbx_layer layer = {"Smoothing", "ByEdge", 0, NULL, NULL, 0, edges[i], 7};
        make_fbx_geometry geometry = two_quads(&layer, 1);
        geometry.points = roof;
        hone_model *model = load_mesh(NULL, &geometry, NULL);
        find(hone_model_mesh(model), 1, 0, 1);
        assert_int_equal(hone_model_get(model)->materials[0].pbr->flat, i > 0);
        hone_model_release(model);
    }
}

/* ---- polygons ---------------------------------------------------------------------------------------------------- */

static void damaged_polygons_are_dropped(void **state)
{
    static const int32_t damaged[] = {0, ~1, ~2, 0, 1, ~77, 0, 1, 4, ~3, -1 - 0x7fffffff, 1, 2, 5, 4};
    make_fbx_geometry geometry = two_quads(NULL, 0);
    (void)state;
    geometry.corners = damaged, geometry.corner_count = sizeof damaged / sizeof *damaged;
    hone_model *model = load_mesh(NULL, &geometry, NULL);
    assert_int_equal(hone_model_mesh(model)->index_count,
                     12); /* the last polygon is not ended: it ends with the list */
    assert_int_equal(hone_model_mesh(model)->vertex_count, 6);
    CHECK(make_fbx_warns(model, "fewer than three corners was dropped (first \""));
    CHECK(make_fbx_warns(model, "control point that is missing"));
    hone_model_release(model);
}

static void polygons_of_a_material_follow_each_other(void **state)
{
    static const int32_t which[2] = {1, 0}, wrong[2] = {0, 7};
    (void)state;
    for (int k = 0; k < MAKE_FBX_KINDS; k++)
        for (int round = 0; round < 2; round++) {
            const make_fbx_layer layer = {"Material", "ByPolygon", 0, NULL, NULL, 0, round ? wrong : which, 2};
            const make_fbx_geometry geometry = two_quads(&layer, 1);
            make_fbx m = make_fbx_open_scene(&make_fbx_kinds[k], 1, NULL);
            make_fbx_begin(&m, "Objects");
            make_fbx_shown_mesh(&m, 0, &geometry, NULL);
            for (int i = 0; i < 2; i++) make_fbx_begin_numbered(&m, MAKE_FBX_MATERIAL + i, ""), make_fbx_end(&m);
            make_fbx_end(&m);
            make_fbx_begin(&m, "Connections");
            make_fbx_link_shown_mesh(&m, 0);
            for (int i = 0; i < 2; i++) make_fbx_link(&m, MAKE_FBX_MATERIAL + i, MAKE_FBX_NODE, NULL);
            make_fbx_end(&m);
            hone_model *model = make_fbx_model(make_fbx_close(&m), false);
            const hone_model_data *data = hone_model_get(model);
            assert_int_equal(data->material_count, 2);
            assert_int_equal(data->materials[0].index_count, round ? 12 : 6);
            assert_int_equal(data->materials[1].index_count, round ? 0 : 6);
            assert_string_equal(data->materials[1].name, "m1");
            CHECK_NEAR(data->mesh.positions[data->mesh.indices[0]][0], round ? 0 : 0.01f, 0.011);
            float x = 0; /* of the first quad that is drawn: with the first material, that is the second of the mesh */
            for (int i = 0; i < 6; i++) x += data->mesh.positions[data->mesh.indices[i]][0] * 100;
            CHECK_NEAR(x, round ? 3 : 9, 1e-5);
            CHECK(make_fbx_warns(model, "whose material is missing") == (round == 1));
            hone_model_release(model);
        }
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static void hide(make_fbx *m)
{
    make_fbx_property(m, "Visibility", "Visibility", &(double){0}, 1);
}

static void mirror(make_fbx *m)
{
    make_fbx_property(m, "Lcl Scaling", "Lcl Scaling", (double[]){-1, 1, 1}, 3);
}

static void mirror_geometry(make_fbx *m)
{
    make_fbx_property(m, "GeometricScaling", "Vector3D", (double[]){1, -1, 1}, 3);
}

/* Loads a file with two meshes, of which the first `hidden` are hidden. */
static hone_model *load_hidden(int hidden)
{
    const make_fbx_geometry geometry = two_quads(NULL, 0);
    make_fbx m = make_fbx_open_scene(NULL, 1, NULL);
    make_fbx_begin(&m, "Objects");
    for (int i = 0; i < 2; i++) make_fbx_shown_mesh(&m, i, &geometry, i < hidden ? hide : NULL);
    make_fbx_end(&m);
    make_fbx_begin(&m, "Connections");
    for (int i = 0; i < 2; i++) make_fbx_link_shown_mesh(&m, i);
    make_fbx_end(&m);
    return make_fbx_model(make_fbx_close(&m), false);
}

static void hidden_meshes_are_not_drawn_unless_all_are(void **state)
{
    (void)state;
    for (int hidden = 0; hidden <= 2; hidden++) {
        hone_model *model = load_hidden(hidden);
        assert_int_equal(hone_model_mesh(model)->vertex_count, 12);
        assert_int_equal(hone_model_mesh(model)->index_count, hidden == 1 ? 12 : 24);
        CHECK(hidden != 1 || hone_model_mesh(model)->indices[0] >= 6);
        CHECK(make_fbx_warns(model, "all meshes are hidden") == (hidden == 2));
        assert_int_equal(hone_model_get(model)->hidden_mesh_count, hidden == 1);
        hone_model_release(model);
    }
}

/* Triangles are counter-clockwise in the scene, so they are turned where the mesh is mirrored: by its node, by its
 * geometric scale, by left-handed axes, by a parent, or not at all if node and parent are mirrored. */
static void mirrored_meshes_keep_their_front(void **state)
{
    static const int32_t left_handed[6] = {0, 1, 2, -1, 1, 1};
    const make_fbx_geometry geometry = two_quads(NULL, 0);
    (void)state;
    for (int i = 0; i < 6; i++) {
        make_fbx m = make_fbx_open_scene(NULL, 1, i == 3 ? left_handed : NULL);
        make_fbx_begin(&m, "Objects");
        make_fbx_shown_mesh(&m, 0, &geometry, i == 1 || i == 5 ? mirror : i == 2 ? mirror_geometry : NULL);
        make_fbx_begin_numbered(&m, MAKE_FBX_NODE + 1, "Null");
        make_fbx_begin_properties(&m);
        if (i >= 4)
            mirror(&m);
        make_fbx_end(&m);
        make_fbx_end(&m);
        make_fbx_end(&m);
        make_fbx_begin(&m, "Connections");
        make_fbx_link(&m, MAKE_FBX_MESH, MAKE_FBX_NODE, NULL);
        make_fbx_link(&m, MAKE_FBX_NODE, MAKE_FBX_NODE + 1, NULL);
        make_fbx_link(&m, MAKE_FBX_NODE + 1, 0, NULL);
        make_fbx_end(&m);
        hone_model *model = make_fbx_model(make_fbx_close(&m), false);
        /* with left-handed axes the vertices themselves are mirrored */
        CHECK_NEAR(area_of(hone_model_mesh(model)), i == 1 || i == 2 || i == 4 ? -4 : 4, 1e-5);
        CHECK_NEAR(hone_model_mesh(model)->normals[0][2], 1, 1e-6);
        hone_model_release(model);
    }
}

static void each_node_that_shows_a_mesh_has_its_vertices(void **state)
{
    const make_fbx_geometry geometry = two_quads(NULL, 0);
    make_fbx m = make_fbx_open_scene(NULL, 100, NULL);
    (void)state;
    make_fbx_begin(&m, "Objects");
    make_fbx_shown_mesh(&m, 0, &geometry, NULL);
    make_fbx_begin_numbered(&m, MAKE_FBX_NODE + 1, "Mesh");
    make_fbx_end(&m);
    make_fbx_end(&m);
    make_fbx_begin(&m, "Connections");
    make_fbx_link_shown_mesh(&m, 0);
    make_fbx_link(&m, MAKE_FBX_NODE + 1, 0, NULL);
    make_fbx_link(&m, MAKE_FBX_MESH, MAKE_FBX_NODE + 1, NULL);
    make_fbx_end(&m);
    hone_model *model = make_fbx_model(make_fbx_close(&m), false);
    const hone_mesh *mesh = hone_model_mesh(model);
    assert_int_equal(mesh->vertex_count, 12);
    assert_int_equal(mesh->index_count, 24);
    for (uint32_t i = 0; i < 12; i++) {
        CHECK(mesh->indices[i] < 6 && mesh->indices[12 + i] == mesh->indices[i] + 6);
        CHECK_NEAR(mesh->positions[i % 6][0], mesh->positions[i % 6 + 6][0], 0);
        const hone_influence *influence = &mesh->influences[mesh->influence_begin[i]];
        assert_int_equal(mesh->slots[influence->slot].bone, i / 6);
    }
    CHECK_NEAR(mesh->positions[2][0], 2 - 1, 1); /* metres */
    hone_model_release(model);
}

static void only_the_first_level_of_detail_is_drawn(void **state)
{
    const make_fbx_geometry geometry = two_quads(NULL, 0);
    make_fbx m = make_fbx_open_scene(NULL, 1, NULL);
    (void)state;
    make_fbx_begin(&m, "Objects");
    make_fbx_begin_numbered(&m, MAKE_FBX_NODE + 9, "LodGroup");
    make_fbx_end(&m);
    for (int i = 0; i < 3; i++) make_fbx_shown_mesh(&m, i, &geometry, NULL);
    make_fbx_end(&m);
    make_fbx_begin(&m, "Connections");
    make_fbx_link(&m, MAKE_FBX_NODE + 9, 0, NULL);
    for (int i = 0; i < 3; i++) {
        make_fbx_link(&m, MAKE_FBX_MESH + i, MAKE_FBX_NODE + i, NULL);
        make_fbx_link(&m, MAKE_FBX_NODE + i, MAKE_FBX_NODE + 9, NULL);
    }
    make_fbx_end(&m);
    hone_model *model = make_fbx_model(make_fbx_close(&m), false);
    const hone_mesh *mesh = hone_model_mesh(model);
    assert_int_equal(mesh->vertex_count, 18);
    assert_int_equal(mesh->index_count, 12);
    for (uint32_t i = 0; i < 12; i++) CHECK(mesh->indices[i] < 6);
    hone_model_release(model);
}

/* ---- the rest of a file ------------------------------------------------------------------------------------------ */

static void geometry_without_polygons_is_left_out_with_a_warning(void **state)
{
    const make_fbx_geometry geometry = two_quads(NULL, 0);
    (void)state;
    for (int old = 0; old < 2; old++) {
        make_fbx m = make_fbx_open_scene(&(make_fbx_kind){.version = old ? 6100 : 7400}, 1, NULL);
        make_fbx_begin(&m, "Objects");
        make_fbx_shown_mesh(&m, 0, &geometry, NULL);
        make_fbx_begin_numbered(&m, old ? MAKE_FBX_NODE + 1 : MAKE_FBX_MESH + 1, "NurbsSurface");
        make_fbx_end(&m);
        make_fbx_end(&m);
        make_fbx_begin(&m, "Connections");
        make_fbx_link_shown_mesh(&m, 0);
        make_fbx_end(&m);
        hone_model *model = make_fbx_model(make_fbx_close(&m), false);
        CHECK(make_fbx_warns(model, "NURBS"));
        assert_int_equal(hone_model_mesh(model)->index_count, 12);
        hone_model_release(model);
    }
}

static void a_subdivision_surface_is_drawn_as_its_control_mesh(void **state)
{
    const make_fbx_geometry geometry = two_quads(NULL, 0);
    make_fbx m = make_fbx_open_scene(NULL, 1, NULL);
    (void)state;
    make_fbx_begin(&m, "Objects");
    make_fbx_begin_numbered(&m, MAKE_FBX_MESH, "Mesh");
    make_fbx_doubles_node(&m, "Vertices", points, 18);
    make_fbx_ints_node(&m, "PolygonVertexIndex", geometry.corners, 8);
    make_fbx_int_node(&m, "Smoothness", 2);
    make_fbx_int_node(&m, "PreviewDivisionLevels", 1);
    make_fbx_end(&m);
    make_fbx_begin_numbered(&m, MAKE_FBX_NODE, "Mesh");
    make_fbx_end(&m);
    make_fbx_end(&m);
    make_fbx_begin(&m, "Connections");
    make_fbx_link_shown_mesh(&m, 0);
    make_fbx_end(&m);
    hone_model *model = make_fbx_model(make_fbx_close(&m), false);
    CHECK(make_fbx_warns(model, "subdivision"));
    assert_int_equal(hone_model_mesh(model)->index_count, 12);
    hone_model_release(model);
}

static void the_title_and_the_maker_of_a_file_are_kept(void **state)
{
    (void)state;
    for (int commented = 0; commented < 2; commented++) {
        make_fbx m = make_fbx_open(&(make_fbx_kind){.text = true, .version = 7400});
        make_fbx_begin(&m, "FBXHeaderExtension");
        make_fbx_int_node(&m, "FBXVersion", 7400);
        make_fbx_begin(&m, "SceneInfo");
        make_fbx_begin(&m, "MetaData");
        make_fbx_text_node(&m, "Title", "A title");
        make_fbx_text_node(&m, "Comment", commented ? "A comment" : "");
        make_fbx_end(&m), make_fbx_end(&m), make_fbx_end(&m);
        make_fbx_text_node(&m, "Creator", "A program");
        make_fbx_begin(&m, "Objects");
        make_fbx_begin_numbered(&m, MAKE_FBX_NODE, "Null");
        make_fbx_end(&m), make_fbx_end(&m);
        hone_model *model = make_fbx_model(make_fbx_close(&m), false);
        assert_string_equal(hone_model_get(model)->name, "A title");
        assert_string_equal(hone_model_get(model)->comment, commented ? "A comment" : "A program");
        hone_model_release(model);
    }
}

TEST_GROUP(test_fbx_geometry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_is_read_in_every_encoding),
        cmocka_unit_test(layers_may_be_mapped_in_any_way),
        cmocka_unit_test(damaged_layers_are_repaired_or_left_out),
        cmocka_unit_test(further_uv_sets_colours_and_tangents_are_kept),
        cmocka_unit_test(missing_normals_are_computed),
        cmocka_unit_test(smooth_edges_make_smooth_normals),
        cmocka_unit_test(damaged_polygons_are_dropped),
        cmocka_unit_test(polygons_of_a_material_follow_each_other),
        cmocka_unit_test(hidden_meshes_are_not_drawn_unless_all_are),
        cmocka_unit_test(mirrored_meshes_keep_their_front),
        cmocka_unit_test(each_node_that_shows_a_mesh_has_its_vertices),
        cmocka_unit_test(only_the_first_level_of_detail_is_drawn),
        cmocka_unit_test(geometry_without_polygons_is_left_out_with_a_warning),
        cmocka_unit_test(a_subdivision_surface_is_drawn_as_its_control_mesh),
        cmocka_unit_test(the_title_and_the_maker_of_a_file_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
