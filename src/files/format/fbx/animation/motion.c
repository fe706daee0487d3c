/* Makes the channels of a clip: the curves of bones and blend shapes, baked. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/fbx/animation/shot.h"
#include <string.h>

#define WEIGHT_TOLERANCE 1e-5

typedef struct motion_context {
    fbx_animation animation;
    fbx_bone_motion bones;
    hone_motion_data *out;
    hone_channel *channels;
    uint32_t channel_count;
    fbx_baked linear, cubic;        /* memory for keys */
    fbx_baked *baked;               /* the one of them that the channel gets */
    uint64_t bytes_left, keys_left; /* memory for the keys that are still to be placed, and the source keys of these */
} motion_context;

/* ---- memory of keys ------------------------------------------------------------------------------------------- */

enum {
    BYTES_PER_BYTE = 4, /* of keys, for each byte of the arrays in the file: of the 16 that a loader may take */
    SPARE = 192 << 10,  /* bytes of keys that any file may have; they are placed twice, as lines and as splines */
    KEYS_MIN = 16
};

/* Returns how many keys a channel may have: its part of the memory, by the number of keys in the file. */
static uint32_t share(const motion_context *m, uint64_t source_keys, uint32_t width)
{
    uint64_t size = sizeof(double) + width * sizeof(float);
    double part = (double)source_keys / (double)(m->keys_left ? m->keys_left : 1);
    double keys = (double)m->bytes_left * (part < 1 ? part : 1) / (double)size;
    return keys < KEYS_MIN ? KEYS_MIN : keys < 1 << 30 ? (uint32_t)keys : 1u << 30;
}

/* ---- a channel ------------------------------------------------------------------------------------------------ */

static void spend(motion_context *m, uint64_t source_keys, uint64_t bytes)
{
    m->keys_left -= source_keys < m->keys_left ? source_keys : m->keys_left;
    m->bytes_left -= bytes < m->bytes_left ? bytes : m->bytes_left;
}

/* Repeats the only key of the first channel at the end of the clip, so that the motion is as long as the clip. */
static bool hold(motion_context *m)
{
    double duration = m->animation.stop - m->animation.start;
    if (m->channel_count || m->baked->count != 1 || !(duration > 0))
        return true;
    return hone_fbx_baked_hold(m->baked, duration) || hone_reading_fail_memory(&m->animation.reader->file);
}

/* Copies the baked keys into a new channel. */
static bool add_channel(motion_context *m, hone_channel_path path, const char *name, uint32_t target)
{
    fbx_reader *reader = m->animation.reader;
    const fbx_baked *baked = m->baked;
    hone_channel_target *targets;
    double *times;
    float *values;
    if (!hold(m) || !hone_reading_array(&reader->file, 1, sizeof *targets, &targets) ||
        !hone_reading_array(&reader->file, baked->count, sizeof *times, &times) ||
        !hone_reading_array(&reader->file, baked->count, hone_fbx_baked_stride(baked) * sizeof *values, &values))
        return false;
    *targets = (hone_channel_target){name, (int32_t)target};
    memcpy(times, baked->times, baked->count * sizeof *times);
    memcpy(values, baked->values, baked->count * hone_fbx_baked_stride(baked) * sizeof *values);
    m->channels[m->channel_count++] =
        (hone_channel){.path = (uint8_t)path,
                       .interpolation = baked->is_cubic ? HONE_INTERPOLATION_CUBIC : HONE_INTERPOLATION_LINEAR,
                       .target_count = 1,
                       .targets = targets,
                       .key_count = baked->count,
                       .times = times,
                       .values = values};
    return true;
}

/* Bakes a function. Warns if it can't be followed closely with the memory that there is. */
static bool bake(motion_context *m, const fbx_function *function, double tolerance, uint64_t source_keys,
                 uint32_t object)
{
    double used;
    fbx_bake_desc desc = {.function = *function,
                          .start = m->animation.start,
                          .stop = m->animation.stop,
                          .tolerance = tolerance,
                          .key_limit = share(m, source_keys, function->width)};
    m->baked = hone_fbx_bake(&desc, &m->linear, &m->cubic, &used);
    if (!m->baked)
        return hone_reading_fail_memory(&m->animation.reader->file);
    if (used > 20 * tolerance)
        hone_fbx_warn(m->animation.reader, "animation that takes too many keys: followed less closely", object);
    return true;
}

