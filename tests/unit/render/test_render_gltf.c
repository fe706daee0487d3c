/* Surfaces of glTF, drawn without a display, and their expected pixels. Skipped only if EGL has no driver. */
#include "support/image/pixels.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/render.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 64 };

/* 2 metres wide and high, seen straight from the front (+Z): a pixel is 1/32 m. */
static const hone_camera flat_camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true};

/* ---- scenes ---- */

/* A quad of one metre around the origin, facing +z; UV (0,0) is at its top left. Its accessors are 0..3. */
static make_gltf *make_scene(void)
{
    static const float positions[4][3] = {{-0.5f, 0.5f, 0}, {0.5f, 0.5f, 0}, {-0.5f, -0.5f, 0}, {0.5f, -0.5f, 0}};
    static const float uvs[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    static const float half[4][2] = {{0, 0}, {0.5f, 0}, {0, 0.5f}, {0.5f, 0.5f}};
    static const float normals[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static const uint8_t indices[6] = {0, 2, 1, 1, 2, 3};
    make_gltf *file = test_calloc(1, sizeof *file);
    pixels_renderer(); /* skips the test if there is none */
    make_gltf_floats(file, "VEC3", *positions, 4);
    make_gltf_floats(file, "VEC2", *uvs, 4);
    make_gltf_floats(file, "VEC2", *half, 4);
    make_gltf_floats(file, "VEC3", *normals, 4);
    make_gltf_u8(file, "SCALAR", indices, 6, false);
    return file;
}

/* A node that shows the quad with this material. */
static void add_quad(make_gltf *file, const char *node, const char *attributes, const char *material)
{
    int m = make_gltf_add(file, MAKE_MATERIALS, "{%s}", material);
    int mesh = make_gltf_add(
        file, MAKE_MESHES,
        "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1%s},\"indices\":4,\"material\":%d}]}",
        attributes, m);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":%d%s}", mesh, node);
}

/* Red, green / blue, white, read without smoothing. */
static void add_picture(make_gltf *file, const char *sampler)
{
    static const uint8_t bmp[70] = {
        'B', 'M', [10] = 54, [14] = 40, [18] = 2, [22] = 2, [26] = 1, [28] = 24, [54] = 255, 0, 0, 255,
        255, 255, 0,         0,         0,        0,        255,      0,         255,        0, 0, 0};
    int view = make_gltf_view(file, bmp, sizeof bmp, 0);
    make_gltf_add(file, MAKE_IMAGES, "{\"bufferView\":%d}", view);
    make_gltf_add(file, MAKE_SAMPLERS, "{\"magFilter\":9728%s}", sampler);
    make_gltf_add(file, MAKE_TEXTURES, "{\"source\":0,\"sampler\":0}");
}

static hone_image draw(make_gltf *file)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    test_free(file);
    return pixels_draw(model, (hone_draw_desc){.width = SIZE, .height = SIZE, .samples = 1, .camera = flat_camera});
}

#define UNLIT "\"extensions\":{\"KHR_materials_unlit\":{}}"
#define FACTOR(r, g, b, a) "\"pbrMetallicRoughness\":{\"baseColorFactor\":[" #r "," #g "," #b "," #a "]}"
#define TEXTURE(more) "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0" more "}}"

/* ---- tests ---- */

static void gltf_is_not_mirrored(void **state)
{
    (void)state;
    make_gltf *file = make_scene();
    add_picture(file, "");
    add_quad(file, ",\"translation\":[0.25,0,0]", "", TEXTURE("") "," UNLIT);
    hone_image image = draw(file);
    check_pixel(&image, 25, 17, 255, 0, 0, 255);
    check_pixel(&image, 54, 17, 0, 255, 0, 255);
    check_pixel(&image, 25, 46, 0, 0, 255, 255);
    check_pixel(&image, 54, 46, 255, 255, 255, 255);
    check_pixel(&image, 22, 32, 0, 0, 0, 0); /* +X is to the right */
    hone_image_release(&image);
}

static void colours_are_linear(void **state)
{
    (void)state;
    make_gltf *file = make_scene();
    add_quad(file, "", "", FACTOR(0.5, 0.2, 1, 1) "," UNLIT);
    hone_image image = draw(file);
    check_pixel(&image, 32, 32, 188, 124, 255, 255);
    hone_image_release(&image);
    file = make_scene();
    add_quad(file, "", "", FACTOR(0.002, 0.003, 0, 1) "," UNLIT);
    image = draw(file);
    check_pixel(&image, 32, 32, 7, 10, 0, 255); /* linear near black */
    hone_image_release(&image);
}

