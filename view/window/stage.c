#include "view/window/stage.h"

double viewer_now(void)
{
    return clock_monotonic();
}

void viewer_redraw(viewer_stage *s)
{
    s->dirty = true;
}

character *viewer_active(const viewer_stage *s)
{
    document_model *m = document_active(&s->document);
    return m ? m->character : NULL;
}

bool viewer_has_time(const viewer_stage *s)
{
    return s->clock.length > 0 || document_is_endless(&s->document);
}

void viewer_hold_time(viewer_stage *s)
{
    if (s->clock.length > 0)
        play_clock_pause(&s->clock, viewer_now());
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

void viewer_opened(viewer_stage *s)
{
    s->events.opened(s->events.user);
}

void viewer_edited(viewer_stage *s)
{
    s->events.edited(s->events.user);
}

void viewer_select_bone(viewer_stage *s, int32_t bone)
{
    s->events.select_bone(s->events.user, bone);
}

void viewer_inspected(viewer_stage *s)
{
    s->events.inspected(s->events.user);
}

void viewer_close_character(viewer_stage *s, uint32_t id)
{
    s->events.close_character(s->events.user, id);
}

void viewer_tick(viewer_stage *s, double now)
{
    s->events.tick(s->events.user, now);
}
