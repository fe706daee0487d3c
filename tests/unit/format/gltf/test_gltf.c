/* glTF models: how the lists of a file are converted. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static hone_model *load_bytes(const hone_bytes *bytes, bool strict)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes->data, bytes->size, &(hone_load_desc){.strict = strict}, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* Loads without a warning. */
static hone_model *load(const make_gltf *file)
{
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = load_bytes(&bytes, true);
    hone_bytes_release(&bytes);
    return model;
}

/* Loads with exactly this warning. */
static hone_model *load_odd(const make_gltf *file, const char *warning)
{
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = load_bytes(&bytes, false);
    hone_warnings warnings = hone_model_warnings(model);
    if (warnings.count != 1 || !strstr(warnings.texts[0], warning))
        fail_msg("%u warnings, the first \"%s\", not one \"%s\"", warnings.count,
                 warnings.count ? warnings.texts[0] : "", warning);
    hone_bytes_release(&bytes);
    return model;
}

static hone_model *load_rich(void)
{
    static make_gltf file;
    make_gltf_rich(&file);
    return load(&file);
}

static void check_floats(const float *got, const float *want, size_t count)
{
    for (size_t i = 0; i < count; i++) CHECK_NEAR(got[i], want[i], 2e-6);
}

/* ---- nodes ---- */

static void nodes_are_bones_in_order(void **state)
{
    (void)state;
    static const char *const names[] = {"strip", "root", "tip", "quad"};
    static const int32_t parents[] = {HONE_NONE, HONE_NONE, 1, 1};
    hone_model *model = load_rich();
    const hone_model_data *data = hone_model_get(model);
    CHECK(data->format == HONE_FORMAT_GLB && data->space == HONE_SPACE_GLTF && data->source != 0);
    assert_string_equal(data->name, "All");
    assert_int_equal(data->skeleton.bone_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(data->skeleton.bones[i].name, names[i]);
        assert_int_equal(data->skeleton.bones[i].parent, parents[i]);
    }
    check_floats(data->skeleton.bones[0].position, (float[]){9, 9, 9}, 3);
    check_floats(data->skeleton.bones[2].position, (float[]){0, 1, 0}, 3);
    check_floats(data->skeleton.bones[2].rest.rotation, (float[]){0, 0, 0.6f, 0.8f}, 4);
    check_floats(*data->skeleton.bones[2].rest_local.m, (float[]){0.28f, -0.96f, 0, 0, 0.96f, 0.28f, 0, 1}, 8);
    check_floats(*data->skeleton.bones[3].rest_local.m, (float[]){-2, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0}, 12);
    hone_model_release(model);
}

static void odd_nodes_are_mended(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_add(file, MAKE_NODES, "{\"children\":[1]}");
    make_gltf_add(file, MAKE_NODES, "{\"children\":[2]}");
    make_gltf_add(file, MAKE_NODES, "{\"children\":[0]}");
    hone_model *model = load_odd(file, "cycle of child nodes");
    uint32_t roots = 0;
    for (int i = 0; i < 3; i++) roots += hone_model_skeleton(model)->bones[i].parent == HONE_NONE;
    assert_int_equal(roots, 1);
    hone_model_release(model);
    *file = (make_gltf){0};
    make_gltf_add(file, MAKE_NODES, "{\"children\":[0]}");
    hone_model_release(load_odd(file, "cycle of child nodes"));
    *file = (make_gltf){0};
    make_gltf_add(file, MAKE_NODES, "{\"children\":[2]}");
    make_gltf_add(file, MAKE_NODES, "{\"children\":[2]}");
    make_gltf_add(file, MAKE_NODES, "{}");
    model = load_odd(file, "several parents");
    assert_int_equal(hone_model_skeleton(model)->bones[2].parent, 0);
    hone_model_release(model);
    *file = (make_gltf){0};
    make_gltf_add(file, MAKE_NODES, "{\"rotation\":[0,0,0,2]}");
    model = load_odd(file, "not of unit length");
    check_floats(hone_model_skeleton(model)->bones[0].rest.rotation, (float[]){0, 0, 0, 1}, 4);
    hone_model_release(model);
    *file = (make_gltf){0};
    make_gltf_add(file, MAKE_NODES, "{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}");
    hone_model_release(load_odd(file, "projective"));
    test_free(file);
}

