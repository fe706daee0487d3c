#include "view/document/document_look.h"
#include "tool/files/any_case.h"
#include "view/text.h"

#include <string.h>

const char *const document_backdrop_endings[] = {"png", "jpg", "jpeg", "bmp", "tga",  "dds", "webp", "avi", "mp4",
                                                 "mov", "mkv", "wmv",  "mpg", "webm", "gif", "apng", NULL};

bool document_is_backdrop(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (const char *const *ending = document_backdrop_endings; dot && *ending; ending++)
        if (equal_in_any_case(dot + 1, *ending))
            return true;
    return false;
}

bool document_set_surroundings(document *d, const char *label, uintptr_t merge, const look_values *value,
                               hone_error *error)
{
    history_begin(d->history, label, merge);
    bool ok = history_set_surroundings(d->history, &d->scene.look, value) || hone_fail_memory(error);
    history_end(d->history);
    return ok;
}

/* Files stay in the scene, since undoing may show them again. */
bool document_set_backdrop(document *d, const char *path, hone_error *error)
{
    look_values value = d->scene.look;
    value.backdrop.file = scene_text(&d->scene, path);
    if (path && !value.backdrop.file)
        return hone_fail_memory(error);
    if (!path)
        value.backdrop = (look_backdrop){0};
    return document_set_surroundings(d, path ? N_("Choose a backdrop") : N_("Remove the backdrop"), 0, &value, error);
}

void document_forget_scene(document *d)
{
    history_forget_look(d->history);
    scene_release(&d->scene);
}
