/* Models as glTF: the JSON of the file, and the result of reading it. */
#include "support/image/pictures.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/make_x.h"
#include "support/make/random_rig.h"
#include "support/support.h"
#include "support/written_gltf.h"
#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

static void bones_are_the_first_nodes(void **state)
{
    (void)state;
    test_random random = {3};
    for (int round = 0; round < 6; round++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.chains = true});
        hone_bytes glb = gltf_written(model, NULL, NULL);
        hone_model *again = gltf_read_back(&glb);
        const hone_skeleton *was = hone_model_skeleton(model), *is = hone_model_skeleton(again);
        assert_int_equal(is->bone_count, was->bone_count); /* no mesh and no skin, so no extra nodes */
        for (uint32_t b = 0; b < was->bone_count; b++) {
            assert_string_equal(is->bones[b].name, was->bones[b].name);
            assert_int_equal(is->bones[b].parent, was->bones[b].parent);
            check_gltf_points(&is->bones[b].position, &was->bones[b].position, 1, 0.08f, 1e-5);
        }
        hone_bytes_release(&glb);
        hone_model_release(model);
        hone_model_release(again);
    }
}

static void vertices_keep_their_numbers(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_bytes glb = gltf_written(model, NULL, NULL);
    hone_model *again = gltf_read_back(&glb);
    const hone_mesh *was = hone_model_mesh(model), *is = hone_model_mesh(again);
    assert_int_equal(is->vertex_count, was->vertex_count);
    assert_int_equal(is->index_count, was->index_count);
    check_gltf_points(is->positions, was->positions, was->vertex_count, 0.08f, 1e-6);
    check_gltf_points(is->normals, was->normals, was->vertex_count, 1, 1e-6);
    for (uint32_t v = 0; v < was->vertex_count; v++) assert_memory_equal(is->uvs[v], was->uvs[v], sizeof was->uvs[v]);
    for (uint32_t i = 0; i < was->index_count; i += 3) /* reversed, because the space is mirrored */
        CHECK(is->indices[i] == was->indices[i] && is->indices[i + 1] == was->indices[i + 2] &&
              is->indices[i + 2] == was->indices[i + 1]);
    hone_bytes_release(&glb);
    hone_model_release(model);
    hone_model_release(again);
}

/* All sections and kinds: many materials that share all vertices, weights of sum 1, unit normals. */
static void rich_models_have_one_set_of_vertices(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        make_pmx_desc made = make_pmx_rich(seed);
        hone_error error = {0};
        hone_model *model = make_pmx_model(&made, NULL, &error);
        hone_gltf_report report;
        hone_bytes glb = gltf_written(model, NULL, &report);
        char *json = gltf_json_of(&glb);
        size_t primitives = json_count(json, "meshes.0.primitives");
        for (size_t p = 1; p < primitives; p++) {
            char path[64];
            snprintf(path, sizeof path, "meshes.0.primitives.%zu.attributes.POSITION", p);
            CHECK(json_number(json, path) == json_number(json, "meshes.0.primitives.0.attributes.POSITION"));
        }
        test_free(json);
        hone_model *again = gltf_read_back(&glb);
        const hone_mesh *was = hone_model_mesh(model), *is = hone_model_mesh(again);
        assert_int_equal(is->vertex_count, was->vertex_count);
        for (uint32_t v = 0; v < is->vertex_count; v++) {
            const float *n = is->normals[v];
            double sum = 0;
            for (uint32_t i = is->influence_begin[v]; i < is->influence_begin[v + 1]; i++)
                sum += (double)is->influences[i].weight;
            CHECK_NEAR(sum, 1, 1e-6);
            CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-5);
        }
        assert_int_equal(hone_model_get(again)->material_count, hone_model_get(model)->material_count);
        hone_bytes_release(&glb);
        hone_model_release(model);
        hone_model_release(again);
    }
}

/* A .x binds one Frame with several matrices, and has meshes without a skin. */
static void other_formats_become_gltf(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.scale = 0.5f}, NULL);
    hone_model *again = gltf_read_back(&glb);
    hone_actor *was = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_actor *is = hone_actor_create(&(hone_actor_desc){.model = again}, &error);
    uint32_t count = hone_model_mesh(model)->vertex_count;
    assert_int_equal(hone_model_mesh(again)->vertex_count, count);
    float(*a)[3] = test_calloc(count, sizeof *a), (*b)[3] = test_calloc(count, sizeof *b);
    hone_actor_skin(was, &(hone_skin_out){.positions = {a, count, sizeof *a}}, &error);
    hone_actor_skin(is, &(hone_skin_out){.positions = {b, count, sizeof *b}}, &error);
    check_gltf_points((const float(*)[3])b, (const float(*)[3])a, count, 0.5f, 1e-5);
    test_free(a);
    test_free(b);
    hone_actor_destroy(was);
    hone_actor_destroy(is);
    hone_bytes_release(&bytes);
    hone_bytes_release(&glb);
    hone_model_release(model);
    hone_model_release(again);
}

