#include "actions.h"
#include "canvas.h"
#include "panels.h"
#include "timeline.h"

#include <math.h>
#include <string.h>

/* ---- what they do --------------------------------------------------------------------------------------------- */

static void open_demo(viewer *v)
{
    viewer_open_built_in(v);
}

static void reload(viewer *v)
{
    hone_error error = {0};
    viewer_hush(v);
    if (!document_reload(&v->document, &error))
        viewer_say(v, "%s", error.message);
    else
        viewer_note(v, _("Read again"));
    viewer_opened(v);
}

static void close_model(viewer *v)
{
    document_close_model(&v->document, v->document.active);
    viewer_opened(v);
}

static void close_all(viewer *v)
{
    document_close_all(&v->document);
    viewer_opened(v);
}

static void quit(viewer *v)
{
    gtk_window_close(GTK_WINDOW(v->window));
}

static void play(viewer *v)
{
    double now = viewer_now();
    if (play_clock_is_playing(&v->clock))
        play_clock_pause(&v->clock, now);
    else if (v->clock.length > 0)
        play_clock_play(&v->clock, now);
    timeline_tell(v);
}

static void step(viewer *v, int frames)
{
    play_clock_step(&v->clock, viewer_now(), frames);
    viewer_redraw(v);
    timeline_tell(v);
}

static void step_back(viewer *v)
{
    step(v, -1);
}
static void step_on(viewer *v)
{
    step(v, 1);
}
static void second_back(viewer *v)
{
    timeline_seek(v, v->document.frame - HONE_FRAMES_PER_SECOND);
}
static void second_on(viewer *v)
{
    timeline_seek(v, v->document.frame + HONE_FRAMES_PER_SECOND);
}
static void go_begin(viewer *v)
{
    timeline_seek(v, 0);
}
static void go_end(viewer *v)
{
    timeline_seek(v, v->clock.length * HONE_FRAMES_PER_SECOND);
}
static void set_loop(viewer *v)
{
    play_clock_set_looping(&v->clock, viewer_now(), v->look.loop);
}
static void slower(viewer *v)
{
    timeline_speed(v, v->clock.speed / 1.6);
}
static void faster(viewer *v)
{
    timeline_speed(v, v->clock.speed * 1.6);
}
static void normal_speed(viewer *v)
{
    timeline_speed(v, 1);
}
static void set_muted(viewer *v)
{
    if (v->sound)
        sound_set_muted(v->sound, v->look.muted);
}

static void look_front(viewer *v)
{
    canvas_look_from(v, ORBIT_LOOK_FRONT);
}
static void look_back(viewer *v)
{
    canvas_look_from(v, ORBIT_LOOK_BACK);
}
static void look_left(viewer *v)
{
    canvas_look_from(v, ORBIT_LOOK_LEFT);
}
static void look_right(viewer *v)
{
    canvas_look_from(v, ORBIT_LOOK_RIGHT);
}
static void look_top(viewer *v)
{
    canvas_look_from(v, ORBIT_LOOK_TOP);
}
static void look_bottom(viewer *v)
{
    canvas_look_from(v, ORBIT_LOOK_BOTTOM);
}
static void look_projection(viewer *v)
{
    canvas_look_from(v, ORBIT_LOOK_PROJECTION);
}
static void set_fov(viewer *v, float fov)
{
    canvas_leave_keys(v);
    v->orbit.fov = fminf(fmaxf(fov, 5), 120);
    viewer_note(v, _("Field of view: %.0f°"), (double)v->orbit.fov);
    viewer_redraw(v);
}
static void wider(viewer *v)
{
    set_fov(v, v->orbit.fov + 5);
}
static void narrower(viewer *v)
{
    set_fov(v, v->orbit.fov - 5);
}
static void change_keys(viewer *v)
{
    actions_set_keys(v);
    viewer_note(v, _("Mouse and keys: %s"), orbit_preset_name((orbit_preset)v->look.keys));
}

static void physics_again(viewer *v)
{
    document_restart_physics(&v->document);
    viewer_redraw(v);
}

static void undo(viewer *v)
{
    const char *label = history_undo_label(v->document.history);
    if (label)
        viewer_note(v, _("Undone: %s"), gettext(label));
    history_undo(v->document.history);
    document_restart_physics(&v->document); /* it need not have been of the active one */
    viewer_edited(v);
}

