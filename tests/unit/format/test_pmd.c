#include "rig/order.h"
#include "support/make/make_pmd.h"
#include "support/make/raw_pmx.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = 0xFFFF };

static hone_model *load_bytes(const uint8_t *bytes, size_t size, bool strict, hone_error *error)
{
    return hone_model_load_memory(bytes, size, &(hone_load_desc){.strict = strict}, error);
}

/* Loads without a warning. */
static hone_model *load(const make_pmd *desc)
{
    hone_error error = {0};
    hone_bytes file = make_pmd_write(desc, NULL);
    hone_model *model = load_bytes(file.data, file.size, true, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(hone_model_warnings(model).count, 0);
    hone_bytes_release(&file);
    return model;
}

/* Loads with this warning alone. */
static hone_model *load_odd(const make_pmd *desc, const char *warning)
{
    hone_error error = {0};
    hone_bytes file = make_pmd_write(desc, NULL);
    hone_model *model = load_bytes(file.data, file.size, false, &error);
    assert_string_equal(error.message, "");
    hone_warnings warnings = hone_model_warnings(model);
    if (warnings.count != 1 || !strstr(warnings.texts[0], warning))
        fail_msg("%u warnings, the first \"%s\", not one \"%s\"", warnings.count,
                 warnings.count ? warnings.texts[0] : "", warning);
    hone_bytes_release(&file);
    return model;
}

static void check_odd(const make_pmd *desc, const char *warning)
{
    hone_model_release(load_odd(desc, warning));
}

static void check_floats(const float *got, const float *want, size_t count)
{
    for (size_t i = 0; i < count; i++) CHECK(got[i] == want[i]);
}

/* ---- content of the sections ----------------------------------------------------------------------------------- */

static void pmd_header_is_the_models(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = load(&desc);
    const hone_model_data *data = hone_model_get(model);
    CHECK(data->format == HONE_FORMAT_PMD && data->space == HONE_SPACE_MMD);
    assert_string_equal(data->name, "初音");
    assert_string_equal(data->comment, "a\r\ncomment");
    assert_string_equal(data->english_name, "Figure");
    assert_string_equal(data->english_comment, "in English");
    hone_model_release(model);
    desc.version = 1.1f;
    check_odd(&desc, "version");
}

static void pmd_vertices_have_one_bone_or_two(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = load(&desc);
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
        check_floats(mesh->positions[v], desc.vertices[v].position, 3);
        check_floats(mesh->normals[v], desc.vertices[v].normal, 3);
        check_floats(mesh->uvs[v], desc.vertices[v].uv, 2);
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
    check_odd(&desc, "weight greater than 100");
    vertex.percent = 255;
    check_odd(&desc, "weight greater than 100");
    vertex = desc.vertices[0], vertex.percent = 100, vertex.no_edge = 2;
    hone_model *model = load_odd(&desc, "edge flag greater than 1");
    CHECK(hone_model_mesh(model)->edge_scales[0] == 0);
    hone_model_release(model);
    vertex.no_edge = 0, vertex.percent = 30, vertex.bones[1] = 99;
    model = load_odd(&desc, "bone is missing");
    CHECK(hone_model_mesh(model)->influences[1].slot == 0);
    hone_model_release(model);
    vertex.percent = 100; /* the other weight is ignored */
    hone_model_release(load(&desc));
}

static void pmd_materials_say_what_pmx_would(void **state)
{
    (void)state;
    enum { SHADOWS = HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW };
    make_pmd desc = make_pmd_rich();
    hone_model *model = load(&desc);
    const hone_model_data *data = hone_model_get(model);
    const hone_material *m = data->materials;
    assert_int_equal(data->material_count, 3);
    check_floats(m[0].diffuse, desc.materials[0].diffuse, 4);
    check_floats(m[0].specular, desc.materials[0].specular, 3);
    check_floats(m[0].ambient, desc.materials[0].ambient, 3);
    check_floats(m[0].edge_colour, (float[]){0, 0, 0, 1}, 4);
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
        hone_model *model = load(&desc);
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
        hone_model *model = cases[i].warning ? load_odd(&desc, cases[i].warning) : load(&desc);
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
    hone_model *model = load(&desc);
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
    hone_model *model = warning ? load_odd(&desc, warning) : load(&desc);
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
    hone_model *model = load(&desc);
    CHECK(hone_model_get(model)->materials[1].shared_toon && hone_model_get(model)->materials[1].toon == 3);
    hone_model_release(model);
}

/* ---- bones ---- */

static void pmd_kinds_of_bones_become_flags(void **state)
{
    (void)state;
    enum { TURNS = HONE_BONE_ROTATABLE | HONE_BONE_OPERABLE, SEEN = TURNS | HONE_BONE_VISIBLE };
    enum { TAIL = HONE_BONE_TAIL_IS_BONE };
    static const struct {
        uint16_t flags;
        int32_t tail, source;
        float ratio;
    } want[] = {{SEEN | HONE_BONE_MOVABLE | TAIL, 1, HONE_NONE, 0},
                {SEEN | TAIL, 2, HONE_NONE, 0},
                {SEEN | TAIL, 3, HONE_NONE, 0},
                {SEEN | TAIL, 4, HONE_NONE, 0},
                {SEEN, HONE_NONE, HONE_NONE, 0},
                {TURNS, HONE_NONE, HONE_NONE, 0},
                {TURNS, HONE_NONE, HONE_NONE, 0},
                {SEEN | HONE_BONE_MOVABLE | HONE_BONE_IK | TAIL, 8, HONE_NONE, 0},
                {TURNS | HONE_BONE_IK, HONE_NONE, HONE_NONE, 0}, /* hidden, but the goal of a chain */
                {SEEN | HONE_BONE_APPEND_ROTATION | TAIL, 1, 2, 1},
                {SEEN | HONE_BONE_FIXED_AXIS | TAIL, 12, HONE_NONE, 0},
                {TURNS | HONE_BONE_APPEND_ROTATION, HONE_NONE, 10, 0.5f},
                {SEEN, HONE_NONE, HONE_NONE, 0}};
    make_pmd desc = make_pmd_rich();
    hone_model *model = load(&desc);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    assert_int_equal(hone_model_skeleton(model)->bone_count, 13);
    for (uint32_t i = 0; i < 13; i++) {
        assert_int_equal(bones[i].flags, want[i].flags);
        CHECK(bones[i].tail_bone == want[i].tail && bones[i].append_source == want[i].source);
        CHECK(bones[i].append_ratio == want[i].ratio);
        check_floats(bones[i].position, desc.bones[i].position, 3);
        assert_int_equal(bones[i].parent, desc.bones[i].parent == NONE ? HONE_NONE : desc.bones[i].parent);
        assert_string_equal(bones[i].english_name, desc.bones[i].english);
    }
    assert_string_equal(bones[0].name, "センター");
    check_floats(bones[10].fixed_axis, (float[]){0.6f, 0.8f, 0}, 3);
    hone_model_release(model);
}

static void check_bone(const pmd_bone *bone, const char *warning, hone_bone *out)
{
    make_pmd desc = make_pmd_rich();
    pmd_bone bones[13];
    memcpy(bones, desc.bones, sizeof bones);
    bones[12] = *bone;
    bones[12].english = "";
    desc.bones = bones;
    hone_model *model = warning ? load_odd(&desc, warning) : load(&desc);
    *out = hone_model_skeleton(model)->bones[12];
    hone_model_release(model);
}

static void pmd_odd_bones_are_mended(void **state)
{
    (void)state;
    hone_bone got;
    check_bone(&(pmd_bone){"x", 0, 0, 10, 0, {0, 0, 0}, NULL}, "unknown kind", &got);
    check_bone(&(pmd_bone){"x", 77, 0, 0, 0, {0, 0, 0}, NULL}, "parent is missing", &got);
    CHECK(got.parent == HONE_NONE);
    check_bone(&(pmd_bone){"x", 0, 77, 0, 0, {0, 0, 0}, NULL}, "tail bone is missing", &got);
    check_bone(&(pmd_bone){"x", 0, 0, 8, 0, {0, 0, 0}, NULL}, "axis has no direction", &got);
    CHECK(!(got.flags & HONE_BONE_FIXED_AXIS));
    check_bone(&(pmd_bone){"x", 0, 0, 2, 0, {0, 0, 0}, NULL}, "without a chain", &got);
    check_bone(&(pmd_bone){"x", 0, 0, 5, 77, {0, 0, 0}, NULL}, "append source is missing", &got);
    CHECK(got.append_source == HONE_NONE);
    check_bone(&(pmd_bone){"x", 0, 0, 5, NONE, {0, 0, 0}, NULL}, NULL, &got);
    CHECK(got.append_source == HONE_NONE);
    check_bone(&(pmd_bone){"x", 0, NONE, 9, 100, {0, 0, 0}, NULL}, NULL, &got);
    CHECK(got.append_source == HONE_NONE && got.append_ratio == 1);
    check_bone(&(pmd_bone){"x", 0, 3, 9, 65436, {0, 0, 0}, NULL}, NULL, &got); /* -100 */
    CHECK(got.append_source == 3 && got.append_ratio == -1);
    check_bone(&(pmd_bone){"12345678901234567890", 0, 0, 0, 0, {0, 0, 0}, NULL}, NULL, &got);
    make_pmd desc = make_pmd_rich();
    pmd_bone bones[13];
    memcpy(bones, desc.bones, sizeof bones);
    desc.bones = bones;
    bones[12].name = "1234567890123456789\x83"; /* half a character */
    hone_model *model = load_odd(&desc, "cut inside a character");
    assert_string_equal(hone_model_skeleton(model)->bones[12].name, "1234567890123456789");
    hone_model_release(model);
}

static void pmd_chains_are_pmx_chains(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = load(&desc);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    assert_int_equal(skeleton->ik_count, 2);
    const hone_ik *ik = &skeleton->iks[0];
    CHECK(ik->bone == 7 && ik->effector == 6 && ik->loop_count == 40 && ik->unit_angle == 2 && ik->link_count == 2);
    CHECK(ik->links[0].bone == 3 && ik->links[0].limited && ik->links[1].bone == 2 && !ik->links[1].limited);
    CHECK_NEAR(ik->links[0].lower[0], -3.14159265358979, 1e-6);
    CHECK_NEAR(ik->links[0].upper[0], -0.00872664625997165, 1e-9);
    CHECK(ik->links[0].lower[1] == 0 && ik->links[0].lower[2] == 0 && ik->links[0].upper[1] == 0 &&
          ik->links[0].upper[2] == 0);
    CHECK(skeleton->iks[1].bone == 8 && skeleton->iks[1].unit_angle == 4 && !skeleton->iks[1].links[0].limited);
    hone_model_release(model);
}

static void pmd_knees_are_known_by_their_whole_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool knee;
    } cases[] = {{"\x8D\xB6\x82\xD0\x82\xB4", true},
                 {"\x89\x45\x82\xD0\x82\xB4", true}, /* 左ひざ, 右ひざ */
                 {"\x82\xD0\x82\xB4", false},
                 {"\x8D\xB6\x82\xD0\x82\xB4"
                  "D",
                  false},
                 {"x\x8D\xB6\x82\xD0\x82\xB4", false},
                 {"knee", false}};
    make_pmd desc = make_pmd_rich();
    pmd_bone bones[13];
    memcpy(bones, desc.bones, sizeof bones);
    desc.bones = bones;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bones[3].name = cases[i].name;
        hone_model *model = load(&desc);
        assert_int_equal(hone_model_skeleton(model)->iks[0].links[0].limited, cases[i].knee);
        hone_model_release(model);
    }
}

