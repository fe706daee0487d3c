#include "view/document/document_place.h"
#include "tool/scene/place_model.h"

#include <hone/math.h>
#include <string.h>

static placement of(const edit_placement *from)
{
    placement out = {.scale = from->scale};
    memcpy(out.at, from->at, sizeof out.at);
    memcpy(out.turn, from->turn, sizeof out.turn);
    return out;
}

hone_affine document_own_place(const edit_placement *place)
{
    const placement own = of(place);
    return placement_transform(&own);
}

/* steps: of the way through characters that are attached to each other. */
static hone_affine place_of(const document *d, const character *c, uint32_t steps)
{
    const edit_placement *place = edit_place(c->edit);
    const document_model *carrier = place->attach && steps ? document_find(d, place->attach) : NULL;
    const hone_affine own = document_own_place(place);
    if (!carrier || place->bone < 0 ||
        (uint32_t)place->bone >= hone_model_skeleton(carrier->character->model)->bone_count)
        return own;
    const hone_affine below = place_of(d, carrier->character, steps - 1);
    const hone_affine bone = placement_of_bone(&below, carrier->character->shown, place->bone);
    return hone_affine_multiply(&bone, &own);
}

hone_affine document_place(const document *d, const character *c)
{
    return place_of(d, c, d->model_count);
}

bool document_is_placed(const character *c)
{
    const edit_placement *place = edit_place(c->edit);
    const placement own = of(place);
    return place->attach || !placement_is_none(&own);
}

bool document_may_attach(const document *d, const character *c, uint32_t to)
{
    for (uint32_t steps = 0; to && steps <= d->model_count; steps++) {
        const document_model *m = document_find(d, to);
        if (!m || m->character == c)
            return m == NULL && steps > 0;
        to = edit_place(m->character->edit)->attach;
    }
    return to == 0;
}
