#define _POSIX_C_SOURCE 200809L
#include "view/document/document_step.h"
#include "view/document/document_internal.h"
#include "view/edit/history_command.h"
#include "view/text.h"

#include <stdlib.h>
#include <string.h>

/* Files that are open, or would be if the step were swapped. */
typedef struct parked {
    document_model **models; /* [model_count] */
    document_motion *motions;
    uint32_t model_count, motion_count;
} parked;

/* What a document has once, and a scene says. */
typedef struct parked_scene {
    scene scene;
    bool is_scene, is_merged;
    uint64_t saved_files;
    playback_values merged;
    hone_model *made_for;
    character_rules rules;
} parked_scene;

struct document_step {
    document *d;
    bool replaces;
    bool done;             /* as after it was made, not undone */
    uint32_t first, after; /* not `replaces`: ids from first to before `after` were added */
    parked files;
    parked_scene scene; /* `replaces` */
    uint32_t active;
    char *sound;
    void *window; /* what the window showed */
};

/* A step counts as a part of the history's limit, whatever its models take: a few of them can be undone. */
enum { STEP_SIZE = 12 << 20 };

/* ---- taking out and putting in ---------------------------------------------------------------------------------- */

static bool is_taken(const document_step *s, uint32_t id)
{
    return s->replaces || (s->done && id >= s->first && id < s->after);
}

static bool is_target_taken(const document_step *s, const document_motion *m)
{
    return is_taken(s, m->id) || (m->target && is_taken(s, m->target)) ||
           (m->keys && m->keys_character && is_taken(s, m->keys_character));
}

/* Makes room for all in the document, and in `out`. */
static bool make_room(document *d, const parked *in, parked *out)
{
    size_t models = (size_t)d->model_count + in->model_count + 1,
           motions = (size_t)d->motion_count + in->motion_count + 1;
    document_motion *grown = realloc(d->motions, motions * sizeof *grown);
    d->motions = grown ? grown : d->motions;
    out->models = calloc((size_t)d->model_count + 1, sizeof *out->models);
    out->motions = calloc((size_t)d->motion_count + 1, sizeof *out->motions);
    if (grown && out->models && out->motions && document_make_room(d, models))
        return true;
    free(out->models);
    free(out->motions);
    return false;
}

static void take(document_step *s, parked *out)
{
    document *d = s->d;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (is_target_taken(s, &d->motions[i]))
            out->motions[out->motion_count++] = d->motions[i];
        else
            d->motions[kept++] = d->motions[i];
    d->motion_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < d->model_count; i++)
        if (is_taken(s, d->models[i]->character->id))
            out->models[out->model_count++] = d->models[i];
        else
            d->models[kept++] = d->models[i];
    d->model_count = kept;
}

static void put(document *d, parked *in)
{
    for (uint32_t i = 0; i < in->model_count; i++) d->models[d->model_count++] = in->models[i];
    for (uint32_t i = 0; i < in->motion_count; i++) d->motions[d->motion_count++] = in->motions[i];
    free(in->models);
    free(in->motions);
    *in = (parked){0};
}

/* Exchanges the scene's part. */
static void exchange_scene(document *d, parked_scene *with)
{
    const parked_scene now = {.scene = d->scene,
                              .is_scene = d->is_scene,
                              .is_merged = d->play == &d->merged,
                              .saved_files = d->saved_files,
                              .merged = d->merged,
                              .made_for = d->made_for,
                              .rules = d->rules};
    if (!now.is_merged)
        d->given = d->play;
    d->scene = with->scene;
    d->is_scene = with->is_scene;
    d->saved_files = with->saved_files;
    d->merged = with->merged;
    d->play = with->is_merged ? &d->merged : d->given;
    d->made_for = with->made_for;
    d->rules = with->rules;
    *with = now;
}

