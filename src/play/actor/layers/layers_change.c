/* Adding and removing of layers. */
#include "play/actor/layers/layers.h"

#include "base/error.h"
#include <math.h>
#include <string.h>

void hone_layers_close(hone_layers *layers, const hone_allocator *allocator)
{
    for (uint32_t i = 0; i < layers->count + layers->stopped; i++) hone_layer_close(&layers->items[i], allocator);
    hone_deallocate(allocator, layers->items, layers->capacity, sizeof *layers->items);
    for (uint32_t i = 0; i < layers->member_count; i++) hone_pose_destroy(layers->members[i]);
}

/* Moves a layer behind those that play. */
static void set_aside(hone_layers *layers, hone_layer *layer)
{
    hone_layer *last = layers->items + --layers->count, kept = *layer;
    memmove(layer, layer + 1, (size_t)(last - layer) * sizeof *layer);
    *last = kept;
    layers->stopped++;
}

static void drop_stopped(hone_layers *layers, uint32_t most, const hone_allocator *allocator)
{
    for (; layers->stopped > most; layers->stopped--)
        hone_layer_close(&layers->items[layers->count + layers->stopped - 1], allocator);
}

/* The next layer of the state takes the place of a layer that goes. If there is none, the next state does. */
static void hand_place_on(hone_layer *layer, hone_layer *next)
{
    if (next->blends && !layer->blends)
        next->blends = false, next->joins = layer->joins, next->share = layer->share;
    else if (next->joins && !layer->blends)
        next->joins = layer->joins;
}

void hone_layers_remove(hone_layers *layers, hone_layer *layer, double now, const hone_allocator *allocator)
{
    hone_layers_resign(layers, layer, fmin(now, hone_layers_end(layers, layer)));
    if (layer + 1 < layers->items + layers->count)
        hand_place_on(layer, layer + 1);
    set_aside(layers, layer);
    drop_stopped(layers, layers->keeps_stopped ? HONE_LAYERS_STOPPED_MOST : 0, allocator);
}

/* A state whose only motion has ended by itself stays while other states of its group show, so that they keep their
 * shares. */
static bool is_needless(const hone_layers *layers, uint32_t index, double now)
{
    uint32_t begin = hone_layers_state_begin(layers, index), end = hone_layers_state_end(layers, index);
    bool alone = hone_layers_group_begin(layers, index) == begin && hone_layers_group_end(layers, index) == end;
    return hone_layers_is_hidden(layers, index, now) ||
           (hone_layers_has_ended(layers, index, now) && (alone || end - begin > 1));
}

static void drop_ended(hone_layers *layers, double now, const hone_allocator *allocator)
{
    for (uint32_t i = layers->count; i-- > 0;)
        if (is_needless(layers, i, now))
            hone_layers_remove(layers, &layers->items[i], now, allocator);
}

static bool make_room(hone_layers *layers, const hone_allocator *allocator, hone_error *error)
{
    uint32_t used = layers->count + layers->stopped;
    if (used < layers->capacity)
        return true;
    uint32_t capacity = layers->capacity ? layers->capacity * 2 : 4;
    hone_layer *items = hone_allocate(allocator, capacity, sizeof *items);
    if (!items)
        return hone_fail_memory(error);
    if (used)
        memcpy(items, layers->items, used * sizeof *items);
    hone_deallocate(allocator, layers->items, layers->capacity, sizeof *layers->items);
    layers->items = items;
    layers->capacity = capacity;
    return true;
}

static bool make_members(hone_layers *layers, uint32_t count, const hone_sampler_desc *sampler, hone_error *error)
{
    if (count > HONE_BLEND_MOST)
        return hone_fail(error, HONE_ERROR_ARGUMENT, count, "at most %d motions can be blended", (int)HONE_BLEND_MOST);
    while (layers->member_count < count) {
        hone_pose *pose = hone_pose_create(sampler->model, sampler->allocator, error);
        if (!pose)
            return false;
        layers->members[layers->member_count++] = pose;
    }
    return true;
}

