/* The model that the sections of a PMD file become. */
#include "support/pmd_load.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- content of the sections ----------------------------------------------------------------------------------- */

static void pmd_header_is_the_models(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    CHECK(data->format == HONE_FORMAT_PMD && data->space == HONE_SPACE_MMD);
    assert_string_equal(data->name, "初音");
    assert_string_equal(data->comment, "a\r\ncomment");
    assert_string_equal(data->english_name, "Figure");
    assert_string_equal(data->english_comment, "in English");
    hone_model_release(model);
    desc.version = 1.1f;
    pmd_check_odd(&desc, "version");
}

static void pmd_vertices_have_one_bone_or_two(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_mesh *mesh = hone_model_mesh(model);
    static const uint8_t kinds[] = {HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF2, HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF1,
                                    HONE_DEFORM_BDEF2};
    static const hone_influence influences[] = {{0, 1}, {0, 0.25f}, {1, 0.75f}, {2, 1}, {3, 1}, {4, 0.99f}, {5, 0}};
    static const float edges[] = {1, 0, 1, 1, 1};
    assert_int_equal(mesh->vertex_count, 5);
    assert_int_equal(mesh->influence_count, 7);
    assert_memory_equal(mesh->deforms, kinds, 5);
    for (uint32_t i = 0; i < 6; i++)
        CHECK(mesh->influences[i].slot == influences[i].slot && mesh->influences[i].weight == influences[i].weight);
    CHECK(mesh->influences[6].slot == 5 && mesh->influences[6].weight == 1 - 0.99f);
    for (uint32_t v = 0; v < 5; v++) {
        check_same_floats(mesh->positions[v], desc.vertices[v].position, 3);
        check_same_floats(mesh->normals[v], desc.vertices[v].normal, 3);
        check_same_floats(mesh->uvs[v], desc.vertices[v].uv, 2);
        CHECK(mesh->edge_scales[v] == edges[v]);
    }
    assert_int_equal(mesh->index_count, 9);
    for (uint32_t i = 0; i < 9; i++) assert_int_equal(mesh->indices[i], desc.indices[i]);
    hone_model_release(model);
}

static void pmd_odd_vertices_are_mended(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    pmd_vertex vertex = desc.vertices[0];
    desc.vertex_count = 1, desc.index_count = desc.material_count = desc.morph_count = desc.shown_count = 0;
    desc.vertices = &vertex;
    vertex.percent = 101;
    pmd_check_odd(&desc, "weight greater than 100");
    vertex.percent = 255;
    pmd_check_odd(&desc, "weight greater than 100");
    vertex = desc.vertices[0], vertex.percent = 100, vertex.no_edge = 2;
    hone_model *model = pmd_load_odd(&desc, "edge flag greater than 1");
    CHECK(hone_model_mesh(model)->edge_scales[0] == 0);
    hone_model_release(model);
    vertex.no_edge = 0, vertex.percent = 30, vertex.bones[1] = 99;
    model = pmd_load_odd(&desc, "bone is missing");
    CHECK(hone_model_mesh(model)->influences[1].slot == 0);
    hone_model_release(model);
    vertex.percent = 100; /* the other weight is ignored */
    hone_model_release(pmd_load(&desc));
}

static void pmd_materials_say_what_pmx_would(void **state)
{
    (void)state;
    enum { SHADOWS = HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW };
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    const hone_material *m = data->materials;
    assert_int_equal(data->material_count, 3);
    check_same_floats(m[0].diffuse, desc.materials[0].diffuse, 4);
    check_same_floats(m[0].specular, desc.materials[0].specular, 3);
    check_same_floats(m[0].ambient, desc.materials[0].ambient, 3);
    check_same_floats(m[0].edge_colour, (float[]){0, 0, 0, 1}, 4);
    CHECK(m[0].specular_power == 5 && m[0].edge_size == 1 && m[0].index_count == 3);
    assert_int_equal(m[0].flags, HONE_MATERIAL_GROUND_SHADOW | HONE_MATERIAL_EDGE | SHADOWS);
    assert_int_equal(m[1].flags, HONE_MATERIAL_DOUBLE_SIDED);
    assert_int_equal(m[2].flags, HONE_MATERIAL_DOUBLE_SIDED | SHADOWS);
    hone_model_release(model);
}

