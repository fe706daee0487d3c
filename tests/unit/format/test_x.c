/* .x as models: encodings, frames, meshes, materials, weights, and broken files. */
#include "base/files/byte_writer.h"
#include "support/make/files/make_x.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <hone/io.h>
#include <stdio.h>
#include <string.h>

/* ---- help ---- */

static hone_model *read_bytes(hone_bytes bytes)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return model;
}

static hone_bytes text_file(const char *body)
{
    return make_x_of("txt ", "0032", body, strlen(body));
}

static hone_model *read_text(const char *body)
{
    return read_bytes(text_file(body));
}

static const hone_bone *bone_of(const hone_model *model, uint32_t index)
{
    CHECK(index < hone_model_skeleton(model)->bone_count);
    return &hone_model_skeleton(model)->bones[index];
}

static bool warns(const hone_model *model, const char *what)
{
    hone_warnings warnings = hone_model_warnings(model);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (strstr(warnings.texts[i], what))
            return true;
    return false;
}

/* A file that is refused with this message. */
static void check_refused(hone_bytes bytes, hone_code code, const char *words)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (model || error.code != code || !strstr(error.message, words))
        fail_msg("not refused for \"%s\" but: %s", words, model ? "it loads" : error.message);
    hone_bytes_release(&bytes);
}

static void check_bad(const char *body, const char *words)
{
    check_refused(text_file(body), HONE_ERROR_FORMAT, words);
}

#define QUAD "4; 0;0;0;, 0;1;0;, 1;1;0;, 1;0;0;; 1; 4;0,1,2,3;;"
#define TRIANGLES "4; 0;0;0;, 0;1;0;, 1;1;0;, 1;0;0;; 4; 3;0,1,2;, 3;0,2,3;, 3;2,1,0;, 3;3,2,0;;"
#define IDENTITY "1;0;0;0; 0;1;0;0; 0;0;1;0; 0;0;0;1;;"

/* ---- encodings ---- */

static void check_alike(const hone_model *a, const hone_model *b)
{
    const hone_model_data *x = hone_model_get(a), *y = hone_model_get(b);
    const hone_mesh *m = &x->mesh, *n = &y->mesh;
    CHECK(m->vertex_count == n->vertex_count && m->index_count == n->index_count && m->slot_count == n->slot_count);
    CHECK(m->influence_count == n->influence_count && x->material_count == y->material_count);
    CHECK(x->texture_count == y->texture_count && x->clip_count == y->clip_count);
    CHECK(x->skeleton.bone_count == y->skeleton.bone_count);
    CHECK(memcmp(m->positions, n->positions, m->vertex_count * sizeof *m->positions) == 0);
    CHECK(memcmp(m->normals, n->normals, m->vertex_count * sizeof *m->normals) == 0);
    CHECK(memcmp(m->uvs, n->uvs, m->vertex_count * sizeof *m->uvs) == 0);
    CHECK(memcmp(m->extra_uvs[0], n->extra_uvs[0], m->vertex_count * sizeof *m->extra_uvs[0]) == 0);
    CHECK(memcmp(m->indices, n->indices, m->index_count * sizeof *m->indices) == 0);
    CHECK(memcmp(m->influences, n->influences, m->influence_count * sizeof *m->influences) == 0);
    CHECK(memcmp(m->slots, n->slots, m->slot_count * sizeof *m->slots) == 0);
    for (uint32_t i = 0; i < x->skeleton.bone_count; i++) {
        const hone_bone *p = &x->skeleton.bones[i], *q = &y->skeleton.bones[i];
        assert_string_equal(p->name, q->name);
        CHECK(p->parent == q->parent && memcmp(&p->rest_local, &q->rest_local, sizeof p->rest_local) == 0);
    }
    for (uint32_t i = 0; i < x->material_count; i++)
        CHECK(memcmp(x->materials[i].diffuse, y->materials[i].diffuse, sizeof x->materials[i].diffuse) == 0 &&
              x->materials[i].texture == y->materials[i].texture);
}

static void every_encoding_gives_the_same_model(void **state)
{
    (void)state;
    hone_model *text = read_bytes(make_x(&(make_x_desc){.rings = 2000}));
    for (int i = 1; i < 12; i++) {
        const make_x_desc desc = {
            .binary = i & 1, .packed = (i & 2) != 0, .wide = (i & 4) != 0, .templates = (i & 8) != 0, .rings = 2000};
        if (desc.packed && !hone_compressed_x_available())
            continue;
        hone_model *other = read_bytes(make_x(&desc));
        if (hone_model_warnings(other).count)
            fail_msg("%d: %s", i, hone_model_warnings(other).texts[0]);
        check_alike(text, other);
        hone_model_release(other);
    }
    hone_model_release(text);
}

