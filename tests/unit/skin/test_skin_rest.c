/* Rest positions and normals that change, for packed and unpacked skins. */
#include "core/skin/rest.h"
#include "support/skin/skin_run.h"
#include <string.h>

enum { VERTICES = 307 };

typedef struct fixture {
    skin_mesh mesh;
    skin_palette palette;
    hone_skin *skin;
    float positions[VERTICES][3], normals[VERTICES][3]; /* the changed values */
} fixture;

static int setup_of(void **state, bool packed)
{
    fixture *f = test_calloc(1, sizeof *f);
    test_random random = {17};
    const skin_recipe recipe = {
        .seed = 21, .vertices = VERTICES, .least = 0, .most = 5, .longest_run = 50, .kinds = true};
    skin_mesh_make(&recipe, &f->mesh);
    skin_palette_make(SKIN_POSE_SOME, 5, &f->palette);
    f->mesh.desc.packed = packed;
    f->skin = skin_mesh_compile(&f->mesh);
    for (int v = 0; v < VERTICES; v++)
        for (int i = 0; i < 3; i++) {
            f->positions[v][i] = test_random_float(&random, -SKIN_SIZE, SKIN_SIZE);
            f->normals[v][i] = v == 5 ? 0 : test_random_float(&random, -4, 4);
        }
    *state = f;
    return 0;
}

static int setup(void **state)
{
    return setup_of(state, false);
}

