#include "viewer.h"
#include "actions.h"
#include "canvas.h"
#include "panels.h"
#include "settings.h"
#include "state.h"
#include "timeline.h"

#include <stdarg.h>
#include <string.h>

enum { NOTE_SECONDS = 5 };

double viewer_now(void)
{
    return clock_monotonic();
}

void viewer_redraw(viewer *v)
{
    v->dirty = true;
}

character *viewer_active(const viewer *v)
{
    document_model *m = document_active(&v->document);
    return m ? m->who : NULL;
}

/* ---- what is said --------------------------------------------------------------------------------------------- */

void viewer_say(viewer *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (g_strcmp0(text, v->error) != 0) {
        gtk_label_set_text(GTK_LABEL(v->error_text), text);
        gtk_revealer_set_reveal_child(GTK_REVEALER(v->error_bar), TRUE);
    }
    g_free(v->error);
    v->error = text;
}

void viewer_hush(viewer *v)
{
    gtk_revealer_set_reveal_child(GTK_REVEALER(v->error_bar), FALSE);
    g_clear_pointer(&v->error, g_free);
}

static gboolean end_note(gpointer user)
{
    viewer *v = user;
    v->toast_timer = 0;
    gtk_revealer_set_reveal_child(GTK_REVEALER(v->toast), FALSE);
    return G_SOURCE_REMOVE;
}

void viewer_note(viewer *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    gtk_label_set_text(GTK_LABEL(v->toast_text), text);
    gtk_revealer_set_reveal_child(GTK_REVEALER(v->toast), TRUE);
    g_free(text);
    if (v->toast_timer)
        g_source_remove(v->toast_timer);
    v->toast_timer = g_timeout_add_seconds(NOTE_SECONDS, end_note, v);
}

/* ---- what is open --------------------------------------------------------------------------------------------- */

static void open_sound(viewer *v)
{
    double now = viewer_now();
    hone_error error = {0};
    if (g_strcmp0(v->sound_path, v->document.sound) == 0)
        return;
    play_clock_set_drive(&v->clock, now, NULL);
    sound_close(v->sound);
    g_free(v->sound_path);
    v->sound = NULL;
    v->sound_path = g_strdup(v->document.sound);
    if (!v->sound_path)
        return;
    v->sound = sound_open(v->sound_path, &error);
    if (!v->sound) {
        char *name = g_filename_display_basename(v->sound_path);
        viewer_say(v, "%s: %s", name, error.message);
        g_free(name);
        return;
    }
    sound_set_muted(v->sound, v->look.muted);
    play_clock_set_drive(&v->clock, now, sound_drive(v->sound));
    if (sound_note(v->sound))
        viewer_note(v, "%s", sound_note(v->sound));
}

void viewer_opened(viewer *v)
{
    document *d = &v->document;
    canvas_cancel_drag(v); /* whose bone it was may be gone */
    open_sound(v);
    double length = d->duration;
    if (v->sound && sound_length(v->sound) > length)
        length = sound_length(v->sound);
    play_clock_set_length(&v->clock, viewer_now(), length);
    character *active = viewer_active(v);
    if (!active || v->bone >= (int32_t)hone_model_skeleton(active->model)->bone_count)
        v->bone = HONE_NONE;
    timeline_measure(v, length);
    panels_remake(v);
    actions_refresh(v);
    const document_model *m = document_active(d);
    char *title = m ? g_strdup_printf("%s – hone", m->name) : g_strdup("hone");
    gtk_window_set_title(GTK_WINDOW(v->window), title);
    g_free(title);
    if (d->model_count && !v->framed) {
        v->framed = true;
        document_update(d, d->frame, true, &v->meter);
        v->orbit = (orbit)ORBIT_DEFAULT;
        int keys = v->look.camera_keys; /* framing must not leave them */
        v->look.camera_keys = 0;
        canvas_frame_all(v);
        v->look.camera_keys = keys;
    }
    if (!d->model_count)
        v->framed = false;
    canvas_tell(v);
    viewer_redraw(v);
}

static void begin_playing(viewer *v)
{
    if (v->document.duration > 0 && !v->options.paused)
        play_clock_play(&v->clock, viewer_now());
}

void viewer_open(viewer *v, const char *const *paths, uint32_t count)
{
    hone_error error = {0};
    uint32_t bad = 0, models = v->document.model_count, motions = v->document.motion_count;
    viewer_hush(v);
    if (!document_open(&v->document, paths, count, &bad, &error))
        viewer_say(v, bad > 1 ? _("%s (and %u more files)") : "%s", error.message, bad - 1);
    for (uint32_t i = 0; i < count; i++) settings_remember(v, paths[i]);
    if (v->document.model_count > models)
        v->framed = v->framed && models > 0;
    viewer_opened(v);
    if (v->document.motion_count > motions || v->document.sound)
        begin_playing(v);
}

void viewer_open_built_in(viewer *v)
{
    hone_error error = {0};
    viewer_hush(v);
    if (!document_open_built_in(&v->document, &error))
        viewer_say(v, "%s", error.message);
    viewer_opened(v);
    begin_playing(v);
}

void viewer_select_bone(viewer *v, int32_t bone)
{
    if (bone != v->bone || v->panels.shown_active != v->document.active) {
        v->bone = bone;
        panels_select_bone(v);
        viewer_redraw(v);
    }
}

void viewer_choose_edited(viewer *v, const edit *e)
{
    document *d = &v->document;
    for (uint32_t i = 0; i < d->model_count; i++)
        if (d->models[i]->who->edit == e && d->models[i]->who->id != d->active) {
            document_set_active(d, d->models[i]->who->id);
            viewer_select_bone(v, HONE_NONE);
        }
}

void viewer_edited(viewer *v)
{
    panels_follow(v);
    actions_refresh(v);
    viewer_redraw(v);
}

void viewer_apply_rules(viewer *v)
{
    hone_error error = {0};
    character_rules rules = v->document.rules;
    rules.mode = (character_physics)v->look.physics;
    rules.ik_off = !v->look.ik;
    if (!document_set_rules(&v->document, &rules, &error))
        viewer_say(v, "%s", error.message);
    viewer_redraw(v);
}

void viewer_tick(viewer *v, double now)
{
    timeline_follow(v);
    if (now - v->told_at > 100e3) {
        v->told_at = now;
        canvas_tell(v);
        panels_follow(v);
        timeline_tell(v);
    }
}
