/* The settings of the picture that the window changes: what is behind the scene, the shadow on the ground, and others.
 * Each row of look_settings whose label is not of pages alone has a control on the Scene page. */
#include "tool/picture/picture.h"
#include "tool/settings/settings.h"
#include "view/document/document_look.h"
#include "view/window/canvas/canvas.h"
#include "view/window/files/files.h"
#include "view/window/panels/panels.h"

#include <string.h>

/* The settings whose keys begin with the object's. */
typedef struct section {
    const char *object, *title, *change; /* change: what the history says */
    const char *reset;                   /* of the button that takes them back; NULL: there is none */
} section;

enum { BEHIND, SHADOW, PICTURE, SECTIONS };
static const section sections[SECTIONS] = {
    [BEHIND] = {"picture.backdrop", N_("Behind the scene"), N_("Place the backdrop"), NULL},
    [SHADOW] = {"picture.ground_shadow", N_("Shadow on the ground"), N_("Change the ground shadow"),
                N_("The ground shadow as in MMD")},
    [PICTURE] = {"picture", N_("Lines and more"), N_("Change the picture"), N_("All of these as usual")},
};

static const section *section_of(const option *o)
{
    for (int i = 0; i < SECTIONS; i++)
        if (strncmp(o->key, sections[i].object, strlen(sections[i].object)) == 0)
            return &sections[i];
    return &sections[PICTURE];
}

static bool is_labelled(const option *o)
{
    return o->label && o->label->programs != CONTROL_OF_PAGE;
}

/* Each control is a step of the history of its own. */
static void set(viewer_stage *s, const section *of, const void *control, const look_values *value)
{
    hone_error error = {0};
    if (!document_set_surroundings(&s->document, of->change, (uintptr_t)control, value, &error))
        viewer_say(s->shell, "%s", error.message);
    viewer_edited(s);
}

/* Pixels are those of the window as it is now, so that the picture of any other size looks the same. */
static void count_pixels(const viewer_stage *s, look_backdrop *b)
{
    bool counted = b->offset[0] != 0 || b->offset[1] != 0 || b->fit == HONE_BACKDROP_ORIGINAL;
    if (counted && !b->frame.width)
        b->frame = canvas_pixels(s);
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* The numbers of a setting: one, or two of a pair. */
static double number_in(const option *o, int part, const scene *s)
{
    const number_bounds *bounds = o->detail;
    const void *field = (const char *)s + o->field;
    if (!setting_is_set(o, s))
        return bounds->unset;
    return o->kind == &value_number  ? *(const double *)field
           : o->kind == &value_given ? (double)((const given_number *)field)->value
                                     : (double)((const float *)field)[part];
}

static void put_number(const option *o, int part, double value, scene *s)
{
    void *field = (char *)s + o->field;
    if (o->kind == &value_number)
        *(double *)field = value;
    else if (o->kind == &value_given)
        *(given_number *)field = (given_number){true, (float)value};
    else
        ((float *)field)[part] = (float)value;
}

/* ---- controls --------------------------------------------------------------------------------------------------- */

/* The setting of a widget, and the scene as it is, for a change. NULL: the window itself sets the widget. */
static const option *changed(GtkWidget *widget, const viewer_panels *p, scene *out)
{
    *out = (scene){.look = p->stage->document.scene.look};
    return p->updating_widgets ? NULL : g_object_get_data(G_OBJECT(widget), "setting");
}

static void number_changed(GtkSpinButton *spin, viewer_panels *p)
{
    scene now;
    const option *o = changed(GTK_WIDGET(spin), p, &now);
    int part = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(spin), "part"));
    if (!o)
        return;
    put_number(o, part, gtk_spin_button_get_value(spin), &now);
    count_pixels(p->stage, &now.look.backdrop);
    set(p->stage, section_of(o), (const char *)o + part, &now.look);
}

static void choice_changed(GtkDropDown *list, GParamSpec *unused, viewer_panels *p)
{
    scene now;
    const option *o = changed(GTK_WIDGET(list), p, &now);
    guint chosen = gtk_drop_down_get_selected(list);
    (void)unused;
    if (!o || chosen == GTK_INVALID_LIST_POSITION)
        return;
    *(int *)(void *)((char *)&now + o->field) = (int)chosen;
    count_pixels(p->stage, &now.look.backdrop);
    set(p->stage, section_of(o), o, &now.look);
}

