#include "files/format/hclip/channels.h"
#include "base/memory/arena.h"
#include "core/motion/binding/namesakes.h"
#include "core/motion/channel.h"
#include <math.h>
#include <string.h>

/* ---- steps ---- */

/* Other programs write constants as steps whose values differ in their last digits. */
static bool differ(const float *a, const float *b, uint32_t count)
{
    const float least = 1e-5f;
    for (uint32_t i = 0; i < count; i++)
        if (fabsf(a[i] - b[i]) > least * fmaxf(1, fabsf(a[i])))
            return true;
    return false;
}

bool hone_hclip_has_step(const hone_channel *channel)
{
    const uint32_t width = hone_channel_width(channel);
    for (uint32_t k = 1; k < channel->key_count; k++)
        if (hone_channel_jumps(channel, k) &&
            differ(hone_channel_value(channel, k - 1), hone_channel_value(channel, k), width))
            return true;
    return false;
}

/* ---- targets ---- */

/* The bones and morphs of the model that channels bind to, as playing binds them. */
typedef struct channel_context {
    hone_arena *memory;
    hone_namesakes bones, morphs;
    bool by_index;
} channel_context;

static bool bind(const hone_hclip_desc *desc, const hone_motion *motion, channel_context *b, hone_error *error)
{
    const hone_model_data *model = hone_model_get(desc->model);
    const hone_skeleton *skeleton = &model->skeleton;
    b->by_index = hone_motion_get(motion)->source && hone_motion_get(motion)->source == model->source;
    b->memory = hone_arena_create(desc->allocator, 0, error);
    if (!b->memory)
        return false;
    return (hone_namesakes_make(&b->bones, skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count, b->memory) &&
            hone_namesakes_make(&b->morphs, model->morphs, sizeof *model->morphs, model->morph_count, b->memory)) ||
           hone_arena_fail(b->memory, error);
}

static int32_t target_of(const channel_context *b, const hone_channel *channel, uint32_t target)
{
    const hone_namesakes *names = channel->path == HONE_CHANNEL_WEIGHTS ? &b->morphs : &b->bones;
    return hone_namesakes_find(names, &channel->targets[target], b->by_index);
}

/* How many channels move each part of a bone, and each morph: 0, 1, or more. */
typedef struct use_counts {
    uint8_t *parts; /* [bone_count][3] */
    uint8_t *morphs;
} use_counts;

/* Returns the count of a target, or NULL. */
static uint8_t *count_of(const use_counts *uses, const channel_context *b, const hone_channel *channel, uint32_t target)
{
    enum { PARTS = 3 };
    int32_t at = target_of(b, channel, target);
    if (at == HONE_NONE)
        return NULL;
    return channel->path == HONE_CHANNEL_WEIGHTS ? &uses->morphs[at] : &uses->parts[PARTS * at + channel->path];
}

static void count_uses(const hone_motion_data *motion, const channel_context *b, const use_counts *uses)
{
    for (uint32_t c = 0; c < motion->channel_count; c++)
        for (uint32_t t = 0; t < motion->channels[c].target_count && motion->channels[c].key_count; t++) {
            uint8_t *count = count_of(uses, b, &motion->channels[c], t);
            if (count)
                *count = (uint8_t)(*count < 2 ? *count + 1 : 2);
        }
}

static bool is_alone(const hone_channel *channel, const channel_context *b, const use_counts *uses)
{
    bool any = false;
    for (uint32_t t = 0; t < channel->target_count; t++) {
        const uint8_t *count = count_of(uses, b, channel, t);
        if (count && *count != 1)
            return false;
        any |= count != NULL;
    }
    return any;
}

static void leave_out(const hone_channel *channel, const channel_context *b, hclip_samples *s)
{
    for (uint32_t t = 0; t < channel->target_count; t++) {
        int32_t at = target_of(b, channel, t);
        if (at != HONE_NONE && channel->path == HONE_CHANNEL_WEIGHTS)
            s->has_weight[at] = 0;
        else if (at != HONE_NONE)
            s->parts[at] = (uint8_t)(s->parts[at] & ~(1u << channel->path));
    }
}

bool hone_hclip_keep_channels(const hone_hclip_desc *desc, const hone_motion *motion, hclip_samples *s,
                              hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(motion);
    const hone_model_data *model = hone_model_get(desc->model);
    channel_context b = {0};
    bool ok = bind(desc, motion, &b, error);
    use_counts uses = {NULL, NULL};
    if (ok) {
        uses.parts = hone_arena_array(b.memory, 3 * (size_t)model->skeleton.bone_count, 1);
        uses.morphs = hone_arena_array(b.memory, model->morph_count, 1);
        ok = !hone_arena_failed(b.memory) || hone_arena_fail(b.memory, error);
    }
    if (ok)
        count_uses(data, &b, &uses);
    for (uint32_t c = 0; c < data->channel_count && ok; c++) {
        s->kept[c] = hone_hclip_has_step(&data->channels[c]) && is_alone(&data->channels[c], &b, &uses);
        if (s->kept[c])
            leave_out(&data->channels[c], &b, s);
    }
    hone_arena_destroy(b.memory);
    return ok;
}

/* ---- writing ---- */

/* In the byte of a channel: two bits of path, two of interpolation, and whether times are doubles. */
enum { INTERPOLATION_SHIFT = 2, DOUBLE_TIMES = 1 << 4, FLAGS = 31 };

