#include "view/window/actions/action_handlers.h"
#include "view/document/document_keys.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/canvas/canvas_paint.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/files/ask.h"
#include "view/window/files/ending.h"
#include "view/window/panels/panels.h"
#include "view/window/timeline.h"
#include "view/window/window.h"

#include <math.h>

/* ---- files ---------------------------------------------------------------------------------------------------- */

void handle_demo(viewer_stage *s, int unused)
{
    (void)unused;
    viewer_open_built_in(s);
}

void handle_reload(viewer *v, int unused)
{
    (void)unused;
    hone_error error = {0};
    ending_work_begins(v);
    viewer_hush(&v->shell);
    document_forget_notes(&v->stage.document); /* problems that still exist are found again */
    if (!document_reload(&v->stage.document, &error))
        viewer_say(&v->shell, "%s", error.message);
    else
        viewer_note(&v->shell, _("Reloaded"));
    viewer_opened(&v->stage);
    ending_work_ends();
}

void handle_close_model(viewer *v, int unused)
{
    (void)unused;
    ask_close_model(v, v->stage.document.active);
}

void handle_close_all(viewer *v, int unused)
{
    (void)unused;
    ask_close_all(v);
}

void handle_quit(viewer_shell *w, int unused)
{
    (void)unused;
    gtk_window_close(GTK_WINDOW(w->window));
}

/* ---- time ----------------------------------------------------------------------------------------------------- */

void handle_play(viewer_panels *p, int unused)
{
    (void)unused;
    double now = viewer_now();
    if (play_clock_is_playing(&p->stage->clock))
        play_clock_pause(&p->stage->clock, now);
    else if (viewer_has_time(p->stage))
        play_clock_play(&p->stage->clock, now);
    timeline_update(p);
}

void handle_step(viewer_panels *p, int frames)
{
    play_clock_step(&p->stage->clock, viewer_now(), frames);
    viewer_redraw(p->stage);
    timeline_update(p);
}

void handle_seconds(viewer_stage *s, int seconds)
{
    timeline_seek(s, s->document.frame + seconds * HONE_FRAMES_PER_SECOND);
}

void handle_begin(viewer_stage *s, int unused)
{
    (void)unused;
    timeline_seek(s, 0);
}

void handle_end(viewer_stage *s, int unused)
{
    (void)unused;
    if (s->clock.length > 0)
        timeline_seek(s, s->clock.length * HONE_FRAMES_PER_SECOND);
}

void handle_loop(viewer_stage *s, int on)
{
    play_clock_set_looping(&s->clock, viewer_now(), on);
}

void handle_speed(viewer_panels *p, int steps)
{
    timeline_speed(p, steps ? p->stage->clock.speed * pow(1.6, steps) : 1);
}

void handle_mute(viewer_panels *p, int on)
{
    if (p->stage->sound.opened)
        sound_set_muted(p->stage->sound.opened, on);
    timeline_update(p);
}

/* ---- camera --------------------------------------------------------------------------------------------------- */

void handle_frame_all(viewer_stage *s, int unused)
{
    (void)unused;
    canvas_frame_all(s);
}

void handle_frame_selected(viewer_stage *s, int unused)
{
    (void)unused;
    canvas_frame_selected(s);
}

void handle_view(viewer_stage *s, int from)
{
    canvas_turn_to_view(s, (orbit_view)from);
}

void handle_shot(viewer_stage *s, int preset)
{
    canvas_take_shot(s, (camera_preset)preset);
}

void handle_field(viewer_stage *s, int degrees)
{
    canvas_leave_keys(s);
    s->orbit.fov = fminf(fmaxf(s->orbit.fov + (float)degrees, 5), 120);
    viewer_note(s->shell, _("Field of view: %.0f°"), (double)s->orbit.fov);
}

void handle_dolly(viewer_stage *s, int notches)
{
    canvas_leave_keys(s);
    orbit_wheel(&s->orbit, (orbit_binding){ORBIT_DOLLY, 1}, (float)notches, 1);
}

void handle_keys(viewer_stage *s, int preset)
{
    actions_set_keys(s);
    viewer_note(s->shell, _("Mouse and keys: %s"), orbit_preset_name((orbit_preset)preset));
}

/* ---- display settings ----------------------------------------------------------------------------------------- */

void handle_labels(viewer_stage *s, int unused)
{
    (void)unused;
    canvas_update_labels(s);
}

void handle_rules(viewer_stage *s, int unused)
{
    (void)unused;
    viewer_apply_rules(s);
}

void handle_threads(viewer_stage *s, int count)
{
    hone_error error = {0};
    if (!document_set_threads(&s->document, (uint32_t)count, &error))
        viewer_say(s->shell, "%s", error.message);
}

void handle_restart_physics(viewer_stage *s, int unused)
{
    (void)unused;
    document_restart_physics(&s->document);
}

/* ---- bending -------------------------------------------------------------------------------------------------- */

/* The undone change may be of another character, which is then selected, or of keys at another frame, which is then
 * shown. format: with a place for the label. */
