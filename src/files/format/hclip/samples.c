#include "files/format/hclip/samples.h"
#include "base/error.h"
#include "core/motion/fits.h"
#include "files/format/hclip/channels.h"
#include <math.h>
#include <string.h>

/* As many as the nearest keys of channels need, or a half or a quarter of that: keys may be dense where the motion is
 * straight, as those that a spline was baked into. Channels with steps keep their keys. */
double hone_hclip_rate(const hone_hclip_desc *desc, const hone_motion *from)
{
    enum { MOST = 120, ENOUGH = 24 };
    const hone_motion_data *motion = hone_motion_get(from);
    hone_space space = hone_model_get(desc->model)->space;
    double least = 1;
    if (motion->packed)
        return hone_packed_clip_get_info(motion->packed->clip)->rate;
    if (space == HONE_SPACE_MMD || motion->channel_count == 0)
        return HONE_FRAMES_PER_SECOND;
    for (uint32_t c = 0; c < motion->channel_count; c++)
        for (uint32_t k = 1; k < motion->channels[c].key_count && !hone_hclip_has_step(&motion->channels[c]); k++)
            least = fmin(least, motion->channels[c].times[k] - motion->channels[c].times[k - 1]);
    double rate = round(1 / fmax(least, 1e-3));
    if (rate < 10)
        return HONE_FRAMES_PER_SECOND;
    for (rate = fmin(rate, MOST); rate >= 2 * ENOUGH;) rate /= 2;
    return rate;
}

static size_t morphs_of(const hone_model_data *model)
{
    return model->morph_count ? model->morph_count : 1;
}

void hone_hclip_samples_release(const hone_hclip_desc *desc, hclip_samples *s)
{
    const hone_allocator *allocator = desc->allocator;
    size_t bones = hone_hclip_bone_room(desc->model), morphs = morphs_of(hone_model_get(desc->model));
    hone_deallocate(allocator, s->bones, s->count * bones, sizeof *s->bones);
    hone_deallocate(allocator, s->weights, s->count * morphs, sizeof *s->weights);
    hone_deallocate(allocator, s->parts, bones, 1);
    hone_deallocate(allocator, s->keyed, bones, 1);
    hone_deallocate(allocator, s->bone_of, s->track_count, sizeof *s->bone_of);
    hone_deallocate(allocator, s->kept, s->channel_count, 1);
    hone_deallocate(allocator, s->has_weight, morphs, 1);
    hone_deallocate(allocator, s->offsets, bones, sizeof *s->offsets);
    hone_deallocate(allocator, s->rest, bones, sizeof *s->rest);
    hone_deallocate(allocator, s->rest_weights, morphs, sizeof *s->rest_weights);
}

static bool allocate(const hone_hclip_desc *desc, hclip_samples *s)
{
    const hone_allocator *allocator = desc->allocator;
    size_t bones = hone_hclip_bone_room(desc->model), morphs = morphs_of(hone_model_get(desc->model));
    s->bones = hone_allocate(allocator, s->count * bones, sizeof *s->bones);
    s->weights = hone_allocate(allocator, s->count * morphs, sizeof *s->weights);
    s->parts = hone_allocate(allocator, bones, 1);
    s->keyed = hone_allocate(allocator, bones, 1);
    s->bone_of = hone_allocate(allocator, s->track_count, sizeof *s->bone_of);
    s->kept = hone_allocate(allocator, s->channel_count, 1);
    s->has_weight = hone_allocate(allocator, morphs, 1);
    s->offsets = hone_allocate(allocator, bones, sizeof *s->offsets);
    s->rest = hone_allocate(allocator, bones, sizeof *s->rest);
    s->rest_weights = hone_allocate(allocator, morphs, sizeof *s->rest_weights);
    return s->bones && s->weights && s->parts && s->keyed && s->bone_of && s->kept && s->has_weight && s->offsets &&
           s->rest && s->rest_weights;
}

static void set_rest(const hone_model_data *model, hclip_samples *s)
{
    const hone_skeleton *skeleton = &model->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        s->rest[b] = skeleton->bones[b].rest;
        hone_vec3_copy(skeleton->bones[b].position, s->offsets[b]);
        if (parent != HONE_NONE)
            hone_vec3_subtract(s->offsets[b], skeleton->bones[parent].position, s->offsets[b]);
    }
    for (uint32_t m = 0; m < model->morph_count; m++) s->rest_weights[m] = model->morphs[m].default_weight;
}

static bool sample(const hone_hclip_desc *with, const hone_motion *motion, hclip_samples *s, hone_error *error)
{
    const hone_model_data *model = hone_model_get(with->model);
    const hone_sampler_desc desc = {.model = with->model, .motion = motion, .allocator = with->allocator};
    hone_pose *pose = hone_pose_create(with->model, with->allocator, error);
    hone_sampler *sampler = pose ? hone_sampler_create(&desc, error) : NULL;
    const bool ok = sampler && hone_sampler_check_moves(sampler, error);
    if (ok)
        hone_sampler_bound(sampler, s->parts, s->has_weight);
    for (uint32_t i = 0; ok && i < s->count; i++) {
        hone_pose_reset(pose, with->model);
        hone_sampler_sample(sampler, i / s->rate * HONE_FRAMES_PER_SECOND, pose);
        size_t bones = model->skeleton.bone_count, morphs = model->morph_count;
        if (bones)
            memcpy(s->bones + i * bones, pose->bones, bones * sizeof *pose->bones);
        if (morphs)
            memcpy(s->weights + i * morphs, pose->morphs, morphs * sizeof *pose->morphs);
    }
    hone_sampler_destroy(sampler);
    hone_pose_destroy(pose);
    return ok;
}

bool hone_hclip_samples_make(const hone_hclip_desc *desc, const hone_motion *motion, double rate, hclip_samples *s,
                             hone_error *error)
{
    const hone_model_data *model = hone_model_get(desc->model);
    uint32_t tracks = hone_motion_get(motion)->bone_track_count, channels = hone_motion_get(motion)->channel_count;
    *s = (hclip_samples){.rate = rate, .track_count = tracks ? tracks : 1, .channel_count = channels ? channels : 1};
    double count = ceil(hone_motion_duration(motion) * s->rate - 1e-4) + 1;
    if (!(count <= HONE_CLIP_MAX_SAMPLES))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a clip can have 1 to %u samples, not %.0f",
                         (unsigned)HONE_CLIP_MAX_SAMPLES, count);
    s->count = count >= 1 ? (uint32_t)count : 1;
    if (!allocate(desc, s))
        return hone_fail_memory(error);
    set_rest(model, s);
    memset(s->keyed, 0, hone_hclip_bone_room(desc->model));
    memset(s->kept, 0, s->channel_count);
    for (uint32_t t = 0; t < s->track_count; t++) s->bone_of[t] = HONE_NONE;
    return sample(desc, motion, s, error);
}
