/* Finds what refers to what before a VRM is written, so that no list is searched again and again. */
#include "files/format/gltf/write/vrm/vrm.h"
#include <stdlib.h>
#include <string.h>

static int32_t *make_indices(gltf_writer *writer, uint32_t count)
{
    int32_t *out = hone_gltf_write_scratch(writer, count, sizeof *out);
    for (uint32_t i = 0; out && i < count; i++) out[i] = HONE_NONE;
    return out;
}

/* ---- names that repeat ------------------------------------------------------------------------------------------- */

typedef struct named {
    const char *name;
    uint32_t at;
} named;

static int compare_names(const void *a, const void *b)
{
    const named *one = a, *other = b;
    int by_name = strcmp(one->name, other->name);
    return by_name ? by_name : (one->at > other->at) - (one->at < other->at);
}

static void find_repeats(gltf_writer *writer)
{
    const hone_avatar *avatar = writer->model->avatar;
    uint32_t count = avatar->expression_count;
    named *names = hone_gltf_write_scratch(writer, count, sizeof *names);
    writer->vrm.repeats = hone_gltf_write_scratch(writer, count, 1);
    if (!names || !writer->vrm.repeats)
        return;
    for (uint32_t i = 0; i < count; i++)
        names[i] = (named){writer->model->morphs[avatar->expressions[i].morph].name, i};
    qsort(names, count, sizeof *names, compare_names);
    for (uint32_t i = 1; i < count; i++)
        writer->vrm.repeats[names[i].at] = strcmp(names[i].name, names[i - 1].name) == 0;
}

/* ---- groups of colliders ----------------------------------------------------------------------------------------- */

typedef struct grouped {
    const hone_spring *spring;
    uint32_t at, first; /* first: the first spring with the same colliders */
} grouped;

static int compare_colliders(const hone_spring *a, const hone_spring *b)
{
    if (a->collider_count != b->collider_count)
        return a->collider_count < b->collider_count ? -1 : 1;
    return a->collider_count ? memcmp(a->colliders, b->colliders, a->collider_count * sizeof *a->colliders) : 0;
}

static int compare_springs(const void *a, const void *b)
{
    const grouped *one = a, *other = b;
    int by_colliders = compare_colliders(one->spring, other->spring);
    return by_colliders ? by_colliders : (one->at > other->at) - (one->at < other->at);
}

/* Groups are numbered in the order of the springs. */
static void find_groups(gltf_writer *writer)
{
    const hone_model_data *model = writer->model;
    uint32_t count = model->spring_count, *first = hone_gltf_write_scratch(writer, count, sizeof *first);
    grouped *sorted = hone_gltf_write_scratch(writer, count, sizeof *sorted);
    writer->vrm.group_of = make_indices(writer, count);
    if (!first || !sorted || !writer->vrm.group_of)
        return;
    for (uint32_t i = 0; i < count; i++) sorted[i] = (grouped){&model->springs[i], i, i};
    qsort(sorted, count, sizeof *sorted, compare_springs);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && compare_colliders(sorted[i].spring, sorted[i - 1].spring) == 0)
            sorted[i].first = sorted[i - 1].first;
        first[sorted[i].at] = sorted[i].first;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (model->springs[i].collider_count == 0)
            continue;
        writer->vrm.group_of[i] = first[i] < i ? writer->vrm.group_of[first[i]] : (int32_t)writer->vrm.group_count++;
    }
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void hone_gltf_build_vrm(gltf_writer *writer)
{
    const hone_model_data *model = writer->model;
    if (!writer->desc->vrm)
        return;
    writer->vrm.constraint_of = make_indices(writer, model->skeleton.bone_count);
    writer->vrm.target_of = make_indices(writer, model->morph_count);
    for (uint32_t i = model->constraint_count; writer->vrm.constraint_of && i-- > 0;)
        writer->vrm.constraint_of[model->constraints[i].bone] = (int32_t)i;
    for (uint32_t t = 0; writer->vrm.target_of && t < writer->target_count; t++)
        if (writer->targets[t].morph < model->morph_count)
            writer->vrm.target_of[writer->targets[t].morph] = (int32_t)t;
    find_repeats(writer);
    find_groups(writer);
}
