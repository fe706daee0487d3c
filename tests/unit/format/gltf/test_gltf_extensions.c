/* Extensions of glTF: what hone does not evaluate is one warning for each name, a picture that it cannot read stops no
 * file, and what would be drawn otherwise is refused. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/image.h>
#include <hone/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Loads a triangle of one material and texture. root: more members; texture: the members of the texture. */
static hone_model *load(const char *root, const char *texture, bool strict, hone_error *error)
{
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"material\":0}]}", p);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_IMAGES, "{\"uri\":\"plain.png\"}");
    make_gltf_add(file, MAKE_IMAGES, "{\"uri\":\"other.webp\"}");
    make_gltf_add(file, MAKE_TEXTURES, "{%s}", texture);
    make_gltf_add(file, MAKE_MATERIALS, "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}");
    snprintf(file->root, sizeof file->root, "%s", root);
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = strict}, error);
    hone_bytes_release(&bytes);
    test_free(file);
    return model;
}

static hone_model *load_well(const char *root, const char *texture)
{
    hone_error error = {0};
    hone_model *model = load(root, texture, false, &error);
    if (!model)
        fail_msg("%s: %s", root, error.message);
    return model;
}

/* Checks all warnings, which are limits of hone; wanted: ends with NULL. */
static void check_warnings(const hone_model *model, const char *const *wanted)
{
    hone_warnings warnings = hone_model_warnings(model);
    uint32_t count = 0;
    for (; wanted[count]; count++) {
        if (count >= warnings.count || strcmp(warnings.texts[count], wanted[count]) != 0)
            fail_msg("\"%s\", not \"%s\"", count < warnings.count ? warnings.texts[count] : "", wanted[count]);
        assert_true(warnings.limits[count]);
    }
    assert_int_equal(warnings.count, count);
}

/* ---- warnings ---------------------------------------------------------------------------------------------------- */

static void each_extension_that_is_not_evaluated_is_one_warning(void **state)
{
    (void)state;
    hone_model *model = load_well("\"extensionsUsed\":[\"ACME_folding\",\"KHR_interactivity\","
                                  "\"KHR_materials_clearcoat\",\"KHR_materials_ior\",\"ACME_folding\"],",
                                  "\"source\":0");
    check_warnings(model, (const char *const[]){
                              "an extension of glTF is not evaluated (\"ACME_folding\")",
                              "graphs of behaviour (KHR_interactivity) are not run (\"KHR_interactivity\")",
                              "materials of an extension are drawn in glTF's own terms (\"KHR_materials_clearcoat\")",
                              "materials of an extension are drawn in glTF's own terms (\"KHR_materials_ior\")", NULL});
    hone_model_release(model);
}

static void what_is_evaluated_or_changes_nothing_has_no_warning(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = load("\"extensionsUsed\":[\"KHR_mesh_quantization\",\"KHR_texture_transform\","
                             "\"KHR_materials_unlit\",\"EXT_meshopt_compression\",\"VRM\",\"VRMC_vrm\",\"VRMC_"
                             "springBone\",\"VRMC_node_constraint\","
                             "\"EXT_texture_webp\",\"MSFT_texture_dds\",\"KHR_xmp_json_ld\","
                             "\"EXT_structural_metadata\",\"KHR_node_selectability\"],",
                             "\"source\":0", true, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_model_release(model);
}

/* A picture that every program reads stands in for one that hone does not read. */
static void pictures_of_extensions_are_missed_where_there_is_no_other(void **state)
{
    (void)state;
    static const char used[] = "\"extensionsUsed\":[\"KHR_texture_basisu\",\"EXT_texture_avif\"],";
    static const char *const missed[] = {"textures in KTX2 (Basis Universal) are not read (\"KHR_texture_basisu\")",
                                         NULL};
    hone_model *model = load_well(used, "\"extensions\":{\"KHR_texture_basisu\":{\"source\":1}}");
    check_warnings(model, missed);
    hone_model_release(model);
    model = load_well(used, "\"source\":0,\"extensions\":{\"KHR_texture_basisu\":{\"source\":1}}");
    check_warnings(model, missed + 1);
    hone_model_release(model);
}

static void names_that_are_no_names_are_passed_over(void **state)
{
    (void)state;
    hone_model_release(load_well("\"extensionsUsed\":[7,\"\",null,{}],", "\"source\":0"));
    hone_model_release(load_well("\"extensionsUsed\":\"KHR_materials_ior\",", "\"source\":0"));
    hone_model *model = load_well("\"extensionsUsed\":[\"_\",\"texture\"],", "\"source\":0");
    check_warnings(model, (const char *const[]){"an extension of glTF is not evaluated (\"_\")",
                                                "textures of an extension are not read (\"texture\")", NULL});
    hone_model_release(model);
}

static void a_motion_has_the_warnings_of_what_moves(void **state)
{
    (void)state;
    hone_error error = {0};
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_animation_pointer\",\"KHR_materials_ior\"],"
        "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"colour\"}},"
        "{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{"
        "\"pointer\":\"/materials/0/alphaCutoff\"}}}}],\"samplers\":[{\"input\":0,\"output\":0}]}]}";
    hone_motion *motion = hone_motion_load_memory(text, sizeof text - 1, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    hone_warnings warnings = hone_motion_warnings(motion);
    assert_int_equal(warnings.count, 2);
    assert_non_null(strstr(warnings.texts[1], "(\"/materials/0/alphaCutoff\")"));
    assert_string_equal(warnings.texts[0], "animation of an unknown path: its channels are not played (\"colour\")");
    hone_motion_release(motion);
}

static void strict_loading_refuses_a_limit(void **state)
{
    (void)state;
    hone_error error = {0};
    assert_null(load("\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],", "\"source\":0", true, &error));
    assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "bodies of physics are not read (\"KHR_physics_rigid_bodies\")");
}

/* ---- what a file requires ---------------------------------------------------------------------------------------- */

static void pictures_and_materials_stop_no_file(void **state)
{
    (void)state;
    static const char *const names[] = {"KHR_texture_basisu",   "EXT_texture_webp",       "EXT_texture_avif",
                                        "MSFT_texture_dds",     "ACME_texture_folded",    "KHR_materials_ior",
                                        "KHR_lights_punctual",  "EXT_lights_image_based", "ACME_materials_folded",
                                        "VRMC_materials_mtoon", "KHR_technique_webgl"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char root[200];
        snprintf(root, sizeof root, "\"extensionsUsed\":[\"%s\"],\"extensionsRequired\":[\"%s\"],", names[i], names[i]);
        hone_model_release(load_well(root, "\"source\":0"));
    }
}

static void what_would_be_drawn_otherwise_is_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"KHR_gaussian_splatting", "KHR_interactivity", "ACME_folding"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        hone_error error = {0};
        char root[200];
        snprintf(root, sizeof root, "\"extensionsRequired\":[\"%s\"],", names[i]);
        assert_null(load(root, "\"source\":0", false, &error));
        assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
        assert_true(strstr(error.message, names[i]) && strstr(error.message, "which hone does not read"));
    }
}

