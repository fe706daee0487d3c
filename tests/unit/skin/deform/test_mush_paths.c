/* Delta mush and direct delta mush have the same bits on every path of one kernel: any order, layout, choice and format
 * of streams, any number of threads, and rest positions from a copy. */
#include "core/skin/deform/kernels/kernel.h"
#include "core/skin/deform/mush.h"
#include "core/skin/output_formats.h"
#include "core/skin/rest.h"
#include "support/skin/skin_run.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/math.h>
#include <hone/thread.h>
#include <stdio.h>
#include <string.h>

enum { VERTICES = 330 };

typedef struct fixture {
    skin_mesh arrays;
    hone_mesh mesh;
    uint32_t indices[4 * VERTICES];
    hone_skin *skin;
    skin_palette palette;
    void *room;
    skin_output plain; /* all streams as floats in the file's order: what other paths are compared with */
} fixture;

static void make(hone_skin_method method, skin_pose pose, fixture *f)
{
    test_random random = {3};
    const skin_recipe recipe = {.seed = 21, .vertices = VERTICES, .least = 0, .most = 3, .longest_run = 70};
    *f = (fixture){0};
    skin_mesh_make(&recipe, &f->arrays);
    for (uint32_t i = 0; i < VERTICES; i++) f->indices[i] = test_random_u32(&random) % VERTICES;
    for (uint32_t i = 0; i < VERTICES; i++) f->indices[VERTICES + i] = f->indices[i / 3 * 3 + 2 - i % 3];
    f->mesh = (hone_mesh){.vertex_count = VERTICES,
                          .positions = (const float(*)[3])f->arrays.positions,
                          .normals = (const float(*)[3])f->arrays.normals,
                          .tangents = (const float(*)[4])f->arrays.tangents,
                          .influence_begin = f->arrays.begin,
                          .influence_count = f->arrays.begin[VERTICES],
                          .influences = f->arrays.influences,
                          .slot_count = SKIN_SLOTS,
                          .index_count = 2 * VERTICES,
                          .indices = f->indices};
    f->skin = skin_mesh_compile(&f->arrays);
    CHECK(hone_skin_add_mush(f->skin, method, &(hone_mush_desc){.mesh = &f->mesh, .iterations = 3}, NULL));
    skin_palette_make(pose, 5, &f->palette);
    f->room = test_calloc(1, hone_skin_room(f->skin, method) + 1);
}

static void release(fixture *f)
{
    skin_output_release(&f->plain);
    skin_palette_release(&f->palette);
    hone_skin_release(f->skin);
    skin_mesh_release(&f->arrays);
    test_free(f->room);
}

static void run(const fixture *f, hone_skin_method method, const char *kernel, hone_workers *workers,
                hone_skin_job *job)
{
    hone_error error = {0};
    job->palette = &f->palette.palette;
    job->method = method;
    job->kernel = kernel;
    job->room = f->room;
    job->room_size = hone_skin_room(f->skin, method);
    if (!hone_skin_run_on(workers, f->skin, job, &error))
        fail_msg("%s", error.message);
}

/* Compares the streams that `o` has with those of the plain output. */
static void check_same(const fixture *f, const skin_output *o, const char *what)
{
    const void *wanted[3] = {o->job.positions.data, o->job.normals.data, o->job.tangents.data};
    skin_output_check_guards(o);
    for (int s = 0; s < 3; s++)
        for (uint32_t v = 0; wanted[s] && v < VERTICES; v++) {
            float got[4] = {0}, want[4] = {0};
            skin_output_get(o, s, v, got);
            skin_output_get(&f->plain, s, v, want);
            if (memcmp(got, want, sizeof got) != 0)
                fail_msg("%s: stream %d of vertex %u: %g %g %g, not %g %g %g", what, s, v, (double)got[0],
                         (double)got[1], (double)got[2], (double)want[0], (double)want[1], (double)want[2]);
        }
}

