/* Between the keys of a motion and those of tracks. */
#include "view/keys/keys_internal.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* ---- from a motion ---------------------------------------------------------------------------------------------- */

static keys_value of_bone(const hone_bone_key *key)
{
    keys_value value = {.bone = {.physics_off = key->physics_off}};
    memcpy(value.bone.translation, key->translation, sizeof key->translation);
    memcpy(value.bone.rotation, key->rotation, sizeof key->rotation);
    memcpy(value.bone.curves, key->curves, sizeof key->curves);
    return value;
}

static keys_value of_camera(const hone_camera_key *key)
{
    keys_value value = {.camera = {.camera = key->camera, .no_cut = key->no_cut}};
    memcpy(value.camera.curves, key->curves, sizeof key->curves);
    return value;
}

/* Makes a track ready for the keys of a track of the motion. Of several tracks with one name the last counts, as when
 * they are sampled. */
static bool begin(keyframes *k, uint32_t track_index, uint32_t count)
{
    own_track *t = &k->tracks[track_index];
    t->shown.count = count ? 0 : t->shown.count;
    return keys_grow_track(t, count);
}

/* Sets a key, most often after all others. */
static bool put(keyframes *k, uint32_t track_index, uint32_t frame, keys_value value)
{
    own_track *t = &k->tracks[track_index];
    const keys_change change = {.track = track_index, .frame = frame, .present = true, .value = value};
    if (!keys_grow_track(t, t->shown.count + 1))
        return false;
    if (!t->shown.count || t->keys[t->shown.count - 1].frame < frame)
        t->keys[t->shown.count++] = (keys_key){frame, false, value};
    else
        keys_apply(k, &change, 1); /* a chain that a property key names twice */
    return true;
}

static bool load_bones(keyframes *k, const hone_motion_data *data)
{
    bool ok = true;
    for (uint32_t i = 0; i < data->bone_track_count && ok; i++) {
        const hone_bone_track *from = &data->bone_tracks[i];
        uint32_t to = keys_find_name(k, KEYS_BONE, &from->name);
        ok = begin(k, to, from->key_count);
        for (uint32_t n = 0; n < from->key_count && ok; n++)
            ok = put(k, to, from->keys[n].frame, of_bone(&from->keys[n]));
    }
    return ok;
}

static bool load_morphs(keyframes *k, const hone_motion_data *data)
{
    bool ok = true;
    for (uint32_t i = 0; i < data->morph_track_count && ok; i++) {
        const hone_morph_track *from = &data->morph_tracks[i];
        uint32_t to = keys_find_name(k, KEYS_MORPH, &from->name);
        ok = begin(k, to, from->key_count);
        for (uint32_t n = 0; n < from->key_count && ok; n++)
            ok = put(k, to, from->keys[n].frame, (keys_value){.weight = from->keys[n].weight});
    }
    return ok;
}

static bool load_properties(keyframes *k, const hone_motion_data *data)
{
    bool ok = true;
    for (uint32_t i = 0; i < data->property_key_count && ok; i++) {
        const hone_property_key *key = &data->property_keys[i];
        ok = put(k, k->first[KEYS_VISIBLE], key->frame, (keys_value){.on = key->visible});
        for (uint32_t s = 0; s < key->state_count && ok; s++)
            ok = put(k, keys_find_name(k, KEYS_CHAIN, &key->states[s].name), key->frame,
                     (keys_value){.on = key->states[s].enabled});
    }
    return ok;
}

static bool load_scene(keyframes *k, const hone_motion_data *data)
{
    bool ok = true;
    for (uint32_t i = 0; i < data->camera_key_count && ok; i++)
        ok = put(k, k->first[KEYS_CAMERA], data->camera_keys[i].frame, of_camera(&data->camera_keys[i]));
    for (uint32_t i = 0; i < data->light_key_count && ok; i++)
        ok = put(k, k->first[KEYS_LIGHT], data->light_keys[i].frame, (keys_value){.light = data->light_keys[i].light});
    for (uint32_t i = 0; i < data->shadow_key_count && ok; i++)
        ok = put(k, k->first[KEYS_SHADOW], data->shadow_keys[i].frame,
                 (keys_value){.shadow = {data->shadow_keys[i].mode, data->shadow_keys[i].distance}});
    return ok;
}