static int setup_packed(void **state)
{
    return setup_of(state, true);
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

static hone_stream positions_of(fixture *f)
{
    return (hone_stream){f->positions, VERTICES, sizeof *f->positions};
}

static hone_stream normals_of(fixture *f)
{
    return (hone_stream){f->normals, VERTICES, sizeof *f->normals};
}

static hone_skin_rest *create(fixture *f, bool normals)
{
    hone_error error = {0};
    hone_skin_rest *rest = hone_skin_rest_create(f->skin, normals, NULL, &error);
    if (!rest)
        fail_msg("%s", error.message);
    return rest;
}

static void make_output(fixture *f, const hone_skin_rest *rest, hone_skin_order order, unsigned wants, skin_output *out)
{
    skin_output_make(f->skin, order, (skin_layout){0, 0}, wants, out);
    out->job.palette = &f->palette.palette;
    out->job.rest = rest;
}

/* Every kernel with `rest` gives the reference's result for the changed positions and normals. */
static void check_reference(fixture *f, const hone_skin_rest *rest, const char *what)
{
    reference_vertex *want = skin_reference(&f->mesh.desc, &f->palette, HONE_SKIN_AUTO);
    skin_check_every_job(&(skin_scene){.desc = &f->mesh.desc,
                                       .skin = f->skin,
                                       .rest = rest,
                                       .palette = &f->palette,
                                       .want = want,
                                       .mesh = what,
                                       .pose = SKIN_POSE_SOME});
    test_free(want);
}

/* Every kernel gives the same with `rest` as without, up to rounding. */
static void check_same_as_none(fixture *f, const hone_skin_rest *rest)
{
    const char *kernel;
    for (uint32_t k = 0; (kernel = skin_kernel(k)); k++) {
        skin_output with, without;
        make_output(f, rest, HONE_SKIN_ORDER_FILE, SKIN_ALL, &with);
        make_output(f, NULL, HONE_SKIN_ORDER_FILE, SKIN_ALL, &without);
        skin_run(kernel, f->skin, &with.job, 0, hone_skin_block_count(f->skin));
        skin_run(kernel, f->skin, &without.job, 0, hone_skin_block_count(f->skin));
        for (uint32_t v = 0; v < VERTICES; v++)
            for (int s = 0; s < 2; s++) {
                float a[4], b[4];
                skin_output_get(&with, s, v, a);
                skin_output_get(&without, s, v, b);
                for (int i = 0; i < 3; i++) CHECK_NEAR(a[i], b[i], s ? 2e-5 : 1e-6 * 2 * SKIN_SIZE);
            }
        skin_output_release(&with);
        skin_output_release(&without);
    }
}

static void nothing_set_changes_nothing(void **state)
{
    fixture *f = *state;
    for (int normals = 0; normals < 2; normals++) {
        hone_skin_rest *rest = create(f, normals);
        check_same_as_none(f, rest);
        hone_skin_rest_destroy(rest);
    }
}

static void all_of_positions_and_normals_can_be_set(void **state)
{
    fixture *f = *state;
    hone_skin_rest *rest = create(f, true);
    hone_skin_rest_set(rest, (hone_stream){0}, positions_of(f), normals_of(f));
    memcpy(f->mesh.positions, f->positions, sizeof f->positions);
    memcpy(f->mesh.normals, f->normals, sizeof f->normals);
    check_reference(f, rest, "all set");
    hone_skin_rest_destroy(rest);
}

/* Elements are 29 bytes apart and never aligned. */
enum { STRIDE = 29, OFFSET = 1 };

static hone_stream spread(const void *elements, size_t count, size_t size, uint8_t *room)
{
    for (size_t i = 0; i < count; i++) memcpy(room + OFFSET + i * STRIDE, (const char *)elements + i * size, size);
    return (hone_stream){room + OFFSET, count, STRIDE};
}

static void some_can_be_set_from_streams_of_any_stride(void **state)
{
    fixture *f = *state;
    static uint8_t room[3][VERTICES * STRIDE + OFFSET];
    uint32_t vertices[VERTICES], count = 0;
    for (uint32_t v = VERTICES; v-- > 0;) /* backwards, every third one, and one of them twice */
        if (v % 3 == 1 || v == 5) {
            vertices[count++] = v;
            memcpy(f->mesh.positions[v], f->positions[v], sizeof f->positions[v]);
            memcpy(f->mesh.normals[v], f->normals[v], sizeof f->normals[v]);
        }
    vertices[count++] = vertices[3];
    hone_skin_rest *rest = create(f, true);
    hone_skin_rest_set(rest, spread(vertices, count, sizeof *vertices, room[0]),
                       spread(f->positions, VERTICES, sizeof *f->positions, room[1]),
                       spread(f->normals, VERTICES, sizeof *f->normals, room[2]));
    check_reference(f, rest, "some set");
    hone_skin_rest_destroy(rest);
}

static void normals_can_be_set_alone(void **state)
{
    fixture *f = *state;
    hone_skin_rest *rest = create(f, true);
    hone_skin_rest_set(rest, (hone_stream){0}, (hone_stream){0}, normals_of(f));
    memcpy(f->mesh.normals, f->normals, sizeof f->normals);
    check_reference(f, rest, "normals set");
    hone_skin_rest_destroy(rest);
}

static void without_normals_of_its_own_it_has_those_of_the_skin(void **state)
{
    fixture *f = *state;
    hone_skin_rest *rest = create(f, false);
    hone_skin_rest_set(rest, (hone_stream){0}, positions_of(f), normals_of(f));
    memcpy(f->mesh.positions, f->positions, sizeof f->positions);
    check_reference(f, rest, "positions set");
    hone_skin_rest_destroy(rest);
}

/* Every third block has a copy, or none has, or only the last: with gaps that are filled and gaps that are not. */
static void some_blocks_can_have_copies(void **state)
{
    fixture *f = *state;
    uint32_t count = hone_skin_block_count(f->skin);
    const uint32_t every[] = {count, 17, 11, 3, 1}, *lanes = hone_skin_lanes(f->skin);
    float positions[VERTICES][3], normals[VERTICES][3];
    memcpy(positions, f->mesh.positions, sizeof positions);
    memcpy(normals, f->mesh.normals, sizeof normals);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        uint8_t *changes = test_calloc(count, 1);
        uint32_t vertices[VERTICES], set = 0;
        for (uint32_t b = every[i] - 1; b < count; b += every[i]) changes[b] = 1;
        for (uint32_t v = 0; v < VERTICES; v++)
            if (changes[lanes[v] / HONE_SKIN_LANES]) {
                vertices[set++] = v;
                memcpy(f->mesh.positions[v], f->positions[v], sizeof f->positions[v]);
                memcpy(f->mesh.normals[v], f->normals[v], sizeof f->normals[v]);
            }
        hone_skin_rest *rest = hone_skin_rest_create_blocks(f->skin, true, changes, NULL, NULL);
        hone_skin_rest_set(rest, (hone_stream){vertices, set, sizeof *vertices}, positions_of(f), normals_of(f));
        check_reference(f, rest, "some blocks");
        hone_skin_rest_destroy(rest);
        test_free(changes);
        memcpy(f->mesh.positions, positions, sizeof positions);
        memcpy(f->mesh.normals, normals, sizeof normals);
    }
}

