#include "bake/keys.h"
#include "bake/measure.h"
#include "bake/shares.h"
#include "base/error.h"
#include "base/math.h"
#include <string.h>

typedef struct baking {
    const hone_bake_desc *desc;
    const hone_model *model;
    hone_builder *memory;
    bake_window window;
    bake_shares shares;
    bake_keys keys;
    bake_keys_mark mark;
    bake_measure measure;
    float boldness; /* by how much shares may go beyond what would be safe whatever the bones do */
    hone_bake_report *report;
} baking;

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

static uint32_t track_of(uint32_t bone, int part)
{
    return bone * BAKE_PARTS + (uint32_t)part;
}

/* What holds without a key: the bone's transform at rest, relative to its parent; a morph's own weight. */
static void note_rest(baking *b)
{
    const hone_skeleton *skeleton = &b->window.model->skeleton;
    bool mmd = b->window.model->space == HONE_SPACE_MMD;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_bone *bone = &skeleton->bones[i];
        float(*last)[4] = b->keys.last + track_of(i, 0);
        memcpy(last[HONE_CHANNEL_TRANSLATION], bone->rest.translation, sizeof bone->rest.translation);
        memcpy(last[HONE_CHANNEL_ROTATION], bone->rest.rotation, sizeof bone->rest.rotation);
        memcpy(last[HONE_CHANNEL_SCALE], bone->rest.scale, sizeof bone->rest.scale);
        for (int r = 0; mmd && r < 3; r++) last[HONE_CHANNEL_TRANSLATION][r] = bone->rest_local.m[r][3];
        memcpy(b->window.last_turns[i], bone->rest.rotation, sizeof bone->rest.rotation);
    }
    for (uint32_t m = 0; m < b->window.morph_count; m++)
        b->keys.last[track_of(skeleton->bone_count, 0) + m][0] =
            b->window.model->morphs[b->window.morphs[m]].default_weight;
}

static bool prepare(baking *b, hone_error *error)
{
    const hone_bake_desc *desc = b->desc;
    if (!bake_window_make(b->model, b->memory, &b->window, error) ||
        !bake_shares_make(&b->window, b->memory, &b->shares, error))
        return false;
    uint32_t tracks = track_of(b->window.bone_count, 0) + b->window.morph_count;
    if (!bake_keys_make(tracks, desc->allocator, b->memory, &b->keys, &b->mark))
        return hone_builder_fail(b->memory, error);
    note_rest(b);
    return bake_measure_make(&b->window, desc->allocator, b->memory, &b->measure, error);
}

/* ---- windows ----------------------------------------------------------------------------------------------------- */

/* From where the last window ended, whose last frame is this one's first. */
static bool play(baking *b, hone_error *error)
{
    bake_window *window = &b->window;
    window->begin += window->count ? window->count - 1 : 0;
    uint32_t left = b->desc->last_frame - window->begin;
    window->count = left < BAKE_WINDOW - 1 ? left + 1 : BAKE_WINDOW;
    for (uint32_t at = 0; at < window->count; at++) {
        uint32_t frame = window->begin + at;
        hone_actor_update_frame(b->desc->actor, frame);
        bake_window_note(window, at, b->desc->actor);
        if (b->desc->progress && !b->desc->progress(b->desc->user, frame))
            return hone_fail(error, HONE_ERROR_ARGUMENT, frame, "given up at frame %u", frame);
    }
    return true;
}

static void choose_keys(baking *b, float tolerance)
{
    bake_window *window = &b->window;
    const bake_shares *shares = &b->shares;
    bake_window_reset(window);
    bake_shares_divide(&b->shares, window, tolerance, (const float(*)[4])b->keys.last);
    for (uint32_t i = 0; i < window->bone_count; i++)
        for (int p = 0; p < BAKE_PARTS && window->moved[i]; p++) {
            const bake_track track = {bake_part(&window->keyed, p, i), bake_part_widths[p], p == HONE_CHANNEL_ROTATION,
                                      shares->most[p][i]};
            bake_keys_add(&b->keys, track_of(i, p), &track, window->begin, window->count,
                          shares->still / fmaxf(shares->gains[p][i], 1e-20f));
        }
    for (uint32_t m = 0; m < window->morph_count; m++) {
        const bake_track track = {bake_weights(&window->keyed, m), 1, false, shares->most_weights[m]};
        bake_keys_add(&b->keys, track_of(window->bone_count, 0) + m, &track, window->begin, window->count, 0);
    }
}

