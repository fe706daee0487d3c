/* Models made in code, drawn without a display, and their expected pixels. Skipped only if EGL has no driver. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "draw/render/renderer.h"
#include "support/image/pixels.h"
#include "support/make/files/make_pmd.h"
#include "support/make/quads.h"
#include <hone/format.h>
#include <hone/render.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 64 };

/* 25 units wide and high, seen straight from the front: a pixel is 25/64 units. */
static const hone_camera flat_camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true};

static void write_bmp_head(hone_writer *writer, uint32_t side)
{
    hone_write_bytes(writer, "BM", 2);
    hone_write_zeros(writer, 8);
    hone_write_u32(writer, 54);
    hone_write_u32(writer, 40);
    hone_write_u32(writer, side);
    hone_write_u32(writer, side);
    hone_write_u16(writer, 1);
    hone_write_u16(writer, 24);
    hone_write_zeros(writer, 24);
}

enum { STRIPES = 90 };

/* Alternating black and white columns. */
static void write_stripes(hone_writer *writer)
{
    write_bmp_head(writer, STRIPES);
    for (int row = 0; row < STRIPES; row++) {
        for (int i = 0; i < STRIPES; i++) hone_write_bytes(writer, i % 2 ? "\xff\xff\xff" : "\0\0\0", 3);
        hone_write_zeros(writer, 2);
    }
}

enum { LARGE = 512 };

/* Red everywhere. */
static void write_large(hone_writer *writer)
{
    write_bmp_head(writer, LARGE);
    for (int i = 0; i < LARGE * LARGE; i++) hone_write_bytes(writer, "\0\0\xff", 3);
}

/* As a BMP, which needs no library. "stripes": those above. Any path with "good" in it: a 2 x 2 picture, red, green
 * / blue, white. With "cut": its last row alone. */
static bool read_texture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    static const uint8_t rows[2][8] = {{255, 0, 0, 255, 255, 255, 0, 0}, {0, 0, 255, 0, 255, 0, 0, 0}};
    (void)user;
    if (strstr(path, "missing") || (strstr(path, "toon") && strcmp(path, "toon03.bmp") != 0))
        return hone_fail(error, HONE_ERROR_IO, 0, "not found");
    hone_writer writer = hone_writer_make(allocator);
    if (strcmp(path, "stripes") == 0) {
        write_stripes(&writer);
    } else if (strcmp(path, "large") == 0) {
        write_large(&writer);
    } else if (strstr(path, "good") || strstr(path, "toon")) {
        write_bmp_head(&writer, 2);
        hone_write_bytes(&writer, rows, sizeof rows);
    } else if (strstr(path, "cut")) {
        write_bmp_head(&writer, 2);
        hone_write_bytes(&writer, rows[0], sizeof rows[0]);
    } else {
        hone_write_bytes(&writer, "??", 2);
        hone_write_zeros(&writer, 68);
    }
    return hone_writer_finish(&writer, out, error);
}

static const hone_file_resolver test_files = {.read = read_texture};

typedef struct shot {
    uint32_t samples;
    float background[4];
    hone_camera camera; /* all zero: flat_camera */
    const hone_light *light;
    hone_shadows shadows;
} shot;

static hone_image draw_with(hone_renderer *renderer, hone_model *model, const shot *how)
{
    hone_error error = {0};
    hone_image image = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, &test_files, &error);
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    hone_draw_desc desc = {.width = SIZE,
                           .height = SIZE,
                           .samples = how->samples,
                           .camera = how->camera.distance != 0 ? how->camera : flat_camera,
                           .light = how->light,
                           .shadows = how->shadows,
                           .items = &item,
                           .item_count = 1};
    memcpy(desc.background, how->background, sizeof desc.background);
    if (!hone_image_create(SIZE, SIZE, NULL, &image, &error) ||
        !hone_renderer_draw_image(renderer, &desc, &image, &error))
        fail_msg("%s", error.message);
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    return image;
}

static hone_image draw_quads(const test_quad *quads, uint32_t count, const char *texture, const shot *how)
{
    hone_renderer *renderer = pixels_renderer();
    hone_model *model = test_quads_model(quads, count, texture, HONE_SPACE_MMD);
    hone_image image = draw_with(renderer, model, how);
    hone_model_release(model);
    return image;
}

/* ---- tests ---- */

static void quad_covers_what_it_should_on_a_transparent_ground(void **state)
{
    (void)state;
    /* a half of the picture in each direction */
    test_quad q = {.half = 6.25f, .material = test_flat_material(1, 0.5f, 0, 1)};
    hone_image image = draw_quads(&q, 1, NULL, &(shot){0});
    for (uint32_t y = 0; y < SIZE; y++)
        for (uint32_t x = 0; x < SIZE; x++)
            if (x >= 16 && x < 48 && y >= 16 && y < 48)
                check_pixel(&image, x, y, 255, 128, 0, 255);
            else
                check_pixel(&image, x, y, 0, 0, 0, 0);
    hone_image_release(&image);
}