/* A model from glTF keeps everything that the reader keeps: maps, transforms, samplers, sets of UVs, colours,
 * targets. */
static void gltf_comes_back(void **state)
{
    (void)state;
    hone_error error = {0};
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_rich(file);
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    assert_non_null(model);
    gallery from = {.name = test_pictures[0].name};
    const hone_file_resolver files = {.read = gallery_read, .user = &from};
    hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.files = &files}, NULL);
    hone_model *again = gltf_read_back(&glb);
    const hone_model_data *was = hone_model_get(model), *is = hone_model_get(again);
    assert_int_equal(is->mesh.vertex_count, was->mesh.vertex_count);
    assert_int_equal(is->mesh.extra_uv_count, was->mesh.extra_uv_count);
    for (uint32_t v = 0; v < 4; v++) CHECK(memcmp(was->mesh.tangents[v], is->mesh.tangents[v], 16) == 0);
    for (uint32_t v = 4; v < 8; v++) /* the writer makes tangents for the other vertices */
        CHECK_NEAR(hone_vec3_dot(is->mesh.tangents[v], is->mesh.tangents[v]), 1, 1e-6);
    assert_int_equal(is->morph_count, 2); /* glTF has no groups */
    assert_int_equal(is->material_count, was->material_count);
    for (uint32_t m = 0; m < was->material_count; m++) {
        const hone_pbr *a = was->materials[m].pbr, *b = is->materials[m].pbr;
        CHECK(a->unlit == b->unlit && a->alpha_mode == b->alpha_mode && a->metallic == b->metallic);
        CHECK(memcmp(a->base_colour, b->base_colour, sizeof a->base_colour) == 0 &&
              memcmp(a->emissive, b->emissive, sizeof a->emissive) == 0);
        for (int i = 0; i < HONE_MAP_COUNT; i++) {
            const hone_map *x = &a->maps[i], *y = &b->maps[i];
            bool broken = x->texture == HONE_NONE || !hone_image_available() ||
                          x->texture == 2; /* three bytes that are not a picture */
            assert_int_equal(broken, y->texture == HONE_NONE);
            if (broken)
                continue;
            CHECK(x->uv_set == y->uv_set && x->wrap[0] == y->wrap[0] && x->wrap[1] == y->wrap[1] &&
                  x->nearest == y->nearest && x->scale == y->scale);
            for (int k = 0; k < 6; k++) CHECK_NEAR(x->transform[k / 3][k % 3], y->transform[k / 3][k % 3], 1e-5);
        }
    }
    for (uint32_t m = 0; m < is->morph_count; m++) {
        const hone_morph *a = &was->morphs[m], *b = &is->morphs[m];
        assert_string_equal(a->name, b->name);
        CHECK(a->count == b->count && a->normal_count == b->normal_count && a->default_weight == b->default_weight);
        for (uint32_t i = 0; i < a->count; i++)
            assert_memory_equal(&a->u.vertices[i], &b->u.vertices[i], sizeof *a->u.vertices);
    }
    test_free(file);
    hone_bytes_release(&bytes);
    hone_bytes_release(&glb);
    hone_model_release(model);
    hone_model_release(again);
}

/* ---- what a model may lack
 * ------------------------------------------------------------------------------------------------ */