static void redo(viewer *v)
{
    const char *label = history_redo_label(v->document.history);
    if (label)
        viewer_note(v, _("Done again: %s"), gettext(label));
    history_redo(v->document.history);
    document_restart_physics(&v->document); /* it need not have been of the active one */
    viewer_edited(v);
}

static void reset_bone(viewer *v)
{
    character *c = viewer_active(v);
    if (c && v->bone >= 0)
        history_reset_bone(v->document.history, c->edit, (uint32_t)v->bone);
    viewer_edited(v);
}

static void reset_all(viewer *v)
{
    character *c = viewer_active(v);
    if (c)
        history_reset_all(v->document.history, c->edit);
    viewer_edited(v);
}

static void select_none(viewer *v)
{
    viewer_hush(v);
    viewer_select_bone(v, HONE_NONE);
}

static void select_parent(viewer *v)
{
    const character *c = viewer_active(v);
    if (c && v->bone >= 0 && hone_model_skeleton(c->model)->bones[v->bone].parent >= 0)
        viewer_select_bone(v, hone_model_skeleton(c->model)->bones[v->bone].parent);
}

static void show_panel(viewer *v)
{
    gtk_widget_set_visible(v->panels.pane, v->look.panel);
}

static void full_screen(viewer *v)
{
    if (gtk_window_is_fullscreen(GTK_WINDOW(v->window)))
        gtk_window_unfullscreen(GTK_WINDOW(v->window));
    else
        gtk_window_fullscreen(GTK_WINDOW(v->window));
}

static void find_bone(viewer *v)
{
    panels_search(v);
}

static void tell(viewer *v)
{
    canvas_tell(v);
    viewer_redraw(v);
}

/* ---- the table ------------------------------------------------------------------------------------------------ */

#define CALL(g, n, l, k, c)                                                                                            \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .call = (c)                                              \
    }
#define TOGGLE(g, n, l, k, f, c)                                                                                       \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .kind = ACTION_TOGGLE, .call = (c),                      \
        .offset = offsetof(look, f), .kept = true                                                                      \
    }
#define CHOICE(g, n, l, k, f, x, c)                                                                                    \
    {                                                                                                                  \
        .group = (g), .name = (n), .label = (l), .keys = (k), .kind = ACTION_CHOICE, .call = (c),                      \
        .offset = offsetof(look, f), .value = (x), .kept = true                                                        \
    }

