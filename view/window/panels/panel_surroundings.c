/* The picture or film behind the scene, and the shadow on the ground: controls on the Scene page. */
#include "tool/picture/picture.h"
#include "view/document/document_look.h"
#include "view/window/files/files.h"
#include "view/window/panels/panels.h"

#include <string.h>

static GtkWidget **controls(viewer_panels *p)
{
    return p->surroundings.controls;
}

/* Each control is a step of the history of its own; turning it on is one. */
static void set(viewer_stage *s, surroundings_control which, const surroundings *value)
{
    hone_error error = {0};
    const char *label = which >= SURROUNDINGS_COLOUR ? N_("Change the ground shadow") : N_("Place the backdrop");
    if (!document_set_surroundings(&s->document, label, (uintptr_t)which + 1, value, &error))
        viewer_say(s->shell, "%s", error.message);
    viewer_edited(s);
}

/* Pixels are those of the window as it is now, so that the picture of any other size looks the same. */
static void count_pixels(const viewer_stage *s, look_backdrop *b)
{
    int scale = gtk_widget_get_scale_factor(s->canvas.area);
    if (b->frame.width)
        return;
    b->frame.width = (uint32_t)MAX(1, gtk_widget_get_width(s->canvas.area) * scale);
    b->frame.height = (uint32_t)MAX(1, gtk_widget_get_height(s->canvas.area) * scale);
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static double get_number(const surroundings *s, surroundings_control which)
{
    const look_backdrop *b = &s->backdrop;
    switch (which) {
    case SURROUNDINGS_X:
    case SURROUNDINGS_Y:
        return (double)b->offset[which - SURROUNDINGS_X];
    case SURROUNDINGS_SCALE:
        return b->scale > 0 ? (double)b->scale : 1;
    case SURROUNDINGS_DELAY:
        return b->delay;
    default: {
        const look_values look = {.ground_shadow = s->ground_shadow};
        return (double)picture_ground_shadow(&look).strength;
    }
    }
}

static void set_number(surroundings *s, surroundings_control which, double value)
{
    look_backdrop *b = &s->backdrop;
    if (which <= SURROUNDINGS_Y)
        b->offset[which - SURROUNDINGS_X] = (float)value;
    else if (which == SURROUNDINGS_SCALE)
        b->scale = (float)value;
    else if (which == SURROUNDINGS_DELAY)
        b->delay = value;
    else
        s->ground_shadow.strength = (given_number){true, (float)value};
}

static void number_changed(GtkSpinButton *spin, viewer_panels *p)
{
    surroundings_control which = (surroundings_control)GPOINTER_TO_INT(g_object_get_data(G_OBJECT(spin), "which"));
    surroundings value = document_surroundings(&p->stage->document);
    if (p->updating_widgets)
        return;
    set_number(&value, which, gtk_spin_button_get_value(spin));
    if (which <= SURROUNDINGS_Y)
        count_pixels(p->stage, &value.backdrop);
    set(p->stage, which, &value);
}

static GtkWidget *number(viewer_panels *p, surroundings_control which, const char *name)
{
    static const struct {
        double low, high, step;
        guint digits;
    } kinds[] = {{-1e5, 1e5, 10, 1}, {-1e5, 1e5, 10, 1}, {1e-3, 1e3, 0.1, 3}, {-1e5, 1e5, 0.5, 2}, {0, 1, 0.05, 2}};
    int kind = which == SURROUNDINGS_STRENGTH ? 4 : (int)which;
    GtkWidget *spin = gtk_spin_button_new_with_range(kinds[kind].low, kinds[kind].high, kinds[kind].step);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), kinds[kind].digits);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 5);
    gtk_widget_set_hexpand(spin, TRUE);
    gtk_widget_add_css_class(spin, "small");
    gtk_widget_set_tooltip_text(spin, name);
    g_object_set_data(G_OBJECT(spin), "which", GINT_TO_POINTER((int)which));
    panels_keep_undo(spin);
    panels_name(spin, name);
    g_signal_connect(spin, "value-changed", G_CALLBACK(number_changed), p);
    controls(p)[which] = spin;
    return spin;
}

/* ---- the backdrop ----------------------------------------------------------------------------------------------- */

