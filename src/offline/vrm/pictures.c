/* Puts the pictures that the avatar shows into it, as PNG or JPEG, and finds how their alpha is used. */
#include "files/image/model_pictures.h"
#include "offline/vrm/to_vrm.h"
#include <string.h>

/* Marks the textures that the avatar's materials show. */
static void mark_used(const hone_model_data *from, uint8_t *used)
{
    for (uint32_t m = 0; m < from->material_count; m++) {
        const hone_material *material = &from->materials[m];
        if (material->texture != HONE_NONE)
            used[material->texture] = 1;
        for (int i = 0; material->pbr && i < HONE_MAP_COUNT; i++)
            if (material->pbr->maps[i].texture != HONE_NONE)
                used[material->pbr->maps[i].texture] = 1;
        for (int i = 0; material->mtoon && i < HONE_MTOON_MAP_COUNT; i++)
            if (material->mtoon->maps[i].texture != HONE_NONE)
                used[material->mtoon->maps[i].texture] = 1;
    }
    if (from->avatar && from->avatar->thumbnail != HONE_NONE)
        used[from->avatar->thumbnail] = 1;
}

static bool keep_bytes(to_vrm_context *context, const uint8_t *bytes, size_t size, hone_blob *out)
{
    uint8_t *copy = hone_builder_array(context->builder, size, 1);
    if (!copy)
        return false;
    memcpy(copy, bytes, size);
    *out = (hone_blob){copy, size};
    return true;
}

int32_t hone_vrm_add_picture(to_vrm_context *context, const char *name, const uint8_t *bytes, size_t size)
{
    uint32_t at = context->data.texture_count;
    ((const char **)context->data.textures)[at] = name;
    if (!keep_bytes(context, bytes, size, (hone_blob *)&context->data.pictures[at]))
        return HONE_NONE;
    return (int32_t)context->data.texture_count++;
}

static bool embed(to_vrm_context *context, uint32_t at, const hone_encoded_image *encoded, hone_blob *out)
{
    hone_embedded made;
    hone_error why = {0};
    const hone_file_resolver *files = context->desc->files;
    if (!hone_image_embed(encoded, files ? files->decoder : NULL, true, context->desc->allocator, &made, &why))
        return why.code != HONE_ERROR_MEMORY;
    context->pictures[at].found = true;
    context->pictures[at].alpha = made.alpha;
    bool ok = made.converted.data ? keep_bytes(context, made.converted.data, made.converted.size, out)
                                  : keep_bytes(context, encoded->bytes, encoded->size, out);
    hone_bytes_release(&made.converted);
    return ok;
}

/* Returns false if out of memory. A picture that cannot be read is lost. */
static bool take(to_vrm_context *context, uint32_t at, hone_blob *out)
{
    hone_bytes read;
    hone_encoded_image encoded;
    hone_error why = {0};
    bool ok = true, inside = hone_model_has_inside(context->from, at);
    if ((inside || *context->from->textures[at]) &&
        hone_model_picture_read(context->from, at, context->desc->files, context->desc->allocator, &read, &encoded,
                                &why)) {
        ok = embed(context, at, &encoded, out);
        hone_bytes_release(&read);
    }
    if (ok && !context->pictures[at].found && why.code != HONE_ERROR_MEMORY)
        hone_vrm_lose(context, HONE_VRM_LOSS_TEXTURE, context->from->textures[at]);
    return ok && why.code != HONE_ERROR_MEMORY;
}

/* There is room for the thumbnail, and for a picture for each material. */
bool hone_vrm_make_pictures(to_vrm_context *context)
{
    const hone_model_data *from = context->from;
    const hone_blob *thumbnail = &context->desc->thumbnail;
    size_t count = from->texture_count, room = count + 1 + from->material_count;
    uint8_t *used = hone_arena_array(context->scratch, count + 1, 1);
    const char **names = hone_builder_array(context->builder, room, sizeof *names);
    hone_blob *pictures = hone_builder_array(context->builder, room, sizeof *pictures);
    context->pictures = hone_arena_array(context->scratch, count + 1, sizeof *context->pictures);
    if (!used || !names || !pictures || !context->pictures)
        return false;
    mark_used(from, used);
    for (uint32_t t = 0; t < count; t++) {
        if (used[t] && !take(context, t, &pictures[t]))
            return false;
        names[t] = context->pictures[t].found ? hone_vrm_copy(context, from->textures[t]) : "";
    }
    context->data.texture_count = from->texture_count;
    context->data.textures = names;
    context->data.pictures = pictures;
    if (from->avatar)
        context->avatar->thumbnail = from->avatar->thumbnail;
    if (thumbnail->size)
        context->avatar->thumbnail = hone_vrm_add_picture(context, "thumbnail", thumbnail->data, thumbnail->size);
    return !thumbnail->size || context->avatar->thumbnail != HONE_NONE;
}