static void a_character_has_its_frames_and_meshes_in_file_order(void **state)
{
    (void)state;
    hone_model *model = read_bytes(make_x(&(make_x_desc){.templates = true}));
    const hone_model_data *data = hone_model_get(model);
    static const char *const names[] = {"Root", "Low", "High", "Body"};
    static const int32_t parents[] = {HONE_NONE, 0, 1, HONE_NONE};
    CHECK(data->format == HONE_FORMAT_X && data->space == HONE_SPACE_X && data->source != 0);
    CHECK(data->skeleton.bone_count == MAKE_X_FRAMES && data->mesh.vertex_count == 12);
    for (uint32_t b = 0; b < MAKE_X_FRAMES; b++) {
        assert_string_equal(bone_of(model, b)->name, names[b]);
        CHECK(bone_of(model, b)->parent == parents[b]);
    }
    CHECK(bone_of(model, 2)->rest_local.m[1][3] == 2 && bone_of(model, 3)->position[2] == 5);
    CHECK(data->mesh.index_count == 3 * 2 * 8 && data->clip_count == MAKE_X_CLIPS);
    assert_string_equal(data->clips[0].name, "wave");
    assert_string_equal(data->clips[1].name, "slide"); /* the set without animations between them is dropped */
    CHECK(data->clips[0].duration == 1 && data->clips[1].duration == 0.5);
    for (uint32_t v = 0; v < 12; v++) {
        const float *n = data->mesh.normals[v], *p = data->mesh.positions[v];
        CHECK_NEAR(n[0], p[0], 1e-6);
        CHECK_NEAR(n[1], 0, 1e-6);
        CHECK_NEAR(n[2], p[2], 1e-6);
    }
    hone_model_release(model);
}

/* In the rest pose of Low and High the tube is as in the file. The ring without weights follows the mesh's frame. */
static void at_rest_the_mesh_is_where_the_file_has_it(void **state)
{
    (void)state;
    hone_model *model = read_bytes(make_x(&(make_x_desc){.binary = true}));
    const hone_mesh *mesh = hone_model_mesh(model);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    float got[12][3];
    CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {got, 12, sizeof *got}}, NULL));
    for (uint32_t v = 0; v < 12; v++) {
        CHECK_NEAR(got[v][0], mesh->positions[v][0], 1e-6);
        CHECK_NEAR(got[v][1], mesh->positions[v][1], 1e-6);
        CHECK_NEAR(got[v][2], mesh->positions[v][2] + (v >= 8 ? 5 : 0), 1e-6);
    }
    CHECK(mesh->slot_count == 3 && mesh->slots[0].bone == 1 && mesh->slots[1].bone == 2 && mesh->slots[2].bone == 3);
    CHECK(mesh->slots[1].bone_from_mesh.m[1][3] == -2);
    for (uint32_t i = 0; i < mesh->influence_count; i++) CHECK(mesh->influences[i].weight == 1);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- text ---- */

static void separators_and_comments_do_not_matter(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "Mesh {" QUAD "}",
        "Mesh{4 0 0 0 0 1 0 1 1 0 1 0 0 1 4 0 1 2 3}",
        "# a comment {\r\nMesh // another }\n{4;;,0;0;0;;;0;1;0;,,1;1;0;1;0;0;;1;4;0,1,2,3;;;;}\x1a",
        "Mesh <3d82ab44-62da-11cf-ab39-0020af71e433> m { <3d82ab44-62da-11cf-ab39-0020af71e433>" QUAD "} // end",
        "mesh m-1.a {4.000; 0.;0e0;-0;, +0;1.0e+0;.0;, 1;1;0;, 1;0;0;; 1; 4;0,1,2,3;;}",
    };
    hone_model *first = read_text(bodies[0]);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        hone_model *model = read_text(bodies[i]);
        const hone_mesh *mesh = hone_model_mesh(model);
        CHECK(mesh->vertex_count == 4 && mesh->index_count == 6 && hone_model_warnings(model).count == 0);
        for (int v = 0; v < 12; v++)
            CHECK(mesh->positions[v / 3][v % 3] == hone_model_mesh(first)->positions[v / 3][v % 3]);
        hone_model_release(model);
    }
    hone_model_release(first);
}

static void a_byte_order_mark_is_passed_over(void **state)
{
    (void)state;
    static const char file[] = "\xEF\xBB\xBFxof 0302txt 0064Frame A { }";
    CHECK(hone_format_detect(file, sizeof file - 1) == HONE_FORMAT_X);
    hone_model *model = hone_model_load_memory(file, sizeof file - 1, NULL, NULL);
    assert_string_equal(bone_of(model, 0)->name, "A");
    hone_model_release(model);
}

