#include "view/window/actions/actions.h"
#include "view/document/document_changes.h"
#include "view/window/files/files.h"

#include <string.h>

static int *field_of(viewer_stage *s, const action *a)
{
    return (int *)((char *)&s->settings + a->offset);
}

bool actions_keeps(const action *a)
{
    return a->kind != ACTION_CALL;
}

int actions_get(const view_settings *settings, const action *a)
{
    return *(const int *)((const char *)settings + a->offset);
}

void actions_set(viewer_stage *s, const action *a, int value)
{
    GVariant *state = a->kind == ACTION_TOGGLE ? g_variant_new_boolean(value != 0) : g_variant_new_int32(value);
    g_action_group_change_action_state(G_ACTION_GROUP(s->shell->actions), a->name, state);
}

/* ---- GTK's actions -------------------------------------------------------------------------------------------- */

static void perform(viewer *v, const action *a, int value)
{
    void (*call)(void) = a->call.function;
    if (call && a->call.part == ACTION_OF_VIEWER)
        ((void (*)(viewer *, int))call)(v, value);
    else if (call && a->call.part == ACTION_OF_SHELL)
        ((void (*)(viewer_shell *, int))call)(&v->shell, value);
    else if (call && a->call.part == ACTION_OF_STAGE)
        ((void (*)(viewer_stage *, int))call)(&v->stage, value);
    else if (call && a->call.part == ACTION_OF_PANELS)
        ((void (*)(viewer_panels *, int))call)(&v->panels, value);
    else if (call)
        ((void (*)(viewer_film *, int))call)(&v->film, value);
    viewer_redraw(&v->stage);
}

static const action *named(const char *name)
{
    const action *a;
    for (uint32_t i = 0; (a = actions_at(i)); i++)
        if (strcmp(a->name, name) == 0)
            return a;
    return NULL;
}

void actions_set_named(viewer_stage *s, const char *name, int value)
{
    actions_set(s, named(name), value);
}

static void activated(GSimpleAction *simple, GVariant *parameter, gpointer user)
{
    (void)parameter;
    const action *a = named(g_action_get_name(G_ACTION(simple)));
    perform(user, a, a->value);
}

static void changed(GSimpleAction *simple, GVariant *state, gpointer user)
{
    viewer *v = user;
    const action *a = named(g_action_get_name(G_ACTION(simple)));
    int value = a->kind == ACTION_TOGGLE ? g_variant_get_boolean(state) : g_variant_get_int32(state);
    g_simple_action_set_state(simple, state);
    if (*field_of(&v->stage, a) == value)
        return;
    *field_of(&v->stage, a) = value;
    perform(v, a, value);
}

static GSimpleAction *make(viewer *v, const action *a)
{
    GSimpleAction *made;
    if (a->kind == ACTION_CALL)
        made = g_simple_action_new(a->name, NULL);
    else if (a->kind == ACTION_TOGGLE)
        made =
            g_simple_action_new_stateful(a->name, NULL, g_variant_new_boolean(actions_get(&v->stage.settings, a) != 0));
    else
        made = g_simple_action_new_stateful(a->name, G_VARIANT_TYPE_INT32,
                                            g_variant_new_int32(actions_get(&v->stage.settings, a)));
    if (a->kind == ACTION_CALL)
        g_signal_connect(made, "activate", G_CALLBACK(activated), v);
    else
        g_signal_connect(made, "change-state", G_CALLBACK(changed), v);
    return made;
}

static void open_recent(GSimpleAction *simple, GVariant *path, gpointer user)
{
    (void)simple;
    files_open(user, (const char *[]){g_variant_get_string(path, NULL)}, 1, false);
}

void actions_add(viewer *v)
{
    const action *a;
    v->shell.actions = G_ACTION_MAP(v->shell.window);
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        if (g_action_map_lookup_action(v->shell.actions, a->name))
            continue;
        GSimpleAction *made = make(v, a);
        g_action_map_add_action(v->shell.actions, G_ACTION(made));
        g_object_unref(made);
    }
    GSimpleAction *recent = g_simple_action_new("recent", G_VARIANT_TYPE_STRING);
    g_signal_connect(recent, "activate", G_CALLBACK(open_recent), v);
    g_action_map_add_action(v->shell.actions, G_ACTION(recent));
    g_object_unref(recent);
    actions_set_keys(&v->stage);
}

