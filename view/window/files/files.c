/* File dialogs and their actions; dropped files. */
#define _POSIX_C_SOURCE 200809L
#include "view/window/files/files.h"
#include "tool/options/options.h"
#include "tool/scene/scene_options.h"
#include "view/document/document_changes.h"
#include "view/document/document_look.h"
#include "view/document/openable.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/files/ask.h"
#include "view/window/panels/panels.h"
#include "view/window/scene_look.h"
#include "view/window/settings.h"
#include <hone/format.h>
#include <hone/io.h>

#include <math.h>
#include <string.h>

/* ---- folder and name ------------------------------------------------------------------------------------------ */

/* The file of the active character, or the last opened one. NULL: none. */
static const char *usual_file(const viewer_stage *s)
{
    const document_model *m = document_active(&s->document);
    return m && !m->built_in ? m->path : s->shell->recent[0];
}

/* The nearest folder around the file that exists: it may be in an archive. */
void files_begin_in_folder(const viewer_stage *s, const char *file, GtkFileChooser *dialog)
{
    char *folder = g_strdup(file ? file : usual_file(s));
    if (!folder)
        return;
    do {
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    } while (!g_file_test(folder, G_FILE_TEST_IS_DIR) && strcmp(folder, ".") != 0 && strcmp(folder, "/") != 0);
    GFile *at = g_file_new_for_path(folder);
    gtk_file_chooser_set_current_folder(dialog, at, NULL);
    g_object_unref(at);
    g_free(folder);
}

char *files_name_for(const viewer_stage *s, const char *file, const char *tail, double frame, const char *ending)
{
    const document_model *m = document_active(&s->document);
    char *stem = file ? g_filename_display_basename(file) : g_strdup(m ? m->name : "hone");
    char *dot = strrchr(stem, '.'), *name;
    if (dot && dot > stem)
        *dot = '\0';
    g_strdelimit(stem, "{}/", '_'); /* braces would be read as picture numbers */
    name = frame >= 0 ? g_strdup_printf("%s%s-%04.0f.%s", stem, tail, floor(frame), ending)
                      : g_strdup_printf("%s%s.%s", stem, tail, ending);
    g_free(stem);
    return name;
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

static bool is_open(const viewer_stage *s)
{
    return s->document.model_count || s->document.motion_count;
}

/* Whether a scene or a project is among the files, also in an archive. */
static bool has_scene(const GPtrArray *paths)
{
    bool any = false;
    for (guint i = 0; i < paths->len && !any; i++) {
        char *file = openable_find(paths->pdata[i], NULL);
        any = file && scene_path_is_scene(file);
        free(file);
    }
    return any;
}

static void open_as(viewer *v, const GPtrArray *paths, viewer_opening how)
{
    viewer_open_as(v, (const char *const *)paths->pdata, paths->len, how);
    if (how == VIEWER_REPLACES && !v->shell.error.said && history_undo_label(v->stage.document.history))
        viewer_note(&v->shell, "%s", _("Ctrl+Z brings back what was open"));
}

static void open_asked(viewer *v, viewer_opening how)
{
    GPtrArray *paths = g_steal_pointer(&v->opening);
    if (!paths)
        return;
    open_as(v, paths, how);
    g_ptr_array_unref(paths);
}

static void replace_by_asked(viewer *v, uint32_t unused)
{
    (void)unused;
    open_asked(v, VIEWER_REPLACES);
}

static void add_asked(viewer *v, uint32_t unused)
{
    (void)unused;
    open_asked(v, VIEWER_ADDS);
}

/* A picture or film is shown behind the scene. Takes it out of the paths. */
static void take_backdrops(viewer_stage *s, GPtrArray *paths)
{
    for (guint i = 0; i < paths->len; i++) {
        if (!document_is_backdrop(paths->pdata[i]))
            continue;
        files_set_backdrop(s, paths->pdata[i]);
        g_ptr_array_remove_index(paths, i--);
    }
}

static void open_paths(viewer *v, GPtrArray *paths, bool add)
{
    take_backdrops(&v->stage, paths);
    const bool any_scene = paths->len && is_open(&v->stage) && has_scene(paths);
    if (!paths->len)
        return;
    if (!any_scene || add) {
        open_as(v, paths, any_scene ? VIEWER_ADDS : VIEWER_OPENS);
        return;
    }
    g_clear_pointer(&v->opening, g_ptr_array_unref);
    v->opening = g_ptr_array_ref(paths);
    ask_open_scene(v, replace_by_asked, add_asked);
}

void files_open(viewer *v, const char *const *paths, uint32_t count, bool add)
{
    GPtrArray *copy = g_ptr_array_new_with_free_func(g_free);
    for (uint32_t i = 0; i < count; i++) g_ptr_array_add(copy, g_strdup(paths[i]));
    open_paths(v, copy, add);
    g_ptr_array_unref(copy);
}

static void open_list(viewer *v, GListModel *files, bool add)
{
    guint count = g_list_model_get_n_items(files);
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < count; i++) {
        GFile *file = g_list_model_get_item(files, i);
        char *path = g_file_get_path(file);
        if (path)
            g_ptr_array_add(paths, path);
        g_object_unref(file);
    }
    open_paths(v, paths, add);
    g_ptr_array_unref(paths);
}

