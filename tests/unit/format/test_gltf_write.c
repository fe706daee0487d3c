/* Models and motions as glTF: the JSON of the file, and the result of reading it. */
#include "support/image/pictures.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/byte_order.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/make_x.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* Leaves a file for external readers (tests/interop). */
static void leave(const hone_bytes *bytes)
{
    static unsigned count;
    char path[1024];
    snprintf(path, sizeof path, "%s/interop/write-%u.glb", HONE_BUILD_DIR, count++);
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(bytes->data, 1, bytes->size, file);
    fclose(file);
}

static hone_bytes write_or_fail(const hone_model *model, const hone_gltf_desc *desc, hone_gltf_report *report)
{
    hone_error error = {0};
    hone_bytes out;
    if (!hone_model_write_gltf(model, desc, &out, report, &error))
        fail_msg("%s", error.message);
    if (!desc || !desc->stem)
        leave(&out);
    return out;
}

/* Returns the first chunk of a GLB with a NUL after it; the caller frees it. Checks the headers around it. */
static char *json_of(const hone_bytes *glb)
{
    uint32_t head[5];
    for (int i = 0; i < 5; i++) head[i] = get_u32(glb->data + 4 * i);
    assert_memory_equal(glb->data, "glTF", 4);
    assert_true(head[1] == 2 && head[2] == glb->size && head[4] == 0x4E4F534A && head[3] % 4 == 0);
    char *text = test_calloc(1, head[3] + 1);
    memcpy(text, glb->data + 20, head[3]);
    assert_true(json_is_valid(text));
    if (20 + head[3] < glb->size) {
        const uint8_t *at = glb->data + 20 + head[3];
        const uint32_t binary[2] = {get_u32(at), get_u32(at + 4)};
        assert_true(binary[1] == 0x004E4942 && binary[0] % 4 == 0 && 28 + head[3] + binary[0] == glb->size);
    }
    return text;
}

static hone_model *read_back(const hone_bytes *bytes)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes->data, bytes->size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static hone_motion *read_motion(const hone_bytes *bytes)
{
    hone_error error = {0};
    hone_motion *motion = hone_motion_load_memory(bytes->data, bytes->size, &(hone_load_desc){.strict = true}, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

/* ---- at rest
 * ---------------------------------------------------------------------------------------------------------- */

typedef struct gallery {
    const char *name; /* from test_pictures; NULL: no picture is found */
    uint32_t asked;
} gallery;

static bool read_picture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    gallery *from = user;
    (void)path;
    from->asked++;
    for (int i = 0; from->name && i < TEST_PICTURE_COUNT; i++)
        if (strcmp(test_pictures[i].name, from->name) == 0) {
            hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
            hone_writer copy = hone_writer_make(allocator);
            hone_write_bytes(&copy, bytes.data, bytes.size);
            hone_bytes_release(&bytes);
            return hone_writer_finish(&copy, out, error);
        }
    error->code = HONE_ERROR_IO;
    strcpy(error->message, "not found");
    return false;
}

static void check_points(const float (*is)[3], const float (*was)[3], uint32_t count, float scale, double near)
{
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) CHECK_NEAR(is[v][c], was[v][c] * (c == 2 ? -scale : scale), near);
}

