#include "view/window/watch.h"
#include "view/text.h"
#include "view/window/canvas/canvas.h"

enum { LOOK_MILLISECONDS = 500 };

static void show_news(viewer *v, const document_news *news)
{
    if (news->count > 1)
        viewer_note(v, _("Read again, since they changed: %s and %u more"), news->name, news->count - 1);
    else if (news->count)
        viewer_note(v, _("Read again, since it changed: %s"), news->name);
}

static gboolean look(gpointer user)
{
    viewer *v = user;
    document_news news;
    hone_error error = {0};
    if (!v->settings.watch || v->canvas.dragging || v->painting.stroke)
        return G_SOURCE_CONTINUE;
    bool ok = document_watch_look(&v->watch, &v->document, &news, &error);
    if (news.sound)
        g_clear_pointer(&v->sound_path, g_free); /* is opened again */
    if (news.backdrop)
        canvas_reopen_backdrop(v);
    if (news.count || news.sound || !ok)
        viewer_opened(v);
    show_news(v, &news);
    if (ok && news.count)
        viewer_hush(v);
    if (!ok)
        viewer_say(v, "%s", error.message);
    return G_SOURCE_CONTINUE;
}

void watch_begin(viewer *v)
{
    v->watch_timer = g_timeout_add(LOOK_MILLISECONDS, look, v);
}

void watch_end(viewer *v)
{
    if (v->watch_timer)
        g_source_remove(v->watch_timer);
    v->watch_timer = 0;
    document_watch_release(&v->watch);
}
