#define _POSIX_C_SOURCE 200809L
#include "view/document/document_watch.h"
#include "base/files/file_resolver.h"
#include "view/document/document_internal.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* ---- which files ------------------------------------------------------------------------------------------------- */

/* Whether a texture is a file beside the model, not inside it. */
static bool is_file(const document_model *m, uint32_t texture)
{
    const hone_model_data *data = hone_model_get(m->character->model);
    return *data->textures[texture] && !(data->pictures && data->pictures[texture].size);
}

/* Where a texture is; false: inside the model, or missing. */
static bool texture_path(const document *d, const document_model *m, uint32_t texture, char path[HONE_PATH_SIZE])
{
    const char *name = hone_model_get(m->character->model)->textures[texture];
    return is_file(m, texture) && hone_model_file_find(m->folder, name, d->allow_outside, path, NULL);
}

static uint32_t count_missing(const document *d)
{
    char path[HONE_PATH_SIZE];
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->model_count; i++) {
        const document_model *m = d->models[i];
        for (uint32_t t = 0; !m->built_in && t < hone_model_get(m->character->model)->texture_count; t++)
            count += is_file(m, t) && !texture_path(d, m, t, path);
    }
    return count;
}

static void add_model(document_watch *w, const document *d, const document_model *m)
{
    char path[HONE_PATH_SIZE];
    if (m->built_in)
        return;
    file_watch_add(&w->files, m->path);
    for (uint32_t t = 0; t < hone_model_get(m->character->model)->texture_count; t++)
        if (texture_path(d, m, t, path))
            file_watch_add(&w->files, path);
}

static bool same(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

static void keep(char **text, const char *now)
{
    free(*text);
    *text = now ? strdup(now) : NULL;
}

/* Files that stay open keep their state, so that a change between two looks is not lost. */
static void follow(document_watch *w, const document *d)
{
    const char *backdrop = d->scene.look.backdrop.file;
    if (w->changes == d->changes && w->files.count && same(w->sound, d->sound) && same(w->backdrop, backdrop))
        return;
    file_watch before = w->files;
    w->files = (file_watch){0};
    for (uint32_t i = 0; i < d->model_count; i++) add_model(w, d, d->models[i]);
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (!d->motions[i].built_in && !d->motions[i].fresh)
            file_watch_add(&w->files, d->motions[i].path);
    if (d->sound)
        file_watch_add(&w->files, d->sound);
    if (backdrop)
        file_watch_add(&w->files, backdrop);
    file_watch_keep(&w->files, &before);
    file_watch_clear(&before);
    keep(&w->sound, d->sound);
    keep(&w->backdrop, backdrop);
    w->changes = d->changes;
    w->missing = count_missing(d);
}

void document_watch_release(document_watch *w)
{
    file_watch_clear(&w->files);
    free(w->sound);
    free(w->backdrop);
    *w = (document_watch){0};
}

/* ---- reading again ----------------------------------------------------------------------------------------------- */

static void tell(document_news *news, const char *name)
{
    if (news->count++ == 0)
        news->name = name;
}

static bool textures_changed(const document_watch *w, const document *d, const document_model *m)
{
    char path[HONE_PATH_SIZE];
    for (uint32_t t = 0; t < hone_model_get(m->character->model)->texture_count; t++)
        if (texture_path(d, m, t, path) && file_watch_changed(&w->files, path))
            return true;
    return false;
}

static void look_at_model(const document_watch *w, document *d, uint32_t index, document_news *news, bool found,
                          document_changed *changed)
{
    document_model *m = d->models[index];
    if (m->built_in)
        return;
    changed->models[index] = file_watch_changed(&w->files, m->path);
    if (found || changed->models[index] || textures_changed(w, d, m)) {
        m->textures++;
        document_forget_notes_of(d, m->path); /* what is still so is noted again */
        if (!changed->models[index])
            document_warn_of_model(d, m);
        tell(news, m->name);
    }
}

bool document_watch_look(document_watch *w, document *d, document_news *news, hone_error *error)
{
    *news = (document_news){0};
    follow(w, d);
    bool found = w->missing && count_missing(d) != w->missing; /* missing textures are there now */
    if (!file_watch_look(&w->files) && !found)
        return true;
    document_changed changed = {calloc((size_t)d->model_count + 1, 1), calloc((size_t)d->motion_count + 1, 1)};
    bool ok = changed.models && changed.motions;
    for (uint32_t i = 0; ok && i < d->model_count; i++) look_at_model(w, d, i, news, found, &changed);
    for (uint32_t i = 0; ok && i < d->motion_count; i++) {
        const document_motion *m = &d->motions[i];
        changed.motions[i] = !m->built_in && !m->fresh && file_watch_changed(&w->files, m->path);
        if (changed.motions[i] && !m->own)
            tell(news, m->name);
    }
    news->sound = d->sound && file_watch_changed(&w->files, d->sound);
    news->backdrop = d->scene.look.backdrop.file && file_watch_changed(&w->files, d->scene.look.backdrop.file);
    ok = ok ? document_reload_changed(d, &changed, error) : hone_fail_memory(error);
    free(changed.models);
    free(changed.motions);
    return ok;
}