static bool try_keys(baking *b, float boldness, bake_errors *errors, hone_error *error)
{
    bake_keys_go_back(&b->keys, &b->mark);
    choose_keys(b, b->desc->tolerance * boldness);
    if (b->keys.log.failed)
        return hone_fail_memory(error);
    return bake_measure_keys(&b->measure, &b->window, errors, error);
}

/* Shares that are safe whatever the bones do leave most of the tolerance unused. So bolder ones are tried, and what
 * comes of them is measured; the last window's are a good guess for the next. */
static bool settle_keys(baking *b, bake_errors *errors, hone_error *error)
{
    enum { TRIES = 4 };
    const float most = 64, enough = 0.6f, aim = 0.85f;
    const double tolerance = (double)b->desc->tolerance;
    float good = 1, boldness = b->boldness;
    bool tried_good = false;
    bake_keys_set_mark(&b->keys, &b->mark);
    for (int i = 0; i < TRIES && tolerance > 0; i++) {
        if (!try_keys(b, boldness, errors, error))
            return false;
        double worst = fmax(errors->joint, errors->vertex);
        tried_good = worst <= tolerance;
        good = tried_good ? boldness : good;
        if (tried_good && (worst >= (double)enough * tolerance || boldness == most))
            break;
        float wish = boldness * (float)((double)aim * tolerance / fmax(worst, tolerance / (double)most));
        boldness = fminf(fmaxf(wish, good), most);
        if (!(boldness > good)) {
            boldness = good;
            break;
        }
    }
    b->boldness = good;
    return tried_good || try_keys(b, good, errors, error);
}

static bool bake_window_now(baking *b, hone_error *error)
{
    bake_errors errors;
    hone_bake_report *report = b->report;
    if (!settle_keys(b, &errors, error) ||
        !bake_measure_deform(&b->measure, &b->window, &report->deform_error, &report->worst_deformed, error))
        return false;
    if (!(errors.joint <= report->joint_error))
        report->joint_error = errors.joint, report->worst_bone = errors.worst_bone;
    if (!(errors.vertex <= report->vertex_error))
        report->vertex_error = errors.vertex, report->worst_vertex = errors.worst_vertex;
    return true;
}

static bool go_through(baking *b, hone_error *error)
{
    do {
        if (!play(b, error) || !bake_window_now(b, error))
            return false;
    } while (b->window.begin + b->window.count - 1 < b->desc->last_frame);
    return true;
}

/* ---- the motion -------------------------------------------------------------------------------------------------- */

static hone_channel_target target_of(const baking *b, hone_builder *builder, uint32_t track)
{
    const hone_model_data *model = b->window.model;
    uint32_t bones = track_of(b->window.bone_count, 0);
    int32_t index = (int32_t)(track < bones ? track / BAKE_PARTS : b->window.morphs[track - bones]);
    const char *name = track < bones ? model->skeleton.bones[index].name : model->morphs[index].name;
    return (hone_channel_target){hone_builder_text(builder, name, strlen(name)), index};
}

/* Poses of MMD's models hold what is added to rest. */
static void fill_value(const baking *b, const hone_channel *channel, const float value[4], float *out)
{
    static const uint32_t widths[HONE_CHANNEL_PATH_COUNT] = {3, 4, 3, 1};
    memcpy(out, value, widths[channel->path] * sizeof *out);
    const hone_bone *bone = &b->window.model->skeleton.bones[channel->targets[0].index];
    for (int r = 0; r < 3 && channel->path == HONE_CHANNEL_TRANSLATION && b->window.model->space == HONE_SPACE_MMD; r++)
        out[r] -= bone->rest_local.m[r][3];
}

