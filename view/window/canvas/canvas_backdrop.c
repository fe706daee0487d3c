/* Paints what is behind the models in the picture. */
#include "view/window/canvas/canvas.h"

/* The scene may be released while its picture is shown. */
static bool open_file(canvas_backdrop *b, const look_backdrop *wanted, hone_error *error)
{
    b->path = g_strdup(wanted->file);
    look_backdrop kept = *wanted;
    kept.file = b->path;
    b->good = backdrop_open(&b->shown, &kept, error);
    return b->good;
}

static void release(canvas_backdrop *b)
{
    backdrop_release(&b->shown);
    g_free(b->path);
    *b = (canvas_backdrop){0};
}

/* Shows the file as it is now. If it cannot be read, the picture that was shown stays. */
static bool open_again(canvas_backdrop *b, const look_backdrop *wanted, hone_error *error)
{
    canvas_backdrop fresh = {0};
    b->stale = false;
    if (!open_file(&fresh, wanted, error)) {
        release(&fresh);
        return false;
    }
    release(b);
    *b = fresh;
    return true;
}

void canvas_show_backdrop(viewer_stage *s, hone_draw_desc *out)
{
    const look_backdrop *wanted = &s->document.scene.look.backdrop;
    canvas_backdrop *b = &s->canvas.backdrop;
    hone_error error = {0};
    bool said = true;
    if (g_strcmp0(b->path, wanted->file) != 0) {
        release(b);
        said = open_file(b, wanted, &error);
    } else if (b->stale) {
        said = open_again(b, wanted, &error);
    }
    backdrop_place(&b->shown, wanted);
    if (b->good && b->shown.image.cut) /* until it is on the GPU, so this is said once */
        viewer_say(s->shell, "%s: is cut off or damaged; the rows that it lacks are grey", b->path);
    if (b->good && !backdrop_show(&b->shown, s->canvas.renderer, s->document.frame, out, &error))
        b->good = said = false;
    if (!said)
        viewer_say(s->shell, "%s: %s", b->path, error.message);
}

void canvas_reopen_backdrop(viewer_stage *s)
{
    s->canvas.backdrop.stale = true;
    viewer_redraw(s);
}

void canvas_drop_backdrop(viewer_stage *s)
{
    release(&s->canvas.backdrop);
}
