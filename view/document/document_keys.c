/* Which motion takes the keys of a character or of the scene, and playing them. */
#define _POSIX_C_SOURCE 200809L
#include "view/document/document_keys.h"
#include "view/document/document_internal.h"
#include "view/text.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* ---- keys of a motion ------------------------------------------------------------------------------------------ */

static void note_saved(document_motion *m)
{
    m->keys_saved[0] = keys_digest(m->keys, KEYS_OF_CHARACTER);
    m->keys_saved[1] = keys_digest(m->keys, KEYS_OF_SCENE);
}

/* character: gives the bones; NULL: none. */
static keyframes *make_keys(const document *d, document_motion *m, const character *c, hone_error *error)
{
    m->keys = keys_create(c ? c->model : NULL, c ? document_played(d, m, c) : m->motion, error);
    m->keys_character = c ? c->id : 0;
    m->keys_taken = 0;
    m->keys_unchanged = INT64_MAX;
    if (m->keys)
        note_saved(m);
    return m->keys;
}

void document_drop_keys(document *d, document_motion *m)
{
    if (!m->keys)
        return;
    history_forget_keys(d->history, m->keys);
    keys_destroy(m->keys);
    m->keys = NULL;
    m->keyed = false;
    d->keys_generation++;
}

document_motion *document_motion_of_keys(const document *d, const keyframes *k)
{
    for (uint32_t i = 0; k && i < d->motion_count; i++)
        if (d->motions[i].keys == k)
            return &d->motions[i];
    return NULL;
}

bool document_motion_is_blank(const document_motion *m)
{
    return m->fresh && m->keys && keys_total(m->keys) == 0;
}

bool document_motion_is_modified(const document_motion *m)
{
    if (m->recovered)
        return true;
    return m->keys &&
           ((m->fresh && keys_total(m->keys)) || m->keys_saved[0] != keys_digest(m->keys, KEYS_OF_CHARACTER) ||
            m->keys_saved[1] != keys_digest(m->keys, KEYS_OF_SCENE));
}

bool document_keys_are_modified(const document *d)
{
    bool any = false;
    for (uint32_t i = 0; i < d->motion_count; i++) any |= document_motion_is_modified(&d->motions[i]);
    return any;
}

/* ---- which motion ---------------------------------------------------------------------------------------------- */

hone_motion *document_make_empty_motion(hone_error *error)
{
    keyframes *none = keys_create(NULL, NULL, error);
    hone_motion *empty = none ? keys_motion(none, KEYS_ALL, error) : NULL;
    keys_destroy(none);
    return empty;
}

/* A motion without a file and without keys. */
static document_motion *add_fresh(document *d, const character *c, hone_error *error)
{
    hone_motion *empty = document_make_empty_motion(error);
    if (!empty)
        return NULL;
    const char *name = c ? _("New motion") : _("New camera");
    document_motion m = {.path = strdup(name), .name = strdup(name), .motion = empty, .on = true, .fresh = true};
    m.target = c ? c->id : 0;
    document_motion *added = document_append_motion(d, m, error);
    if (added && make_keys(d, added, c, error))
        return added;
    if (added)
        document_close_motion(d, added->id);
    return NULL;
}

static bool takes_keys(const document *d, const document_motion *m, const character *c)
{
    if (!m->on || m->own)
        return false;
    if (m->keys)
        return m->keys_character == c->id;
    return document_plays_on(m, c) && keys_can_edit(c->model, document_played(d, m, c));
}

keyframes *document_keys(document *d, uint32_t character_id, hone_error *error)
{
    const document_model *model = document_find(d, character_id);
    const character *c = model ? model->character : NULL;
    if (!c || hone_model_get(c->model)->space != HONE_SPACE_MMD)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, _("only models of MMD have keys")), NULL;
    for (uint32_t i = d->motion_count; i-- > 0;) {
        if (!takes_keys(d, &d->motions[i], c))
            continue;
        if (!d->motions[i].keys && d->motions[i].target == 0 && d->model_count > 1 &&
            !document_split_motion(d, i, c->id, error))
            return NULL;
        return d->motions[i].keys ? d->motions[i].keys : make_keys(d, &d->motions[i], c, error);
    }
    document_motion *added = add_fresh(d, c, error);
    return added ? added->keys : NULL;
}

static bool has_scene(const document_motion *m)
{
    const hone_motion_data *data = hone_motion_get(m->motion);
    return data->camera_key_count || data->light_key_count || data->shadow_key_count;
}

keyframes *document_scene_keys(document *d, hone_error *error)
{
    for (uint32_t i = d->motion_count; i-- > 0;) {
        document_motion *m = &d->motions[i];
        if (!m->on || m->own || !(has_scene(m) || (m->fresh && m->keys && !m->keys_character)))
            continue;
        if (m->keys)
            return m->keys;
        const document_model *model = m->moves ? document_find(d, m->target ? m->target : d->active) : NULL;
        if (model && keys_can_edit(model->character->model, document_played(d, m, model->character)))
            return make_keys(d, m, model->character, error);
        if (keys_can_edit(NULL, m->motion))
            return make_keys(d, m, NULL, error);
    }
    document_motion *added = add_fresh(d, NULL, error);
    return added ? added->keys : NULL;
}