static void names_may_be_missing_japanese_or_alike(void **state)
{
    (void)state;
    hone_model *model = read_text("Frame { Frame \x8E\xE8 { } Frame 手 { } Frame 1a { } Frame { } }"
                                  "Mesh { 1; 0;0;0; 0; SkinWeights { \"\x8E\xE8\"; 1; 0; 1; " IDENTITY " } }");
    assert_string_equal(bone_of(model, 0)->name, "");
    assert_string_equal(bone_of(model, 1)->name, "手");
    assert_string_equal(bone_of(model, 2)->name, "手");
    assert_string_equal(bone_of(model, 3)->name, "1a");
    CHECK(bone_of(model, 4)->parent == 0);
    CHECK(hone_model_mesh(model)->slots[0].bone == 1); /* the first of several with the same name */
    hone_model_release(model);
    /* in Shift-JIS second bytes may be braces and brackets; in UTF-8 they are not */
    model = read_text("Frame \x83\x7B\x81\x5B\x83\x93{Frame \x83\x5D{}Frame 手{}{\x83\x7B\x81\x5B\x83\x93}}");
    static const char *const names[] = {"ボーン", "ゾ", "手"};
    for (uint32_t i = 0; i < 3; i++) assert_string_equal(bone_of(model, i)->name, names[i]);
    hone_model_release(model);
}

static void what_is_no_number_becomes_none(void **state)
{
    (void)state;
    hone_model *model = read_text("Mesh { 1; 1.#IND00; -1.#QNAN0; 1e999; 0; }"
                                  "Frame A { FrameTransformMatrix { 2;0;0;0; 0;nan;0;0; 0;0;1;0; 0;0;0;1;; } }");
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(mesh->positions[0][0] == 0 && mesh->positions[0][1] == 0 && mesh->positions[0][2] == 0);
    CHECK(bone_of(model, 0)->rest_local.m[0][0] == 1 && bone_of(model, 0)->rest_local.m[1][1] == 1);
    CHECK(warns(model, "not finite") && warns(model, "in line") == false);
    hone_model_release(model);
}

/* ---- frames ---- */

static void matrices_of_row_vectors_become_those_of_columns(void **state)
{
    (void)state;
    hone_model *model =
        read_text("Frame A { Other { 1; Deep { 2; } } FrameTransformMatrix { 1;2;3;0; 4;5;6;0; 7;8;9;0; "
                  "10;11;12;1;; } { A } }");
    const hone_affine want = {{{1, 4, 7, 10}, {2, 5, 8, 11}, {3, 6, 9, 12}}};
    CHECK(memcmp(&bone_of(model, 0)->rest_local, &want, sizeof want) == 0);
    CHECK(warns(model, "reference in a Frame"));
    hone_model_release(model);
    model = read_text("Frame A { FrameTransformMatrix { 1;0;0;1; 0;1;0;0; 0;0;1;0; 0;0;0;1;; } }");
    CHECK(warns(model, "last column"));
    hone_model_release(model);
}

/* ---- faces, normals, materials ---- */

static void polygons_become_fans_and_what_is_no_face_nothing(void **state)
{
    (void)state;
    hone_model *model =
        read_text("Mesh { 5; 0;0;0; 0;1;0; 1;1;0; 1;0;0; 2;0;0; 6; 5;0,1,2,3,4; 0; 1;0; 2;0,1; 3;0,1,9; "
                  "3;4,3,2;; }");
    static const uint32_t want[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 4, 3, 2};
    CHECK(hone_model_mesh(model)->index_count == 12 && memcmp(hone_model_mesh(model)->indices, want, sizeof want) == 0);
    CHECK(warns(model, "vertex that is missing"));
    hone_model_release(model);
}

/* At faces at right angles a shared vertex gets the mean direction; without normals in the file, areas are the
 * weights. */
static void normals_are_the_middle_of_the_corners(void **state)
{
    (void)state;
#define ROOF "4; 0;0;0;, 0;0;1;, 1;0;0;, 0;-2;0;; 2; 3;0,1,2;, 3;0,2,3;;"
    hone_model *model =
        read_text("Mesh { " ROOF " MeshNormals { 3; 0;2;0;, 0;0;-1;, 5;5;5;; 2; 3;0,0,0;, 3;1,1,1;; } }");
    const float(*n)[3] = hone_model_mesh(model)->normals, half = sqrtf(0.5f);
    for (int shared = 0; shared < 3; shared += 2) { /* vertices 0 and 2 */
        CHECK_NEAR(n[shared][1], half, 1e-6);
        CHECK_NEAR(n[shared][2], -half, 1e-6);
    }
    CHECK(n[1][1] == 1 && n[3][2] == -1);
    hone_model_release(model);
    model = read_text("Mesh { " ROOF " MeshNormals { 1; 0;1;0;; 2; 3;0,0,0;, 4;0,0,0,0;; } }");
    CHECK(warns(model, "normals whose faces"));
    n = hone_model_mesh(model)->normals;
    CHECK(n[1][1] == 1 && n[3][2] == -1); /* left-handed, clockwise: towards the viewer */
    CHECK_NEAR(n[0][1] / n[0][2], -0.5, 1e-6);
    hone_model_release(model);
    model = read_text("Mesh { " ROOF " MeshNormals { 1; 0;1;0;; 2; 3;0,0,0;, 3;7,0,0;; } }");
    CHECK(warns(model, "normal that is missing"));
    hone_model_release(model);
}

