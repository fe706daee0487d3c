/* Materials and textures of FBX files. */
#include "support/make/fbx/make_fbx_model.h"
#include "support/make/fbx/make_fbx_scene.h"
#include "support/support.h"
#include <hone/format.h>
#include <string.h>

enum { NODE = MAKE_FBX_NODE, MATERIAL = MAKE_FBX_MATERIAL, TEXTURE = MAKE_FBX_TEXTURE, VIDEO = MAKE_FBX_VIDEO };

static const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const int32_t corners[3] = {0, 1, ~2};
static const make_fbx_layer uv_layers[] = {
    {"UV", "ByPolygonVertex", 0, "map1", points, 6, NULL, 0},
    {"UV", "ByPolygonVertex", 1, "light", points, 6, NULL, 0},
};
static const make_fbx_geometry triangle = {points, 3, corners, 3, uv_layers, 2};

/* Begins a file with a triangle and material 0 with a shading model; its properties follow. */
static make_fbx begin_material(const make_fbx_kind *kind, const char *creator, const char *shading)
{
    make_fbx m = make_fbx_open_scene(kind, 1, NULL);
    if (creator)
        make_fbx_text_node(&m, "Creator", creator);
    make_fbx_begin(&m, "Objects");
    make_fbx_shown_mesh(&m, 0, &triangle, NULL);
    make_fbx_begin_numbered(&m, MATERIAL, "");
    make_fbx_text_node(&m, "ShadingModel", shading);
    make_fbx_begin_properties(&m);
    return m;
}

static void end_material(make_fbx *m)
{
    make_fbx_end(m), make_fbx_end(m);
}

static void set3(make_fbx *m, const char *name, double x, double y, double z)
{
    make_fbx_property(m, name, "ColorRGB", (double[]){x, y, z}, 3);
}

static void set1(make_fbx *m, const char *name, double x)
{
    make_fbx_property(m, name, "double", &x, 1);
}

static void add_texture(make_fbx *m, int n, const char *relative, const char *absolute,
                        void (*properties)(make_fbx *fbx))
{
    make_fbx_begin_numbered(m, TEXTURE + n, "");
    if (absolute)
        make_fbx_text_node(m, "FileName", absolute);
    if (relative)
        make_fbx_text_node(m, "RelativeFilename", relative);
    make_fbx_begin_properties(m);
    if (properties)
        properties(m);
    make_fbx_end(m);
    make_fbx_end(m);
}

/* Ends the objects, and begins the connections with those of mesh and material. */
static void begin_connections(make_fbx *m)
{
    make_fbx_end(m);
    make_fbx_begin(m, "Connections");
    make_fbx_link_shown_mesh(m, 0);
    make_fbx_link(m, MATERIAL, NODE, NULL);
}

/* Ends the connections, and loads the file. */
static hone_model *load(make_fbx *m)
{
    make_fbx_end(m);
    return make_fbx_model(make_fbx_close(m), false);
}

static const hone_material *material_of(const hone_model *model)
{
    assert_true(hone_model_get(model)->material_count == 1);
    return hone_model_get(model)->materials;
}

/* ---- Phong and Lambert ----------------------------------------------------------------------------------------- */

static void phong_becomes_metallic_roughness(void **state)
{
    (void)state;
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        make_fbx m = begin_material(&make_fbx_kinds[k], NULL, "Phong");
        set3(&m, "DiffuseColor", 1, 0.5, 0), set1(&m, "DiffuseFactor", 0.5);
        set3(&m, "EmissiveColor", 0, 1, 0), set1(&m, "EmissiveFactor", 0.25);
        set3(&m, "SpecularColor", 1, 1, 1), set1(&m, "SpecularFactor", 1), set1(&m, "ShininessExponent", 30);
        set1(&m, "TransparencyFactor", 0.25);
        end_material(&m);
        begin_connections(&m);
        hone_model *model = load(&m);
        const hone_material *material = material_of(model);
        const hone_pbr *pbr = material->pbr;
        assert_string_equal(material->name, "m0");
        CHECK_NEAR(pbr->base_colour[0], 0.5, 1e-6);
        CHECK_NEAR(pbr->base_colour[1], 0.5 * 0.21404114, 1e-6); /* a display value became linear */
        CHECK_NEAR(pbr->base_colour[3], 0.75, 1e-6);
        CHECK_NEAR(pbr->emissive[1], 0.25, 1e-6);
        CHECK_NEAR(pbr->roughness, 0.5, 1e-6); /* alpha = 1/4, and its square is 2 / 32 */
        CHECK_NEAR(pbr->metallic, 0, 0);
        assert_int_equal(pbr->alpha_mode, HONE_ALPHA_BLEND);
        CHECK_NEAR(material->specular_power, 30, 0);
        CHECK_NEAR(material->specular[0], 1, 1e-6);
        CHECK_NEAR(material->diffuse[0], 0.7353570, 1e-5);
        CHECK_NEAR(material->diffuse[3], 0.75, 1e-6);
        assert_int_equal(material->texture, HONE_NONE);
        hone_model_release(model);
    }
}