/* Returns whether every key of the channel equals the rest value. */
static bool equals(const fbx_baked *baked, const float *rest)
{
    for (uint32_t i = 0; i < baked->width && baked->count == 1; i++)
        if (!(fabsf(baked->values[i] - rest[i]) <= 1e-7f * fmaxf(1, fabsf(rest[i]))))
            return false;
    return baked->count == 1;
}

/* ---- bones ---------------------------------------------------------------------------------------------------- */

static bool add_part(motion_context *m, fbx_part_motion *part)
{
    fbx_reader *reader = m->animation.reader;
    uint32_t target = part->part == HONE_CHANNEL_SCALE ? hone_fbx_whole_bone(reader, part->bone) : part->bone;
    const hone_bone *bone = &reader->data.skeleton.bones[target];
    const float *rest[] = {bone->rest.translation, bone->rest.rotation, bone->rest.scale};
    uint64_t keys = hone_fbx_part_source_keys(part);
    fbx_function function = hone_fbx_part_function(part);
    if (!bake(m, &function, hone_fbx_part_tolerance(part), keys, reader->object_of_bone[part->bone]))
        return false;
    if (part->sheared)
        hone_fbx_warn(reader, "node that inherits a scale in a way that needs shear: without the shear",
                      reader->object_of_bone[part->bone]);
    bool still = m->channel_count && equals(m->baked, rest[part->part]); /* the first one holds the duration */
    spend(m, keys, still ? 0 : hone_fbx_baked_size(m->baked));
    return still || add_channel(m, part->part, bone->name, target);
}

static bool add_bones(motion_context *m)
{
    for (uint32_t bone = 0; bone < m->animation.reader->bone_count; bone++)
        for (int path = HONE_CHANNEL_TRANSLATION; path <= HONE_CHANNEL_SCALE; path++) {
            fbx_part_motion part;
            hone_fbx_part_motion_open(&part, &m->bones, bone, (hone_channel_path)path);
            if (hone_fbx_part_moves(&part) && !add_part(m, &part))
                return false;
        }
    return true;
}

/* ---- blend shapes --------------------------------------------------------------------------------------------- */

enum { SHAPES_MAX = 1024 }; /* of a channel that is moved: more are a mistake */

/* The weight of one shape of a blend channel. */
typedef struct weight_motion {
    const fbx_blend_channel *channel;
    fbx_track track;
    double stop; /* of the clip */
    uint32_t shape;
} weight_motion;

static void seek_weight(void *user, double time, fbx_span *out)
{
    weight_motion *weight = user;
    hone_fbx_track_seek(&weight->track, time);
    double change = hone_fbx_track_change(&weight->track, time, weight->stop);
    *out = (fbx_span){.end = hone_fbx_track_end(&weight->track),
                      .change = change > 0 ? (double)INFINITY : 0,
                      .uneven = hone_fbx_track_is_uneven(&weight->track),
                      .parts = 1};
}

static void values_of_weight(void *user, const double *times, uint32_t count, double (*out)[FBX_WIDTH_MAX])
{
    weight_motion *weight = user;
    for (uint32_t i = 0; i < count; i++) {
        double percent[3];
        hone_fbx_track_value(&weight->track, times[i], percent);
        out[i][0] = hone_fbx_shape_weight(weight->channel, percent[0], weight->shape);
    }
}

static bool add_weights(motion_context *m, const fbx_blend_channel *channel)
{
    fbx_reader *reader = m->animation.reader;
    weight_motion weight = {.channel = channel, .track = {.rest = {channel->rest}}, .stop = m->animation.stop};
    if (!hone_fbx_track_open(&m->animation, channel->object, "DeformPercent", &weight.track))
        return false;
    if (weight.track.layer_count && channel->shape_count > SHAPES_MAX) {
        hone_fbx_warn(reader, "blend channel with more than 1024 shapes: not animated", channel->object);
        return true;
    }
    for (uint32_t s = 0; s < channel->shape_count && weight.track.layer_count; s++) {
        fbx_function function = {.width = 1,
                                 .is_still = hone_fbx_track_is_still(&weight.track),
                                 .user = &weight,
                                 .seek = seek_weight,
                                 .values = values_of_weight};
        const char *name = hone_fbx_morph_name(reader, channel, s);
        weight.shape = s;
        if (!name)
            return hone_reading_is_fine(&reader->file);
        if (!bake(m, &function, WEIGHT_TOLERANCE, 1, channel->object))
            return false;
        spend(m, 1, hone_fbx_baked_size(m->baked));
        if (!add_channel(m, HONE_CHANNEL_WEIGHTS, name, channel->first_morph + s))
            return false;
    }
    return true;
}

