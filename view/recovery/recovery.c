#define _POSIX_C_SOURCE 200809L
#include "view/recovery/recovery.h"
#include "base/system/files.h"
#include "tool/scene/scene_file.h"
#include "tool/system/system.h"
#include "view/document/document_changes.h"
#include "view/document/document_keys.h"
#include "view/recovery/recovery_file.h"

#include <hone/format.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64 };

/* A copy of all that is to be written, which the thread owns. */
typedef struct work {
    uint32_t number; /* is in the names of its files */
    recovery_file file;
    hone_bytes scene, bends;
    hone_motion **motions; /* [file.motion_count] NULL: not written */
} work;

struct recovery {
    char root[HONE_PATH_SIZE];
    recovery_folder folder;
    uint64_t saved; /* document_digest of what was written last */
    uint32_t number;
    work work;
    pthread_t thread;
    bool running;
    _Atomic bool finished;
    bool ok; /* of the last writing */
    hone_error error;
};

/* ---- copying ---------------------------------------------------------------------------------------------------- */

static void release_work(work *w)
{
    for (uint32_t i = 0; w->motions && i < w->file.motion_count; i++) hone_motion_release(w->motions[i]);
    free(w->motions);
    hone_bytes_release(&w->scene);
    hone_bytes_release(&w->bends);
    recovery_file_release(&w->file);
    *w = (work){0};
}

/* "-7.": the part of a file's name that tells which writing made it. */
static void write_mark(uint32_t number, char out[NAME_SIZE])
{
    snprintf(out, NAME_SIZE, "-%u.", (unsigned)number);
}

static void name_motion(uint32_t number, uint32_t index, char out[NAME_SIZE])
{
    snprintf(out, NAME_SIZE, "motion-%u-%u.vmd", (unsigned)index + 1, (unsigned)number);
}

static char *name_scene(const char *stem, uint32_t number)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s-%u.json", stem, (unsigned)number);
    return strdup(name);
}

/* A path that holds in any working folder. From malloc. */
static char *whole_path(const char *path)
{
    char *real = hone_path_real(path);
    return real ? real : strdup(path);
}

static bool copy_weights(const character *c, recovery_model *out)
{
    const weight_table *t = edit_weights(c->edit);
    uint32_t count = t ? weight_table_count(t) : 0;
    out->vertices = hone_model_mesh(c->model)->vertex_count;
    out->weights = count ? malloc(count * sizeof *out->weights) : NULL;
    for (uint32_t v = 0; out->weights && v < out->vertices && out->weight_count < count; v++) {
        const vertex_weights painted = weight_table_painted(t, v);
        if (painted.count)
            out->weights[out->weight_count++] = (recovery_weight){v, painted};
    }
    return out->weights || !count;
}

static bool copy_models(const document *d, recovery_file *out)
{
    out->models = calloc((size_t)d->model_count + 1, sizeof *out->models);
    for (uint32_t i = 0; out->models && i < d->model_count; i++) {
        const document_model *m = d->models[i];
        recovery_model *model = &out->models[out->model_count++];
        model->built_in = m->built_in;
        model->changes = document_changes_of(d, m->character->id);
        if (!copy_weights(m->character, model))
            return false;
    }
    return out->models != NULL;
}

/* The keys as a motion; it is already made if the characters play them. */
static hone_motion *motion_of(const document_motion *m, hone_error *error)
{
    bool taken = !m->keys || (m->keyed && m->keys_taken == keys_revision(m->keys));
    return taken ? hone_motion_retain(m->motion) : keys_motion(m->keys, KEYS_ALL, error);
}

/* Notes a motion; one whose file does not have it is copied. */
static bool copy_motion(const document_motion *m, work *w, hone_error *error)
{
    recovery_motion *out = &w->file.motions[w->file.motion_count];
    bool has_file = !m->fresh && !m->built_in;
    out->built_in = m->built_in;
    out->changed = document_motion_is_modified(m);
    out->written = !has_file || out->changed;
    out->path = has_file ? whole_path(m->path) : m->built_in ? strdup(m->path) : NULL;
    if (!out->path && (has_file || m->built_in))
        return hone_fail_memory(error);
    hone_motion **motion = &w->motions[w->file.motion_count++];
    return !out->written || (*motion = motion_of(m, error)) != NULL;
}

static bool copy_motions(const document *d, work *w, hone_error *error)
{
    w->file.motions = calloc((size_t)d->motion_count + 1, sizeof *w->file.motions);
    w->motions = calloc((size_t)d->motion_count + 1, sizeof *w->motions);
    bool ok = (w->file.motions && w->motions) || hone_fail_memory(error);
    for (uint32_t i = 0; i < d->motion_count && ok; i++)
        if (document_motion_is_in_scenes(&d->motions[i]))
            ok = copy_motion(&d->motions[i], w, error);
    return ok;
}

