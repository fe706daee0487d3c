/* FBX: objects, connections and properties, and the form that earlier versions are brought to. */
#include "files/format/fbx/scene/scene.h"
#include "support/make/fbx/make_fbx_arm.h"
#include "support/support.h"
#include <hone/format.h>
#include <string.h>

/* A scene and what it is made of. */
typedef struct test_scene {
    hone_bytes bytes;
    hone_arena *memory;
    hone_builder *warnings;
    fbx_document document;
    fbx_scene scene;
} test_scene;

static void read_scene(test_scene *s, const make_fbx_arm *arm)
{
    hone_error error = {0};
    s->bytes = make_fbx_arm_file(arm);
    s->memory = hone_arena_create(NULL, 0, &error);
    s->warnings = hone_builder_create(NULL, 0, &error);
    if (!hone_fbx_document_read(&s->document, s->bytes.data, s->bytes.size, s->memory, &error) ||
        !hone_fbx_scene_read(&s->scene, &s->document, s->memory, s->warnings, &error))
        fail_msg("%s", error.message);
}

static void release_scene(test_scene *s)
{
    hone_builder_destroy(s->warnings);
    hone_arena_destroy(s->memory);
    hone_bytes_release(&s->bytes);
}

/* Finds the first object with a kind and name; name: NULL: any. */
static uint32_t find(const fbx_scene *scene, fbx_kind kind, const char *name)
{
    for (uint32_t o = 1; o < scene->object_count; o++)
        if (scene->objects[o].kind == kind && (!name || hone_fbx_text_is(scene->objects[o].name, name)))
            return o;
    return UINT32_MAX;
}

