#include "tool/play/retarget_motions.h"
#include "tool/files/input_file.h"
#include "tool/play/humanoid_map.h"
#include "tool/play/motion_fit.h"

#include <hone/io.h>
#include <hone/retarget.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many of the humanoid bones the motion moves on a model, by name. */
static int count_moved(const hone_motion *motion, const hone_model *model)
{
    hone_error error = {0};
    const hone_humanoid human = hone_model_humanoid(model);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    int count = 0;
    if (actor && hone_actor_play(actor, motion, NULL, &error).id) {
        hone_actor_sample_frame(actor, 0);
        const hone_pose *pose = hone_actor_writable_pose(actor);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
            count += human.bones[h] != HONE_NONE && pose->animated[human.bones[h]];
    }
    hone_actor_destroy(actor);
    return count;
}

/* Errors do not begin with "FILE: ". */
static hone_model *load_model(const char *path, const playback_values *play, bool strict, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(path, folder);
    input_folder beside;
    const hone_file_resolver files = input_folder_files(&beside, folder, play->allow_outside);
    const hone_load_desc desc = {.strict = strict, .files = &files, .unit = play->motion_unit};
    hone_bytes bytes = {0};
    hone_model *model = NULL;
    if (input_file_read(path, NULL, &bytes, error))
        model = hone_model_load_memory(bytes.data, bytes.size, &desc, error);
    hone_bytes_release(&bytes);
    return model;
}

int retarget_load_source(const playback_values *play, hone_model **out, report *r)
{
    hone_error error = {0};
    *out = play->made_for ? load_model(play->made_for, play, play->strict, &error) : NULL;
    if (play->made_for && !*out)
        return report_failure(r, play->made_for, &error);
    report_warn_all(r, play->made_for, hone_model_warnings(*out));
    return STATUS_OK;
}

/* Finds the model whose bones the motion was made for. A VMD does not contain it; other formats do. */
static hone_model *find_source(const input *item, const hone_model *made_for, const playback_values *play,
                               hone_error *error)
{
    if (made_for)
        return hone_model_retain(made_for);
    if (hone_motion_get(item->motion)->space == HONE_SPACE_MMD)
        return hone_mmd_default_skeleton(item->motion, NULL, error);
    return item->bones ? hone_model_retain(item->bones) : load_model(item->path, play, false, error);
}

/* Retargets the motion and warns. why: the beginning of the warning. */
static hone_motion *carry_over(const input *item, const hone_model *source, const hone_model *model,
                               const playback_values *play, const char *why, report *r, hone_error *error)
{
    const hone_actor_desc like = {.model = source, .rules = play->rules};
    hone_actor *actor = hone_actor_create(&like, error);
    hone_motion *out = NULL;
    hone_retarget_report done;
    const hone_retarget_desc desc = {.source = actor,
                                     .target = model,
                                     .duration = hone_motion_duration(item->motion),
                                     .morphs_only = motion_moves_morphs_only(item->motion),
                                     .reach_hands = play->hands == PLAYBACK_HANDS_REACH,
                                     .feet = (hone_retarget_feet)play->feet.kind,
                                     .contact_speed = play->feet.speed,
                                     .contact_height = play->feet.height,
                                     .floor_known = play->feet.floor.given,
                                     .floor = play->feet.floor.value};
    if (actor && hone_actor_play(actor, item->motion, NULL, error).id)
        out = hone_retarget(&desc, &done, error);
    hone_actor_destroy(actor);
    if (out) {
        char text[160];
        if (done.bones + done.morphs == 0)
            snprintf(text, sizeof text, "%s: nothing of it moves the model, which lacks what it moves", why);
        else if (desc.morphs_only)
            snprintf(text, sizeof text, "%s: retargeted to %u morphs (--retarget)", why, done.morphs);
        else
            snprintf(text, sizeof text, "%s: retargeted to %u bones and %u morphs (--retarget)", why, done.bones,
                     done.morphs);
        report_warn(r, item->path, text);
    }
    return out;
}

/* The same, with the bones that --map gives to source and target. */
static hone_motion *carry_over_mapped(const input *item, const hone_model *source, const hone_model *model,
                                      const playback_values *play, const char *why, report *r, hone_error *error)
{
    hone_model *from = humanoid_map_apply(play->map, HUMANOID_MAP_SOURCE, source, error);
    hone_model *to = from ? humanoid_map_apply(play->map, HUMANOID_MAP_TARGET, model, error) : NULL;
    hone_motion *out = to ? carry_over(item, from, to, play, why, r, error) : NULL;
    hone_model_release(from);
    hone_model_release(to);
    return out;
}

/* ---- feet that are moved by IK chains ---- */

static const hone_bone_track *find_track(const hone_motion_data *data, const char *name)
{
    for (uint32_t i = 0; i < data->bone_track_count; i++)
        if (strcmp(data->bone_tracks[i].name.text, name) == 0)
            return &data->bone_tracks[i];
    return NULL;
}

/* Whether its keys move the bone away from rest at any time. */
static bool track_moves(const hone_bone_track *track)
{
    const float least = 1e-3f;
    for (uint32_t k = 0; track && k < track->key_count; k++)
        for (int i = 0; i < 3; i++)
            if (fabsf(track->keys[k].translation[i]) > least || fabsf(track->keys[k].rotation[i]) > least)
                return true;
    return false;
}

