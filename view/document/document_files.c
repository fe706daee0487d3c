/* Opens, closes and reloads files. */
#define _POSIX_C_SOURCE 200809L
#include "samples/samples.h"
#include "tool/files/input_file.h"
#include "tool/play/motion_fit.h"
#include "tool/play/skeleton.h"
#include "tool/scene/scene_options.h"
#include "view/document/document_changes.h"
#include "view/document/document_internal.h"
#include "view/document/document_keys.h"
#include "view/document/document_scene.h"
#include "view/text.h"
#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool document_is_sound(const char *path)
{
    static const char *const endings[] = {".wav", ".mp3", ".ogg", ".flac", ".m4a", ".aac", ".opus", ".wma"};
    size_t size = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (size > ending && strcasecmp(path + size - ending, endings[i]) == 0)
            return true;
    }
    return false;
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

void document_release_model(document_model *m)
{
    if (!m)
        return;
    character_destroy(m->character);
    free(m->path);
    free(m->name);
    free(m->folder);
    free(m->saved_as);
    free(m->beside);
    file_identity_release(&m->identity);
    free(m);
}

void document_release_motion(document_motion *m)
{
    keys_destroy(m->keys);
    hone_motion_release(m->motion);
    free(m->path);
    free(m->name);
    free(m->clip);
}

bool document_make_room(document *d, size_t count)
{
    document_model **models = realloc(d->models, count * sizeof *models);
    d->models = models ? models : d->models;
    physics_catch_up_runner *runners = realloc(d->runners, count * sizeof *runners);
    d->runners = runners ? runners : d->runners;
    character **catching_up = realloc(d->catching_up, count * sizeof *catching_up);
    d->catching_up = catching_up ? catching_up : d->catching_up;
    return models && runners && catching_up;
}

static bool find_files(const document *d, document_model *m)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(m->path, folder);
    m->folder = strdup(folder);
    m->beside = malloc(sizeof *m->beside);
    if (m->beside)
        m->files = input_folder_files(m->beside, folder, d->allow_outside);
    return m->folder && m->beside;
}

void document_warn_of_model(document *d, const document_model *m)
{
    document_note_all(d, m->path, hone_model_warnings(m->character->model));
    if (hone_rig_skipped_chain_count(hone_actor_rig(m->character->plain)))
        document_note(d, m->path, _("has far more inverse kinematics than usual: some IK chains are left out"));
    const hone_physics *physics = character_physics_of(m->character);
    if (physics)
        document_note_all(d, m->path, hone_physics_warnings(physics));
}

static bool has_common_motion(const document *d)
{
    bool any = false;
    for (uint32_t i = 0; i < d->motion_count; i++) any |= d->motions[i].moves && d->motions[i].target == 0;
    return any;
}

/* Takes over the reference to the model. */
static bool add_model(document *d, const char *path, hone_model *model, const hone_file_resolver *files,
                      hone_error *error)
{
    document_stop_catch_up(d); /* lists may be reallocated */
    document_model *m = calloc(1, sizeof *m);
    bool ok = m && document_make_room(d, (size_t)d->model_count + 1) && (m->path = strdup(path)) &&
              (m->name = document_shown_name(path));
    if (ok && files)
        m->files = *files, m->built_in = true;
    else
        ok = ok && find_files(d, m);
    if (!ok)
        hone_fail_memory(error);
    if (ok)
        ok = (m->character = character_create(d->next_id, model, &d->rules, d->workers, error)) != NULL;
    hone_model_release(model);
    if (!ok) {
        document_release_model(m);
        return false;
    }
    d->next_id++;
    d->models[d->model_count++] = m;
    document_model_opened(m);
    if (document_becomes_active(d, m->character->model))
        d->active = m->character->id;
    document_warn_of_model(d, m);
    hone_error ignored;       /* motions in another space only stay with the models that they fit */
    if (has_common_motion(d)) /* which may fit this model better than those before it */
        document_attach_motions_all(d, &ignored);
    else
        document_attach_motions(d, m->character, &ignored);
    return true;
}

