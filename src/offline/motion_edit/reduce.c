/* Fewer keys: a run of segments becomes one, with the curves that come nearest, where no value is too far off. */
#include "base/error.h"
#include "base/trigonometry.h"
#include "offline/motion_edit/easing.h"
#include "offline/motion_edit/edit.h"
#include "offline/motion_edit/rotations.h"

enum {
    SPAN_MOST = 1024,            /* frames of a segment that replaces others */
    SAMPLES_MOST = 2 * SPAN_MOST /* at half and whole frames between its keys */
};

/* A value at a half or whole frame. */
typedef struct reduce_sample {
    double position; /* in the segment, 0 to 1 */
    double translation[3], rotation[4], weight;
} reduce_sample;

typedef struct reduce_context {
    const hone_edit_track *track;
    double move, turn, weight; /* how far a value may be off: units, radians, weight of a morph */
    reduce_sample *samples;    /* [SAMPLES_MOST] */
    uint32_t count;
} reduce_context;

/* ---- samples ---- */

static void read_sample(const hone_key_kind *kind, const hone_any_key *key, reduce_sample *out)
{
    if (kind->type == KEY_MORPH) {
        out->weight = key->morph.weight;
        return;
    }
    for (int i = 0; i < 3; i++) out->translation[i] = key->bone.translation[i];
    hone_turn_widen(key->bone.rotation, out->rotation);
}

/* Samples the track between two keys, without their own values. */
static void take_samples(reduce_context *r, uint32_t from, uint32_t to)
{
    const hone_edit_track *track = r->track;
    double first = hone_track_frame(track, from), last = hone_track_frame(track, to);
    r->count = 0;
    for (uint32_t k = from; k < to; k++) {
        double begin = hone_track_frame(track, k), end = hone_track_frame(track, k + 1);
        for (double frame = begin + (k > from ? 0 : 0.5); frame < end; frame += 0.5) {
            hone_any_key key;
            double at = (frame - begin) / (end - begin);
            memcpy(&key, hone_track_key(track, k), track->kind->size);
            if (at > 0)
                track->kind->section(hone_track_key(track, k), hone_track_key(track, k + 1), at, at, &key);
            reduce_sample *out = &r->samples[r->count++];
            out->position = (frame - first) / (last - first);
            read_sample(track->kind, &key, out);
        }
    }
}

/* ---- curves ---- */

/* Progress from the value of one key, 0, to that of the other, 1, at each sample. */
typedef struct progress {
    const reduce_context *r;
    const double *values; /* [r->count] */
    double most;          /* how far off it may be */
} progress;

static bool keeps(const progress *p, hone_curve curve)
{
    hone_easing easing = hone_easing_of(curve);
    bool linear = hone_curve_is_linear(curve);
    for (uint32_t i = 0; i < p->r->count; i++) {
        double position = p->r->samples[i].position, value = position;
        if (!linear)
            value = hone_easing_cubic(easing.y1, easing.y2, hone_easing_parameter(&easing, position));
        if (!(fabs(value - p->values[i]) <= p->most))
            return false;
    }
    return true;
}

/* No easing curve goes back or leaves the values of its keys. */
static bool can_ease(const progress *p)
{
    double highest = 0;
    for (uint32_t i = 0; i < p->r->count; i++) {
        double value = p->values[i];
        highest = fmax(highest, value);
        if (value < highest - 2 * p->most || value < -p->most || value > 1 + p->most)
            return false;
    }
    return true;
}

static uint8_t step_of(double value)
{
    return (uint8_t)(fmin(fmax(value, 0), 1) * 127 + 0.5);
}

/* Finds a curve for the progress. Returns false if there is none near enough. */
static bool find_curve(const progress *p, hone_curve *out)
{
    const hone_curve linear = HONE_CURVE_LINEAR;
    uint32_t count = p->r->count;
    *out = linear;
    if (keeps(p, linear))
        return true;
    if (!can_ease(p))
        return false;
    hone_easing_points points = {.count = count < EASING_POINTS ? count : EASING_POINTS};
    for (uint32_t i = 0; i < points.count; i++) {
        uint32_t at = (uint32_t)((i + 0.5) * count / points.count);
        points.positions[i] = p->r->samples[at].position;
        points.values[i] = fmin(fmax(p->values[at], 0), 1);
    }
    uint32_t last = points.count - 1;
    *out = (hone_curve){42, step_of(points.values[0] / points.positions[0] / 3), 85,
                        step_of(1 - (1 - points.values[last]) / (1 - points.positions[last]) / 3)};
    return hone_easing_fit(&points, out) <= 1.5 * p->most && keeps(p, *out);
}