/* ---- vertices ---- */

static void vertices_follow_nodes_and_primitives(void **state)
{
    (void)state;
    hone_model *model = load_rich();
    const hone_mesh *mesh = hone_model_mesh(model);
    assert_int_equal(mesh->vertex_count, 8);
    check_floats(mesh->positions[3], (float[]){1, 2, 0}, 3);
    check_floats(mesh->positions[4], (float[]){-1, -1, 0}, 3);
    check_floats(mesh->normals[0], (float[]){0, 0, 1}, 3);
    check_floats(mesh->tangents[1], (float[]){0, 1, 0, -1}, 4);
    check_floats(mesh->tangents[4], (float[]){0, 0, 0, 0}, 4); /* the second mesh has none */
    check_floats(mesh->uvs[4], (float[]){0, 1}, 2);
    check_floats(mesh->uvs[7], (float[]){1, 0}, 2);
    assert_int_equal(mesh->extra_uv_count, 2);
    check_floats(mesh->extra_uvs[0][0], (float[]){1, 1, 1, 1}, 4); /* no colour is white */
    check_floats(mesh->extra_uvs[0][5], (float[]){0, 1, 0, 1}, 4);
    check_floats(mesh->extra_uvs[1][7], (float[]){0.5f, 0.5f, 0, 0}, 4);
    for (uint32_t v = 0; v < 8; v++) CHECK(mesh->deforms[v] == HONE_DEFORM_LINEAR && mesh->edge_scales[v] == 1);
    hone_model_release(model);
}

static void slots_are_joints_and_rigid_nodes(void **state)
{
    (void)state;
    hone_model *model = load_rich();
    const hone_mesh *mesh = hone_model_mesh(model);
    assert_int_equal(mesh->slot_count, 3);
    CHECK(mesh->slots[0].bone == 1 && mesh->slots[1].bone == 2 && mesh->slots[2].bone == 3);
    CHECK(mesh->slots[1].bone_from_mesh.m[1][3] == -1);
    check_floats(*mesh->slots[2].bone_from_mesh.m, (float[]){1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, 12);
    assert_int_equal(mesh->influence_count, 4 * 4 + 4);
    CHECK(mesh->influences[0].slot == 0 && mesh->influences[0].weight == 1);
    CHECK(mesh->influences[8].slot == 0 && mesh->influences[9].slot == 1);
    CHECK_NEAR(mesh->influences[8].weight, 0.2, 1e-7);
    CHECK_NEAR(mesh->influences[9].weight, 0.8, 1e-7);
    CHECK(mesh->influences[13].slot == 1 && mesh->influences[13].weight == 1); /* 0.2 in the file, normalised to 1 */
    CHECK(mesh->influences[16].slot == 2 && mesh->influences[16].weight == 1);
    hone_model_release(model);
}

static void skinned_and_rigid_vertices_stand_where_they_should(void **state)
{
    (void)state;
    static const float want[8][3] = {{0, 0, 0},          {1.5f, 0, 0}, {-0.768f, 1.424f, 0},
                                     {-0.54f, 2.72f, 0}, {5, -1, 0},   {1, -1, 0},
                                     {5, 1, 0},          {1, 1, 0}};
    hone_model *model = load_rich();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    float got[8][3], normals[8][3];
    const hone_skin_out out = {.positions = {got, 8, 12}, .normals = {normals, 8, 12}};
    CHECK(hone_actor_skin(actor, &out, NULL));
    check_floats(*got, *want, 24);
    check_floats(normals[0], (float[]){0.70710678f, 0, 0.70710678f}, 3); /* half of the morph that rotates it */
    check_floats(normals[1], (float[]){0.70710678f, 0, 0.70710678f}, 3);
    check_floats(normals[4], (float[]){0, 0, 1}, 3); /* mirrored, and computed from its triangles */
    hone_actor_writable_pose(actor)->morphs[0] = 0;
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    CHECK(hone_actor_skin(actor, &out, NULL));
    check_floats(got[1], (float[]){1, 0, 0}, 3);
    check_floats(normals[0], (float[]){0, 0, 1}, 3);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* A mesh used by n nodes appears n times. Meshes in no scene are loaded but not drawn. */
static void meshes_appear_once_a_node(void **state)
{
    (void)state;
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d}}]}", p);
    for (int i = 0; i < 3; i++) make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"translation\":[%d,0,0]}", i);
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\":[0,2]}");
    hone_model *model = load(file);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->mesh.vertex_count, 9);
    assert_int_equal(data->mesh.index_count, 6);
    CHECK(data->mesh.indices[0] == 0 && data->mesh.indices[3] == 6);
    CHECK(data->material_count == 1 && data->materials[0].index_count == 6); /* the default one */
    assert_int_equal(data->mesh.slot_count, 3);
    hone_model_release(model);
    test_free(file);
}

