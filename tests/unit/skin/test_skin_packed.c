/* Packed skins: kernels compared with the reference on the decoded data, and the decoded data compared with the
 * original. */
#include "core/skin/quantise.h"
#include "support/skin/skin_run.h"
#include <string.h>

enum { VERTICES = 509, MOST = 6 };

typedef struct fixture {
    skin_mesh mesh;
    hone_skin *skin;
    skin_mesh decoded; /* the data that the skin holds */
} fixture;

/* ---- content of a packed skin ---------------------------------------------------------------------------------- */

static const hone_skin_group *group_of(const hone_skin *skin, uint32_t block)
{
    const hone_skin_group *group = skin->groups;
    while (block >= group->end) group++;
    return group;
}

/* A vertex's influences as stored in its lane; an implicit last weight is computed. For SDEF in the order of `like`,
 * which is that of its points. */
static uint32_t decode_influences(const hone_skin *skin, uint32_t vertex, hone_influence like, hone_influence *out)
{
    uint32_t block = skin->lanes[vertex] / LANES, lane = skin->lanes[vertex] % LANES;
    const hone_skin_group *g = group_of(skin, block);
    size_t in_group = block - g->begin, first = g->weights + in_group * g->stored * LANES + lane;
    const uint32_t *slots = skin->slots + g->slots + in_group * g->influences * (g->mixed ? LANES : 1);
    double left = 1;
    for (uint32_t i = 0; i < g->influences; i++) {
        double weight = left;
        if (i < g->stored)
            weight = g->implicit ? skin->packed_weights[first + i * LANES] / 65535.0 : skin->weights[first + i * LANES];
        out[i] = (hone_influence){(int32_t)slots[g->mixed ? i * LANES + lane : i], (float)weight};
        left -= weight;
    }
    if (g->kind == HONE_SKIN_BY_SDEF && out[0].slot != like.slot) {
        hone_influence kept = out[0];
        out[0] = out[1], out[1] = kept;
    }
    return g->influences;
}

static void decode(fixture *f)
{
    /* only to allocate the arrays */
    const skin_recipe recipe = {.vertices = VERTICES, .least = MOST, .most = MOST, .longest_run = 1};
    skin_mesh *d = &f->decoded;
    skin_mesh_make(&recipe, d);
    for (uint32_t v = 0; v < VERTICES; v++) {
        const hone_skin_packed *packed = &f->skin->packed[f->skin->lanes[v] / LANES];
        uint32_t lane = f->skin->lanes[v] % LANES;
        for (int c = 0; c < 3; c++)
            d->positions[v][c] = f->skin->packed_origin[c] + f->skin->packed_step[c] * (float)packed->position[c][lane];
        hone_unpack_normal(packed->normal[0][lane], packed->normal[1][lane], d->normals[v]);
        hone_influence like = f->mesh.influences[f->mesh.begin[v]];
        d->begin[v + 1] = d->begin[v] + decode_influences(f->skin, v, like, &d->influences[d->begin[v]]);
    }
    memcpy(d->tangents, f->mesh.tangents, VERTICES * sizeof *d->tangents);
    memcpy(d->deforms, f->mesh.deforms, VERTICES * sizeof *d->deforms);
    memcpy(d->sdefs, f->mesh.sdefs, f->mesh.desc.sdef_count * sizeof *d->sdefs);
    d->desc.sdef_count = f->mesh.desc.sdef_count;
}

static int setup_of(void **state, skin_weights weights)
{
    fixture *f = test_calloc(1, sizeof *f);
    const skin_recipe recipe = {.seed = 31,
                                .vertices = VERTICES,
                                .least = 0,
                                .most = MOST,
                                .longest_run = 50,
                                .weights = weights,
                                .kinds = true};
    skin_mesh_make(&recipe, &f->mesh);
    f->mesh.desc.packed = true;
    f->skin = skin_mesh_compile(&f->mesh);
    decode(f);
    *state = f;
    return 0;
}

