/* Skinning jobs: streams, ranges, threads, and what compiling and running refuse. */
#include "unit/skin/skin_fixture.h"

/* ---- streams and ranges -------------------------------------------------------------------------------------- */

enum { GUARD = 0xA5 };

static void streams_may_have_any_stride_of_whole_floats_and_any_alignment(void **state)
{
    fixture *f = *state;
    enum { STRIDE = 28, OFFSET = 3 };
    static uint8_t rest[VERTICES * STRIDE + OFFSET], positions[VERTICES * STRIDE + OFFSET], normals[sizeof positions];
    memset(positions, GUARD, sizeof positions);
    memset(normals, GUARD, sizeof normals);
    for (size_t v = 0; v < VERTICES; v++) memcpy(rest + OFFSET + v * STRIDE, f->positions[v], sizeof f->positions[v]);
    skinned want;
    run(f, HONE_SKIN_AUTO, &want);
    hone_skin_release(f->skin);
    f->desc.positions = (hone_stream){rest + OFFSET, VERTICES, STRIDE};
    f->skin = hone_skin_compile(&f->desc, NULL);
    hone_skin_job job = {.palette = &f->palette,
                         .positions = {positions + OFFSET, VERTICES, STRIDE},
                         .normals = {normals + OFFSET, VERTICES, STRIDE}};
    CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    for (size_t v = 0; v < VERTICES; v++) {
        const uint8_t *p = positions + OFFSET + v * STRIDE, *n = normals + OFFSET + v * STRIDE;
        float position[3], normal[3];
        memcpy(position, p, sizeof position), memcpy(normal, n, sizeof normal);
        check_near3(position, want.positions[v], 1e-6 * SIZE); /* dense streams use other loops */
        check_near3(normal, want.normals[v], 1e-6);
        for (size_t i = 12; i < (v + 1 < VERTICES ? STRIDE : STRIDE - OFFSET); i++)
            CHECK(p[i] == GUARD && n[i] == GUARD);
    }
    for (int i = 0; i < OFFSET; i++) CHECK(positions[i] == GUARD && normals[i] == GUARD);
}

static void ranges_write_their_vertices_alone_and_add_up_to_the_whole(void **state)
{
    fixture *f = *state;
    skinned whole, parts;
    run(f, HONE_SKIN_AUTO, &whole);
    memset(&parts, GUARD, sizeof parts);
    hone_skin_job job = job_of(f, HONE_SKIN_AUTO, &parts);
    const uint32_t *lanes = hone_skin_lanes(f->skin), blocks = hone_skin_block_count(f->skin);
    for (uint32_t begin = 0, end; begin < blocks; begin = end) {
        end = begin + 1 + test_random_u32(&f->random) % 3;
        end = end < blocks ? end : blocks;
        CHECK(hone_skin_run(f->skin, &job, begin, end, NULL));
        for (uint32_t v = 0; v < VERTICES; v++)
            for (size_t i = 0; lanes[v] / HONE_SKIN_LANES >= end && i < sizeof *parts.positions; i++)
                CHECK(((uint8_t *)parts.positions[v])[i] == GUARD && ((uint8_t *)parts.normals[v])[i] == GUARD);
    }
    CHECK(memcmp(&whole, &parts, sizeof whole) == 0);
}

static void positions_and_normals_may_be_had_alone(void **state)
{
    fixture *f = *state;
    skinned both, one;
    run(f, HONE_SKIN_AUTO, &both);
    memset(&one, GUARD, sizeof one);
    hone_skin_job job = job_of(f, HONE_SKIN_AUTO, &one);
    job.normals.data = NULL;
    CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    for (int v = 0; v < VERTICES; v++) check_near3(one.positions[v], both.positions[v], 1e-6 * SIZE);
    CHECK(*(uint8_t *)one.normals == GUARD);
    job = job_of(f, HONE_SKIN_AUTO, &one);
    job.positions = (hone_stream){0};
    memset(one.positions, GUARD, sizeof one.positions);
    CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    for (int v = 0; v < VERTICES; v++) check_near3(one.normals[v], both.normals[v], 1e-6);
    CHECK(*(uint8_t *)one.positions == GUARD);
}