static void materials_of_blender_keep_their_meaning(void **state)
{
    make_fbx m = begin_material(NULL, "Blender (stable FBX IO) - 4.2", "Phong");
    (void)state;
    set3(&m, "DiffuseColor", 0.5, 0.5, 0.5), set1(&m, "ReflectionFactor", 0.75), set1(&m, "Shininess", 25);
    set3(&m, "EmissiveColor", 1, 1, 1), set1(&m, "EmissiveFactor", 0);
    end_material(&m);
    begin_connections(&m);
    hone_model *model = load(&m);
    const hone_pbr *pbr = material_of(model)->pbr;
    CHECK_NEAR(pbr->base_colour[0], 0.5, 1e-6);
    CHECK_NEAR(pbr->metallic, 0.75, 1e-6);
    CHECK_NEAR(pbr->roughness, 0.5, 1e-6);
    CHECK_NEAR(pbr->emissive[0], 0, 0);
    hone_model_release(model);
}

static void transparency_is_read_as_it_was_meant(void **state)
{
    static const struct {
        double colour, factor, opacity; /* negative: absent */
        double wanted;
    } cases[] = {
        {-1, -1, -1, 1}, {0, 1, -1, 1},      {1, 0, -1, 1},       {0.25, 1, -1, 0.75}, {0.25, -1, -1, 0.75},
        {1, 1, -1, 1},   {-1, 0.5, -1, 0.5}, {0.1, 0.5, -1, 0.5}, {1, 0, 0.5, 0.5},    {0, 1, 0.25, 0.25},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_fbx m = begin_material(NULL, NULL, "lambert");
        if (cases[i].colour >= 0)
            set3(&m, "TransparentColor", cases[i].colour, cases[i].colour, cases[i].colour);
        if (cases[i].factor >= 0)
            set1(&m, "TransparencyFactor", cases[i].factor);
        if (cases[i].opacity >= 0)
            set1(&m, "Opacity", cases[i].opacity);
        end_material(&m);
        begin_connections(&m);
        hone_model *model = load(&m);
        CHECK_NEAR(material_of(model)->pbr->base_colour[3], cases[i].wanted, 1e-6);
        CHECK_NEAR(material_of(model)->pbr->roughness, 1, 0);
        assert_int_equal(material_of(model)->pbr->alpha_mode,
                         cases[i].wanted < 1 ? HONE_ALPHA_BLEND : HONE_ALPHA_OPAQUE);
        hone_model_release(model);
    }
}

/* ---- renderers ----------------------------------------------------------------------------------------------------
 */

