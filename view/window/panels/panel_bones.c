/* The bones as a tree, or as a list of matches during a search; each with its position and rotation. */
#include "tool/edit/readout.h"
#include "view/window/dopesheet/dopesheet.h"
#include "view/window/panels/panels.h"

#include <math.h>
#include <string.h>

/* ---- a bone as an item of GTK's lists ------------------------------------------------------------------------- */

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

static const hone_skeleton *skeleton_of(const viewer_stage *s)
{
    const character *c = viewer_active(s);
    return hone_model_skeleton(c ? c->model : NULL);
}

/* ---- the tree ------------------------------------------------------------------------------------------------- */

/* The children of a bone, HONE_NONE: the roots. NULL: none. */
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

static GListModel *matches_of(viewer_panels *p, const char *sought)
{
    const hone_skeleton *s = skeleton_of(p->stage);
    GListStore *store = g_list_store_new(BONE_TYPE_ITEM);
    for (uint32_t b = 0; b < s->bone_count; b++)
        if (panels_bone_matches(p, b, sought))
            append_bone(store, b);
    return G_LIST_MODEL(store);
}

static GListModel *no_children(gpointer item, gpointer user)
{
    (void)item, (void)user;
    return NULL;
}

void bones_remake(viewer_panels *p)
{
    const char *sought = gtk_editable_get_text(GTK_EDITABLE(p->bones.search));
    GListModel *roots = *sought ? matches_of(p, sought) : children_of(skeleton_of(p->stage), HONE_NONE);
    if (!roots)
        roots = G_LIST_MODEL(g_list_store_new(BONE_TYPE_ITEM));
    GtkTreeListModel *tree =
        gtk_tree_list_model_new(roots, FALSE, *sought == 0, *sought ? no_children : expand, p->stage, NULL);
    p->updating_widgets = true;
    gtk_single_selection_set_model(p->bones.selection, G_LIST_MODEL(tree));
    p->updating_widgets = false;
    gtk_widget_set_visible(p->no_bone, *sought && g_list_model_get_n_items(G_LIST_MODEL(tree)) == 0);
    g_object_unref(tree);
    bones_select(p);
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

void bones_select(viewer_panels *p)
{
    GListModel *model = gtk_single_selection_get_model(p->bones.selection);
    guint count = model ? g_list_model_get_n_items(model) : 0, chosen = GTK_INVALID_LIST_POSITION;
    for (guint i = 0; i < count && p->stage->bone >= 0; i++)
        if (bone_at(model, i) == (uint32_t)p->stage->bone)
            chosen = i;
    p->updating_widgets = true;
    gtk_single_selection_set_selected(p->bones.selection, chosen);
    p->updating_widgets = false;
    if (chosen != GTK_INVALID_LIST_POSITION)
        gtk_widget_activate_action(p->bones.list, "list.scroll-to-item", "u", chosen);
}

static void selected(GtkSingleSelection *selection, GParamSpec *what, viewer_panels *p)
{
    (void)what;
    guint chosen = gtk_single_selection_get_selected(selection);
    if (p->updating_widgets || chosen == GTK_INVALID_LIST_POSITION)
        return;
    int32_t bone = (int32_t)bone_at(gtk_single_selection_get_model(selection), chosen);
    if (bone == p->stage->bone)
        return;
    p->stage->bone = bone;
    bones_follow(p);
    dopesheet_select_bone(p);
    viewer_redraw(p->stage);
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

enum { NUMBERS_WIDTH = 136, NUMBERS_HEIGHT = 28 };

typedef struct bone_row { /* the data of a GtkListItem: what it shows now */
    viewer_panels *panels;
    uint32_t bone; /* UINT32_MAX: none */
    readout shown;
    GtkWidget *name, *numbers;
} bone_row;

/* Avoids -0.0. */
static double rounded(float value, double step)
{
    double whole = round((double)value / step);
    return whole == 0 ? 0 : whole * step;
}

/* Drawn by itself: a label would cause a new layout of the window each time. A column for each axis, rotation above
 * position. */
static void draw_numbers(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer user)
{
    const bone_row *r = user;
    GtkWidget *widget = GTK_WIDGET(area);
    GdkRGBA ink;
    if (r->bone == UINT32_MAX)
        return;
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, NULL);
    pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT);
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &ink);
    gdk_cairo_set_source_rgba(cairo, &ink);
    for (int i = 0; i < 3; i++) {
        char text[64];
        int text_width, text_height;
        g_snprintf(text, sizeof text, "%.1f°\n%.2f", rounded(r->shown.degrees[i], 0.1),
                   rounded(r->shown.position[i], 0.01));
        pango_layout_set_text(layout, text, -1);
        pango_layout_get_pixel_size(layout, &text_width, &text_height);
        cairo_move_to(cairo, width * (i + 1) / 3.0 - text_width, (height - text_height) / 2.0);
        pango_cairo_show_layout(cairo, layout);
    }
    g_object_unref(layout);
}

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item, viewer_panels *p)
{
    (void)factory;
    bone_row *r = g_new0(bone_row, 1);
    GtkWidget *expander = gtk_tree_expander_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    *r = (bone_row){.panels = p, .bone = UINT32_MAX, .name = gtk_label_new(NULL), .numbers = gtk_drawing_area_new()};
    gtk_label_set_xalign(GTK_LABEL(r->name), 0);
    gtk_label_set_ellipsize(GTK_LABEL(r->name), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(r->name, TRUE);
    gtk_widget_add_css_class(r->numbers, "row-numbers");
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(r->numbers), NUMBERS_WIDTH);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(r->numbers), NUMBERS_HEIGHT);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(r->numbers), draw_numbers, r, NULL);
    gtk_box_append(GTK_BOX(box), r->name);
    gtk_box_append(GTK_BOX(box), r->numbers);
    gtk_tree_expander_set_child(GTK_TREE_EXPANDER(expander), box);
    g_object_set_data_full(G_OBJECT(item), "row", r, g_free);
    gtk_list_item_set_child(item, expander);
    p->bones.rows = g_slist_prepend(p->bones.rows, r);
}

