#include "play/actor/layers/layer.h"

#include "base/error.h"
#include "core/motion/fits.h"
#include "core/motion/pose.h"
#include <math.h>
#include <string.h>

enum { MARKERS_MOST = 32 };

/* ---- checks ---------------------------------------------------------------------------------------------------- */

static bool check_numbers(const hone_play_desc *desc, hone_error *error)
{
    if (!isfinite(desc->start_seconds) || !isfinite(desc->speed) || !isfinite(desc->offset_seconds))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion cannot start at %g s, from %g s on, at a speed of %g",
                         desc->start_seconds, desc->offset_seconds, desc->speed);
    if (!(desc->fade_in_seconds >= 0 && desc->fade_in_seconds < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion cannot fade in within %g s", desc->fade_in_seconds);
    if (!(desc->fade_out_seconds >= 0 && desc->fade_out_seconds < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion cannot fade out within %g s", desc->fade_out_seconds);
    if (desc->additive && desc->root)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->root, "an additive motion has no root motion");
    if (desc->additive && !isfinite(desc->reference_seconds))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion has no frame at %g s", desc->reference_seconds);
    return true;
}

static bool check_mask(const float *mask, uint32_t bone_count, hone_error *error)
{
    for (uint32_t b = 0; mask && b < bone_count; b++)
        if (!(mask[b] >= 0 && mask[b] <= 1))
            return hone_fail(error, HONE_ERROR_ARGUMENT, b, "the mask of bone %u is %g, not from 0 to 1", b,
                             (double)mask[b]);
    return true;
}

static bool check_events(const hone_play_desc *desc, double duration, hone_error *error)
{
    if (desc->event_count && !desc->events)
        return hone_fail_null(error, "the events of a motion");
    for (uint32_t i = 0; i < desc->event_count; i++)
        if (!(desc->events[i].seconds >= 0 && desc->events[i].seconds <= duration))
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "an event at %g s in a motion of %g s",
                             desc->events[i].seconds, duration);
    return true;
}

static bool check_sync(const hone_play_desc *desc, double duration, hone_error *error)
{
    if ((unsigned)desc->sync >= HONE_SYNC_COUNT || desc->marker_count > MARKERS_MOST)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->marker_count,
                         "a motion cannot keep step in the way %d with %u markers", (int)desc->sync,
                         desc->marker_count);
    if (desc->sync && (!desc->loop || desc->loop_count || desc->ping_pong || !(duration > 0)))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "only a motion that loops without end can keep step");
    if (desc->marker_count && !desc->markers)
        return hone_fail_null(error, "the markers of a motion");
    for (uint32_t i = 0; i < desc->marker_count; i++) {
        double before = i ? desc->markers[i - 1].seconds : -1, at = desc->markers[i].seconds;
        if (!(at >= 0 && at > before && at < duration))
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "a marker at %g s after one at %g s in a motion of %g s",
                             at, before, duration);
    }
    return true;
}

static bool check_desc(const hone_play_desc *desc, const hone_sampler_desc *sampler, hone_error *error)
{
    double duration = hone_motion_duration(sampler->motion);
    return check_numbers(desc, error) &&
           check_mask(desc->mask, hone_model_skeleton(sampler->model)->bone_count, error) &&
           check_events(desc, duration, error) && check_sync(desc, duration, error);
}

/* ---- data ------------------------------------------------------------------------------------------------------ */

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

/* Copies the events in ascending order; those at one time keep their order. */
static void copy_events(hone_layer_data *data, const hone_play_desc *desc)
{
    hone_motion_event *events = hone_arena_array(data->memory, desc->event_count, sizeof *events);
    for (uint32_t i = 0; events && i < desc->event_count; i++) {
        hone_motion_event event = {hone_frame_from_seconds(desc->events[i].seconds), desc->events[i].id};
        uint32_t at = i;
        for (; at > 0 && events[at - 1].seconds > event.seconds; at--) events[at] = events[at - 1];
        events[at] = event;
    }
    data->events = events;
    data->event_count = desc->event_count;
}

static void copy_markers(hone_layer_data *data, const hone_play_desc *desc)
{
    uint32_t count = desc->marker_count ? desc->marker_count : 1;
    hone_sync_marker *markers = hone_arena_array(data->memory, count, sizeof *markers);
    for (uint32_t i = 0; markers && i < desc->marker_count; i++)
        markers[i] = (hone_sync_marker){hone_frame_from_seconds(desc->markers[i].seconds), desc->markers[i].id};
    data->markers = markers;
    data->marker_count = count;
}

/* Sets the reference of an additive motion. */
static bool sample_reference(hone_pose *reference, const hone_sampler_desc *sampler, const hone_play_desc *desc,
                             hone_error *error)
{
    hone_pose_reset(reference, sampler->model);
    if (!desc->reference)
        return true;
    hone_sampler_desc of = *sampler;
    of.motion = desc->reference;
    hone_sampler *samples = hone_sampler_create(&of, error);
    if (!samples)
        return false;
    hone_sampler_sample(samples, hone_frame_from_seconds(desc->reference_seconds), reference);
    hone_sampler_destroy(samples);
    return true;
}

