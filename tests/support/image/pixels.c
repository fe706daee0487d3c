#include "support/image/pixels.h"

static struct {
    test_allocator memory;
    hone_renderer *renderer;
    hone_error error;
} shared;

int pixels_enter(void **state)
{
    (void)state;
    test_allocator_make(&shared.memory, UINT64_MAX);
    shared.renderer = hone_renderer_create(&(hone_renderer_desc){.allocator = &shared.memory.allocator}, &shared.error);
    return 0;
}

int pixels_leave(void **state)
{
    (void)state;
    hone_renderer_destroy(shared.renderer);
    return shared.memory.live != 0;
}

hone_renderer *pixels_renderer(void)
{
    hone_code code = shared.error.code;
    if (!shared.renderer) {
        CHECK(code == HONE_ERROR_DEVICE || (code == HONE_ERROR_UNSUPPORTED && !hone_render_available()));
        test_skip(1, "test of pixels, without an EGL driver");
    }
    return shared.renderer;
}

test_allocator *pixels_memory(void)
{
    return &shared.memory;
}

hone_image pixels_draw(hone_model *model, hone_draw_desc desc)
{
    return pixels_draw_with(model, NULL, desc);
}

hone_image pixels_draw_with(hone_model *model, const hone_file_resolver *files, hone_draw_desc desc)
{
    hone_error error = {0};
    hone_image image = {0};
    hone_renderer *renderer = pixels_renderer();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    hone_gpu_model *gpu_model = hone_gpu_model_create(renderer, model, files, &error);
    hone_draw_item item = desc.items ? desc.items[0] : (hone_draw_item){0};
    item.gpu_model = gpu_model, item.actor = actor;
    desc.items = &item;
    desc.item_count = 1;
    if (!hone_image_create(desc.width, desc.height, NULL, &image, &error) ||
        !hone_renderer_draw_image(renderer, &desc, &image, &error))
        fail_msg("%s", error.message);
    assert_int_equal(hone_gpu_model_warnings(gpu_model).count, 0);
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(model);
    return image;
}

const uint8_t *pixel(const hone_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + 4 * ((size_t)y * image->width + x);
}

void check_pixel(const hone_image *image, uint32_t x, uint32_t y, int red, int green, int blue, int alpha)
{
    const int want[4] = {red, green, blue, alpha};
    const uint8_t *got = pixel(image, x, y);
    for (int c = 0; c < 4; c++)
        if (!(got[c] - want[c] <= 1 && want[c] - got[c] <= 1))
            fail_msg("pixel %u,%u is %d %d %d %d, not %d %d %d %d", x, y, got[0], got[1], got[2], got[3], red, green,
                     blue, alpha);
}
