/* Self-shadow, shadows on the ground, the grid, points and lines, as pixels. Skipped only if EGL has no driver. */
#include "draw/render/renderer.h"
#include "support/image/pixels.h"
#include "support/make/quads.h"
#include "support/support.h"
#include <hone/render.h>
#include <string.h>

enum { SIZE = 64 };

/* 25 units wide and high: a pixel is 25/64 units. From the front, and from above with z upwards. */
static const hone_camera front = {{0, 0, 0}, {0, 0, 0}, -45, 30, true};
static const hone_camera above = {{0, 0, 0}, {-1.57079633f, 0, 0}, -45, 30, true};

/* ---- pictures -------------------------------------------------------------------------------------------------- */

typedef struct shot {
    hone_camera camera;
    hone_light light;
    hone_shadows shadows;
    const hone_self_shadow *self_shadow;
    uint32_t shadow_size;
    const hone_ground_shadow *ground_shadow;
    bool grid;
    float background[4];
    hone_space space;
    hone_draw_item item;
} shot;

static hone_image draw(const test_quad *quads, uint32_t count, const shot *how)
{
    hone_draw_desc desc = {.width = SIZE,
                           .height = SIZE,
                           .samples = 1,
                           .camera = how->camera,
                           .light = &how->light,
                           .shadows = how->shadows,
                           .self_shadow = how->self_shadow,
                           .shadow_size = how->shadow_size,
                           .ground_shadow = how->ground_shadow,
                           .grid = how->grid,
                           .items = &how->item};
    pixels_renderer(); /* skips the test if there is none */
    memcpy(desc.background, how->background, sizeof desc.background);
    return pixels_draw(test_quads_model(quads, count, NULL, how->space), desc);
}

/* ---- on other surfaces ----------------------------------------------------------------------------------------- */

/* three units to the right for four units backwards */
static const hone_light slanted = {{0.5f, 0.5f, 0.5f}, {0.6f, 0, 0.8f}};

/* A wall at z 0, which is (223, 64, 64) in the light and 154/255 of it in shadow. In front of it, at -6, a blue
 * board of 3 units around (-4.5, 0). Its shadow is 4.5 units to the right of it, around the middle of the picture. */
enum { LIT = 223, LIT_GREEN = 64, SHADED = 135, SHADED_GREEN = 39 };

static void make_scene(test_quad quads[2])
{
    quads[0] = (test_quad){.half = 10, .material = test_flat_material(0.25f, 0.25f, 0.25f, 1)};
    quads[0].material.flags = HONE_MATERIAL_RECEIVES_SHADOW;
    quads[0].material.diffuse[0] = 1.25f;
    quads[0].material.shared_toon = true, quads[0].material.toon = 2;
    quads[1] = (test_quad){.x = -4.5f, .z = -6, .half = 1.5f, .material = test_flat_material(0, 0, 1, 1)};
    quads[1].material.flags = HONE_MATERIAL_CASTS_SHADOW;
}

static void caster_keeps_the_light_off_what_is_behind_it(void **state)
{
    (void)state;
    test_quad quads[2];
    make_scene(quads);
    for (uint8_t mode = 1; mode <= 2; mode++) {
        const hone_self_shadow self = {mode, 0.01125f};
        hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted, .self_shadow = &self});
        check_pixel(&image, 32, 32, SHADED, SHADED_GREEN, SHADED_GREEN, 255);
        check_pixel(&image, 29, 29, SHADED, SHADED_GREEN, SHADED_GREEN, 255); /* inside its corners */
        check_pixel(&image, 34, 34, SHADED, SHADED_GREEN, SHADED_GREEN, 255);
        check_pixel(&image, 26, 32, LIT, LIT_GREEN, LIT_GREEN, 255); /* and outside its sides */
        check_pixel(&image, 38, 32, LIT, LIT_GREEN, LIT_GREEN, 255);
        check_pixel(&image, 32, 26, LIT, LIT_GREEN, LIT_GREEN, 255);
        check_pixel(&image, 32, 38, LIT, LIT_GREEN, LIT_GREEN, 255);
        check_pixel(&image, 20, 32, 0, 0, 255, 255);
        hone_image_release(&image);
    }
}

/* Counts the pixels in which two pictures differ. */
static uint32_t differences(const hone_image *a, const hone_image *b)
{
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)SIZE * SIZE; i++) count += memcmp(a->pixels + 4 * i, b->pixels + 4 * i, 4) != 0;
    return count;
}

