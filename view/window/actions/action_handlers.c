#include "view/window/actions/action_handlers.h"
#include "view/document/document_keys.h"
#include "view/window/actions/actions.h"
#include "view/window/ask.h"
#include "view/window/canvas/canvas.h"
#include "view/window/canvas/canvas_paint.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/ending.h"
#include "view/window/panels/panels.h"
#include "view/window/timeline.h"
#include "view/window/window.h"

#include <math.h>

/* ---- files ---------------------------------------------------------------------------------------------------- */

void handle_demo(viewer *v, int unused)
{
    (void)unused;
    viewer_open_built_in(v);
}

void handle_reload(viewer *v, int unused)
{
    (void)unused;
    hone_error error = {0};
    ending_work_begins(v);
    viewer_hush(v);
    document_forget_notes(&v->document); /* problems that still exist are found again */
    if (!document_reload(&v->document, &error))
        viewer_say(v, "%s", error.message);
    else
        viewer_note(v, _("Reloaded"));
    viewer_opened(v);
    ending_work_ends(v);
}

void handle_close_model(viewer *v, int unused)
{
    (void)unused;
    ask_close_model(v, v->document.active);
}

void handle_close_all(viewer *v, int unused)
{
    (void)unused;
    ask_close_all(v);
}

void handle_quit(viewer *v, int unused)
{
    (void)unused;
    gtk_window_close(GTK_WINDOW(v->window));
}

/* ---- time ----------------------------------------------------------------------------------------------------- */

void handle_play(viewer *v, int unused)
{
    (void)unused;
    double now = viewer_now();
    if (play_clock_is_playing(&v->clock))
        play_clock_pause(&v->clock, now);
    else if (viewer_has_time(v))
        play_clock_play(&v->clock, now);
    timeline_update(v);
}

void handle_step(viewer *v, int frames)
{
    play_clock_step(&v->clock, viewer_now(), frames);
    viewer_redraw(v);
    timeline_update(v);
}

void handle_seconds(viewer *v, int seconds)
{
    timeline_seek(v, v->document.frame + seconds * HONE_FRAMES_PER_SECOND);
}

void handle_begin(viewer *v, int unused)
{
    (void)unused;
    timeline_seek(v, 0);
}

void handle_end(viewer *v, int unused)
{
    (void)unused;
    if (v->clock.length > 0)
        timeline_seek(v, v->clock.length * HONE_FRAMES_PER_SECOND);
}

void handle_loop(viewer *v, int on)
{
    play_clock_set_looping(&v->clock, viewer_now(), on);
}

void handle_speed(viewer *v, int steps)
{
    timeline_speed(v, steps ? v->clock.speed * pow(1.6, steps) : 1);
}

void handle_mute(viewer *v, int on)
{
    if (v->sound)
        sound_set_muted(v->sound, on);
    timeline_update(v);
}

/* ---- camera --------------------------------------------------------------------------------------------------- */

void handle_frame_all(viewer *v, int unused)
{
    (void)unused;
    canvas_frame_all(v);
}

void handle_frame_selected(viewer *v, int unused)
{
    (void)unused;
    canvas_frame_selected(v);
}

void handle_view(viewer *v, int from)
{
    canvas_turn_to_view(v, (orbit_view)from);
}

void handle_shot(viewer *v, int preset)
{
    canvas_take_shot(v, (camera_preset)preset);
}

void handle_field(viewer *v, int degrees)
{
    canvas_leave_keys(v);
    v->orbit.fov = fminf(fmaxf(v->orbit.fov + (float)degrees, 5), 120);
    viewer_note(v, _("Field of view: %.0f°"), (double)v->orbit.fov);
}

void handle_dolly(viewer *v, int notches)
{
    canvas_leave_keys(v);
    orbit_wheel(&v->orbit, (orbit_binding){ORBIT_DOLLY, 1}, (float)notches, 1);
}

void handle_keys(viewer *v, int preset)
{
    actions_set_keys(v);
    viewer_note(v, _("Mouse and keys: %s"), orbit_preset_name((orbit_preset)preset));
}

/* ---- display settings ----------------------------------------------------------------------------------------- */

void handle_labels(viewer *v, int unused)
{
    (void)unused;
    canvas_update_labels(v);
}

void handle_rules(viewer *v, int unused)
{
    (void)unused;
    viewer_apply_rules(v);
}

void handle_threads(viewer *v, int count)
{
    hone_error error = {0};
    if (!document_set_threads(&v->document, (uint32_t)count, &error))
        viewer_say(v, "%s", error.message);
}

void handle_restart_physics(viewer *v, int unused)
{
    (void)unused;
    document_restart_physics(&v->document);
}

/* ---- bending -------------------------------------------------------------------------------------------------- */

/* The undone change may be of another character, which is then selected, or of keys at another frame, which is then
 * shown. format: with a place for the label. */
