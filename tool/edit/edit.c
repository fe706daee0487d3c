#include "tool/edit/edit.h"
#include "base/error.h"
#include <hone/io.h>
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

struct edit {
    const hone_model *model;
    uint32_t bone_count, morph_count, chain_count, material_count;
    edit_bone *bones;
    uint8_t *changed; /* [bone_count] 1: the bone's edit is not EDIT_BONE_NONE */
    edit_morph *morphs;
    uint8_t *chains; /* edit_chain */
    bool *hidden;
    uint32_t changed_count, morph_on_count, chain_set_count, hidden_count;
    edit_placement place;
    uint64_t revision;
    weight_table *weights; /* NULL: never painted */
    edit *over;            /* the layer that applies after this one; NULL: none */
    double from;           /* the first frame at which bends apply */
};

static const edit_bone bone_none = EDIT_BONE_NONE;

/* Leaves NULL if the count is 0. */
static bool make_array(void **out, uint32_t count, size_t size)
{
    *out = calloc(count, size);
    return *out || count == 0;
}

edit *edit_create(const hone_model *model, hone_error *error)
{
    if (!model)
        return hone_fail_null(error, "the edited model"), NULL;
    edit *e = calloc(1, sizeof *e);
    if (!e)
        return hone_fail_memory(error), NULL;
    const hone_model_data *data = hone_model_get(model);
    e->model = hone_model_retain(model);
    e->bone_count = data->skeleton.bone_count;
    e->morph_count = data->morph_count;
    e->chain_count = data->skeleton.ik_count;
    e->material_count = data->material_count;
    e->from = -(double)INFINITY;
    if (!make_array((void **)&e->bones, e->bone_count, sizeof *e->bones) ||
        !make_array((void **)&e->changed, e->bone_count, sizeof *e->changed) ||
        !make_array((void **)&e->morphs, e->morph_count, sizeof *e->morphs) ||
        !make_array((void **)&e->chains, e->chain_count, sizeof *e->chains) ||
        !make_array((void **)&e->hidden, e->material_count, sizeof *e->hidden)) {
        edit_destroy(e);
        return hone_fail_memory(error), NULL;
    }
    edit_clear(e);
    return e;
}

void edit_destroy(edit *e)
{
    if (!e)
        return;
    free(e->bones);
    free(e->changed);
    free(e->morphs);
    free(e->chains);
    free(e->hidden);
    weight_table_destroy(e->weights);
    hone_model_release(e->model);
    free(e);
}

const hone_model *edit_model(const edit *e)
{
    return e->model;
}

/* The layer that has hidden materials, place and weights. */
static edit *scene_of(const edit *e)
{
    return e->over ? e->over : (edit *)e;
}

void edit_set_over(edit *e, edit *over)
{
    e->over = over;
}

void edit_set_from(edit *e, double frame)
{
    e->revision += e->from != frame;
    e->from = frame;
}

double edit_from(const edit *e)
{
    return e->from;
}

uint64_t edit_revision(const edit *e)
{
    return e->revision;
}

const edit_placement *edit_place(const edit *e)
{
    return &scene_of(e)->place;
}

edit_bone edit_get_bone(const edit *e, uint32_t bone)
{
    return bone < e->bone_count ? e->bones[bone] : bone_none;
}

edit_morph edit_get_morph(const edit *e, uint32_t morph)
{
    return morph < e->morph_count ? e->morphs[morph] : (edit_morph){false, 0};
}

edit_chain edit_get_chain(const edit *e, uint32_t chain)
{
    return chain < e->chain_count ? (edit_chain)e->chains[chain] : EDIT_CHAIN_FREE;
}

bool edit_get_hidden(const edit *e, uint32_t material)
{
    return material < e->material_count && scene_of(e)->hidden[material];
}

const bool *edit_hidden(const edit *e)
{
    return scene_of(e)->hidden_count ? scene_of(e)->hidden : NULL;
}

bool edit_bone_changed(const edit *e, uint32_t bone)
{
    return bone < e->bone_count && e->changed[bone];
}

bool edit_is_empty(const edit *e)
{
    return !edit_bends(e) && scene_of(e)->hidden_count == 0;
}