static hone_model *make_bare(uint32_t bones, uint32_t vertices, uint32_t morph_size)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bone = hone_builder_array(b, bones, sizeof *bone);
    for (uint32_t i = 0; i < bones; i++)
        bone[i] = (hone_bone){.name = "b",
                              .parent = HONE_NONE,
                              .position = {(float)i, 0, 0},
                              .tail_bone = HONE_NONE,
                              .append_source = HONE_NONE,
                              .ik = HONE_NONE};
    hone_morph *morph = hone_builder_array(b, 1, sizeof *morph);
    hone_morph_vertex *moved = hone_builder_array(b, morph_size, sizeof *moved);
    for (uint32_t i = 0; i < morph_size; i++) moved[i] = (hone_morph_vertex){morph_size - 1 - i, {0, 1, 0}};
    if (morph_size)
        moved[0].vertex = 0; /* if there are two, the first vertex is there twice */
    *morph = (hone_morph){.name = "\"m\"\n", .kind = HONE_MORPH_VERTEX, .count = morph_size, .u.vertices = moved};
    uint8_t *deforms = hone_builder_array(b, vertices, 1);
    for (uint32_t v = 0; v < vertices; v++) deforms[v] = HONE_DEFORM_LINEAR;
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .name = "bare",
                                  .skeleton = {.bone_count = bones, .bones = bone},
                                  .mesh = {.vertex_count = vertices,
                                           .positions = hone_builder_array(b, vertices, 12),
                                           .normals = hone_builder_array(b, vertices, 12),
                                           .uvs = hone_builder_array(b, vertices, 8),
                                           .edge_scales = hone_builder_array(b, vertices, 4),
                                           .deforms = deforms,
                                           .influence_begin = hone_builder_array(b, vertices + 1, 4)},
                                  .morph_count = 1,
                                  .morphs = morph};
    return test_model_create(b, &data);
}

static void models_may_lack_everything(void **state)
{
    (void)state;
    static const uint32_t cases[][3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0},  {0, 4, 0},
                                        {2, 4, 0}, {2, 4, 1}, {2, 40, 2}, {0, 4, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_model *model = make_bare(cases[i][0], cases[i][1], cases[i][2]);
        hone_bytes glb = gltf_written(model, NULL, NULL);
        char *json = gltf_json_of(&glb);
        /* the report states that points are not drawn */
        hone_model *again = hone_model_load_memory(glb.data, glb.size, NULL, NULL);
        assert_int_equal(hone_model_mesh(again)->vertex_count, cases[i][1]);
        CHECK(hone_model_skeleton(again)->bone_count >= cases[i][0]);
        if (cases[i][1]) {
            const hone_morph *morph = &hone_model_get(again)->morphs[0];
            assert_string_equal(morph->name, "\"m\"\n");
            CHECK(cases[i][2] == 0 || morph->u.vertices[0].vertex == 0);
            if (cases[i][2] == 2) /* sparse; both entries count */
                CHECK_NEAR(morph->u.vertices[0].offset[1], 0.16, 1e-6);
        }
        hone_model_release(again);
        test_free(json);
        hone_bytes_release(&glb);
        hone_model_release(model);
    }
}

/* A model of MMD's space is mirrored on its way into glTF, so that its bitangents are on the other side. */
static void tangents_are_mirrored(void **state)
{
    (void)state;
    hone_model *bare = make_bare(1, 3, 0);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    float(*tangents)[4] = hone_builder_array(b, 3, sizeof *tangents);
    memcpy(tangents, (float[3][4]){{0, 0, 2, 1}, {0.6f, 0, 0.8f, -1}, {0, 0, 0, 0}}, sizeof(float[3][4]));
    hone_model_data data = *hone_model_get(bare);
    data.mesh.tangents = (const float(*)[4])tangents;
    hone_model *model = test_model_create(b, &data);
    hone_bytes glb = gltf_written(model, NULL, NULL);
    hone_model *again = hone_model_load_memory(glb.data, glb.size, NULL, NULL);
    assert_non_null(again);
    const float(*got)[4] = hone_model_mesh(again)->tangents;
    const float wanted[2][4] = {{0, 0, -1, -1}, {0.6f, 0, -0.8f, 1}};
    for (int i = 0; i < 8; i++) CHECK_NEAR(got[i / 4][i % 4], wanted[i / 4][i % 4], 1e-6);
    CHECK_NEAR(hone_vec3_dot(got[2], got[2]), 1, 1e-6); /* made by the writer */
    hone_bytes_release(&glb);
    hone_model_release(again);
    hone_model_release(model);
    hone_model_release(bare);
}

TEST_GROUP(test_gltf_write)
{
    gltf_leave_as("write");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_are_the_first_nodes),
        cmocka_unit_test(vertices_keep_their_numbers),
        cmocka_unit_test(rich_models_have_one_set_of_vertices),
        cmocka_unit_test(other_formats_become_gltf),
        cmocka_unit_test(gltf_comes_back),
        cmocka_unit_test(models_may_lack_everything),
        cmocka_unit_test(tangents_are_mirrored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
