/* Checks the weights of vertices, and bones that move nothing. */
#include "tool/doctor/checks.h"

#include <math.h>
#include <stdlib.h>

/* ---- weights of vertices ---- */

static void check_sums(const hone_mesh *mesh, findings *out)
{
    const float tolerance = 0.01f;
    finding_names sums = {0}, signs = {0}, none = {0};
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float sum = 0, lowest = 0;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            sum += mesh->influences[i].weight;
            lowest = fminf(lowest, mesh->influences[i].weight);
        }
        if (mesh->influence_begin[v] == mesh->influence_begin[v + 1] || !(fabsf(sum) > 0))
            finding_names_add(&none, "%u", v);
        else if (!(fabsf(sum - 1) <= tolerance))
            finding_names_add(&sums, "%u: %g", v, (double)sum);
        if (lowest < 0)
            finding_names_add(&signs, "%u: %g", v, (double)lowest);
    }
    findings_add(out, FINDING_WARNING, "weight-sum", &sums,
                 "vertices have weights that do not sum to 1: they shrink or grow when bones move");
    findings_add(out, FINDING_WARNING, "negative-weight", &signs, "vertices have negative weights");
    findings_add(out, FINDING_WARNING, "no-weight", &none, "vertices are moved by no bone");
}

/* ---- bones that move nothing ---- */

static void mark(uint8_t *used, uint32_t count, int32_t bone)
{
    if (bone >= 0 && (uint32_t)bone < count)
        used[bone] = 1;
}

static void mark_direct(const hone_model_data *data, uint8_t *used)
{
    const hone_skeleton *skeleton = &data->skeleton;
    uint32_t count = skeleton->bone_count;
    for (uint32_t i = 0; i < data->mesh.influence_count; i++) {
        const hone_influence *f = &data->mesh.influences[i];
        if (f->weight != 0 && f->slot >= 0)
            mark(used, count, data->mesh.slots[f->slot].bone);
    }
    for (uint32_t b = 0; b < data->body_count; b++) mark(used, count, data->bodies[b].bone);
    for (uint32_t k = 0; k < skeleton->ik_count; k++) {
        mark(used, count, skeleton->iks[k].bone);
        mark(used, count, skeleton->iks[k].effector);
    }
}

/* The end of a used bone is only for show: editors draw the bone to it. */
static void mark_ends(const hone_skeleton *skeleton, uint8_t *used)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_bone *bone = &skeleton->bones[b];
        if (bone->flags & HONE_BONE_TAIL_IS_BONE)
            mark(used, skeleton->bone_count, bone->tail_bone);
    }
}

/* Parents of used bones, and bones that a used one takes its movement from, are used. stack: [bone_count] */
static void mark_sources(const hone_skeleton *skeleton, uint8_t *used, int32_t *stack)
{
    uint32_t height = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (used[b])
            stack[height++] = (int32_t)b;
    while (height > 0) {
        const hone_bone *bone = &skeleton->bones[stack[--height]];
        const int32_t from[] = {bone->parent, bone->append_source};
        for (int i = 0; i < 2; i++)
            if (from[i] >= 0 && !used[from[i]])
                used[from[i]] = 1, stack[height++] = from[i];
    }
}

static void check_idle_bones(const hone_model_data *data, findings *out)
{
    const hone_skeleton *skeleton = &data->skeleton;
    uint8_t *used = calloc((size_t)skeleton->bone_count + 1, 1);
    int32_t *stack = calloc((size_t)skeleton->bone_count + 1, sizeof *stack);
    finding_names idle = {0};
    if (used && stack) {
        mark_direct(data, used);
        mark_sources(skeleton, used, stack);
        mark_ends(skeleton, used);
    }
    out->out_of_memory |= !used || !stack;
    for (uint32_t b = 0; used && stack && b < skeleton->bone_count; b++)
        if (!used[b])
            finding_names_add(&idle, "%s", skeleton->bones[b].name);
    findings_add(out, FINDING_NOTE, "idle-bone", &idle, "bones move no vertex, no body and no other bone that does");
    free(used);
    free(stack);
}

void check_weights(const hone_model *model, findings *out)
{
    const hone_model_data *data = hone_model_get(model);
    check_sums(&data->mesh, out);
    if (data->mesh.vertex_count)
        check_idle_bones(data, out);
}
