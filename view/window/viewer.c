#include "view/window/viewer.h"
#include "view/digest.h"
#include "view/document/document_changes.h"
#include "view/document/document_place.h"
#include "view/document/document_step.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/files/ask.h"
#include "view/window/files/ending.h"
#include "view/window/panels/panels.h"
#include "view/window/scene_look.h"
#include "view/window/settings.h"
#include "view/window/state_file.h"
#include "view/window/timeline.h"
#include <hone/io.h>

#include "view/document/openable.h"

#include <stdlib.h>
#include <string.h>

/* ---- warnings ------------------------------------------------------------------------------------------------- */

/* Some warnings appear only with the first picture, such as missing textures. */
static void follow_warnings(viewer *v)
{
    if (v->warned == v->stage.document.noted)
        return;
    v->warned = v->stage.document.noted;
    panels_show_warnings(&v->panels);
    actions_refresh(&v->stage);
    if (v->stage.document.note_count)
        viewer_warn(&v->shell, v->stage.document.note_count);
}

/* ---- open files ----------------------------------------------------------------------------------------------- */

static void open_sound(viewer_stage *s)
{
    double now = viewer_now();
    hone_error error = {0};
    if (g_strcmp0(s->sound.path, s->document.sound) == 0)
        return;
    play_clock_set_source(&s->clock, now, NULL);
    sound_close(s->sound.opened);
    g_free(s->sound.path);
    s->sound.opened = NULL;
    s->sound.path = g_strdup(s->document.sound);
    if (!s->sound.path)
        return;
    s->sound.opened = sound_open(s->sound.path, &error);
    if (!s->sound.opened) {
        char *name = g_filename_display_basename(s->sound.path);
        viewer_say(s->shell, "%s: %s", name, error.message);
        g_free(name);
        return;
    }
    sound_set_muted(s->sound.opened, s->settings.muted);
    sound_set_delay(s->sound.opened, document_sound_delay(&s->document));
    timeline_apply_volume(s);
    play_clock_set_source(&s->clock, now, sound_clock_source(s->sound.opened));
    if (sound_note(s->sound.opened))
        viewer_note(s->shell, "%s", sound_note(s->sound.opened));
}

/* Time stops when nothing moves any more. */
static void set_length(viewer_stage *s, double length)
{
    double now = viewer_now();
    play_clock_set_length(&s->clock, now, length);
    if (!viewer_has_time(s))
        play_clock_pause(&s->clock, now);
}

static double length_of(const viewer_stage *s)
{
    const document *d = &s->document;
    double length = d->duration, heard = s->sound.opened ? sound_length(s->sound.opened) + document_sound_delay(d) : 0;
    return heard > length ? heard : length;
}

/* Keys were registered after the end, or the last ones were deleted. */
static void follow_length(viewer_panels *p)
{
    double length = length_of(p->stage);
    if (length == p->stage->clock.length)
        return;
    set_length(p->stage, length);
    timeline_measure(p, length);
}

/* Shows a new character from the current direction of the camera; the first one from the front. */
static void frame_opened(viewer_stage *s)
{
    document_update(&s->document, s->document.frame, true, 0, &s->frame_timing, NULL); /* the next tick reports */
    if (!s->framed)
        s->orbit = (orbit)ORBIT_DEFAULT;
    int keys = s->settings.camera_keys; /* framing must not turn them off */
    s->settings.camera_keys = 0;
    canvas_frame_all(s);
    s->settings.camera_keys = keys;
}

enum { TITLE_NAMES = 3 };

/* The scene's name; without a scene those of the models. */
static void append_names(const viewer_stage *s, GString *title)
{
    const document *d = &s->document;
    const char *scene_file = s->scene.path ? s->scene.path : s->scene.title;
    char *name = scene_file ? g_filename_display_basename(scene_file) : NULL;
    if (name)
        g_string_append(title, name);
    for (uint32_t i = 0; i < d->model_count && i < TITLE_NAMES && !name; i++)
        g_string_append_printf(title, "%s%s", i ? ", " : "", d->models[i]->name);
    if (d->model_count > TITLE_NAMES && !name)
        g_string_append(title, ", …");
    g_free(name);
}