static void teardown(GtkSignalListItemFactory *factory, GtkListItem *item, viewer_panels *p)
{
    (void)factory;
    p->bones.rows = g_slist_remove(p->bones.rows, g_object_get_data(G_OBJECT(item), "row"));
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *item, viewer_stage *s)
{
    (void)factory, (void)s;
    bone_row *r = g_object_get_data(G_OBJECT(item), "row");
    r->bone = UINT32_MAX;
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, viewer_panels *p)
{
    (void)factory;
    GtkTreeListRow *row = gtk_list_item_get_item(item);
    BoneItem *bone = gtk_tree_list_row_get_item(row);
    bone_row *r = g_object_get_data(G_OBJECT(item), "row");
    const character *c = viewer_active(p->stage);
    const hone_skeleton *s = skeleton_of(p->stage);
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(gtk_list_item_get_child(item)), row);
    if (c && bone->index < s->bone_count) {
        const hone_bone *b = &s->bones[bone->index];
        char *names = panels_names(b->name, panels_english_of_bone(p, bone->index));
        char *text = g_strdup_printf("%s%s%s", names, b->flags & HONE_BONE_IK ? "  <span size=\"small\">IK</span>" : "",
                                     b->flags & HONE_BONE_AFTER_PHYSICS ? "  <span size=\"small\">⟳</span>" : "");
        gtk_label_set_markup(GTK_LABEL(r->name), text);
        gtk_widget_set_tooltip_markup(r->name, text);
        gtk_widget_set_visible(r->numbers, p->stage->settings.numbers != 0);
        r->bone = bone->index;
        r->shown = readout_of(c->shown, bone->index);
        gtk_widget_queue_draw(r->numbers);
        g_free(text);
        g_free(names);
    }
    g_object_unref(bone);
}