static void fit_chosen(GtkDropDown *list, GParamSpec *unused, viewer_panels *p)
{
    (void)unused;
    surroundings value = document_surroundings(&p->stage->document);
    guint fit = gtk_drop_down_get_selected(list);
    if (p->updating_widgets || fit == GTK_INVALID_LIST_POSITION)
        return;
    value.backdrop.fit = (int)fit;
    if (fit == HONE_BACKDROP_ORIGINAL)
        count_pixels(p->stage, &value.backdrop);
    set(p->stage, SURROUNDINGS_FIT, &value);
}

static GtkWidget *fit_list(viewer_panels *p)
{
    const char *const names[] = {_("Fill the picture"), _("Fit into the picture"), _("Stretch to the picture"),
                                 _("Original size"), NULL};
    GtkWidget *list = gtk_drop_down_new_from_strings(names);
    gtk_widget_set_hexpand(list, TRUE);
    panels_name(list, _("Fit of the backdrop"));
    g_signal_connect(list, "notify::selected", G_CALLBACK(fit_chosen), p);
    controls(p)[SURROUNDINGS_FIT] = list;
    return list;
}

static void loop_toggled(GtkCheckButton *button, viewer_panels *p)
{
    surroundings value = document_surroundings(&p->stage->document);
    if (p->updating_widgets)
        return;
    value.backdrop.loop = gtk_check_button_get_active(button);
    set(p->stage, SURROUNDINGS_LOOP, &value);
}

static GtkWidget *loop_box(viewer_panels *p)
{
    GtkWidget *box = gtk_check_button_new_with_label(_("Loop"));
    gtk_widget_set_focus_on_click(box, FALSE); /* Space must still play after a click */
    panels_name(box, _("Loop the backdrop"));
    g_signal_connect(box, "toggled", G_CALLBACK(loop_toggled), p);
    controls(p)[SURROUNDINGS_LOOP] = box;
    return box;
}

static GtkWidget *row_of(GtkWidget *const *widgets, size_t count)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    gtk_widget_set_margin_start(row, 8);
    for (size_t i = 0; i < count; i++) gtk_box_append(GTK_BOX(row), widgets[i]);
    return row;
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
    gtk_box_append(GTK_BOX(box), panels_heading(_("Behind the scene")));
    gtk_box_append(GTK_BOX(box), file_row(p->stage, file));
    p->surroundings.shown_film = is_film(p->stage);
    g_free(p->surroundings.shown_backdrop);
    p->surroundings.shown_backdrop = g_strdup(file);
    if (!file)
        return;
    GtkWidget *const fit[] = {fit_list(p)};
    GtkWidget *const place[] = {gtk_label_new("X"), number(p, SURROUNDINGS_X, _("Backdrop X")), gtk_label_new("Y"),
                                number(p, SURROUNDINGS_Y, _("Backdrop Y"))};
    GtkWidget *const scale[] = {gtk_label_new(_("Scale")), number(p, SURROUNDINGS_SCALE, _("Backdrop scale"))};
    gtk_box_append(GTK_BOX(box), row_of(fit, G_N_ELEMENTS(fit)));
    gtk_box_append(GTK_BOX(box), row_of(place, G_N_ELEMENTS(place)));
    gtk_box_append(GTK_BOX(box), row_of(scale, G_N_ELEMENTS(scale)));
    if (!p->surroundings.shown_film)
        return;
    GtkWidget *const time[] = {gtk_label_new(_("Begins at")), number(p, SURROUNDINGS_DELAY, _("Seconds of delay")),
                               loop_box(p)};
    gtk_box_append(GTK_BOX(box), row_of(time, G_N_ELEMENTS(time)));
}

/* ---- the shadow on the ground ----------------------------------------------------------------------------------- */

static void colour_chosen(GtkColorButton *button, viewer_stage *s)
{
    GdkRGBA rgba;
    surroundings value = document_surroundings(&s->document);
    gtk_color_chooser_get_rgba(GTK_COLOR_CHOOSER(button), &rgba);
    value.ground_shadow.colour = (colour){true, {rgba.red, rgba.green, rgba.blue, 1}};
    value.ground_shadow.of_light = false;
    set(s, SURROUNDINGS_COLOUR, &value);
}

