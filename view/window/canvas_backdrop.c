#include "view/window/canvas.h"

static bool is_same(const look_backdrop *a, const look_backdrop *b)
{
    bool same_place = a->fit == b->fit && a->offset[0] == b->offset[0] && a->offset[1] == b->offset[1] &&
                      a->scale == b->scale && a->frame.width == b->frame.width && a->frame.height == b->frame.height;
    return same_place && a->delay == b->delay && a->loop == b->loop && g_strcmp0(a->file, b->file) == 0;
}

/* The scene may be released while its picture is shown. */
static bool open_again(canvas_backdrop *b, const look_backdrop *wanted, hone_error *error)
{
    b->path = g_strdup(wanted->file);
    b->opened = *wanted;
    b->opened.file = b->path;
    return backdrop_open(&b->shown, &b->opened, error);
}

void canvas_show_backdrop(viewer *v, hone_draw_desc *out)
{
    const look_backdrop *wanted = &v->document.scene.look.backdrop;
    canvas_backdrop *b = &v->canvas.backdrop;
    hone_error error = {0};
    bool other = !is_same(&b->opened, wanted);
    if (other) {
        canvas_drop_backdrop(v);
        b->good = open_again(b, wanted, &error);
    }
    bool was_good = b->good || other;
    b->good = b->good && backdrop_show(&b->shown, v->canvas.renderer, v->document.frame, out, &error);
    if (was_good && !b->good)
        viewer_say(v, "%s: %s", b->path, error.message);
}

void canvas_drop_backdrop(viewer *v)
{
    canvas_backdrop *b = &v->canvas.backdrop;
    backdrop_release(&b->shown);
    g_free(b->path);
    *b = (canvas_backdrop){0};
}
