/* Textures that the caller decodes, drawn without a display. Skipped only if EGL has no driver. */
#include "support/image/foreign.h"
#include "support/image/pixels.h"
#include "support/make/quads.h"
#include <hone/pictures.h>
#include <hone/render.h>
#include <string.h>

enum { SIZE = 32 };

static bool read_foreign(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    static const uint8_t orange[FOREIGN_SIZE] = FOREIGN(2, 2, 250, 120, 10, 255);
    (void)user, (void)path;
    *out = (hone_bytes){.size = FOREIGN_SIZE, .capacity = FOREIGN_SIZE};
    out->allocator = hone_allocator_or_default(allocator);
    out->data = hone_allocate(allocator, FOREIGN_SIZE, 1);
    if (!out->data)
        return hone_fail_memory(error);
    memcpy(out->data, orange, FOREIGN_SIZE);
    return true;
}

static hone_model *make_model(void)
{
    test_quad quads[2] = {{.half = 20, .material = test_flat_material(1, 1, 1, 1)}};
    quads[0].material.texture = 0;
    quads[1] = quads[0];
    return test_quads_model(quads, 2, "orange.ktx2", HONE_SPACE_MMD);
}

/* Returns the warnings' number. */
static uint32_t draw(const hone_model *model, const hone_file_resolver *files, hone_image *out)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_gpu_model *gpu_model = hone_gpu_model_create(pixels_renderer(), model, files, &error);
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    hone_draw_desc desc = {.width = SIZE,
                           .height = SIZE,
                           .camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true},
                           .shadows = HONE_SHADOWS_OFF,
                           .items = &item,
                           .item_count = 1};
    if (!actor || !gpu_model || !hone_image_create(SIZE, SIZE, NULL, out, &error) ||
        !hone_renderer_draw_image(pixels_renderer(), &desc, out, &error))
        fail_msg("%s", error.message);
    uint32_t warnings = hone_gpu_model_warnings(gpu_model).count;
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    return warnings;
}

static void a_texture_that_the_caller_decodes_is_drawn(void **state)
{
    (void)state;
    hone_model *model = make_model();
    uint32_t calls = 0;
    const hone_image_decoder decoder = {.decode = foreign_decode, .user = &calls};
    hone_file_resolver files = {.read = read_foreign, .decoder = &decoder};
    hone_image at_once, ahead;
    CHECK(draw(model, &files, &at_once) == 0 && calls == 1);
    check_pixel(&at_once, SIZE / 2, SIZE / 2, 250, 120, 10, 255);
    hone_pictures *pictures = hone_pictures_create(model, &files, NULL, NULL);
    hone_picture picture = hone_pictures_at(pictures, 0);
    hone_image pixels;
    CHECK(hone_pictures_count(pictures) == 1 && picture.wanted && calls == 1);
    CHECK(hone_image_decode(&picture.encoded, &decoder, NULL, &pixels, NULL));
    CHECK(hone_pictures_set(pictures, 0, &pixels, NULL));
    files = hone_pictures_files(pictures);
    CHECK(draw(model, &files, &ahead) == 0);
    assert_memory_equal(at_once.pixels, ahead.pixels, (size_t)SIZE * SIZE * 4);
    hone_image_release(&pixels), hone_image_release(&at_once), hone_image_release(&ahead);
    hone_pictures_destroy(pictures);
    hone_model_release(model);
}

static bool answer_nothing(void *user, const hone_encoded_image *encoded, const hone_allocator *allocator,
                           hone_image *out, hone_error *error)
{
    (void)user, (void)encoded, (void)allocator, (void)out, (void)error;
    return true;
}

static void an_answer_that_is_no_picture_leaves_the_material_plain(void **state)
{
    (void)state;
    hone_model *model = make_model();
    const hone_image_decoder decoder = {.decode = answer_nothing};
    const hone_file_resolver files = {.read = read_foreign, .decoder = &decoder}, none = {.read = read_foreign};
    const hone_file_resolver *each[] = {&files, &none};
    for (int i = 0; i < 2; i++) {
        hone_image image;
        assert_int_equal(draw(model, each[i], &image), 1);
        check_pixel(&image, SIZE / 2, SIZE / 2, 255, 255, 255, 255);
        hone_image_release(&image);
    }
    hone_model_release(model);
}

TEST_GROUP(test_render_pictures)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_texture_that_the_caller_decodes_is_drawn),
        cmocka_unit_test(an_answer_that_is_no_picture_leaves_the_material_plain),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
