/* Every kernel compared with the double-precision reference, for every kind of mesh, palette and job. */
#include "core/skin/kernels/kernel.h"
#include "support/skin/skin_run.h"
#include <stdatomic.h>
#include <string.h>

static const hone_skin_method METHODS[] = {HONE_SKIN_AUTO, HONE_SKIN_LINEAR, HONE_SKIN_DUAL_QUATERNION,
                                           HONE_SKIN_CENTRES};
static const hone_skin_order ORDERS[] = {HONE_SKIN_ORDER_FILE, HONE_SKIN_ORDER_LANES};
enum { METHOD_COUNT = 4, ORDER_COUNT = 2 };

/* ---- every combination --------------------------------------------------------------------------------------- */

static void check_every_scene(const char *name, const skin_recipe *recipe)
{
    skin_mesh mesh;
    skin_mesh_make(recipe, &mesh);
    hone_skin *skin = skin_mesh_compile(&mesh);
    for (int pose = 0; pose < SKIN_POSE_COUNT; pose++)
        for (int m = 0; m < METHOD_COUNT; m++) {
            skin_palette palette;
            skin_palette_make((skin_pose)pose, 100 + (uint64_t)pose, &palette);
            reference_vertex *want = skin_reference(&mesh.desc, &palette, METHODS[m]);
            skin_check_every_job(&(skin_scene){.desc = &mesh.desc,
                                               .skin = skin,
                                               .palette = &palette,
                                               .method = METHODS[m],
                                               .want = want,
                                               .mesh = name,
                                               .pose = (skin_pose)pose});
            test_free(want);
            skin_palette_release(&palette);
        }
    hone_skin_release(skin);
    skin_mesh_release(&mesh);
}

static void kernels_agree_where_runs_of_vertices_share_few_slots(void **state)
{
    (void)state;
    const skin_recipe recipe = {.seed = 1, .vertices = 701, .least = 0, .most = 4, .longest_run = 70, .kinds = true};
    check_every_scene("runs", &recipe);
}

static void kernels_agree_on_one_to_twelve_influences(void **state)
{
    (void)state;
    const skin_recipe recipe = {.seed = 2, .vertices = 487, .least = 1, .most = 12, .longest_run = 40, .kinds = true};
    check_every_scene("twelve", &recipe);
}

static void kernels_agree_where_no_two_vertices_share_their_slots(void **state)
{
    (void)state;
    const skin_recipe recipe = {.seed = 3, .vertices = 211, .least = 1, .most = 4, .longest_run = 1, .kinds = true};
    check_every_scene("random", &recipe);
}

static void kernels_agree_on_weights_of_any_size(void **state)
{
    (void)state;
    const skin_recipe recipe = {.seed = 4,
                                .vertices = 307,
                                .least = 1,
                                .most = 5,
                                .longest_run = 40,
                                .weights = SKIN_WEIGHTS_ODD,
                                .kinds = true};
    check_every_scene("odd weights", &recipe);
}

static void kernels_agree_beyond_the_influences_that_they_have_room_for(void **state)
{
    (void)state;
    const skin_recipe recipe = {.seed = 5, .vertices = 61, .least = 31, .most = 40, .longest_run = 25, .kinds = true};
    check_every_scene("forty", &recipe);
}

static void meshes_smaller_than_a_block_are_skinned(void **state)
{
    (void)state;
    for (uint32_t vertices = 0; vertices <= 17; vertices++) {
        skin_mesh mesh;
        skin_palette palette;
        const skin_recipe recipe = {
            .seed = vertices, .vertices = vertices, .least = 1, .most = 3, .longest_run = 17, .kinds = true};
        skin_mesh_make(&recipe, &mesh);
        skin_palette_make(SKIN_POSE_RIGID, 3, &palette);
        hone_skin *skin = skin_mesh_compile(&mesh);
        reference_vertex *want = skin_reference(&mesh.desc, &palette, HONE_SKIN_AUTO);
        skin_check_every_job(
            &(skin_scene){.desc = &mesh.desc, .skin = skin, .palette = &palette, .want = want, .mesh = "small"});
        test_free(want);
        skin_palette_release(&palette);
        hone_skin_release(skin);
        skin_mesh_release(&mesh);
    }
}

