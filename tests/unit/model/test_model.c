#include "support/make/files/make_pmx.h"
#include "support/support.h"
#include <float.h>
#include <hone/model.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting, getting, finding ---- */

static void model_null_is_an_empty_model(void **state)
{
    (void)state;
    const hone_model_data *data = hone_model_get(NULL);
    assert_non_null(data);
    assert_string_equal(data->name, "");
    assert_string_equal(data->comment, "");
    assert_int_equal(hone_model_mesh(NULL)->vertex_count, 0);
    assert_int_equal(hone_model_skeleton(NULL)->bone_count, 0);
    assert_int_equal(hone_model_warnings(NULL).count, 0);
    assert_int_equal(hone_model_find_bone(NULL, "a"), HONE_NONE);
    assert_int_equal(hone_model_find_morph(NULL, "a"), HONE_NONE);
    assert_int_equal(hone_model_find_ik(NULL, "a"), HONE_NONE);
    assert_null(hone_model_retain(NULL));
    hone_model_release(NULL);
}

static void model_lives_until_its_last_release(void **state)
{
    (void)state;
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    make_pmx_desc desc = make_pmx_rich(1);
    hone_model *model = make_pmx_model(&desc, &a.allocator, NULL);
    CHECK(hone_model_retain(model) == model);
    hone_model_release(model);
    CHECK(a.live > 0 && hone_model_mesh(model)->vertex_count == desc.vertex_count);
    hone_model_release(model);
    assert_int_equal(a.live, 0);
}

static void *retain_and_release(void *user)
{
    for (int i = 0; i < 10000; i++) hone_model_release(hone_model_retain(user));
    return NULL;
}

static void model_is_counted_by_many_threads(void **state)
{
    (void)state;
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    make_pmx_desc desc = make_pmx_rich(1);
    hone_model *model = make_pmx_model(&desc, &a.allocator, NULL);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, retain_and_release, model), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    CHECK(a.live > 0);
    hone_model_release(model);
    assert_int_equal(a.live, 0);
}

/* ---- creation: a model of one bone and one triangle, to be spoiled --------------------------------------------- */

typedef struct small {
    hone_builder *builder;
    hone_model_data data;
    hone_bone *bones;
    hone_ik *ik;
    hone_morph *morphs;
    uint32_t *begin, *indices;
    uint8_t *deforms;
    hone_influence *influences;
    float *numbers;
} small;

static void make_mesh(small *s)
{
    hone_mesh *mesh = &s->data.mesh;
    s->begin = hone_builder_array(s->builder, 4, sizeof *s->begin);
    s->deforms = hone_builder_array(s->builder, 3, 1);
    s->influences = hone_builder_array(s->builder, 3, sizeof *s->influences);
    s->indices = hone_builder_array(s->builder, 3, sizeof *s->indices);
    s->numbers = hone_builder_array(s->builder, 9, sizeof *s->numbers);
    for (uint32_t i = 0; i < 3; i++) s->begin[i + 1] = i + 1, s->indices[i] = i;
    mesh->vertex_count = mesh->influence_count = mesh->index_count = 3;
    mesh->positions = mesh->normals = (const float(*)[3])(void *)s->numbers;
    mesh->uvs = (const float(*)[2])(void *)s->numbers;
    mesh->edge_scales = s->numbers;
    mesh->deforms = s->deforms;
    mesh->influence_begin = s->begin;
    mesh->influences = s->influences;
    mesh->indices = s->indices;
}

static small make_small(void)
{
    small s = {.builder = hone_builder_create(NULL, 0, NULL)};
    s.bones = hone_builder_array(s.builder, 2, sizeof *s.bones);
    s.ik = hone_builder_array(s.builder, 1, sizeof *s.ik);
    s.morphs = hone_builder_array(s.builder, 2, sizeof *s.morphs);
    hone_material *material = hone_builder_array(s.builder, 1, sizeof *material);
    s.bones[0] = (hone_bone){.name = "root", .parent = HONE_NONE, .position = {1, 2, 3}};
    s.bones[1] = (hone_bone){.name = "root", .parent = 0, .position = {1, 5, 3}, .tail_bone = 77, .append_source = 77};
    *s.ik = (hone_ik){.bone = 1};
    *material = (hone_material){.texture = HONE_NONE, .sphere_texture = HONE_NONE, .toon = HONE_NONE, .index_count = 3};
    s.morphs[1].name = "smile";
    s.data.skeleton = (hone_skeleton){2, s.bones, 1, s.ik};
    s.data.morph_count = 2;
    s.data.morphs = s.morphs;
    s.data.material_count = 1;
    s.data.materials = material;
    make_mesh(&s);
    return s;
}

