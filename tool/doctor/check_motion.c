#include "tool/doctor/checks.h"

#include <string.h>

static void check_tracks(const hone_model *model, const hone_motion *motion, findings *out)
{
    const char *names[FINDING_NAMES];
    uint32_t count = 0, kept;
    hone_error error = {0};
    if (!hone_motion_unbound(motion, model, names, FINDING_NAMES, &count, &error)) {
        out->out_of_memory = true;
        return;
    }
    const hone_motion_data *data = hone_motion_get(motion);
    finding_names lost = {0};
    kept = count < FINDING_NAMES ? count : FINDING_NAMES;
    for (uint32_t i = 0; i < kept; i++) finding_names_add(&lost, "%s", names[i]);
    lost.total = count;
    findings_add(out, FINDING_WARNING, "unbound-track", &lost,
                 "%u of the motion's %u tracks move nothing on this model", count,
                 data->bone_track_count + data->morph_track_count);
}

static bool has_target(const hone_model_data *model, const hone_channel *channel, const hone_channel_target *target)
{
    if (channel->path == HONE_CHANNEL_WEIGHTS) {
        for (uint32_t m = 0; m < model->morph_count; m++)
            if (strcmp(model->morphs[m].name, target->name) == 0)
                return true;
        return false;
    }
    for (uint32_t b = 0; b < model->skeleton.bone_count; b++)
        if (strcmp(model->skeleton.bones[b].name, target->name) == 0)
            return true;
    return false;
}

/* Channels of a model's own file bind by index, and always fit. */
static void check_channels(const hone_model_data *model, const hone_motion_data *motion, findings *out)
{
    uint32_t total = 0, lost_count = 0;
    const char *last = NULL; /* the channels of a bone follow each other */
    finding_names lost = {0};
    if (motion->source && motion->source == model->source)
        return;
    for (uint32_t c = 0; c < motion->channel_count; c++)
        for (uint32_t t = 0; t < motion->channels[c].target_count; t++, total++) {
            const hone_channel_target *target = &motion->channels[c].targets[t];
            if (has_target(model, &motion->channels[c], target))
                continue;
            lost_count++;
            if (!last || strcmp(last, target->name) != 0)
                finding_names_add(&lost, "%s", target->name);
            last = target->name;
        }
    findings_add(out, FINDING_WARNING, "unbound-channel", &lost,
                 "%u of the motion's %u channels find no bone or morph of their name; a humanoid motion is "
                 "retargeted",
                 lost_count, total);
}

static bool has_chain(const hone_skeleton *skeleton, const char *goal)
{
    for (uint32_t k = 0; k < skeleton->ik_count; k++)
        if (strcmp(skeleton->bones[skeleton->iks[k].bone].name, goal) == 0)
            return true;
    return false;
}

static void check_switches(const hone_skeleton *skeleton, const hone_motion_data *motion, findings *out)
{
    finding_names lost = {0};
    const hone_property_key *key = motion->property_key_count ? &motion->property_keys[0] : NULL;
    for (uint32_t s = 0; key && s < key->state_count; s++)
        if (!has_chain(skeleton, key->states[s].name.text))
            finding_names_add(&lost, "%s", key->states[s].name.text);
    findings_add(out, FINDING_NOTE, "unbound-chain", &lost,
                 "the motion switches IK chains that the model does not have");
}

/* A model without IK chains for the legs does not follow keys of their goals. */
static void check_feet(const hone_skeleton *skeleton, const hone_motion_data *motion, findings *out)
{
    static const char *const goals[] = {"左足ＩＫ", "右足ＩＫ"};
    finding_names lost = {0};
    for (uint32_t t = 0; t < motion->bone_track_count; t++)
        for (int g = 0; g < 2; g++)
            if (motion->bone_tracks[t].key_count > 1 && strcmp(motion->bone_tracks[t].name.text, goals[g]) == 0 &&
                !has_chain(skeleton, goals[g]))
                finding_names_add(&lost, "%s", goals[g]);
    findings_add(out, FINDING_WARNING, "no-leg-chain", &lost,
                 "the motion moves the feet by IK chains that the model does not have; --retarget on moves the "
                 "legs");
}

void check_motion(const hone_model *model, const hone_motion *motion, findings *out)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_motion_data *keys = hone_motion_get(motion);
    if (!hone_motion_is_for(motion, model))
        findings_add(out, FINDING_NOTE, "other-model", NULL, "the motion was made for the model '%s'",
                     keys->model_name);
    if (keys->bone_track_count + keys->morph_track_count)
        check_tracks(model, motion, out);
    check_channels(data, keys, out);
    check_switches(&data->skeleton, keys, out);
    check_feet(&data->skeleton, keys, out);
}
