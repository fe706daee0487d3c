#include "view/window/state_file.h"
#include "view/document/document_changes.h"
#include "view/document/document_keys.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/dopesheet/dopesheet.h"
#include <hone/io.h>

#include <string.h>

static void write_models(const viewer_stage *s, hone_json *json)
{
    hone_json_key(json, "models");
    hone_json_array(json);
    for (uint32_t i = 0; i < s->document.model_count; i++) {
        const document_model *m = s->document.models[i];
        hone_json_object(json);
        hone_json_key(json, "name");
        hone_json_string(json, m->name);
        hone_json_key(json, "id");
        hone_json_integer(json, m->character->id);
        hone_json_key(json, "bones");
        hone_json_integer(json, hone_model_skeleton(m->character->model)->bone_count);
        hone_json_key(json, "vertices");
        hone_json_integer(json, hone_model_mesh(m->character->model)->vertex_count);
        hone_json_key(json, "active");
        hone_json_bool(json, m->character->id == s->document.active);
        hone_json_key(json, "visible");
        hone_json_bool(json, m->character->visible);
        hone_json_key(json, "simulated");
        hone_json_bool(json, character_is_simulated(m->character));
        const weight_table *t = edit_weights(m->character->edit);
        hone_json_key(json, "painted");
        hone_json_integer(json, t ? weight_table_count(t) : 0);
        hone_json_key(json, "edited");
        hone_json_bool(json, character_is_bent(m->character));
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void write_motions(const viewer_stage *s, hone_json *json)
{
    hone_json_key(json, "motions");
    hone_json_array(json);
    for (uint32_t i = 0; i < s->document.motion_count; i++) {
        const document_motion *m = &s->document.motions[i];
        if (document_motion_is_blank(m))
            continue;
        hone_json_object(json);
        hone_json_key(json, "name");
        hone_json_string(json, m->name);
        hone_json_key(json, "on");
        hone_json_bool(json, m->on);
        hone_json_key(json, "target");
        hone_json_integer(json, m->target);
        hone_json_key(json, "weight");
        hone_json_float(json, m->weight);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void write_numbers(hone_json *json, const char *key, const float *values, int count)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (int i = 0; i < count; i++) hone_json_float(json, values[i]);
    hone_json_end(json, ']');
}

/* The middle of the handles in the picture. */
static void write_handles(const viewer_stage *stage, const character *c, hone_json *json)
{
    float place[3];
    hone_json_key(json, "handles");
    hone_json_integer(json, stage->canvas.gizmo_on ? stage->canvas.gizmo.handles : 0);
    if (!c || !stage->canvas.gizmo_on)
        return;
    const camera_projection s = canvas_projection(stage, c);
    if (camera_projection_project(&s, stage->canvas.gizmo.origin, place))
        write_numbers(json, "place", place, 2);
}

/* The selected bone, its pose and its handles. */
static void write_bone(const viewer_stage *s, hone_json *json)
{
    const character *c = viewer_active(s);
    hone_json_key(json, "bone");
    hone_json_object(json);
    hone_json_key(json, "index");
    hone_json_number(json, s->bone);
    if (c && s->bone >= 0) {
        const hone_affine *m = &hone_actor_bones(c->shown)[s->bone];
        edit_bone e = edit_get_bone(c->edit, (uint32_t)s->bone);
        hone_json_key(json, "name");
        hone_json_string(json, hone_model_skeleton(c->model)->bones[s->bone].name);
        write_numbers(json, "matrix", &m->m[0][0], 12);
        write_numbers(json, "edit_rotation", e.rotation, 4);
        write_numbers(json, "edit_translation", e.translation, 3);
    }
    write_handles(s, c, json);
    hone_json_key(json, "dragging");
    hone_json_bool(json, s->canvas.dragging);
    hone_json_end(json, '}');
}

/* As it is shown. */
static float weight_of(const character *c, uint32_t vertex, int32_t bone)
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(c->shown));
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].slot != HONE_NONE && mesh->slots[mesh->influences[i].slot].bone == bone)
            sum += mesh->influences[i].weight;
    return sum;
}

/* The brush, and the vertex below it with the weight of the selected bone. */
static void write_painting(const viewer_stage *s, hone_json *json)
{
    const character *c = viewer_active(s);
    hone_json_key(json, "painting");
    hone_json_object(json);
    hone_json_key(json, "stroke");
    hone_json_bool(json, s->painting.stroke);
    hone_json_key(json, "radius");
    hone_json_number(json, s->painting.radius / 100.0);
    hone_json_key(json, "locked");
    hone_json_integer(json, c && c->painter ? painter_locked_count(c->painter) : 0);
    if (s->painting.hovers && c && s->bone >= 0) {
        hone_json_key(json, "vertex");
        hone_json_integer(json, s->painting.vertex);
        hone_json_key(json, "weight");
        hone_json_float(json, weight_of(c, s->painting.vertex, s->bone));
    }
    hone_json_end(json, '}');
}

static void write_inspected(const viewer_stage *s, hone_json *json)
{
    hone_json_key(json, "inspected");
    hone_json_object(json);
    hone_json_key(json, "vertex");
    hone_json_number(json, s->inspected.vertex);
    hone_json_key(json, "material");
    hone_json_number(json, s->inspected.material);
    hone_json_key(json, "body");
    hone_json_number(json, s->inspected.body);
    hone_json_end(json, '}');
}