/* ---- playing --------------------------------------------------------------------------------------------------- */

uint32_t document_part_of(const document *d, const document_motion *m, const character *c)
{
    uint32_t part = 0;
    for (const document_motion *at = d->motions; at < m; at++) part += document_plays_on(at, c);
    return part;
}

/* Replaces the motion on the characters that play it. */
static bool replace(document *d, document_motion *m, bool was_keyed, double frame, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        if (!document_plays_on(m, c))
            continue;
        /* another character may have played a retargeted motion before */
        double same = was_keyed || c->id == m->keys_character ? (double)m->keys_unchanged : -1;
        character_linger(c, frame, DOCUMENT_LINGERING);
        ok = character_replace_motion(c, document_part_of(d, m, c), m->motion, same, ok ? error : NULL) && ok;
    }
    return ok;
}

static bool take(document *d, document_motion *m, double frame, hone_error *error)
{
    uint64_t revision = keys_revision(m->keys);
    int64_t unchanged = keys_take_unchanged(m->keys);
    m->keys_unchanged = unchanged < m->keys_unchanged ? unchanged : m->keys_unchanged;
    hone_motion *made = keys_motion(m->keys, KEYS_ALL, error), *before = m->motion;
    if (!made)
        return false;
    document_stop_catch_up(d);
    bool moved = m->moves, was_keyed = m->keyed;
    m->motion = made;
    m->moves = hone_motion_moves(made);
    m->keyed = true;
    bool ok = m->moves == moved ? replace(d, m, was_keyed, frame, error) : document_attach_motions_all(d, error);
    uint32_t changes = d->changes + (m->moves != moved);
    document_refresh_scene(d);
    d->changes = changes; /* the lists of files are as before */
    hone_motion_release(before);
    m->keys_unchanged = ok ? INT64_MAX : -1;
    m->keys_taken = ok ? revision : m->keys_taken;
    return ok;
}

bool document_take_keys(document *d, double frame, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].keys && keys_revision(d->motions[i].keys) != d->motions[i].keys_taken)
            ok = take(d, &d->motions[i], frame, ok ? error : NULL) && ok;
    return ok;
}

/* Undo is lost, the keys are not. */
static void refit(document *d, document_motion *m, const character *c)
{
    hone_motion *motion = keys_motion(m->keys, KEYS_ALL, NULL);
    keyframes *made = motion ? keys_create(c->model, motion, NULL) : NULL;
    hone_motion_release(motion);
    if (!made)
        return;
    bool keyed = m->keyed;
    document_drop_keys(d, m);
    m->keys = made;
    m->keys_taken = 0;
    m->keyed = keyed;
}

void document_refit_keys(document *d)
{
    for (uint32_t i = 0; i < d->motion_count; i++) {
        document_motion *m = &d->motions[i];
        const document_model *model = m->keys ? document_find(d, m->keys_character) : NULL;
        if (model && !keys_fit(m->keys, model->character->model))
            refit(d, m, model->character);
    }
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

static void note_part_saved(document_motion *m, keys_part part)
{
    if (m->keys && part & KEYS_OF_CHARACTER)
        m->keys_saved[0] = keys_digest(m->keys, KEYS_OF_CHARACTER);
    if (m->keys && part & KEYS_OF_SCENE)
        m->keys_saved[1] = keys_digest(m->keys, KEYS_OF_SCENE);
}

/* A motion whose keys nobody has asked for is as it was read. */
static hone_motion *motion_of(const document_motion *m, keys_part part, hone_error *error)
{
    return m->keys ? keys_motion(m->keys, part, error) : hone_motion_retain(m->motion);
}

static bool save(document *d, document_motion *m, keys_part part, const char *path, hone_error *error)
{
    hone_bytes bytes = {0};
    char *own = strdup(path), *name = document_shown_name(path);
    hone_motion *made = own && name ? motion_of(m, part, error) : NULL;
    bool ok = (own && name) || hone_fail_memory(error);
    ok = ok && made && hone_motion_write_vmd(made, NULL, &bytes, error) &&
         hone_file_write(path, bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    hone_motion_release(made);
    if (!ok) {
        free(own);
        free(name);
        return false;
    }
    note_part_saved(m, part);
    m->fresh = m->built_in = m->recovered = false;
    m->named = true;
    free(m->path), free(m->name);
    m->path = own, m->name = name;
    d->changes++;
    return true;
}

bool document_save_keys(document *d, uint32_t character_id, const char *path, uint32_t *lost, hone_error *error)
{
    keyframes *k = document_keys(d, character_id, error);
    if (!k)
        return false;
    if (lost)
        *lost = keys_lost_names(k);
    return save(d, document_motion_of_keys(d, k), KEYS_OF_CHARACTER, path, error);
}

bool document_save_motion(document *d, document_motion *m, const char *path, hone_error *error)
{
    return save(d, m, KEYS_ALL, path, error);
}

bool document_save_scene_keys(document *d, const char *path, hone_error *error)
{
    keyframes *k = document_scene_keys(d, error);
    return k && save(d, document_motion_of_keys(d, k), KEYS_OF_SCENE, path, error);
}