/* The size of the map changes the shadow's border only, also after pictures of another size. */
static void the_map_has_any_size(void **state)
{
    (void)state;
    test_quad quads[2];
    make_scene(quads);
    const uint32_t sizes[] = {2048, 64, 256, 8192, 1000000, 0, HONE_SHADOW_SIZE_AUTO, 2048};
    hone_image usual = draw(quads, 2, &(shot){.camera = front, .light = slanted, .shadow_size = 2048});
    for (int i = 0; i < 8; i++) {
        hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted, .shadow_size = sizes[i]});
        check_pixel(&image, 32, 32, SHADED, SHADED_GREEN, SHADED_GREEN, 255);
        check_pixel(&image, 42, 32, LIT, LIT_GREEN, LIT_GREEN, 255);
        uint32_t different = differences(&usual, &image);
        CHECK(sizes[i] == 2048 ? different == 0 : different < 60);
        CHECK(sizes[i] != 64 || different > 0);
        hone_image_release(&image);
    }
    hone_image_release(&usual);
}

/* A picture that is small, or in which casters and receivers are, has a smaller map. */
static void the_map_is_as_large_as_what_is_seen_needs(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, size, part; /* part: the picture is so many times as wide as the wall */
        int least, most;
    } cases[] = {{1280, 0, 1, 2048, 2048},
                 {1280, 0, 4, 512, 1024},
                 {320, 0, 1, 512, 1024},
                 {1280, 1500, 4, 1500, 1500},
                 {2000, HONE_SHADOW_SIZE_AUTO, 1, 3072, 3328}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_quad quads[2];
        hone_draw_desc desc = {.width = cases[i].width,
                               .height = cases[i].width / 8,
                               .samples = 1,
                               .camera = front,
                               .light = &slanted,
                               .shadow_size = cases[i].size};
        desc.camera.distance *= (float)cases[i].part * 0.1f; /* an orthographic view, 25 units high at -45 */
        make_scene(quads);
        hone_image image = pixels_draw(test_quads_model(quads, 2, NULL, HONE_SPACE_MMD), desc);
        GLsizei side = pixels_renderer()->shadow.side;
        if (side < cases[i].least || side > cases[i].most)
            fail_msg("case %u: %d texels", (unsigned)i, (int)side);
        hone_image_release(&image);
    }
}

/* Surfaces do not shade themselves, however flat the light: all pixels of a single wall have one colour. */
static void surfaces_do_not_shade_themselves(void **state)
{
    (void)state;
    test_quad quads[2];
    make_scene(quads);
    quads[0].material.flags |= HONE_MATERIAL_CASTS_SHADOW;
    quads[0].half = 12;
    const float slopes[] = {0, 0.5f, 0.8f, 0.95f};
    for (int s = 0; s < 4; s++)
        for (int side = 0; side < 2; side++) {
            hone_light light = {{0.5f, 0.5f, 0.5f}, {side ? slopes[s] : 0, side ? 0 : -slopes[s], 0}};
            light.direction[2] = sqrtf(1 - slopes[s] * slopes[s]);
            hone_camera camera = {{0, 0, 0}, {-0.3f, 0.4f, 0}, -45, 30, false};
            hone_image image = draw(quads, 1, &(shot){.camera = camera, .light = light});
            float lit = fminf(3 * light.direction[2], 1), share = lit + (1 - lit) * 154 / 255;
            for (uint32_t y = 20; y < 44; y++)
                for (uint32_t x = 20; x < 44; x++)
                    check_pixel(&image, x, y, (int)(LIT * share), (int)(LIT_GREEN * share), (int)(LIT_GREEN * share),
                                255);
            hone_image_release(&image);
        }
}

static void shadows_are_as_the_toon_s_lower_end(void **state)
{
    (void)state;
    test_quad quads[2];
    const hone_light behind = {{0.5f, 0.5f, 0.5f}, {0.6f, 0, -0.8f}};
    make_scene(quads);
    quads[0].material.specular[1] = 0.5f; /* shadows remove specular light too */
    quads[0].material.specular_power = 1e-6f;
    hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted});
    check_pixel(&image, 32, 32, SHADED, SHADED_GREEN, SHADED_GREEN, 255);
    check_pixel(&image, 44, 32, LIT, 128, LIT_GREEN, 255);
    hone_image_release(&image);
    /* facing away from the light: no caster needed */
    image = draw(quads, 2, &(shot){.camera = front, .light = behind});
    check_pixel(&image, 44, 32, SHADED, SHADED_GREEN, SHADED_GREEN, 255);
    hone_image_release(&image);
}