static void model_fills_in_what_follows_from_the_rest(void **state)
{
    (void)state;
    small s = make_small();
    hone_model *model = hone_model_create(s.builder, &s.data, &(hone_model_desc){.strict = true}, NULL);
    assert_non_null(model);
    const hone_model_data *data = hone_model_get(model);
    assert_string_equal(data->name, "");
    assert_string_equal(data->skeleton.bones[0].english_name, "");
    assert_string_equal(data->materials[0].memo, "");
    assert_string_equal(data->morphs[0].name, "");
    const hone_bone *bone = &data->skeleton.bones[1];
    CHECK(bone->rest_local.m[0][0] == 1 && bone->rest_local.m[0][1] == 0 && bone->rest_local.m[1][3] == 3);
    CHECK(data->skeleton.bones[0].rest_local.m[2][3] == 3);
    CHECK(bone->ik == 0 && bone->flags == HONE_BONE_IK && data->skeleton.bones[0].ik == HONE_NONE);
    CHECK(bone->tail_bone == HONE_NONE && bone->append_source == HONE_NONE); /* fields without their flag are ignored */
    assert_int_equal(data->mesh.slot_count, 2);
    CHECK(data->mesh.slots[1].bone == 1 && data->mesh.slots[1].bone_from_mesh.m[1][3] == -5);
    CHECK(data->mesh.influences[2].weight == 1);
    hone_model_release(model);
}

static void model_finds_the_first_of_a_name(void **state)
{
    (void)state;
    small s = make_small();
    hone_model *model = hone_model_create(s.builder, &s.data, NULL, NULL);
    assert_int_equal(hone_model_find_bone(model, "root"), 0);
    assert_int_equal(hone_model_find_bone(model, "Root"), HONE_NONE);
    assert_int_equal(hone_model_find_bone(model, NULL), HONE_NONE);
    assert_int_equal(hone_model_find_morph(model, "smile"), 1);
    assert_int_equal(hone_model_find_morph(model, "root"), HONE_NONE);
    assert_int_equal(hone_model_find_ik(model, "root"), 0);
    assert_int_equal(hone_model_find_ik(model, "smile"), HONE_NONE);
    assert_int_equal(hone_model_find_ik(model, NULL), HONE_NONE);
    hone_model_release(model);
}

static void check_refused(small *s, hone_code code, const char *why)
{
    hone_error error = {0};
    assert_null(hone_model_create(s->builder, &s->data, NULL, &error));
    assert_int_equal(error.code, code);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" is not \"%s\"", error.message, why);
}

static void model_refuses_what_cannot_be_mended(void **state)
{
    (void)state;
    small s = make_small();
    s.begin[2] = 1; /* ends before it begins, or overlaps the next one */
    check_refused(&s, HONE_ERROR_FORMAT, "vertex 1 of deform kind 0 has 0 influences");
    s = make_small();
    s.begin[3] = 4;
    check_refused(&s, HONE_ERROR_FORMAT, "vertex 2 has influences [2, 4) of 3");
    s = make_small();
    s.begin[0] = 1;
    check_refused(&s, HONE_ERROR_FORMAT, "vertex 0 has influences");
    s = make_small();
    s.data.mesh.influence_count = 4;
    s.data.mesh.influences = hone_builder_array(s.builder, 4, sizeof *s.influences);
    check_refused(&s, HONE_ERROR_FORMAT, "1 influences");
    s = make_small();
    s.deforms[1] = HONE_DEFORM_BDEF2;
    check_refused(&s, HONE_ERROR_FORMAT, "vertex 1 of deform kind 1 has 1 influences");
    s = make_small();
    s.deforms[1] = HONE_DEFORM_COUNT;
    check_refused(&s, HONE_ERROR_FORMAT, "vertex 1 of deform kind");
    s = make_small();
    s.morphs[1].kind = HONE_MORPH_KIND_COUNT;
    check_refused(&s, HONE_ERROR_FORMAT, "morph 1 has the unknown kind");
    s = make_small();
    s.ik->bone = 2;
    check_refused(&s, HONE_ERROR_FORMAT, "IK chain 0 belongs to bone 2");
    s = make_small();
    s.data.mesh.extra_uv_count = 5;
    check_refused(&s, HONE_ERROR_FORMAT, "at most 4 extra UVs");
    s = make_small();
    s.data.format = HONE_FORMAT_PMX;
    check_refused(&s, HONE_ERROR_FORMAT, "PMX header");
}

