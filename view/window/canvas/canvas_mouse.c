/* What the mouse does in the picture. */
#include "view/window/canvas/canvas.h"
#include "view/window/canvas/canvas_paint.h"

#include <math.h>

static unsigned modifiers_of(GtkEventController *controller)
{
    GdkModifierType state = gtk_event_controller_get_current_event_state(controller);
    return (state & GDK_SHIFT_MASK ? ORBIT_SHIFT : 0u) | (state & GDK_CONTROL_MASK ? ORBIT_CTRL : 0u) |
           (state & GDK_ALT_MASK ? ORBIT_ALT : 0u);
}

/* In the side-by-side view both halves show the same: maps the pointer to the left half. */
static void pointer_in_picture(const viewer_stage *s, double x, double y, float out[2])
{
    int half = (gtk_widget_get_width(s->canvas.area) + 1) / 2;
    out[0] = (float)(s->settings.side_by_side && x >= half ? x - half : x);
    out[1] = (float)y;
}

static unsigned pick_kinds(const viewer_stage *s)
{
    unsigned kinds = 0;
    kinds |= s->settings.bones || s->settings.handles ? PICK_BONES : 0u;
    kinds |= s->settings.chains ? PICK_GOALS : 0u;
    kinds |= s->settings.all_bones ? PICK_HIDDEN : 0u;
    return kinds;
}

static pick pick_here(viewer_stage *stage, const float pointer[2], uint32_t *owner)
{
    pick best = {0};
    for (uint32_t i = 0; i < stage->document.model_count; i++) {
        character *c = stage->document.models[i]->character;
        if (!c->visible)
            continue;
        camera_projection s = canvas_projection(stage, c);
        pick found = pick_at(&s, c->shown, pointer, 12, pick_kinds(stage));
        pick better = pick_better(best, found);
        if (found.kind != PICK_NOTHING && better.index == found.index && better.depth == found.depth)
            *owner = c->id;
        best = better;
    }
    return best;
}

static int32_t bone_of(const viewer_stage *s, pick p)
{
    const character *c = viewer_active(s);
    if (!c || p.kind == PICK_NOTHING)
        return HONE_NONE;
    return p.kind == PICK_GOAL ? hone_model_skeleton(c->model)->iks[p.index].bone : (int32_t)p.index;
}

/* The surface under the pointer. owner: of a character; 0: there is none. */
static pick_surface surface_below(viewer_stage *stage, const float pointer[2], uint32_t *owner)
{
    pick_surface nearest = {.bone = HONE_NONE, .depth = INFINITY};
    for (uint32_t i = 0; i < stage->document.model_count && i < stage->canvas.count; i++) {
        character *c = stage->document.models[i]->character;
        pick_surface hit;
        camera_projection s = canvas_projection(stage, c);
        if (!c->visible || !canvas_skin(stage, i) ||
            !pick_triangle(&s, c->shown, (const float(*)[3])stage->canvas.list[i].positions, edit_hidden(c->edit),
                           pointer, &hit) ||
            hit.depth >= nearest.depth)
            continue;
        nearest = hit;
        *owner = c->id;
    }
    return nearest;
}

/* The body under the pointer, if bodies are shown. owner: as above */
static int32_t body_below(viewer_stage *stage, const float pointer[2], uint32_t *owner)
{
    pick best = {0};
    for (uint32_t i = 0; stage->settings.bodies && i < stage->document.model_count; i++) {
        character *c = stage->document.models[i]->character;
        camera_projection s = canvas_projection(stage, c);
        pick found = c->visible ? pick_at(&s, c->shown, pointer, 4, PICK_BODIES) : (pick){0};
        pick better = pick_better(best, found);
        if (found.kind != PICK_NOTHING && better.index == found.index && better.depth == found.depth)
            *owner = c->id;
        best = better;
    }
    return best.kind == PICK_BODY ? (int32_t)best.index : HONE_NONE;
}

/* Remembers what was clicked, for the page of numbers: a body wins over the surface of another character. */
static void inspect(viewer_stage *s, const pick_surface *surface, uint32_t owner, const float pointer[2])
{
    uint32_t of_body = 0;
    int32_t body = body_below(s, pointer, &of_body);
    bool vertex = owner && (body == HONE_NONE || of_body == owner);
    s->inspected = (inspected){.character = body == HONE_NONE ? owner : of_body,
                               .vertex = vertex ? (int32_t)surface->vertex : HONE_NONE,
                               .material = vertex ? (int32_t)surface->material : HONE_NONE,
                               .body = body};
}

