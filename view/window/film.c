/* The dialog that makes a film, and its progress: in a thread of its own, beside the window. */
#include "actions.h"
#include "canvas.h"

#include <math.h>
#include <stdlib.h>

static void release_edit(void *user)
{
    edit_destroy(user);
}

static bool describe_member(const document *d, const document_model *m, record_member *out, record_motion *motions)
{
    edit *copy = edit_create(m->who->model, NULL);
    if (!copy || !edit_copy(copy, m->who->edit)) {
        edit_destroy(copy);
        return false;
    }
    *out = (record_member){
        .actor = {.model = m->who->model,
                  .curve = d->rules.curve,
                  .fixed_axis = d->rules.fixed_axis,
                  .rig = d->rules.rig,
                  .physics = {.on = d->rules.mode != CHARACTER_PHYSICS_OFF, .options = d->rules.physics},
                  .edit = edit_apply,
                  .edit_user = copy},
        .edit_release = release_edit,
        .motions = motions,
        .hidden = edit_hidden(m->who->edit),
        .folder = m->built_in ? NULL : m->folder,
        .files = m->files};
    out->actor.physics.options.exact = true;
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].moves && d->motions[i].on && (!d->motions[i].target || d->motions[i].target == m->who->id))
            motions[out->motion_count++] =
                (record_motion){.motion = d->motions[i].motion, .weight = d->motions[i].weight};
    return true;
}

static record *begin(viewer *v, const char *path, uint32_t width, uint32_t height, hone_error *error)
{
    const document *d = &v->document;
    hone_light light;
    hone_self_shadow shadow;
    record_desc desc = {.path = path, .first = 0, .last = floor(d->duration * HONE_FRAMES_PER_SECOND)};
    record_member *members = calloc(d->model_count + 1, sizeof *members);
    record_motion *motions = calloc((size_t)d->model_count * d->motion_count + 1, sizeof *motions);
    bool ok = members && motions;
    canvas_describe(v, &desc.look, &light, &shadow);
    desc.look.width = width, desc.look.height = height;
    if (v->look.camera_keys)
        desc.camera_keys = d->camera_keys;
    desc.light_keys = d->light_keys, desc.shadow_keys = d->shadow_keys;
    desc.sound = v->sound ? d->sound : NULL;
    for (uint32_t i = 0; ok && i < d->model_count; i++)
        if (d->models[i]->who->visible)
            ok = describe_member(d, d->models[i], &members[desc.member_count++], motions + (size_t)i * d->motion_count);
    desc.members = members;
    record *r = ok ? record_begin(&desc, error) : NULL;
    free(members);
    free(motions);
    return r;
}

static void cancel(GtkButton *button, viewer *v)
{
    (void)button;
    if (v->film)
        record_cancel(v->film);
}

static void finish(viewer *v)
{
    hone_error error = {0};
    bool ok = record_end(v->film, &error);
    v->film = NULL;
    gtk_window_destroy(GTK_WINDOW(v->film_window));
    v->film_window = NULL;
    if (ok)
        viewer_note(v, _("The film is made."));
    else if (g_strcmp0(error.message, "cancelled") == 0)
        viewer_note(v, _("Cancelled"));
    else
        viewer_say(v, "%s", error.message);
}

static gboolean watch(gpointer user)
{
    viewer *v = user;
    if (!v->film)
        return G_SOURCE_REMOVE;
    record_progress p = record_look(v->film);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(v->film_bar), p.total ? (double)p.done / p.total : 0);
    char *text = p.left >= 0 ? g_strdup_printf(_("%u of %u pictures, %.0f s left"), p.done, p.total, p.left)
                             : g_strdup_printf(_("%u of %u pictures"), p.done, p.total);
    gtk_label_set_text(GTK_LABEL(v->film_text), text);
    g_free(text);
    if (!p.finished)
        return G_SOURCE_CONTINUE;
    finish(v);
    return G_SOURCE_REMOVE;
}

static gboolean refuse_close(GtkWindow *window, viewer *v)
{
    (void)window;
    cancel(NULL, v);
    return TRUE;
}

static void show_progress(viewer *v)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), *stop = gtk_button_new_with_label(_("Cancel"));
    v->film_window = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(v->film_window), _("Making a film"));
    gtk_window_set_transient_for(GTK_WINDOW(v->film_window), GTK_WINDOW(v->window));
    gtk_window_set_default_size(GTK_WINDOW(v->film_window), 380, -1);
    v->film_bar = gtk_progress_bar_new();
    v->film_text = gtk_label_new(NULL);
    gtk_widget_add_css_class(box, "dialog");
    gtk_widget_set_halign(stop, GTK_ALIGN_END);
    gtk_box_append(GTK_BOX(box), v->film_text);
    gtk_box_append(GTK_BOX(box), v->film_bar);
    gtk_box_append(GTK_BOX(box), stop);
    gtk_window_set_child(GTK_WINDOW(v->film_window), box);
    g_signal_connect(stop, "clicked", G_CALLBACK(cancel), v);
    g_signal_connect(v->film_window, "close-request", G_CALLBACK(refuse_close), v);
    gtk_window_present(GTK_WINDOW(v->film_window));
    g_timeout_add(200, watch, v);
}

static void make(viewer *v, const char *path)
{
    static const uint32_t sizes[][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}, {1080, 1920}};
    hone_error error = {0};
    guint chosen = v->film_size < G_N_ELEMENTS(sizes) ? v->film_size : 0;
    play_clock_pause(&v->clock, viewer_now());
    v->film = begin(v, path, sizes[chosen][0], sizes[chosen][1], &error);
    if (v->film)
        show_progress(v);
    else
        viewer_say(v, "%s", error.message);
}

static void answered(GtkNativeDialog *dialog, int response, viewer *v)
{
    if (response == GTK_RESPONSE_ACCEPT) {
        GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
        const char *size = gtk_file_chooser_get_choice(GTK_FILE_CHOOSER(dialog), "size");
        v->film_size = size ? (guint)(size[0] - '0') : 0;
        char *path = file ? g_file_get_path(file) : NULL;
        if (path)
            make(v, path);
        g_free(path);
        g_clear_object(&file);
    }
    g_object_unref(dialog);
}

void film_ask(viewer *v)
{
    static const char *sizes[] = {"0", "1", "2", "3", NULL};
    const char *labels[] = {"1280 × 720", "1920 × 1080", "3840 × 2160", "1080 × 1920", NULL};
    const char *fixed = g_getenv("HONE_VIEW_SAVE");
    if (v->film)
        return;
    if (fixed) {
        make(v, fixed);
        return;
    }
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
        _("Make a film: .mp4 .webm .gif .apng .webp"), GTK_WINDOW(v->window), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), "hone.mp4");
    gtk_file_chooser_add_choice(GTK_FILE_CHOOSER(dialog), "size", _("Size"), sizes, labels);
    g_signal_connect(dialog, "response", G_CALLBACK(answered), v);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}