/* Motions that are written are named by their files in the folder. */
static bool write_scene(const document *d, const document_shown *shown, document_layers layers, const char *folder,
                        const work *w, hone_bytes *out, hone_error *error)
{
    scene s;
    char name[NAME_SIZE], path[HONE_PATH_SIZE];
    if (!document_scene_layers(d, shown, layers, &s, error))
        return false;
    bool ok = true;
    for (uint32_t i = 0; i < s.motion_count && ok; i++) {
        if (!w->file.motions[i].written)
            continue;
        name_motion(w->number, i, name);
        ok = (recovery_folder_path(folder, name, path) && (s.motions[i].path = scene_text(&s, path))) ||
             hone_fail_memory(error);
        s.motions[i].clip = NULL;
    }
    ok = ok && scene_write(&s, folder, out, error);
    scene_release(&s);
    return ok;
}

static bool copy_work(const recovery *r, const document *d, const document_shown *shown, const char *opened, work *w,
                      hone_error *error)
{
    *w = (work){.number = r->number + 1};
    w->file.scene = name_scene("scene", w->number), w->file.bends = name_scene("bends", w->number);
    w->file.opened = opened ? whole_path(opened) : NULL;
    w->file.changes = document_changes_of(d, 0) & DOCUMENT_CHANGED_FILES;
    bool ok = (w->file.scene && w->file.bends && (w->file.opened || !opened) && copy_models(d, &w->file)) ||
              hone_fail_memory(error);
    ok = ok && copy_motions(d, w, error) &&
         write_scene(d, shown, DOCUMENT_LAYERS_CORRECTION, r->folder.path, w, &w->scene, error) &&
         write_scene(d, shown, DOCUMENT_LAYERS_BENDS, r->folder.path, w, &w->bends, error);
    if (!ok)
        release_work(w);
    return ok;
}

/* ---- writing, in the thread ------------------------------------------------------------------------------------- */

static bool write_motions(const recovery_folder *f, const work *w, hone_error *error)
{
    char name[NAME_SIZE];
    bool ok = true;
    for (uint32_t i = 0; i < w->file.motion_count && ok; i++) {
        hone_bytes bytes = {0};
        if (!w->motions[i])
            continue;
        name_motion(w->number, i, name);
        ok = hone_motion_write_vmd(w->motions[i], NULL, &bytes, error) && recovery_folder_write(f, name, &bytes, error);
        hone_bytes_release(&bytes);
    }
    return ok;
}

static bool write_work(const recovery_folder *f, const work *w, hone_error *error)
{
    char mark[NAME_SIZE];
    hone_bytes bytes = {0};
    bool ok = write_motions(f, w, error) && recovery_folder_write(f, w->file.scene, &w->scene, error) &&
              recovery_folder_write(f, w->file.bends, &w->bends, error) &&
              recovery_file_encode(&w->file, &bytes, error) && recovery_folder_write(f, RECOVERY_FILE, &bytes, error);
    hone_bytes_release(&bytes);
    write_mark(w->number, mark);
    if (ok)
        recovery_folder_keep_only(f, mark);
    return ok;
}

static void *run(void *user)
{
    recovery *r = user;
    r->ok = write_work(&r->folder, &r->work, &r->error);
    atomic_store(&r->finished, true);
    return NULL;
}

/* ---- the caller's thread ---------------------------------------------------------------------------------------- */

recovery *recovery_create(const char *root, hone_error *error)
{
    recovery *r = calloc(1, sizeof *r);
    if (!r || strlen(root) >= sizeof r->root) {
        free(r);
        return hone_fail_memory(error), NULL;
    }
    strcpy(r->root, root);
    r->folder.lock = -1;
    r->ok = true;
    return r;
}

static void wait_for_thread(recovery *r)
{
    if (!r->running)
        return;
    pthread_join(r->thread, NULL);
    r->running = false;
    release_work(&r->work);
    if (!r->ok)
        r->saved = 0; /* the next turn tries again */
}

void recovery_destroy(recovery *r)
{
    if (!r)
        return;
    wait_for_thread(r);
    recovery_folder_leave(&r->folder);
    free(r);
}

static bool begin_writing(recovery *r, bool wait)
{
    atomic_store(&r->finished, false);
    r->error = (hone_error){0};
    if (!wait && pthread_create(&r->thread, NULL, run, r) == 0)
        return r->running = true;
    run(r);
    release_work(&r->work);
    return r->ok;
}

bool recovery_save(recovery *r, const document *d, const document_shown *shown, const char *opened, bool wait,
                   hone_error *error)
{
    if (r->running && !wait && !atomic_load(&r->finished))
        return true;
    wait_for_thread(r);
    bool ok = r->ok;
    if (!ok && error)
        *error = r->error;
    r->ok = true;
    const uint64_t digest = document_digest(d);
    if (!document_is_modified(d))
        recovery_forget(r);
    if (!document_is_modified(d) || digest == r->saved)
        return ok;
    if ((!r->folder.path[0] && !recovery_folder_make(r->root, &r->folder, error)) ||
        !copy_work(r, d, shown, opened, &r->work, error))
        return false;
    r->number++;
    r->saved = digest;
    return (begin_writing(r, wait) || (error && (*error = r->error, false))) && ok;
}

void recovery_forget(recovery *r)
{
    wait_for_thread(r);
    recovery_folder_remove(&r->folder);
    r->saved = 0;
}

void recovery_adopt(recovery *r, recovery_folder *claimed)
{
    recovery_forget(r);
    r->folder = *claimed;
    *claimed = (recovery_folder){.lock = -1};
}