static void flag_changed(GtkCheckButton *button, viewer_panels *p)
{
    scene now;
    const option *o = changed(GTK_WIDGET(button), p, &now);
    if (!o)
        return;
    *(bool *)((char *)&now + o->field) = gtk_check_button_get_active(button) == (o->kind == &value_flag);
    set(p->stage, section_of(o), o, &now.look);
}

static void colour_changed(GtkColorButton *button, viewer_panels *p)
{
    scene now;
    GdkRGBA rgba;
    const option *o = changed(GTK_WIDGET(button), p, &now);
    if (!o)
        return;
    gtk_color_chooser_get_rgba(GTK_COLOR_CHOOSER(button), &rgba);
    *(colour *)(void *)((char *)&now + o->field) = (colour){true, {rgba.red, rgba.green, rgba.blue, 1}};
    now.look.ground_shadow.of_light = now.look.ground_shadow.of_light && section_of(o) != &sections[SHADOW];
    set(p->stage, section_of(o), o, &now.look);
}

static GtkWidget *number_control(const option *o)
{
    const number_bounds *bounds = o->detail;
    GtkWidget *spin = gtk_spin_button_new_with_range(bounds->low, bounds->high, bounds->step);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), bounds->decimals);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 5);
    gtk_widget_set_hexpand(spin, TRUE);
    gtk_widget_add_css_class(spin, "small");
    panels_keep_undo(spin);
    return spin;
}

static GtkWidget *choice_control(const option *o)
{
    enum { MOST = 32 };
    const char *names[MOST + 1] = {0}, *const *from = o->label->choices ? o->label->choices : option_words(o);
    for (int i = 0; i < MOST && from[i]; i++) names[i] = _(from[i]);
    GtkWidget *list = gtk_drop_down_new_from_strings(names);
    gtk_widget_set_hexpand(list, TRUE);
    return list;
}

static GtkWidget *flag_control(const option *o)
{
    GtkWidget *box = gtk_check_button_new_with_label(_(o->label->text ? o->label->text : o->label->name));
    gtk_widget_set_focus_on_click(box, FALSE); /* Space must still play after a click */
    return box;
}

static GtkWidget *colour_control(const option *o)
{
    GtkWidget *button = gtk_color_button_new();
    gtk_color_button_set_title(GTK_COLOR_BUTTON(button), _(o->label->name));
    return button;
}

static const struct {
    const value_kind *kind;
    GtkWidget *(*create)(const option *o);
    const char *signal;
    GCallback changed;
} kinds[] = {
    {&value_float, number_control, "value-changed", G_CALLBACK(number_changed)},
    {&value_given, number_control, "value-changed", G_CALLBACK(number_changed)},
    {&value_number, number_control, "value-changed", G_CALLBACK(number_changed)},
    {&value_pair, number_control, "value-changed", G_CALLBACK(number_changed)},
    {&value_choice, choice_control, "notify::selected", G_CALLBACK(choice_changed)},
    {&value_flag, flag_control, "toggled", G_CALLBACK(flag_changed)},
    {&value_off, flag_control, "toggled", G_CALLBACK(flag_changed)},
    {&value_colour, colour_control, "color-set", G_CALLBACK(colour_changed)},
};

/* text: beside the control; "": nothing. */
static void add_control(viewer_panels *p, GtkWidget *row, const option *o, int part, const char *text, const char *name)
{
    size_t k = 0;
    while (kinds[k].kind != o->kind) k++;
    if (*text && kinds[k].create != flag_control)
        gtk_box_append(GTK_BOX(row), gtk_label_new(_(text)));
    GtkWidget *widget = kinds[k].create(o);
    if (kinds[k].create == number_control || kinds[k].create == colour_control)
        gtk_widget_set_tooltip_text(widget, _(name));
    panels_name(widget, _(name));
    g_object_set_data(G_OBJECT(widget), "setting", (gpointer)(uintptr_t)o);
    g_object_set_data(G_OBJECT(widget), "part", GINT_TO_POINTER(part));
    g_signal_connect(widget, kinds[k].signal, kinds[k].changed, p);
    gtk_box_append(GTK_BOX(row), widget);
    g_ptr_array_add(p->surroundings.controls, widget);
}