/* PMX allows one chain per bone. */
static void pmd_second_chain_of_a_bone_gets_a_helper(void **state)
{
    (void)state;
    static const pmd_ik iks[] = {
        {7, 6, 40, 0.5f, 2, {3, 2}}, {8, 5, 3, 1, 1, {4}}, {7, 5, 10, 0.25f, 1, {4}}, {7, 4, 11, 0.75f, 1, {3}}};
    make_pmd desc = make_pmd_rich();
    desc.iks = iks, desc.ik_count = 4;
    hone_model *model = load(&desc);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    CHECK(skeleton->bone_count == 15 && skeleton->ik_count == 4);
    for (uint32_t i = 13; i < 15; i++) {
        const hone_bone *helper = &skeleton->bones[i];
        CHECK(helper->parent == 7 && helper->ik == (int32_t)i - 11 && helper->flags & HONE_BONE_IK);
        assert_string_equal(helper->name, "leg IK");
        assert_string_equal(helper->english_name, "leg IK_L");
        check_floats(helper->position, desc.bones[7].position, 3);
    }
    CHECK(skeleton->iks[2].bone == 13 && skeleton->iks[2].loop_count == 10 && skeleton->iks[2].effector == 5);
    CHECK(skeleton->iks[3].bone == 14 && skeleton->iks[3].loop_count == 11 && skeleton->iks[3].unit_angle == 3);
    hone_model_release(model);
}

