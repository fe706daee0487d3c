/* The names of the rows, as a list beside the keys: it has the height of the dopesheet's rows, and scrolls with them.
 */
#include "view/window/dopesheet/dopesheet_internal.h"
#include "view/window/panels/panels.h"

static const char *kind_name(keys_kind kind)
{
    return kind == KEYS_VISIBLE  ? _("Visible")
           : kind == KEYS_CAMERA ? _("Camera")
           : kind == KEYS_LIGHT  ? _("Light")
           : kind == KEYS_SHADOW ? _("Self-shadow")
                                 : "–";
}

static const char *group_name(const sheet_group *g)
{
    static const char *const names[] = {[SHEET_ALL] = N_("All keys"),
                                        [SHEET_CAMERA] = N_("Camera and light"),
                                        [SHEET_SWITCHES] = N_("Visibility and IK"),
                                        [SHEET_BONES] = N_("Bones"),
                                        [SHEET_MORPHS] = N_("Morphs"),
                                        [SHEET_OTHERS] = N_("Others")};
    if (g->kind == SHEET_FRAME)
        return g->name;
    return gettext(names[g->kind]);
}

/* The name, and in *english the second one, which may be empty. */
static const char *name_of(const dopesheet *d, uint32_t row, const char **english)
{
    const sheet_row *r = &d->sheet.rows[row];
    *english = "";
    if (r->track == UINT32_MAX) {
        const sheet_group *g = &d->sheet.groups[r->group];
        *english = g->kind == SHEET_FRAME && g->english ? g->english : "";
        return group_name(g);
    }
    const keys_track *t = sheet_get_track(&d->sheet, r->track);
    const char *name = sheet_track_name(&d->sheet, r->track, english);
    return t->kind == KEYS_VISIBLE || t->kind >= KEYS_CAMERA ? kind_name(t->kind) : name;
}

char *dopesheet_row_name(const dopesheet *d, uint32_t row)
{
    const char *english;
    return g_strdup(row < d->sheet.row_count ? name_of(d, row, &english) : "");
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static uint32_t row_of(GtkListItem *item, const dopesheet *d)
{
    guint position = gtk_list_item_get_position(item);
    return position < d->sheet.row_count ? position : UINT32_MAX;
}

static void arrow_clicked(GtkButton *button, GtkListItem *item)
{
    dopesheet *d = g_object_get_data(G_OBJECT(button), "dopesheet");
    uint32_t row = row_of(item, d);
    if (row == UINT32_MAX)
        return;
    uint32_t group = d->sheet.rows[row].group;
    sheet_open(&d->sheet, group, !d->sheet.groups[group].open);
    dopesheet_names_remake(d);
    dopesheet_choose_row(d, row);
}

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item, dopesheet *d)
{
    (void)factory;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2), *arrow = gtk_button_new(),
              *label = gtk_label_new(NULL);
    gtk_widget_add_css_class(arrow, "flat");
    gtk_widget_set_focus_on_click(arrow, FALSE);
    gtk_widget_set_focusable(arrow, FALSE);
    g_object_set_data(G_OBJECT(arrow), "dopesheet", d);
    g_signal_connect(arrow, "clicked", G_CALLBACK(arrow_clicked), item);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_box_append(GTK_BOX(box), arrow);
    gtk_box_append(GTK_BOX(box), label);
    gtk_list_item_set_child(item, box);
}

static void show_arrow(GtkWidget *arrow, const dopesheet *d, const sheet_row *r)
{
    const sheet_group *g = &d->sheet.groups[r->group];
    bool has = r->track == UINT32_MAX && g->kind != SHEET_ALL;
    gtk_button_set_icon_name(GTK_BUTTON(arrow), g->open ? "pan-down-symbolic" : "pan-end-symbolic");
    gtk_widget_set_opacity(arrow, has ? 1 : 0);
    gtk_widget_set_can_target(arrow, has);
    panels_name(arrow, g->open ? _("Close group") : _("Open group"));
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, dopesheet *d)
{
    (void)factory;
    GtkWidget *box = gtk_list_item_get_child(item), *arrow = gtk_widget_get_first_child(box);
    GtkWidget *label = gtk_widget_get_next_sibling(arrow), *row_widget = gtk_widget_get_parent(box);
    uint32_t row = row_of(item, d);
    if (row == UINT32_MAX)
        return;
    const sheet_row *r = &d->sheet.rows[row];
    const char *english, *name = name_of(d, row, &english);
    char *names = panels_names(name, english);
    char *markup = r->track == UINT32_MAX ? g_strdup_printf("<b>%s</b>", names) : g_strdup(names);
    gtk_label_set_markup(GTK_LABEL(label), markup);
    gtk_widget_set_tooltip_markup(label, names);
    gtk_widget_set_margin_start(label, r->track == UINT32_MAX ? 0 : 10);
    show_arrow(arrow, d, r);
    if (row_widget)
        panels_name(row_widget, name);
    g_free(markup);
    g_free(names);
}