static void a_copy_of_no_block_is_the_skin(void **state)
{
    fixture *f = *state;
    uint8_t *none = test_calloc(hone_skin_block_count(f->skin), 1);
    hone_skin_rest *rest = hone_skin_rest_create_blocks(f->skin, true, none, NULL, NULL);
    check_same_as_none(f, rest);
    hone_skin_rest_destroy(rest);
    test_free(none);
}

static void rest_of_no_or_another_skin_is_refused(void **state)
{
    fixture *f = *state;
    hone_error error = {0};
    skin_output out;
    CHECK(!hone_skin_rest_create(NULL, false, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_skin_desc desc = f->mesh.desc;
    desc.normals = desc.tangents = (hone_stream){0};
    hone_skin *bare = hone_skin_compile(&desc, NULL);
    error = (hone_error){0};
    CHECK(!hone_skin_rest_create(bare, true, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_skin_rest *rest = hone_skin_rest_create(bare, false, NULL, NULL);
    make_output(f, rest, HONE_SKIN_ORDER_FILE, SKIN_ALL, &out);
    error = (hone_error){0};
    CHECK(!hone_skin_run_on(NULL, f->skin, &out.job, &error) && error.code == HONE_ERROR_ARGUMENT);
    out.job.positions = out.job.normals = out.job.tangents = (hone_stream){0};
    skin_output_check_guards(&out); /* nothing was written */
    skin_output_release(&out);
    hone_skin_release(bare); /* the rest object keeps the skin alive */
    hone_skin_rest_set(rest, (hone_stream){0}, positions_of(f), (hone_stream){0});
    hone_skin_rest_destroy(rest);
    hone_skin_rest_destroy(NULL);
}

static void rest_of_an_empty_skin_is_fine(void **state)
{
    (void)state;
    hone_skin *skin = hone_skin_compile(&(hone_skin_desc){0}, NULL);
    hone_skin_rest *rest = hone_skin_rest_create(skin, false, NULL, NULL);
    CHECK(skin && rest);
    hone_skin_rest_set(rest, (hone_stream){0}, (hone_stream){0}, (hone_stream){0});
    hone_skin_rest_destroy(rest);
    hone_skin_release(skin);
}

static void rest_survives_every_failed_allocation(void **state)
{
    fixture *f = *state;
    bool done = false;
    uint64_t n = 0;
    for (; !done; n++) {
        test_allocator allocator;
        test_allocator_make(&allocator, n);
        hone_error error = {0};
        hone_skin_rest *rest = hone_skin_rest_create(f->skin, true, &allocator.allocator, &error);
        done = rest != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_skin_rest_destroy(rest);
        CHECK(allocator.live == 0);
    }
    CHECK(n > 3);
}

#define BOTH(test)                                                                                                     \
    cmocka_unit_test_setup_teardown(test, setup, teardown),                                                            \
        cmocka_unit_test_setup_teardown(test, setup_packed, teardown)
#define WHOLE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

TEST_GROUP(test_skin_rest)
{
    const struct CMUnitTest tests[] = {
        BOTH(nothing_set_changes_nothing),
        WHOLE(all_of_positions_and_normals_can_be_set),
        WHOLE(some_can_be_set_from_streams_of_any_stride),
        WHOLE(normals_can_be_set_alone),
        WHOLE(without_normals_of_its_own_it_has_those_of_the_skin),
        WHOLE(some_blocks_can_have_copies),
        BOTH(a_copy_of_no_block_is_the_skin),
        BOTH(rest_of_no_or_another_skin_is_refused),
        cmocka_unit_test(rest_of_an_empty_skin_is_fine),
        BOTH(rest_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
