#include "view/window/panels/panels.h"

#include <math.h>
#include <string.h>

char *panels_names(const char *name, const char *english)
{
    const char *first = *name ? name : "–";
    bool second = *english && strcmp(english, name) != 0;
    return second ? g_markup_printf_escaped("%s  <span alpha=\"55%%\" size=\"small\">%s</span>", first, english)
                  : g_markup_printf_escaped("%s", first);
}

bool panels_matches(const char *name, const char *english, const char *sought)
{
    if (!*sought)
        return true;
    char *needle = g_utf8_casefold(sought, -1);
    bool found = false;
    for (int i = 0; i < 2 && !found; i++) {
        char *hay = g_utf8_casefold(i ? english : name, -1);
        found = strstr(hay, needle) != NULL;
        g_free(hay);
    }
    g_free(needle);
    return found;
}

void panels_clear(GtkWidget *box)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(box))) gtk_box_remove(GTK_BOX(box), child);
}

GtkWidget *panels_heading(const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "heading");
    return label;
}

void panels_name(GtkWidget *widget, const char *name)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void panels_keep_space(GtkWidget *widget)
{
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(keys),
        gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_space, 0), gtk_named_action_new("win.play")));
    gtk_widget_add_controller(widget, keys);
}

void panels_hide_buttons(GtkWidget *spin)
{
    GtkWidget *text = gtk_widget_get_first_child(spin);
    for (GtkWidget *button = gtk_widget_get_next_sibling(text); button; button = gtk_widget_get_next_sibling(button))
        gtk_widget_set_visible(button, FALSE);
}

/* First applies a number that was typed but not entered, so that the number and the pose agree afterwards. */
static gboolean undo_number(GtkWidget *spin, GVariant *action, gpointer unused)
{
    (void)unused;
    if (GTK_IS_SPIN_BUTTON(spin))
        gtk_spin_button_update(GTK_SPIN_BUTTON(spin));
    gtk_widget_activate_action(spin, g_variant_get_string(action, NULL), NULL);
    return TRUE;
}

void panels_keep_undo(GtkWidget *spin)
{
    static const char *const keys[][2] = {
        {"<Control>z", "win.undo"}, {"<Control>y", "win.redo"}, {"<Control><Shift>z", "win.redo"}};
    GtkEventController *controller = gtk_shortcut_controller_new();
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        GtkShortcut *shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys[i][0]),
                                                 gtk_callback_action_new(undo_number, NULL, NULL));
        gtk_shortcut_set_arguments(shortcut, g_variant_new_string(keys[i][1]));
        gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(controller), shortcut);
    }
    gtk_widget_add_controller(spin, controller);
}

/* gtk_spin_button_set_value() rewrites the text even if the value is the same, and the user may be typing there. */
void panels_show_number(GtkWidget *spin, double value)
{
    double last_digit = pow(10, -(double)gtk_spin_button_get_digits(GTK_SPIN_BUTTON(spin)));
    if (fabs(value - gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin))) > last_digit / 2)
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
}

/* A page chosen with the mouse does not take the focus: Space still plays. */
static void page_chosen(GtkStack *stack, GParamSpec *what, viewer_stage *s)
{
    (void)what;
    if (gtk_widget_get_state_flags(GTK_WIDGET(stack)) & GTK_STATE_FLAG_FOCUS_WITHIN)
        gtk_widget_grab_focus(s->canvas.area);
}