static void open_answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    if (response == GTK_RESPONSE_ACCEPT) {
        GListModel *files = gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog));
        open_list(v, files, g_object_get_data(G_OBJECT(dialog), "add") != NULL);
        g_object_unref(files);
    }
    g_object_unref(dialog);
}

/* endings: separated by spaces; NULL: all files. */
static void add_filter(GtkFileChooserNative *dialog, const char *name, const char *endings)
{
    GtkFileFilter *filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, name);
    char **each = g_strsplit(endings ? endings : "", " ", -1);
    for (char **ending = each; *ending; ending++) gtk_file_filter_add_suffix(filter, *ending);
    if (!endings)
        gtk_file_filter_add_pattern(filter, "*");
    g_strfreev(each);
    gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
    g_object_unref(filter);
}

/* Opens files; add: beside a scene that is open. */
void files_choose(viewer *v, int add)
{
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
        add ? _("Add to the scene") : _("Open"), GTK_WINDOW(v->shell.window), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
    gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(dialog), TRUE);
    files_begin_in_folder(&v->stage, NULL, GTK_FILE_CHOOSER(dialog));
    add_filter(dialog, _("All that can be opened"),
               ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES " " ENDINGS_SOUNDS " " ENDINGS_PICTURES);
    add_filter(dialog, _("Models"), ENDINGS_MODELS);
    add_filter(dialog, _("Motions and cameras"), ENDINGS_MOTIONS);
    add_filter(dialog, _("Scenes and projects"), ENDINGS_SCENES);
    add_filter(dialog, _("Sound"), ENDINGS_SOUNDS);
    add_filter(dialog, _("All files"), NULL);
    g_object_set_data(G_OBJECT(dialog), "add", add ? v : NULL);
    g_signal_connect(dialog, "response", G_CALLBACK(open_answered), v);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/* ---- behind the scene ------------------------------------------------------------------------------------------- */

void files_set_backdrop(viewer_stage *s, const char *path)
{
    hone_error error = {0};
    if (!document_set_backdrop(&s->document, path, &error))
        viewer_say(s->shell, "%s", error.message);
    viewer_edited(s);
}

static void backdrop_answered(GtkNativeDialog *dialog, int response, viewer_stage *s)
{
    GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
    char *path = file ? g_file_get_path(file) : NULL;
    if (path)
        files_set_backdrop(s, path);
    g_clear_object(&file);
    g_free(path);
    g_object_unref(dialog);
}

