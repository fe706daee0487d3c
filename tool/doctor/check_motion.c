/* Checks what of a motion moves nothing on the model. */
#include "tool/doctor/checks.h"

#include <string.h>

static uint32_t count_targets(const hone_motion_data *motion)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < motion->channel_count; c++) count += motion->channels[c].target_count;
    return count;
}

/* Names of tracks and channels, each once: the channels of a bone follow each other. */
static void check_tracks(const hone_model *model, const hone_motion *motion, findings *out)
{
    enum { CHANNELS = 3, NAMES = CHANNELS * FINDING_NAMES };
    const char *names[NAMES];
    uint32_t count = 0;
    hone_error error = {0};
    if (!hone_motion_unbound(motion, model, names, NAMES, &count, &error)) {
        out->out_of_memory = true;
        return;
    }
    const hone_motion_data *data = hone_motion_get(motion);
    finding_names lost = {0};
    for (uint32_t i = 0; i < count && i < NAMES; i++)
        if (i == 0 || strcmp(names[i], names[i - 1]) != 0)
            finding_names_add(&lost, "%s", names[i]);
    if (data->channel_count) {
        findings_add(out, FINDING_WARNING, "unbound-channel", &lost,
                     "%u of the motion's %u channels find no bone or morph of their name; a humanoid motion is "
                     "retargeted",
                     count, count_targets(data));
        return;
    }
    lost.total = count;
    findings_add(out, FINDING_WARNING, "unbound-track", &lost,
                 "%u of the motion's %u tracks move nothing on this model", count,
                 data->bone_track_count + data->morph_track_count);
}

static void check_switches(const hone_model *model, const hone_motion_data *motion, findings *out)
{
    finding_names lost = {0};
    const hone_property_key *key = motion->property_key_count ? &motion->property_keys[0] : NULL;
    for (uint32_t s = 0; key && s < key->state_count; s++)
        if (hone_model_find_ik(model, key->states[s].name.text) == HONE_NONE)
            finding_names_add(&lost, "%s", key->states[s].name.text);
    findings_add(out, FINDING_NOTE, "unbound-chain", &lost,
                 "the motion switches IK chains that the model does not have");
}

/* A model without IK chains for the legs does not follow keys of their goals. */
static void check_feet(const hone_model *model, const hone_motion_data *motion, findings *out)
{
    static const char *const goals[] = {"左足ＩＫ", "右足ＩＫ"};
    finding_names lost = {0};
    for (uint32_t t = 0; t < motion->bone_track_count; t++)
        for (int g = 0; g < 2; g++)
            if (motion->bone_tracks[t].key_count > 1 && strcmp(motion->bone_tracks[t].name.text, goals[g]) == 0 &&
                hone_model_find_ik(model, goals[g]) == HONE_NONE)
                finding_names_add(&lost, "%s", goals[g]);
    findings_add(out, FINDING_WARNING, "no-leg-chain", &lost,
                 "the motion moves the feet by IK chains that the model does not have; --retarget on moves the "
                 "legs");
}

void check_motion(const hone_model *model, const hone_motion *motion, findings *out)
{
    const hone_motion_data *keys = hone_motion_get(motion);
    if (!hone_motion_is_for(motion, model))
        findings_add(out, FINDING_NOTE, "other-model", NULL, "the motion was made for the model '%s'",
                     keys->model_name);
    if (keys->bone_track_count || keys->morph_track_count || keys->channel_count)
        check_tracks(model, motion, out);
    check_switches(model, keys, out);
    check_feet(model, keys, out);
}
