/* Writes corrective shapes as morphs and their weights as a channel. */
#include "offline/correctives/corrective_output.h"
#include "base/error.h"
#include "base/memory/builder.h"
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

static void trim(float *shape, size_t size, double factor, double least)
{
    for (size_t i = 0; i < size; i += 3) {
        for (size_t c = 0; c < 3; c++) shape[i + c] = (float)(factor * (double)shape[i + c]);
        if (sqrt((double)hone_vec3_dot(shape + i, shape + i)) <= least)
            memset(shape + i, 0, 3 * sizeof *shape);
    }
}

void hone_corrective_output_trim(corrective_context *c, double least)
{
    const double least_tilt = 5e-3; /* radians */
    const float *peak = c->peaks;
    for (uint32_t g = 0; g < c->group_count; g++) {
        hone_corrective_basis *group = &c->groups[g];
        size_t size = 3 * (size_t)(group->end - group->begin);
        for (uint32_t k = 0; k < group->kept; k++, peak++) {
            trim(group->shifts[k], size, (double)*peak, least / group->kept);
            trim(group->tilts[k], size, (double)*peak, least_tilt / group->kept);
        }
    }
}

/* ---- morphs ---------------------------------------------------------------------------------------------------- */

static const hone_morph_vertex *list(const corrective_context *c, hone_arena *memory,
                                     const hone_corrective_basis *group, const float *shape, uint32_t *count)
{
    uint32_t vertices = group->end - group->begin;
    *count = 0;
    for (uint32_t i = 0; i < vertices; i++) *count += hone_vec3_dot(shape + 3 * (size_t)i, shape + 3 * (size_t)i) > 0;
    hone_morph_vertex *out = hone_arena_array(memory, *count, sizeof *out), *at = out;
    for (uint32_t i = 0; out && i < vertices; i++) {
        const float *offset = shape + 3 * (size_t)i;
        if (hone_vec3_dot(offset, offset) > 0)
            *at++ = (hone_morph_vertex){c->skinning.vertices[group->begin + i], {offset[0], offset[1], offset[2]}};
    }
    return out;
}

static const char *name(const corrective_context *c, hone_arena *memory, const hone_corrective_basis *group,
                        uint32_t shape)
{
    enum { ROOM = 32 };
    const char *bone = c->skinning.model->skeleton.bones[group->bone].name;
    size_t size = strlen(bone) + ROOM;
    char *text = hone_arena_array(memory, size, 1);
    if (text)
        snprintf(text, size, "hone_corrective_%s_%u", bone, shape);
    return text;
}

static const hone_morph *fill_morphs(const corrective_context *c, hone_arena *memory)
{
    hone_morph *morphs = hone_arena_array(memory, c->count, sizeof *morphs), *at = morphs;
    for (uint32_t g = 0; morphs && g < c->group_count; g++) {
        const hone_corrective_basis *group = &c->groups[g];
        for (uint32_t k = 0; k < group->kept; k++, at++) {
            *at = (hone_morph){.name = name(c, memory, group, k), .english_name = "", .kind = HONE_MORPH_VERTEX};
            at->u.vertices = list(c, memory, group, group->shifts[k], &at->count);
            at->normals = list(c, memory, group, group->tilts[k], &at->normal_count);
        }
    }
    return morphs;
}

/* ---- the motion ------------------------------------------------------------------------------------------------ */

static void *copy(hone_builder *builder, const void *from, size_t count, size_t size)
{
    void *to = hone_builder_array(builder, count, size);
    return to ? memcpy(to, from, count * size) : NULL;
}

static hone_channel copy_channel(hone_builder *builder, const hone_channel *from)
{
    hone_channel to = *from;
    hone_channel_target *targets = copy(builder, from->targets, from->target_count, sizeof *targets);
    for (uint32_t t = 0; targets && t < to.target_count; t++)
        targets[t].name = hone_builder_text(builder, targets[t].name, strlen(targets[t].name));
    to.targets = targets;
    to.times = copy(builder, from->times, from->key_count, sizeof *from->times);
    to.values = copy(builder, from->values, from->key_count * hone_channel_stride(from), sizeof *from->values);
    return to;
}