void files_choose_backdrop(viewer_stage *s)
{
    const char *fixed = g_getenv("HONE_VIEW_BACKDROP"); /* tests cannot use a file chooser */
    if (fixed) {
        files_set_backdrop(s, fixed);
        return;
    }
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
        _("Choose picture or film…"), GTK_WINDOW(s->shell->window), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
    files_begin_in_folder(s, NULL, GTK_FILE_CHOOSER(dialog));
    char *endings = g_strjoinv(" ", (char **)document_backdrop_endings);
    add_filter(dialog, _("Pictures and films"), endings);
    g_free(endings);
    g_signal_connect(dialog, "response", G_CALLBACK(backdrop_answered), s);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/* ---- dropping --------------------------------------------------------------------------------------------------- */

/* Ctrl or Shift are held: they add. */
static bool adds_now(GtkDropTarget *target)
{
    GtkWidget *widget = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target));
    GdkDevice *keyboard = gdk_seat_get_keyboard(gdk_display_get_default_seat(gtk_widget_get_display(widget)));
    GdkModifierType held = keyboard ? gdk_device_get_modifier_state(keyboard) : 0;
    return (held & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0;
}

static gboolean dropped(GtkDropTarget *target, const GValue *value, double x, double y, viewer *v)
{
    (void)x, (void)y;
    GSList *files = gdk_file_list_get_files(g_value_get_boxed(value));
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (GSList *each = files; each; each = each->next) {
        char *path = g_file_get_path(each->data);
        if (path)
            g_ptr_array_add(paths, path);
    }
    g_slist_free(files);
    open_paths(v, paths, adds_now(target));
    g_ptr_array_unref(paths);
    return TRUE;
}

/* Programs that hold Ctrl or Shift to copy or to move offer that action alone. */
void files_accept_drops(viewer *v, GtkWidget *widget)
{
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY | GDK_ACTION_MOVE);
    g_signal_connect(target, "drop", G_CALLBACK(dropped), v);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(target));
}

/* ---- saving --------------------------------------------------------------------------------------------------- */

static void answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    files_save_fn *const *save = g_object_get_data(G_OBJECT(dialog), "save");
    GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
    char *path = file ? g_file_get_path(file) : NULL;
    if (path)
        (*save)(v, path);
    else
        v->after_save = NULL;
    g_clear_object(&file);
    g_free(path);
    g_object_unref(dialog);
}

/* HONE_VIEW_SAVE: a file, or a folder, so that tests need no dialog. */
static bool save_as_the_test_wants(viewer *v, const char *name, files_save_fn *save)
{
    const char *fixed = g_getenv("HONE_VIEW_SAVE");
    if (!fixed)
        return false;
    char *inside = g_build_filename(fixed, name, NULL);
    save(v, g_file_test(fixed, G_FILE_TEST_IS_DIR) ? inside : fixed);
    g_free(inside);
    return true;
}

/* The kind of file that is saved, by the ending of its name. */
static void add_save_filters(GtkFileChooserNative *dialog, const char *name)
{
    const char *dot = strrchr(name, '.');
    bool model = g_str_equal(dot, ".pmx") || g_str_equal(dot, ".glb");
    char *label = g_strdup_printf(_("Files that end in %s"), dot);
    add_filter(dialog, model ? _("Models") : label, model ? "pmx glb" : dot + 1);
    add_filter(dialog, _("All files"), NULL);
    g_free(label);
}