void viewer_show_title(viewer_stage *s)
{
    GString *title = g_string_new(document_is_modified(&s->document) ? "* " : "");
    append_names(s, title);
    g_string_append(title, s->document.model_count ? " – hone" : "hone");
    gtk_window_set_title(GTK_WINDOW(s->shell->window), title->str);
    g_string_free(title, TRUE);
}

/* The state of the window that a scene contains. */
static uint64_t view_digest(const viewer_stage *stage)
{
    const hone_camera *c = &stage->canvas.camera;
    const float numbers[] = {c->target[0], c->target[1], c->target[2], c->angles[0],
                             c->angles[1], c->angles[2], c->distance,  c->fov};
    const int switches[] = {c->orthographic, stage->scene_look.background};
    const action *a;
    uint64_t digest = DIGEST_BEGIN;
    digest_add(&digest, numbers, sizeof numbers);
    digest_add(&digest, switches, sizeof switches);
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        int value = a->in_scene ? actions_get(&stage->settings, a) : 0;
        digest_add(&digest, &value, sizeof value);
    }
    surroundings_digest(&stage->document.scene.look, &digest);
    digest_add(&digest, &stage->document.frame, sizeof stage->document.frame);
    digest_add(&digest, &stage->document.active, sizeof stage->document.active);
    return digest;
}

/* The title, and the actions that save, when the document is changed or saved. */
static void follow_changes(viewer *v)
{
    uint64_t view = view_digest(&v->stage);
    unsigned changes = document_changes(&v->stage.document);
    if (!v->stage.scene.saved_view && !v->stage.dirty)
        v->stage.scene.saved_view = view;
    bool view_changed = v->stage.scene.saved_view && view != v->stage.scene.saved_view;
    if (changes == v->changes && view_changed == v->stage.scene.view_changed)
        return;
    v->changes = changes;
    v->stage.scene.view_changed = view_changed;
    viewer_show_title(&v->stage);
    actions_refresh(&v->stage);
}

static void opened(void *user)
{
    viewer *v = user;
    document *d = &v->stage.document;
    canvas_cancel_drag(&v->stage); /* its bone may be gone */
    open_sound(&v->stage);
    double length = length_of(&v->stage);
    if (v->stage.clock.length <= 0 && length > 0)
        play_clock_seek(&v->stage.clock, viewer_now(),
                        0); /* endless time restarts when a file with a duration is opened */
    set_length(&v->stage, length);
    character *active = viewer_active(&v->stage);
    if (!active || v->stage.bone >= (int32_t)hone_model_skeleton(active->model)->bone_count)
        v->stage.bone = HONE_NONE;
    timeline_measure(&v->panels, length);
    timeline_update(&v->panels);
    panels_remake(&v->panels);
    dopesheet_remake(&v->panels);
    actions_refresh(&v->stage);
    viewer_show_title(&v->stage);
    if (d->model_count > v->stage.framed)
        frame_opened(&v->stage);
    v->stage.framed = d->model_count;
    if (!d->model_count && !d->motion_count) {
        document_forget_notes(d);
        scene_look_forget(&v->stage);
    }
    canvas_update_labels(&v->stage);
    viewer_redraw(&v->stage);
}

