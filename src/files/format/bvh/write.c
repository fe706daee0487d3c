/* Writes a model's skeleton and a baked motion as BVH. */
#include "base/error.h"
#include "core/model/parents_first.h"
#include "files/format/bvh/writer.h"

#include <math.h>

static bool check(const hone_model *model, const hone_bvh_desc *desc, hone_error *error)
{
    if (!model)
        return hone_fail_null(error, "model");
    if (!(desc->rate >= 0 && desc->rate <= 1000) || !(desc->unit >= 0 && desc->unit <= 1e6) ||
        !(desc->scale >= 0 && desc->scale <= 1e6f))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a rate, unit or scale of BVH that is out of range");
    if (hone_model_skeleton(model)->bone_count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a model without bones, which BVH cannot contain");
    return true;
}

static bool set_rate(bvh_writer *writer, hone_error *error)
{
    const double most = 10e6, usual = 30;
    writer->rate = writer->desc->rate > 0 ? writer->desc->rate : usual;
    double frames = floor(hone_motion_duration(writer->desc->motion) * writer->rate + 1e-6) + 1;
    if (!(frames <= most))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%.0f frames are more than a BVH may have", frames);
    writer->frame_count = (uint32_t)frames;
    return true;
}

static void set_unit(bvh_writer *writer)
{
    const double usual = 0.01;
    double metres = writer->model->space == HONE_SPACE_MMD ? HONE_MMD_METRES
                    : writer->desc->scale > 0              ? (double)writer->desc->scale
                                                           : 1;
    writer->scale = (float)(metres / (writer->desc->unit > 0 ? writer->desc->unit : usual));
    writer->axes = hone_axes_to(writer->model, HONE_SPACE_GLTF);
}

static bool begin(bvh_writer *writer, const hone_model *model, hone_error *error)
{
    uint32_t count = writer->model->skeleton.bone_count;
    int32_t *path = hone_arena_array(writer->memory, count, sizeof *path);
    uint8_t *done = hone_arena_array(writer->memory, count, 1);
    writer->order = hone_arena_array(writer->memory, count, sizeof *writer->order);
    writer->bones = hone_arena_array(writer->memory, count, sizeof *writer->bones);
    if (!path || !done || !writer->order || !writer->bones)
        return hone_arena_fail(writer->memory, error);
    hone_parents_first(&writer->model->skeleton, path, done, writer->order);
    set_unit(writer);
    if (!set_rate(writer, error))
        return false;
    if (writer->desc->motion) {
        const hone_sampler_desc desc = {
            .model = model, .motion = writer->desc->motion, .allocator = writer->desc->allocator};
        writer->sampler = hone_sampler_create(&desc, error);
        writer->pose = writer->sampler ? hone_pose_create(model, writer->desc->allocator, error) : NULL;
        if (!writer->pose)
            return false;
    }
    return hone_bvh_make_joints(writer) || hone_arena_fail(writer->memory, error);
}

static bool write_all(bvh_writer *writer, hone_bytes *out, hone_error *error)
{
    writer->out = hone_writer_make(writer->desc->allocator);
    hone_bvh_find_moving(writer);
    hone_bvh_write_hierarchy(writer);
    hone_bvh_write_frames(writer);
    bool ok = hone_writer_finish(&writer->out, out, error);
    if (ok && hone_arena_failed(writer->memory)) {
        hone_bytes_release(out);
        ok = hone_arena_fail(writer->memory, error);
    }
    return ok;
}

bool hone_model_write_bvh(const hone_model *model, const hone_bvh_desc *desc, hone_bytes *out, hone_error *error)
{
    static const hone_bvh_desc none = {0};
    desc = desc ? desc : &none;
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_bytes){0};
    if (!check(model, desc, error))
        return false;
    bvh_writer writer = {
        .model = hone_model_get(model), .desc = desc, .memory = hone_arena_create(desc->allocator, 0, error)};
    bool ok = writer.memory && begin(&writer, model, error) && write_all(&writer, out, error);
    hone_sampler_destroy(writer.sampler);
    hone_pose_destroy(writer.pose);
    hone_arena_destroy(writer.memory);
    return ok;
}