/* An accessory's wall has no toon: in shadow its ambient light remains, which is 0.4 of the diffuse colour. */
static void shadows_on_accessories_leave_their_ambient_light(void **state)
{
    (void)state;
    test_quad quads[2];
    make_scene(quads);
    quads[0].material = test_flat_material(0.1f, 0.25f, 0.25f, 1);
    quads[0].material.diffuse[0] = 1;
    quads[0].material.flags = HONE_MATERIAL_RECEIVES_SHADOW;
    hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted, .space = HONE_SPACE_X});
    check_pixel(&image, 32, 32, 128, 64, 64, 255);
    check_pixel(&image, 44, 32, 230, 64, 64, 255); /* n.l is 0.8 */
    hone_image_release(&image);
}

static void only_flagged_materials_cast_and_receive(void **state)
{
    (void)state;
    test_quad quads[2];
    const hone_self_shadow off = {0, 0.01125f};
    const shot shots[] = {
        {.camera = front, .light = slanted, .shadows = HONE_SHADOWS_OFF},
        {.camera = front, .light = slanted, .shadows = HONE_SHADOWS_GROUND},
        {.camera = front, .light = slanted, .self_shadow = &off},
        {.camera = front, .light = slanted, .shadows = HONE_SHADOWS_SELF}, /* this one has shadows */
    };
    for (int i = 0; i < 4; i++) {
        make_scene(quads);
        hone_image image = draw(quads, 2, &shots[i]);
        bool dark = i == 3;
        check_pixel(&image, 32, 32, dark ? SHADED : LIT, dark ? SHADED_GREEN : LIT_GREEN,
                    dark ? SHADED_GREEN : LIT_GREEN, 255);
        hone_image_release(&image);
    }
    const uint8_t flags[4][2] = {{0, HONE_MATERIAL_CASTS_SHADOW},
                                 {HONE_MATERIAL_RECEIVES_SHADOW, 0},
                                 {HONE_MATERIAL_RECEIVES_SHADOW, HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_POINTS},
                                 {HONE_MATERIAL_RECEIVES_SHADOW, HONE_MATERIAL_CASTS_SHADOW}};
    for (int i = 0; i < 4; i++) {
        make_scene(quads);
        quads[0].material.flags = flags[i][0], quads[1].material.flags = flags[i][1];
        quads[1].turned_away = i == 3; /* its back faces the light */
        hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted});
        hone_image none = draw(quads, 2, &(shot){.camera = front, .light = slanted, .shadows = HONE_SHADOWS_OFF});
        assert_memory_equal(image.pixels, none.pixels, 4 * SIZE * SIZE);
        hone_image_release(&image);
        hone_image_release(&none);
    }
    make_scene(quads);
    quads[1].turned_away = true;
    quads[1].material.flags |= HONE_MATERIAL_DOUBLE_SIDED;
    hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted});
    check_pixel(&image, 32, 32, SHADED, SHADED_GREEN, SHADED_GREEN, 255);
    hone_image_release(&image);
}

/* Measured across the light, the wall is 27 units from the eye. The map of mode 1 reaches 2 / d; that of mode 2 is
 * unlimited. */
/* A picture of 4 x 1 texels, in .tga. user: their alphas. */
static bool read_alphas(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                        hone_error *error)
{
    enum { HEAD = 18, BYTES = HEAD + 16 };
    const uint8_t *alphas = user;
    (void)path;
    *out = (hone_bytes){.size = BYTES, .capacity = BYTES, .allocator = hone_allocator_or_default(allocator)};
    out->data = hone_allocate(allocator, BYTES, 1);
    if (!out->data)
        return hone_fail_memory(error);
    memset(out->data, 255, BYTES);
    memcpy(out->data, (const uint8_t[HEAD]){[2] = 2, [12] = 4, [14] = 1, [16] = 32, [17] = 8}, HEAD);
    for (int i = 0; i < 4; i++) out->data[HEAD + 4 * i + 3] = alphas[i];
    return true;
}

