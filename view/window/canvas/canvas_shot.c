/* Cameras that are placed by what they show. */
#include "tool/place/place_model.h"
#include "view/document/document_place.h"
#include "view/window/canvas/canvas.h"

#include <stdlib.h>

static hone_camera finish(viewer_stage *s, camera_shot *shot)
{
    float width, height;
    canvas_size(s, &width, &height);
    shot->camera.orthographic = s->orbit.orthographic;
    camera_shot_finish(shot, (double)width / (double)height);
    if (shot->note[0])
        viewer_note(s->shell, _("No bones of a human were found for this: the whole character is shown"));
    return camera_shot_now(shot, 0);
}

void canvas_take_shot(viewer_stage *s, camera_preset preset)
{
    character *c = viewer_active(s);
    camera_shot shot;
    hone_error error = {0};
    if (!c)
        return;
    const camera_shot_desc desc = {.preset = preset, .fov = s->orbit.fov};
    const hone_affine place = document_place(c);
    camera_subject subject = {c->shown, document_is_placed(c) ? &place : NULL, NULL};
    if (!camera_shot_begin(&shot, &desc, &(camera_subjects){&subject, 1, 0}, &error) ||
        !camera_shot_add(&shot, &error)) {
        viewer_say(s->shell, "%s", error.message);
        return;
    }
    hone_camera camera = finish(s, &shot);
    canvas_fly(s, orbit_from_camera(&camera));
}

bool canvas_is_shot(const camera_values *camera)
{
    camera_preset preset;
    return camera->source ? camera_preset_named(camera->source, &preset) : camera_is_placed(camera);
}

typedef struct shot_room { /* for all characters */
    camera_subject *subjects;
    hone_affine *places;
} shot_room;

/* Lists the characters that are visible now, or all. Returns how many there are. */
static uint32_t list_seen(const document *d, const shot_room *room, bool all)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *c = d->models[i]->character;
        hone_draw_item item = {0};
        if (!all && !(c->visible && document_dress(d, c, &item)))
            continue;
        room->places[count] = document_place(c);
        const hone_affine *place = document_is_placed(c) ? &room->places[count] : NULL;
        room->subjects[count++] = (camera_subject){c->shown, place, NULL};
    }
    return count;
}

static bool list_subjects(const document *d, const shot_room *room, camera_subjects *out, hone_error *error)
{
    *out = (camera_subjects){.items = room->subjects, .count = list_seen(d, room, false)};
    if (!out->count)
        out->count = list_seen(d, room, true);
    return camera_subjects_find_surroundings(out, error);
}

static bool shoot_all(viewer_stage *s, const camera_shot_desc *desc, const shot_room *room, hone_camera *out,
                      hone_error *error)
{
    camera_shot shot;
    camera_subjects subjects;
    if (!list_subjects(&s->document, room, &subjects, error) || !camera_shot_begin(&shot, desc, &subjects, error) ||
        !camera_shot_add(&shot, error))
        return false;
    *out = finish(s, &shot);
    s->orbit = orbit_from_camera(out);
    return true;
}

static shot_room make_room(const viewer_stage *s)
{
    return (shot_room){g_new(camera_subject, s->document.model_count), g_new(hone_affine, s->document.model_count)};
}

static void free_room(const shot_room *room)
{
    g_free(room->subjects);
    g_free(room->places);
}

void canvas_take_scene_shot(viewer_stage *s, const camera_values *values, hone_camera *out)
{
    hone_error error = {0};
    *out = orbit_camera(&s->orbit);
    if (!s->document.model_count)
        return;
    const camera_shot_desc desc = camera_shot_wanted(values);
    const shot_room room = make_room(s);
    if (!shoot_all(s, &desc, &room, out, &error))
        viewer_say(s->shell, "%s", error.message);
    free_room(&room);
}

bool canvas_measure(const viewer_stage *s, hone_bounds *bounds)
{
    camera_subjects subjects;
    *bounds = (hone_bounds)HONE_BOUNDS_EMPTY;
    if (!s->document.model_count)
        return false;
    const shot_room room = make_room(s);
    bool ok = list_subjects(&s->document, &room, &subjects, NULL);
    for (uint32_t i = 0; ok && i < subjects.count; i++)
        ok = placement_add_bounds(subjects.items[i].place, subjects.items[i].actor, NULL, bounds, NULL);
    free_room(&room);
    return ok && bounds->min[0] <= bounds->max[0];
}
