/* The table of a texture as JSON. */
#include "base/error.h"
#include "base/json/json_writer.h"
#include "offline/animation_texture/texture_internal.h"

static const char *const contents[] = {"matrix", "quaternion", "position", "position_normal"};
static const char *const formats[] = {"rgba32f", "rgba16f", "rgba16", "rgba8"};

static void write_integer(hone_json *json, const char *key, uint64_t value)
{
    hone_json_key(json, key);
    hone_json_integer(json, value);
}

static void write_string(hone_json *json, const char *key, const char *text)
{
    hone_json_key(json, key);
    hone_json_string(json, text);
}

static void write_ranges(const hone_animation_texture *t, hone_json *json, const char *key, const float (*values)[4])
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (uint32_t k = 0; k < t->texels_per_item; k++) {
        hone_json_flat_array(json);
        for (int c = 0; c < 4; c++) hone_json_float(json, values[k][c]);
        hone_json_end(json, ']');
    }
    hone_json_end(json, ']');
}

static void write_corner(hone_json *json, const char *key, const float corner[3])
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (int i = 0; i < 3; i++) hone_json_float(json, corner[i]);
    hone_json_end(json, ']');
}

static void write_clips(const hone_animation_texture *t, hone_json *json)
{
    hone_json_key(json, "clips");
    hone_json_array(json);
    for (uint32_t c = 0; c < t->clip_count; c++) {
        const hone_animation_clip *clip = &t->clips[c];
        hone_json_object(json);
        write_string(json, "name", clip->name);
        write_integer(json, "first_row", (uint64_t)clip->first_frame * t->rows_per_frame);
        write_integer(json, "frames", clip->frame_count);
        hone_json_key(json, "rate");
        hone_json_number(json, clip->rate);
        hone_json_key(json, "loop");
        hone_json_bool(json, clip->loop);
        write_corner(json, "min", clip->box.min);
        write_corner(json, "max", clip->box.max);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void write_names(const hone_animation_texture *t, hone_json *json)
{
    hone_json_key(json, "slots");
    hone_json_flat_array(json);
    for (uint32_t i = 0; i < t->item_count; i++) hone_json_string(json, t->item_names[i]);
    hone_json_end(json, ']');
}

static void write_members(const hone_animation_texture *t, hone_json *json)
{
    write_string(json, "content", contents[t->content]);
    write_string(json, "format", formats[t->format]);
    write_integer(json, "width", t->width);
    write_integer(json, "height", t->height);
    write_integer(json, "items", t->item_count);
    write_integer(json, "texels_per_item", t->texels_per_item);
    write_integer(json, "items_per_row", t->items_per_row);
    write_integer(json, "rows_per_frame", t->rows_per_frame);
    write_ranges(t, json, "offset", t->offset);
    write_ranges(t, json, "scale", t->scale);
    write_clips(t, json);
    if (t->item_names)
        write_names(t, json);
}

bool hone_animation_texture_write_table(const hone_animation_texture *texture, const hone_allocator *allocator,
                                        hone_bytes *out, hone_error *error)
{
    if (!texture || !out)
        return hone_fail_null(error, texture ? "out" : "the texture");
    hone_writer text = hone_writer_make(allocator);
    hone_json json = hone_json_make(&text);
    hone_json_object(&json);
    write_members(texture, &json);
    hone_json_end(&json, '}');
    hone_write_u8(&text, 0);
    bool ok = hone_writer_finish(&text, out, error);
    out->size -= ok;
    return ok;
}
