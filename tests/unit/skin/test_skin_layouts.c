/* Every layout of the output has the bits of dense streams in the same order. */
#include "support/skin/posed_mesh.h"
#include "support/skin/skin_run.h"
#include <hone/skin.h>
#include <stdio.h>
#include <string.h>

static const hone_skin_method METHODS[] = {HONE_SKIN_AUTO, HONE_SKIN_LINEAR, HONE_SKIN_DUAL_QUATERNION};
enum { METHOD_COUNT = 3, GUARD = 0xA5, ROOM = 64 };

/* Where the streams of an interleaved vertex are, in bytes; -1: not written. */
typedef struct layout {
    size_t stride;
    int at[3];
} layout;

static const layout LAYOUTS[] = {
    {12, {0, -1, -1}}, {16, {4, -1, -1}}, {24, {0, 12, -1}},  {24, {12, 0, -1}}, {28, {0, 12, -1}},
    {32, {0, 12, -1}}, {32, {0, 20, -1}}, {32, {-1, 12, -1}}, {40, {0, 12, 24}}, {48, {0, 12, 24}},
    {64, {0, 16, 32}}, {76, {4, 16, 32}}, {16, {-1, -1, 0}},  {28, {0, -1, 12}}, {28, {-1, 16, 0}},
};
enum { LAYOUT_COUNT = sizeof LAYOUTS / sizeof *LAYOUTS };

static void set_streams(const layout *l, uint8_t *bytes, size_t count, hone_skin_job *job)
{
    hone_stream *streams[3] = {&job->positions, &job->normals, &job->tangents};
    for (int s = 0; s < 3; s++)
        *streams[s] = l->at[s] < 0 ? (hone_stream){0} : (hone_stream){bytes + l->at[s], count, l->stride};
}

/* Runs all blocks, in two parts. */
static void run_parts(const char *kernel, const posed_mesh *s, const hone_skin_job *job)
{
    uint32_t blocks = hone_skin_block_count(s->skin);
    skin_run(kernel, s->skin, job, 0, blocks / 3);
    skin_run(kernel, s->skin, job, blocks / 3, blocks);
}

/* Checks that `bytes` are the dense results at the places of the layout, and guard bytes everywhere else. */
static void check_bytes(const posed_mesh *s, const layout *l, const hone_skin_job *job, const skin_output *dense,
                        uint8_t *bytes, size_t size, const char *what)
{
    const uint32_t *lanes = hone_skin_lanes(s->skin);
    for (uint32_t v = 0; v < s->mesh.desc.vertex_count; v++) {
        size_t element = job->order == HONE_SKIN_ORDER_LANES ? lanes[v] : v;
        for (int stream = 0; stream < 3; stream++) {
            float want[4];
            if (l->at[stream] < 0)
                continue;
            skin_output_get(dense, stream, v, want);
            const uint8_t *got = bytes + ROOM + element * l->stride + l->at[stream];
            if (memcmp(got, want, stream == 2 ? 16 : 12) != 0)
                fail_msg("%s: stream %d of vertex %u differs from the dense one", what, stream, v);
        }
    }
    size_t count = job->order == HONE_SKIN_ORDER_LANES ? hone_skin_lane_count(s->skin) : s->mesh.desc.vertex_count;
    for (size_t element = 0; element < count; element++)
        for (int stream = 0; stream < 3; stream++)
            if (l->at[stream] >= 0)
                memset(bytes + ROOM + element * l->stride + l->at[stream], GUARD, stream == 2 ? 16 : 12);
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != GUARD)
            fail_msg("%s: byte %zu is not the layout's, but was written", what, i);
}

