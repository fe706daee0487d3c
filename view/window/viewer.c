#include "view/window/viewer.h"
#include "tool/messages/messages.h"
#include "view/digest.h"
#include "view/document/document_changes.h"
#include "view/document/document_place.h"
#include "view/document/document_step.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/ending.h"
#include "view/window/panels/panels.h"
#include "view/window/scene_look.h"
#include "view/window/settings.h"
#include "view/window/state.h"
#include "view/window/timeline.h"
#include <hone/io.h>

#include "view/document/openable.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_SECONDS = 5, WARNING_SECONDS = 12 };

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
    return m ? m->character : NULL;
}

bool viewer_has_time(const viewer *v)
{
    return v->clock.length > 0 || document_is_endless(&v->document);
}

void viewer_hold_time(viewer *v)
{
    if (v->clock.length > 0)
        play_clock_pause(&v->clock, viewer_now());
}

/* ---- messages ------------------------------------------------------------------------------------------------- */

void viewer_say(viewer *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *said = g_strdup_vprintf(format, arguments), translated[MESSAGE_SIZE];
    message_translate(said, translated, sizeof translated); /* libhone's errors are English */
    char *text = g_utf8_make_valid(translated, -1);
    va_end(arguments);
    g_free(said);
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

void viewer_end_note(viewer *v)
{
    gtk_revealer_set_reveal_child(GTK_REVEALER(v->toast), FALSE);
}

static void show_toast(viewer *v, const char *text, bool with_button, guint seconds)
{
    gtk_label_set_text(GTK_LABEL(v->toast_text), text);
    gtk_widget_set_visible(v->toast_show, with_button);
    gtk_widget_set_can_target(v->toast, with_button);
    gtk_revealer_set_reveal_child(GTK_REVEALER(v->toast), TRUE);
    if (v->toast_timer)
        g_source_remove(v->toast_timer);
    v->toast_timer = g_timeout_add_seconds(seconds, end_note, v);
}

void viewer_note(viewer *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    show_toast(v, text, false, NOTE_SECONDS);
    g_free(text);
}

void viewer_warn(viewer *v)
{
    uint32_t count = v->document.note_count;
    char *text = g_strdup_printf(ngettext("%u warning", "%u warnings", count), count);
    show_toast(v, text, true, WARNING_SECONDS);
    g_free(text);
}

/* Some warnings appear only with the first picture, such as missing textures. */
static void follow_warnings(viewer *v)
{
    if (v->warned == v->document.noted)
        return;
    v->warned = v->document.noted;
    panels_show_warnings(v);
    actions_refresh(v);
    if (v->document.note_count)
        viewer_warn(v);
}

/* ---- open files ----------------------------------------------------------------------------------------------- */

static void open_sound(viewer *v)
{
    double now = viewer_now();
    hone_error error = {0};
    if (g_strcmp0(v->sound_path, v->document.sound) == 0)
        return;
    play_clock_set_source(&v->clock, now, NULL);
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
    sound_set_muted(v->sound, v->settings.muted);
    sound_set_delay(v->sound, document_sound_delay(&v->document));
    timeline_apply_volume(v);
    play_clock_set_source(&v->clock, now, sound_clock_source(v->sound));
    if (sound_note(v->sound))
        viewer_note(v, "%s", sound_note(v->sound));
}

/* Time stops when nothing moves any more. */
static void set_length(viewer *v, double length)
{
    double now = viewer_now();
    play_clock_set_length(&v->clock, now, length);
    if (!viewer_has_time(v))
        play_clock_pause(&v->clock, now);
}

static double length_of(const viewer *v)
{
    const document *d = &v->document;
    double length = d->duration, heard = v->sound ? sound_length(v->sound) + document_sound_delay(d) : 0;
    return heard > length ? heard : length;
}

/* Keys were registered after the end, or the last ones were deleted. */
static void follow_length(viewer *v)
{
    double length = length_of(v);
    if (length == v->clock.length)
        return;
    set_length(v, length);
    timeline_measure(v, length);
}

/* Shows a new character from the current direction of the camera; the first one from the front. */
static void frame_opened(viewer *v)
{
    document_update(&v->document, v->document.frame, true, 0, &v->frame_timing, NULL); /* the next tick reports */
    if (!v->framed)
        v->orbit = (orbit)ORBIT_DEFAULT;
    int keys = v->settings.camera_keys; /* framing must not turn them off */
    v->settings.camera_keys = 0;
    canvas_frame_all(v);
    v->settings.camera_keys = keys;
}

enum { TITLE_NAMES = 3 };

/* The scene's name; without a scene those of the models. */
static void append_names(const viewer *v, GString *title)
{
    const document *d = &v->document;
    const char *scene_file = v->scene_path ? v->scene_path : v->scene_title;
    char *name = scene_file ? g_filename_display_basename(scene_file) : NULL;
    if (name)
        g_string_append(title, name);
    for (uint32_t i = 0; i < d->model_count && i < TITLE_NAMES && !name; i++)
        g_string_append_printf(title, "%s%s", i ? ", " : "", d->models[i]->name);
    if (d->model_count > TITLE_NAMES && !name)
        g_string_append(title, ", …");
    g_free(name);
}

void viewer_show_title(viewer *v)
{
    GString *title = g_string_new(document_is_modified(&v->document) ? "* " : "");
    append_names(v, title);
    g_string_append(title, v->document.model_count ? " – hone" : "hone");
    gtk_window_set_title(GTK_WINDOW(v->window), title->str);
    g_string_free(title, TRUE);
}

/* The state of the window that a scene contains. */
static uint64_t view_digest(const viewer *v)
{
    const hone_camera *c = &v->canvas.camera;
    const float numbers[] = {c->target[0], c->target[1], c->target[2], c->angles[0],
                             c->angles[1], c->angles[2], c->distance,  c->fov};
    const view_settings *s = &v->settings;
    const int switches[] = {c->orthographic, s->shadows,     s->edges,    s->grid,
                            s->method,       s->camera_keys, s->backdrop, v->scene_look.background};
    uint64_t digest = DIGEST_BEGIN;
    digest_add(&digest, numbers, sizeof numbers);
    digest_add(&digest, switches, sizeof switches);
    const surroundings around = surroundings_of(&v->document.scene.look);
    surroundings_digest(&around, &digest);
    digest_add(&digest, &v->document.frame, sizeof v->document.frame);
    digest_add(&digest, &v->document.active, sizeof v->document.active);
    return digest;
}

/* The title, and the actions that save, when the document is changed or saved. */
static void follow_changes(viewer *v)
{
    uint64_t view = view_digest(v);
    unsigned changes = document_changes(&v->document);
    if (!v->saved_view && !v->dirty)
        v->saved_view = view;
    bool view_changed = v->saved_view && view != v->saved_view;
    if (changes == v->changes && view_changed == v->view_changed)
        return;
    v->changes = changes;
    v->view_changed = view_changed;
    viewer_show_title(v);
    actions_refresh(v);
}

void viewer_opened(viewer *v)
{
    document *d = &v->document;
    canvas_cancel_drag(v); /* its bone may be gone */
    open_sound(v);
    double length = length_of(v);
    if (v->clock.length <= 0 && length > 0)
        play_clock_seek(&v->clock, viewer_now(), 0); /* endless time restarts when a file with a duration is opened */
    set_length(v, length);
    character *active = viewer_active(v);
    if (!active || v->bone >= (int32_t)hone_model_skeleton(active->model)->bone_count)
        v->bone = HONE_NONE;
    timeline_measure(v, length);
    timeline_update(v);
    panels_remake(v);
    dopesheet_remake(v);
    actions_refresh(v);
    viewer_show_title(v);
    if (d->model_count > v->framed)
        frame_opened(v);
    v->framed = d->model_count;
    if (!d->model_count && !d->motion_count) {
        document_forget_notes(d);
        scene_look_forget(v);
    }
    canvas_update_labels(v);
    viewer_redraw(v);
}

static void begin_playing(viewer *v)
{
    if (v->document.duration > 0 && !v->options.paused)
        play_clock_play(&v->clock, viewer_now());
}

/* Resolves paths to files: a folder to its only model. Returns the number of paths that cannot be opened; error: of the
 * first. */
static uint32_t find_files(const char *const *paths, uint32_t count, GPtrArray *files, GArray *numbers,
                           hone_error *error)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < count; i++) {
        hone_error why = {0};
        char *file = openable_find(paths[i], &why), *name = g_filename_display_basename(paths[i]);
        if (file)
            g_ptr_array_add(files, file), g_array_append_val(numbers, i);
        else if (bad++ == 0)
            hone_error_prefix(&why, name), *error = why;
        g_free(name);
    }
    return bad;
}

