/* Saving keys as VMD: the motion of the active character; camera, light and self-shadow. */
#include "view/document/document_keys.h"
#include "view/window/actions/actions.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/files.h"

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

static void save_motion_as(viewer *v, const char *path)
{
    save(v, path, save_motion);
}

static void save_camera_as(viewer *v, const char *path)
{
    save(v, path, save_camera);
}

void files_save_motion_then(viewer *v)
{
    char *name = files_name_for(v, -1, "vmd");
    files_ask_where(v, _("Save motion"), name, save_motion_as);
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
    files_ask_where(v, _("Save camera motion"), "camera.vmd", save_camera_as);
}

void files_save_camera_motion(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    files_save_camera_motion_then(v);
}
