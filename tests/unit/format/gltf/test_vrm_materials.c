/* Toon materials of VRM 1.0 and 0.x, and strong emission. */
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* Three materials with these members, four textures, and these extensions of the file. */
static hone_model *load(const char *first, const char *extensions)
{
    char text[8192];
    hone_error error = {0};
    int size = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{%s},{},{}],\"textures\":[{\"source\":0},{"
                        "\"source\":1},{\"source\":2},{\"source\":3}],\"images\":[{\"uri\":\"a.png\"},{\"uri\":"
                        "\"b.png\"},{\"uri\":\"c.png\"},{\"uri\":\"d.png\"}],\"extensions\":{%s}}",
                        first, extensions);
    hone_model *model = hone_model_load_memory(text, (size_t)size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static void check_colour(const float colour[3], float r, float g, float b)
{
    CHECK_NEAR(colour[0], r, 1e-6);
    CHECK_NEAR(colour[1], g, 1e-6);
    CHECK_NEAR(colour[2], b, 1e-6);
}

static void a_toon_of_1_0_lacks_what_it_lacks(void **state)
{
    (void)state;
    hone_model *model = load("\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\"}}", "");
    const hone_material *material = hone_model_get(model)->materials;
    const hone_mtoon *toon = material->mtoon;
    assert_null(material[1].mtoon);
    check_colour(toon->shade_colour, 1, 1, 1);
    check_colour(toon->matcap_factor, 1, 1, 1);
    check_colour(toon->rim_colour, 0, 0, 0);
    CHECK_NEAR(toon->shading_toony, 0.9, 1e-7);
    CHECK_NEAR(toon->gi_equalization, 0.9, 1e-7);
    CHECK_NEAR(toon->rim_power, 5, 0);
    CHECK_NEAR(toon->rim_lighting_mix, 1, 0);
    CHECK_NEAR(toon->outline_lighting_mix, 1, 0);
    for (int m = 0; m < HONE_MTOON_MAP_COUNT; m++) assert_int_equal(toon->maps[m].texture, HONE_NONE);
    hone_model_release(model);
}

static void a_toon_of_1_0_has_its_values(void **state)
{
    (void)state;
    hone_model *model = load(
        "\"extensions\":{\"KHR_materials_unlit\":{},\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\","
        "\"transparentWithZWrite\":true,\"renderQueueOffsetNumber\":-3,\"shadeColorFactor\":[0.1,0.2,0.3],"
        "\"shadingShiftFactor\":-0.5,\"shadingShiftTexture\":{\"index\":1,\"scale\":0.25},\"shadingToonyFactor\":0.5,"
        "\"outlineWidthMode\":\"screenCoordinates\",\"outlineWidthFactor\":0.01,\"uvAnimationScrollYSpeedFactor\":2,"
        "\"uvAnimationMaskTexture\":{\"index\":3}}}",
        "");
    const hone_material *material = hone_model_get(model)->materials;
    const hone_mtoon *toon = material->mtoon;
    assert_true(toon->transparent_with_z_write && !material->pbr->unlit);
    assert_int_equal(toon->render_queue_offset, -3);
    check_colour(toon->shade_colour, 0.1f, 0.2f, 0.3f);
    CHECK_NEAR(toon->shading_shift, -0.5, 0);
    CHECK_NEAR(toon->shading_shift_scale, 0.25, 0);
    assert_int_equal(toon->maps[HONE_MTOON_SHIFT].texture, 1);
    assert_int_equal(toon->maps[HONE_MTOON_UV_MASK].texture, 3);
    assert_int_equal(toon->outline_mode, HONE_OUTLINE_SCREEN);
    CHECK_NEAR(toon->outline_width, 0.01, 1e-8);
    CHECK_NEAR(toon->uv_scroll[1], 2, 0);
    hone_model_release(model);
}

#define QUEUE(number, depth)                                                                                           \
    "{\"shader\":\"VRM/MToon\",\"renderQueue\":" number ",\"keywordMap\":{\"_ALPHABLEND_ON\":true},"                   \
    "\"floatProperties\":{\"_ZWrite\":" depth "}}"

static void a_toon_of_0_x_becomes_one_of_1_0(void **state)
{
    (void)state;
    hone_model *model = load(
        "\"pbrMetallicRoughness\":{\"baseColorFactor\":[0,0,0,1]}",
        "\"VRM\":{\"materialProperties\":[{\"shader\":\"VRM/MToon\",\"renderQueue\":2000,\"keywordMap\":{"
        "\"_ALPHATEST_ON\":true},\"floatProperties\":{\"_Cutoff\":0.25,\"_CullMode\":0,\"_ShadeShift\":0.5,"
        "\"_ShadeToony\":0.5,\"_IndirectLightIntensity\":0.25,\"_OutlineWidthMode\":1,\"_OutlineWidth\":0.5,"
        "\"_OutlineColorMode\":1,\"_OutlineLightingMix\":0.75,\"_UvAnimScrollY\":2,\"_RimFresnelPower\":3},"
        "\"vectorProperties\":{\"_Color\":[0.5,1,0,0.5],\"_ShadeColor\":[0.5,0,0,1],\"_MainTex\":[0.25,0.25,0.5,0.5]},"
        "\"textureProperties\":{\"_MainTex\":2,\"_SphereAdd\":1}}," QUEUE("3000", "0") "," QUEUE("2501", "1") "]}");
    const hone_material *material = hone_model_get(model)->materials;
    const hone_mtoon *toon = material->mtoon;
    assert_int_equal(material->pbr->alpha_mode, HONE_ALPHA_MASK);
    CHECK_NEAR(material->pbr->alpha_cutoff, 0.25, 0);
    assert_true(material->flags & HONE_MATERIAL_DOUBLE_SIDED);
    check_colour(material->pbr->base_colour, 0.21404114f, 1, 0);
    CHECK_NEAR(material->pbr->base_colour[3], 0.5, 0);
    const hone_map *map = &material->pbr->maps[HONE_MAP_BASE_COLOUR];
    assert_int_equal(map->texture, 2);
    CHECK_NEAR(map->transform[0][0], 0.5, 0);
    CHECK_NEAR(map->transform[0][2], 0.25, 0);
    CHECK_NEAR(map->transform[1][2], 0.25, 1e-7); /* 1 - 0.5 - 0.25 */
    check_colour(toon->shade_colour, 0.21404114f, 0, 0);
    CHECK_NEAR(toon->shading_toony, 0.875, 1e-6);  /* 0.5 to 1 by 0.75 */
    CHECK_NEAR(toon->shading_shift, -0.625, 1e-6); /* -0.5 - 0.125 */
    CHECK_NEAR(toon->gi_equalization, 0.75, 1e-6);
    assert_int_equal(toon->outline_mode, HONE_OUTLINE_WORLD);
    CHECK_NEAR(toon->outline_width, 0.005, 1e-7);
    CHECK_NEAR(toon->outline_lighting_mix, 0.75, 0);
    CHECK_NEAR(toon->uv_scroll[1], -2, 0);
    CHECK_NEAR(toon->rim_power, 3, 0);
    CHECK_NEAR(toon->rim_lighting_mix, 0, 0);
    assert_int_equal(toon->maps[HONE_MTOON_MATCAP].texture, 1);
    CHECK_NEAR(toon->maps[HONE_MTOON_MATCAP].transform[0][0], 1, 0);
    assert_int_equal(material[1].pbr->alpha_mode, HONE_ALPHA_BLEND);
    assert_false(material[1].mtoon->transparent_with_z_write);
    assert_true(material[2].mtoon->transparent_with_z_write);
    hone_model_release(model);
}

/* The last queue without depth is 0, and so is the first one with depth. */
static void queues_of_0_x_become_offsets(void **state)
{
    (void)state;
    hone_model *model = load(
        "", "\"VRM\":{\"materialProperties\":[" QUEUE("3000", "0") "," QUEUE("2900", "0") "," QUEUE("2950", "0") "]}");
    static const int32_t without[] = {0, -2, -1}, with[] = {1, 0, 0};
    for (int i = 0; i < 3; i++)
        assert_int_equal(hone_model_get(model)->materials[i].mtoon->render_queue_offset, without[i]);
    hone_model_release(model);
    model = load(
        "", "\"VRM\":{\"materialProperties\":[" QUEUE("3000", "1") "," QUEUE("2501", "1") "," QUEUE("2501", "1") "]}");
    for (int i = 0; i < 3; i++)
        assert_int_equal(hone_model_get(model)->materials[i].mtoon->render_queue_offset, with[i]);
    hone_model_release(model);
}

/* At most nine queues before one count, and many materials cost no square of time. */
static void many_queues_of_0_x_take_their_turn(void **state)
{
    (void)state;
    enum { MANY = 2000, ROOM = MANY * 128 };
    char *text = test_malloc(ROOM);
    int size = snprintf(text, ROOM, "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{}");
    for (int i = 1; i < MANY; i++) size += snprintf(text + size, ROOM - (size_t)size, ",{}");
    size += snprintf(text + size, ROOM - (size_t)size, "],\"extensions\":{\"VRM\":{\"materialProperties\":[");
    for (int i = 0; i < MANY; i++)
        size +=
            snprintf(text + size, ROOM - (size_t)size, "%s{\"shader\":\"VRM/UnlitTransparent%s\",\"renderQueue\":%d}",
                     i ? "," : "", i % 2 ? "ZWrite" : "", 2500 + i * 7 % 12);
    size += snprintf(text + size, ROOM - (size_t)size, "]}}}");
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(text, (size_t)size, NULL, &error);
    assert_string_equal(error.message, "");
    for (int i = 0; i < MANY; i++) { /* 7 i is even where i is: six queues of each kind */
        int queue = i * 7 % 12, want = i % 2 ? queue / 2 : queue / 2 - 5;
        assert_int_equal(hone_model_get(model)->materials[i].mtoon->render_queue_offset, want);
    }
    hone_model_release(model);
    test_free(text);
}

static void an_unlit_material_of_0_x_has_one_colour(void **state)
{
    (void)state;
    hone_model *model = load("", "\"VRM\":{\"materialProperties\":[{\"shader\":\"VRM/UnlitTransparentZWrite\","
                                 "\"vectorProperties\":{\"_Color\":[1,0,0,1]}},{\"shader\":\"VRM_USE_GLTFSHADER\"}]}");
    const hone_material *material = hone_model_get(model)->materials;
    check_colour(material->mtoon->shade_colour, 1, 0, 0);
    assert_int_equal(material->pbr->alpha_mode, HONE_ALPHA_BLEND);
    assert_true(material->mtoon->transparent_with_z_write);
    assert_null(material[1].mtoon);
    hone_model_release(model);
}

static void emission_may_be_strong(void **state)
{
    (void)state;
    static const char *const extensions[] = {"\"KHR_materials_emissive_strength\":{\"emissiveStrength\":4}",
                                             "\"VRMC_materials_hdr_emissiveMultiplier\":{\"emissiveMultiplier\":4}"};
    for (int i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text, "\"emissiveFactor\":[1,0.5,0],\"extensions\":{%s}", extensions[i]);
        hone_model *model = load(text, "");
        check_colour(hone_model_get(model)->materials->pbr->emissive, 4, 2, 0);
        hone_model_release(model);
    }
}

TEST_GROUP(test_vrm_materials)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_toon_of_1_0_lacks_what_it_lacks),
        cmocka_unit_test(a_toon_of_1_0_has_its_values),
        cmocka_unit_test(a_toon_of_0_x_becomes_one_of_1_0),
        cmocka_unit_test(queues_of_0_x_become_offsets),
        cmocka_unit_test(many_queues_of_0_x_take_their_turn),
        cmocka_unit_test(an_unlit_material_of_0_x_has_one_colour),
        cmocka_unit_test(emission_may_be_strong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
