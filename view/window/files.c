/* File dialogs and their actions; dropped files. */
#include "view/window/files.h"
#include "view/document/document_changes.h"
#include "view/document/document_look.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/panels/panels.h"
#include "view/window/scene_look.h"
#include "view/window/settings.h"
#include <hone/format.h>
#include <hone/io.h>

#include <math.h>
#include <string.h>

/* ---- folder and name ------------------------------------------------------------------------------------------ */

void files_begin_in_folder(const viewer *v, GtkFileChooser *dialog)
{
    const document_model *m = document_active(&v->document);
    const char *file = m && !m->built_in ? m->path : v->recent[0];
    if (!file)
        return;
    char *folder = g_path_get_dirname(file);
    GFile *at = g_file_new_for_path(folder);
    if (g_file_test(folder, G_FILE_TEST_IS_DIR))
        gtk_file_chooser_set_current_folder(dialog, at, NULL);
    g_object_unref(at);
    g_free(folder);
}

char *files_name_for(const viewer *v, double frame, const char *ending)
{
    const document_model *m = document_active(&v->document);
    char *stem = g_strdup(m ? m->name : "hone"), *dot = strrchr(stem, '.'), *name;
    if (dot && dot > stem)
        *dot = '\0';
    g_strdelimit(stem, "{}/", '_'); /* braces would be read as picture numbers */
    name = frame >= 0 ? g_strdup_printf("%s-%04.0f.%s", stem, floor(frame), ending)
                      : g_strdup_printf("%s.%s", stem, ending);
    g_free(stem);
    return name;
}

/* ---- opening -------------------------------------------------------------------------------------------------- */

/* A picture or film is shown behind the scene. Takes it out of the paths. */
static void open_paths(viewer *v, GPtrArray *paths)
{
    for (guint i = 0; i < paths->len; i++) {
        if (!document_is_backdrop(paths->pdata[i]))
            continue;
        files_set_backdrop(v, paths->pdata[i]);
        g_ptr_array_remove_index(paths, i--);
    }
    if (paths->len)
        viewer_open(v, (const char *const *)paths->pdata, paths->len);
}

static void open_list(viewer *v, GListModel *files)
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
    open_paths(v, paths);
    g_ptr_array_free(paths, TRUE);
}

static void open_answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    if (response == GTK_RESPONSE_ACCEPT) {
        GListModel *files = gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog));
        open_list(v, files);
        g_object_unref(files);
    }
    g_object_unref(dialog);
}

static void add_filter(GtkFileChooserNative *dialog, const char *name, const char *const *endings)
{
    GtkFileFilter *filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, name);
    for (; *endings; endings++) gtk_file_filter_add_suffix(filter, *endings);
    gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
    g_object_unref(filter);
}

void files_choose(viewer *v, int unused)
{
    (void)unused;
    static const char *const known[] = {"pmx", "pmd", "x",   "gltf", "glb", "vrm",  "vmd", "vpd", "hclip",
                                        "wav", "mp3", "ogg", "flac", "m4a", "json", "pmm", NULL};
    GtkFileChooserNative *dialog =
        gtk_file_chooser_native_new(_("Open"), GTK_WINDOW(v->window), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
    gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(dialog), TRUE);
    files_begin_in_folder(v, GTK_FILE_CHOOSER(dialog));
    add_filter(dialog, _("Characters, motions, sound"), known);
    GtkFileFilter *all = gtk_file_filter_new();
    gtk_file_filter_set_name(all, _("All files"));
    gtk_file_filter_add_pattern(all, "*");
    gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), all);
    g_object_unref(all);
    g_signal_connect(dialog, "response", G_CALLBACK(open_answered), v);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/* ---- behind the scene ------------------------------------------------------------------------------------------- */

void files_set_backdrop(viewer *v, const char *path)
{
    hone_error error = {0};
    if (!document_set_backdrop(&v->document, path, &error))
        viewer_say(v, "%s", error.message);
    viewer_edited(v);
}

static void backdrop_answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
    char *path = file ? g_file_get_path(file) : NULL;
    if (path)
        files_set_backdrop(v, path);
    g_clear_object(&file);
    g_free(path);
    g_object_unref(dialog);
}