/* Positions of two kernels differ by at most 4e-6 of the mesh's size, in each coordinate. */
static void check_each_other(const skin_mesh *mesh, const skin_palette *palette, hone_skin_method method)
{
    enum { MOST_KERNELS = 8 };
    skin_output out[MOST_KERNELS];
    hone_skin *skin = skin_mesh_compile(mesh);
    uint32_t count = 0;
    for (const char *kernel; (kernel = skin_kernel(count)); count++) {
        assert_true(count < MOST_KERNELS);
        skin_output_make(skin, HONE_SKIN_ORDER_FILE, (skin_layout){0, 0}, SKIN_POSITIONS, &out[count]);
        out[count].job.palette = &palette->palette;
        out[count].job.method = method;
        skin_run(kernel, skin, &out[count].job, 0, hone_skin_block_count(skin));
    }
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < a; b++)
            for (uint32_t v = 0; v < mesh->desc.vertex_count; v++) {
                float p[4], q[4];
                skin_output_get(&out[a], 0, v, p);
                skin_output_get(&out[b], 0, v, q);
                for (int i = 0; i < 3; i++) CHECK_NEAR(p[i], q[i], 4e-6 * 2 * SKIN_SIZE);
            }
    for (uint32_t k = 0; k < count; k++) skin_output_release(&out[k]);
    hone_skin_release(skin);
}

static void kernels_agree_with_each_other(void **state)
{
    (void)state;
    const skin_recipe recipe = {.seed = 12, .vertices = 1000, .most = 6, .longest_run = 50, .kinds = true};
    for (int m = 0; m < METHOD_COUNT; m++)
        for (int packed = 0; packed < 2; packed++) {
            skin_mesh mesh;
            skin_palette palette;
            skin_mesh_make(&recipe, &mesh);
            mesh.desc.packed = packed;
            skin_palette_make(SKIN_POSE_NEAR, 13, &palette);
            check_each_other(&mesh, &palette, METHODS[m]);
            skin_palette_release(&palette);
            skin_mesh_release(&mesh);
        }
}

/* ---- parts of the whole -------------------------------------------------------------------------------------- */

typedef struct fixture {
    skin_mesh mesh;
    skin_palette palette;
    hone_skin *skin;
} fixture;

static int setup(void **state)
{
    fixture *f = test_calloc(1, sizeof *f);
    const skin_recipe recipe = {.seed = 8, .vertices = 823, .least = 0, .most = 5, .longest_run = 60, .kinds = true};
    skin_mesh_make(&recipe, &f->mesh);
    skin_palette_make(SKIN_POSE_SOME, 9, &f->palette);
    f->skin = skin_mesh_compile(&f->mesh);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    hone_skin_release(f->skin);
    skin_mesh_release(&f->mesh);
    skin_palette_release(&f->palette);
    test_free(f);
    return 0;
}

static void make_output(fixture *f, hone_skin_order order, unsigned wants, skin_output *out)
{
    skin_output_make(f->skin, order, (skin_layout){0, 0}, wants, out);
    out->job.palette = &f->palette.palette;
}

