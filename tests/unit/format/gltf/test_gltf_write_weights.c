/* Weights of a model as glTF. */
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/written_gltf.h"
#include <hone/hone.h>
#include <string.h>

enum { HEAVY_VERTICES = 6, HEAVY_BONES = 12 };

/* In glTF's space, so that any number of influences is allowed: three vertices each with eleven bones, the same bone
 * twice, a sum that is not 1, no influences, a weight of 0, a sum of 0. */
static hone_model *make_heavy(void)
{
    static const hone_influence influences[] = {{0, 1},    {1, 1}, {2, 1}, {3, 1}, {4, 1},  {5, 1},
                                                {6, 1},    {7, 1}, {8, 1}, {9, 1}, {10, 1}, {3, 0.5f},
                                                {3, 0.5f}, {1, 2}, {2, 6}, {5, 1}, {6, 0}};
    static const uint32_t begin[HEAVY_VERTICES + 1] = {0, 11, 13, 15, 15, 17, 17};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, HEAVY_BONES, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, HEAVY_BONES, sizeof *slots);
    for (int i = 0; i < HEAVY_BONES; i++) {
        bones[i] = (hone_bone){.name = "b",
                               .parent = i - 1,
                               .rest_local = {{{1, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        slots[i] = (hone_slot){i, {{{1, 0, 0, -1 - (float)i}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    }
    uint8_t *deforms = hone_builder_array(b, HEAVY_VERTICES, 1);
    memset(deforms, HONE_DEFORM_LINEAR, HEAVY_VERTICES);
    uint32_t *indices = hone_builder_array(b, 6, 4);
    for (uint32_t i = 0; i < 6; i++) indices[i] = i;
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    *material = (hone_material){
        .name = "m", .texture = HONE_NONE, .sphere_texture = HONE_NONE, .toon = HONE_NONE, .index_count = 6};
    float(*positions)[3] = hone_builder_array(b, HEAVY_VERTICES, 12);
    for (int v = 0; v < HEAVY_VERTICES; v++) positions[v][0] = (float)v, positions[v][1] = (float)(v % 2);
    const hone_model_data data = {
        .space = HONE_SPACE_GLTF,
        .skeleton = {.bone_count = HEAVY_BONES, .bones = bones},
        .mesh = {.vertex_count = HEAVY_VERTICES,
                 .positions = (const float(*)[3])positions,
                 .normals = hone_builder_array(b, HEAVY_VERTICES, 12), /* zero length */
                 .uvs = hone_builder_array(b, HEAVY_VERTICES, 8),
                 .edge_scales = hone_builder_array(b, HEAVY_VERTICES, 4),
                 .deforms = deforms,
                 .influence_begin = memcpy(hone_builder_array(b, HEAVY_VERTICES + 1, 4), begin, sizeof begin),
                 .influence_count = sizeof influences / sizeof *influences,
                 .influences = memcpy(hone_builder_array(b, 17, sizeof *influences), influences, sizeof influences),
                 .slot_count = HEAVY_BONES,
                 .slots = slots,
                 .index_count = 6,
                 .indices = indices},
        .material_count = 1,
        .materials = material};
    return test_model_create(b, &data);
}

static void any_number_of_influences_goes(void **state)
{
    (void)state;
    hone_model *model = make_heavy();
    hone_gltf_report report;
    hone_bytes glb = gltf_written(model, NULL, &report);
    char *json = gltf_json_of(&glb);
    CHECK(!isnan(json_number(json, "meshes.0.primitives.0.attributes.WEIGHTS_2")));
    CHECK(isnan(json_number(json, "meshes.0.primitives.0.attributes.WEIGHTS_3")));
    CHECK(!json_find(json, "meshes.0.primitives.0.attributes.COLOR_0"));
    assert_int_equal(json_count(json, "skins.0.joints"), HEAVY_BONES + 1); /* and one for vertices without a bone */
    assert_int_equal(report.normals_changed, HEAVY_VERTICES);
    assert_int_equal(report.weights_changed, 2); /* those without any weight */
    hone_model *again = gltf_read_back(&glb);
    const hone_mesh *is = hone_model_mesh(again);
    float found[HEAVY_VERTICES][HEAVY_BONES + 3] = {{0}};
    for (uint32_t v = 0; v < HEAVY_VERTICES; v++)
        for (uint32_t i = is->influence_begin[v]; i < is->influence_begin[v + 1]; i++)
            if (is->influences[i].weight > 0)
                found[v][is->slots[is->influences[i].slot].bone] += is->influences[i].weight;
    for (int b = 0; b < 11; b++) CHECK_NEAR(found[0][b], 1 / 11.0, 1e-6);
    CHECK_NEAR(found[1][3], 1, 1e-6);
    CHECK_NEAR(found[2][1], 0.25, 1e-6);
    CHECK_NEAR(found[2][2], 0.75, 1e-6);
    CHECK_NEAR(found[4][5], 1, 1e-6);
    for (int v = 3; v < 6; v += 2) /* the node after the bones and their root */
        for (int b = 0; b < HEAVY_BONES; b++) CHECK(found[v][b] == 0);
    test_free(json);
    hone_bytes_release(&glb);
    hone_model_release(model);
    hone_model_release(again);
}

/* The sum of a PMX's BDEF4 weights need not be 1. */
static void weights_are_normalised_and_counted(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    const hone_mesh *mesh = hone_model_mesh(model);
    hone_influence *influences = (hone_influence *)mesh->influences; /* the model is not shared yet */
    uint32_t changed = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (mesh->deforms[v] == HONE_DEFORM_BDEF2 && v % 2) {
            influences[mesh->influence_begin[v]].weight *= 0.5f;
            influences[mesh->influence_begin[v] + 1].weight *= 0.5f;
            changed++;
        }
    assert_true(changed > 0);
    hone_gltf_report report;
    hone_bytes glb = gltf_written(model, NULL, &report);
    assert_int_equal(report.weights_changed, changed);
    assert_int_equal(report.normals_changed, 0);
    hone_bytes_release(&glb);
    hone_model_release(model);
}

TEST_GROUP(test_gltf_write_weights)
{
    gltf_leave_as("write-weights");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_influences_goes),
        cmocka_unit_test(weights_are_normalised_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
