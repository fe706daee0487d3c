/* FBX: what hone does not evaluate is one warning of each kind, whatever the number of objects; what changes nothing
 * that is seen has none. */
#include "support/make/fbx/make_fbx_arm.h"
#include "support/support.h"
#include <hone/format.h>
#include <string.h>

static void add_object(make_fbx *m, const char *node, int64_t id, const char *kind, const char *property, double value)
{
    make_fbx_begin(m, node);
    make_fbx_long(m, id);
    make_fbx_name(m, "thing", node);
    make_fbx_text(m, kind);
    make_fbx_begin_properties(m);
    if (property)
        make_fbx_property(m, property, "int", &value, 1);
    make_fbx_end(m);
    make_fbx_end(m);
}

static void add_what_is_not_evaluated(make_fbx *m)
{
    add_object(m, "Constraint", 900, "Aim", NULL, 0);
    add_object(m, "Constraint", 901, "Aim", NULL, 0);
    add_object(m, "Constraint", 902, "Parent-Child", "Active", 1);
    add_object(m, "Deformer", 903, "VertexCacheDeformer", NULL, 0);
    add_object(m, "NodeAttribute", 904, "Light", NULL, 0);
    add_object(m, "NodeAttribute", 905, "Light", NULL, 0);
    add_object(m, "CollectionExclusive", 906, "DisplayLayer", "Show", 0);
    add_object(m, "LayeredTexture", 907, "", NULL, 0);
}

static void add_what_changes_nothing(make_fbx *m)
{
    add_object(m, "Constraint", 900, "Character", NULL, 0);
    add_object(m, "Constraint", 901, "Aim", "Active", 0);
    add_object(m, "NodeAttribute", 904, "Null", NULL, 0);
    add_object(m, "CollectionExclusive", 906, "DisplayLayer", "Show", 1);
    add_object(m, "SelectionSet", 907, "", NULL, 0);
}

static hone_model *load(void (*objects)(make_fbx *m), bool strict)
{
    hone_error error = {0};
    hone_bytes bytes = make_fbx_arm_file(&(make_fbx_arm){.more_objects = objects});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = strict}, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return model;
}

static void each_kind_is_one_warning(void **state)
{
    (void)state;
    static const char *const wanted[] = {
        "constraints are not evaluated (\"Aim\")",
        "constraints are not evaluated (\"Parent-Child\")",
        "deformers of a kind that hone does not know are left out (\"VertexCacheDeformer\")",
        "lights do not light the model; the first directional one that a clip moves does",
        "display layers that are hidden are drawn",
        "of layered textures the first one is drawn",
    };
    enum { COUNT = sizeof wanted / sizeof *wanted };
    hone_model *model = load(add_what_is_not_evaluated, false);
    hone_warnings warnings = hone_model_warnings(model);
    for (uint32_t i = 0; i < COUNT; i++)
        if (i >= warnings.count || strcmp(warnings.texts[i], wanted[i]) != 0 || !warnings.limits[i])
            fail_msg("\"%s\", not \"%s\"", i < warnings.count ? warnings.texts[i] : "", wanted[i]);
    assert_int_equal(warnings.count, COUNT);
    hone_model_release(model);
}

static void what_changes_nothing_has_no_warning(void **state)
{
    (void)state;
    hone_model_release(load(add_what_changes_nothing, true));
}

/* ---- motions ----------------------------------------------------------------------------------------------------- */

static void add_animated_material(make_fbx *m)
{
    add_object(m, "Material", 900, "", NULL, 0);
    add_object(m, "AnimationStack", 901, "", NULL, 0);
    add_object(m, "AnimationLayer", 902, "", "Mute", 1);
    add_object(m, "AnimationCurveNode", 903, "", NULL, 0);
    add_object(m, "AnimationCurveNode", 904, "", NULL, 0);
}

static void connect_animated_material(make_fbx *m)
{
    make_fbx_connect(m, 902, 901, NULL);
    make_fbx_connect(m, 903, 902, NULL);
    make_fbx_connect(m, 903, 900, "DiffuseColor");
    make_fbx_connect(m, 904, ARM_UPPER, "a property of a rig");
}

static void animated_materials_and_mute_layers_are_named(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = make_fbx_arm_file(
        &(make_fbx_arm){.more_objects = add_animated_material, .more_connections = connect_animated_material});
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    hone_warnings warnings = hone_motion_warnings(motion);
    assert_int_equal(warnings.count, 2);
    assert_string_equal(warnings.texts[0], "layers of animations that are mute or solo are played as all others");
    assert_string_equal(warnings.texts[1], "animated materials and textures stay as they are at rest");
    hone_motion_release(motion);
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_fbx_limits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_one_warning),
        cmocka_unit_test(what_changes_nothing_has_no_warning),
        cmocka_unit_test(animated_materials_and_mute_layers_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