static bool has_float_times(const hone_channel *channel)
{
    for (uint32_t k = 0; k < channel->key_count; k++)
        if ((double)(float)channel->times[k] != channel->times[k])
            return false;
    return true;
}

static void write_time(double time, bool is_float, hone_writer *out)
{
    uint64_t bits;
    memcpy(&bits, &time, sizeof bits);
    if (is_float) {
        hone_write_f32(out, (float)time);
        return;
    }
    hone_write_u32(out, (uint32_t)bits);
    hone_write_u32(out, (uint32_t)(bits >> 32));
}

static size_t value_count(const hone_channel *channel)
{
    return channel->key_count * hone_channel_stride(channel);
}

static void write_channel(const hone_channel *channel, const channel_context *b, hone_writer *out)
{
    bool floats = has_float_times(channel);
    hone_write_u8(out, (uint8_t)(channel->path | (unsigned)channel->interpolation << INTERPOLATION_SHIFT |
                                 (floats ? 0 : DOUBLE_TIMES)));
    hone_write_u32(out, channel->target_count);
    for (uint32_t t = 0; t < channel->target_count; t++) hone_write_u32(out, (uint32_t)target_of(b, channel, t));
    hone_write_u32(out, channel->key_count);
    for (uint32_t k = 0; k < channel->key_count; k++) write_time(channel->times[k], floats, out);
    hone_write_floats(out, channel->values, value_count(channel));
}

bool hone_hclip_write_channels(const hone_hclip_desc *desc, const hone_motion *motion, const hclip_samples *s,
                               hone_writer *out, hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(motion);
    uint32_t count = 0;
    channel_context b = {0};
    for (uint32_t c = 0; c < data->channel_count; c++) count += s->kept[c];
    if (count == 0)
        return true;
    bool ok = bind(desc, motion, &b, error);
    hone_write_u32(out, count);
    for (uint32_t c = 0; c < data->channel_count && ok; c++)
        if (s->kept[c])
            write_channel(&data->channels[c], &b, out);
    hone_arena_destroy(b.memory);
    return ok;
}

/* ---- reading ---- */

static double read_time(hone_reader *in, bool is_float)
{
    double time;
    if (is_float)
        return (double)hone_read_f32(in);
    uint64_t bits = hone_read_u32(in);
    bits |= (uint64_t)hone_read_u32(in) << 32;
    memcpy(&time, &bits, sizeof time);
    return time;
}

static const hone_channel_target *read_targets(hone_reader *in, hone_builder *builder, const hclip_names *names,
                                               const hone_channel *channel)
{
    bool weights = channel->path == HONE_CHANNEL_WEIGHTS;
    const hone_channel_target *from = weights ? names->morphs : names->bones;
    uint32_t most = weights ? names->morph_count : names->bone_count;
    hone_channel_target *out = hone_builder_array(builder, channel->target_count, sizeof *out);
    for (uint32_t t = 0; out && t < channel->target_count; t++) {
        uint32_t at = hone_read_u32(in);
        in->failed |= at >= most && at != (uint32_t)HONE_NONE;
        out[t] = at < most ? from[at] : (hone_channel_target){NULL, HONE_NONE};
    }
    return out;
}

static void read_keys(hone_reader *in, hone_builder *builder, bool floats, hone_channel *channel)
{
    size_t count = value_count(channel);
    double *times = hone_builder_array(builder, channel->key_count, sizeof *times);
    float *values = hone_builder_array(builder, count, sizeof *values);
    for (uint32_t k = 0; times && k < channel->key_count; k++) {
        times[k] = read_time(in, floats);
        in->failed |= !(times[k] >= 0 && times[k] < 1e7);
    }
    if (values)
        hone_read_floats(in, values, count);
    channel->times = times, channel->values = values;
}

/* Leaves in->failed set if a number is out of range. */
static void read_channel(hone_reader *in, hone_builder *builder, const hclip_names *names, hone_channel *out)
{
    uint8_t flags = hone_read_u8(in);
    out->path = flags & 3, out->interpolation = flags >> INTERPOLATION_SHIFT & 3;
    out->target_count = hone_read_u32(in);
    bool weights = out->path == HONE_CHANNEL_WEIGHTS, floats = !(flags & DOUBLE_TIMES);
    in->failed |= flags > FLAGS || out->interpolation >= HONE_INTERPOLATION_COUNT || out->target_count == 0 ||
                  (!weights && out->target_count != 1) || hone_reader_left(in) / 4 < out->target_count;
    if (in->failed)
        return;
    out->targets = read_targets(in, builder, names, out);
    out->key_count = hone_read_u32(in);
    uint64_t size = (uint64_t)out->key_count * (floats ? 4 : 8);
    in->failed |= out->key_count == 0 || hone_reader_left(in) < size ||
                  (hone_reader_left(in) - size) / 4 / out->key_count < hone_channel_stride(out);
    if (!in->failed)
        read_keys(in, builder, floats, out);
}

const hone_channel *hone_hclip_read_channels(hone_reader *in, hone_builder *builder, const hclip_names *names,
                                             uint32_t *count)
{
    enum { LEAST = 13 }; /* bytes of a channel */
    *count = hone_read_u32(in);
    in->failed |= *count > hone_reader_left(in) / LEAST;
    hone_channel *out = in->failed ? NULL : hone_builder_array(builder, *count, sizeof *out);
    for (uint32_t c = 0; out && c < *count && !in->failed; c++) read_channel(in, builder, names, &out[c]);
    if (in->failed)
        *count = 0;
    return *count ? out : NULL;
}
