#include "view/window/canvas/canvas.h"
#include "view/window/canvas/canvas_paint.h"
#include "view/window/panels/panels.h"

#include <math.h>

static unsigned modifiers_of(GtkEventController *controller)
{
    GdkModifierType state = gtk_event_controller_get_current_event_state(controller);
    return (state & GDK_SHIFT_MASK ? ORBIT_SHIFT : 0u) | (state & GDK_CONTROL_MASK ? ORBIT_CTRL : 0u) |
           (state & GDK_ALT_MASK ? ORBIT_ALT : 0u);
}

/* In the side-by-side view both halves show the same: maps the pointer to the left half. */
static void pointer_in_picture(const viewer *v, double x, double y, float out[2])
{
    int half = (gtk_widget_get_width(v->canvas.area) + 1) / 2;
    out[0] = (float)(v->settings.side_by_side && x >= half ? x - half : x);
    out[1] = (float)y;
}

static unsigned pick_kinds(const viewer *v)
{
    unsigned kinds = 0;
    kinds |= v->settings.bones || v->settings.handles ? PICK_BONES : 0u;
    kinds |= v->settings.chains ? PICK_GOALS : 0u;
    kinds |= v->settings.all_bones ? PICK_HIDDEN : 0u;
    return kinds;
}

static pick pick_here(viewer *v, const float pointer[2], uint32_t *owner)
{
    pick best = {0};
    for (uint32_t i = 0; i < v->document.model_count; i++) {
        character *c = v->document.models[i]->character;
        if (!c->visible)
            continue;
        camera_projection s = canvas_projection(v, c);
        pick found = pick_at(&s, c->shown, pointer, 12, pick_kinds(v));
        pick better = pick_better(best, found);
        if (found.kind != PICK_NOTHING && better.index == found.index && better.depth == found.depth)
            *owner = c->id;
        best = better;
    }
    return best;
}

static int32_t bone_of(const viewer *v, pick p)
{
    const character *c = viewer_active(v);
    if (!c || p.kind == PICK_NOTHING)
        return HONE_NONE;
    return p.kind == PICK_GOAL ? hone_model_skeleton(c->model)->iks[p.index].bone : (int32_t)p.index;
}

/* The surface under the pointer. owner: of a character; 0: there is none. */
static pick_surface surface_below(viewer *v, const float pointer[2], uint32_t *owner)
{
    pick_surface nearest = {.bone = HONE_NONE, .depth = INFINITY};
    for (uint32_t i = 0; i < v->document.model_count && i < v->canvas.count; i++) {
        character *c = v->document.models[i]->character;
        pick_surface hit;
        camera_projection s = canvas_projection(v, c);
        if (!c->visible || !canvas_skin(v, i) ||
            !pick_triangle(&s, c->shown, (const float(*)[3])v->canvas.list[i].positions, edit_hidden(c->edit), pointer,
                           &hit) ||
            hit.depth >= nearest.depth)
            continue;
        nearest = hit;
        *owner = c->id;
    }
    return nearest;
}

/* The body under the pointer, if bodies are shown. owner: as above */
static int32_t body_below(viewer *v, const float pointer[2], uint32_t *owner)
{
    pick best = {0};
    for (uint32_t i = 0; v->settings.bodies && i < v->document.model_count; i++) {
        character *c = v->document.models[i]->character;
        camera_projection s = canvas_projection(v, c);
        pick found = c->visible ? pick_at(&s, c->shown, pointer, 4, PICK_BODIES) : (pick){0};
        pick better = pick_better(best, found);
        if (found.kind != PICK_NOTHING && better.index == found.index && better.depth == found.depth)
            *owner = c->id;
        best = better;
    }
    return best.kind == PICK_BODY ? (int32_t)best.index : HONE_NONE;
}

/* Remembers what was clicked, for the page of numbers: a body wins over the surface of another character. */
static void inspect(viewer *v, const pick_surface *surface, uint32_t owner, const float pointer[2])
{
    uint32_t of_body = 0;
    int32_t body = body_below(v, pointer, &of_body);
    bool vertex = owner && (body == HONE_NONE || of_body == owner);
    v->inspected = (inspected){.character = body == HONE_NONE ? owner : of_body,
                               .vertex = vertex ? (int32_t)surface->vertex : HONE_NONE,
                               .material = vertex ? (int32_t)surface->material : HONE_NONE,
                               .body = body};
}