static void pmd_alpha_of_098_is_without_self_shadow(void **state)
{
    (void)state;
    static const struct {
        float alpha;
        bool shadow, double_sided;
    } cases[] = {{0.974f, true, true}, {0.976f, false, true}, {0.984f, false, true}, {0.986f, true, true},
                 {0.999f, true, true}, {1, true, false},      {1.5f, true, false},   {0, true, true}};
    make_pmd desc = make_pmd_rich();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pmd_material material = desc.materials[1];
        material.diffuse[3] = cases[i].alpha, material.index_count = 9;
        desc.materials = &material, desc.material_count = 1;
        hone_model *model = pmd_load(&desc);
        uint8_t flags = hone_model_get(model)->materials[0].flags;
        CHECK(!(flags & HONE_MATERIAL_RECEIVES_SHADOW) == !cases[i].shadow);
        CHECK(!(flags & HONE_MATERIAL_CASTS_SHADOW) == !cases[i].shadow);
        CHECK(!(flags & HONE_MATERIAL_DOUBLE_SIDED) == !cases[i].double_sided);
        hone_model_release(model);
        desc = make_pmd_rich();
    }
}

static const char *path_of(const hone_model_data *data, int32_t texture)
{
    return texture == HONE_NONE ? "" : data->textures[texture];
}

static void pmd_field_of_pictures_is_taken_apart(void **state)
{
    (void)state;
    static const struct {
        const char *field, *main, *sphere;
        hone_sphere_mode mode;
        const char *warning;
    } cases[] = {
        {"", "", "", HONE_SPHERE_OFF, NULL},
        {"a.bmp", "a.bmp", "", HONE_SPHERE_OFF, NULL},
        {"a.bmp*b.sph", "a.bmp", "b.sph", HONE_SPHERE_MULTIPLY, NULL},
        {"a.bmp*b.SPA", "a.bmp", "b.SPA", HONE_SPHERE_ADD, NULL},
        {"b.sph", "", "b.sph", HONE_SPHERE_MULTIPLY, NULL},
        {"*b.spa", "", "b.spa", HONE_SPHERE_ADD, NULL},
        {"a.bmp*", "a.bmp", "", HONE_SPHERE_OFF, NULL},
        {"b.spa*a.bmp", "a.bmp", "b.spa", HONE_SPHERE_ADD, NULL},
        {"b.spa*c.sph", "b.spa", "c.sph", HONE_SPHERE_MULTIPLY, NULL},
        {"a.bmp/b.sph", "a.bmp", "b.sph", HONE_SPHERE_MULTIPLY, NULL}, /* from very old files */
        {"t/a.bmp/b.spa", "t/a.bmp", "b.spa", HONE_SPHERE_ADD, NULL},
        {"tex/b.sph", "", "tex/b.sph", HONE_SPHERE_MULTIPLY, NULL},
        {"v1.2/tex/b.sph", "", "v1.2/tex/b.sph", HONE_SPHERE_MULTIPLY, NULL},
        {"tex/a.bmp", "tex/a.bmp", "", HONE_SPHERE_OFF, NULL},
        {"t\\a.bmp*t\\b.spa", "t\\a.bmp", "t\\b.spa", HONE_SPHERE_ADD, NULL},
        {"12345678901.bmp*.spa", "12345678901.bmp", ".spa", HONE_SPHERE_ADD, NULL}, /* all 20 bytes */
        {"a.bmp*b.bmp", "a.bmp", "b.bmp", HONE_SPHERE_MULTIPLY, "neither .sph nor .spa"},
        {"a.bmp*b.spa*c", "a.bmp", "b.spa", HONE_SPHERE_ADD, "more than two textures"},
        /* the second byte of the last character is a backslash */
        {"\x83\x5C*b.sph", "ソ", "b.sph", HONE_SPHERE_MULTIPLY, NULL},
    };
    make_pmd desc = make_pmd_rich();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pmd_material material = desc.materials[2];
        material.pictures = cases[i].field, material.index_count = 9;
        desc.materials = &material, desc.material_count = 1;
        hone_model *model = cases[i].warning ? pmd_load_odd(&desc, cases[i].warning) : pmd_load(&desc);
        const hone_model_data *data = hone_model_get(model);
        assert_string_equal(path_of(data, data->materials[0].texture), cases[i].main);
        assert_string_equal(path_of(data, data->materials[0].sphere_texture), cases[i].sphere);
        assert_int_equal(data->materials[0].sphere_mode, cases[i].mode);
        hone_model_release(model);
        desc = make_pmd_rich();
    }
}

