/* Turns the numbers of a BVH file's frames into channels: rotations into quaternions, positions into metres. */
#include "base/builder.h"
#include "format/bvh/skeleton.h"
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
    hone_bvh_reader *reader;
    const hone_bvh_skeleton *skeleton;
    const hone_bvh_frames *frames;
    joint_values *joints; /* [joint_count] */
    double *row;          /* [channel_count] the numbers of a frame */
    double (*turns)[2];   /* [channel_count] sine and cosine of half of each angle */
} channels_context;

/* ---- numbers --------------------------------------------------------------------------------------------------- */

/* Reads a number of at most 15 digits without exponent, as nearly all are: digits and power of ten are exact, so one
 * division rounds correctly. Returns the end, or NULL for any other word. */
static const char *read_plain(const char *at, const char *end, double *out)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    uint64_t digits = 0;
    bool negative = at < end && *at == '-';
    const char *begin = at += negative, *point = NULL;
    for (; at < end && (unsigned)(*at - '0') < 10; at++) digits = digits * 10 + (uint64_t)(*at - '0');
    if (at < end && *at == '.') {
        point = ++at;
        for (; at < end && (unsigned)(*at - '0') < 10; at++) digits = digits * 10 + (uint64_t)(*at - '0');
    }
    ptrdiff_t count = at - begin - (point != NULL), decimals = point ? at - point : 0;
    if (count == 0 || count > 15 || (at < end && !hone_bvh_is_space(*at)))
        return NULL;
    double value = (double)digits / powers[decimals];
    *out = negative ? -value : value;
    return at;
}

/* Reads the next number. One that is no number stays what it was in the frame before. */
static bool read_number(hone_bvh_reader *reader, double *out)
{
    while (reader->at < reader->end && hone_bvh_is_space(*reader->at)) reader->at++;
    const char *after = read_plain(reader->at, reader->end, out);
    if (after) {
        reader->at = after;
        return true;
    }
    hone_bvh_word word = hone_bvh_peek(reader);
    double value = 0, most = 1e15;
    if (word.size == 0)
        return false;
    if (hone_bvh_number(reader, &value) && fabs(value) <= most) {
        *out = value;
        return true;
    }
    if (value == 0 && !hone_bvh_is_nan(word))
        return hone_bvh_fail(reader, "\"%.*s\" is not a number", (int)(word.size < 24 ? word.size : 24), word.text);
    hone_bvh_warn(reader, word.text, "a value that is not a number: the one of the frame before, in this line");
    reader->at = word.text + word.size;
    return true;
}

/* Reads a frame. Returns false at the end of the numbers, and after an error. */
static bool read_row(channels_context *c)
{
    for (uint64_t i = 0; i < c->skeleton->channel_count; i++)
        if (!read_number(c->reader, &c->row[i]))
            return false;
    for (uint64_t i = 0; i < c->frames->surplus; i++) {
        double unused = 0;
        if (!read_number(c->reader, &unused))
            return false;
    }
    return true;
}

/* ---- angles ---------------------------------------------------------------------------------------------------- */

/* Computes sine and cosine of half of an angle in degrees, within 1e-10: the same on every machine, and several at once
 * where the compiler can. */
static inline void half_angle(double degrees, double out[2])
{
    const double round = 6755399441055744.0; /* 1.5 * 2^52: adding it leaves no place for a fraction */
    double turns = degrees * (1 / 720.0), whole = (turns + round) - round; /* whole turns change nothing */
    double x = (turns - whole) * 6.283185307179586, quarter = x * 0.25;    /* -pi to pi; a quarter of it: 45 degrees */
    double z = quarter * quarter;
    double s = quarter *
               (1 + z * (-1 / 6.0 + z * (1 / 120.0 + z * (-1 / 5040.0 + z * (1 / 362880.0 - z * (1 / 39916800.0))))));
    double d =
        z * (0.5 + z * (-1 / 24.0 + z * (1 / 720.0 + z * (-1 / 40320.0 + z * (1 / 3628800.0))))); /* 1 - cosine */
    for (int i = 0; i < 2; i++) { /* doubles the angle */
        double twice = 2 * s * (1 - d);
        d = 2 * s * s;
        s = twice;
    }
    out[0] = s, out[1] = 1 - d;
}

static void find_turns(channels_context *c)
{
    for (uint64_t i = 0; i < c->skeleton->channel_count; i++) half_angle(c->row[i], c->turns[i]);
}

/* Multiplies q by a rotation about a coordinate axis. */
static void turn_about(double q[4], int axis, const double half[2])
{
    int j = axis == 2 ? 0 : axis + 1, k = axis == 0 ? 2 : axis - 1;
    double s = half[0], w = half[1], a = q[axis], b = q[j], d = q[k], e = q[3];
    q[axis] = a * w + e * s;
    q[j] = b * w + d * s;
    q[k] = d * w - b * s;
    q[3] = e * w - a * s;
}

