/* Saving keys as VMD: the motion of the active character; camera, light and self-shadow. */
#include "view/document/document_keys.h"
#include "view/window/actions.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/files.h"

typedef struct saving {
    const char *title, *name;
    bool (*save)(viewer *v, const char *path, hone_error *error);
    GCallback answered;
} saving;

static bool save_motion(viewer *v, const char *path, hone_error *error)
{
    uint32_t lost = 0;
    const character *c = viewer_active(v);
    bool ok = c && document_save_keys(&v->document, c->id, path, &lost, error);
    if (ok && lost)
        viewer_say(v, ngettext("%u name cannot be written in a VMD", "%u names cannot be written in a VMD", lost),
                   lost);
    return ok;
}

static bool save_camera(viewer *v, const char *path, hone_error *error)
{
    return document_save_scene_keys(&v->document, path, error);
}

static void save(viewer *v, const char *path, bool (*how)(viewer *, const char *, hone_error *))
{
    hone_error error = {0};
    bool ok = how(v, path, &error);
    files_show_saved(v, ok, path, &error);
    viewer_edited(v);
    if (ok)
        files_go_on(v);
    v->after_save = NULL;
}

static void motion_answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    char *path = files_answer_of(dialog, response);
    if (path)
        save(v, path, save_motion);
    v->after_save = NULL;
    g_free(path);
}

static void camera_answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    char *path = files_answer_of(dialog, response);
    if (path)
        save(v, path, save_camera);
    v->after_save = NULL;
    g_free(path);
}

static void ask_and_save(viewer *v, const saving *s)
{
    const char *fixed = g_getenv("HONE_VIEW_SAVE");
    if (fixed)
        save(v, fixed, s->save);
    else
        files_ask_where(v, s->title, s->name, s->answered);
}

void files_save_motion_then(viewer *v)
{
    char *name = files_name_for(v, -1, "vmd");
    ask_and_save(v, &(saving){_("Save motion"), name, save_motion, G_CALLBACK(motion_answered)});
    g_free(name);
}

void files_save_motion(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    files_save_motion_then(v);
}

void files_save_camera_motion_then(viewer *v)
{
    ask_and_save(v, &(saving){_("Save camera motion"), "camera.vmd", save_camera, G_CALLBACK(camera_answered)});
}

void files_save_camera_motion(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    files_save_camera_motion_then(v);
}
