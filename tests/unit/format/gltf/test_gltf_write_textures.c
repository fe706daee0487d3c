/* Pictures and surfaces of a model as glTF. */
#include "base/files/byte_writer.h"
#include "support/image/foreign.h"
#include "support/image/pictures.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_x.h"
#include "support/support.h"
#include "support/written_gltf.h"
#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

typedef struct sunk {
    char names[16][64];
    size_t sizes[16];
    uint8_t starts[16][4];
    int count, fail_at;
} sunk;

static bool sink(void *user, const char *name, const void *data, size_t size, hone_error *error)
{
    sunk *to = user;
    if (to->count == to->fail_at) {
        error->code = HONE_ERROR_IO;
        return false;
    }
    snprintf(to->names[to->count], sizeof to->names[0], "%s", name);
    memcpy(to->starts[to->count], data, 4);
    to->sizes[to->count++] = size;
    return true;
}

static hone_model *make_textured(void)
{
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_model_data *data = (hone_model_data *)hone_model_get(model); /* the model is not shared yet */
    static const char *const textures[] = {"tex\\skin.bmp", "", "toon.bmp"};
    data->textures = textures;
    data->texture_count = 3;
    ((hone_material *)data->materials)[0].texture = 0;
    ((hone_material *)data->materials)[0].toon = 2;
    ((hone_material *)data->materials)[0].shared_toon = false;
    return model;
}

static void note_down(void *user, const char *text)
{
    snprintf(user, 200, "%s", text);
}

static void pictures_come_along(void **state)
{
    (void)state;
    NEEDS(image);
    hone_model *model = make_textured();
    gallery from = {.name = test_pictures[0].name};
    const hone_file_resolver files = {.read = gallery_read, .user = &from};
    hone_gltf_report report;
    hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.files = &files}, &report);
    char *json = gltf_json_of(&glb);
    CHECK(from.asked == 2 && report.textures == 2 && report.textures_missing == 0);
    CHECK(json_string_is(json, "images.0.mimeType", "image/png"));
    CHECK(json_string_is(json, "images.0.name", "tex\\\\skin.bmp"));
    CHECK(json_number(json, "materials.0.pbrMetallicRoughness.baseColorTexture.index") == 0);
    CHECK(json_number(json, "materials.0.extras.mmd.toonTexture.index") == 1);
    CHECK(json_number(json, "textures.1.sampler") == 0);
    test_free(json);
    hone_bytes_release(&glb);

    char said[200] = "";
    const hone_file_resolver nowhere = {.read = gallery_read, .user = &(gallery){0}};
    glb = gltf_written(model, &(hone_gltf_desc){.files = &nowhere, .note = note_down, .note_user = said}, &report);
    json = gltf_json_of(&glb);
    CHECK(report.textures == 0 && report.textures_missing == 2 && !json_find(json, "images"));
    assert_string_equal(said, "texture toon.bmp: not found");
    test_free(json);
    hone_bytes_release(&glb);
    hone_model_release(model);
}

static bool read_foreign(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    static const uint8_t foreign[FOREIGN_SIZE] = FOREIGN(2, 2, 250, 120, 10, 255);
    (void)user, (void)path;
    hone_writer writer = hone_writer_make(allocator);
    hone_write_bytes(&writer, foreign, sizeof foreign);
    return hone_writer_finish(&writer, out, error);
}

static void pictures_that_the_caller_decodes_become_png(void **state)
{
    (void)state;
    NEEDS(image);
    hone_model *model = make_textured();
    const hone_image_decoder decoder = {.decode = foreign_decode};
    hone_file_resolver files = {.read = read_foreign};
    for (int decoded = 0; decoded < 2; decoded++) {
        hone_gltf_report report;
        files.decoder = decoded ? &decoder : NULL;
        hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.files = &files}, &report);
        CHECK(report.textures == (decoded ? 2 : 0) && report.textures_missing == (decoded ? 0 : 2));
        hone_bytes_release(&glb);
    }
    hone_model_release(model);
}

/* From MMD to glTF and back: the properties that MMD's renderer uses, and the right pictures. */
static void mmds_look_comes_back(void **state)
{
    (void)state;
    NEEDS(image);
    hone_model *model = make_textured();
    hone_material *was = (hone_material *)hone_model_get(model)->materials; /* the model is not shared yet */
    was->diffuse[0] = 0.75f, was->ambient[0] = 0.25f, was->specular[1] = 0.5f, was->specular_power = 20;
    was->flags = HONE_MATERIAL_EDGE | HONE_MATERIAL_DOUBLE_SIDED | HONE_MATERIAL_GROUND_SHADOW;
    was->edge_size = 0.5f, was->edge_colour[3] = 1;
    was->sphere_mode = HONE_SPHERE_ADD, was->sphere_texture = 0;
    gallery from = {.name = test_pictures[0].name};
    const hone_file_resolver files = {.read = gallery_read, .user = &from};
    hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.files = &files}, NULL);
    hone_model *again = gltf_read_back(&glb);
    const hone_model_data *data = hone_model_get(again);
    const hone_material *is = &data->materials[0];
    CHECK(memcmp(was->diffuse, is->diffuse, sizeof was->diffuse) == 0);
    CHECK(memcmp(was->ambient, is->ambient, sizeof was->ambient) == 0);
    CHECK(memcmp(was->specular, is->specular, sizeof was->specular) == 0 && is->specular_power == 20);
    CHECK(is->flags == was->flags && is->edge_size == 0.5f && is->edge_colour[3] == 1);
    CHECK(is->sphere_mode == HONE_SPHERE_ADD && is->sphere_texture == is->texture && is->texture != HONE_NONE);
    CHECK(!is->shared_toon && is->toon != HONE_NONE && strcmp(data->textures[is->toon], "toon.bmp") == 0);
    hone_model *mmd = hone_model_to_mmd(again, NULL, NULL, NULL);
    assert_non_null(mmd);
    CHECK(hone_model_get(mmd)->materials[0].toon == is->toon && hone_model_get(mmd)->materials[0].edge_size == 0.5f);
    hone_model_release(mmd);
    hone_model_release(again);
    hone_bytes_release(&glb);
    hone_model_release(model);
}

