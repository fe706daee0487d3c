/* Springs and colliders of VRM 1.0, of VRM 0.x, and of other glTF: what is read and what is repaired. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* Nodes: 0 is the parent of 1, which is the parent of 2 and 3; 3 is turned by a quarter about z. */
static hone_model *load(const char *extensions, bool strict, hone_error *error)
{
    char text[8192];
    int size = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{\"children\":[2,3],"
                        "\"translation\":[0,1,0]},{\"translation\":[0,2,0]},{\"translation\":[3,0,0],\"rotation\":[0,0,"
                        "0.70710678,0.70710678]},{}],\"extensions\":{%s}}",
                        extensions);
    return hone_model_load_memory(text, (size_t)size, &(hone_load_desc){.strict = strict}, error);
}

static hone_model *load_well(const char *extensions)
{
    hone_error error = {0};
    hone_model *model = load(extensions, true, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static void check_vector(const float v[3], float x, float y, float z)
{
    CHECK_NEAR(v[0], x, 1e-6);
    CHECK_NEAR(v[1], y, 1e-6);
    CHECK_NEAR(v[2], z, 1e-6);
}

#define SPHERE "{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[1,2,3],\"radius\":0.5}}}"

static void a_chain_of_1_0_has_a_joint_less_than_nodes(void **state)
{
    (void)state;
    hone_model *model = load_well(
        "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[{\"name\":\"hair\",\"center\":0,\"joints\":[{"
        "\"node\":0,\"hitRadius\":0.1,\"stiffness\":2,\"gravityPower\":3,\"gravityDir\":[1,0,0],\"dragForce\":0.25},"
        "{\"node\":1},{\"node\":3,\"stiffness\":9}]},{\"joints\":[{\"node\":2}]},{}]}");
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->spring_count, 3);
    const hone_spring *spring = data->springs;
    assert_string_equal(spring->name, "hair");
    assert_int_equal(spring->center, 0);
    assert_int_equal(spring->joint_count, 2);
    const hone_spring_joint *joint = spring->joints;
    assert_int_equal(joint[0].bone, 0);
    assert_int_equal(joint[0].tail_bone, 1);
    CHECK_NEAR(joint[0].hit_radius, 0.1, 1e-7);
    CHECK_NEAR(joint[0].stiffness, 2, 0);
    CHECK_NEAR(joint[0].gravity_power, 3, 0);
    CHECK_NEAR(joint[0].drag_force, 0.25, 0);
    check_vector(joint[0].gravity_direction, 1, 0, 0);
    assert_int_equal(joint[1].bone, 1);
    assert_int_equal(joint[1].tail_bone, 3);
    CHECK_NEAR(joint[1].hit_radius, 0, 0);
    CHECK_NEAR(joint[1].stiffness, 1, 0);
    CHECK_NEAR(joint[1].drag_force, 0.5, 0);
    check_vector(joint[1].gravity_direction, 0, -1, 0);
    assert_int_equal(data->springs[1].joint_count + data->springs[2].joint_count, 0);
    hone_model_release(model);
}

static void colliders_have_their_extended_shape(void **state)
{
    (void)state;
#define EXTENDED(shape)                                                                                                \
    "{\"node\":1,\"shape\":{\"sphere\":{\"radius\":9}},\"extensions\":{\"VRMC_springBone_extended_collider\":{"        \
    "\"specVersion\":\"1.0\",\"shape\":{" shape "}}}}"
    hone_model *model = load_well(
        "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[" SPHERE
        ",{\"node\":2,\"shape\":{\"capsule\":{\"offset\":[0,1,0],\"tail\":[0,0,4],\"radius\":0.25}}}"
        "," EXTENDED("\"sphere\":{\"radius\":0.5,\"inside\":true}") "," EXTENDED(
            "\"capsule\":{\"tail\":["
            "1,1,1],\"inside\":"
            "true}") "," EXTENDED("\"plane\":{\"offset\":[0,3,0],\"normal\":[0,2,0]}") "," EXTENDED("\"sphere\":{"
                                                                                                    "\"radius\":0."
                                                                                                    "75}") "],"
                                                                                                           "\"colliderG"
                                                                                                           "roups\":"
                                                                                                           "[{"
                                                                                                           "\"colliders"
                                                                                                           "\":[1,"
                                                                                                           "0]},{"
                                                                                                           "\"colliders"
                                                                                                           "\":"
                                                                                                           "[0,4]}],"
                                                                                                           "\"springs\""
                                                                                                           ":[{"
                                                                                                           "\"joints\":"
                                                                                                           "[{"
                                                                                                           "\"node\":0}"
                                                                                                           ",{"
                                                                                                           "\"node\":1}"
                                                                                                           "],"
                                                                                                           "\"colliderG"
                                                                                                           "roups\":"
                                                                                                           "[1,0,1]}]"
                                                                                                           "}");
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->collider_count, 6);
    static const uint8_t kinds[] = {HONE_COLLIDER_SPHERE,         HONE_COLLIDER_CAPSULE, HONE_COLLIDER_INSIDE_SPHERE,
                                    HONE_COLLIDER_INSIDE_CAPSULE, HONE_COLLIDER_PLANE,   HONE_COLLIDER_SPHERE};
    for (int i = 0; i < 6; i++) assert_int_equal(data->colliders[i].kind, kinds[i]);
    check_vector(data->colliders[0].offset, 1, 2, 3);
    check_vector(data->colliders[1].tail, 0, 0, 4);
    CHECK_NEAR(data->colliders[2].radius, 0.5, 0);
    check_vector(data->colliders[3].tail, 1, 1, 1);
    check_vector(data->colliders[4].normal, 0, 1, 0);
    CHECK_NEAR(data->colliders[5].radius, 0.75, 0);
    assert_int_equal(data->springs->collider_count, 3); /* each once, in the order of the groups */
    assert_memory_equal(data->springs->colliders, ((uint32_t[]){0, 4, 1}), 3 * sizeof(uint32_t));
    hone_model_release(model);
}

