/* The avatars that make_toon.c makes: each is read without a warning and drawn alike by every skinning method. */
#include "support/image/pixels.h"
#include "support/make/files/make_toon.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/image.h>
#include <stdlib.h>

enum { SIDE = 96 };

static hone_model *load(const hone_bytes *bytes)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes->data, bytes->size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->material_count, MAKE_TOON_BODIES);
    for (int i = 0; i < MAKE_TOON_BODIES; i++) assert_non_null(data->materials[i].mtoon);
    return model;
}

/* From the front; the bodies fill most of the picture. */
static hone_image draw(const hone_bytes *bytes, hone_gpu_skin skin, double seconds)
{
    static const hone_camera camera = {{-3.125f, 9.375f, 0}, {0, 0, 0}, -52, 30, false};
    return pixels_draw(
        load(bytes),
        (hone_draw_desc){
            .width = SIDE, .height = SIDE, .samples = 1, .camera = camera, .gpu_skin = skin, .seconds = seconds});
}

static uint32_t count_drawn(const hone_image *image)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) count += image->pixels[4 * i + 3] > 0;
    return count;
}

static void check_same(const hone_image *a, const hone_image *b, int number)
{
    uint32_t differ = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        bool same = true;
        for (int c = 0; c < 4; c++) same &= abs(a->pixels[4 * i + (uint32_t)c] - b->pixels[4 * i + (uint32_t)c]) <= 2;
        differ += !same;
    }
    if (differ > SIDE * SIDE / 100) /* borders of triangles, and of hard shades */
        fail_msg("file %d: %u pixels differ", number, differ);
}

static void check_drawing(const hone_bytes *bytes, int number, double seconds)
{
    hone_image on_cpu = draw(bytes, HONE_GPU_SKIN_OFF, seconds);
    hone_image on_gpu = draw(bytes, (hone_gpu_skin)(1 + number % (HONE_GPU_SKIN_COUNT - 1)), seconds);
    assert_in_range(count_drawn(&on_cpu), SIDE * SIDE / 4, SIDE * SIDE);
    check_same(&on_cpu, &on_gpu, number);
    hone_image_release(&on_cpu);
    hone_image_release(&on_gpu);
}

/* Nine are drawn, which together have all features. */
static void all_are_read_and_drawn(void **state)
{
    (void)state;
    NEEDS(image);
    pixels_renderer(); /* skips the test if there is none */
    make_gltf *file = test_calloc(1, sizeof *file);
    for (int i = 0; i < MAKE_TOON_COUNT; i++) {
        make_toon_view view;
        make_toon(file, i, &view);
        hone_bytes bytes = make_gltf_glb(file);
        if (i % 13 == 5 || i % 13 == 12)
            check_drawing(&bytes, i, view.seconds[view.times - 1]);
        else
            hone_model_release(load(&bytes));
        hone_bytes_release(&bytes);
    }
    test_free(file);
}

TEST_GROUP(test_render_toons)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_are_read_and_drawn)};
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
