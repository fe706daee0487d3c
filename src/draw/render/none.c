/* Replaces the files that need OpenGL if the headers of EGL and OpenGL were not found. */
#include "base/error.h"
#include <hone/render.h>

static const char refusal[] = "rendering is not built in: hone was built without the headers of EGL and OpenGL";

bool hone_render_available(void)
{
    return false;
}

hone_renderer *hone_renderer_create(const hone_renderer_desc *desc, hone_error *error)
{
    (void)desc;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}

void hone_renderer_destroy(hone_renderer *renderer)
{
    (void)renderer;
}

bool hone_renderer_warm_up(hone_renderer *renderer, const hone_draw_desc *desc, hone_warm_up *out, hone_error *error)
{
    (void)renderer, (void)desc;
    if (out)
        *out = (hone_warm_up){0};
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

void hone_renderer_lose_context(hone_renderer *renderer)
{
    (void)renderer;
}

bool hone_renderer_restore(hone_renderer *renderer, hone_error *error)
{
    (void)renderer;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

bool hone_gpu_model_restore(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error)
{
    (void)gpu_model, (void)files;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

const char *hone_renderer_name(const hone_renderer *renderer)
{
    (void)renderer;
    return "";
}

bool hone_renderer_is_software(const hone_renderer *renderer)
{
    (void)renderer;
    return false;
}

uint32_t hone_renderer_max_samples(const hone_renderer *renderer)
{
    (void)renderer;
    return 0;
}

hone_render_stats hone_renderer_stats(const hone_renderer *renderer)
{
    (void)renderer;
    return (hone_render_stats){0};
}

hone_gpu_model *hone_gpu_model_create(hone_renderer *renderer, const hone_model *model, const hone_file_resolver *files,
                                      hone_error *error)
{
    (void)renderer, (void)model, (void)files;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}

void hone_gpu_model_destroy(hone_gpu_model *gpu_model)
{
    (void)gpu_model;
}

bool hone_gpu_model_set_skin_weights(hone_gpu_model *gpu_model, const hone_model *model, hone_error *error)
{
    (void)gpu_model, (void)model;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

hone_warnings hone_gpu_model_warnings(const hone_gpu_model *gpu_model)
{
    (void)gpu_model;
    return (hone_warnings){0};
}

hone_gpu_image *hone_gpu_image_create(hone_renderer *renderer, const hone_image *image, hone_error *error)
{
    (void)renderer, (void)image;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}

bool hone_gpu_image_set(hone_gpu_image *gpu_image, const hone_image *image, hone_error *error)
{
    (void)gpu_image, (void)image;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

void hone_gpu_image_destroy(hone_gpu_image *gpu_image)
{
    (void)gpu_image;
}

bool hone_renderer_draw(hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error)
{
    (void)renderer, (void)desc;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

bool hone_renderer_read(hone_renderer *renderer, hone_image *out, hone_error *error)
{
    (void)renderer, (void)out;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

bool hone_renderer_draw_into(hone_renderer *renderer, const hone_draw_desc *desc, const hone_render_target *target,
                             hone_error *error)
{
    (void)renderer, (void)desc, (void)target;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

const char *hone_gpu_model_fallback(const hone_gpu_model *gpu_model)
{
    (void)gpu_model;
    return NULL;
}

bool hone_renderer_draw_image(hone_renderer *renderer, const hone_draw_desc *desc, hone_image *out, hone_error *error)
{
    (void)renderer, (void)desc, (void)out;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

bool hone_renderer_draw_data(hone_renderer *renderer, const hone_draw_desc *desc, hone_pixel_data *out,
                             hone_error *error)
{
    (void)renderer, (void)desc, (void)out;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

hone_gpu_crowd *hone_gpu_crowd_create(const hone_gpu_crowd_desc *desc, hone_error *error)
{
    (void)desc;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
    return NULL;
}

void hone_gpu_crowd_destroy(hone_gpu_crowd *crowd)
{
    (void)crowd;
}

bool hone_gpu_crowd_set_members(hone_gpu_crowd *crowd, const hone_crowd *members, hone_error *error)
{
    (void)crowd, (void)members;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", refusal);
}

hone_gpu_crowd_info hone_gpu_crowd_get_info(const hone_gpu_crowd *crowd)
{
    (void)crowd;
    return (hone_gpu_crowd_info){0};
}