static void background_colour_is_kept_and_blended_over(void **state)
{
    (void)state;
    test_quad q = {.half = 6.25f, .material = test_flat_material(1, 1, 1, 0.5f)};
    hone_image image = draw_quads(&q, 1, NULL, &(shot){.background = {0, 0, 1, 1}});
    check_pixel(&image, 2, 2, 0, 0, 255, 255);
    check_pixel(&image, 32, 32, 128, 128, 255, 255);
    hone_image_release(&image);
    image = draw_quads(&q, 1, NULL, &(shot){.background = {0, 0, 1, 0.5f}});
    check_pixel(&image, 2, 2, 0, 0, 255, 128);
    check_pixel(&image, 32, 32, 170, 170, 255, 191); /* (1/2 white + 1/4 blue) / (3/4) */
    hone_image_release(&image);
}

static void translucent_colour_is_not_premultiplied(void **state)
{
    (void)state;
    test_quad q = {.half = 6.25f, .material = test_flat_material(1, 0.5f, 0.25f, 0.5f)};
    hone_image image = draw_quads(&q, 1, NULL, &(shot){0});
    check_pixel(&image, 32, 32, 255, 128, 64, 128);
    hone_image_release(&image);
}

static void materials_are_drawn_in_order_and_hide_what_comes_later(void **state)
{
    (void)state;
    test_quad far = {.z = 5, .half = 6.25f, .material = test_flat_material(1, 0, 0, 0.5f)};
    test_quad near = {.z = -5, .half = 6.25f, .material = test_flat_material(0, 1, 0, 0.5f)};
    const shot how = {.background = {0, 0, 0, 1}};
    hone_image image = draw_quads((test_quad[]){far, near}, 2, NULL, &how);
    check_pixel(&image, 32, 32, 64, 128, 0, 255);
    hone_image_release(&image);
    image = draw_quads((test_quad[]){near, far}, 2, NULL, &how); /* the near one has written depth */
    check_pixel(&image, 32, 32, 0, 128, 0, 255);
    hone_image_release(&image);
}

static void back_faces_show_only_where_double_sided(void **state)
{
    (void)state;
    test_quad single = {.x = -6, .half = 3, .turned_away = true, .material = test_flat_material(1, 0, 0, 1)};
    test_quad both = {.x = 6, .half = 3, .turned_away = true, .material = test_flat_material(1, 0, 0, 1)};
    both.material.flags = HONE_MATERIAL_DOUBLE_SIDED;
    hone_image image = draw_quads((test_quad[]){single, both}, 2, NULL, &(shot){0});
    check_pixel(&image, 16, 32, 0, 0, 0, 0);
    check_pixel(&image, 47, 32, 255, 0, 0, 255);
    hone_image_release(&image);
}

static void texture_lies_the_right_way_up(void **state)
{
    (void)state;
    test_quad q = {.half = 6.25f, .material = test_flat_material(1, 1, 1, 1)};
    q.material.texture = 0;
    hone_image image = draw_quads(&q, 1, "good.bmp", &(shot){0});
    const struct { /* middles of texels, where neighbours have little influence */
        uint32_t x, y;
        bool red, green, blue;
    } texels[] = {{24, 24, true, false, false},
                  {40, 24, false, true, false},
                  {24, 40, false, false, true},
                  {40, 40, true, true, true}};
    for (int i = 0; i < 4; i++) {
        const uint8_t *got = pixel(&image, texels[i].x, texels[i].y);
        CHECK(texels[i].red == (got[0] > 230) && texels[i].green == (got[1] > 230) && texels[i].blue == (got[2] > 230));
        CHECK(texels[i].red == (got[0] > 25) && texels[i].green == (got[1] > 25) && texels[i].blue == (got[2] > 25));
    }
    hone_image_release(&image);
}

static void vertex_colour_multiplies(void **state)
{
    (void)state;
    test_quad q = {.half = 6.25f, .material = test_flat_material(1, 1, 1, 1)};
    q.material.flags = HONE_MATERIAL_VERTEX_COLOUR;
    hone_image image = draw_quads(&q, 1, NULL, &(shot){0});
    check_pixel(&image, 32, 32, 128, 255, 255, 255);
    hone_image_release(&image);
}