/* Returns false, and has changed nothing, if memory runs out. */
static bool exchange(document_step *s)
{
    document *d = s->d;
    parked out = {0};
    if (!make_room(d, &s->files, &out))
        return false;
    document_stop_catch_up(d);
    document_forget_places(d);
    take(s, &out);
    put(d, &s->files);
    s->files = out;
    if (s->replaces)
        exchange_scene(d, &s->scene);
    const uint32_t active = d->active;
    char *sound = d->sound;
    d->active = s->active, s->active = active;
    d->sound = s->sound, s->sound = sound;
    d->keys_generation++;
    return true;
}

/* ---- as a step -------------------------------------------------------------------------------------------------- */

static void swap(void *object)
{
    document_step *s = object;
    document *d = s->d;
    void *before = d->window.take ? d->window.take(d->window.user) : NULL;
    if (!exchange(s)) {
        if (before)
            d->window.release(before);
        return;
    }
    s->done = !s->done;
    const character_rules rules = d->rules;
    document_set_rules(d, &rules, NULL); /* makes actors that have the threads of now, too */
    document_refresh_scene(d);
    if (s->window)
        d->window.give(d->window.user, s->window);
    s->window = before;
}

static void release(void *object)
{
    document_step *s = object;
    for (uint32_t i = 0; i < s->files.model_count; i++) document_release_model(s->files.models[i]);
    for (uint32_t i = 0; i < s->files.motion_count; i++) document_release_motion(&s->files.motions[i]);
    free(s->files.models);
    free(s->files.motions);
    if (s->replaces) {
        scene_release(&s->scene.scene);
        hone_model_release(s->scene.made_for);
    }
    if (s->window)
        s->d->window.release(s->window);
    free(s->sound);
    free(s);
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

/* What an empty document has. */
static void begin_empty(document_step *s)
{
    s->scene = (parked_scene){.rules = s->d->rules};
    s->scene.rules.physics.gravity_keys = NULL;
    s->scene.rules.physics.gravity_key_count = 0;
}

/* The sound stays if the files bring none. */
static bool begin_added(document_step *s)
{
    s->first = s->d->next_id;
    s->active = s->d->active;
    s->sound = s->d->sound ? strdup(s->d->sound) : NULL;
    return s->sound || !s->d->sound;
}

document_step *document_step_begin(document *d, bool replaces)
{
    document_step *s = d->model_count || d->motion_count ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return NULL;
    *s = (document_step){.d = d, .replaces = replaces};
    s->window = d->window.take ? d->window.take(d->window.user) : NULL;
    bool ok = true;
    if (replaces) {
        begin_empty(s);
        ok = exchange(s);
    } else {
        ok = begin_added(s);
    }
    if (!ok) {
        s->replaces = false; /* its scene is nothing */
        release(s);
        return NULL;
    }
    d->opening = replaces ? DOCUMENT_OPENING_REPLACES : DOCUMENT_OPENING_ADDS;
    return s;
}

void document_step_end(document_step *s, bool opened, const char *label)
{
    if (!s)
        return;
    document *d = s->d;
    d->opening = DOCUMENT_OPENING_MERGES;
    s->after = d->next_id;
    s->done = true;
    if (!opened) {
        void *window = s->window;
        s->window = NULL; /* it shows what it showed */
        swap(s);
        if (s->window)
            d->window.release(s->window);
        s->window = window;
        release(s);
        return;
    }
    history_add_step(d->history, label, &(history_step){s, swap, release, STEP_SIZE});
}

bool document_open_step(document *d, bool replaces, const char *const *paths, uint32_t count, uint32_t *bad,
                        hone_error *error)
{
    document_step *s = document_step_begin(d, replaces);
    const uint32_t ids = d->next_id, scenes = d->scenes_opened;
    bool ok = document_open(d, paths, count, bad, error);
    document_step_end(s, d->next_id != ids || d->scenes_opened != scenes,
                      replaces ? N_("Open a scene") : N_("Add to the scene"));
    return ok;
}
