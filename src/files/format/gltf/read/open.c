/* Opens glTF files: finds the JSON and the binary chunk of a GLB, checks version and extensions, opens the buffers. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/text/text.h"
#include "files/format/gltf/draco/draco.h"
#include "files/format/gltf/meshopt/meshopt.h"
#include "files/format/gltf/read/file.h"
#include "files/format/readers.h"
#include <hone/io.h>
#include <string.h>

/* ---- GLB ------------------------------------------------------------------------------------------------------ */

/* Reads the next chunk and its type, which is four letters. */
static const uint8_t *read_chunk(hone_reading *file, uint32_t *kind, size_t *size)
{
    hone_reader *in = &file->in;
    *size = hone_read_u32(in);
    *kind = hone_read_u32(in);
    const uint8_t *bytes = hone_read_bytes(in, *size);
    if (!bytes)
        hone_reading_fail(file, "a GLB chunk is cut short");
    return bytes;
}

/* Reads the next chunk behind the JSON. Where the file ends early, it is what is there; a view that needs the rest is
 * an error. */
static const uint8_t *read_rest(hone_reading *file, uint32_t *kind, size_t *size)
{
    enum { HEAD = 8 };
    hone_reader *in = &file->in;
    hone_reader head = *in;
    uint32_t length = hone_read_u32(&head);
    size_t left = hone_reader_left(in);
    if (left < HEAD || length <= left - HEAD)
        return read_chunk(file, kind, size);
    hone_read_u32(in);
    *kind = hone_read_u32(in);
    *size = left - HEAD;
    return hone_read_bytes(in, *size);
}

/* Finds the JSON chunk and the optional binary chunk. Chunks of other types are skipped, as the specification
 * requires. */
static bool open_glb(gltf_reader *reader, const char **text, size_t *text_size)
{
    enum { JSON = 0x4E4F534A, BIN = 0x004E4942 };
    uint32_t kind;
    const uint8_t *bytes = read_chunk(&reader->file, &kind, text_size);
    if (!bytes)
        return false;
    if (kind != JSON)
        return hone_reading_fail_as(&reader->file, HONE_ERROR_FORMAT, 12, "its first chunk is not JSON, at byte 12");
    *text = (const char *)bytes;
    while (*text_size && bytes[*text_size - 1] == 0) --*text_size; /* some writers pad with zeros instead of spaces */
    for (bool first = true; hone_reader_left(&reader->file.in); first = false) {
        size_t size;
        bytes = read_rest(&reader->file, &kind, &size);
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

static bool open_container(gltf_reader *reader, const char **text, size_t *text_size)
{
    hone_reader *in = &reader->file.in;
    hone_read_bytes(in, 4);
    uint32_t version = hone_read_u32(in), length = hone_read_u32(in);
    if (in->failed)
        return hone_reading_fail(&reader->file, "the GLB header is cut short");
    if (version != 2)
        return hone_reading_fail_as(&reader->file, HONE_ERROR_UNSUPPORTED, 4, "is GLB version %u; hone reads version 2",
                                    version);
    size_t whole = (size_t)(in->end - in->begin);
    if (length < 12)
        return hone_reading_fail_as(&reader->file, HONE_ERROR_FORMAT, 8, "the GLB header gives a length of %u bytes",
                                    length);
    if (length < whole)
        in->end = in->begin + length;
    return open_glb(reader, text, text_size);
}

static bool parse(gltf_reader *reader, const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    size_t text_size = size;
    reader->format = size >= 4 && memcmp(bytes, "glTF", 4) == 0 ? HONE_FORMAT_GLB : HONE_FORMAT_GLTF;
    if (reader->format == HONE_FORMAT_GLB && !open_container(reader, &text, &text_size))
        return false;
    size_t mark = hone_utf8_mark(text, text_size);
    text += mark;
    text_size -= mark;
    const hone_allocator *allocator = reader->desc ? reader->desc->allocator : NULL;
    reader->whole->source = hone_hash(text, text_size);
    return hone_gltf_json_parse(&reader->json, text, text_size, allocator, &reader->file);
}

/* ---- versions ---- */

static bool check_version(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json), asset = hone_gltf_member(&root, "asset");
    gltf_text version = hone_gltf_text(&asset, "version"), least = hone_gltf_text(&asset, "minVersion");
    if (reader->file.failed)
        return false;
    if (!version.bytes)
        return hone_gltf_fail(&root, "it does not give its glTF version");
    if (version.size >= 2 && memcmp(version.bytes, "2.", 2) == 0 &&
        (!least.bytes || hone_gltf_text_equals(least, "2.0")))
        return true;
    gltf_text needed = least.bytes ? least : version;
    return hone_reading_fail_as(&reader->file, HONE_ERROR_UNSUPPORTED, 0, "is glTF %.*s; hone reads 2.0",
                                (int)(needed.size < 16 ? needed.size : 16), needed.bytes);
}

/* ---- the file ------------------------------------------------------------------------------------------------- */

/* The readers of the model and of motions may use scratch memory and charge work as for a file of this size. */
static void set_limits(hone_gltf_file *file)
{
    gltf_reader *reader = &file->opened;
    uint64_t all = file->size;
    for (uint32_t i = 0; i < reader->buffer_count; i++) all += reader->buffers[i].own.size;
    for (uint32_t i = 0; i < reader->decoded_count; i++) all += reader->decoded[i].own.size;
    for (uint32_t i = 0; i < reader->value_count; i++) all += reader->values[i].own.size;
    file->all = all;
    reader->work = 16 * all + ((uint64_t)1 << 20);
}

static bool open_file(hone_gltf_file *file, const uint8_t *bytes, const hone_load_desc *desc, hone_error *error)
{
    gltf_reader *reader = &file->opened;
    reader->file = hone_reading_make(bytes, file->size, error);
    reader->desc = desc;
    reader->whole = file;
    reader->work = 16 * (uint64_t)file->size + ((uint64_t)1 << 20);
    if (!parse(reader, bytes, file->size) || !check_version(reader) || !hone_gltf_check_required(reader))
        return false;
    reader->file.scratch = hone_arena_create(&file->allocator, file->size * 2 + GLTF_SPARE / 4, error);
    if (!reader->file.scratch || !hone_gltf_open_buffers(reader) || !hone_gltf_open_compressed_views(reader) ||
        !hone_gltf_open_compressed_meshes(reader))
        return false;
    set_limits(file);
    return true;
}

bool hone_draco_gltf_available(void)
{
    return hone_draco_built_in();
}

hone_gltf_file *hone_gltf_open(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_allocator allocator = hone_allocator_or_default(desc ? desc->allocator : NULL);
    hone_gltf_file *file = hone_allocate(&allocator, 1, sizeof *file);
    if (!file)
        return hone_fail_memory(error), NULL;
    file->allocator = allocator;
    file->size = size;
    if (!open_file(file, bytes, desc, error)) {
        hone_gltf_close(file);
        return NULL;
    }
    file->opened.desc = NULL; /* not valid any more */
    return file;
}

void hone_gltf_close(hone_gltf_file *file)
{
    if (!file)
        return;
    const hone_allocator allocator = file->allocator;
    hone_gltf_close_compressed_meshes(&file->opened);
    hone_gltf_close_compressed_views(&file->opened);
    hone_gltf_close_buffers(&file->opened);
    hone_gltf_json_release(&file->opened.json);
    hone_arena_destroy(file->opened.file.scratch);
    hone_deallocate(&allocator, file->durations, file->duration_count, sizeof *file->durations);
    hone_deallocate(&allocator, file, 1, sizeof *file);
}
