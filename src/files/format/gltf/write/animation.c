/* Writes the animation: the channels of bones as they are, those of morphs merged into one, and those of the camera. */
#include "base/error.h"
#include "core/motion/fits.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/fit/fit_channels.h"
#include "files/format/gltf/write/weight_tracks.h"
#include <hone/math.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- times and values -------------------------------------------------------------------------------------------- */

float *hone_gltf_write_seconds(gltf_writer *writer, const double *times, uint32_t count)
{
    float *seconds = hone_gltf_write_scratch(writer, count, sizeof *seconds);
    for (uint32_t k = 0; seconds && k < count; k++) seconds[k] = (float)times[k];
    for (uint32_t k = count; seconds && k-- > 1;) /* glTF forbids equal times, which a jump may have as floats */
        if (seconds[k - 1] >= seconds[k] && seconds[k] > 0)
            seconds[k - 1] = nextafterf(seconds[k], 0);
    return seconds;
}

/* error: how far times may be rounded, in seconds. */
static int32_t add_times(gltf_writer *writer, const double *times, uint32_t count, float error)
{
    return hone_gltf_add_times(writer, hone_gltf_write_seconds(writer, times, count), count, error);
}

/* Returns how far the times of keys may be rounded, so that no value is further than `error` from where it was. */
static float time_error(const double *times, const float *values, uint32_t width, uint32_t count, float error)
{
    double fastest = 0;
    for (uint32_t k = 1; k < count; k++) {
        const float *from = values + (size_t)(k - 1) * width, *to = from + width;
        double sum = 0;
        for (uint32_t c = 0; c < width; c++) sum += (double)(to[c] - from[c]) * (double)(to[c] - from[c]);
        fastest = fmax(fastest, sqrt(sum) / (times[k] - times[k - 1]));
    }
    const double longest = 1e-3;
    return (float)(fastest * longest > (double)error ? (double)error / fastest : longest);
}

/* Returns how far a value of a channel may be rounded. bone: NULL for the camera. */
static float value_error(const gltf_writer *writer, uint8_t path, const hone_bone *bone)
{
    const gltf_pack_errors *errors = &writer->errors;
    const float camera_distance = 30; /* metres at which a turn of the camera shows */
    if (!writer->packs)
        return 0;
    if (!bone)
        return path == HONE_CHANNEL_ROTATION ? errors->camera / camera_distance : errors->camera;
    size_t b = (size_t)(bone - writer->model->skeleton.bones);
    return path == HONE_CHANNEL_ROTATION ? errors->rotations[b]
           : path == HONE_CHANNEL_SCALE  ? errors->scales[b]
                                         : errors->translations[b];
}

/* MMD's bone keys are offsets from the rest pose. */
static void convert(const gltf_writer *writer, const hone_channel *channel, const hone_bone *bone, const float *in,
                    float *out)
{
    if (channel->path == HONE_CHANNEL_ROTATION) {
        hone_gltf_to_rotation(writer, in, out);
    } else if (channel->path == HONE_CHANNEL_SCALE) {
        memcpy(out, in, 3 * sizeof *out);
    } else {
        float at[3];
        for (int r = 0; r < 3; r++)
            at[r] = in[r] + (bone && writer->model->space == HONE_SPACE_MMD ? bone->rest_local.m[r][3] : 0);
        hone_gltf_to_point(writer, at, out);
    }
}

/* Keys of a channel as the file has them. */
typedef struct key_list {
    const double *times; /* [count] seconds */
    float *values;       /* [count][width] */
    uint32_t count, width;
    bool stepped; /* their times stay exact */
} key_list;

/* error: how far a value may be from where it was. */
static gltf_out_channel add_keys(gltf_writer *writer, uint8_t path, int32_t node, const key_list *keys, float error)
{
    float half = error / 2; /* for the values; the other half for the times */
    float times = keys->stepped ? 0 : time_error(keys->times, keys->values, keys->width, keys->count, half);
    int32_t input = add_times(writer, keys->times, keys->count, times);
    gltf_rounded rounded = {
        .values = keys->values, .width = 3, .count = keys->count, .pooled = true, .error = half / sqrtf(3)};
    int32_t output = path == HONE_CHANNEL_ROTATION
                         ? hone_gltf_add_rotations(writer, (float(*)[4])keys->values, keys->count, half)
                         : hone_gltf_add_rounded(writer, &rounded);
    return (gltf_out_channel){.path = path, .node = node, .input = input, .output = output, .stepped = keys->stepped};
}