bool edit_bends(const edit *e)
{
    return e->changed_count + e->morph_on_count + e->chain_set_count > 0;
}

/* ---- writing -------------------------------------------------------------------------------------------------- */

static void count_change(uint32_t *count, bool before, bool after)
{
    if (before != after)
        *count += after ? 1 : UINT32_MAX;
}

/* Keeps the part of the rotation about the axis: its twist. */
static void bring_onto_axis(const float axis[3], float rotation[4])
{
    float unit[3];
    if (!hone_vec3_normalise(axis, unit))
        return;
    float along = hone_vec3_dot(rotation, unit);
    hone_vec3_scale(unit, along, rotation);
    hone_quat_normalise(rotation, rotation);
}

static edit_bone mended(const edit *e, uint32_t bone, edit_bone value)
{
    const hone_bone *what = &hone_model_skeleton(e->model)->bones[bone];
    for (int i = 0; i < 3; i++)
        if (!isfinite(value.translation[i]))
            value.translation[i] = 0;
    if (memcmp(value.rotation, bone_none.rotation, sizeof value.rotation) != 0)
        hone_quat_normalise(value.rotation, value.rotation);
    if (what->flags & HONE_BONE_FIXED_AXIS)
        bring_onto_axis(what->fixed_axis, value.rotation);
    return value;
}

static bool bone_differs(const edit_bone *value)
{
    const float *r = value->rotation, *t = value->translation;
    return r[0] != 0 || r[1] != 0 || r[2] != 0 || t[0] != 0 || t[1] != 0 || t[2] != 0;
}

static void put_bone(edit *e, uint32_t bone, edit_bone value)
{
    bool differs = bone_differs(&value);
    if (!differs)
        value = bone_none;
    e->revision += memcmp(&e->bones[bone], &value, sizeof value) != 0;
    count_change(&e->changed_count, e->changed[bone], differs);
    e->changed[bone] = differs;
    e->bones[bone] = value;
}

void edit_set_bone(edit *e, uint32_t bone, edit_bone value)
{
    if (bone < e->bone_count)
        put_bone(e, bone, mended(e, bone, value));
}

void edit_set_morph(edit *e, uint32_t morph, edit_morph value)
{
    if (morph >= e->morph_count)
        return;
    if (!value.on || !isfinite(value.weight))
        value.weight = 0;
    e->revision += e->morphs[morph].on != value.on || e->morphs[morph].weight != value.weight;
    count_change(&e->morph_on_count, e->morphs[morph].on, value.on);
    e->morphs[morph] = value;
}

void edit_set_chain(edit *e, uint32_t chain, edit_chain value)
{
    if (chain >= e->chain_count)
        return;
    e->revision += e->chains[chain] != (uint8_t)value;
    count_change(&e->chain_set_count, e->chains[chain] != EDIT_CHAIN_FREE, value != EDIT_CHAIN_FREE);
    e->chains[chain] = (uint8_t)value;
}

void edit_set_hidden(edit *e, uint32_t material, bool hidden)
{
    if (material >= e->material_count)
        return;
    e = scene_of(e);
    count_change(&e->hidden_count, e->hidden[material], hidden);
    e->hidden[material] = hidden;
}

void edit_set_place(edit *e, const edit_placement *place)
{
    edit_placement *out = &scene_of(e)->place;
    *out = *place;
    for (int i = 0; i < 3; i++) {
        out->at[i] = isfinite(place->at[i]) ? place->at[i] : 0;
        out->turn[i] = isfinite(place->turn[i]) ? place->turn[i] : 0;
    }
    out->scale = isfinite(place->scale) && place->scale > 0 ? place->scale : 0;
}

void edit_clear(edit *e)
{
    for (uint32_t b = 0; b < e->bone_count; b++) edit_set_bone(e, b, bone_none);
    for (uint32_t m = 0; m < e->morph_count; m++) edit_set_morph(e, m, (edit_morph){false, 0});
    for (uint32_t c = 0; c < e->chain_count; c++) edit_set_chain(e, c, EDIT_CHAIN_FREE);
    for (uint32_t m = 0; m < e->material_count; m++) edit_set_hidden(e, m, false);
}