static void pmd_pictures_are_listed_once(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->texture_count, 4);
    assert_string_equal(data->textures[0], "body.bmp");
    assert_string_equal(data->textures[1], "shine.spa");
    assert_string_equal(data->textures[2], "metal.sph");
    assert_string_equal(data->textures[3], "own.bmp"); /* a toon; toons that no material uses are not loaded */
    CHECK(data->materials[0].texture == 0 && data->materials[1].texture == 0 &&
          data->materials[2].texture == HONE_NONE);
    hone_model_release(model);
}

static void check_toon(uint8_t number, bool shared, int32_t toon, const char *path, const char *warning)
{
    make_pmd desc = make_pmd_rich();
    pmd_material material = desc.materials[2];
    material.toon = number, material.index_count = 9;
    desc.materials = &material, desc.material_count = 1;
    hone_model *model = warning ? pmd_load_odd(&desc, warning) : pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->materials[0].shared_toon, shared);
    if (path)
        assert_string_equal(path_of(data, data->materials[0].toon), path);
    else
        assert_int_equal(data->materials[0].toon, toon);
    hone_model_release(model);
}

static void pmd_toons_are_shared_or_own(void **state)
{
    (void)state;
    check_toon(0, true, 0, NULL, NULL);
    check_toon(1, true, 1, NULL, NULL) /* no name: it gets the default name of its index */;
    check_toon(2, true, 2, NULL, NULL);
    check_toon(3, false, 0, "own.bmp", NULL);
    check_toon(4, true, 1, NULL, NULL); /* named as the second */
    check_toon(9, false, 0, "9", NULL);
    check_toon(255, false, HONE_NONE, NULL, NULL);
    check_toon(10, false, HONE_NONE, NULL, "toon beyond the tenth");
    make_pmd desc = make_pmd_rich();
    desc.tail_count = 1; /* without a list all are shared */
    hone_model *model = pmd_load(&desc);
    CHECK(hone_model_get(model)->materials[1].shared_toon && hone_model_get(model)->materials[1].toon == 3);
    hone_model_release(model);
}

/* ---- morphs and display lists ---- */

static void pmd_morphs_move_what_the_base_lists(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->morph_count, 3);
    const hone_morph *smile = &data->morphs[0], *blink = &data->morphs[1];
    assert_string_equal(smile->name, "smile");
    assert_string_equal(smile->english_name, "Smile");
    CHECK(smile->panel == 3 && smile->kind == HONE_MORPH_VERTEX && smile->count == 2);
    CHECK(smile->u.vertices[0].vertex == 4 && smile->u.vertices[0].offset[0] == 0.1f);
    CHECK(smile->u.vertices[1].vertex == 0 && smile->u.vertices[1].offset[1] == 0.2f);
    CHECK(blink->panel == 2 && blink->count == 1 && blink->u.vertices[0].vertex == 2);
    assert_string_equal(data->morphs[2].english_name, "Nothing");
    hone_model_release(model);
}

static void pmd_base_may_stand_anywhere(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    const pmd_morph_desc morphs[] = {desc.morphs[1], desc.morphs[2], desc.morphs[0]};
    static const uint16_t shown[] = {2, 1, 0};
    desc.morphs = morphs, desc.morph_count = 3, desc.shown = shown;
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->morph_count, 2);
    assert_string_equal(data->morphs[0].english_name, "Smile");
    CHECK(data->morphs[1].u.vertices[0].vertex == 2);
    CHECK(data->display_frames[1].item_count == 2 && data->display_frames[1].items[0].index == 1);
    hone_model_release(model);
}

