/* The mouse in the dopesheet: select, move, scrub, scroll, zoom. */
#include "view/window/dopesheet/dopesheet_internal.h"
#include "view/window/timeline.h"

#include <math.h>

enum { THRESHOLD = 4, EDGE = 16 }; /* pixels of a drag; pixels from an edge where a drag scrolls */

static GdkModifierType state_of(GtkGestureDrag *gesture)
{
    return gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
}

/* ---- selecting ------------------------------------------------------------------------------------------------ */

static void seek(dopesheet *d, double x)
{
    timeline_seek(d->panels->stage, time_scale_nearest(&d->scale, x));
}

/* A key that is already selected stays so, since it may be dragged together with the others. */
static bool press_key(dopesheet *d, uint32_t row)
{
    uint32_t frame;
    bool selected;
    if (row == UINT32_MAX || !dopesheet_key_at(d, row, d->press[0], &frame))
        return false;
    sheet_has_key(&d->sheet, row, frame, &selected);
    if (!d->adds && !selected)
        sheet_select_none(&d->sheet);
    if (d->adds || !selected)
        sheet_select_row(&d->sheet, row, frame, frame, !(d->adds && selected));
    return true;
}

static void select_box(dopesheet *d)
{
    double shift = time_scale_x(&d->scale, d->press_first), x[2] = {d->press[0] + shift, d->pointer[0]};
    double y[2] = {d->press[1] + d->press_down - gtk_adjustment_get_value(d->down), d->pointer[1]};
    double height = dopesheet_row_height(d), top = dopesheet_row_top(d, 0);
    double first = ceil(time_scale_frame(&d->scale, fmin(x[0], x[1])));
    double last = floor(time_scale_frame(&d->scale, fmax(x[0], x[1])));
    if (!d->adds)
        sheet_select_none(&d->sheet);
    if (last < fmax(0, first))
        return;
    double to = fmin((fmax(y[0], y[1]) - top) / height, d->sheet.row_count);
    for (double row = fmax(0, floor((fmin(y[0], y[1]) - top) / height)); row < to; row++)
        sheet_select_row(&d->sheet, (uint32_t)row, (uint32_t)fmax(0, first), (uint32_t)fmin(last, UINT32_MAX), true);
}

/* A click on a key chooses it alone and goes to its frame, as in MMD; a click elsewhere goes to that frame. */
static void click(dopesheet *d)
{
    uint32_t row = dopesheet_row_at(d, d->press[1]), frame;
    if (row == UINT32_MAX || d->adds)
        return;
    bool hit = dopesheet_key_at(d, row, d->press[0], &frame);
    sheet_select_none(&d->sheet);
    if (hit)
        sheet_select_row(&d->sheet, row, frame, frame, true);
    dopesheet_choose_row(d, row);
    dopesheet_take_bone(d); /* also of the row that was chosen already */
    timeline_seek(d->panels->stage, hit ? frame : time_scale_nearest(&d->scale, d->press[0]));
}

/* ---- drags ---------------------------------------------------------------------------------------------------- */

static void begin(GtkGestureDrag *gesture, double x, double y, dopesheet *d)
{
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    gtk_widget_grab_focus(d->area);
    if (button == GDK_BUTTON_SECONDARY) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    d->press[0] = d->pointer[0] = x, d->press[1] = d->pointer[1] = y;
    d->press_down = gtk_adjustment_get_value(d->down), d->press_first = d->scale.first;
    d->pressed = true, d->moved = false, d->move_by = 0;
    d->adds = state_of(gesture) & (GDK_SHIFT_MASK | GDK_CONTROL_MASK);
    if (button == GDK_BUTTON_MIDDLE)
        d->drag = DOPESHEET_DRAG_PAN;
    else if (y < DOPESHEET_RULER)
        d->drag = DOPESHEET_DRAG_SCRUB, seek(d, x);
    else
        d->drag = press_key(d, dopesheet_row_at(d, y)) ? DOPESHEET_DRAG_MOVE : DOPESHEET_DRAG_BOX;
    dopesheet_redraw(d);
}

static double beyond(double at, double first, double last)
{
    return at < first + EDGE ? at - first - EDGE : at > last - EDGE ? at - last + EDGE : 0;
}

/* Scrolls while the pointer is at an edge. */
static void scroll_at_edge(dopesheet *d)
{
    double width = gtk_widget_get_width(d->area), height = gtk_widget_get_height(d->area);
    double along = beyond(d->pointer[0], 0, width), down = beyond(d->pointer[1], DOPESHEET_RULER, height);
    if (along != 0) {
        time_scale_scroll(&d->scale, along / 2);
        dopesheet_scrolled(d);
    }
    if (down != 0 && d->drag == DOPESHEET_DRAG_BOX)
        gtk_adjustment_set_value(d->down, gtk_adjustment_get_value(d->down) + down / 2);
}