static void add_setting(viewer_panels *p, GtkWidget *row, const option *o)
{
    const setting_label *label = o->label;
    for (int part = 0; o->kind == &value_pair && part < 2; part++)
        add_control(p, row, o, part, label->choices[2 * part], label->choices[2 * part + 1]);
    if (o->kind != &value_pair)
        add_control(p, row, o, 0, label->text ? label->text : label->name, label->name);
}

static GtkWidget *add_row(GtkWidget *box)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    gtk_widget_set_margin_start(row, 8);
    gtk_box_append(GTK_BOX(box), row);
    return row;
}

/* A film alone has a time. */
static bool has_control(const viewer_panels *p, const option *o)
{
    bool timed = strcmp(o->key, "picture.backdrop.delay") == 0 || strcmp(o->key, "picture.backdrop.loop") == 0;
    return !timed || p->surroundings.shown_film;
}

/* A switch stands beside what is before it, a shadow in one row. */
static void add_settings(viewer_panels *p, GtkWidget *box, const section *of)
{
    GtkWidget *row = NULL;
    for (const option *o = look_settings; option_is_row(o); o++) {
        if (!is_labelled(o) || section_of(o) != of || !has_control(p, o))
            continue;
        if (!row || (of != &sections[SHADOW] && o->kind != &value_flag))
            row = add_row(box);
        add_setting(p, row, o);
    }
}

/* ---- sections --------------------------------------------------------------------------------------------------- */

static bool is_any_set(const section *of, const scene *s)
{
    for (const option *o = look_settings; option_is_row(o); o++)
        if (is_labelled(o) && section_of(o) == of && setting_is_set(o, s))
            return true;
    return false;
}

static void reset_clicked(GtkWidget *button, viewer_panels *p)
{
    const section *of = g_object_get_data(G_OBJECT(button), "section");
    scene now = {.look = p->stage->document.scene.look};
    for (const option *o = look_settings; option_is_row(o); o++)
        if (o->kind && o->kind->size && section_of(o) == of && (is_labelled(o) || of == &sections[SHADOW]))
            memset((char *)&now + o->field, 0, o->kind->size);
    set(p->stage, of, of, &now.look);
}

static GtkWidget *reset_button(viewer_panels *p, const section *of)
{
    GtkWidget *button = gtk_button_new_from_icon_name("edit-clear-symbolic");
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_tooltip_text(button, _(of->reset));
    panels_name(button, _(of->reset));
    g_object_set_data(G_OBJECT(button), "section", (gpointer)(uintptr_t)of);
    g_signal_connect(button, "clicked", G_CALLBACK(reset_clicked), p);
    g_ptr_array_add(p->surroundings.controls, button);
    return button;
}

/* Folded while all is as usual: most never change it. */
static void add_folded(viewer_panels *p, GtkWidget *box, const section *of)
{
    GtkWidget *expander = gtk_expander_new(_(of->title)), *rows = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    add_settings(p, rows, of);
    gtk_box_append(GTK_BOX(gtk_widget_get_last_child(rows)), reset_button(p, of));
    gtk_expander_set_child(GTK_EXPANDER(expander), rows);
    gtk_expander_set_expanded(GTK_EXPANDER(expander), is_any_set(of, &p->stage->document.scene));
    gtk_widget_set_focus_on_click(expander, FALSE);
    gtk_box_append(GTK_BOX(box), expander);
}

static void drop_clicked(GtkButton *button, viewer_stage *s)
{
    (void)button;
    files_set_backdrop(s, NULL);
}

static void choose_clicked(GtkButton *button, viewer_stage *s)
{
    (void)button;
    files_choose_backdrop(s);
}