static void pmd_odd_morphs_are_mended(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    pmd_morph_desc morphs[4];
    memcpy(morphs, desc.morphs, sizeof morphs);
    desc.morphs = morphs, desc.shown_count = 0;
    morphs[3].category = 9;
    hone_model *model = pmd_load_odd(&desc, "unknown category");
    CHECK(hone_model_get(model)->morphs[2].panel == 4);
    hone_model_release(model);
    morphs[3].category = 0;
    model = pmd_load_odd(&desc, "second base");
    assert_int_equal(hone_model_get(model)->morph_count, 2);
    hone_model_release(model);
    morphs[3] = desc.morphs[3], morphs[3].category = 1;
    pmd_part astray[] = {{3, {1, 2, 3}}, {1, {4, 5, 6}}};
    morphs[2].parts = astray, morphs[2].count = 2;
    model = pmd_load_odd(&desc, "whose target is missing");
    CHECK(hone_model_get(model)->morphs[1].count == 1 && hone_model_get(model)->morphs[1].u.vertices[0].vertex == 2);
    hone_model_release(model);
}

static void pmd_morphs_without_a_base_are_dropped(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    pmd_morph_desc morphs[2] = {desc.morphs[1], desc.morphs[2]};
    morphs[0].english = NULL; /* if names are counted, the first morph counts as the base */
    desc.morphs = morphs, desc.morph_count = 2, desc.shown_count = 0;
    hone_model *model = pmd_load_odd(&desc, "without a base");
    assert_int_equal(hone_model_get(model)->morph_count, 0);
    assert_string_equal(hone_model_get(model)->display_frames[2].english_name, "Body");
    hone_model_release(model);
}

static void check_frame(const hone_display_frame *frame, const char *name, const char *english, uint32_t count,
                        const int32_t *items)
{
    assert_string_equal(frame->name, name);
    assert_string_equal(frame->english_name, english);
    assert_int_equal(frame->item_count, count);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(frame->items[i].index, items[i]);
}

static void pmd_display_lists_become_frames(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->display_frame_count, 4);
    check_frame(&data->display_frames[0], "Root", "Root", 1, (int32_t[]){0});
    check_frame(&data->display_frames[1], "表情", "Exp", 2, (int32_t[]){1, 0});
    check_frame(&data->display_frames[2], "body", "Body", 2, (int32_t[]){1, 9});
    check_frame(&data->display_frames[3], "legs", "Legs", 2, (int32_t[]){2, 3});
    CHECK(data->display_frames[0].special == 1 && data->display_frames[1].special == 1 &&
          data->display_frames[2].special == 0);
    CHECK(data->display_frames[1].items[0].is_morph && !data->display_frames[2].items[0].is_morph);
    hone_model_release(model);
    static const pmd_item root[] = {{5, 0}, {1, 1}};
    desc.items = root, desc.item_count = 2;
    model = pmd_load(&desc);
    check_frame(&hone_model_get(model)->display_frames[0], "Root", "Root", 1, (int32_t[]){5});
    hone_model_release(model);
}

static void pmd_odd_display_lists_are_mended(void **state)
{
    (void)state;
    static const pmd_item astray[] = {{5, 3}, {1, 1}}, missing[] = {{77, 1}, {1, 1}};
    static const uint16_t shown[] = {1, 77};
    make_pmd desc = make_pmd_rich();
    desc.items = astray, desc.item_count = 2;
    pmd_check_odd(&desc, "frame that is missing");
    desc.items = missing;
    pmd_check_odd(&desc, "item that is missing");
    desc.item_count = 0, desc.shown = shown, desc.shown_count = 2;
    pmd_check_odd(&desc, "item that is missing");
}

static void pmd_may_have_255_display_frames(void **state)
{
    (void)state;
    static pmd_frame frames[255];
    static pmd_item items[256];
    make_pmd desc = make_pmd_rich();
    for (uint32_t i = 0; i < 256; i++) items[i] = (pmd_item){1, (uint8_t)i};
    desc.frames = frames, desc.frame_count = 255, desc.items = items, desc.item_count = 256;
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->display_frame_count, 257);
    for (uint32_t i = 0; i < 257; i++) CHECK(i == 1 || data->display_frames[i].item_count == 1);
    hone_model_release(model);
}

/* ---- physics ---- */

