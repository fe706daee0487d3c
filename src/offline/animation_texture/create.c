/* Creates animation textures: checks the frames, and lays out the rows. */
#include "base/error.h"
#include "offline/animation_texture/texture_internal.h"
#include <string.h>

static const uint32_t DEFAULT_SIZE = 16384, MOST_SIZE = 1u << 16;
static const uint64_t MOST_TEXELS = 1ull << 27; /* 2 GiB as floats */

bool hone_animation_has_slots(hone_animation_content content)
{
    return content == HONE_ANIMATION_MATRIX || content == HONE_ANIMATION_QUATERNION;
}

static uint32_t texels_of(hone_animation_content content)
{
    static const uint32_t texels[HONE_ANIMATION_CONTENT_COUNT] = {3, 2, 1, 2};
    return texels[content];
}

/* ---- checks ---- */

static bool check_clips(const hone_animation_texture_desc *desc, hone_error *error)
{
    uint64_t frames = 0;
    for (uint32_t c = 0; c < desc->clip_count; c++) {
        const hone_animation_clip *clip = &desc->clips[c];
        if (clip->frame_count == 0 || !(clip->rate > 0 && clip->rate < 1e9))
            return hone_fail(error, HONE_ERROR_ARGUMENT, c, "clip %u has %u frames at %g a second", (unsigned)c,
                             (unsigned)clip->frame_count, clip->rate);
        frames += clip->frame_count;
    }
    return frames <= UINT32_MAX || hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the clips have too many frames");
}

static bool check(const hone_animation_texture_desc *desc, hone_error *error)
{
    if (!desc || !desc->clips || desc->clip_count == 0)
        return hone_fail_null(error, "the clips");
    if ((unsigned)desc->content >= HONE_ANIMATION_CONTENT_COUNT || (unsigned)desc->format >= HONE_TEXEL_FORMAT_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an animation texture of unknown content or format");
    if (desc->item_count == 0 || desc->max_size > MOST_SIZE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an animation texture needs items, and a size of at most %u",
                         (unsigned)MOST_SIZE);
    bool slots = hone_animation_has_slots(desc->content);
    if (slots ? !desc->palettes : !desc->positions)
        return hone_fail_null(error, slots ? "the palettes" : "the positions");
    if (desc->content == HONE_ANIMATION_POSITION_NORMAL && !desc->normals)
        return hone_fail_null(error, "the normals");
    return check_clips(desc, error);
}

/* ---- layout ---- */

bool hone_animation_lay_out(const hone_animation_texture_desc *desc, hone_animation_texture *out, hone_error *error)
{
    uint32_t most = desc->max_size ? desc->max_size : DEFAULT_SIZE;
    out->content = desc->content, out->format = desc->format;
    out->item_count = desc->item_count, out->texels_per_item = texels_of(desc->content);
    if (most < out->texels_per_item)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a texture of %u texels cannot hold an item", (unsigned)most);
    out->items_per_row = most / out->texels_per_item;
    if (out->items_per_row > out->item_count)
        out->items_per_row = out->item_count;
    out->rows_per_frame = (out->item_count - 1) / out->items_per_row + 1;
    for (uint32_t c = 0; c < desc->clip_count; c++) out->frame_count += desc->clips[c].frame_count;
    uint64_t height = (uint64_t)out->frame_count * out->rows_per_frame;
    out->width = out->items_per_row * out->texels_per_item;
    if (height > most)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, height,
                         "the texture would have %llu rows, more than %u: take fewer clips or a lower rate",
                         (unsigned long long)height, (unsigned)most);
    out->height = (uint32_t)height;
    uint64_t texels = height * out->width;
    if (texels > MOST_TEXELS)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, texels, "the texture would have %llu texels, more than %llu",
                         (unsigned long long)texels, (unsigned long long)MOST_TEXELS);
    out->size = (size_t)texels * hone_texel_size(out->format);
    return true;
}

/* ---- the object ---- */

static const char *const *copy_names(const char *const *names, uint32_t count, hone_arena *memory)
{
    const char **out = names ? hone_arena_array(memory, count, sizeof *out) : NULL;
    for (uint32_t i = 0; out && i < count; i++)
        out[i] = hone_arena_text(memory, names[i], names[i] ? strlen(names[i]) : 0);
    return (const char *const *)out;
}

static void copy_clips(const hone_animation_texture_desc *desc, owned_texture *owned)
{
    hone_animation_clip *clips = hone_arena_array(owned->memory, desc->clip_count, sizeof *clips);
    uint32_t first = 0;
    for (uint32_t c = 0; clips && c < desc->clip_count; c++) {
        const char *name = desc->clips[c].name;
        clips[c] = desc->clips[c];
        clips[c].name = hone_arena_text(owned->memory, name, name ? strlen(name) : 0);
        clips[c].first_frame = first;
        first += clips[c].frame_count;
    }
    owned->texture.clips = clips;
    owned->texture.clip_count = desc->clip_count;
}

static bool fill(const hone_animation_texture_desc *desc, owned_texture *owned, hone_error *error)
{
    hone_animation_texture *t = &owned->texture;
    size_t count = (size_t)t->frame_count * t->item_count * t->texels_per_item;
    copy_clips(desc, owned);
    t->item_names = copy_names(desc->item_names, desc->item_count, owned->memory);
    t->texels = owned->bytes = hone_arena_array(owned->memory, t->size, 1);
    if (hone_arena_failed(owned->memory))
        return hone_fail_memory(error);
    float(*values)[4] = hone_allocate(desc->allocator, count, sizeof *values);
    bool ok = values || hone_fail_memory(error);
    ok = ok && hone_animation_values(desc, t, values, error) &&
         hone_animation_encode(owned, (const float(*)[4])values, error);
    hone_deallocate(desc->allocator, values, count, sizeof *values);
    return ok;
}

hone_animation_texture *hone_animation_texture_create(const hone_animation_texture_desc *desc, hone_error *error)
{
    hone_animation_texture layout = {0};
    if (!check(desc, error) || !hone_animation_lay_out(desc, &layout, error))
        return NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    owned_texture *owned = memory ? hone_arena_array(memory, 1, sizeof *owned) : NULL;
    if (owned) {
        *owned = (owned_texture){.texture = layout, .memory = memory};
        if (fill(desc, owned, error))
            return &owned->texture;
    } else if (memory) {
        hone_fail_memory(error);
    }
    hone_arena_destroy(memory);
    return NULL;
}

void hone_animation_texture_destroy(hone_animation_texture *texture)
{
    if (texture)
        hone_arena_destroy(((owned_texture *)(void *)texture)->memory);
}
