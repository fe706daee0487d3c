/* Which vertex goes into which lane, and how much data a run reads. */
#include "support/skin/skin_run.h"
#include <string.h>

enum { MOST = 64 };

/* A mesh of `vertices` that all have slots 0 to influences - 1 with equal weights. */
typedef struct plain {
    float positions[MOST][3], normals[MOST][3];
    uint8_t deforms[MOST];
    uint32_t begin[MOST + 1];
    hone_influence influences[MOST * 4];
    hone_sdef sdefs[MOST];
    hone_skin_desc desc;
} plain;

static void make_plain(uint32_t vertices, uint32_t influences, float sum, plain *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t v = 0; v < vertices; v++) {
        out->positions[v][0] = (float)v;
        out->begin[v + 1] = out->begin[v] + influences;
        out->deforms[v] = HONE_DEFORM_LINEAR;
        out->sdefs[v].vertex = v;
        for (uint32_t i = 0; i < influences; i++)
            out->influences[out->begin[v] + i] = (hone_influence){(int32_t)i, sum / (float)influences};
    }
    out->desc = (hone_skin_desc){.vertex_count = vertices,
                                 .slot_count = 4,
                                 .positions = {out->positions, vertices, sizeof *out->positions},
                                 .normals = {out->normals, vertices, sizeof *out->normals},
                                 .deforms = out->deforms,
                                 .influence_begin = out->begin,
                                 .influences = out->influences};
}

static hone_skin *compile(const plain *mesh)
{
    hone_error error = {0};
    hone_skin *skin = hone_skin_compile(&mesh->desc, &error);
    if (!skin)
        fail_msg("%s", error.message);
    return skin;
}

static size_t read_size(const plain *mesh, hone_skin_method method, bool normals)
{
    hone_skin *skin = compile(mesh);
    size_t size = hone_skin_read_size(skin, method, normals);
    hone_skin_release(skin);
    return size;
}

static void every_vertex_has_a_lane_of_its_own(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const skin_recipe recipe = {.seed = seed, .vertices = 701, .most = 5, .longest_run = 70, .kinds = true};
        skin_mesh mesh;
        skin_mesh_make(&recipe, &mesh);
        hone_skin *skin = skin_mesh_compile(&mesh);
        const uint32_t *lanes = hone_skin_lanes(skin), count = hone_skin_lane_count(skin);
        uint8_t *taken = test_calloc(count, 1);
        CHECK(count == hone_skin_block_count(skin) * HONE_SKIN_LANES && count >= recipe.vertices);
        for (uint32_t v = 0; v < recipe.vertices; v++) {
            CHECK(lanes[v] < count && !taken[lanes[v]]);
            taken[lanes[v]] = 1;
        }
        test_free(taken);
        hone_skin_release(skin);
        skin_mesh_release(&mesh);
    }
}

static void vertices_of_one_shape_are_packed_into_few_blocks(void **state)
{
    (void)state;
    const uint32_t vertices[] = {0, 1, 16, 17, 22, 32, 33, 64}, blocks[] = {0, 1, 1, 2, 2, 2, 3, 4};
    for (size_t i = 0; i < sizeof vertices / sizeof *vertices; i++) {
        plain mesh;
        make_plain(vertices[i], 2, 1, &mesh);
        hone_skin *skin = compile(&mesh);
        CHECK(hone_skin_block_count(skin) == blocks[i]);
        hone_skin_release(skin);
    }
}

/* Two slot sets with a common slot, each with some vertices more than a whole block. The remaining vertices of both
 * share a block if they fit. */
static void short_tails_share_a_block(void **state)
{
    (void)state;
    for (uint32_t tail = 1; tail < 12; tail++) {
        plain mesh;
        uint32_t each = HONE_SKIN_LANES + tail;
        make_plain(2 * each, 2, 1, &mesh);
        for (uint32_t v = each; v < 2 * each; v++) mesh.influences[mesh.begin[v]].slot = 2;
        hone_skin *skin = compile(&mesh);
        CHECK(hone_skin_block_count(skin) == (tail < 9 ? 3 : 4));
        hone_skin_release(skin);
    }
}

/* Vertices with SDEF share a block only among themselves, if they are few. */
static void short_tails_with_sdef_share_a_block(void **state)
{
    (void)state;
    for (uint32_t tail = 1; tail < 8; tail++) {
        plain mesh;
        uint32_t each = HONE_SKIN_LANES + tail;
        make_plain(2 * each, 2, 1, &mesh);
        memset(mesh.deforms, HONE_DEFORM_SDEF, sizeof mesh.deforms);
        mesh.desc.sdefs = mesh.sdefs, mesh.desc.sdef_count = 2 * each;
        for (uint32_t v = each; v < 2 * each; v++) mesh.influences[mesh.begin[v]].slot = 2;
        hone_skin *skin = compile(&mesh);
        CHECK(hone_skin_block_count(skin) == (tail < 6 ? 3 : 4));
        hone_skin_release(skin);
    }
}

