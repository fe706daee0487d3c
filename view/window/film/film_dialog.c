/* The dialog with a film's options, and the file dialog after it. */
#include "view/window/actions/actions.h"
#include "view/window/files/files.h"
#include "view/window/film/film_make.h"

#include <math.h>
#include <string.h>

typedef struct film_format {
    const char *label, *ending;
    int format;
} film_format;

static const film_format formats[] = {
    {"MP4 (H.264)", "mp4", HONE_FILM_MP4},
    {"WebM (VP9)", "webm", HONE_FILM_WEBM},
    {"GIF", "gif", HONE_FILM_GIF},
    {N_("Animated PNG"), "apng", HONE_FILM_APNG},
    {N_("Animated WebP"), "webp", HONE_FILM_WEBP},
    {"QuickTime (ProRes 4444)", "mov", HONE_FILM_MOV},
    {"Matroska (H.264)", "mkv", HONE_FILM_MKV},
    {N_("Numbered PNG pictures"), "png", FILM_PICTURES},
};
static const uint32_t sizes[][2] = {{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {1080, 1920}, {1080, 1080}};
static const uint32_t samples[] = {1, 2, 4, 8};

enum { AS_SHOWN = G_N_ELEMENTS(sizes), OTHER_SIZE };

typedef struct film_dialog {
    viewer_film *film;
    GtkWidget *window, *format, *size, *width, *height, *rate, *first, *last, *samples, *quality, *background;
    GtkWidget *physics, *sound;
    bool updating_widgets;
} film_dialog;

/* ---- options -------------------------------------------------------------------------------------------------- */

static film_options defaults_of(const viewer_film *f)
{
    film_options o = f->options;
    if (o.width)
        return o;
    return (film_options){.format = HONE_FILM_MP4,
                          .width = 1280,
                          .height = 720,
                          .rate = HONE_FRAMES_PER_SECOND,
                          .samples = 4,
                          .quality = 80,
                          .physics = f->stage->settings.physics != CHARACTER_PHYSICS_OFF,
                          .sound = true};
}

static double last_frame(const viewer_stage *s)
{
    return floor(s->document.duration * HONE_FRAMES_PER_SECOND);
}

static double number_of(GtkWidget *spin)
{
    return gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
}

static guint chosen(GtkWidget *menu)
{
    return gtk_drop_down_get_selected(GTK_DROP_DOWN(menu));
}

static const film_format *format_of(const film_dialog *d)
{
    guint index = chosen(d->format);
    return &formats[index < G_N_ELEMENTS(formats) ? index : 0];
}

static film_options options_of(const film_dialog *d)
{
    guint sample = chosen(d->samples);
    return (film_options){.format = format_of(d)->format,
                          .width = (uint32_t)number_of(d->width),
                          .height = (uint32_t)number_of(d->height),
                          .rate = number_of(d->rate),
                          .first = number_of(d->first),
                          .last = number_of(d->last),
                          .samples = samples[sample < G_N_ELEMENTS(samples) ? sample : 2],
                          .quality = (uint32_t)number_of(d->quality),
                          .transparent = gtk_widget_get_sensitive(d->background) && chosen(d->background) == 1,
                          .physics = gtk_check_button_get_active(GTK_CHECK_BUTTON(d->physics)),
                          .sound = gtk_widget_get_sensitive(d->sound) &&
                                   gtk_check_button_get_active(GTK_CHECK_BUTTON(d->sound))};
}

/* ---- dependencies between the options ------------------------------------------------------------------------- */

static void refresh(film_dialog *d)
{
    int format = format_of(d)->format;
    bool film = format != FILM_PICTURES;
    gtk_widget_set_sensitive(d->background, !film || hone_film_format_has_alpha((hone_film_format)format));
    gtk_widget_set_sensitive(d->quality, film && hone_film_format_has_quality((hone_film_format)format));
    gtk_widget_set_sensitive(d->sound, d->film->stage->sound.opened && film &&
                                           hone_film_format_has_sound((hone_film_format)format));
}

static guint size_index(const viewer_stage *s, uint32_t width, uint32_t height)
{
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
        if (sizes[i][0] == width && sizes[i][1] == height)
            return i;
    return (int)width == gtk_widget_get_width(s->canvas.area) && (int)height == gtk_widget_get_height(s->canvas.area)
               ? AS_SHOWN
               : OTHER_SIZE;
}

static void size_chosen(GtkDropDown *menu, GParamSpec *what, film_dialog *d)
{
    (void)what;
    guint index = gtk_drop_down_get_selected(menu);
    const viewer_stage *s = d->film->stage;
    if (d->updating_widgets || index == OTHER_SIZE)
        return;
    bool shown = index == AS_SHOWN;
    d->updating_widgets = true;
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(d->width),
                              shown ? gtk_widget_get_width(s->canvas.area) : (double)sizes[index][0]);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(d->height),
                              shown ? gtk_widget_get_height(s->canvas.area) : (double)sizes[index][1]);
    d->updating_widgets = false;
}