static make_fbx_arm rich_arm(make_fbx_kind kind)
{
    static const double link[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    return (make_fbx_arm){.kind = kind,
                          .clusters = {{ARM_UPPER, {1, 1, 1, 1, 1, 1}, link, link}, {ARM_LOWER, {1}, link, link}},
                          .shapes = {{100, {{1, 0, 0}, {0, 1, 0}}}},
                          .percent = 30};
}

/* ---- objects and connections ---------------------------------------------------------------------------------- */

/* In all versions, the skin and the blend shape belong to the mesh, that to its node, and so on. */
static void all_versions_have_one_form(void **state)
{
    (void)state;
    static const make_fbx_kind kinds[] = {{.version = 7400}, {.version = 7100}, {.version = 6100}, {6100, true, 0, 0}};
    for (int k = 0; k < 4; k++) {
        make_fbx_arm arm = rich_arm(kinds[k]);
        test_scene s;
        read_scene(&s, &arm);
        const fbx_scene *scene = &s.scene;
        uint32_t body = find(scene, FBX_MODEL, "body"), lower = find(scene, FBX_MODEL, "lower");
        uint32_t upper = find(scene, FBX_MODEL, "upper"), root = find(scene, FBX_MODEL, "root");
        uint32_t mesh = find(scene, FBX_MESH, NULL), skin = find(scene, FBX_SKIN, NULL);
        uint32_t channel = find(scene, FBX_BLEND_CHANNEL, "smile"), shape = find(scene, FBX_SHAPE, NULL);
        CHECK(hone_fbx_destination(scene, root, FBX_ANY, "") == 0);
        CHECK(hone_fbx_destination(scene, upper, FBX_MODEL, "") == root);
        CHECK(hone_fbx_source(scene, upper, FBX_MODEL, "") == lower);
        CHECK(hone_fbx_source(scene, body, FBX_MESH, "") == mesh);
        CHECK(hone_fbx_source(scene, mesh, FBX_SKIN, "") == skin);
        uint32_t blend = hone_fbx_source(scene, mesh, FBX_BLEND_SHAPE, "");
        CHECK(blend != UINT32_MAX && hone_fbx_source(scene, blend, FBX_BLEND_CHANNEL, "") == channel);
        CHECK(hone_fbx_source(scene, channel, FBX_SHAPE, "") == shape);
        CHECK(hone_fbx_child(scene->objects[mesh].node, "PolygonVertexIndex") != NULL);
        CHECK(hone_fbx_child(scene->objects[shape].node, "Indexes") != NULL);
        uint32_t clusters = 0;
        for (uint32_t c = UINT32_MAX; (c = hone_fbx_next_source(scene, skin, FBX_CLUSTER, "", c)) != UINT32_MAX;
             clusters++)
            CHECK(hone_fbx_source(scene, scene->by_destination[c].source, FBX_MODEL, "") ==
                  (clusters == 0 ? upper : lower));
        assert_int_equal(clusters, 2);
        release_scene(&s);
    }
}

static void bones_of_6_1_have_a_node_attribute(void **state)
{
    (void)state;
    make_fbx_arm arm = {.kind = {.version = 6100}};
    test_scene s;
    read_scene(&s, &arm);
    uint32_t lower = find(&s.scene, FBX_MODEL, "lower"), body = find(&s.scene, FBX_MODEL, "body");
    uint32_t attribute = hone_fbx_source(&s.scene, lower, FBX_NODE_ATTRIBUTE, "");
    CHECK(attribute != UINT32_MAX && hone_fbx_text_is(s.scene.objects[attribute].subclass, "LimbNode"));
    CHECK(hone_fbx_source(&s.scene, body, FBX_NODE_ATTRIBUTE, "") == UINT32_MAX);
    release_scene(&s);
}

static void connect_properties(make_fbx *m)
{
    make_fbx_connect(m, ARM_LOWER, ARM_ROOT, "LookAtProperty");
    make_fbx_begin(m, "C"); /* between properties */
    make_fbx_text(m, "PP");
    make_fbx_long(m, ARM_LOWER);
    make_fbx_text(m, "a");
    make_fbx_long(m, ARM_BODY);
    make_fbx_text(m, "b");
    make_fbx_end(m);
    make_fbx_begin(m, "C"); /* of no known kind */
    make_fbx_text(m, "XX");
    make_fbx_long(m, ARM_LOWER);
    make_fbx_long(m, ARM_BODY);
    make_fbx_end(m);
}

static void connections_are_found_by_kind_and_property(void **state)
{
    (void)state;
    make_fbx_arm arm = {.more_connections = connect_properties};
    test_scene s;
    read_scene(&s, &arm);
    const fbx_scene *scene = &s.scene;
    uint32_t lower = find(scene, FBX_MODEL, "lower"), root = find(scene, FBX_MODEL, "root");
    uint32_t upper = find(scene, FBX_MODEL, "upper");
    CHECK(hone_fbx_source(scene, root, FBX_MODEL, "LookAtProperty") == lower);
    CHECK(hone_fbx_source(scene, root, FBX_MODEL, "LookAt") == UINT32_MAX);
    CHECK(hone_fbx_source(scene, root, FBX_MODEL, "") == upper);
    CHECK(hone_fbx_source(scene, root, FBX_MODEL, NULL) == upper); /* file order */
    CHECK(hone_fbx_source(scene, root, FBX_SKIN, NULL) == UINT32_MAX);
    CHECK(hone_fbx_destination(scene, lower, FBX_MODEL, "") == upper);
    CHECK(hone_fbx_destination(scene, lower, FBX_MODEL, "LookAtProperty") == root);
    assert_int_equal(scene->objects[lower].destination_count, 2); /* a property of a source is not connected */
    release_scene(&s);
}

/* ---- classes -------------------------------------------------------------------------------------------------- */

static void add_template(make_fbx *m, const char *type, const char *class_name, double show)
{
    make_fbx_begin(m, "ObjectType");
    make_fbx_text(m, type);
    make_fbx_begin(m, "PropertyTemplate");
    make_fbx_text(m, class_name);
    make_fbx_begin_properties(m);
    make_fbx_property(m, "Show", "double", &show, 1);
    make_fbx_end(m);
    make_fbx_end(m);
    make_fbx_end(m);
}

static void add_attributes(make_fbx *m)
{
    make_fbx_begin_arm_object(m, "NodeAttribute", 700, "eye", "NodeAttribute", "Camera");
    make_fbx_end(m);
    make_fbx_begin_arm_object(m, "NodeAttribute", 701, "lamp", "NodeAttribute", "Light");
    make_fbx_end(m);
    make_fbx_end(m); /* of "Objects" */
    make_fbx_begin(m, "Definitions");
    add_template(m, "Model", "FbxNode", 3);
    add_template(m, "NodeAttribute", "FbxCamera", 4);
}

static void objects_have_the_properties_of_their_class(void **state)
{
    (void)state;
    make_fbx_arm arm = {.more_objects = add_attributes, .root = {{"Show", {5}}}};
    test_scene s;
    read_scene(&s, &arm);
    const fbx_object *objects = s.scene.objects;
    CHECK(hone_fbx_property(&objects[find(&s.scene, FBX_MODEL, "body")], "Show", 1) == 3);
    CHECK(hone_fbx_property(&objects[find(&s.scene, FBX_MODEL, "root")], "Show", 1) == 5);
    CHECK(hone_fbx_property(&objects[find(&s.scene, FBX_NODE_ATTRIBUTE, "eye")], "Show", 1) == 4);
    CHECK(hone_fbx_property(&objects[find(&s.scene, FBX_NODE_ATTRIBUTE, "lamp")], "Show", 1) == 1);
    release_scene(&s);
}

static void the_last_of_equal_properties_counts(void **state)
{
    (void)state;
    make_fbx_arm arm = {.root = {{"Show", {5}}, {"Show", {6}}, {"Shown", {7}}}};
    test_scene s;
    read_scene(&s, &arm);
    CHECK(hone_fbx_property(&s.scene.objects[find(&s.scene, FBX_MODEL, "root")], "Show", 1) == 6);
    release_scene(&s);
}

/* ---- takes ---------------------------------------------------------------------------------------------------- */

static void begin_channel(make_fbx *m, const char *name)
{
    make_fbx_begin(m, "Channel");
    make_fbx_text(m, name);
}

static void add_leaf(make_fbx *m, const char *name, double value)
{
    begin_channel(m, name);
    make_fbx_real_node(m, "Default", value);
    make_fbx_end(m);
}

static void add_model_of_take(make_fbx *m, const char *name)
{
    make_fbx_begin(m, "Model");
    make_fbx_text(m, name);
}

/* Ends "Objects", and begins "Takes", which the arm ends. */
static void add_takes(make_fbx *m)
{
    make_fbx_end(m);
    make_fbx_begin(m, "Takes");
    make_fbx_begin(m, "Take");
    make_fbx_text(m, "walk");
    add_model_of_take(m, "Model::upper");
    begin_channel(m, "Transform");
    begin_channel(m, "T");
    add_leaf(m, "X", 1), add_leaf(m, "Y", 2), add_leaf(m, "Z", 3);
    make_fbx_end(m);
    begin_channel(m, "R"); /* without any key */
    make_fbx_end(m);
    begin_channel(m, "S"); /* one number alone */
    add_leaf(m, "Z", 5);
    make_fbx_end(m);
    make_fbx_end(m);
    add_leaf(m, "Visibility", 1);
    add_leaf(m, "Size", 9);
    make_fbx_end(m);
    add_model_of_take(m, "Model::body");
    add_leaf(m, "smile", 40);
    make_fbx_end(m);
    add_model_of_take(m, "Model::nobody");
    add_leaf(m, "Visibility", 1);
    make_fbx_end(m);
    make_fbx_end(m);
}

static void takes_become_stacks_layers_and_curves(void **state)
{
    (void)state;
    make_fbx_arm arm = rich_arm((make_fbx_kind){.version = 6100});
    arm.more_objects = add_takes;
    test_scene s;
    read_scene(&s, &arm);
    const fbx_scene *scene = &s.scene;
    uint32_t upper = find(scene, FBX_MODEL, "upper"), stack = find(scene, FBX_STACK, "walk");
    uint32_t layer = hone_fbx_source(scene, stack, FBX_LAYER, ""), nodes = 0;
    CHECK(layer != UINT32_MAX && hone_fbx_text_is(scene->objects[layer].name, "BaseLayer"));
    for (uint32_t c = UINT32_MAX; (c = hone_fbx_next_source(scene, layer, FBX_CURVE_NODE, "", c)) != UINT32_MAX;)
        nodes++;
    assert_int_equal(nodes, 5);
    uint32_t move = hone_fbx_source(scene, upper, FBX_CURVE_NODE, "Lcl Translation");
    static const char *const names[3] = {"d|X", "d|Y", "d|Z"};
    for (int i = 0; i < 3; i++) {
        uint32_t curve = hone_fbx_source(scene, move, FBX_CURVE, names[i]);
        CHECK(curve != UINT32_MAX);
        CHECK(hone_fbx_real(hone_fbx_child(scene->objects[curve].node, "Default"), 0, 0) == i + 1);
    }
    CHECK(hone_fbx_source(scene, upper, FBX_CURVE_NODE, "Lcl Rotation") == UINT32_MAX);
    uint32_t scale = hone_fbx_source(scene, upper, FBX_CURVE_NODE, "Lcl Scaling");
    CHECK(hone_fbx_source(scene, scale, FBX_CURVE, "d|Z") != UINT32_MAX);
    CHECK(hone_fbx_source(scene, scale, FBX_CURVE, "d|X") == UINT32_MAX);
    CHECK(hone_fbx_source(scene, upper, FBX_CURVE_NODE, "Visibility") != UINT32_MAX);
    uint32_t attribute = hone_fbx_source(scene, upper, FBX_NODE_ATTRIBUTE, "");
    CHECK(hone_fbx_source(scene, attribute, FBX_CURVE_NODE, "Size") != UINT32_MAX);
    uint32_t channel = find(scene, FBX_BLEND_CHANNEL, "smile");
    uint32_t weight = hone_fbx_source(scene, channel, FBX_CURVE_NODE, "DeformPercent");
    CHECK(weight != UINT32_MAX && hone_fbx_source(scene, weight, FBX_CURVE, "d|X") != UINT32_MAX);
    release_scene(&s);
}

/* ---- damage --------------------------------------------------------------------------------------------------- */

static void files_cut_at_any_length_load_or_are_refused(void **state)
{
    (void)state;
    static const make_fbx_kind kinds[] = {{.version = 7400}, {.version = 6100}, {6100, true, 0, 0}, {7500, true, 0, 0}};
    for (int k = 0; k < 4; k++) {
        make_fbx_arm arm = rich_arm(kinds[k]);
        hone_bytes bytes = make_fbx_arm_file(&arm);
        for (size_t size = 0; size < bytes.size; size += kinds[k].text ? 13 : 7) {
            hone_error error = {0};
            hone_model *model = hone_model_load_memory(bytes.data, size, NULL, &error);
            CHECK(model || error.message[0]);
            hone_model_release(model);
        }
        hone_bytes_release(&bytes);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const make_fbx_kind kinds[] = {{.version = 7400}, {.version = 6100}};
    for (int k = 0; k < 2; k++) {
        make_fbx_arm arm = rich_arm(kinds[k]);
        arm.upper[0] = (make_fbx_numbers){"Lcl Scaling", {1, 2, 3}, 3};
        arm.lower[0] = (make_fbx_numbers){"InheritType", {2}, 1};
        arm.skinning = "DualQuaternion";
        hone_bytes bytes = make_fbx_arm_file(&arm);
        bool done = false;
        for (uint64_t fail_at = 0; !done; fail_at++) {
            test_allocator allocator;
            hone_error error = {0};
            test_allocator_make(&allocator, fail_at);
            hone_model *model = hone_model_load_memory(bytes.data, bytes.size,
                                                       &(hone_load_desc){.allocator = &allocator.allocator}, &error);
            done = model != NULL;
            CHECK(done || error.code == HONE_ERROR_MEMORY);
            hone_model_release(model);
            assert_int_equal(allocator.live, 0);
        }
        hone_bytes_release(&bytes);
    }
}

TEST_GROUP(test_fbx_scene)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_versions_have_one_form),
        cmocka_unit_test(bones_of_6_1_have_a_node_attribute),
        cmocka_unit_test(connections_are_found_by_kind_and_property),
        cmocka_unit_test(objects_have_the_properties_of_their_class),
        cmocka_unit_test(the_last_of_equal_properties_counts),
        cmocka_unit_test(takes_become_stacks_layers_and_curves),
        cmocka_unit_test(files_cut_at_any_length_load_or_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