static void click(viewer *v, double x, double y)
{
    float pointer[2];
    uint32_t owner = 0;
    pointer_in_picture(v, x, y, pointer);
    pick p = v->settings.bones || v->settings.chains ? pick_here(v, pointer, &owner) : (pick){0};
    uint32_t surface_owner = 0;
    pick_surface surface = surface_below(v, pointer, &surface_owner);
    inspect(v, &surface, surface_owner, pointer);
    int32_t bone = HONE_NONE;
    if (p.kind == PICK_NOTHING)
        bone = surface.bone, owner = surface_owner;
    if (owner && owner != v->document.active) {
        document_set_active(&v->document, owner);
        v->document.changes++;
    }
    viewer_select_bone(v, p.kind == PICK_NOTHING ? bone : bone_of(v, p));
    panels_follow(v);
    viewer_redraw(v);
}

/* ---- bending -------------------------------------------------------------------------------------------------- */

static bool grab(viewer *v, const float pointer[2])
{
    canvas *k = &v->canvas;
    character *c = viewer_active(v);
    if (!c || !k->gizmo_on || v->bone < 0)
        return false;
    camera_projection s = canvas_projection(v, c);
    gizmo_handle handle = gizmo_hit(&k->gizmo, &s, pointer);
    if (handle == GIZMO_NONE || !gizmo_grab(&k->drag, &k->gizmo, handle, &s, c->edit, c->shown, pointer))
        return false;
    uint32_t chain = 0;
    edit_hold hold = edit_held(c->shown, (uint32_t)v->bone, &chain);
    if (hold == EDIT_HOLD_CHAIN && v->settings.gizmo == GIZMO_TURN)
        viewer_note(v, _("IK moves this bone: drag its goal, or switch the chain off (Scene)"));
    if (hold == EDIT_HOLD_PHYSICS)
        viewer_note(v, _("Physics moves this bone"));
    viewer_hold_time(v);
    history_begin(v->document.history, v->settings.gizmo == GIZMO_TURN ? N_("Rotate a bone") : N_("Move a bone"), 0);
    k->dragging = true;
    return true;
}

static void bend(viewer *v, const float pointer[2], bool snap)
{
    canvas *k = &v->canvas;
    character *c = viewer_active(v);
    if (!c)
        return;
    camera_projection s = canvas_projection(v, c);
    history_set_bone(v->document.history, c->edit, k->gizmo.bone, gizmo_drag_to(&k->drag, &s, pointer, snap));
    viewer_redraw(v);
}

bool canvas_cancel_drag(viewer *v)
{
    if (canvas_paint_cancel(v))
        return true;
    if (!v->canvas.dragging)
        return false;
    v->canvas.dragging = false;
    history_cancel(v->document.history);
    viewer_edited(v);
    return true;
}

static void let_go(viewer *v)
{
    v->canvas.dragging = false;
    history_end(v->document.history);
    viewer_edited(v);
}

/* ---- events --------------------------------------------------------------------------------------------------- */

static void pressed(GtkGestureClick *gesture, int times, double x, double y, viewer *v)
{
    (void)times;
    canvas *k = &v->canvas;
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    gtk_widget_grab_focus(k->area);
    if (k->button)
        return;
    float pointer[2];
    pointer_in_picture(v, x, y, pointer);
    k->button = button;
    k->moved = false;
    k->press[0] = k->pointer[0] = x, k->press[1] = k->pointer[1] = y;
    k->binding = orbit_bound((orbit_preset)v->settings.keys, button, modifiers_of(GTK_EVENT_CONTROLLER(gesture)));
    unsigned modifiers = modifiers_of(GTK_EVENT_CONTROLLER(gesture));
    if (button != GDK_BUTTON_PRIMARY)
        return;
    if (!v->settings.paint)
        grab(v, pointer);
    else if (!(modifiers & ORBIT_ALT) && canvas_paint_begin(v, pointer, modifiers))
        k->binding = (orbit_binding){ORBIT_NOTHING, 1}; /* the camera stays */
}

static void released(GtkGestureClick *gesture, int times, double x, double y, viewer *v)
{
    (void)times;
    canvas *k = &v->canvas;
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    bool chooses = !v->settings.paint || modifiers_of(GTK_EVENT_CONTROLLER(gesture)) & ORBIT_ALT;
    if (v->painting.stroke && button == GDK_BUTTON_PRIMARY)
        canvas_paint_end(v);
    else if (k->dragging && button == GDK_BUTTON_PRIMARY)
        let_go(v);
    else if (chooses && !k->moved && button == GDK_BUTTON_PRIMARY && k->button == button)
        click(v, x, y);
    k->button = 0;
}

