/* The numbers of what was clicked. */
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "view/inspect/inspect.h"

#include <string.h>

static const char *value_of(const inspect_text *text, const char *label)
{
    for (uint32_t i = 0; i < text->count; i++)
        if (strcmp(text->lines[i].label, label) == 0)
            return text->lines[i].value;
    return NULL;
}

static void expect(const inspect_text *text, const char *label, const char *value)
{
    const char *found = value_of(text, label);
    if (!found)
        fail_msg("no line %s", label);
    assert_string_equal(found, value);
}

static void a_vertex_tells_its_place_and_weights(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    inspect_text text;
    const float now[3] = {1, 2, 3};
    inspect_vertex(model, PUPPET_VERTICES - 1, now, &text);
    expect(&text, "Vertex", "27");
    expect(&text, "Position now", "1, 2, 3");
    expect(&text, "Skinning", "BDEF2");
    expect(&text, "Weight", "1  頭"); /* the other weight is 0 */
    expect(&text, "Morphs that move it", "1");
    inspect_vertex(model, 0, NULL, &text);
    expect(&text, "Weight", "1  センター");
    expect(&text, "Position at rest", "2, 0, 0");
    assert_null(value_of(&text, "Position now"));
    inspect_vertex(model, PUPPET_VERTICES, NULL, &text); /* a reloaded model may have fewer */
    assert_int_equal(text.count, 0);
    hone_model_release(model);
}

static void a_material_tells_its_colours_and_textures(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    inspect_text text;
    inspect_material(model, 0, &text);
    expect(&text, "Material", "0  赤");
    expect(&text, "Triangles", "48");
    expect(&text, "Diffuse", "0.9, 0.2, 0.1, 1");
    expect(&text, "Texture", "–");
    expect(&text, "Double-sided", "yes");
    expect(&text, "Outline", "no");
    inspect_material(model, 1, &text);
    assert_int_equal(text.count, 0);
    hone_model_release(model);
}

static void a_body_tells_its_shape_and_joints(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){.swing = true}, NULL);
    inspect_text text;
    inspect_body(model, 1, NULL, &text);
    expect(&text, "Rigid body", "1  頭");
    expect(&text, "Bone", "頭");
    expect(&text, "Mode", "moved by physics");
    expect(&text, "Sphere", "radius 0.5");
    expect(&text, "Group", "1");
    expect(&text, "Collides with", "–");
    expect(&text, "Joint", "首");
    assert_null(value_of(&text, "Position now"));
    inspect_body(model, 2, NULL, &text);
    assert_int_equal(text.count, 0);
    hone_model_release(model);
}

TEST_GROUP(test_view_inspect)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_tells_its_place_and_weights),
        cmocka_unit_test(a_material_tells_its_colours_and_textures),
        cmocka_unit_test(a_body_tells_its_shape_and_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