void files_choose_backdrop(viewer *v)
{
    const char *fixed = g_getenv("HONE_VIEW_BACKDROP"); /* tests cannot use a file chooser */
    if (fixed) {
        files_set_backdrop(v, fixed);
        return;
    }
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(_("Choose picture or film…"), GTK_WINDOW(v->window),
                                                               GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
    files_begin_in_folder(v, GTK_FILE_CHOOSER(dialog));
    add_filter(dialog, _("Pictures and films"), document_backdrop_endings);
    g_signal_connect(dialog, "response", G_CALLBACK(backdrop_answered), v);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/* ---- dropping --------------------------------------------------------------------------------------------------- */

static gboolean dropped(GtkDropTarget *target, const GValue *value, double x, double y, viewer *v)
{
    (void)target, (void)x, (void)y;
    GSList *files = gdk_file_list_get_files(g_value_get_boxed(value));
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (GSList *each = files; each; each = each->next) {
        char *path = g_file_get_path(each->data);
        if (path)
            g_ptr_array_add(paths, path);
    }
    g_slist_free(files);
    open_paths(v, paths);
    g_ptr_array_free(paths, TRUE);
    return TRUE;
}

void files_accept_drops(viewer *v, GtkWidget *widget)
{
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    g_signal_connect(target, "drop", G_CALLBACK(dropped), v);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(target));
}

/* ---- saving --------------------------------------------------------------------------------------------------- */

static void answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    files_save *const *save = g_object_get_data(G_OBJECT(dialog), "save");
    GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
    char *path = file ? g_file_get_path(file) : NULL;
    if (path)
        (*save)(v, path);
    v->after_save = NULL;
    g_clear_object(&file);
    g_free(path);
    g_object_unref(dialog);
}

/* HONE_VIEW_SAVE: a file, or a folder, so that tests need no dialog. */
static bool save_as_the_test_wants(viewer *v, const char *name, files_save *save)
{
    const char *fixed = g_getenv("HONE_VIEW_SAVE");
    if (!fixed)
        return false;
    char *inside = g_build_filename(fixed, name, NULL);
    save(v, g_file_test(fixed, G_FILE_TEST_IS_DIR) ? inside : fixed);
    g_free(inside);
    return true;
}