static void model_refuses_sdef_without_its_points(void **state)
{
    (void)state;
    small s = make_small();
    s.deforms[0] = HONE_DEFORM_SDEF;
    s.begin[1] = 2, s.begin[2] = s.begin[3] = 3;
    s.data.mesh.vertex_count = 2;
    s.indices[2] = 0;
    check_refused(&s, HONE_ERROR_FORMAT, "vertex 0 is SDEF but has no points");
    s = make_small();
    s.data.mesh.sdefs = hone_builder_array(s.builder, 1, sizeof(hone_sdef));
    s.data.mesh.sdef_count = 1;
    check_refused(&s, HONE_ERROR_FORMAT, "1 SDEF points belong to no vertex");
}

static void model_refuses_arrays_that_are_not_there(void **state)
{
    (void)state;
    small s = make_small();
    s.data.mesh.positions = NULL;
    check_refused(&s, HONE_ERROR_ARGUMENT, "positions are NULL");
    s = make_small();
    s.data.skeleton.bones = NULL;
    check_refused(&s, HONE_ERROR_ARGUMENT, "bones are NULL");
    s = make_small();
    s.morphs[0].count = 1;
    check_refused(&s, HONE_ERROR_ARGUMENT, "offsets of a morph are NULL");
    s = make_small();
    s.ik->link_count = 1;
    check_refused(&s, HONE_ERROR_ARGUMENT, "IK links are NULL");
    hone_error error = {0};
    assert_null(hone_model_create(NULL, &s.data, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    assert_null(hone_model_create(hone_builder_create(NULL, 0, NULL), NULL, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
}

static void model_of_a_failed_builder_is_out_of_memory(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 1000, NULL);
    assert_null(hone_builder_array(builder, 2000, 1));
    hone_model_data data = {.mesh.vertex_count = 2000};
    hone_error error = {0};
    assert_null(hone_model_create(builder, &data, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_MEMORY);
}

static void model_mends_texts_that_are_not_utf8(void **state)
{
    (void)state;
    small s = make_small();
    s.bones[1].name = "a\xFF";
    hone_model *model = hone_model_create(s.builder, &s.data, NULL, NULL);
    assert_string_equal(hone_model_skeleton(model)->bones[1].name, "a\uFFFD");
    assert_int_equal(hone_model_warnings(model).count, 1);
    hone_model_release(model);
}

static void model_has_a_finite_offset_between_any_positions(void **state)
{
    (void)state;
    small s = make_small();
    s.bones[0].position[2] = 3e38f;
    s.bones[1].position[2] = -3e38f;
    hone_model *model = hone_model_create(s.builder, &s.data, &(hone_model_desc){.strict = true}, NULL);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    CHECK(bones[0].position[2] == 3e38f && bones[1].position[2] == -3e38f);
    CHECK(bones[1].rest_local.m[2][3] == -FLT_MAX && bones[1].rest_local.m[1][3] == 3);
    hone_model_release(model);
}

/* ---- other spaces have explicit slots -------------------------------------------------------------------------- */

static void model_of_another_space_keeps_its_slots(void **state)
{
    (void)state;
    small s = make_small();
    hone_slot *slots = hone_builder_array(s.builder, 3, sizeof *slots);
    slots[0] = (hone_slot){1, HONE_AFFINE_IDENTITY};
    slots[1] = (hone_slot){HONE_NONE, HONE_AFFINE_IDENTITY};
    slots[2] = (hone_slot){2, HONE_AFFINE_IDENTITY};
    slots[2].bone_from_mesh.m[1][2] = NAN;
    s.data.space = HONE_SPACE_GLTF;
    s.data.mesh.slots = slots;
    s.data.mesh.slot_count = 3;
    s.bones[1].rest_local.m[0][1] = 0.5f;
    for (int v = 0; v < 3; v++) s.deforms[v] = HONE_DEFORM_LINEAR;
    s.influences[0] = (hone_influence){2, 1};
    s.influences[1] = (hone_influence){3, 1};
    s.influences[2] = (hone_influence){1, 0.5f};
    hone_model *model = hone_model_create(s.builder, &s.data, NULL, NULL);
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(mesh->slot_count == 3 && mesh->slots[0].bone == 1 && mesh->slots[1].bone == HONE_NONE);
    CHECK(mesh->slots[2].bone == HONE_NONE && mesh->slots[2].bone_from_mesh.m[1][2] == 0);
    CHECK(hone_model_skeleton(model)->bones[1].rest_local.m[0][1] == 0.5f);
    CHECK(mesh->influences[0].slot == 2 && mesh->influences[1].slot == 0 && mesh->influences[1].weight == 1);
    CHECK(mesh->influences[2].slot == 1 && mesh->influences[2].weight == 1); /* normalised to sum 1 */
    assert_int_equal(hone_model_warnings(model).count, 4);
    hone_model_release(model);
}

/* Groups in groups, as deep as there are morphs: the code must not recurse. */
static void model_takes_deep_chains(void **state)
{
    (void)state;
    enum { DEPTH = 300000 };
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_morph *morphs = hone_builder_array(builder, DEPTH, sizeof *morphs);
    hone_morph_child *children = hone_builder_array(builder, DEPTH, sizeof *children);
    hone_bone *bones = hone_builder_array(builder, DEPTH, sizeof *bones);
    for (int32_t i = 0; i < DEPTH; i++) {
        children[i] = (hone_morph_child){(i + 1) % DEPTH, 1};
        morphs[i] = (hone_morph){.kind = HONE_MORPH_GROUP, .count = 1, .u.children = &children[i]};
        bones[i] = (hone_bone){.parent = (i + 1) % DEPTH};
    }
    hone_model_data data = {.skeleton = {.bone_count = DEPTH, .bones = bones}, .morph_count = DEPTH, .morphs = morphs};
    hone_model *model = hone_model_create(builder, &data, NULL, NULL);
    assert_int_equal(hone_model_warnings(model).count, 2);
    CHECK(hone_model_skeleton(model)->bones[DEPTH - 1].parent == HONE_NONE);
    CHECK(hone_model_get(model)->morphs[DEPTH - 1].count == 0 && hone_model_get(model)->morphs[0].count == 1);
    hone_model_release(model);
}

static void model_every_failed_allocation_is_reported(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(5);
    hone_model *model = NULL;
    for (uint64_t n = 0; !model; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        model = make_pmx_model(&desc, &a.allocator, &error);
        CHECK(model || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        assert_int_equal(a.live, 0);
    }
}

TEST_GROUP(test_model)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_null_is_an_empty_model),
        cmocka_unit_test(model_lives_until_its_last_release),
        cmocka_unit_test(model_is_counted_by_many_threads),
        cmocka_unit_test(model_fills_in_what_follows_from_the_rest),
        cmocka_unit_test(model_finds_the_first_of_a_name),
        cmocka_unit_test(model_refuses_what_cannot_be_mended),
        cmocka_unit_test(model_refuses_sdef_without_its_points),
        cmocka_unit_test(model_refuses_arrays_that_are_not_there),
        cmocka_unit_test(model_of_a_failed_builder_is_out_of_memory),
        cmocka_unit_test(model_mends_texts_that_are_not_utf8),
        cmocka_unit_test(model_has_a_finite_offset_between_any_positions),
        cmocka_unit_test(model_of_another_space_keeps_its_slots),
        cmocka_unit_test(model_takes_deep_chains),
        cmocka_unit_test(model_every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
