/* Reads .x: a scene from the file, and a model or a motion from the scene. */
#include "files/format/common/clip_select.h"
#include "files/format/readers.h"
#include "files/format/x/x_to_model.h"
#include <hone/io.h>

/* The state of x_read_context one file. */
typedef struct x_read_context {
    hone_x_reader reader;
    hone_x_scene scene;
    hone_x_build build;
} x_read_context;

/* Reads the scene into scratch memory and subtracts that from the memory that the model may take. */
static bool begin_read(x_read_context *r, const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    size_t limit = hone_memory_limit(size);
    const hone_allocator *allocator = desc ? desc->allocator : NULL;
    hone_x_reader *reader = &r->reader;
    if (!hone_x_open(reader, bytes, size, allocator, error) ||
        !hone_reading_open_memory(&reader->file, allocator, limit, limit) || !hone_x_read_scene(reader, &r->scene))
        return false;
    hone_reading_charge(&reader->file);
    return hone_x_build_begin(&r->build, reader, &r->scene) || hone_reading_is_fine(&reader->file);
}

static hone_builder *end_read(x_read_context *r, bool read)
{
    hone_x_close(&r->reader);
    return hone_reading_close_memory(&r->reader.file, read);
}

/* Fails if memory ran out, or if there are too many elements. */
static bool build_model(hone_x_build *build, hone_reading *file)
{
    bool built = hone_x_build_bones(build) && hone_x_build_vertices(build) && hone_x_build_influences(build) &&
                 hone_x_build_surface(build);
    build->model.clips = hone_x_clips(build);
    build->model.clip_count = build->scene->set_count;
    return hone_reading_is_fine(file) &&
           (built || hone_reading_fail_as(file, HONE_ERROR_FORMAT, 0,
                                          "has more vertices, weights or triangles than hone can count"));
}

hone_model *hone_x_read_model(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    x_read_context r = {.scene = {.want_meshes = true}};
    bool read = begin_read(&r, bytes, size, desc, error) && build_model(&r.build, &r.reader.file);
    hone_builder *builder = end_read(&r, read);
    r.build.model.format = HONE_FORMAT_X;
    r.build.model.space = HONE_SPACE_X;
    r.build.model.source = builder ? hone_hash(bytes, size) : 0;
    return builder ? hone_model_create(builder, &r.build.model, &(hone_model_desc){desc && desc->strict}, error) : NULL;
}

static bool build_motion(hone_x_build *build, const char *clip, hone_motion_data *data, hone_reading *file)
{
    uint32_t wanted;
    data->clips = hone_x_clips(build);
    data->clip_count = build->scene->set_count;
    return hone_reading_is_fine(file) && hone_clip_select(data->clips, data->clip_count, clip, &wanted, file->error) &&
           (hone_x_build_channels(build, wanted, data) || hone_reading_is_fine(file));
}

hone_motion *hone_x_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    x_read_context r = {.scene = {.want_keys = true}};
    hone_motion_data data = {.format = HONE_FORMAT_X, .space = HONE_SPACE_X};
    bool read = begin_read(&r, bytes, size, desc, error) &&
                build_motion(&r.build, desc ? desc->clip : NULL, &data, &r.reader.file);
    hone_builder *builder = end_read(&r, read);
    data.source = builder ? hone_hash(bytes, size) : 0;
    return builder ? hone_motion_create(builder, &data, &(hone_motion_desc){desc && desc->strict}, error) : NULL;
}

const hone_format_reader hone_x_format = {.built_in = true, .model = hone_x_read_model, .motion = hone_x_read_motion};