/* The normal points at the eye: the middle of the sphere map, the mean of its four colours. */
static void sphere_map_multiplies_and_adds(void **state)
{
    (void)state;
    test_quad q = {.half = 6.25f, .material = test_flat_material(0.5f, 0.5f, 0.5f, 1)};
    q.material.sphere_texture = 0;
    q.material.sphere_mode = HONE_SPHERE_MULTIPLY;
    hone_image image = draw_quads(&q, 1, "good.bmp", &(shot){0});
    check_pixel(&image, 32, 32, 64, 64, 64, 255);
    hone_image_release(&image);
    q.material.sphere_mode = HONE_SPHERE_ADD;
    image = draw_quads(&q, 1, "good.bmp", &(shot){0});
    check_pixel(&image, 32, 32, 255, 255, 255, 255);
    hone_image_release(&image);
    image = draw_quads(&q, 1, "missing.bmp", &(shot){0});
    check_pixel(&image, 32, 32, 128, 128, 128, 255);
    hone_image_release(&image);
}

/* With the lit or the dark end of a ramp, plus specular. Without a toon the result is as with a white one. */
static void light_shades_as_mmd_says(void **state)
{
    (void)state;
    const hone_light head_on = {{0.5f, 0.5f, 0.5f}, {0, 0, 1}}, behind = {{0.5f, 0.5f, 0.5f}, {0, 0, -1}};
    const hone_light slanted = {{0.5f, 0.5f, 0.5f}, {0, -0.8f, 0.6f}};
    test_quad q = {.half = 6.25f, .material = test_flat_material(0.25f, 0.25f, 0.25f, 1)};
    q.material.diffuse[0] = 1;
    const struct {
        bool toon, specular;
        const hone_light *light;
        int red, green;
    } cases[] = {
        {false, false, &head_on, 191, 64}, {false, false, &behind, 191, 64}, {false, false, &slanted, 191, 64},
        {true, false, &head_on, 191, 64},  {true, false, &behind, 154, 51},  {true, false, &slanted, 191, 64},
        {false, true, &head_on, 223, 96},  {false, true, &behind, 191, 64},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        q.material.shared_toon = cases[i].toon;
        q.material.toon = cases[i].toon ? 0 : HONE_NONE; /* its shade is 205 */
        q.material.specular_power = cases[i].specular ? 5 : 0;
        for (int c = 0; c < 3; c++) q.material.specular[c] = 0.25f;
        hone_image image = draw_quads(&q, 1, NULL, &(shot){.light = cases[i].light});
        check_pixel(&image, 32, 32, cases[i].red, cases[i].green, cases[i].green, 255);
        hone_image_release(&image);
    }
}

/* A shadow does not make them darker either. */
static void eyes_without_a_toon_stay_bright_in_the_shadow(void **state)
{
    (void)state;
    const hone_light slanted = {{0.5f, 0.5f, 0.5f}, {0.6f, 0, 0.8f}};
    test_quad quads[2] = {{.half = 10, .material = test_flat_material(0.25f, 0.25f, 0.25f, 1)},
                          {.x = -4.5f, .z = -6, .half = 1.5f, .material = test_flat_material(0, 0, 1, 1)}};
    for (int c = 0; c < 3; c++) quads[0].material.diffuse[c] = 1;
    quads[0].material.flags = HONE_MATERIAL_RECEIVES_SHADOW;
    quads[1].material.flags = HONE_MATERIAL_CASTS_SHADOW;
    hone_image image = draw_quads(quads, 2, NULL, &(shot){.light = &slanted});
    check_pixel(&image, 32, 32, 191, 191, 191, 255);
    check_pixel(&image, 44, 32, 191, 191, 191, 255);
    hone_image_release(&image);
}

/* A .x file's: ambient + diffuse * light * max(0, n.l), with 0.4 of the diffuse colour as ambient light. */
static void accessories_are_shaded_without_a_ramp(void **state)
{
    (void)state;
    const hone_light lights[] = {
        {{0.5f, 0.5f, 0.5f}, {0, 0, 1}}, {{0.5f, 0.5f, 0.5f}, {0, 0, -1}}, {{0.5f, 0.5f, 0.5f}, {0, -0.8f, 0.6f}}};
    const int red[] = {217, 115, 176}; /* 0.45 is ambient */
    for (int i = 0; i < 3; i++) {
        test_quad q = {.half = 6.25f, .material = test_flat_material(0.13f, 0.25f, 0.25f, 1)};
        q.material.diffuse[0] = 0.8f;
        hone_model *model = test_quads_model(&q, 1, NULL, HONE_SPACE_X);
        hone_image image = draw_with(pixels_renderer(), model, &(shot){.light = &lights[i]});
        check_pixel(&image, 32, 32, red[i], 64, 64, 255);
        hone_image_release(&image);
        hone_model_release(model);
    }
}

/* The light's direction selects the middle of a row of the ramp: n.l = 1 - (2 row + 1) / 32. Between two rows it is
 * linear. */
