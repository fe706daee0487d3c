#include "actor/layers.h"

#include "base/error.h"
#include <string.h>

/* ---- groups -------------------------------------------------------------------------------------------------- */

static uint32_t group_end(const hone_layers *layers, uint32_t begin)
{
    uint32_t end = begin + 1;
    while (end < layers->count && layers->items[end].joins) end++;
    return end;
}

/* The first layer of the group that is visible at `frame`: a share of 1 hides all layers before it. */
static uint32_t first_showing(const hone_layers *layers, uint32_t begin, uint32_t end, double frame)
{
    for (uint32_t i = end; --i > begin;)
        if (hone_fade_at(&layers->items[i].share, frame) >= 1)
            return i;
    return begin;
}

static bool has_ended(const hone_layers *layers, uint32_t index, double frame)
{
    uint32_t end = group_end(layers, index);
    return first_showing(layers, index, end, frame) > index;
}

hone_layer *hone_layers_find(const hone_layers *layers, uint32_t handle, double frame)
{
    for (uint32_t i = 0; i < layers->count; i++)
        if (layers->items[i].handle == handle)
            return has_ended(layers, i, frame) ? NULL : &layers->items[i];
    return NULL;
}

uint32_t hone_layers_count(const hone_layers *layers, double frame)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < layers->count; i++) count += !has_ended(layers, i, frame);
    return count;
}

const hone_layer *hone_layers_at(const hone_layers *layers, uint32_t index, double frame)
{
    for (uint32_t i = 0; i < layers->count; i++)
        if (!has_ended(layers, i, frame) && index-- == 0)
            return &layers->items[i];
    return NULL;
}

float hone_layers_weight(const hone_layers *layers, const hone_layer *layer, double frame)
{
    uint32_t index = (uint32_t)(layer - layers->items), end = group_end(layers, index);
    float weight = hone_layer_weight(layer, frame) * (layer->joins ? hone_fade_at(&layer->share, frame) : 1);
    for (uint32_t i = index + 1; i < end; i++) weight *= 1 - hone_fade_at(&layers->items[i].share, frame);
    return weight;
}

/* ---- adding and removing ------------------------------------------------------------------------------------- */

void hone_layers_close(hone_layers *layers, const hone_allocator *allocator)
{
    for (uint32_t i = 0; i < layers->count + layers->stopped; i++) hone_layer_close(&layers->items[i], allocator);
    hone_deallocate(allocator, layers->items, layers->capacity, sizeof *layers->items);
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

void hone_layers_remove(hone_layers *layers, hone_layer *layer, const hone_allocator *allocator)
{
    hone_layer *end = layers->items + layers->count, *next = layer + 1;
    if (next < end && next->joins)
        next->joins = layer->joins;
    set_aside(layers, layer);
    drop_stopped(layers, layers->keeps_stopped ? HONE_LAYERS_STOPPED_MOST : 0, allocator);
}

static void drop_ended(hone_layers *layers, double now, const hone_allocator *allocator)
{
    for (uint32_t i = layers->count; i-- > 0;)
        if (has_ended(layers, i, now))
            hone_layers_remove(layers, &layers->items[i], allocator);
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

/* Turns a fade over the layers below into a cross-fade from `from`. */
static void join(hone_layer *layer, const hone_layer *from)
{
    layer->joins = true;
    layer->share = layer->fade;
    layer->fade = from->fade;
}

uint32_t hone_layers_add(hone_layers *layers, const hone_layer *from, const hone_sampler_desc *sampler,
                         const hone_play_desc *desc, double now, hone_error *error)
{
    uint32_t at = from ? group_end(layers, (uint32_t)(from - layers->items)) : layers->count;
    hone_layer layer;
    if (!hone_layer_open(&layer, sampler, desc, now, error))
        return 0;
    if (from)
        join(&layer, from);
    if (!make_room(layers, sampler->allocator, error)) {
        hone_layer_close(&layer, sampler->allocator);
        return 0;
    }
    layers->last_handle += layers->last_handle < UINT32_MAX ? 1 : 2; /* 0 is not a handle */
    layer.handle = layers->last_handle;
    layer.id = ++layers->last_id;
    memmove(layers->items + at + 1, layers->items + at, (layers->count + layers->stopped - at) * sizeof layer);
    layers->items[at] = layer;
    layers->count++;
    drop_ended(layers, now, sampler->allocator);
    return layer.handle;
}

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

/* Each motion is applied over the pose below the group, and each of these poses is blended by its share into the
 * result of those before it. So the shares add up to 1, and where all motions agree the result is exactly theirs. */
static void apply_group(hone_layers *layers, uint32_t first, uint32_t end, double frame, hone_pose *pose,
                        const hone_model *model)
{
    if (first + 1 < end)
        hone_pose_copy(&layers->below, pose);
    hone_layer_apply(&layers->items[first], frame, pose, &layers->over, model);
    for (uint32_t i = first + 1; i < end; i++) {
        float share = hone_fade_at(&layers->items[i].share, frame);
        if (!(share > 0))
            continue;
        hone_pose_copy(&layers->other, &layers->below);
        hone_layer_apply(&layers->items[i], frame, &layers->other, &layers->over, model);
        hone_pose_blend(pose, &layers->other, share, NULL, model);
    }
}

void hone_layers_apply(hone_layers *layers, double frame, hone_pose *pose, const hone_model *model)
{
    for (uint32_t begin = 0, end; begin < layers->count; begin = end) {
        end = group_end(layers, begin);
        apply_group(layers, first_showing(layers, begin, end, frame), end, frame, pose, model);
    }
}
