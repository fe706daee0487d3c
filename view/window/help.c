/* The help window. It is made from the table of actions and the rules of the mouse, so that it is always correct. */
#include "view/window/actions/actions.h"
#include "view/window/panels/panels.h"

enum { COLUMNS = 3, HEADING_ROWS = 2 };

typedef struct sheet {
    GtkWidget *columns[COLUMNS];
    uint32_t rows[COLUMNS];
} sheet;

/* ---- keys ----------------------------------------------------------------------------------------------------- */

static void append_key(GtkWidget *to, const char *key)
{
    GtkWidget *cap = gtk_label_new(key);
    gtk_widget_add_css_class(cap, "key");
    gtk_box_append(GTK_BOX(to), cap);
}

static const char *preset_keys(const viewer_stage *s, const action *a)
{
    const char *keys =
        a->preset_keys[s->settings.keys >= 0 && s->settings.keys < ORBIT_PRESET_COUNT ? s->settings.keys : 0];
    return keys ? keys : "";
}

/* Whether another action has the key in this preset. */
static bool is_taken(const viewer_stage *s, const action *a, const char *key)
{
    bool taken = false;
    const action *other;
    for (uint32_t i = 0; !taken && (other = actions_at(i)); i++) {
        char **each = g_strsplit(preset_keys(s, other), " ", -1);
        taken = other != a && g_strv_contains((const char *const *)each, key);
        g_strfreev(each);
    }
    return taken;
}

static void append_keys(const viewer_stage *s, const action *a, const char *keys, GtkWidget *to)
{
    char **each = g_strsplit(keys, " ", -1);
    for (char **k = each; *k; k++) {
        guint key;
        GdkModifierType modifiers;
        if (!**k || is_taken(s, a, *k) || !gtk_accelerator_parse(*k, &key, &modifiers))
            continue;
        char *text = gtk_accelerator_get_label(key, modifiers);
        append_key(to, text);
        g_free(text);
    }
    g_strfreev(each);
}

static GtkWidget *line(const char *title)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4), *label = gtk_label_new(title);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_widget_set_tooltip_text(label, title);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_box_append(GTK_BOX(box), label);
    return box;
}

/* ---- groups --------------------------------------------------------------------------------------------------- */

static GtkWidget *group(const char *title)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    gtk_widget_add_css_class(box, "help-group");
    gtk_box_append(GTK_BOX(box), panels_heading(title));
    return box;
}

/* Adds the group to the shortest column. */
static void place(sheet *s, GtkWidget *group, uint32_t rows)
{
    int shortest = 0;
    for (int i = 1; i < COLUMNS; i++)
        if (s->rows[i] < s->rows[shortest])
            shortest = i;
    gtk_box_append(GTK_BOX(s->columns[shortest]), group);
    s->rows[shortest] += rows + HEADING_ROWS;
}

static GtkWidget *action_line(const viewer_stage *s, const action *a)
{
    const char *section = actions_section_name(a);
    char *title = section ? g_strdup_printf("%s: %s", section, actions_label(a)) : g_strdup(actions_label(a));
    GtkWidget *box = line(title);
    append_keys(s, a, preset_keys(s, a), box);
    append_keys(s, a, a->keys ? a->keys : "", box);
    g_free(title);
    return box;
}

static void add_actions(const viewer_stage *stage, action_group which, sheet *s)
{
    GtkWidget *box = group(actions_group_name(which));
    uint32_t rows = 0;
    const action *a;
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        if (a->group != which || (!a->keys && !*preset_keys(stage, a)))
            continue;
        gtk_box_append(GTK_BOX(box), action_line(stage, a));
        rows++;
    }
    place(s, box, rows);
}

static void add_mouse(const viewer_stage *stage, sheet *s)
{
    static const char *const buttons[] = {N_("Wheel"), N_("Left button"), N_("Middle button"), N_("Right button")};
    static const char *const mouse_actions[] = {N_("Nothing"),       N_("Rotate"),          N_("Move"),
                                                N_("Move sideways"), N_("Move up or down"), N_("Zoom")};
    GtkWidget *box = group(_("Mouse"));
    orbit_rule rule;
    uint32_t rows = 0;
    for (; orbit_rule_at((orbit_preset)stage->settings.keys, rows, &rule); rows++) {
        char *title = rule.binding.speed == 1 ? g_strdup(gettext(mouse_actions[rule.binding.action]))
                                              : g_strdup_printf("%s ×%g", gettext(mouse_actions[rule.binding.action]),
                                                                (double)rule.binding.speed);
        GtkWidget *each = line(title);
        if (rule.modifiers & ORBIT_SHIFT)
            append_key(each, "Shift");
        if (rule.modifiers & ORBIT_CTRL)
            append_key(each, "Ctrl");
        if (rule.modifiers & ORBIT_ALT)
            append_key(each, "Alt");
        append_key(each, gettext(buttons[rule.button & 3]));
        gtk_box_append(GTK_BOX(box), each);
        g_free(title);
    }
    place(s, box, rows);
}

