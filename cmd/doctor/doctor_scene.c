#include "cmd/doctor/doctor_scene.h"
#include "tool/files/input_file.h"
#include "tool/scene/scene_options.h"
#include "tool/settings/settings.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is missing --------------------------------------------------------------------------------------------- */

static void look_for(const char *path, finding_names *missing)
{
    if (path && !input_file_exists(path))
        finding_names_add(missing, "%s", path);
}

static void look_for_settings(const scene *s, finding_names *missing)
{
    const option *o;
    for (uint32_t i = 0; (o = setting_at(i)); i++)
        if (o->kind == &value_path)
            look_for(*(const char *const *)(const void *)((const char *)s + o->field), missing);
}

static void note(void *user, const char *file, const char *text)
{
    finding_names_add(user, "%s: %s", file, text);
}

/* Reads the project again, because only the reader tells which parts it leaves out. */
static bool check_project(const scene *s, findings *out, hone_error *error)
{
    finding_names notes = {0};
    scene again;
    bool ok = scene_open(s->path, false, note, &notes, &again, error);
    if (ok)
        scene_release(&again);
    findings_add(out, FINDING_WARNING, "left-out", &notes, "parts of the project are missing or not shown");
    return ok;
}

bool doctor_scene_check(const scene *s, findings *out, hone_error *error)
{
    finding_names missing = {0};
    for (uint32_t i = 0; i < s->model_count; i++) look_for(s->models[i].path, &missing);
    for (uint32_t i = 0; i < s->motion_count; i++) look_for(s->motions[i].motion ? NULL : s->motions[i].path, &missing);
    look_for_settings(s, &missing);
    findings_add(out, FINDING_FAULT, "missing-file", &missing, "files that the scene names are not there");
    return !scene_path_is_project(s->path) || check_project(s, out, error);
}

/* ---- what is there ----------------------------------------------------------------------------------------------- */

static void stand_alone(scene_model *model)
{
    model->place.attach = 0;
    model->key_count = model->parent_count = 0;
}

/* Motions of a missing model are left out; those of a later one get its new number. */
static void renumber_motions(scene *s, uint32_t was, uint32_t number)
{
    for (uint32_t i = 0; i < s->motion_count; i++) {
        scene_motion *m = &s->motions[i];
        if (m->model != was || m->off)
            continue;
        m->off = number == 0;
        m->model = number;
    }
}

static void leave_out_models(scene *s)
{
    uint32_t all = s->model_count;
    s->model_count = 0;
    for (uint32_t i = 0; i < all; i++) {
        bool there = input_file_exists(s->models[i].path);
        if (there)
            s->models[s->model_count++] = s->models[i];
        renumber_motions(s, i + 1, there ? s->model_count : 0);
    }
    for (uint32_t i = 0; i < s->model_count && s->model_count < all; i++) stand_alone(&s->models[i]);
    s->camera_parent_count = s->model_count < all ? 0 : s->camera_parent_count;
}

bool doctor_scene_present(const scene *s, scene *out, hone_error *error)
{
    *out = *s;
    out->models = calloc((size_t)s->model_count + 1, sizeof *out->models);
    out->motions = calloc((size_t)s->motion_count + 1, sizeof *out->motions);
    if (!out->models || !out->motions)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < s->model_count; i++) out->models[i] = s->models[i];
    for (uint32_t i = 0; i < s->motion_count; i++) out->motions[i] = s->motions[i];
    leave_out_models(out);
    for (uint32_t i = 0; i < out->motion_count; i++) {
        scene_motion *m = &out->motions[i];
        m->off = m->off || (!m->motion && !input_file_exists(m->path));
    }
    return true;
}

void doctor_scene_release_present(scene *present)
{
    free(present->models);
    free(present->motions);
}
