#define _POSIX_C_SOURCE 200809L
#include "base/text/encoding.h"
#include "view/document/document_internal.h"
#include "view/text.h"
#include <hone/io.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A stroke of the brush takes 140 bytes for each vertex. */
enum { HISTORY_LIMIT = 64 << 20 };

bool document_make(document *d, const character_rules *rules, uint32_t threads, hone_error *error)
{
    *d = (document){.rules = *rules, .next_id = 1};
    d->workers = hone_workers_create(threads, NULL, error);
    d->history = history_create(HISTORY_LIMIT, error);
    d->physics_catch_up = physics_catch_up_create(error);
    d->places = document_make_places(error);
    return d->workers && d->history && d->physics_catch_up && d->places;
}

void document_release(document *d)
{
    if (d->history)
        document_close_all(d);
    physics_catch_up_destroy(d->physics_catch_up);
    hone_workers_destroy(d->workers);
    history_destroy(d->history);
    document_release_places(d->places);
    for (uint32_t i = 0; i < d->note_count; i++) free(d->notes[i]);
    hone_model_release(d->made_for);
    hone_motion_release(d->nothing);
    scene_release(&d->scene);
    free(d->models);
    free(d->motions);
    free(d->retargeted);
    free(d->runners);
    free(d->catching_up);
    *d = (document){0};
}

/* ---- notes ---------------------------------------------------------------------------------------------------- */

const char *document_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

char *document_shown_name(const char *path)
{
    const char *name = document_file_name(path);
    size_t size = strlen(name);
    char *shown = malloc(3 * size + 1);
    if (shown)
        shown[hone_utf8_from(hone_encoding_of_text(name, size), name, size, shown, NULL)] = '\0';
    return shown;
}

static bool is_noted(const document *d, const char *line)
{
    for (uint32_t i = 0; i < d->note_count; i++)
        if (strcmp(d->notes[i], line) == 0)
            return true;
    return false;
}

void document_note(document *d, const char *path, const char *text)
{
    char *name = document_shown_name(path);
    size_t size = name ? strlen(name) + strlen(text) + 3 : 0;
    char *line = malloc(size + 1);
    if (line && name)
        snprintf(line, size, "%s: %s", name, text);
    free(name);
    if (!line || !size || is_noted(d, line)) {
        free(line);
        return;
    }
    if (d->note_count == DOCUMENT_NOTES) {
        free(d->notes[0]);
        memmove(d->notes, d->notes + 1, (DOCUMENT_NOTES - 1) * sizeof *d->notes);
        d->note_count--;
    }
    d->notes[d->note_count++] = line;
    d->noted++;
}

void document_forget_notes(document *d)
{
    for (uint32_t i = 0; i < d->note_count; i++) free(d->notes[i]);
    d->noted += d->note_count > 0;
    d->note_count = 0;
}

void document_forget_notes_of(document *d, const char *path)
{
    char *name = document_shown_name(path);
    size_t size = name ? strlen(name) : 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->note_count; i++)
        if (name && strncmp(d->notes[i], name, size) == 0 && strncmp(d->notes[i] + size, ": ", 2) == 0)
            free(d->notes[i]);
        else
            d->notes[kept++] = d->notes[i];
    d->noted += kept < d->note_count;
    d->note_count = kept;
    free(name);
}

void document_note_all(document *d, const char *path, hone_warnings warnings)
{
    for (uint32_t i = 0; i < warnings.count; i++) document_note(d, path, warnings.texts[i]);
}

/* ---- which motion plays on which model ------------------------------------------------------------------------ */

bool document_plays_on(const document_motion *m, const character *c)
{
    return m->moves && (m->target == 0 || m->target == c->id);
}

static float weight_of(const document_motion *m)
{
    return m->on ? m->weight : 0;
}

bool document_attach_motions(document *d, character *c, hone_error *error)
{
    uint32_t count = 0;
    character_part *parts = calloc(d->motion_count + 1, sizeof *parts);
    if (!parts)
        return hone_fail_memory(error);
    bool ok = true;
    for (uint32_t i = 0; i < d->motion_count && ok; i++)
        if (document_plays_on(&d->motions[i], c)) {
            ok = document_retarget(d, &d->motions[i], c, error);
            parts[count++] = (character_part){document_played(d, &d->motions[i], c), weight_of(&d->motions[i])};
        }
    ok = ok && character_attach_motions(c, parts, count, error);
    free(parts);
    return ok;
}

bool document_attach_motions_all(document *d, hone_error *error)
{
    bool ok = true;
    document_stop_catch_up(d);
    document_retarget_common(d);
    for (uint32_t i = 0; i < d->model_count; i++)
        ok = document_attach_motions(d, d->models[i]->character, ok ? error : NULL) && ok;
    return ok;
}

