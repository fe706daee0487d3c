#include "view/window/shell.h"
#include "tool/messages/messages.h"

#include <stdarg.h>

enum { NOTE_SECONDS = 5, WARNING_SECONDS = 12 };

void viewer_say(viewer_shell *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *said = g_strdup_vprintf(format, arguments), translated[MESSAGE_SIZE];
    message_translate(said, translated, sizeof translated); /* libhone's errors are English */
    char *text = g_utf8_make_valid(translated, -1);
    va_end(arguments);
    g_free(said);
    if (g_strcmp0(text, w->error.said) != 0) {
        gtk_label_set_text(GTK_LABEL(w->error.text), text);
        gtk_revealer_set_reveal_child(GTK_REVEALER(w->error.bar), TRUE);
    }
    g_free(w->error.said);
    w->error.said = text;
}

void viewer_hush(viewer_shell *w)
{
    gtk_revealer_set_reveal_child(GTK_REVEALER(w->error.bar), FALSE);
    g_clear_pointer(&w->error.said, g_free);
}

static gboolean end_note(gpointer user)
{
    viewer_shell *w = user;
    w->toast.timer = 0;
    gtk_revealer_set_reveal_child(GTK_REVEALER(w->toast.box), FALSE);
    return G_SOURCE_REMOVE;
}

void viewer_end_note(viewer_shell *w)
{
    gtk_revealer_set_reveal_child(GTK_REVEALER(w->toast.box), FALSE);
}

static void show_toast(viewer_shell *w, const char *text, bool with_button, guint seconds)
{
    gtk_label_set_text(GTK_LABEL(w->toast.text), text);
    gtk_widget_set_visible(w->toast.show, with_button);
    gtk_widget_set_can_target(w->toast.box, with_button);
    gtk_revealer_set_reveal_child(GTK_REVEALER(w->toast.box), TRUE);
    if (w->toast.timer)
        g_source_remove(w->toast.timer);
    w->toast.timer = g_timeout_add_seconds(seconds, end_note, w);
}

void viewer_note(viewer_shell *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    show_toast(w, text, false, NOTE_SECONDS);
    g_free(text);
}

void viewer_warn(viewer_shell *w, uint32_t count)
{
    char *text = g_strdup_printf(ngettext("%u warning", "%u warnings", count), count);
    show_toast(w, text, true, WARNING_SECONDS);
    g_free(text);
}