GtkWidget *panels_create(viewer_panels *p)
{
    p->pane = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_add_css_class(p->pane, "pane");
    gtk_widget_set_size_request(p->pane, 220, -1);
    p->stack = gtk_stack_new();
    gtk_widget_set_vexpand(p->stack, TRUE);
    GtkWidget *switcher = gtk_stack_switcher_new();
    gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), GTK_STACK(p->stack));
    gtk_widget_set_halign(switcher, GTK_ALIGN_CENTER);
    gtk_widget_set_margin_top(switcher, 6);
    gtk_widget_set_margin_bottom(switcher, 6);
    gtk_stack_add_titled(GTK_STACK(p->stack), bones_create(p), "bones", _("Bones"));
    gtk_stack_add_titled(GTK_STACK(p->stack), morphs_create(p), "morphs", _("Morphs"));
    gtk_stack_add_titled(GTK_STACK(p->stack), weights_create(p), "weights", _("Weights"));
    gtk_stack_add_titled(GTK_STACK(p->stack), scene_create(p), "scene", _("Scene"));
    gtk_stack_add_titled(GTK_STACK(p->stack), inspect_create(p), "inspect", _("Inspect"));
    for (GtkWidget *tab = gtk_widget_get_first_child(switcher); tab; tab = gtk_widget_get_next_sibling(tab))
        gtk_widget_set_focus_on_click(tab, FALSE);
    for (GtkWidget *tab = gtk_widget_get_first_child(switcher); tab; tab = gtk_widget_get_next_sibling(tab))
        if (GTK_IS_LABEL(gtk_widget_get_first_child(tab))) /* for a narrow pane */
            gtk_label_set_ellipsize(GTK_LABEL(gtk_widget_get_first_child(tab)), PANGO_ELLIPSIZE_END);
    g_signal_connect(p->stack, "notify::visible-child", G_CALLBACK(page_chosen), p->stage);
    GtkWidget *scrolled = gtk_scrolled_window_new(); /* above a dopesheet there may be no room for all */
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), p->stack);
    gtk_box_append(GTK_BOX(p->pane), switcher);
    gtk_box_append(GTK_BOX(p->pane), scrolled);
    return p->pane;
}

static GtkStackPage *scene_page(viewer_panels *p)
{
    GtkStack *stack = GTK_STACK(p->stack);
    return gtk_stack_get_page(stack, gtk_stack_get_child_by_name(stack, "scene"));
}

void panels_show_warnings(viewer_panels *p)
{
    uint32_t count = p->stage->document.note_count;
    char *title = count ? g_strdup_printf(_("Scene (%u ⚠)"), count) : g_strdup(_("Scene"));
    gtk_stack_page_set_title(scene_page(p), title);
    g_free(title);
    scene_remake(p);
}

void panels_remake(viewer_panels *p)
{
    bool other =
        !p->made || p->shown_active != p->stage->document.active || p->shown_changes != p->stage->document.changes;
    if (!other)
        return;
    p->made = true;
    history_seal(p->stage->document.history); /* typing it again is another undo step */
    p->shown_active = p->stage->document.active;
    p->shown_changes = p->stage->document.changes;
    panels_show(p);
    bones_remake(p);
    morphs_remake(p);
    inspect_remake(p);
    panels_show_warnings(p); /* and the rest of the scene */
}

void panels_follow(viewer_panels *p)
{
    panels_remake(p);
    if (!p->stage->settings.panel)
        return;
    p->updating_widgets = true;
    const char *page = gtk_stack_get_visible_child_name(GTK_STACK(p->stack));
    if (!page || strcmp(page, "bones") == 0)
        bones_follow(p);
    else if (strcmp(page, "morphs") == 0)
        morphs_follow(p);
    else if (strcmp(page, "weights") == 0)
        weights_follow(p);
    else if (strcmp(page, "inspect") == 0)
        inspect_follow(p);
    else
        scene_follow(p);
    p->updating_widgets = false;
}

/* Hides the pane if nothing is open. */
void panels_show(viewer_panels *p)
{
    const document *d = &p->stage->document;
    gtk_widget_set_visible(p->pane, p->stage->settings.panel && !p->stage->shell->layout.narrow &&
                                        (d->model_count || d->motion_count || d->sound));
    bones_show_numbers(p);
}

void panels_select_bone(viewer_panels *p)
{
    panels_remake(p);
    bones_select(p);
    panels_follow(p);
}

static void open_pane(viewer_stage *s)
{
    if (!s->settings.panel)
        g_action_group_change_action_state(G_ACTION_GROUP(s->shell->actions), "panel", g_variant_new_boolean(TRUE));
}

void panels_open_warnings(viewer_panels *p)
{
    open_pane(p->stage);
    gtk_stack_set_visible_child_name(GTK_STACK(p->stack), "scene");
    GtkWidget *scrolled = gtk_stack_get_visible_child(GTK_STACK(p->stack));
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled)), 0);
}

void panels_open_weights(viewer_panels *p)
{
    open_pane(p->stage);
    gtk_stack_set_visible_child_name(GTK_STACK(p->stack), "weights");
}

void panels_search(viewer_panels *p)
{
    open_pane(p->stage);
    gtk_stack_set_visible_child_name(GTK_STACK(p->stack), "bones");
    gtk_widget_grab_focus(p->bones.search);
}