bool keys_load(keyframes *k)
{
    const hone_motion_data *data = hone_motion_get(k->source);
    bool ok = load_bones(k, data) && load_morphs(k, data) && load_properties(k, data) && load_scene(k, data);
    k->revision = k->drawn = 0;
    k->unchanged = INT64_MAX;
    return ok;
}

/* ---- to a motion ------------------------------------------------------------------------------------------------ */

typedef struct load_context { /* builds the data of a motion; arrays are of the builder */
    const keyframes *keys;
    hone_builder *builder;
    hone_motion_data data;
} load_context;

static void *take(load_context *m, size_t count, size_t size)
{
    return count ? hone_builder_array(m->builder, count, size) : NULL;
}

/* Counts the tracks of a kind that have keys. */
static uint32_t count_filled(const keyframes *k, keys_kind kind)
{
    uint32_t filled = 0;
    for (uint32_t t = k->first[kind]; t < k->first[kind + 1]; t++) filled += k->tracks[t].shown.count > 0;
    return filled;
}

static hone_track_name own_name(load_context *m, const hone_track_name *name)
{
    hone_track_name own = *name;
    own.text = hone_builder_text(m->builder, name->text, strlen(name->text));
    return own;
}

static void make_bone_keys(load_context *m, const keys_track *from, hone_bone_track *to)
{
    hone_bone_key *made = take(m, from->count, sizeof *made);
    *to = (hone_bone_track){.name = own_name(m, &from->name), .key_count = from->count, .keys = made};
    for (uint32_t i = 0; made && i < from->count; i++) {
        const keys_bone *value = &from->array[i].value.bone;
        made[i].frame = from->array[i].frame;
        made[i].physics_off = value->physics_off;
        memcpy(made[i].translation, value->translation, sizeof value->translation);
        memcpy(made[i].rotation, value->rotation, sizeof value->rotation);
        memcpy(made[i].curves, value->curves, sizeof value->curves);
    }
}

static void make_bones(load_context *m)
{
    const keyframes *k = m->keys;
    uint32_t count = count_filled(k, KEYS_BONE), n = 0;
    hone_bone_track *tracks = take(m, count, sizeof *tracks);
    for (uint32_t t = k->first[KEYS_BONE]; tracks && t < k->first[KEYS_BONE + 1]; t++)
        if (k->tracks[t].shown.count)
            make_bone_keys(m, &k->tracks[t].shown, &tracks[n++]);
    m->data.bone_tracks = tracks, m->data.bone_track_count = count;
}

static void make_morph_keys(load_context *m, const keys_track *from, hone_morph_track *to)
{
    hone_morph_key *made = take(m, from->count, sizeof *made);
    *to = (hone_morph_track){.name = own_name(m, &from->name), .key_count = from->count, .keys = made};
    for (uint32_t i = 0; made && i < from->count; i++)
        made[i] = (hone_morph_key){from->array[i].frame, from->array[i].value.weight};
}

static void make_morphs(load_context *m)
{
    const keyframes *k = m->keys;
    uint32_t count = count_filled(k, KEYS_MORPH), n = 0;
    hone_morph_track *tracks = take(m, count, sizeof *tracks);
    for (uint32_t t = k->first[KEYS_MORPH]; tracks && t < k->first[KEYS_MORPH + 1]; t++)
        if (k->tracks[t].shown.count)
            make_morph_keys(m, &k->tracks[t].shown, &tracks[n++]);
    m->data.morph_tracks = tracks, m->data.morph_track_count = count;
}

/* The first key at or after a frame of all switches; false: there is none. */
static bool next_property(const keyframes *k, uint64_t frame, uint32_t *next)
{
    bool any = false;
    for (uint32_t t = k->first[KEYS_VISIBLE]; t < k->first[KEYS_CHAIN + 1]; t++) {
        const keys_track *track = &k->tracks[t].shown;
        uint32_t place = frame > UINT32_MAX ? track->count : keys_lower_bound(track, (uint32_t)frame);
        if (place < track->count && (!any || track->array[place].frame < *next))
            *next = track->array[place].frame, any = true;
    }
    return any;
}

/* The key that holds at a frame; NULL: none. */
static const keys_key *held(const keys_track *t, uint32_t frame)
{
    uint32_t place = keys_lower_bound(t, frame);
    if (place < t->count && t->array[place].frame == frame)
        return &t->array[place];
    return place ? &t->array[place - 1] : NULL;
}