static void show_bad_files(viewer *v, uint32_t bad, const char *message)
{
    char *more = bad > 1 ? g_strdup_printf(ngettext(" (and %u more file)", " (and %u more files)", bad - 1), bad - 1)
                         : g_strdup("");
    viewer_say(v, "%s%s", message, more);
    g_free(more);
}

static void set_switch(viewer *v, const char *name, bool on)
{
    g_action_group_change_action_state(G_ACTION_GROUP(v->actions), name, g_variant_new_boolean(on));
}

/* The rules and the look of the scene that the document has now, which may be another one. */
static void show_rules(viewer *v)
{
    const character_rules rules = v->document.rules;
    v->scenes_shown = v->document.scenes_opened;
    g_action_group_change_action_state(G_ACTION_GROUP(v->actions), "physics", g_variant_new_int32((int32_t)rules.mode));
    set_switch(v, "ik", !rules.ik_off);
}

/* Shows a time, paused. */
static void show_frame(viewer *v, double frame)
{
    play_clock_pause(&v->clock, viewer_now());
    play_clock_seek(&v->clock, viewer_now(), frame / HONE_FRAMES_PER_SECOND);
    actions_refresh(v);
}

static void name_scene(viewer *v, const char *path, const char *title)
{
    char *own_path = g_strdup(path), *own_title = g_strdup(title);
    v->saved_view = 0;
    g_free(v->scene_path);
    g_free(v->scene_title);
    v->scene_path = own_path, v->scene_title = own_title;
}

