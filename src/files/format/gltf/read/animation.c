/* Animations: each is a clip with a list of channels. Channels may share samplers, which are read for each channel. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/accessor.h"
#include "files/format/gltf/read/file.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include <math.h>
#include <string.h>

enum { CHUNK = 256 }; /* values that are read at a time */

/* A channel and what it refers to. */
typedef struct gltf_channel {
    gltf_object animation, channel, sampler;
    int32_t node;                /* HONE_NONE: it moves no node */
    int32_t lens;                /* the camera whose lens it moves; HONE_NONE: none */
    int32_t shown;               /* the node that it shows and hides; HONE_NONE: none */
    const gltf_pointer *pointer; /* the numbers of a material that it moves; NULL: none */
    int32_t material;
    uint8_t path;  /* hone_channel_path */
    int32_t input; /* the accessor of the times, HONE_NONE before one was opened */
    gltf_accessor times;
    bool same_times; /* whether they are those of the channel before, as usual */
} gltf_channel;

/* Returns whether a channel moves something that hone knows; otherwise nothing of it is read. */
static bool moves(const gltf_channel *channel)
{
    return channel->node != HONE_NONE || channel->lens != HONE_NONE || channel->shown != HONE_NONE || channel->pointer;
}

/* Before the first channel of an animation. */
#define NO_CHANNEL ((gltf_channel){.input = HONE_NONE})

/* ---- targets of a channel ---- */

/* Returns HONE_CHANNEL_PATH_COUNT for paths that only extensions define. */
static uint8_t path_of(const gltf_object *target)
{
    static const char *const paths[HONE_CHANNEL_PATH_COUNT] = {
        [HONE_CHANNEL_TRANSLATION] = "translation",
        [HONE_CHANNEL_ROTATION] = "rotation",
        [HONE_CHANNEL_SCALE] = "scale",
        [HONE_CHANNEL_WEIGHTS] = "weights",
    };
    gltf_text name = hone_gltf_text(target, "path");
    uint8_t path = 0;
    while (path < HONE_CHANNEL_PATH_COUNT && !hone_gltf_text_equals(name, paths[path])) path++;
    return path;
}

/* Returns the number of the camera or node that a pointer names, and what comes after it; HONE_NONE for other targets.
 * list: "cameras" or "nodes"; before: the same between slashes. */
static int32_t pointed_at(gltf_reader *reader, const gltf_object *target, const char *list, const char *before,
                          gltf_text *rest)
{
    gltf_object root = hone_gltf_root(&reader->json);
    if (!hone_gltf_text_is(target, "path", "pointer"))
        return HONE_NONE;
    gltf_text text = hone_gltf_pointer_text(target);
    return text.bytes ? hone_gltf_number_behind(text, before, hone_gltf_count(&root, list), rest) : HONE_NONE;
}

int32_t hone_gltf_lens_of(gltf_reader *reader, const gltf_object *target)
{
    gltf_text rest;
    int32_t found = pointed_at(reader, target, "cameras", "/cameras/", &rest);
    gltf_object camera = hone_gltf_item(&reader->json, "cameras", found);
    bool flat = hone_gltf_text_is(&camera, "type", "orthographic");
    bool known = found >= 0 && hone_gltf_text_equals(rest, flat ? "/orthographic/ymag" : "/perspective/yfov");
    return known ? found : HONE_NONE;
}

int32_t hone_gltf_shown_of(gltf_reader *reader, const gltf_object *target)
{
    gltf_text rest;
    int32_t node = pointed_at(reader, target, "nodes", "/nodes/", &rest);
    bool known = node >= 0 && hone_gltf_text_equals(rest, "/extensions/" GLTF_VISIBILITY "/visible");
    return known ? node : HONE_NONE;
}

/* Gets the node and the path of a pointer to a part of a node, as "/nodes/3/rotation". */
static void find_node_part(gltf_reader *reader, const gltf_object *target, gltf_channel *out)
{
    static const char *const parts[HONE_CHANNEL_PATH_COUNT] = {
        [HONE_CHANNEL_TRANSLATION] = "/translation",
        [HONE_CHANNEL_ROTATION] = "/rotation",
        [HONE_CHANNEL_SCALE] = "/scale",
        [HONE_CHANNEL_WEIGHTS] = "/weights",
    };
    gltf_object root = hone_gltf_root(&reader->json);
    gltf_text text = hone_gltf_text_is(target, "path", "pointer") ? hone_gltf_pointer_text(target) : (gltf_text){0},
              rest;
    int32_t node =
        text.bytes ? hone_gltf_number_behind(text, "/nodes/", hone_gltf_count(&root, "nodes"), &rest) : HONE_NONE;
    for (uint8_t p = 0; node != HONE_NONE && p < HONE_CHANNEL_PATH_COUNT; p++)
        if (hone_gltf_text_equals(rest, parts[p]))
            out->path = p, out->node = node;
}

