#include "view/window/dopesheet/key_actions.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"
#include "view/window/dopesheet/curve_editor.h"
#include "view/window/dopesheet/dopesheet_internal.h"

#include <math.h>

void handle_dopesheet(viewer *v, int unused)
{
    (void)unused;
    dopesheet_show(v);
    if (v->narrow && v->settings.dopesheet)
        viewer_note(v, _("The window is too narrow for the dopesheet"));
}

static uint32_t frame_of(const viewer *v)
{
    return (uint32_t)lround(fmax(0, v->document.frame));
}

static void tell_registered(viewer *v, bool done, const hone_error *error)
{
    if (!done)
        viewer_say(v, "%s", error->message);
    else
        viewer_note(v, _("Registered at frame %u"), frame_of(v));
}

/* ---- registering ---------------------------------------------------------------------------------------------- */

static bool register_camera(viewer *v, hone_error *error)
{
    hone_camera camera = canvas_camera(v);
    return document_register_camera(&v->document, frame_of(v), &camera, error);
}

/* The light and the shadow of the picture. */
static bool register_light(viewer *v, hone_error *error)
{
    const look_values look = canvas_look(v, canvas_pixels(v));
    picture_desc shown;
    canvas_describe(v, &look, &shown);
    return document_register_light(&v->document, frame_of(v), shown.desc.light, error);
}

static bool register_shadow(viewer *v, hone_error *error)
{
    const look_values look = canvas_look(v, canvas_pixels(v));
    hone_self_shadow now = HONE_SELF_SHADOW_DEFAULT;
    picture_desc shown;
    canvas_describe(v, &look, &shown);
    if (shown.desc.self_shadow)
        now = *shown.desc.self_shadow;
    return document_register_shadow(&v->document, frame_of(v), now.mode, now.distance, error);
}

static bool register_scene(viewer *v, keys_kind kind, hone_error *error)
{
    return kind == KEYS_CAMERA  ? register_camera(v, error)
           : kind == KEYS_LIGHT ? register_light(v, error)
                                : register_shadow(v, error);
}

/* Makes keys of the tracks of a row as they are now, as one command. */
static bool register_row(dopesheet *d, uint32_t row, hone_error *error)
{
    viewer *v = d->viewer;
    const sheet_row *r = &d->sheet.rows[row];
    const sheet_group *g = &d->sheet.groups[r->group];
    uint32_t first = r->track == UINT32_MAX ? g->begin : r->track, count = r->track == UINT32_MAX ? g->count : 1,
             own = 0;
    uint32_t *tracks = g_new(uint32_t, count + 1);
    bool done = true;
    history_begin(v->document.history, N_("Register keys"), 0);
    for (uint32_t i = first; i < first + count && done; i++)
        if (d->sheet.tracks[i].source == SHEET_CHARACTER)
            tracks[own++] = d->sheet.tracks[i].track;
        else
            done = register_scene(v, sheet_get_track(&d->sheet, i)->kind, error);
    if (done && own)
        done = document_register_tracks(&v->document, d->character, tracks, own, frame_of(v), error);
    history_end(v->document.history);
    g_free(tracks);
    return done;
}

static bool is_bent(const document_bends *b)
{
    return b->bones || b->morphs || b->chains;
}

/* Registers what is bent; if nothing is, the chosen row as it is. */
void handle_register(viewer *v, int unused)
{
    (void)unused;
    dopesheet *d = v->dopesheet;
    const character *c = viewer_active(v);
    uint32_t row = dopesheet_chosen_row(d);
    hone_error error = {0};
    document_bends bends = {0};
    if (c)
        bends = document_unregistered(&v->document, c->id);
    viewer_hold_time(v);
    if (is_bent(&bends))
        tell_registered(v, document_register(&v->document, c->id, frame_of(v), &error), &error);
    else if (row != UINT32_MAX)
        tell_registered(v, register_row(d, row, &error), &error);
    else
        viewer_note(v, _("Nothing to register: bend a bone, or choose a row of the dopesheet"));
    dopesheet_edited(d, true);
}

void handle_register_camera(viewer *v, int unused)
{
    (void)unused;
    hone_error error = {0};
    bool done = register_camera(v, &error);
    tell_registered(v, done, &error);
    dopesheet_edited(v->dopesheet, true);
}

void handle_drop(viewer *v, int unused)
{
    (void)unused;
    const character *c = viewer_active(v);
    dopesheet_edited(v->dopesheet, !c || document_drop(&v->document, c->id));
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

void handle_key_step(viewer *v, int direction)
{
    dopesheet_go_to_key(v, direction > 0);
}

void handle_key_move(viewer *v, int frames)
{
    dopesheet_move(v, frames);
}

void handle_key_delete(viewer *v, int unused)
{
    (void)unused;
    dopesheet_delete(v);
}

void handle_key_copy(viewer *v, int unused)
{
    (void)unused;
    dopesheet_copy(v);
}

void handle_key_paste(viewer *v, int mirrored)
{
    dopesheet_paste(v, mirrored != 0);
}

void handle_key_select(viewer *v, int all)
{
    dopesheet_select_all(v, all != 0);
}

void handle_key_zoom(viewer *v, int steps)
{
    dopesheet_zoom(v, steps ? pow(1.5, steps) : 0);
}

void handle_key_curve(viewer *v, int preset)
{
    curve_editor_preset(v, preset);
}
