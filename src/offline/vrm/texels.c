/* Looks at the texels that a material shows. */
#include "files/image/model_pictures.h"
#include "offline/vrm/to_vrm.h"
#include <hone/image.h>
#include <math.h>

bool hone_vrm_decode(const to_vrm_context *context, int32_t texture, hone_image *out, hone_error *why)
{
    hone_bytes read;
    hone_encoded_image encoded;
    const hone_file_resolver *files = context->desc->files;
    const hone_allocator *allocator = context->desc->allocator;
    *out = (hone_image){0};
    if (texture == HONE_NONE ||
        !hone_model_picture_read(context->from, (uint32_t)texture, files, allocator, &read, &encoded, why))
        return false;
    bool ok = hone_image_decode(&encoded, files ? files->decoder : NULL, allocator, out, why);
    hone_bytes_release(&read);
    return ok;
}

void hone_vrm_release_pixels(to_vrm_context *context)
{
    hone_image_release(&context->pixels);
    context->pixels_of = HONE_NONE;
}

/* The pixels of a texture, which are kept until those of another one are asked for; NULL: there are none. */
static const hone_image *pixels_of(to_vrm_context *context, int32_t texture)
{
    hone_error why = {0};
    if (texture == HONE_NONE)
        return NULL;
    if (texture != context->pixels_of) {
        hone_vrm_release_pixels(context);
        context->pixels_of = texture;
        if (!hone_vrm_decode(context, texture, &context->pixels, &why))
            context->pixels_failed |= why.code == HONE_ERROR_MEMORY;
    }
    return context->pixels.pixels ? &context->pixels : NULL;
}

/* The texel at a coordinate, which repeats. */
static const uint8_t *texel_at(const hone_image *image, float u, float v)
{
    u -= floorf(u), v -= floorf(v);
    uint32_t x = (uint32_t)(u * (float)image->width), y = (uint32_t)(v * (float)image->height);
    x = x < image->width ? x : image->width - 1;
    y = y < image->height ? y : image->height - 1;
    return image->pixels + 4 * ((size_t)y * image->width + x);
}

/* ---- places in the triangles of a material ----------------------------------------------------------------------- */

/* The corners, the middle, and points between, as parts of three corners in sixths. */
static const uint8_t places[][3] = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}, {2, 2, 2}, {4, 1, 1},
                                    {1, 4, 1}, {1, 1, 4}, {3, 3, 0}, {0, 3, 3}, {3, 0, 3}};

typedef void texel_fn(void *user, const uint8_t texel[4]);

static void visit_triangle(const hone_mesh *mesh, const uint32_t *corners, const hone_image *image, texel_fn *visit,
                           void *user)
{
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        float at[2] = {0, 0};
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 2; i++) at[i] += mesh->uvs[corners[k]][i] * (float)places[p][k] / 6;
        if (isfinite(at[0]) && isfinite(at[1]))
            visit(user, texel_at(image, at[0], at[1]));
    }
}

static void visit_texels(to_vrm_context *context, uint32_t material, texel_fn *visit, void *user)
{
    const hone_model_data *from = context->from;
    const hone_image *image = pixels_of(context, from->materials[material].texture);
    size_t first = 0;
    for (uint32_t m = 0; m < material; m++) first += from->materials[m].index_count;
    for (uint32_t i = 0; image && i + 2 < from->materials[material].index_count; i += 3)
        visit_triangle(&from->mesh, from->mesh.indices + first + i, image, visit, user);
}

/* ---- what they are ----------------------------------------------------------------------------------------------- */

typedef struct texel_sum {
    double colour[3], weight;
    uint64_t open, between;
} texel_sum;

static void add_texel(void *user, const uint8_t texel[4])
{
    enum { CLEAR = 16, OPAQUE = 240 }; /* as hone_image_alpha_use has them */
    texel_sum *sum = user;
    for (int c = 0; c < 3; c++) sum->colour[c] += (double)texel[c] * texel[3];
    sum->weight += texel[3];
    sum->open += texel[3] < OPAQUE;
    sum->between += texel[3] >= CLEAR && texel[3] < OPAQUE;
}

void hone_vrm_mean_texel(to_vrm_context *context, uint32_t material, float out[3])
{
    texel_sum sum = {0};
    visit_texels(context, material, add_texel, &sum);
    for (int c = 0; c < 3; c++) out[c] = sum.weight > 0 ? (float)(sum.colour[c] / sum.weight / 255) : 1;
}

hone_alpha_use hone_vrm_alpha_use(to_vrm_context *context, uint32_t material)
{
    texel_sum sum = {0};
    int32_t texture = context->from->materials[material].texture;
    if (texture == HONE_NONE || context->pictures[texture].alpha == HONE_ALPHA_USE_NONE)
        return HONE_ALPHA_USE_NONE;
    visit_texels(context, material, add_texel, &sum);
    return sum.open == 0                ? HONE_ALPHA_USE_NONE
           : sum.between * 4 < sum.open ? HONE_ALPHA_USE_CUT
                                        : HONE_ALPHA_USE_SMOOTH;
}