/* Opens the times, unless they are open already. */
static bool open_times(gltf_reader *reader, gltf_channel *channel)
{
    gltf_object root = hone_gltf_root(&reader->json);
    int32_t input = hone_gltf_index(&channel->sampler, "input", hone_gltf_count(&root, "accessors"));
    channel->same_times = input != HONE_NONE && input == channel->input;
    channel->input = input;
    if (channel->same_times)
        return hone_gltf_charge(reader, 1);
    return hone_gltf_accessor_of(reader, &channel->sampler, "input", 1, 1, &channel->times);
}

/* Ignores a channel without a node, as the specification requires, unless it points at something. out: has the channel
 * before, or NO_CHANNEL. */
static bool open_channel(gltf_reader *reader, const gltf_object *animation, uint32_t at, gltf_channel *out)
{
    gltf_object root = hone_gltf_root(&reader->json), channel = hone_gltf_element(animation, "channels", at);
    gltf_object target = hone_gltf_member(&channel, "target");
    out->animation = *animation, out->channel = channel, out->path = path_of(&target);
    out->node = hone_gltf_index(&target, "node", hone_gltf_count(&root, "nodes"));
    out->lens = hone_gltf_lens_of(reader, &target);
    out->shown = hone_gltf_shown_of(reader, &target);
    out->pointer = hone_gltf_pointer_of(reader, &target, &out->material);
    if (out->path == HONE_CHANNEL_PATH_COUNT)
        out->node = HONE_NONE;
    find_node_part(reader, &target, out);
    if (out->lens != HONE_NONE || out->shown != HONE_NONE || out->pointer)
        out->path = HONE_CHANNEL_WEIGHTS;
    int32_t sampler = hone_gltf_index(&channel, "sampler", hone_gltf_count(animation, "samplers"));
    if (!moves(out) || reader->file.failed)
        return !reader->file.failed;
    if (sampler < 0)
        return hone_gltf_fail(animation, "channel %u has no sampler", at);
    out->sampler = hone_gltf_element(animation, "samplers", (uint32_t)sampler);
    return open_times(reader, out) || hone_gltf_fail(animation, "sampler %d has no times", sampler);
}

/* ---- clips ---------------------------------------------------------------------------------------------------- */

static double last_time(const gltf_accessor *times)
{
    gltf_run run = {.of = times};
    float values[CHUNK], last = 0;
    while (hone_gltf_next_run(&run, values, CHUNK))
        for (uint32_t i = 0; i < run.count; i++)
            if (values[i] > last && values[i] < INFINITY)
                last = values[i];
    return (double)last;
}

/* Returns the last time of all channels, or stops with an error set. */
static double read_duration(gltf_reader *reader, const gltf_object *animation)
{
    double duration = 0;
    gltf_channel channel = NO_CHANNEL;
    for (uint32_t i = 0, count = hone_gltf_count(animation, "channels"); i < count; i++) {
        if (!open_channel(reader, animation, i, &channel))
            return 0;
        if (moves(&channel) && !channel.same_times)
            duration = fmax(duration, last_time(&channel.times));
    }
    return duration;
}

/* Keeps the durations for later readings of the file. A file of very many animations goes without. */
static void keep_durations(gltf_reader *reader, const hone_clip *clips, uint32_t count)
{
    hone_gltf_file *file = reader->whole;
    if (file->durations || count > file->size / 32)
        return;
    file->durations = hone_allocate(&file->allocator, count, sizeof *file->durations);
    file->duration_count = file->durations ? count : 0;
    for (uint32_t i = 0; i < file->duration_count; i++) file->durations[i] = clips[i].duration;
}