static bool open_data(hone_layer *layer, const hone_sampler_desc *sampler, const hone_play_desc *desc,
                      hone_error *error)
{
    if (!desc->event_count && !desc->sync && !desc->additive && !desc->root)
        return true;
    hone_arena *memory = hone_arena_create(sampler->allocator, 0, error);
    hone_layer_data *data = memory ? hone_arena_array(memory, 1, sizeof *data) : NULL;
    if (!data)
        return hone_arena_destroy(memory), hone_fail_memory(error);
    data->memory = memory;
    layer->data = data;
    copy_events(data, desc);
    if (desc->sync)
        copy_markers(data, desc);
    if (desc->additive)
        hone_pose_allocate(&data->reference, hone_model_get(sampler->model), memory);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    if (desc->root) {
        const hone_root_desc root = {sampler->model, sampler->motion, desc->root,
                                     NULL,           sampler->rules,  sampler->allocator};
        data->root = hone_motion_root_track(&root, error);
        if (!data->root)
            return false;
    }
    return !desc->additive || sample_reference(&data->reference, sampler, desc, error);
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void start(hone_layer *layer, const hone_play_desc *desc, double now)
{
    double begin = hone_frame_from_seconds(desc->start_seconds);
    layer->clock.loop = desc->loop;
    layer->clock.ping_pong = desc->ping_pong;
    layer->clock.passes = desc->loop ? desc->loop_count : 0;
    hone_clock_set(&layer->clock, begin, hone_frame_from_seconds(desc->offset_seconds),
                   desc->speed != 0 ? desc->speed : 1);
    layer->events = (hone_event_cursor){.done = hone_clock_position(&layer->clock, now), .includes_done = true};
    layer->ends = (double)INFINITY;
    layer->fade_out = desc->fade_out_seconds * HONE_FRAMES_PER_SECOND;
    hone_layer_fade(layer, fmax(now, begin), 1, desc->fade_in_seconds * HONE_FRAMES_PER_SECOND);
}

bool hone_layer_open(hone_layer *out, const hone_sampler_desc *sampler, const hone_play_desc *desc, double now,
                     hone_error *error)
{
    static const hone_play_desc defaults = {0};
    desc = desc ? desc : &defaults;
    *out = (hone_layer){.additive = desc->additive, .stops = desc->stop, .sync = (uint8_t)desc->sync};
    if (!check_desc(desc, sampler, error))
        return false;
    out->clock.length = hone_frame_from_seconds(hone_motion_duration(sampler->motion));
    start(out, desc, now);
    uint32_t bone_count = hone_model_skeleton(sampler->model)->bone_count;
    if (copy_mask(out, desc->mask, bone_count, sampler->allocator, error) && open_data(out, sampler, desc, error))
        out->sampler = hone_sampler_create(sampler, error);
    const bool ok = out->sampler && (desc->allow_unbound || hone_sampler_check_moves(out->sampler, error));
    if (!ok)
        hone_layer_close(out, sampler->allocator);
    return ok;
}

void hone_layer_close(hone_layer *layer, const hone_allocator *allocator)
{
    hone_sampler_destroy(layer->sampler);
    hone_deallocate(allocator, layer->mask, layer->mask_count, sizeof *layer->mask);
    if (layer->data)
        hone_arena_destroy(layer->data->memory);
}

/* ---- weight -------------------------------------------------------------------------------------------------- */

void hone_layer_fade(hone_layer *layer, double now, float weight, double frames)
{
    float from = frames > 0 ? hone_fade_at(&layer->fade, now) : weight;
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

double hone_layer_end(const hone_layer *layer)
{
    return layer->stops ? fmin(layer->ends, hone_clock_end(&layer->clock)) : layer->ends;
}

float hone_layer_weight(const hone_layer *layer, double frame)
{
    float weight = hone_fade_at(&layer->fade, frame);
    double end = hone_layer_end(layer);
    if (frame >= end && end < (double)INFINITY)
        return 0;
    return layer->stops && end - frame < layer->fade_out ? (float)(weight * ((end - frame) / layer->fade_out)) : weight;
}

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

/* Bones without a parent are taken from rest, because the pose below may have moved them. */
void hone_layer_sample(hone_layer *layer, double own, hone_pose *pose, const hone_model *model)
{
    const hone_root_track *root = layer->data ? layer->data->root : NULL;
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t b = 0; root && b < skeleton->bone_count; b++)
        if (skeleton->bones[b].parent == HONE_NONE)
            pose->bones[b] = skeleton->bones[b].rest;
    hone_sampler_sample(layer->sampler, own, pose);
    if (!root)
        return;
    hone_root_delta delta = hone_root_track_at(root, own, false), back = hone_root_delta_invert(&delta);
    hone_root_move_pose(model, &back, pose);
}

void hone_layer_apply(hone_layer *layer, double frame, double own, hone_pose *pose, hone_pose *over,
                      const hone_model *model)
{
    float weight = hone_layer_weight(layer, frame);
    if (weight == 1 && !layer->mask) {
        hone_layer_sample(layer, own, pose, model);
    } else if (weight > 0) {
        /* sampled over a copy of the pose, so that what the motion does not animate is the same in both */
        hone_pose_copy(over, pose);
        hone_layer_sample(layer, own, over, model);
        hone_pose_blend(pose, over, weight, layer->mask, model);
    }
}