/* A key names every chain that has been switched, as MMD writes them. */
static void make_property(load_context *m, uint32_t frame, hone_property_key *to)
{
    const keyframes *k = m->keys;
    const keys_key *visible = held(&k->tracks[k->first[KEYS_VISIBLE]].shown, frame);
    hone_ik_state *states = take(m, count_filled(k, KEYS_CHAIN), sizeof *states);
    uint32_t count = 0;
    for (uint32_t t = k->first[KEYS_CHAIN]; states && t < k->first[KEYS_CHAIN + 1]; t++) {
        const keys_key *key = held(&k->tracks[t].shown, frame);
        if (key)
            states[count++] = (hone_ik_state){own_name(m, &k->tracks[t].shown.name), key->value.on};
    }
    *to = (hone_property_key){frame, !visible || visible->value.on, count, states};
}

static void make_properties(load_context *m)
{
    uint32_t count = 0, frame = 0;
    for (uint64_t at = 0; next_property(m->keys, at, &frame); at = (uint64_t)frame + 1) count++;
    hone_property_key *made = take(m, count, sizeof *made);
    uint64_t at = 0;
    for (uint32_t i = 0; made && i < count; i++, at = (uint64_t)frame + 1) {
        next_property(m->keys, at, &frame);
        make_property(m, frame, &made[i]);
    }
    m->data.property_keys = made, m->data.property_key_count = count;
}

static void make_cameras(load_context *m)
{
    const keys_track *from = &m->keys->tracks[m->keys->first[KEYS_CAMERA]].shown;
    hone_camera_key *made = take(m, from->count, sizeof *made);
    for (uint32_t i = 0; made && i < from->count; i++) {
        made[i].frame = from->array[i].frame;
        made[i].camera = from->array[i].value.camera.camera;
        made[i].no_cut = from->array[i].value.camera.no_cut;
        memcpy(made[i].curves, from->array[i].value.camera.curves, sizeof made[i].curves);
    }
    m->data.camera_keys = made, m->data.camera_key_count = from->count;
}

static void make_lights(load_context *m)
{
    const keys_track *light = &m->keys->tracks[m->keys->first[KEYS_LIGHT]].shown;
    const keys_track *shadow = &m->keys->tracks[m->keys->first[KEYS_SHADOW]].shown;
    hone_light_key *lights = take(m, light->count, sizeof *lights);
    hone_shadow_key *shadows = take(m, shadow->count, sizeof *shadows);
    for (uint32_t i = 0; lights && i < light->count; i++)
        lights[i] = (hone_light_key){light->array[i].frame, light->array[i].value.light};
    for (uint32_t i = 0; shadows && i < shadow->count; i++) {
        const keys_shadow *value = &shadow->array[i].value.shadow;
        shadows[i] = (hone_shadow_key){shadow->array[i].frame, value->mode, value->distance};
    }
    m->data.light_keys = lights, m->data.light_key_count = light->count;
    m->data.shadow_keys = shadows, m->data.shadow_key_count = shadow->count;
}

static const char *model_name(const keyframes *k)
{
    const char *name = hone_motion_get(k->source)->model_name;
    if (!name[0] && k->model)
        name = hone_model_get(k->model)->name;
    return name ? name : "";
}

/* MMD's own name for the model of a camera's motion. */
static const char camera_name[] = "カメラ・照明";

hone_motion *keys_motion(const keyframes *k, keys_part part, hone_error *error)
{
    load_context m = {.keys = k, .builder = hone_builder_create(NULL, 0, error)};
    if (!m.builder)
        return NULL;
    const char *name = part & KEYS_OF_CHARACTER ? model_name(k) : camera_name;
    m.data = (hone_motion_data){.format = HONE_FORMAT_VMD, .space = HONE_SPACE_MMD};
    m.data.model_name = hone_builder_text(m.builder, name, strlen(name));
    if (part & KEYS_OF_CHARACTER) {
        make_bones(&m);
        make_morphs(&m);
        make_properties(&m);
    }
    if (part & KEYS_OF_SCENE) {
        make_cameras(&m);
        make_lights(&m);
    }
    return hone_motion_create(m.builder, &m.data, NULL, error);
}