static void size_typed(GtkSpinButton *spin, film_dialog *d)
{
    (void)spin;
    if (d->updating_widgets)
        return;
    d->updating_widgets = true;
    guint index = size_index(d->film->stage, (uint32_t)number_of(d->width), (uint32_t)number_of(d->height));
    gtk_drop_down_set_selected(GTK_DROP_DOWN(d->size), index);
    d->updating_widgets = false;
}

static void format_chosen(GtkDropDown *menu, GParamSpec *what, film_dialog *d)
{
    (void)menu, (void)what;
    refresh(d);
}

/* ---- the file, and starting ----------------------------------------------------------------------------------- */

static void answered(GtkNativeDialog *dialog, int response, viewer_film *f)
{
    if (response == GTK_RESPONSE_ACCEPT) {
        GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
        char *path = file ? g_file_get_path(file) : NULL;
        if (path)
            film_make(f, path, &f->options);
        g_free(path);
        g_clear_object(&file);
    }
    g_object_unref(dialog);
}

static void ask_where(viewer_film *f, const char *ending)
{
    char *name = files_name_for(f->stage, NULL, "", -1, strcmp(ending, "png") == 0 ? "{index:05}.png" : ending);
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(_("Make a film"), GTK_WINDOW(f->stage->shell->window),
                                                               GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
    files_begin_in_folder(f->stage, NULL, GTK_FILE_CHOOSER(dialog));
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
    g_signal_connect(dialog, "response", G_CALLBACK(answered), f);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
    g_free(name);
}

static void go_on(GtkButton *button, film_dialog *d)
{
    (void)button;
    viewer_film *f = d->film;
    const char *ending = format_of(d)->ending, *fixed = g_getenv("HONE_VIEW_SAVE");
    f->options = options_of(d);
    gtk_window_destroy(GTK_WINDOW(d->window));
    if (fixed)
        film_make(f, fixed, &f->options);
    else
        ask_where(f, ending);
}

/* ---- widgets --------------------------------------------------------------------------------------------------- */

static void row(GtkGrid *grid, int at, const char *title, GtkWidget *widget)
{
    GtkWidget *label = gtk_label_new(title);
    gtk_label_set_xalign(GTK_LABEL(label), 1);
    gtk_widget_add_css_class(label, "dim-label");
    gtk_grid_attach(grid, label, 0, at, 1, 1);
    gtk_widget_set_hexpand(widget, TRUE);
    gtk_grid_attach(grid, widget, 1, at, 1, 1);
}

static GtkWidget *spin(double low, double high, double value, int digits, const char *spoken)
{
    GtkWidget *made = gtk_spin_button_new_with_range(low, high, 1);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(made), (guint)digits);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(made), value);
    gtk_widget_set_hexpand(made, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(made), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
    return made;
}

static GtkWidget *pair(GtkWidget *first, const char *between, GtkWidget *second)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_box_append(GTK_BOX(box), first);
    gtk_box_append(GTK_BOX(box), gtk_label_new(between));
    gtk_box_append(GTK_BOX(box), second);
    return box;
}

static GtkWidget *menu(GPtrArray *labels, guint selected)
{
    g_ptr_array_add(labels, NULL);
    GtkWidget *made = gtk_drop_down_new_from_strings((const char *const *)labels->pdata);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(made), selected);
    g_ptr_array_free(labels, TRUE);
    return made;
}

static GtkWidget *format_menu(const film_options *o)
{
    guint now = 0;
    GPtrArray *labels = g_ptr_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        now = formats[i].format == o->format ? i : now;
        g_ptr_array_add(labels, gettext(formats[i].label));
    }
    return menu(labels, now);
}

static GtkWidget *size_menu(const viewer_stage *s, const film_options *o)
{
    GPtrArray *labels = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
        g_ptr_array_add(labels, g_strdup_printf("%u × %u", sizes[i][0], sizes[i][1]));
    g_ptr_array_add(labels, g_strdup(_("As in the window")));
    g_ptr_array_add(labels, g_strdup(_("Other")));
    return menu(labels, size_index(s, o->width, o->height));
}

static GtkWidget *sample_menu(const film_options *o)
{
    guint now = 0;
    GPtrArray *labels = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
        now = samples[i] == o->samples ? i : now;
        g_ptr_array_add(labels, samples[i] == 1 ? g_strdup(_("None")) : g_strdup_printf("%u×", samples[i]));
    }
    return menu(labels, now);
}

static GtkWidget *background_menu(const film_options *o)
{
    GPtrArray *labels = g_ptr_array_new();
    g_ptr_array_add(labels, _("As shown"));
    g_ptr_array_add(labels, _("Transparent"));
    return menu(labels, o->transparent);
}

