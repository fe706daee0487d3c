/* Compares keys with a file, and their tracks with a model. */
#include "view/digest.h"
#include "view/keys/keys_internal.h"
#include <hone/io.h>

#include <string.h>

static void add_camera(uint64_t *hash, const keys_camera *value)
{
    const hone_camera *c = &value->camera;
    const float numbers[] = {c->target[0], c->target[1], c->target[2], c->angles[0],
                             c->angles[1], c->angles[2], c->distance,  c->fov};
    digest_add(hash, numbers, sizeof numbers);
    digest_add(hash, &c->orthographic, sizeof c->orthographic);
    digest_add(hash, value->curves, sizeof value->curves);
}

static void add_bone(uint64_t *hash, const keys_bone *value)
{
    digest_add(hash, value->translation, sizeof value->translation);
    digest_add(hash, value->rotation, sizeof value->rotation);
    digest_add(hash, value->curves, sizeof value->curves);
    digest_add(hash, &value->physics_off, sizeof value->physics_off);
}

static void add_value(uint64_t *hash, keys_kind kind, const keys_value *value)
{
    if (kind == KEYS_BONE)
        add_bone(hash, &value->bone);
    else if (kind == KEYS_CAMERA)
        add_camera(hash, &value->camera);
    else if (kind == KEYS_MORPH)
        digest_add(hash, &value->weight, sizeof value->weight);
    else if (kind == KEYS_LIGHT)
        digest_add(hash, &value->light, sizeof value->light);
    else if (kind == KEYS_SHADOW) {
        digest_add(hash, &value->shadow.mode, sizeof value->shadow.mode);
        digest_add(hash, &value->shadow.distance, sizeof value->shadow.distance);
    } else
        digest_add(hash, &value->on, sizeof value->on);
}

static uint64_t digest_of_keys(const keys_track *t)
{
    uint64_t hash = DIGEST_BEGIN + (uint64_t)t->kind;
    digest_add(&hash, t->name.text, strlen(t->name.text));
    for (uint32_t i = 0; i < t->count; i++) {
        digest_add(&hash, &t->array[i].frame, sizeof t->array[i].frame);
        add_value(&hash, t->kind, &t->array[i].value);
    }
    return hash;
}

/* Only tracks that have changed are looked at: a motion may have millions of keys. */
static uint64_t digest_of_track(own_track *t)
{
    if (!t->digested)
        t->digest = digest_of_keys(&t->shown);
    t->digested = true;
    return t->digest;
}

/* The order of the tracks does not matter. */
static uint64_t digest_of(keyframes *k, keys_part part)
{
    uint64_t sum = 0;
    for (uint32_t t = 0; t < k->count; t++) {
        own_track *at = &k->tracks[t];
        keys_part of = at->shown.kind >= KEYS_CAMERA ? KEYS_OF_SCENE : KEYS_OF_CHARACTER;
        sum += at->shown.count && part & of ? digest_of_track(at) : 0;
    }
    return sum;
}

uint64_t keys_digest(keyframes *k, keys_part part)
{
    uint32_t i = (uint32_t)part - 1;
    if (k->digested[i] != k->revision + 1)
        k->digests[i] = digest_of(k, part);
    k->digested[i] = k->revision + 1;
    return k->digests[i];
}

static bool same_names(const keyframes *k, keys_kind kind, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    bool same = true;
    for (uint32_t t = k->first[kind]; t < k->first[kind + 1] && same; t++) {
        const keys_track *at = &k->tracks[t].shown;
        uint32_t i = (uint32_t)at->index;
        if (at->index == HONE_NONE)
            continue;
        const char *name = kind == KEYS_BONE    ? data->skeleton.bones[i].name
                           : kind == KEYS_MORPH ? data->morphs[i].name
                                                : data->skeleton.bones[data->skeleton.iks[i].bone].name;
        same = strcmp(name, at->name.text) == 0;
    }
    return same;
}

bool keys_fit(const keyframes *k, const hone_model *model)
{
    const hone_model_data *a = hone_model_get(k->model), *b = hone_model_get(model);
    if (k->model == model || !k->model || !model)
        return k->model == model;
    return a->skeleton.bone_count == b->skeleton.bone_count && a->morph_count == b->morph_count &&
           a->skeleton.ik_count == b->skeleton.ik_count && same_names(k, KEYS_BONE, model) &&
           same_names(k, KEYS_MORPH, model) && same_names(k, KEYS_CHAIN, model);
}

uint32_t keys_lost_names(const keyframes *k)
{
    uint32_t lost = 0;
    for (uint32_t t = 0; t < k->count; t++) {
        const hone_track_name *name = &k->tracks[t].shown.name;
        uint8_t bytes[20];
        bool lossy = false;
        if (!name->cp932_size)
            hone_cp932_from_utf8(name->text, strlen(name->text), bytes, sizeof bytes, &lossy);
        lost += lossy && k->tracks[t].shown.count;
    }
    return lost;
}
