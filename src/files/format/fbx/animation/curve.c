#include "files/format/fbx/animation/curve.h"
#include <math.h>

/* ---- a segment between two keys ---- */

static bool is_third(double weight)
{
    return fabs(weight - 1 / 3.0) < 1e-6; /* writers round it */
}

static fbx_segment constant(double begin, double end, double value)
{
    return (fbx_segment){.begin = begin, .end = end, .kind = FBX_CONSTANT, .values = {value, value, value, value}};
}

#define INSTANT 1e-7 /* seconds: a key with the value of the next one has its own at its time; samplers see it */

/* Returns the segment of two keys that holds a time: with its begin, or, seen backwards, with its end. */
static fbx_segment between(const fbx_key *a, const fbx_key *b, double time, bool backwards)
{
    double length = b->time - a->time;
    if (!(length > 0))
        return constant(a->time, b->time, b->value);
    if (a->interpolation == FBX_CONSTANT_NEXT) {
        double jump = length > 2 * INSTANT ? a->time + INSTANT : a->time;
        return time < jump || (backwards && time == jump) ? constant(a->time, jump, a->value)
                                                          : constant(jump, b->time, b->value);
    }
    fbx_segment out = {.begin = a->time,
                       .end = b->time,
                       .kind = a->interpolation,
                       .from = a->time,
                       .length = length,
                       .values = {a->value, a->value, b->value, b->value}};
    if (a->interpolation == FBX_CUBIC) {
        double right = (double)a->right_weight, left = (double)b->left_weight;
        out.even = is_third(right) && is_third(left);
        out.times[0] = right, out.times[1] = 1 - left;
        out.values[1] += (double)a->right_slope * right * length;
        out.values[2] -= (double)b->left_slope * left * length;
    }
    return out;
}

/* ---- before the first key and after the last ---- */

