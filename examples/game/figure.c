#include "figure.h"
#include <string.h>

static const char *bone_name(const hone_model *model, int32_t bone)
{
    return bone == HONE_NONE ? NULL : hone_model_skeleton(model)->bones[bone].name;
}

/* The goal bone of the IK chain that moves a foot. */
static int32_t goal_of(const hone_model *model, int32_t foot)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t i = 0; i < skeleton->ik_count; i++)
        if (skeleton->iks[i].effector == foot)
            return skeleton->iks[i].bone;
    return HONE_NONE;
}

static void place_of(const hone_model *model, int32_t bone, float out[3])
{
    hone_vec3_copy(hone_model_skeleton(model)->bones[bone].position, out);
}

static void measure_side(const hone_model *model, const hone_humanoid *human, int side, figure *out)
{
    const int32_t *bones = human->bones;
    const int sided[] = {ARM, FOREARM, HAND},
              humans[] = {HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_LOWER_ARM, HONE_HUMANOID_HAND};
    float *places[] = {out->shoulder[side], out->elbow[side], out->wrist[side]};
    int32_t foot = bones[HONE_HUMANOID_FOOT + side], toes = bones[HONE_HUMANOID_TOES + side];
    for (int i = 0; i < 3; i++) {
        out->names[sided[i] + side] = bone_name(model, bones[humans[i] + side]);
        place_of(model, bones[humans[i] + side], places[i]);
    }
    out->names[FOOT + side] = bone_name(model, goal_of(model, foot));
    out->names[TOES + side] = bone_name(model, toes);
    place_of(model, bones[HONE_HUMANOID_UPPER_LEG + side], out->hip[side]);
    place_of(model, foot, out->ankle[side]);
    place_of(model, toes == HONE_NONE ? foot : toes, out->ball[side]);
}

bool figure_measure(const hone_model *model, figure *out)
{
    hone_humanoid human = hone_model_humanoid(model);
    *out = (figure){0};
    if (hone_model_get(model)->space != HONE_SPACE_MMD || human.missing || human.body == HONE_NONE)
        return false;
    out->names[CENTRE] = bone_name(model, human.body);
    out->names[HIPS] = bone_name(model, human.bones[HONE_HUMANOID_HIPS]);
    out->names[SPINE] = bone_name(model, human.bones[HONE_HUMANOID_SPINE]);
    out->names[CHEST] = bone_name(model, human.bones[HONE_HUMANOID_CHEST]);
    out->names[HEAD] = bone_name(model, human.bones[HONE_HUMANOID_HEAD]);
    for (int side = 0; side < 2; side++) measure_side(model, &human, side, out);
    float knee[3];
    place_of(model, human.bones[HONE_HUMANOID_LOWER_LEG], knee);
    out->leg = hone_vec3_distance(out->hip[0], knee) + hone_vec3_distance(knee, out->ankle[0]);
    return out->names[FOOT] && out->names[FOOT + 1];
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

static void add_track(hone_builder *builder, const char *name, uint32_t frames, hone_bone_track *out)
{
    hone_bone_key *keys = hone_builder_array(builder, frames + 1, sizeof *keys);
    *out = (hone_bone_track){.key_count = keys ? frames + 1 : 0, .keys = keys};
    out->name.text = hone_builder_text(builder, name, strlen(name));
}

static void set_key(const figure_key *from, int part, uint32_t frame, hone_bone_key *out)
{
    static const hone_curve linear = HONE_CURVE_LINEAR;
    *out = (hone_bone_key){.frame = frame, .curves = {linear, linear, linear, linear}};
    hone_vec3_copy(from->translation[part], out->translation);
    hone_quat_normalise(from->rotation[part], out->rotation);
}

static void record(const figure *f, uint32_t frames, figure_pose *make, const void *user, hone_bone_track *tracks)
{
    for (uint32_t frame = 0; frame <= frames; frame++) {
        figure_key key = {0};
        for (int part = 0; part < PARTS; part++) key.rotation[part][3] = 1;
        make(user, f, (float)frame / (float)frames, &key);
        for (int part = 0, track = 0; part < PARTS; part++)
            if (f->names[part] && tracks[track].keys)
                set_key(&key, part, frame, (hone_bone_key *)&tracks[track++].keys[frame]);
    }
}

hone_motion *figure_record(const figure *f, uint32_t frames, figure_pose *make, const void *user, hone_error *error)
{
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_bone_track *tracks = builder ? hone_builder_array(builder, PARTS, sizeof *tracks) : NULL;
    hone_motion_data data = {.space = HONE_SPACE_MMD, .model_name = "", .bone_tracks = tracks};
    for (int part = 0; tracks && part < PARTS; part++)
        if (f->names[part])
            add_track(builder, f->names[part], frames, &tracks[data.bone_track_count++]);
    if (tracks)
        record(f, frames, make, user, tracks);
    return builder ? hone_motion_create(builder, &data, NULL, error) : NULL;
}