/* ---- joints ---------------------------------------------------------------------------------------------------- */

static void convert_joint(const channels_context *c, joint_values *values, uint64_t first, uint32_t frame)
{
    const hone_bvh_joint *joint = values->joint;
    double q[4] = {0, 0, 0, 1}, position[3];
    memcpy(position, joint->offset, sizeof position);
    for (uint32_t i = 0; i < joint->channel_count; i++) {
        int kind = joint->channels[i];
        if (kind < HONE_BVH_ROTATION)
            position[kind] = c->row[first + i];
        else if (kind < HONE_BVH_OTHER)
            turn_about(q, kind - HONE_BVH_ROTATION, c->turns[first + i]);
    }
    for (int i = 0; values->rotations && i < 4; i++) values->rotations[frame][i] = (float)q[i];
    if (!values->translations)
        return;
    for (int i = 0; i < 3; i++) {
        values->translations[frame][i] = (float)(position[i] * c->skeleton->unit);
        values->along += position[i] * joint->offset[i];
    }
}

static bool has_channel(const hone_bvh_joint *joint, int kind)
{
    for (uint32_t i = 0; i < joint->channel_count; i++)
        if (joint->channels[i] / 3 == kind / 3)
            return true;
    return false;
}

static bool begin_joints(channels_context *c)
{
    hone_builder *out = c->reader->out;
    size_t frames = c->frames->count;
    c->joints = hone_bvh_array(c->reader, c->skeleton->joint_count, sizeof *c->joints);
    c->row = hone_bvh_array(c->reader, c->skeleton->channel_count, sizeof *c->row);
    c->turns = hone_bvh_array(c->reader, c->skeleton->channel_count, sizeof *c->turns);
    joint_values *values = c->joints;
    hone_bvh_charge(c->reader);
    for (const hone_bvh_joint *joint = c->skeleton->first; !c->reader->failed && joint; joint = joint->next, values++) {
        values->joint = joint;
        if (has_channel(joint, HONE_BVH_ROTATION))
            values->rotations = hone_builder_array(out, frames, sizeof *values->rotations);
        if (has_channel(joint, HONE_BVH_POSITION))
            values->translations = hone_builder_array(out, frames, sizeof *values->translations);
    }
    return !c->reader->failed && !hone_builder_failed(out);
}

static uint32_t read_frames(channels_context *c)
{
    uint32_t frame = 0;
    for (; frame < c->frames->count && read_row(c); frame++) {
        uint64_t first = 0;
        find_turns(c);
        for (uint32_t j = 0; j < c->skeleton->joint_count; j++) {
            convert_joint(c, &c->joints[j], first, frame);
            first += c->joints[j].joint->channel_count;
        }
    }
    return frame;
}

/* ---- channels -------------------------------------------------------------------------------------------------- */

/* Positions usually replace the offset; some programs write them to be added to it. Then they do not go along it. */
static void add_offsets(const channels_context *c, const joint_values *values, uint32_t frames)
{
    const double *offset = values->joint->offset, half = 0.5;
    double squared = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    if (values->along > half * squared * frames || squared == 0)
        return;
    for (uint32_t f = 0; f < frames; f++)
        for (int i = 0; i < 3; i++) values->translations[f][i] += (float)(offset[i] * c->skeleton->unit);
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
    out->all = hone_builder_array(c->reader->out, count, sizeof *out->all);
    out->ends = hone_builder_array(c->reader->out, 2, sizeof *out->ends);
    for (uint32_t f = 0; out->all && f < count; f++) out->all[f] = f * c->frames->seconds;
    if (out->all && out->ends)
        out->ends[1] = out->all[count - 1];
    return out->all && out->ends;
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
    hone_builder *out = c->reader->out;
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
        if (values->translations)
            add_channel(motion, channels, target, HONE_CHANNEL_TRANSLATION, values->translations[0], &times);
        if (values->rotations)
            add_channel(motion, channels, target, HONE_CHANNEL_ROTATION, values->rotations[0], &times);
    }
    return !hone_builder_failed(out);
}

bool hone_bvh_read_channels(hone_bvh_reader *reader, const hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames,
                            hone_motion_data *motion)
{
    channels_context c = {.reader = reader, .skeleton = skeleton, .frames = frames};
    uint32_t read = 0;
    reader->at = frames->begin;
    if (frames->count == 0)
        return true;
    if (begin_joints(&c))
        read = read_frames(&c);
    return !reader->failed && !hone_builder_failed(reader->out) && (read == 0 || make_channels(&c, read, motion));
}
