#include "base/error.h"
#include "base/memory/arena.h"
#include "draw/render/gl/texture.h"
#include "draw/render/mesh/gpu_model.h"
#include "files/image/cut.h"
#include "files/image/halve.h"
#include <stdio.h>
#include <string.h>

/* Limits the texture pixels per model, because a model can name a small file that unpacks to a large picture
 * thousands of times. Real models stay far below. */
static const uint64_t pixels_max = (uint64_t)1 << 29;

/* The name of a texture in messages. */
static const char *name_of(const hone_model_data *model, uint32_t index)
{
    return model->textures[index][0] ? model->textures[index] : "of the file itself";
}

static void add_warning(hone_gpu_model *gpu_model, const char *text)
{
    const char **texts = (const char **)gpu_model->warnings.texts;
    texts[gpu_model->warnings.count] = hone_arena_text(gpu_model->memory, text, strlen(text));
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

/* path: for a warning. */
static GLuint decode(hone_gpu_model *gpu_model, const char *path, const uint8_t *bytes, size_t size, hone_error *error)
{
    hone_image image = {0};
    GLuint texture = 0;
    if (hone_image_load_memory(bytes, size, &gpu_model->renderer->allocator, &image, error)) {
        hone_image small = image; /* the same pixels */
        shrink(gpu_model, &small);
        texture = hone_texture_create(&small, error);
        if (texture && image.cut)
            warn(gpu_model, path, HONE_IMAGE_CUT_TEXT);
        if (texture)
            add_pixels(gpu_model, (uint64_t)small.width * small.height);
    }
    hone_image_release(&image);
    return texture;
}

/* Loads a picture from inside the model's file, or from its folder. */
static GLuint load_picture(hone_gpu_model *gpu_model, const hone_file_resolver *files, uint32_t index,
                           hone_error *error)
{
    const hone_model_data *model = hone_model_get(gpu_model->model);
    hone_bytes bytes = {0};
    if (gpu_model->texture_pixels > pixels_max) {
        hone_fail(error, HONE_ERROR_DEVICE, 0, "the textures before it take all the room that one model gets");
        return 0;
    }
    if (model->pictures && model->pictures[index].size)
        return decode(gpu_model, name_of(model, index), model->pictures[index].data, model->pictures[index].size,
                      error);
    if (!files || !files->read) {
        hone_fail(error, HONE_ERROR_IO, 0, "no file resolver was given");
        return 0;
    }
    if (!files->read(files->user, model->textures[index], &gpu_model->renderer->allocator, &bytes, error))
        return 0;
    GLuint texture = decode(gpu_model, name_of(model, index), bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    return texture;
}

/* Loads a texture. A picture that cannot be loaded gives a warning; only out of memory is an error. */
static bool load_texture(hone_gpu_model *gpu_model, const hone_file_resolver *files, uint32_t index, hone_error *error)
{
    const hone_model_data *model = hone_model_get(gpu_model->model);
    const char *path = model->textures[index];
    bool inside = model->pictures && model->pictures[index].size;
    if (path[0] == '\0' && !inside) /* an empty entry, which many models have */
        return true;
    hone_error why = {0};
    gpu_model->textures[index] = load_picture(gpu_model, files, index, &why);
    if (gpu_model->textures[index] != 0)
        return true;
    if (why.code == HONE_ERROR_MEMORY)
        return hone_fail_memory(error);
    warn(gpu_model, name_of(model, index), why.message);
    return true;
}

static void mark(uint8_t *used, uint32_t count, int32_t index)
{
    if (index >= 0 && (uint32_t)index < count)
        used[index] = 1;
}

/* Loads a model's own toon texture. A PMD refers to the shared toons by name, and its author may have put other
 * files with these names beside it. */
static bool load_own_toon(hone_gpu_model *gpu_model, const hone_file_resolver *files, int32_t toon, hone_error *error)
{
    char name[] = "toon01.bmp";
    hone_bytes bytes = {0};
    hone_error why = {0};
    name[4] = (char)('0' + (toon + 1) / 10);
    name[5] = (char)('0' + (toon + 1) % 10);
    if (!files->read(files->user, name, &gpu_model->renderer->allocator, &bytes, &why))
        return why.code != HONE_ERROR_MEMORY || hone_fail_memory(error);
    gpu_model->toons[toon] = decode(gpu_model, name, bytes.data, bytes.size, &why);
    hone_bytes_release(&bytes);
    if (gpu_model->toons[toon])
        return true;
    if (why.code == HONE_ERROR_MEMORY)
        return hone_fail_memory(error);
    warn(gpu_model, name, why.message);
    return true;
}

static bool load_own_toons(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error)
{
    const hone_model_data *model = hone_model_get(gpu_model->model);
    uint16_t tried = 0;
    for (uint32_t m = 0; m < model->material_count; m++) {
        int32_t toon = model->materials[m].toon;
        if (!model->materials[m].shared_toon || toon < 0 || toon >= HONE_TOON_COUNT || (tried >> toon & 1))
            continue;
        tried = (uint16_t)(tried | 1u << toon);
        if (!load_own_toon(gpu_model, files, toon, error))
            return false;
    }
    return true;
}

/* Marks the textures that materials use. */
static void mark_used(const hone_model_data *model, uint8_t *used)
{
    uint32_t count = model->texture_count;
    for (uint32_t m = 0; m < model->material_count; m++) {
        const hone_material *material = &model->materials[m];
        mark(used, count, material->texture);
        if (material->pbr && !material->pbr->unlit)
            mark(used, count, material->pbr->maps[HONE_MAP_EMISSIVE].texture);
        if (material->sphere_mode != HONE_SPHERE_OFF)
            mark(used, count, material->sphere_texture);
        if (!material->shared_toon)
            mark(used, count, material->toon);
    }
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
    uint8_t *used = hone_arena_array(gpu_model->memory, count, sizeof *used);
    gpu_model->textures = hone_arena_array(gpu_model->memory, count, sizeof *gpu_model->textures);
    gpu_model->warnings.texts =
        hone_arena_array(gpu_model->memory, count + HONE_TOON_COUNT + 1, sizeof *gpu_model->warnings.texts);
    if (hone_arena_failed(gpu_model->memory))
        return hone_arena_fail(gpu_model->memory, error);
    gpu_model->texture_count = count;
    mark_used(model, used);
    for (uint32_t i = 0; i < count; i++)
        if (used[i] && !load_texture(gpu_model, files, i, error))
            return false;
    bool ok = model->format != HONE_FORMAT_PMD || !files || !files->read || load_own_toons(gpu_model, files, error);
    warn_of_halved(gpu_model);
    return ok;
}