/* A vertex may have any number of influences, in any order; those of one slot count as one. */
static void many_influences_of_few_slots_are_merged(void **state)
{
    (void)state;
    plain mesh;
    make_plain(1, 100, 1, &mesh);
    for (uint32_t i = 0; i < 100; i++) mesh.influences[i].slot = (int32_t)(i * 7 % 4);
    hone_skin *skin = compile(&mesh);
    hone_skin_vertex got = hone_skin_vertex_at(skin, 0);
    CHECK(got.influences == 4 && hone_skin_max_influences(skin) == 4);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(got.slots[i] == i);
        CHECK_NEAR(got.weights[i], 0.25, 1e-6);
    }
    hone_skin_release(skin);
}

/* One vertex each for ten pairs out of four slots: none fills a block alone. A shader still gets only the vertex's
 * own influences. */
static void strangers_keep_their_own_influences(void **state)
{
    (void)state;
    plain mesh;
    make_plain(12, 2, 1, &mesh);
    for (uint32_t v = 0; v < 12; v++) {
        hone_influence *mine = &mesh.influences[mesh.begin[v]];
        mine[0] = (hone_influence){(int32_t)(v % 3), 0.3f};
        mine[1] = (hone_influence){(int32_t)(v % 3 + 1 + v % 2 * (2 - v % 3)), 0.7f};
    }
    hone_skin *skin = compile(&mesh);
    CHECK(hone_skin_block_count(skin) == 1 && hone_skin_max_influences(skin) == 2);
    for (uint32_t v = 0; v < 12; v++) {
        const hone_influence *want = &mesh.influences[mesh.begin[v]];
        hone_skin_vertex got = hone_skin_vertex_at(skin, v);
        CHECK(got.influences == 2 && got.weights[2] == 0);
        for (uint32_t i = 0; i < 2; i++) {
            CHECK(got.slots[i] == (uint32_t)want[i].slot);
            CHECK_NEAR(got.weights[i], want[i].weight, 1e-7);
        }
    }
    hone_skin_release(skin);
}

static void what_a_run_reads_is_the_sum_of_its_parts(void **state)
{
    (void)state;
    plain mesh;
    enum { REST = 12, NORMAL = 12, WEIGHT = 4, SLOT = 4, SDEF = 36 };
    make_plain(16, 2, 1, &mesh); /* one stored weight per vertex, two slots per block */
    CHECK(read_size(&mesh, HONE_SKIN_AUTO, false) == 16 * (REST + WEIGHT) + 2 * SLOT);
    CHECK(read_size(&mesh, HONE_SKIN_AUTO, true) == 16 * (REST + NORMAL + WEIGHT) + 2 * SLOT);
    make_plain(22, 2, 1, &mesh); /* padding does not count */
    CHECK(read_size(&mesh, HONE_SKIN_LINEAR, false) == 22 * (REST + WEIGHT) + 2 * 2 * SLOT);
    make_plain(20, 2, 1, &mesh); /* the tail of four uses a mixed block */
    CHECK(read_size(&mesh, HONE_SKIN_LINEAR, false) == 20 * (REST + WEIGHT) + 2 * SLOT + 4 * 2 * SLOT);
    make_plain(16, 3, 0.5f, &mesh); /* if the sum is not 1, all weights are stored */
    CHECK(read_size(&mesh, HONE_SKIN_LINEAR, false) == 16 * (REST + 3 * WEIGHT) + 3 * SLOT);
    make_plain(16, 1, 1, &mesh);
    CHECK(read_size(&mesh, HONE_SKIN_DUAL_QUATERNION, false) == 16 * REST + SLOT);
    make_plain(16, 0, 1, &mesh);
    CHECK(read_size(&mesh, HONE_SKIN_AUTO, true) == 16 * (REST + NORMAL));
    make_plain(16, 2, 1, &mesh);
    memset(mesh.deforms, HONE_DEFORM_SDEF, sizeof mesh.deforms);
    mesh.desc.sdefs = mesh.sdefs, mesh.desc.sdef_count = 16;
    CHECK(read_size(&mesh, HONE_SKIN_AUTO, false) == 16 * (REST + WEIGHT + SDEF) + 2 * SLOT);
    CHECK(read_size(&mesh, HONE_SKIN_LINEAR, false) == 16 * (REST + WEIGHT) + 2 * SLOT);
}

