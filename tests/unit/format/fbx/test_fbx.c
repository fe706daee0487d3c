/* FBX files of every encoding, from the bytes to a posed model. */
#include "support/make/fbx/make_fbx_character.h"
#include "support/make/fbx/make_fbx_model.h"
#include "support/support.h"

#include <hone/actor.h>
#include <hone/format.h>
#include <string.h>

static int32_t find_bone(const hone_model *model, const char *name)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (strcmp(skeleton->bones[b].name, name) == 0)
            return (int32_t)b;
    fail_msg("there is no bone \"%s\"", name);
    return -1;
}

/* ---- a character in every encoding ---- */

static void check_model(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(data->format == HONE_FORMAT_FBX && data->space == HONE_SPACE_GLTF && data->source != 0);
    CHECK(data->clip_count == 1 && strcmp(data->clips[0].name, "wave") == 0);
    CHECK(data->skeleton.bones[find_bone(model, "Tip")].parent == find_bone(model, "Root"));
    CHECK(mesh->index_count == 48 && data->morph_count == 1 && strcmp(data->morphs[0].name, "wide") == 0);
    CHECK(data->material_count == 1 && strcmp(data->materials[0].name, "Skin") == 0);
    float low = 1, high = 1;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        low = fminf(low, mesh->positions[v][1]), high = fmaxf(high, mesh->positions[v][1]);
        CHECK_NEAR(fabsf(mesh->positions[v][0]), 0.2, 1e-6);
        CHECK_NEAR(fabsf(mesh->positions[v][2]), 0.2, 1e-6);
    }
    CHECK_NEAR(low, 0, 1e-6);
    CHECK_NEAR(high, 2, 1e-6);
}

/* A vertex of the last ring: at rest its height is 2 m. When Tip has turned by a quarter about Z, the ring is where x
 * is -1 m, and the blend shape has moved it by 0.5 m along the bone's X, which is up now. */
static void check_pose(const hone_model *model, hone_motion *motion)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    float(*positions)[3] = test_calloc(mesh->vertex_count, sizeof *positions);
    const hone_skin_out out = {.positions = {positions, mesh->vertex_count, sizeof *positions}};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor && hone_actor_play(actor, motion, NULL, NULL).id && hone_actor_update(actor, 1, NULL));
    CHECK(hone_actor_skin(actor, &out, NULL));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *rest = mesh->positions[v];
        if (rest[1] < 1.5f)
            continue;
        CHECK_NEAR(positions[v][0], -1, 1e-4);
        CHECK_NEAR(positions[v][1], 1 + rest[0] * 3.5, 1e-4);
        CHECK_NEAR(positions[v][2], rest[2], 1e-4);
    }
    hone_actor_destroy(actor);
    test_free(positions);
}

static void a_character_is_read_and_moves_in_every_encoding(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_error error = {0};
        hone_bytes file = make_fbx_character(&make_fbx_kinds[k]);
        hone_model *model = hone_model_load_memory(file.data, file.size, NULL, &error);
        if (!make_fbx_is_readable(&make_fbx_kinds[k])) {
            CHECK(!model && error.code == HONE_ERROR_UNSUPPORTED && strstr(error.message, "built without zlib"));
            hone_bytes_release(&file);
            continue;
        }
        CHECK(model && hone_model_warnings(model).count == 0);
        hone_motion *motion = hone_motion_load_memory(file.data, file.size, NULL, &error);
        CHECK(motion && hone_motion_warnings(motion).count == 0);
        CHECK_NEAR(hone_motion_duration(motion), 1, 1e-9);
        check_model(model);
        check_pose(model, motion);
        hone_motion_release(motion);
        hone_model_release(model);
        hone_bytes_release(&file);
    }
}