static void pmd_chains_of_missing_bones_are_dropped(void **state)
{
    (void)state;
    static const pmd_ik wrong[] = {{77, 6, 1, 1, 1, {3}},
                                   {7, 77, 1, 1, 1, {3}},
                                   {7, 6, 1, 1, 2, {3, 77}},
                                   {NONE, 6, 1, 1, 1, {3}},
                                   {7, NONE, 1, 1, 1, {3}}};
    make_pmd desc = make_pmd_rich();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pmd_ik iks[3] = {wrong[i], desc.iks[0], desc.iks[1]};
        make_pmd odd = desc;
        odd.iks = iks, odd.ik_count = 3;
        hone_model *model = load_odd(&odd, "IK chain with a bone that is missing");
        CHECK(hone_model_skeleton(model)->ik_count == 2 && hone_model_skeleton(model)->bone_count == 13);
        hone_model_release(model);
    }
}

/* ---- the order of evaluation ---- */

/* MMD's rule for a bone of the file: pass 0, 1 or 2, at least the parent's. */
static int level_of(const make_pmd *desc, uint32_t bone)
{
    int level = 0;
    for (uint32_t steps = 0; bone < desc->bone_count && steps <= desc->bone_count; steps++) {
        int own = desc->bones[bone].kind == 2 ? 1 : 0;
        for (uint32_t i = 0; i < desc->ik_count; i++) own = desc->iks[i].goal == bone ? 1 : own;
        own = desc->bones[bone].kind == 5 || desc->bones[bone].kind == 9 ? 2 : own;
        level = own > level ? own : level;
        bone = desc->bones[bone].parent;
    }
    return level;
}