/* Returns how many keys are at or before a time. guess: a number that is probably near. */
static uint32_t count_until(const fbx_curve *curve, uint32_t guess, double time)
{
    uint32_t low = 0, high = curve->count;
    for (uint32_t at = guess; at <= guess + 1 && at < high; at++)
        if ((at == 0 || curve->keys[at - 1].time <= time) && time < curve->keys[at].time)
            return at;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (curve->keys[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static fbx_segment along_slope(const fbx_curve *curve, bool before)
{
    const fbx_key *key = before ? curve->keys : curve->keys + curve->count - 1;
    double slope = (double)(before ? key->right_slope : key->left_slope);
    double begin = before ? -(double)INFINITY : key->time, end = before ? key->time : (double)INFINITY;
    return (fbx_segment){.begin = begin,
                         .end = end,
                         .kind = FBX_LINEAR,
                         .from = key->time,
                         .length = 1,
                         .values = {key->value, 0, 0, key->value + slope}};
}

/* Turns a segment round: its time `pivot` stays where it is. */
static void mirror(fbx_segment *segment, double pivot)
{
    double begin = segment->begin;
    segment->begin = 2 * pivot - segment->end, segment->end = 2 * pivot - begin;
    segment->from = 2 * pivot - (segment->from + segment->length);
    double times[2] = {1 - segment->times[1], 1 - segment->times[0]};
    segment->times[0] = times[0], segment->times[1] = times[1];
    if (segment->kind == FBX_CONSTANT)
        return;
    for (int i = 0; i < 2; i++) {
        double value = segment->values[i];
        segment->values[i] = segment->values[3 - i], segment->values[3 - i] = value;
    }
}

/* A repetition of all keys. */
typedef struct repetition {
    double first, length; /* the time of the first key, and from there to the last */
    double shift;         /* how much later it is than the keys */
    double lift;          /* what is added to the values */
    bool backwards;
} repetition;

/* Finds the repetition number `at` before or after the keys, counted from 0. */
static repetition repetition_at(const fbx_curve *curve, bool before, double at)
{
    const fbx_key *first = curve->keys, *last = curve->keys + curve->count - 1;
    const fbx_extrapolation *how = before ? &curve->before : &curve->after;
    repetition out = {.first = first->time, .length = last->time - first->time};
    double steps = before ? -(at + 1) : at + 1;
    out.shift = steps * out.length;
    if (how->mode == FBX_REPEAT_RELATIVE)
        out.lift = steps * (last->value - first->value);
    out.backwards = how->mode == FBX_MIRROR && fmod(at, 2) == 0;
    return out;
}

/* Finds the segment of a repetition that holds a time. */
static fbx_segment repeated(fbx_cursor *cursor, const repetition *r, double time)
{
    const fbx_curve *curve = cursor->curve;
    double end = r->first + r->length, local = time - r->shift;
    if (r->backwards)
        local = r->first + end - local;
    uint32_t key = count_until(curve, cursor->key, local);
    while (r->backwards && key > 0 && curve->keys[key - 1].time >= local)
        key--; /* a segment has its end, not its begin */
    key = key < 1 ? 1 : key > curve->count - 1 ? curve->count - 1 : key;
    cursor->key = key;
    fbx_segment out = between(&curve->keys[key - 1], &curve->keys[key], local, r->backwards);
    if (r->backwards)
        mirror(&out, r->first + r->length / 2);
    out.begin += r->shift, out.end += r->shift, out.from += r->shift;
    for (int i = 0; i < 4; i++) out.values[i] += r->lift;
    return out;
}

static fbx_segment beyond(fbx_cursor *cursor, bool before, double time)
{
    const fbx_curve *curve = cursor->curve;
    const fbx_key *first = curve->keys, *last = curve->keys + curve->count - 1, *key = before ? first : last;
    const fbx_extrapolation *how = before ? &curve->before : &curve->after;
    double length = last->time - first->time;
    double begin = before ? -(double)INFINITY : last->time, end = before ? first->time : (double)INFINITY;
    if (how->mode == FBX_HOLD || curve->count == 1)
        return constant(begin, end, key->value);
    if (how->mode == FBX_KEEP_SLOPE)
        return along_slope(curve, before);
    if (how->count == 0 || !(length > 1e-11))
        return constant(begin, end, key->value);
    double at = floor((before ? first->time - time : time - last->time) / length), count = how->count;
    if (before && at > 0 && first->time - at * length == time)
        at--; /* the begin of a repetition belongs to it */
    if (how->count < 0 || at < count) {
        repetition r = repetition_at(curve, before, at);
        return repeated(cursor, &r, time);
    }
    repetition r = repetition_at(curve, before, count - 1);
    double edge = before ? first->time - count * length : last->time + count * length;
    bool at_first = before != r.backwards;
    double value = (at_first ? first : last)->value + r.lift;
    return before ? constant(begin, edge, value) : constant(edge, end, value);
}

/* ---- cursors ---- */

static fbx_segment find(fbx_cursor *cursor, double time)
{
    const fbx_curve *curve = cursor->curve;
    if (time < curve->keys[0].time)
        return beyond(cursor, true, time);
    if (curve->count == 1 || time >= curve->keys[curve->count - 1].time)
        return beyond(cursor, false, time);
    cursor->key = count_until(curve, cursor->key, time);
    return between(&curve->keys[cursor->key - 1], &curve->keys[cursor->key], time, false);
}

void hone_fbx_cursor_seek(fbx_cursor *cursor, double time)
{
    fbx_segment *segment = &cursor->segment;
    if (time >= segment->begin && time < segment->end)
        return;
    *segment = find(cursor, time);
    /* Rounding of repetitions may leave the time just outside. */
    if (time < segment->begin)
        segment->begin = time;
    if (time >= segment->end)
        segment->end = nextafter(time, (double)INFINITY);
}

/* ---- values ---- */

/* Solves x(t) = wanted for the cubic with control points 0, x1, x2, 1, which ascends. Newton's method, kept within
 * bounds that shrink. */
static double solve_time(double x1, double x2, double wanted)
{
    double low = 0, high = 1, t = wanted, c = 3 * x1, b = 3 * (x2 - x1) - c, a = 1 - c - b;
    for (int i = 0; i < 60; i++) {
        double x = ((a * t + b) * t + c) * t - wanted, slope = (3 * a * t + 2 * b) * t + c;
        if (x > 0)
            high = t;
        else
            low = t;
        double next = slope > 1e-9 ? t - x / slope : low;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - t) < 1e-15)
            return next;
        t = next;
    }
    return t;
}

/* Does the same where x1 and x2 are nearly 1/3 and 2/3, by one step of Newton's method. */
static double adjust_time(const double x[2], double t)
{
    return t - 3 * t * (1 - t) * ((1 - t) * (x[0] - 1 / 3.0) + t * (x[1] - 2 / 3.0));
}

double hone_fbx_segment_value(const fbx_segment *segment, double time)
{
    const double *v = segment->values;
    if (segment->kind == FBX_CONSTANT)
        return v[0];
    double t = (time - segment->from) / segment->length;
    if (segment->kind == FBX_LINEAR)
        return v[0] + (v[3] - v[0]) * t;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    t = segment->even ? adjust_time(segment->times, t) : solve_time(segment->times[0], segment->times[1], t);
    double u = 1 - t;
    return u * u * (u * v[0] + 3 * t * v[1]) + t * t * (3 * u * v[2] + t * v[3]);
}

/* Loops without branches, so that compilers make vectors of them. */
void hone_fbx_segment_values(const fbx_segment *segment, const double times[4], double out[4])
{
    const double *v = segment->values, x[2] = {segment->times[0], segment->times[1]};
    double t[4];
    if (segment->kind != FBX_CUBIC) {
        for (int i = 0; i < 4; i++) out[i] = hone_fbx_segment_value(segment, times[i]);
        return;
    }
    for (int i = 0; i < 4; i++) t[i] = (times[i] - segment->from) / segment->length;
    for (int i = 0; i < 4; i++) t[i] = hone_fbx_smaller(hone_fbx_larger(t[i], 0), 1);
    if (segment->even)
        for (int i = 0; i < 4; i++) t[i] = adjust_time(x, t[i]);
    else
        for (int i = 0; i < 4; i++) t[i] = solve_time(x[0], x[1], t[i]);
    for (int i = 0; i < 4; i++) {
        double u = 1 - t[i];
        out[i] = u * u * (u * v[0] + 3 * t[i] * v[1]) + t[i] * t[i] * (3 * u * v[2] + t[i] * v[3]);
    }
}

double hone_fbx_curve_value(const fbx_curve *curve, double time)
{
    fbx_cursor cursor = {.curve = curve};
    hone_fbx_cursor_seek(&cursor, time);
    return hone_fbx_segment_value(&cursor.segment, time);
}