static void renderers_of_maya_and_3ds_max_are_read(void **state)
{
    static const struct {
        const char *colour, *factor, *metal, *rough, *emissive, *emission, *opacity;
    } names[] = {
        {"Maya|baseColor", "Maya|base", "Maya|metalness", "Maya|specularRoughness", "Maya|emissionColor",
         "Maya|emission", "Maya|opacity"},
        {"Maya|base_color", NULL, "Maya|metallic", "Maya|roughness", "Maya|emissive", "Maya|emissive_intensity", NULL},
        {"3dsMax|Parameters|base_color", "3dsMax|Parameters|base_weight", "3dsMax|Parameters|metalness",
         "3dsMax|Parameters|roughness", "3dsMax|Parameters|emit_color", "3dsMax|Parameters|emission", NULL},
        {"3dsMax|main|baseColor", NULL, "3dsMax|main|metalness", "3dsMax|main|roughness", "3dsMax|main|emissionColor",
         NULL, "3dsMax|main|Alpha"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        make_fbx m = begin_material(&(make_fbx_kind){.text = i % 2}, NULL, "unknown");
        set3(&m, "DiffuseColor", 0.9, 0.9, 0.9);
        set3(&m, names[i].colour, 0.5, 0.25, 0.125), set1(&m, names[i].metal, 0.375), set1(&m, names[i].rough, 0.625);
        set3(&m, names[i].emissive, 1, 0.5, 0);
        if (names[i].factor)
            set1(&m, names[i].factor, 0.5);
        if (names[i].emission)
            set1(&m, names[i].emission, 0.5);
        if (names[i].opacity)
            set3(&m, names[i].opacity, 0.5, 0.5, 0.5);
        set3(&m, "3dsMax|main|base_color_map", 9, 9, 9); /* a place for a texture, not a value */
        end_material(&m);
        begin_connections(&m);
        hone_model *model = load(&m);
        const hone_pbr *pbr = material_of(model)->pbr;
        CHECK_NEAR(pbr->base_colour[1], names[i].factor ? 0.125 : 0.25, 1e-6);
        CHECK_NEAR(pbr->base_colour[3], names[i].opacity ? 0.5 : 1, 1e-6);
        CHECK_NEAR(pbr->metallic, 0.375, 1e-6);
        CHECK_NEAR(pbr->roughness, 0.625, 1e-6);
        CHECK_NEAR(pbr->emissive[1], names[i].emission ? 0.25 : 0.5, 1e-6);
        hone_model_release(model);
    }
}

static void glossiness_is_turned_round(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        make_fbx m = begin_material(NULL, NULL, "unknown");
        set3(&m, "3dsMax|Parameters|base_color", 1, 1, 1);
        set1(&m, i ? "3dsMax|Parameters|roughness" : "3dsMax|main|glossiness", 0.25);
        set1(&m, "3dsMax|Parameters|roughness_inv", i);
        end_material(&m);
        begin_connections(&m);
        hone_model *model = load(&m);
        CHECK_NEAR(material_of(model)->pbr->roughness, 0.75, 1e-6);
        hone_model_release(model);
    }
}

/* ---- textures -----------------------------------------------------------------------------------------------------
 */

static void lay_out(make_fbx *m)
{
    make_fbx_property(m, "WrapModeU", "enum", &(double){1}, 1);
    make_fbx_property(m, "Translation", "Vector", (double[]){0.25, 0, 0}, 3);
    make_fbx_property(m, "Scaling", "Vector", (double[]){2, 4, 1}, 3);
    make_fbx_text_property(m, "UVSet", "KString", "light");
}

static void textures_become_maps(void **state)
{
    make_fbx m = begin_material(NULL, NULL, "Phong");
    (void)state;
    set3(&m, "DiffuseColor", 0, 0, 0), set1(&m, "DiffuseFactor", 0.5);
    end_material(&m);
    add_texture(&m, 0, "textures\\skin.png", "C:\\work\\skin.png", lay_out);
    add_texture(&m, 1, NULL, "D:\\other\\bumps.png", NULL);
    add_texture(&m, 2, "textures\\skin.png", NULL, NULL);
    add_texture(&m, 3, "unused.png", NULL, NULL);
    begin_connections(&m);
    make_fbx_link(&m, TEXTURE, MATERIAL, "DiffuseColor");
    make_fbx_link(&m, TEXTURE + 1, MATERIAL, "NormalMap");
    make_fbx_link(&m, TEXTURE + 2, MATERIAL, "TransparentColor");
    make_fbx_link(&m, TEXTURE + 3, MATERIAL, "DisplacementColor");
    hone_model *model = load(&m);
    const hone_model_data *data = hone_model_get(model);
    const hone_pbr *pbr = material_of(model)->pbr;
    const hone_map *base = &pbr->maps[HONE_MAP_BASE_COLOUR];
    assert_int_equal(data->texture_count, 2);
    assert_string_equal(data->textures[base->texture], "textures\\skin.png");
    assert_string_equal(data->textures[pbr->maps[HONE_MAP_NORMAL].texture], "D:\\other\\bumps.png");
    assert_int_equal(material_of(model)->texture, base->texture);
    CHECK_NEAR(pbr->base_colour[0], 0.5, 1e-6); /* the texture takes the place of the colour, not of the factor */
    assert_int_equal(pbr->alpha_mode, HONE_ALPHA_MASK);
    assert_int_equal(base->uv_set, 1);
    assert_int_equal(base->wrap[0], HONE_WRAP_CLAMP);
    assert_int_equal(base->wrap[1], HONE_WRAP_REPEAT);
    /* u' = 2 u + 1/4; v' = 4 v from the bottom, and (0,0) is at the top: 1 - 4 (1 - v) = 4 v - 3 */
    const float wanted[2][3] = {{2, 0, 0.25f}, {0, 4, -3}};
    for (int i = 0; i < 6; i++) CHECK_NEAR(base->transform[i / 3][i % 3], wanted[i / 3][i % 3], 1e-6);
    CHECK_NEAR(pbr->maps[HONE_MAP_NORMAL].transform[1][1], 1, 1e-6);
    CHECK_NEAR(pbr->maps[HONE_MAP_NORMAL].transform[1][2], 0, 1e-6);
    hone_model_release(model);
}