static void check_ranges(fixture *f, const char *kernel, hone_skin_order order, unsigned wants)
{
    skin_output whole, parts, untouched;
    uint32_t blocks = hone_skin_block_count(f->skin), step = 1;
    const uint32_t *lanes = hone_skin_lanes(f->skin);
    make_output(f, order, wants, &whole);
    make_output(f, order, wants, &parts);
    make_output(f, order, wants, &untouched);
    skin_run(kernel, f->skin, &whole.job, 0, blocks);
    for (uint32_t begin = 0, end; begin < blocks; begin = end, step = step % 5 + 1) {
        end = begin + step < blocks ? begin + step : blocks;
        skin_run(kernel, f->skin, &parts.job, begin, end);
        skin_run(kernel, f->skin, &parts.job, end, end); /* an empty range */
        skin_output_check_guards(&parts);
        for (uint32_t v = 0; v < f->mesh.desc.vertex_count; v++) {
            float got[4], want[4];
            bool done = lanes[v] / HONE_SKIN_LANES < end;
            skin_output_get(&parts, 0, v, got);
            skin_output_get(done ? &whole : &untouched, 0, v, want);
            CHECK(memcmp(got, want, 12) == 0);
        }
    }
    CHECK(skin_output_equal(&whole, &parts));
    skin_output_release(&whole);
    skin_output_release(&parts);
    skin_output_release(&untouched);
}

static void ranges_add_up_to_the_whole_to_the_bit(void **state)
{
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
        for (int o = 0; o < ORDER_COUNT; o++) {
            check_ranges(*state, kernel, ORDERS[o], SKIN_POSITIONS | SKIN_NORMALS);
            check_ranges(*state, kernel, ORDERS[o], SKIN_ALL);
        }
}

static void check_threads(fixture *f, const char *kernel, hone_skin_order order, uint32_t threads)
{
    skin_output alone, together;
    hone_workers *workers = hone_workers_create(threads, NULL, NULL);
    CHECK(workers);
    make_output(f, order, SKIN_POSITIONS | SKIN_NORMALS, &alone);
    make_output(f, order, SKIN_POSITIONS | SKIN_NORMALS, &together);
    alone.job.kernel = together.job.kernel = kernel;
    CHECK(hone_skin_run(f->skin, &alone.job, 0, hone_skin_block_count(f->skin), NULL));
    CHECK(hone_skin_run_on(workers, f->skin, &together.job, NULL));
    CHECK(skin_output_equal(&alone, &together));
    skin_output_check_guards(&together);
    skin_output_release(&alone);
    skin_output_release(&together);
    hone_workers_destroy(workers);
}

static void thread_counts_do_not_show_in_any_kernel(void **state)
{
    bool available = false;
    const char *kernel;
    for (uint32_t k = 0; (kernel = hone_skin_kernel_name(k, &available)); k++)
        for (uint32_t threads = 1; available && threads <= 5; threads++) {
            check_threads(*state, kernel, HONE_SKIN_ORDER_FILE, threads);
            check_threads(*state, kernel, HONE_SKIN_ORDER_LANES, threads);
        }
}

/* Counts how often each block is run, instead of running a kernel. If two threads run the same block, the count is
 * 2; the vertices would not show it. */
enum { MOST_BLOCKS = 512 };
typedef struct counted_job {
    hone_skin_job job; /* first member */
    atomic_uint times[MOST_BLOCKS], ranges, longest;
} counted_job;

static void count_blocks(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    counted_job *counted = (counted_job *)(uintptr_t)job;
    (void)skin;
    for (uint32_t b = begin; b < end && b < MOST_BLOCKS; b++) atomic_fetch_add(&counted->times[b], 1);
    unsigned blocks = end - begin, longest = atomic_load(&counted->longest);
    while (blocks > longest && !atomic_compare_exchange_weak(&counted->longest, &longest, blocks)) continue;
    atomic_fetch_add(&counted->ranges, blocks > 0);
}

static void check_shares(const hone_skin *skin, hone_skin_method method, uint32_t threads, bool even)
{
    static counted_job counted;
    const hone_skin_kernel kernel = {{"count", NULL}, count_blocks};
    uint32_t blocks = hone_skin_block_count(skin);
    hone_workers *workers = threads ? hone_workers_create(threads, NULL, NULL) : NULL;
    CHECK(blocks > 8 * 4 && blocks <= MOST_BLOCKS && (workers || !threads));
    memset(&counted, 0, sizeof counted);
    counted.job.method = method;
    hone_skin_run_shared(workers, skin, &counted.job, &kernel);
    for (uint32_t b = 0; b < MOST_BLOCKS; b++) assert_int_equal(counted.times[b], b < blocks);
    uint32_t ranges = threads > 1 ? 4 * threads : 1;
    CHECK(counted.ranges <= ranges && (threads < 2 || counted.ranges > threads));
    CHECK(!even || counted.longest <= blocks / ranges + 2);
    hone_workers_destroy(workers);
}