static void show_undone(viewer *v, const char *format, const char *label)
{
    const int64_t frame = history_touched_frame(v->document.history, v->document.frame);
    char *text = g_strdup_printf(format, gettext(label));
    if (frame >= 0)
        viewer_note(v, _("%s (frame %u)"), text, (unsigned)frame);
    else
        viewer_note(v, "%s", text);
    g_free(text);
    if (frame >= 0 && fabs((double)frame - v->document.frame) > 0.5)
        timeline_seek(v, (double)frame);
    const document_motion *m = document_motion_of_keys(&v->document, history_touched_keys(v->document.history));
    const document_model *keyed = m ? document_find(&v->document, m->keys_character) : NULL;
    viewer_choose_edited(v, keyed ? keyed->character->edit : history_touched(v->document.history));
    viewer_edited(v);
}

void handle_undo(viewer *v, int unused)
{
    (void)unused;
    if (canvas_cancel_drag(v) || dopesheet_cancel(v))
        return;
    const char *label = history_undo_label(v->document.history);
    if (!label || !history_undo(v->document.history))
        return;
    show_undone(v, _("Undone: %s"), label);
}

void handle_redo(viewer *v, int unused)
{
    (void)unused;
    if (canvas_cancel_drag(v) || dopesheet_cancel(v))
        return;
    const char *label = history_redo_label(v->document.history);
    if (!label || !history_redo(v->document.history))
        return;
    show_undone(v, _("Redone: %s"), label);
}

void handle_reset_bone(viewer *v, int unused)
{
    (void)unused;
    character *c = viewer_active(v);
    if (c && v->bone >= 0)
        history_reset_bone(v->document.history, c->edit, (uint32_t)v->bone);
    viewer_edited(v);
}

void handle_reset_all(viewer *v, int unused)
{
    (void)unused;
    character *c = viewer_active(v);
    if (c)
        history_reset_all(v->document.history, c->edit);
    viewer_edited(v);
}

void handle_select_none(viewer *v, int unused)
{
    (void)unused;
    viewer_hush(v);
    viewer_select_bone(v, HONE_NONE);
}

void handle_select_parent(viewer *v, int unused)
{
    (void)unused;
    const character *c = viewer_active(v);
    if (c && v->bone >= 0 && hone_model_skeleton(c->model)->bones[v->bone].parent >= 0)
        viewer_select_bone(v, hone_model_skeleton(c->model)->bones[v->bone].parent);
}

/* ---- painting weights ----------------------------------------------------------------------------------------- */

/* Shows the weights while they are painted, and afterwards what was shown before. */
void handle_paint(viewer *v, int on)
{
    painting *p = &v->painting;
    canvas_cancel_drag(v);
    if (on)
        p->colours = v->settings.colours;
    int colours = on ? VIEW_COLOURS_WEIGHT : p->colours;
    p->hovers = false;
    g_action_group_change_action_state(G_ACTION_GROUP(v->actions), "colours", g_variant_new_int32(colours));
    if (on)
        panels_open_weights(v);
}

void handle_brush_size(viewer *v, int steps)
{
    double radius = v->painting.radius * pow(1.25, steps);
    v->painting.radius = (int)fmin(fmax(radius, 5), 500);
    viewer_edited(v);
}

void handle_unlock_bones(viewer *v, int unused)
{
    (void)unused;
    const character *c = viewer_active(v);
    for (uint32_t b = 0; c && c->painter && b < hone_model_skeleton(c->model)->bone_count; b++)
        painter_lock(c->painter, b, false);
    viewer_edited(v);
}

void handle_normalise_weights(viewer *v, int unused)
{
    (void)unused;
    painter *p = canvas_painter(v);
    if (p && !painter_normalise(p, v->document.history, viewer_active(v)->edit))
        viewer_say(v, "%s", _("out of memory"));
    viewer_edited(v);
}

void handle_reset_weights(viewer *v, int unused)
{
    (void)unused;
    character *c = viewer_active(v);
    if (c && edit_weights(c->edit) && !painter_reset(v->document.history, c->edit))
        viewer_say(v, "%s", _("out of memory"));
    viewer_edited(v);
}

/* ---- the window ----------------------------------------------------------------------------------------------- */

void handle_pane(viewer *v, int unused)
{
    (void)unused;
    panels_show(v);
    if (v->narrow && v->settings.panel)
        viewer_note(v, _("The window is too narrow for the side pane"));
}

void handle_full_screen(viewer *v, int unused)
{
    (void)unused;
    if (gtk_window_is_fullscreen(GTK_WINDOW(v->window)))
        gtk_window_unfullscreen(GTK_WINDOW(v->window));
    else
        gtk_window_fullscreen(GTK_WINDOW(v->window));
}

void handle_warnings(viewer *v, int unused)
{
    (void)unused;
    panels_open_warnings(v);
    viewer_end_note(v);
}

void handle_find_bone(viewer *v, int unused)
{
    (void)unused;
    panels_search(v);
}

void handle_language(viewer *v, int choice)
{
    window_set_language(v, choice);
}