static void show_undone(viewer_stage *s, const char *format, const char *label)
{
    const int64_t frame = history_touched_frame(s->document.history, s->document.frame);
    char *text = g_strdup_printf(format, gettext(label));
    if (frame >= 0)
        viewer_note(s->shell, _("%s (frame %u)"), text, (unsigned)frame);
    else
        viewer_note(s->shell, "%s", text);
    g_free(text);
    if (frame >= 0 && fabs((double)frame - s->document.frame) > 0.5)
        timeline_seek(s, (double)frame);
    const document_motion *m = document_motion_of_keys(&s->document, history_touched_keys(s->document.history));
    const document_model *keyed = m ? document_find(&s->document, m->keys_character) : NULL;
    viewer_choose_edited(s, keyed ? keyed->character->edit : history_touched(s->document.history));
    viewer_edited(s);
}

void handle_undo(viewer_panels *p, int unused)
{
    (void)unused;
    if (canvas_cancel_drag(p->stage) || dopesheet_cancel(p))
        return;
    const char *label = history_undo_label(p->stage->document.history);
    if (!label || !history_undo(p->stage->document.history))
        return;
    show_undone(p->stage, _("Undone: %s"), label);
}

void handle_redo(viewer_panels *p, int unused)
{
    (void)unused;
    if (canvas_cancel_drag(p->stage) || dopesheet_cancel(p))
        return;
    const char *label = history_redo_label(p->stage->document.history);
    if (!label || !history_redo(p->stage->document.history))
        return;
    show_undone(p->stage, _("Redone: %s"), label);
}

void handle_reset_bone(viewer_stage *s, int unused)
{
    (void)unused;
    character *c = viewer_active(s);
    if (c && s->bone >= 0)
        history_reset_bone(s->document.history, c->edit, (uint32_t)s->bone);
    viewer_edited(s);
}

void handle_reset_all(viewer_stage *s, int unused)
{
    (void)unused;
    character *c = viewer_active(s);
    if (c)
        history_reset_all(s->document.history, c->edit);
    viewer_edited(s);
}

void handle_select_none(viewer_stage *s, int unused)
{
    (void)unused;
    viewer_hush(s->shell);
    viewer_select_bone(s, HONE_NONE);
}

void handle_select_parent(viewer_stage *s, int unused)
{
    (void)unused;
    const character *c = viewer_active(s);
    if (c && s->bone >= 0 && hone_model_skeleton(c->model)->bones[s->bone].parent >= 0)
        viewer_select_bone(s, hone_model_skeleton(c->model)->bones[s->bone].parent);
}

/* ---- painting weights ----------------------------------------------------------------------------------------- */

/* Shows the weights while they are painted, and afterwards what was shown before. */
void handle_paint(viewer_panels *panels, int on)
{
    paint_tool *p = &panels->stage->painting;
    canvas_cancel_drag(panels->stage);
    if (on)
        p->colours = panels->stage->settings.colours;
    int colours = on ? VIEW_COLOURS_WEIGHT : p->colours;
    p->hovers = false;
    g_action_group_change_action_state(G_ACTION_GROUP(panels->stage->shell->actions), "colours",
                                       g_variant_new_int32(colours));
    if (on)
        panels_open_weights(panels);
}

void handle_brush_size(viewer_stage *s, int steps)
{
    double radius = s->painting.radius * pow(1.25, steps);
    s->painting.radius = (int)fmin(fmax(radius, 5), 500);
    viewer_edited(s);
}

void handle_unlock_bones(viewer_stage *s, int unused)
{
    (void)unused;
    const character *c = viewer_active(s);
    for (uint32_t b = 0; c && c->painter && b < hone_model_skeleton(c->model)->bone_count; b++)
        painter_lock(c->painter, b, false);
    viewer_edited(s);
}

void handle_normalise_weights(viewer_stage *s, int unused)
{
    (void)unused;
    painter *p = canvas_painter(s);
    if (p && !painter_normalise(p, s->document.history, viewer_active(s)->edit))
        viewer_say(s->shell, "%s", _("out of memory"));
    viewer_edited(s);
}

void handle_reset_weights(viewer_stage *s, int unused)
{
    (void)unused;
    character *c = viewer_active(s);
    if (c && edit_weights(c->edit) && !painter_reset(s->document.history, c->edit))
        viewer_say(s->shell, "%s", _("out of memory"));
    viewer_edited(s);
}

/* ---- the window ----------------------------------------------------------------------------------------------- */

void handle_pane(viewer_panels *p, int unused)
{
    (void)unused;
    panels_show(p);
    if (p->stage->shell->layout.narrow && p->stage->settings.panel)
        viewer_note(p->stage->shell, _("The window is too narrow for the side pane"));
}

void handle_full_screen(viewer_shell *w, int unused)
{
    (void)unused;
    if (gtk_window_is_fullscreen(GTK_WINDOW(w->window)))
        gtk_window_unfullscreen(GTK_WINDOW(w->window));
    else
        gtk_window_fullscreen(GTK_WINDOW(w->window));
}

void handle_warnings(viewer_panels *p, int unused)
{
    (void)unused;
    panels_open_warnings(p);
    viewer_end_note(p->stage->shell);
}

void handle_find_bone(viewer_panels *p, int unused)
{
    (void)unused;
    panels_search(p);
}

void handle_language(viewer *v, int choice)
{
    window_set_language(v, choice);
}