static void threads_share_the_blocks_and_skin_each_once(void **state)
{
    (void)state;
    const skin_recipe alike = {.seed = 5, .vertices = 1500, .least = 2, .most = 2, .longest_run = 1500};
    const skin_recipe mixed = {.seed = 6, .vertices = 1500, .least = 0, .most = 6, .longest_run = 60, .kinds = true};
    for (int n = 0; n < 2; n++) {
        skin_mesh mesh;
        skin_mesh_make(n ? &mixed : &alike, &mesh);
        hone_skin *skin = skin_mesh_compile(&mesh);
        for (uint32_t threads = 0; threads <= 8; threads++)
            for (int m = 0; m < METHOD_COUNT; m++) check_shares(skin, METHODS[m], threads, n == 0);
        hone_skin_release(skin);
        skin_mesh_release(&mesh);
    }
}

/* ---- directions that cancel ------------------------------------------------------------------------------------ */

/* Every slot is `matrix`, but every second one is `other`. */
static void make_two(hone_affine matrix, hone_affine other, skin_palette *out)
{
    hone_affine matrices[SKIN_SLOTS];
    for (int s = 0; s < SKIN_SLOTS; s++) matrices[s] = s % 2 ? other : matrix;
    skin_palette_make_of(matrices, out);
}

enum { VANISHING = 37 }; /* two blocks and a tail; and as many vertices in mixed blocks */

/* A mesh whose vertices have two slots with weight 0.5, one even and one odd; normals perpendicular to x. */
static void make_halves(const skin_recipe *recipe, skin_mesh *out)
{
    skin_mesh_make(recipe, out);
    for (uint32_t v = 0; v < recipe->vertices; v++) {
        int32_t first = v < VANISHING ? 0 : 2 * (int32_t)(v % 20);
        out->influences[out->begin[v]] = (hone_influence){first, 0.5f};
        out->influences[out->begin[v] + 1] = (hone_influence){first + 1, 0.5f};
        float angle = (float)v;
        memcpy(out->normals[v], (float[]){0, cosf(angle), sinf(angle)}, sizeof out->normals[v]);
        const float along_x[4] = {1, 0, 0, 1}, across[4] = {0, -sinf(angle), cosf(angle), 1};
        memcpy(out->tangents[v], v % 3 ? across : along_x, sizeof out->tangents[v]);
    }
}

static void check_kept(const hone_skin *skin, const skin_mesh *mesh, const skin_palette *palette, const char *kernel,
                       hone_skin_order order, unsigned wants)
{
    skin_output out;
    skin_output_make(skin, order, (skin_layout){0, 0}, wants, &out);
    out.job.palette = &palette->palette;
    out.job.method = HONE_SKIN_LINEAR;
    skin_run(kernel, skin, &out.job, 0, hone_skin_block_count(skin));
    double tolerance = mesh->desc.packed ? 1e-4 : 1e-6;
    for (uint32_t v = 0; v < mesh->desc.vertex_count; v++) {
        float normal[4], tangent[4];
        skin_output_get(&out, 1, v, normal);
        skin_output_get(&out, 2, v, tangent);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(normal[i], mesh->normals[v][i], tolerance);
            if (wants & SKIN_TANGENTS)
                CHECK_NEAR(tangent[i], mesh->tangents[v][i], tolerance);
        }
    }
    skin_output_release(&out);
}