void viewer_show_scene(viewer *v, const char *path, const char *title)
{
    name_scene(v, path, title);
    show_rules(v);
    scene_look_show(v);
    viewer_opened(v);
    show_frame(v, v->document.scene.frame);
}

/* A scene that is opened alone is the one that Save scene saves. */
static const char *scene_path_of(const GPtrArray *files, bool was_empty)
{
    bool alone = files->len == 1 && was_empty && g_str_has_suffix(files->pdata[0], ".json");
    return alone ? files->pdata[0] : NULL;
}

/* The file that the title names: the only scene or project, or the only archive with one. */
static const char *scene_title_of(const GPtrArray *files, bool was_empty)
{
    return files->len == 1 && was_empty ? files->pdata[0] : NULL;
}

/* ---- what the window shows beside the document ------------------------------------------------------------------ */

typedef struct window_shown {
    view_settings settings;
    scene_look look;
    orbit orbit;
    double frame;
    int32_t bone;
    uint32_t framed;
    char *scene_path, *scene_title;
} window_shown;

static void release_shown(void *shown)
{
    window_shown *s = shown;
    g_free(s->scene_path);
    g_free(s->scene_title);
    g_free(s);
}

/* A number that is being typed is of the character that is open now. */
static void *take_shown(void *user)
{
    viewer *v = user;
    gtk_widget_grab_focus(v->canvas.area);
    window_shown *out = g_new(window_shown, 1);
    *out = (window_shown){.settings = v->settings,
                          .look = v->scene_look,
                          .orbit = v->orbit,
                          .frame = v->document.frame,
                          .bone = v->bone,
                          .framed = v->document.model_count,
                          .scene_path = g_strdup(v->scene_path),
                          .scene_title = g_strdup(v->scene_title)};
    return out;
}

/* The switches that a scene sets; others stay as the user has them now. */
static void give_switches(viewer *v, const view_settings *s)
{
    v->settings.method = s->method;
    set_switch(v, "shadows", s->shadows);
    set_switch(v, "edges", s->edges);
    set_switch(v, "grid", s->grid);
    set_switch(v, "backdrop", s->backdrop);
    set_switch(v, "camera-keys", s->camera_keys);
}

static void give_shown(void *user, void *taken)
{
    viewer *v = user;
    window_shown *shown = taken;
    show_rules(v);
    give_switches(v, &shown->settings);
    v->scene_look = shown->look;
    v->orbit = shown->orbit;
    v->canvas.flight = 1;
    v->framed = shown->framed;
    v->bone = shown->bone;
    name_scene(v, shown->scene_path, shown->scene_title);
    document_update(&v->document, shown->frame, true, 0, &v->frame_timing, NULL); /* the next tick reports */
    viewer_opened(v);
    show_frame(v, shown->frame);
    release_shown(shown);
}