void document_warn_of_other_model(document *d, const document_motion *m)
{
    char text[256];
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *c = d->models[i]->character;
        if (!document_plays_on(m, c) || document_played(d, m, c) != m->motion)
            continue;
        if (motion_finds_nothing(m->motion, c->model)) {
            document_note(d, m->path, _("none of its tracks finds a bone or morph of the model"));
            return;
        }
        if (hone_motion_is_for(m->motion, c->model))
            continue;
        snprintf(text, sizeof text, _("made for the model %.80s, but played on another one"),
                 hone_motion_get(m->motion)->model_name);
        document_note(d, m->path, text);
        return;
    }
}

document_motion *document_append_motion(document *d, document_motion m, hone_error *error)
{
    document_motion *motions = realloc(d->motions, (d->motion_count + 1) * sizeof *motions);
    d->motions = motions ? motions : d->motions;
    if (!motions || !m.path || !m.name || (m.own && !m.clip)) {
        document_release_motion(&m);
        return hone_fail_memory(error), NULL;
    }
    m.id = d->next_id++;
    m.weight = 1;
    m.moves = hone_motion_moves(m.motion);
    d->motions[d->motion_count] = m;
    return &d->motions[d->motion_count++];
}

static bool copy_motion(const document_motion *m, uint32_t target, document_motion *out)
{
    *out = *m;
    out->path = strdup(m->path);
    out->name = strdup(m->name);
    out->clip = m->clip ? strdup(m->clip) : NULL;
    out->motion = hone_motion_retain(m->motion);
    out->target = target;
    return out->path && out->name && (out->clip || !m->clip);
}

/* Inserts copies behind the motion itself, so that the order of all stays. */
static void insert_copies(document *d, uint32_t index, const document_motion *copies, uint32_t count)
{
    document_motion *at = d->motions + index + 1;
    memmove(at + count, at, (d->motion_count - index - 1) * sizeof *at);
    memcpy(at, copies, count * sizeof *at);
    for (uint32_t i = 0; i < count; i++) at[i].id = d->next_id++;
    d->motion_count += count;
    d->changes++;
}

bool document_split_motion(document *d, uint32_t index, uint32_t character_id, hone_error *error)
{
    uint32_t count = 0;
    document_motion *motions = realloc(d->motions, (d->motion_count + d->model_count) * sizeof *motions);
    d->motions = motions ? motions : d->motions;
    document_motion *copies = calloc(d->model_count, sizeof *copies);
    bool ok = motions && copies;
    for (uint32_t i = 0; i < d->model_count && ok; i++)
        if (d->models[i]->character->id != character_id)
            ok = copy_motion(&d->motions[index], d->models[i]->character->id, &copies[count++]);
    if (ok) {
        d->motions[index].target = character_id;
        insert_copies(d, index, copies, count);
    }
    for (uint32_t i = 0; i < count && !ok; i++) document_release_motion(&copies[i]);
    free(copies);
    return ok || hone_fail_memory(error);
}

/* Takes over the reference to the motion, and its texts. */
static bool add_motion(document *d, document_motion m, hone_error *error)
{
    const document_motion *added = document_append_motion(d, m, error);
    if (!added)
        return false;
    if (!document_attach_motions_all(d, error)) {
        document_close_motion(d, added->id);
        return false;
    }
    document_note_all(d, m.path, hone_motion_warnings(m.motion));
    document_warn_of_other_model(d, added);
    return true;
}

static document_motion from_file(const char *path, hone_motion *motion, uint32_t target)
{
    return (document_motion){
        .path = strdup(path), .name = document_shown_name(path), .motion = motion, .target = target, .on = true};
}

static document_motion built_in(const char *name, hone_motion *motion, uint32_t target)
{
    document_motion m = from_file(name, motion, target);
    m.built_in = true;
    return m;
}

/* number: index of the clip, in digits */
static bool add_clip(document *d, const document_model *m, const input *file, const char *number, const char *name,
                     bool on, hone_error *error)
{
    hone_motion *motion = hone_asset_motion(file->asset, number, error);
    if (!motion)
        return false;
    document_motion own = from_file(m->path, motion, m->character->id);
    own.own = true, own.on = on, own.clip = strdup(number);
    if (name[0]) {
        free(own.name);
        own.name = strdup(name);
    }
    return add_motion(d, own, error);
}