static void update_move(dopesheet *d)
{
    double from = d->press[0] + time_scale_x(&d->scale, d->press_first);
    d->move_by = llround((d->pointer[0] - from) / d->scale.pixels);
}

static void update(GtkGestureDrag *gesture, double dx, double dy, dopesheet *d)
{
    (void)gesture;
    if (!d->pressed)
        return;
    d->pointer[0] = d->press[0] + dx, d->pointer[1] = d->press[1] + dy;
    d->moved = d->moved || hypot(dx, dy) >= THRESHOLD;
    if (!d->moved)
        return;
    if (d->drag == DOPESHEET_DRAG_PAN) {
        d->scale.first = d->press_first;
        time_scale_scroll(&d->scale, -dx);
        gtk_adjustment_set_value(d->down, d->press_down - dy);
        dopesheet_scrolled(d);
        return;
    }
    scroll_at_edge(d);
    if (d->drag == DOPESHEET_DRAG_SCRUB)
        seek(d, d->pointer[0]);
    else if (d->drag == DOPESHEET_DRAG_MOVE)
        update_move(d);
    dopesheet_redraw(d);
}

static void move_keys(dopesheet *d, int64_t by)
{
    if (by)
        dopesheet_move(d->panels, by);
}

static void end(GtkGestureDrag *gesture, double dx, double dy, dopesheet *d)
{
    dopesheet_drag drag = d->drag;
    if (!d->pressed)
        return;
    update(gesture, dx, dy, d);
    int64_t by = d->move_by;
    d->pressed = false, d->drag = DOPESHEET_DRAG_NONE, d->move_by = 0;
    if (!d->moved && (drag == DOPESHEET_DRAG_BOX || drag == DOPESHEET_DRAG_MOVE))
        click(d);
    else if (drag == DOPESHEET_DRAG_BOX)
        select_box(d);
    else if (drag == DOPESHEET_DRAG_MOVE)
        move_keys(d, by);
    dopesheet_redraw(d);
}

bool dopesheet_cancel_drag(dopesheet *d)
{
    bool dragged = d->pressed;
    d->pressed = false, d->drag = DOPESHEET_DRAG_NONE, d->move_by = 0;
    if (dragged)
        dopesheet_redraw(d);
    return dragged;
}

static void cancel(GtkGesture *gesture, GdkEventSequence *sequence, dopesheet *d)
{
    (void)gesture, (void)sequence;
    dopesheet_cancel_drag(d);
}

/* ---- the wheel ------------------------------------------------------------------------------------------------ */

static gboolean scroll(GtkEventControllerScroll *wheel, double dx, double dy, dopesheet *d)
{
    GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(wheel));
    const double notch = 60;
    if (state & GDK_CONTROL_MASK) {
        time_scale_zoom(&d->scale, pow(1.25, -dy), d->pointer[0]);
        dopesheet_scrolled(d);
    } else if (state & GDK_SHIFT_MASK || dx != 0) {
        time_scale_scroll(&d->scale, notch * (dx != 0 ? dx : dy));
        dopesheet_scrolled(d);
    } else
        gtk_adjustment_set_value(d->down, gtk_adjustment_get_value(d->down) + notch * dy);
    return TRUE;
}

static void hover(GtkEventControllerMotion *motion, double x, double y, dopesheet *d)
{
    (void)motion;
    if (!d->pressed)
        d->pointer[0] = x, d->pointer[1] = y;
}

/* ---- the keyboard --------------------------------------------------------------------------------------------- */

/* Up and Down choose another row, as in the list of names. */
static gboolean key(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state, dopesheet *d)
{
    (void)keys, (void)code;
    uint32_t row = dopesheet_chosen_row(d);
    if (value == GDK_KEY_Escape && dopesheet_cancel_drag(d))
        return TRUE;
    if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK) || (value != GDK_KEY_Up && value != GDK_KEY_Down))
        return FALSE;
    if (row == UINT32_MAX)
        row = 0;
    else if (value == GDK_KEY_Up)
        row -= row > 0;
    else
        row += row + 1 < d->sheet.row_count;
    dopesheet_choose_row(d, row);
    return TRUE;
}

void dopesheet_add_controllers(dopesheet *d)
{
    GtkGesture *drag = gtk_gesture_drag_new();
    GtkEventController *wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    GtkEventController *motion = gtk_event_controller_motion_new(), *keys = gtk_event_controller_key_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(begin), d);
    g_signal_connect(drag, "drag-update", G_CALLBACK(update), d);
    g_signal_connect(drag, "drag-end", G_CALLBACK(end), d);
    g_signal_connect(drag, "cancel", G_CALLBACK(cancel), d);
    g_signal_connect(wheel, "scroll", G_CALLBACK(scroll), d);
    g_signal_connect(motion, "motion", G_CALLBACK(hover), d);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(key), d);
    gtk_widget_add_controller(d->area, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(d->area, wheel);
    gtk_widget_add_controller(d->area, motion);
    gtk_widget_add_controller(d->area, keys);
}
