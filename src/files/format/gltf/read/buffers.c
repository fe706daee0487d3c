/* Buffers: the one of a GLB, data URIs, and files. */
#include "base/error.h"
#include "files/format/gltf/read/reader.h"
#include "files/format/gltf/read/uri.h"
#include <inttypes.h>
#include <string.h>

static const hone_allocator *allocator_of(const gltf_reader *reader)
{
    return reader->desc ? reader->desc->allocator : NULL;
}

/* Sets the error of another function, with the buffer in front. */
static bool fail_with(gltf_reader *reader, const gltf_object *buffer, const hone_error *why)
{
    if (why->code == HONE_ERROR_MEMORY)
        return hone_reading_fail_memory(&reader->file);
    return hone_reading_fail_as(&reader->file, why->code, buffer->index, "buffers[%u]: %s", buffer->index,
                                why->message);
}

static bool decode_data(gltf_reader *reader, const gltf_object *object, const gltf_uri_data *data, gltf_buffer *out)
{
    size_t room = hone_gltf_uri_data_room(data);
    hone_allocator allocator = hone_allocator_or_default(allocator_of(reader));
    uint8_t *bytes = hone_allocate(&allocator, room ? room : 1, 1);
    if (!bytes)
        return fail_with(reader, object, &(hone_error){.code = HONE_ERROR_MEMORY});
    out->own = (hone_bytes){bytes, room, room ? room : 1, allocator};
    out->data = bytes;
    return hone_gltf_uri_decode(data, bytes, &out->size) || hone_gltf_fail(object, "its data URI is not base64");
}

static bool read_buffer_file(gltf_reader *reader, const gltf_object *object, gltf_text uri, gltf_buffer *out)
{
    const hone_file_resolver *files = reader->desc ? reader->desc->files : NULL;
    hone_error why = {0};
    char *path;
    if (!hone_reading_scratch(&reader->file, (uint64_t)uri.size + 1, 1, &path))
        return false;
    if (!hone_gltf_uri_path(uri.bytes, uri.size, path))
        return hone_gltf_fail(object, "its URI is neither data nor a relative path");
    if (!files || !files->read)
        return fail_with(reader, object,
                         &(hone_error){HONE_ERROR_IO, 0, "is in a file of its own, but no file resolver was given"});
    if (!files->read(files->user, path, allocator_of(reader), &out->own, &why)) {
        hone_error_prefix(&why, path);
        return fail_with(reader, object, &why);
    }
    out->data = out->own.data;
    out->size = out->own.size;
    return true;
}

static bool find_bytes(gltf_reader *reader, const gltf_object *object, gltf_buffer *out)
{
    gltf_text uri = hone_gltf_text(object, "uri");
    if (reader->file.failed)
        return false;
    if (!uri.bytes && object->index == 0 && reader->has_binary) {
        out->data = reader->binary;
        out->size = reader->binary_size;
        return true;
    }
    if (!uri.bytes && hone_gltf_is_fallback(object))
        return true;
    if (!uri.bytes)
        return hone_gltf_fail(object, "it has neither a URI nor a GLB chunk");
    gltf_uri_data data;
    return hone_gltf_uri_find_data(uri.bytes, uri.size, &data) ? decode_data(reader, object, &data, out)
                                                               : read_buffer_file(reader, object, uri, out);
}

static bool open_buffer(gltf_reader *reader, uint32_t index)
{
    static const uint8_t nothing[1];
    gltf_object object = hone_gltf_item(&reader->json, "buffers", (int32_t)index);
    gltf_buffer *buffer = &reader->buffers[index];
    uint64_t length = hone_gltf_whole(&object, "byteLength", 0);
    if (reader->file.failed || !find_bytes(reader, &object, buffer))
        return false;
    if (!buffer->data && hone_gltf_is_fallback(&object))
        length = 0;
    buffer->cut = length > buffer->size; /* a view of the missing bytes is an error, where it is needed */
    if (!buffer->cut)
        buffer->size = (size_t)length;
    if (!buffer->data)
        buffer->data = nothing; /* the file is empty */
    return true;
}

bool hone_gltf_open_buffers(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "buffers");
    if (!hone_reading_scratch(&reader->file, count, sizeof *reader->buffers, &reader->buffers))
        return false;
    reader->buffer_count = count;
    for (uint32_t i = 0; i < count; i++)
        if (!open_buffer(reader, i))
            return false;
    return !reader->file.failed;
}

void hone_gltf_warn_of_cut_buffers(gltf_reader *reader)
{
    for (uint32_t i = 0; i < reader->buffer_count; i++)
        if (reader->buffers[i].cut)
            hone_builder_warn(reader->file.builder,
                              "buffer with fewer bytes than it should have: those that exist are used", i);
}

void hone_gltf_close_buffers(gltf_reader *reader)
{
    for (uint32_t i = 0; i < reader->buffer_count; i++) hone_bytes_release(&reader->buffers[i].own);
    reader->buffer_count = 0;
}

/* Finds the bytes of a view that is not compressed. */
static const uint8_t *find_view(gltf_reader *reader, const gltf_object *object, uint64_t length)
{
    int32_t index = hone_gltf_index(object, "buffer", reader->buffer_count);
    uint64_t offset = hone_gltf_whole(object, "byteOffset", 0);
    if (!object->value || index < 0) {
        hone_gltf_fail(object, "its buffer is missing");
        return NULL;
    }
    const gltf_buffer *buffer = &reader->buffers[index];
    if (offset <= buffer->size && length <= buffer->size - offset)
        return buffer->data + offset;
    hone_gltf_fail(object, "bytes %" PRIu64 " to %" PRIu64 " of a buffer of %zu", offset, offset + length,
                   buffer->size);
    return NULL;
}

const uint8_t *hone_gltf_view(gltf_reader *reader, int32_t view, size_t *size, size_t *stride)
{
    gltf_object object = hone_gltf_item(&reader->json, "bufferViews", view);
    const hone_bytes *decoded = hone_gltf_decoded_view(reader, view);
    uint64_t length = decoded ? decoded->size : hone_gltf_whole(&object, "byteLength", 0);
    uint64_t apart = hone_gltf_whole(&object, "byteStride", 0);
    const uint8_t *data = decoded ? decoded->data : find_view(reader, &object, length);
    if (!data)
        return NULL;
    if (apart > 252) {
        hone_gltf_fail(&object, "its stride is %" PRIu64 " bytes; at most 252 are allowed", apart);
        return NULL;
    }
    *size = (size_t)length;
    *stride = (size_t)apart;
    return reader->file.failed ? NULL : data;
}

const uint8_t *hone_gltf_find_view(gltf_reader *reader, int32_t view, size_t *size)
{
    gltf_object root = hone_gltf_root(&reader->json);
    hone_error *error = reader->file.error, why;
    size_t stride;
    if (reader->file.failed || (uint32_t)view >= hone_gltf_count(&root, "bufferViews"))
        return NULL;
    reader->file.error = &why;
    const uint8_t *bytes = hone_gltf_view(reader, view, size, &stride);
    reader->file.failed = false;
    reader->file.error = error;
    return bytes;
}