static void thread_counts_do_not_show(void **state)
{
    fixture *f = *state;
    skinned want;
    run(f, HONE_SKIN_AUTO, &want);
    for (uint32_t threads = 1; threads <= 5; threads++) {
        skinned got;
        hone_skin_job job = job_of(f, HONE_SKIN_AUTO, &got);
        hone_workers *workers = hone_workers_create(threads, NULL, NULL);
        CHECK(workers != NULL);
        CHECK(hone_skin_run_on(workers, f->skin, &job, NULL));
        hone_workers_destroy(workers);
        CHECK(memcmp(&want, &got, sizeof want) == 0);
    }
}

/* ---- refusals ------------------------------------------------------------------------------------------------ */

static void expect_refusal(const hone_skin_desc *desc, uint64_t at)
{
    hone_error error = {0};
    CHECK(hone_skin_compile(desc, &error) == NULL);
    CHECK(error.code == HONE_ERROR_ARGUMENT && error.at == at && error.message[0]);
}

static void compile_rejects_what_it_cannot_use(void **state)
{
    fixture *f = *state;
    hone_skin_desc desc = f->desc;
    CHECK(hone_skin_compile(NULL, NULL) == NULL);
    CHECK(hone_skin_compile_mesh(NULL, NULL, NULL) == NULL);

    uint32_t v = 100;
    while (f->begin[v] == f->begin[v + 1]) v++;
    hone_influence *in = &f->influences[f->begin[v]], kept = *in;
    in->slot = SLOTS;
    expect_refusal(&desc, v);
    in->slot = HONE_NONE;
    expect_refusal(&desc, v);
    *in = kept;

    uint32_t begin = f->begin[50];
    f->begin[50] = f->begin[51] + 1;
    expect_refusal(&desc, 50);
    f->begin[50] = begin;

    uint8_t deform = f->deforms[20];
    f->deforms[20] = HONE_DEFORM_COUNT;
    expect_refusal(&desc, 20);
    f->deforms[20] = deform;

    desc.normals.count = VERTICES - 1;
    expect_refusal(&desc, 0);
    desc = f->desc;
    desc.influences = NULL;
    expect_refusal(&desc, 0);
}

static void compile_rejects_sdef_vertices_without_their_points(void **state)
{
    fixture *f = *state;
    hone_skin_desc desc = f->desc;
    uint32_t last = f->sdefs[desc.sdef_count - 1].vertex;
    desc.sdef_count--;
    expect_refusal(&desc, last);
    desc.sdef_count++;
    f->deforms[last] = HONE_DEFORM_BDEF2;
    expect_refusal(&desc, last);
}

