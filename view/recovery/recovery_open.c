/* Opens unsaved work. */
#define _POSIX_C_SOURCE 200809L
#include "tool/scene/scene_file.h"
#include "view/document/document_changes.h"
#include "view/document/document_internal.h"
#include "view/recovery/recovery.h"
#include "view/recovery/recovery_file.h"
#include "view/text.h"

#include <hone/format.h>

#include <stdlib.h>
#include <string.h>

/* What the files of a folder say. */
typedef struct found {
    recovery_file file;
    scene scene, bends;
} found;

static bool read_file(const char *folder, recovery_file *out, hone_error *error)
{
    char path[HONE_PATH_SIZE];
    hone_bytes bytes = {0};
    bool ok = recovery_folder_path(folder, RECOVERY_FILE, path) && hone_file_read(path, NULL, &bytes, error) &&
              recovery_file_decode(bytes.data, bytes.size, out, error);
    hone_bytes_release(&bytes);
    return ok;
}

static bool read_scene(const char *folder, const char *name, scene *out, hone_error *error)
{
    char path[HONE_PATH_SIZE];
    return recovery_folder_path(folder, name, path) && scene_load(path, out, error);
}

/* The counts agree, since all files are of one writing. */
static bool check(const found *f, hone_error *error)
{
    bool ok = f->scene.model_count == f->file.model_count && f->scene.motion_count == f->file.motion_count &&
              f->bends.model_count == f->file.model_count;
    return ok || hone_fail(error, HONE_ERROR_FORMAT, 0, "its files do not belong together");
}

/* Reads a motion that is in the folder, and gives it the path of its own file. */
static bool read_motion(const recovery_motion *from, scene *s, scene_motion *m, hone_error *error)
{
    const hone_load_desc desc = {0};
    hone_bytes bytes = {0};
    bool ok = hone_file_read(m->path, NULL, &bytes, error) &&
              (m->motion = hone_motion_load_memory(bytes.data, bytes.size, &desc, error)) != NULL;
    hone_bytes_release(&bytes);
    m->path = from->path ? scene_text(s, from->path) : NULL;
    return ok && (m->path || !from->path || hone_fail_memory(error));
}

static bool read_all(const char *folder, found *f, hone_error *error)
{
    bool ok = read_file(folder, &f->file, error) && read_scene(folder, f->file.scene, &f->scene, error) &&
              read_scene(folder, f->file.bends, &f->bends, error) && check(f, error);
    for (uint32_t i = 0; ok && i < f->scene.model_count; i++)
        if (f->file.models[i].built_in)
            f->scene.models[i].path = NULL;
    for (uint32_t i = 0; ok && i < f->scene.motion_count; i++)
        if (f->file.motions[i].written)
            ok = read_motion(&f->file.motions[i], &f->scene, &f->scene.motions[i], error);
    return ok;
}

static void release(found *f)
{
    recovery_file_release(&f->file);
    scene_release(&f->scene);
    scene_release(&f->bends);
}

/* ---- into the document ------------------------------------------------------------------------------------------ */

/* Paints; false: the model has changed since, or out of memory. */
static bool set_weights(character *c, const recovery_model *from)
{
    const hone_mesh *mesh = hone_model_mesh(c->model);
    if (from->weight_count && (from->vertices != mesh->vertex_count || !edit_begin_weights(c->edit, NULL)))
        return false;
    for (uint32_t i = 0; i < from->weight_count; i++) {
        const recovery_weight *w = &from->weights[i];
        bool ok = w->vertex < mesh->vertex_count;
        for (uint32_t k = 0; k < w->value.count; k++) ok = ok && (uint32_t)w->value.slots[k] < mesh->slot_count;
        if (!ok)
            return false;
        weight_table_set(edit_weights(c->edit), w->vertex, &w->value);
    }
    return true;
}

static void show_model(document *d, const document_model *m, const recovery_model *from, const scene_model *bends)
{
    character *c = m->character;
    document_correct(c->bends, bends, c->model);
    if (!set_weights(c, from))
        document_note(d, m->path, _("the painted weights could not be recovered: it is not the same model"));
    document_set_changes(d, c->id, from->changes);
    character_changed(c);
}

/* Motions that were read here have their files' names, but not what is in the files. */
static void show_motions(document *d, const recovery_file *f)
{
    for (uint32_t i = 0; i < f->motion_count; i++)
        for (uint32_t k = 0; k < d->motion_count; k++)
            if (f->motions[i].written && d->motions[k].motion == d->scene.motions[i].motion) {
                d->motions[k].recovered = f->motions[i].changed;
                d->motions[k].built_in = f->motions[i].built_in;
            }
}

static bool show(document *d, found *f, bool has_file, uint32_t *ids, hone_error *error)
{
    bool ok = document_show_scene(d, &f->scene, ids, error);
    for (uint32_t i = 0; i < f->file.model_count; i++) {
        const document_model *m = document_find(d, ids[i]);
        if (m)
            show_model(d, m, &f->file.models[i], &f->bends.models[i]);
    }
    show_motions(d, &f->file);
    document_refresh_scene(d);
    if (has_file) /* its files are those of the scene, unless they were changed */
        document_files_opened(d);
    document_set_changes(d, 0, f->file.changes);
    return ok;
}

bool recovery_open(document *d, const char *folder, char **opened, hone_error *error)
{
    found f = {0};
    *opened = NULL;
    bool ok = read_all(folder, &f, error);
    uint32_t *ids = ok ? calloc((size_t)f.scene.model_count + 1, sizeof *ids) : NULL;
    if (ids) {
        *opened = f.file.opened;
        f.file.opened = NULL;
        ok = show(d, &f, *opened != NULL, ids, error);
    } else if (ok) {
        ok = hone_fail_memory(error);
    }
    free(ids);
    release(&f);
    return ok;
}
