/* The help sheet: made from the table of actions and the rules of the mouse, so that it is true. Given to GTK as the
 * text of a description, which is the only way it takes one. */
#include "actions.h"

static void open_group(GString *to, const char *title)
{
    char *escaped = g_markup_escape_text(title, -1);
    g_string_append_printf(to, "<child><object class='GtkShortcutsGroup'><property name='title'>%s</property>",
                           escaped);
    g_free(escaped);
}

static void add(GString *to, const char *property, const char *value, const char *title)
{
    char *escaped =
        g_markup_printf_escaped("<child><object class='GtkShortcutsShortcut'><property name='%s'>%s</property>"
                                "<property name='title'>%s</property></object></child>",
                                property, value, title);
    g_string_append(to, escaped);
    g_free(escaped);
}

static void add_keys(const viewer *v, action_group which, GString *to)
{
    const action *a;
    open_group(to, actions_group_name(which));
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        const char *preset = a->preset_keys[v->look.keys >= 0 && v->look.keys < 3 ? v->look.keys : 0];
        char *both = g_strconcat(a->keys ? a->keys : "", preset && a->keys ? " " : "", preset ? preset : "", NULL);
        if (a->group == which && *both)
            add(to, "accelerator", both, gettext(a->label));
        g_free(both);
    }
    g_string_append(to, "</object></child>");
}

static void add_mouse(const viewer *v, GString *to)
{
    static const char *const buttons[] = {N_("wheel"), N_("left button"), N_("middle button"), N_("right button")};
    static const char *const deeds[] = {N_("nothing"),           N_("turns"),
                                        N_("moves sideways"),    N_("moves sideways"),
                                        N_("moves up and down"), N_("goes nearer or away")};
    orbit_rule rule;
    open_group(to, _("Mouse"));
    for (uint32_t i = 0; orbit_rule_at((orbit_preset)v->look.keys, i, &rule); i++) {
        char *title =
            g_strdup_printf("%s%s%s%s: %s", rule.modifiers & ORBIT_SHIFT ? "Shift + " : "",
                            rule.modifiers & ORBIT_CTRL ? "Ctrl + " : "", rule.modifiers & ORBIT_ALT ? "Alt + " : "",
                            gettext(buttons[rule.button & 3]), gettext(deeds[rule.binding.action]));
        add(to, "shortcut-type", "gesture", title);
        g_free(title);
    }
    g_string_append(to, "</object></child>");
}

void help_show(viewer *v)
{
    GString *text = g_string_new("<interface><object class='GtkShortcutsWindow' id='sheet'><property name='modal'>1"
                                 "</property><child><object class='GtkShortcutsSection'><property name='section-name'>"
                                 "all</property><property name='max-height'>16</property>");
    for (int g = 0; g < ACTION_GROUPS; g++) add_keys(v, (action_group)g, text);
    add_mouse(v, text);
    g_string_append(text, "</object></child></object></interface>");
    GtkBuilder *builder = gtk_builder_new_from_string(text->str, -1);
    GtkWidget *sheet = GTK_WIDGET(gtk_builder_get_object(builder, "sheet"));
    gtk_window_set_transient_for(GTK_WINDOW(sheet), GTK_WINDOW(v->window));
    gtk_window_present(GTK_WINDOW(sheet));
    g_object_unref(builder);
    g_string_free(text, TRUE);
}
