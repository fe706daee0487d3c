/* Loads a model's textures onto the device, as small as settings and memory ask for. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "draw/render/gl/texture.h"
#include "draw/render/mesh/gpu_model.h"
#include "files/image/cut.h"
#include "files/image/halve.h"
#include "files/image/model_pictures.h"
#include <stdio.h>
#include <string.h>

/* Limits the texture pixels per model, because a model can name a small file that unpacks to a large picture
 * thousands of times. Real models stay far below. */
static const uint64_t pixels_max = (uint64_t)1 << 29;

typedef struct gpu_model_pictures {
    hone_gpu_model *gpu_model;
    const hone_file_resolver *files; /* NULL: none */
} gpu_model_pictures;

/* The name of a texture in messages. */
static const char *shown_name(const char *name)
{
    return name[0] ? name : "of the file itself";
}

static void add_warning(hone_gpu_model *gpu_model, const char *text)
{
    const char **texts = (const char **)gpu_model->warnings.texts;
    texts[gpu_model->warnings.count] = hone_arena_text(gpu_model->look, text, strlen(text));
    if (texts[gpu_model->warnings.count])
        gpu_model->warnings.count++;
}

static void warn(hone_gpu_model *gpu_model, const char *path, const char *why)
{
    hone_error text = {0};
    hone_fail(&text, HONE_ERROR_IO, 0, "texture %s: %s", path, why); /* escapes control characters in the path */
    add_warning(gpu_model, text.message);
}

static void add_pixels(hone_gpu_model *gpu_model, uint64_t pixels)
{
    gpu_model->renderer->texture_bytes -= hone_texture_bytes(gpu_model->texture_pixels);
    gpu_model->texture_pixels += pixels;
    gpu_model->renderer->texture_bytes += hone_texture_bytes(gpu_model->texture_pixels);
}

/* The memory that a texture may take: half of what is left, so that those that follow never find none. */
static uint64_t share_of_memory(const hone_gpu_model *gpu_model)
{
    const uint64_t budget = (uint64_t)1 << 30, used = gpu_model->renderer->texture_bytes;
    return used < budget ? (budget - used) / 2 : 0;
}

/* Makes a picture as small as the settings and the memory ask for. */
static void shrink(hone_gpu_model *gpu_model, hone_image *image)
{
    enum { SMALL = 256 }; /* pixels a side, which no lack of memory makes smaller */
    uint32_t size = gpu_model->renderer->texture_size;
    while (size && (image->width > size || image->height > size)) hone_image_halve(image);
    uint64_t share = share_of_memory(gpu_model), pixels = (uint64_t)image->width * image->height;
    if (size == HONE_TEXTURE_SIZE_FULL || hone_texture_bytes(pixels) <= share)
        return;
    while (hone_texture_bytes((uint64_t)image->width * image->height) > share &&
           (image->width > SMALL || image->height > SMALL))
        hone_image_halve(image);
    gpu_model->textures_halved += (uint64_t)image->width * image->height < pixels;
}

/* Sends a picture once for each of its uses. */
static bool send_uses(hone_gpu_model *gpu_model, const hone_image *image, int uses, GLuint out[HONE_TEXTURE_USE_COUNT],
                      hone_error *error)
{
    for (int use = 0; use < HONE_TEXTURE_USE_COUNT; use++) {
        if (!(uses >> use & 1))
            continue;
        out[use] = hone_texture_create(image, use == HONE_TEXTURE_COLOURS, error);
        if (!out[use])
            return false;
        add_pixels(gpu_model, (uint64_t)image->width * image->height);
    }
    return true;
}

/* The bits that the alpha of all texels has: 255 if the picture is opaque, at least 128 if it has no holes. */
static uint8_t common_alpha(const hone_image *image)
{
    uint8_t bytes[4];
    uint32_t all = UINT32_MAX, texel;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        memcpy(&texel, image->pixels + 4 * i, sizeof texel);
        all &= texel;
    }
    memcpy(bytes, &all, sizeof bytes);
    return bytes[3];
}

/* Decodes a picture and sends it. uses: a bit each. out: zeroed. alpha: out: as common_alpha. */
static bool send(gpu_model_pictures *job, const hone_encoded_image *encoded, int uses,
                 GLuint out[HONE_TEXTURE_USE_COUNT], uint8_t *alpha, hone_error *error)
{
    hone_gpu_model *gpu_model = job->gpu_model;
    hone_image image = {0};
    bool ok = hone_image_decode(encoded, job->files ? job->files->decoder : NULL, &gpu_model->renderer->allocator,
                                &image, error);
    if (ok) {
        hone_image small = image; /* the same pixels */
        shrink(gpu_model, &small);
        *alpha = common_alpha(&small);
        ok = send_uses(gpu_model, &small, uses, out, error);
        if (ok && image.cut)
            warn(gpu_model, shown_name(encoded->name), HONE_IMAGE_CUT_TEXT);
    }
    hone_image_release(&image);
    return ok;
}