enum { MOST_CLIPS = 64 }; /* maximum shown */

/* Adds the clips of a model's own file. The requested one plays, else the first. */
static bool add_clips(document *d, const document_model *m, const input *file, const char *asked, hone_error *error)
{
    const hone_model_data *data = hone_model_get(m->character->model);
    bool playing = false;
    for (uint32_t i = 0; i < data->clip_count && i < MOST_CLIPS; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", (unsigned)i);
        bool on = !playing && (!asked || strcmp(asked, number) == 0 || strcmp(asked, data->clips[i].name) == 0);
        if (!add_clip(d, m, file, number, data->clips[i].name, on, error))
            return false;
        playing |= on;
    }
    return playing || !asked || data->clip_count == 0 ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, _("has no clip %.80s"), asked);
}

/* Finds the model among the first `count` open ones that was loaded from the same file; NULL: none. */
static hone_model *find_equal(const document *d, uint32_t count, const file_identity *identity)
{
    for (uint32_t i = 0; i < count; i++)
        if (file_identity_equal(&d->models[i]->identity, identity))
            return d->models[i]->character->model;
    return NULL;
}

/* Like input_load, but shares a model that is among the first `count`. The caller releases the identity. */
static bool load(const document *d, const char *path, bool as_model, uint32_t count, input *out,
                 file_identity *identity, hone_error *error)
{
    const input_settings settings = {.models = as_model,
                                     .strict = d->strict,
                                     .allow_outside = d->allow_outside,
                                     .unit = d->play ? d->play->motion_unit : 0};
    hone_bytes bytes;
    *out = (input){.path = path};
    *identity = (file_identity){0};
    if (!input_file_read(path, NULL, &bytes, error))
        return false;
    *identity = file_identity_of(path, bytes.data, bytes.size);
    hone_model *equal = find_equal(d, count, identity);
    if (equal) {
        *out = (input){.path = path, .model = hone_model_retain(equal), .bytes = bytes};
        return hone_model_get(equal)->clip_count == 0 || input_open(out, &settings, error);
    }
    hone_bytes_release(&bytes);
    return input_load(path, &settings, false, out, error);
}

/* Takes over what was loaded; plays the clip. */
static bool take_model(document *d, const char *path, const input *item, file_identity *identity, const char *clip,
                       hone_error *error)
{
    if (!add_model(d, path, hone_model_retain(item->model), NULL, error))
        return false;
    document_model *m = d->models[d->model_count - 1];
    m->identity = *identity, *identity = (file_identity){0};
    return add_clips(d, m, item, clip, error);
}

static uint32_t last_model(const document *d)
{
    return d->model_count ? d->models[d->model_count - 1]->character->id : 0;
}

uint32_t document_open_model(document *d, const char *path, const char *clip, hone_error *error)
{
    input item;
    file_identity identity;
    uint32_t before = d->model_count;
    bool ok = load(d, path, true, d->model_count, &item, &identity, error) &&
              (item.model || hone_fail(error, HONE_ERROR_FORMAT, 0, _("is no model")));
    ok = ok && take_model(d, path, &item, &identity, clip, error);
    uint32_t id = d->model_count > before ? d->models[before]->character->id : 0;
    for (uint32_t i = 0; ok && !clip && i < d->motion_count; i++)
        if (d->motions[i].own && d->motions[i].target == id)
            d->motions[i].on = false;
    file_identity_release(&identity);
    input_release(&item);
    return ok ? id : 0;
}