static uint32_t list_place(const make_pmd *desc, uint32_t bone)
{
    for (uint32_t i = 0; i < desc->ik_count; i++)
        if (desc->iks[i].goal == bone)
            return i;
    return UINT32_MAX;
}

static bool comes_first(const make_pmd *desc, uint32_t a, uint32_t b)
{
    int level_a = level_of(desc, a), level_b = level_of(desc, b);
    uint32_t place_a = list_place(desc, a), place_b = list_place(desc, b);
    if (level_a != level_b)
        return level_a < level_b;
    return place_a != place_b ? place_a < place_b : a < b;
}

static uint32_t source_of(const pmd_bone *bone)
{
    return bone->kind == 5 ? bone->reference : bone->kind == 9 ? bone->tail : NONE;
}

/* Repeatedly takes the first bone whose parent and source are done. */
static void expected_order(const make_pmd *desc, uint32_t *order)
{
    bool done[64] = {false};
    for (uint32_t n = 0; n < desc->bone_count; n++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t b = 0; b < desc->bone_count; b++) {
            uint32_t parent = desc->bones[b].parent, source = source_of(&desc->bones[b]);
            bool waits = (parent < desc->bone_count && !done[parent]) || (source < desc->bone_count && !done[source]);
            if (!done[b] && !waits && (best == UINT32_MAX || comes_first(desc, b, best)))
                best = b;
        }
        assert_true(best != UINT32_MAX);
        done[best] = true;
        order[n] = best;
    }
}

/* Bones whose parents and sources are in any order, without circles: in a shuffled list each comes after both. */
static void make_random_skeleton(test_random *random, pmd_bone *bones, uint16_t bone_count, pmd_ik *iks,
                                 uint16_t ik_count)
{
    uint16_t shuffled[64];
    bool taken[64] = {false};
    for (uint16_t i = 0; i < bone_count; i++) shuffled[i] = i;
    for (uint16_t i = bone_count; i-- > 1;) {
        uint32_t k = test_random_u32(random) % (i + 1u);
        uint16_t swap = shuffled[i];
        shuffled[i] = shuffled[k], shuffled[k] = swap;
    }
    for (uint16_t i = 0; i < bone_count; i++) {
        static const uint8_t kinds[] = {0, 0, 1, 4, 5, 9, 7};
        uint16_t parent = i && test_random_u32(random) % 8 ? shuffled[test_random_u32(random) % i] : NONE;
        uint16_t source = i ? shuffled[test_random_u32(random) % i] : NONE;
        uint8_t kind = i ? kinds[test_random_u32(random) % 7] : 0;
        bones[shuffled[i]] =
            (pmd_bone){"bone", parent, kind == 9 ? source : 0, kind, kind == 5 ? source : 0, {0, 0, 0}, ""};
    }
    for (uint16_t i = 0; i < ik_count; i++) {
        uint32_t goal = test_random_u32(random) % bone_count;
        while (taken[goal]) goal = (goal + 1) % bone_count;
        taken[goal] = true;
        iks[i] = (pmd_ik){
            (uint16_t)goal, (uint16_t)((goal + 1) % bone_count), 1, 1, 1, {(uint16_t)((goal + 2) % bone_count)}};
    }
}