static void triangles_lie_by_material(void **state)
{
    (void)state;
#define MATERIAL(name, red) "Material " name " { " red ";0;0;1;; 0; 0;0;0;; 0;0;0;; } "
    hone_model *model = read_text("Mesh { " TRIANGLES " MeshMaterialList { 2; 4; 1,0,1,7; { late } " MATERIAL(
        "", "0.5") " } }"
                   "Mesh { " TRIANGLES " }" MATERIAL("unused", "0.25") MATERIAL("late", "1"));
    const hone_model_data *data = hone_model_get(model);
    CHECK(data->material_count == 4 && data->mesh.index_count == 24);
    CHECK(data->materials[0].diffuse[0] == 0.5f && data->materials[0].index_count == 6);
    CHECK(data->materials[1].diffuse[0] == 0.25f && data->materials[1].index_count == 0);
    CHECK(data->materials[2].diffuse[0] == 1 && data->materials[2].index_count == 6);
    CHECK(data->materials[3].index_count == 12); /* a default material for the mesh without one */
    static const uint32_t want[] = {0, 1, 2, 2, 1, 0, 0, 2, 3, 3, 2, 0, 4, 5, 6};
    CHECK(memcmp(data->mesh.indices, want, sizeof want) == 0);
    CHECK(warns(model, "whose material is missing"));
    hone_model_release(model);
}

static void one_material_may_do_for_all_faces(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        uint32_t counts[2];
    } cases[] = {{"2; 1; 1;", {0, 12}}, {"2; 2; 1, 0;", {9, 3}}, {"2; 0;", {12, 0}}, {"2; 6; 1,1,1,1,0,0;", {0, 12}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[1024];
        snprintf(body, sizeof body,
                 "Mesh { " TRIANGLES " MeshMaterialList { %s " MATERIAL("a", "0") MATERIAL("b", "1") "} }",
                 cases[i].list);
        hone_model *model = read_text(body);
        for (int m = 0; m < 2; m++) CHECK(hone_model_get(model)->materials[m].index_count == cases[i].counts[m]);
        hone_model_release(model);
    }
    hone_model *model = read_text("Mesh { " TRIANGLES " MeshMaterialList { 1; 4; 0,0,0,0; { nobody } } }");
    CHECK(warns(model, "reference to a material that is missing") &&
          hone_model_get(model)->materials[0].index_count == 12);
    hone_model_release(model);
}

static void materials_have_their_colours_and_pictures(void **state)
{
    (void)state;
    hone_model *model = read_text(
        "Material m { 0.1;0.2;0.3;0.4;; 5; 0.6;0.7;0.8;; 0.9;1;1.1;; TextureFileName { \"a\\\\b\\c.bmp*d.spa\"; } }"
        "Material n { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { \"C:\\art\\c.bmp\"; } EffectInstance { \"x\"; } }"
        "Material o { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { \"c.bmp\"; } TextureFilename { \"\"; } }");
    const hone_model_data *data = hone_model_get(model);
    const hone_material *m = data->materials;
    assert_string_equal(m[0].name, "m");
    CHECK(m[0].diffuse[3] == 0.4f && m[0].specular_power == 5 && m[0].specular[2] == 0.8f && m[0].ambient[2] == 1.1f);
    CHECK(data->texture_count == 3);
    assert_string_equal(data->textures[m[0].texture], "a\\b\\c.bmp");
    assert_string_equal(data->textures[m[0].sphere_texture], "d.spa");
    CHECK(m[0].sphere_mode == HONE_SPHERE_ADD);
    assert_string_equal(data->textures[m[1].texture], "c.bmp");
    CHECK(m[2].texture == HONE_NONE && m[1].sphere_mode == HONE_SPHERE_OFF);
    hone_model_release(model);
}

static void objects_of_unknown_types_are_one_warning_each(void **state)
{
    (void)state;
    hone_model *model = read_text(
        "Header { 1; 0; 1; } MyLight { 1; } Mesh { " TRIANGLES " DeclData { 0; } XSkinMeshHeader { 1; 1; 1; }"
        " MeshMaterialList { 1; 4; 0,0,0,0; Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; EffectInstance { \"a\"; } } } }"
        "Frame { MyLight { 2; } } Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; EffectInstance { \"b\"; } }");
    hone_warnings warnings = hone_model_warnings(model);
    static const char *const names[] = {"MyLight", "DeclData", "EffectInstance"};
    assert_int_equal(warnings.count, 3);
    for (int i = 0; i < 3; i++)
        CHECK(strstr(warnings.texts[i], names[i]) && strstr(warnings.texts[i], "does not read") && warnings.limits[i]);
    hone_model_release(model);
}