static void holes_of_textures_cast_no_shadow(void **state)
{
    (void)state;
    uint8_t alphas[][4] = {{255, 255, 255, 255}, {128, 128, 128, 128}, {127, 127, 127, 127}, {128, 255, 129, 200},
                           {0, 0, 255, 255},     {255, 255, 127, 127}, {1, 1, 128, 128}};
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        test_quad quads[2];
        const hone_file_resolver files = {.read = read_alphas, .user = alphas[i]};
        const hone_draw_desc desc = {.width = SIZE, .height = SIZE, .samples = 1, .camera = front, .light = &slanted};
        make_scene(quads);
        quads[1].material.texture = 0;
        hone_image image = pixels_draw_with(test_quads_model(quads, 2, "alphas.tga", HONE_SPACE_MMD), &files, desc);
        for (uint32_t side = 0; side < 2; side++) {
            bool dark = alphas[i][side ? 3 : 0] >= 128;
            check_pixel(&image, side ? 34 : 30, 32, dark ? SHADED : LIT, dark ? SHADED_GREEN : LIT_GREEN,
                        dark ? SHADED_GREEN : LIT_GREEN, 255);
        }
        hone_image_release(&image);
    }
}

/* What is opaque replaces what is behind it; the smallest transparency mixes with it. */
static void textures_are_mixed_where_they_are_translucent(void **state)
{
    (void)state;
    static uint8_t alphas[][4] = {{255, 255, 255, 255}, {255, 255, 128, 128}, {128, 128, 255, 255}, {254, 254, 0, 0}};
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        test_quad quads[2];
        const hone_file_resolver files = {.read = read_alphas, .user = alphas[i]};
        const hone_draw_desc desc = {.width = SIZE,
                                     .height = SIZE,
                                     .samples = 1,
                                     .camera = front,
                                     .light = &slanted,
                                     .shadows = HONE_SHADOWS_OFF};
        make_scene(quads);
        quads[1].material.texture = 0;
        hone_image image = pixels_draw_with(test_quads_model(quads, 2, "alphas.tga", HONE_SPACE_MMD), &files, desc);
        for (uint32_t side = 0; side < 2; side++) {
            int alpha = alphas[i][side ? 3 : 0], behind = 255 - alpha;
            check_pixel(&image, side ? 22 : 18, 32, LIT * behind / 255, LIT_GREEN * behind / 255,
                        (LIT_GREEN * behind + 255 * alpha) / 255, 255);
        }
        hone_image_release(&image);
    }
}

static void an_item_may_have_no_shadows(void **state)
{
    (void)state;
    test_quad quads[2];
    make_scene(quads);
    hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted, .item = {.no_self_shadow = true}});
    check_pixel(&image, 20, 32, 0, 0, 255, 255);
    hone_image plain = draw(quads, 2, &(shot){.camera = front, .light = slanted, .shadows = HONE_SHADOWS_OFF});
    assert_int_equal(differences(&image, &plain), 0);
    hone_image_release(&image);
    hone_image_release(&plain);
    quads[1].material.flags = HONE_MATERIAL_GROUND_SHADOW;
    quads[1].y = 5;
    shot from_above = {.camera = above, .light = slanted, .shadows = HONE_SHADOWS_GROUND, .background = {1, 1, 1, 1}};
    from_above.light.direction[1] = -1;
    hone_image with = draw(&quads[1], 1, &from_above);
    from_above.item.no_ground_shadow = true;
    hone_image without = draw(&quads[1], 1, &from_above);
    from_above.shadows = HONE_SHADOWS_OFF;
    hone_image off = draw(&quads[1], 1, &from_above);
    CHECK(differences(&with, &off) > 10 && differences(&without, &off) == 0);
    hone_image_release(&with);
    hone_image_release(&without);
    hone_image_release(&off);
}

/* ---- how an item is mixed into the picture --------------------------------------------------------------------- */

static void opacity_and_addition_mix_an_item_into_the_picture(void **state)
{
    (void)state;
    const test_quad quad = {.half = 5, .material = test_flat_material(0.8f, 0.4f, 0, 0.5f)};
    shot how = {.camera = front, .background = {0.2f, 0.2f, 0.2f, 1}};
    how.item.opacity = 0.5f; /* with the material's alpha: a quarter */
    hone_image image = draw(&quad, 1, &how);
    check_pixel(&image, 32, 32, 89, 64, 38, 255);
    hone_image_release(&image);
    how.item.additive = true;
    image = draw(&quad, 1, &how);
    check_pixel(&image, 32, 32, 102, 77, 51, 255);
    check_pixel(&image, 2, 2, 51, 51, 51, 255);
    hone_image_release(&image);
    how.background[3] = 0; /* nothing is covered */
    image = draw(&quad, 1, &how);
    assert_int_equal(pixel(&image, 32, 32)[3], 0);
    hone_image_release(&image);
}