static GtkWidget *file_row(viewer_stage *s, const char *file)
{
    char *name = file ? g_filename_display_basename(file) : NULL;
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4), *drop;
    GtkWidget *choose = gtk_button_new_with_label(name ? name : _("Choose picture or film…"));
    gtk_widget_add_css_class(choose, "flat");
    gtk_widget_set_hexpand(choose, TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(gtk_button_get_child(GTK_BUTTON(choose))), PANGO_ELLIPSIZE_MIDDLE);
    gtk_widget_set_tooltip_text(choose, _("Choose picture or film…"));
    g_signal_connect(choose, "clicked", G_CALLBACK(choose_clicked), s);
    gtk_box_append(GTK_BOX(row), choose);
    if (file) {
        drop = gtk_button_new_from_icon_name("window-close-symbolic");
        gtk_widget_add_css_class(drop, "flat");
        gtk_widget_set_tooltip_text(drop, _("Remove the backdrop"));
        g_signal_connect(drop, "clicked", G_CALLBACK(drop_clicked), s);
        gtk_box_append(GTK_BOX(row), drop);
    }
    g_free(name);
    return row;
}

/* Only a film has a time. */
static bool is_film(const viewer_stage *s)
{
    return s->canvas.backdrop.good && s->canvas.backdrop.shown.film;
}

static void add_backdrop(viewer_panels *p, GtkWidget *box)
{
    const char *file = p->stage->document.scene.look.backdrop.file;
    gtk_box_append(GTK_BOX(box), panels_heading(_(sections[BEHIND].title)));
    gtk_box_append(GTK_BOX(box), file_row(p->stage, file));
    p->surroundings.shown_film = is_film(p->stage);
    g_free(p->surroundings.shown_backdrop);
    p->surroundings.shown_backdrop = g_strdup(file);
    if (file)
        add_settings(p, box, &sections[BEHIND]);
}

GtkWidget *surroundings_create(viewer_panels *p)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    if (p->surroundings.controls)
        g_ptr_array_unref(p->surroundings.controls);
    p->surroundings.controls = g_ptr_array_new();
    add_backdrop(p, box);
    add_folded(p, box, &sections[SHADOW]);
    add_folded(p, box, &sections[PICTURE]);
    surroundings_follow(p);
    return box;
}

/* Without a colour of its own the shadow is of the light's colour, times this one. */
static void show_colour(GtkWidget *button, const option *o, const scene *s)
{
    const hone_ground_shadow shadow = picture_ground_shadow(&s->look);
    const colour *own = (const colour *)(const void *)((const char *)s + o->field);
    const float *rgb = section_of(o) == &sections[SHADOW] ? shadow.colour : own->rgba;
    const GdkRGBA rgba = {rgb[0], rgb[1], rgb[2], 1};
    gtk_color_chooser_set_rgba(GTK_COLOR_CHOOSER(button), &rgba);
}

static void show(GtkWidget *widget, const scene *s)
{
    const option *o = g_object_get_data(G_OBJECT(widget), "setting");
    const char *field = o ? (const char *)s + o->field : NULL;
    if (!o)
        gtk_widget_set_sensitive(widget, is_any_set(g_object_get_data(G_OBJECT(widget), "section"), s));
    else if (GTK_IS_SPIN_BUTTON(widget))
        panels_show_number(widget, number_in(o, GPOINTER_TO_INT(g_object_get_data(G_OBJECT(widget), "part")), s));
    else if (GTK_IS_DROP_DOWN(widget))
        gtk_drop_down_set_selected(GTK_DROP_DOWN(widget), *(const guint *)(const void *)field);
    else if (GTK_IS_CHECK_BUTTON(widget))
        gtk_check_button_set_active(GTK_CHECK_BUTTON(widget), *(const bool *)field == (o->kind == &value_flag));
    else
        show_colour(widget, o, s);
}

void surroundings_follow(viewer_panels *p)
{
    const scene *s = &p->stage->document.scene;
    bool was = p->updating_widgets;
    if (g_strcmp0(p->surroundings.shown_backdrop, s->look.backdrop.file) != 0 ||
        p->surroundings.shown_film != is_film(p->stage))
        p->stage->document.changes++; /* the controls are made again */
    p->updating_widgets = true;
    for (guint i = 0; i < p->surroundings.controls->len; i++) show(p->surroundings.controls->pdata[i], s);
    p->updating_widgets = was;
}