static void joints_have_limits(void **state)
{
    (void)state;
#define LIMIT(shape) ",\"extensions\":{\"VRMC_springBone_limit\":{\"specVersion\":\"1.0-draft\",\"limit\":{" shape "}}}"
    hone_model *model =
        load_well("\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":[{\"node\":0" LIMIT(
            "\"spheric"
            "al\":{"
            "\"pitch\""
            ":9,"
            "\"yaw\":"
            "0.5,"
            "\"rotatio"
            "n\":[0,0,"
            "2,0]}") "},{\"node\":1" LIMIT("\"hinge\":{"
                                           "\"angle\":0.25}") "},{\"node\":2" LIMIT("\"cone\":{\"angle\":1}") "}]}]}");
    const hone_spring_joint *joints = hone_model_get(model)->springs->joints;
    assert_int_equal(joints[0].limit.kind, HONE_SPRING_LIMIT_SPHERICAL);
    CHECK_NEAR(joints[0].limit.angles[0], 3.14159265, 1e-6); /* at most half a turn */
    CHECK_NEAR(joints[0].limit.angles[1], 0.5, 0);
    CHECK_NEAR(joints[0].limit.rotation[2], 1, 1e-6);
    assert_int_equal(joints[1].limit.kind, HONE_SPRING_LIMIT_HINGE);
    CHECK_NEAR(joints[1].limit.angles[0], 0.25, 0);
    CHECK_NEAR(joints[1].limit.rotation[3], 1, 0);
    hone_model_release(model);
}

/* A group takes subtrees. The first child is the tail, and a leaf has one of 7 cm. */
static void springs_of_0_x_take_subtrees(void **state)
{
    (void)state;
    hone_model *model = load_well(
        "\"VRM\":{\"secondaryAnimation\":{\"boneGroups\":[{\"comment\":\"hair\",\"stiffiness\":2,\"gravityPower\":3,"
        "\"gravityDir\":{\"x\":1,\"y\":2,\"z\":4},\"dragForce\":0.75,\"center\":-1,\"hitRadius\":0.1,\"bones\":[0],"
        "\"colliderGroups\":[0]}],\"colliderGroups\":[{\"node\":1,\"colliders\":[{\"offset\":{\"x\":1,\"y\":2,\"z\":3},"
        "\"radius\":0.5}]}]}}");
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->spring_count, 1);
    const hone_spring *spring = data->springs;
    static const int bones[] = {0, 1, 2, 3}, tails[] = {1, 2, HONE_NONE, HONE_NONE};
    assert_int_equal(spring->joint_count, 4);
    assert_int_equal(spring->center, HONE_NONE);
    for (int j = 0; j < 4; j++) {
        assert_int_equal(spring->joints[j].bone, bones[j]);
        assert_int_equal(spring->joints[j].tail_bone, tails[j]);
        CHECK_NEAR(spring->joints[j].stiffness, 2, 0);
        check_vector(spring->joints[j].gravity_direction, 1, 2, -4);
    }
    check_vector(spring->joints[2].tail_offset, 0, 0.07f, 0);
    check_vector(spring->joints[3].tail_offset, 0, -0.07f, 0); /* along x of its parent */
    assert_int_equal(spring->collider_count, 1);
    check_vector(data->colliders[0].offset, 1, 2, -3);
    hone_model_release(model);
}

#define CHAIN "\"joints\":[{\"node\":0},{\"node\":1},{\"node\":2}]"
#define SPRINGS(springs) "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[" springs "]}"

static void faults_of_springs_are_repaired(void **state)
{
    (void)state;
    static const struct {
        const char *text, *warning;
        uint32_t joints; /* that are left */
    } faults[] = {
        {"\"VRMC_springBone\":{\"springs\":[{" CHAIN "}]}", "springs of no known version", 2},
        {SPRINGS("{\"joints\":[{\"node\":0},{\"node\":1},{\"node\":7}]}"), "whose node is missing: ended there", 1},
        {SPRINGS("{\"joints\":[{\"node\":0},{},{\"node\":2}]}"), "whose node is missing: ended there", 0},
        {SPRINGS("{\"joints\":[{\"node\":2},{\"node\":1}]}"), "whose tail is not below it", 0},
        {SPRINGS("{\"joints\":[{\"node\":2},{\"node\":3}]}"), "whose tail is not below it", 0},
        {SPRINGS("{" CHAIN "},{\"joints\":[{\"node\":1},{\"node\":3}]}"), "that another spring moves", 2},
        {SPRINGS("{" CHAIN ",\"colliderGroups\":[0]}"), "a group of colliders that is missing", 2},
        {SPRINGS("{\"joints\":[{\"node\":0,\"dragForce\":2},{\"node\":1}]}"), "a drag above 1", 1},
        {SPRINGS("{\"joints\":[{\"node\":0,\"stiffness\":-2},{\"node\":1}]}"), "negative radius, stiffness or drag", 1},
        {"\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":9}],\"springs\":[{" CHAIN "}]}",
         "collider whose node is missing", 2},
        {"\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":0}],\"springs\":[{" CHAIN "}]}",
         "collider without a shape", 2},
        {"\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":[{" CHAIN
         "}]}",
         "a collider that is missing", 2},
        {"\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":0,\"extensions\":{"
         "\"VRMC_springBone_extended_collider\":{\"specVersion\":\"1.0\",\"shape\":{\"plane\":{}}}}}],\"springs\":["
         "{" CHAIN "}]}",
         "for programs that do not know extended ones", 2},
        {"\"VRM\":{\"secondaryAnimation\":{\"boneGroups\":[{\"bones\":[1]},{\"bones\":[2]}]}}",
         "a root that another spring moves", 3},
        {"\"VRM\":{\"secondaryAnimation\":{\"boneGroups\":[{\"bones\":[1,8]}]}}", "a root that is missing", 3},
        {"\"VRM\":{\"secondaryAnimation\":{\"boneGroups\":[{\"bones\":[4]}]}}", "of no length", 0},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        hone_error error = {0};
        hone_model *model = load(faults[i].text, false, &error);
        hone_warnings warnings = hone_model_warnings(model);
        uint32_t joints = 0;
        if (!model || warnings.count != 1 || !strstr(warnings.texts[0], faults[i].warning))
            fail_msg("%zu: %s %s", i, error.message, warnings.count ? warnings.texts[0] : "");
        for (uint32_t s = 0; s < hone_model_get(model)->spring_count; s++)
            joints += hone_model_get(model)->springs[s].joint_count;
        assert_int_equal(joints, faults[i].joints);
        hone_model_release(model);
        assert_null(load(faults[i].text, true, NULL));
    }
}

