#include "files/image/model_pictures.h"
#include "base/error.h"
#include <string.h>

static void mark(uint8_t *used, uint32_t count, int32_t index, int use)
{
    if (index >= 0 && (uint32_t)index < count)
        used[index] |= (uint8_t)(1 << use);
}

static void mark_toon(const hone_material *material, uint8_t *used, uint32_t count)
{
    static const uint8_t uses[HONE_MTOON_MAP_COUNT] = {[HONE_MTOON_SHADE] = HONE_TEXTURE_COLOURS,
                                                       [HONE_MTOON_MATCAP] = HONE_TEXTURE_COLOURS,
                                                       [HONE_MTOON_RIM] = HONE_TEXTURE_COLOURS};
    mark(used, count, material->pbr->maps[HONE_MAP_NORMAL].texture, HONE_TEXTURE_PLAIN);
    for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++) mark(used, count, material->mtoon->maps[i].texture, uses[i]);
}

void hone_model_mark_textures(const hone_model_data *model, uint8_t *used)
{
    uint32_t count = model->texture_count;
    for (uint32_t m = 0; m < model->material_count; m++) {
        const hone_material *material = &model->materials[m];
        mark(used, count, material->texture, material->pbr ? HONE_TEXTURE_COLOURS : HONE_TEXTURE_PLAIN);
        if (material->pbr && (!material->pbr->unlit || material->mtoon))
            mark(used, count, material->pbr->maps[HONE_MAP_EMISSIVE].texture, HONE_TEXTURE_COLOURS);
        if (material->pbr && material->mtoon)
            mark_toon(material, used, count);
        if (material->sphere_mode != HONE_SPHERE_OFF)
            mark(used, count, material->sphere_texture, HONE_TEXTURE_PLAIN);
        if (!material->shared_toon)
            mark(used, count, material->toon, HONE_TEXTURE_PLAIN);
    }
}

void hone_model_mark_toons(const hone_model_data *model, uint8_t used[HONE_TOON_COUNT])
{
    for (uint32_t m = 0; model->format == HONE_FORMAT_PMD && m < model->material_count; m++)
        if (model->materials[m].shared_toon)
            mark(used, HONE_TOON_COUNT, model->materials[m].toon, HONE_TEXTURE_PLAIN);
}

void hone_model_toon_name(uint32_t toon, char name[sizeof "toon01.bmp"])
{
    memcpy(name, "toon01.bmp", sizeof "toon01.bmp");
    name[4] = (char)('0' + (toon + 1) / 10);
    name[5] = (char)('0' + (toon + 1) % 10);
}

static hone_encoded_image encoded(const char *name, const uint8_t *bytes, size_t size)
{
    return (hone_encoded_image){
        .name = name, .format = hone_image_format_detect(bytes, size), .bytes = bytes, .size = size};
}

bool hone_picture_file_read(const char *name, const hone_file_resolver *files, const hone_allocator *allocator,
                            hone_bytes *read, hone_encoded_image *out, hone_error *error)
{
    *read = (hone_bytes){0};
    *out = (hone_encoded_image){.name = name};
    if (!files || !files->read)
        return hone_fail(error, HONE_ERROR_IO, 0, "no file resolver was given");
    if (!files->read(files->user, name, allocator, read, error))
        return false;
    *out = encoded(name, read->data, read->size);
    return true;
}

bool hone_model_picture_read(const hone_model_data *model, uint32_t texture, const hone_file_resolver *files,
                             const hone_allocator *allocator, hone_bytes *read, hone_encoded_image *out,
                             hone_error *error)
{
    if (!hone_model_has_inside(model, texture))
        return hone_picture_file_read(model->textures[texture], files, allocator, read, out, error);
    *read = (hone_bytes){0};
    *out = encoded(model->textures[texture], model->pictures[texture].data, model->pictures[texture].size);
    return true;
}