static int setup(void **state)
{
    return setup_of(state, SKIN_WEIGHTS_WHOLE);
}

static int setup_odd(void **state)
{
    return setup_of(state, SKIN_WEIGHTS_ODD);
}

static int teardown(void **state)
{
    fixture *f = *state;
    hone_skin_release(f->skin);
    skin_mesh_release(&f->mesh);
    skin_mesh_release(&f->decoded);
    test_free(f);
    return 0;
}

/* ---- kernels ------------------------------------------------------------------------------------------------- */

static void check_poses(fixture *f, const hone_skin_rest *rest, const char *what)
{
    static const hone_skin_method methods[] = {HONE_SKIN_AUTO, HONE_SKIN_LINEAR, HONE_SKIN_DUAL_QUATERNION};
    for (int pose = 0; pose < SKIN_POSE_COUNT; pose++)
        for (int m = 0; m < 3; m++) {
            skin_palette palette;
            skin_palette_make((skin_pose)pose, 200 + (uint64_t)pose, &palette);
            reference_vertex *want = skin_reference(&f->decoded.desc, &palette, methods[m]);
            skin_check_every_job(&(skin_scene){.desc = &f->decoded.desc,
                                               .skin = f->skin,
                                               .rest = rest,
                                               .palette = &palette,
                                               .method = methods[m],
                                               .want = want,
                                               .mesh = what,
                                               .pose = (skin_pose)pose});
            test_free(want);
            skin_palette_release(&palette);
        }
}

static void kernels_agree_with_the_reference_on_what_is_packed(void **state)
{
    check_poses(*state, NULL, "packed");
}

static void kernels_agree_on_rest_data_of_packed_skins(void **state)
{
    fixture *f = *state;
    const size_t size = VERTICES * sizeof *f->decoded.positions;
    float(*positions)[3] = test_malloc(size), (*all_normals)[3] = test_malloc(size);
    memcpy(positions, f->decoded.positions, size);
    memcpy(all_normals, f->decoded.normals, size);
    for (int normals = 0; normals < 2; normals++) {
        test_random random = {3};
        hone_skin_rest *rest = hone_skin_rest_create(f->skin, normals, NULL, NULL);
        check_poses(f, rest, "packed, with rest data of its own");
        for (int v = 0; v < VERTICES; v++)
            for (int c = 0; c < 3; c++) {
                f->decoded.positions[v][c] = test_random_float(&random, -SKIN_SIZE, SKIN_SIZE);
                if (normals)
                    f->decoded.normals[v][c] = test_random_float(&random, -4, 4);
            }
        hone_skin_rest_set(rest, (hone_stream){0}, f->decoded.desc.positions, f->decoded.desc.normals);
        check_poses(f, rest, "packed, with rest data that moved");
        hone_skin_rest_destroy(rest);
        memcpy(f->decoded.positions, positions, size);
        memcpy(f->decoded.normals, all_normals, size);
    }
    test_free(positions), test_free(all_normals);
}

/* ---- bounds -------------------------------------------------------------------------------------------------- */

static float weight_of(const hone_influence *in, uint32_t count, int32_t slot)
{
    for (uint32_t i = 0; i < count; i++)
        if (in[i].slot == slot)
            return in[i].weight;
    return 0; /* a slot of its block that the vertex does not use */
}

static void weights_are_off_by_half_a_step_and_the_last_by_what_the_others_are(void **state)
{
    fixture *f = *state;
    uint32_t checked = 0;
    for (uint32_t v = 0; v < VERTICES; v++) {
        const hone_influence *in = &f->mesh.influences[f->mesh.begin[v]];
        const hone_influence *got = &f->decoded.influences[f->decoded.begin[v]];
        uint32_t count = f->mesh.begin[v + 1] - f->mesh.begin[v];
        uint32_t kept = f->decoded.begin[v + 1] - f->decoded.begin[v];
        const hone_skin_group *g = group_of(f->skin, f->skin->lanes[v] / LANES);
        int32_t last = HONE_NONE;
        for (uint32_t i = 0; i < kept; i++) last = got[i].slot > last ? got[i].slot : last;
        for (uint32_t i = 0; i < kept; i++, checked++) {
            double steps = got[i].slot == last ? kept - 1 : 1;
            double bound = g->implicit ? steps / 131070 + 1.1e-6 : 0; /* a sum counts as 1 within 1e-6 */
            CHECK_NEAR(got[i].weight, weight_of(in, count, got[i].slot), bound);
        }
    }
    CHECK(checked > VERTICES);
}