static void check_layout(const posed_mesh *s, const char *kernel, const layout *l, const hone_skin_job *base,
                         const skin_output *dense)
{
    char what[120];
    snprintf(what, sizeof what, "%s, order %d, method %d, stride %zu at %d %d %d", kernel, (int)base->order,
             (int)base->method, l->stride, l->at[0], l->at[1], l->at[2]);
    size_t count = base->order == HONE_SKIN_ORDER_LANES ? hone_skin_lane_count(s->skin) : s->mesh.desc.vertex_count;
    size_t size = ROOM + count * l->stride + ROOM;
    uint8_t *bytes = test_malloc(size);
    memset(bytes, GUARD, size);
    hone_skin_job job = *base;
    set_streams(l, bytes + ROOM, count, &job);
    run_parts(kernel, s, &job);
    check_bytes(s, l, &job, dense, bytes, size, what);
    test_free(bytes);
}

static void check_posed_mesh(const posed_mesh *s)
{
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
        for (int m = 0; m < METHOD_COUNT; m++)
            for (int order = HONE_SKIN_ORDER_FILE; order <= HONE_SKIN_ORDER_LANES; order++) {
                skin_output dense, tangents;
                skin_output_make(s->skin, (hone_skin_order)order, (skin_layout){0, 0}, SKIN_POSITIONS | SKIN_NORMALS,
                                 &dense);
                skin_output_make(s->skin, (hone_skin_order)order, (skin_layout){0, 0}, SKIN_ALL, &tangents);
                dense.job.palette = tangents.job.palette = &s->palette.palette;
                dense.job.rest = tangents.job.rest = s->rest;
                dense.job.method = tangents.job.method = METHODS[m];
                skin_run(kernel, s->skin, &dense.job, 0, hone_skin_block_count(s->skin));
                skin_run(kernel, s->skin, &tangents.job, 0, hone_skin_block_count(s->skin));
                memcpy(dense.streams[2].bytes, tangents.streams[2].bytes, dense.streams[2].size);
                for (int l = 0; l < LAYOUT_COUNT; l++) check_layout(s, kernel, &LAYOUTS[l], &dense.job, &dense);
                skin_output_release(&dense);
                skin_output_release(&tangents);
            }
}

static void layouts_agree_where_vertices_share_slots(void **state)
{
    (void)state;
    posed_mesh_check_shared_slots(check_posed_mesh);
}

static void layouts_agree_where_no_vertices_share_slots(void **state)
{
    (void)state;
    posed_mesh_check_separate_slots(check_posed_mesh);
}

static void layouts_agree_for_odd_weights(void **state)
{
    (void)state;
    posed_mesh_check_odd_weights(check_posed_mesh);
}

static void layouts_agree_for_fewer_vertices_than_a_block(void **state)
{
    (void)state;
    for (uint32_t vertices = 1; vertices <= 17; vertices += 4)
        posed_mesh_each_variant(
            &(skin_recipe){.seed = 4, .vertices = vertices, .least = 1, .most = 3, .longest_run = 17},
            check_posed_mesh);
}

static void strides_that_are_short_or_no_multiple_of_4_are_refused(void **state)
{
    (void)state;
    posed_mesh s;
    posed_mesh_make(&(skin_recipe){.seed = 5, .vertices = 20, .least = 1, .most = 2, .longest_run = 20},
                    SKIN_POSE_RIGID, false, false, &s);
    static float room[64 * 64];
    for (size_t stride = 1; stride <= 64; stride++) {
        hone_error error = {0};
        const hone_skin_job job = {.palette = &s.palette.palette,
                                   .positions = {room, hone_skin_lane_count(s.skin), stride}};
        bool good = stride >= 12 && stride % 4 == 0;
        CHECK(hone_skin_run_on(NULL, s.skin, &job, &error) == good);
        CHECK(good || (error.code == HONE_ERROR_ARGUMENT && error.at == 0));
    }
    posed_mesh_release(&s);
}

TEST_GROUP(test_skin_layouts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_agree_where_vertices_share_slots),
        cmocka_unit_test(layouts_agree_where_no_vertices_share_slots),
        cmocka_unit_test(layouts_agree_for_odd_weights),
        cmocka_unit_test(layouts_agree_for_fewer_vertices_than_a_block),
        cmocka_unit_test(strides_that_are_short_or_no_multiple_of_4_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