static void a_clip_is_chosen_by_name_or_number(void **state)
{
    (void)state;
    hone_bytes file = make_fbx_character(&make_fbx_kinds[0]);
    static const struct {
        const char *clip;
        bool exists;
    } cases[] = {{NULL, true}, {"0", true}, {"wave", true}, {"1", false}, {"walk", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_error error = {0};
        const hone_load_desc desc = {.clip = cases[i].clip};
        hone_motion *motion = hone_motion_load_memory(file.data, file.size, &desc, &error);
        CHECK((motion != NULL) == cases[i].exists);
        CHECK(motion || error.code == HONE_ERROR_ARGUMENT);
        hone_motion_release(motion);
    }
    hone_bytes_release(&file);
}

/* ---- memory ---- */

/* Loads a file and checks the bound of format.h. Returns whether it loaded. */
static bool check_memory(hone_bytes file, uint64_t inflated)
{
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    const hone_load_desc desc = {.allocator = &a.allocator};
    hone_asset *asset = hone_asset_open_memory(file.data, file.size, &desc, NULL);
    hone_model *model = asset ? hone_asset_model(asset, NULL) : NULL;
    bool loaded = model != NULL;
    hone_model_release(model);
    hone_motion_release(asset ? hone_asset_motion(asset, NULL, NULL) : NULL);
    hone_asset_close(asset);
    CHECK(a.live == 0 && a.peak_size + file.size <= 16 * inflated + 1024 * 1024);
    hone_bytes_release(&file);
    return loaded;
}

/* Begins the list of objects with them. */
static void write_empty_nodes(make_fbx *m, uint32_t count)
{
    make_fbx_begin(m, "Objects");
    for (uint32_t i = 0; i < count; i++) {
        make_fbx_begin(m, "Model");
        make_fbx_long(m, i + 1);
        make_fbx_text(m, ""), make_fbx_text(m, "Mesh");
        make_fbx_end(m);
    }
}

/* A mesh of one triangle that many nodes show. */
static hone_bytes many_instances(const make_fbx_kind *kind, uint32_t count)
{
    static const double vertices[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    make_fbx m = make_fbx_open(kind);
    write_empty_nodes(&m, count);
    make_fbx_begin(&m, "Geometry");
    make_fbx_long(&m, 1000000);
    make_fbx_text(&m, ""), make_fbx_text(&m, "Mesh");
    make_fbx_doubles_node(&m, "Vertices", vertices, 9);
    make_fbx_ints_node(&m, "PolygonVertexIndex", (int32_t[]){0, 1, -3}, 3);
    make_fbx_end(&m);
    make_fbx_end(&m);
    make_fbx_begin(&m, "Connections");
    for (uint32_t i = 0; i < count; i++) make_fbx_connect(&m, 1000000, i + 1, NULL);
    make_fbx_end(&m);
    return make_fbx_close(&m);
}

/* A sanitizer sees what is done with the arrays that such a model does not have. */
static void a_mesh_without_vertices_is_a_bone(void **state)
{
    (void)state;
    make_fbx m = make_fbx_open(&(make_fbx_kind){0});
    write_empty_nodes(&m, 1);
    make_fbx_begin(&m, "Geometry");
    make_fbx_long(&m, 9);
    make_fbx_text(&m, ""), make_fbx_text(&m, "Mesh");
    make_fbx_doubles_node(&m, "Vertices", NULL, 0);
    make_fbx_ints_node(&m, "PolygonVertexIndex", NULL, 0);
    make_fbx_end(&m);
    make_fbx_end(&m);
    make_fbx_begin(&m, "Connections");
    make_fbx_connect(&m, 9, 1, NULL);
    make_fbx_end(&m);
    hone_bytes file = make_fbx_close(&m);
    hone_model *model = hone_model_load_memory(file.data, file.size, NULL, NULL);
    CHECK(model && hone_model_skeleton(model)->bone_count == 1 && hone_model_mesh(model)->vertex_count == 0);
    hone_model_release(model);
    hone_bytes_release(&file);
}

static void memory_is_bounded_by_the_size_of_the_file(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_bytes file = make_fbx_character(&make_fbx_kinds[k]);
        CHECK(check_memory(file, file.size) == make_fbx_is_readable(&make_fbx_kinds[k]));
    }
    for (int text = 0; text < 2; text++) {
        const make_fbx_kind kind = {.text = text};
        make_fbx m = make_fbx_open(&kind);
        write_empty_nodes(&m, 50000);
        make_fbx_end(&m);
        hone_bytes file = make_fbx_close(&m);
        check_memory(file, file.size);
        file = many_instances(&kind, 50000);
        check_memory(file, file.size);
    }
}

/* ---- damaged files ---- */

static void try_both(const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    hone_asset *asset = hone_asset_open_memory(bytes, size, NULL, &error);
    CHECK(asset || error.code != HONE_OK);
    if (!asset)
        return;
    hone_model *model = hone_asset_model(asset, &error);
    CHECK(model || error.code != HONE_OK);
    hone_model_release(model);
    error = (hone_error){0};
    hone_motion *motion = hone_asset_motion(asset, NULL, &error);
    CHECK(motion || error.code != HONE_OK);
    hone_motion_release(motion);
    hone_asset_close(asset);
}

/* From a copy of exactly that size, so that a sanitizer detects a read past the end. */
static void a_file_cut_anywhere_ends_in_a_result_or_an_error(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_bytes file = make_fbx_character(&make_fbx_kinds[k]);
        for (size_t size = 0; size < file.size; size += make_fbx_kinds[k].text ? 1 : 7) {
            uint8_t *copy = test_malloc(size ? size : 1);
            memcpy(copy, file.data, size);
            try_both(copy, size);
            test_free(copy);
        }
        hone_bytes_release(&file);
    }
}

