/* The page for painting weights: the brush, locked bones, and what is done to all vertices. */
#include "view/window/canvas/canvas_paint.h"
#include "view/window/panels/panels.h"

static GtkWidget *row(void)
{
    return gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
}

static GtkWidget *name_action(GtkWidget *widget, const char *action)
{
    gtk_actionable_set_action_name(GTK_ACTIONABLE(widget), action);
    gtk_widget_set_focus_on_click(widget, FALSE);
    return widget;
}

static GtkWidget *check(const char *label, const char *action, const char *tip)
{
    GtkWidget *button = name_action(gtk_check_button_new_with_label(label), action);
    gtk_widget_set_tooltip_text(button, tip);
    return button;
}

static GtkWidget *button(const char *label, const char *action, const char *tip)
{
    GtkWidget *b = name_action(gtk_button_new_with_label(label), action);
    gtk_widget_set_tooltip_text(b, tip);
    return b;
}

static GtkWidget *modes(void)
{
    const char *const labels[] = {_("Add"), _("Subtract"), _("Smooth")};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(box, "linked");
    for (int i = 0; i < 3; i++) {
        GtkWidget *mode = gtk_toggle_button_new_with_label(labels[i]);
        gtk_actionable_set_action_target(GTK_ACTIONABLE(mode), "i", i);
        gtk_widget_set_hexpand(mode, TRUE);
        gtk_box_append(GTK_BOX(box), name_action(mode, "win.brush"));
    }
    return box;
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static void strength_slid(GtkRange *range, viewer_stage *s)
{
    s->painting.strength = (int)(gtk_range_get_value(range) + 0.5);
}

static void radius_slid(GtkRange *range, viewer_stage *s)
{
    s->painting.radius = (int)(gtk_range_get_value(range) * 100 + 0.5);
    viewer_redraw(s);
}

static GtkWidget *slider(const char *label, const char *tip, double low, double high, double step, double value,
                         GtkWidget **out)
{
    GtkWidget *box = row(), *name = gtk_label_new(label);
    GtkWidget *scale = *out = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, low, high, step);
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_label_set_width_chars(GTK_LABEL(name), 9);
    gtk_scale_set_draw_value(GTK_SCALE(scale), TRUE);
    gtk_scale_set_value_pos(GTK_SCALE(scale), GTK_POS_RIGHT);
    gtk_range_set_value(GTK_RANGE(scale), value);
    gtk_widget_set_hexpand(scale, TRUE);
    gtk_widget_set_tooltip_text(scale, tip);
    gtk_widget_set_focus_on_click(scale, FALSE);
    panels_name(scale, label);
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), scale);
    return box;
}

/* ---- locks ------------------------------------------------------------------------------------------------------ */

static void locked(GtkCheckButton *check_button, viewer_panels *panels)
{
    painter *p = panels->updating_widgets ? NULL : canvas_painter(panels->stage);
    if (p && panels->stage->bone >= 0)
        painter_lock(p, (uint32_t)panels->stage->bone, gtk_check_button_get_active(check_button));
    weights_follow(panels);
}

static void show_bone(viewer_panels *p, const character *c)
{
    const hone_bone *bones = hone_model_skeleton(c ? c->model : NULL)->bones;
    bool chosen = c && p->stage->bone >= 0;
    const painter *of = c ? c->painter : NULL;
    int32_t other = chosen && of ? painter_mirrored_bone(of, (uint32_t)p->stage->bone) : p->stage->bone;
    char *names = chosen ? panels_names(bones[p->stage->bone].name, panels_english_of_bone(p, (uint32_t)p->stage->bone))
                         : g_markup_escape_text(_("Choose a bone on the Bones page."), -1);
    char *image =
        chosen && other != p->stage->bone ? g_markup_printf_escaped("   ⇄ %s", bones[other].name) : g_strdup("");
    char *text = g_strconcat(names, image, NULL);
    if (g_strcmp0(text, gtk_label_get_label(GTK_LABEL(p->weights.bone))) != 0)
        gtk_label_set_markup(GTK_LABEL(p->weights.bone), text);
    gtk_widget_set_sensitive(p->weights.lock, chosen);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(p->weights.lock),
                                chosen && of && painter_is_locked(of, (uint32_t)p->stage->bone));
    g_free(text), g_free(image), g_free(names);
}

