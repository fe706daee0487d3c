/* Retargets motions that were made for other skeletons. */
#include "tool/play/motion_fit.h"
#include "tool/play/retarget_motions.h"
#include "view/document/document_internal.h"
#include "view/text.h"
#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const document_retargeted *find(const document *d, const hone_motion *motion, const hone_model *model)
{
    for (uint32_t i = 0; i < d->retargeted_count; i++)
        if (d->retargeted[i].motion == motion && d->retargeted[i].model == model)
            return &d->retargeted[i];
    return NULL;
}

/* Keeps as notes what the command would print to stderr. */
static void take_notes(document *d, const char *path, report *r)
{
    for (uint32_t i = 0; i < r->warning_count && i < REPORT_WARNINGS_SHOWN; i++) {
        const char *text = strstr(r->warnings[i], "warning: ");
        document_note(d, path, text ? text + strlen("warning: ") : r->warnings[i]);
    }
}

static bool keep(document *d, const document_retargeted *made, hone_error *error)
{
    document_retargeted *all = realloc(d->retargeted, (d->retargeted_count + 1) * sizeof *all);
    if (!all)
        return hone_fail_memory(error);
    d->retargeted = all;
    all[d->retargeted_count] = *made;
    hone_motion_retain(made->motion), hone_model_retain(made->model);
    d->retargeted_count++;
    return true;
}

/* Whether a motion of all models leaves a model alone, because it fits others. */
static bool leaves_out(const document *d, const document_motion *m, const document_retargeted *made)
{
    bool others = false;
    for (uint32_t i = 0; i < d->retargeted_count; i++)
        others |= d->retargeted[i].motion == m->motion && d->retargeted[i].fits;
    return m->target == 0 && !m->keyed && !made->fits && others && d->nothing;
}

static bool is_made_once(const document_motion *m)
{
    return !m->own && !m->keyed;
}

static void note_unfitting(document *d, const document_motion *m, const hone_model *model)
{
    char text[160];
    for (uint32_t i = 0; i < d->model_count; i++) {
        if (d->models[i]->character->model != model)
            continue;
        snprintf(text, sizeof text, _("does not fit %.80s, and does not play on it"), d->models[i]->name);
        document_note(d, m->path, text);
    }
}

/* Made once for each motion and model, because it takes time. */
bool document_retarget(document *d, const document_motion *m, const character *c, hone_error *error)
{
    static const playback_values nothing_said;
    const playback_values *play = d->play ? d->play : &nothing_said;
    const input item = {.path = m->path, .motion = m->motion};
    if (!is_made_once(m) || find(d, m->motion, c->model))
        return true;
    report r = report_make();
    document_retargeted made = {.motion = m->motion, .model = c->model};
    bool ok = retarget_motion(&item, d->made_for, c->model, play, &r, &made.as, error);
    made.fits = ok && (play->map || motion_fits(m->motion, c->model));
    bool kept = (ok || m->target == 0) && keep(d, &made, error);
    if (ok && kept)
        take_notes(d, m->path, &r);
    if (!kept)
        hone_motion_release(made.as);
    report_release(&r);
    return ok && kept;
}

void document_retarget_common(document *d)
{
    hone_error ignored;
    for (uint32_t i = 0; i < d->motion_count && d->model_count > 1; i++) {
        const document_motion *m = &d->motions[i];
        if (m->target != 0 || !m->moves)
            continue;
        if (!d->nothing)
            d->nothing = document_make_empty_motion(&ignored);
        for (uint32_t k = 0; k < d->model_count; k++) document_retarget(d, m, d->models[k]->character, &ignored);
        for (uint32_t k = 0; k < d->model_count; k++)
            if (document_played(d, m, d->models[k]->character) == d->nothing)
                note_unfitting(d, m, d->models[k]->character->model);
    }
}

hone_motion *document_played(const document *d, const document_motion *m, const character *c)
{
    const document_retargeted *made = is_made_once(m) ? find(d, m->motion, c->model) : NULL;
    if (made && leaves_out(d, m, made))
        return d->nothing;
    return made && made->as ? made->as : m->motion;
}

static bool is_open(const document *d, const document_retargeted *made)
{
    bool motion = false, model = false;
    for (uint32_t i = 0; i < d->motion_count; i++) motion |= d->motions[i].motion == made->motion;
    for (uint32_t i = 0; i < d->model_count; i++) model |= d->models[i]->character->model == made->model;
    return motion && model;
}

void document_forget_retargeted(document *d)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->retargeted_count; i++) {
        document_retargeted made = d->retargeted[i];
        if (is_open(d, &made)) {
            d->retargeted[kept++] = made;
            continue;
        }
        hone_motion_release(made.as);
        hone_motion_release(made.motion);
        hone_model_release(made.model);
    }
    d->retargeted_count = kept;
}
