/* Registers poses and the scene as keys. */
#include "view/document/document_internal.h"
#include "view/document/document_keys.h"
#include "view/keys/keys_insert.h"
#include "view/keys/keys_weigh.h"
#include "view/text.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char label_register[] = N_("Register keys");
static const char label_drop[] = N_("Drop bends");

typedef struct register_context {
    document *document;
    character *character;
    keyframes *keys;
    uint32_t frame;
    const hone_pose *pose; /* that the keys must make at the frame */
    float weight;          /* with which the motion of the keys plays */
    hone_pose *below;      /* with a weight below 1: the pose that the motion covers partly; else NULL */
    bool unreachable;      /* with this weight no key makes the pose */
    change_list list;
} register_context;

static const keys_value bone_at_rest = {.bone = {.rotation = {0, 0, 0, 1}}}, morph_at_rest = {.weight = 0};

/* ---- what is set ----------------------------------------------------------------------------------------------- */

/* Chains whose goals have one name have one track: the bent one counts. */
static bool chain_is_on(const register_context *r, const hone_pose *pose, uint32_t track)
{
    const keys_track *t = keys_get_track(r->keys, track);
    bool on = pose->ik_enabled[t->index];
    for (uint32_t i = 0; i < r->pose->ik_count; i++)
        if (keys_find_track(r->keys, KEYS_CHAIN, i) == track &&
            edit_get_chain(r->character->bends, i) != EDIT_CHAIN_FREE)
            on = pose->ik_enabled[i];
    return on;
}

static bool of_model(const keys_track *t)
{
    return t->index != HONE_NONE || t->kind == KEYS_VISIBLE;
}

/* The value of a track in a pose. */
static keys_value value_in(const register_context *r, const hone_pose *pose, uint32_t track)
{
    const keys_track *t = keys_get_track(r->keys, track);
    keys_value value = {.on = pose->visible};
    if (t->kind == KEYS_BONE) {
        value = bone_at_rest;
        memcpy(value.bone.translation, pose->bones[t->index].translation, sizeof value.bone.translation);
        memcpy(value.bone.rotation, pose->bones[t->index].rotation, sizeof value.bone.rotation);
    } else if (t->kind == KEYS_MORPH) {
        value.weight = pose->morphs[t->index];
    } else if (t->kind == KEYS_CHAIN) {
        value.on = chain_is_on(r, pose, track);
    }
    return value;
}

static void add_track(register_context *r, uint32_t track)
{
    const keys_track *t = keys_get_track(r->keys, track);
    if (!of_model(t) || t->kind > KEYS_MORPH)
        return;
    keys_value value = value_in(r, r->pose, track);
    if (r->below) {
        const keys_value below = value_in(r, r->below, track);
        r->unreachable |= !keys_weigh(t->kind, &below, r->weight, &value);
    }
    const keys_value *rest = t->kind == KEYS_BONE ? &bone_at_rest : t->kind == KEYS_MORPH ? &morph_at_rest : NULL;
    keys_insert(&r->list, r->keys, track, r->frame, value, rest);
}

/* Takes back the bend of a track, which has become a key. */
static bool unbend(const register_context *r, uint32_t track)
{
    const keys_track *t = keys_get_track(r->keys, track);
    history *h = r->document->history;
    edit *e = r->character->bends;
    uint32_t index = (uint32_t)t->index;
    if (t->kind == KEYS_BONE)
        return !edit_bone_changed(e, index) || history_set_bone(h, e, index, (edit_bone)EDIT_BONE_NONE);
    if (t->kind == KEYS_MORPH)
        return history_set_morph(h, e, index, (edit_morph){false, 0});
    bool ok = true;
    for (uint32_t i = 0; t->kind == KEYS_CHAIN && i < r->pose->ik_count && ok; i++)
        if (keys_find_track(r->keys, KEYS_CHAIN, i) == track)
            ok = history_set_chain(h, e, i, EDIT_CHAIN_FREE);
    return ok;
}

/* ---- commands -------------------------------------------------------------------------------------------------- */

static void end(register_context *r)
{
    change_list_release(&r->list);
    hone_pose_destroy(r->below);
    hone_actor_sample_frame(r->character->plain, r->frame); /* with the correction again */
}

/* The pose without the motion of the keys, if that does not cover it whole. */
static bool find_below(register_context *r, hone_error *error)
{
    const document_motion *m = document_motion_of_keys(r->document, r->keys);
    character *c = r->character;
    r->weight = m->weight;
    if (m->weight >= 1)
        return true;
    r->below = hone_pose_create(c->model, NULL, error);
    if (r->below)
        hone_pose_copy(r->below, character_pose_without(c, document_part_of(r->document, m, c), r->frame));
    return r->below != NULL;
}

static bool begin(register_context *r, document *d, uint32_t character_id, uint32_t frame, hone_error *error)
{
    *r = (register_context){.document = d, .frame = frame, .keys = document_keys(d, character_id, error)};
    if (!r->keys)
        return false;
    r->character = document_find(d, character_id)->character;
    if (!find_below(r, error)) {
        end(r);
        return false;
    }
    r->pose = character_registered_pose(r->character, frame);
    return true;
}

