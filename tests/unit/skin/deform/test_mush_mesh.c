/* Meshes for smoothing: which vertices are one node, what is around each node, and what is on a border. */
#include "core/skin/deform/mush_mesh.h"
#include "support/support.h"
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 60, TRIANGLES = 90 };

typedef struct random_mesh {
    float positions[VERTICES][3];
    uint32_t indices[3 * TRIANGLES + 2];
    hone_mesh mesh;
} random_mesh;

/* Few places, so that many vertices share theirs, and some triangles are points or lines. Zeros are of either sign; in
 * every other mesh places are so near to each other that nothing may be added to them. */
static void make_mesh(uint64_t seed, uint32_t triangles, random_mesh *out)
{
    test_random random = {seed};
    const float size = (seed % 3 ? 1.0f : -1.0f) * (seed % 2 ? 1 : 1e-10f);
    for (int v = 0; v < VERTICES; v++)
        for (int i = 0; i < 3; i++) {
            const uint32_t step = test_random_u32(&random) % 4;
            out->positions[v][i] = step == 0 && test_random_u32(&random) % 2 ? -0.0f : (float)step * size;
        }
    for (uint32_t i = 0; i < 3 * triangles + 2; i++) {
        out->indices[i] = test_random_u32(&random) % VERTICES;
        if (test_random_u32(&random) % 60 == 0)
            out->indices[i] = VERTICES + test_random_u32(&random) % 2; /* no such vertex */
    }
    out->mesh = (hone_mesh){.vertex_count = VERTICES,
                            .positions = (const float(*)[3])out->positions,
                            .index_count = 3 * triangles + 2,
                            .indices = out->indices};
}

/* The first vertex at the same place. */
static uint32_t first_of(const hone_mesh *mesh, uint32_t vertex)
{
    for (uint32_t v = 0;; v++)
        if (mesh->positions[v][0] == mesh->positions[vertex][0] &&
            mesh->positions[v][1] == mesh->positions[vertex][1] && mesh->positions[v][2] == mesh->positions[vertex][2])
            return v;
}

/* Nodes are numbered by their first vertices. */
static void check_nodes(const hone_mesh *mesh, const hone_mush_mesh *got)
{
    uint32_t count = 0;
    assert_int_equal(got->vertex_count, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t first = first_of(mesh, v);
        if (first == v) {
            assert_int_equal(got->node_of[v], count);
            assert_int_equal(got->vertex_of[count++], v);
        } else
            assert_int_equal(got->node_of[v], got->node_of[first]);
    }
    assert_int_equal(got->node_count, count);
}

typedef struct dense {
    uint8_t edges[VERTICES][VERTICES]; /* how many triangles have the edge, between first vertices */
    uint32_t corners[VERTICES];        /* how many corners of triangles are there */
} dense;

static void make_dense(const hone_mesh *mesh, dense *out)
{
    *out = (dense){0};
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3) {
        uint32_t at[3];
        bool exists = true;
        for (uint32_t k = 0; k < 3; k++) exists &= mesh->indices[t + k] < mesh->vertex_count;
        for (uint32_t k = 0; exists && k < 3; k++) at[k] = first_of(mesh, mesh->indices[t + k]);
        if (!exists || at[0] == at[1] || at[1] == at[2] || at[2] == at[0])
            continue;
        for (int k = 0; k < 3; k++) {
            out->corners[at[k]]++;
            out->edges[at[k]][at[(k + 1) % 3]]++, out->edges[at[(k + 1) % 3]][at[k]]++;
        }
    }
}

static void check_neighbours(const dense *want, const hone_mush_mesh *got)
{
    for (uint32_t n = 0; n < got->node_count; n++) {
        const uint8_t *edges = want->edges[got->vertex_of[n]];
        uint32_t next = got->begin[n];
        bool border = false;
        for (uint32_t k = 0; k < got->node_count; k++) /* ascending, each once */
            if (edges[got->vertex_of[k]] > 0) {
                CHECK(next < got->begin[n + 1]);
                assert_int_equal(got->neighbours[next++], k);
                border |= edges[got->vertex_of[k]] == 1;
            }
        assert_int_equal(next, got->begin[n + 1]);
        assert_int_equal(got->on_border[n], border);
        assert_int_equal(hone_mush_around(got, n), border ? 0 : next - got->begin[n]);
    }
    assert_int_equal(got->begin[0], 0);
}

