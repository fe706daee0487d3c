/* Writes textures: unchanged if glTF allows the format, otherwise as PNG; inside the GLB, or as files beside the
 * glTF. */
#include "base/error.h"
#include "files/format/gltf/write/writer.h"
#include "files/image/cut.h"
#include <hone/image.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool begins_with(const hone_bytes *bytes, const char *start, size_t size)
{
    return bytes->size >= size && memcmp(bytes->data, start, size) == 0;
}

static bool is_png(const hone_bytes *bytes)
{
    return begins_with(bytes, "\x89PNG\r\n\x1a\n", 8);
}

static bool is_jpeg(const hone_bytes *bytes)
{
    return begins_with(bytes, "\xff\xd8\xff", 3);
}

/* ---- one image ---- */

/* Classifies the alpha by the pixels: smooth transparency, as in the tips of hair, or holes. Few values between opaque
 * and clear are only the edges of holes. */
static gltf_alpha classify(const hone_image *image)
{
    enum { CLEAR = 16, OPAQUE = 240 };
    uint64_t open = 0, between = 0, count = (uint64_t)image->width * image->height;
    for (uint64_t i = 0; i < count; i++) {
        uint8_t alpha = image->pixels[4 * i + 3];
        open += alpha < OPAQUE;
        between += alpha >= CLEAR && alpha < OPAQUE;
    }
    return open == 0 ? GLTF_ALPHA_NONE : between * 4 < open ? GLTF_ALPHA_CUT : GLTF_ALPHA_SMOOTH;
}

/* Returns whether a PNG can have alpha: its colour type has it, or it has a palette. */
static bool may_have_alpha(const hone_bytes *png)
{
    enum { COLOUR_TYPE = 25, PALETTE = 3, ALPHA = 4 };
    return png->size > COLOUR_TYPE && (png->data[COLOUR_TYPE] == PALETTE || png->data[COLOUR_TYPE] & ALPHA);
}

/* Converts the image to a format that glTF allows. look: also classifies its alpha. */
static bool convert(gltf_writer *writer, gltf_out_image *image, bool look, hone_error *error)
{
    const hone_allocator *allocator = writer->desc->allocator;
    bool png = is_png(&image->bytes);
    image->jpeg = is_jpeg(&image->bytes);
    if (image->jpeg || (png && !(look && may_have_alpha(&image->bytes))))
        return true;
    hone_image pixels;
    hone_bytes made = {0};
    const hone_encoded_image encoded = {.name = image->name, .bytes = image->bytes.data, .size = image->bytes.size};
    if (!hone_image_decode(&encoded, writer->desc->files ? writer->desc->files->decoder : NULL, allocator, &pixels,
                           error))
        return png; /* a PNG is written unchanged even if hone cannot read it */
    image->alpha = classify(&pixels);
    if (pixels.cut)
        hone_gltf_note(writer, "texture %s: %s", image->name, HONE_IMAGE_CUT_TEXT);
    bool ok = png || hone_image_write_png(&pixels, allocator, &made, error);
    hone_image_release(&pixels);
    if (ok && !png) {
        hone_bytes_release(&image->bytes);
        image->bytes = made;
    }
    return ok;
}

static bool read_picture(gltf_writer *writer, uint32_t at, hone_bytes *out, hone_error *error)
{
    const hone_blob *inside = writer->model->pictures ? &writer->model->pictures[at] : NULL;
    const hone_file_resolver *files = writer->desc->files;
    if (inside && inside->size) {
        hone_writer copy = hone_writer_make(writer->desc->allocator);
        hone_write_bytes(&copy, inside->data, inside->size);
        return hone_writer_finish(&copy, out, error);
    }
    if (!files || !files->read)
        return hone_fail(error, HONE_ERROR_IO, 0, "no file resolver was given");
    return files->read(files->user, writer->model->textures[at], writer->desc->allocator, out, error);
}

static void load(gltf_writer *writer, uint32_t at, bool look)
{
    hone_error why = {0};
    const char *path = writer->model->textures[at];
    bool inside = writer->model->pictures && writer->model->pictures[at].size;
    gltf_out_image image = {.name = *path ? path : "picture", .view = HONE_NONE};
    if (!*path && !inside)
        return;
    if (read_picture(writer, at, &image.bytes, &why) && convert(writer, &image, look, &why)) {
        writer->images[at] = image;
        return;
    }
    hone_bytes_release(&image.bytes);
    if (why.code == HONE_ERROR_MEMORY) {
        writer->refused = true;
        hone_fail_memory(writer->error);
        return;
    }
    writer->report->textures_missing++;
    hone_gltf_note(writer, "texture %s: %s", path, why.message);
}

/* ---- all images ---- */

/* Marks the textures whose alpha determines how a material is drawn; MMD and .x do not give an alpha mode. */
static uint8_t *mark_alpha_textures(gltf_writer *writer)
{
    const hone_model_data *model = writer->model;
    uint8_t *needs_alpha = hone_gltf_write_scratch(writer, model->texture_count, 1);
    for (uint32_t m = 0; needs_alpha && m < model->material_count; m++)
        if (!model->materials[m].pbr && model->materials[m].texture != HONE_NONE)
            needs_alpha[model->materials[m].texture] = 1;
    return needs_alpha;
}