static float *convert_all(gltf_writer *writer, const hone_channel *channel, const hone_bone *bone)
{
    uint32_t width = channel->path == HONE_CHANNEL_ROTATION ? 4 : 3, count = channel->key_count;
    float *values = hone_gltf_write_scratch(writer, count, width * sizeof *values);
    for (uint32_t k = 0; values && k < count; k++)
        convert(writer, channel, bone, channel->values + (size_t)k * width, values + (size_t)k * width);
    return values;
}

/* bone: NULL for a node that is no bone. error: how far a value may be rounded. */
static gltf_out_channel add_channel(gltf_writer *writer, const hone_channel *channel, const hone_bone *bone,
                                    int32_t node, float error)
{
    uint32_t width = channel->path == HONE_CHANNEL_ROTATION ? 4 : 3;
    float *values = convert_all(writer, channel, bone);
    if (!values)
        return (gltf_out_channel){.path = channel->path, .node = node, .input = HONE_NONE, .output = HONE_NONE};
    const key_list keys = {channel->times, values, channel->key_count, width, hone_gltf_is_stepped(channel)};
    return add_keys(writer, channel->path, node, &keys, error);
}

/* ---- morphs ------------------------------------------------------------------------------------------------------ */

/* Returns how far a weight may be rounded: the longest offset of all targets decides. */
static float weight_error(const gltf_writer *writer)
{
    float longest = 0;
    for (uint32_t t = 0; t < writer->target_count && writer->packs; t++) {
        const hone_morph *morph = hone_gltf_morph(writer, writer->targets[t].morph);
        for (uint32_t i = 0; i < morph->count; i++) {
            const hone_morph_vertex *moved = &morph->u.vertices[i];
            longest =
                fmaxf(longest, hone_vec3_length(moved->offset) * writer->scale * writer->errors.growth[moved->vertex]);
        }
    }
    return writer->errors.morphs / 2 / fmaxf(longest, 1e-6f);
}

static void add_weights(gltf_writer *writer, const hone_motion_data *motion)
{
    uint32_t *of_morph = hone_gltf_write_scratch(writer, hone_gltf_morph_count(writer), sizeof *of_morph);
    if (!of_morph || writer->target_count == 0)
        return;
    for (uint32_t t = 0; t < writer->target_count; t++) of_morph[writer->targets[t].morph] = t + 1;
    uint64_t all = hone_gltf_count_weight_keys(motion, of_morph);
    if (all == 0 || all > UINT32_MAX / 2)
        return;
    double *times = hone_gltf_write_scratch(writer, 2 * (size_t)all, sizeof *times);
    gltf_weight_track *tracks = hone_gltf_write_scratch(writer, writer->target_count, sizeof *tracks);
    if (!times || !tracks)
        return;
    uint32_t count = hone_gltf_merge_weight_times(motion, of_morph, false, times);
    hone_gltf_find_weight_tracks(motion, of_morph, tracks);
    if ((uint64_t)count * writer->target_count > UINT32_MAX) {
        writer->refused = true;
        hone_fail(writer->error, HONE_ERROR_ARGUMENT, count,
                  "%u keys of %u morphs are more than a glTF accessor can hold", count, writer->target_count);
        return;
    }
    float *weights = hone_gltf_write_scratch(writer, (size_t)count * writer->target_count, sizeof *weights),
          *at = weights;
    for (uint32_t k = 0; weights && k < count; k++)
        for (uint32_t t = 0; t < writer->target_count; t++)
            *at++ = tracks[t].channel ? hone_gltf_weight_at(&tracks[t], times[k])
                                      : hone_gltf_morph(writer, writer->targets[t].morph)->default_weight;
    writer->report->morph_bytes += (uint64_t)count * writer->desc->morph_count * sizeof *weights;
    if (!weights)
        return;
    float error = weight_error(writer);
    bool steps = hone_gltf_count_weights_with(motion, of_morph, HONE_INTERPOLATION_STEP) > 0;
    int32_t input =
        add_times(writer, times, count, steps ? 0 : time_error(times, weights, writer->target_count, count, error));
    writer->channels[writer->channel_count++] = (gltf_out_channel){
        .path = HONE_CHANNEL_WEIGHTS,
        .node = writer->mesh_node,
        .input = input,
        .output = hone_gltf_add_rounded(writer, &(gltf_rounded){weights, 1, count * writer->target_count,
                                                                .error = error, .columns = writer->target_count}),
        .stepped = steps && !hone_gltf_count_weights_with(motion, of_morph, HONE_INTERPOLATION_LINEAR)};
}

