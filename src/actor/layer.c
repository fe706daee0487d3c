#include "actor/layer.h"

#include "base/error.h"
#include <math.h>
#include <string.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

static bool check_desc(const hone_play_desc *desc, uint32_t bone_count, hone_error *error)
{
    if (!isfinite(desc->start) || !isfinite(desc->speed) || desc->speed < 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion cannot start at %g s with a speed of %g", desc->start,
                         desc->speed);
    if (!(desc->fade_in >= 0 && desc->fade_in < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion cannot fade in within %g s", desc->fade_in);
    for (uint32_t b = 0; desc->mask && b < bone_count; b++)
        if (!(desc->mask[b] >= 0 && desc->mask[b] <= 1))
            return hone_fail(error, HONE_ERROR_ARGUMENT, b, "the mask of bone %u is %g, not from 0 to 1", b,
                             (double)desc->mask[b]);
    return true;
}

static bool copy_mask(hone_layer *layer, const float *mask, uint32_t count, const hone_allocator *allocator,
                      hone_error *error)
{
    if (!mask || count == 0)
        return true;
    layer->mask = hone_allocate(allocator, count, sizeof *mask);
    if (!layer->mask)
        return hone_fail_memory(error);
    memcpy(layer->mask, mask, count * sizeof *mask);
    layer->mask_count = count;
    return true;
}

bool hone_layer_open(hone_layer *out, const hone_sampler_desc *sampler, const hone_play_desc *desc, double now,
                     hone_error *error)
{
    static const hone_play_desc defaults = {0};
    uint32_t bone_count = hone_model_skeleton(sampler->model)->bone_count;
    desc = desc ? desc : &defaults;
    *out = (hone_layer){.loop = desc->loop,
                        .last_frame = hone_frame_from_seconds(hone_motion_duration(sampler->motion)),
                        .start = hone_frame_from_seconds(desc->start),
                        .speed = desc->speed != 0 ? desc->speed : 1};
    if (!check_desc(desc, bone_count, error) || !copy_mask(out, desc->mask, bone_count, sampler->allocator, error))
        return false;
    hone_layer_fade(out, fmax(now, out->start), 1, desc->fade_in * HONE_FRAMES_PER_SECOND);
    out->sampler = hone_sampler_create(sampler, error);
    if (!out->sampler)
        hone_layer_close(out, sampler->allocator);
    return out->sampler != NULL;
}

void hone_layer_close(hone_layer *layer, const hone_allocator *allocator)
{
    hone_sampler_destroy(layer->sampler);
    hone_deallocate(allocator, layer->mask, layer->mask_count, sizeof *layer->mask);
}

/* ---- weight -------------------------------------------------------------------------------------------------- */

void hone_layer_fade(hone_layer *layer, double now, float weight, double frames)
{
    float from = frames > 0 ? hone_layer_weight(layer, now) : weight;
    layer->fade = (hone_fade){now, now + frames, from, weight};
}

float hone_fade_at(const hone_fade *fade, double frame)
{
    if (frame >= fade->end)
        return fade->to;
    if (!(frame > fade->begin))
        return fade->from;
    return (float)(fade->from + ((double)fade->to - fade->from) * ((frame - fade->begin) / (fade->end - fade->begin)));
}

float hone_layer_weight(const hone_layer *layer, double frame)
{
    return hone_fade_at(&layer->fade, frame);
}

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

/* A loop's period is the frame of its last key: there it starts again. */
static double own_frame(const hone_layer *layer, double frame)
{
    double own = (frame - layer->start) * layer->speed;
    bool over = own >= layer->last_frame && own < INFINITY;
    return layer->loop && layer->last_frame > 0 && over ? fmod(own, layer->last_frame) : own;
}

void hone_layer_apply(hone_layer *layer, double frame, hone_pose *pose, hone_pose *over, const hone_model *model)
{
    float weight = hone_layer_weight(layer, frame);
    double own = own_frame(layer, frame);
    if (weight == 1 && !layer->mask) {
        hone_sampler_sample(layer->sampler, own, pose);
    } else if (weight > 0) {
        /* sampled over a copy of the pose, so that what the motion does not animate is the same in both */
        hone_pose_copy(over, pose);
        hone_sampler_sample(layer->sampler, own, over);
        hone_pose_blend(pose, over, weight, layer->mask, model);
    }
}