static void click(viewer_stage *s, double x, double y)
{
    float pointer[2];
    uint32_t owner = 0;
    pointer_in_picture(s, x, y, pointer);
    pick p = s->settings.bones || s->settings.chains ? pick_here(s, pointer, &owner) : (pick){0};
    uint32_t surface_owner = 0;
    pick_surface surface = surface_below(s, pointer, &surface_owner);
    inspect(s, &surface, surface_owner, pointer);
    int32_t bone = HONE_NONE;
    if (p.kind == PICK_NOTHING)
        bone = surface.bone, owner = surface_owner;
    if (owner && owner != s->document.active) {
        document_set_active(&s->document, owner);
        s->document.changes++;
    }
    viewer_select_bone(s, p.kind == PICK_NOTHING ? bone : bone_of(s, p));
    viewer_inspected(s);
    viewer_redraw(s);
}

/* ---- bending -------------------------------------------------------------------------------------------------- */

static bool grab(viewer_stage *stage, const float pointer[2])
{
    canvas *k = &stage->canvas;
    character *c = viewer_active(stage);
    if (!c || !k->gizmo_on || stage->bone < 0)
        return false;
    camera_projection s = canvas_projection(stage, c);
    gizmo_handle handle = gizmo_hit(&k->gizmo, &s, pointer);
    if (handle == GIZMO_NONE || !gizmo_grab(&k->drag, &k->gizmo, handle, &s, c->edit, c->shown, pointer))
        return false;
    uint32_t chain = 0;
    edit_hold hold = edit_held(c->shown, (uint32_t)stage->bone, &chain);
    if (hold == EDIT_HOLD_CHAIN && stage->settings.gizmo == GIZMO_TURN)
        viewer_note(stage->shell, _("IK moves this bone: drag its goal, or switch the chain off (Scene)"));
    if (hold == EDIT_HOLD_PHYSICS)
        viewer_note(stage->shell, _("Physics moves this bone"));
    viewer_hold_time(stage);
    history_begin(stage->document.history,
                  stage->settings.gizmo == GIZMO_TURN ? N_("Rotate a bone") : N_("Move a bone"), 0);
    k->dragging = true;
    return true;
}

static void bend(viewer_stage *stage, const float pointer[2], bool snap)
{
    canvas *k = &stage->canvas;
    character *c = viewer_active(stage);
    if (!c)
        return;
    camera_projection s = canvas_projection(stage, c);
    history_set_bone(stage->document.history, c->edit, k->gizmo.bone, gizmo_drag_to(&k->drag, &s, pointer, snap));
    viewer_redraw(stage);
}

bool canvas_cancel_drag(viewer_stage *s)
{
    if (canvas_paint_cancel(s))
        return true;
    if (!s->canvas.dragging)
        return false;
    s->canvas.dragging = false;
    history_cancel(s->document.history);
    viewer_edited(s);
    return true;
}

static void let_go(viewer_stage *s)
{
    s->canvas.dragging = false;
    history_end(s->document.history);
    viewer_edited(s);
}

/* ---- events --------------------------------------------------------------------------------------------------- */

static void pressed(GtkGestureClick *gesture, int times, double x, double y, viewer_stage *s)
{
    (void)times;
    canvas *k = &s->canvas;
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    gtk_widget_grab_focus(k->area);
    if (k->button)
        return;
    float pointer[2];
    pointer_in_picture(s, x, y, pointer);
    k->button = button;
    k->moved = false;
    k->press[0] = k->pointer[0] = x, k->press[1] = k->pointer[1] = y;
    k->binding = orbit_bound((orbit_preset)s->settings.keys, button, modifiers_of(GTK_EVENT_CONTROLLER(gesture)));
    unsigned modifiers = modifiers_of(GTK_EVENT_CONTROLLER(gesture));
    if (button != GDK_BUTTON_PRIMARY)
        return;
    if (!s->settings.paint)
        grab(s, pointer);
    else if (!(modifiers & ORBIT_ALT) && canvas_paint_begin(s, pointer, modifiers))
        k->binding = (orbit_binding){ORBIT_NOTHING, 1}; /* the camera stays */
}

static void released(GtkGestureClick *gesture, int times, double x, double y, viewer_stage *s)
{
    (void)times;
    canvas *k = &s->canvas;
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    bool chooses = !s->settings.paint || modifiers_of(GTK_EVENT_CONTROLLER(gesture)) & ORBIT_ALT;
    if (s->painting.stroke && button == GDK_BUTTON_PRIMARY)
        canvas_paint_end(s);
    else if (k->dragging && button == GDK_BUTTON_PRIMARY)
        let_go(s);
    else if (chooses && !k->moved && button == GDK_BUTTON_PRIMARY && k->button == button)
        click(s, x, y);
    k->button = 0;
}

