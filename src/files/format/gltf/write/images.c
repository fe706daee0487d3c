/* Writes textures: unchanged if glTF allows the format, otherwise as PNG; inside the GLB, or as files beside the
 * glTF. */
#include "base/error.h"
#include "files/format/gltf/write/writer.h"
#include "files/image/cut.h"
#include <stdio.h>
#include <string.h>

/* ---- one image ---- */

/* Converts the image to a format that glTF allows. look: also finds how its alpha is used. */
static bool convert(gltf_writer *writer, gltf_out_image *image, bool look, hone_error *error)
{
    hone_embedded made;
    const hone_encoded_image encoded = {.name = image->name, .bytes = image->bytes.data, .size = image->bytes.size};
    if (!hone_image_embed(&encoded, writer->desc->files ? writer->desc->files->decoder : NULL, look,
                          writer->desc->allocator, &made, error))
        return false;
    image->jpeg = made.jpeg;
    image->alpha = made.alpha;
    if (made.cut)
        hone_gltf_note(writer, "texture %s: %s", image->name, HONE_IMAGE_CUT_TEXT);
    if (made.converted.data) {
        hone_bytes_release(&image->bytes);
        image->bytes = made.converted;
    }
    return true;
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
    enum { MAPS = HONE_MAP_COUNT + HONE_MTOON_MAP_COUNT + 3 }; /* the most maps of a material */
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
