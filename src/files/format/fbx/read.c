/* Reads a model, or one animation stack as a motion, from an open FBX file. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/common/clip_select.h"
#include "files/format/fbx/animation/shot.h"
#include "files/format/fbx/reader.h"
#include "files/format/readers.h"
#include <hone/io.h>

/* A loader may take 16 times the bytes of the file with its arrays inflated + 1 MiB (format.h): the file itself, NODES
 * times the file for the tree, and what is left, for the model and the reader. Some is lost at the ends of blocks. */
enum { MOST = 13, NODES = 8, SPARE = 3 * 256 * 1024 };

struct hone_fbx_file {
    fbx_document document;
    hone_arena *memory; /* of the document */
    hone_allocator allocator;
    uint64_t source; /* hash of the file */
    /* What the first reading reads for all: the scene, in the memory of a builder, which has the warnings of it. */
    fbx_scene scene;
    hone_builder *scene_builder; /* NULL: not read yet */
    hone_inflater inflater;
};

/* ---- opening -------------------------------------------------------------------------------------------------- */

hone_fbx_file *hone_fbx_open(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_allocator allocator = hone_allocator_or_default(desc ? desc->allocator : NULL);
    hone_fbx_file *file = hone_allocate(&allocator, 1, sizeof *file);
    if (!file)
        return hone_fail_memory(error), NULL;
    *file = (hone_fbx_file){.allocator = allocator, .source = hone_hash(bytes, size)};
    file->memory = hone_arena_create(&allocator, size < SIZE_MAX / 16 ? NODES * size + SPARE / 3 : SIZE_MAX, error);
    if (file->memory && hone_fbx_document_read(&file->document, bytes, size, file->memory, error)) {
        file->document.inflater = &file->inflater;
        return file;
    }
    hone_fbx_close(file);
    return NULL;
}

void hone_fbx_close(hone_fbx_file *file)
{
    if (!file)
        return;
    const hone_allocator allocator = file->allocator;
    hone_inflater_release(&file->inflater);
    hone_builder_destroy(file->scene_builder);
    hone_arena_destroy(file->memory);
    hone_deallocate(&allocator, file, 1, sizeof *file);
}

/* ---- a reading ------------------------------------------------------------------------------------------------ */

/* Returns the bytes that a reading may still take. */
static size_t memory_left(const hone_fbx_file *file)
{
    uint64_t most = MOST * file->document.inflated + SPARE - hone_arena_taken(file->memory);
    if (file->scene_builder)
        most -= hone_arena_taken(hone_builder_memory(file->scene_builder));
    return most < SIZE_MAX ? (size_t)most : SIZE_MAX;
}

static bool read_scene(hone_fbx_file *file, hone_error *error)
{
    hone_builder *builder = hone_builder_create(&file->allocator, memory_left(file), error);
    if (builder && hone_fbx_scene_read(&file->scene, &file->document, hone_builder_memory(builder), builder, error)) {
        file->scene_builder = builder;
        return true;
    }
    hone_builder_destroy(builder);
    return false;
}

static bool begin(fbx_reader *reader, hone_fbx_file *file, hone_error *error)
{
    *reader = (fbx_reader){.document = file->document, .file = hone_reading_make(NULL, 0, error)};
    if (!file->scene_builder && !read_scene(file, error))
        return false;
    size_t limit = memory_left(file);
    if (!hone_reading_open_memory(&reader->file, &file->allocator, limit, limit))
        return false;
    hone_arena_share_limit(reader->file.scratch, reader->file.memory);
    hone_builder_take_warnings(reader->file.builder, file->scene_builder);
    reader->scene = file->scene;
    return true;
}

static bool read_model(fbx_reader *reader)
{
    reader->data.format = HONE_FORMAT_FBX;
    reader->data.space = HONE_SPACE_GLTF;
    hone_fbx_warn_of_limits(reader);
    return hone_fbx_read_bones(reader) && hone_fbx_read_meshes(reader) && hone_fbx_read_skins(reader) &&
           hone_fbx_read_morphs(reader) && hone_fbx_read_materials(reader) && hone_fbx_read_clips(reader) &&
           hone_fbx_read_cameras(reader) && hone_fbx_read_names(reader);
}

hone_model *hone_fbx_read_model(hone_fbx_file *file, bool strict, hone_error *error)
{
    fbx_reader reader;
    bool read = begin(&reader, file, error) && read_model(&reader);
    hone_builder *builder = hone_reading_close_memory(&reader.file, read);
    reader.data.source = file->source;
    return builder ? hone_model_create(builder, &reader.data, &(hone_model_desc){strict}, error) : NULL;
}

/* A file without clips has a motion where a camera is wanted: that of the camera. */
static bool read_motion(fbx_reader *reader, const char *wanted, const char *camera, hone_motion_data *out)
{
    uint32_t clip = UINT32_MAX;
    if (!hone_fbx_read_bones(reader) || !hone_fbx_read_clips(reader))
        return false;
    bool none = reader->data.clip_count == 0 && !wanted && camera;
    if (!none && !hone_clip_select(reader->data.clips, reader->data.clip_count, wanted, &clip, reader->file.error))
        return false;
    out->clip_count = reader->data.clip_count;
    out->clips = reader->data.clips;
    hone_fbx_warn_of_limits_of_motion(reader);
    return hone_fbx_read_motion_data(reader, clip, camera, out);
}

hone_motion *hone_fbx_read_motion(hone_fbx_file *file, const char *clip, const char *camera, bool strict,
                                  hone_error *error)
{
    fbx_reader reader;
    hone_motion_data data = {.space = HONE_SPACE_GLTF, .source = file->source, .format = HONE_FORMAT_FBX};
    bool read = begin(&reader, file, error) && read_motion(&reader, clip, camera, &data);
    hone_builder *builder = hone_reading_close_memory(&reader.file, read);
    return builder ? hone_motion_create(builder, &data, &(hone_motion_desc){strict}, error) : NULL;
}

/* ---- as one of all formats ------------------------------------------------------------------------------------- */

static void *open_file(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    return hone_fbx_open(bytes, size, desc, error);
}

static void close_file(void *file)
{
    hone_fbx_close(file);
}

static hone_model *model_of(void *file, const hone_load_desc *desc, hone_error *error)
{
    return hone_fbx_read_model(file, desc->strict, error);
}

static hone_motion *motion_of(void *file, const hone_load_desc *desc, hone_error *error)
{
    return hone_fbx_read_motion(file, desc->clip, desc->camera, desc->strict, error);
}

const hone_format_reader hone_fbx_format = {
    .built_in = true, .open = open_file, .close = close_file, .model_of = model_of, .motion_of = motion_of};
