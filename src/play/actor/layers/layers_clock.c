/* The clocks of the motions of an actor. Motions in step follow the clock of one of them, marker by marker. */
#include "play/actor/layers/layers.h"

#include <math.h>

/* ---- leaders ---------------------------------------------------------------------------------------------------- */

hone_layer *hone_layers_leader(const hone_layers *layers, const hone_layer *layer)
{
    uint32_t index = (uint32_t)(layer - layers->items);
    if (!layer->sync || layer->leads)
        return &layers->items[index];
    for (uint32_t i = hone_layers_group_begin(layers, index); i < hone_layers_group_end(layers, index); i++)
        if (layers->items[i].leads)
            return &layers->items[i];
    return &layers->items[index];
}

/* ---- markers ---------------------------------------------------------------------------------------------------- */

/* The position of a marker. Their numbers go on over the passes; the first of the first pass is 0. */
static double marker_at(const hone_layer *layer, double number)
{
    double pass = floor(number / layer->data->marker_count);
    double marker = number - pass * layer->data->marker_count;
    return pass * layer->clock.length + layer->data->markers[(uint32_t)marker].seconds;
}

/* Beyond this position the numbers of markers and events are not exact. */
static const double exact_most = 1e12;

/* Where a position is among the markers: the number of the last one, and the part of the way to the next. */
static double step_at(const hone_layer *layer, double position)
{
    position = fmin(fmax(position, -exact_most), exact_most);
    double count = layer->data->marker_count, number = floor(position / layer->clock.length) * count - 1;
    while (marker_at(layer, number + 1) <= position) number++;
    while (marker_at(layer, number) > position) number--;
    double from = marker_at(layer, number), to = marker_at(layer, number + 1);
    return number + (position - from) / (to - from);
}

static double position_at(const hone_layer *layer, double step)
{
    double number = floor(step), from = marker_at(layer, number), to = marker_at(layer, number + 1);
    return from + (step - number) * (to - from);
}

double hone_layers_marker_offset(const hone_layer *layer, const hone_layer *leader)
{
    uint32_t count = layer->data->marker_count, other = leader->data->marker_count;
    for (uint32_t offset = 0; offset < count; offset++) {
        bool same = true;
        for (uint32_t k = 0; same && k < count * other; k++)
            same = layer->data->markers[(k + offset) % count].id == leader->data->markers[k % other].id;
        if (same)
            return offset;
    }
    return -1;
}

/* ---- the pace ---------------------------------------------------------------------------------------------------- */

/* How much faster than by its own pace the leader goes: its time between two markers through the average of all. */
static double pace(const hone_layers *layers, const hone_layer *leader, double frame)
{
    uint32_t index = (uint32_t)(leader - layers->items), end = hone_layers_group_end(layers, index);
    double sum = 0, weighted = 0, own = leader->clock.length / leader->data->marker_count;
    for (uint32_t i = hone_layers_group_begin(layers, index); i < end; i++) {
        const hone_layer *layer = &layers->items[i];
        double weight = layer->sync ? (double)hone_layers_weight(layers, layer, frame) : 0;
        if (!(weight > 0))
            continue;
        sum += weight;
        weighted += weight * (layer->clock.length / layer->data->marker_count);
    }
    return sum > 0 ? own * sum / weighted : 1;
}

/* The first frame after `from` at which a weight of the group begins or ends to change, at most `to`. */
static double next_change(const hone_layers *layers, uint32_t begin, uint32_t end, double from, double to)
{
    for (uint32_t i = begin; i < end; i++) {
        const hone_layer *layer = &layers->items[i];
        const double frames[] = {layer->fade.begin, layer->fade.end, layer->share.begin, layer->share.end, layer->ends};
        for (int k = 0; k < 5; k++)
            if (frames[k] > from && frames[k] < to)
                to = frames[k];
    }
    return to;
}

/* The integral of the pace from one frame to a later one, by Gauss's formula of five points between the changes. */
static double integrate(const hone_layers *layers, const hone_layer *leader, double from, double to)
{
    static const double points[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                     0.9061798459386640};
    static const double weights[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                      0.2369268850561891};
    uint32_t index = (uint32_t)(leader - layers->items);
    uint32_t begin = hone_layers_group_begin(layers, index), end = hone_layers_group_end(layers, index);
    double sum = 0;
    while (from < to) {
        double until = next_change(layers, begin, end, from, to), half = 0.5 * (until - from);
        for (int k = 0; k < 5; k++) sum += weights[k] * half * pace(layers, leader, from + half * (1 + points[k]));
        from = until;
    }
    return sum;
}

