/* Bones as a tree, or, while one is sought, as a list of those that match; and what the selected one is doing. */
#include "panels.h"

#include <math.h>
#include <string.h>

/* ---- a bone, as GTK's lists want it --------------------------------------------------------------------------- */

#define BONE_TYPE_ITEM (bone_item_get_type())
G_DECLARE_FINAL_TYPE(BoneItem, bone_item, BONE, ITEM, GObject)

struct _BoneItem {
    GObject parent_instance;
    uint32_t index;
};

G_DEFINE_TYPE(BoneItem, bone_item, G_TYPE_OBJECT)

static void bone_item_class_init(BoneItemClass *class)
{
    (void)class;
}

static void bone_item_init(BoneItem *item)
{
    (void)item;
}

static void append_bone(GListStore *store, uint32_t index)
{
    BoneItem *item = g_object_new(BONE_TYPE_ITEM, NULL);
    item->index = index;
    g_list_store_append(store, item);
    g_object_unref(item);
}

static const hone_skeleton *skeleton_of(const viewer *v)
{
    const character *c = viewer_active(v);
    return hone_model_skeleton(c ? c->model : NULL);
}

/* ---- the tree ------------------------------------------------------------------------------------------------- */

/* Children of a bone, HONE_NONE: roots. NULL: none. */
static GListModel *children_of(const hone_skeleton *s, int32_t parent)
{
    GListStore *store = NULL;
    for (uint32_t b = 0; b < s->bone_count; b++) {
        if (s->bones[b].parent != parent)
            continue;
        store = store ? store : g_list_store_new(BONE_TYPE_ITEM);
        append_bone(store, b);
    }
    return store ? G_LIST_MODEL(store) : NULL;
}

static GListModel *expand(gpointer item, gpointer user)
{
    return children_of(skeleton_of(user), (int32_t)BONE_ITEM(item)->index);
}

static GListModel *matches_of(viewer *v, const char *sought)
{
    const hone_skeleton *s = skeleton_of(v);
    GListStore *store = g_list_store_new(BONE_TYPE_ITEM);
    for (uint32_t b = 0; b < s->bone_count; b++)
        if (panels_matches(s->bones[b].name, s->bones[b].english_name, sought))
            append_bone(store, b);
    return G_LIST_MODEL(store);
}

static GListModel *no_children(gpointer item, gpointer user)
{
    (void)item, (void)user;
    return NULL;
}

void bones_remake(viewer *v)
{
    panels *p = &v->panels;
    const char *sought = gtk_editable_get_text(GTK_EDITABLE(p->bone_search));
    GListModel *roots = *sought ? matches_of(v, sought) : children_of(skeleton_of(v), HONE_NONE);
    if (!roots)
        roots = G_LIST_MODEL(g_list_store_new(BONE_TYPE_ITEM));
    GtkTreeListModel *tree =
        gtk_tree_list_model_new(roots, FALSE, *sought == 0, *sought ? no_children : expand, v, NULL);
    p->telling = true;
    gtk_single_selection_set_model(p->bone_selection, G_LIST_MODEL(tree));
    p->telling = false;
    g_object_unref(tree);
    bones_select(v);
}

static uint32_t bone_at(GListModel *model, guint position)
{
    GtkTreeListRow *row = g_list_model_get_item(model, position);
    BoneItem *item = gtk_tree_list_row_get_item(row);
    uint32_t index = item->index;
    g_object_unref(item);
    g_object_unref(row);
    return index;
}

void bones_select(viewer *v)
{
    panels *p = &v->panels;
    GListModel *model = gtk_single_selection_get_model(p->bone_selection);
    guint count = model ? g_list_model_get_n_items(model) : 0, chosen = GTK_INVALID_LIST_POSITION;
    for (guint i = 0; i < count && v->bone >= 0; i++)
        if (bone_at(model, i) == (uint32_t)v->bone)
            chosen = i;
    p->telling = true;
    gtk_single_selection_set_selected(p->bone_selection, chosen);
    p->telling = false;
    if (chosen != GTK_INVALID_LIST_POSITION)
        gtk_widget_activate_action(p->bone_list, "list.scroll-to-item", "u", chosen);
}

static void selected(GtkSingleSelection *selection, GParamSpec *what, viewer *v)
{
    (void)what;
    guint chosen = gtk_single_selection_get_selected(selection);
    if (v->panels.telling || chosen == GTK_INVALID_LIST_POSITION)
        return;
    int32_t bone = (int32_t)bone_at(gtk_single_selection_get_model(selection), chosen);
    if (bone == v->bone)
        return;
    v->bone = bone;
    bones_follow(v);
    viewer_redraw(v);
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item, viewer *v)
{
    (void)factory, (void)v;
    GtkWidget *expander = gtk_tree_expander_new();
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_tree_expander_set_child(GTK_TREE_EXPANDER(expander), label);
    gtk_list_item_set_child(item, expander);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, viewer *v)
{
    (void)factory;
    GtkTreeListRow *row = gtk_list_item_get_item(item);
    BoneItem *bone = gtk_tree_list_row_get_item(row);
    const hone_skeleton *s = skeleton_of(v);
    GtkWidget *expander = gtk_list_item_get_child(item);
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(expander), row);
    if (bone->index < s->bone_count) {
        const hone_bone *b = &s->bones[bone->index];
        char *names = panels_names(b->name, b->english_name);
        char *text = g_strdup_printf("%s%s%s", names, b->flags & HONE_BONE_IK ? "  <span size=\"small\">IK</span>" : "",
                                     b->flags & HONE_BONE_AFTER_PHYSICS ? "  <span size=\"small\">⟳</span>" : "");
        gtk_label_set_markup(GTK_LABEL(gtk_tree_expander_get_child(GTK_TREE_EXPANDER(expander))), text);
        g_free(text);
        g_free(names);
    }
    g_object_unref(bone);
}