weight_table *edit_weights(const edit *e)
{
    return scene_of(e)->weights;
}

bool edit_begin_weights(edit *e, hone_error *error)
{
    e = scene_of(e);
    e->weights = e->weights ? e->weights : weight_table_create(e->model, error);
    return e->weights != NULL;
}

static void copy_all(edit *to, const edit *from)
{
    bool fits = to->model == from->model; /* in another model the axes may differ */
    for (uint32_t b = 0; b < from->bone_count; b++)
        put_bone(to, b, fits ? from->bones[b] : mended(to, b, from->bones[b]));
    for (uint32_t m = 0; m < from->morph_count; m++) edit_set_morph(to, m, from->morphs[m]);
    for (uint32_t c = 0; c < from->chain_count; c++) edit_set_chain(to, c, (edit_chain)from->chains[c]);
    for (uint32_t m = 0; m < from->material_count && !to->over; m++) edit_set_hidden(to, m, edit_get_hidden(from, m));
    if (!to->over)
        edit_set_place(to, edit_place(from));
    edit_set_from(to, from->from);
}

bool edit_copy(edit *to, const edit *from)
{
    if (to->model != from->model)
        return false;
    copy_all(to, from);
    return true;
}

/* Applies a layer to another: bends of bones are added up, morphs and chains replaced. */
static void add_layer(edit *to, const edit *over)
{
    for (uint32_t b = 0; b < over->bone_count; b++) {
        edit_bone value = to->bones[b];
        hone_quat_multiply(over->bones[b].rotation, value.rotation, value.rotation);
        hone_vec3_add(value.translation, over->bones[b].translation, value.translation);
        if (over->changed[b])
            edit_set_bone(to, b, to->changed[b] ? value : over->bones[b]);
    }
    for (uint32_t m = 0; m < over->morph_count; m++)
        if (over->morphs[m].on)
            edit_set_morph(to, m, over->morphs[m]);
    for (uint32_t c = 0; c < over->chain_count; c++)
        if (over->chains[c] != EDIT_CHAIN_FREE)
            edit_set_chain(to, c, (edit_chain)over->chains[c]);
}

bool edit_flatten(edit *to, const edit *from)
{
    if (!edit_copy(to, from))
        return false;
    if (from->over)
        add_layer(to, from->over);
    edit_set_from(to, -(double)INFINITY);
    return true;
}

bool edit_carry(edit *to, const edit *from)
{
    if (to->bone_count != from->bone_count || to->morph_count != from->morph_count ||
        to->chain_count != from->chain_count || to->material_count != from->material_count)
        return false;
    if (from->weights && (!edit_begin_weights(to, NULL) || !weight_table_carry(to->weights, from->weights)))
        return false;
    copy_all(to, from);
    return true;
}

static void apply_bone(const edit_bone *value, hone_transform *out)
{
    hone_vec3_add(out->translation, value->translation, out->translation);
    hone_quat_multiply(value->rotation, out->rotation, out->rotation);
    hone_quat_normalise(out->rotation, out->rotation);
}

void edit_apply_layer(const edit *e, double frame, hone_pose *pose)
{
    if (!(frame >= e->from))
        return;
    for (uint32_t b = 0; e->changed_count && b < e->bone_count; b++)
        if (e->changed[b]) {
            apply_bone(&e->bones[b], &pose->bones[b]);
            pose->animated[b] = 1;
        }
    for (uint32_t m = 0; e->morph_on_count && m < e->morph_count; m++)
        if (e->morphs[m].on)
            pose->morphs[m] = e->morphs[m].weight;
    for (uint32_t c = 0; e->chain_set_count && c < e->chain_count; c++)
        if (e->chains[c] != EDIT_CHAIN_FREE) {
            pose->ik_enabled[c] = e->chains[c] == EDIT_CHAIN_ON;
            if (pose->ik_weights)
                pose->ik_weights[c] = 1;
        }
}

void edit_apply(void *user, double frame, hone_pose *pose)
{
    for (const edit *e = user; e; e = e->over) edit_apply_layer(e, frame, pose);
}

edit_bone edit_bone_over(const edit *e, uint32_t bone)
{
    return e->over ? edit_get_bone(e->over, bone) : bone_none;
}
