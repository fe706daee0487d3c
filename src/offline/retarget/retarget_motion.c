/* Writes the keys of a retarget as a motion: channels, or MMD's tracks. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "offline/retarget/retarget.h"
#include <string.h>

typedef struct retarget_fill {
    const retarget_context *r;
    hone_builder *builder;
    hone_bake_key *keys; /* the keys of each track are consecutive */
    uint32_t *begin;     /* [track_count] first key of each track */
} retarget_fill;

static const hone_bake_key *keys_of(const retarget_fill *f, size_t track)
{
    return f->keys + f->begin[track];
}

static const char *text(const retarget_fill *f, const char *name)
{
    return hone_builder_text(f->builder, name, strlen(name));
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

/* Returns the seconds of a sample. The last one is at the duration, to the bit. */
static double time_of(const retarget_context *r, uint32_t sample)
{
    if (r->desc->duration > 0 && sample == r->desc->last_frame)
        return r->desc->duration;
    return sample * r->step / HONE_FRAMES_PER_SECOND;
}

static bool fill_channel(const retarget_fill *f, uint32_t track, uint8_t path, hone_channel_target to,
                         hone_channel *out)
{
    static const uint32_t widths[HONE_CHANNEL_PATH_COUNT] = {3, 4, 3, 1};
    uint32_t count = f->r->keys.counts[track], width = widths[path];
    hone_channel_target *target = hone_builder_array(f->builder, 1, sizeof *target);
    double *times = hone_builder_array(f->builder, count, sizeof *times);
    float *values = hone_builder_array(f->builder, count, width * sizeof *values);
    if (!target || !times || !values)
        return false;
    *target = to;
    for (uint32_t k = 0; k < count; k++) {
        const hone_bake_key *key = &keys_of(f, track)[k];
        times[k] = time_of(f->r, key->time);
        memcpy(values + (size_t)k * width, key->value, width * sizeof *values);
    }
    *out = (hone_channel){
        .path = path, .target_count = 1, .targets = target, .key_count = count, .times = times, .values = values};
    return true;
}

static bool fill_channels(const retarget_fill *f, hone_motion_data *out)
{
    const retarget_context *r = f->r;
    uint32_t bones = 2 * r->driven_count;
    hone_channel *channels = hone_builder_array(f->builder, r->keys.track_count, sizeof *channels);
    for (uint32_t t = 0; channels && t < r->keys.track_count; t++) {
        int32_t index = (int32_t)(t < bones ? r->driven[t / 2] : r->pairs[t - bones].to);
        const char *name =
            t < bones ? r->target.model->skeleton.bones[index].name : r->target.model->morphs[index].name;
        uint8_t path = t >= bones ? HONE_CHANNEL_WEIGHTS : t % 2 ? HONE_CHANNEL_ROTATION : HONE_CHANNEL_TRANSLATION;
        if (r->keys.counts[t] &&
            !fill_channel(f, t, path, (hone_channel_target){text(f, name), index}, &channels[out->channel_count++]))
            return false;
    }
    out->channels = channels;
    return channels || r->keys.track_count == 0;
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

static bool fill_bone_track(const retarget_fill *f, size_t driven, hone_bone_track *out)
{
    const hone_bone *bone = &f->r->target.model->skeleton.bones[f->r->driven[driven]];
    uint32_t count = f->r->keys.counts[2 * driven];
    hone_bone_key *keys = hone_builder_array(f->builder, count, sizeof *keys);
    if (!keys)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        const hone_bake_key *place = &keys_of(f, 2 * driven)[k], *turn = &keys_of(f, 2 * driven + 1)[k];
        keys[k] = (hone_bone_key){.frame = place->time};
        for (int i = 0; i < 3; i++) keys[k].translation[i] = place->value[i] - bone->rest_local.m[i][3];
        memcpy(keys[k].rotation, turn->value, sizeof keys[k].rotation);
        for (int i = 0; i < 4; i++) keys[k].curves[i] = (hone_curve)HONE_CURVE_LINEAR;
    }
    *out = (hone_bone_track){{.text = text(f, bone->name)}, count, keys};
    return true;
}

static bool fill_morph_track(const retarget_fill *f, uint32_t pair, hone_morph_track *out)
{
    size_t track = 2 * (size_t)f->r->driven_count + pair;
    uint32_t count = f->r->keys.counts[track];
    hone_morph_key *keys = hone_builder_array(f->builder, count, sizeof *keys);
    if (!keys)
        return false;
    for (uint32_t k = 0; k < count; k++)
        keys[k] = (hone_morph_key){keys_of(f, track)[k].time, keys_of(f, track)[k].value[0]};
    *out = (hone_morph_track){{.text = text(f, f->r->target.model->morphs[f->r->pairs[pair].to].name)}, count, keys};
    return true;
}

/* Whether a chain turns a human bone. */
static bool turns_human(const retarget_context *r, const hone_ik *ik)
{
    for (uint32_t i = 0; i < ik->link_count; i++)
        if (r->roles[ik->links[i].bone] >= 0)
            return true;
    return false;
}

/* Switches off the chains of human bones: legs that are turned stay so. */
static bool fill_chains(const retarget_fill *f, hone_motion_data *out)
{
    const hone_skeleton *skeleton = &f->r->target.model->skeleton;
    hone_property_key *key = hone_builder_array(f->builder, 1, sizeof *key);
    hone_ik_state *states = hone_builder_array(f->builder, skeleton->ik_count, sizeof *states);
    if (!key || (!states && skeleton->ik_count))
        return false;
    *key = (hone_property_key){.visible = true, .states = states};
    for (uint32_t i = 0; i < skeleton->ik_count; i++)
        if (turns_human(f->r, &skeleton->iks[i]))
            states[key->state_count++] =
                (hone_ik_state){.name = {.text = text(f, skeleton->bones[skeleton->iks[i].bone].name)}};
    out->property_keys = key;
    out->property_key_count = key->state_count > 0;
    return true;
}

static bool fill_tracks(const retarget_fill *f, hone_motion_data *out)
{
    const retarget_context *r = f->r;
    hone_bone_track *bones = hone_builder_array(f->builder, r->driven_count, sizeof *bones);
    hone_morph_track *morphs = hone_builder_array(f->builder, r->pair_count, sizeof *morphs);
    out->bone_tracks = bones;
    out->morph_tracks = morphs;
    if ((!bones && r->driven_count) || (!morphs && r->pair_count))
        return false;
    for (size_t d = 0; d < r->driven_count; d++)
        if (r->keys.counts[2 * d] && !fill_bone_track(f, d, &bones[out->bone_track_count++]))
            return false;
    for (uint32_t p = 0; p < r->pair_count; p++)
        if (r->keys.counts[2 * (size_t)r->driven_count + p] &&
            !fill_morph_track(f, p, &morphs[out->morph_track_count++]))
            return false;
    return !r->turns || fill_chains(f, out);
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static bool fill_motion(retarget_fill *f, hone_motion_data *out)
{
    const retarget_context *r = f->r;
    size_t count = r->keys.log.bytes.size / sizeof(hone_bake_key);
    f->keys = hone_arena_array(r->memory, count, sizeof *f->keys);
    f->begin = hone_arena_array(r->memory, (size_t)r->keys.track_count + 1, sizeof *f->begin);
    if ((count && !f->keys) || !f->begin)
        return false;
    if (count)
        hone_bake_keys_sort(&r->keys, f->keys);
    uint64_t tracks = 0;
    for (uint32_t t = 0; t < r->keys.track_count; t++) {
        f->begin[t + 1] = f->begin[t] + r->keys.counts[t];
        tracks += r->keys.counts[t] > 0;
    }
    r->report->keys_before = tracks * (r->desc->last_frame + 1);
    r->report->keys_after = count;
    out->model_name = text(f, r->target.model->name);
    return out->space == HONE_SPACE_MMD ? fill_tracks(f, out) : fill_channels(f, out);
}

hone_motion *hone_retarget_make_motion(retarget_context *r, hone_error *error)
{
    hone_motion_data data = {.space = r->target.model->space, .source = r->target.model->source};
    retarget_fill f = {.r = r, .builder = hone_builder_create(r->desc->allocator, 0, error)};
    if (!f.builder)
        return NULL;
    if (!fill_motion(&f, &data)) {
        hone_builder_destroy(f.builder);
        return hone_fail_memory(error), NULL;
    }
    return hone_motion_create(f.builder, &data, NULL, error);
}
