/* Saving keys as VMD: the motion of the active character; camera, light and self-shadow. */
#include "view/document/document_keys.h"
#include "view/window/actions/actions.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/files/files.h"

static bool save_motion(viewer *v, const char *path, hone_error *error)
{
    uint32_t lost = 0;
    const character *c = viewer_active(&v->stage);
    bool ok = c && document_save_keys(&v->stage.document, c->id, path, &lost, error);
    if (ok && lost)
        viewer_say(&v->shell,
                   ngettext("%u name cannot be written in a VMD", "%u names cannot be written in a VMD", lost), lost);
    return ok;
}

static bool save_camera(viewer *v, const char *path, hone_error *error)
{
    return document_save_scene_keys(&v->stage.document, path, error);
}

static void save(viewer *v, const char *path, bool (*how)(viewer *, const char *, hone_error *))
{
    hone_error error = {0};
    char *own = g_strdup(path); /* `path` may be the motion's, which changes */
    bool ok = how(v, own, &error);
    files_show_saved(&v->stage, ok, own, &error);
    g_free(own);
    viewer_edited(&v->stage);
    files_end_saving(v, ok);
}

static void save_motion_as(viewer *v, const char *path)
{
    save(v, path, save_motion);
}

static void save_camera_as(viewer *v, const char *path)
{
    save(v, path, save_camera);
}

/* The motion whose keys are saved; NULL: none. */
static const document_motion *motion_of_active(viewer_stage *s)
{
    const character *c = viewer_active(s);
    return c ? document_motion_of_keys(&s->document, document_keys(&s->document, c->id, NULL)) : NULL;
}

static const document_motion *motion_of_scene(viewer_stage *s)
{
    return document_motion_of_keys(&s->document, document_scene_keys(&s->document, NULL));
}

/* Whether the motion also has keys that are not saved with this part: its own file would lose them. */
static bool has_more(const document_motion *m, keys_part part)
{
    for (uint32_t i = 0; m->keys && i < keys_track_count(m->keys); i++) {
        const keys_track *t = keys_get_track(m->keys, i);
        bool of_scene = t->kind == KEYS_CAMERA || t->kind == KEYS_LIGHT || t->kind == KEYS_SHADOW;
        if (t->count && of_scene != (part == KEYS_OF_SCENE))
            return true;
    }
    return false;
}

/* Suggests the motion's own name, if it has one. */
static void choose(viewer *v, const document_motion *m, keys_part part, files_save_fn *save_as)
{
    const bool of_scene = part == KEYS_OF_SCENE, has_file = m && !m->fresh && !m->built_in;
    const char *tail = !has_file || !has_more(m, part) ? "" : of_scene ? "-camera" : "-motion";
    char *name = files_name_for(&v->stage, has_file ? m->path : of_scene ? "camera" : NULL, tail, -1, "vmd");
    files_ask_where(v, of_scene ? _("Save camera motion") : _("Save motion"), has_file ? m->path : NULL, name, save_as);
    g_free(name);
}

static void save_again(viewer *v, const document_motion *m, keys_part part, files_save_fn *save_as)
{
    if (m && m->named && !has_more(m, part))
        save_as(v, m->path);
    else
        choose(v, m, part, save_as);
}

void files_save_motion_then(viewer *v)
{
    save_again(v, motion_of_active(&v->stage), KEYS_OF_CHARACTER, save_motion_as);
}

void files_save_motion(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    choose(v, motion_of_active(&v->stage), KEYS_OF_CHARACTER, save_motion_as);
}

void files_save_camera_motion_then(viewer *v)
{
    save_again(v, motion_of_scene(&v->stage), KEYS_OF_SCENE, save_camera_as);
}

void files_save_camera_motion(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    choose(v, motion_of_scene(&v->stage), KEYS_OF_SCENE, save_camera_as);
}