static void make_widgets(film_dialog *d, const film_options *o)
{
    const viewer_stage *s = d->film->stage;
    double end = fmax(last_frame(s), 0);
    d->format = format_menu(o);
    d->size = size_menu(s, o);
    d->width = spin(16, 16384, o->width, 0, _("Width"));
    d->height = spin(16, 16384, o->height, 0, _("Height"));
    d->rate = spin(1, 240, o->rate, 2, _("Frames per second"));
    d->first = spin(0, end, o->first, 0, _("From frame"));
    d->last = spin(0, end, o->last > 0 && o->last <= end ? o->last : end, 0, _("To frame"));
    d->samples = sample_menu(o);
    d->quality = spin(1, 100, o->quality, 0, _("Quality"));
    d->background = background_menu(o);
    d->physics = gtk_check_button_new_with_label(_("Physics from the start"));
    d->sound = gtk_check_button_new_with_label(_("With the sound"));
    gtk_check_button_set_active(GTK_CHECK_BUTTON(d->physics), o->physics);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(d->sound), o->sound);
    g_signal_connect(d->format, "notify::selected", G_CALLBACK(format_chosen), d);
    g_signal_connect(d->size, "notify::selected", G_CALLBACK(size_chosen), d);
    g_signal_connect(d->width, "value-changed", G_CALLBACK(size_typed), d);
    g_signal_connect(d->height, "value-changed", G_CALLBACK(size_typed), d);
}

static GtkWidget *lay_out(film_dialog *d)
{
    GtkGrid *grid = GTK_GRID(gtk_grid_new());
    gtk_grid_set_row_spacing(grid, 8);
    gtk_grid_set_column_spacing(grid, 12);
    int at = 0;
    row(grid, at++, _("Format"), d->format);
    row(grid, at++, _("Size"), d->size);
    row(grid, at++, "", pair(d->width, "×", d->height));
    row(grid, at++, _("Frames per second"), d->rate);
    row(grid, at++, _("Frames"), pair(d->first, "–", d->last));
    row(grid, at++, _("Antialiasing"), d->samples);
    row(grid, at++, _("Quality"), d->quality);
    row(grid, at++, _("Background"), d->background);
    row(grid, at++, "", d->physics);
    row(grid, at++, "", d->sound);
    return GTK_WIDGET(grid);
}

static GtkWidget *foot(film_dialog *d)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    GtkWidget *cancel = gtk_button_new_with_label(_("Cancel")), *make = gtk_button_new_with_label(_("Make the film…"));
    gtk_widget_set_halign(box, GTK_ALIGN_END);
    gtk_widget_add_css_class(make, "suggested-action");
    g_signal_connect_swapped(cancel, "clicked", G_CALLBACK(gtk_window_destroy), d->window);
    g_signal_connect(make, "clicked", G_CALLBACK(go_on), d);
    gtk_box_append(GTK_BOX(box), cancel);
    gtk_box_append(GTK_BOX(box), make);
    gtk_window_set_default_widget(GTK_WINDOW(d->window), make);
    return box;
}

static gboolean leave(GtkWidget *widget, GVariant *arguments, gpointer user)
{
    (void)arguments, (void)user;
    gtk_window_destroy(GTK_WINDOW(widget));
    return TRUE;
}

static void show_dialog(viewer_film *f)
{
    film_dialog *d = g_new0(film_dialog, 1);
    film_options o = defaults_of(f);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18);
    GtkEventController *keys = gtk_shortcut_controller_new();
    d->film = f;
    d->window = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(d->window), _("Make a film"));
    gtk_window_set_transient_for(GTK_WINDOW(d->window), GTK_WINDOW(f->stage->shell->window));
    gtk_window_set_modal(GTK_WINDOW(d->window), TRUE);
    gtk_window_set_titlebar(GTK_WINDOW(d->window), gtk_header_bar_new());
    gtk_window_set_resizable(GTK_WINDOW(d->window), FALSE);
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(keys),
        gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0), gtk_callback_action_new(leave, NULL, NULL)));
    gtk_widget_add_controller(d->window, keys);
    g_object_set_data_full(G_OBJECT(d->window), "dialog", d, g_free);
    make_widgets(d, &o);
    gtk_widget_add_css_class(box, "dialog");
    gtk_box_append(GTK_BOX(box), lay_out(d));
    gtk_box_append(GTK_BOX(box), foot(d));
    gtk_window_set_child(GTK_WINDOW(d->window), box);
    refresh(d);
    gtk_widget_grab_focus(gtk_window_get_default_widget(GTK_WINDOW(d->window)));
    gtk_window_present(GTK_WINDOW(d->window));
}

/* Tests cannot use a file chooser: they give the name of the file beforehand, and the film begins at once unless they
 * ask for the dialog. */
void film_ask(viewer_film *f, int unused)
{
    (void)unused;
    const char *fixed = g_getenv("HONE_VIEW_SAVE");
    film_options o = defaults_of(f);
    o.last = last_frame(f->stage);
    if (f->record)
        return;
    if (fixed && !g_getenv("HONE_VIEW_ASK"))
        film_make(f, fixed, &o);
    else
        show_dialog(f);
}