/* In the order of lanes, what is behind the last vertex of a block repeats it. */
static void check_padding(const fixture *f, const skin_output *o)
{
    const size_t sizes[3] = {12, 12, 16};
    for (uint32_t at = 1; at < hone_skin_lane_count(f->skin); at++) {
        if (at % LANES < f->skin->used[at / LANES])
            continue;
        for (int s = 0; s < 3; s++) {
            const hone_stream *stream = &o->streams[s].stream;
            const char *here = (const char *)stream->data + at * stream->stride;
            assert_memory_equal(here, here - stream->stride, sizes[s]);
        }
    }
}

static void check_layouts(const fixture *f, hone_skin_method method, const char *kernel)
{
    static const skin_layout layouts[] = {{0, 0}, {0, 1}, {40, 0}, {28, 3}};
    char what[128];
    hone_workers *workers = hone_workers_create(3, NULL, NULL);
    for (unsigned wants = 1; wants <= SKIN_ALL; wants++)
        for (int l = 0; l < 4; l++)
            for (int order = 0; order < 2; order++) {
                skin_output o;
                skin_output_make(f->skin, order ? HONE_SKIN_ORDER_LANES : HONE_SKIN_ORDER_FILE, layouts[l], wants, &o);
                run(f, method, kernel, l % 2 ? workers : NULL, &o.job);
                snprintf(what, sizeof what, "method %d, %s, streams %u, layout %d, order %d", (int)method, kernel,
                         wants, l, order);
                skin_output_check_complete(&o);
                check_same(f, &o, what);
                if (order && wants == SKIN_ALL)
                    check_padding(f, &o);
                skin_output_release(&o);
            }
    hone_workers_destroy(workers);
}

/* Each element is the encoded one of the plain output. */
static void check_formats(const fixture *f, hone_skin_method method, const char *kernel)
{
    static const hone_skin_formats formats[] = {
        {HONE_SKIN_FLOAT16, HONE_SKIN_OCTAHEDRAL16, HONE_SKIN_SNORM8, {0}, {0}},
        {HONE_SKIN_UNORM16, HONE_SKIN_SNORM16, HONE_SKIN_FLOAT16, {-40, -41, -42}, {80, 81, 82}},
        {HONE_SKIN_SNORM16, HONE_SKIN_SNORM8, HONE_SKIN_SNORM16, {0, 1, 2}, {40, 50, 60}},
    };
    for (int k = 0; k < 3; k++)
        for (int order = 0; order < 2; order++) {
            skin_output o;
            skin_output_make(f->skin, order ? HONE_SKIN_ORDER_LANES : HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_ALL,
                             &o);
            o.job.formats = formats[k];
            run(f, method, kernel, NULL, &o.job);
            for (int s = 0; s < 3; s++)
                for (uint32_t v = 0; v < VERTICES; v++) {
                    float got[4] = {0}, plain[4] = {0};
                    uint32_t want[HONE_SKIN_MOST_WORDS] = {0};
                    skin_output_get(&f->plain, s, v, plain);
                    const uint32_t words = hone_skin_encode(&o.job, (hone_skin_attribute)s, plain, want);
                    CHECK(words == hone_skin_format_words(hone_skin_format_of(&o.job, (hone_skin_attribute)s),
                                                          (hone_skin_attribute)s));
                    skin_output_get(&o, s, v, got);
                    assert_memory_equal(got, want, words * sizeof *want);
                }
            skin_output_release(&o);
        }
}

/* A copy of the rest positions, whole or of one vertex, changes nothing while it is the same; nor do the spare lanes.
 */
static void check_rest(const fixture *f, hone_skin_method method, const char *kernel)
{
    for (int few = 0; few < 4; few++) {
        uint32_t vertex[1] = {(uint32_t)few * 77};
        uint8_t changes[VERTICES] = {0};
        changes[hone_skin_lanes(f->skin)[vertex[0]] / LANES] = 1;
        hone_skin_rest *rest = hone_skin_rest_create_blocks(f->skin, few % 2 == 0, few ? changes : NULL, NULL, NULL);
        const hone_stream all = {(void *)f->mesh.positions, VERTICES, sizeof *f->mesh.positions};
        const hone_stream one = few ? (hone_stream){vertex, 1, sizeof *vertex} : (hone_stream){0};
        hone_skin_rest_set(rest, one, all, (hone_stream){0});
        skin_output o;
        skin_output_make(f->skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_ALL, &o);
        o.job.rest = rest;
        run(f, method, kernel, NULL, &o.job);
        check_same(f, &o, "rest");
        skin_output_release(&o);
        hone_skin_rest_destroy(rest);
    }
}

