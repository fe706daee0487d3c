/* Images: relative paths, or bytes inside the file. The textures of the model are the file's images. */
#include "format/common/base64.h"
#include "format/gltf/read/reader.h"
#include "format/gltf/read/uri.h"
#include <string.h>

static void read_data(gltf_reader *reader, const gltf_object *image, const char *text, size_t size, hone_blob *out)
{
    uint8_t *bytes;
    size_t written = 0;
    if (!hone_gltf_array(reader, hone_base64_room(size), 1, &bytes))
        return;
    if (hone_base64_decode(text, size, bytes, &written))
        *out = (hone_blob){bytes, written};
    else
        hone_builder_warn(reader->builder, "image whose data URI is not base64: image ignored", image->index);
}

/* Ignores a path that is not valid, because a model can be shown without its textures. */
static void read_uri(gltf_reader *reader, const gltf_object *image, gltf_text uri, const char **path, hone_blob *out)
{
    const char *data = hone_gltf_uri_data(uri.bytes, uri.size);
    char *text;
    if (data) {
        read_data(reader, image, data, uri.size - (size_t)(data - uri.bytes), out);
    } else if (hone_gltf_array(reader, (uint64_t)uri.size + 1, 1, &text)) {
        if (hone_gltf_uri_path(uri.bytes, uri.size, text))
            *path = text;
        else
            hone_builder_warn(reader->builder, "image whose URI is not a relative path: image ignored", image->index);
    }
}

static void read_image(gltf_reader *reader, uint32_t at, const char **path, hone_blob *out)
{
    gltf_object image = hone_gltf_item(&reader->json, "images", (int32_t)at);
    size_t size = 0, stride;
    gltf_text uri = hone_gltf_text(&image, "uri");
    *path = "";
    if (uri.bytes) {
        read_uri(reader, &image, uri, path, out);
        return;
    }
    int32_t view = hone_gltf_index(&image, "bufferView", INT32_MAX);
    const uint8_t *bytes = view < 0 ? NULL : hone_gltf_view(reader, view, &size, &stride);
    uint8_t *copy;
    *path = hone_gltf_copy_text(reader, &image, "name");
    if (!bytes || !hone_gltf_array(reader, size, 1, &copy) || size == 0)
        return;
    memcpy(copy, bytes, size);
    *out = (hone_blob){copy, size};
}

bool hone_gltf_read_images(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "images");
    const char **paths;
    hone_blob *pictures;
    if (!hone_gltf_array(reader, count, sizeof *paths, &paths) ||
        !hone_gltf_array(reader, count, sizeof *pictures, &pictures))
        return false;
    for (uint32_t i = 0; i < count && !reader->json.failed; i++) read_image(reader, i, &paths[i], &pictures[i]);
    reader->data.texture_count = count;
    reader->data.textures = paths;
    reader->data.pictures = pictures;
    return !reader->json.failed;
}