static void texture_coordinates_and_colours_are_one_a_vertex(void **state)
{
    (void)state;
    hone_model *model =
        read_text("Mesh { " QUAD " MeshTextureCoords { 4; 0;0.25; 1;0; 1;1; 0;1;; } }"
                  "Mesh { " QUAD " MeshTextureCoords { 3; 9;9; 9;9; 9;9;; } MeshVertexColors { 3; 1; 1;0.5;0;1;;, "
                  "9; 0;0;0;0;;, 1; 0;0.5;0;1;;; } }");
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(mesh->uvs[0][1] == 0.25f && mesh->uvs[1][0] == 1 && mesh->uvs[4][0] == 0);
    CHECK(mesh->extra_uv_count == 1 && mesh->extra_uvs[0][0][0] == 1 && mesh->extra_uvs[0][4][2] == 1);
    CHECK(mesh->extra_uvs[0][5][0] == 0 && mesh->extra_uvs[0][5][1] == 0.5f);
    CHECK(hone_model_get(model)->materials[0].flags & HONE_MATERIAL_VERTEX_COLOUR);
    CHECK(warns(model, "not one per vertex") && warns(model, "colour of a vertex"));
    hone_model_release(model);
}

/* ---- weights ---- */

static void weights_are_shares_of_any_number_of_bones(void **state)
{
    (void)state;
    char body[4096] = "Mesh { 2; 0;0;0; 1;0;0; 0; XSkinMeshHeader { 4; 12; 6; } ";
    for (int i = 0; i < 6; i++)
        snprintf(body + strlen(body), sizeof body - strlen(body), "SkinWeights { \"b%d\"; 1; 1; %d; " IDENTITY " } ", i,
                 i + 1);
    strcat(body, "} Frame b5 { } Frame b4 { } Frame b3 { } Frame b2 { } Frame b1 { } Frame b0 { }");
    hone_model *model = read_text(body);
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(mesh->slot_count == 7 && mesh->influence_begin[1] == 1 && mesh->influence_begin[2] == 7);
    CHECK(mesh->slots[6].bone == HONE_NONE && mesh->influences[0].slot == 6 && mesh->influences[0].weight == 1);
    for (uint32_t i = 0; i < 6; i++) {
        CHECK(mesh->slots[i].bone == (int32_t)(5 - i) && mesh->influences[1 + i].slot == (int32_t)i);
        CHECK_NEAR(mesh->influences[1 + i].weight, (double)(i + 1) / 21, 1e-7);
    }
    hone_model_release(model);
}

static void odd_weights_do_no_harm(void **state)
{
    (void)state;
    hone_model *model =
        read_text("Frame F { FrameTransformMatrix { 1;0;0;0; 0;1;0;0; 0;0;1;0; 7;0;0;1;; }"
                  "Mesh { 3; 0;0;0; 1;0;0; 2;0;0; 0;"
                  "SkinWeights { \"gone\"; 3; 0, 1000000, 1; 1; 1; -1; 1;0;0;0; 0;1;0;0; 0;0;1;0; 9;9;9;1;; }"
                  "SkinWeights { \"F\"; 3; 0, 0, 2; 0.5; 0.5; 0; " IDENTITY " } } }");
    const hone_mesh *mesh = hone_model_mesh(model);
    CHECK(warns(model, "not a Frame") && warns(model, "weight of a vertex") && warns(model, "below 0"));
    /* moves with its frame, without offset */
    CHECK(mesh->slots[0].bone == 0 && mesh->slots[0].bone_from_mesh.m[0][3] == 0);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    float got[3][3];
    CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {got, 3, sizeof *got}}, NULL));
    for (int v = 0; v < 3; v++) CHECK_NEAR(got[v][0], v + 7, 1e-6);
    /* a vertex that is twice in one list gets the sum: a half from each bone */
    CHECK_NEAR(mesh->influences[0].weight, 0.5, 1e-6);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- refused ---- */

static void headers_that_are_not_read_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *file, *words;
        hone_code code;
    } cases[] = {{"xof 0303txt 003", "is incomplete", HONE_ERROR_FORMAT},
                 {"xof 0303cmp 0032", "\"cmp \"", HONE_ERROR_UNSUPPORTED},
                 {"xof 0303txt 0016", "\"0016\"", HONE_ERROR_FORMAT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_error error = {0};
        CHECK(!hone_model_load_memory(cases[i].file, strlen(cases[i].file), NULL, &error));
        CHECK(error.code == cases[i].code && strstr(error.message, cases[i].words));
        CHECK(!hone_motion_load_memory(cases[i].file, strlen(cases[i].file), NULL, &error));
    }
}