/* ---- pictures of extensions -------------------------------------------------------------------------------------- */

static void a_texture_takes_its_own_picture_else_that_of_an_extension(void **state)
{
    (void)state;
    static const struct {
        const char *texture;
        int32_t image;
    } textures[] = {
        {"\"source\":0,\"extensions\":{\"EXT_texture_webp\":{\"source\":1}}", 0},
        {"\"extensions\":{\"EXT_texture_webp\":{\"source\":1}}", 1},
        {"\"extensions\":{\"MSFT_texture_dds\":{\"source\":1}}", 1},
        {"\"extensions\":{\"KHR_texture_basisu\":{\"source\":1}}", 1},
        {"\"source\":null,\"extensions\":{\"EXT_texture_avif\":{\"source\":1}}", 1},
        {"\"extensions\":{\"EXT_texture_webp\":{\"source\":2}}", HONE_NONE},
        {"\"extensions\":{\"EXT_texture_webp\":7}", HONE_NONE},
        {"\"extensions\":{\"ACME_texture\":{\"source\":1}}", HONE_NONE},
    };
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++) {
        hone_model *model = load_well("", textures[i].texture);
        const hone_model_data *data = hone_model_get(model);
        assert_int_equal(data->materials[0].pbr->maps[HONE_MAP_BASE_COLOUR].texture, textures[i].image);
        hone_model_release(model);
    }
}

/* glTF's core knows png and jpg alone, so a picture of an extension is written as png. */
static void a_picture_in_webp_is_written_as_png(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    hone_bytes picture = {0}, written = {0};
    hone_gltf_report report;
    hone_error error = {0};
    hone_image pixels = {0};
    assert_true(hone_file_read(HONE_SOURCE_DIR "/tests/data/image/rgba.webp", NULL, &picture, NULL));
    int view = make_gltf_view(file, picture.data, picture.size, 0);
    make_gltf_add(file, MAKE_IMAGES, "{\"bufferView\":%d,\"mimeType\":\"image/webp\"}", view);
    make_gltf_add(file, MAKE_TEXTURES, "{\"extensions\":{\"EXT_texture_webp\":{\"source\":0}}}");
    make_gltf_add(file, MAKE_MATERIALS, "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}");
    make_gltf_add(file, MAKE_NODES, "{}");
    strcpy(file->root, "\"extensionsUsed\":[\"EXT_texture_webp\"],\"extensionsRequired\":[\"EXT_texture_webp\"],");
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    bool reads = hone_image_load_memory(picture.data, picture.size, NULL, &pixels, &error);
    if (reads && hone_image_available()) {
        hone_model *back = NULL;
        if (!hone_model_write_gltf(model, &(hone_gltf_desc){0}, &written, &report, &error))
            fail_msg("%s", error.message);
        assert_int_equal(report.textures, 1);
        back = hone_model_load_memory(written.data, written.size, NULL, &error);
        assert_memory_equal(hone_model_get(back)->pictures[0].data, "\x89PNG", 4);
        hone_model_release(back);
        hone_bytes_release(&written);
    } else if (!reads)
        assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
    hone_image_release(&pixels);
    hone_model_release(model);
    hone_bytes_release(&bytes);
    hone_bytes_release(&picture);
    test_free(file);
}

TEST_GROUP(test_gltf_extensions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_extension_that_is_not_evaluated_is_one_warning),
        cmocka_unit_test(what_is_evaluated_or_changes_nothing_has_no_warning),
        cmocka_unit_test(pictures_of_extensions_are_missed_where_there_is_no_other),
        cmocka_unit_test(names_that_are_no_names_are_passed_over),
        cmocka_unit_test(a_motion_has_the_warnings_of_what_moves),
        cmocka_unit_test(strict_loading_refuses_a_limit),
        cmocka_unit_test(pictures_and_materials_stop_no_file),
        cmocka_unit_test(what_would_be_drawn_otherwise_is_refused),
        cmocka_unit_test(a_picture_in_webp_is_written_as_png),
        cmocka_unit_test(a_texture_takes_its_own_picture_else_that_of_an_extension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
