#include "view/window/settings.h"
#include "view/window/actions/actions.h"

#include <string.h>

static char *settings_path(void)
{
    return g_build_filename(g_get_user_config_dir(), "hone", "view.ini", NULL);
}

/* A choice is valid if one of its actions offers it on this machine. */
static bool may_be(const action *a, int value)
{
    return a->kind == ACTION_TOGGLE ? value == 0 || value == 1 : a->value == value && actions_offers(a);
}

static void read_view_settings(viewer_stage *s, GKeyFile *file)
{
    const action *a;
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        GError *error = NULL;
        int value = actions_keeps(a) ? g_key_file_get_integer(file, "look", a->name, &error) : 0;
        if (actions_keeps(a) && !error && may_be(a, value))
            *(int *)((char *)&s->settings + a->offset) = value;
        g_clear_error(&error);
    }
}

static void read_recent(viewer_shell *w, GKeyFile *file)
{
    gsize count = 0;
    char **paths = g_key_file_get_string_list(file, "window", "recent", &count, NULL);
    for (gsize i = 0; i < count && i < G_N_ELEMENTS(w->recent); i++) w->recent[i] = g_strdup(paths[i]);
    g_strfreev(paths);
}

void settings_read(viewer_stage *s)
{
    GKeyFile *file = g_key_file_new();
    char *path = settings_path();
    if (!s->shell->options.fresh && g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL)) {
        read_view_settings(s, file);
        s->settings.turntable = 0; /* nobody wants to open a window that turns */
        s->settings.paint = 0;
        read_recent(s->shell, file);
        int w = g_key_file_get_integer(file, "window", "width", NULL);
        int h = g_key_file_get_integer(file, "window", "height", NULL);
        GError *error = NULL;
        int volume = g_key_file_get_integer(file, "window", "volume", &error);
        if (!error && volume >= 0 && volume <= 100)
            s->sound.volume = volume;
        g_clear_error(&error);
        if (w >= 320 && w <= 16384 && h >= 240 && h <= 16384)
            s->shell->layout.width = w, s->shell->layout.height = h;
    }
    g_free(path);
    g_key_file_free(file);
}

void settings_write(viewer_stage *s)
{
    if (s->shell->options.fresh)
        return;
    GKeyFile *file = g_key_file_new();
    char *path = settings_path(), *folder = g_path_get_dirname(path);
    const action *a;
    int width, height;
    for (uint32_t i = 0; (a = actions_at(i)); i++)
        if (actions_keeps(a))
            g_key_file_set_integer(file, "look", a->name, actions_get(&s->settings, a));
    gtk_window_get_default_size(GTK_WINDOW(s->shell->window), &width, &height);
    g_key_file_set_integer(file, "window", "width", width);
    g_key_file_set_integer(file, "window", "height", height);
    g_key_file_set_integer(file, "window", "volume", s->sound.volume);
    gsize count = 0;
    while (count < G_N_ELEMENTS(s->shell->recent) && s->shell->recent[count]) count++;
    g_key_file_set_string_list(file, "window", "recent", (const char *const *)s->shell->recent, count);
    if (g_mkdir_with_parents(folder, 0700) == 0)
        g_key_file_save_to_file(file, path, NULL);
    g_free(folder);
    g_free(path);
    g_key_file_free(file);
}

void settings_fill_recent(viewer_shell *w)
{
    g_menu_remove_all(w->recent_menu);
    for (size_t i = 0; i < G_N_ELEMENTS(w->recent) && w->recent[i]; i++) {
        char *name = g_path_get_basename(w->recent[i]);
        GMenuItem *item = g_menu_item_new(name, NULL);
        g_menu_item_set_action_and_target(item, "win.recent", "s", w->recent[i]);
        g_menu_append_item(w->recent_menu, item);
        g_object_unref(item);
        g_free(name);
    }
}

void settings_remember(viewer_shell *w, const char *path)
{
    if (!g_utf8_validate(path, -1, NULL)) /* menus and the settings file need valid text */
        return;
    char *whole = g_canonicalize_filename(path, NULL);
    size_t at = 0, last = G_N_ELEMENTS(w->recent) - 1;
    while (at < last && w->recent[at] && strcmp(w->recent[at], whole) != 0) at++;
    g_free(w->recent[at]);
    memmove(w->recent + 1, w->recent, at * sizeof *w->recent);
    w->recent[0] = whole;
    settings_fill_recent(w);
}