static hone_channel weight_channel(const corrective_context *c, hone_builder *builder, const hone_morph *morphs)
{
    uint32_t keys = c->report->keys;
    hone_channel_target *targets = hone_builder_array(builder, c->count, sizeof *targets);
    double *times = hone_builder_array(builder, keys, sizeof *times);
    float *values = copy(builder, c->weights.bytes.data, keys * (size_t)c->count, sizeof *values);
    for (uint32_t k = 0; targets && k < c->count; k++)
        targets[k] = (hone_channel_target){hone_builder_text(builder, morphs[k].name, strlen(morphs[k].name)),
                                           (int32_t)(c->skinning.model->morph_count + k)};
    for (uint32_t k = 0; times && values && k < keys; k++) {
        uint32_t frame;
        memcpy(&frame, c->frames.bytes.data + k * sizeof frame, sizeof frame);
        times[k] = frame / (double)HONE_FRAMES_PER_SECOND;
        for (uint32_t i = 0; i < c->count; i++) values[k * (size_t)c->count + i] /= c->peaks[i] != 0 ? c->peaks[i] : 1;
    }
    return (hone_channel){.path = HONE_CHANNEL_WEIGHTS,
                          .target_count = c->count,
                          .targets = targets,
                          .key_count = keys,
                          .times = times,
                          .values = values};
}

static hone_motion *make_motion(const corrective_context *c, const hone_morph *morphs)
{
    const hone_motion_data *from = hone_motion_get(c->desc->motion);
    hone_builder *builder = hone_builder_create(c->desc->allocator, 0, c->error);
    if (!builder)
        return NULL;
    hone_motion_data data = {.space = from->space,
                             .source = from->source,
                             .model_name = hone_builder_text(builder, from->model_name, strlen(from->model_name))};
    hone_channel *channels = hone_builder_array(builder, from->channel_count + (size_t)1, sizeof *channels);
    for (uint32_t i = 0; channels && i < from->channel_count; i++)
        channels[data.channel_count++] = copy_channel(builder, &from->channels[i]);
    if (channels && c->count)
        channels[data.channel_count++] = weight_channel(c, builder, morphs);
    data.channels = channels;
    if (hone_builder_failed(builder)) {
        hone_builder_fail(builder, c->error);
        hone_builder_destroy(builder);
        return NULL;
    }
    return hone_motion_create(builder, &data, NULL, c->error);
}

/* ---- the result ------------------------------------------------------------------------------------------------ */

typedef struct owned_correctives {
    hone_correctives shown; /* first member, because callers hold a pointer to it */
    hone_arena *memory;
} owned_correctives;

hone_correctives *hone_corrective_output_finish(const corrective_context *c)
{
    hone_arena *memory = hone_arena_create(c->desc->allocator, 0, c->error);
    owned_correctives *out = memory ? hone_arena_array(memory, 1, sizeof *out) : NULL;
    const hone_morph *morphs = out ? fill_morphs(c, memory) : NULL;
    if (!memory)
        return NULL;
    if (!out || hone_arena_failed(memory)) {
        hone_arena_fail(memory, c->error);
        hone_arena_destroy(memory);
        return NULL;
    }
    *out = (owned_correctives){{c->count, morphs, make_motion(c, morphs)}, memory};
    if (out->shown.motion)
        return &out->shown;
    hone_correctives_destroy(&out->shown);
    return NULL;
}

void hone_correctives_destroy(hone_correctives *correctives)
{
    if (!correctives)
        return;
    hone_motion_release(correctives->motion);
    hone_arena_destroy(((owned_correctives *)correctives)->memory);
}