static void an_item_may_have_edges_of_one_colour(void **state)
{
    (void)state;
    static const float red[3] = {1, 0, 0};
    test_quad quad = {.half = 5, .turned_away = true, .material = test_flat_material(0, 0, 1, 1)};
    quad.material.flags = HONE_MATERIAL_EDGE;
    quad.material.edge_size = 1;
    quad.material.edge_colour[1] = 1, quad.material.edge_colour[3] = 1;
    shot how = {.camera = front, .background = {0, 0, 0, 1}};
    hone_image image = draw(&quad, 1, &how);
    check_pixel(&image, 32, 32, 0, 255, 0, 255);
    hone_image_release(&image);
    how.item.edge_colour = red;
    how.item.opacity = 0.5f;
    image = draw(&quad, 1, &how);
    check_pixel(&image, 32, 32, 128, 0, 0, 255);
    hone_image_release(&image);
}

static void what_lies_beyond_the_range_is_lit(void **state)
{
    (void)state;
    const struct {
        hone_self_shadow self;
        bool dark;
    } cases[] = {{{1, 0.01f}, true}, {{1, 0.07f}, true}, {{1, 0.08f}, false}, {{1, 0.5f}, false}, {{2, 0.1f}, true}};
    test_quad quads[2];
    make_scene(quads);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_image image = draw(quads, 2, &(shot){.camera = front, .light = slanted, .self_shadow = &cases[i].self});
        bool dark = cases[i].dark;
        check_pixel(&image, 32, 32, dark ? SHADED : LIT, dark ? SHADED_GREEN : LIT_GREEN,
                    dark ? SHADED_GREEN : LIT_GREEN, 255);
        hone_image_release(&image);
    }
}

/* Seen from all sides, near and far, also along the light, the shadow of the board is at the same place on the wall. */
static void shadows_do_not_move_with_the_camera(void **state)
{
    (void)state;
    test_quad quads[2];
    static const float views[][3] = {{0, 0.9f, -45},     {0, -0.9f, -30},    {0.7f, 0, -45},
                                     {-0.7f, 0.3f, -15}, {0, -0.6435f, -45}, {0, 0, -5}};
    make_scene(quads);
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const hone_camera camera = {{0, 0, 0}, {views[i][0], views[i][1], 0}, views[i][2], 30, false};
        hone_image image = draw(quads, 2, &(shot){.camera = camera, .light = slanted});
        bool hidden = i == 4; /* seen along the light the board covers its shadow */
        check_pixel(&image, 32, 32, hidden ? 0 : SHADED, hidden ? 0 : SHADED_GREEN, hidden ? 255 : SHADED_GREEN, 255);
        hone_image_release(&image);
    }
}

/* ---- on the ground ----------------------------------------------------------------------------------------------- */

/* three units downwards for four units backwards */
static const hone_light falling = {{0.5f, 0.25f, 0.75f}, {0, -0.6f, 0.8f}};

/* Upright at z 0 from y 3 to 9, 6 units wide. From above only its shadow is visible, from z 4 to 12. */
static test_quad upright(void)
{
    test_quad q = {.y = 6, .half = 3, .material = test_flat_material(1, 1, 1, 1)};
    q.material.flags = HONE_MATERIAL_GROUND_SHADOW;
    return q;
}

static void shadow_falls_on_the_ground_along_the_light(void **state)
{
    (void)state;
    test_quad quads[2] = {upright(), upright()};
    quads[1].x = 1; /* they overlap, and are not darker there */
    hone_image image = draw(quads, 2, &(shot){.camera = above, .light = falling, .background = {1, 1, 1, 1}});
    const uint8_t *inside = pixel(&image, 34, 12);
    check_pixel(&image, 34, 12, 191, 159, 223, 255); /* half of the light's colour plus half of the colour below */
    assert_memory_equal(inside, pixel(&image, 26, 12), 4);
    assert_memory_equal(inside, pixel(&image, 41, 12), 4);
    assert_memory_equal(inside, pixel(&image, 34, 20), 4);
    assert_memory_equal(inside, pixel(&image, 34, 3), 4);
    check_pixel(&image, 34, 24, 255, 255, 255, 255);
    check_pixel(&image, 34, 0, 255, 255, 255, 255);
    check_pixel(&image, 22, 12, 255, 255, 255, 255);
    check_pixel(&image, 44, 12, 255, 255, 255, 255);
    hone_image_release(&image);
}

