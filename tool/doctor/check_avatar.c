/* Checks the rules of VRM: the bones that it must have, its licence, and springs and colliders without effect. */
#include "tool/doctor/checks.h"

#include <stdlib.h>
#include <string.h>

static bool has_meta(const hone_avatar *avatar, const char *key)
{
    for (uint32_t i = 0; i < avatar->meta_count; i++)
        if (strcmp(avatar->meta[i].key, key) == 0 && *avatar->meta[i].value)
            return true;
    return false;
}

static void check_licence(const hone_avatar *avatar, findings *out)
{
    static const char *const needed[2][3] = {{"title", "author", "licenseName"}, {"name", "authors", "licenseUrl"}};
    finding_names missing = {0};
    for (int i = 0; i < 3; i++)
        if (!has_meta(avatar, needed[avatar->version != 0][i]))
            finding_names_add(&missing, "%s", needed[avatar->version != 0][i]);
    findings_add(out, FINDING_WARNING, "licence", &missing, "the VRM lacks entries of its meta data and licence");
}

void check_human(const hone_model *model, findings *out)
{
    const hone_humanoid human = hone_model_humanoid(model);
    finding_names missing = {0};
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (human.bones[h] == HONE_NONE && hone_humanoid_bone_is_required((hone_humanoid_bone)h))
            finding_names_add(&missing, "%s", hone_humanoid_bone_name((hone_humanoid_bone)h));
    findings_add(out, FINDING_FAULT, "humanoid", &missing, "the model lacks bones that a VRM must have");
}

static void check_springs(const hone_model_data *data, findings *out)
{
    finding_names idle = {0};
    for (uint32_t s = 0; s < data->spring_count; s++)
        if (data->springs[s].joint_count == 0)
            finding_names_add(&idle, "%u %s", s, data->springs[s].name);
    findings_add(out, FINDING_NOTE, "idle-spring", &idle, "springs have no joint that swings");
}

/* Marks the colliders that a joint can touch. */
static void mark_touched(const hone_model_data *data, bool *touched)
{
    for (uint32_t s = 0; s < data->spring_count; s++)
        for (uint32_t i = 0; data->springs[s].joint_count && i < data->springs[s].collider_count; i++)
            touched[data->springs[s].colliders[i]] = data->colliders[data->springs[s].colliders[i]].bone != HONE_NONE;
}

static void check_colliders(const hone_model_data *data, findings *out)
{
    finding_names idle = {0};
    bool *touched = calloc((size_t)data->collider_count + 1, sizeof *touched);
    if (touched)
        mark_touched(data, touched);
    else
        out->out_of_memory = true;
    for (uint32_t c = 0; touched && c < data->collider_count; c++) {
        int32_t bone = data->colliders[c].bone;
        if (!touched[c])
            finding_names_add(&idle, "%u %s", c, bone == HONE_NONE ? "" : data->skeleton.bones[bone].name);
    }
    findings_add(out, FINDING_NOTE, "idle-collider", &idle, "no joint of a spring can touch these colliders");
    free(touched);
}

void check_avatar(const hone_model *model, findings *out)
{
    const hone_model_data *data = hone_model_get(model);
    check_springs(data, out);
    check_colliders(data, out);
    if (!data->avatar)
        return;
    check_licence(data->avatar, out);
    check_human(model, out);
}