/* Adds the digits of the number pad, which the canvas handles itself. */
static void add_pad(const viewer_stage *stage, sheet *s)
{
    static const char *const names[] = {[ORBIT_VIEW_FRONT] = N_("From the front"),
                                        [ORBIT_VIEW_BACK] = N_("From behind"),
                                        [ORBIT_VIEW_LEFT] = N_("From the left"),
                                        [ORBIT_VIEW_RIGHT] = N_("From the right"),
                                        [ORBIT_VIEW_TOP] = N_("From above"),
                                        [ORBIT_VIEW_BOTTOM] = N_("From below"),
                                        [ORBIT_VIEW_CORNER] = N_("From a corner"),
                                        [ORBIT_VIEW_OPPOSITE] = N_("From the other side"),
                                        [ORBIT_VIEW_STEP_LEFT] = N_("A step to the left"),
                                        [ORBIT_VIEW_STEP_RIGHT] = N_("A step to the right"),
                                        [ORBIT_VIEW_STEP_UP] = N_("A step up"),
                                        [ORBIT_VIEW_STEP_DOWN] = N_("A step down"),
                                        [ORBIT_VIEW_QUARTER_UP] = N_("A quarter turn up"),
                                        [ORBIT_VIEW_QUARTER_DOWN] = N_("A quarter turn down"),
                                        [ORBIT_VIEW_PAN_LEFT] = N_("Move left"),
                                        [ORBIT_VIEW_PAN_RIGHT] = N_("Move right"),
                                        [ORBIT_VIEW_PAN_UP] = N_("Move up"),
                                        [ORBIT_VIEW_PAN_DOWN] = N_("Move down"),
                                        [ORBIT_VIEW_PROJECTION] = N_("Orthographic or perspective")};
    GtkWidget *box = group(_("Number pad"));
    uint32_t rows = 0;
    for (unsigned i = 0; i < 20; i++) {
        unsigned digit = i % 10, modifiers = i < 10 ? 0 : ORBIT_CTRL;
        orbit_view from = orbit_key((orbit_preset)stage->settings.keys, digit, modifiers);
        if (from == ORBIT_VIEW_NONE)
            continue;
        GtkWidget *each = line(gettext(names[from]));
        char text[2] = {(char)('0' + digit), '\0'};
        if (modifiers)
            append_key(each, "Ctrl");
        append_key(each, text);
        gtk_box_append(GTK_BOX(box), each);
        rows++;
    }
    place(s, box, rows);
}

/* ---- the window ----------------------------------------------------------------------------------------------- */

static GtkWidget *contents(const viewer_stage *stage)
{
    static const action_group order[] = {ACTION_OVERLAYS, ACTION_CAMERA,   ACTION_PLAY,   ACTION_FILE,   ACTION_BENDING,
                                         ACTION_KEYS,     ACTION_SKINNING, ACTION_WINDOW, ACTION_PHYSICS};
    GtkWidget *all = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 28);
    sheet s = {0};
    gtk_widget_add_css_class(all, "help");
    gtk_box_set_homogeneous(GTK_BOX(all), TRUE);
    for (int i = 0; i < COLUMNS; i++) {
        s.columns[i] = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
        gtk_box_append(GTK_BOX(all), s.columns[i]);
    }
    add_mouse(stage, &s);
    add_pad(stage, &s);
    for (size_t i = 0; i < G_N_ELEMENTS(order); i++) add_actions(stage, order[i], &s);
    return all;
}

static gboolean leave(GtkWidget *widget, GVariant *arguments, gpointer user)
{
    (void)arguments, (void)user;
    gtk_window_close(GTK_WINDOW(widget));
    return TRUE;
}

static void add_leaving(GtkWidget *window)
{
    static const guint keys[] = {GDK_KEY_Escape, GDK_KEY_question, GDK_KEY_h};
    GtkEventController *controller = gtk_shortcut_controller_new();
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        gtk_shortcut_controller_add_shortcut(
            GTK_SHORTCUT_CONTROLLER(controller),
            gtk_shortcut_new(gtk_keyval_trigger_new(keys[i], 0), gtk_callback_action_new(leave, NULL, NULL)));
    gtk_widget_add_controller(window, controller);
}

void help_show(viewer_stage *s, int unused)
{
    (void)unused;
    GtkWidget *window = gtk_window_new(), *scrolled = gtk_scrolled_window_new();
    gtk_window_set_title(GTK_WINDOW(window), _("Keys and mouse"));
    gtk_window_set_transient_for(GTK_WINDOW(window), GTK_WINDOW(s->shell->window));
    gtk_window_set_modal(GTK_WINDOW(window), TRUE);
    gtk_window_set_titlebar(GTK_WINDOW(window), gtk_header_bar_new());
    gtk_window_set_default_size(GTK_WINDOW(window), 1120, 760);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), contents(s));
    gtk_window_set_child(GTK_WINDOW(window), scrolled);
    add_leaving(window);
    gtk_window_present(GTK_WINDOW(window));
}