static void expect_job_refused(fixture *f, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    hone_error error = {0};
    CHECK(!hone_skin_run(f->skin, job, begin, end, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && error.message[0]);
}

static void run_refuses_and_writes_nothing(void **state)
{
    fixture *f = *state;
    skinned out, untouched;
    memset(&out, GUARD, sizeof out);
    memset(&untouched, GUARD, sizeof untouched);
    const hone_skin_job good = job_of(f, HONE_SKIN_AUTO, &out);
    hone_palette palette = f->palette;
    palette.rigid = false;
    hone_skin_job job = good;
    job.kernel = "abacus";
    expect_job_refused(f, &job, 0, 1);
    job = good, job.positions.count--;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.normals.count--;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.positions.stride = 11;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.method = (hone_skin_method)7;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.palette = NULL;
    expect_job_refused(f, &job, 0, 1);
    job = good, job.palette = &palette;
    palette.slot_count--;
    expect_job_refused(f, &job, 0, 1);
    palette.slot_count++, palette.affine = NULL;
    expect_job_refused(f, &job, 0, 1);
    palette.affine = f->affine, palette.cofactor = NULL;
    expect_job_refused(f, &job, 0, 1);
    palette.cofactor = f->cofactor, palette.duals = NULL;
    expect_job_refused(f, &job, 0, 1);
    expect_job_refused(f, &good, 0, hone_skin_block_count(f->skin) + 1);
    expect_job_refused(f, &good, 2, 1);
    CHECK(memcmp(&out, &untouched, sizeof out) == 0);
}

static void run_needs_no_more_than_it_says(void **state)
{
    fixture *f = *state;
    skinned out;
    for (int m = 0; m < 3; m++) {
        uint32_t needs = hone_skin_needs(f->skin, METHODS[m]);
        hone_palette palette = {.slot_count = SLOTS};
        palette.affine = needs & HONE_SKIN_NEEDS_AFFINE ? f->affine : NULL;
        palette.cofactor = needs & HONE_SKIN_NEEDS_COFACTOR ? f->cofactor : NULL;
        palette.duals = needs & HONE_SKIN_NEEDS_DUALS ? f->duals : NULL;
        hone_skin_job job = job_of(f, METHODS[m], &out);
        job.palette = &palette;
        CHECK(hone_skin_run_on(NULL, f->skin, &job, NULL));
    }
    CHECK(hone_skin_needs(f->skin, HONE_SKIN_DUAL_QUATERNION) == HONE_SKIN_NEEDS_DUALS);
    CHECK(!(hone_skin_needs(f->skin, HONE_SKIN_LINEAR) & HONE_SKIN_NEEDS_DUALS));
}

static void the_scalar_kernel_is_last_and_always_there(void **state)
{
    (void)state;
    const char *last = NULL, *name;
    bool available = false;
    for (uint32_t k = 0; (name = hone_skin_kernel_name(k, &available)); k++) last = name;
    assert_string_equal(last, "scalar");
    CHECK(available && hone_skin_kernel_name(0, NULL) && !hone_skin_kernel_name(UINT32_MAX, NULL));
}

static void a_skin_lives_until_its_last_release(void **state)
{
    fixture *f = *state;
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    f->desc.allocator = &allocator.allocator;
    hone_skin *skin = hone_skin_compile(&f->desc, NULL);
    CHECK(hone_skin_retain(skin) == skin && hone_skin_retain(NULL) == NULL);
    hone_skin_release(skin);
    CHECK(allocator.live > 0 && hone_skin_vertex_count(skin) == VERTICES);
    hone_skin_release(skin);
    hone_skin_release(NULL);
    CHECK(allocator.live == 0);
}

static void compile_survives_every_failed_allocation(void **state)
{
    fixture *f = *state;
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator allocator;
        test_allocator_make(&allocator, n);
        f->desc.allocator = &allocator.allocator;
        hone_error error = {0};
        hone_skin *skin = hone_skin_compile(&f->desc, &error);
        done = skin != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_skin_release(skin);
        CHECK(allocator.live == 0);
    }
}

static void an_empty_mesh_is_fine(void **state)
{
    (void)state;
    hone_mesh mesh = {0};
    hone_palette palette = {0};
    hone_skin_job job = {.palette = &palette};
    hone_skin *skin = hone_skin_compile_mesh(&mesh, NULL, NULL);
    CHECK(skin && hone_skin_vertex_count(skin) == 0);
    CHECK(hone_skin_run(skin, &job, 0, 0, NULL));
    hone_skin_release(skin);
}

TEST_GROUP(test_skin_jobs)
{
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(streams_may_have_any_stride_of_whole_floats_and_any_alignment),
        WITH_FIXTURE(ranges_write_their_vertices_alone_and_add_up_to_the_whole),
        WITH_FIXTURE(positions_and_normals_may_be_had_alone),
        WITH_FIXTURE(thread_counts_do_not_show),
        WITH_FIXTURE(compile_rejects_what_it_cannot_use),
        WITH_FIXTURE(compile_rejects_sdef_vertices_without_their_points),
        WITH_FIXTURE(run_refuses_and_writes_nothing),
        WITH_FIXTURE(run_needs_no_more_than_it_says),
        cmocka_unit_test(the_scalar_kernel_is_last_and_always_there),
        WITH_FIXTURE(a_skin_lives_until_its_last_release),
        WITH_FIXTURE(compile_survives_every_failed_allocation),
        cmocka_unit_test(an_empty_mesh_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