void viewer_let_document_take(viewer *v)
{
    v->document.window = (document_window){v, take_shown, give_shown, release_shown};
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

/* Opens files that were found. Errors: as document_open. */
static bool open_found(viewer *v, const GPtrArray *files, const GArray *numbers, viewer_opening how,
                       const placement_options *places, uint32_t *bad, hone_error *error)
{
    const char *const *paths = (const char *const *)files->pdata;
    if (how != VIEWER_OPENS) {
        bool ok = document_open_step(&v->document, how == VIEWER_REPLACES, paths, files->len, bad, error);
        v->bone = how == VIEWER_REPLACES ? HONE_NONE : v->bone;
        return ok;
    }
    return document_open_placed(&v->document, paths, (const uint32_t *)(void *)numbers->data, files->len, places, bad,
                                error);
}

static void show_opened(viewer *v, const GPtrArray *files, bool was_empty, uint32_t motions)
{
    for (guint i = 0; i < files->len; i++) settings_remember(v, files->pdata[i]);
    if (v->scenes_shown != v->document.scenes_opened) {
        viewer_show_scene(v, scene_path_of(files, was_empty), scene_title_of(files, was_empty));
        return;
    }
    viewer_opened(v);
    if (v->document.motion_count > motions || v->document.sound)
        begin_playing(v);
}

void viewer_open_as(viewer *v, const char *const *paths, uint32_t count, viewer_opening how)
{
    hone_error error = {0}, why = {0};
    uint32_t bad = 0, motions = v->document.motion_count;
    bool was_empty = v->document.model_count == 0 || how == VIEWER_REPLACES;
    uint32_t models = was_empty ? 0 : v->document.model_count;
    GPtrArray *files = g_ptr_array_new_with_free_func(free);
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    ending_work_begins(v);
    canvas_cancel_drag(v);
    uint32_t refused = find_files(paths, count, files, numbers, &error);
    const placement_options *places = paths == v->files ? &v->options.places : NULL; /* of the command line */
    viewer_hush(v);
    if (files->len && !open_found(v, files, numbers, how, places, &bad, &why) && !refused)
        error = why;
    g_array_free(numbers, TRUE);
    if (refused + bad)
        show_bad_files(v, refused + bad, error.message);
    if (v->scenes_shown == v->document.scenes_opened && paths != v->files)
        document_step_aside(&v->document, models); /* files of the command line stand as in hone render */
    show_opened(v, files, was_empty, motions);
    g_ptr_array_free(files, TRUE);
    ending_work_ends(v);
}

void viewer_open(viewer *v, const char *const *paths, uint32_t count)
{
    viewer_open_as(v, paths, count, VIEWER_OPENS);
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
        dopesheet_select_bone(v);
        viewer_redraw(v);
    }
}

void viewer_choose_edited(viewer *v, const edit *e)
{
    document *d = &v->document;
    for (uint32_t i = 0; i < d->model_count; i++)
        if ((d->models[i]->character->bends == e || d->models[i]->character->correction == e) &&
            d->models[i]->character->id != d->active) {
            document_set_active(d, d->models[i]->character->id);
            viewer_select_bone(v, HONE_NONE);
        }
}

void viewer_edited(viewer *v)
{
    panels_follow(v);
    dopesheet_update(v);
    actions_refresh(v);
    viewer_redraw(v);
}

void viewer_apply_rules(viewer *v)
{
    hone_error error = {0};
    character_rules rules = v->document.rules;
    rules.mode = (character_physics)v->settings.physics;
    rules.ik_off = !v->settings.ik;
    if (!document_set_rules(&v->document, &rules, &error))
        viewer_say(v, "%s", error.message);
    set_length(v, v->clock.length);
    viewer_redraw(v);
}

void viewer_tick(viewer *v, double now)
{
    follow_length(v);
    timeline_follow(v);
    dopesheet_follow(v);
    follow_warnings(v);
    if (now - v->updated_at > 100e3) {
        v->updated_at = now;
        canvas_update_labels(v);
        panels_follow(v);
        dopesheet_update(v);
        timeline_update(v);
        follow_changes(v);
    }
}