static void every_path_has_the_same_bits(void **state)
{
    (void)state;
    static fixture f;
    bool available;
    const char *kernel;
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++)
        for (int scaled = 0; scaled < 2; scaled++)
            for (uint32_t k = 0; (kernel = hone_skin_kernel_name(k, &available)); k++) {
                if (!available)
                    continue;
                make(m, scaled ? SKIN_POSE_SCALED : SKIN_POSE_RIGID, &f);
                skin_output_make(f.skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_ALL, &f.plain);
                run(&f, m, kernel, NULL, &f.plain.job);
                skin_output_check_complete(&f.plain);
                check_layouts(&f, m, kernel);
                check_formats(&f, m, kernel);
                if (scaled || m == HONE_SKIN_DELTA_MUSH)
                    check_rest(&f, m, kernel); /* rigid slots have a path of their own without a copy */
                release(&f);
            }
}

/* A vertex whose rest position a job moves is moved; no other one is, whatever block and lane it is in. */
static void rest_positions_move_their_vertices_alone(void **state)
{
    (void)state;
    static fixture f;
    static float moved[VERTICES][3];
    bool available;
    const char *kernel;
    make(HONE_SKIN_DIRECT_DELTA_MUSH, SKIN_POSE_SCALED, &f);
    memcpy(moved, f.arrays.positions, sizeof moved);
    for (uint32_t k = 0; (kernel = hone_skin_kernel_name(k, &available)); k++) {
        if (!available)
            continue;
        skin_output_make(f.skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_ALL, &f.plain);
        run(&f, HONE_SKIN_DIRECT_DELTA_MUSH, kernel, NULL, &f.plain.job);
        for (uint32_t v = 0; v < VERTICES; v += 3) {
            skin_output o;
            float got[4], want[4];
            uint8_t changes[VERTICES] = {0};
            changes[hone_skin_lanes(f.skin)[v] / LANES] = 1;
            hone_skin_rest *rest = hone_skin_rest_create_blocks(f.skin, v % 2 == 0, changes, NULL, NULL);
            for (int i = 0; i < 3; i++) moved[v][i] += 1 + (float)i;
            hone_skin_rest_set(rest, (hone_stream){&v, 1, sizeof v}, (hone_stream){moved, VERTICES, sizeof *moved},
                               (hone_stream){0});
            skin_output_make(f.skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_POSITIONS, &o);
            o.job.rest = rest;
            run(&f, HONE_SKIN_DIRECT_DELTA_MUSH, kernel, NULL, &o.job);
            for (uint32_t other = 0; other < VERTICES; other++) {
                skin_output_get(&o, 0, other, got);
                skin_output_get(&f.plain, 0, other, want);
                if ((memcmp(got, want, 3 * sizeof *got) == 0) != (other != v))
                    fail_msg("%s: vertex %u, while %u is moved", kernel, other, v);
            }
            memcpy(moved[v], f.arrays.positions[v], sizeof *moved);
            hone_skin_rest_destroy(rest);
            skin_output_release(&o);
        }
        skin_output_release(&f.plain);
    }
    skin_output_make(f.skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_ALL, &f.plain);
    release(&f);
}