static void pictures_inside_the_file_are_kept(void **state)
{
    static const uint8_t picture[] = {1, 2, 3, 0, 255, 7, 8};
    (void)state;
    for (int k = 0; k < MAKE_FBX_KINDS; k++) {
        make_fbx m = begin_material(&make_fbx_kinds[k], NULL, "Phong");
        end_material(&m);
        add_texture(&m, 0, "a\\skin.png", NULL, NULL);
        add_texture(&m, 1, "b\\skin.png", NULL, NULL);
        make_fbx_begin_numbered(&m, VIDEO, "Clip");
        make_fbx_begin(&m, "Content");
        make_fbx_bytes(&m, picture, sizeof picture);
        make_fbx_end(&m);
        make_fbx_end(&m);
        begin_connections(&m);
        for (int i = 0; i < 2; i++) {
            make_fbx_link(&m, VIDEO, TEXTURE + i, NULL);
            make_fbx_link(&m, TEXTURE + i, MATERIAL, i ? "EmissiveColor" : "DiffuseColor");
        }
        hone_model *model = load(&m);
        const hone_model_data *data = hone_model_get(model);
        assert_int_equal(data->texture_count, 1);
        assert_string_equal(data->textures[0], "skin.png");
        assert_int_equal(data->pictures[0].size, sizeof picture);
        assert_memory_equal(data->pictures[0].data, picture, sizeof picture);
        assert_int_equal(material_of(model)->pbr->maps[HONE_MAP_EMISSIVE].texture, 0);
        hone_model_release(model);
    }
}

static void turn_about_the_middle(make_fbx *m)
{
    make_fbx_property(m, "Translation", "Vector", (double[]){0.5, 0.5 - sqrt(0.5), 0}, 3);
    make_fbx_property(m, "Rotation", "Vector", (double[]){0, 0, 45}, 3);
}

/* As Maya writes a rotation by 45 degrees: the middle of the picture stays where it is. */
static void textures_are_rotated(void **state)
{
    make_fbx m = begin_material(NULL, NULL, "Phong");
    (void)state;
    end_material(&m);
    add_texture(&m, 0, "skin.png", NULL, turn_about_the_middle);
    begin_connections(&m);
    make_fbx_link(&m, TEXTURE, MATERIAL, "DiffuseColor");
    hone_model *model = load(&m);
    const float(*t)[3] = material_of(model)->pbr->maps[HONE_MAP_BASE_COLOUR].transform;
    const double wanted[2] = {0.5 + sqrt(0.5) / 2, 0.5 - sqrt(0.5) / 2}; /* of (1, 1/2), counter-clockwise */
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(t[i][0] * 0.5f + t[i][1] * 0.5f + t[i][2], 0.5, 1e-6);
        CHECK_NEAR(t[i][0] + t[i][1] * 0.5f + t[i][2], wanted[i], 1e-6);
    }
    hone_model_release(model);
}

/* Nothing connects the picture with the texture, but both have one path. */
static void a_picture_is_found_by_its_path(void **state)
{
    static const uint8_t picture[] = {1, 2, 3};
    make_fbx m = begin_material(NULL, NULL, "Phong");
    (void)state;
    end_material(&m);
    add_texture(&m, 0, "..\\skin.png", NULL, NULL);
    add_texture(&m, 1, "..\\other.png", NULL, NULL);
    make_fbx_begin_numbered(&m, VIDEO, "Clip");
    make_fbx_text_node(&m, "RelativeFilename", "..\\skin.png");
    make_fbx_begin(&m, "Content");
    make_fbx_bytes(&m, picture, sizeof picture);
    make_fbx_end(&m);
    make_fbx_end(&m);
    begin_connections(&m);
    make_fbx_link(&m, TEXTURE, MATERIAL, "DiffuseColor");
    make_fbx_link(&m, TEXTURE + 1, MATERIAL, "EmissiveColor");
    hone_model *model = load(&m);
    const hone_pbr *pbr = material_of(model)->pbr;
    const hone_blob *pictures = hone_model_get(model)->pictures;
    assert_int_equal(pictures[pbr->maps[HONE_MAP_BASE_COLOUR].texture].size, sizeof picture);
    assert_int_equal(pictures[pbr->maps[HONE_MAP_EMISSIVE].texture].size, 0);
    hone_model_release(model);
}