bool document_open_motion(document *d, const scene_motion *m, uint32_t target, hone_error *error)
{
    const input_settings settings = {.strict = d->strict,
                                     .allow_outside = d->allow_outside,
                                     .clip = m->clip,
                                     .unit = d->play ? d->play->motion_unit : 0};
    input item = {.path = m->path};
    if (!m->motion && !input_load(m->path, &settings, true, &item, error))
        return false;
    if (!m->motion && !item.motion) {
        input_release(&item);
        return hone_fail(error, HONE_ERROR_FORMAT, 0, _("is no motion"));
    }
    document_motion out = from_file(m->path ? m->path : _("keys of the project"),
                                    hone_motion_retain(m->motion ? m->motion : item.motion), target);
    out.clip = m->clip ? strdup(m->clip) : NULL;
    out.fresh = m->path == NULL;
    input_release(&item);
    if (!add_motion(d, out, error))
        return false;
    document_set_motion(d, d->motions[d->motion_count - 1].id, !m->off, m->weight);
    return true;
}

static bool open_one(document *d, const char *path, uint32_t *target, hone_error *error)
{
    if (document_is_sound(path)) {
        free(d->sound);
        d->sound = strdup(path);
        return d->sound || hone_fail_memory(error);
    }
    if (scene_path_is_scene(path)) {
        bool opened = document_open_scene(d, path, error);
        *target = last_model(d);
        return opened;
    }
    input item;
    file_identity identity;
    bool ok = load(d, path, false, d->model_count, &item, &identity, error);
    if (ok && item.motion) {
        uint32_t character_id = document_find_fitting(d, path, item.motion, *target);
        document_motion out = from_file(path, hone_motion_retain(item.motion), character_id);
        out.skeleton = skeleton_has_extent(item.bones);
        ok = add_motion(d, out, error);
    }
    if (ok && item.model) {
        ok = take_model(d, path, &item, &identity, d->play ? d->play->clip : NULL, error);
        *target = last_model(d);
    }
    file_identity_release(&identity);
    input_release(&item);
    return ok;
}

/* ---- skeletons: where no file is a model, those with bones are ---- */

static document_motion *find_skeleton(document *d, const char *path)
{
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].skeleton && strcmp(d->motions[i].path, path) == 0)
            return &d->motions[i];
    return NULL;
}

/* Opens the file again, as a model that plays its own clip. */
static bool open_skeleton(document *d, const document_motion *m, const char *path, hone_error *error)
{
    input item;
    file_identity identity;
    bool ok = load(d, path, true, d->model_count, &item, &identity, error);
    document_close_motion(d, m->id);
    ok = ok && take_model(d, path, &item, &identity, d->play ? d->play->clip : NULL, error);
    file_identity_release(&identity);
    input_release(&item);
    return ok;
}

/* As in hone render, a model that another motion moves does not play its own clip. */
static void leave_to_others(document *d)
{
    for (uint32_t i = 0; i < d->motion_count && has_common_motion(d); i++)
        if (d->motions[i].own)
            document_set_motion(d, d->motions[i].id, false, d->motions[i].weight);
}

/* models: as in open_all. */
static bool open_skeletons(document *d, const char *const *paths, uint32_t count, uint32_t *models, hone_error *error)
{
    bool ok = true;
    if (d->model_count)
        return true;
    for (uint32_t i = 0; i < count && ok; i++) {
        const document_motion *m = find_skeleton(d, paths[i]);
        ok = !m || open_skeleton(d, m, paths[i], error);
        if (models)
            models[i] = last_model(d);
        if (!ok)
            hone_error_prefix(error, document_file_name(paths[i]));
    }
    leave_to_others(d);
    return ok;
}

/* models: [count] out, may be NULL: the last model behind each file. Returns the number of bad files. */
static uint32_t open_all(document *d, const char *const *paths, uint32_t count, uint32_t *models, hone_error *error)
{
    uint32_t target = d->active, failures = 0;
    for (uint32_t i = 0; i < count; i++) {
        hone_error why = {0};
        bool opened = open_one(d, paths[i], &target, &why);
        if (models)
            models[i] = last_model(d);
        if (opened)
            continue;
        hone_error_prefix(&why, document_file_name(paths[i]));
        if (failures++ == 0 && error)
            *error = why;
    }
    hone_error why = {0};
    if (open_skeletons(d, paths, count, models, &why))
        return failures;
    if (failures == 0 && error)
        *error = why;
    return failures + 1;
}