static void write_view_settings(viewer_stage *s, hone_json *json)
{
    const action *a;
    const char *last = "";
    hone_json_key(json, "look");
    hone_json_object(json);
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        if (!actions_keeps(a) || strcmp(last, a->name) == 0)
            continue;
        hone_json_key(json, last = a->name);
        hone_json_number(json, actions_get(&s->settings, a));
    }
    hone_json_end(json, '}');
}

static void write_camera(const viewer_stage *s, hone_json *json)
{
    const hone_camera *camera = &s->canvas.camera;
    hone_json_key(json, "camera");
    hone_json_object(json);
    write_numbers(json, "target", camera->target, 3);
    write_numbers(json, "angles", camera->angles, 3);
    write_numbers(json, "distance", &camera->distance, 1);
    write_numbers(json, "fov", &camera->fov, 1);
    hone_json_end(json, '}');
}

static void write_times(const viewer_stage *s, hone_json *json)
{
    hone_render_stats stats = {0};
    if (s->canvas.renderer)
        stats = hone_renderer_stats(s->canvas.renderer);
    hone_json_key(json, "own_us");
    hone_json_number(json, frame_timing_own(&s->frame_timing));
    static const char *const stages[FRAME_TIMING_STAGE_COUNT] = {
        [FRAME_TIMING_SAMPLE] = "sample_us",   [FRAME_TIMING_RIG] = "rig_us",
        [FRAME_TIMING_PALETTE] = "palette_us", [FRAME_TIMING_OVERLAY] = "overlay_us",
        [FRAME_TIMING_WINDOW] = "window_us",   [FRAME_TIMING_DRAW] = "draw_us"};
    for (int i = 0; i < FRAME_TIMING_STAGE_COUNT; i++) {
        hone_json_key(json, stages[i]);
        hone_json_number(json, s->frame_timing.smooth[i]);
    }
    hone_json_key(json, "frame_us");
    hone_json_number(json, s->frame_timing.frame);
    hone_json_key(json, "palette_bytes");
    hone_json_integer(json, stats.palette_bytes);
    hone_json_key(json, "quality");
    hone_json_integer(json, s->canvas.quality.level);
    hone_json_key(json, "pictures");
    hone_json_integer(json, s->canvas.pictures);
}

static void write_clock(const viewer_stage *s, hone_json *json)
{
    hone_json_key(json, "frame");
    hone_json_number(json, s->document.frame);
    hone_json_key(json, "length");
    hone_json_number(json, s->clock.length * HONE_FRAMES_PER_SECOND);
    hone_json_key(json, "playing");
    hone_json_bool(json, play_clock_is_playing(&s->clock));
    hone_json_key(json, "speed");
    hone_json_number(json, s->clock.speed);
    hone_json_key(json, "catching_up");
    hone_json_number(json, document_catch_up_progress(&s->document));
    hone_json_key(json, "moving");
    hone_json_bool(json, document_is_moving(&s->document));
    hone_json_key(json, "volume");
    hone_json_integer(json, (uint32_t)s->sound.volume);
    hone_json_key(json, "sound");
    hone_json_bool(json, s->sound.opened != NULL);
}

static void write_text(hone_json *json, const char *key, const char *text)
{
    hone_json_key(json, key);
    hone_json_string(json, text ? text : "");
}

/* The place of the picture in pixels of the window's surface, which may have a border around the window. */
static void write_canvas(const viewer_stage *s, hone_json *json)
{
    graphene_rect_t box = {0};
    double left = 0, top = 0;
    gtk_native_get_surface_transform(GTK_NATIVE(s->shell->window), &left, &top);
    hone_json_key(json, "canvas");
    hone_json_flat_array(json);
    if (gtk_widget_compute_bounds(s->canvas.area, s->shell->window, &box)) {
        hone_json_float(json, box.origin.x + (float)left);
        hone_json_float(json, box.origin.y + (float)top);
        hone_json_float(json, box.size.width);
        hone_json_float(json, box.size.height);
    }
    hone_json_end(json, ']');
}

void state_write(viewer *v, double now)
{
    const char *path = g_getenv("HONE_VIEW_STATE");
    if (!path || now - v->state_written_at < 100e3)
        return;
    v->state_written_at = now;
    hone_writer writer = hone_writer_make(NULL);
    hone_json json = hone_json_make(&writer);
    hone_bytes bytes = {0};
    hone_json_object(&json);
    write_clock(&v->stage, &json);
    write_models(&v->stage, &json);
    write_motions(&v->stage, &json);
    write_bone(&v->stage, &json);
    write_painting(&v->stage, &json);
    write_inspected(&v->stage, &json);
    write_view_settings(&v->stage, &json);
    write_camera(&v->stage, &json);
    write_times(&v->stage, &json);
    write_canvas(&v->stage, &json);
    dopesheet_write_state(&v->panels, &json);
    write_text(&json, "undo", history_undo_label(v->stage.document.history));
    write_text(&json, "redo", history_redo_label(v->stage.document.history));
    write_text(&json, "error", v->shell.error.said);
    write_text(&json, "note", gtk_label_get_text(GTK_LABEL(v->shell.toast.text)));
    hone_json_key(&json, "filming");
    hone_json_bool(&json, v->film.record != NULL);
    hone_json_key(&json, "asking");
    hone_json_bool(&json, v->shell.asking != NULL);
    hone_json_key(&json, "modified");
    hone_json_bool(&json, document_is_modified(&v->stage.document));
    hone_json_key(&json, "warnings");
    hone_json_integer(&json, v->stage.document.note_count);
    hone_json_end(&json, '}');
    if (hone_writer_finish(&writer, &bytes, NULL))
        hone_file_write(path, bytes.data, bytes.size, NULL);
    hone_bytes_release(&bytes);
}
