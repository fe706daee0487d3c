#include "view/window/dopesheet/curve_box.h"
#include "view/text.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 9, REACH = 14, STEPS = 48, LAST = 127 };

typedef struct curve_box {
    curve_box_moved *moved;
    gpointer user;
    hone_curve curves[CURVE_BOX_CURVES], before; /* before: of the front curve, when the drag began */
    uint32_t count, front;
    bool mixed;
    int point; /* the control point that the keyboard moves: 0, 1 */
    bool dragging;
    double time;
} curve_box;

static curve_box *box_of(GtkWidget *area)
{
    return g_object_get_data(G_OBJECT(area), "curve-box");
}

GdkRGBA curve_box_colour(uint32_t index)
{
    static const GdkRGBA colours[CURVE_BOX_CURVES] = {{0.93f, 0.36f, 0.33f, 1}, {0.36f, 0.74f, 0.36f, 1},
                                                      {0.33f, 0.56f, 0.95f, 1}, {0.92f, 0.69f, 0.22f, 1},
                                                      {0.70f, 0.46f, 0.90f, 1}, {0.25f, 0.74f, 0.76f, 1}};
    return colours[index % CURVE_BOX_CURVES];
}

/* ---- places --------------------------------------------------------------------------------------------------- */

typedef struct square {
    double left, top, size;
} square;

static square square_of(GtkWidget *area)
{
    double width = gtk_widget_get_width(area), height = gtk_widget_get_height(area);
    double size = fmax(1, fmin(width, height) - 2.0 * MARGIN);
    return (square){(width - size) / 2, (height - size) / 2, size};
}

static void point_of(const hone_curve *c, int point, double out[2])
{
    out[0] = (point ? c->x2 : c->x1) / (double)LAST;
    out[1] = (point ? c->y2 : c->y1) / (double)LAST;
}

static uint8_t clamped(double value)
{
    return (uint8_t)fmax(0, fmin(round(value * LAST), LAST));
}

static void set_point(hone_curve *c, int point, double x, double y)
{
    *(point ? &c->x2 : &c->x1) = clamped(x);
    *(point ? &c->y2 : &c->y1) = clamped(y);
}

static int nearest_point(const curve_box *b, const square *s, double x, double y)
{
    double far[2], place[2];
    for (int i = 0; i < 2; i++) {
        point_of(&b->curves[b->front], i, place);
        far[i] = hypot(x - s->left - place[0] * s->size, y - s->top - (1 - place[1]) * s->size);
    }
    int nearer = far[1] < far[0];
    return far[nearer] <= REACH ? nearer : -1;
}

/* ---- drawing -------------------------------------------------------------------------------------------------- */

static void trace(cairo_t *cairo, const square *s, const hone_curve *c)
{
    double a[2], b[2];
    point_of(c, 0, a), point_of(c, 1, b);
    cairo_move_to(cairo, s->left, s->top + s->size);
    cairo_curve_to(cairo, s->left + a[0] * s->size, s->top + (1 - a[1]) * s->size, s->left + b[0] * s->size,
                   s->top + (1 - b[1]) * s->size, s->left + s->size, s->top);
}

static void set_ink(cairo_t *cairo, GdkRGBA ink, float alpha)
{
    ink.alpha *= alpha;
    gdk_cairo_set_source_rgba(cairo, &ink);
}

static void draw_grid(cairo_t *cairo, const square *s, GdkRGBA ink)
{
    set_ink(cairo, ink, 0.05f);
    cairo_rectangle(cairo, s->left, s->top, s->size, s->size);
    cairo_fill(cairo);
    set_ink(cairo, ink, 0.14f);
    cairo_set_line_width(cairo, 1);
    for (int i = 0; i <= 4; i++) {
        double at = floor(s->size * i / 4) + 0.5;
        cairo_move_to(cairo, floor(s->left) + at, s->top), cairo_rel_line_to(cairo, 0, s->size);
        cairo_move_to(cairo, s->left, floor(s->top) + at), cairo_rel_line_to(cairo, s->size, 0);
    }
    cairo_stroke(cairo);
}

static void draw_handles(cairo_t *cairo, const square *s, const curve_box *b, GdkRGBA colour, bool focus)
{
    for (int i = 0; i < 2; i++) {
        double p[2], from[2] = {i ? s->left + s->size : s->left, i ? s->top : s->top + s->size};
        point_of(&b->curves[b->front], i, p);
        double x = s->left + p[0] * s->size, y = s->top + (1 - p[1]) * s->size;
        set_ink(cairo, colour, 0.7f);
        cairo_set_line_width(cairo, 1);
        cairo_move_to(cairo, from[0], from[1]);
        cairo_line_to(cairo, x, y);
        cairo_stroke(cairo);
        set_ink(cairo, colour, 1);
        cairo_arc(cairo, x, y, focus && i == b->point ? 6.5 : 5, 0, 2 * G_PI);
        cairo_fill(cairo);
        if (focus && i == b->point) {
            cairo_set_source_rgba(cairo, 1, 1, 1, 0.9);
            cairo_arc(cairo, x, y, 2.5, 0, 2 * G_PI);
            cairo_fill(cairo);
        }
    }
}

