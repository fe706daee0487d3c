/* Reports the events of motions. Each event of each pass has a number, which goes on over the passes; positions ascend
 * with it. An update reports the numbers whose positions are between those of the motion before and after it. So each
 * is reported once, whatever the steps. */
#include "play/actor/layers/layers.h"

#include <math.h>

/* Beyond this position the numbers of events are not exact. */
static const double exact_most = 1e12;

enum { MOST_EVENTS = 100000 }; /* that a motion reports in an update; a damaged state could ask for endless ones */

/* ---- numbers --------------------------------------------------------------------------------------------------- */

static double pass_of(const hone_layer *layer, double number)
{
    return floor(number / layer->data->event_count);
}

static const hone_motion_event *event_of(const hone_layer *layer, double number)
{
    uint32_t count = layer->data->event_count;
    double pass = pass_of(layer, number);
    uint32_t index = (uint32_t)(number - pass * count);
    bool back = layer->clock.ping_pong && fmod(pass, 2) != 0;
    return &layer->data->events[back ? count - 1 - index : index];
}

/* The part of its pass at which an event is. */
static double part_of(const hone_layer *layer, double number)
{
    bool back = layer->clock.ping_pong && fmod(pass_of(layer, number), 2) != 0;
    double frame = event_of(layer, number)->seconds;
    return back ? layer->clock.length - frame : frame;
}

static double position_of(const hone_layer *layer, double number)
{
    return pass_of(layer, number) * layer->clock.length + part_of(layer, number);
}

/* Where a motion to and fro turns round, the end of one pass and the beginning of the next are one moment. */
static bool counts(const hone_layer *layer, double number)
{
    return !layer->clock.ping_pong || part_of(layer, number) > 0 ||
           pass_of(layer, number) == hone_clock_first_pass(&layer->clock);
}

/* ---- the events of an update ----------------------------------------------------------------------------------- */

/* The first number of the pass before that of a position, and the last one of the pass after it, as far as there are
 * such passes. */
static double low_number(const hone_layer *layer, double position)
{
    double pass = layer->clock.length > 0 ? floor(position / layer->clock.length) - 1 : 0;
    return fmax(pass, hone_clock_first_pass(&layer->clock)) * layer->data->event_count;
}

static double high_number(const hone_layer *layer, double position)
{
    double pass = layer->clock.length > 0 ? floor(position / layer->clock.length) + 2 : 1;
    return fmin(pass, hone_clock_last_pass(&layer->clock)) * layer->data->event_count - 1;
}

/* The numbers of the events from `low` to `high`, without those at the ends that are not included. */
static void find_range(const hone_layer *layer, double low, bool with_low, double high, bool with_high, double *first,
                       double *last)
{
    *first = low_number(layer, low);
    *last = high_number(layer, high);
    while (*first <= *last && (with_low ? position_of(layer, *first) < low : position_of(layer, *first) <= low))
        ++*first;
    while (*first <= *last && (with_high ? position_of(layer, *last) > high : position_of(layer, *last) >= high))
        --*last;
}

static void skip(hone_layer *layer)
{
    hone_event_cursor *c = &layer->events;
    while ((c->last - c->next) * c->direction >= 0 && !counts(layer, c->next)) c->next += c->direction;
}

static bool has_next(const hone_layer *layer)
{
    return layer->data && layer->data->event_count &&
           (layer->events.last - layer->events.next) * layer->events.direction >= 0;
}

static void begin(hone_layer *layer, double to)
{
    hone_event_cursor *c = &layer->events;
    bool with = c->includes_done, back = to < c->done || (to == c->done && layer->clock.speed < 0);
    c->from = c->done;
    c->done = to;
    c->includes_done = false;
    c->direction = back ? -1 : 1;
    c->next = 1, c->last = 0;
    if (!(fabs(to) < exact_most && fabs(c->from) < exact_most))
        c->direction = 1;
    else if (back)
        find_range(layer, to, true, c->from, with, &c->last, &c->next);
    else
        find_range(layer, c->from, with, to, true, &c->next, &c->last);
    if (fabs(c->last - c->next) >= MOST_EVENTS)
        c->next = 1, c->last = 0, c->direction = 1;
    skip(layer);
}

/* ---- reports ---------------------------------------------------------------------------------------------------- */

/* The actor's frame of the next event of a layer. */
static double frame_of(const hone_layers *layers, const hone_layer *layer, double before, double now)
{
    const hone_event_cursor *c = &layer->events;
    double end = fmin(now, hone_layers_end(layers, layer));
    double part = c->done != c->from ? (position_of(layer, c->next) - c->from) / (c->done - c->from) : 1;
    return before + part * (end - before);
}

static hone_layer *find_next(hone_layers *layers, double before, double now, double *frame)
{
    hone_layer *next = NULL;
    for (uint32_t i = 0; i < layers->count; i++) {
        if (!has_next(&layers->items[i]))
            continue;
        double at = frame_of(layers, &layers->items[i], before, now);
        if (!next || at < *frame)
            next = &layers->items[i], *frame = at;
    }
    return next;
}

static void report_next(const hone_layers *layers, hone_layer *layer, double frame, hone_event_report *report,
                        void *user)
{
    const hone_actor_event event = {.play = {layer->handle},
                                    .id = event_of(layer, layer->events.next)->id,
                                    .seconds = frame / HONE_FRAMES_PER_SECOND,
                                    .weight = hone_layers_weight(layers, layer, frame),
                                    .backwards = layer->events.direction < 0};
    layer->events.next += layer->events.direction;
    skip(layer);
    if (report)
        report(user, &event);
}

void hone_layers_report(hone_layers *layers, double before, double now, hone_event_report *report, void *user)
{
    hone_layer *next;
    double frame = 0;
    for (uint32_t i = 0; i < layers->count; i++) {
        hone_layer *layer = &layers->items[i];
        if (!layer->data || !layer->data->event_count)
            continue;
        double to = hone_layers_position(layers, layer, fmin(now, hone_layers_end(layers, layer)));
        if (now < before) /* back in time: nothing happens, and what comes after counts again */
            layer->events = (hone_event_cursor){.done = to, .next = 1, .direction = 1};
        else
            begin(layer, to);
    }
    while ((next = find_next(layers, before, now, &frame)) != NULL) report_next(layers, next, frame, report, user);
}
