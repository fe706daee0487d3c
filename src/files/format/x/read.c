/* Reads .x, text or binary, plain or compressed: a scene from the file, once for a model and all its clips, and a model
 * or a motion from the scene. The motion is the clip that desc->clip chooses. Errors: UNSUPPORTED (compressed, where
 * hone was built without zlib); for the motion ARGUMENT (there is no such clip). */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/common/clip_select.h"
#include "files/format/readers.h"
#include "files/format/x/x_to_model.h"
#include <hone/io.h>

typedef struct x_file {
    const void *bytes;
    size_t size;
    hone_allocator allocator;
    uint64_t source;          /* hash of the file */
    hone_x_scene scene;       /* what of the file has been read: `want_meshes` and `want_keys` */
    hone_arena *memory;       /* of the scene; NULL: it has not been read */
    hone_builder *of_models;  /* what models of the scene warn of */
    hone_builder *of_motions; /* what motions do */
} x_file;

/* ---- the scene --------------------------------------------------------------------------------------------------- */

static void forget_scene(x_file *file)
{
    hone_arena_destroy(file->memory);
    hone_builder_destroy(file->of_models);
    hone_builder_destroy(file->of_motions);
    file->memory = NULL, file->of_models = file->of_motions = NULL;
    file->scene = (hone_x_scene){0};
}

static bool parse(x_file *file, hone_error *error)
{
    hone_x_reader reader;
    size_t limit = hone_memory_limit(file->size);
    bool opened = hone_x_open(&reader, file->bytes, file->size, &file->allocator, error) &&
                  hone_reading_open_memory(&reader.file, &file->allocator, limit, limit);
    file->of_motions = opened ? hone_builder_create(&file->allocator, limit, error) : NULL;
    reader.of_motions = file->of_motions;
    bool read = file->of_motions && hone_x_read_scene(&reader, &file->scene);
    hone_x_close(&reader);
    file->memory = reader.file.scratch;
    file->of_models = reader.file.builder;
    return read;
}

/* Reads a scene in place of what was read before. */
static bool read_parts(x_file *file, bool meshes, bool keys, hone_error *error)
{
    forget_scene(file);
    file->scene = (hone_x_scene){.want_meshes = meshes, .want_keys = keys};
    if (parse(file, error))
        return true;
    forget_scene(file);
    return false;
}

/* Reads what a model needs; if possible with all keys, for the motions that follow. */
static bool read_meshes(x_file *file, hone_error *error)
{
    return file->scene.want_meshes || read_parts(file, true, true, NULL) || read_parts(file, true, false, error);
}

/* A motion does not need the meshes. A file in which these are broken has motions all the same. */
static bool read_keys(x_file *file, hone_error *error)
{
    return file->scene.want_keys || read_parts(file, false, true, error);
}

/* ---- what is made of it ------------------------------------------------------------------------------------------ */

/* Makes a builder that has the scene's warnings, and scratch memory. Both may take what the scene has left. */
static bool begin(x_file *file, const hone_builder *warnings, hone_reading *reading, hone_x_build *build,
                  hone_error *error)
{
    size_t limit = hone_memory_limit(file->size), taken = hone_arena_taken(file->memory);
    *reading = hone_reading_make(NULL, 0, error);
    if (!hone_reading_open_memory(reading, &file->allocator, limit, limit))
        return false;
    hone_arena_charge(reading->memory, taken);
    hone_arena_charge(reading->scratch, taken);
    hone_builder_take_warnings(reading->builder, warnings);
    return hone_x_build_begin(build, reading, &file->scene) || hone_reading_is_fine(reading);
}

/* Fails if memory ran out, or if there are too many elements. */
static bool build_model(hone_x_build *build, hone_reading *reading)
{
    bool built = hone_x_build_bones(build) && hone_x_build_vertices(build) && hone_x_build_influences(build) &&
                 hone_x_build_surface(build);
    build->model.clips = hone_x_clips(build);
    build->model.clip_count = build->scene->set_count;
    return hone_reading_is_fine(reading) &&
           (built || hone_reading_fail_as(reading, HONE_ERROR_FORMAT, 0,
                                          "has more vertices, weights or triangles than hone can count"));
}

static hone_model *model_of(void *user, const hone_load_desc *desc, hone_error *error)
{
    x_file *file = user;
    hone_reading reading;
    hone_x_build build;
    if (!read_meshes(file, error))
        return NULL;
    bool read = begin(file, file->of_models, &reading, &build, error) && build_model(&build, &reading);
    hone_builder *builder = hone_reading_close_memory(&reading, read);
    if (!builder)
        return NULL;
    build.model.format = HONE_FORMAT_X;
    build.model.space = HONE_SPACE_X;
    build.model.source = file->source;
    return hone_model_create(builder, &build.model, &(hone_model_desc){desc->strict}, error);
}

static bool build_motion(hone_x_build *build, const char *clip, hone_motion_data *data, hone_reading *reading)
{
    uint32_t wanted;
    data->clips = hone_x_clips(build);
    data->clip_count = build->scene->set_count;
    return hone_reading_is_fine(reading) &&
           hone_clip_select(data->clips, data->clip_count, clip, &wanted, reading->error) &&
           (hone_x_build_channels(build, wanted, data) || hone_reading_is_fine(reading));
}

static hone_motion *motion_of(void *user, const hone_load_desc *desc, hone_error *error)
{
    x_file *file = user;
    hone_reading reading;
    hone_x_build build;
    hone_motion_data data = {.source = file->source, .format = HONE_FORMAT_X, .space = HONE_SPACE_X};
    if (!read_keys(file, error))
        return NULL;
    bool read =
        begin(file, file->of_motions, &reading, &build, error) && build_motion(&build, desc->clip, &data, &reading);
    hone_builder *builder = hone_reading_close_memory(&reading, read);
    return builder ? hone_motion_create(builder, &data, &(hone_motion_desc){desc->strict}, error) : NULL;
}

/* ---- as one of all formats --------------------------------------------------------------------------------------- */

static void *open_file(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    x_file *file = hone_allocate(desc->allocator, 1, sizeof *file);
    if (!file)
        return hone_fail_memory(error), NULL;
    file->bytes = bytes;
    file->size = size;
    file->allocator = *desc->allocator;
    file->source = hone_hash(bytes, size);
    return file;
}

static void close_file(void *user)
{
    x_file *file = user;
    const hone_allocator allocator = file->allocator;
    forget_scene(file);
    hone_deallocate(&allocator, file, 1, sizeof *file);
}

const hone_format_reader hone_x_format = {
    .built_in = true, .open = open_file, .close = close_file, .model_of = model_of, .motion_of = motion_of};