/* GTK also keeps rows ready that are not visible. */
static bool is_seen(const viewer_panels *p, const bone_row *r)
{
    graphene_rect_t box;
    return gtk_widget_get_mapped(r->numbers) && gtk_widget_compute_bounds(r->numbers, p->bones.list, &box) &&
           box.origin.y + box.size.height > 0 && box.origin.y < (float)gtk_widget_get_height(p->bones.list);
}

/* Rows that are not visible are updated when they become visible. */
static void follow_row(viewer_panels *p, bone_row *r, const hone_actor *actor)
{
    readout now = readout_of(actor, r->bone);
    if (memcmp(&now, &r->shown, sizeof now) == 0 || !is_seen(p, r))
        return;
    r->shown = now;
    gtk_widget_queue_draw(r->numbers);
}

void bones_follow(viewer_panels *p)
{
    const character *c = viewer_active(p->stage);
    for (GSList *each = p->bones.rows; c && p->stage->settings.numbers && each; each = each->next)
        if (((bone_row *)each->data)->bone != UINT32_MAX)
            follow_row(p, each->data, c->shown);
    bone_follow(p);
}

void bones_show_numbers(viewer_panels *p)
{
    for (GSList *each = p->bones.rows; each; each = each->next)
        gtk_widget_set_visible(((bone_row *)each->data)->numbers, p->stage->settings.numbers != 0);
}

/* ---- widgets -------------------------------------------------------------------------------------------------- */

static void sought(GtkSearchEntry *entry, viewer_panels *p)
{
    (void)entry;
    bones_remake(p);
}

/* Return selects the first match. */
static void take_first(GtkSearchEntry *entry, viewer_panels *p)
{
    GtkSingleSelection *selection = p->bones.selection;
    bones_remake(p); /* the last typed text may not have been searched yet */
    if (*gtk_editable_get_text(GTK_EDITABLE(entry)) && g_list_model_get_n_items(G_LIST_MODEL(selection)))
        viewer_select_bone(p->stage, (int32_t)bone_at(gtk_single_selection_get_model(selection), 0));
}

static void leave_search(GtkSearchEntry *entry, viewer_stage *s)
{
    gtk_editable_set_text(GTK_EDITABLE(entry), "");
    gtk_widget_grab_focus(s->canvas.area);
}

static GtkWidget *list(viewer_panels *p)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup), p);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), p);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), p->stage);
    g_signal_connect(factory, "teardown", G_CALLBACK(teardown), p);
    p->bones.selection = gtk_single_selection_new(NULL);
    gtk_single_selection_set_autoselect(p->bones.selection, FALSE);
    gtk_single_selection_set_can_unselect(p->bones.selection, TRUE);
    g_signal_connect(p->bones.selection, "notify::selected", G_CALLBACK(selected), p);
    p->bones.list = gtk_list_view_new(GTK_SELECTION_MODEL(p->bones.selection), factory);
    panels_name(p->bones.list, _("Bones"));
    panels_keep_space(p->bones.list);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), p->bones.list);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

GtkWidget *bones_create(viewer_panels *p)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    p->bones.search = gtk_search_entry_new();
    g_object_set(p->bones.search, "placeholder-text", _("Find a bone (Ctrl+F)"), NULL);
    panels_name(p->bones.search, _("Find a bone"));
    gtk_widget_set_margin_start(p->bones.search, 8);
    gtk_widget_set_margin_end(p->bones.search, 8);
    g_signal_connect(p->bones.search, "search-changed", G_CALLBACK(sought), p);
    g_signal_connect(p->bones.search, "activate", G_CALLBACK(take_first), p);
    g_signal_connect(p->bones.search, "stop-search", G_CALLBACK(leave_search), p->stage);
    gtk_box_append(GTK_BOX(box), p->bones.search);
    p->no_bone = panels_heading(_("No bone has this name."));
    gtk_widget_set_margin_start(p->no_bone, 8);
    gtk_widget_set_visible(p->no_bone, FALSE);
    gtk_box_append(GTK_BOX(box), p->no_bone);
    gtk_box_append(GTK_BOX(box), list(p));
    gtk_box_append(GTK_BOX(box), bone_create(p));
    return box;
}
