/* Which of several models a motion plays on, and which one the user works on. */
#include "tool/play/motion_fit.h"
#include "view/document/document_internal.h"
#include "view/text.h"

#include <stdio.h>

bool document_becomes_active(const document *d, const hone_model *model)
{
    const document_model *active = document_active(d);
    return !active || model_role_of(model) != MODEL_ROLE_THING ||
           model_role_of(active->character->model) == MODEL_ROLE_THING;
}

void document_choose_active(document *d)
{
    d->active = 0;
    for (uint32_t i = 0; i < d->model_count; i++)
        if (document_becomes_active(d, d->models[i]->character->model))
            d->active = d->models[i]->character->id;
}

uint32_t document_find_fitting(document *d, const char *path, const hone_motion *motion, uint32_t wanted)
{
    const document_model *m = document_find(d, wanted), *fits = document_active(d);
    char text[256];
    if (!m || !hone_motion_moves(motion) || (d->play && d->play->map) || motion_fits(motion, m->character->model))
        return wanted;
    if (!fits || fits == m || !motion_fits(motion, fits->character->model))
        fits = NULL;
    for (uint32_t i = d->model_count; i-- > 0 && !fits;)
        if (motion_fits(motion, d->models[i]->character->model))
            fits = d->models[i];
    if (!fits)
        return wanted;
    snprintf(text, sizeof text, _("does not fit %.80s; it plays on %.80s"), m->name, fits->name);
    document_note(d, path, text);
    return fits->character->id;
}
