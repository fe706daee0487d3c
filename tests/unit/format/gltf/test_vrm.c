/* VRM: humanoid bones, and expressions as morphs after those of the meshes. */
#include "support/make/bodies/make_human.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* A model with these `extensions`, and with a mesh with two targets on nodes 0 and 1. */
static hone_model *load(const char *extensions, bool strict, hone_error *error)
{
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_add(
        file, MAKE_MESHES,
        "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d},{\"POSITION\":%d}]}]}", p, p,
        p);
    make_gltf_add(file, MAKE_MATERIALS, "{\"name\":\"skin\"}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_NODES, "{}");
    snprintf(file->root, sizeof file->root, "\"extensions\":{%s},", extensions);
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = strict}, error);
    hone_bytes_release(&bytes);
    test_free(file);
    return model;
}

static hone_model *load_well(const char *extensions)
{
    hone_error error = {0};
    hone_model *model = load(extensions, true, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* The final weights of all morphs if only this one is set. */
static void check_weights(const hone_model *model, uint32_t morph, float weight, const float want[4])
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_non_null(actor);
    hone_actor_writable_pose(actor)->morphs[morph] = weight;
    CHECK(hone_actor_evaluate(actor, NULL));
    for (int i = 0; i < 4; i++) CHECK_NEAR(hone_actor_morphs(actor)[i], want[i], 1e-6);
    hone_actor_destroy(actor);
}

static void check_morph(const hone_model *model, uint32_t at, const char *name, hone_morph_kind kind, uint8_t panel)
{
    const hone_morph *morph = &hone_model_get(model)->morphs[at];
    assert_string_equal(morph->name, name);
    assert_int_equal(morph->kind, kind);
    assert_int_equal(morph->panel, panel);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static void expressions_of_1_0_stand_behind_the_targets(void **state)
{
    (void)state;
    hone_model *model = load_well(
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"neutral\":{},\"aa\":{"
        "\"morphTargetBinds\":[{\"node\":1,\"index\":"
        "0,"
        "\"weight\":0.5},{\"node\":0,\"index\":1,\"weight\":1}]},\"blinkLeft\":{\"morphTargetBinds\":[]},\"blink\":{"
        "\"overrideBlink\":\"none\",\"morphTargetBinds\":[{\"node\":1,\"index\":1,\"weight\":1}]}},\"custom\":{\"Cat\":"
        "{"
        "\"morphTargetBinds\":[{\"node\":0,\"index\":0,\"weight\":0.25}]}}}}");
    assert_int_equal(hone_model_get(model)->morph_count, 4 + 3); /* an expression without effect is not loaded */
    check_morph(model, 3, "1", HONE_MORPH_VERTEX, 4);
    check_morph(model, 4, "aa", HONE_MORPH_GROUP, 3);
    check_morph(model, 5, "blink", HONE_MORPH_GROUP, 2);
    check_morph(model, 6, "Cat", HONE_MORPH_GROUP, 4);
    check_weights(model, 4, 0.5f, (float[]){0, 0.5f, 0.25f, 0});
    check_weights(model, 6, 1, (float[]){0.25f, 0, 0, 0});
    hone_model_release(model);
}

/* A mesh may be shown by several nodes, weights are percentages, and presets get their names in 1.0. */
static void expressions_of_0_x_are_called_as_those_of_1_0(void **state)
{
    (void)state;
    hone_model *model =
        load_well("\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":["
                  "{\"name\":\"Neutral\",\"presetName\":\"neutral\",\"binds\":[]},"
                  "{\"name\":\"Wink\",\"presetName\":\"blink_l\",\"binds\":[{\"mesh\":0,\"index\":1,"
                  "\"weight\":80}]},{\"name\":\"Joy\",\"presetName\":\"joy\",\"isBinary\":false,\"binds\":[{"
                  "\"mesh\":0,\"index\":0,\"weight\":100}]},{\"name\":\"Surprised\",\"presetName\":\"unknown\","
                  "\"materialValues\":[],\"binds\":[{\"mesh\":0,\"index\":0,\"weight\":50}]}]}}");
    assert_int_equal(hone_model_get(model)->morph_count, 4 + 3);
    check_morph(model, 4, "blinkLeft", HONE_MORPH_GROUP, 2);
    check_morph(model, 5, "happy", HONE_MORPH_GROUP, 4);
    check_morph(model, 6, "Surprised", HONE_MORPH_GROUP, 4);
    check_weights(model, 4, 0.5f, (float[]){0, 0.4f, 0, 0.4f});
    hone_model_release(model);
}

static void binary_expressions_are_on_or_off(void **state)
{
    (void)state;
    hone_model *model =
        load_well("\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"blink\":{\"isBinary\":true,"
                  "\"morphTargetBinds\":[{\"node\":0,\"index\":0,\"weight\":1},{\"node\":0,\"index\":1,"
                  "\"weight\":0.5}]}}}}");
    assert_int_equal(hone_model_get(model)->morph_count, 4 + 1);
    check_morph(model, 4, "blink", HONE_MORPH_GROUP, 2);
    CHECK(hone_model_get(model)->avatar->expressions[0].binary);
    static const float off[4] = {0, 0, 0, 0}, on[4] = {1, 0.5f, 0, 0};
    check_weights(model, 4, 0, off);
    check_weights(model, 4, 0.49f, off);
    check_weights(model, 4, 0.51f, on);
    check_weights(model, 4, 0.8f, on);
    check_weights(model, 4, 1, on);
    hone_model_release(model);
}

static void expressions_say_what_they_override_and_change(void **state)
{
    (void)state;
    hone_model *model = load_well(
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"happy\":{\"overrideBlink\":\"block\","
        "\"overrideLookAt\":"
        "\"blend\","
        "\"materialColorBinds\":[{\"material\":0,\"type\":\"outlineColor\",\"targetValue\":[0.25,0.5,1,1]}],"
        "\"textureTransformBinds\":[{\"material\":0,\"scale\":[2,3],\"offset\":[0.5,0.25]}]},\"lookUp\":{"
        "\"morphTargetBinds\":[{\"node\":0,\"index\":0}]},\"ou\":{\"morphTargetBinds\":[{\"node\":0,\"index\":1}]},"
        "\"blinkRight\":{\"morphTargetBinds\":[{\"node\":0,\"index\":1}]}}}}");
    const hone_avatar *avatar = hone_model_get(model)->avatar;
    const hone_expression *e = avatar->expressions;
    CHECK(avatar->version == 1 && avatar->expression_count == 4 && avatar->look_at.kind == HONE_LOOK_AT_NONE);
    CHECK(e[0].morph == 4 && e[0].group == HONE_EXPRESSION_OTHER && e[0].override_blink == HONE_OVERRIDE_BLOCK);
    CHECK(e[0].override_look_at == HONE_OVERRIDE_BLEND && e[0].override_mouth == HONE_OVERRIDE_NONE);
    CHECK(e[0].colour_bind_count == 1 && e[0].colour_binds[0].colour == HONE_COLOUR_OUTLINE);
    CHECK(e[0].colour_binds[0].target[1] == 0.5f && e[0].texture_bind_count == 1);
    CHECK(e[0].texture_binds[0].scale[1] == 3 && e[0].texture_binds[0].offset[0] == 0.5f);
    CHECK(e[1].group == HONE_EXPRESSION_LOOK_AT && e[2].group == HONE_EXPRESSION_MOUTH);
    CHECK(e[3].group == HONE_EXPRESSION_BLINK);
    hone_model_release(model);
}

/* Colours of Unity are display values, and v counts from below. */
static void changes_of_materials_in_0_x_are_by_the_names_of_unity(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model =
        load("\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":\"Blush\",\"materialValues\":[{"
             "\"materialName\":\"skin\",\"propertyName\":\"_ShadeColor\",\"targetValue\":[0.5,1,0,0.5]},{"
             "\"materialName\":\"skin\",\"propertyName\":\"_MainTex_ST\",\"targetValue\":[1,0.5,0.25,0.125]},{"
             "\"materialName\":\"hair\",\"propertyName\":\"_Color\",\"targetValue\":[1,1,1,1]}]}]}}",
             false, &error);
    assert_non_null(model);
    const hone_expression *e = hone_model_get(model)->avatar->expressions;
    CHECK(e[0].colour_bind_count == 1 && e[0].texture_bind_count == 1);
    CHECK(e[0].colour_binds[0].colour == HONE_COLOUR_SHADE);
    CHECK_NEAR(e[0].colour_binds[0].target[0], 0.21404114, 1e-6);
    CHECK_NEAR(e[0].colour_binds[0].target[3], 0.5, 0);
    CHECK_NEAR(e[0].texture_binds[0].scale[1], 0.5, 0);
    CHECK_NEAR(e[0].texture_binds[0].offset[0], 0.25, 0);
    CHECK_NEAR(e[0].texture_binds[0].offset[1], 0.375, 0);
    CHECK(hone_model_warnings(model).count == 1);
    hone_model_release(model);
}

static void look_at_has_the_ranges_of_the_file(void **state)
{
    (void)state;
    hone_model *model = load_well(
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"lookAt\":{\"type\":\"expression\",\"offsetFromHeadBone\":[0,0.06,0.1],"
        "\"rangeMapHorizontalOuter\":{\"inputMaxValue\":60,\"outputScale\":0.5}}}");
    const hone_look_at *look = &hone_model_get(model)->avatar->look_at;
    CHECK(look->kind == HONE_LOOK_AT_EXPRESSION && look->offset[2] == 0.1f);
    CHECK(look->ranges[HONE_LOOK_AT_OUTER].max_input == 60 && look->ranges[HONE_LOOK_AT_OUTER].output_scale == 0.5f);
    CHECK(look->ranges[HONE_LOOK_AT_UP].max_input == 90 && look->ranges[HONE_LOOK_AT_UP].output_scale == 1);
    hone_model_release(model);
    model =
        load_well("\"VRM\":{\"firstPerson\":{\"lookAtTypeName\":\"Bone\",\"firstPersonBoneOffset\":{\"x\":0.5,\"y\":1,"
                  "\"z\":0.25},\"lookAtVerticalDown\":{\"curve\":[0,0,0,1,1,1,1,0],\"xRange\":50,\"yRange\":8},"
                  "\"lookAtVerticalUp\":{\"curve\":[0,0,0,0,1,1,2,0],\"xRange\":40,\"yRange\":5}}}");
    look = &hone_model_get(model)->avatar->look_at;
    CHECK(look->kind == HONE_LOOK_AT_BONE && look->offset[0] == 0.5f && look->offset[2] == -0.25f);
    CHECK(look->ranges[HONE_LOOK_AT_DOWN].max_input == 50 && look->ranges[HONE_LOOK_AT_DOWN].key_count == 0);
    CHECK(look->ranges[HONE_LOOK_AT_UP].key_count == 2 && look->ranges[HONE_LOOK_AT_UP].keys[1][2] == 2);
    hone_model_release(model);
}

static void parts_that_mean_nothing_are_dropped_with_a_warning(void **state)
{
    (void)state;
    static const struct {
        const char *text, *warning;
    } odd[] = {
        {"\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":7,"
         "\"index\":0},{\"node\":"
         "0,"
         "\"index\":0}]}}}}",
         "whose target is missing"},
        {"\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":2,"
         "\"index\":0},{\"node\":"
         "0,"
         "\"index\":0}]}}}}",
         "whose target is missing"}, /* node 2 has no targets */
        {"\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":0."
         "5,\"index\":0},{"
         "\"node\":0,"
         "\"index\":0}]}}}}",
         "whose target is missing"},
        {"\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":\"A\",\"presetName\":\"a\",\"binds\":[{"
         "\"mesh\":-1,"
         "\"index\":0,\"weight\":100},{\"mesh\":0,\"index\":-1},{\"mesh\":0,\"index\":2},{\"mesh\":0,\"index\":0}]}]}}",
         "whose target is missing"},
        {"\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"custom\":{\"Blush\":{\"materialColorBinds\":[{"
         "\"material\":0}],"
         "\"morphTargetBinds\":[{\"node\":0,\"index\":0}]}}}}",
         "material that is not there"},
        {"\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":\"A\",\"materialValues\":[{}],\"binds\":[{"
         "\"mesh\":"
         "0,\"index\":0}]}]}}",
         "material that is not there"},
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        hone_error error = {0};
        hone_model *model = load(odd[i].text, false, &error);
        hone_warnings warnings = hone_model_warnings(model);
        if (!model || warnings.count != 1 || !strstr(warnings.texts[0], odd[i].warning))
            fail_msg("%zu: %s %s", i, error.message, warnings.count ? warnings.texts[0] : "");
        assert_true(hone_model_get(model)->morphs[4].count >= 1); /* its correct parts are kept */
        hone_model_release(model);
        assert_null(load(odd[i].text, true, NULL));
    }
}

static void malformed_extensions_are_one_error(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "\"VRMC_vrm\":7",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":[]}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":[]}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":1}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":\"1\"}}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":3}}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":[]}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":[]}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":[]}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":{}}}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[1]}}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":"
        "\"0\"}]}}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[{\"node\":0,"
        "\"index\":0,\"weight\":[]"
        "}]}}}}",
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":{\"custom\":{\"a\":{\"isBinary\":1,\"morphTargetBinds\":"
        "[{\"node\":0,\"index\":"
        "0}]}}}}",
        "\"VRM\":{\"humanoid\":{\"humanBones\":{}}}",
        "\"VRM\":{\"humanoid\":{\"humanBones\":[{\"bone\":1,\"node\":0}]}}",
        "\"VRM\":{\"humanoid\":{\"humanBones\":[{\"bone\":\"hips\",\"node\":-1}]}}",
        "\"VRM\":{\"blendShapeMaster\":[]}",
        "\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":{}}}",
        "\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[\"A\"]}}",
        "\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":1}]}}",
        "\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"presetName\":{}}]}}",
        "\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":\"A\",\"binds\":[null]}]}}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        hone_model *model = load(bad[i], false, &error);
        if (model || error.code != HONE_ERROR_FORMAT || !*error.message)
            fail_msg("%s: %s", bad[i], error.message);
    }
}