static GtkWidget *colour_button(viewer_panels *p)
{
    GtkWidget *button = gtk_color_button_new();
    gtk_color_button_set_title(GTK_COLOR_BUTTON(button), _("Colour of the ground shadow"));
    gtk_widget_set_tooltip_text(button, _("Colour of the ground shadow"));
    panels_name(button, _("Colour of the ground shadow"));
    g_signal_connect(button, "color-set", G_CALLBACK(colour_chosen), p->stage);
    controls(p)[SURROUNDINGS_COLOUR] = button;
    return button;
}

static void reset_clicked(GtkButton *button, viewer_stage *s)
{
    (void)button;
    surroundings value = document_surroundings(&s->document);
    value.ground_shadow = (look_ground_shadow){0};
    set(s, SURROUNDINGS_RESET, &value);
}

static GtkWidget *reset_button(viewer_panels *p)
{
    GtkWidget *button = gtk_button_new_from_icon_name("edit-clear-symbolic");
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_tooltip_text(button, _("The ground shadow as in MMD"));
    panels_name(button, _("The ground shadow as in MMD"));
    g_signal_connect(button, "clicked", G_CALLBACK(reset_clicked), p->stage);
    controls(p)[SURROUNDINGS_RESET] = button;
    return button;
}

/* ---- both ------------------------------------------------------------------------------------------------------- */

/* Folded while the shadow is as in MMD: most never change it. */
static GtkWidget *shadow_section(viewer_panels *p)
{
    const look_ground_shadow *shadow = &p->stage->document.scene.look.ground_shadow;
    GtkWidget *expander = gtk_expander_new(_("Shadow on the ground"));
    GtkWidget *const widgets[] = {colour_button(p), gtk_label_new(_("Strength")),
                                  number(p, SURROUNDINGS_STRENGTH, _("Strength of the ground shadow")),
                                  reset_button(p)};
    gtk_expander_set_child(GTK_EXPANDER(expander), row_of(widgets, G_N_ELEMENTS(widgets)));
    gtk_expander_set_expanded(GTK_EXPANDER(expander), shadow->colour.given || shadow->strength.given);
    gtk_widget_set_focus_on_click(expander, FALSE);
    return expander;
}

GtkWidget *surroundings_create(viewer_panels *p)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    memset(p->surroundings.controls, 0, sizeof p->surroundings.controls);
    add_backdrop(p, box);
    gtk_box_append(GTK_BOX(box), shadow_section(p));
    surroundings_follow(p);
    return box;
}

static void show_numbers(viewer_panels *p, const surroundings *s)
{
    for (surroundings_control i = 0; i < SURROUNDINGS_CONTROLS; i++) {
        GtkWidget *spin = controls(p)[i];
        if (spin && GTK_IS_SPIN_BUTTON(spin))
            panels_show_number(spin, get_number(s, i));
    }
}

/* Without a colour of its own the shadow is of the light's colour, times this one. */
static void show_shadow(viewer_panels *p, const surroundings *s)
{
    const look_values look = {.ground_shadow = s->ground_shadow};
    const hone_ground_shadow wanted = picture_ground_shadow(&look);
    const GdkRGBA rgba = {wanted.colour[0], wanted.colour[1], wanted.colour[2], 1};
    gtk_color_chooser_set_rgba(GTK_COLOR_CHOOSER(controls(p)[SURROUNDINGS_COLOUR]), &rgba);
    gtk_widget_set_sensitive(controls(p)[SURROUNDINGS_RESET],
                             s->ground_shadow.colour.given || s->ground_shadow.strength.given);
}

void surroundings_follow(viewer_panels *p)
{
    const surroundings s = document_surroundings(&p->stage->document);
    bool was = p->updating_widgets;
    if (g_strcmp0(p->surroundings.shown_backdrop, s.backdrop.file) != 0 ||
        p->surroundings.shown_film != is_film(p->stage))
        p->stage->document.changes++; /* the controls are made again */
    p->updating_widgets = true;
    show_numbers(p, &s);
    show_shadow(p, &s);
    if (controls(p)[SURROUNDINGS_FIT])
        gtk_drop_down_set_selected(GTK_DROP_DOWN(controls(p)[SURROUNDINGS_FIT]), (guint)s.backdrop.fit);
    if (controls(p)[SURROUNDINGS_LOOP])
        gtk_check_button_set_active(GTK_CHECK_BUTTON(controls(p)[SURROUNDINGS_LOOP]), s.backdrop.loop);
    p->updating_widgets = was;
}
