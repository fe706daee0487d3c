#include "view/window/files/watch.h"
#include "view/text.h"
#include "view/window/canvas/canvas.h"

enum { LOOK_MILLISECONDS = 500 };

static void show_news(viewer_shell *w, const document_news *news)
{
    if (news->count > 1)
        viewer_note(w, _("Read again, since they changed: %s and %u more"), news->name, news->count - 1);
    else if (news->count)
        viewer_note(w, _("Read again, since it changed: %s"), news->name);
}

static gboolean look(gpointer user)
{
    viewer_stage *s = user;
    document_news news;
    hone_error error = {0};
    if (!s->settings.watch || s->canvas.dragging || s->painting.stroke)
        return G_SOURCE_CONTINUE;
    bool ok = document_watch_look(&s->watch, &s->document, &news, &error);
    if (news.sound)
        g_clear_pointer(&s->sound.path, g_free); /* is opened again */
    if (news.backdrop)
        canvas_reopen_backdrop(s);
    if (news.count || news.sound || !ok)
        viewer_opened(s);
    show_news(s->shell, &news);
    if (ok && news.count)
        viewer_hush(s->shell);
    if (!ok)
        viewer_say(s->shell, "%s", error.message);
    return G_SOURCE_CONTINUE;
}

void watch_begin(viewer_stage *s)
{
    s->watch_timer = g_timeout_add(LOOK_MILLISECONDS, look, s);
}

void watch_end(viewer_stage *s)
{
    if (s->watch_timer)
        g_source_remove(s->watch_timer);
    s->watch_timer = 0;
    document_watch_release(&s->watch);
}