static void ground_shadow_has_the_colour_and_strength_asked_for(void **state)
{
    (void)state;
    static const struct {
        hone_ground_shadow shadow;
        int white[3], clear[4]; /* on white, and on nothing */
    } cases[] = {{HONE_GROUND_SHADOW_DEFAULT, {191, 159, 223}, {0, 0, 0, 84}},
                 {{{1, 1, 1}, false, 0}, {255, 255, 255}, {0, 0, 0, 0}},
                 {{{1, 1, 1}, false, 1}, {128, 64, 191}, {0, 0, 0, 168}},
                 {{{0.5f, 0.5f, 0.5f}, false, 0.5f}, {159, 143, 175}, {0, 0, 0, 106}},
                 {{{1, 0, 0.2f}, true, 0.5f}, {255, 128, 153}, {255, 0, 51, 128}},
                 {{{0, 0, 1}, true, 1}, {0, 0, 255}, {0, 0, 255, 255}},
                 {{{0, 0, 1}, true, NAN}, {255, 255, 255}, {0, 0, 0, 0}},
                 {{{-1, 0, NAN}, true, 7}, {0, 0, 0}, {0, 0, 0, 255}}};
    test_quad quads[2] = {upright(), upright()};
    quads[1].x = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shot how = {.camera = above,
                    .light = falling,
                    .background = {1, 1, 1, 1},
                    .ground_shadow = i ? &cases[i].shadow : NULL};
        hone_image white = draw(quads, 2, &how);
        how.background[3] = 0;
        hone_image clear = draw(quads, 2, &how);
        const int *a = cases[i].white, *b = cases[i].clear;
        check_pixel(&white, 34, 12, a[0], a[1], a[2], 255);
        check_pixel(&white, 34, 24, 255, 255, 255, 255);
        check_pixel(&clear, 34, 12, b[0], b[1], b[2], b[3]);
        hone_image_release(&white);
        hone_image_release(&clear);
    }
}

/* A background put under it gets darker, by as much as white does by the light's brightness. */
static void shadow_on_a_transparent_ground_is_black(void **state)
{
    (void)state;
    static const struct {
        hone_light light;
        int alpha;
    } cases[] = {{{{154 / 255.0f, 154 / 255.0f, 154 / 255.0f}, {0, -0.6f, 0.8f}}, 51},
                 {{{0, 0, 0}, {0, -0.6f, 0.8f}}, 128},
                 {{{1, 1, 2}, {0, -0.6f, 0.8f}}, 0},
                 {{{0.5f, 0.25f, 0.75f}, {0, -0.6f, 0.8f}}, 84}};
    test_quad q = upright();
    for (int i = 0; i < 4; i++) {
        hone_image image = draw(&q, 1, &(shot){.camera = above, .light = cases[i].light});
        check_pixel(&image, 32, 12, 0, 0, 0, cases[i].alpha);
        check_pixel(&image, 32, 24, 0, 0, 0, 0);
        hone_image_release(&image);
    }
}

/* The picture has bare ground, a shadow on it, a translucent board above the shadow, and one that the shadow falls
 * on. */
static void a_transparent_picture_over_white_is_the_picture_on_white(void **state)
{
    (void)state;
    const hone_light grey = {{0.6f, 0.6f, 0.6f}, {0, -0.6f, 0.8f}};
    const hone_camera high = {{0, 0, 6}, {-1.1f, 0, 0}, -45, 30, true};
    test_quad quads[3] = {upright(),
                          {.x = -3, .y = 0, .z = 5, .half = 3, .material = test_flat_material(1, 0, 0, 0.5f)},
                          {.x = 4, .y = -2, .z = 7, .half = 4, .material = test_flat_material(0, 0.5f, 1, 1)}};
    shot how = {.camera = high, .light = grey, .shadows = HONE_SHADOWS_GROUND, .background = {1, 1, 1, 1}};
    hone_image white = draw(quads, 3, &how);
    memset(how.background, 0, sizeof how.background);
    hone_image clear = draw(quads, 3, &how);
    unsigned black = 0;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        uint8_t *p = clear.pixels + 4 * (size_t)i;
        black += p[3] > 0 && p[3] < 255 && p[0] + p[1] + p[2] == 0;
        for (int c = 0; c < 3; c++) p[c] = (uint8_t)((p[c] * p[3] + 255 * (255 - p[3]) + 127) / 255);
        p[3] = 255;
        check_pixel(&white, i % SIZE, i / SIZE, p[0], p[1], p[2], 255);
    }
    CHECK(black > 50);
    hone_image_release(&white);
    hone_image_release(&clear);
}