static void text_that_makes_no_sense_is_refused_with_its_line(void **state)
{
    (void)state;
    check_bad("\n\nMesh { 3; 0;0;0;", "in line 3");
    check_bad("Mesh { 4000000000; 0;0;0; }", "4000000000 vertices do not fit");
    check_bad("Mesh { -1; }", "count or an index");
    check_bad("Mesh { 1; 0;0;x; 0; }", "\"x\" is not a number");
    check_bad("Mesh { 1; 0;0; }", "a number is missing");
    check_bad("Frame A { FrameTransformMatrix { " IDENTITY " 5; } }", "size that its counts give");
    check_bad("Frame A { ", "ends inside an object");
    check_bad("Frame A } ", "\"{\" is missing");
    check_bad("} ", "closes nothing");
    check_bad("Frame A { \"text\" }", "a string where an object");
    check_bad("Foo { \"text }", "string without an end");
    check_bad("Frame A { { A B } }", "neither an object nor a reference");
    check_bad("Mesh { 1; 0;0;0; 0; SkinWeights { \"b\"; 2; 0, 0; 1; " IDENTITY " } }", "number");
    check_bad("Mesh { 1; 0;0;0; 0; SkinWeights { \"b\"; 1; 0, 0; 1; 1; " IDENTITY " } }", "size that its counts give");
}

static void objects_do_not_lie_in_each_other_without_end(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    static char body[8 * DEEP + 1];
    for (int unknown = 0; unknown < 2; unknown++) {
        for (int i = 0; i < DEEP; i++) memcpy(body + 8 * i, unknown ? "Frame\0A{" : "FrameA {", 8);
        for (int i = 0; i < 8 * DEEP; i++) body[i] = body[i] ? body[i] : ' ';
        check_refused(make_x_of("txt ", "0032", body, sizeof body - 1), HONE_ERROR_FORMAT, "more than 256 deep");
    }
    for (int i = 0; i < 256; i++) memcpy(body + 8 * i, "Frame A{", 8);
    memset(body + 8 * 256, '}', 256);
    hone_model *model = read_bytes(make_x_of("txt ", "0032", body, 9 * 256));
    CHECK(hone_model_skeleton(model)->bone_count == 256);
    hone_model_release(model);
}