void document_refresh_scene(document *d)
{
    document_forget_retargeted(d);
    d->camera_keys = d->light_keys = d->shadow_keys = NULL;
    d->duration = 0;
    for (uint32_t i = 0; i < d->motion_count; i++) {
        const hone_motion *motion = d->motions[i].motion;
        const hone_motion_data *data = hone_motion_get(motion);
        if (!d->motions[i].on)
            continue;
        d->duration = fmax(d->duration, hone_motion_duration(motion));
        d->camera_keys = data->camera_key_count ? motion : d->camera_keys;
        d->light_keys = data->light_key_count ? motion : d->light_keys;
        d->shadow_keys = data->shadow_key_count ? motion : d->shadow_keys;
    }
    d->changes++;
}

void document_set_motion(document *d, uint32_t motion_id, bool on, float weight)
{
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].id == motion_id)
            d->motions[i].on = on, d->motions[i].weight = weight;
    document_stop_catch_up(d);
    for (uint32_t m = 0; m < d->model_count; m++) {
        character *c = d->models[m]->character;
        uint32_t part = 0;
        for (uint32_t i = 0; i < d->motion_count; i++) {
            if (!document_plays_on(&d->motions[i], c))
                continue;
            if (d->motions[i].id == motion_id)
                character_weigh(c, part, weight_of(&d->motions[i]));
            part++;
        }
    }
    uint32_t changes = d->changes; /* does not count as a change: the lists of the panels caused it */
    document_refresh_scene(d);
    d->changes = changes;
}

static document_motion *find_motion(const document *d, uint32_t motion_id)
{
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].id == motion_id)
            return &d->motions[i];
    return NULL;
}

bool document_set_motion_target(document *d, uint32_t motion_id, uint32_t character_id, hone_error *error)
{
    document_motion *m = find_motion(d, motion_id);
    if (!m || m->own || (character_id && !document_find(d, character_id)))
        return hone_fail(error, HONE_ERROR_ARGUMENT, motion_id, "this motion cannot play on this character");
    uint32_t before = m->target;
    m->target = character_id;
    bool ok = document_attach_motions_all(d, error);
    if (ok) {
        document_warn_of_other_model(d, m);
    } else {
        m->target = before;
        document_attach_motions_all(d, NULL);
    }
    d->changes++;
    return ok;
}

bool document_switch_chain(document *d, character *c, uint32_t chain, bool on, hone_error *error)
{
    if (!on)
        return history_release_chain(d->history, c->edit, c->shown, chain, error);
    bool by_motions = character_chain_by_motions(c, d->frame, chain);
    history_begin(d->history, N_("Switch a chain on"), 0);
    bool ok = history_set_chain(d->history, c->edit, chain, by_motions ? EDIT_CHAIN_FREE : EDIT_CHAIN_ON);
    history_end(d->history);
    return ok || hone_fail_memory(error);
}

static bool rebuild_actors(document *d, const character_rules *rules, hone_error *error)
{
    for (uint32_t i = 0; i < d->model_count; i++)
        if (!character_rebuild_actors(d->models[i]->character, rules, d->workers, error))
            return false;
    return true;
}

bool document_set_rules(document *d, const character_rules *rules, hone_error *error)
{
    const character_rules before = d->rules, wanted = *rules; /* may be the document's own */
    document_stop_catch_up(d);
    bool ok = rebuild_actors(d, &wanted, error);
    d->rules = ok ? wanted : before;
    if (!ok)
        rebuild_actors(d, &before, NULL);
    return document_attach_motions_all(d, ok ? error : NULL) && ok;
}

bool document_set_threads(document *d, uint32_t threads, hone_error *error)
{
    hone_workers *workers = hone_workers_create(threads, NULL, error);
    if (!workers)
        return false;
    document_stop_catch_up(d);
    hone_workers *before = d->workers;
    d->workers = workers;
    bool ok = rebuild_actors(d, &d->rules, error);
    if (!ok) {
        d->workers = before;
        /* NULL: some actors may use the new workers, which stay */
        before = rebuild_actors(d, &d->rules, NULL) ? workers : NULL;
    }
    hone_workers_destroy(before); /* no actor uses it any more */
    return document_attach_motions_all(d, ok ? error : NULL) && ok;
}

/* ---- lookup --------------------------------------------------------------------------------------------------- */

document_model *document_find(const document *d, uint32_t character_id)
{
    for (uint32_t i = 0; i < d->model_count; i++)
        if (d->models[i]->character->id == character_id)
            return d->models[i];
    return NULL;
}

document_model *document_active(const document *d)
{
    return document_find(d, d->active);
}

void document_set_active(document *d, uint32_t character_id)
{
    d->active = document_find(d, character_id) ? character_id : 0;
}