static bool commit(register_context *r, const uint32_t *tracks, uint32_t count, hone_error *error)
{
    history *h = r->document->history;
    if (r->unreachable) {
        end(r);
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         _("the weight of the motion is too low for this pose: raise it on the Scene page"));
    }
    history_begin(h, label_register, 0);
    bool ok = change_list_commit(&r->list, h, r->keys, label_register);
    for (uint32_t i = 0; i < count && ok; i++) ok = unbend(r, tracks[i]);
    if (!ok)
        history_cancel(h);
    history_end(h);
    end(r);
    return ok || hone_fail_memory(error);
}

bool document_register_tracks(document *d, uint32_t character_id, const uint32_t *tracks, uint32_t count,
                              uint32_t frame, hone_error *error)
{
    register_context r;
    if (!begin(&r, d, character_id, frame, error))
        return false;
    for (uint32_t i = 0; i < count; i++) add_track(&r, tracks[i]);
    return commit(&r, tracks, count, error);
}

static bool is_bent(const register_context *r, uint32_t track)
{
    const keys_track *t = keys_get_track(r->keys, track);
    const edit *e = r->character->bends;
    bool bent = false;
    if (t->index == HONE_NONE)
        return false;
    if (t->kind == KEYS_BONE)
        return edit_bone_changed(e, (uint32_t)t->index);
    if (t->kind == KEYS_MORPH)
        return edit_get_morph(e, (uint32_t)t->index).on;
    for (uint32_t i = 0; t->kind == KEYS_CHAIN && i < r->pose->ik_count; i++)
        bent |= keys_find_track(r->keys, KEYS_CHAIN, i) == track && edit_get_chain(e, i) != EDIT_CHAIN_FREE;
    return bent;
}

bool document_register(document *d, uint32_t character_id, uint32_t frame, hone_error *error)
{
    register_context r;
    if (!begin(&r, d, character_id, frame, error))
        return false;
    uint32_t *tracks = malloc(keys_track_count(r.keys) * sizeof *tracks), count = 0;
    if (!tracks) {
        end(&r);
        return hone_fail_memory(error);
    }
    for (uint32_t t = 0; t < keys_track_count(r.keys); t++)
        if (is_bent(&r, t)) {
            add_track(&r, t);
            tracks[count++] = t;
        }
    bool ok = commit(&r, tracks, count, error);
    free(tracks);
    return ok;
}

document_bends document_unregistered(const document *d, uint32_t character_id)
{
    document_bends out = {0};
    const document_model *m = document_find(d, character_id);
    if (!m)
        return out;
    const edit *e = m->character->bends;
    const hone_model_data *data = hone_model_get(m->character->model);
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) out.bones += edit_bone_changed(e, b);
    for (uint32_t i = 0; i < data->morph_count; i++) out.morphs += edit_get_morph(e, i).on;
    for (uint32_t i = 0; i < data->skeleton.ik_count; i++) out.chains += edit_get_chain(e, i) != EDIT_CHAIN_FREE;
    return out;
}

bool document_drop(document *d, uint32_t character_id)
{
    const document_model *m = document_find(d, character_id);
    if (!m)
        return true;
    edit *e = m->character->bends;
    history_begin(d->history, label_drop, 0);
    bool ok = history_reset_bones(d->history, e) && history_reset_morphs(d->history, e);
    for (uint32_t i = 0; ok && i < hone_model_skeleton(m->character->model)->ik_count; i++)
        ok = history_set_chain(d->history, e, i, EDIT_CHAIN_FREE);
    if (!ok)
        history_cancel(d->history);
    history_end(d->history);
    return ok;
}

/* ---- without a pose -------------------------------------------------------------------------------------------- */

static bool set(document *d, keyframes *k, uint32_t track, uint32_t frame, const keys_value *value, hone_error *error)
{
    change_list list = {0};
    if (!k)
        return false;
    keys_insert(&list, k, track, frame, *value, NULL);
    return change_list_commit(&list, d->history, k, label_register) || hone_fail_memory(error);
}

static bool set_of_scene(document *d, keys_kind kind, uint32_t frame, const keys_value *value, hone_error *error)
{
    keyframes *k = document_scene_keys(d, error);
    return k && set(d, k, keys_find_track(k, kind, 0), frame, value, error);
}

bool document_register_visible(document *d, uint32_t character_id, uint32_t frame, bool visible, hone_error *error)
{
    keyframes *k = document_keys(d, character_id, error);
    return k && set(d, k, keys_find_track(k, KEYS_VISIBLE, 0), frame, &(keys_value){.on = visible}, error);
}

/* A VMD holds whole degrees. */
bool document_register_camera(document *d, uint32_t frame, const hone_camera *camera, hone_error *error)
{
    keys_value value = {.camera = {.camera = *camera}};
    value.camera.camera.fov = roundf(camera->fov);
    return set_of_scene(d, KEYS_CAMERA, frame, &value, error);
}

bool document_register_light(document *d, uint32_t frame, const hone_light *light, hone_error *error)
{
    return set_of_scene(d, KEYS_LIGHT, frame, &(keys_value){.light = *light}, error);
}

bool document_register_shadow(document *d, uint32_t frame, uint8_t mode, float distance, hone_error *error)
{
    return set_of_scene(d, KEYS_SHADOW, frame, &(keys_value){.shadow = {mode, distance}}, error);
}