/* Tokens of 16 bits, as octal bytes where text would be hard to read. */
static void binary_that_makes_no_sense_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        size_t size;
        const char *words;
    } cases[] = {
        {"\x63\x00", 2, "the token 99 is unknown"},
        {"\x01\x00\xff\xff\xff\xff"
         "A",
         7, "cut short"},
        {"\x01\x00\x04\x00\x00\x00Mesh\x0a\x00\x06\x00\xff\xff\xff\x7f", 18, "2147483647 numbers do not fit"},
        {"\x01\x00\x04\x00\x00\x00Mesh\x0a\x00\x0b\x00", 14, "a number is missing"},
        {"\x01\x00\x04\x00\x00\x00Mesh\x0a\x00\x07\x00\x01\x00\x00\x00\x00\x00\x80\xbf", 22, "count or an index"},
        {"\x01", 1, "cut short"},
        {"\x05\x00\x01\x02", 4, "a GUID is cut short"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_refused(make_x_of("bin ", "0032", cases[i].body, cases[i].size), HONE_ERROR_FORMAT, cases[i].words);
}

/* Numbers of the other type are converted, single numbers and lists are equivalent, and signs may be anywhere. */
static void binary_numbers_are_taken_as_they_come(void **state)
{
    (void)state;
    hone_writer w = hone_writer_make(NULL);
    hone_bytes body = {0};
    hone_write_bytes(&w, "\x01\x00\x04\x00\x00\x00Mesh\x0a\x00", 12);
    hone_write_u16(&w, 7), hone_write_u32(&w, 1), hone_write_f32(&w, 2);                         /* 2.0 vertices */
    hone_write_u16(&w, 6), hone_write_u32(&w, 2), hone_write_i32(&w, -3), hone_write_i32(&w, 4); /* -3 4 */
    hone_write_u16(&w, 0x42), hone_write_f32(&w, 0.5f);
    hone_write_u16(&w, 19), hone_write_u16(&w, 20);
    hone_write_u16(&w, 6), hone_write_u32(&w, 0);
    hone_write_u16(&w, 7), hone_write_u32(&w, 3), hone_write_f32(&w, 1), hone_write_f32(&w, 2), hone_write_f32(&w, 3);
    hone_write_u16(&w, 3), hone_write_u32(&w, 0);                        /* no faces */
    hone_write_u16(&w, 6), hone_write_u32(&w, 1), hone_write_u32(&w, 9); /* superfluous */
    hone_write_u16(&w, 11);
    CHECK(hone_writer_finish(&w, &body, NULL));
    hone_model *model = read_bytes(make_x_of("bin ", "0032", body.data, body.size));
    const float want[2][3] = {{-3, 4, 0.5f}, {1, 2, 3}};
    CHECK(hone_model_mesh(model)->vertex_count == 2);
    CHECK(memcmp(hone_model_mesh(model)->positions, want, sizeof want) == 0);
    hone_model_release(model);
    hone_bytes_release(&body);
}

/* ---- compressed ---- */

static void need_zlib(void)
{
    NEEDS(compressed_x);
}

static void damaged_blocks_are_refused(void **state)
{
    (void)state;
    need_zlib();
    static const char body[] = "Frame A { }";
    enum { TOTAL = 16, OUT = 20, IN = 22, SIGN = 24, STORED = 27 };
    static const struct {
        size_t at;
        uint8_t value;
        const char *words;
    } cases[] = {{OUT, 12, "damaged"},    {OUT, 10, "damaged"},     {OUT + 1, 0x90, "damaged"},
                 {IN, 200, "damaged"},    {IN, 1, "damaged"},       {SIGN, 'X', "damaged"},
                 {STORED, 99, "damaged"}, {SIGN + 2, 7, "damaged"}, {TOTAL + 3, 0x7f, "cannot expand to"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_bytes bytes = make_x_packed("tzip", "0032", body, sizeof body - 1);
        bytes.data[cases[i].at] = cases[i].value;
        check_refused(bytes, HONE_ERROR_FORMAT, cases[i].words);
    }
    hone_bytes bytes = make_x_packed("tzip", "0032", body, sizeof body - 1);
    bytes.data[TOTAL]++;
    hone_model *model = read_bytes(bytes);
    CHECK(warns(model, "does not have the size"));
    hone_model_release(model);
    check_refused(make_x_of("tzip", "0032", "\x10\x00", 2), HONE_ERROR_FORMAT, "header is cut short");
    model = read_bytes(make_x_of("tzip", "0032", "\x10\x00\x00\x00", 4));
    CHECK(hone_model_skeleton(model)->bone_count == 0);
    hone_model_release(model);
}

/* The generator's bombs are correct: with few blocks they load. */
static void runs_of_one_block_unpack(void **state)
{
    (void)state;
    need_zlib();
    hone_error error = {0};
    hone_bytes file =
        make_x_bomb("Mesh { 2000; ", 2); /* 65536 bytes are 32768 numbers: vertices, no faces, then one word */
    CHECK(!hone_model_load_memory(file.data, file.size, NULL, &error));
    CHECK(strstr(error.message, "not an object"));
    hone_bytes_release(&file);
}

static void check_memory(hone_bytes file)
{
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    const hone_load_desc desc = {.allocator = &a.allocator};
    hone_model_release(hone_model_load_memory(file.data, file.size, &desc, NULL));
    hone_motion_release(hone_motion_load_memory(file.data, file.size, &desc, NULL));
    CHECK(a.live == 0);
    CHECK(a.peak_size + file.size <= 16 * file.size + (1u << 20));
    hone_bytes_release(&file);
}

static void a_file_takes_no_more_memory_than_its_size_allows(void **state)
{
    (void)state;
    check_memory(text_file("Mesh { 30; 0;0;0; }"));
    check_memory(make_x(&(make_x_desc){.rings = 400}));
    check_memory(make_x(&(make_x_desc){.rings = 400, .binary = true}));
    check_memory(make_x(&(make_x_desc){.rings = 3000, .packed = true}));
    check_memory(make_x_bomb("Mesh { 4000000; ", 300));
    check_memory(make_x_bomb("Mesh { 0; 2000000; ", 300));
    check_memory(make_x_bomb("AnimationSet { Animation { AnimationKey { 1; 1000000; ", 300));
}

/* Small frames. Each uses more than its share of memory before it becomes a bone, and once more then. */
static void what_comes_before_the_model_counts_too(void **state)
{
    (void)state;
    enum { MOST = 12000, SIZE = 11 };
    static char body[MOST * SIZE];
    for (size_t i = 0; i < MOST; i++) memcpy(body + i * SIZE, "Frame ab{} ", SIZE);
    for (size_t count = 5000; count <= MOST; count += 250) check_memory(make_x_of("txt ", "0032", body, count * SIZE));
}

/* ---- cut, spoilt, out of memory ---- */

static const make_x_desc encodings[] = {{.templates = true},
                                        {.binary = true, .templates = true},
                                        {.binary = true, .wide = true},
                                        {.packed = true},
                                        {.packed = true, .binary = true}};

static void try_both(const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes, size, NULL, &error);
    CHECK(model || error.code != HONE_OK);
    hone_model_release(model);
    error = (hone_error){0};
    hone_motion *motion = hone_motion_load_memory(bytes, size, NULL, &error);
    CHECK(motion || error.code != HONE_OK);
    hone_motion_release(motion);
}

/* From a copy of exactly that size, so that a sanitizer detects a read past the end. */
static void a_file_cut_anywhere_ends_in_a_result_or_an_error(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++) {
        hone_bytes file = make_x(&encodings[e]);
        for (size_t size = 0; size < file.size; size++) {
            uint8_t *copy = test_malloc(size ? size : 1);
            if (size)
                memcpy(copy, file.data, size);
            try_both(copy, size);
            test_free(copy);
        }
        hone_bytes_release(&file);
    }
}