/* The first vertices move in the same way, however many follow with the same slots. */
static void blocks_do_not_depend_on_their_number(void **state)
{
    (void)state;
    enum { MOST = 40 * LANES };
    static float positions[MOST][3], out[2][MOST][3];
    static hone_influence influences[2 * MOST];
    static uint32_t begin[MOST + 1];
    test_random random = {6};
    skin_palette palette;
    skin_palette_make(SKIN_POSE_RIGID, 2, &palette);
    for (uint32_t v = 0; v < MOST; v++) {
        for (int i = 0; i < 3; i++) positions[v][i] = test_random_float(&random, -1, 1);
        influences[2 * v] = (hone_influence){3, 0.4f}, influences[2 * v + 1] = (hone_influence){7, 0.6f};
        begin[v + 1] = 2 * (v + 1);
    }
    for (uint32_t blocks = 1; blocks <= MOST / LANES; blocks++) {
        const uint32_t count = blocks * LANES;
        const hone_mesh mesh = {.vertex_count = count,
                                .positions = (const float(*)[3])positions,
                                .influence_begin = begin,
                                .influence_count = 2 * count,
                                .influences = influences,
                                .slot_count = SKIN_SLOTS};
        hone_skin *skin = hone_skin_compile_mesh(&mesh, NULL, NULL);
        CHECK(hone_skin_add_mush(skin, HONE_SKIN_DIRECT_DELTA_MUSH, &(hone_mush_desc){.mesh = &mesh}, NULL));
        const hone_skin_job job = {.palette = &palette.palette,
                                   .positions = {out[1], count, sizeof *out[1]},
                                   .method = HONE_SKIN_DIRECT_DELTA_MUSH};
        CHECK(hone_skin_run_on(NULL, skin, &job, NULL));
        assert_memory_equal(out[0], out[1], (size_t)(blocks - 1) * LANES * sizeof *out[1]);
        memcpy(out[0], out[1], sizeof out[0]);
        hone_skin_release(skin);
    }
    skin_palette_release(&palette);
}

/* Positions need no normals. */
static void skins_without_normals_have_the_same_positions(void **state)
{
    (void)state;
    static fixture f;
    bool available;
    const char *kernel;
    for (hone_skin_method m = HONE_SKIN_DELTA_MUSH; m <= HONE_SKIN_DIRECT_DELTA_MUSH; m++) {
        make(m, SKIN_POSE_SCALED, &f);
        hone_skin *with = f.skin;
        f.arrays.desc.normals = f.arrays.desc.tangents = (hone_stream){0};
        f.mesh.normals = NULL, f.mesh.tangents = NULL;
        hone_skin *without = skin_mesh_compile(&f.arrays);
        CHECK(hone_skin_add_mush(without, m, &(hone_mush_desc){.mesh = &f.mesh, .iterations = 3}, NULL));
        for (uint32_t k = 0; (kernel = hone_skin_kernel_name(k, &available)); k++) {
            if (!available)
                continue;
            skin_output o;
            skin_output_make(with, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_POSITIONS, &f.plain);
            skin_output_make(without, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_POSITIONS, &o);
            f.skin = with, run(&f, m, kernel, NULL, &f.plain.job);
            f.skin = without, run(&f, m, kernel, NULL, &o.job);
            check_same(&f, &o, kernel);
            skin_output_release(&o), skin_output_release(&f.plain);
        }
        skin_output_make(with, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_POSITIONS, &f.plain);
        hone_skin_release(without);
        f.skin = with, release(&f);
    }
}

/* The scalar kernel is chosen by its name; others round in another way. */
static void kernels_are_chosen_by_name(void **state)
{
    (void)state;
    static fixture f;
    skin_output o;
    hone_error error = {0};
    make(HONE_SKIN_DIRECT_DELTA_MUSH, SKIN_POSE_RIGID, &f);
    skin_output_make(f.skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_ALL, &f.plain);
    skin_output_make(f.skin, HONE_SKIN_ORDER_FILE, (skin_layout){0}, SKIN_ALL, &o);
    run(&f, HONE_SKIN_DIRECT_DELTA_MUSH, "scalar", NULL, &o.job);
    f.plain.job = o.job;
    f.plain.job.positions = f.plain.streams[0].stream, f.plain.job.normals = f.plain.streams[1].stream;
    f.plain.job.tangents = f.plain.streams[2].stream;
    const hone_skin_kernel *linear = hone_skin_check(f.skin, &o.job, 0, hone_skin_block_count(f.skin), &error);
    hone_direct_run_with(NULL, f.skin, &f.plain.job, linear, &hone_direct_scalar);
    check_same(&f, &o, "scalar");
    skin_output_release(&o);
    release(&f);
}

