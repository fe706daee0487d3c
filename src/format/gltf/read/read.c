/* Reads glTF: the GLB container, the version, and the order of the lists. */
#include "base/builder.h"
#include "base/byte_reader.h"
#include "base/error.h"
#include "format/common/read_common.h"
#include "format/gltf/read/reader.h"
#include "format/readers.h"
#include <inttypes.h>
#include <string.h>

/* ---- GLB ------------------------------------------------------------------------------------------------------ */

static bool fail_at(const hone_reader *in, hone_error *error, const char *sentence)
{
    return hone_fail(error, HONE_ERROR_FORMAT, hone_reader_offset(in), "%s, at byte %" PRIu64, sentence,
                     hone_reader_offset(in));
}

/* Reads the next chunk and its type, which is four letters. */
static const uint8_t *read_chunk(hone_reader *in, uint32_t *kind, size_t *size, hone_error *error)
{
    *size = hone_read_u32(in);
    *kind = hone_read_u32(in);
    const uint8_t *bytes = hone_read_bytes(in, *size);
    if (!bytes)
        fail_at(in, error, "a GLB chunk is cut short");
    return bytes;
}

/* Finds the JSON chunk and the optional binary chunk. Chunks of other types are skipped, as the specification
 * requires. */
static bool open_glb(gltf_reader *reader, hone_reader *in, const char **text, size_t *text_size)
{
    enum { JSON = 0x4E4F534A, BIN = 0x004E4942 };
    uint32_t kind;
    const uint8_t *bytes = read_chunk(in, &kind, text_size, reader->error);
    if (!bytes)
        return false;
    if (kind != JSON)
        return hone_fail(reader->error, HONE_ERROR_FORMAT, 12, "its first chunk is not JSON, at byte 12");
    *text = (const char *)bytes;
    while (*text_size && bytes[*text_size - 1] == 0) --*text_size; /* some writers pad with zeros instead of spaces */
    for (bool first = true; hone_reader_left(in); first = false) {
        size_t size;
        bytes = read_chunk(in, &kind, &size, reader->error);
        if (!bytes)
            return false;
        if (!first || kind != BIN)
            continue;
        reader->binary = bytes;
        reader->binary_size = size;
        reader->has_binary = true;
    }
    return true;
}

/* in: after the magic number. */
static bool open_container(gltf_reader *reader, hone_reader *in, const char **text, size_t *text_size)
{
    uint32_t version = hone_read_u32(in), length = hone_read_u32(in);
    if (in->failed)
        return fail_at(in, reader->error, "the GLB header is cut short");
    if (version != 2)
        return hone_fail(reader->error, HONE_ERROR_UNSUPPORTED, 4, "is GLB version %u; hone reads version 2", version);
    size_t whole = (size_t)(in->end - in->begin);
    if (length > whole || length < 12)
        return hone_fail(reader->error, HONE_ERROR_FORMAT, 8,
                         "the GLB header gives a length of %u bytes, but the file has %zu", length, whole);
    in->end = in->begin + length;
    return open_glb(reader, in, text, text_size);
}

static bool parse(gltf_reader *reader, const uint8_t *bytes, size_t size)
{
    hone_reader in = hone_reader_make(bytes, size);
    const char *text = (const char *)bytes;
    size_t text_size = size;
    reader->format = hone_format_detect(bytes, size);
    if (reader->format == HONE_FORMAT_GLB) {
        hone_read_bytes(&in, 4);
        if (!open_container(reader, &in, &text, &text_size))
            return false;
    } else if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        text_size -= 3;
    }
    const hone_allocator *allocator = reader->desc ? reader->desc->allocator : NULL;
    return hone_gltf_json_parse(&reader->json, text, text_size, allocator, reader->error);
}

/* ---- required versions and extensions ---- */

static bool check_version(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json), asset = hone_gltf_member(&root, "asset");
    gltf_text version = hone_gltf_text(&asset, "version"), least = hone_gltf_text(&asset, "minVersion");
    if (reader->json.failed)
        return false;
    if (!version.bytes)
        return hone_gltf_fail(&root, "it does not give its glTF version");
    if (version.size >= 2 && memcmp(version.bytes, "2.", 2) == 0 &&
        (!least.bytes || hone_gltf_text_equals(least, "2.0")))
        return true;
    gltf_text needed = least.bytes ? least : version;
    return hone_fail(reader->error, HONE_ERROR_UNSUPPORTED, 0, "is glTF %.*s; hone reads 2.0",
                     (int)(needed.size < 16 ? needed.size : 16), needed.bytes);
}

static bool check_extensions(gltf_reader *reader)
{
    static const char *const known[] = {"KHR_materials_unlit", "KHR_mesh_quantization", "KHR_texture_transform", "VRM",
                                        "VRMC_vrm"};
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "extensionsRequired");
    for (uint32_t i = 0; i < count; i++) {
        gltf_text name = hone_gltf_text_at(&root, "extensionsRequired", i);
        size_t k = 0;
        while (name.bytes && k < sizeof known / sizeof *known && !hone_gltf_text_equals(name, known[k])) k++;
        if (name.bytes && k == sizeof known / sizeof *known)
            return hone_fail(reader->error, HONE_ERROR_UNSUPPORTED, i,
                             "requires the extension %.*s, which hone does not read",
                             (int)(name.size < 80 ? name.size : 80), name.bytes);
    }
    return !reader->json.failed;
}

