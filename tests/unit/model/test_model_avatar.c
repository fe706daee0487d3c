/* What hone_model_create repairs in an avatar. */
#include "support/support.h"
#include <string.h>

/* Two morphs, one material; the expressions and the look-at are copied. */
static hone_model *make_model(const hone_expression *expressions, uint32_t count, const hone_look_at *look,
                              hone_error *error)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_morph *morphs = hone_builder_array(builder, 2, sizeof *morphs);
    hone_material *materials = hone_builder_array(builder, 1, sizeof *materials);
    hone_avatar *avatar = hone_builder_array(builder, 1, sizeof *avatar);
    hone_expression *copy = hone_builder_array(builder, count, sizeof *copy);
    hone_colour_bind *colours = hone_builder_array(builder, 2, sizeof *colours);
    hone_texture_bind *textures = hone_builder_array(builder, 1, sizeof *textures);
    morphs[0] = morphs[1] = (hone_morph){.kind = HONE_MORPH_GROUP};
    materials[0] = (hone_material){.texture = HONE_NONE, .sphere_texture = HONE_NONE, .toon = HONE_NONE};
    for (uint32_t i = 0; i < count; i++) copy[i] = expressions[i];
    colours[0] = (hone_colour_bind){.material = 1};
    colours[1] = (hone_colour_bind){.material = 0, .colour = HONE_COLOUR_RIM, .target = {NAN, 1, 1, 1}};
    textures[0] = (hone_texture_bind){.material = -1};
    for (uint32_t i = 0; i < count; i++) copy[i].colour_binds = colours, copy[i].texture_binds = textures;
    *avatar = (hone_avatar){.look_at = *look, .expression_count = count, .expressions = copy};
    const hone_model_data data = {.space = HONE_SPACE_GLTF,
                                  .material_count = 1,
                                  .materials = materials,
                                  .morph_count = 2,
                                  .morphs = morphs,
                                  .avatar = avatar};
    return hone_model_create(builder, &data, NULL, error);
}

static void wrong_expressions_and_changes_are_dropped(void **state)
{
    (void)state;
    const hone_expression wrong[] = {{.morph = 2},
                                     {.morph = HONE_NONE},
                                     {.morph = 0, .group = 9},
                                     {.morph = 0, .override_mouth = 3},
                                     {.morph = 1, .colour_bind_count = 2, .texture_bind_count = 1}};
    hone_model *model = make_model(wrong, 5, &(hone_look_at){0}, NULL);
    assert_non_null(model);
    const hone_avatar *avatar = hone_model_get(model)->avatar;
    CHECK(avatar->expression_count == 1 && avatar->expressions[0].morph == 1);
    CHECK(avatar->expressions[0].colour_bind_count == 1 && avatar->expressions[0].texture_bind_count == 0);
    CHECK(avatar->expressions[0].colour_binds[0].material == 0);
    CHECK(avatar->expressions[0].colour_binds[0].target[0] == 0);
    hone_model_release(model);
}

static void curves_of_a_look_at_never_go_back(void **state)
{
    (void)state;
    static float keys[3][4] = {{0, 0, 0, 1}, {0.5f, NAN, 1, 1}, {0.25f, 1, 1, 0}};
    hone_look_at look = {.kind = HONE_LOOK_AT_BONE, .offset = {INFINITY, 0, 0}};
    look.ranges[HONE_LOOK_AT_UP] = (hone_range_map){.max_input = NAN, .key_count = 3, .keys = (const float(*)[4])keys};
    hone_model *model = make_model(&(hone_expression){0}, 0, &look, NULL);
    assert_non_null(model);
    const hone_look_at *made = &hone_model_get(model)->avatar->look_at;
    CHECK(made->offset[0] == 0 && made->ranges[HONE_LOOK_AT_UP].max_input == 0);
    CHECK(made->ranges[HONE_LOOK_AT_UP].keys[1][1] == 0 && made->ranges[HONE_LOOK_AT_UP].keys[2][0] == 0.5f);
    hone_model_release(model);
}

static void arrays_that_are_missing_are_one_error(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_look_at look = {.kind = 7};
    hone_model *model = make_model(&(hone_expression){0}, 1, &look, &error);
    assert_non_null(model); /* of an unknown kind: ignored */
    CHECK(hone_model_get(model)->avatar->look_at.kind == HONE_LOOK_AT_NONE);
    hone_model_release(model);
    look.ranges[0].key_count = 1;
    assert_null(make_model(&(hone_expression){0}, 1, &look, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
}

TEST_GROUP(test_model_avatar)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_expressions_and_changes_are_dropped),
        cmocka_unit_test(curves_of_a_look_at_never_go_back),
        cmocka_unit_test(arrays_that_are_missing_are_one_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
