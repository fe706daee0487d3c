#include "view/window/dopesheet/key_actions.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/dopesheet/curve_editor.h"
#include "view/window/dopesheet/dopesheet_internal.h"

#include <math.h>

void handle_dopesheet(viewer_panels *p, int unused)
{
    (void)unused;
    dopesheet_show(p);
    if (p->stage->shell->layout.narrow && p->stage->settings.dopesheet)
        viewer_note(p->stage->shell, _("The window is too narrow for the dopesheet"));
}

static uint32_t frame_of(const viewer_stage *s)
{
    return (uint32_t)lround(fmax(0, s->document.frame));
}

static void tell_registered(viewer_stage *s, bool done, const hone_error *error)
{
    if (!done)
        viewer_say(s->shell, "%s", error->message);
    else
        viewer_note(s->shell, _("Registered at frame %u"), frame_of(s));
}

/* ---- registering ---------------------------------------------------------------------------------------------- */

static bool register_camera(viewer_stage *s, hone_error *error)
{
    hone_camera camera = canvas_camera(s);
    return document_register_camera(&s->document, frame_of(s), &camera, error);
}

/* The light and the shadow of the picture. */
static bool register_light(viewer_stage *s, hone_error *error)
{
    const look_values look = canvas_look(s, canvas_pixels(s));
    picture_desc shown;
    canvas_describe(s, &look, &shown);
    return document_register_light(&s->document, frame_of(s), shown.desc.light, error);
}

static bool register_shadow(viewer_stage *s, hone_error *error)
{
    const look_values look = canvas_look(s, canvas_pixels(s));
    hone_self_shadow now = HONE_SELF_SHADOW_DEFAULT;
    picture_desc shown;
    canvas_describe(s, &look, &shown);
    if (shown.desc.self_shadow)
        now = *shown.desc.self_shadow;
    return document_register_shadow(&s->document, frame_of(s), now.mode, now.distance, error);
}

static bool register_scene(viewer_stage *s, keys_kind kind, hone_error *error)
{
    return kind == KEYS_CAMERA  ? register_camera(s, error)
           : kind == KEYS_LIGHT ? register_light(s, error)
                                : register_shadow(s, error);
}

/* Makes keys of the tracks of a row as they are now, as one command. */
static bool register_row(dopesheet *d, uint32_t row, hone_error *error)
{
    viewer_stage *s = d->panels->stage;
    const sheet_row *r = &d->sheet.rows[row];
    const sheet_group *g = &d->sheet.groups[r->group];
    uint32_t first = r->track == UINT32_MAX ? g->begin : r->track, count = r->track == UINT32_MAX ? g->count : 1,
             own = 0;
    uint32_t *tracks = g_new(uint32_t, count + 1);
    bool done = true;
    history_begin(s->document.history, N_("Register keys"), 0);
    for (uint32_t i = first; i < first + count && done; i++)
        if (d->sheet.tracks[i].source == SHEET_CHARACTER)
            tracks[own++] = d->sheet.tracks[i].track;
        else
            done = register_scene(s, sheet_get_track(&d->sheet, i)->kind, error);
    if (done && own)
        done = document_register_tracks(&s->document, d->character, tracks, own, frame_of(s), error);
    history_end(s->document.history);
    g_free(tracks);
    return done;
}

static bool is_bent(const document_bends *b)
{
    return b->bones || b->morphs || b->chains;
}

/* Registers what is bent; if nothing is, the chosen row as it is. */
void handle_register(viewer_panels *p, int unused)
{
    (void)unused;
    dopesheet *d = p->dopesheet;
    const character *c = viewer_active(p->stage);
    uint32_t row = dopesheet_chosen_row(d);
    hone_error error = {0};
    document_bends bends = {0};
    if (c)
        bends = document_unregistered(&p->stage->document, c->id);
    viewer_hold_time(p->stage);
    if (is_bent(&bends))
        tell_registered(p->stage, document_register(&p->stage->document, c->id, frame_of(p->stage), &error), &error);
    else if (row != UINT32_MAX)
        tell_registered(p->stage, register_row(d, row, &error), &error);
    else
        viewer_note(p->stage->shell, _("Nothing to register: bend a bone, or choose a row of the dopesheet"));
    dopesheet_edited(d, true);
}

void handle_register_camera(viewer_panels *p, int unused)
{
    (void)unused;
    hone_error error = {0};
    bool done = register_camera(p->stage, &error);
    tell_registered(p->stage, done, &error);
    dopesheet_edited(p->dopesheet, true);
}

void handle_drop(viewer_panels *p, int unused)
{
    (void)unused;
    const character *c = viewer_active(p->stage);
    dopesheet_edited(p->dopesheet, !c || document_drop(&p->stage->document, c->id));
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

void handle_key_step(viewer_panels *p, int direction)
{
    dopesheet_go_to_key(p, direction > 0);
}

void handle_key_move(viewer_panels *p, int frames)
{
    dopesheet_move(p, frames);
}

void handle_key_delete(viewer_panels *p, int unused)
{
    (void)unused;
    dopesheet_delete(p);
}

void handle_key_copy(viewer_panels *p, int unused)
{
    (void)unused;
    dopesheet_copy(p);
}

void handle_key_paste(viewer_panels *p, int mirrored)
{
    dopesheet_paste(p, mirrored != 0);
}

void handle_key_select(viewer_panels *p, int all)
{
    dopesheet_select_all(p, all != 0);
}

void handle_key_zoom(viewer_panels *p, int steps)
{
    dopesheet_zoom(p, steps ? pow(1.5, steps) : 0);
}

void handle_key_curve(viewer_panels *p, int preset)
{
    curve_editor_preset(p, preset);
}