/* Turns a fade over the layers below into a cross-fade from the group of `from`. */
static void join(const hone_layers *layers, hone_layer *layer, const hone_layer *from, double now)
{
    uint32_t index = (uint32_t)(from - layers->items);
    layer->joins = true;
    layer->share = layer->fade;
    layer->fade = from->fade;
    if (hone_layers_state_end(layers, index) - hone_layers_state_begin(layers, index) > 1) {
        float weight = fminf(hone_layers_state_weight(layers, index, now), 1);
        layer->fade = (hone_fade){now, now, weight, weight};
    }
}

/* Puts a layer in step with the leader of the group of `from`, or makes it the leader. */
static bool fall_in_step(const hone_layers *layers, hone_layer *layer, const hone_layer *from, hone_error *error)
{
    const hone_layer *leader = NULL;
    uint32_t index = from ? (uint32_t)(from - layers->items) : 0, end = from ? hone_layers_group_end(layers, index) : 0;
    for (uint32_t i = from ? hone_layers_group_begin(layers, index) : 0; i < end; i++)
        if (layers->items[i].leads)
            leader = &layers->items[i];
    layer->leads = !leader;
    if (!leader)
        return true;
    layer->clock.endless_below = true;
    layer->marker_offset = hone_layers_marker_offset(layer, leader);
    return layer->marker_offset >= 0 || hone_fail(error, HONE_ERROR_ARGUMENT, leader->handle,
                                                  "the markers of the motion are not those of motion %u, with which it "
                                                  "is to keep step",
                                                  leader->handle);
}

/* Makes a layer ready to be inserted. Returns its place, or UINT32_MAX. */
static uint32_t prepare(hone_layers *layers, hone_layer *layer, const hone_layer *from, hone_layer_place place,
                        const hone_sampler_desc *sampler, double now, hone_error *error)
{
    uint32_t index = from ? (uint32_t)(from - layers->items) : 0, at = layers->count, members = layer->additive;
    if (place == HONE_LAYER_BLENDS) {
        at = hone_layers_state_end(layers, index);
        members = at - hone_layers_state_begin(layers, index) + 1;
        layer->blends = true;
    } else if (from) {
        at = hone_layers_group_end(layers, index);
        join(layers, layer, from, now);
    }
    if (place == HONE_LAYER_REPLACES)
        layer->share = (hone_fade){now, now, 1, 1};
    bool ready = make_members(layers, members, sampler, error) &&
                 (!layer->sync || fall_in_step(layers, layer, from, error)) &&
                 make_room(layers, sampler->allocator, error);
    return ready ? at : UINT32_MAX;
}

uint32_t hone_layers_add(hone_layers *layers, const hone_layer *from, hone_layer_place place,
                         const hone_sampler_desc *sampler, const hone_play_desc *desc, double now, hone_error *error)
{
    hone_layer layer;
    if (!hone_layer_open(&layer, sampler, desc, now, error))
        return 0;
    uint32_t at = prepare(layers, &layer, from, place, sampler, now, error);
    if (at == UINT32_MAX) {
        hone_layer_close(&layer, sampler->allocator);
        return 0;
    }
    hone_layers_anchor(layers, now);
    layers->last_handle += layers->last_handle < UINT32_MAX ? 1 : 2; /* 0 is not a handle */
    layer.handle = layers->last_handle;
    layer.id = ++layers->last_id;
    hone_layers_find_root(layers, &layer, sampler->model);
    memmove(layers->items + at + 1, layers->items + at, (layers->count + layers->stopped - at) * sizeof layer);
    layers->items[at] = layer;
    layers->count++;
    if (layer.sync)
        layers->items[at].events.done = hone_layers_position(layers, &layers->items[at], now);
    drop_ended(layers, now, sampler->allocator);
    return layer.handle;
}