/* ---- the model ------------------------------------------------------------------------------------------------ */

static bool read_names(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json), asset = hone_gltf_member(&root, "asset");
    uint32_t scenes = hone_gltf_count(&root, "scenes");
    int32_t chosen = hone_gltf_index(&root, "scene", scenes);
    gltf_object scene = hone_gltf_item(&reader->json, "scenes", chosen < 0 && scenes ? 0 : chosen);
    reader->data.name = hone_gltf_copy_text(reader, &scene, "name");
    reader->data.comment = hone_gltf_copy_text(reader, &asset, "copyright");
    return !reader->json.failed;
}

static bool read_all(gltf_reader *reader)
{
    reader->data.format = reader->format;
    reader->data.space = HONE_SPACE_GLTF;
    return read_names(reader) && hone_gltf_read_nodes(reader) && hone_gltf_read_parts(reader) &&
           hone_gltf_read_vertices(reader) && hone_gltf_read_skins(reader) && hone_gltf_read_triangles(reader) &&
           hone_gltf_read_morphs(reader) && hone_gltf_read_materials(reader) && hone_gltf_read_images(reader) &&
           hone_gltf_read_humanoid(reader) && hone_gltf_read_clips(reader);
}

/* A loader may take 16 times the bytes of the file and its buffers + 1 MiB (format.h). That includes those bytes
 * themselves, the parsed JSON, the content of data URIs, and what is lost at the ends of the builders' blocks. */
static bool make_builders(gltf_reader *reader, size_t size)
{
    static const size_t spare = (size_t)512 * 1024; /* a quarter of it is enough for scratch memory */
    const hone_allocator *allocator = reader->desc ? reader->desc->allocator : NULL;
    uint64_t all = size;
    reader->work = 16 * (uint64_t)size + ((uint64_t)1 << 20);
    reader->scratch = hone_arena_create(allocator, size * 2 + spare / 4, reader->error);
    if (!reader->scratch || !hone_gltf_open_buffers(reader))
        return false;
    for (uint32_t i = 0; i < reader->buffer_count; i++) all += reader->buffers[i].own.size;
    reader->work = 16 * all + ((uint64_t)1 << 20);
    /* JSON that takes more than its share, as the size of the file, leaves less for the model */
    size_t json = hone_gltf_tokens_taken(&reader->json.tokens), more = json > size ? json - size : 0;
    reader->builder = hone_builder_create(allocator, (size_t)all * 11 + spare - more, reader->error);
    return reader->builder != NULL;
}

/* Opens the file and its buffers. The caller closes the reader in any case. */
static bool open_reader(gltf_reader *reader, const uint8_t *bytes, size_t size)
{
    return parse(reader, bytes, size) && check_version(reader) && check_extensions(reader) &&
           make_builders(reader, size);
}

static void close_reader(gltf_reader *reader)
{
    hone_gltf_close_buffers(reader);
    hone_gltf_json_release(&reader->json);
    hone_arena_destroy(reader->scratch);
    hone_builder_destroy(reader->builder);
}

hone_model *hone_gltf_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    gltf_reader reader = {.error = error, .desc = desc};
    hone_model *model = NULL;
    reader.data.source = hone_source_of(bytes, size);
    if (open_reader(&reader, bytes, size) && read_all(&reader)) {
        hone_builder *builder = reader.builder;
        reader.builder = NULL; /* owned by the model from here on */
        model = hone_model_create(builder, &reader.data, &(hone_model_desc){desc && desc->strict}, error);
    }
    close_reader(&reader);
    return model;
}

static bool read_motion(gltf_reader *reader, hone_motion_data *out)
{
    const hone_load_desc *desc = reader->desc;
    uint32_t clip;
    if (!hone_gltf_read_clips(reader) ||
        !hone_clip_select(reader->data.clips, reader->data.clip_count, desc ? desc->clip : NULL, &clip, reader->error))
        return false;
    out->clip_count = reader->data.clip_count;
    out->clips = reader->data.clips;
    return hone_gltf_read_channels(reader, clip, out);
}

hone_motion *hone_gltf_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    gltf_reader reader = {.error = error, .desc = desc};
    hone_motion_data data = {.space = HONE_SPACE_GLTF, .source = hone_source_of(bytes, size)};
    hone_motion *motion = NULL;
    if (open_reader(&reader, bytes, size) && read_motion(&reader, &data)) {
        hone_builder *builder = reader.builder;
        reader.builder = NULL; /* owned by the motion from here on */
        data.format = reader.format;
        motion = hone_motion_create(builder, &data, &(hone_motion_desc){desc && desc->strict}, error);
    }
    close_reader(&reader);
    return motion;
}