/* ---- what is left out ----------------------------------------------------------------------------------------- */

/* Whether a curve has keys that show and keys that hide. */
static bool hides(const fbx_curve *curve)
{
    for (uint32_t k = 1; curve && k < curve->count; k++)
        if ((curve->keys[k].value > 0) != (curve->keys[0].value > 0))
            return true;
    return false;
}

static bool warn_of_visibility(motion_context *m)
{
    fbx_reader *reader = m->animation.reader;
    for (uint32_t bone = 0; bone < reader->bone_count; bone++) {
        fbx_track track = {.rest = {1, 1, 1}};
        if (!hone_fbx_track_open(&m->animation, reader->object_of_bone[bone], "Visibility", &track))
            return false;
        for (uint32_t l = 0; l < track.layer_count; l++)
            if (hides(track.layers[l].cursors[0].curve))
                hone_fbx_warn_limit(reader, "node whose visibility is animated: as at rest");
    }
    return true;
}

/* ---- a clip --------------------------------------------------------------------------------------------------- */

/* Counts the channels that there may be, and the keys that they come from. */
static uint64_t count_channels(motion_context *m)
{
    const fbx_reader *reader = m->animation.reader;
    uint64_t count = 0;
    for (uint32_t bone = 0; bone < reader->bone_count; bone++)
        for (int path = 0; path < 3; path++) {
            fbx_part_motion part;
            hone_fbx_part_motion_open(&part, &m->bones, bone, (hone_channel_path)path);
            if (!hone_fbx_part_moves(&part))
                continue;
            m->keys_left += hone_fbx_part_source_keys(&part);
            count++;
        }
    for (uint32_t c = 0; c < reader->channel_count; c++) count += reader->channels[c].shape_count;
    return count;
}

static bool prepare(motion_context *m)
{
    fbx_reader *reader = m->animation.reader;
    uint64_t count = count_channels(m);
    m->keys_left += count;
    m->bytes_left = reader->document.inflated * BYTES_PER_BYTE + SPARE;
    return hone_reading_array(&reader->file, count, sizeof *m->channels, &m->channels);
}

static bool add_all(motion_context *m)
{
    if (!prepare(m) || !add_bones(m) || !warn_of_visibility(m))
        return false;
    for (uint32_t c = 0; c < m->animation.reader->channel_count; c++)
        if (!add_weights(m, &m->animation.reader->channels[c]))
            return false;
    return true;
}

/* Finds the object of a clip. */
static uint32_t stack_of(const fbx_scene *scene, uint32_t clip)
{
    for (uint32_t i = 0; i < scene->object_count; i++)
        if (scene->objects[i].kind == FBX_STACK && clip-- == 0)
            return i;
    return UINT32_MAX;
}

bool hone_fbx_read_motion_data(fbx_reader *reader, uint32_t clip, const char *camera, hone_motion_data *out)
{
    const hone_allocator *allocator = hone_arena_allocator(reader->file.scratch);
    motion_context m = {
        .out = out, .linear = {.allocator = allocator}, .cubic = {.allocator = allocator, .is_cubic = true}};
    bool ok = hone_fbx_animation_open(&m.animation, reader, stack_of(&reader->scene, clip)) &&
              hone_fbx_bone_motion_open(&m.bones, &m.animation) && add_all(&m) &&
              hone_fbx_read_camera_keys(&m.bones, camera, out) && hone_fbx_read_light_keys(&m.bones, out);
    hone_fbx_baked_release(&m.linear);
    hone_fbx_baked_release(&m.cubic);
    out->channels = m.channels;
    out->channel_count = m.channel_count;
    return ok;
}