static void pmd_bodies_stand_relative_to_their_bones(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_model_data *data = hone_model_get(model);
    const hone_body *b = data->bodies;
    assert_int_equal(data->body_count, 3);
    check_same_floats(b[0].position, (float[]){0.5f, 8, 0}, 3);
    check_same_floats(b[1].position, (float[]){1, 2, 0}, 3);
    check_same_floats(b[2].position, (float[]){1, 9, 1}, 3); /* relative to the first bone */
    CHECK(b[0].bone == 0 && b[1].bone == 3 && b[2].bone == HONE_NONE);
    CHECK(b[1].group == 15 && b[1].mask == 0x1234 && b[1].shape == HONE_BODY_CAPSULE &&
          b[1].mode == HONE_BODY_DYNAMIC_ALIGNED && b[1].size[1] == 2);
    check_same_floats(b[0].rotation, (float[]){0.1f, 0.2f, 0.3f}, 3);
    CHECK(b[0].mass == 1 && b[0].linear_damping == 0.2f && b[0].angular_damping == 0.3f && b[0].restitution == 0.4f &&
          b[0].friction == 0.5f);
    const hone_joint *j = data->joints;
    CHECK(data->joint_count == 1 && j->kind == HONE_JOINT_SPRING_6DOF && j->body_a == 0 && j->body_b == 1);
    const float *parts[] = {j->position,      j->rotation,      j->linear_lower,  j->linear_upper,
                            j->angular_lower, j->angular_upper, j->linear_spring, j->angular_spring};
    for (int i = 0; i < 24; i++) CHECK(parts[i / 3][i % 3] == (float)(i + 1));
    hone_model_release(model);
}

static void pmd_bodies_and_joints_without_partner_are_mended(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    pmd_body body = desc.bodies[0];
    body.bone = 77;
    desc.bodies = &body, desc.body_count = 1, desc.joint_count = 0;
    hone_model *model = pmd_load_odd(&desc, "body whose bone is missing");
    check_same_floats(hone_model_get(model)->bodies[0].position, (float[]){0.5f, 8, 0}, 3);
    hone_model_release(model);
    pmd_joint joint = desc.joints[0];
    joint.bodies[0] = UINT32_MAX, joint.bodies[1] = 0x80000000;
    body.bone = 0;
    desc.joints = &joint, desc.joint_count = 1;
    pmd_check_odd(&desc, "joint whose body is missing");
}

/* ---- tails ---- */

static void pmd_each_tail_may_be_missing(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    for (desc.tail_count = 0; desc.tail_count <= 4; desc.tail_count++) {
        hone_model *model = pmd_load(&desc);
        const hone_model_data *data = hone_model_get(model);
        assert_string_equal(data->english_name, desc.tail_count > 0 ? "Figure" : "");
        assert_string_equal(data->skeleton.bones[0].english_name, desc.tail_count > 0 ? "center" : "");
        assert_int_equal(data->texture_count, desc.tail_count > 1 ? 4 : 3);
        assert_int_equal(data->body_count, desc.tail_count > 2 ? 3 : 0);
        assert_int_equal(data->joint_count, desc.tail_count > 3 ? 1 : 0);
        hone_model_release(model);
    }
}

static void pmd_english_flag_decides(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    desc.english_flag = 0;
    hone_model *model = pmd_load(&desc);
    assert_string_equal(hone_model_get(model)->english_name, "");
    assert_int_equal(hone_model_get(model)->joint_count, 1);
    hone_model_release(model);
    desc.english_flag = 2;
    pmd_check_odd(&desc, "flag for English names");
    desc.english_flag = 1, desc.morph_count = 0, desc.shown_count = 0;
    model = pmd_load(&desc);
    assert_string_equal(hone_model_get(model)->display_frames[3].english_name, "Legs");
    hone_model_release(model);
}

static void pmd_bytes_behind_the_end_are_ignored(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_bytes file = make_pmd_write(&desc, NULL);
    uint8_t *longer = malloc(file.size + 1);
    memcpy(longer, file.data, file.size);
    longer[file.size] = 7;
    hone_model *model = pmd_load_bytes(longer, file.size + 1, false, NULL);
    CHECK(hone_model_warnings(model).count == 1 && strstr(hone_model_warnings(model).texts[0], "after the end"));
    hone_model_release(model);
    free(longer);
    hone_bytes_release(&file);
}