static void place(gltf_writer *writer)
{
    for (uint32_t i = 0; i < writer->model->texture_count; i++) {
        gltf_out_image *image = &writer->images[i];
        if (!image->name)
            continue;
        image->index = (int32_t)writer->report->textures++;
        if (!writer->desc->stem)
            image->view = hone_gltf_add_view(writer, image->bytes.data, image->bytes.size, GLTF_TARGET_NONE);
    }
}

void hone_gltf_build_images(gltf_writer *writer)
{
    enum { MAPS = HONE_MAP_COUNT + 3 }; /* the most maps of a material */
    uint32_t count = writer->model->texture_count;
    writer->textures = hone_gltf_write_scratch(writer, writer->model->material_count, MAPS * sizeof *writer->textures);
    uint8_t *needs_alpha = mark_alpha_textures(writer);
    if (count == 0)
        return;
    gltf_out_image *images = hone_gltf_write_scratch(writer, count, sizeof *images);
    if (!images || !needs_alpha)
        return;
    writer->images = images;
    for (uint32_t i = 0; i < count && !writer->refused; i++) load(writer, i, needs_alpha[i]);
    place(writer);
}

void hone_gltf_release_images(gltf_writer *writer)
{
    for (uint32_t i = 0; writer->images && i < writer->model->texture_count; i++)
        hone_bytes_release(&writer->images[i].bytes);
}

int32_t hone_gltf_texture_of(gltf_writer *writer, int32_t texture, const uint8_t wrap[2], bool nearest)
{
    if (texture == HONE_NONE || !writer->images || !writer->images[texture].name || !writer->textures)
        return HONE_NONE;
    const gltf_out_texture wanted = {texture, {wrap[0], wrap[1]}, nearest};
    for (uint32_t i = 0; i < writer->texture_count; i++) {
        const gltf_out_texture *known = &writer->textures[i];
        if (known->image == wanted.image && memcmp(known->wrap, wrap, 2) == 0 && known->nearest == nearest)
            return (int32_t)i;
    }
    writer->textures[writer->texture_count] = wanted;
    return (int32_t)writer->texture_count++;
}

/* ---- names ---- */

const char *hone_gltf_image_file(gltf_writer *writer, const gltf_out_image *image)
{
    char ending[32];
    snprintf(ending, sizeof ending, "-%d.%s", (int)image->index, image->jpeg ? "jpg" : "png");
    return hone_gltf_file_name(writer, ending);
}

/* ---- JSON ---- */

static void write_image(gltf_writer *writer, const gltf_out_image *image, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_text(json, "name", image->name);
    if (image->view == HONE_NONE) {
        hone_gltf_write_uri(json, "uri", hone_gltf_image_file(writer, image));
    } else {
        hone_gltf_json_index(json, "bufferView", image->view);
        hone_gltf_json_text(json, "mimeType", image->jpeg ? "image/jpeg" : "image/png");
    }
    hone_json_end(json, '}');
}

static bool is_plain(const gltf_out_texture *texture)
{
    return !texture->wrap[0] && !texture->wrap[1] && !texture->nearest;
}

/* Writes a sampler for each texture that needs one; glTF's default is to repeat and to filter linearly. */
static void write_samplers(const gltf_writer *writer, hone_json *json)
{
    enum { NEAREST = 9728, LINEAR = 9729, LINEAR_MIPMAPS = 9987 };
    static const uint32_t wraps[] = {[HONE_WRAP_REPEAT] = 10497, [HONE_WRAP_CLAMP] = 33071, [HONE_WRAP_MIRROR] = 33648};
    bool any = false;
    for (uint32_t i = 0; i < writer->texture_count; i++) any |= !is_plain(&writer->textures[i]);
    if (!any)
        return;
    hone_gltf_json_begin(json, "samplers", '[');
    for (uint32_t i = 0; i < writer->texture_count; i++) {
        const gltf_out_texture *texture = &writer->textures[i];
        if (is_plain(texture))
            continue;
        hone_json_object(json);
        hone_gltf_json_index(json, "magFilter", texture->nearest ? NEAREST : LINEAR);
        hone_gltf_json_index(json, "minFilter", LINEAR_MIPMAPS);
        hone_gltf_json_index(json, "wrapS", wraps[texture->wrap[0]]);
        hone_gltf_json_index(json, "wrapT", wraps[texture->wrap[1]]);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

void hone_gltf_write_images(gltf_writer *writer, hone_json *json)
{
    if (writer->report->textures == 0)
        return;
    hone_gltf_json_begin(json, "images", '[');
    for (uint32_t i = 0; i < writer->model->texture_count; i++)
        if (writer->images[i].name)
            write_image(writer, &writer->images[i], json);
    hone_json_end(json, ']');
    if (writer->texture_count == 0)
        return;
    write_samplers(writer, json);
    hone_gltf_json_begin(json, "textures", '[');
    for (uint32_t i = 0, sampler = 0; i < writer->texture_count; i++) {
        hone_json_object(json);
        hone_gltf_json_index(json, "source", writer->images[writer->textures[i].image].index);
        if (!is_plain(&writer->textures[i]))
            hone_gltf_json_index(json, "sampler", sampler++);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}
