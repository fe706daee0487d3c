/* Makes the tracks of a model and a motion. */
#include "view/keys/keys_internal.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* How well a name of a motion fits one of the model. */
typedef enum fit { FIT_NONE, FIT_BEGINNING, FIT_REPLACED, FIT_TRIMMED, FIT_BYTES, FIT_TEXT } fit;

static uint8_t name_limit(keys_kind kind) /* bytes of CP932 that a motion keeps */
{
    return kind == KEYS_CHAIN ? 20 : 15;
}

static size_t trimmed_size(const char *text)
{
    size_t size = strlen(text);
    while (size && text[size - 1] == ' ') size--;
    return size;
}

static bool same_trimmed(const char *a, const char *b)
{
    size_t size = trimmed_size(a);
    return size && size == trimmed_size(b) && memcmp(a, b, size) == 0;
}

/* The rules of hone_sampler_create, of which the first is the best. */
static fit find_fit(const hone_track_name *name, const char *text, uint8_t limit)
{
    uint8_t bytes[20];
    bool lossy = false;
    size_t size = hone_cp932_from_utf8(text, strlen(text), bytes, limit, &lossy);
    bool equal = size && size == name->cp932_size && memcmp(bytes, name->cp932, size) == 0;
    if (equal && !lossy)
        return FIT_BYTES;
    if (same_trimmed(name->text, text))
        return FIT_TRIMMED;
    if (equal)
        return FIT_REPLACED;
    size = strlen(name->text);
    return lossy && size && name->cp932_size == limit && strncmp(name->text, text, size) == 0 ? FIT_BEGINNING
                                                                                              : FIT_NONE;
}

/* ---- tracks of the model --------------------------------------------------------------------------------------- */

static void add_track(keyframes *k, keys_kind kind, const char *text, int32_t index)
{
    k->tracks[k->count++].shown = (keys_track){.kind = kind, .name = {.text = text ? text : ""}, .index = index};
}

/* Chains whose goals have one name share a track. */
static void add_chains(keyframes *k)
{
    const hone_skeleton *skeleton = hone_model_skeleton(k->model);
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        const char *name = skeleton->bones[skeleton->iks[i].bone].name;
        uint32_t t = k->first[KEYS_CHAIN];
        while (t < k->count && strcmp(k->tracks[t].shown.name.text, name) != 0) t++;
        if (t == k->count)
            add_track(k, KEYS_CHAIN, name, (int32_t)i);
        k->chain_tracks[i] = t;
    }
}

static void add_of_model(keyframes *k, keys_kind kind)
{
    const hone_model_data *data = hone_model_get(k->model);
    if (kind == KEYS_CHAIN)
        add_chains(k);
    for (uint32_t i = 0; kind == KEYS_BONE && i < data->skeleton.bone_count; i++)
        add_track(k, kind, data->skeleton.bones[i].name, (int32_t)i);
    for (uint32_t i = 0; kind == KEYS_MORPH && i < data->morph_count; i++)
        add_track(k, kind, data->morphs[i].name, (int32_t)i);
}

/* ---- tracks of the motion -------------------------------------------------------------------------------------- */

static bool same_name(const hone_track_name *a, const hone_track_name *b)
{
    if (a->cp932_size || b->cp932_size)
        return a->cp932_size == b->cp932_size && memcmp(a->cp932, b->cp932, a->cp932_size) == 0;
    return strcmp(a->text, b->text) == 0;
}

uint32_t keys_find_name(const keyframes *k, keys_kind kind, const hone_track_name *name)
{
    for (uint32_t t = k->first[kind]; t < k->first[kind + 1]; t++)
        if (k->tracks[t].taken && same_name(&k->tracks[t].shown.name, name))
            return t;
    return UINT32_MAX;
}

/* Finds the free track of the model that a name fits best, and at least so well; NULL: there is none. */
static own_track *find_free(const keyframes *k, keys_kind kind, const hone_track_name *name, fit least)
{
    own_track *best = NULL;
    for (uint32_t t = k->first[kind]; t < k->count; t++) {
        own_track *at = &k->tracks[t];
        const char *text = at->shown.name.text;
        fit how = FIT_NONE;
        if (!at->taken && text[0] && strcmp(text, name->text) == 0)
            how = FIT_TEXT;
        else if (!at->taken && least < FIT_TEXT)
            how = find_fit(name, text, name_limit(kind));
        if (how != FIT_NONE && how >= least)
            best = at, least = how + 1;
    }
    return best;
}