static bool fill_channel(const baking *b, hone_builder *builder, uint32_t track, const bake_key *keys,
                         hone_channel *out)
{
    uint32_t bones = track_of(b->window.bone_count, 0), count = b->keys.counts[track];
    hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
    double *times = hone_builder_array(builder, count, sizeof *times);
    uint8_t path = track < bones ? (uint8_t)(track % BAKE_PARTS) : HONE_CHANNEL_WEIGHTS;
    uint32_t width = path == HONE_CHANNEL_WEIGHTS ? 1 : bake_part_widths[path];
    float *values = hone_builder_array(builder, count, width * sizeof *values);
    if (!target || !times || !values)
        return false;
    *target = target_of(b, builder, track);
    *out = (hone_channel){
        .path = path, .target_count = 1, .targets = target, .key_count = count, .times = times, .values = values};
    for (uint32_t k = 0; k < count; k++) {
        times[k] = keys[k].frame / (double)HONE_FRAMES_PER_SECOND;
        fill_value(b, out, keys[k].value, values + (size_t)k * width);
    }
    return true;
}

static bool fill_motion(const baking *b, hone_builder *builder, hone_motion_data *out)
{
    uint32_t kept = 0, at = 0;
    size_t keys = b->keys.log.bytes.size / sizeof(bake_key);
    for (uint32_t t = 0; t < b->keys.track_count; t++) kept += b->keys.counts[t] > 0;
    bake_key *sorted = hone_builder_array(b->memory, keys, sizeof *sorted);
    hone_channel *channels = hone_builder_array(builder, kept, sizeof *channels);
    out->model_name = hone_builder_text(builder, b->window.model->name, strlen(b->window.model->name));
    if ((keys && !sorted) || (kept && !channels))
        return false;
    if (sorted)
        bake_keys_sort(&b->keys, sorted);
    for (uint32_t t = 0; t < b->keys.track_count; at += b->keys.counts[t++])
        if (b->keys.counts[t] && !fill_channel(b, builder, t, sorted + at, &channels[out->channel_count++]))
            return false;
    out->channels = channels;
    b->report->keys_before = (uint64_t)kept * (b->desc->last_frame + 1);
    b->report->keys_after = keys;
    return true;
}

static hone_motion *make_motion(const baking *b, hone_error *error)
{
    hone_motion_data data = {.space = b->window.model->space, .source = b->window.model->source};
    hone_builder *builder = hone_builder_create(b->desc->allocator, 0, error);
    if (!builder)
        return NULL;
    if (!fill_motion(b, builder, &data)) {
        hone_builder_destroy(builder);
        return hone_fail_memory(error), NULL;
    }
    return hone_motion_create(builder, &data, NULL, error);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static bool check(const hone_bake_desc *desc, hone_error *error)
{
    if (!desc || !desc->actor)
        return hone_fail_null(error, "the actor to bake");
    if (!(desc->tolerance >= 0 && desc->tolerance < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a tolerance of %g", (double)desc->tolerance);
    if (desc->last_frame >= HONE_BAKE_FRAMES_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->last_frame, "%u frames are more than %d can be baked",
                         desc->last_frame, HONE_BAKE_FRAMES_MAX);
    return true;
}

hone_motion *hone_bake(const hone_bake_desc *desc, hone_bake_report *report, hone_error *error)
{
    hone_bake_report unseen;
    report = report ? report : &unseen;
    *report = (hone_bake_report){0};
    if (!check(desc, error))
        return NULL;
    baking b = {.desc = desc, .model = hone_actor_model(desc->actor), .boldness = 8, .report = report};
    b.memory = hone_builder_create(desc->allocator, 0, error);
    hone_motion *motion = NULL;
    if (b.memory && prepare(&b, error) && go_through(&b, error))
        motion = make_motion(&b, error);
    bake_measure_release(&b.measure);
    hone_bytes_release(&b.keys.log.bytes);
    hone_builder_destroy(b.memory);
    return motion;
}