void weights_follow(viewer_panels *p)
{
    const character *c = viewer_active(p->stage);
    const weight_table *t = c ? edit_weights(c->edit) : NULL;
    uint32_t count = t ? weight_table_count(t) : 0, locks = c && c->painter ? painter_locked_count(c->painter) : 0;
    bool updating_widgets = p->updating_widgets;
    p->updating_widgets = true;
    show_bone(p, c);
    gtk_range_set_value(GTK_RANGE(p->weights.radius), p->stage->painting.radius / 100.0);
    p->updating_widgets = updating_widgets;
    char *painted = g_strdup_printf(ngettext("%u vertex is painted.", "%u vertices are painted.", count), count);
    char *held = g_strdup_printf(ngettext("%u bone is locked.", "%u bones are locked.", locks), locks);
    char *text = locks ? g_strconcat(painted, " ", held, NULL) : g_strdup(painted);
    if (g_strcmp0(text, gtk_label_get_text(GTK_LABEL(p->weights.count))) != 0)
        gtk_label_set_text(GTK_LABEL(p->weights.count), text);
    g_free(painted), g_free(held), g_free(text);
}

/* ---- widgets ---------------------------------------------------------------------------------------------------- */

static GtkWidget *label(GtkWidget **out, const char *class)
{
    *out = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(*out), 0);
    gtk_label_set_wrap(GTK_LABEL(*out), TRUE);
    if (class)
        gtk_widget_add_css_class(*out, class);
    return *out;
}

static GtkWidget *lock_row(viewer_panels *p)
{
    GtkWidget *box = row();
    p->weights.lock = gtk_check_button_new_with_label(_("Lock this bone"));
    gtk_widget_set_tooltip_text(p->weights.lock, _("Its weights stay as they are"));
    gtk_widget_set_focus_on_click(p->weights.lock, FALSE);
    gtk_widget_set_hexpand(p->weights.lock, TRUE);
    g_signal_connect(p->weights.lock, "toggled", G_CALLBACK(locked), p);
    gtk_box_append(GTK_BOX(box), p->weights.lock);
    gtk_box_append(GTK_BOX(box), button(_("Unlock all"), "win.unlock-bones", _("No bone is locked")));
    return box;
}

/* The widest row: two buttons, so that the pane fits into a narrow window. */
static GtkWidget *all_row(void)
{
    GtkWidget *box = row();
    gtk_box_append(GTK_BOX(box), button(_("Normalise"), "win.normalise-weights",
                                        _("Weights that do not add up to 1 do so; of all vertices")));
    gtk_box_append(GTK_BOX(box),
                   button(_("Reset weights"), "win.reset-weights", _("All vertices as in the model's file")));
    return box;
}

GtkWidget *weights_create(viewer_panels *p)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8), *scrolled = gtk_scrolled_window_new();
    gtk_widget_add_css_class(box, "rows");
    GtkWidget *strength = slider(_("Strength"), _("Percent for each touch"), 1, 100, 1, p->stage->painting.strength,
                                 &p->weights.strength);
    GtkWidget *radius = slider(_("Radius"), _("In MMD's units (- and =)"), 0.05, 5, 0.05,
                               p->stage->painting.radius / 100.0, &p->weights.radius);
    g_signal_connect(p->weights.strength, "value-changed", G_CALLBACK(strength_slid), p->stage);
    g_signal_connect(p->weights.radius, "value-changed", G_CALLBACK(radius_slid), p->stage);
    GtkWidget *const all[] = {
        check(_("Paint weights (Q)"), "win.paint", _("Drag over the character to paint weights of the bone")),
        label(&p->weights.bone, NULL),
        modes(),
        strength,
        radius,
        check(_("Through the model"), "win.brush-through",
              _("Paints what is behind, too; else only the connected surface")),
        check(_("Both sides"), "win.brush-mirror",
              _("Mirrors at x = 0: left bones on the left, right bones on the right")),
        lock_row(p),
        all_row(),
        button(_("Save model…"), "win.save-model", _("As PMX or GLB, with painted weights")),
        label(&p->weights.count, "dim-label")};
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) gtk_box_append(GTK_BOX(box), all[i]);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    return scrolled;
}
