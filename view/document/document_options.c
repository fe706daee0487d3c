/* Applies the command line: options of playback, beside those of a scene, and places. */
#include "tool/options/bone_name.h"
#include "tool/play/retarget_motions.h"
#include "tool/settings/settings.h"
#include "view/document/document_changes.h"
#include "view/document/document_internal.h"
#include "view/text.h"

#include <hone/io.h>

#include <string.h>

/* ---- playback --------------------------------------------------------------------------------------------------- */

/* What the command line says wins over the scene. */
static playback_values merge(const playback_values *of_scene, const playback_values *given)
{
    playback_values out = *of_scene;
    out.strict = given->strict, out.quiet = given->quiet, out.allow_outside = given->allow_outside;
    out.kernel = given->kernel, out.threads = given->threads, out.clip = given->clip, out.motion = given->motion;
    out.physics.gravity_keys = NULL, out.physics.gravity_key_count = 0; /* they stay the scene's */
    settings_take(playback_options, given, &out);
    return out;
}

static void load_source(document *d, const playback_values *play)
{
    report r = report_make();
    hone_model_release(d->made_for);
    if (retarget_load_source(play, &d->made_for, &r) != STATUS_OK)
        document_note(d, play->made_for, _("cannot be read: motions are retargeted without it"));
    report_release(&r);
}

const playback_values *document_take_playback(document *d, const playback_values *of_scene)
{
    static const playback_values nothing_said;
    if (d->play != &d->merged)
        d->given = d->play;
    const char *before = d->play ? d->play->made_for : NULL;
    d->merged = merge(of_scene, d->given ? d->given : &nothing_said);
    d->play = &d->merged;
    if (d->merged.made_for && (!before || strcmp(before, d->merged.made_for) != 0))
        load_source(d, d->play);
    return d->play;
}

void document_forget_playback(document *d)
{
    if (d->play == &d->merged)
        d->play = d->given;
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

static bool attach(const document *d, const placement *place, const document_model *m, edit_placement *out,
                   hone_error *error)
{
    if (place->attach > d->model_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is attached to model %u, but there are %u models",
                         place->attach, d->model_count);
    const character *to = d->models[place->attach - 1]->character;
    out->bone = bone_name_find(to->model, place->bone);
    out->attach = to->id;
    if (out->bone == HONE_NONE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         "is attached to a bone \"%.200s\" that model %u does not have (hone info --tree lists them)",
                         place->bone, place->attach);
    return document_may_attach(d, m->character, to->id) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is attached to itself, or to a model that is attached to it");
}

/* Puts what was given in the place of what the model has. */
static bool place_model(document *d, const placed_file *from, document_model *m, hone_error *error)
{
    edit_placement place = *edit_place(m->character->edit);
    if (from->at)
        memcpy(place.at, from->place.at, sizeof place.at);
    if (from->turn)
        memcpy(place.turn, from->place.turn, sizeof place.turn);
    if (from->scale)
        place.scale = from->place.scale;
    if (from->attach && !attach(d, &from->place, m, &place, error)) {
        hone_error_prefix(error, m->name);
        return false;
    }
    edit_set_place(m->character->correction, &place);
    document_model_opened(m);
    return true;
}

bool document_place_files(document *d, const placement_options *places, const uint32_t *ids, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < places->count; i++) {
        document_model *m = document_find(d, ids[places->items[i].file]);
        if (m)
            ok = place_model(d, &places->items[i], m, ok ? error : NULL) && ok;
    }
    return ok;
}