/* More slots than the kernels keep at hand, and just as many: within roundings of the scalar kernel. */
static void any_number_of_slots_is_skinned(void **state)
{
    (void)state;
    enum { SLOTS = 200, COUNT = 40, MOST = 64 };
    static float positions[COUNT][3], normals[COUNT][3], want[COUNT][3], got[COUNT][3];
    static hone_influence influences[COUNT * SLOTS];
    static uint32_t begin[COUNT + 1];
    static hone_slot slots[SLOTS];
    static const uint32_t counts[] = {MOST - 1, MOST, MOST + 1, SLOTS};
    test_random random = {8};
    hone_affine bones[SLOTS];
    hone_palette *palette = hone_palette_create(SLOTS, NULL, NULL);
    for (int s = 0; s < SLOTS; s++) {
        float q[4], t[3];
        test_random_quat(&random, q);
        for (int i = 0; i < 3; i++) t[i] = test_random_float(&random, -1, 1);
        bones[s] = hone_affine_from_rotation(q, t);
        slots[s] = (hone_slot){s, HONE_AFFINE_IDENTITY};
    }
    hone_palette_build(slots, bones, SLOTS, palette);
    for (int v = 0; v < COUNT; v++)
        for (int i = 0; i < 3; i++)
            positions[v][i] = test_random_float(&random, -1, 1), normals[v][i] = test_random_float(&random, 0.1f, 1);
    for (int n = 0; n < 4; n++) {
        for (uint32_t v = 0; v < COUNT; v++) {
            begin[v + 1] = begin[v] + counts[n];
            for (uint32_t s = 0; s < counts[n]; s++)
                influences[begin[v] + s] = (hone_influence){(int32_t)s, test_random_float(&random, 1, 2)};
        }
        const hone_mesh mesh = {.vertex_count = COUNT,
                                .positions = (const float(*)[3])positions,
                                .normals = (const float(*)[3])normals,
                                .influence_begin = begin,
                                .influence_count = begin[COUNT],
                                .influences = influences,
                                .slot_count = SLOTS,
                                .slots = slots};
        hone_skin *skin = hone_skin_compile_mesh(&mesh, NULL, NULL);
        test_allocator allocator; /* a test that writes behind an allocation fails */
        test_allocator_make(&allocator, UINT64_MAX);
        const hone_mush_desc desc = {.mesh = &mesh, .least = 1e-6f, .allocator = &allocator.allocator};
        CHECK(hone_skin_add_mush(skin, HONE_SKIN_DIRECT_DELTA_MUSH, &desc, NULL));
        const char *kernel;
        for (uint32_t k = 0; (kernel = skin_kernel(k)); k++) {
            hone_skin_job job = {.palette = palette,
                                 .positions = {got, COUNT, sizeof *got},
                                 .method = HONE_SKIN_DIRECT_DELTA_MUSH,
                                 .kernel = "scalar"};
            skin_run_direct(kernel, skin, &job);
            job.positions.data = want;
            skin_run_direct("scalar", skin, &job);
            for (int v = 0; v < COUNT; v++)
                for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], want[v][i], 4e-6);
        }
        hone_skin_release(skin);
        assert_int_equal(allocator.live, 0);
    }
    hone_palette_destroy(palette);
}

TEST_GROUP(test_mush_paths)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_path_has_the_same_bits),
        cmocka_unit_test(rest_positions_move_their_vertices_alone),
        cmocka_unit_test(blocks_do_not_depend_on_their_number),
        cmocka_unit_test(skins_without_normals_have_the_same_positions),
        cmocka_unit_test(kernels_are_chosen_by_name),
        cmocka_unit_test(any_number_of_slots_is_skinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
