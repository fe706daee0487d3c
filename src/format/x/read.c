#include "base/builder.h"
#include "base/error.h"
#include "format/common/read_common.h"
#include "format/readers.h"
#include "format/x/x_to_model.h"

/* Everything that reading one takes. */
typedef struct reading {
    hone_x_reader reader;
    hone_x_scene scene;
    hone_x_build build;
} reading;

/* The scene has a builder of its own; what it took is not to be had any more by the one for the model. */
static bool begin(reading *r, const void *bytes, size_t size, const hone_allocator *allocator, hone_error *error)
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

static void end(reading *r)
{
    hone_x_close(&r->reader);
    hone_arena_destroy(r->reader.scene);
    hone_builder_destroy(r->reader.out);
}

/* The builder for what is made goes its own way from here on. */
static hone_builder *hand_over(reading *r)
{
    hone_builder *out = r->reader.out;
    r->reader.out = NULL;
    return out;
}

/* What it lacked: the scratch's memory or the model's own. */
static bool fail(const hone_x_build *build, hone_error *error)
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
    return built || fail(build, error);
}

hone_model *hone_x_read_model(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    reading r = {.scene = {.want_meshes = true}};
    hone_model *model = NULL;
    if (begin(&r, bytes, size, desc ? desc->allocator : NULL, error) && build_model(&r.build, error)) {
        r.build.model.format = HONE_FORMAT_X;
        r.build.model.space = HONE_SPACE_X;
        r.build.model.source = hone_source_of(bytes, size);
        model = hone_model_create(hand_over(&r), &r.build.model, &(hone_model_desc){desc && desc->strict}, error);
    }
    end(&r);
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
    reading r = {.scene = {.want_keys = true}};
    hone_motion_data data = {.format = HONE_FORMAT_X, .space = HONE_SPACE_X};
    hone_motion *motion = NULL;
    if (begin(&r, bytes, size, desc ? desc->allocator : NULL, error) &&
        build_motion(&r.build, desc ? desc->clip : NULL, &data, error)) {
        data.source = hone_source_of(bytes, size);
        motion = hone_motion_create(hand_over(&r), &data, &(hone_motion_desc){desc && desc->strict}, error);
    }
    end(&r);
    return motion;
}