static void packed_skins_read_half(void **state)
{
    (void)state;
    plain mesh;
    make_plain(16, 3, 1, &mesh);
    mesh.desc.packed = true;
    CHECK(read_size(&mesh, HONE_SKIN_AUTO, true) == 16 * (6 + 4 + 2 * 2) + 3 * 4);
    CHECK(read_size(&mesh, HONE_SKIN_AUTO, false) == 16 * (6 + 2 * 2) + 3 * 4);
    make_plain(16, 3, 0.5f, &mesh); /* weights with another sum are not packed */
    mesh.desc.packed = true;
    CHECK(read_size(&mesh, HONE_SKIN_AUTO, false) == 16 * (6 + 3 * 4) + 3 * 4);
}

/* ---- refusals ------------------------------------------------------------------------------------------------ */

static void influences_beyond_the_last_are_refused(void **state)
{
    (void)state;
    plain mesh;
    hone_error error = {0};
    make_plain(3, 2, 1, &mesh);
    mesh.begin[1] = 1000000; /* and decreasing */
    CHECK(!hone_skin_compile(&mesh.desc, &error) && error.code == HONE_ERROR_ARGUMENT && error.at == 0);
    mesh.begin[1] = 5, mesh.begin[2] = mesh.begin[3] = 0;
    mesh.desc.influences = NULL;
    error = (hone_error){0};
    CHECK(!hone_skin_compile(&mesh.desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    make_plain(1, 2, 1, &mesh);
    mesh.desc.influences = NULL;
    error = (hone_error){0};
    CHECK(!hone_skin_compile(&mesh.desc, &error) && error.code == HONE_ERROR_ARGUMENT);
}

static void streams_that_the_skin_lacks_are_refused(void **state)
{
    (void)state;
    plain mesh;
    skin_palette palette;
    static float out[MOST][4];
    make_plain(20, 2, 1, &mesh);
    hone_skin *with_normals = compile(&mesh);
    mesh.desc.normals = (hone_stream){0};
    hone_skin *bare = compile(&mesh);
    skin_palette_make(SKIN_POSE_RIGID, 1, &palette);
    const hone_stream room = {out, MOST, sizeof *out};
    const hone_skin_job normals = {.palette = &palette.palette, .normals = room},
                        tangents = {.palette = &palette.palette, .tangents = room};
    hone_error error = {0};
    CHECK(hone_skin_run_on(NULL, with_normals, &normals, &error));
    CHECK(!hone_skin_run_on(NULL, bare, &normals, &error) && strstr(error.message, "normals"));
    CHECK(!hone_skin_run_on(NULL, with_normals, &tangents, &error) && strstr(error.message, "tangents"));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    skin_palette_release(&palette);
    hone_skin_release(bare);
    hone_skin_release(with_normals);
}

static void tangents_need_normals_and_what_normals_need(void **state)
{
    (void)state;
    plain mesh;
    hone_error error = {0};
    skin_palette palette;
    skin_output out;
    static float tangents[MOST][4];
    make_plain(20, 2, 1, &mesh);
    mesh.desc.tangents = (hone_stream){tangents, 20, sizeof *tangents};
    hone_stream normals = mesh.desc.normals;
    mesh.desc.normals = (hone_stream){0};
    CHECK(!hone_skin_compile(&mesh.desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    mesh.desc.normals = normals;
    hone_skin *skin = compile(&mesh);
    skin_palette_make(SKIN_POSE_SCALED, 1, &palette);
    hone_palette bare = palette.palette;
    bare.cofactor = NULL;
    skin_output_make(skin, HONE_SKIN_ORDER_FILE, (skin_layout){0, 0}, SKIN_TANGENTS, &out);
    out.job.palette = &bare;
    error = (hone_error){0};
    CHECK(!hone_skin_run_on(NULL, skin, &out.job, &error) && error.code == HONE_ERROR_ARGUMENT);
    skin_output_release(&out);
    skin_palette_release(&palette);
    hone_skin_release(skin);
}

TEST_GROUP(test_skin_blocks)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_has_a_lane_of_its_own),
        cmocka_unit_test(vertices_of_one_shape_are_packed_into_few_blocks),
        cmocka_unit_test(short_tails_share_a_block),
        cmocka_unit_test(short_tails_with_sdef_share_a_block),
        cmocka_unit_test(many_influences_of_few_slots_are_merged),
        cmocka_unit_test(strangers_keep_their_own_influences),
        cmocka_unit_test(what_a_run_reads_is_the_sum_of_its_parts),
        cmocka_unit_test(packed_skins_read_half),
        cmocka_unit_test(influences_beyond_the_last_are_refused),
        cmocka_unit_test(streams_that_the_skin_lacks_are_refused),
        cmocka_unit_test(tangents_need_normals_and_what_normals_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