static void begin_playing(viewer_stage *s)
{
    if (s->document.duration > 0 && !s->shell->options.paused)
        play_clock_play(&s->clock, viewer_now());
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

static void show_bad_files(viewer_shell *w, uint32_t bad, const char *message)
{
    char *more = bad > 1 ? g_strdup_printf(ngettext(" (and %u more file)", " (and %u more files)", bad - 1), bad - 1)
                         : g_strdup("");
    viewer_say(w, "%s%s", message, more);
    g_free(more);
}

/* The rules and the look of the scene that the document has now, which may be another one. */
static void show_rules(viewer_stage *s)
{
    const character_rules rules = s->document.rules;
    s->scene.shown = s->document.scenes_opened;
    actions_set_named(s, "physics", (int)rules.mode);
    actions_set_named(s, "ik", !rules.ik_off);
}

/* Shows a time, paused. */
static void show_frame(viewer_stage *s, double frame)
{
    play_clock_pause(&s->clock, viewer_now());
    play_clock_seek(&s->clock, viewer_now(), frame / HONE_FRAMES_PER_SECOND);
    actions_refresh(s);
}

static void name_scene(viewer_stage *s, const char *path, const char *title)
{
    char *own_path = g_strdup(path), *own_title = g_strdup(title);
    s->scene.saved_view = 0;
    g_free(s->scene.path);
    g_free(s->scene.title);
    s->scene.path = own_path, s->scene.title = own_title;
}

void viewer_show_scene(viewer_stage *s, const char *path, const char *title)
{
    name_scene(s, path, title);
    show_rules(s);
    scene_look_show(s);
    viewer_opened(s);
    show_frame(s, s->document.scene.frame);
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
    gtk_widget_grab_focus(v->stage.canvas.area);
    window_shown *out = g_new(window_shown, 1);
    *out = (window_shown){.settings = v->stage.settings,
                          .look = v->stage.scene_look,
                          .orbit = v->stage.orbit,
                          .frame = v->stage.document.frame,
                          .bone = v->stage.bone,
                          .framed = v->stage.document.model_count,
                          .scene_path = g_strdup(v->stage.scene.path),
                          .scene_title = g_strdup(v->stage.scene.title)};
    return out;
}

/* The switches that a scene sets; others stay as the user has them now. */
static void give_switches(viewer_stage *stage, const view_settings *settings)
{
    const action *a;
    for (uint32_t i = 0; (a = actions_at(i)); i++)
        if (a->in_scene)
            actions_set(stage, a, actions_get(settings, a));
}

static void give_shown(void *user, void *taken)
{
    viewer *v = user;
    window_shown *shown = taken;
    show_rules(&v->stage);
    give_switches(&v->stage, &shown->settings);
    v->stage.scene_look = shown->look;
    v->stage.orbit = shown->orbit;
    v->stage.canvas.flight = 1;
    v->stage.framed = shown->framed;
    v->stage.bone = shown->bone;
    name_scene(&v->stage, shown->scene_path, shown->scene_title);
    document_update(&v->stage.document, shown->frame, true, 0, &v->stage.frame_timing,
                    NULL); /* the next tick reports */
    viewer_opened(&v->stage);
    show_frame(&v->stage, shown->frame);
    release_shown(shown);
}

void viewer_let_document_take(viewer *v)
{
    v->stage.document.window = (document_window){v, take_shown, give_shown, release_shown};
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

/* Opens files that were found. Errors: as document_open. */
static bool open_found(viewer_stage *s, const GPtrArray *files, const GArray *numbers, viewer_opening how,
                       const placement_options *places, uint32_t *bad, hone_error *error)
{
    const char *const *paths = (const char *const *)files->pdata;
    if (how != VIEWER_OPENS) {
        bool ok = document_open_step(&s->document, how == VIEWER_REPLACES, paths, files->len, bad, error);
        s->bone = how == VIEWER_REPLACES ? HONE_NONE : s->bone;
        return ok;
    }
    return document_open_placed(&s->document, paths, (const uint32_t *)(void *)numbers->data, files->len, places, bad,
                                error);
}

static void show_opened(viewer_stage *s, const GPtrArray *files, bool was_empty, uint32_t motions)
{
    for (guint i = 0; i < files->len; i++) settings_remember(s->shell, files->pdata[i]);
    if (s->scene.shown != s->document.scenes_opened) {
        viewer_show_scene(s, scene_path_of(files, was_empty), scene_title_of(files, was_empty));
        return;
    }
    viewer_opened(s);
    if (s->document.motion_count > motions || s->document.sound)
        begin_playing(s);
}

void viewer_open_as(viewer *v, const char *const *paths, uint32_t count, viewer_opening how)
{
    hone_error error = {0}, why = {0};
    uint32_t bad = 0, motions = v->stage.document.motion_count;
    bool was_empty = v->stage.document.model_count == 0 || how == VIEWER_REPLACES;
    uint32_t models = was_empty ? 0 : v->stage.document.model_count;
    GPtrArray *files = g_ptr_array_new_with_free_func(free);
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    ending_work_begins(v);
    canvas_cancel_drag(&v->stage);
    uint32_t refused = find_files(paths, count, files, numbers, &error);
    const placement_options *places =
        paths == v->shell.files ? &v->shell.options.places : NULL; /* of the command line */
    viewer_hush(&v->shell);
    if (files->len && !open_found(&v->stage, files, numbers, how, places, &bad, &why) && !refused)
        error = why;
    g_array_free(numbers, TRUE);
    if (refused + bad)
        show_bad_files(&v->shell, refused + bad, error.message);
    if (v->stage.scene.shown == v->stage.document.scenes_opened && paths != v->shell.files)
        document_step_aside(&v->stage.document, models); /* files of the command line stand as in hone render */
    show_opened(&v->stage, files, was_empty, motions);
    g_ptr_array_free(files, TRUE);
    ending_work_ends();
}

void viewer_open(viewer *v, const char *const *paths, uint32_t count)
{
    viewer_open_as(v, paths, count, VIEWER_OPENS);
}

void viewer_open_built_in(viewer_stage *s)
{
    hone_error error = {0};
    viewer_hush(s->shell);
    if (!document_open_built_in(&s->document, &error))
        viewer_say(s->shell, "%s", error.message);
    viewer_opened(s);
    begin_playing(s);
}

static void select_bone(void *user, int32_t bone)
{
    viewer *v = user;
    if (bone != v->stage.bone || v->panels.shown_active != v->stage.document.active) {
        v->stage.bone = bone;
        panels_select_bone(&v->panels);
        dopesheet_select_bone(&v->panels);
        viewer_redraw(&v->stage);
    }
}

void viewer_choose_edited(viewer_stage *s, const edit *e)
{
    document *d = &s->document;
    for (uint32_t i = 0; i < d->model_count; i++)
        if ((d->models[i]->character->bends == e || d->models[i]->character->correction == e) &&
            d->models[i]->character->id != d->active) {
            document_set_active(d, d->models[i]->character->id);
            viewer_select_bone(s, HONE_NONE);
        }
}

static void edited(void *user)
{
    viewer *v = user;
    panels_follow(&v->panels);
    dopesheet_update(&v->panels);
    actions_refresh(&v->stage);
    viewer_redraw(&v->stage);
}

void viewer_apply_rules(viewer_stage *s)
{
    hone_error error = {0};
    character_rules rules = s->document.rules;
    rules.mode = (character_physics)s->settings.physics;
    rules.ik_off = !s->settings.ik;
    if (!document_set_rules(&s->document, &rules, &error))
        viewer_say(s->shell, "%s", error.message);
    set_length(s, s->clock.length);
    viewer_redraw(s);
}

static void tick(void *user, double now)
{
    viewer *v = user;
    follow_length(&v->panels);
    timeline_follow(&v->panels);
    dopesheet_follow(&v->panels);
    follow_warnings(v);
    if (now - v->updated_at > 100e3) {
        v->updated_at = now;
        canvas_update_labels(&v->stage);
        panels_follow(&v->panels);
        dopesheet_update(&v->panels);
        timeline_update(&v->panels);
        follow_changes(v);
    }
    state_write(v, now);
}

static void inspected_anew(void *user)
{
    viewer *v = user;
    panels_follow(&v->panels);
}

static void close_character(void *user, uint32_t id)
{
    viewer *v = user;
    ask_close_model(v, id);
}

void viewer_begin(viewer *v)
{
    v->stage.shell = &v->shell;
    v->panels.stage = v->film.stage = &v->stage;
    v->stage.events = (viewer_events){.opened = opened,
                                      .edited = edited,
                                      .select_bone = select_bone,
                                      .inspected = inspected_anew,
                                      .close_character = close_character,
                                      .tick = tick,
                                      .user = v};
}
