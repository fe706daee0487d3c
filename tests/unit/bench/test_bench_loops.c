/* The loops that hone bench uses for comparison do what their names promise. */
#include "bench/loops/copy.h"
#include "bench/loops/naive.h"
#include "support/support.h"
#include <hone/skin.h>
#include <string.h>

enum { VERTICES = 50, BONES = 7, SIZES = 5000, GUARD = 0x5a };

typedef struct fixture {
    float positions[VERTICES][3], normals[VERTICES][3], out[VERTICES][3], out_normals[VERTICES][3];
    uint32_t begin[VERTICES + 1];
    hone_influence influences[VERTICES * 4];
    hone_affine bones[BONES];
    hone_naive_vertex naive[VERTICES];
    hone_naive_skinned naive_out[VERTICES];
    float naive_bones[BONES][4][4];
} fixture;

static void add_vertex(fixture *f, uint32_t v, test_random *random)
{
    uint32_t count = 1 + v % 4;
    f->begin[v + 1] = f->begin[v] + count;
    for (int i = 0; i < 3; i++) {
        f->naive[v].position[i] = f->positions[v][i] = test_random_float(random, -5, 5);
        f->naive[v].normal[i] = f->normals[v][i] = test_random_float(random, -1, 1);
    }
    for (uint32_t i = 0; i < count; i++) {
        float weight = (float)(i + 1) * 2 / (float)(count * (count + 1));
        f->influences[f->begin[v] + i] = (hone_influence){(int32_t)((v + i * 2) % BONES), weight};
        f->naive[v].weights[i] = weight;
        f->naive[v].bones[i] = (v + i * 2) % BONES;
    }
}

static void make(fixture *f)
{
    test_random random = {7};
    memset(f, 0, sizeof *f);
    for (uint32_t v = 0; v < VERTICES; v++) add_vertex(f, v, &random);
    for (int b = 0; b < BONES; b++) {
        for (int i = 0; i < 12; i++) f->bones[b].m[i / 4][i % 4] = test_random_float(&random, -2, 2);
        memcpy(f->naive_bones[b], f->bones[b].m, sizeof f->bones[b].m);
        f->naive_bones[b][3][3] = 1;
    }
}

static void skin_with_hone(fixture *f)
{
    const hone_palette palette = {.slot_count = BONES, .affine = f->bones, .cofactor = f->bones, .rigid = true};
    const hone_skin_desc desc = {.vertex_count = VERTICES,
                                 .slot_count = BONES,
                                 .positions = {f->positions, VERTICES, sizeof *f->positions},
                                 .normals = {f->normals, VERTICES, sizeof *f->normals},
                                 .influence_begin = f->begin,
                                 .influences = f->influences};
    const hone_skin_job job = {.palette = &palette,
                               .positions = {f->out, VERTICES, sizeof *f->out},
                               .normals = {f->out_normals, VERTICES, sizeof *f->out_normals},
                               .kernel = "scalar"};
    hone_skin *skin = hone_skin_compile(&desc, NULL);
    assert_non_null(skin);
    assert_true(hone_skin_run_on(NULL, skin, &job, NULL));
    hone_skin_release(skin);
}

static void naive_loop_skins_as_hone_does(void **state)
{
    (void)state;
    static fixture f;
    make(&f);
    skin_with_hone(&f);
    hone_naive_skin((const float(*)[4][4])f.naive_bones, f.naive, f.naive_out, VERTICES);
    for (int v = 0; v < VERTICES; v++) {
        const float *n = f.naive_out[v].normal;
        float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]); /* the loop does not normalise */
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(f.naive_out[v].position[i], f.out[v][i], 1e-5);
            CHECK_NEAR(n[i] / length, f.out_normals[v][i], 1e-5);
        }
    }
}

/* The sum that hone_copy returns changes if any byte after the copied ones changes. So all of them are read. */
static void check_copy(hone_copy_kind kind, uint8_t *in, size_t in_size, size_t out_size)
{
    _Alignas(64) uint8_t room[SIZES + 64];
    size_t both = in_size < out_size ? in_size : out_size,
           offset = 1 + in_size % 3 * 20; /* streamed lines are aligned */
    uint8_t *out = room + offset;
    memset(room, GUARD, sizeof room);
    uint64_t sum = hone_copy(kind, in, in_size, out, out_size);
    assert_int_equal(out[-1], GUARD);
    assert_memory_equal(out, in, both);
    for (size_t i = both; i < out_size; i++) assert_int_equal(out[i], 0);
    assert_int_equal(out[out_size], GUARD);
    for (size_t i = both; i < in_size; i++) {
        in[i] ^= 0x11;
        assert_true(hone_copy(kind, in, in_size, out, out_size) != sum);
        in[i] ^= 0x11;
    }
}

static void every_copy_reads_and_writes_every_byte(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 127, 129, 1024, 1500, 2300, SIZES};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    uint8_t in[SIZES];
    for (int i = 0; i < SIZES; i++) in[i] = (uint8_t)(i * 7 + 1);
    for (int kind = 0; kind < HONE_COPY_COUNT; kind++)
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < COUNT; k++) check_copy((hone_copy_kind)kind, in, sizes[i], sizes[k]);
}

TEST_GROUP(test_bench_loops)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(naive_loop_skins_as_hone_does),
        cmocka_unit_test(every_copy_reads_and_writes_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