/* Whether the first key that names the chain turns it on; true if no key names it. */
static bool chain_is_on(const hone_motion_data *data, const char *goal)
{
    for (uint32_t k = 0; k < data->property_key_count; k++) {
        const hone_property_key *key = &data->property_keys[k];
        for (uint32_t s = 0; s < key->state_count; s++)
            if (strcmp(key->states[s].name.text, goal) == 0)
                return key->states[s].enabled;
    }
    return true;
}

/* Whether the motion moves a foot by the goal bone of MMD's leg chain and the model lacks that chain: the leg would not
 * move. A goal without movement is fine, since such a motion may turn the knees itself. */
static bool lacks_leg_chains(const hone_motion_data *data, const hone_model *model)
{
    static const char *const goals[2] = {"左足ＩＫ", "右足ＩＫ"}, *const knees[2] = {"左ひざ", "右ひざ"};
    bool lacks = false;
    for (int side = 0; side < 2; side++) {
        const hone_bone_track *goal = find_track(data, goals[side]);
        bool drives = goal && goal->key_count && chain_is_on(data, goals[side]) &&
                      (track_moves(goal) || !track_moves(find_track(data, knees[side])));
        lacks |= drives && hone_model_find_ik(model, goals[side]) == HONE_NONE;
    }
    return lacks;
}

/* ---- whether to retarget, and how ---- */

/* Names are good enough if they find most of the required humanoid bones, or as many as the motion moves. */
static bool names_do(const input *item, const hone_model *model, const hone_model *source)
{
    enum { MOST_REQUIRED = 8 };
    int found = count_moved(item->motion, model);
    return found >= MOST_REQUIRED || (source && 2 * found >= count_moved(item->motion, source));
}

/* Whether bones of the same name lie in other directions from their parents: then keys for one do something else with
 * the other. Rotations at rest say less, because files without a mesh often rest in a pose. */
static bool axes_differ(const hone_model *source, const hone_model *model)
{
    enum { MANY = 4 };
    const hone_skeleton *from = hone_model_skeleton(source), *to = hone_model_skeleton(model);
    const hone_humanoid human = hone_model_humanoid(model);
    int apart = 0;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        const hone_bone *bone = human.bones[h] == HONE_NONE ? NULL : &to->bones[human.bones[h]];
        int32_t other = bone ? hone_model_find_bone(source, bone->name) : HONE_NONE;
        if (other == HONE_NONE)
            continue;
        float a[3], b[3];
        hone_affine_origin(&from->bones[other].rest_local, a);
        hone_affine_origin(&bone->rest_local, b);
        apart += hone_vec3_normalise(a, a) && hone_vec3_normalise(b, b) && hone_vec3_dot(a, b) < 0.5f;
    }
    return apart >= MANY;
}

/* Whether the model has any of the morphs that the motion moves, by their names. */
static bool morphs_do(const hone_motion *motion, const hone_model *model)
{
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, NULL);
    bool any = sampler && hone_sampler_bound_count(sampler) > 0;
    hone_sampler_destroy(sampler);
    return any;
}

/* Whether any morph of a model has a name of the same expression in the other. */
static bool morphs_fit(const hone_model *source, const hone_model *model)
{
    const hone_model_data *from = hone_model_get(source), *to = hone_model_get(model);
    for (uint32_t i = 0; i < to->morph_count; i++) {
        const char *names = hone_morph_synonyms(to->morphs[i].name);
        for (uint32_t k = 0; names && k < from->morph_count; k++)
            if (hone_morph_synonyms(from->morphs[k].name) == names)
                return true;
    }
    return false;
}

bool retarget_motion(const input *item, const hone_model *made_for, const hone_model *model,
                     const playback_values *play, report *r, hone_motion **out, hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(item->motion);
    /* channels in another model's space can only be retargeted */
    bool morphs_only = motion_moves_morphs_only(item->motion);
    bool moves = data->bone_track_count || data->channel_count || data->packed || morphs_only;
    bool asked = play->retarget == PLAYBACK_RETARGET_ON || made_for || play->map || data->vrm_animation ||
                 data->space != hone_model_get(model)->space;
    *out = NULL;
    bool own = made_for && hone_model_get(made_for)->source == hone_model_get(model)->source;
    if (play->retarget == PLAYBACK_RETARGET_OFF || !moves || item->model ||
        (own && play->retarget == PLAYBACK_RETARGET_AUTO))
        return true;
    bool lame = !asked && lacks_leg_chains(data, model);
    bool other = data->channel_count && data->source != hone_model_get(model)->source; /* channels of another file */
    if (!asked &&
        (morphs_only ? morphs_do(item->motion, model)
                     : hone_model_humanoid(model).missing || (!lame && !other && names_do(item, model, NULL))))
        return true;
    hone_error why = {0};
    hone_model *source = find_source(item, made_for, play, asked ? error : &why);
    bool human = source && !hone_model_humanoid(source).missing;
    bool wanted =
        asked ||
        (morphs_only ? source && morphs_fit(source, model)
                     : human && (lame || !names_do(item, model, source) || (other && axes_differ(source, model))));
    if (source && wanted)
        *out = carry_over_mapped(item, source, model, play,
                                 lame ? "its feet are moved by IK chains that the model lacks" : "made for another rig",
                                 r, error);
    bool ok = *out || !wanted;
    hone_model_release(source);
    return ok;
}