static void shared_toons_have_the_rows_of_mmd(void **state)
{
    (void)state;
    static const struct {
        int32_t toon;
        float row;
        int colour[3];
    } cases[] = {
        {0, 0, {255, 255, 255}},  {0, 15, {255, 255, 255}}, {0, 15.5f, {230, 230, 230}}, {0, 16, {205, 205, 205}},
        {0, 31, {205, 205, 205}}, {1, 15, {255, 255, 255}}, {1, 16, {245, 225, 225}},    {2, 15.25f, {230, 230, 230}},
        {2, 16, {154, 154, 154}}, {3, 16, {248, 239, 235}}, {4, 16, {255, 255, 255}},    {4, 18, {255, 255, 255}},
        {4, 19, {255, 254, 254}}, {4, 20, {255, 250, 248}}, {4, 21, {255, 246, 242}},    {4, 22, {255, 240, 234}},
        {4, 23, {255, 236, 229}}, {4, 24, {255, 233, 224}}, {4, 25, {255, 231, 222}},    {4, 26, {255, 231, 221}},
        {4, 31, {255, 231, 221}}, {5, 0, {255, 237, 97}},   {5, 7, {255, 237, 97}},      {5, 8, {255, 238, 106}},
        {5, 10, {255, 254, 242}}, {5, 12, {255, 237, 97}},  {5, 21, {255, 237, 97}},     {5, 22, {254, 235, 94}},
        {5, 24, {209, 187, 24}},  {5, 26, {195, 172, 3}},   {5, 31, {195, 172, 3}},      {6, 31, {255, 255, 255}},
        {9, 31, {255, 255, 255}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_quad q = {.half = 6.25f, .material = test_flat_material(1, 1, 1, 1)};
        float lambert = 1 - (2 * cases[i].row + 1) / 32;
        const hone_light light = {{0.5f, 0.5f, 0.5f}, {0, -sqrtf(1 - lambert * lambert), lambert}};
        q.material.shared_toon = true, q.material.toon = cases[i].toon;
        hone_image image = draw_quads(&q, 1, NULL, &(shot){.light = &light});
        check_pixel(&image, 32, 32, cases[i].colour[0], cases[i].colour[1], cases[i].colour[2], 255);
        hone_image_release(&image);
    }
}

/* A flat object has no outline unless its back is visible. So there are two quads, back to back, with normals
 * outwards. */
static void edges_stand_around_the_figure(void **state)
{
    (void)state;
    test_quad front = {.half = 6.25f, .material = test_flat_material(1, 1, 1, 1)};
    front.material.flags = HONE_MATERIAL_EDGE;
    front.material.edge_size = 0;
    hone_image without = draw_quads(&front, 1, NULL, &(shot){0});
    front.turned_away = true; /* its back faces the eye: only the edge pass draws it */
    front.material.edge_size = 2;
    front.material.edge_colour[0] = 1;
    hone_image with = draw_quads(&front, 1, NULL, &(shot){0});
    check_pixel(&without, 32, 32, 255, 255, 255, 255);
    check_pixel(&with, 32, 32, 255, 0, 0, 255);
    check_pixel(&with, 8, 8, 0, 0, 0, 0);
    hone_image_release(&without);
    hone_image_release(&with);
}

static unsigned partly_covered(const hone_image *image)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < image->width * image->height; i++)
        count += image->pixels[4 * i + 3] != 0 && image->pixels[4 * i + 3] != 255;
    return count;
}

static void samples_soften_the_border(void **state)
{
    (void)state;
    test_quad q = {.half = 6.25f, .material = test_flat_material(1, 0.5f, 0, 1)};
    shot how = {.samples = 1, .camera = flat_camera};
    how.camera.angles[2] = 0.3f;
    bool able = hone_renderer_max_samples(pixels_renderer()) >= 4;
    hone_image image = draw_quads(&q, 1, NULL, &how);
    assert_int_equal(partly_covered(&image), 0);
    hone_image_release(&image);
    for (how.samples = 0; how.samples <= 1000; how.samples += 500) { /* 0: 4; also more than the device supports */
        image = draw_quads(&q, 1, NULL, &how);
        CHECK(!able || partly_covered(&image) > 80);
        for (uint32_t i = 0; i < SIZE * SIZE; i++) /* and its colour does not get darker towards transparency */
            if (image.pixels[4 * i + 3] != 0)
                check_pixel(&image, i % SIZE, i / SIZE, 255, 128, 0, image.pixels[4 * i + 3]);
        hone_image_release(&image);
    }
}

/* Mean distance of pixels from grey. */
static double contrast(const hone_image *image)
{
    double sum = 0;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) sum += fabs(image->pixels[4 * i] - 127.5);
    return sum / (SIZE * SIZE);
}

/* 90 stripes on 64 pixels are half-way between a mip level that shows them and a grey one. With several samples per
 * pixel textures are read half a level finer: then the stripes have full contrast, else half of it. */
