/* Retargets motions that were made for other skeletons. */
#include "tool/play/retarget_motions.h"
#include "view/document/document_internal.h"
#include <hone/io.h>

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

/* Made once for each motion and model, because it takes time. */
bool document_retarget(document *d, const document_motion *m, const character *c, hone_error *error)
{
    static const playback_values nothing_said;
    const input item = {.path = m->path, .motion = m->motion};
    if (m->own || m->keyed || find(d, m->motion, c->model))
        return true;
    report r = report_make();
    document_retargeted made = {.motion = m->motion, .model = c->model};
    bool ok = retarget_motion(&item, d->made_for, c->model, d->play ? d->play : &nothing_said, &r, &made.as, error) &&
              keep(d, &made, error);
    if (ok)
        take_notes(d, m->path, &r);
    else
        hone_motion_release(made.as);
    report_release(&r);
    return ok;
}

hone_motion *document_played(const document *d, const document_motion *m, const character *c)
{
    const document_retargeted *made = m->own || m->keyed ? NULL : find(d, m->motion, c->model);
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
