/* Validation of data that only glTF has: surfaces, embedded pictures, humanoid bones, normals of morphs. */
#include "support/support.h"
#include <hone/model.h>
#include <string.h>

typedef struct parts {
    hone_builder *builder;
    hone_model_data data;
    hone_material *material;
    hone_pbr *pbr;
    hone_blob *picture;
    hone_humanoid_map_entry *human;
    hone_morph_vertex *normal;
} parts;

static void *array(parts *p, uint32_t count, size_t size)
{
    void *memory = hone_builder_array(p->builder, count, size);
    assert_non_null(memory);
    return memory;
}

/* A bone, a vertex, a material, a texture and a morph without errors. */
static parts make(void)
{
    parts p = {.builder = hone_builder_create(NULL, 0, NULL)};
    hone_bone *bone = array(&p, 1, sizeof *bone);
    hone_morph *morph = array(&p, 1, sizeof *morph);
    const char **path = array(&p, 1, sizeof *path);
    *bone = (hone_bone){.name = "", .parent = HONE_NONE, .rest_local = HONE_AFFINE_IDENTITY, .ik = HONE_NONE};
    p.material = array(&p, 1, sizeof *p.material);
    p.pbr = array(&p, 1, sizeof *p.pbr);
    p.picture = array(&p, 1, sizeof *p.picture);
    p.human = array(&p, 1, sizeof *p.human);
    p.normal = array(&p, 1, sizeof *p.normal);
    *p.material = (hone_material){.texture = HONE_NONE, .sphere_texture = HONE_NONE, .toon = HONE_NONE, .pbr = p.pbr};
    for (int i = 0; i < HONE_MAP_COUNT; i++) p.pbr->maps[i] = (hone_map){.texture = HONE_NONE};
    *p.human = (hone_humanoid_map_entry){"hips", 0};
    *p.normal = (hone_morph_vertex){0, {1, 0, 0}};
    *morph = (hone_morph){.kind = HONE_MORPH_VERTEX, .normal_count = 1, .normals = p.normal};
    *path = "";
    p.data = (hone_model_data){.space = HONE_SPACE_GLTF,
                               .skeleton = {.bone_count = 1, .bones = bone},
                               .mesh = {.vertex_count = 1,
                                        .positions = array(&p, 1, 12),
                                        .normals = array(&p, 1, 12),
                                        .uvs = array(&p, 1, 8),
                                        .edge_scales = array(&p, 1, 4),
                                        .deforms = memset(array(&p, 1, 1), HONE_DEFORM_LINEAR, 1),
                                        .influence_begin = array(&p, 2, 4)},
                               .texture_count = 1,
                               .textures = path,
                               .pictures = p.picture,
                               .material_count = 1,
                               .materials = p.material,
                               .morph_count = 1,
                               .morphs = morph,
                               .humanoid_map_count = 1,
                               .humanoid_map = p.human};
    return p;
}

/* Loads with exactly this warning; NULL: none. */
static hone_model *create(parts *p, const char *warning)
{
    hone_error error = {0};
    hone_model *model = hone_model_create(p->builder, &p->data, NULL, &error);
    assert_string_equal(error.message, "");
    hone_warnings warnings = hone_model_warnings(model);
    assert_int_equal(warnings.count, warning ? 1 : 0);
    CHECK(!warning || strstr(warnings.texts[0], warning));
    return model;
}

static void good_parts_stay_as_they_are(void **state)
{
    (void)state;
    parts p = make();
    p.picture[0] = (hone_blob){array(&p, 3, 1), 3};
    hone_model *model = create(&p, NULL);
    const hone_model_data *data = hone_model_get(model);
    CHECK(data->humanoid_map_count == 1 && data->morphs[0].normal_count == 1 && data->pictures[0].size == 3);
    hone_model_release(model);
}

static void numbers_and_indices_of_surfaces_are_mended(void **state)
{
    (void)state;
    parts p = make();
    p.pbr->base_colour[2] = p.pbr->maps[HONE_MAP_NORMAL].scale = INFINITY;
    hone_model *model = create(&p, "not finite");
    CHECK(p.pbr->base_colour[2] == 0 && p.pbr->maps[HONE_MAP_NORMAL].scale == 0);
    hone_model_release(model);
    p = make();
    p.pbr->maps[HONE_MAP_EMISSIVE].texture = 1;
    model = create(&p, "texture is missing");
    CHECK(p.pbr->maps[HONE_MAP_EMISSIVE].texture == HONE_NONE);
    hone_model_release(model);
    p = make();
    p.pbr->maps[HONE_MAP_EMISSIVE].uv_set = 1;
    model = create(&p, "coordinates that are missing");
    CHECK(p.pbr->maps[HONE_MAP_EMISSIVE].uv_set == 0);
    hone_model_release(model);
    p = make();
    p.pbr->alpha_mode = 3;
    p.pbr->maps[0].wrap[1] = 3;
    model = create(&p, "unknown mode");
    CHECK(p.pbr->alpha_mode == HONE_ALPHA_OPAQUE && p.pbr->maps[0].wrap[1] == HONE_WRAP_REPEAT);
    hone_model_release(model);
}

static void what_names_nothing_is_dropped(void **state)
{
    (void)state;
    parts p = make();
    p.human->bone = 1;
    hone_model *model = create(&p, "humanoid bone that is missing");
    assert_int_equal(hone_model_get(model)->humanoid_map_count, 0);
    hone_model_release(model);
    p = make();
    p.normal->vertex = 1;
    model = create(&p, "whose target is missing");
    assert_int_equal(hone_model_get(model)->morphs[0].normal_count, 0);
    hone_model_release(model);
}

static void a_picture_has_its_bytes(void **state)
{
    (void)state;
    parts p = make();
    hone_error error = {0};
    p.picture->size = 9;
    CHECK(!hone_model_create(p.builder, &p.data, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
}

TEST_GROUP(test_model_pbr)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_parts_stay_as_they_are),
        cmocka_unit_test(numbers_and_indices_of_surfaces_are_mended),
        cmocka_unit_test(what_names_nothing_is_dropped),
        cmocka_unit_test(a_picture_has_its_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