static void pmd_bones_come_in_mmds_order(void **state)
{
    (void)state;
    test_random random = {11};
    for (int round = 0; round < 500; round++) {
        pmd_bone bones[64];
        pmd_ik iks[16];
        uint32_t want[64], got[64], pass2;
        uint16_t bone_count = (uint16_t)(3 + test_random_u32(&random) % 40);
        uint16_t ik_count = (uint16_t)(test_random_u32(&random) % (bone_count < 16 ? 3u : 16u));
        make_random_skeleton(&random, bones, bone_count, iks, ik_count);
        make_pmd desc = {.version = 1, .bones = bones, .bone_count = bone_count, .iks = iks, .ik_count = ik_count};
        hone_model *model = load(&desc);
        CHECK(hone_rig_sort(hone_model_skeleton(model), HONE_SPACE_MMD, HONE_ORDER_STRICT, NULL, got, &pass2, NULL));
        expected_order(&desc, want);
        CHECK(pass2 == bone_count);
        for (uint32_t i = 0; i < bone_count; i++) assert_int_equal(got[i], want[i]);
        hone_model_release(model);
    }
}

static void pmd_helpers_pull_when_their_chain_is_due(void **state)
{
    (void)state;
    static const pmd_ik iks[] = {{8, 5, 3, 1, 1, {4}}, {7, 6, 40, 0.5f, 2, {3, 2}}, {7, 5, 10, 0.25f, 1, {4}}};
    make_pmd desc = make_pmd_rich();
    desc.iks = iks, desc.ik_count = 3;
    hone_model *model = load(&desc);
    uint32_t order[14], pass2, place[14];
    CHECK(hone_rig_sort(hone_model_skeleton(model), HONE_SPACE_MMD, HONE_ORDER_STRICT, NULL, order, &pass2, NULL));
    for (uint32_t i = 0; i < 14; i++) place[order[i]] = i;
    /* 8 is first in the list but needs 7; then 13, which is 7's helper; then bones that follow a rotation */
    CHECK(place[4] < place[7] && place[7] < place[8] && place[8] < place[13] && place[13] < place[9]);
    hone_model_release(model);
}

/* ---- morphs and display lists ---- */

static void pmd_morphs_move_what_the_base_lists(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = load(&desc);
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
    hone_model *model = load(&desc);
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
    hone_model *model = load_odd(&desc, "unknown category");
    CHECK(hone_model_get(model)->morphs[2].panel == 4);
    hone_model_release(model);
    morphs[3].category = 0;
    model = load_odd(&desc, "second base");
    assert_int_equal(hone_model_get(model)->morph_count, 2);
    hone_model_release(model);
    morphs[3] = desc.morphs[3], morphs[3].category = 1;
    pmd_part astray[] = {{3, {1, 2, 3}}, {1, {4, 5, 6}}};
    morphs[2].parts = astray, morphs[2].count = 2;
    model = load_odd(&desc, "whose target is missing");
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
    hone_model *model = load_odd(&desc, "without a base");
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
    hone_model *model = load(&desc);
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
    model = load(&desc);
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
    check_odd(&desc, "frame that is missing");
    desc.items = missing;
    check_odd(&desc, "item that is missing");
    desc.item_count = 0, desc.shown = shown, desc.shown_count = 2;
    check_odd(&desc, "item that is missing");
}