static unsigned covered(const hone_image *image)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) count += image->pixels[4 * i + 3] != 0;
    return count;
}

static void ground_is_dark_only_where_it_should_be(void **state)
{
    (void)state;
    const hone_light rising = {{0.5f, 0.5f, 0.5f}, {0, 0.6f, 0.8f}}, level = {{0.5f, 0.5f, 0.5f}, {0, 0, 1}};
    const struct {
        hone_light light;
        hone_shadows shadows;
        uint8_t flags;
        bool any;
    } cases[] = {
        {falling, HONE_SHADOWS_BOTH, HONE_MATERIAL_GROUND_SHADOW, true},
        {falling, HONE_SHADOWS_GROUND, HONE_MATERIAL_GROUND_SHADOW, true},
        {falling, HONE_SHADOWS_SELF, HONE_MATERIAL_GROUND_SHADOW, false},
        {falling, HONE_SHADOWS_OFF, HONE_MATERIAL_GROUND_SHADOW, false},
        {falling, HONE_SHADOWS_BOTH, HONE_MATERIAL_CASTS_SHADOW, false},
        {falling, HONE_SHADOWS_BOTH, HONE_MATERIAL_GROUND_SHADOW | HONE_MATERIAL_POINTS, false},
        {rising, HONE_SHADOWS_BOTH, HONE_MATERIAL_GROUND_SHADOW, false},
        {level, HONE_SHADOWS_BOTH, HONE_MATERIAL_GROUND_SHADOW, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_quad q = upright();
        q.material.flags = cases[i].flags;
        hone_image image = draw(&q, 1, &(shot){.camera = above, .light = cases[i].light, .shadows = cases[i].shadows});
        shot bare = {.camera = above, .light = cases[i].light, .shadows = HONE_SHADOWS_OFF};
        hone_image without = draw(&q, 1, &bare); /* points are visible from above as well */
        unsigned dark = covered(&image) - covered(&without);
        if (cases[i].any ? dark < 100 : dark > 0)
            fail_msg("case %zu: %u pixels", i, dark);
        hone_image_release(&without);
        hone_image_release(&image);
    }
}

/* Objects in front of the shadow hide it. */
static void shadow_lies_behind_what_is_before_it(void **state)
{
    (void)state;
    test_quad quads[2] = {upright(), {.y = 1, .z = -8, .half = 6, .material = test_flat_material(0, 1, 0, 1)}};
    const hone_camera low = {{0, 2, 0}, {-0.3f, 0, 0}, -45, 30, true};
    hone_image image = draw(quads, 2, &(shot){.camera = low, .light = falling});
    unsigned green = 0;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        const uint8_t *c = image.pixels + 4 * (size_t)i;
        green += c[0] == 0 && c[1] == 255 && c[2] == 0 && c[3] == 255;
    }
    CHECK(green > 800);
    for (uint32_t y = 28; y < 44; y++) check_pixel(&image, 32, y, 0, 255, 0, 255);
    hone_image_release(&image);
}

/* ---- grid, points, lines ---------------------------------------------------------------------------------------- */

static void grid_shows_the_ground_every_five_units(void **state)
{
    (void)state;
    test_quad q = {.half = 0, .material = test_flat_material(1, 1, 1, 1)};
    hone_image without = draw(&q, 1, &(shot){.camera = above, .light = falling});
    assert_int_equal(covered(&without), 0);
    hone_image image = draw(&q, 1, &(shot){.camera = above, .light = falling, .grid = true});
    unsigned across = 0, red = 0;
    for (uint32_t x = 0; x < SIZE; x++) {
        across += pixel(&image, x, 38)[3] == 255; /* between two lines along x: the lines along z */
        for (uint32_t y = 31; y <= 32; y++) red += pixel(&image, x, y)[0] == 255 && pixel(&image, x, y)[1] == 0;
    }
    assert_int_equal(across, 5);
    CHECK(red > 28 && red < 36); /* the x axis, from the middle to the right */
    hone_image_release(&image);
    hone_image_release(&without);
}