/* Another gesture has taken the mouse: no release will come. */
static void taken(GtkGesture *gesture, GdkEventSequence *sequence, viewer_stage *s)
{
    (void)gesture, (void)sequence;
    canvas_cancel_drag(s);
    s->canvas.button = 0;
}

static void hover(viewer_stage *stage, const float pointer[2])
{
    canvas *k = &stage->canvas;
    const character *c = viewer_active(stage);
    if (stage->settings.paint)
        canvas_paint_hover(stage, pointer);
    gizmo_handle before = k->hover;
    pick seen = k->hovered;
    uint32_t owner = 0;
    camera_projection s = canvas_projection(stage, c);
    k->hover = c && k->gizmo_on ? gizmo_hit(&k->gizmo, &s, pointer) : GIZMO_NONE;
    k->hovered = stage->settings.bones && k->hover == GIZMO_NONE ? pick_here(stage, pointer, &owner) : (pick){0};
    if (owner != stage->document.active)
        k->hovered = (pick){0};
    if (k->hover != before || k->hovered.kind != seen.kind || k->hovered.index != seen.index)
        viewer_redraw(stage);
}

static void moved(GtkEventControllerMotion *controller, double x, double y, viewer_stage *s)
{
    canvas *k = &s->canvas;
    float pointer[2], dx = (float)(x - k->pointer[0]), dy = (float)(y - k->pointer[1]);
    pointer_in_picture(s, x, y, pointer);
    k->pointer[0] = x, k->pointer[1] = y;
    if (fabs(x - k->press[0]) + fabs(y - k->press[1]) > 4)
        k->moved = true;
    if (s->painting.stroke) {
        canvas_paint_move(s, pointer);
    } else if (k->dragging) {
        bend(s, pointer, modifiers_of(GTK_EVENT_CONTROLLER(controller)) & ORBIT_CTRL);
    } else if (k->button && k->binding.action != ORBIT_NOTHING) {
        canvas_leave_keys(s);
        k->flight = 1;
        orbit_drag(&s->orbit, k->binding, dx, dy, (float)gtk_widget_get_height(k->area));
        viewer_redraw(s);
    } else if (!k->button) {
        hover(s, pointer);
    }
    if (s->settings.gaze)
        viewer_redraw(s);
}

static gboolean scrolled(GtkEventControllerScroll *controller, double dx, double dy, viewer_stage *s)
{
    orbit_binding binding =
        orbit_bound((orbit_preset)s->settings.keys, ORBIT_WHEEL, modifiers_of(GTK_EVENT_CONTROLLER(controller)));
    if (binding.action == ORBIT_NOTHING)
        return FALSE;
    canvas_leave_keys(s);
    s->canvas.flight = 1;
    orbit_wheel(&s->orbit, binding, (float)(dy + dx), (float)gtk_widget_get_height(s->canvas.area));
    viewer_redraw(s);
    return TRUE;
}

/* Handles the digits of the number pad; in f3d's preset also those of the top row. */
static gboolean key(GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state, viewer_stage *s)
{
    (void)code;
    unsigned digit = 10;
    if (value >= GDK_KEY_KP_0 && value <= GDK_KEY_KP_9)
        digit = value - GDK_KEY_KP_0;
    else if (value >= GDK_KEY_0 && value <= GDK_KEY_9 && !(state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
        digit = value - GDK_KEY_0;
    orbit_view from =
        digit < 10 ? orbit_key((orbit_preset)s->settings.keys, digit, modifiers_of(GTK_EVENT_CONTROLLER(controller)))
                   : ORBIT_VIEW_NONE;
    if (value == GDK_KEY_Escape && canvas_cancel_drag(s))
        return TRUE;
    if (from == ORBIT_VIEW_NONE)
        return FALSE;
    canvas_turn_to_view(s, from);
    return TRUE;
}

void canvas_add_controllers(viewer_stage *s, GtkWidget *area)
{
    GtkGesture *gesture = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), 0);
    g_signal_connect(gesture, "pressed", G_CALLBACK(pressed), s);
    g_signal_connect(gesture, "released", G_CALLBACK(released), s);
    g_signal_connect(gesture, "cancel", G_CALLBACK(taken), s);
    gtk_widget_add_controller(area, GTK_EVENT_CONTROLLER(gesture));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(moved), s);
    gtk_widget_add_controller(area, motion);
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), s);
    gtk_widget_add_controller(area, scroll);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(key), s);
    gtk_widget_add_controller(area, keys);
}