static void draw_curves(cairo_t *cairo, const square *s, const curve_box *b)
{
    for (uint32_t i = 0; i <= b->count; i++) {
        uint32_t which = i == b->count ? b->front : i;
        if (which == b->front && i < b->count)
            continue;
        const double dashes[] = {5, 4};
        set_ink(cairo, curve_box_colour(which), which == b->front ? 1 : 0.45f);
        cairo_set_line_width(cairo, which == b->front ? 2.5 : 1.25);
        cairo_set_dash(cairo, dashes, which == b->front && b->mixed ? 2 : 0, 0);
        trace(cairo, s, &b->curves[which]);
        cairo_stroke(cairo);
    }
    cairo_set_dash(cairo, NULL, 0, 0);
}

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer user)
{
    (void)width, (void)height;
    const curve_box *b = user;
    GtkWidget *widget = GTK_WIDGET(area);
    square s = square_of(widget);
    GdkRGBA ink;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &ink);
    draw_grid(cairo, &s, ink);
    if (!b->count)
        return;
    if (b->time >= 0) {
        set_ink(cairo, ink, 0.45f);
        cairo_rectangle(cairo, s.left + b->time * s.size - 0.5, s.top, 1, s.size);
        cairo_fill(cairo);
    }
    draw_curves(cairo, &s, b);
    draw_handles(cairo, &s, b, curve_box_colour(b->front), gtk_widget_has_focus(widget));
}

/* ---- input ---------------------------------------------------------------------------------------------------- */

static void begin(GtkGestureDrag *gesture, double x, double y, GtkWidget *area)
{
    curve_box *b = box_of(area);
    square s = square_of(area);
    int point = b->count ? nearest_point(b, &s, x, y) : -1;
    gtk_widget_grab_focus(area);
    if (point < 0) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    b->point = point;
    b->before = b->curves[b->front];
    b->dragging = true;
    gtk_widget_queue_draw(area);
}

static void update(GtkGestureDrag *gesture, double dx, double dy, GtkWidget *area)
{
    curve_box *b = box_of(area);
    square s = square_of(area);
    double x = 0, y = 0;
    if (!b->dragging || !gtk_gesture_drag_get_start_point(gesture, &x, &y))
        return;
    set_point(&b->curves[b->front], b->point, (x + dx - s.left) / s.size, 1 - (y + dy - s.top) / s.size);
    b->moved(b->curves[b->front], CURVE_DRAG_STEP, b->user);
    gtk_widget_queue_draw(area);
}

static void end(GtkGestureDrag *gesture, double dx, double dy, GtkWidget *area)
{
    (void)gesture, (void)dx, (void)dy;
    curve_box *b = box_of(area);
    if (!b->dragging)
        return;
    b->dragging = false;
    b->moved(b->curves[b->front], CURVE_DRAG_END, b->user);
}

static void cancel(GtkGesture *gesture, GdkEventSequence *sequence, GtkWidget *area)
{
    (void)gesture, (void)sequence;
    curve_box *b = box_of(area);
    if (!b->dragging)
        return;
    b->dragging = false;
    b->curves[b->front] = b->before;
    b->moved(b->before, CURVE_DRAG_CANCEL, b->user);
    gtk_widget_queue_draw(area);
}

/* The arrow keys move a control point by 1, with Shift by 10; Space chooses the other one. */
static gboolean key(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state, GtkWidget *area)
{
    (void)keys, (void)code;
    static const guint arrows[4] = {GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Up};
    curve_box *b = box_of(area);
    double step = (state & GDK_SHIFT_MASK ? 10 : 1) / (double)LAST, place[2];
    if (!b->count || b->dragging || state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
        return FALSE;
    if (value == GDK_KEY_space) {
        b->point = !b->point;
        gtk_widget_queue_draw(area);
        return TRUE;
    }
    for (int i = 0; i < 4; i++) {
        if (value != arrows[i])
            continue;
        point_of(&b->curves[b->front], b->point, place);
        place[i / 2] += i % 2 ? step : -step;
        set_point(&b->curves[b->front], b->point, place[0], place[1]);
        b->moved(b->curves[b->front], CURVE_DRAG_END, b->user);
        gtk_widget_queue_draw(area);
        return TRUE;
    }
    return FALSE;
}

/* ---- the widget ----------------------------------------------------------------------------------------------- */

void curve_box_set(GtkWidget *box, const hone_curve *curves, uint32_t count, uint32_t front, bool mixed)
{
    curve_box *b = box_of(box);
    count = MIN(count, (uint32_t)CURVE_BOX_CURVES);
    bool same = b->count == count && b->front == front && b->mixed == mixed &&
                memcmp(b->curves, curves, count * sizeof *curves) == 0;
    if (b->dragging || same)
        return;
    memcpy(b->curves, curves, count * sizeof *curves);
    b->count = count, b->front = front < count ? front : 0, b->mixed = mixed;
    gtk_widget_queue_draw(box);
}

void curve_box_set_time(GtkWidget *box, double s)
{
    curve_box *b = box_of(box);
    if (fabs(b->time - s) < 1e-3)
        return;
    b->time = s;
    gtk_widget_queue_draw(box);
}

GtkWidget *curve_box_create(curve_box_moved *moved, gpointer user)
{
    curve_box *b = g_new0(curve_box, 1);
    GtkWidget *area = gtk_drawing_area_new();
    GtkGesture *drag = gtk_gesture_drag_new();
    GtkEventController *keys = gtk_event_controller_key_new(), *focus = gtk_event_controller_focus_new();
    b->moved = moved, b->user = user, b->time = -1;
    g_object_set_data_full(G_OBJECT(area), "curve-box", b, g_free);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, b, NULL);
    gtk_widget_set_focusable(area, TRUE);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(begin), area);
    g_signal_connect(drag, "drag-update", G_CALLBACK(update), area);
    g_signal_connect(drag, "drag-end", G_CALLBACK(end), area);
    g_signal_connect(drag, "cancel", G_CALLBACK(cancel), area);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(key), area);
    g_signal_connect_swapped(focus, "enter", G_CALLBACK(gtk_widget_queue_draw), area);
    g_signal_connect_swapped(focus, "leave", G_CALLBACK(gtk_widget_queue_draw), area);
    gtk_widget_add_controller(area, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(area, keys);
    gtk_widget_add_controller(area, focus);
    return area;
}
