/* Reads .x: a scene from the file, and a model or a motion from the scene. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/common/read_common.h"
#include "files/format/common/reading.h"
#include "files/format/readers.h"
#include "files/format/x/x_to_model.h"
#include <hone/io.h>

/* The state of x_read_context one file. */
typedef struct x_read_context {
    hone_x_reader reader;
    hone_x_scene scene;
    hone_x_build build;
} x_read_context;

/* Reads the scene into its own memory and subtracts that from the memory that the model may take. */
static bool begin_read(x_read_context *r, const void *bytes, size_t size, const hone_allocator *allocator,
                       hone_error *error)
{
    size_t limit = hone_memory_limit(size);
    hone_x_reader *reader = &r->reader;
    if (!hone_x_open(reader, bytes, size, allocator, error))
        return false;
    reader->scene = hone_arena_create(allocator, limit, error);
    reader->out = reader->scene ? hone_builder_create(allocator, limit, error) : NULL;
    if (!reader->out || !hone_x_read_scene(reader, &r->scene))
        return false;
    hone_arena_charge(hone_builder_memory(reader->out), hone_arena_taken(reader->scene));
    return hone_x_build_begin(&r->build, reader, &r->scene) || hone_arena_fail(reader->scene, error);
}

static void end_read(x_read_context *r)
{
    hone_x_close(&r->reader);
    hone_arena_destroy(r->reader.scene);
    hone_builder_destroy(r->reader.out);
}

/* Passes the builder to the model or motion, which releases it. */
static hone_builder *hand_over(x_read_context *r)
{
    hone_builder *out = r->reader.out;
    r->reader.out = NULL;
    return out;
}

/* Sets the error of whichever memory ran out, or of too many elements. */
static bool fail_build(const hone_x_build *build, hone_error *error)
{
    if (hone_arena_failed(build->scratch))
        return hone_arena_fail(build->scratch, error);
    if (hone_builder_failed(build->out))
        return hone_builder_fail(build->out, error);
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "has more vertices, weights or triangles than hone can count");
}

static bool build_model(hone_x_build *build, hone_error *error)
{
    bool built = hone_x_build_bones(build) && hone_x_build_vertices(build) && hone_x_build_influences(build) &&
                 hone_x_build_surface(build);
    build->model.clips = hone_x_clips(build);
    build->model.clip_count = build->scene->set_count;
    return built || fail_build(build, error);
}

hone_model *hone_x_read_model(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    x_read_context r = {.scene = {.want_meshes = true}};
    hone_model *model = NULL;
    if (begin_read(&r, bytes, size, desc ? desc->allocator : NULL, error) && build_model(&r.build, error)) {
        r.build.model.format = HONE_FORMAT_X;
        r.build.model.space = HONE_SPACE_X;
        r.build.model.source = hone_hash(bytes, size);
        model = hone_model_create(hand_over(&r), &r.build.model, &(hone_model_desc){desc && desc->strict}, error);
    }
    end_read(&r);
    return model;
}

static bool build_motion(hone_x_build *build, const char *clip, hone_motion_data *data, hone_error *error)
{
    uint32_t wanted;
    data->clips = hone_x_clips(build);
    data->clip_count = build->scene->set_count;
    if (hone_builder_failed(build->out))
        return hone_builder_fail(build->out, error);
    if (!hone_clip_select(data->clips, data->clip_count, clip, &wanted, error))
        return false;
    return hone_x_build_channels(build, wanted, data) || hone_builder_fail(build->out, error);
}

hone_motion *hone_x_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    x_read_context r = {.scene = {.want_keys = true}};
    hone_motion_data data = {.format = HONE_FORMAT_X, .space = HONE_SPACE_X};
    hone_motion *motion = NULL;
    if (begin_read(&r, bytes, size, desc ? desc->allocator : NULL, error) &&
        build_motion(&r.build, desc ? desc->clip : NULL, &data, error)) {
        data.source = hone_hash(bytes, size);
        motion = hone_motion_create(hand_over(&r), &data, &(hone_motion_desc){desc && desc->strict}, error);
    }
    end_read(&r);
    return motion;
}