/* Many binds of a mesh that many nodes show: no more work than the file's size allows. */
static void binds_times_nodes_end(void **state)
{
    (void)state;
    enum { NODES = 20000, BINDS = 20000, SIZE = NODES * 16 + BINDS * 24 + 1024 };
    char *text = test_malloc(SIZE);
    size_t used =
        (size_t)snprintf(text, SIZE, "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[]}],\"nodes\":[");
    for (int i = 0; i < NODES; i++) used += (size_t)snprintf(text + used, SIZE - used, "%s{\"mesh\":0}", i ? "," : "");
    used += (size_t)snprintf(text + used, SIZE - used,
                             "],\"extensions\":{\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":[{\"binds\":[");
    for (int i = 0; i < BINDS; i++)
        used += (size_t)snprintf(text + used, SIZE - used, "%s{\"mesh\":0,\"index\":0}", i ? "," : "");
    used += (size_t)snprintf(text + used, SIZE - used, "]}]}}}}");
    hone_error error = {0};
    assert_null(hone_model_load_memory(text, used, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_MEMORY);
    test_free(text);
}

/* ---- whose bones are whose --------------------------------------------------------------------------------------- */

/* The bones of a thumb have other names, but are the same. */
static void thumbs_of_0_x_are_those_of_1_0(void **state)
{
    (void)state;
    hone_humanoid humans[2];
    for (int i = 0; i < 2; i++) {
        hone_bytes bytes = make_human(&(make_human_desc){.names = i ? MAKE_HUMAN_VRM_0 : MAKE_HUMAN_VRM});
        assert_true((strstr((char *)bytes.data + 20, "leftThumbIntermediate") != NULL) == (i == 1));
        hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
        humans[i] = hone_model_humanoid(model);
        hone_model_release(model);
        hone_bytes_release(&bytes);
    }
    assert_int_equal(humans[0].missing, 0);
    assert_memory_equal(&humans[0], &humans[1], sizeof humans[0]);
    for (int i = 0; i < 6; i++) assert_true(humans[0].bones[HONE_HUMANOID_THUMB + i] != HONE_NONE);
}

/* The file's own mapping is used. Unknown roles and bones that are named twice are ignored. */
static void odd_roles_are_passed_over(void **state)
{
    (void)state;
    hone_model *model = load_well("\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{"
                                  "\"node\":0},\"tail\":{\"node\":1},"
                                  "\"spine\":{\"node\":0},\"head\":{}}}}");
    hone_humanoid human = hone_model_humanoid(model);
    assert_int_equal(human.found, 1);
    assert_int_equal(human.bones[HONE_HUMANOID_HIPS], 0);
    hone_model_release(model);
}

/* ---- meta data and first person ---- */

/* Without a mesh; two materials, both called "skin". */
static const hone_avatar *load_avatar(const char *extensions, hone_model **out)
{
    char text[4096];
    hone_error error = {0};
    int size =
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{}],\"materials\":[{\"name\":\"skin\"},{\"name\":"
                 "\"skin\"}],\"images\":[{\"uri\":\"a.png\"},{\"uri\":\"b.png\"}],\"textures\":[{\"source\":1}],"
                 "\"extensions\":{%s}}",
                 extensions);
    *out = hone_model_load_memory(text, (size_t)size, &(hone_load_desc){.strict = true}, &error);
    if (!*out)
        fail_msg("%s", error.message);
    return hone_model_get(*out)->avatar;
}

static void check_meta(const hone_avatar *avatar, uint32_t at, const char *key, const char *value)
{
    assert_string_equal(avatar->meta[at].key, key);
    assert_string_equal(avatar->meta[at].value, value);
}

static void meta_data_are_texts(void **state)
{
    (void)state;
    hone_model *model;
    const hone_avatar *avatar = load_avatar(
        "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"A\",\"authors\":[\"B\",\"C\"],\"references\":[],"
        "\"allowRedistribution\":true,\"thumbnailImage\":1,\"odd\":{},\"licenseUrl\":"
        "\"https://vrm.dev/licenses/1.0/\"}}",
        &model);
    assert_int_equal(avatar->version, 1);
    assert_int_equal(avatar->thumbnail, 1);
    assert_int_equal(avatar->meta_count, 6);
    check_meta(avatar, 0, "name", "A");
    check_meta(avatar, 1, "authors", "B");
    check_meta(avatar, 2, "authors", "C");
    check_meta(avatar, 3, "allowRedistribution", "true");
    check_meta(avatar, 4, "thumbnailImage", "1");
    hone_model_release(model);
    avatar = load_avatar("\"VRM\":{\"meta\":{\"title\":\"A\",\"texture\":0,\"licenseName\":\"CC0\"}}", &model);
    assert_int_equal(avatar->version, 0);
    assert_int_equal(avatar->thumbnail, 1); /* the image of the texture */
    check_meta(avatar, 2, "licenseName", "CC0");
    hone_model_release(model);
}

/* VRM 1.0 names nodes, 0.x meshes; what is not named is split by the head. */
static void meshes_are_for_the_first_person(void **state)
{
    (void)state;
    hone_model *model =
        load_well("\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"head\":{\"node\":"
                  "2}}},\"firstPerson\":{\"meshAnnotations\":[{\"node\":1,\"type\":\"firstPersonOnly\"}]}}");
    const hone_avatar *avatar = hone_model_get(model)->avatar;
    assert_int_equal(avatar->first_person_bone, 2);
    assert_int_equal(avatar->first_person[0], HONE_FIRST_PERSON_AUTO);
    assert_int_equal(avatar->first_person[5], HONE_FIRST_PERSON_ONLY);
    hone_model_release(model);
    model = load_well("\"VRM\":{\"firstPerson\":{\"firstPersonBone\":1,\"meshAnnotations\":[{\"mesh\":0,"
                      "\"firstPersonFlag\":\"ThirdPersonOnly\"}]}}");
    avatar = hone_model_get(model)->avatar;
    assert_int_equal(avatar->first_person_bone, 1);
    for (int v = 0; v < 6; v++) assert_int_equal(avatar->first_person[v], HONE_FIRST_PERSON_THIRD_PERSON_ONLY);
    hone_model_release(model);
}

TEST_GROUP(test_vrm)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_of_1_0_stand_behind_the_targets),
        cmocka_unit_test(expressions_of_0_x_are_called_as_those_of_1_0),
        cmocka_unit_test(binary_expressions_are_on_or_off),
        cmocka_unit_test(expressions_say_what_they_override_and_change),
        cmocka_unit_test(changes_of_materials_in_0_x_are_by_the_names_of_unity),
        cmocka_unit_test(look_at_has_the_ranges_of_the_file),
        cmocka_unit_test(parts_that_mean_nothing_are_dropped_with_a_warning),
        cmocka_unit_test(malformed_extensions_are_one_error),
        cmocka_unit_test(binds_times_nodes_end),
        cmocka_unit_test(thumbs_of_0_x_are_those_of_1_0),
        cmocka_unit_test(odd_roles_are_passed_over),
        cmocka_unit_test(meta_data_are_texts),
        cmocka_unit_test(meshes_are_for_the_first_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