static void enable(viewer_shell *w, const char *name, bool on)
{
    g_simple_action_set_enabled(G_SIMPLE_ACTION(g_action_map_lookup_action(w->actions, name)), on);
}

void actions_refresh(viewer_stage *s)
{
    const character *c = viewer_active(s);
    bool open = s->document.model_count > 0;
    static const char *const of_models[] = {"reload", "close-model", "close-all",  "save-picture",
                                            "film",   "frame-all",   "save-model", "normalise-weights"};
    for (size_t i = 0; i < G_N_ELEMENTS(of_models); i++) enable(s->shell, of_models[i], open);
    enable(s->shell, "save-scene",
           open && (document_is_modified(&s->document) || !s->scene.path || s->scene.view_changed));
    enable(s->shell, "save-scene-as", open);
    enable(s->shell, "save", open || document_is_modified(&s->document));
    enable(s->shell, "warnings", s->document.note_count > 0);
    enable(s->shell, "save-pose", c && hone_model_get(c->model)->space == HONE_SPACE_MMD);
    enable(s->shell, "save-motion", c && hone_model_get(c->model)->space == HONE_SPACE_MMD);
    enable(s->shell, "undo", history_undo_label(s->document.history) != NULL);
    enable(s->shell, "redo", history_redo_label(s->document.history) != NULL);
    enable(s->shell, "reset-all", c && !edit_is_empty(c->edit));
    enable(s->shell, "reset-weights", c && edit_weights(c->edit) && weight_table_count(edit_weights(c->edit)));
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

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

/* Keys bubble: the focused widget, such as a search entry, gets them first. */
void actions_set_keys(viewer_stage *s)
{
    const action *a;
    int preset = s->settings.keys >= 0 && s->settings.keys < ORBIT_PRESET_COUNT ? s->settings.keys : 0;
    if (s->shell->keys)
        gtk_widget_remove_controller(s->shell->window, s->shell->keys);
    s->shell->keys = gtk_shortcut_controller_new();
    for (uint32_t i = 0; (a = actions_at(i)); i++) /* the preset's first: they win */
        add_keys(GTK_SHORTCUT_CONTROLLER(s->shell->keys), a, a->preset_keys[preset]);
    for (uint32_t i = 0; (a = actions_at(i)); i++)
        if (!a->in_dopesheet)
            add_keys(GTK_SHORTCUT_CONTROLLER(s->shell->keys), a, a->keys);
    gtk_widget_add_controller(s->shell->window, s->shell->keys);
}

void actions_add_dopesheet_keys(GtkWidget *widget)
{
    const action *a;
    GtkEventController *keys = gtk_shortcut_controller_new();
    for (uint32_t i = 0; (a = actions_at(i)); i++)
        if (a->in_dopesheet)
            add_keys(GTK_SHORTCUT_CONTROLLER(keys), a, a->keys);
    gtk_widget_add_controller(widget, keys);
}

/* ---- menus ---------------------------------------------------------------------------------------------------- */

static void append_item(GMenu *section, const action *a)
{
    char *detailed = a->kind == ACTION_CHOICE ? g_strdup_printf("win.%s(%d)", a->name, a->value)
                                              : g_strconcat("win.", a->name, NULL);
    GMenuItem *item = g_menu_item_new(actions_label(a), detailed);
    if (a->keys) {
        char **keys = g_strsplit(a->keys, " ", 2);
        g_menu_item_set_attribute(item, "accel", "s", keys[0]);
        g_strfreev(keys);
    }
    g_menu_append_item(section, item);
    g_object_unref(item);
    g_free(detailed);
}

/* Each choice is a section with its name above; long and rarely used ones are submenus. */
GMenu *actions_menu(action_group group)
{
    GMenu *menu = g_menu_new(), *section = NULL;
    const char *choice = NULL;
    const action *a;
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        if (a->group != group || !actions_offers(a))
            continue;
        const char *now = a->kind == ACTION_CHOICE ? a->name : NULL;
        if (!section || g_strcmp0(now, choice) != 0) {
            section = g_menu_new();
            if (actions_section_is_nested(a))
                g_menu_append_submenu(menu, actions_section_name(a), G_MENU_MODEL(section));
            else
                g_menu_append_section(menu, actions_section_name(a), G_MENU_MODEL(section));
            g_object_unref(section);
        }
        choice = now;
        append_item(section, a);
    }
    return menu;
}