/* Each skin has its own slots, after those of the skins before it. */
static void joints_are_those_of_their_own_skin(void **state)
{
    (void)state;
    static const float corner[1][3] = {{0, 0, 0}}, weights[1][4] = {{1, 0, 0, 0}};
    static const uint8_t joints[1][4] = {{1, 0, 0, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corner, 1), w = make_gltf_floats(file, "VEC4", *weights, 1);
    int j = make_gltf_u8(file, "VEC4", *joints, 1, false);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d}}]}", p, j, w);
    make_gltf_add(file, MAKE_SKINS, "{\"joints\":[0,1,2]}");
    make_gltf_add(file, MAKE_SKINS, "{\"joints\":[2,1]}");
    for (int n = 0; n < 3; n++) make_gltf_add(file, MAKE_NODES, n ? "{\"mesh\":0,\"skin\":%d}" : "{}", 2 - n);
    hone_model *model = load(file);
    const hone_mesh *mesh = hone_model_mesh(model);
    assert_int_equal(mesh->slot_count, 5);
    CHECK(mesh->influences[0].slot == 4 && mesh->slots[4].bone == 1);
    CHECK(mesh->influences[4].slot == 1 && mesh->slots[1].bone == 1);
    CHECK(mesh->slots[3].bone == 2);
    hone_model_release(model);
    test_free(file);
}

/* ---- triangles ---- */

/* A mirror inside a mirror does not reverse triangles. */
static void mirrors_cancel(void **state)
{
    (void)state;
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d}}]}", p);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"scale\":[1,-1,1],\"children\":[1]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"scale\":[1,1,-1]}");
    hone_model *model = load(file);
    const uint32_t *i = hone_model_mesh(model)->indices;
    CHECK(i[1] == 2 && i[2] == 1 && i[4] == 4 && i[5] == 5);
    hone_model_release(model);
    test_free(file);
}

static void triangles_of_a_material_stand_together(void **state)
{
    (void)state;
    static const uint32_t want[] = {0, 1, 2, 2, 1, 3, 4, 6, 5, 5, 6, 7}; /* those of the mirrored quad are reversed */
    hone_model *model = load_rich();
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->mesh.index_count, 12);
    for (int i = 0; i < 12; i++) assert_int_equal(data->mesh.indices[i], want[i]);
    assert_int_equal(data->material_count, 3);
    CHECK(data->materials[0].index_count == 6 && data->materials[1].index_count == 6);
    CHECK(data->materials[2].index_count == 0);
    hone_model_release(model);
}

static void check_mode(int mode, const uint8_t *indices, int count, const uint32_t *want, uint32_t want_count)
{
    static const float corners[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 2, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 5), i = make_gltf_u8(file, "SCALAR", indices, count, false);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d,\"mode\":%d}]}",
                  p, i, mode);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    hone_model *model = want_count ? load(file) : load_odd(file, "points or lines");
    const hone_mesh *mesh = hone_model_mesh(model);
    assert_int_equal(mesh->index_count, want_count);
    for (uint32_t k = 0; k < want_count; k++) assert_int_equal(mesh->indices[k], want[k]);
    hone_model_release(model);
    test_free(file);
}

static void strips_and_fans_become_lists(void **state)
{
    (void)state;
    static const uint8_t indices[] = {4, 3, 2, 1, 0};
    check_mode(4, indices, 5, (uint32_t[]){4, 3, 2}, 3);
    check_mode(5, indices, 5, (uint32_t[]){4, 3, 2, 3, 1, 2, 2, 1, 0}, 9);
    check_mode(6, indices, 5, (uint32_t[]){3, 2, 4, 2, 1, 4, 1, 0, 4}, 9);
    for (int mode = 0; mode < 4; mode++) check_mode(mode, indices, 5, NULL, 0);
}