static void several_samples_read_textures_half_a_level_finer(void **state)
{
    (void)state;
    test_quad q = {.half = 12.5f, .material = test_flat_material(1, 1, 1, 1)};
    q.material.texture = 0;
    if (hone_renderer_max_samples(pixels_renderer()) < 4)
        test_skip(1, "picture of several samples a pixel");
    hone_image one = draw_quads(&q, 1, "stripes", &(shot){.samples = 1});
    hone_image simd4 = draw_quads(&q, 1, "stripes", &(shot){.samples = 4});
    CHECK(contrast(&one) > 10);
    CHECK_NEAR(contrast(&simd4) / contrast(&one), 2, 0.15);
    hone_image_release(&one);
    hone_image_release(&simd4);
}

static void two_pictures_are_the_same_bit_for_bit(void **state)
{
    (void)state;
    test_quad quads[6];
    for (int i = 0; i < 6; i++)
        quads[i] = (test_quad){.x = (float)i - 2.5f,
                               .y = (float)(i % 3) * 2 - 2,
                               .z = (float)(i * 5 % 7),
                               .half = 3,
                               .material = test_flat_material((float)i / 6, 1 - (float)i / 6, 0.5f, 0.7f)};
    for (int i = 0; i < 6; i++) quads[i].material.texture = 0;
    shot how = {.camera = HONE_CAMERA_DEFAULT};
    how.camera.target[1] = 0, how.camera.angles[1] = 0.4f, how.camera.angles[2] = 0.2f;
    hone_image first = draw_quads(quads, 6, "good.bmp", &how);
    hone_model *model = test_quads_model(quads, 6, "good.bmp", HONE_SPACE_MMD);
    hone_renderer *another = hone_renderer_create(NULL, NULL);
    for (int i = 0; i < 2; i++) {
        hone_image second = draw_with(i ? another : pixels_renderer(), model, &how);
        assert_memory_equal(first.pixels, second.pixels, 4 * SIZE * SIZE);
        hone_image_release(&second);
    }
    hone_image_release(&first);
    hone_model_release(model);
    hone_renderer_destroy(another);
}

/* A model in another space is drawn at the right place with its front faces visible. */
static void gltf_models_are_mirrored_into_view(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    test_quad q = {.x = 0.2f, .half = 0.1f, .turned_away = true, .material = test_flat_material(1, 0, 0, 1)};
    hone_model *model = test_quads_model(&q, 1, NULL, HONE_SPACE_GLTF); /* counter-clockwise, seen from +Z */
    hone_image image = draw_with(renderer, model, &(shot){0});
    check_pixel(&image, 38, 32, 255, 0, 0, 255);
    check_pixel(&image, 32, 32, 0, 0, 0, 0);
    hone_image_release(&image);
    hone_model_release(model);
}

static void missing_and_bad_textures_make_warnings(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    const char *const names[] = {"good.bmp", "missing\n.bmp", "tex\\bad.bmp", "cut.bmp"};
    const char *const texts[] = {"", "missing\\n.bmp: not found", "tex\\bad.bmp: not a picture", "cut.bmp: is cut off"};
    for (int i = 0; i < 4; i++) {
        test_quad quads[2] = {{.half = 3, .material = test_flat_material(1, 1, 1, 1)}};
        quads[0].material.texture = 0;
        quads[1] = quads[0]; /* named twice, reported once */
        hone_model *model = test_quads_model(quads, 2, names[i], HONE_SPACE_MMD);
        hone_error error = {0};
        hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, &test_files, &error);
        hone_warnings warnings = hone_gpu_model_warnings(gpu_model);
        CHECK(gpu_model && error.code == HONE_OK);
        assert_int_equal(warnings.count, i > 0);
        for (uint32_t w = 0; w < warnings.count; w++) CHECK(strstr(warnings.texts[w], texts[i]));
        hone_gpu_model_destroy(gpu_model);
        gpu_model = hone_gpu_model_create(renderer, model, NULL, &error);
        assert_int_equal(hone_gpu_model_warnings(gpu_model).count, 1);
        hone_gpu_model_destroy(gpu_model);
        hone_model_release(model);
    }
}

static void textures_are_halved_to_the_size_that_is_asked_for(void **state)
{
    (void)state;
    pixels_renderer(); /* skips */
    hone_renderer *renderer = hone_renderer_create(&(hone_renderer_desc){.max_texture_size = 1}, NULL);
    test_quad q = {.half = 3, .material = test_flat_material(1, 1, 1, 1)};
    q.material.texture = 0;
    hone_model *model = test_quads_model(&q, 1, "good.bmp", HONE_SPACE_MMD);
    hone_image image = draw_with(renderer, model, &(shot){0});
    for (uint32_t x = 28; x < 40; x += 8)
        check_pixel(&image, x, 30, 128, 128, 128, 255); /* of red, green, blue and white */
    hone_image_release(&image);
    hone_model_release(model);
    hone_renderer_destroy(renderer);
}