/* In a group of 0.x a root may be below another one that comes later. */
static void joints_come_after_those_that_move_them(void **state)
{
    (void)state;
    hone_model *model =
        load_well("\"VRM\":{\"secondaryAnimation\":{\"boneGroups\":[{\"bones\":[2,0]}],\"colliderGroups\":[]}}");
    const hone_spring *spring = hone_model_get(model)->springs;
    assert_int_equal(spring->joint_count, 4);
    for (int j = 0; j < 4; j++) assert_int_equal(spring->joints[j].bone, j);
    hone_model_release(model);
}

static void what_is_no_spring_is_passed_over(void **state)
{
    (void)state;
    static const char *const odd[] = {"\"VRMC_springBone\":[]",
                                      "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":{},\"colliders\":7}",
                                      SPRINGS("7"),
                                      SPRINGS("{\"joints\":{},\"center\":\"a\"}"),
                                      "\"VRM\":{\"secondaryAnimation\":7}",
                                      "\"VRM\":{\"secondaryAnimation\":{\"boneGroups\":[7,{\"bones\":8}]}}"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) hone_model_release(load_well(odd[i]));
}

/* Many springs with many groups of many colliders: no more work and memory than the size of the file allows. */
static void springs_times_colliders_end(void **state)
{
    (void)state;
    enum { COUNT = 4000, SIZE = COUNT * 180 };
    char *text = test_malloc(SIZE);
    size_t used =
        (size_t)snprintf(text, SIZE,
                         "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"extensions\":{\"VRMC_springBone\":"
                         "{\"specVersion\":\"1.0\",\"colliders\":[");
    for (int i = 0; i < COUNT; i++)
        used += (size_t)snprintf(text + used, SIZE - used, "%s{\"node\":0,\"shape\":{\"sphere\":{}}}", i ? "," : "");
    used += (size_t)snprintf(text + used, SIZE - used, "],\"colliderGroups\":[{\"colliders\":[");
    for (int i = 0; i < COUNT; i++) used += (size_t)snprintf(text + used, SIZE - used, "%s%d", i ? "," : "", i);
    used += (size_t)snprintf(text + used, SIZE - used, "]}],\"springs\":[");
    for (int i = 0; i < COUNT; i++)
        used += (size_t)snprintf(text + used, SIZE - used, "%s{\"colliderGroups\":[0]}", i ? "," : "");
    used += (size_t)snprintf(text + used, SIZE - used, "]}}}");
    hone_error error = {0};
    assert_null(hone_model_load_memory(text, used, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_MEMORY);
    test_free(text);
}

/* Each of many joints could have the end of a long chain as its tail, and so cost as much as the chain is long. */
static void tails_are_at_most_256_bones_below(void **state)
{
    (void)state;
    enum { NODES = 300 };
    char text[8192];
    hone_error error = {0};
    int size = snprintf(text, sizeof text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int i = 1; i < NODES; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, "{\"children\":[%d]},", i);
    size +=
        snprintf(text + size, sizeof text - (size_t)size,
                 "{\"translation\":[0,1,0]}],\"extensions\":{\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":["
                 "{\"joints\":[{\"node\":42},{\"node\":299}]},{\"joints\":[{\"node\":43},{\"node\":299}]}]}}}");
    hone_model *model = hone_model_load_memory(text, (size_t)size, NULL, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(hone_model_get(model)->springs[0].joint_count, 0);
    assert_int_equal(hone_model_get(model)->springs[1].joint_count, 1);
    assert_int_equal(hone_model_warnings(model).count, 1);
    CHECK(strstr(hone_model_warnings(model).texts[0], "more than 256 bones below it"));
    hone_model_release(model);
}

TEST_GROUP(test_vrm_springs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_1_0_has_a_joint_less_than_nodes),
        cmocka_unit_test(colliders_have_their_extended_shape),
        cmocka_unit_test(joints_have_limits),
        cmocka_unit_test(springs_of_0_x_take_subtrees),
        cmocka_unit_test(faults_of_springs_are_repaired),
        cmocka_unit_test(joints_come_after_those_that_move_them),
        cmocka_unit_test(what_is_no_spring_is_passed_over),
        cmocka_unit_test(springs_times_colliders_end),
        cmocka_unit_test(tails_are_at_most_256_bones_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