/* Two primitives with the same accessors, one with others, one with the first ones again: each run of equal
 * accessors has its vertices once. */
static void primitives_share_vertices(void **state)
{
    (void)state;
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const float moved[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 2}};
    static const uint16_t back[] = {0, 2, 1};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 3), q = make_gltf_floats(file, "VEC3", *corners, 3);
    int i = make_gltf_u16(file, "SCALAR", back, 3), t = make_gltf_floats(file, "VEC3", *moved, 3);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d}]},"
                  "{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d}],\"indices\":%d},"
                  "{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d}]},"
                  "{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d}]}]}",
                  p, t, p, t, i, q, t, q, p);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    hone_model *model = load(file);
    const hone_mesh *mesh = hone_model_mesh(model);
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 1, 3, 4, 5, 6, 7, 8};
    assert_int_equal(mesh->vertex_count, 9);
    assert_int_equal(mesh->index_count, 12);
    assert_memory_equal(mesh->indices, indices, sizeof indices);
    for (uint32_t v = 0; v <= 9; v++) assert_int_equal(mesh->influence_begin[v], v);
    const hone_morph *morph = &hone_model_get(model)->morphs[0];
    assert_int_equal(morph->count, 4); /* one each from the first two runs, two from the last */
    assert_true(morph->u.vertices[0].vertex == 2 && morph->u.vertices[1].vertex == 5);
    check_floats(mesh->normals[3], (float[]){0, 0, 1}, 3);
    hone_model_release(model);
    test_free(file);
}

static void triangles_of_missing_vertices_shrink(void **state)
{
    (void)state;
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint16_t indices[] = {0, 1, 2, 0, 1, 3};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corners, 3), i = make_gltf_u16(file, "SCALAR", indices, 6);
    int q = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_add(
        file, MAKE_MESHES,
        "{\"primitives\":[{\"attributes\":{\"POSITION\":%d}},{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}", p, q,
        i);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    hone_model *model = load_odd(file, "vertex that is missing");
    const hone_mesh *mesh = hone_model_mesh(model);
    /* and not those of the next primitive */
    CHECK(mesh->indices[6] == 3 && mesh->indices[7] == 3 && mesh->indices[8] == 3);
    check_floats(mesh->normals[3], (float[]){0, 0, 1}, 3);
    hone_model_release(model);
    test_free(file);
}

/* ---- morphs ---- */

static void morphs_are_targets_node_by_node(void **state)
{
    (void)state;
    hone_model *model = load_rich();
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->morph_count, 2 + 2); /* and two expressions */
    const hone_morph *wide = &data->morphs[0], *tall = &data->morphs[1];
    assert_string_equal(wide->name, "wide");
    assert_string_equal(tall->name, "tall");
    CHECK(wide->kind == HONE_MORPH_VERTEX && wide->default_weight == 0.5f && tall->default_weight == 0);
    /* the vertices that it moves */
    CHECK(wide->count == 2 && wide->u.vertices[0].vertex == 1 && wide->u.vertices[1].vertex == 3);
    check_floats(wide->u.vertices[1].offset, (float[]){1, 0, 0}, 3);
    CHECK(wide->normal_count == 4 && wide->normals[3].vertex == 3);
    CHECK(tall->count == 1 && tall->u.vertices[0].vertex == 2 && tall->normal_count == 0); /* sparse */
    check_floats(tall->u.vertices[0].offset, (float[]){0, 1, 0}, 3);
    hone_model_release(model);
}