/* ---- expressions of VRM animations ---- */

/* Adds the keys of an expression as translations along x of its node. */
static void add_expression(gltf_writer *writer, const gltf_weight_track *track, int32_t node)
{
    const hone_channel *channel = track->channel;
    const float worth_seeing = 0.001f;
    float *values = hone_gltf_write_scratch(writer, channel->key_count, 3 * sizeof *values);
    for (uint32_t k = 0; values && k < channel->key_count; k++)
        values[3 * (size_t)k] = channel->values[(size_t)k * channel->target_count + track->column];
    const key_list keys = {channel->times, values, channel->key_count, 3, hone_gltf_is_stepped(channel)};
    if (values)
        writer->channels[writer->channel_count++] =
            add_keys(writer, HONE_CHANNEL_TRANSLATION, node, &keys, writer->packs ? worth_seeing : 0);
}

/* A node that the motion moves by itself has these keys already. */
static void add_expressions(gltf_writer *writer, const hone_motion_data *motion)
{
    const hone_vrm_animation *animation = writer->model->vrm_animation;
    const uint32_t count = animation ? animation->expression_count : 0, bones = writer->model->skeleton.bone_count;
    if (count == 0 || !writer->expression_nodes)
        return;
    gltf_weight_track *tracks = hone_gltf_write_scratch(writer, count, sizeof *tracks);
    uint32_t *of_morph = hone_gltf_write_scratch(writer, hone_gltf_morph_count(writer), sizeof *of_morph);
    if (!tracks || !of_morph)
        return;
    for (uint32_t i = 0; i < count; i++) of_morph[animation->expressions[i].morph] = i + 1;
    hone_gltf_find_weight_tracks(motion, of_morph, tracks);
    for (uint32_t i = 0; i < count; i++) {
        int32_t node = writer->expression_nodes[i];
        bool moves = node != HONE_NONE && (uint32_t)node < bones && writer->animated[node];
        if (tracks[i].channel && node != HONE_NONE && !moves)
            add_expression(writer, &tracks[i], node);
    }
}

/* ---- the whole animation ---- */

/* node: the motion moves a node that is no bone. */
static bool check(gltf_writer *writer, const hone_motion_data *motion, bool node)
{
    const hone_model_data *model = writer->model;
    if (motion->channel_count && motion->space != model->space && !node)
        return hone_fail_space(writer->error);
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        const hone_channel *channel = &motion->channels[c];
        uint32_t count =
            channel->path == HONE_CHANNEL_WEIGHTS ? hone_gltf_morph_count(writer) : model->skeleton.bone_count;
        if (channel->interpolation == HONE_INTERPOLATION_CUBIC || (channel->key_count && channel->times[0] < 0))
            return hone_fail(writer->error, HONE_ERROR_ARGUMENT, c,
                             "channel %u is not linear, or begins before 0 s: bake the motion first", c);
        for (uint32_t t = 0; t < channel->target_count && !node; t++)
            if (channel->targets[t].index < 0 || (uint32_t)channel->targets[t].index >= count)
                return hone_fail(writer->error, HONE_ERROR_ARGUMENT, c,
                                 "channel %u animates a bone or morph that the model does not have", c);
    }
    return true;
}

static bool moves_bone(const hone_channel *channel)
{
    return channel->path != HONE_CHANNEL_WEIGHTS && channel->key_count > 0;
}

/* Adds the channels of bones with keys and precisions that are chosen by measuring. Returns false if that is not
 * possible. */