void files_ask_where(viewer *v, const char *title, const char *file, const char *name, files_save_fn *save)
{
    if (save_as_the_test_wants(v, name, save))
        return;
    GtkFileChooserNative *dialog =
        gtk_file_chooser_native_new(title, GTK_WINDOW(v->shell.window), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
    files_begin_in_folder(&v->stage, file, GTK_FILE_CHOOSER(dialog));
    add_save_filters(dialog, name);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
    g_object_set_data_full(G_OBJECT(dialog), "save", g_memdup2(&save, sizeof save), g_free);
    g_signal_connect(dialog, "response", G_CALLBACK(answered), v);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/* A file of the current frame. */
static void ask_for_frame(viewer *v, const char *title, const char *ending, files_save_fn *save)
{
    char *name =
        files_name_for(&v->stage, NULL, "", v->stage.document.duration > 0 ? v->stage.document.frame : -1, ending);
    files_ask_where(v, title, NULL, name, save);
    g_free(name);
}

void files_clean_beside(const char *path)
{
    char folder[HONE_PATH_SIZE];
    if (hone_path_folder(path, folder))
        hone_file_remove_abandoned(folder);
}

void files_show_saved(viewer_stage *s, bool ok, const char *path, const hone_error *error)
{
    char *name = g_filename_display_basename(path);
    file_watch_know(&s->watch.files, path);
    files_clean_beside(path);
    if (ok)
        viewer_note(s->shell, _("Saved: %s"), name);
    else
        viewer_say(s->shell, "%s: %s", name, error->message);
    g_free(name);
}

void files_end_saving(viewer *v, bool saved)
{
    void (*then)(viewer *, uint32_t) = v->after_save;
    v->after_save = NULL;
    if (then && saved)
        then(v, 0);
}

static void save_pose(viewer *v, const char *path)
{
    hone_error error = {0};
    uint32_t off = 0;
    const character *c = viewer_active(&v->stage);
    if (!c)
        return;
    bool ok = document_settle(&v->stage.document, &error) && edit_save_pose(c->shown, path, &off, &error);
    if (ok)
        document_pose_saved(&v->stage.document, c->id); /* a file contains the pose of one character */
    files_show_saved(&v->stage, ok, path, &error);
    if (ok && off)
        viewer_note(&v->shell, _("%u IK chains are off, which a VPD cannot contain: use --ik off with it"), off);
    files_end_saving(v, ok);
}

void files_save_pose(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    files_save_pose_then(v);
}

void files_save_pose_then(viewer *v)
{
    ask_for_frame(v, _("Save pose"), "vpd", save_pose);
}

/* ---- scenes ----------------------------------------------------------------------------------------------------- */

static bool write_scene(viewer_stage *s, const char *path)
{
    hone_error error = {0};
    scene_look_saved saved;
    const document_shown shown = scene_look_shown(s, &saved);
    bool ok = document_save_scene(&s->document, &shown, path, &error);
    files_show_saved(s, ok, path, &error);
    return ok;
}

static void save_scene(viewer *v, const char *path)
{
    char *kept = g_strdup(path); /* `path` may be that of the scene */
    bool ok = write_scene(&v->stage, kept);
    if (ok) {
        v->stage.scene.saved_view = 0;
        g_free(v->stage.scene.path);
        v->stage.scene.path = g_steal_pointer(&kept);
        settings_remember(&v->shell, v->stage.scene.path);
        viewer_show_title(&v->stage);
    }
    g_free(kept);
    if (ok && document_changes(&v->stage.document) & DOCUMENT_CHANGED_WEIGHTS)
        viewer_note(&v->shell, _("A scene has no painted weights: save the model, too"));
    viewer_edited(&v->stage);
    files_end_saving(v, ok);
}

static void choose_scene(viewer *v)
{
    char *name = files_name_for(&v->stage, v->stage.scene.path, "", -1, "json");
    files_ask_where(v, _("Save scene"), v->stage.scene.path, name, save_scene);
    g_free(name);
}

void files_save_scene_as(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    choose_scene(v);
}

void files_save_scene(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    files_save_scene_then(v);
}

void files_save_scene_then(viewer *v)
{
    if (v->stage.scene.path)
        save_scene(v, v->stage.scene.path);
    else
        choose_scene(v);
}

/* ---- models ---------------------------------------------------------------------------------------------------- */

static void note_change(void *user, const char *text)
{
    viewer_stage *s = user;
    document_note(&s->document, document_active(&s->document)->path, text);
}

static bool encode_model(viewer_stage *s, const char *path, hone_bytes *out, hone_error *error)
{
    const document_model *m = document_active(&s->document);
    const hone_model *model = character_shown_model(m->character);
    bool mmd = hone_model_get(model)->space == HONE_SPACE_MMD, glb = g_str_has_suffix(path, ".glb");
    if (!glb && !g_str_has_suffix(path, ".pmx"))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, _("models are saved as .pmx or .glb"));
    if (!glb && !mmd)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         _("a .x or glTF model is saved as .glb; hone convert makes a PMX of it"));
    const hone_gltf_desc desc = {.files = &m->files, .note = note_change, .note_user = s};
    return glb ? hone_model_write_gltf(model, &desc, out, NULL, error) : hone_model_write_pmx(model, NULL, out, error);
}