/* Loads a picture from inside the model's file, or from its folder. */
static bool load_picture(gpu_model_pictures *job, uint32_t index, int uses, GLuint out[HONE_TEXTURE_USE_COUNT],
                         hone_error *error)
{
    const hone_gpu_model *gpu_model = job->gpu_model;
    hone_encoded_image encoded;
    hone_bytes read;
    if (gpu_model->texture_pixels > pixels_max)
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "the textures before it take all the room that one model gets");
    bool ok = hone_model_picture_read(hone_model_get(gpu_model->model), index, job->files,
                                      &gpu_model->renderer->allocator, &read, &encoded, error);
    ok = ok && send(job, &encoded, uses, out, &gpu_model->alphas[index], error);
    hone_bytes_release(&read);
    return ok;
}

/* Gives a warning for a picture that cannot be loaded; only out of memory is an error. */
static bool note(gpu_model_pictures *job, const char *name, const hone_error *why, hone_error *error)
{
    if (why->code == HONE_ERROR_MEMORY)
        return hone_fail_memory(error);
    warn(job->gpu_model, shown_name(name), why->message);
    return true;
}

static bool load_texture(gpu_model_pictures *job, uint32_t index, int uses, hone_error *error)
{
    hone_gpu_model *gpu_model = job->gpu_model;
    const hone_model_data *model = hone_model_get(gpu_model->model);
    if (model->textures[index][0] == '\0' && !hone_model_has_inside(model, index)) /* empty, as in many models */
        return true;
    hone_error why = {0};
    GLuint textures[HONE_TEXTURE_USE_COUNT] = {0};
    bool ok = load_picture(job, index, uses, textures, &why);
    for (int use = 0; use < HONE_TEXTURE_USE_COUNT; use++) gpu_model->textures[use][index] = textures[use];
    return ok || note(job, model->textures[index], &why, error);
}

/* Loads a model's own toon texture, if there is one. */
static bool load_own_toon(gpu_model_pictures *job, uint32_t toon, hone_error *error)
{
    hone_gpu_model *gpu_model = job->gpu_model;
    char name[sizeof "toon01.bmp"];
    hone_encoded_image encoded;
    hone_bytes read;
    hone_error why = {0};
    hone_model_toon_name(toon, name);
    if (!hone_picture_file_read(name, job->files, &gpu_model->renderer->allocator, &read, &encoded, &why))
        return why.code != HONE_ERROR_MEMORY || hone_fail_memory(error);
    GLuint textures[HONE_TEXTURE_USE_COUNT] = {0};
    uint8_t alpha;
    bool ok = send(job, &encoded, 1 << HONE_TEXTURE_PLAIN, textures, &alpha, &why);
    gpu_model->toons[toon] = textures[HONE_TEXTURE_PLAIN];
    hone_bytes_release(&read);
    return ok || note(job, name, &why, error);
}

static bool load_own_toons(gpu_model_pictures *job, hone_error *error)
{
    uint8_t used[HONE_TOON_COUNT] = {0};
    hone_model_mark_toons(hone_model_get(job->gpu_model->model), used);
    for (uint32_t i = 0; i < HONE_TOON_COUNT; i++)
        if (used[i] && !load_own_toon(job, i, error))
            return false;
    return true;
}

/* The one warning about all textures that are smaller than their files. */
static void warn_of_halved(hone_gpu_model *gpu_model)
{
    char text[160];
    uint32_t count = gpu_model->textures_halved;
    if (count == 0)
        return;
    snprintf(text, sizeof text, "%u textures are drawn smaller than they are: all textures together may take 1 GiB",
             count);
    add_warning(gpu_model, text);
}

bool hone_gpu_model_load_textures(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error)
{
    const hone_model_data *model = hone_model_get(gpu_model->model);
    uint32_t count = model->texture_count;
    uint8_t *used = hone_arena_array(gpu_model->look, count, sizeof *used);
    for (int use = 0; use < HONE_TEXTURE_USE_COUNT; use++)
        gpu_model->textures[use] = hone_arena_array(gpu_model->look, count, sizeof *gpu_model->textures[use]);
    gpu_model->alphas = hone_arena_array(gpu_model->look, count, sizeof *gpu_model->alphas);
    gpu_model->warnings.texts =
        hone_arena_array(gpu_model->look, count + HONE_TOON_COUNT + 1, sizeof *gpu_model->warnings.texts);
    if (hone_arena_failed(gpu_model->look))
        return hone_arena_fail(gpu_model->look, error);
    gpu_model->texture_count = count;
    hone_model_mark_textures(model, used);
    gpu_model_pictures job = {gpu_model, files};
    for (uint32_t i = 0; i < count; i++)
        if (used[i] && !load_texture(&job, i, used[i], error))
            return false;
    bool ok = load_own_toons(&job, error);
    warn_of_halved(gpu_model);
    return ok;
}