static const action table[] = {
    CALL(ACTION_FILE, "open", N_("Open…"), "<Control>o", files_choose),
    CALL(ACTION_FILE, "demo", N_("Show the built-in character"), "<Control>d", open_demo),
    CALL(ACTION_FILE, "reload", N_("Read all files again"), "F5 <Control>r", reload),
    CALL(ACTION_FILE, "save-pose", N_("Save the pose…"), "<Control>s", files_save_pose),
    CALL(ACTION_FILE, "save-picture", N_("Save the picture…"), "F12 <Control>p", files_save_picture),
    CALL(ACTION_FILE, "film", N_("Make a film…"), "<Control>m", film_ask),
    CALL(ACTION_FILE, "close-model", N_("Close the character"), "<Control>w", close_model),
    CALL(ACTION_FILE, "close-all", N_("Close everything"), "<Control><Shift>w", close_all),
    CALL(ACTION_FILE, "quit", N_("Quit"), "<Control>q", quit),

    {.group = ACTION_PLAY,
     .name = "play",
     .label = N_("Play or pause"),
     .keys = "space",
     .call = play,
     .preset_keys = {"p", NULL, NULL}},
    CALL(ACTION_PLAY, "back", N_("A frame back"), "Left", step_back),
    CALL(ACTION_PLAY, "forward", N_("A frame on"), "Right", step_on),
    CALL(ACTION_PLAY, "second-back", N_("A second back"), "<Shift>Left Page_Up", second_back),
    CALL(ACTION_PLAY, "second-forward", N_("A second on"), "<Shift>Right Page_Down", second_on),
    {.group = ACTION_PLAY,
     .name = "begin",
     .label = N_("To the beginning"),
     .keys = "<Control>Home",
     .call = go_begin,
     .preset_keys = {"Home", "<Shift>Left", "Home"}},
    CALL(ACTION_PLAY, "end", N_("To the end"), "End", go_end),
    TOGGLE(ACTION_PLAY, "loop", N_("Loop"), "l", loop, set_loop),
    CALL(ACTION_PLAY, "slower", N_("Slower"), "bracketleft", slower),
    CALL(ACTION_PLAY, "faster", N_("Faster"), "bracketright", faster),
    CALL(ACTION_PLAY, "normal-speed", N_("Normal speed"), "backslash", normal_speed),
    TOGGLE(ACTION_PLAY, "muted", N_("Mute the sound"), "m", muted, set_muted),

    {.group = ACTION_CAMERA,
     .name = "frame-all",
     .label = N_("Everything in view"),
     .keys = "a",
     .call = canvas_frame_all,
     .preset_keys = {NULL, "Home", "Return"}},
    {.group = ACTION_CAMERA,
     .name = "frame-selected",
     .label = N_("The selected bone in view"),
     .keys = "period",
     .call = canvas_frame_selected,
     .preset_keys = {NULL, "KP_Decimal", NULL}},
    CALL(ACTION_CAMERA, "front", N_("From the front"), "<Alt>1", look_front),
    CALL(ACTION_CAMERA, "behind", N_("From behind"), "<Alt>2", look_back),
    CALL(ACTION_CAMERA, "left", N_("From the left"), "<Alt>3", look_left),
    CALL(ACTION_CAMERA, "right", N_("From the right"), "<Alt>4", look_right),
    CALL(ACTION_CAMERA, "top", N_("From above"), "<Alt>5", look_top),
    CALL(ACTION_CAMERA, "bottom", N_("From below"), "<Alt>6", look_bottom),
    CALL(ACTION_CAMERA, "projection", N_("Orthographic or perspective"), "<Alt>0", look_projection),
    CALL(ACTION_CAMERA, "wider", N_("Wider field of view"), "<Control>minus", wider),
    CALL(ACTION_CAMERA, "narrower", N_("Narrower field of view"), "<Control>equal <Control>plus", narrower),
    TOGGLE(ACTION_CAMERA, "camera-keys", N_("The motion's camera"), "k", camera_keys, NULL),
    CHOICE(ACTION_CAMERA, "keys", N_("Mouse and keys as in MMD"), NULL, keys, ORBIT_MMD, change_keys),
    CHOICE(ACTION_CAMERA, "keys", N_("Mouse and keys as in Blender"), NULL, keys, ORBIT_BLENDER, change_keys),
    CHOICE(ACTION_CAMERA, "keys", N_("Mouse and keys as in f3d"), NULL, keys, ORBIT_F3D, change_keys),

    TOGGLE(ACTION_OVERLAYS, "bones", N_("Bones"), "b c", bones, NULL),
    CHOICE(ACTION_OVERLAYS, "bone-style", N_("Bones as octahedra"), NULL, bone_style, 0, NULL),
    CHOICE(ACTION_OVERLAYS, "bone-style", N_("Bones as lines"), NULL, bone_style, 1, NULL),
    CHOICE(ACTION_OVERLAYS, "bone-style", N_("Bones as in MMD"), NULL, bone_style, 2, NULL),
    TOGGLE(ACTION_OVERLAYS, "all-bones", N_("Hidden bones, too"), "<Shift>b", all_bones, NULL),
    TOGGLE(ACTION_OVERLAYS, "chains", N_("IK chains and goals"), "i", chains, NULL),
    TOGGLE(ACTION_OVERLAYS, "limits", N_("Limits of chains and joints"), "<Shift>i", limits, NULL),
    TOGGLE(ACTION_OVERLAYS, "bodies", N_("Rigid bodies"), "r", bodies, NULL),
    TOGGLE(ACTION_OVERLAYS, "joints", N_("Joints"), "j", joints, NULL),
    TOGGLE(ACTION_OVERLAYS, "normals", N_("Normals"), "n", normals, NULL),
    TOGGLE(ACTION_OVERLAYS, "wireframe", N_("Wireframe"), "z", wireframe, NULL),
    CHOICE(ACTION_OVERLAYS, "colours", N_("Colours of the materials"), "F1", colours, LOOK_COLOURS_MATERIALS, tell),
    CHOICE(ACTION_OVERLAYS, "colours", N_("Weights of the selected bone"), "F2", colours, LOOK_COLOURS_WEIGHT, tell),
    CHOICE(ACTION_OVERLAYS, "colours", N_("How many influences"), "F3", colours, LOOK_COLOURS_INFLUENCES, tell),
    CHOICE(ACTION_OVERLAYS, "colours", N_("Kinds of deformation"), "F4", colours, LOOK_COLOURS_DEFORM, tell),
    TOGGLE(ACTION_OVERLAYS, "grid", N_("Grid"), "g", grid, NULL),
    TOGGLE(ACTION_OVERLAYS, "edges", N_("Outlines"), "o", edges, NULL),
    TOGGLE(ACTION_OVERLAYS, "shadows", N_("Shadows"), "s", shadows, NULL),
    TOGGLE(ACTION_OVERLAYS, "figures", N_("Frame times"), "t", figures, tell),

    CHOICE(ACTION_SKINNING, "method", N_("As each vertex says"), "<Control>1", method, HONE_SKIN_AUTO, NULL),
    CHOICE(ACTION_SKINNING, "method", N_("Linear"), "<Control>2", method, HONE_SKIN_LINEAR, NULL),
    CHOICE(ACTION_SKINNING, "method", N_("Dual quaternion"), "<Control>3", method, HONE_SKIN_DUAL_QUATERNION, NULL),
    TOGGLE(ACTION_SKINNING, "side-by-side", N_("Linear and dual quaternion side by side"), "d", side_by_side, tell),
    CHOICE(ACTION_SKINNING, "way", N_("On the CPU"), NULL, way, HONE_GPU_SKIN_OFF, tell),
    CHOICE(ACTION_SKINNING, "way", N_("On the GPU: matrices"), NULL, way, HONE_GPU_SKIN_MATRIX, tell),
    CHOICE(ACTION_SKINNING, "way", N_("On the GPU: quaternions"), NULL, way, HONE_GPU_SKIN_QUATERNION, tell),
    CHOICE(ACTION_SKINNING, "way", N_("On the GPU: a texture"), NULL, way, HONE_GPU_SKIN_TEXTURE, tell),
    CHOICE(ACTION_SKINNING, "way", N_("On the GPU: a texture from 0 to 1"), NULL, way, HONE_GPU_SKIN_TEXTURE_NORMALISED,
           tell),
    CHOICE(ACTION_SKINNING, "way", N_("On the GPU: dual quaternions"), NULL, way, HONE_GPU_SKIN_DUAL_QUATERNION, tell),

    CHOICE(ACTION_PHYSICS, "physics", N_("Physics off"), NULL, physics, CHARACTER_PHYSICS_OFF, viewer_apply_rules),
    CHOICE(ACTION_PHYSICS, "physics", N_("Live: begins anew where you go"), NULL, physics, CHARACTER_PHYSICS_LIVE,
           viewer_apply_rules),
    CHOICE(ACTION_PHYSICS, "physics", N_("Exact: as a film from the beginning"), NULL, physics, CHARACTER_PHYSICS_EXACT,
           viewer_apply_rules),
    CALL(ACTION_PHYSICS, "physics-again", N_("Begin physics anew"), "<Shift>r", physics_again),
    TOGGLE(ACTION_PHYSICS, "ik", N_("Inverse kinematics"), "<Control>i", ik, viewer_apply_rules),

    CHOICE(ACTION_BENDING, "gizmo", N_("Turn"), "e", gizmo, GIZMO_TURN, NULL),
    CHOICE(ACTION_BENDING, "gizmo", N_("Move"), "w", gizmo, GIZMO_MOVE, NULL),
    CHOICE(ACTION_BENDING, "axes", N_("The bone's own axes"), "x", axes, GIZMO_LOCAL, NULL),
    CHOICE(ACTION_BENDING, "axes", N_("Its parent's axes"), "<Shift>x", axes, GIZMO_PARENT, NULL),
    CHOICE(ACTION_BENDING, "axes", N_("The model's axes"), "y", axes, GIZMO_MODEL, NULL),
    TOGGLE(ACTION_BENDING, "handles", N_("Handles"), "h", handles, NULL),
    CALL(ACTION_BENDING, "undo", N_("Undo"), "<Control>z", undo),
    CALL(ACTION_BENDING, "redo", N_("Redo"), "<Control><Shift>z <Control>y", redo),
    CALL(ACTION_BENDING, "reset-bone", N_("The bone as the motion says"), "Delete", reset_bone),
    CALL(ACTION_BENDING, "reset-all", N_("Everything as the motion says"), "<Shift>Delete", reset_all),
    CALL(ACTION_BENDING, "select-parent", N_("Select the bone above"), "u", select_parent),
    CALL(ACTION_BENDING, "select-none", N_("Select nothing"), "Escape", select_none),

    TOGGLE(ACTION_WINDOW, "panel", N_("Side pane"), "F9 Tab", panel, show_panel),
    TOGGLE(ACTION_WINDOW, "backdrop", N_("Light background"), "v", backdrop, NULL),
    CALL(ACTION_WINDOW, "find", N_("Find a bone"), "<Control>f", find_bone),
    CALL(ACTION_WINDOW, "fullscreen", N_("Full screen"), "F11", full_screen),
    CALL(ACTION_WINDOW, "help", N_("Keys and mouse"), "question <Control>question", help_show),
};