/* What is taken already is set, so that the test needs no large pictures. */
static void textures_beyond_the_memory_of_all_are_halved_with_one_warning(void **state)
{
    (void)state;
    pixels_renderer(); /* skips */
    const uint64_t most = (uint64_t)1 << 30, room = (uint64_t)LARGE * LARGE * 4;
    for (int full = 0; full < 2; full++) {
        const hone_renderer_desc desc = {.max_texture_size = full ? HONE_TEXTURE_SIZE_FULL : 0};
        hone_renderer *renderer = hone_renderer_create(&desc, NULL);
        test_quad q = {.half = 3, .material = test_flat_material(1, 1, 1, 1)};
        q.material.texture = 0;
        hone_model *model = test_quads_model(&q, 1, "large", HONE_SPACE_MMD);
        renderer->texture_bytes = most - room;
        hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, &test_files, NULL);
        hone_warnings warnings = hone_gpu_model_warnings(gpu_model);
        assert_int_equal(warnings.count, !full);
        CHECK(full || strstr(warnings.texts[0], "1 textures are drawn smaller"));
        uint64_t taken = renderer->texture_bytes - (most - room);
        CHECK(full ? taken > room : taken > room / 4 && taken < room / 2);
        hone_gpu_model_destroy(gpu_model);
        CHECK(renderer->texture_bytes == most - room); /* it is given back */
        hone_model_release(model);
        hone_renderer_destroy(renderer);
    }
}

/* A square in the middle of the picture that faces away from the light, shaded with one of the shared toons. */
static hone_model *load_pmd_quad(uint8_t toon)
{
    pmd_vertex vertices[4] = {
        {.position = {-6, 6, 0}}, {.position = {6, 6, 0}}, {.position = {6, -6, 0}}, {.position = {-6, -6, 0}}};
    const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const pmd_material material = {.diffuse = {0, 0, 0, 1}, .ambient = {1, 1, 1}, .toon = toon, .index_count = 6};
    make_pmd desc = make_pmd_rich();
    for (int v = 0; v < 4; v++) vertices[v].normal[2] = 1, vertices[v].percent = 100;
    desc.vertex_count = 4, desc.vertices = vertices;
    desc.index_count = 6, desc.indices = indices;
    desc.material_count = 1, desc.materials = &material;
    desc.morph_count = 0, desc.shown_count = 0, desc.tail_count = 0;
    hone_error error = {0};
    hone_bytes bytes = make_pmd_write(&desc, NULL);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_bytes_release(&bytes);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* Only for a PMD, and only existing files: toon03.bmp is blue at its lower left; hone's own second ramp is pink. */
static void toons_beside_a_pmd_take_the_shared_ones_place(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    const hone_light away = {{0.5f, 0.5f, 0.5f}, {0, 0, 1}};
    const shot how = {.light = &away, .shadows = HONE_SHADOWS_OFF};
    for (uint8_t toon = 1; toon <= 2; toon++) {
        hone_model *model = load_pmd_quad(toon);
        hone_image image = draw_with(renderer, model, &how);
        check_pixel(&image, 32, 32, toon == 2 ? 0 : 245, toon == 2 ? 0 : 225, toon == 2 ? 255 : 225, 255);
        hone_image_release(&image);
        hone_model_release(model);
    }
    test_quad q = {.half = 6, .turned_away = false, .material = test_flat_material(1, 1, 1, 1)};
    const hone_light behind = {{0.5f, 0.5f, 0.5f}, {0, 0, -1}};
    q.material.shared_toon = true, q.material.toon = 2;
    hone_image image = draw_quads(&q, 1, NULL, &(shot){.light = &behind});
    check_pixel(&image, 32, 32, 154, 154, 154, 255);
    hone_image_release(&image);
}

static void hidden_actors_are_not_drawn_and_several_are(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    test_quad q = {.half = 3, .material = test_flat_material(1, 0, 0, 1)};
    hone_model *model = test_quads_model(&q, 1, NULL, HONE_SPACE_MMD);
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, NULL, NULL);
    hone_draw_item items[3];
    for (int i = 0; i < 3; i++) {
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        hone_actor_sample_frame(actor, 0);
        hone_actor_writable_pose(actor)->bones[0].translation[0] = (float)(i - 1) * 8;
        hone_actor_writable_pose(actor)->visible = i != 1;
        CHECK(hone_actor_evaluate(actor, NULL));
        hone_actor_apply_morphs(actor);
        hone_actor_build_palette(actor);
        items[i] = (hone_draw_item){.gpu_model = gpu_model, .actor = actor};
    }
    hone_image image;
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    hone_draw_desc desc = {.width = SIZE, .height = SIZE, .camera = flat_camera, .items = items, .item_count = 3};
    CHECK(hone_renderer_draw_image(renderer, &desc, &image, NULL));
    check_pixel(&image, 11, 32, 255, 0, 0, 255);
    check_pixel(&image, 32, 32, 0, 0, 0, 0);
    check_pixel(&image, 52, 32, 255, 0, 0, 255);
    hone_image_release(&image);
    for (int i = 0; i < 3; i++) hone_actor_destroy(items[i].actor);
    hone_gpu_model_destroy(gpu_model);
    hone_model_release(model);
}