static void alpha_modes_decide_what_alpha_means(void **state)
{
    (void)state;
    static const struct {
        const char *material;
        int colour[4];
    } cases[] = {
        {FACTOR(1, 0, 0, 0.2) "," UNLIT, {255, 0, 0, 255}},
        {FACTOR(1, 0, 0, 0.4) "," UNLIT ",\"alphaMode\":\"MASK\"", {0, 0, 0, 0}},
        {FACTOR(1, 0, 0, 0.4) "," UNLIT ",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.4", {255, 0, 0, 255}},
        {FACTOR(1, 0, 0, 0.5) "," UNLIT ",\"alphaMode\":\"BLEND\"", {255, 0, 0, 128}},
        {FACTOR(1, 0, 0, 0) "," UNLIT ",\"alphaMode\":\"BLEND\"", {0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int *c = cases[i].colour;
        make_gltf *file = make_scene();
        add_quad(file, "", "", cases[i].material);
        hone_image image = draw(file);
        check_pixel(&image, 32, 32, c[0], c[1], c[2], c[3]);
        hone_image_release(&image);
    }
}

/* Blended surfaces are drawn over opaque ones behind them, even if their material comes first. */
static void blended_surfaces_come_last(void **state)
{
    (void)state;
    make_gltf *file = make_scene();
    add_quad(file, ",\"translation\":[0,0,0.5]", "", FACTOR(1, 0, 0, 0.5) "," UNLIT ",\"alphaMode\":\"BLEND\"");
    add_quad(file, "", "", FACTOR(0, 0, 1, 1) "," UNLIT);
    hone_image image = draw(file);
    check_pixel(&image, 32, 32, 128, 0, 128, 255);
    hone_image_release(&image);
}

/* The edge of the far side is behind the near side, as in MMD, also where that is translucent. */
static void translucent_surfaces_cover_edges(void **state)
{
    (void)state;
    static const char material[] =
        FACTOR(1, 0, 0, 0.9) "," UNLIT ",\"alphaMode\":\"BLEND\",\"doubleSided\":true,"
                             "\"extras\":{\"mmd\":{\"flags\":31,\"edgeColor\":[0,0,0,1],\"edgeSize\":1}}";
    make_gltf *file = make_scene();
    add_quad(file, ",\"translation\":[0,0,0.2]", "", material);
    add_quad(file, ",\"rotation\":[0,1,0,0]", "", material);
    hone_image image = draw(file);
    check_pixel(&image, 32, 32, 255, 0, 0, 230);
    hone_image_release(&image);
}

static void back_faces_show_where_the_file_says(void **state)
{
    (void)state;
    static const char turned[] = ",\"rotation\":[0,1,0,0]", mirrored[] = ",\"scale\":[-1,1,1]";
    static const struct {
        const char *node, *material;
        int alpha;
    } cases[] = {{turned, UNLIT, 0},
                 {turned, UNLIT ",\"doubleSided\":true", 255},
                 {mirrored, UNLIT, 255}, /* a mirror reverses faces, and the specification reverses them back */
                 {",\"scale\":[-1,1,1],\"rotation\":[0,1,0,0]", UNLIT, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_gltf *file = make_scene();
        add_quad(file, cases[i].node, "", cases[i].material);
        hone_image image = draw(file);
        assert_int_equal(pixel(&image, 32, 32)[3], cases[i].alpha);
        hone_image_release(&image);
    }
}

static void texture_transforms_and_wrapping_are_obeyed(void **state)
{
    (void)state;
#define TRANSFORM(text) ",\"extensions\":{\"KHR_texture_transform\":{" text "}}"
    static const struct {
        const char *sampler, *texture;
        int corners[2][3]; /* top left, top right */
    } cases[] = {
        {"", TEXTURE(TRANSFORM("\"offset\":[0.5,0]")), {{0, 255, 0}, {255, 0, 0}}},
        {",\"wrapS\":33071", TEXTURE(TRANSFORM("\"offset\":[0.5,0]")), {{0, 255, 0}, {0, 255, 0}}},
        {",\"wrapS\":33648", TEXTURE(TRANSFORM("\"offset\":[1,0]")), {{0, 255, 0}, {255, 0, 0}}},
        {"", TEXTURE(TRANSFORM("\"scale\":[0.5,0.5]")), {{255, 0, 0}, {255, 0, 0}}},
        {"", TEXTURE(TRANSFORM("\"rotation\":1.5707963267948966")), {{0, 0, 255}, {255, 0, 0}}},
        {"", TEXTURE(",\"texCoord\":1"), {{255, 0, 0}, {255, 0, 0}}}, /* half as large */
        {"", TEXTURE(TRANSFORM("\"texCoord\":1")), {{255, 0, 0}, {255, 0, 0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char material[512];
        make_gltf *file = make_scene();
        add_picture(file, cases[i].sampler);
        snprintf(material, sizeof material, "%s,%s", cases[i].texture, UNLIT);
        add_quad(file, "", ",\"TEXCOORD_1\":2", material);
        hone_image image = draw(file);
        for (int k = 0; k < 2; k++) {
            const int *c = cases[i].corners[k];
            check_pixel(&image, k ? 46 : 17, 17, c[0], c[1], c[2], 255);
        }
        hone_image_release(&image);
    }
}

static void vertex_colours_multiply(void **state)
{
    (void)state;
    static const uint8_t colours[4][4] = {{255, 0, 0, 255}, {255, 0, 0, 255}, {255, 0, 0, 255}, {255, 0, 0, 255}};
    char attributes[32];
    make_gltf *file = make_scene();
    int c = make_gltf_u8(file, "VEC4", *colours, 4, true);
    snprintf(attributes, sizeof attributes, ",\"COLOR_0\":%d", c);
    add_quad(file, "", attributes, FACTOR(0.5, 1, 1, 1) "," UNLIT);
    hone_image image = draw(file);
    check_pixel(&image, 32, 32, 188, 0, 0, 255);
    hone_image_release(&image);
}

/* Brightness of the quad: the green channel in its middle. */
static int brightness(const char *node, const char *attributes, const char *material)
{
    make_gltf *file = make_scene();
    add_quad(file, node, attributes, material);
    hone_image image = draw(file);
    int green = pixel(&image, 32, 32)[1];
    hone_image_release(&image);
    return green;
}

static void light_falls_from_the_front_and_above(void **state)
{
    (void)state;
    static const char grey[] = FACTOR(0.5, 0.5, 0.5, 1), normals[] = ",\"NORMAL\":3";
    int front = brightness("", normals, grey);
    int up = brightness(",\"rotation\":[-0.3826834,0,0,0.9238795]", normals, grey);
    int down = brightness(",\"rotation\":[0.3826834,0,0,0.9238795]", normals, grey);
    CHECK(up > front && front > down && down > 40 && up < 230);
    CHECK(brightness("", "", grey) == front); /* the face's normal, if the file has none */
    CHECK(brightness("", "", FACTOR(0.5, 0.5, 0.5, 1) "," UNLIT) == 188);
    CHECK(brightness("", normals, FACTOR(0.5, 0.5, 0.5, 1) ",\"emissiveFactor\":[0,1,0]") == 255);
    CHECK(brightness(",\"rotation\":[0,1,0,0]", normals, FACTOR(0.5, 0.5, 0.5, 1) ",\"doubleSided\":true") == front);
}

static void emission_has_a_map(void **state)
{
    (void)state;
    make_gltf *file = make_scene();
    add_picture(file, "");
    add_quad(file, "", ",\"NORMAL\":3",
             FACTOR(0, 0, 0, 1) ",\"emissiveFactor\":[0.5,0.5,0.5],\"emissiveTexture\":{\"index\":0}");
    hone_image image = draw(file);
    const uint8_t *red = pixel(&image, 17, 17);
    CHECK(red[0] >= 187 && red[0] < 200 && red[1] < 80 && red[1] == red[2]); /* apart from a dull highlight */
    hone_image_release(&image);
}

TEST_GROUP(test_render_gltf)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gltf_is_not_mirrored),
        cmocka_unit_test(colours_are_linear),
        cmocka_unit_test(alpha_modes_decide_what_alpha_means),
        cmocka_unit_test(blended_surfaces_come_last),
        cmocka_unit_test(translucent_surfaces_cover_edges),
        cmocka_unit_test(back_faces_show_where_the_file_says),
        cmocka_unit_test(texture_transforms_and_wrapping_are_obeyed),
        cmocka_unit_test(vertex_colours_multiply),
        cmocka_unit_test(light_falls_from_the_front_and_above),
        cmocka_unit_test(emission_has_a_map),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