/* .x is lit as in DirectX, MMD's colours are kept as seen; options give the other way. */
static void surfaces_are_lit_as_in_their_own_format(void **state)
{
    (void)state;
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_model *models[2] = {puppet_make(&(puppet_desc){0}, NULL),
                             hone_model_load_memory(bytes.data, bytes.size, NULL, NULL)};
    hone_bytes_release(&bytes);
    for (int i = 0; i < 6; i++) {
        const hone_gltf_surface surface = (hone_gltf_surface)(i / 2);
        bool x = i % 2, lit = surface == HONE_GLTF_PBR || (x && surface == HONE_GLTF_BY_FORMAT);
        const hone_material *material = &hone_model_get(models[x])->materials[0];
        hone_bytes glb = gltf_written(models[x], &(hone_gltf_desc){.surface = surface}, NULL);
        char *json = gltf_json_of(&glb);
        CHECK(lit == !json_find(json, "materials.0.extensions.KHR_materials_unlit"));
        if (x && lit) {
            float red = material->diffuse[0],
                  linear = red <= 0.04045f ? red / 12.92f : powf((red + 0.055f) / 1.055f, 2.4f);
            CHECK_NEAR(json_number(json, "materials.0.pbrMetallicRoughness.baseColorFactor.0"), linear, 1e-5);
            CHECK(json_find(json, "materials.0.emissiveFactor") != NULL);
        }
        test_free(json);
        hone_bytes_release(&glb);
    }
    hone_model_release(models[0]);
    hone_model_release(models[1]);
}

static void files_beside_come_first(void **state)
{
    (void)state;
    NEEDS(image);
    hone_model *model = make_textured();
    gallery from = {.name = test_pictures[0].name};
    const hone_file_resolver files = {.read = gallery_read, .user = &from};
    sunk beside = {.fail_at = -1};
    const hone_gltf_desc desc = {.files = &files, .stem = "a b\xe3\x81\x82", .sink = sink, .sink_user = &beside};
    hone_bytes gltf = gltf_written(model, &desc, NULL);
    char *json = test_calloc(1, gltf.size + 1);
    memcpy(json, gltf.data, gltf.size);
    assert_true(json_is_valid(json));
    assert_int_equal(beside.count, 3);
    assert_string_equal(beside.names[0], "a b\xe3\x81\x82-0.png");
    assert_string_equal(beside.names[2], "a b\xe3\x81\x82.bin");
    assert_memory_equal(beside.starts[0], "\x89PNG", 4);
    CHECK(json_string_is(json, "images.0.uri", "a%20b%E3%81%82-0.png"));
    CHECK(json_string_is(json, "buffers.0.uri", "a%20b%E3%81%82.bin"));
    CHECK(json_number(json, "buffers.0.byteLength") == (double)beside.sizes[2]);
    test_free(json);
    hone_bytes_release(&gltf);
    for (int n = 0; n < 3; n++) { /* the disk is full */
        hone_error error = {0};
        beside = (sunk){.fail_at = n};
        CHECK(!hone_model_write_gltf(model, &desc, &gltf, NULL, &error));
        CHECK(error.code == HONE_ERROR_IO && !gltf.data && beside.count == n);
    }
    hone_model_release(model);
}

static void allocation_failures_are_errors(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = make_textured();
    hone_motion *motion = puppet_motion(1, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_actor_play(actor, motion, NULL, &error);
    hone_motion *baked =
        hone_bake(&(hone_bake_desc){.actor = actor, .last_frame = 30, .tolerance = 0.01f}, NULL, &error);
    gallery from = {.name = hone_image_available() ? test_pictures[0].name : NULL};
    const hone_file_resolver files = {.read = gallery_read, .user = &from};
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_bytes out;
        error = (hone_error){0};
        const hone_gltf_desc desc = {.motion = baked, .files = &files, .allocator = &a.allocator};
        done = hone_model_write_gltf(model, &desc, &out, NULL, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && !out.data));
        hone_bytes_release(&out);
        CHECK(a.live == 0);
        assert_true(n < 1000);
    }
    hone_actor_destroy(actor);
    hone_motion_release(baked);
    hone_motion_release(motion);
    hone_model_release(model);
}

TEST_GROUP(test_gltf_write_textures)
{
    gltf_leave_as("write-textures");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_come_along),     cmocka_unit_test(pictures_that_the_caller_decodes_become_png),
        cmocka_unit_test(mmds_look_comes_back),    cmocka_unit_test(surfaces_are_lit_as_in_their_own_format),
        cmocka_unit_test(files_beside_come_first), cmocka_unit_test(allocation_failures_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
