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
        if (!material->pbr && material->sphere_mode == HONE_SPHERE_ADD && material->sphere_texture != HONE_NONE)
            used[material->sphere_texture] = 1;
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

bool hone_vrm_make_pictures(to_vrm_context *context)
{
    const hone_model_data *from = context->from;
    uint32_t count = from->texture_count + 1; /* and the thumbnail */
    bool own = context->desc->thumbnail.size > 0;
    uint8_t *used = hone_arena_array(context->scratch, count, 1);
    const char **names = hone_builder_array(context->builder, count, sizeof *names);
    hone_blob *pictures = hone_builder_array(context->builder, count, sizeof *pictures);
    context->pictures = hone_arena_array(context->scratch, count, sizeof *context->pictures);
    if (!used || !names || !pictures || !context->pictures)
        return false;
    mark_used(from, used);
    for (uint32_t t = 0; t < from->texture_count; t++) {
        names[t] = used[t] ? hone_vrm_copy(context, from->textures[t]) : "";
        if (used[t] && !take(context, t, &pictures[t]))
            return false;
    }
    names[from->texture_count] = "thumbnail";
    if (own && !keep_bytes(context, context->desc->thumbnail.data, context->desc->thumbnail.size,
                           &pictures[from->texture_count]))
        return false;
    context->data.texture_count = from->texture_count + own;
    context->data.textures = names;
    context->data.pictures = pictures;
    if (own)
        context->avatar->thumbnail = (int32_t)from->texture_count;
    else if (from->avatar)
        context->avatar->thumbnail = from->avatar->thumbnail;
    return true;
}
