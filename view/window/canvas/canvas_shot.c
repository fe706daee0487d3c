/* Cameras that are placed by what they show. */
#include "view/document/document_place.h"
#include "view/window/canvas/canvas.h"

#include <stdlib.h>

static hone_camera finish(viewer *v, camera_shot *shot)
{
    float width, height;
    canvas_size(v, &width, &height);
    shot->camera.orthographic = v->orbit.orthographic;
    camera_shot_finish(shot, (double)width / (double)height);
    if (shot->note[0])
        viewer_note(v, _("No bones of a human were found for this: the whole character is shown"));
    return camera_shot_now(shot, 0);
}

void canvas_take_shot(viewer *v, camera_preset preset)
{
    character *c = viewer_active(v);
    camera_shot shot;
    hone_error error = {0};
    if (!c)
        return;
    hone_actor *const actors[] = {c->shown};
    const camera_shot_desc desc = {.preset = preset, .fov = v->orbit.fov};
    const hone_affine place = document_place(&v->document, c);
    const hone_affine *const places[] = {document_is_placed(c) ? &place : NULL};
    if (!camera_shot_begin(&shot, &desc, actors, places, 1, &error) || !camera_shot_add(&shot, &error)) {
        viewer_say(v, "%s", error.message);
        return;
    }
    hone_camera camera = finish(v, &shot);
    canvas_fly(v, orbit_from_camera(&camera));
}

bool canvas_is_shot(const camera_values *camera)
{
    camera_preset preset;
    return camera->source ? camera_preset_named(camera->source, &preset) : camera_is_placed(camera);
}

typedef struct shot_room { /* for all characters */
    hone_actor **actors;
    hone_affine *places;
    const hone_affine **placed;
} shot_room;

static void shoot_all(viewer *v, const camera_values *values, const shot_room *room, hone_camera *out)
{
    const document *d = &v->document;
    camera_shot shot;
    hone_error error = {0};
    const camera_shot_desc desc = camera_shot_wanted(values);
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *c = d->models[i]->character;
        room->actors[i] = c->shown;
        room->places[i] = document_place(d, c);
        room->placed[i] = document_is_placed(c) ? &room->places[i] : NULL;
    }
    if (!camera_shot_begin(&shot, &desc, room->actors, room->placed, d->model_count, &error) ||
        !camera_shot_add(&shot, &error)) {
        viewer_say(v, "%s", error.message);
        return;
    }
    *out = finish(v, &shot);
    v->orbit = orbit_from_camera(out);
}

void canvas_take_scene_shot(viewer *v, const camera_values *values, hone_camera *out)
{
    uint32_t count = v->document.model_count;
    *out = orbit_camera(&v->orbit);
    if (!count)
        return;
    const shot_room room = {g_new(hone_actor *, count), g_new(hone_affine, count), g_new(const hone_affine *, count)};
    shoot_all(v, values, &room, out);
    g_free(room.actors), g_free(room.places), g_free(room.placed);
}
