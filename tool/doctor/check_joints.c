/* Checks joints that join nothing, and bodies that nothing holds. */
#include "tool/doctor/checks.h"

#include <stdlib.h>

static bool follows(const hone_model_data *data, int32_t body)
{
    return body != HONE_NONE && data->bodies[body].mode == HONE_BODY_FOLLOWS;
}

static void check_ends(const hone_model_data *data, findings *out)
{
    finding_names open = {0}, idle = {0};
    for (uint32_t j = 0; j < data->joint_count; j++) {
        const hone_joint *joint = &data->joints[j];
        if (joint->body_a == HONE_NONE || joint->body_b == HONE_NONE || joint->body_a == joint->body_b)
            finding_names_add(&open, "%s", joint->name);
        else if (follows(data, joint->body_a) && follows(data, joint->body_b))
            finding_names_add(&idle, "%s", joint->name);
    }
    findings_add(out, FINDING_FAULT, "open-joint", &open, "joints do not join two bodies, and do nothing");
    findings_add(out, FINDING_NOTE, "idle-joint", &idle, "joints join two bodies that follow their bones");
}

/* ---- bodies that nothing holds ---- */

/* The first body of the group of joined bodies that `body` is in; shortens the way there. */
static uint32_t group_of(uint32_t *groups, uint32_t body)
{
    while (groups[body] != body) {
        groups[body] = groups[groups[body]];
        body = groups[body];
    }
    return body;
}

static void join_groups(const hone_model_data *data, uint32_t *groups)
{
    for (uint32_t b = 0; b < data->body_count; b++) groups[b] = b;
    for (uint32_t j = 0; j < data->joint_count; j++) {
        int32_t a = data->joints[j].body_a, b = data->joints[j].body_b;
        if (a != HONE_NONE && b != HONE_NONE)
            groups[group_of(groups, (uint32_t)a)] = group_of(groups, (uint32_t)b);
    }
}

/* A body is held if a body of its group follows its bone, or is kept at it. */
static void name_loose_bodies(const hone_model_data *data, uint32_t *groups, uint8_t *held, findings *out)
{
    finding_names loose = {0};
    for (uint32_t b = 0; b < data->body_count; b++)
        if (data->bodies[b].mode != HONE_BODY_DYNAMIC)
            held[group_of(groups, b)] = 1;
    for (uint32_t b = 0; b < data->body_count; b++)
        if (!held[group_of(groups, b)])
            finding_names_add(&loose, "%s", data->bodies[b].name);
    findings_add(out, FINDING_WARNING, "loose-body", &loose, "bodies are held by no joint, and fall");
}

static void check_loose_bodies(const hone_model_data *data, findings *out)
{
    uint8_t *held = calloc((size_t)data->body_count + 1, 1);
    uint32_t *groups = calloc((size_t)data->body_count + 1, sizeof *groups);
    if (held && groups) {
        join_groups(data, groups);
        name_loose_bodies(data, groups, held, out);
    }
    out->out_of_memory |= !held || !groups;
    free(held);
    free(groups);
}

void check_joints(const hone_model *model, findings *out)
{
    check_ends(hone_model_get(model), out);
    check_loose_bodies(hone_model_get(model), out);
}