static void slips_of_the_caller_are_errors(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    test_quad q = {.half = 3, .material = test_flat_material(1, 0, 0, 1)};
    hone_model *model = test_quads_model(&q, 1, NULL, HONE_SPACE_MMD),
               *other = test_quads_model(&q, 1, NULL, HONE_SPACE_MMD);
    hone_actor *stranger = hone_actor_create(&(hone_actor_desc){.model = other}, NULL);
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, NULL, NULL);
    hone_draw_item item = {.gpu_model = gpu_model, .actor = stranger};
    hone_image image;
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    hone_draw_desc desc = {.width = SIZE, .height = SIZE, .items = &item, .item_count = 1};
    hone_error error = {0};
    CHECK(!hone_renderer_draw_image(renderer, &desc, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    item.actor = NULL;
    CHECK(!hone_renderer_draw_image(renderer, &desc, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    desc.item_count = 0, desc.width = SIZE + 1;
    CHECK(!hone_renderer_draw_image(renderer, &desc, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    CHECK(!hone_renderer_draw_image(NULL, &desc, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    CHECK(!hone_gpu_model_create(renderer, NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_image_release(&image);
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(stranger);
    hone_model_release(other);
    hone_model_release(model);
}

static void two_pictures_may_be_under_way(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    test_quad q = {.half = 3, .material = test_flat_material(1, 0, 0, 1)};
    hone_model *model = test_quads_model(&q, 1, NULL, HONE_SPACE_MMD);
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    hone_image image;
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    hone_draw_desc desc = {.width = SIZE, .height = SIZE, .camera = flat_camera, .items = &item, .item_count = 1};
    static const int middles[5] = {11, 32, 52, 11, 32};
    CHECK(!hone_renderer_read(renderer, &image, NULL)); /* nothing has been drawn */
    for (int i = 0; i < 6; i++) {
        if (i < 5) {
            hone_actor_sample_frame(actor, 0);
            hone_actor_writable_pose(actor)->bones[0].translation[0] = (float)(i % 3 - 1) * 8;
            CHECK(hone_actor_evaluate(actor, NULL));
            hone_actor_apply_morphs(actor);
            hone_actor_build_palette(actor);
            CHECK(hone_renderer_draw(renderer, &desc, NULL));
        }
        if (i == 0)
            continue;
        CHECK(i == 5 || !hone_renderer_draw(renderer, &desc, NULL)); /* at most two can wait to be read */
        CHECK(!hone_renderer_draw_image(renderer, &desc, &image, NULL));
        CHECK(hone_renderer_read(renderer, &image, NULL));
        for (int m = 0; m < 3; m++)
            check_pixel(&image, (uint32_t)middles[m], 32, middles[m] == middles[i - 1] ? 255 : 0, 0, 0,
                        middles[m] == middles[i - 1] ? 255 : 0);
    }
    CHECK(!hone_renderer_read(renderer, &image, NULL) && !hone_renderer_read(NULL, &image, NULL));
    CHECK(hone_renderer_draw(renderer, &desc, NULL));
    image.width--;
    CHECK(!hone_renderer_read(renderer, &image, NULL)); /* of another size */
    image.width++;
    CHECK(hone_renderer_read(renderer, &image, NULL) && hone_renderer_draw_image(renderer, &desc, &image, NULL));
    hone_image_release(&image);
    hone_actor_destroy(actor);
    hone_gpu_model_destroy(gpu_model);
    hone_model_release(model);
}

/* Uses a renderer as a program would. Returns true if everything succeeded. */
static bool draw_once(hone_renderer *renderer, const hone_model *model, hone_actor *actor, hone_error *error)
{
    bool ok = false;
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, &test_files, error);
    hone_image image;
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    if (gpu_model) {
        hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
        hone_draw_desc desc = {.width = SIZE, .height = SIZE, .camera = flat_camera, .items = &item, .item_count = 1};
        ok = hone_renderer_draw_image(renderer, &desc, &image, error);
    }
    hone_image_release(&image);
    hone_gpu_model_destroy(gpu_model);
    return ok;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    hone_renderer *renderer = pixels_renderer();
    test_quad q = {.half = 3, .material = test_flat_material(1, 0, 0, 1)};
    q.material.texture = 0;
    hone_model *model = test_quads_model(&q, 1, "good.bmp", HONE_SPACE_MMD);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    uint64_t live = pixels_memory()->live;
    bool ok = false;
    for (uint64_t n = 0; !ok; n++) {
        hone_error error = {0};
        pixels_memory()->fail_at = pixels_memory()->calls + n;
        ok = draw_once(renderer, model, actor, &error);
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
        assert_int_equal(pixels_memory()->live, live);
    }
    pixels_memory()->fail_at = UINT64_MAX;
    hone_actor_destroy(actor);
    hone_model_release(model);
    test_allocator memory;
    hone_error error = {0};
    test_allocator_make(&memory, 0);
    CHECK(!hone_renderer_create(&(hone_renderer_desc){.allocator = &memory.allocator}, &error));
    CHECK(error.code == HONE_ERROR_MEMORY && memory.live == 0);
}

static void bounds_follow_the_pose_and_the_space(void **state)
{
    (void)state;
    test_quad q = {.x = 1, .y = 2, .z = 3, .half = 1, .material = test_flat_material(1, 0, 0, 1)};
    for (int gltf = 0; gltf < 2; gltf++) {
        hone_model *model = test_quads_model(&q, 1, NULL, gltf ? HONE_SPACE_GLTF : HONE_SPACE_MMD);
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        hone_bounds bounds = HONE_BOUNDS_EMPTY;
        double s = gltf ? 12.5 : 1;
        CHECK(hone_framing_add_actor(&bounds, actor, NULL));
        CHECK_NEAR(bounds.min[0], 0, 1e-5);
        CHECK_NEAR(bounds.max[0], 2 * s, 1e-5);
        CHECK_NEAR(bounds.min[1], 1 * s, 1e-5);
        CHECK_NEAR(bounds.max[1], 3 * s, 1e-5);
        CHECK_NEAR(bounds.min[2], gltf ? -3 * s : 3, 1e-5);
        CHECK(!hone_framing_add_actor(&bounds, NULL, NULL));
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

/* The character is upright in the middle, both hands are visible, and nothing touches the border. */
static void a_real_model_fills_its_automatic_picture(void **state)
{
    (void)state;
    char path[1024];
    if (!test_data_path("mmd/three-mmd-loader/yw_test_model.pmx", path, sizeof path))
        test_skip(1, "picture of a third-party model");
    hone_renderer *renderer = pixels_renderer();
    hone_model *model = hone_model_load(path, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    CHECK(hone_framing_add_actor(&bounds, actor, NULL));
    hone_image image =
        draw_with(renderer, model, &(shot){.camera = hone_camera_framing(&bounds, 1), .shadows = HONE_SHADOWS_OFF});
    unsigned covered = 0, border = 0;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        bool inside = i % SIZE > 0 && i % SIZE < SIZE - 1 && i / SIZE > 0 && i / SIZE < SIZE - 1;
        covered += image.pixels[4 * i + 3] > 127;
        border += !inside && image.pixels[4 * i + 3] != 0;
    }
    assert_int_equal(border, 0);
    CHECK(covered > 300 && covered < 1500);
    CHECK(pixel(&image, 32, 8)[3] == 255 && pixel(&image, 32, 25)[3] == 255); /* head and chest */
    hone_image_release(&image);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

TEST_GROUP(test_render)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quad_covers_what_it_should_on_a_transparent_ground),
        cmocka_unit_test(background_colour_is_kept_and_blended_over),
        cmocka_unit_test(translucent_colour_is_not_premultiplied),
        cmocka_unit_test(materials_are_drawn_in_order_and_hide_what_comes_later),
        cmocka_unit_test(back_faces_show_only_where_double_sided),
        cmocka_unit_test(texture_lies_the_right_way_up),
        cmocka_unit_test(vertex_colour_multiplies),
        cmocka_unit_test(sphere_map_multiplies_and_adds),
        cmocka_unit_test(light_shades_as_mmd_says),
        cmocka_unit_test(eyes_without_a_toon_stay_bright_in_the_shadow),
        cmocka_unit_test(accessories_are_shaded_without_a_ramp),
        cmocka_unit_test(shared_toons_have_the_rows_of_mmd),
        cmocka_unit_test(edges_stand_around_the_figure),
        cmocka_unit_test(samples_soften_the_border),
        cmocka_unit_test(several_samples_read_textures_half_a_level_finer),
        cmocka_unit_test(two_pictures_are_the_same_bit_for_bit),
        cmocka_unit_test(gltf_models_are_mirrored_into_view),
        cmocka_unit_test(missing_and_bad_textures_make_warnings),
        cmocka_unit_test(textures_are_halved_to_the_size_that_is_asked_for),
        cmocka_unit_test(textures_beyond_the_memory_of_all_are_halved_with_one_warning),
        cmocka_unit_test(toons_beside_a_pmd_take_the_shared_ones_place),
        cmocka_unit_test(hidden_actors_are_not_drawn_and_several_are),
        cmocka_unit_test(two_pictures_may_be_under_way),
        cmocka_unit_test(slips_of_the_caller_are_errors),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(bounds_follow_the_pose_and_the_space),
        cmocka_unit_test(a_real_model_fills_its_automatic_picture),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