/* ---- as PMX ---- */

static void check_becomes_pmx(const make_pmd *desc)
{
    hone_error error = {0};
    hone_bytes out, again;
    hone_model *pmd = pmd_load(desc);
    assert_true(hone_model_write_pmx(pmd, NULL, &out, &error));
    hone_model *pmx = pmd_load_bytes(out.data, out.size, true, &error);
    assert_string_equal(error.message, "");
    CHECK(hone_model_get(pmx)->format == HONE_FORMAT_PMX && hone_model_get(pmx)->pmx.version == 2.0f);
    pmd_check_same_as_pmx(pmd, pmx);
    assert_true(hone_model_write_pmx(pmx, NULL, &again, &error));
    assert_int_equal(out.size, again.size);
    assert_memory_equal(out.data, again.data, out.size);
    hone_bytes_release(&out);
    hone_bytes_release(&again);
    hone_model_release(pmd);
    hone_model_release(pmx);
}

static void pmd_written_as_pmx_is_the_same_model(void **state)
{
    (void)state;
    static const pmd_ik iks[] = {{8, 5, 3, 1, 1, {4}}, {7, 6, 40, 0.5f, 2, {3, 2}}, {7, 5, 10, 0.25f, 1, {4}}};
    make_pmd desc = make_pmd_rich();
    check_becomes_pmx(&desc);
    desc.iks = iks, desc.ik_count = 3;
    check_becomes_pmx(&desc);
    check_becomes_pmx(&(make_pmd){.version = 1});
}

/* Editors on Chinese systems wrote in their own encoding. */
static void pmd_texts_may_be_gbk(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    desc.name = "\xb3\xf5\xd2\xf4\xce\xb4\xc0\xb4\xc4\xa3\xd0\xcd";
    desc.comment = "\xc7\xeb\xb2\xbb\xd2\xaa\xd3\xc3\xd3\xda\xc9\xcc\xd2\xb5\xd3\xc3\xcd\xbe\xa3\xac\xd0\xbb\xd0\xbb"
                   "\xb4\xf3\xbc\xd2\xb5\xc4\xd6\xa7\xb3\xd6";
    hone_bytes bytes = make_pmd_write(&desc, NULL);
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    assert_string_equal(error.message, "");
    assert_string_equal(hone_model_get(model)->name, "初音未来模型");
    assert_string_equal(hone_model_get(model)->comment, "请不要用于商业用途，谢谢大家的支持");
    hone_model_release(model);
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_pmd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pmd_texts_may_be_gbk),
        cmocka_unit_test(pmd_header_is_the_models),
        cmocka_unit_test(pmd_vertices_have_one_bone_or_two),
        cmocka_unit_test(pmd_odd_vertices_are_mended),
        cmocka_unit_test(pmd_materials_say_what_pmx_would),
        cmocka_unit_test(pmd_alpha_of_098_is_without_self_shadow),
        cmocka_unit_test(pmd_field_of_pictures_is_taken_apart),
        cmocka_unit_test(pmd_pictures_are_listed_once),
        cmocka_unit_test(pmd_toons_are_shared_or_own),
        cmocka_unit_test(pmd_morphs_move_what_the_base_lists),
        cmocka_unit_test(pmd_base_may_stand_anywhere),
        cmocka_unit_test(pmd_odd_morphs_are_mended),
        cmocka_unit_test(pmd_morphs_without_a_base_are_dropped),
        cmocka_unit_test(pmd_display_lists_become_frames),
        cmocka_unit_test(pmd_odd_display_lists_are_mended),
        cmocka_unit_test(pmd_may_have_255_display_frames),
        cmocka_unit_test(pmd_bodies_stand_relative_to_their_bones),
        cmocka_unit_test(pmd_bodies_and_joints_without_partner_are_mended),
        cmocka_unit_test(pmd_each_tail_may_be_missing),
        cmocka_unit_test(pmd_english_flag_decides),
        cmocka_unit_test(pmd_bytes_behind_the_end_are_ignored),
        cmocka_unit_test(pmd_written_as_pmx_is_the_same_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
