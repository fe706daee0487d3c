/* Turns the numbers of a BVH file's frames into channels: rotations into quaternions, positions into metres. */
#include "base/memory/builder.h"
#include "files/format/bvh/rows.h"
#include <hone/math.h>

#include <math.h>
#include <string.h>

/* A joint while its frames are read. */
typedef struct joint_values {
    const hone_bvh_joint *joint;
    float (*rotations)[4];    /* [frame count] or NULL */
    float (*translations)[3]; /* [frame count] or NULL */
    double along;             /* sum over all frames: how far the positions go along the offset; 1: just so far */
} joint_values;

typedef struct channels_context {
    hone_reading *reader;
    const hone_bvh_skeleton *skeleton;
    const hone_bvh_frames *frames;
    hone_bvh_rows rows;
    joint_values *joints; /* [joint_count] */
    double *times;        /* [frames that are not dropped] when each frame is */
} channels_context;

/* ---- joints ---------------------------------------------------------------------------------------------------- */

static void convert_joint(const channels_context *c, joint_values *values, uint64_t first, uint32_t frame)
{
    const hone_bvh_joint *joint = values->joint;
    double q[4], position[3];
    if (values->rotations) {
        hone_bvh_joint_rotation(&c->rows, joint, first, q);
        for (int i = 0; i < 4; i++) values->rotations[frame][i] = (float)q[i];
    }
    if (!values->translations)
        return;
    memcpy(position, joint->offset, sizeof position);
    for (uint32_t i = 0; i < joint->channel_count; i++)
        if (joint->channels[i] < HONE_BVH_ROTATION)
            position[joint->channels[i]] = c->rows.numbers[first + i];
    for (int i = 0; i < 3; i++) {
        values->translations[frame][i] = (float)(position[i] * c->skeleton->unit);
        values->along += position[i] * joint->offset[i];
    }
}

static bool begin_joints(channels_context *c)
{
    hone_builder *out = c->reader->builder;
    size_t frames = c->frames->count - c->frames->dropped;
    if (!hone_reading_scratch(c->reader, c->skeleton->joint_count, sizeof *c->joints, &c->joints) ||
        !hone_bvh_open_rows(&c->rows, c->reader, c->skeleton, c->frames))
        return false;
    joint_values *values = c->joints;
    hone_reading_charge(c->reader);
    for (const hone_bvh_joint *joint = c->skeleton->first; !c->reader->failed && joint; joint = joint->next, values++) {
        values->joint = joint;
        if (hone_bvh_has_channel(joint, HONE_BVH_ROTATION))
            values->rotations = hone_builder_array(out, frames, sizeof *values->rotations);
        if (hone_bvh_has_channel(joint, HONE_BVH_POSITION))
            values->translations = hone_builder_array(out, frames, sizeof *values->translations);
    }
    c->times = hone_builder_array(out, frames, sizeof *c->times);
    return !c->reader->failed && !hone_builder_failed(out);
}

static uint32_t read_frames(channels_context *c)
{
    uint32_t frame = 0, count = c->frames->count - c->frames->dropped;
    for (; frame < count && hone_bvh_read_row(&c->rows); frame++) {
        uint64_t first = 0;
        c->times[frame] = c->rows.frame * c->frames->seconds;
        for (uint32_t j = 0; j < c->skeleton->joint_count; j++) {
            convert_joint(c, &c->joints[j], first, frame);
            first += c->joints[j].joint->channel_count;
        }
    }
    return frame;
}

/* ---- channels -------------------------------------------------------------------------------------------------- */

/* Positions replace the offset; some programs write those of the root to be added to it. Then they do not go along it.
 */
static void add_offsets(const channels_context *c, const joint_values *values, uint32_t frames)
{
    const double *offset = values->joint->offset, half = 0.5;
    double squared = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    if (values->joint->parent || values->along > half * squared * frames || squared == 0)
        return;
    for (uint32_t f = 0; f < frames; f++)
        for (int i = 0; i < 3; i++) values->translations[f][i] += (float)(offset[i] * c->skeleton->unit);
}

/* Turns the file's axes from +Z up to +Y up. */
static void stand_up(const joint_values *values, uint32_t frames)
{
    for (uint32_t f = 0; f < frames; f++) {
        if (values->rotations)
            hone_bvh_stand_up(values->rotations[f]);
        if (values->translations)
            hone_bvh_stand_up(values->translations[f]);
    }
}

/* The times of all keys, which channels share: they ascend, so hone_motion_create has nothing to repair in them. */
typedef struct key_times {
    uint32_t count;
    double *all;  /* [count] */
    double *ends; /* the first and the last */
} key_times;

static bool make_times(const channels_context *c, uint32_t count, key_times *out)
{
    out->count = count;
    out->all = c->times;
    out->ends = hone_builder_array(c->reader->builder, 2, sizeof *out->ends);
    if (out->ends)
        out->ends[0] = out->all[0], out->ends[1] = out->all[count - 1];
    return out->ends;
}

/* Adds a channel. A value that never changes has keys at both ends only. */
static void add_channel(hone_motion_data *motion, hone_channel *channels, const hone_channel_target *target,
                        hone_channel_path path, float *values, const key_times *times)
{
    size_t width = path == HONE_CHANNEL_ROTATION ? 4 : 3;
    uint32_t same = 1;
    while (same < times->count && memcmp(values + same * width, values, width * sizeof *values) == 0) same++;
    bool constant = same == times->count && times->count > 2;
    channels[motion->channel_count++] = (hone_channel){.path = (uint8_t)path,
                                                       .target_count = 1,
                                                       .targets = target,
                                                       .key_count = constant ? 2 : times->count,
                                                       .times = constant ? times->ends : times->all,
                                                       .values = values};
}

static bool make_channels(const channels_context *c, uint32_t frames, hone_motion_data *motion)
{
    hone_builder *out = c->reader->builder;
    key_times times;
    hone_channel_target *target = hone_builder_array(out, c->skeleton->joint_count, sizeof *target);
    hone_channel *channels = hone_builder_array(out, 2 * (size_t)c->skeleton->joint_count, sizeof *channels);
    if (!target || !channels || !make_times(c, frames, &times))
        return false;
    motion->channels = channels;
    for (uint32_t j = 0; j < c->skeleton->joint_count; j++, target++) {
        const joint_values *values = &c->joints[j];
        const char *name = values->joint->name;
        *target = (hone_channel_target){hone_builder_text(out, name, strlen(name)), (int32_t)j};
        if (values->translations)
            add_offsets(c, values, frames);
        if (c->skeleton->z_up)
            stand_up(values, frames);
        if (values->translations)
            add_channel(motion, channels, target, HONE_CHANNEL_TRANSLATION, values->translations[0], &times);
        if (values->rotations)
            add_channel(motion, channels, target, HONE_CHANNEL_ROTATION, values->rotations[0], &times);
    }
    return !hone_builder_failed(out);
}

bool hone_bvh_read_channels(hone_reading *reader, const hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames,
                            hone_motion_data *motion)
{
    channels_context c = {.reader = reader, .skeleton = skeleton, .frames = frames};
    uint32_t read = 0;
    reader->text.at = frames->begin;
    if (frames->count == 0)
        return true;
    if (begin_joints(&c))
        read = read_frames(&c);
    return !reader->failed && !hone_builder_failed(reader->builder) && (read == 0 || make_channels(&c, read, motion));
}
