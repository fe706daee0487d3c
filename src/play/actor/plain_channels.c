#include "play/actor/plain_channels.h"
#include "play/actor/actor_internal.h"

/* Clocks and fades are lines, so two frames say all. */
static bool is_unchanged(const hone_layer *layer, double last)
{
    const hone_clock *clock = &layer->clock;
    return !layer->mask && !layer->data && !layer->stops && !layer->sync && hone_clock_position(clock, 0) == 0 &&
           hone_clock_position(clock, last) == last && (!clock->loop || last < clock->length) &&
           hone_fade_at(&layer->fade, 0) == 1 && hone_fade_at(&layer->fade, last) == 1;
}

const hone_channels *hone_actor_plain_channels(const hone_actor *actor, double last)
{
    bool plain = hone_model_get(actor->model)->space != HONE_SPACE_MMD && !actor->edit && !actor->physics &&
                 !actor->goals.count && !actor->transition.inertia.offsets && actor->layers.count == 1;
    return plain && is_unchanged(&actor->layers.items[0], last) ? hone_sampler_channels(actor->layers.items[0].sampler)
                                                                : NULL;
}