static void a_file_with_any_byte_changed_ends_in_a_result_or_an_error(void **state)
{
    (void)state;
    test_random random = {11};
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_bytes file = make_fbx_character(&make_fbx_kinds[k]);
        for (size_t at = 22; at < file.size; at++) {
            uint8_t before = file.data[at];
            file.data[at] = (uint8_t)test_random_u32(&random);
            try_both(file.data, file.size);
            file.data[at] = before;
        }
        hone_bytes_release(&file);
    }
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2 * MAKE_FBX_KINDS; i++) {
        const make_fbx_kind *kind = &make_fbx_kinds[i / 2];
        bool motion = i % 2, done = !make_fbx_is_readable(kind);
        hone_bytes file = make_fbx_character(kind);
        for (uint64_t n = 0; !done; n++) {
            test_allocator a;
            test_allocator_make(&a, n);
            hone_error error = {0};
            const hone_load_desc desc = {.allocator = &a.allocator};
            hone_model *m = motion ? NULL : hone_model_load_memory(file.data, file.size, &desc, &error);
            hone_motion *k = motion ? hone_motion_load_memory(file.data, file.size, &desc, &error) : NULL;
            done = m || k;
            CHECK(done || error.code == HONE_ERROR_MEMORY);
            hone_model_release(m);
            hone_motion_release(k);
            CHECK(a.live == 0);
        }
        hone_bytes_release(&file);
    }
}

static void names_that_are_not_utf8_are_repaired(void **state)
{
    (void)state;
    make_fbx m = make_fbx_open(&(make_fbx_kind){0});
    make_fbx_begin(&m, "Objects");
    make_fbx_begin(&m, "Model");
    make_fbx_long(&m, 7);
    make_fbx_name(&m, "not UTF-8: \xff", "Model");
    make_fbx_text(&m, "Null");
    make_fbx_end(&m);
    make_fbx_end(&m);
    hone_bytes file = make_fbx_close(&m);
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(file.data, file.size, NULL, &error);
    CHECK(model && hone_model_skeleton(model)->bone_count == 1);
    CHECK(strcmp(hone_model_skeleton(model)->bones[0].name, "not UTF-8: \xEF\xBF\xBD") == 0);
    hone_model_release(model);
    hone_bytes_release(&file);
}

static void a_file_without_objects_is_refused(void **state)
{
    (void)state;
    static const char head[] = "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n\tFBXVersion: 7400\n}\n";
    static const char none[] =
        "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n\tFBXVersion: 7400\n}\nObjects: {\n}\n";
    hone_error error = {0};
    CHECK(!hone_model_load_memory(head, strlen(head), NULL, &error));
    CHECK(error.code == HONE_ERROR_FORMAT && strstr(error.message, "has no section 'Objects'"));
    hone_model *model = hone_model_load_memory(none, strlen(none), NULL, &error);
    CHECK(model && hone_model_mesh(model)->vertex_count == 0);
    hone_model_release(model);
}

TEST_GROUP(test_fbx)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_is_read_and_moves_in_every_encoding),
        cmocka_unit_test(a_clip_is_chosen_by_name_or_number),
        cmocka_unit_test(a_mesh_without_vertices_is_a_bone),
        cmocka_unit_test(memory_is_bounded_by_the_size_of_the_file),
        cmocka_unit_test(a_file_cut_anywhere_ends_in_a_result_or_an_error),
        cmocka_unit_test(a_file_with_any_byte_changed_ends_in_a_result_or_an_error),
        cmocka_unit_test(every_failed_allocation_is_an_error),
        cmocka_unit_test(names_that_are_not_utf8_are_repaired),
        cmocka_unit_test(a_file_without_objects_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
