#include "play/actor/layers/layers.h"

#include "base/error.h"
#include <math.h>
#include <string.h>

/* ---- groups -------------------------------------------------------------------------------------------------- */

uint32_t hone_layers_group_begin(const hone_layers *layers, uint32_t index)
{
    while (layers->items[index].joins || layers->items[index].blends) index--;
    return index;
}

uint32_t hone_layers_group_end(const hone_layers *layers, uint32_t index)
{
    for (index++; index < layers->count && (layers->items[index].joins || layers->items[index].blends);) index++;
    return index;
}

uint32_t hone_layers_state_begin(const hone_layers *layers, uint32_t index)
{
    while (layers->items[index].blends) index--;
    return index;
}

uint32_t hone_layers_state_end(const hone_layers *layers, uint32_t index)
{
    for (index++; index < layers->count && layers->items[index].blends;) index++;
    return index;
}

uint32_t hone_layers_first_showing(const hone_layers *layers, uint32_t begin, uint32_t end, double frame)
{
    for (uint32_t i = end; --i > begin;)
        if (layers->items[i].joins && hone_fade_at(&layers->items[i].share, frame) >= 1)
            return i;
    return begin;
}

bool hone_layers_is_hidden(const hone_layers *layers, uint32_t index, double frame)
{
    uint32_t end = hone_layers_group_end(layers, index);
    return hone_layers_first_showing(layers, index, end, frame) > index;
}

bool hone_layers_has_ended(const hone_layers *layers, uint32_t index, double frame)
{
    double end = hone_layer_end(&layers->items[index]);
    return (frame >= end && end < (double)INFINITY) || hone_layers_is_hidden(layers, index, frame);
}

double hone_layers_end(const hone_layers *layers, const hone_layer *layer)
{
    uint32_t index = (uint32_t)(layer - layers->items), end = hone_layers_group_end(layers, index);
    double frame = hone_layer_end(layer);
    for (uint32_t i = index + 1; i < end; i++)
        if (layers->items[i].joins)
            frame = fmin(frame, layers->items[i].share.end);
    return frame;
}

hone_layer *hone_layers_find(const hone_layers *layers, uint32_t handle, double frame)
{
    for (uint32_t i = 0; i < layers->count; i++)
        if (layers->items[i].handle == handle)
            return hone_layers_has_ended(layers, i, frame) ? NULL : &layers->items[i];
    return NULL;
}

uint32_t hone_layers_count(const hone_layers *layers, double frame)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < layers->count; i++) count += !hone_layers_has_ended(layers, i, frame);
    return count;
}

const hone_layer *hone_layers_at(const hone_layers *layers, uint32_t index, double frame)
{
    for (uint32_t i = 0; i < layers->count; i++)
        if (!hone_layers_has_ended(layers, i, frame) && index-- == 0)
            return &layers->items[i];
    return NULL;
}

float hone_layers_state_weight(const hone_layers *layers, uint32_t index, double frame)
{
    uint32_t end = hone_layers_state_end(layers, index);
    float sum = 0;
    for (uint32_t i = hone_layers_state_begin(layers, index); i < end; i++)
        if (!layers->items[i].additive)
            sum += hone_layer_weight(&layers->items[i], frame);
    return sum;
}

float hone_layers_weight(const hone_layers *layers, const hone_layer *layer, double frame)
{
    uint32_t index = (uint32_t)(layer - layers->items), end = hone_layers_group_end(layers, index);
    const hone_layer *head = &layers->items[hone_layers_state_begin(layers, index)];
    float weight = hone_layer_weight(layer, frame),
          sum = layer->additive ? 1 : hone_layers_state_weight(layers, index, frame);
    if (sum > 1)
        weight /= sum;
    weight *= head->joins ? hone_fade_at(&head->share, frame) : 1;
    for (uint32_t i = index + 1; i < end; i++)
        if (layers->items[i].joins)
            weight *= 1 - hone_fade_at(&layers->items[i].share, frame);
    return weight;
}