static void bones_are_the_first_nodes(void **state)
{
    (void)state;
    test_random random = {3};
    for (int round = 0; round < 6; round++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.chains = true});
        hone_bytes glb = write_or_fail(model, NULL, NULL);
        hone_model *again = read_back(&glb);
        const hone_skeleton *was = hone_model_skeleton(model), *is = hone_model_skeleton(again);
        assert_int_equal(is->bone_count, was->bone_count); /* no mesh and no skin, so no extra nodes */
        for (uint32_t b = 0; b < was->bone_count; b++) {
            assert_string_equal(is->bones[b].name, was->bones[b].name);
            assert_int_equal(is->bones[b].parent, was->bones[b].parent);
            check_points(&is->bones[b].position, &was->bones[b].position, 1, 0.08f, 1e-5);
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
    hone_bytes glb = write_or_fail(model, NULL, NULL);
    hone_model *again = read_back(&glb);
    const hone_mesh *was = hone_model_mesh(model), *is = hone_model_mesh(again);
    assert_int_equal(is->vertex_count, was->vertex_count);
    assert_int_equal(is->index_count, was->index_count);
    check_points(is->positions, was->positions, was->vertex_count, 0.08f, 1e-6);
    check_points(is->normals, was->normals, was->vertex_count, 1, 1e-6);
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
        hone_bytes glb = write_or_fail(model, NULL, &report);
        char *json = json_of(&glb);
        size_t primitives = json_count(json, "meshes.0.primitives");
        for (size_t p = 1; p < primitives; p++) {
            char path[64];
            snprintf(path, sizeof path, "meshes.0.primitives.%zu.attributes.POSITION", p);
            CHECK(json_number(json, path) == json_number(json, "meshes.0.primitives.0.attributes.POSITION"));
        }
        test_free(json);
        hone_model *again = read_back(&glb);
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

/* ---- weights
 * ------------------------------------------------------------------------------------------------------------ */

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
    hone_bytes glb = write_or_fail(model, NULL, &report);
    char *json = json_of(&glb);
    CHECK(!isnan(json_number(json, "meshes.0.primitives.0.attributes.WEIGHTS_2")));
    CHECK(isnan(json_number(json, "meshes.0.primitives.0.attributes.WEIGHTS_3")));
    CHECK(!json_find(json, "meshes.0.primitives.0.attributes.COLOR_0"));
    assert_int_equal(json_count(json, "skins.0.joints"), HEAVY_BONES + 1); /* and one for vertices without a bone */
    assert_int_equal(report.normals_changed, HEAVY_VERTICES);
    assert_int_equal(report.weights_changed, 2); /* those without any weight */
    hone_model *again = read_back(&glb);
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
    hone_bytes glb = write_or_fail(model, NULL, &report);
    assert_int_equal(report.weights_changed, changed);
    assert_int_equal(report.normals_changed, 0);
    hone_bytes_release(&glb);
    hone_model_release(model);
}

/* A .x binds one Frame with several matrices, and has meshes without a skin. */
static void other_formats_become_gltf(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_bytes glb = write_or_fail(model, &(hone_gltf_desc){.scale = 0.5f}, NULL);
    hone_model *again = read_back(&glb);
    hone_actor *was = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_actor *is = hone_actor_create(&(hone_actor_desc){.model = again}, &error);
    uint32_t count = hone_model_mesh(model)->vertex_count;
    assert_int_equal(hone_model_mesh(again)->vertex_count, count);
    float(*a)[3] = test_calloc(count, sizeof *a), (*b)[3] = test_calloc(count, sizeof *b);
    hone_actor_skin(was, &(hone_skin_out){.positions = {a, count, sizeof *a}}, &error);
    hone_actor_skin(is, &(hone_skin_out){.positions = {b, count, sizeof *b}}, &error);
    check_points((const float(*)[3])b, (const float(*)[3])a, count, 0.5f, 1e-5);
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
    const hone_file_resolver files = {read_picture, &from};
    hone_bytes glb = write_or_fail(model, &(hone_gltf_desc){.files = &files}, NULL);
    hone_model *again = read_back(&glb);
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
        hone_bytes glb = write_or_fail(model, NULL, NULL);
        char *json = json_of(&glb);
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
    hone_bytes glb = write_or_fail(model, NULL, NULL);
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

/* ---- textures
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct sunk {
    char names[16][64];
    size_t sizes[16];
    uint8_t starts[16][4];
    int count, fail_at;
} sunk;

static bool sink(void *user, const char *name, const void *data, size_t size, hone_error *error)
{
    sunk *to = user;
    if (to->count == to->fail_at) {
        error->code = HONE_ERROR_IO;
        return false;
    }
    snprintf(to->names[to->count], sizeof to->names[0], "%s", name);
    memcpy(to->starts[to->count], data, 4);
    to->sizes[to->count++] = size;
    return true;
}

static hone_model *make_textured(void)
{
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_model_data *data = (hone_model_data *)hone_model_get(model); /* the model is not shared yet */
    static const char *const textures[] = {"tex\\skin.bmp", "", "toon.bmp"};
    data->textures = textures;
    data->texture_count = 3;
    ((hone_material *)data->materials)[0].texture = 0;
    ((hone_material *)data->materials)[0].toon = 2;
    ((hone_material *)data->materials)[0].shared_toon = false;
    return model;
}

