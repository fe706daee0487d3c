#include "play/crowd/source.h"

bool hone_crowd_source_open(hone_crowd_source *source, const hone_crowd_model *shared, uint32_t clip,
                            const hone_allocator *allocator, hone_error *error)
{
    source->model = shared->model;
    source->sampler = hone_sampler_create(
        &(hone_sampler_desc){
            .model = shared->model, .motion = shared->clips[clip], .rules = shared->rules, .allocator = allocator},
        error);
    source->pose = source->sampler ? hone_pose_create(shared->model, allocator, error) : NULL;
    if (source->pose && shared->baked)
        source->rig = hone_rig_create(
            &(hone_rig_desc){.model = shared->model, .rules = shared->rules, .allocator = allocator}, error);
    return source->pose && (source->rig || !shared->baked);
}

void hone_crowd_source_close(hone_crowd_source *source)
{
    hone_sampler_destroy(source->sampler);
    hone_pose_destroy(source->pose);
    hone_rig_destroy(source->rig);
}

/* Adds the rest offsets, which the poses of MMD models lack. */
static void add_offsets(const hone_model *model, hone_transform *out)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    if (hone_model_get(model)->space != HONE_SPACE_MMD)
        return;
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        for (int i = 0; i < 3; i++) out[b].translation[i] += skeleton->bones[b].rest_local.m[i][3];
}

/* Writes the bones of the last evaluation relative to their parents. */
static void take_from_rig(const hone_crowd_source *source, hone_transform *out)
{
    const hone_skeleton *skeleton = hone_model_skeleton(source->model);
    const hone_affine *bones = hone_rig_bones(source->rig);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        hone_affine local = bones[b];
        if (skeleton->bones[b].parent != HONE_NONE) {
            hone_affine back = hone_affine_invert_rigid(&bones[skeleton->bones[b].parent]);
            local = hone_affine_multiply(&back, &local);
        }
        out[b] = (hone_transform)HONE_TRANSFORM_IDENTITY;
        hone_affine_origin(&local, out[b].translation);
        hone_quat_from_affine(&local, out[b].rotation);
    }
}

void hone_crowd_source_sample(const hone_crowd_source *source, double seconds, hone_transform *out)
{
    hone_pose_reset(source->pose, source->model);
    hone_sampler_sample(source->sampler, hone_frame_from_seconds(seconds), source->pose);
    if (source->rig) {
        hone_rig_evaluate(source->rig, source->pose);
        take_from_rig(source, out);
        return;
    }
    for (uint32_t b = 0; b < source->pose->bone_count; b++) out[b] = source->pose->bones[b];
    add_offsets(source->model, out);
}

void hone_crowd_rest(const hone_model *model, hone_transform *out)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) out[b] = skeleton->bones[b].rest;
    add_offsets(model, out);
}
