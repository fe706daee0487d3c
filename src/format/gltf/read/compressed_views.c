/* Compressed buffer views (EXT_meshopt_compression): all of them are decoded when the file is opened. */
#include "base/error.h"
#include "format/gltf/meshopt/meshopt.h"
#include "format/gltf/read/reader.h"
#include <inttypes.h>

static const char extension[] = "EXT_meshopt_compression";

static gltf_object compression_of(const gltf_object *object)
{
    gltf_object extensions = hone_gltf_member(object, "extensions");
    return hone_gltf_member(&extensions, extension);
}

bool hone_gltf_is_fallback(const gltf_object *buffer)
{
    gltf_object compression = compression_of(buffer);
    return hone_gltf_flag(&compression, "fallback");
}

/* ---- one view ---- */

/* Returns the index of the text under the key in a list that ends with NULL; 0 if there is none, HONE_NONE if the list
 * does not have it. */
static int32_t choice_of(const gltf_object *object, const char *key, const char *const *names)
{
    gltf_text text = hone_gltf_text(object, key);
    for (int32_t i = 0; names[i]; i++)
        if (text.bytes ? hone_gltf_text_equals(text, names[i]) : i == 0)
            return i;
    return HONE_NONE;
}

static bool read_layout(const gltf_object *view, const gltf_object *compression, hone_meshopt_layout *out)
{
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES", NULL};
    static const char *const filters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", NULL};
    int32_t mode = choice_of(compression, "mode", modes), filter = choice_of(compression, "filter", filters);
    *out = (hone_meshopt_layout){.count = hone_gltf_whole(compression, "count", 0),
                                 .stride = hone_gltf_whole(compression, "byteStride", 0)};
    if (mode == HONE_NONE || filter == HONE_NONE)
        return hone_gltf_fail(view, "the mode or the filter of its compression is unknown");
    out->mode = (hone_meshopt_mode)mode;
    out->filter = (hone_meshopt_filter)filter;
    const char *wrong = hone_meshopt_check(out);
    if (wrong)
        return hone_gltf_fail(view, "%s", wrong);
    return !compression->json->failed;
}

/* Finds the compressed bytes. */
static const uint8_t *find_data(gltf_reader *reader, const gltf_object *view, const gltf_object *compression,
                                size_t *size)
{
    int32_t index = hone_gltf_index(compression, "buffer", reader->buffer_count);
    uint64_t offset = hone_gltf_whole(compression, "byteOffset", 0),
             length = hone_gltf_whole(compression, "byteLength", 0);
    if (index < 0) {
        hone_gltf_fail(view, "the buffer of its compressed data is missing");
        return NULL;
    }
    const gltf_buffer *buffer = &reader->buffers[index];
    *size = (size_t)length;
    if (offset <= buffer->size && length <= buffer->size - offset)
        return buffer->data + offset;
    hone_gltf_fail(view, "its compressed data is bytes %" PRIu64 " to %" PRIu64 " of a buffer of %zu", offset,
                   offset + length, buffer->size);
    return NULL;
}

static bool decode(gltf_reader *reader, const gltf_object *view, const gltf_object *compression, gltf_decoded *out)
{
    hone_meshopt_layout layout;
    size_t size;
    const uint8_t *data = find_data(reader, view, compression, &size);
    if (!data || !read_layout(view, compression, &layout))
        return false;
    if (layout.count > (uint64_t)size * HONE_MESHOPT_MOST / layout.stride)
        return hone_gltf_fail(view, "%zu compressed bytes are too few for %" PRIu64 " elements", size, layout.count);
    size_t room = (size_t)(layout.count * layout.stride);
    hone_allocator allocator = hone_allocator_or_default(reader->desc ? reader->desc->allocator : NULL);
    uint8_t *bytes = hone_allocate(&allocator, room ? room : 1, 1);
    if (!bytes) {
        reader->json.failed = true;
        return hone_fail_memory(reader->error);
    }
    out->own = (hone_bytes){bytes, room, room ? room : 1, allocator};
    return hone_meshopt_decode(&layout, data, size, bytes) || hone_gltf_fail(view, "its compressed data is damaged");
}

/* ---- all ---- */

static uint32_t count_compressed(gltf_reader *reader, uint32_t views)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < views && !reader->json.failed; i++) {
        gltf_object view = hone_gltf_item(&reader->json, "bufferViews", (int32_t)i);
        count += compression_of(&view).value != NULL;
    }
    return count;
}

static bool is_required(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "extensionsRequired");
    for (uint32_t i = 0; i < count; i++)
        if (hone_gltf_text_equals(hone_gltf_text_at(&root, "extensionsRequired", i), extension))
            return true;
    return false;
}

static bool decode_all(gltf_reader *reader, uint32_t views)
{
    uint64_t left = 0; /* bytes that may still be decoded: views may share their compressed bytes */
    for (uint32_t b = 0; b < reader->buffer_count; b++) left += (uint64_t)reader->buffers[b].size * HONE_MESHOPT_MOST;
    for (uint32_t i = 0; i < views && !reader->json.failed; i++) {
        gltf_object view = hone_gltf_item(&reader->json, "bufferViews", (int32_t)i),
                    compression = compression_of(&view);
        if (!compression.value)
            continue;
        gltf_decoded *out = &reader->decoded[reader->decoded_count++];
        out->view = i;
        if (!decode(reader, &view, &compression, out))
            return false;
        if (out->own.size > left)
            return hone_gltf_fail(&view, "the compressed views share their data");
        left -= out->own.size;
    }
    return !reader->json.failed;
}

bool hone_gltf_open_compressed_views(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t views = hone_gltf_count(&root, "bufferViews"), count = count_compressed(reader, views);
    if (count == 0 || reader->json.failed)
        return !reader->json.failed;
    if (!is_required(reader) && !hone_meshopt_built_in())
        return true; /* the buffers have the same data uncompressed */
    if (!hone_meshopt_open(reader->error)) {
        reader->json.failed = true;
        return false;
    }
    return hone_gltf_scratch(reader, count, sizeof *reader->decoded, &reader->decoded) && decode_all(reader, views);
}

void hone_gltf_close_compressed_views(gltf_reader *reader)
{
    for (uint32_t i = 0; i < reader->decoded_count; i++) hone_bytes_release(&reader->decoded[i].own);
    reader->decoded_count = 0;
}

const hone_bytes *hone_gltf_decoded_view(const gltf_reader *reader, int32_t view)
{
    uint32_t low = 0, high = reader->decoded_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (reader->decoded[middle].view < (uint32_t)view)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < reader->decoded_count && reader->decoded[low].view == (uint32_t)view;
    return found ? &reader->decoded[low].own : NULL;
}