static void note_down(void *user, const char *text)
{
    snprintf(user, 200, "%s", text);
}

static void pictures_come_along(void **state)
{
    (void)state;
    if (!hone_image_available())
        test_skip(1, "pictures are not built in");
    hone_model *model = make_textured();
    gallery from = {.name = test_pictures[0].name};
    const hone_file_resolver files = {read_picture, &from};
    hone_gltf_report report;
    hone_bytes glb = write_or_fail(model, &(hone_gltf_desc){.files = &files}, &report);
    char *json = json_of(&glb);
    CHECK(from.asked == 2 && report.textures == 2 && report.textures_missing == 0);
    CHECK(json_string_is(json, "images.0.mimeType", "image/png"));
    CHECK(json_string_is(json, "images.0.name", "tex\\\\skin.bmp"));
    CHECK(json_number(json, "materials.0.pbrMetallicRoughness.baseColorTexture.index") == 0);
    CHECK(json_number(json, "materials.0.extras.mmd.toonTexture.index") == 1);
    CHECK(json_number(json, "textures.1.sampler") == 0);
    test_free(json);
    hone_bytes_release(&glb);

    char said[200] = "";
    const hone_file_resolver nowhere = {read_picture, &(gallery){0}};
    glb = write_or_fail(model, &(hone_gltf_desc){.files = &nowhere, .note = note_down, .note_user = said}, &report);
    json = json_of(&glb);
    CHECK(report.textures == 0 && report.textures_missing == 2 && !json_find(json, "images"));
    assert_string_equal(said, "texture toon.bmp: not found");
    test_free(json);
    hone_bytes_release(&glb);
    hone_model_release(model);
}

/* From MMD to glTF and back: the properties that MMD's renderer uses, and the right pictures. */
static void mmds_look_comes_back(void **state)
{
    (void)state;
    if (!hone_image_available())
        test_skip(1, "pictures are not built in");
    hone_model *model = make_textured();
    hone_material *was = (hone_material *)hone_model_get(model)->materials; /* the model is not shared yet */
    was->diffuse[0] = 0.75f, was->ambient[0] = 0.25f, was->specular[1] = 0.5f, was->specular_power = 20;
    was->flags = HONE_MATERIAL_EDGE | HONE_MATERIAL_DOUBLE_SIDED | HONE_MATERIAL_GROUND_SHADOW;
    was->edge_size = 0.5f, was->edge_colour[3] = 1;
    was->sphere_mode = HONE_SPHERE_ADD, was->sphere_texture = 0;
    gallery from = {.name = test_pictures[0].name};
    const hone_file_resolver files = {read_picture, &from};
    hone_bytes glb = write_or_fail(model, &(hone_gltf_desc){.files = &files}, NULL);
    hone_model *again = read_back(&glb);
    const hone_model_data *data = hone_model_get(again);
    const hone_material *is = &data->materials[0];
    CHECK(memcmp(was->diffuse, is->diffuse, sizeof was->diffuse) == 0);
    CHECK(memcmp(was->ambient, is->ambient, sizeof was->ambient) == 0);
    CHECK(memcmp(was->specular, is->specular, sizeof was->specular) == 0 && is->specular_power == 20);
    CHECK(is->flags == was->flags && is->edge_size == 0.5f && is->edge_colour[3] == 1);
    CHECK(is->sphere_mode == HONE_SPHERE_ADD && is->sphere_texture == is->texture && is->texture != HONE_NONE);
    CHECK(!is->shared_toon && is->toon != HONE_NONE && strcmp(data->textures[is->toon], "toon.bmp") == 0);
    hone_model *mmd = hone_model_to_mmd(again, NULL, NULL, NULL);
    assert_non_null(mmd);
    CHECK(hone_model_get(mmd)->materials[0].toon == is->toon && hone_model_get(mmd)->materials[0].edge_size == 0.5f);
    hone_model_release(mmd);
    hone_model_release(again);
    hone_bytes_release(&glb);
    hone_model_release(model);
}