static bool place_all(document *d, const placement_options *places, const uint32_t *numbers, const uint32_t *models,
                      uint32_t count, hone_error *error)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < places->count; i++)
        largest = places->items[i].file > largest ? places->items[i].file : largest;
    uint32_t *ids = calloc((size_t)largest + 1, sizeof *ids);
    if (!ids)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < count; i++)
        if (numbers[i] <= largest)
            ids[numbers[i]] = models[i];
    bool ok = document_place_files(d, places, ids, error);
    free(ids);
    return ok;
}

bool document_open_placed(document *d, const char *const *paths, const uint32_t *numbers, uint32_t count,
                          const placement_options *places, uint32_t *bad, hone_error *error)
{
    uint32_t scenes = d->scenes_opened;
    bool empty = d->model_count == 0, placed = places && places->count;
    uint32_t *models = placed ? calloc((size_t)count + 1, sizeof *models) : NULL;
    if (placed && !models)
        return hone_fail_memory(error);
    uint32_t failures = open_all(d, paths, count, models, error);
    if (placed && !place_all(d, places, numbers, models, count, failures ? NULL : error))
        failures++;
    free(models);
    document_refresh_scene(d);
    if (empty && d->scenes_opened != scenes)
        document_scene_saved(d);
    if (bad)
        *bad = failures;
    return failures == 0;
}

bool document_open(document *d, const char *const *paths, uint32_t count, uint32_t *bad, hone_error *error)
{
    return document_open_placed(d, paths, NULL, count, NULL, bad, error);
}

bool document_open_as_motion(document *d, const char *path, hone_error *error)
{
    const scene_motion motion = {.path = path, .weight = 1, .clip = d->play ? d->play->clip : NULL};
    if (document_open_motion(d, &motion, 0, error))
        return true;
    hone_error_prefix(error, document_file_name(path));
    return false;
}

uint32_t document_open_built_in_model(document *d, hone_error *error)
{
    hone_file_resolver files = hone_sample_files();
    hone_model *model = hone_sample_character(error);
    return model && add_model(d, "character", model, &files, error) ? last_model(d) : 0;
}

bool document_open_built_in(document *d, hone_error *error)
{
    bool ok = document_open_built_in_model(d, error) != 0;
    uint32_t target = d->active;
    hone_motion *dance = ok ? hone_sample_dance(error) : NULL;
    ok = dance && add_motion(d, built_in("dance", dance, target), error);
    hone_motion *camera = ok ? hone_sample_camera(error) : NULL;
    ok = camera && add_motion(d, built_in("camera", camera, target), error);
    document_refresh_scene(d);
    return ok;
}

/* ---- edits ----------------------------------------------------------------------------------------------------- */

static void forget_edits(document *d, const character *c)
{
    history_forget(d->history, c->bends);
    history_forget(d->history, c->correction);
}

static bool carry_edits(document *d, const character *from, character *to)
{
    if (!edit_carry(to->correction, from->correction) || !edit_carry(to->bends, from->bends))
        return false;
    history_follow(d->history, from->bends, to->bends);
    history_follow(d->history, from->correction, to->correction);
    character_set_layer(to, from->layer);
    return true;
}

/* ---- closing -------------------------------------------------------------------------------------------------- */

static void drop_motion(document *d, uint32_t index)
{
    document_drop_keys(d, &d->motions[index]);
    document_release_motion(&d->motions[index]);
    memmove(d->motions + index, d->motions + index + 1, (d->motion_count - index - 1) * sizeof *d->motions);
    d->motion_count--;
}

void document_close_motion(document *d, uint32_t motion_id)
{
    document_stop_catch_up(d);
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].id == motion_id) {
            drop_motion(d, i);
            break;
        }
    document_attach_motions_all(d, NULL);
    document_refresh_scene(d);
}