/* Sides of both triangles, one pixel wide: a square with one diagonal, empty between them. */
static void lines_are_the_triangles_sides(void **state)
{
    (void)state;
    test_quad quads[2] = {{.x = -6.25f, .half = 4, .material = test_flat_material(1, 0, 0, 1)},
                          {.x = 6.25f, .half = 4, .material = test_flat_material(0, 1, 0, 1)}};
    quads[0].material.flags = HONE_MATERIAL_LINES | HONE_MATERIAL_EDGE;
    quads[0].material.edge_size = 2;
    hone_image image = draw(quads, 2, &(shot){.camera = front, .light = falling});
    check_pixel(&image, 14, 20, 0, 0, 0, 0); /* inside one of its triangles */
    check_pixel(&image, 18, 26, 0, 0, 0, 0);
    check_pixel(&image, 48, 32, 0, 255, 0, 255); /* the other one is complete */
    unsigned sides[4] = {0};
    for (uint32_t i = 24; i < 40; i++) {
        sides[0] += pixel(&image, 5, i)[3] != 0 || pixel(&image, 6, i)[3] != 0;
        sides[1] += pixel(&image, 25, i)[3] != 0 || pixel(&image, 26, i)[3] != 0;
        sides[2] += pixel(&image, i - 16, 21)[3] != 0 || pixel(&image, i - 16, 22)[3] != 0;
        sides[3] += pixel(&image, i - 16, i)[3] != 0 || pixel(&image, i - 16, i + 1)[3] != 0 ||
                    pixel(&image, i - 16, i - 1)[3] != 0;
    }
    for (int s = 0; s < 4; s++) assert_int_equal(sides[s], 16);
    hone_image_release(&image);
}

static void points_are_as_large_as_the_edge_size(void **state)
{
    (void)state;
    test_quad q = {.half = 5, .material = test_flat_material(1, 0, 0, 1)};
    q.material.flags = HONE_MATERIAL_POINTS | HONE_MATERIAL_LINES | HONE_MATERIAL_EDGE; /* points win */
    for (int size = 1; size <= 6; size += 5) {
        q.material.edge_size = (float)size;
        hone_image image = draw(&q, 1, &(shot){.camera = front, .light = falling});
        assert_int_equal(covered(&image), 4 * size * size);
        check_pixel(&image, 32, 32, 0, 0, 0, 0);
        hone_image_release(&image);
    }
}

TEST_GROUP(test_render_shadow)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caster_keeps_the_light_off_what_is_behind_it),
        cmocka_unit_test(the_map_has_any_size),
        cmocka_unit_test(the_map_is_as_large_as_what_is_seen_needs),
        cmocka_unit_test(surfaces_do_not_shade_themselves),
        cmocka_unit_test(shadows_are_as_the_toon_s_lower_end),
        cmocka_unit_test(shadows_on_accessories_leave_their_ambient_light),
        cmocka_unit_test(only_flagged_materials_cast_and_receive),
        cmocka_unit_test(holes_of_textures_cast_no_shadow),
        cmocka_unit_test(textures_are_mixed_where_they_are_translucent),
        cmocka_unit_test(an_item_may_have_no_shadows),
        cmocka_unit_test(opacity_and_addition_mix_an_item_into_the_picture),
        cmocka_unit_test(an_item_may_have_edges_of_one_colour),
        cmocka_unit_test(what_lies_beyond_the_range_is_lit),
        cmocka_unit_test(shadows_do_not_move_with_the_camera),
        cmocka_unit_test(shadow_falls_on_the_ground_along_the_light),
        cmocka_unit_test(ground_shadow_has_the_colour_and_strength_asked_for),
        cmocka_unit_test(shadow_on_a_transparent_ground_is_black),
        cmocka_unit_test(a_transparent_picture_over_white_is_the_picture_on_white),
        cmocka_unit_test(ground_is_dark_only_where_it_should_be),
        cmocka_unit_test(shadow_lies_behind_what_is_before_it),
        cmocka_unit_test(grid_shows_the_ground_every_five_units),
        cmocka_unit_test(lines_are_the_triangles_sides),
        cmocka_unit_test(points_are_as_large_as_the_edge_size),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
