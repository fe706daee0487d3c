#include "view/window/dopesheet/key_area.h"

#define KEY_TYPE_AREA (key_area_get_type())
G_DECLARE_FINAL_TYPE(KeyArea, key_area, KEY, AREA, GtkWidget)

struct _KeyArea {
    GtkWidget parent_instance;
    key_area_draw *draw;
    key_area_snapshot *snapshot;
    gpointer user;
    GskRenderNode *kept; /* NULL: must be drawn */
    int width, height;   /* of `kept` */
};

G_DEFINE_TYPE(KeyArea, key_area, GTK_TYPE_WIDGET)

static void draw_kept(KeyArea *a, int width, int height)
{
    GtkSnapshot *snapshot = gtk_snapshot_new();
    cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    a->draw(GTK_WIDGET(a), cairo, width, height, a->user);
    cairo_destroy(cairo);
    a->kept = gtk_snapshot_free_to_node(snapshot);
    a->width = width, a->height = height;
}

static void take_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    KeyArea *a = KEY_AREA(widget);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    if (a->kept && (a->width != width || a->height != height))
        g_clear_pointer(&a->kept, gsk_render_node_unref);
    if (!a->kept)
        draw_kept(a, width, height);
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    if (a->kept)
        gtk_snapshot_append_node(snapshot, a->kept);
    a->snapshot(widget, snapshot, width, height, a->user);
    gtk_snapshot_pop(snapshot);
}

static void style_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
    GTK_WIDGET_CLASS(key_area_parent_class)->css_changed(widget, change);
    key_area_redraw(widget);
}

static void finalise(GObject *object)
{
    g_clear_pointer(&KEY_AREA(object)->kept, gsk_render_node_unref);
    G_OBJECT_CLASS(key_area_parent_class)->finalize(object);
}

static void key_area_class_init(KeyAreaClass *class)
{
    GTK_WIDGET_CLASS(class)->snapshot = take_snapshot;
    GTK_WIDGET_CLASS(class)->css_changed = style_changed;
    G_OBJECT_CLASS(class)->finalize = finalise;
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_GRID);
}

static void key_area_init(KeyArea *a)
{
    (void)a;
}

void key_area_redraw(GtkWidget *area)
{
    g_clear_pointer(&KEY_AREA(area)->kept, gsk_render_node_unref);
    gtk_widget_queue_draw(area);
}

GtkWidget *key_area_create(key_area_draw *draw, key_area_snapshot *snapshot, gpointer user)
{
    KeyArea *a = g_object_new(KEY_TYPE_AREA, NULL);
    a->draw = draw, a->snapshot = snapshot, a->user = user;
    return GTK_WIDGET(a);
}