/* ---- one component of a key ---- */

static double number_of(const reduce_sample *sample, int component)
{
    return component < 3 ? sample->translation[component] : sample->weight;
}

/* component: 0 to 2: of the translation, 3: the weight of a morph. */
static bool reduce_number(const reduce_context *r, double from, double to, int component, double most, double *values,
                          hone_curve *curve)
{
    double change = to - from;
    bool still = fabs(change) <= most * 1e-3, near = true;
    for (uint32_t i = 0; i < r->count; i++) {
        double value = number_of(&r->samples[i], component) - from;
        near &= fabs(value) <= most;
        values[i] = still ? 0 : value / change;
    }
    const hone_curve linear = HONE_CURVE_LINEAR;
    if (still) {
        *curve = linear;
        return near;
    }
    progress p = {r, values, most / fabs(change)};
    if (component == 3)
        return keeps(&p, linear); /* morphs have no curves */
    return find_curve(&p, curve);
}

static double dot(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* Finds the progress of a rotation along the arc between two keys: at the point of the arc that is nearest to it. */
static void turn_progress(const reduce_context *r, const double from[4], const double to[4], double *values)
{
    double cosine = dot(from, to), sign = cosine < 0 ? -1 : 1, angle = hone_acos(fmin(fabs(cosine), 1)), across[4];
    for (int i = 0; i < 4; i++) across[i] = (sign * to[i] - fabs(cosine) * from[i]) / hone_sin(angle);
    for (uint32_t i = 0; i < r->count; i++) {
        const double *q = r->samples[i].rotation;
        double along = dot(q, from), up = dot(q, across), side = along + sign * dot(q, to) < 0 ? -1 : 1;
        values[i] = fmin(fmax(hone_atan2(side * up, side * along) / angle, 0), 1);
    }
}

/* The error is measured with the curve that was found: across the arc and along it. */
static bool turns_within(const reduce_context *r, const double from[4], const double to[4], hone_curve curve)
{
    hone_easing easing = hone_easing_of(curve);
    for (uint32_t i = 0; i < r->count; i++) {
        double at = r->samples[i].position, turned[4];
        if (!hone_curve_is_linear(curve))
            at = hone_easing_cubic(easing.y1, easing.y2, hone_easing_parameter(&easing, at));
        hone_turn_between(from, to, at, turned);
        if (!(hone_turn_angle(turned, r->samples[i].rotation) <= r->turn))
            return false;
    }
    return true;
}

static bool reduce_rotation(const reduce_context *r, const float from_key[4], const float to_key[4], double *values,
                            hone_curve *curve)
{
    double from[4], to[4];
    const hone_curve linear = HONE_CURVE_LINEAR;
    hone_turn_widen(from_key, from), hone_turn_widen(to_key, to);
    *curve = linear;
    if (turns_within(r, from, to, linear))
        return true;
    double whole = hone_turn_angle(from, to);
    if (!(whole > r->turn))
        return false;
    turn_progress(r, from, to, values);
    progress p = {r, values, r->turn / whole};
    return find_curve(&p, curve) && turns_within(r, from, to, *curve);
}

/* ---- segments ---- */

/* Makes the key at the end of a segment from one key to another, which replaces those between. Returns false if a value
 * would be too far off. */
static bool replace(reduce_context *r, uint32_t from, uint32_t to, hone_any_key *out)
{
    const hone_edit_track *track = r->track;
    hone_any_key first;
    double values[SAMPLES_MOST];
    if (hone_track_frame(track, to) - hone_track_frame(track, from) > SPAN_MOST)
        return false;
    memcpy(&first, hone_track_key(track, from), track->kind->size);
    memcpy(out, hone_track_key(track, to), track->kind->size);
    take_samples(r, from, to);
    if (track->kind->type == KEY_MORPH)
        return reduce_number(r, first.morph.weight, out->morph.weight, 3, r->weight, values, &(hone_curve){0});
    for (int i = 0; i < 3; i++)
        if (!reduce_number(r, first.bone.translation[i], out->bone.translation[i], i, r->move / sqrt(3), values,
                           &out->bone.curves[i]))
            return false;
    return reduce_rotation(r, first.bone.rotation, out->bone.rotation, values, &out->bone.curves[3]);
}

/* The first key behind `from` at which physics is switched: it stays. */
static uint32_t last_allowed(const hone_edit_track *track, uint32_t from)
{
    if (track->kind->type != KEY_BONE)
        return track->count - 1;
    const hone_bone_key *keys = (const hone_bone_key *)track->keys;
    uint32_t to = from + 1;
    while (to + 1 < track->count && keys[to].physics_off == keys[from].physics_off) to++;
    return to;
}

/* Finds the furthest key that a segment from `from` can reach: doubles the step, then halves it. */
static uint32_t reach(reduce_context *r, uint32_t from, hone_any_key *out)
{
    uint32_t good = from + 1, last = last_allowed(r->track, from), bad = last + 1;
    hone_any_key key;
    memcpy(out, hone_track_key(r->track, good), r->track->kind->size);
    for (uint32_t step = 1; good < last; step *= 2) {
        uint32_t to = step < last - good ? good + step : last;
        if (!replace(r, from, to, &key)) {
            bad = to;
            break;
        }
        good = to, *out = key;
    }
    while (bad - good > 1 && good < last) {
        uint32_t middle = good + (bad - good) / 2;
        if (replace(r, from, middle, &key))
            good = middle, *out = key;
        else
            bad = middle;
    }
    return good;
}

static void reduce_track(hone_edit *edit, hone_edit_track *track, reduce_context *r)
{
    if (track->count < 3)
        return;
    hone_key_list list = hone_key_list_make(edit, track->kind);
    r->track = track;
    hone_key_list_add_all(&list, track, 0, 1, 0);
    for (uint32_t at = 0; at + 1 < track->count;) {
        hone_any_key key;
        at = reach(r, at, &key);
        hone_key_list_add(&list, &key, hone_track_frame(track, at));
    }
    hone_key_list_take(&list, track);
}

/* Divides the tolerance between moving and turning, if a track does both. */
static void share_tolerance(reduce_context *r, const hone_edit_track *track, const hone_reduce_desc *desc)
{
    bool moves = false, turns = false;
    const hone_bone_key *keys = (const hone_bone_key *)track->keys;
    for (uint32_t k = 1; track->kind->type == KEY_BONE && k < track->count; k++) {
        moves |= memcmp(keys[k].translation, keys[0].translation, sizeof keys[0].translation) != 0;
        turns |= memcmp(keys[k].rotation, keys[0].rotation, sizeof keys[0].rotation) != 0;
    }
    double share = moves && turns ? 0.5 : 1, distance = desc->distance > 0 ? desc->distance : 1 / HONE_MMD_METRES;
    r->move = share * desc->tolerance;
    r->turn = share * desc->tolerance / distance;
    r->weight = desc->tolerance;
}

static bool check(const hone_reduce_desc *desc, hone_error *error)
{
    if (!desc)
        return hone_fail_null(error, "desc");
    if (!(desc->tolerance >= 0) || !(desc->distance >= 0))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a tolerance and a distance are not below 0");
    return true;
}

hone_motion *hone_motion_reduce(const hone_motion *motion, const hone_reduce_desc *desc,
                                hone_motion_edit_report *report, hone_error *error)
{
    if (!check(desc, error))
        return NULL;
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motion, desc->allocator, error);
    reduce_context r = {.samples = good ? hone_arena_array(edit.memory, SAMPLES_MOST, sizeof *r.samples) : NULL};
    edit.failed |= !r.samples;
    for (uint32_t i = 0; r.samples && i < edit.count; i++) {
        if (edit.tracks[i].kind->type != KEY_BONE && edit.tracks[i].kind->type != KEY_MORPH)
            continue;
        uint32_t before = edit.tracks[i].count;
        share_tolerance(&r, &edit.tracks[i], desc);
        reduce_track(&edit, &edit.tracks[i], &r);
        edit.report.keys_lost += before - edit.tracks[i].count;
    }
    return hone_edit_finish(&edit, good, report, error);
}