/* A PMX names its textures by paths from its own folder. */
static bool leaves_textures(const document_model *m, const char *path)
{
    char *folder = g_path_get_dirname(path), *own = g_path_get_dirname(m->path);
    char *there = g_canonicalize_filename(folder, NULL), *here = g_canonicalize_filename(own, NULL);
    bool leaves = g_str_has_suffix(path, ".pmx") && hone_model_get(m->character->model)->texture_count &&
                  strcmp(there, here) != 0;
    g_free(folder), g_free(own), g_free(there), g_free(here);
    return leaves;
}

static void save_model(viewer *v, const char *path)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    document_model *m = document_active(&v->stage.document);
    frame_timing unused = {0};
    if (!m)
        return;
    char *own = strdup(path); /* `path` may be that of before */
    weight_table *t = edit_weights(m->character->edit);
    bool ok = document_update(&v->stage.document, v->stage.document.frame, true, 0, &unused, &error) &&
              encode_model(&v->stage, path, &bytes, &error) && hone_file_write(path, bytes.data, bytes.size, &error);
    hone_bytes_release(&bytes);
    if (ok && t)
        weight_table_saved(t);
    if (ok && own) {
        free(m->saved_as);
        m->saved_as = own;
    } else {
        free(own);
    }
    files_show_saved(&v->stage, ok, path, &error);
    if (ok && leaves_textures(m, path))
        viewer_note(&v->shell, _("The textures are not copied: the file needs those beside %s"), m->name);
    files_end_saving(v, ok);
}

static void choose_model(viewer *v)
{
    const document_model *m = document_active(&v->stage.document);
    if (!m)
        return;
    const char *file = m->saved_as ? m->saved_as : m->built_in ? NULL : m->path;
    bool mmd = hone_model_get(m->character->model)->space == HONE_SPACE_MMD;
    char *name = files_name_for(&v->stage, file, "", -1, mmd ? "pmx" : "glb");
    files_ask_where(v, _("Save model"), file, name, save_model);
    g_free(name);
}

void files_save_model(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    choose_model(v);
}

void files_save_model_then(viewer *v)
{
    const document_model *m = document_active(&v->stage.document);
    if (m && m->saved_as)
        save_model(v, m->saved_as);
    else
        choose_model(v);
}

/* ---- pictures -------------------------------------------------------------------------------------------------- */

/* Saves the current picture, without overlays, with the window's renderer. */
static bool shoot(viewer_stage *s, const char *path, hone_error *error)
{
    const picture_size size = canvas_pixels(s);
    const look_values look = canvas_look_saved(s, size);
    picture_desc shown;
    hone_draw_desc *desc = &shown.desc;
    hone_image image = {0};
    hone_bytes png = {0};
    gtk_gl_area_make_current(GTK_GL_AREA(s->canvas.area));
    bool ok = document_settle(&s->document, error);
    canvas_describe(s, &look, &shown);
    canvas_show_backdrop(s, desc);
    ok = ok && canvas_sync(s, error);
    desc->item_count = ok ? canvas_place(s) : 0;
    desc->items = s->canvas.items;
    ok = ok && hone_image_create(size.width, size.height, NULL, &image, error) &&
         hone_renderer_draw_image(s->canvas.renderer, desc, &image, error) &&
         hone_image_write_png(&image, NULL, &png, error) && hone_file_write(path, png.data, png.size, error);
    hone_image_release(&image);
    hone_bytes_release(&png);
    viewer_redraw(s);
    return ok;
}

static void save_picture(viewer *v, const char *path)
{
    hone_error error = {0};
    bool ok = v->stage.canvas.renderer && shoot(&v->stage, path, &error);
    files_show_saved(&v->stage, ok, path, &error);
}

void files_save_picture(viewer *v, int unused)
{
    (void)unused;
    ask_for_frame(v, _("Save picture"), "png", save_picture);
}