void document_close_model(document *d, uint32_t character_id)
{
    if (!document_find(d, character_id))
        return;
    document_stop_catch_up(d);
    document_forget_places(d);
    for (uint32_t i = 0; i < d->model_count; i++) {
        if (d->models[i]->character->id != character_id)
            continue;
        forget_edits(d, d->models[i]->character);
        document_release_model(d->models[i]);
        memmove(d->models + i, d->models + i + 1, (d->model_count - i - 1) * sizeof *d->models);
        d->model_count--;
        break;
    }
    for (uint32_t i = d->motion_count; i-- > 0;)
        if (d->motions[i].target == character_id)
            drop_motion(d, i);
    if (d->active == character_id)
        document_choose_active(d);
    document_refresh_scene(d);
}

void document_close_all(document *d)
{
    while (d->model_count) document_close_model(d, d->models[d->model_count - 1]->character->id);
    while (d->motion_count) drop_motion(d, d->motion_count - 1);
    free(d->sound);
    d->sound = NULL;
    d->is_scene = false;
    document_forget_playback(d);
    document_refresh_scene(d);
}

/* ---- reloading ------------------------------------------------------------------------------------------------ */

/* The models before this one have been reloaded already. */
static bool reload_model(document *d, uint32_t index, hone_error *error)
{
    document_model *m = d->models[index];
    input item;
    file_identity identity;
    bool ok = load(d, m->path, true, index, &item, &identity, error);
    if (ok && !item.model)
        ok = hone_fail(error, HONE_ERROR_FORMAT, 0, _("is no model any more"));
    character *fresh = ok ? character_create(m->character->id, item.model, &d->rules, d->workers, error) : NULL;
    input_release(&item);
    if (!fresh) {
        file_identity_release(&identity);
        return false;
    }
    file_identity_release(&m->identity);
    m->identity = identity;
    fresh->visible = m->character->visible;
    fresh->stage = m->character->stage;
    m->character->stage = (scene){0};
    if (!carry_edits(d, m->character, fresh)) /* the next update takes the weights */
        forget_edits(d, m->character);
    character_destroy(m->character);
    m->character = fresh;
    document_warn_of_model(d, m);
    return true;
}

/* Keys that were changed stay: the file would take them back. */
static bool reload_motion(document *d, document_motion *m, hone_error *error)
{
    if (document_motion_is_modified(m)) {
        document_note(d, m->path, _("was not read again, because its keys are not saved"));
        return true;
    }
    const input_settings settings = {.strict = d->strict,
                                     .allow_outside = d->allow_outside,
                                     .clip = m->clip,
                                     .unit = d->play ? d->play->motion_unit : 0};
    input item;
    bool ok = input_load(m->path, &settings, true, &item, error);
    if (ok && item.motion) {
        document_drop_keys(d, m);
        hone_motion_release(m->motion);
        m->motion = hone_motion_retain(item.motion);
        m->moves = hone_motion_moves(m->motion);
    }
    input_release(&item);
    return ok;
}

bool document_reload_changed(document *d, const document_changed *changed, hone_error *error)
{
    bool ok = true;
    document_stop_catch_up(d);
    document_forget_places(d);
    for (uint32_t i = 0; i < d->model_count; i++) {
        hone_error why = {0};
        if (!changed->models[i] || d->models[i]->built_in || reload_model(d, i, &why))
            continue;
        hone_error_prefix(&why, d->models[i]->name);
        *error = why, ok = false;
    }
    document_refit_keys(d);
    for (uint32_t i = 0; i < d->motion_count; i++) {
        hone_error why = {0};
        if (!changed->motions[i] || d->motions[i].built_in || d->motions[i].fresh ||
            reload_motion(d, &d->motions[i], &why))
            continue;
        hone_error_prefix(&why, d->motions[i].name);
        *error = why, ok = false;
    }
    ok = document_attach_motions_all(d, ok ? error : NULL) && ok;
    document_refresh_scene(d);
    return ok;
}

bool document_reload(document *d, hone_error *error)
{
    size_t count = (size_t)d->model_count + d->motion_count + 1;
    bool *all = malloc(count), ok;
    if (!all)
        return hone_fail_memory(error);
    memset(all, true, count);
    for (uint32_t i = 0; i < d->model_count; i++) d->models[i]->textures++;
    ok = document_reload_changed(d, &(document_changed){all, all}, error);
    free(all);
    return ok;
}