/* .x is lit as in DirectX, MMD's colours are kept as seen; options give the other way. */
static void surfaces_are_lit_as_in_their_own_format(void **state)
{
    (void)state;
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_model *models[2] = {puppet_make(&(puppet_desc){0}, NULL),
                             hone_model_load_memory(bytes.data, bytes.size, NULL, NULL)};
    hone_bytes_release(&bytes);
    for (int i = 0; i < 6; i++) {
        const hone_gltf_surface surface = (hone_gltf_surface)(i / 2);
        bool x = i % 2, lit = surface == HONE_GLTF_PBR || (x && surface == HONE_GLTF_BY_FORMAT);
        const hone_material *material = &hone_model_get(models[x])->materials[0];
        hone_bytes glb = write_or_fail(models[x], &(hone_gltf_desc){.surface = surface}, NULL);
        char *json = json_of(&glb);
        CHECK(lit == !json_find(json, "materials.0.extensions.KHR_materials_unlit"));
        if (x && lit) {
            float red = material->diffuse[0],
                  linear = red <= 0.04045f ? red / 12.92f : powf((red + 0.055f) / 1.055f, 2.4f);
            CHECK_NEAR(json_number(json, "materials.0.pbrMetallicRoughness.baseColorFactor.0"), linear, 1e-5);
            CHECK(json_find(json, "materials.0.emissiveFactor") != NULL);
        }
        test_free(json);
        hone_bytes_release(&glb);
    }
    hone_model_release(models[0]);
    hone_model_release(models[1]);
}

static void files_beside_come_first(void **state)
{
    (void)state;
    if (!hone_image_available())
        test_skip(1, "pictures are not built in");
    hone_model *model = make_textured();
    gallery from = {.name = test_pictures[0].name};
    const hone_file_resolver files = {read_picture, &from};
    sunk beside = {.fail_at = -1};
    const hone_gltf_desc desc = {.files = &files, .stem = "a b\xe3\x81\x82", .sink = sink, .sink_user = &beside};
    hone_bytes gltf = write_or_fail(model, &desc, NULL);
    char *json = test_calloc(1, gltf.size + 1);
    memcpy(json, gltf.data, gltf.size);
    assert_true(json_is_valid(json));
    assert_int_equal(beside.count, 3);
    assert_string_equal(beside.names[0], "a b\xe3\x81\x82-0.png");
    assert_string_equal(beside.names[2], "a b\xe3\x81\x82.bin");
    assert_memory_equal(beside.starts[0], "\x89PNG", 4);
    CHECK(json_string_is(json, "images.0.uri", "a%20b%E3%81%82-0.png"));
    CHECK(json_string_is(json, "buffers.0.uri", "a%20b%E3%81%82.bin"));
    CHECK(json_number(json, "buffers.0.byteLength") == (double)beside.sizes[2]);
    test_free(json);
    hone_bytes_release(&gltf);
    for (int n = 0; n < 3; n++) { /* the disk is full */
        hone_error error = {0};
        beside = (sunk){.fail_at = n};
        CHECK(!hone_model_write_gltf(model, &desc, &gltf, NULL, &error));
        CHECK(error.code == HONE_ERROR_IO && !gltf.data && beside.count == n);
    }
    hone_model_release(model);
}

/* ---- motions
 * ---------------------------------------------------------------------------------------------------------------- */

/* Other kinds change in glTF, where the sum has to be 1. */
static bool has_whole_weights(const hone_mesh *mesh, uint32_t v)
{
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
        sum += mesh->influences[i].weight;
    return fabsf(sum - 1) < 1e-6f;
}