/* ---- the selected one ----------------------------------------------------------------------------------------- */

/* Degrees about X, Y, Z of R = Ry Rx Rz, as MMD shows rotations. */
static void angles_of(const float q[4], double out[3])
{
    double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3], degrees = 180 / G_PI;
    double sine = 2 * (w * x - y * z);
    out[0] = asin(fmax(-1, fmin(1, sine))) * degrees;
    out[1] = atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y)) * degrees;
    out[2] = atan2(2 * (w * z + x * y), 1 - 2 * (x * x + z * z)) * degrees;
}

static const char *hold_text(edit_hold hold)
{
    return hold == EDIT_HOLD_CHAIN ? _("held by IK") : hold == EDIT_HOLD_PHYSICS ? _("held by physics") : "";
}

void bones_follow(viewer *v)
{
    panels *p = &v->panels;
    character *c = viewer_active(v);
    const hone_skeleton *s = skeleton_of(v);
    bool chosen = c && v->bone >= 0 && v->bone < (int32_t)s->bone_count;
    gtk_widget_set_sensitive(p->bone_reset, chosen && edit_bone_changed(c->edit, (uint32_t)v->bone));
    if (!chosen) {
        gtk_label_set_markup(GTK_LABEL(p->bone_facts),
                             _("<i>No bone is selected: click one, here or in the picture.</i>"));
        return;
    }
    const hone_bone *b = &s->bones[v->bone];
    const hone_affine *m = &hone_actor_bones(c->shown)[v->bone];
    const hone_transform *local = &hone_actor_pose(c->shown)->bones[v->bone];
    double angles[3];
    angles_of(local->rotation, angles);
    char *names = panels_names(b->name, b->english_name);
    char *text = g_strdup_printf("<b>%s</b>  <span alpha=\"55%%\">#%d  %s</span>\n<tt>%s %8.3f %8.3f %8.3f\n%s %8.2f° "
                                 "%7.2f° %7.2f°\n%s %8.3f %8.3f "
                                 "%8.3f</tt>",
                                 names, v->bone, hold_text(edit_held(c->shown, (uint32_t)v->bone, NULL)), _("at   "),
                                 (double)m->m[0][3], (double)m->m[1][3], (double)m->m[2][3], _("turn "), angles[0],
                                 angles[1], angles[2], _("move "), (double)local->translation[0],
                                 (double)local->translation[1], (double)local->translation[2]);
    gtk_label_set_markup(GTK_LABEL(p->bone_facts), text);
    g_free(text);
    g_free(names);
}

/* ---- widgets -------------------------------------------------------------------------------------------------- */

static void sought(GtkSearchEntry *entry, viewer *v)
{
    (void)entry;
    bones_remake(v);
}

static void leave_search(GtkSearchEntry *entry, viewer *v)
{
    gtk_editable_set_text(GTK_EDITABLE(entry), "");
    gtk_widget_grab_focus(v->canvas.area);
}

static GtkWidget *list(viewer *v)
{
    panels *p = &v->panels;
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup), v);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), v);
    p->bone_selection = gtk_single_selection_new(NULL);
    gtk_single_selection_set_autoselect(p->bone_selection, FALSE);
    gtk_single_selection_set_can_unselect(p->bone_selection, TRUE);
    g_signal_connect(p->bone_selection, "notify::selected", G_CALLBACK(selected), v);
    p->bone_list = gtk_list_view_new(GTK_SELECTION_MODEL(p->bone_selection), factory);
    panels_name(p->bone_list, _("Bones"));
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), p->bone_list);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static GtkWidget *facts(viewer *v)
{
    panels *p = &v->panels;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    gtk_widget_add_css_class(box, "facts");
    p->bone_facts = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(p->bone_facts), 0);
    gtk_label_set_wrap(GTK_LABEL(p->bone_facts), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(p->bone_facts), PANGO_ELLIPSIZE_END);
    gtk_label_set_lines(GTK_LABEL(p->bone_facts), 5);
    p->bone_reset = gtk_button_new_with_label(_("As the motion says"));
    gtk_actionable_set_action_name(GTK_ACTIONABLE(p->bone_reset), "win.reset-bone");
    gtk_widget_set_halign(p->bone_reset, GTK_ALIGN_START);
    gtk_widget_set_focus_on_click(p->bone_reset, FALSE);
    gtk_box_append(GTK_BOX(box), p->bone_facts);
    gtk_box_append(GTK_BOX(box), p->bone_reset);
    return box;
}

GtkWidget *bones_create(viewer *v)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    v->panels.bone_search = gtk_search_entry_new();
    g_object_set(v->panels.bone_search, "placeholder-text", _("Find a bone (Ctrl+F)"), NULL);
    panels_name(v->panels.bone_search, _("Find a bone"));
    gtk_widget_set_margin_start(v->panels.bone_search, 8);
    gtk_widget_set_margin_end(v->panels.bone_search, 8);
    g_signal_connect(v->panels.bone_search, "search-changed", G_CALLBACK(sought), v);
    g_signal_connect(v->panels.bone_search, "stop-search", G_CALLBACK(leave_search), v);
    gtk_box_append(GTK_BOX(box), v->panels.bone_search);
    gtk_box_append(GTK_BOX(box), list(v));
    gtk_box_append(GTK_BOX(box), facts(v));
    return box;
}