void dopesheet_names_remake(dopesheet *d)
{
    guint old = g_list_model_get_n_items(G_LIST_MODEL(d->row_names));
    const char **names = g_new0(const char *, d->sheet.row_count + 1);
    for (uint32_t i = 0; i < d->sheet.row_count; i++) names[i] = "";
    d->updating_widgets = true;
    gtk_string_list_splice(d->row_names, 0, old, names);
    d->updating_widgets = false;
    g_free(names);
    dopesheet_redraw(d);
}

/* ---- the chosen row ------------------------------------------------------------------------------------------- */

uint32_t dopesheet_chosen_row(const dopesheet *d)
{
    guint row = gtk_single_selection_get_selected(d->chosen);
    return row < d->sheet.row_count ? row : UINT32_MAX;
}

void dopesheet_choose_row(dopesheet *d, uint32_t row)
{
    gtk_single_selection_set_selected(d->chosen, row < d->sheet.row_count ? row : GTK_INVALID_LIST_POSITION);
    d->unscrolled = row < d->sheet.row_count;
    dopesheet_scroll_to_chosen(d);
}

void dopesheet_scroll_to_chosen(dopesheet *d)
{
    if (!d->unscrolled || gtk_adjustment_get_page_size(d->down) < DOPESHEET_ROW || !gtk_widget_get_mapped(d->names))
        return;
    d->unscrolled = false;
    gtk_widget_activate_action(d->names, "list.scroll-to-item", "u", dopesheet_chosen_row(d));
}

void dopesheet_take_bone(dopesheet *d)
{
    uint32_t row = dopesheet_chosen_row(d);
    if (row == UINT32_MAX || d->sheet.rows[row].track == UINT32_MAX)
        return;
    const keys_track *t = sheet_get_track(&d->sheet, d->sheet.rows[row].track);
    if (t->kind == KEYS_BONE && t->index >= 0)
        viewer_select_bone(d->panels->stage, t->index);
}

/* The row of a bone also selects the bone. */
static void chosen(GtkSingleSelection *selection, GParamSpec *what, dopesheet *d)
{
    (void)selection, (void)what;
    dopesheet_redraw(d);
    if (!d->updating_widgets)
        dopesheet_take_bone(d);
}

/* ---- the widget ----------------------------------------------------------------------------------------------- */

/* Return registers, while a list would take it to activate a row. */
static void keep_return(GtkWidget *list)
{
    static const guint keys[] = {GDK_KEY_Return, GDK_KEY_KP_Enter};
    GtkEventController *controller = gtk_shortcut_controller_new();
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        gtk_shortcut_controller_add_shortcut(
            GTK_SHORTCUT_CONTROLLER(controller),
            gtk_shortcut_new(gtk_keyval_trigger_new(keys[i], 0), gtk_named_action_new("win.register")));
    gtk_widget_add_controller(list, controller);
}

GtkWidget *dopesheet_names_create(dopesheet *d)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup), d);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), d);
    d->row_names = gtk_string_list_new(NULL);
    d->chosen = gtk_single_selection_new(G_LIST_MODEL(d->row_names));
    gtk_single_selection_set_autoselect(d->chosen, FALSE);
    gtk_single_selection_set_can_unselect(d->chosen, TRUE);
    g_signal_connect(d->chosen, "notify::selected", G_CALLBACK(chosen), d);
    d->names = gtk_list_view_new(GTK_SELECTION_MODEL(d->chosen), factory);
    gtk_widget_add_css_class(d->names, "row-names");
    panels_name(d->names, _("Tracks"));
    panels_keep_space(d->names);
    keep_return(d->names);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), d->names);
    gtk_widget_set_vexpand(scrolled, TRUE);
    d->down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    return scrolled;
}