/* Each triangle is in the lists of its three nodes, in the order of triangles, and with its way round. */
static void check_corners(const hone_mesh *mesh, const dense *want, const hone_mush_mesh *got)
{
    static uint32_t next[VERTICES];
    for (uint32_t n = 0; n < got->node_count; n++) {
        next[n] = got->corner_begin[n];
        assert_int_equal(got->corner_begin[n + 1] - got->corner_begin[n], want->corners[got->vertex_of[n]]);
    }
    for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3) {
        uint32_t at[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
        for (uint32_t k = 0; k < 3; k++)
            if (mesh->indices[t + k] < mesh->vertex_count)
                at[k] = got->node_of[mesh->indices[t + k]];
        if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0] || at[0] == UINT32_MAX || at[1] == UINT32_MAX ||
            at[2] == UINT32_MAX)
            continue;
        for (int k = 0; k < 3; k++) {
            const uint32_t *corner = got->corners[next[at[k]]++];
            assert_int_equal(corner[0], at[(k + 1) % 3]);
            assert_int_equal(corner[1], at[(k + 2) % 3]);
        }
    }
}

static void meshes_are_those_of_the_definition(void **state)
{
    (void)state;
    static random_mesh m;
    static dense want;
    uint32_t borders = 0, inside = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        make_mesh(seed, seed % 10 == 0 ? 0 : TRIANGLES, &m);
        hone_arena *memory = hone_arena_create(NULL, 0, NULL), *scratch = hone_arena_create(NULL, 0, NULL);
        hone_mush_mesh got;
        CHECK(hone_mush_mesh_make(&m.mesh, memory, scratch, &got));
        make_dense(&m.mesh, &want);
        check_nodes(&m.mesh, &got);
        check_neighbours(&want, &got);
        check_corners(&m.mesh, &want, &got);
        for (uint32_t n = 0; n < got.node_count; n++) borders += got.on_border[n], inside += !got.on_border[n];
        hone_arena_destroy(memory), hone_arena_destroy(scratch);
    }
    CHECK(borders > 2000 && inside > 500);
}

/* The arrays are as long as needed: with a limit below what was taken there is an error, and nothing is written. */
static void little_memory_is_an_error(void **state)
{
    (void)state;
    static random_mesh m;
    make_mesh(1, TRIANGLES, &m);
    hone_arena *memory = hone_arena_create(NULL, 0, NULL), *scratch = hone_arena_create(NULL, 0, NULL);
    hone_mush_mesh got;
    CHECK(hone_mush_mesh_make(&m.mesh, memory, scratch, &got));
    const size_t needs[2] = {hone_arena_taken(memory), hone_arena_taken(scratch)};
    hone_arena_destroy(memory), hone_arena_destroy(scratch);
    for (int limited = 0; limited < 2; limited++)
        for (size_t limit = 16; limit <= needs[limited]; limit += 16) {
            memory = hone_arena_create(NULL, limited == 0 ? limit : 0, NULL);
            scratch = hone_arena_create(NULL, limited == 1 ? limit : 0, NULL);
            CHECK(hone_mush_mesh_make(&m.mesh, memory, scratch, &got) == (limit == needs[limited]));
            hone_arena_destroy(memory), hone_arena_destroy(scratch);
        }
    CHECK(needs[0] <= 4 * (2 * VERTICES + 2 * got.node_count + 6 * 3 * TRIANGLES + 3 * 2 * TRIANGLES + 3 * VERTICES));
}

TEST_GROUP(test_mush_mesh)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_are_those_of_the_definition),
        cmocka_unit_test(little_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
