/* The state of an actor's motions as bytes: which ones play, in which order, and their clocks and weights. Samplers,
 * masks and data never change, so a state only has their ids. */
#include "base/error.h"
#include "play/actor/layers/layers.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct state_head {
    uint32_t count, last_handle;
} state_head;

/* ---- saving ---------------------------------------------------------------------------------------------------- */

size_t hone_layers_state_size(const hone_layers *layers)
{
    return sizeof(state_head) + layers->count * sizeof *layers->items;
}

char *hone_layers_save(hone_layers *layers, char *to)
{
    state_head head = {layers->count, layers->last_handle};
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (uint32_t i = 0; i < layers->count; i++, to += sizeof *layers->items) {
        hone_layer layer = layers->items[i];
        layer.sampler = NULL; /* a state holds no addresses */
        layer.mask = NULL;
        layer.data = NULL;
        memcpy(to, &layer, sizeof layer);
    }
    layers->keeps_stopped = true;
    return to;
}

/* ---- checking -------------------------------------------------------------------------------------------------- */

static uint32_t find_id(const hone_layers *layers, uint32_t id)
{
    uint32_t i = 0, count = layers->count + layers->stopped;
    while (i < count && layers->items[i].id != id) i++;
    return i;
}

/* Whether the bytes of all truth values are 0 or 1, so that they may be read. */
static bool has_truth_values(const char *at)
{
    static const size_t places[] = {offsetof(hone_layer, joins),
                                    offsetof(hone_layer, blends),
                                    offsetof(hone_layer, additive),
                                    offsetof(hone_layer, stops),
                                    offsetof(hone_layer, leads),
                                    offsetof(hone_layer, clock.loop),
                                    offsetof(hone_layer, clock.ping_pong),
                                    offsetof(hone_layer, clock.paused),
                                    offsetof(hone_layer, clock.endless_below),
                                    offsetof(hone_layer, events.includes_done)};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if ((uint8_t)at[places[i]] > 1)
            return false;
    return true;
}

static bool is_weight(const hone_layer *layer, float weight)
{
    return layer->additive ? isfinite(weight) : weight >= 0 && weight <= 1;
}

static bool has_sound_numbers(const hone_layer *layer)
{
    const hone_clock *clock = &layer->clock;
    bool finite = isfinite(clock->anchor) && isfinite(clock->position) && isfinite(clock->speed) &&
                  isfinite(layer->events.done) && isfinite(layer->fade.begin) && isfinite(layer->fade.end) &&
                  isfinite(layer->share.begin) && isfinite(layer->share.end);
    bool weights = is_weight(layer, layer->fade.from) && is_weight(layer, layer->fade.to);
    bool shares = layer->share.from >= 0 && layer->share.from <= 1 && layer->share.to >= 0 && layer->share.to <= 1;
    bool root = layer->root_share >= 0 && layer->root_share <= 1;
    return root && finite && weights && shares && layer->ends == layer->ends && layer->fade_out >= 0 &&
           fabs(layer->marker_offset) < 1e6;
}

/* Whether a layer agrees with the one that it is restored to in everything that never changes. */
static bool is_same(const hone_layer *layer, const hone_layer *known)
{
    bool steps = known->data && known->data->marker_count;
    return known->clock.length == layer->clock.length && known->mask_count == layer->mask_count &&
           known->additive == layer->additive && known->clock.loop == layer->clock.loop && (!layer->sync || steps) &&
           layer->sync < HONE_SYNC_COUNT && (!layer->leads || layer->sync);
}

static bool is_sound(const hone_layers *layers, const char *from, uint32_t index, uint32_t *members)
{
    const char *at = from + index * sizeof(hone_layer);
    hone_layer layer;
    if (!has_truth_values(at))
        return false;
    memcpy(&layer, at, sizeof layer);
    for (uint32_t i = 0; i < index; i++) {
        hone_layer other;
        memcpy(&other, from + i * sizeof other, sizeof other);
        if (other.id == layer.id)
            return false;
    }
    uint32_t known = find_id(layers, layer.id);
    *members = layer.blends ? *members + 1 : 1;
    bool same = known == layers->count + layers->stopped || is_same(&layer, &layers->items[known]);
    bool fits = *members <= layers->member_count || (*members == 1 && !layer.additive);
    return has_sound_numbers(&layer) && same && fits && !(index == 0 && (layer.joins || layer.blends));
}

bool hone_layers_state_fits(const hone_layers *layers, const char *from, size_t size, hone_error *error)
{
    state_head head = {0};
    if (size >= sizeof head)
        memcpy(&head, from, sizeof head);
    from += sizeof head;
    bool sound = size >= sizeof head && (size - sizeof head) / sizeof(hone_layer) == head.count &&
                 (size - sizeof head) % sizeof(hone_layer) == 0;
    uint32_t members = 0;
    for (uint32_t i = 0; sound && i < head.count; i++) sound = is_sound(layers, from, i, &members);
    if (!sound)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the state is not of the motions of this actor");
    for (uint32_t i = 0; i < head.count; i++) {
        hone_layer layer;
        memcpy(&layer, from + i * sizeof layer, sizeof layer);
        if (find_id(layers, layer.id) == layers->count + layers->stopped)
            return hone_fail(error, HONE_ERROR_ARGUMENT, layer.handle,
                             "the state plays the motion with the id %u, which this actor no longer has", layer.handle);
    }
    return true;
}

/* ---- restoring ------------------------------------------------------------------------------------------------- */

/* Moves the layer with this id to a place; those between move up by one. */
static hone_layer *bring(hone_layers *layers, uint32_t id, uint32_t place)
{
    hone_layer *to = &layers->items[place], *from = &layers->items[find_id(layers, id)], found = *from;
    memmove(to + 1, to, (size_t)(from - to) * sizeof *to);
    *to = found;
    return to;
}

void hone_layers_restore(hone_layers *layers, const char *from)
{
    state_head head;
    memcpy(&head, from, sizeof head);
    from += sizeof head;
    for (uint32_t i = 0; i < head.count; i++, from += sizeof *layers->items) {
        hone_layer layer;
        memcpy(&layer, from, sizeof layer);
        hone_layer *item = bring(layers, layer.id, i);
        layer.sampler = item->sampler;
        layer.mask = item->mask;
        layer.data = item->data;
        *item = layer;
    }
    layers->stopped += layers->count - head.count;
    layers->count = head.count;
    layers->last_handle = head.last_handle;
    layers->keeps_stopped = true;
}
