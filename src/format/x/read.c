#include "base/builder.h"
#include "base/error.h"
#include "format/common/clip_select.h"
#include "format/common/read_common.h"
#include "format/x/x.h"
#include "format/x/x_to_model.h"

#include <string.h>

/* ---- what both need ---- */

bool hone_x_build_begin(hone_x_build *build, const hone_x_reader *reader, const hone_x_scene *scene)
{
    *build = (hone_x_build){.scene = scene, .scratch = reader->scene, .out = reader->out};
    hone_name *names = hone_builder_array(build->scratch, scene->frame_count, sizeof *names);
    if (!names && scene->frame_count)
        return false;
    uint32_t i = 0;
    for (const hone_x_frame *frame = scene->frames; names && frame; frame = frame->next, i++)
        names[i] = (hone_name){frame->name, (uint32_t)strlen(frame->name)};
    return hone_name_table_make(&build->frames, names, scene->frame_count, build->scratch);
}

int32_t hone_x_find_frame(const hone_x_build *build, const char *name)
{
    uint32_t found = hone_name_table_find(&build->frames, (hone_name){name, (uint32_t)strlen(name)});
    return found == UINT32_MAX ? HONE_NONE : (int32_t)found;
}

const char *hone_x_keep(const hone_x_build *build, const char *text)
{
    return hone_builder_text(build->out, text, strlen(text));
}

hone_affine hone_x_affine(const hone_x_build *build, const float matrix[16])
{
    hone_affine out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = matrix[c * 4 + r];
    if (matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1)
        hone_builder_warn(build->out, "a matrix whose last column is not 0 0 0 1: taken as if it were", 0);
    return out;
}

const hone_clip *hone_x_clips(const hone_x_build *build)
{
    hone_clip *clips = hone_builder_array(build->out, build->scene->set_count, sizeof *clips), *to = clips;
    for (const hone_x_set *set = build->scene->sets; to && set; set = set->next)
        *to++ = (hone_clip){hone_x_keep(build, set->name), (double)set->last_tick / set->ticks_per_second};
    return clips;
}

/* ---- a file ---- */

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
    reader->scene = hone_builder_create(allocator, limit, error);
    reader->out = reader->scene ? hone_builder_create(allocator, limit, error) : NULL;
    if (!reader->out || !hone_x_read_scene(reader, &r->scene))
        return false;
    hone_builder_charge(reader->out, hone_builder_taken(reader->scene));
    return hone_x_build_begin(&r->build, reader, &r->scene) || hone_builder_fail(reader->scene, error);
}

static void end(reading *r)
{
    hone_x_close(&r->reader);
    hone_builder_destroy(r->reader.scene);
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
    if (hone_builder_failed(build->scratch))
        return hone_builder_fail(build->scratch, error);
    if (hone_builder_failed(build->out))
        return hone_builder_fail(build->out, error);
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "has more vertices, weights or triangles than can be counted");
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