static bool add_fitted_bones(gltf_writer *writer, const hone_motion_data *motion)
{
    fit_source *sources = hone_gltf_write_scratch(writer, motion->channel_count, sizeof *sources);
    uint32_t count = 0;
    for (uint32_t c = 0; sources && c < motion->channel_count; c++) {
        const hone_channel *channel = &motion->channels[c];
        if (!moves_bone(channel))
            continue;
        uint32_t bone = (uint32_t)channel->targets[0].index;
        sources[count++] = (fit_source){.path = channel->path,
                                        .bone = bone,
                                        .width = channel->path == HONE_CHANNEL_ROTATION ? 4 : 3,
                                        .count = channel->key_count,
                                        .times = channel->times,
                                        .stepped = hone_gltf_is_stepped(channel),
                                        .values = convert_all(writer, channel, &writer->model->skeleton.bones[bone]),
                                        .reach = writer->errors.reach ? writer->errors.reach[bone] : 0};
    }
    return hone_gltf_add_fitted(writer, sources, count);
}

static void add_bones(gltf_writer *writer, const hone_motion_data *motion)
{
    const hone_vrm_animation *animation = writer->model->vrm_animation;
    writer->channels = hone_gltf_write_scratch(
        writer, (size_t)motion->channel_count + 1 + (animation ? animation->expression_count : 0),
        sizeof *writer->channels);
    for (uint32_t c = 0; writer->channels && c < motion->channel_count; c++)
        if (moves_bone(&motion->channels[c]))
            writer->animated[motion->channels[c].targets[0].index] = 1;
    if (writer->channels && writer->packs && add_fitted_bones(writer, motion))
        return;
    for (uint32_t c = 0; writer->channels && c < motion->channel_count; c++) {
        const hone_channel *channel = &motion->channels[c];
        if (!moves_bone(channel))
            continue;
        int32_t node = channel->targets[0].index;
        const hone_bone *bone = &writer->model->skeleton.bones[node];
        writer->channels[writer->channel_count++] =
            add_channel(writer, channel, bone, node, value_error(writer, channel->path, bone));
    }
}

/* Adds up to `count` channels with keys, of a node that is no bone. exact: their values are not rounded. */
static void add_node_channels(gltf_writer *writer, const hone_motion_data *motion, int32_t node, uint32_t count,
                              bool exact)
{
    for (uint32_t c = 0; c < motion->channel_count && count > 0; c++) {
        const hone_channel *channel = &motion->channels[c];
        if (channel->path == HONE_CHANNEL_WEIGHTS || !channel->key_count)
            continue;
        float error = exact ? 0 : value_error(writer, channel->path, NULL);
        writer->node_channels[writer->node_channel_count++] = add_channel(writer, channel, NULL, node, error);
        count--;
    }
}

/* Adds a number of the camera, times a factor. */
static void add_lens(gltf_writer *writer, const hone_channel *channel, const char *pointer, double factor)
{
    float *values = hone_gltf_write_scratch(writer, channel->key_count, sizeof *values);
    for (uint32_t k = 0; values && k < channel->key_count; k++)
        values[k] = (float)((double)channel->values[k] * factor);
    int32_t input = add_times(writer, channel->times, channel->key_count, 0);
    int32_t output =
        hone_gltf_add_rounded(writer, &(gltf_rounded){.values = values, .width = 1, .count = channel->key_count});
    writer->node_channels[writer->node_channel_count++] =
        (gltf_out_channel){.path = HONE_CHANNEL_WEIGHTS, .input = input, .output = output, .lens = pointer};
    writer->points = true;
}

/* Adds the field of view, which is in degrees in the motion, or the size of what is seen, in its unit. */
static void add_view(gltf_writer *writer, const hone_channel *channel)
{
    if (writer->desc->height > 0) {
        const double metres = (double)writer->scale;
        add_lens(writer, channel, "orthographic/ymag", metres);
        add_lens(writer, channel, "orthographic/xmag", metres * (double)hone_gltf_flat_aspect());
    } else {
        add_lens(writer, channel, "perspective/yfov", HONE_PI / 180);
    }
}