static void pmd_may_have_255_display_frames(void **state)
{
    (void)state;
    static pmd_frame frames[255];
    static pmd_item items[256];
    make_pmd desc = make_pmd_rich();
    for (uint32_t i = 0; i < 256; i++) items[i] = (pmd_item){1, (uint8_t)i};
    desc.frames = frames, desc.frame_count = 255, desc.items = items, desc.item_count = 256;
    hone_model *model = load(&desc);
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
    hone_model *model = load(&desc);
    const hone_model_data *data = hone_model_get(model);
    const hone_body *b = data->bodies;
    assert_int_equal(data->body_count, 3);
    check_floats(b[0].position, (float[]){0.5f, 8, 0}, 3);
    check_floats(b[1].position, (float[]){1, 2, 0}, 3);
    check_floats(b[2].position, (float[]){1, 9, 1}, 3); /* relative to the first bone */
    CHECK(b[0].bone == 0 && b[1].bone == 3 && b[2].bone == HONE_NONE);
    CHECK(b[1].group == 15 && b[1].mask == 0x1234 && b[1].shape == HONE_BODY_CAPSULE &&
          b[1].mode == HONE_BODY_DYNAMIC_ALIGNED && b[1].size[1] == 2);
    check_floats(b[0].rotation, (float[]){0.1f, 0.2f, 0.3f}, 3);
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
    hone_model *model = load_odd(&desc, "body whose bone is missing");
    check_floats(hone_model_get(model)->bodies[0].position, (float[]){0.5f, 8, 0}, 3);
    hone_model_release(model);
    pmd_joint joint = desc.joints[0];
    joint.bodies[0] = UINT32_MAX, joint.bodies[1] = 0x80000000;
    body.bone = 0;
    desc.joints = &joint, desc.joint_count = 1;
    check_odd(&desc, "joint whose body is missing");
}

/* ---- tails ---- */