/* Another gesture has taken the mouse: no release will come. */
static void taken(GtkGesture *gesture, GdkEventSequence *sequence, viewer *v)
{
    (void)gesture, (void)sequence;
    canvas_cancel_drag(v);
    v->canvas.button = 0;
}

static void hover(viewer *v, const float pointer[2])
{
    canvas *k = &v->canvas;
    const character *c = viewer_active(v);
    if (v->settings.paint)
        canvas_paint_hover(v, pointer);
    gizmo_handle before = k->hover;
    pick seen = k->hovered;
    uint32_t owner = 0;
    camera_projection s = canvas_projection(v, c);
    k->hover = c && k->gizmo_on ? gizmo_hit(&k->gizmo, &s, pointer) : GIZMO_NONE;
    k->hovered = v->settings.bones && k->hover == GIZMO_NONE ? pick_here(v, pointer, &owner) : (pick){0};
    if (owner != v->document.active)
        k->hovered = (pick){0};
    if (k->hover != before || k->hovered.kind != seen.kind || k->hovered.index != seen.index)
        viewer_redraw(v);
}

static void moved(GtkEventControllerMotion *controller, double x, double y, viewer *v)
{
    canvas *k = &v->canvas;
    float pointer[2], dx = (float)(x - k->pointer[0]), dy = (float)(y - k->pointer[1]);
    pointer_in_picture(v, x, y, pointer);
    k->pointer[0] = x, k->pointer[1] = y;
    if (fabs(x - k->press[0]) + fabs(y - k->press[1]) > 4)
        k->moved = true;
    if (v->painting.stroke) {
        canvas_paint_move(v, pointer);
    } else if (k->dragging) {
        bend(v, pointer, modifiers_of(GTK_EVENT_CONTROLLER(controller)) & ORBIT_CTRL);
    } else if (k->button && k->binding.action != ORBIT_NOTHING) {
        canvas_leave_keys(v);
        k->flight = 1;
        orbit_drag(&v->orbit, k->binding, dx, dy, (float)gtk_widget_get_height(k->area));
        viewer_redraw(v);
    } else if (!k->button) {
        hover(v, pointer);
    }
}

static gboolean scrolled(GtkEventControllerScroll *controller, double dx, double dy, viewer *v)
{
    orbit_binding binding =
        orbit_bound((orbit_preset)v->settings.keys, ORBIT_WHEEL, modifiers_of(GTK_EVENT_CONTROLLER(controller)));
    if (binding.action == ORBIT_NOTHING)
        return FALSE;
    canvas_leave_keys(v);
    v->canvas.flight = 1;
    orbit_wheel(&v->orbit, binding, (float)(dy + dx), (float)gtk_widget_get_height(v->canvas.area));
    viewer_redraw(v);
    return TRUE;
}

/* Handles the digits of the number pad; in f3d's preset also those of the top row. */
static gboolean key(GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state, viewer *v)
{
    (void)code;
    unsigned digit = 10;
    if (value >= GDK_KEY_KP_0 && value <= GDK_KEY_KP_9)
        digit = value - GDK_KEY_KP_0;
    else if (value >= GDK_KEY_0 && value <= GDK_KEY_9 && !(state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
        digit = value - GDK_KEY_0;
    orbit_view from =
        digit < 10 ? orbit_key((orbit_preset)v->settings.keys, digit, modifiers_of(GTK_EVENT_CONTROLLER(controller)))
                   : ORBIT_VIEW_NONE;
    if (value == GDK_KEY_Escape && canvas_cancel_drag(v))
        return TRUE;
    if (from == ORBIT_VIEW_NONE)
        return FALSE;
    canvas_turn_to_view(v, from);
    return TRUE;
}

void canvas_add_controllers(viewer *v, GtkWidget *area)
{
    GtkGesture *gesture = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), 0);
    g_signal_connect(gesture, "pressed", G_CALLBACK(pressed), v);
    g_signal_connect(gesture, "released", G_CALLBACK(released), v);
    g_signal_connect(gesture, "cancel", G_CALLBACK(taken), v);
    gtk_widget_add_controller(area, GTK_EVENT_CONTROLLER(gesture));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(moved), v);
    gtk_widget_add_controller(area, motion);
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), v);
    gtk_widget_add_controller(area, scroll);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(key), v);
    gtk_widget_add_controller(area, keys);
}
