#include "tool/play/corrections.h"
#include "tool/messages/messages.h"

#include <hone/math.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hide(const hone_model *model, const char *name, bool *hidden)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t i = 0; i < data->material_count; i++)
        hidden[i] = hidden[i] || strcmp(data->materials[i].name, name) == 0;
}

/* Keeps the part of the rotation about the axis. */
static void keep_axis(const hone_bone *bone, float turn[4])
{
    float unit[3];
    if (!(bone->flags & HONE_BONE_FIXED_AXIS) || !hone_vec3_normalise(bone->fixed_axis, unit))
        return;
    hone_vec3_scale(unit, hone_vec3_dot(turn, unit), turn);
    hone_quat_normalise(turn, turn);
}

static bool allocate(const scene_model *from, const hone_model *model, corrections *out)
{
    out->bones = calloc((size_t)from->bone_count + 1, sizeof *out->bones);
    out->turns = calloc((size_t)from->bone_count + 1, sizeof *out->turns);
    out->morphs = calloc((size_t)from->morph_count + 1, sizeof *out->morphs);
    out->chains = calloc((size_t)from->chain_count + 1, sizeof *out->chains);
    if (from->hidden_count)
        out->hidden = calloc((size_t)hone_model_get(model)->material_count + 1, sizeof *out->hidden);
    return out->bones && out->turns && out->morphs && out->chains && (out->hidden || from->hidden_count == 0);
}

static void warn(const char *path, const char *what, const char *name, report *r)
{
    char text[320];
    snprintf(text, sizeof text, "has no %s \"%.200s\", which the scene sets", what, name);
    report_warn(r, path, text);
}

static void find_all(const scene_model *from, const hone_model *model, const char *path, corrections *out, report *r)
{
    for (uint32_t i = 0; i < from->bone_count; i++) {
        out->bones[i] = hone_model_find_bone(model, from->bones[i].name);
        memcpy(out->turns[i], from->bones[i].rotation, sizeof out->turns[i]);
        if (out->bones[i] == HONE_NONE)
            warn(path, "bone", from->bones[i].name, r);
        else
            keep_axis(&hone_model_skeleton(model)->bones[out->bones[i]], out->turns[i]);
    }
    for (uint32_t i = 0; i < from->morph_count; i++)
        if ((out->morphs[i] = hone_model_find_morph(model, from->morphs[i].name)) == HONE_NONE)
            warn(path, "morph", from->morphs[i].name, r);
    for (uint32_t i = 0; i < from->chain_count; i++)
        if ((out->chains[i] = hone_model_find_ik(model, from->chains[i].name)) == HONE_NONE)
            warn(path, "IK chain", from->chains[i].name, r);
    for (uint32_t i = 0; i < from->hidden_count; i++) hide(model, from->hidden[i], out->hidden);
}

bool corrections_make(const scene_model *from, const hone_model *model, const char *path, corrections *out, report *r)
{
    static const scene_model none;
    *out = (corrections){.from = from ? from : &none};
    if (!allocate(out->from, model, out))
        return false;
    find_all(out->from, model, path, out, r);
    return true;
}

void corrections_release(corrections *c)
{
    free(c->bones);
    free(c->turns);
    free(c->morphs);
    free(c->chains);
    free(c->hidden);
    *c = (corrections){0};
}

static void apply_bone(const scene_bone *from, const float turn[4], hone_transform *out)
{
    hone_vec3_add(out->translation, from->translation, out->translation);
    hone_quat_multiply(turn, out->rotation, out->rotation);
    hone_quat_normalise(out->rotation, out->rotation);
}

void corrections_apply(void *user, double frame, hone_pose *pose)
{
    const corrections *c = user;
    if (c->chains_off && pose->ik_count)
        memset(pose->ik_enabled, 0, pose->ik_count);
    for (uint32_t i = 0; i < c->from->bone_count; i++)
        if (c->bones[i] != HONE_NONE) {
            apply_bone(&c->from->bones[i], c->turns[i], &pose->bones[c->bones[i]]);
            pose->animated[c->bones[i]] = 1;
        }
    for (uint32_t i = 0; i < c->from->morph_count; i++)
        if (c->morphs[i] != HONE_NONE)
            pose->morphs[c->morphs[i]] = c->from->morphs[i].weight;
    for (uint32_t i = 0; i < c->from->chain_count; i++)
        if (c->chains[i] != HONE_NONE) {
            pose->ik_enabled[c->chains[i]] = c->from->chains[i].on;
            if (pose->ik_weights)
                pose->ik_weights[c->chains[i]] = 1;
        }
    if (c->over)
        c->over(c->over_user, frame, pose);
}