static void a_file_with_any_byte_spoilt_ends_in_a_result_or_an_error(void **state)
{
    (void)state;
    test_random random = {7};
    for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++) {
        hone_bytes file = make_x(&encodings[e]);
        for (size_t at = 16; at < file.size; at++) {
            uint8_t before = file.data[at];
            file.data[at] = (uint8_t)test_random_u32(&random);
            try_both(file.data, file.size);
            file.data[at] = before;
        }
        hone_bytes_release(&file);
    }
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++) {
        if (encodings[e].packed && !hone_compressed_x_available())
            continue;
        hone_bytes file = make_x(&encodings[e]);
        for (int motion = 0; motion < 2; motion++) {
            bool done = false;
            for (uint64_t n = 0; !done; n++) {
                test_allocator a;
                test_allocator_make(&a, n);
                hone_error error = {0};
                const hone_load_desc desc = {.allocator = &a.allocator, .clip = "slide"};
                hone_model *m = motion ? NULL : hone_model_load_memory(file.data, file.size, &desc, &error);
                hone_motion *k = motion ? hone_motion_load_memory(file.data, file.size, &desc, &error) : NULL;
                done = m || k;
                CHECK(done || error.code == HONE_ERROR_MEMORY);
                hone_model_release(m);
                hone_motion_release(k);
                CHECK(a.live == 0);
            }
        }
        hone_bytes_release(&file);
    }
}

static void strict_makes_an_oddity_an_error(void **state)
{
    (void)state;
    hone_bytes odd = text_file("Mesh { 3; 0;0;0; 0;1;0; 1;0;0; 1; 3;0,1,3; }");
    hone_error error = {0};
    CHECK(!hone_model_load_memory(odd.data, odd.size, &(hone_load_desc){.strict = true}, &error));
    CHECK(error.code == HONE_ERROR_FORMAT);
    hone_bytes_release(&odd);
}

TEST_GROUP(test_x)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_encoding_gives_the_same_model),
        cmocka_unit_test(a_character_has_its_frames_and_meshes_in_file_order),
        cmocka_unit_test(at_rest_the_mesh_is_where_the_file_has_it),
        cmocka_unit_test(separators_and_comments_do_not_matter),
        cmocka_unit_test(a_byte_order_mark_is_passed_over),
        cmocka_unit_test(names_may_be_missing_japanese_or_alike),
        cmocka_unit_test(what_is_no_number_becomes_none),
        cmocka_unit_test(matrices_of_row_vectors_become_those_of_columns),
        cmocka_unit_test(polygons_become_fans_and_what_is_no_face_nothing),
        cmocka_unit_test(normals_are_the_middle_of_the_corners),
        cmocka_unit_test(triangles_lie_by_material),
        cmocka_unit_test(one_material_may_do_for_all_faces),
        cmocka_unit_test(materials_have_their_colours_and_pictures),
        cmocka_unit_test(objects_of_unknown_types_are_one_warning_each),
        cmocka_unit_test(texture_coordinates_and_colours_are_one_a_vertex),
        cmocka_unit_test(weights_are_shares_of_any_number_of_bones),
        cmocka_unit_test(odd_weights_do_no_harm),
        cmocka_unit_test(headers_that_are_not_read_are_refused),
        cmocka_unit_test(text_that_makes_no_sense_is_refused_with_its_line),
        cmocka_unit_test(objects_do_not_lie_in_each_other_without_end),
        cmocka_unit_test(binary_that_makes_no_sense_is_refused),
        cmocka_unit_test(binary_numbers_are_taken_as_they_come),
        cmocka_unit_test(damaged_blocks_are_refused),
        cmocka_unit_test(runs_of_one_block_unpack),
        cmocka_unit_test(a_file_takes_no_more_memory_than_its_size_allows),
        cmocka_unit_test(what_comes_before_the_model_counts_too),
        cmocka_unit_test(a_file_cut_anywhere_ends_in_a_result_or_an_error),
        cmocka_unit_test(a_file_with_any_byte_spoilt_ends_in_a_result_or_an_error),
        cmocka_unit_test(every_failed_allocation_is_an_error),
        cmocka_unit_test(strict_makes_an_oddity_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