static void morph_weights_are_the_nodes_else_the_meshs(void **state)
{
    (void)state;
    static const float corner[1][3] = {{0, 0, 0}}, offset[1][3] = {{0, 0, 1}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corner, 1), o = make_gltf_floats(file, "VEC3", *offset, 1);
    make_gltf_add(
        file, MAKE_MESHES,
        "{\"weights\":[0.25],\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d}]}]}", p,
        o);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"weights\":[0.75]}");
    hone_model *model = load(file);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->morph_count, 2);
    CHECK(data->morphs[0].default_weight == 0.25f && data->morphs[1].default_weight == 0.75f);
    CHECK(data->morphs[0].u.vertices[0].vertex == 0 && data->morphs[1].u.vertices[0].vertex == 1);
    assert_string_equal(data->morphs[0].name, "0"); /* the file names none */
    hone_model_release(model);
    test_free(file);
}

/* ---- surface ---- */

static void materials_say_what_the_file_says(void **state)
{
    (void)state;
    hone_model *model = load_rich();
    const hone_model_data *data = hone_model_get(model);
    const hone_material *skin = &data->materials[0], *sign = &data->materials[1];
    assert_string_equal(skin->name, "skin");
    check_floats(skin->pbr->base_colour, (float[]){1, 0.5f, 0.25f, 0.75f}, 4);
    check_floats(skin->pbr->emissive, (float[]){0.1f, 0.2f, 0.3f}, 3);
    CHECK(skin->pbr->metallic == 0.25f && skin->pbr->roughness == 0.5f && !skin->pbr->unlit && !skin->pbr->flat);
    CHECK(skin->pbr->alpha_mode == HONE_ALPHA_MASK && skin->pbr->alpha_cutoff == 0.3f);
    CHECK(skin->pbr->maps[HONE_MAP_BASE_COLOUR].texture == HONE_NONE && skin->texture == HONE_NONE);
    CHECK_NEAR(skin->diffuse[1], 0.735357, 1e-5); /* 0.5 as a display value */
    CHECK(skin->diffuse[3] == 0.75f && (skin->flags & HONE_MATERIAL_DOUBLE_SIDED));
    CHECK(sign->pbr->unlit && sign->pbr->flat && sign->pbr->alpha_mode == HONE_ALPHA_BLEND);
    CHECK(!(sign->flags & HONE_MATERIAL_DOUBLE_SIDED) && (sign->flags & HONE_MATERIAL_VERTEX_COLOUR));
    const hone_map *base = &sign->pbr->maps[HONE_MAP_BASE_COLOUR];
    CHECK(base->texture == 0 && sign->texture == 0 && base->uv_set == 2 && base->nearest);
    CHECK(base->wrap[0] == HONE_WRAP_CLAMP && base->wrap[1] == HONE_WRAP_MIRROR);
    check_floats(*base->transform, (float[]){0, 3, 0.25f, -2, 0, 0.5f}, 6);
    CHECK(sign->pbr->maps[HONE_MAP_EMISSIVE].texture == 1 && sign->pbr->maps[HONE_MAP_NORMAL].scale == 0.5f);
    CHECK(sign->pbr->maps[HONE_MAP_OCCLUSION].scale == 0.25f);
    hone_model_release(model);
}

static make_gltf *with_material(const char *members)
{
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_add(file, MAKE_NODES, "{}");
    make_gltf_add(file, MAKE_MATERIALS, "{%s}", members);
    return file;
}

/* MMD shows clamp(ambient + diffuse * light). */
static void check_lit(const hone_material *material, const float wanted[3])
{
    const hone_light light = HONE_LIGHT_DEFAULT;
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(fminf(material->ambient[i] + material->diffuse[i] * light.colour[i], 1), wanted[i], 1e-5);
}

static void unlit_colours_come_out_as_they_are(void **state)
{
    (void)state;
    make_gltf *file = with_material("\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,1,0.25,1]},"
                                    "\"extensions\":{\"KHR_materials_unlit\":{}}");
    hone_model *model = load(file);
    const hone_material *material = &hone_model_get(model)->materials[0];
    check_lit(material, (const float[]){0.735357f, 1, 0.537099f});
    CHECK(!(material->flags & HONE_MATERIAL_RECEIVES_SHADOW));
    hone_model_release(model);
    test_free(file);
}

