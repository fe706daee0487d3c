/* Nodes that show their mesh several times (EXT_mesh_gpu_instancing), and nodes that are hidden (KHR_node_visibility).
 */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
static const float places[3][3] = {{1, 2, 3}, {-4, 0, 0}, {0, 0, 5}};
static const float turns[3][4] = {{0, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 0, 2}};
static const float scales[3][3] = {{1, 1, 1}, {2, 2, 2}, {-1, 1, 1}}; /* the last one is a mirror */

#define USED "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\",\"KHR_node_visibility\"],"

static make_gltf *begin(int *positions)
{
    make_gltf *file = test_calloc(1, sizeof *file);
    *positions = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d}}]}", *positions);
    snprintf(file->root, sizeof file->root, USED);
    return file;
}

static hone_model *finish(make_gltf *file, hone_error *error)
{
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, error);
    hone_bytes_release(&bytes);
    test_free(file);
    return model;
}

static hone_model *finish_well(make_gltf *file)
{
    hone_error error = {0};
    hone_model *model = finish(file, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* Where a vertex is at rest: all have one influence. */
static void place_of(const hone_model *model, uint32_t vertex, float out[3])
{
    const hone_mesh *mesh = hone_model_mesh(model);
    const hone_slot *slot = &mesh->slots[mesh->influences[mesh->influence_begin[vertex]].slot];
    hone_affine_point(&slot->bone_from_mesh, mesh->positions[vertex], out);
}

static void check_corner(const hone_model *model, uint32_t corner, float x, float y, float z)
{
    float at[3];
    place_of(model, hone_model_mesh(model)->indices[corner], at);
    CHECK_NEAR(at[0], x, 1e-6);
    CHECK_NEAR(at[1], y, 1e-6);
    CHECK_NEAR(at[2], z, 1e-6);
}

static void each_instance_is_a_copy_at_its_place(void **state)
{
    (void)state;
    int p;
    make_gltf *file = begin(&p);
    int t = make_gltf_floats(file, "VEC3", *places, 3), r = make_gltf_floats(file, "VEC4", *turns, 3),
        s = make_gltf_floats(file, "VEC3", *scales, 3);
    make_gltf_add(file, MAKE_NODES,
                  "{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":%d,"
                  "\"ROTATION\":%d,\"SCALE\":%d,\"_ID\":%d}}}}",
                  t, r, s, p);
    hone_model *model = finish_well(file);
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(mesh->vertex_count == 9 && mesh->index_count == 9 && mesh->slot_count == 3);
    CHECK(hone_model_warnings(model).count == 0);
    CHECK(hone_model_get(model)->instance_count == 3 && hone_model_get(model)->hidden_mesh_count == 0);
    check_corner(model, 0, 1, 2, 3);
    check_corner(model, 1, 2, 2, 3);
    check_corner(model, 3, -4, 0, 0);
    check_corner(model, 4, -6, 0, 0); /* half a turn, twice as large */
    check_corner(model, 6, 0, 0, 5);
    check_corner(model, 7, 0, 1, 5); /* reversed */
    check_corner(model, 8, -1, 0, 5);
    hone_model_release(model);
}

static void a_single_instance_has_its_place(void **state)
{
    (void)state;
    int p;
    make_gltf *file = begin(&p);
    int t = make_gltf_floats(file, "VEC3", *places, 1);
    make_gltf_add(file, MAKE_NODES,
                  "{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":%d}}}}", t);
    hone_model *model = finish_well(file);
    CHECK(hone_model_mesh(model)->vertex_count == 3);
    check_corner(model, 1, 2, 2, 3);
    hone_model_release(model);
}

static void instances_of_different_numbers_are_refused(void **state)
{
    (void)state;
    int p;
    hone_error error = {0};
    make_gltf *file = begin(&p);
    int t = make_gltf_floats(file, "VEC3", *places, 3), s = make_gltf_floats(file, "VEC3", *scales, 2);
    make_gltf_add(file, MAKE_NODES,
                  "{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":%d,"
                  "\"SCALE\":%d}}}}",
                  t, s);
    CHECK(!finish(file, &error) && error.code == HONE_ERROR_FORMAT && strstr(error.message, "3 instances"));
}

/* An accessor without data may have any number of elements. */
static void far_too_many_instances_are_left_out(void **state)
{
    (void)state;
    int p;
    make_gltf *file = begin(&p);
    int none = make_gltf_add(file, MAKE_ACCESSORS, "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":2000000000}");
    make_gltf_add(file, MAKE_NODES,
                  "{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"SCALE\":%d}}}}", none);
    hone_model *model = finish_well(file);
    hone_warnings warnings = hone_model_warnings(model);
    CHECK(warnings.count == 1 && strstr(warnings.texts[0], "more instances than hone holds"));
    CHECK(hone_model_mesh(model)->vertex_count > 10000 && hone_model_mesh(model)->vertex_count < 1000000);
    hone_model_release(model);
}

static void hidden_nodes_and_those_below_draw_nothing(void **state)
{
    (void)state;
    int p;
    make_gltf *file = begin(&p);
    make_gltf_add(file, MAKE_NODES,
                  "{\"mesh\":0,\"children\":[1],\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}}}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"extensions\":{\"KHR_node_visibility\":{\"visible\":true}}}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"extensions\":{\"KHR_node_visibility\":{}}}");
    hone_model *model = finish_well(file);
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(mesh->index_count == 3);
    CHECK(hone_model_get(model)->instance_count == 0 && hone_model_get(model)->hidden_mesh_count == 2);
    CHECK(mesh->slots[mesh->influences[mesh->influence_begin[mesh->indices[0]]].slot].bone == 2);
    hone_model_release(model);
}

TEST_GROUP(test_gltf_instances)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_instance_is_a_copy_at_its_place),
        cmocka_unit_test(a_single_instance_has_its_place),
        cmocka_unit_test(instances_of_different_numbers_are_refused),
        cmocka_unit_test(far_too_many_instances_are_left_out),
        cmocka_unit_test(hidden_nodes_and_those_below_draw_nothing),
    };
    return cmocka_run_group_tests_name("test_gltf_instances", tests, NULL, NULL);
}