const action *actions_at(uint32_t index)
{
    return index < G_N_ELEMENTS(table) ? &table[index] : NULL;
}

const char *actions_group_name(action_group group)
{
    static const char *const names[ACTION_GROUPS] = {N_("File"),     N_("Play"),    N_("Camera"), N_("Overlays"),
                                                     N_("Skinning"), N_("Physics"), N_("Bend"),   N_("Window")};
    return gettext(names[group]);
}

/* ---- GTK's side ----------------------------------------------------------------------------------------------- */

static int *field_of(viewer *v, const action *a)
{
    return (int *)((char *)&v->look + a->offset);
}

static void after(viewer *v, const action *a)
{
    if (a->call)
        a->call(v);
    viewer_redraw(v);
}

static const action *named(const char *name)
{
    for (uint32_t i = 0; i < G_N_ELEMENTS(table); i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

static void activated(GSimpleAction *simple, GVariant *parameter, gpointer user)
{
    (void)parameter;
    after(user, named(g_action_get_name(G_ACTION(simple))));
}

static void changed(GSimpleAction *simple, GVariant *state, gpointer user)
{
    viewer *v = user;
    const action *a = named(g_action_get_name(G_ACTION(simple)));
    int value = a->kind == ACTION_TOGGLE ? g_variant_get_boolean(state) : g_variant_get_int32(state);
    g_simple_action_set_state(simple, state);
    if (*field_of(v, a) == value)
        return;
    *field_of(v, a) = value;
    after(v, a);
}

void actions_set(viewer *v, const action *a, int value)
{
    GVariant *state = a->kind == ACTION_TOGGLE ? g_variant_new_boolean(value != 0) : g_variant_new_int32(value);
    g_action_group_change_action_state(G_ACTION_GROUP(v->actions), a->name, state);
}

static GSimpleAction *make(viewer *v, const action *a)
{
    GSimpleAction *made;
    if (a->kind == ACTION_CALL)
        made = g_simple_action_new(a->name, NULL);
    else if (a->kind == ACTION_TOGGLE)
        made = g_simple_action_new_stateful(a->name, NULL, g_variant_new_boolean(*field_of(v, a) != 0));
    else
        made = g_simple_action_new_stateful(a->name, G_VARIANT_TYPE_INT32, g_variant_new_int32(*field_of(v, a)));
    if (a->kind == ACTION_CALL)
        g_signal_connect(made, "activate", G_CALLBACK(activated), v);
    else
        g_signal_connect(made, "change-state", G_CALLBACK(changed), v);
    return made;
}

static void open_recent(GSimpleAction *simple, GVariant *path, gpointer user)
{
    (void)simple;
    viewer_open(user, (const char *[]){g_variant_get_string(path, NULL)}, 1);
}

void actions_add(viewer *v)
{
    v->actions = G_ACTION_MAP(v->window);
    for (uint32_t i = 0; i < G_N_ELEMENTS(table); i++) {
        if (g_action_map_lookup_action(v->actions, table[i].name))
            continue;
        GSimpleAction *made = make(v, &table[i]);
        g_action_map_add_action(v->actions, G_ACTION(made));
        g_object_unref(made);
    }
    GSimpleAction *recent = g_simple_action_new("recent", G_VARIANT_TYPE_STRING);
    g_signal_connect(recent, "activate", G_CALLBACK(open_recent), v);
    g_action_map_add_action(v->actions, G_ACTION(recent));
    g_object_unref(recent);
    actions_set_keys(v);
}

static void add_keys(GtkShortcutController *to, const action *a, const char *keys)
{
    char **each = g_strsplit(keys ? keys : "", " ", -1);
    char *name = g_strconcat("win.", a->name, NULL);
    for (char **k = each; *k; k++) {
        GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string(*k);
        if (!trigger)
            continue;
        GtkShortcut *shortcut = gtk_shortcut_new(trigger, gtk_named_action_new(name));
        if (a->kind == ACTION_CHOICE)
            gtk_shortcut_set_arguments(shortcut, g_variant_new_int32(a->value));
        gtk_shortcut_controller_add_shortcut(to, shortcut);
    }
    g_free(name);
    g_strfreev(each);
}

/* Keys bubble: what has the focus, a search entry, gets them first. */
void actions_set_keys(viewer *v)
{
    if (v->keys)
        gtk_widget_remove_controller(v->window, v->keys);
    v->keys = gtk_shortcut_controller_new();
    for (uint32_t i = 0; i < G_N_ELEMENTS(table); i++) { /* the preset's first: they win */
        int preset = v->look.keys >= 0 && v->look.keys < 3 ? v->look.keys : 0;
        add_keys(GTK_SHORTCUT_CONTROLLER(v->keys), &table[i], table[i].preset_keys[preset]);
    }
    for (uint32_t i = 0; i < G_N_ELEMENTS(table); i++)
        add_keys(GTK_SHORTCUT_CONTROLLER(v->keys), &table[i], table[i].keys);
    gtk_widget_add_controller(v->window, v->keys);
}

static void enable(viewer *v, const char *name, bool on)
{
    g_simple_action_set_enabled(G_SIMPLE_ACTION(g_action_map_lookup_action(v->actions, name)), on);
}

void actions_refresh(viewer *v)
{
    const character *c = viewer_active(v);
    bool open = v->document.model_count > 0;
    static const char *const of_models[] = {"reload", "close-model", "close-all", "save-picture", "film", "frame-all"};
    for (size_t i = 0; i < G_N_ELEMENTS(of_models); i++) enable(v, of_models[i], open);
    enable(v, "save-pose", c && hone_model_get(c->model)->space == HONE_SPACE_MMD);
    enable(v, "undo", history_undo_label(v->document.history) != NULL);
    enable(v, "redo", history_redo_label(v->document.history) != NULL);
    enable(v, "reset-all", c && !edit_is_empty(c->edit));
}

GMenu *actions_menu(action_group group)
{
    GMenu *menu = g_menu_new(), *section = NULL;
    const char *last = NULL;
    for (uint32_t i = 0; i < G_N_ELEMENTS(table); i++) {
        const action *a = &table[i];
        if (a->group != group)
            continue;
        bool grouped = a->kind == ACTION_CHOICE && last && strcmp(last, a->name) == 0;
        if (!section || (a->kind == ACTION_CHOICE && !grouped) || (a->kind != ACTION_CHOICE && last)) {
            section = g_menu_new();
            g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
            g_object_unref(section);
        }
        last = a->kind == ACTION_CHOICE ? a->name : NULL;
        char *detailed = a->kind == ACTION_CHOICE ? g_strdup_printf("win.%s(%d)", a->name, a->value)
                                                  : g_strconcat("win.", a->name, NULL);
        GMenuItem *item = g_menu_item_new(gettext(a->label), detailed);
        if (a->keys) {
            char **keys = g_strsplit(a->keys, " ", 2);
            g_menu_item_set_attribute(item, "accel", "s", keys[0]);
            g_strfreev(keys);
        }
        g_menu_append_item(section, item);
        g_object_unref(item);
        g_free(detailed);
    }
    return menu;
}