/* Compares bones and vertices of the file, as its reader plays it, with those of the source. */
static void compare_played(hone_actor *was, const hone_bytes *glb, uint32_t last, double near)
{
    hone_error error = {0};
    hone_model *model = read_back(glb);
    hone_motion *motion = read_motion(glb);
    hone_actor *is = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_true(is && hone_actor_play(is, motion, NULL, &error).id);
    const hone_model *source = hone_actor_model(was);
    uint32_t bones = hone_model_skeleton(source)->bone_count, count = hone_model_mesh(source)->vertex_count;
    float(*a)[3] = test_calloc(count + 1, sizeof *a), (*b)[3] = test_calloc(count + 1, sizeof *b);
    for (uint32_t frame = 0; frame <= last; frame += 3) {
        CHECK(hone_actor_update_frame(was, frame, NULL));
        CHECK(hone_actor_update_frame(is, frame, NULL));
        for (uint32_t i = 0; i < bones; i++)
            for (int r = 0; r < 3; r++)
                CHECK_NEAR(hone_actor_bones(is)[i].m[r][3],
                           hone_actor_bones(was)[i].m[r][3] * (r == 2 ? -0.08f : 0.08f), near);
        if (count == 0)
            continue;
        hone_actor_skin(was, &(hone_skin_out){.positions = {a, count, 12}, .method = HONE_SKIN_LINEAR}, &error);
        hone_actor_skin(is, &(hone_skin_out){.positions = {b, count, 12}}, &error);
        for (uint32_t v = 0; v < count; v++)
            if (has_whole_weights(hone_model_mesh(source), v))
                check_points((const float(*)[3])b[v], (const float(*)[3])a[v], 1, 0.08f, near);
    }
    test_free(a);
    test_free(b);
    hone_actor_destroy(is);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void check_round_trip(hone_model *model, hone_motion *motion)
{
    hone_error error = {0};
    const double metres = 1e-4;
    uint32_t last = (uint32_t)lround(hone_motion_duration(motion) * 30);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_true(actor && hone_actor_play(actor, motion, NULL, &error).id);
    const hone_bake_desc desc = {.actor = actor, .last_frame = last, .tolerance = (float)(metres / 0.08)};
    hone_motion *baked = hone_bake(&desc, NULL, &error);
    assert_non_null(baked);
    hone_bytes glb = write_or_fail(model, &(hone_gltf_desc){.motion = baked, .motion_name = "dance"}, NULL);
    compare_played(actor, &glb, last, metres * 1.05 + 1e-5);
    hone_bytes_release(&glb);
    hone_motion_release(baked);
    hone_motion_release(motion);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void dances_come_back(void **state)
{
    (void)state;
    hone_error error = {0};
    check_round_trip(puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL), puppet_motion(1, NULL));
    for (uint64_t seed = 0; seed < 3; seed++) {
        make_pmx_desc made = make_pmx_rich(seed + 30);
        made.plain = true;
        hone_model *model = make_pmx_model(&made, NULL, &error);
        check_round_trip(model, make_motion(model, &(make_motion_desc){.seed = seed, .keys_per_track = 5}, &error));
    }
    test_random random = {11};
    for (int round = 0; round < 4; round++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.appends = true, .chains = true});
        check_round_trip(model, make_motion(model, &(make_motion_desc){.seed = 3, .keys_per_track = 4}, &error));
    }
}

static void cameras_are_nodes(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *keys = puppet_camera(40, NULL), *camera = hone_bake_camera(keys, 10, 0.01f, NULL, &error);
    hone_bytes glb = write_or_fail(model, &(hone_gltf_desc){.camera = camera, .fov = 60}, NULL);
    char *json = json_of(&glb), path[64];
    size_t node = json_count(json, "nodes") - 1;
    snprintf(path, sizeof path, "nodes.%zu.camera", node);
    CHECK(json_number(json, path) == 0);
    CHECK_NEAR(json_number(json, "cameras.0.perspective.yfov"), 1.0471976, 1e-6);
    assert_int_equal(json_count(json, "animations.0.channels"), 2);
    hone_model *again = read_back(&glb);
    hone_motion *motion = read_motion(&glb);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = again}, &error);
    hone_actor_play(actor, motion, NULL, &error);
    CHECK(hone_actor_update_frame(actor, 0, NULL));
    hone_camera first;
    hone_motion_camera(keys, 0, HONE_CURVE_EXACT, &first);
    const hone_affine *place = &hone_actor_bones(actor)[node];
    /* glTF's cameras look along -z: towards the target, at the distance of the keys */
    for (int r = 0; r < 3; r++) {
        double target = (double)place->m[r][3] + (double)place->m[r][2] * (double)first.distance * 0.08;
        CHECK_NEAR(target, (double)first.target[r] * (r == 2 ? -0.08 : 0.08), 1e-4);
    }
    test_free(json);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_motion_release(camera);
    hone_motion_release(keys);
    hone_bytes_release(&glb);
    hone_model_release(again);
    hone_model_release(model);
}