static void add_camera(gltf_writer *writer, const hone_motion_data *camera)
{
    uint32_t at = 0;
    hone_gltf_use_space(writer, camera->space);
    add_node_channels(writer, camera, writer->camera_node, 2, false);
    while (at < camera->channel_count && !(camera->channels[at].path == HONE_CHANNEL_WEIGHTS &&
                                           camera->channels[at].target_count == 1 && camera->channels[at].key_count))
        at++;
    if (at < camera->channel_count)
        add_view(writer, &camera->channels[at]);
    hone_gltf_use_model_space(writer);
}

/* The keys are in metres, whatever the unit of the model. */
static void add_place(gltf_writer *writer, const hone_motion_data *place)
{
    hone_gltf_use_space(writer, HONE_SPACE_GLTF);
    writer->scale = 1;
    add_node_channels(writer, place, writer->place_node, 3, true);
    hone_gltf_use_model_space(writer);
}

void hone_gltf_build_animation(gltf_writer *writer)
{
    const hone_motion_data *motion = hone_motion_get(writer->desc->motion);
    const hone_motion_data *camera = hone_motion_get(writer->desc->camera);
    const hone_motion_data *place = hone_motion_get(writer->desc->place_motion);
    writer->animated = hone_gltf_write_scratch(writer, writer->model->skeleton.bone_count, 1);
    if (!check(writer, motion, false) || !check(writer, camera, true) || !check(writer, place, true)) {
        writer->refused = true;
        return;
    }
    size_t before = writer->binary.bytes.size;
    add_bones(writer, motion);
    if (writer->channels)
        add_weights(writer, motion), add_expressions(writer, motion);
    add_camera(writer, camera);
    add_place(writer, place);
    hone_gltf_write_pools(writer);
    writer->report->animation_bytes = writer->binary.bytes.size - before;
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void write_pointer(const char *pointer, hone_json *json)
{
    hone_gltf_json_text(json, "path", "pointer");
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_POINTER, '{');
    hone_gltf_json_text(json, "pointer", pointer);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

static void write_channel(const gltf_out_channel *channel, uint32_t sampler, hone_json *json)
{
    static const char *const paths[HONE_CHANNEL_PATH_COUNT] = {"translation", "rotation", "scale", "weights"};
    hone_json_object(json);
    hone_gltf_json_index(json, "sampler", sampler);
    hone_gltf_json_begin(json, "target", '{');
    char pointer[160];
    if (channel->lens) {
        snprintf(pointer, sizeof pointer, "/cameras/0/%s", channel->lens);
        write_pointer(pointer, json);
    } else if (channel->pointer) {
        snprintf(pointer, sizeof pointer, "/materials/%d/%s", channel->node, channel->pointer->path);
        write_pointer(pointer, json);
    } else {
        hone_gltf_json_index(json, "node", channel->node);
        hone_gltf_json_text(json, "path", paths[channel->path]);
    }
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

static void write_sampler(const gltf_out_channel *channel, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_index(json, "input", channel->input);
    hone_gltf_json_index(json, "output", channel->output);
    if (channel->stepped)
        hone_gltf_json_text(json, "interpolation", "STEP");
    hone_json_end(json, '}');
}

/* The channels of bones and morphs, then those of other nodes, then those of materials. */
static const gltf_out_channel *channel_at(const gltf_writer *writer, uint32_t at)
{
    uint32_t own = writer->channel_count, nodes = own + writer->node_channel_count;
    return at < own     ? &writer->channels[at]
           : at < nodes ? &writer->node_channels[at - own]
                        : &writer->values[at - nodes];
}

void hone_gltf_write_animations(gltf_writer *writer, hone_json *json)
{
    uint32_t count = writer->channel_count + writer->node_channel_count + writer->value_count;
    if (count == 0)
        return;
    hone_gltf_json_begin(json, "animations", '[');
    hone_json_object(json);
    hone_gltf_json_text(json, "name", writer->desc->motion_name);
    hone_gltf_json_begin(json, "channels", '[');
    for (uint32_t c = 0; c < count; c++) write_channel(channel_at(writer, c), c, json);
    hone_json_end(json, ']');
    hone_gltf_json_begin(json, "samplers", '[');
    for (uint32_t c = 0; c < count; c++) write_sampler(channel_at(writer, c), json);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
    hone_json_end(json, ']');
}