#define MMD_EXTRAS(colour)                                                                                             \
    "\"pbrMetallicRoughness\":{\"baseColorFactor\":[" colour "],\"metallicFactor\":0},"                                \
    "\"extensions\":{\"KHR_materials_unlit\":{}},\"extras\":{\"mmd\":{\"englishName\":\"hair\",\"memo\":\"m\","        \
    "\"diffuse\":[0.5,0,1,1],\"specular\":[0.1,0.2,0.3],\"specularPower\":5,\"ambient\":[0.25,0,0],\"flags\":221,"     \
    "\"edgeColor\":[0,0.5,1,0.75],\"edgeSize\":1.5,\"sharedToon\":3}}"

static void what_hone_wrote_of_mmds_materials_is_read(void **state)
{
    (void)state;
    static const char *const files[] = {MMD_EXTRAS("0.26533,0,0.32314,1"), MMD_EXTRAS("1,0,0.32314,1")};
    for (int i = 0; i < 2; i++) { /* in the second one the colour was edited */
        make_gltf *file = with_material(files[i]);
        hone_model *model = load(file);
        const hone_material *material = &hone_model_get(model)->materials[0];
        assert_string_equal(material->english_name, "hair");
        assert_string_equal(material->memo, "m");
        check_floats(material->specular, (float[]){0.1f, 0.2f, 0.3f}, 3);
        check_floats(material->edge_colour, (float[]){0, 0.5f, 1, 0.75f}, 4);
        CHECK(material->specular_power == 5 && material->edge_size == 1.5f);
        CHECK(material->shared_toon && material->toon == 3 && material->sphere_mode == HONE_SPHERE_OFF);
        CHECK(material->flags == (HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW | HONE_MATERIAL_EDGE));
        if (i == 0)
            check_floats(material->diffuse, (float[]){0.5f, 0, 1, 1}, 4);
        check_lit(material, (const float[]){i ? 1 : 0.55196f, 0, 0.60392f});
        hone_model_release(model);
        test_free(file);
    }
}

/* Anybody can write extras: if they are not in hone's form, they are ignored. */
static void odd_extras_are_passed_over(void **state)
{
    (void)state;
    static const char *const odd[] = {"\"extras\":7", "\"extras\":{\"mmd\":[1]}", "\"extras\":{\"mmd\":{}}",
                                      "\"extras\":{\"mmd\":{\"englishName\":3,\"memo\":{},\"diffuse\":[1,2],"
                                      "\"ambient\":\"red\",\"specular\":[1,2,1e39],"
                                      "\"specularPower\":[5],\"flags\":-1,\"edgeColor\":{},\"edgeSize\":true,"
                                      "\"sharedToon\":10,\"sphereMode\":\"add\","
                                      "\"sphereTexture\":{\"index\":0},\"toonTexture\":4}}"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        make_gltf *file = with_material(odd[i]);
        hone_model *model = load(file);
        const hone_material *material = &hone_model_get(model)->materials[0];
        assert_string_equal(material->english_name, "");
        check_floats(material->diffuse, (float[]){1, 1, 1, 1}, 4);
        check_floats(material->specular, (float[]){0, 0, 0}, 3);
        CHECK(material->specular_power == 0 && material->edge_size == 0 && !(material->flags & HONE_MATERIAL_EDGE));
        CHECK(material->sphere_mode == HONE_SPHERE_OFF && material->sphere_texture == HONE_NONE);
        CHECK(!material->shared_toon && material->toon == HONE_NONE);
        hone_model_release(model);
        test_free(file);
    }
}

static void pictures_lie_inside_or_beside(void **state)
{
    (void)state;
    hone_model *model = load_rich();
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->texture_count, 3);
    CHECK(data->pictures[0].size == 58 && memcmp(data->pictures[0].data, "BM", 2) == 0);
    assert_string_equal(data->textures[0], "dot");
    assert_string_equal(data->textures[1], "tex tures/a.png");
    CHECK(data->pictures[1].size == 0);
    CHECK(data->pictures[2].size == 3 && memcmp(data->pictures[2].data, "\1\2\3", 3) == 0);
    hone_model_release(model);
}

/* ---- encodings ---- */

static bool read_beside(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                        hone_error *error)
{
    const make_gltf *file = user;
    (void)error;
    assert_string_equal(path, "file.bin");
    *out = (hone_bytes){malloc(file->size), file->size, file->size, {0}};
    memcpy(out->data, file->data, file->size);
    (void)allocator;
    return true;
}