void files_ask_where(viewer *v, const char *title, const char *name, files_save *save)
{
    if (save_as_the_test_wants(v, name, save))
        return;
    GtkFileChooserNative *dialog =
        gtk_file_chooser_native_new(title, GTK_WINDOW(v->window), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
    files_begin_in_folder(v, GTK_FILE_CHOOSER(dialog));
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
    g_object_set_data_full(G_OBJECT(dialog), "save", g_memdup2(&save, sizeof save), g_free);
    g_signal_connect(dialog, "response", G_CALLBACK(answered), v);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/* A file of the current frame. */
static void ask_for_frame(viewer *v, const char *title, const char *ending, files_save *save)
{
    char *name = files_name_for(v, v->document.duration > 0 ? v->document.frame : -1, ending);
    files_ask_where(v, title, name, save);
    g_free(name);
}

void files_clean_beside(const char *path)
{
    char folder[HONE_PATH_SIZE];
    if (hone_folder_of(path, folder))
        hone_file_remove_abandoned(folder);
}

void files_show_saved(viewer *v, bool ok, const char *path, const hone_error *error)
{
    char *name = g_filename_display_basename(path);
    file_watch_know(&v->watch.files, path);
    files_clean_beside(path);
    if (ok)
        viewer_note(v, _("Saved: %s"), name);
    else
        viewer_say(v, "%s: %s", name, error->message);
    g_free(name);
}

void files_go_on(viewer *v)
{
    void (*then)(viewer *, uint32_t) = v->after_save;
    v->after_save = NULL;
    if (then)
        then(v, v->after_save_value);
}

static void save_pose(viewer *v, const char *path)
{
    hone_error error = {0};
    uint32_t off = 0;
    const character *c = viewer_active(v);
    if (!c)
        return;
    bool ok = document_settle(&v->document, &error) && edit_save_pose(c->shown, path, &off, &error);
    if (ok)
        document_pose_saved(&v->document, c->id); /* a file contains the pose of one character */
    files_show_saved(v, ok, path, &error);
    if (ok && off)
        viewer_note(v, _("%u IK chains are off, which a VPD cannot contain: use --ik off with it"), off);
    if (ok)
        files_go_on(v);
    v->after_save = NULL;
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

static bool write_scene(viewer *v, const char *path)
{
    hone_error error = {0};
    hone_camera camera;
    const document_shown shown = scene_look_shown(v, &camera);
    bool ok = document_save_scene(&v->document, &shown, path, &error);
    files_show_saved(v, ok, path, &error);
    return ok;
}

static void save_scene(viewer *v, const char *path)
{
    char *kept = g_strdup(path); /* `path` may be v->scene_path */
    bool ok = write_scene(v, kept);
    if (ok) {
        v->saved_view = 0;
        g_free(v->scene_path);
        v->scene_path = g_steal_pointer(&kept);
        settings_remember(v, v->scene_path);
    }
    g_free(kept);
    if (ok && document_changes(&v->document) & DOCUMENT_CHANGED_WEIGHTS)
        viewer_note(v, _("A scene has no painted weights: save the model, too"));
    viewer_edited(v);
    if (ok)
        files_go_on(v);
    v->after_save = NULL;
}

static void choose_scene(viewer *v)
{
    char *name = files_name_for(v, -1, "json");
    files_ask_where(v, _("Save scene"), name, save_scene);
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
    if (v->scene_path)
        save_scene(v, v->scene_path);
    else
        choose_scene(v);
}

/* ---- models ---------------------------------------------------------------------------------------------------- */

static void note_change(void *user, const char *text)
{
    viewer *v = user;
    document_note(&v->document, document_active(&v->document)->path, text);
}

static bool encode_model(viewer *v, const char *path, hone_bytes *out, hone_error *error)
{
    const document_model *m = document_active(&v->document);
    const hone_model *model = character_shown_model(m->character);
    bool mmd = hone_model_get(model)->space == HONE_SPACE_MMD, glb = g_str_has_suffix(path, ".glb");
    if (!glb && !g_str_has_suffix(path, ".pmx"))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, _("models are saved as .pmx or .glb"));
    if (!glb && !mmd)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         _("a .x or glTF model is saved as .glb; hone convert makes a PMX of it"));
    const hone_gltf_desc desc = {.files = &m->files, .note = note_change, .note_user = v};
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
    const document_model *m = document_active(&v->document);
    frame_timing unused = {0};
    if (!m)
        return;
    weight_table *t = edit_weights(m->character->edit);
    bool ok = document_update(&v->document, v->document.frame, true, 0, &unused, &error) &&
              encode_model(v, path, &bytes, &error) && hone_file_write(path, bytes.data, bytes.size, &error);
    hone_bytes_release(&bytes);
    if (ok && t)
        weight_table_saved(t);
    files_show_saved(v, ok, path, &error);
    if (ok && leaves_textures(m, path))
        viewer_note(v, _("The textures are not copied: the file needs those beside %s"), m->name);
    if (ok)
        files_go_on(v);
    v->after_save = NULL;
}

void files_save_model(viewer *v, int unused)
{
    (void)unused;
    v->after_save = NULL;
    files_save_model_then(v);
}

void files_save_model_then(viewer *v)
{
    const character *c = viewer_active(v);
    if (c)
        ask_for_frame(v, _("Save model"), hone_model_get(c->model)->space == HONE_SPACE_MMD ? "pmx" : "glb",
                      save_model);
}

/* ---- pictures -------------------------------------------------------------------------------------------------- */

/* Saves the current picture, without overlays, with the window's renderer. */
static bool shoot(viewer *v, const char *path, hone_error *error)
{
    int scale = gtk_widget_get_scale_factor(v->canvas.area);
    uint32_t width = (uint32_t)MAX(1, gtk_widget_get_width(v->canvas.area) * scale);
    uint32_t height = (uint32_t)MAX(1, gtk_widget_get_height(v->canvas.area) * scale);
    hone_light light;
    hone_self_shadow shadow;
    hone_draw_desc desc;
    hone_image image = {0};
    hone_bytes png = {0};
    gtk_gl_area_make_current(GTK_GL_AREA(v->canvas.area));
    bool ok = document_settle(&v->document, error);
    canvas_describe_saved(v, &desc, &light, &shadow);
    canvas_show_backdrop(v, &desc);
    desc.width = width, desc.height = height;
    ok = ok && canvas_sync(v, error);
    desc.item_count = ok ? canvas_place(v) : 0;
    desc.items = v->canvas.items;
    ok = ok && hone_image_create(width, height, NULL, &image, error) &&
         hone_renderer_draw_image(v->canvas.renderer, &desc, &image, error) &&
         hone_image_write_png(&image, NULL, &png, error) && hone_file_write(path, png.data, png.size, error);
    hone_image_release(&image);
    hone_bytes_release(&png);
    viewer_redraw(v);
    return ok;
}

static void save_picture(viewer *v, const char *path)
{
    hone_error error = {0};
    bool ok = v->canvas.renderer && shoot(v, path, &error);
    files_show_saved(v, ok, path, &error);
}

void files_save_picture(viewer *v, int unused)
{
    (void)unused;
    ask_for_frame(v, _("Save picture"), "png", save_picture);
}