/* ---- what can go wrong
 * ------------------------------------------------------------------------------------------------------- */

static hone_motion *make_channel(hone_space space, uint8_t path, uint8_t interpolation, int32_t target, double time)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    hone_channel_target *of = hone_builder_array(b, 1, sizeof *of);
    double *times = hone_builder_array(b, 1, sizeof *times);
    *of = (hone_channel_target){"", target};
    *times = time;
    *channel = (hone_channel){.path = path,
                              .interpolation = interpolation,
                              .target_count = 1,
                              .targets = of,
                              .key_count = 1,
                              .times = times,
                              .values = hone_builder_array(b, 12, 4)};
    return hone_motion_create(b, &(hone_motion_data){.space = space, .channel_count = 1, .channels = channel}, NULL,
                              NULL);
}

static void motions_must_be_baked(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *bad[] = {
        make_channel(HONE_SPACE_GLTF, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, 0, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_CUBIC, 0, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, PUPPET_BONES, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, HONE_NONE, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_WEIGHTS, HONE_INTERPOLATION_LINEAR, PUPPET_MORPHS, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, 0, -1)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        hone_bytes out;
        CHECK(!hone_model_write_gltf(model, &(hone_gltf_desc){.motion = bad[i]}, &out, NULL, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && !out.data);
        hone_motion_release(bad[i]);
    }
    hone_error error = {0};
    hone_bytes out;
    CHECK(!hone_model_write_gltf(NULL, NULL, &out, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_model_write_gltf(model, NULL, NULL, NULL, &error));
    CHECK(!hone_model_write_gltf(model, &(hone_gltf_desc){.stem = "x"}, &out, NULL, &error));
    hone_model_release(model);
}

static void allocation_failures_are_errors(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = make_textured();
    hone_motion *motion = puppet_motion(1, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_actor_play(actor, motion, NULL, &error);
    hone_motion *baked =
        hone_bake(&(hone_bake_desc){.actor = actor, .last_frame = 30, .tolerance = 0.01f}, NULL, &error);
    gallery from = {.name = hone_image_available() ? test_pictures[0].name : NULL};
    const hone_file_resolver files = {read_picture, &from};
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_bytes out;
        error = (hone_error){0};
        const hone_gltf_desc desc = {.motion = baked, .files = &files, .allocator = &a.allocator};
        done = hone_model_write_gltf(model, &desc, &out, NULL, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && !out.data));
        hone_bytes_release(&out);
        CHECK(a.live == 0);
        assert_true(n < 1000);
    }
    hone_actor_destroy(actor);
    hone_motion_release(baked);
    hone_motion_release(motion);
    hone_model_release(model);
}

TEST_GROUP(test_gltf_write)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_are_the_first_nodes),
        cmocka_unit_test(vertices_keep_their_numbers),
        cmocka_unit_test(rich_models_have_one_set_of_vertices),
        cmocka_unit_test(any_number_of_influences_goes),
        cmocka_unit_test(weights_are_normalised_and_counted),
        cmocka_unit_test(other_formats_become_gltf),
        cmocka_unit_test(gltf_comes_back),
        cmocka_unit_test(models_may_lack_everything),
        cmocka_unit_test(tangents_are_mirrored),
        cmocka_unit_test(pictures_come_along),
        cmocka_unit_test(mmds_look_comes_back),
        cmocka_unit_test(surfaces_are_lit_as_in_their_own_format),
        cmocka_unit_test(files_beside_come_first),
        cmocka_unit_test(dances_come_back),
        cmocka_unit_test(cameras_are_nodes),
        cmocka_unit_test(motions_must_be_baked),
        cmocka_unit_test(allocation_failures_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