/* Version 6.1 connects textures to the node. */
static void textures_of_a_node_are_those_of_its_materials(void **state)
{
    make_fbx m = begin_material(&(make_fbx_kind){.version = 6100, .text = true}, NULL, "Phong");
    (void)state;
    end_material(&m);
    add_texture(&m, 0, "skin.png", NULL, NULL);
    begin_connections(&m);
    make_fbx_link(&m, TEXTURE, NODE, NULL);
    hone_model *model = load(&m);
    assert_int_equal(material_of(model)->texture, 0);
    hone_model_release(model);
}

/* Roughness and metallic values are in one picture, or the roughness is alone and there is no metal. */
static void roughness_and_metal_share_a_picture(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        make_fbx m = begin_material(NULL, NULL, "unknown");
        set3(&m, "Maya|baseColor", 1, 1, 1);
        set1(&m, "Maya|metalness", 0), set1(&m, "Maya|specularRoughness", 0.25);
        end_material(&m);
        add_texture(&m, 0, "orm.png", NULL, NULL);
        add_texture(&m, 1, i == 0 ? "orm.png" : "metal.png", NULL, NULL);
        begin_connections(&m);
        make_fbx_link(&m, TEXTURE, MATERIAL, "Maya|specularRoughness");
        if (i < 2)
            make_fbx_link(&m, TEXTURE + 1, MATERIAL, "Maya|metalness");
        hone_model *model = load(&m);
        const hone_pbr *pbr = material_of(model)->pbr;
        assert_int_equal(pbr->maps[HONE_MAP_METALLIC_ROUGHNESS].texture, i == 1 ? HONE_NONE : 0);
        CHECK_NEAR(pbr->metallic, i == 0, 0);
        CHECK_NEAR(pbr->roughness, i == 1 ? 0.25 : 1, 1e-6);
        assert_int_equal(hone_model_warnings(model).count, i == 1);
        hone_model_release(model);
    }
}

static void switched_off_textures_are_not_shown(void **state)
{
    static const char *const names[][2] = {{"Maya|TEX_color_map", "Maya|use_color_map"},
                                           {"3dsMax|Parameters|base_color_map", "3dsMax|Parameters|base_color_map_on"}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        make_fbx m = begin_material(NULL, NULL, "unknown");
        set3(&m, "Maya|base_color", 0.5, 0.5, 0.5), set1(&m, names[i / 2][1], i % 2);
        end_material(&m);
        add_texture(&m, 0, "skin.png", NULL, NULL);
        begin_connections(&m);
        make_fbx_link(&m, TEXTURE, MATERIAL, names[i / 2][0]);
        hone_model *model = load(&m);
        assert_int_equal(material_of(model)->texture, i % 2 ? 0 : HONE_NONE);
        CHECK_NEAR(material_of(model)->pbr->base_colour[0], i % 2 ? 1 : 0.5, 1e-6);
        hone_model_release(model);
    }
}

/* ---- failures ------------------------------------------------------------------------------------------------------
 */

static void every_failed_allocation_is_reported(void **state)
{
    make_fbx m = begin_material(NULL, NULL, "Phong");
    (void)state;
    end_material(&m);
    add_texture(&m, 0, "skin.png", NULL, lay_out);
    begin_connections(&m);
    make_fbx_link(&m, TEXTURE, MATERIAL, "DiffuseColor");
    make_fbx_end(&m);
    hone_bytes bytes = make_fbx_close(&m);
    hone_model *model = NULL;
    for (uint64_t at = 0; !model; at++) {
        test_allocator allocator;
        hone_error error = {0};
        test_allocator_make(&allocator, at);
        model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.allocator = &allocator.allocator},
                                       &error);
        CHECK(model || error.code == HONE_ERROR_MEMORY);
        CHECK(at < 1000);
        hone_model_release(model);
        assert_int_equal(allocator.live, 0);
    }
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_fbx_materials)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phong_becomes_metallic_roughness),
        cmocka_unit_test(materials_of_blender_keep_their_meaning),
        cmocka_unit_test(transparency_is_read_as_it_was_meant),
        cmocka_unit_test(renderers_of_maya_and_3ds_max_are_read),
        cmocka_unit_test(glossiness_is_turned_round),
        cmocka_unit_test(textures_become_maps),
        cmocka_unit_test(pictures_inside_the_file_are_kept),
        cmocka_unit_test(textures_are_rotated),
        cmocka_unit_test(a_picture_is_found_by_its_path),
        cmocka_unit_test(textures_of_a_node_are_those_of_its_materials),
        cmocka_unit_test(roughness_and_metal_share_a_picture),
        cmocka_unit_test(switched_off_textures_are_not_shown),
        cmocka_unit_test(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