/* Gives a name of the motion a track, a new one with FIT_NONE. The track keeps the text of the model; the motion's
 * bytes are for binding and writing. */
static void take_name(keyframes *k, keys_kind kind, const hone_track_name *name, fit least)
{
    k->first[kind + 1] = k->count;
    if (keys_find_name(k, kind, name) != UINT32_MAX)
        return;
    own_track *t = least == FIT_NONE ? NULL : find_free(k, kind, name, least);
    if (!t && least != FIT_NONE)
        return;
    if (!t) {
        t = &k->tracks[k->count];
        add_track(k, kind, name->text, HONE_NONE);
    }
    const char *text = t->shown.name.text;
    t->shown.name = *name;
    t->shown.name.text = text;
    t->taken = true;
}

static void take_names(keyframes *k, keys_kind kind, fit least)
{
    const hone_motion_data *data = hone_motion_get(k->source);
    for (uint32_t i = 0; kind == KEYS_BONE && i < data->bone_track_count; i++)
        take_name(k, kind, &data->bone_tracks[i].name, least);
    for (uint32_t i = 0; kind == KEYS_MORPH && i < data->morph_track_count; i++)
        take_name(k, kind, &data->morph_tracks[i].name, least);
    for (uint32_t i = 0; kind == KEYS_CHAIN && i < data->property_key_count; i++)
        for (uint32_t s = 0; s < data->property_keys[i].state_count; s++)
            take_name(k, kind, &data->property_keys[i].states[s].name, least);
}

static void add_kind(keyframes *k, keys_kind kind)
{
    bool scene = kind >= KEYS_CAMERA, has_switch = k->model || hone_motion_get(k->source)->property_key_count;
    k->first[kind] = k->count;
    if (scene || (kind == KEYS_VISIBLE && has_switch))
        add_track(k, kind, "", 0);
    if (!scene && k->model)
        add_of_model(k, kind);
    take_names(k, kind, FIT_TEXT);
    take_names(k, kind, FIT_BEGINNING);
    take_names(k, kind, FIT_NONE);
    k->first[kind + 1] = k->count;
}

/* ---- creation --------------------------------------------------------------------------------------------------- */

bool keys_can_edit(const hone_model *model, const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    bool of_mmd = !model || hone_model_get(model)->space == HONE_SPACE_MMD;
    bool moves = hone_motion_moves(motion);
    return of_mmd && !data->channel_count && !data->packed && (!moves || data->space == HONE_SPACE_MMD);
}

/* More than there will be. */
static size_t most_tracks(const keyframes *k)
{
    const hone_motion_data *data = hone_motion_get(k->source);
    const hone_model_data *model = hone_model_get(k->model);
    size_t count = 4 + (size_t)data->bone_track_count + data->morph_track_count;
    for (uint32_t i = 0; i < data->property_key_count; i++) count += data->property_keys[i].state_count;
    if (k->model)
        count += (size_t)model->skeleton.bone_count + model->morph_count + model->skeleton.ik_count;
    return count;
}

keyframes *keys_create(const hone_model *model, const hone_motion *motion, hone_error *error)
{
    if (!keys_can_edit(model, motion))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the keys of this motion cannot be edited"), NULL;
    keyframes *k = calloc(1, sizeof *k);
    if (!k)
        return hone_fail_memory(error), NULL;
    *k = (keyframes){.model = hone_model_retain(model), .source = hone_motion_retain(motion)};
    k->tracks = calloc(most_tracks(k), sizeof *k->tracks);
    k->chain_tracks = calloc(model ? (size_t)hone_model_skeleton(model)->ik_count + 1 : 1, sizeof *k->chain_tracks);
    bool ok = k->tracks && k->chain_tracks;
    for (uint32_t kind = 0; ok && kind < KEYS_KIND_COUNT; kind++) add_kind(k, (keys_kind)kind);
    if (ok && keys_load(k))
        return k;
    keys_destroy(k);
    return hone_fail_memory(error), NULL;
}

void keys_destroy(keyframes *k)
{
    if (!k)
        return;
    for (uint32_t t = 0; k->tracks && t < k->count; t++) free(k->tracks[t].keys);
    free(k->tracks);
    free(k->chain_tracks);
    hone_motion_release(k->source);
    hone_model_release(k->model);
    free(k);
}
