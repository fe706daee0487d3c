#include "draw/render/backdrop/backdrop.h"
#include "base/error.h"
#include "draw/render/backdrop/gpu_image.h"
#include <math.h>

extern const unsigned char hone_embedded_backdrop_glsl[];

const hone_program_desc hone_backdrop_program = {.title = "backdrop", .body = hone_embedded_backdrop_glsl};

/* A rectangle of the frame in pixels, from the upper left corner. */
typedef struct area {
    float left, top, width, height;
} area;

bool hone_backdrop_check(const hone_renderer *renderer, const hone_backdrop *backdrop, hone_error *error)
{
    if (!backdrop || !backdrop->image)
        return true;
    if (backdrop->image->renderer != renderer)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the backdrop's picture is another renderer's");
    if (!hone_renderer_check_sent(renderer, backdrop->image->lost_count, "the backdrop's picture", "hone_gpu_image_set",
                                  error))
        return false;
    if ((uint32_t)backdrop->fit > HONE_BACKDROP_ORIGINAL)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no way %d to fit a backdrop", (int)backdrop->fit);
    bool fine = backdrop->scale >= 0 && backdrop->scale < INFINITY && isfinite(backdrop->offset[0]) &&
                isfinite(backdrop->offset[1]);
    return fine || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the backdrop has no finite size and place");
}

/* The size of the backdrop for a scale of 1. pixel: of the frame in which it is counted, in pixels of the picture. */
static void find_size(const hone_backdrop *backdrop, const hone_draw_desc *desc, const float pixel[2], area *out)
{
    float width = (float)backdrop->image->width, height = (float)backdrop->image->height;
    float across = (float)desc->width / width, down = (float)desc->height / height;
    if (backdrop->fit == HONE_BACKDROP_ORIGINAL)
        across = pixel[0], down = pixel[1];
    else if (backdrop->fit == HONE_BACKDROP_FILL)
        across = down = fmaxf(across, down);
    else if (backdrop->fit == HONE_BACKDROP_FIT)
        across = down = fminf(across, down);
    out->width = width * across, out->height = height * down;
}

static area find_area(const hone_backdrop *backdrop, const hone_draw_desc *desc)
{
    area out = {0};
    float scale = backdrop->scale > 0 ? backdrop->scale : 1, pixel[2] = {1, 1};
    if (backdrop->frame[0] && backdrop->frame[1]) {
        pixel[0] = (float)desc->width / (float)backdrop->frame[0];
        pixel[1] = (float)desc->height / (float)backdrop->frame[1];
    }
    find_size(backdrop, desc, pixel, &out);
    out.width *= scale, out.height *= scale;
    if (backdrop->fit != HONE_BACKDROP_ORIGINAL) {
        out.left = ((float)desc->width - out.width) / 2;
        out.top = ((float)desc->height - out.height) / 2;
    }
    out.left += backdrop->offset[0] * pixel[0];
    out.top += backdrop->offset[1] * pixel[1];
    return out;
}

/* The mip level whose texels are not smaller than pixels of the frame. */
static float find_level(const hone_gpu_image *image, const area *at)
{
    float across = (float)image->width / at->width, down = (float)image->height / at->height;
    return fmaxf(log2f(fmaxf(across, down)), 0);
}

bool hone_backdrop_draw(hone_renderer *renderer, const hone_draw_uniforms *uniforms, hone_error *error)
{
    const hone_draw_desc *desc = uniforms->desc;
    const hone_backdrop *backdrop = desc->backdrop;
    if (!backdrop || !backdrop->image)
        return true;
    if (!hone_program_prepare(&renderer->backdrop, &hone_backdrop_program, error))
        return false;
    const area at = find_area(backdrop, desc);
    hone_gl_state_begin();
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glDisable(GL_CULL_FACE);
    hone_gl_state_set_uniforms(&renderer->backdrop, uniforms);
    glUniform1f(renderer->backdrop.uniforms[HONE_UNIFORM_MIP_BIAS], find_level(backdrop->image, &at));
    glUniform4f(renderer->backdrop.uniforms[HONE_UNIFORM_BACKDROP], 1 / at.width, -1 / at.height, -at.left / at.width,
                ((float)desc->height - at.top) / at.height);
    hone_gl_state_bind(HONE_UNIT_TEXTURE, backdrop->image->texture, renderer->clamp);
    glBindVertexArray(renderer->no_vertices);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    return true;
}