bool hone_gltf_read_clips(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    hone_clip *clips;
    uint32_t count = hone_gltf_count(&root, "animations");
    if (!hone_reading_array(&reader->file, count, sizeof *clips, &clips))
        return false;
    reader->data.clip_count = count;
    reader->data.clips = clips;
    for (uint32_t i = 0; i < count && !reader->file.failed; i++) {
        gltf_object animation = hone_gltf_item(&reader->json, "animations", (int32_t)i);
        clips[i].name = hone_gltf_copy_text(reader, &animation, "name");
        if (reader->whole->durations)
            clips[i].duration = reader->whole->durations[i];
        else
            clips[i].duration = read_duration(reader, &animation);
    }
    if (!reader->file.failed)
        keep_durations(reader, clips, count);
    return !reader->file.failed;
}

/* ---- morphs ---- */

/* Morphs are counted node by node: finds the first morph of each node. */
static bool find_first_morphs(gltf_reader *reader, uint32_t **begin)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t nodes = hone_gltf_count(&root, "nodes");
    uint64_t at = 0;
    if (!hone_reading_scratch(&reader->file, (uint64_t)nodes + 1, sizeof **begin, begin))
        return false;
    for (uint32_t n = 0; n < nodes && at < INT32_MAX; n++) {
        (*begin)[n] = (uint32_t)at;
        at += hone_gltf_count_targets(reader, n);
    }
    (*begin)[nodes] = (uint32_t)at;
    return !reader->file.failed &&
           (at < INT32_MAX || hone_gltf_fail(&root, "it has more morph targets than hone can count"));
}

/* The targets of a channel that moves numbers of a material. */
static bool read_values(gltf_reader *reader, const gltf_channel *in, const gltf_pointed *pointed, hone_channel *out)
{
    hone_channel_target *targets;
    uint32_t first = hone_gltf_pointed_morph(pointed, in->material, in->pointer);
    out->target_count = in->pointer->count;
    if (!hone_reading_array(&reader->file, out->target_count, sizeof *targets, &targets))
        return false;
    out->targets = targets;
    for (uint32_t t = 0; t < out->target_count; t++)
        targets[t] =
            (hone_channel_target){hone_gltf_pointed_name(reader, in->material, in->pointer, t), (int32_t)(first + t)};
    return !reader->file.failed;
}