static void check_kept_by_all(bool packed)
{
    const hone_affine identity = HONE_AFFINE_IDENTITY, half = {{{1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}}};
    const hone_affine nothing = {{{0}}}, huge = {{{1e20f, 0, 0, 0}, {0, 1e20f, 0, 0}, {0, 0, 1e20f, 0}}};
    const hone_affine tiny = {{{1e-20f, 0, 0, 0}, {0, 1e-20f, 0, 0}, {0, 0, 1e-20f, 0}}};
    const hone_affine pairs[][2] = {{nothing, nothing}, {tiny, tiny}, {huge, huge}, {identity, half}};
    const size_t count = packed ? 3 : 4; /* packed normals are not exactly perpendicular to x */
    const skin_recipe recipe = {.seed = 1, .vertices = 2 * VANISHING, .least = 2, .most = 2, .longest_run = 1};
    skin_mesh mesh;
    make_halves(&recipe, &mesh);
    mesh.desc.packed = packed;
    hone_skin *skin = skin_mesh_compile(&mesh);
    const char *kernel;
    for (size_t p = 0; p < count; p++)
        for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
            for (int o = 0; o < ORDER_COUNT; o++) {
                skin_palette palette;
                make_two(pairs[p][0], pairs[p][1], &palette);
                check_kept(skin, &mesh, &palette, kernel, ORDERS[o], SKIN_POSITIONS | SKIN_NORMALS);
                check_kept(skin, &mesh, &palette, kernel, ORDERS[o], SKIN_ALL);
                skin_palette_release(&palette);
            }
    hone_skin_release(skin);
    skin_mesh_release(&mesh);
}

static void directions_that_vanish_stay_as_at_rest(void **state)
{
    (void)state;
    check_kept_by_all(false);
    check_kept_by_all(true);
}

/* Two slots that differ by half a turn about an axis along none of the normals: only rounding errors remain. */
static void directions_of_which_rounding_is_left_are_of_unit_length(void **state)
{
    fixture *f = *state;
    const char *kernel;
    for (uint32_t v = 0; v < f->mesh.desc.vertex_count; v++)
        for (uint32_t i = f->mesh.begin[v]; i < f->mesh.begin[v + 1]; i++)
            f->mesh.influences[i].weight = 1.0f / (float)(f->mesh.begin[v + 1] - f->mesh.begin[v]);
    hone_skin_release(f->skin);
    f->skin = skin_mesh_compile(&f->mesh);
    skin_palette_release(&f->palette);
    skin_palette_make(SKIN_POSE_OPPOSITE, 4, &f->palette);
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++)
        for (int m = 0; m < METHOD_COUNT; m++) {
            skin_output out;
            make_output(f, HONE_SKIN_ORDER_LANES, SKIN_POSITIONS | SKIN_NORMALS, &out);
            out.job.method = METHODS[m];
            skin_run(kernel, f->skin, &out.job, 0, hone_skin_block_count(f->skin));
            for (uint32_t v = 0; v < f->mesh.desc.vertex_count; v++) {
                float n[4];
                skin_output_get(&out, 1, v, n);
                CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 2e-6);
            }
            skin_output_release(&out);
        }
}

TEST_GROUP(test_skin_kernels)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_agree_where_runs_of_vertices_share_few_slots),
        cmocka_unit_test(kernels_agree_on_one_to_twelve_influences),
        cmocka_unit_test(kernels_agree_where_no_two_vertices_share_their_slots),
        cmocka_unit_test(kernels_agree_on_weights_of_any_size),
        cmocka_unit_test(kernels_agree_beyond_the_influences_that_they_have_room_for),
        cmocka_unit_test(meshes_smaller_than_a_block_are_skinned),
        cmocka_unit_test(kernels_agree_with_each_other),
        cmocka_unit_test_setup_teardown(ranges_add_up_to_the_whole_to_the_bit, setup, teardown),
        cmocka_unit_test_setup_teardown(thread_counts_do_not_show_in_any_kernel, setup, teardown),
        cmocka_unit_test(threads_share_the_blocks_and_skin_each_once),
        cmocka_unit_test(directions_that_vanish_stay_as_at_rest),
        cmocka_unit_test_setup_teardown(directions_of_which_rounding_is_left_are_of_unit_length, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