static void check_same(const hone_model *one, const hone_model *other)
{
    const hone_model_data *a = hone_model_get(one), *b = hone_model_get(other);
    assert_int_equal(a->mesh.vertex_count, b->mesh.vertex_count);
    assert_memory_equal(a->mesh.positions, b->mesh.positions, a->mesh.vertex_count * sizeof *a->mesh.positions);
    assert_memory_equal(a->mesh.influences, b->mesh.influences, a->mesh.influence_count * sizeof *a->mesh.influences);
    assert_memory_equal(a->mesh.indices, b->mesh.indices, a->mesh.index_count * sizeof *a->mesh.indices);
    assert_int_equal(a->morph_count, b->morph_count);
    assert_int_equal(a->pictures[0].size, b->pictures[0].size);
}

static void glb_text_and_external_buffers_say_the_same(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_rich(file);
    hone_model *model = load(file);
    hone_bytes inside = make_gltf_text(file, false), beside = make_gltf_text(file, true);
    hone_model *text = load_bytes(&inside, true);
    CHECK(hone_model_get(text)->format == HONE_FORMAT_GLTF);
    check_same(model, text);
    hone_error error = {0};
    const hone_file_resolver files = {.read = read_beside, .user = file};
    hone_model *external =
        hone_model_load_memory(beside.data, beside.size, &(hone_load_desc){.strict = true, .files = &files}, &error);
    assert_string_equal(error.message, "");
    check_same(model, external);
    CHECK(!hone_model_load_memory(beside.data, beside.size, NULL, &error) && error.code == HONE_ERROR_IO);
    CHECK(strstr(error.message, "buffers[0]"));
    hone_model_release(external);
    hone_model_release(text);
    hone_model_release(model);
    hone_bytes_release(&inside);
    hone_bytes_release(&beside);
    test_free(file);
}

/* ---- VRM ---- */

static void vrm_names_the_bones_of_a_human(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    hone_model *model = load_rich();
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->humanoid_map_count, 2); /* of VRM 1.0 */
    assert_string_equal(data->humanoid_map[0].role, "hips");
    CHECK(data->humanoid_map[0].bone == 1 && data->humanoid_map[1].bone == 2);
    hone_model_release(model);
    strcpy(file->root, "\"extensions\":{\"VRM\":{\"humanoid\":{\"humanBones\":[{\"bone\":\"neck\",\"node\":0}]}}},"
                       "\"extensionsUsed\":[\"VRM\",\"KHR_materials_unlit\"],");
    make_gltf_add(file, MAKE_NODES, "{}");
    model = load(file);
    data = hone_model_get(model);
    assert_int_equal(data->humanoid_map_count, 1);
    assert_string_equal(data->humanoid_map[0].role, "neck");
    hone_model_release(model);
    test_free(file);
}

TEST_GROUP(test_gltf)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_bones_in_order),
        cmocka_unit_test(odd_nodes_are_mended),
        cmocka_unit_test(vertices_follow_nodes_and_primitives),
        cmocka_unit_test(slots_are_joints_and_rigid_nodes),
        cmocka_unit_test(skinned_and_rigid_vertices_stand_where_they_should),
        cmocka_unit_test(meshes_appear_once_a_node),
        cmocka_unit_test(joints_are_those_of_their_own_skin),
        cmocka_unit_test(mirrors_cancel),
        cmocka_unit_test(triangles_of_a_material_stand_together),
        cmocka_unit_test(strips_and_fans_become_lists),
        cmocka_unit_test(primitives_share_vertices),
        cmocka_unit_test(triangles_of_missing_vertices_shrink),
        cmocka_unit_test(morphs_are_targets_node_by_node),
        cmocka_unit_test(morph_weights_are_the_nodes_else_the_meshs),
        cmocka_unit_test(materials_say_what_the_file_says),
        cmocka_unit_test(unlit_colours_come_out_as_they_are),
        cmocka_unit_test(what_hone_wrote_of_mmds_materials_is_read),
        cmocka_unit_test(odd_extras_are_passed_over),
        cmocka_unit_test(pictures_lie_inside_or_beside),
        cmocka_unit_test(glb_text_and_external_buffers_say_the_same),
        cmocka_unit_test(vrm_names_the_bones_of_a_human),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
