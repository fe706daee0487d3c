/* Compressed buffer views (KHR_meshopt_compression, EXT_meshopt_compression): all of them are decoded when the file is
 * opened. */
#include "base/error.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/meshopt/meshopt.h"
#include "files/format/gltf/read/reader.h"
#include <inttypes.h>

/* Both have the same object. No object may have both extensions. */
static const char *const names[] = {GLTF_MESHOPT_OF_KHRONOS, GLTF_MESHOPT};

static gltf_object compression_of(const gltf_object *object)
{
    gltf_object extensions = hone_gltf_member(object, "extensions"), newer = hone_gltf_member(&extensions, names[0]);
    return newer.value ? newer : hone_gltf_member(&extensions, names[1]);
}

bool hone_gltf_is_fallback(const gltf_object *buffer)
{
    gltf_object compression = compression_of(buffer);
    return hone_gltf_flag(&compression, "fallback");
}

/* ---- one view ---- */

/* Returns the index of the text under the key in a list that ends with NULL; 0 if there is none, HONE_NONE if the list
 * does not have it. */
static int32_t choice_of(const gltf_object *object, const char *key, const char *const *choices)
{
    gltf_text text = hone_gltf_text(object, key);
    for (int32_t i = 0; choices[i]; i++)
        if (text.bytes ? hone_gltf_text_equals(text, choices[i]) : i == 0)
            return i;
    return HONE_NONE;
}

static bool read_layout(const gltf_object *view, const gltf_object *compression, hone_meshopt_layout *out)
{
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES", NULL};
    static const char *const filters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR", NULL};
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
    return !compression->json->file->failed;
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

/* A compressed view of the file. */
typedef struct compressed_view {
    gltf_object view, compression;
    hone_meshopt_layout layout;
    const uint8_t *data;
    size_t size;
} compressed_view;

static bool find_view(gltf_reader *reader, compressed_view *v)
{
    v->data = find_data(reader, &v->view, &v->compression, &v->size);
    if (!v->data || !read_layout(&v->view, &v->compression, &v->layout))
        return false;
    return hone_meshopt_least(&v->layout, v->data, v->size) <= v->size ||
           hone_gltf_fail(&v->view, "%zu compressed bytes are too few for %" PRIu64 " elements", v->size,
                          v->layout.count);
}

static bool decode(gltf_reader *reader, const compressed_view *v, gltf_decoded *out)
{
    size_t room = (size_t)(v->layout.count * v->layout.stride);
    hone_allocator allocator = hone_allocator_or_default(reader->desc ? reader->desc->allocator : NULL);
    uint8_t *bytes = hone_allocate(&allocator, room ? room : 1, 1);
    if (!bytes)
        return hone_reading_fail_memory(&reader->file);
    out->own = (hone_bytes){bytes, room, room ? room : 1, allocator};
    return hone_meshopt_decode(&v->layout, v->data, v->size, bytes) ||
           hone_gltf_fail(&v->view, "its compressed data is damaged");
}

/* ---- all ---- */

static uint32_t count_compressed(gltf_reader *reader, uint32_t views)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < views && !reader->file.failed; i++) {
        gltf_object view = hone_gltf_item(&reader->json, "bufferViews", (int32_t)i);
        count += compression_of(&view).value != NULL;
    }
    return count;
}

/* Makes the library ready if this view needs it. Returns false if there is none, which is an error if the extension is
 * required: or else the file has the same data uncompressed. */
static bool can_decode(gltf_reader *reader, const compressed_view *v, bool required)
{
    if (!hone_meshopt_needs_library(&v->layout, v->data, v->size))
        return true;
    bool opened = hone_meshopt_open(required ? reader->file.error : NULL);
    reader->file.failed |= !opened && required;
    return opened;
}

/* Some data may be compressed to a thousandth. A whole file is not, and views may share their compressed bytes. */
static uint64_t decoded_most(const gltf_reader *reader)
{
    enum { RATIO = 64, SPARE = 64 * 1024 };
    uint64_t size = 0;
    for (uint32_t b = 0; b < reader->buffer_count; b++) size += reader->buffers[b].size;
    return size * RATIO + SPARE;
}

static bool decode_all(gltf_reader *reader, uint32_t views)
{
    uint64_t left = decoded_most(reader);
    bool required = hone_gltf_is_required(reader, names[0]) || hone_gltf_is_required(reader, names[1]);
    for (uint32_t i = 0; i < views && !reader->file.failed; i++) {
        compressed_view v = {.view = hone_gltf_item(&reader->json, "bufferViews", (int32_t)i)};
        v.compression = compression_of(&v.view);
        if (!v.compression.value || !find_view(reader, &v) || !can_decode(reader, &v, required))
            continue;
        if (v.layout.count * v.layout.stride > left)
            return hone_gltf_fail(&v.view, "too many bytes are decompressed from few");
        left -= v.layout.count * v.layout.stride;
        gltf_decoded *out = &reader->decoded[reader->decoded_count++];
        out->view = i;
        if (!decode(reader, &v, out))
            return false;
    }
    return !reader->file.failed;
}

bool hone_gltf_open_compressed_views(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t views = hone_gltf_count(&root, "bufferViews"), count = count_compressed(reader, views);
    return !reader->file.failed &&
           hone_reading_scratch(&reader->file, count, sizeof *reader->decoded, &reader->decoded) &&
           decode_all(reader, views);
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
