#include "draw/render/backdrop/gpu_image.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "draw/render/gl/texture.h"

static bool check(const hone_image *image, hone_error *error)
{
    if (!image || !image->pixels)
        return hone_fail_null(error, "image");
    return (image->width > 0 && image->height > 0) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the picture has no pixels");
}

/* Makes another texture first, so that a failure leaves the old one. */
static bool set(hone_gpu_image *gpu_image, const hone_image *image, hone_error *error)
{
    while (glGetError() != GL_NO_ERROR) {
        /* errors of others who use the context */
    }
    GLuint texture = hone_texture_create(image, false, error);
    if (!texture)
        return false;
    if (gpu_image->lost_count == gpu_image->renderer->lost_count)
        glDeleteTextures(1, &gpu_image->texture); /* 0 is ignored */
    gpu_image->texture = texture;
    gpu_image->lost_count = gpu_image->renderer->lost_count;
    gpu_image->width = image->width, gpu_image->height = image->height;
    return true;
}

bool hone_gpu_image_set(hone_gpu_image *gpu_image, const hone_image *image, hone_error *error)
{
    hone_context_before before;
    if (!gpu_image)
        return hone_fail_null(error, "gpu_image");
    if (!check(image, error) || !hone_context_enter(&gpu_image->renderer->context, &before, error))
        return false;
    bool ok = set(gpu_image, image, error);
    hone_context_leave(&gpu_image->renderer->context, &before);
    return ok;
}

hone_gpu_image *hone_gpu_image_create(hone_renderer *renderer, const hone_image *image, hone_error *error)
{
    if (!renderer) {
        hone_fail_null(error, "renderer");
        return NULL;
    }
    hone_gpu_image *gpu_image = hone_allocate(&renderer->allocator, 1, sizeof *gpu_image);
    if (!gpu_image) {
        hone_fail_memory(error);
        return NULL;
    }
    gpu_image->renderer = renderer;
    if (hone_gpu_image_set(gpu_image, image, error))
        return gpu_image;
    hone_gpu_image_destroy(gpu_image);
    return NULL;
}

void hone_gpu_image_destroy(hone_gpu_image *gpu_image)
{
    if (!gpu_image)
        return;
    hone_renderer *renderer = gpu_image->renderer;
    hone_context_before before;
    bool sent = gpu_image->texture && gpu_image->lost_count == renderer->lost_count;
    if (sent && hone_context_enter(&renderer->context, &before, NULL)) {
        glDeleteTextures(1, &gpu_image->texture);
        hone_context_leave(&renderer->context, &before);
    }
    hone_deallocate(&renderer->allocator, gpu_image, 1, sizeof *gpu_image);
}
