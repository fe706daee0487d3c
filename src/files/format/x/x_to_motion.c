/* Converts an AnimationSet to channels. Keys replace components of the frame's matrix; matrix keys are split into all
 * three components. */
#include "base/memory/builder.h"
#include "files/format/x/x_to_model.h"
#include <hone/math.h>

#include <string.h>

typedef struct channel_context {
    hone_x_build *build;
    double ticks_per_second;
    hone_channel *channels;
    uint32_t count;
} channel_context;

static bool is_kept(const hone_x_animation *animation, const hone_x_keys *keys)
{
    return keys->count && (keys->type == HONE_X_MATRIX) == animation->has_matrices;
}

static uint32_t count_channels(const hone_x_set *set)
{
    uint32_t count = 0;
    for (const hone_x_animation *animation = set->animations; animation; animation = animation->next)
        for (const hone_x_keys *keys = animation->keys; keys; keys = keys->next)
            if (animation->target && is_kept(animation, keys))
                count += keys->type == HONE_X_MATRIX ? 3 : 1;
    return count;
}

/* Adds a channel with its times. Returns the values, which are still to be written, or NULL if out of memory. */
static float *open_channel(channel_context *m, hone_channel_path path, const hone_x_keys *keys,
                           const hone_channel_target *target)
{
    double *times = hone_builder_array(m->build->out, keys->count, sizeof *times);
    float *values =
        hone_builder_array(m->build->out, keys->count, (path == HONE_CHANNEL_ROTATION ? 4 : 3) * sizeof *values);
    for (uint32_t k = 0; times && k < keys->count; k++) times[k] = keys->ticks[k] / m->ticks_per_second;
    m->channels[m->count++] = (hone_channel){.path = (uint8_t)path,
                                             .target_count = 1,
                                             .targets = target,
                                             .key_count = keys->count,
                                             .times = times,
                                             .values = values};
    return times ? values : NULL;
}

/* The file gives the rotation as w, x, y, z for row vectors; for column vectors it is the conjugate. */
static void add_parts(channel_context *m, const hone_x_keys *keys, const hone_channel_target *target)
{
    static const hone_channel_path paths[] = {HONE_CHANNEL_ROTATION, HONE_CHANNEL_SCALE, HONE_CHANNEL_TRANSLATION};
    float *to = open_channel(m, paths[keys->type], keys, target);
    for (uint32_t k = 0; to && k < keys->count; k++) {
        const float *from = keys->values + (size_t)k * hone_x_key_width(keys->type);
        if (keys->type == HONE_X_ROTATION) {
            to[0] = -from[1], to[1] = -from[2], to[2] = -from[3], to[3] = from[0];
            to += 4;
        } else {
            memcpy(to, from, 3 * sizeof *to);
            to += 3;
        }
    }
}

static void warn_of_shear(const channel_context *m, const hone_affine *matrix, const hone_transform *parts,
                          uint32_t key)
{
    hone_affine again = hone_affine_from_transform(parts);
    float largest = 0, difference = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            largest = fmaxf(largest, fabsf(matrix->m[r][c]));
            difference = fmaxf(difference, fabsf(matrix->m[r][c] - again.m[r][c]));
        }
    if (difference > 1e-3f * largest)
        hone_builder_warn(m->build->out, "a matrix key with shear: shear ignored", key);
}

static void add_matrices(channel_context *m, const hone_x_keys *keys, const hone_channel_target *target)
{
    float *translations = open_channel(m, HONE_CHANNEL_TRANSLATION, keys, target);
    float *rotations = open_channel(m, HONE_CHANNEL_ROTATION, keys, target);
    float *scales = open_channel(m, HONE_CHANNEL_SCALE, keys, target);
    for (uint32_t k = 0; translations && rotations && scales && k < keys->count; k++) {
        hone_affine matrix = hone_x_affine(m->build, keys->values + (size_t)k * 16);
        hone_transform parts = hone_transform_from_affine(&matrix);
        warn_of_shear(m, &matrix, &parts, k);
        memcpy(translations + 3 * (size_t)k, parts.translation, sizeof parts.translation);
        memcpy(rotations + 4 * (size_t)k, parts.rotation, sizeof parts.rotation);
        memcpy(scales + 3 * (size_t)k, parts.scale, sizeof parts.scale);
    }
}

static void add_animation(channel_context *m, const hone_x_animation *animation)
{
    hone_channel_target *target = hone_builder_array(m->build->out, 1, sizeof *target);
    if (!target)
        return;
    *target =
        (hone_channel_target){hone_x_keep(m->build, animation->target), hone_x_find_frame(m->build, animation->target)};
    if (target->index == HONE_NONE && m->build->scene->frame_count)
        hone_builder_warn(m->build->out, "an Animation for a Frame that is not in the file", 0);
    for (const hone_x_keys *keys = animation->keys; keys; keys = keys->next) {
        if (!is_kept(animation, keys))
            continue;
        if (keys->type == HONE_X_MATRIX)
            add_matrices(m, keys, target);
        else
            add_parts(m, keys, target);
    }
}

bool hone_x_build_channels(hone_x_build *build, uint32_t set, hone_motion_data *data)
{
    const hone_x_set *from = build->scene->sets;
    for (uint32_t i = 0; i < set; i++) from = from->next;
    uint32_t count = count_channels(from);
    channel_context m = {.build = build, .ticks_per_second = from->ticks_per_second};
    m.channels = hone_builder_array(build->out, count, sizeof *m.channels);
    for (const hone_x_animation *animation = from->animations; m.channels && animation; animation = animation->next)
        if (animation->target)
            add_animation(&m, animation);
    data->ticks_per_second = m.ticks_per_second;
    data->channels = m.channels;
    data->channel_count = m.count;
    return !hone_builder_failed(build->out);
}