static double leader_position(const hone_layers *layers, const hone_layer *leader, double frame)
{
    const hone_clock *clock = &leader->clock;
    if (leader->sync != HONE_SYNC_WEIGHTED || !isfinite(frame) || clock->paused)
        return hone_clock_position(clock, frame);
    double frames = frame >= clock->anchor ? integrate(layers, leader, clock->anchor, frame)
                                           : -integrate(layers, leader, frame, clock->anchor);
    return clock->position + frames * clock->speed;
}

double hone_layers_position(const hone_layers *layers, const hone_layer *layer, double frame)
{
    if (!layer->sync)
        return hone_clock_position(&layer->clock, frame);
    const hone_layer *leader = hone_layers_leader(layers, layer);
    double position = leader_position(layers, leader, frame);
    if (layer == leader || !isfinite(position))
        return position;
    if (position < 0 && !leader->clock.endless_below) /* it waits at its first frame */
        position = 0;
    return position_at(layer, step_at(leader, position) + layer->marker_offset);
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */

void hone_layers_anchor(hone_layers *layers, double now)
{
    for (uint32_t i = 0; i < layers->count; i++) {
        hone_layer *layer = &layers->items[i];
        if (!layer->leads || layer->sync != HONE_SYNC_WEIGHTED)
            continue;
        layer->clock.position = leader_position(layers, layer, now);
        layer->clock.anchor = now;
    }
}

/* Events of the group count as reported up to the positions at `now`, or up to before them. */
static void move_cursors(hone_layers *layers, const hone_layer *leader, double now, bool includes)
{
    uint32_t index = (uint32_t)(leader - layers->items), end = hone_layers_group_end(layers, index);
    for (uint32_t i = hone_layers_group_begin(layers, index); i < end; i++) {
        hone_layer *layer = &layers->items[i];
        if (layer != leader && (!layer->sync || hone_layers_leader(layers, layer) != leader))
            continue;
        layer->events.done = hone_layers_position(layers, layer, now);
        layer->events.includes_done |= includes;
    }
}

void hone_layers_seek(hone_layers *layers, hone_layer *layer, double now, double position)
{
    hone_layer *leader = hone_layers_leader(layers, layer);
    if (layer != leader)
        position = position_at(leader, step_at(layer, position) - layer->marker_offset);
    hone_clock_set(&leader->clock, now, position, leader->clock.speed);
    move_cursors(layers, leader, now, true);
}

void hone_layers_set_speed(hone_layers *layers, hone_layer *layer, double now, double speed, bool paused)
{
    hone_layer *leader = hone_layers_leader(layers, layer);
    hone_clock_set(&leader->clock, now, leader_position(layers, leader, now), speed);
    leader->clock.paused = paused;
    move_cursors(layers, leader, now, false);
}

/* Changes the leader from `layer` to `next`, both at their positions. The others stay where they are, because their
 * markers are counted from those of `next`. */
static void change_leader(hone_layers *layers, hone_layer *layer, hone_layer *next, double at)
{
    hone_clock_set(&next->clock, at, hone_layers_position(layers, next, at), layer->clock.speed);
    hone_clock_set(&layer->clock, at, leader_position(layers, layer, at), layer->clock.speed);
    next->clock.paused = layer->clock.paused;
    uint32_t index = (uint32_t)(layer - layers->items), end = hone_layers_group_end(layers, index);
    for (uint32_t i = hone_layers_group_begin(layers, index); i < end; i++)
        if (&layers->items[i] != next)
            layers->items[i].marker_offset -= next->marker_offset;
    layer->leads = false;
    layer->sync = HONE_SYNC_NONE;
    next->leads = true;
}

void hone_layers_resign(hone_layers *layers, hone_layer *layer, double at)
{
    uint32_t index = (uint32_t)(layer - layers->items), end = hone_layers_group_end(layers, index);
    hone_layer *next = NULL;
    if (!layer->leads)
        return;
    for (uint32_t i = hone_layers_group_begin(layers, index); !next && i < end; i++)
        if (i != index && layers->items[i].sync && !(at >= hone_layers_end(layers, &layers->items[i])))
            next = &layers->items[i];
    if (next)
        change_leader(layers, layer, next, at);
}

void hone_layers_settle(hone_layers *layers, double now)
{
    for (uint32_t i = 0; i < layers->count; i++) {
        double end = layers->items[i].leads ? hone_layers_end(layers, &layers->items[i]) : (double)INFINITY;
        if (now >= end && end < (double)INFINITY)
            hone_layers_resign(layers, &layers->items[i], end);
    }
}