static bool read_targets(gltf_reader *reader, const gltf_channel *in, const uint32_t *morphs, hone_channel *out)
{
    hone_channel_target *targets;
    uint32_t node = (uint32_t)in->node;
    bool weights = in->path == HONE_CHANNEL_WEIGHTS;
    out->target_count = weights ? hone_gltf_count_targets(reader, node) : 1;
    if (!hone_reading_array(&reader->file, out->target_count, sizeof *targets, &targets))
        return false;
    out->targets = targets;
    gltf_object object = hone_gltf_item(&reader->json, "nodes", in->node);
    for (uint32_t t = 0; t < out->target_count; t++) {
        targets[t].name =
            weights ? hone_gltf_target_name(reader, node, t) : hone_gltf_copy_text(reader, &object, "name");
        targets[t].index = (int32_t)(weights ? morphs[node] + t : node);
    }
    return !reader->file.failed;
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

static uint8_t interpolation_of(gltf_reader *reader, const gltf_channel *channel)
{
    gltf_text name = hone_gltf_text(&channel->sampler, "interpolation");
    if (hone_gltf_text_equals(name, "STEP"))
        return HONE_INTERPOLATION_STEP;
    if (hone_gltf_text_equals(name, "CUBICSPLINE"))
        return HONE_INTERPOLATION_CUBIC;
    if (name.bytes && !hone_gltf_text_equals(name, "LINEAR"))
        hone_builder_warn(reader->file.builder, "animation with an unknown interpolation: read as linear",
                          channel->animation.index);
    return HONE_INTERPOLATION_LINEAR;
}

/* Returns how many elements of the output make one key. */
static uint64_t elements_of(const gltf_channel *in, const hone_channel *channel)
{
    uint64_t values = channel->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1;
    return channel->path == HONE_CHANNEL_WEIGHTS && !in->pointer ? values * channel->target_count : values;
}

static void read_times(const gltf_accessor *accessor, uint32_t count, double *out)
{
    float values[CHUNK];
    for (uint32_t at = 0; at < count; at += CHUNK) {
        uint32_t some = count - at < CHUNK ? count - at : CHUNK;
        hone_gltf_read_floats(accessor, at, some, values, 1);
        for (uint32_t i = 0; i < some; i++) out[at + i] = (double)values[i];
    }
}

/* Returns how many numbers an element of the output has. */
static uint32_t width_of(const gltf_channel *in)
{
    if (in->pointer)
        return in->pointer->count;
    return in->path == HONE_CHANNEL_WEIGHTS ? 1 : in->path == HONE_CHANNEL_ROTATION ? 4 : 3;
}

static bool read_keys(gltf_reader *reader, const gltf_channel *in, hone_channel *out)
{
    gltf_accessor values;
    uint32_t width = width_of(in);
    uint64_t each = elements_of(in, out);
    double *times;
    float *numbers;
    if (!hone_gltf_accessor_of(reader, &in->sampler, "output", width, width, &values))
        return hone_gltf_fail(&in->animation, "a sampler has no values");
    out->key_count = in->times.count;
    if (values.count != out->key_count * each)
        hone_builder_warn(reader->file.builder,
                          "animation with times and values that do not match in number: the surplus is ignored",
                          in->animation.index);
    if (values.count / each < out->key_count)
        out->key_count = (uint32_t)(values.count / each);
    uint64_t elements = out->key_count * each;
    if (in->same_times && !hone_gltf_charge(reader, out->key_count))
        return false;
    if (!hone_reading_array(&reader->file, out->key_count, sizeof *times, &times) ||
        !hone_reading_array(&reader->file, elements, width * sizeof *numbers, &numbers))
        return false;
    read_times(&in->times, out->key_count, times);
    hone_gltf_read_floats(&values, 0, (uint32_t)elements, numbers, width);
    out->times = times;
    out->values = numbers;
    return true;
}

void hone_gltf_warn_of_pointer(gltf_reader *reader, gltf_text pointer)
{
    hone_builder_warn_lost(reader->file.builder, "animated values that hone does not know are not played",
                           pointer.bytes, pointer.size);
}

/* Whether a pointer is to the shape of a camera's picture, which hone does not take from files. */
static bool is_shape(gltf_reader *reader, gltf_text pointer)
{
    gltf_object root = hone_gltf_root(&reader->json);
    gltf_text rest;
    return hone_gltf_number_behind(pointer, "/cameras/", hone_gltf_count(&root, "cameras"), &rest) != HONE_NONE &&
           (hone_gltf_text_equals(rest, "/orthographic/xmag") ||
            hone_gltf_text_equals(rest, "/perspective/aspectRatio"));
}

/* A channel without a node is for programs that know more than glTF. */
static void warn_of_path(gltf_reader *reader, const gltf_channel *channel)
{
    gltf_object target = hone_gltf_member(&channel->channel, "target");
    gltf_text path = hone_gltf_text(&target, "path"), pointer = hone_gltf_pointer_text(&target);
    if (channel->path != HONE_CHANNEL_PATH_COUNT)
        return;
    if (!hone_gltf_text_equals(path, "pointer"))
        hone_builder_warn_limit(reader->file.builder, "animation of an unknown path: its channels are not played",
                                path.bytes, path.size);
    else if (pointer.bytes && !is_shape(reader, pointer))
        hone_gltf_warn_of_pointer(reader, pointer);
}

/* ---- VRM animations -------------------------------------------------------------------------------------------- */

static float clamped(float weight)
{
    return weight < 0 ? 0 : weight > 1 ? 1 : weight;
}

/* Gives an expression of a VRM animation the keys of its node: x of each translation, or of each of its tangents. */
static bool add_expression(gltf_reader *reader, const hone_channel *node, gltf_text name, uint32_t morph,
                           hone_motion_data *out)
{
    const uint32_t each = node->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1, width = 3;
    const uint64_t count = (uint64_t)node->key_count * each;
    hone_channel *channel = (hone_channel *)&out->channels[out->channel_count];
    hone_channel_target *target;
    double *times;
    float *weights;
    if (!hone_gltf_charge(reader, count) || !hone_reading_array(&reader->file, 1, sizeof *target, &target) ||
        !hone_reading_array(&reader->file, node->key_count, sizeof *times, &times) ||
        !hone_reading_array(&reader->file, count, sizeof *weights, &weights))
        return false;
    if (node->key_count)
        memcpy(times, node->times, node->key_count * sizeof *times);
    for (uint64_t i = 0; i < count; i++) {
        const bool tangent = each == 3 && i % each != 1;
        weights[i] = tangent ? node->values[width * i] : clamped(node->values[width * i]);
    }
    *target = (hone_channel_target){hone_builder_text(reader->file.builder, name.bytes, name.size), (int32_t)morph};
    *channel = *node;
    channel->path = HONE_CHANNEL_WEIGHTS, channel->targets = target, channel->times = times, channel->values = weights;
    out->channel_count++;
    return !reader->file.failed;
}

/* Adds what else the last channel moves, which is the expression of a VRM animation. first: its first morph. */
static bool add_animated(gltf_reader *reader, const gltf_animated_list *animated, const gltf_channel *in,
                         uint32_t first, hone_motion_data *out)
{
    uint32_t found = animated->count && in->path == HONE_CHANNEL_TRANSLATION ? animated->of_node[in->node] : 0;
    return !found || add_expression(reader, &out->channels[out->channel_count - 1], animated->list[found - 1].name,
                                    first + found - 1, out);
}

/* morphs: as find_first_morphs found them. */
static bool list_pointed(gltf_reader *reader, const uint32_t *morphs, gltf_pointed *out)
{
    gltf_object root = hone_gltf_root(&reader->json);
    if (!hone_gltf_list_pointed(reader, out) || out->count == 0)
        return !reader->file.failed;
    out->first = morphs[hone_gltf_count(&root, "nodes")] + hone_gltf_count_expressions(reader) +
                 hone_gltf_count_animated(reader);
    return !reader->file.failed;
}

bool hone_gltf_read_channels(gltf_reader *reader, uint32_t clip, hone_motion_data *out)
{
    gltf_object root = hone_gltf_root(&reader->json);
    gltf_object animation = hone_gltf_item(&reader->json, "animations", (int32_t)clip);
    uint32_t count = hone_gltf_count(&animation, "channels"), *morphs;
    gltf_animated_list animated;
    gltf_pointed pointed;
    hone_channel *channels;
    if (!find_first_morphs(reader, &morphs) || !list_pointed(reader, morphs, &pointed) ||
        !hone_gltf_list_animated(reader, &animated) ||
        !hone_reading_array(&reader->file, (uint64_t)count * (animated.count ? 2 : 1), sizeof *channels, &channels))
        return false;
    const uint32_t first = morphs[hone_gltf_count(&root, "nodes")];
    out->channels = channels;
    gltf_channel in = NO_CHANNEL;
    for (uint32_t i = 0; i < count; i++) {
        if (!open_channel(reader, &animation, i, &in))
            return false;
        if (in.node == HONE_NONE && !in.pointer) {
            warn_of_path(reader, &in);
            continue;
        }
        hone_channel *channel = &channels[out->channel_count];
        *channel = (hone_channel){.path = in.path, .interpolation = interpolation_of(reader, &in)};
        if (!(in.pointer ? read_values(reader, &in, &pointed, channel) : read_targets(reader, &in, morphs, channel)))
            return false;
        if (channel->target_count == 0)
            continue;
        if (!read_keys(reader, &in, channel))
            return false;
        out->channel_count++;
        if (!add_animated(reader, &animated, &in, first, out))
            return false;
    }
    return !reader->file.failed;
}

/* Reads the keys of a channel that moves one number. */
static bool read_number(gltf_reader *reader, const gltf_channel *in, hone_channel *out)
{
    static const hone_channel_target target = {"", 0};
    *out = (hone_channel){.path = HONE_CHANNEL_WEIGHTS,
                          .interpolation = interpolation_of(reader, in),
                          .target_count = 1,
                          .targets = &target};
    return read_keys(reader, in, out);
}

bool hone_gltf_read_lens(gltf_reader *reader, int32_t clip, int32_t camera, hone_channel *out)
{
    gltf_object animation = hone_gltf_item(&reader->json, "animations", clip);
    gltf_channel in = NO_CHANNEL;
    *out = (hone_channel){0};
    for (uint32_t i = 0, count = hone_gltf_count(&animation, "channels"); i < count; i++) {
        if (!open_channel(reader, &animation, i, &in))
            return false;
        if (in.lens == camera)
            return read_number(reader, &in, out);
    }
    return !reader->file.failed;
}

bool hone_gltf_read_switch(gltf_reader *reader, uint32_t clip, uint32_t at, hone_channel *out)
{
    gltf_object animation = hone_gltf_item(&reader->json, "animations", (int32_t)clip);
    gltf_channel in = NO_CHANNEL;
    return open_channel(reader, &animation, at, &in) && read_number(reader, &in, out);
}