static void pmd_each_tail_may_be_missing(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    for (desc.tail_count = 0; desc.tail_count <= 4; desc.tail_count++) {
        hone_model *model = load(&desc);
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
    hone_model *model = load(&desc);
    assert_string_equal(hone_model_get(model)->english_name, "");
    assert_int_equal(hone_model_get(model)->joint_count, 1);
    hone_model_release(model);
    desc.english_flag = 2;
    check_odd(&desc, "flag for English names");
    desc.english_flag = 1, desc.morph_count = 0, desc.shown_count = 0;
    model = load(&desc);
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
    hone_model *model = load_bytes(longer, file.size + 1, false, NULL);
    CHECK(hone_model_warnings(model).count == 1 && strstr(hone_model_warnings(model).texts[0], "after the end"));
    hone_model_release(model);
    free(longer);
    hone_bytes_release(&file);
}

/* ---- as PMX ---- */

/* Compares the model with PMX bytes from the tests' own writer. */
static void check_says_the_same(const hone_model *pmd, const hone_model *pmx)
{
    hone_model_data data = *hone_model_get(pmd);
    data.pmx = hone_model_get(pmx)->pmx;
    raw_pmx a = raw_pmx_write(&data), b = raw_pmx_write(hone_model_get(pmx));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    raw_pmx_release(&a);
    raw_pmx_release(&b);
}

static void check_becomes_pmx(const make_pmd *desc)
{
    hone_error error = {0};
    hone_bytes out, again;
    hone_model *pmd = load(desc);
    assert_true(hone_model_write_pmx(pmd, NULL, &out, &error));
    hone_model *pmx = load_bytes(out.data, out.size, true, &error);
    assert_string_equal(error.message, "");
    CHECK(hone_model_get(pmx)->format == HONE_FORMAT_PMX && hone_model_get(pmx)->pmx.version == 2.0f);
    check_says_the_same(pmd, pmx);
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

/* ---- hostile bytes ---- */

static void check_refused(const uint8_t *bytes, size_t size, const char *why)
{
    hone_error error = {0};
    uint8_t *exact = malloc(size + (size == 0)); /* so that a read past the end is detected */
    memcpy(exact, bytes, size);
    assert_null(load_bytes(exact, size, false, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    CHECK(error.message[0] && !strchr(error.message, '\n') && error.at <= size);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" is not \"%s\"", error.message, why);
    free(exact);
}

static void pmd_cut_anywhere_but_between_tails_is_refused(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    size_t sections[PMD_SECTION_COUNT];
    hone_bytes file = make_pmd_write(&desc, sections);
    unsigned loaded = 0;
    for (size_t size = 0; size < file.size; size++) {
        bool between = size == sections[PMD_ENGLISH] || size == sections[PMD_TOONS] || size == sections[PMD_BODIES] ||
                       size == sections[PMD_JOINTS];
        if (!between) {
            check_refused(file.data, size, "");
            continue;
        }
        hone_model *model = load_bytes(file.data, size, true, NULL);
        assert_non_null(model);
        hone_model_release(model);
        loaded++;
    }
    assert_int_equal(loaded, 4);
    hone_bytes_release(&file);
}

static void pmd_errors_say_what_and_where(void **state)
{
    (void)state;
    static const struct {
        int section;
        size_t width;
        const char *why;
    } counts[] = {{PMD_VERTICES, 4, "vertices do not fit"},
                  {PMD_FACES, 4, "vertex indices do not fit"},
                  {PMD_MATERIALS, 4, "materials do not fit"},
                  {PMD_BONES, 2, "bones do not fit"},
                  {PMD_IKS, 2, "IK chain"},
                  {PMD_MORPHS, 2, "morphs do not fit"},
                  {PMD_SHOWN, 1, "morphs shown do not fit"},
                  {PMD_FRAMES, 1, "display frames do not fit"},
                  {PMD_ITEMS, 4, "bones shown do not fit"},
                  {PMD_BODIES, 4, "bodies do not fit"},
                  {PMD_JOINTS, 4, "joints do not fit"}};
    make_pmd desc = make_pmd_rich();
    desc.tail_count = 4;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t sections[PMD_SECTION_COUNT];
        hone_bytes file = make_pmd_write(&desc, sections);
        size_t at = sections[counts[i].section];
        size_t size = at + counts[i].width; /* and no bytes after it */
        memset(file.data + at, 0xFF, counts[i].width);
        check_refused(file.data, size, counts[i].why);
        char place[32];
        snprintf(place, sizeof place, "at byte %zu", at);
        if (counts[i].section != PMD_IKS)
            check_refused(file.data, size, place);
        check_refused(file.data, size - 1, "before the count");
        hone_bytes_release(&file);
    }
    check_refused((const uint8_t *)"Pmd", 3, "header is cut short");
}

/* For any bytes: memory is bounded, and strict mode refuses what tolerant mode warns of. */
static hone_code check_whatever(const uint8_t *bytes, size_t size)
{
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_error error = {0};
    hone_load_desc desc = {.allocator = &a.allocator};
    hone_model *model = hone_model_load_memory(bytes, size, &desc, &error);
    CHECK(a.peak_size + size <= 16 * size + (1 << 20));
    CHECK(model || error.code != HONE_OK);
    if (model) {
        hone_bytes out;
        hone_model *strict = load_bytes(bytes, size, true, NULL);
        CHECK((strict != NULL) == (hone_model_warnings(model).count == 0));
        hone_model_release(strict);
        assert_true(hone_model_write_pmx(model, NULL, &out, NULL));
        hone_model *again = load_bytes(out.data, out.size, false, NULL);
        assert_non_null(again);
        check_says_the_same(model, again);
        hone_model_release(again);
        hone_bytes_release(&out);
    }
    hone_model_release(model);
    assert_int_equal(a.live, 0);
    return error.code;
}

static void pmd_flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    test_random random = {9};
    make_pmd desc = make_pmd_rich();
    hone_bytes file = make_pmd_write(&desc, NULL);
    uint8_t *bytes = malloc(file.size);
    unsigned loaded = 0;
    for (int round = 0; round < 3000; round++) {
        memcpy(bytes, file.data, file.size);
        for (uint32_t i = test_random_u32(&random) % 4 + 1; i-- > 0;)
            bytes[test_random_u32(&random) % file.size] = (uint8_t)test_random_u32(&random);
        loaded += check_whatever(bytes, file.size) == HONE_OK;
    }
    CHECK(loaded > 1000);
    free(bytes);
    hone_bytes_release(&file);
}

static void pmd_every_failed_allocation_is_reported(void **state)
{
    (void)state;
    static const pmd_ik iks[] = {{7, 6, 40, 0.5f, 2, {3, 2}}, {7, 5, 3, 1, 1, {4}}};
    make_pmd desc = make_pmd_rich();
    desc.iks = iks;
    hone_bytes file = make_pmd_write(&desc, NULL);
    hone_model *model = NULL;
    uint64_t n = 0;
    for (; !model; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        model = hone_model_load_memory(file.data, file.size, &(hone_load_desc){.allocator = &a.allocator}, &error);
        CHECK(model || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        assert_int_equal(a.live, 0);
    }
    CHECK(n > 4);
    hone_bytes_release(&file);
}

/* ---- greedy files ---- */

/* If the time grew with the square of the size, the test would reach its timeout. */
static void check_greedy(const make_pmd *desc, hone_code code)
{
    hone_bytes file = make_pmd_write(desc, NULL);
    test_allocator a;
    hone_error error = {0};
    test_allocator_make(&a, UINT64_MAX);
    hone_model *model =
        hone_model_load_memory(file.data, file.size, &(hone_load_desc){.allocator = &a.allocator}, &error);
    CHECK(a.peak_size + file.size <= 16 * file.size + (1 << 20));
    assert_int_equal(error.code, code);
    hone_model_release(model);
    assert_int_equal(a.live, 0);
    hone_bytes_release(&file);
}

static void pmd_greedy_files_stay_within_memory_and_time(void **state)
{
    (void)state;
    enum { MOST = 65534 };
    pmd_bone *bones = calloc(MOST, sizeof *bones);
    pmd_ik *iks = calloc(MOST, sizeof *iks);
    for (uint32_t i = 0; i < MOST; i++) { /* each is the parent of the one before it and the goal of a chain */
        bones[i] = (pmd_bone){"b", i + 1 < MOST ? (uint16_t)(i + 1) : NONE, 0, 2, 0, {0, 0, 0}, ""};
        iks[i] = (pmd_ik){(uint16_t)i, (uint16_t)((i + 1) % MOST), 1, 1, 1, {(uint16_t)((i + 2) % MOST)}};
    }
    make_pmd desc = {.version = 1, .bones = bones, .bone_count = MOST, .iks = iks, .ik_count = MOST};
    check_greedy(&desc, HONE_OK);
    for (uint32_t i = 0; i < MOST; i++) iks[i].goal = 7; /* one helper for each chain except the first */
    check_greedy(&desc, HONE_ERROR_MEMORY);
    desc.bone_count = 10;
    for (uint32_t i = 0; i < MOST; i++) iks[i].effector = 1, iks[i].links[0] = 2;
    check_greedy(&desc, HONE_ERROR_MEMORY);
    for (uint32_t i = 0; i < MOST; i++) iks[i].link_count = 255;
    check_greedy(&desc, HONE_ERROR_MEMORY);
    free(bones);
    free(iks);
}

static void pmd_many_pictures_are_listed_in_good_time(void **state)
{
    (void)state;
    enum { MOST = 50000 };
    pmd_material *materials = calloc(MOST, sizeof *materials);
    char(*names)[21] = calloc(MOST, sizeof *names);
    for (uint32_t i = 0; i < MOST; i++) {
        snprintf(names[i], sizeof names[i], "%u.bmp*%u.spa", i, i / 3);
        materials[i].pictures = names[i];
    }
    make_pmd desc = {.version = 1, .materials = materials, .material_count = MOST};
    check_greedy(&desc, HONE_OK);
    free(materials);
    free(names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pmd_header_is_the_models),
        cmocka_unit_test(pmd_vertices_have_one_bone_or_two),
        cmocka_unit_test(pmd_odd_vertices_are_mended),
        cmocka_unit_test(pmd_materials_say_what_pmx_would),
        cmocka_unit_test(pmd_alpha_of_098_is_without_self_shadow),
        cmocka_unit_test(pmd_field_of_pictures_is_taken_apart),
        cmocka_unit_test(pmd_pictures_are_listed_once),
        cmocka_unit_test(pmd_toons_are_shared_or_own),
        cmocka_unit_test(pmd_kinds_of_bones_become_flags),
        cmocka_unit_test(pmd_odd_bones_are_mended),
        cmocka_unit_test(pmd_chains_are_pmx_chains),
        cmocka_unit_test(pmd_knees_are_known_by_their_whole_names),
        cmocka_unit_test(pmd_second_chain_of_a_bone_gets_a_helper),
        cmocka_unit_test(pmd_chains_of_missing_bones_are_dropped),
        cmocka_unit_test(pmd_bones_come_in_mmds_order),
        cmocka_unit_test(pmd_helpers_pull_when_their_chain_is_due),
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
        cmocka_unit_test(pmd_cut_anywhere_but_between_tails_is_refused),
        cmocka_unit_test(pmd_errors_say_what_and_where),
        cmocka_unit_test(pmd_flipped_bytes_do_no_harm),
        cmocka_unit_test(pmd_every_failed_allocation_is_reported),
        cmocka_unit_test(pmd_greedy_files_stay_within_memory_and_time),
        cmocka_unit_test(pmd_many_pictures_are_listed_in_good_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