/* After skinning by one slot, or by slots that do not move relative to each other, errors are not larger than at
 * rest. */
static void what_is_skinned_is_off_by_no_more_than_what_was_packed(void **state)
{
    fixture *f = *state;
    skin_palette palette;
    hone_affine matrices[SKIN_SLOTS];
    for (int s = 0; s < SKIN_SLOTS; s++) matrices[s] = (hone_affine)HONE_AFFINE_IDENTITY;
    skin_palette_make_of(matrices, &palette);
    reference_vertex *want = skin_reference(&f->mesh.desc, &palette, HONE_SKIN_LINEAR);
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++) {
        skin_output out;
        skin_output_make(f->skin, HONE_SKIN_ORDER_LANES, (skin_layout){0, 0}, SKIN_POSITIONS | SKIN_NORMALS, &out);
        out.job.palette = &palette.palette;
        out.job.method = HONE_SKIN_LINEAR;
        skin_run(kernel, f->skin, &out.job, 0, hone_skin_block_count(f->skin));
        for (uint32_t v = 0; v < VERTICES; v++) {
            float p[4], n[4];
            double apart = 0;
            skin_output_get(&out, 0, v, p);
            skin_output_get(&out, 1, v, n);
            for (int c = 0; c < 3; c++) {
                CHECK_NEAR(p[c], want[v].position[c], 2 * SKIN_SIZE / 131070.0 + 4e-6 * 2 * SKIN_SIZE);
                apart += (n[c] - want[v].normal[c]) * (n[c] - want[v].normal[c]);
            }
            CHECK_NEAR(sqrt(apart), 0, 6.5e-5 + 1e-6);
        }
        skin_output_release(&out);
    }
    test_free(want);
    skin_palette_release(&palette);
}

/* ---- the object ---------------------------------------------------------------------------------------------- */

static void compile_survives_every_failed_allocation(void **state)
{
    fixture *f = *state;
    for (int packed = 0; packed < 2; packed++) {
        bool done = false;
        for (uint64_t n = 0; !done; n++) {
            test_allocator allocator;
            test_allocator_make(&allocator, n);
            hone_skin_desc desc = f->mesh.desc;
            desc.packed = packed;
            desc.allocator = &allocator.allocator;
            hone_error error = {0};
            hone_skin *skin = hone_skin_compile(&desc, &error);
            done = skin != NULL;
            CHECK(done || error.code == HONE_ERROR_MEMORY);
            hone_skin_release(skin);
            CHECK(allocator.live == 0);
        }
    }
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
#define WITH_ODD_WEIGHTS(test) cmocka_unit_test_setup_teardown(test, setup_odd, teardown)

TEST_GROUP(test_skin_packed)
{
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(kernels_agree_with_the_reference_on_what_is_packed),
        WITH_ODD_WEIGHTS(kernels_agree_with_the_reference_on_what_is_packed),
        WITH_FIXTURE(kernels_agree_on_rest_data_of_packed_skins),
        WITH_FIXTURE(weights_are_off_by_half_a_step_and_the_last_by_what_the_others_are),
        WITH_ODD_WEIGHTS(weights_are_off_by_half_a_step_and_the_last_by_what_the_others_are),
        WITH_FIXTURE(what_is_skinned_is_off_by_no_more_than_what_was_packed),
        WITH_FIXTURE(compile_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
