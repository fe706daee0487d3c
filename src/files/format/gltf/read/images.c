/* Images: relative paths, or bytes inside the file. The textures of the model are the file's images. */
#include "files/format/gltf/read/reader.h"
#include "files/format/gltf/read/uri.h"
#include <string.h>

static void read_data(gltf_reader *reader, const gltf_object *image, const gltf_uri_data *data, hone_blob *out)
{
    uint8_t *bytes;
    size_t written = 0;
    if (!hone_reading_array(&reader->file, hone_gltf_uri_data_room(data), 1, &bytes))
        return;
    if (hone_gltf_uri_decode(data, bytes, &written))
        *out = (hone_blob){bytes, written};
    else
        hone_builder_warn(reader->file.builder, "image whose data URI is not base64: image ignored", image->index);
}

static void read_uri(gltf_reader *reader, const gltf_object *image, gltf_text uri, const char **path, hone_blob *out)
{
    gltf_uri_data data;
    char *text;
    if (hone_gltf_uri_find_data(uri.bytes, uri.size, &data)) {
        read_data(reader, image, &data, out);
        *path = out->size ? hone_gltf_copy_text(reader, image, "name") : "";
    } else if (hone_reading_array(&reader->file, (uint64_t)uri.size + 1, 1, &text)) {
        if (hone_gltf_uri_path(uri.bytes, uri.size, text))
            *path = text;
        else
            hone_builder_warn(reader->file.builder, "image whose URI is not a relative path: image ignored",
                              image->index);
    }
}

static void read_view(gltf_reader *reader, const gltf_object *image, int32_t view, hone_blob *out)
{
    size_t size = 0;
    uint8_t *copy;
    const uint8_t *bytes = hone_gltf_find_view(reader, view, &size);
    if (!bytes)
        hone_builder_warn(reader->file.builder, "image whose bytes are missing: image ignored", image->index);
    if (!bytes || !hone_reading_array(&reader->file, size, 1, &copy) || size == 0)
        return;
    memcpy(copy, bytes, size);
    *out = (hone_blob){copy, size};
}

/* Ignores a path or bytes that are not valid, because a model can be shown without its textures. */
static void read_image(gltf_reader *reader, uint32_t at, const char **path, hone_blob *out)
{
    gltf_object image = hone_gltf_item(&reader->json, "images", (int32_t)at);
    gltf_text uri = hone_gltf_text(&image, "uri");
    int32_t view = hone_gltf_index(&image, "bufferView", INT32_MAX);
    *path = uri.bytes ? "" : hone_gltf_copy_text(reader, &image, "name");
    if (uri.bytes)
        read_uri(reader, &image, uri, path, out);
    else if (view != HONE_NONE)
        read_view(reader, &image, view, out);
}

int32_t hone_gltf_image_of(gltf_reader *reader, int32_t texture)
{
    static const char *const kinds[] = {"EXT_texture_webp", "MSFT_texture_dds", "EXT_texture_avif",
                                        "KHR_texture_basisu"};
    gltf_object root = hone_gltf_root(&reader->json), object = hone_gltf_item(&reader->json, "textures", texture);
    gltf_object extensions = hone_gltf_member(&object, "extensions");
    uint32_t images = hone_gltf_count(&root, "images");
    int32_t image = hone_gltf_index(&object, "source", images);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && image == HONE_NONE; k++) {
        gltf_object other = hone_gltf_extras_member(&extensions, kinds[k]);
        image = hone_gltf_extras_index(&other, "source", images);
    }
    return image;
}

bool hone_gltf_read_images(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "images");
    const char **paths;
    hone_blob *pictures;
    if (!hone_reading_array(&reader->file, count, sizeof *paths, &paths) ||
        !hone_reading_array(&reader->file, count, sizeof *pictures, &pictures))
        return false;
    for (uint32_t i = 0; i < count && !reader->file.failed; i++) read_image(reader, i, &paths[i], &pictures[i]);
    reader->data.texture_count = count;
    reader->data.textures = paths;
    reader->data.pictures = pictures;
    return !reader->file.failed;
}
