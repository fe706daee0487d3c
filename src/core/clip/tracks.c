/* Finds the parts of bones and the weights that change, and those that do not. */
#include "base/error.h"
#include "core/clip/packing.h"
#include "core/tolerance/tree.h"
#include <string.h>

/* ---- values ---- */

hone_transform hone_clip_rest(const clip_pack_context *p, uint32_t bone)
{
    return p->desc->rest ? p->desc->rest[bone] : (hone_transform)HONE_TRANSFORM_IDENTITY;
}

hone_transform hone_clip_value(const clip_pack_context *p, uint32_t bone, uint32_t sample)
{
    hone_transform out = p->desc->bones[(size_t)sample * p->desc->bone_count + bone];
    hone_quat_normalise(out.rotation, out.rotation);
    return out;
}

hone_affine hone_clip_local(const clip_pack_context *p, uint32_t bone, const hone_transform *value)
{
    hone_transform placed = *value;
    if (p->desc->offsets)
        hone_vec3_add(placed.translation, p->desc->offsets[bone], placed.translation);
    return hone_affine_from_transform(&placed);
}

void hone_clip_keep_absent(const clip_pack_context *p, uint32_t bone, const hone_transform *from, hone_transform *to)
{
    if (hone_clip_kind_of(p->kinds[bone], CLIP_T) == CLIP_ABSENT)
        hone_vec3_copy(from->translation, to->translation);
    if (hone_clip_kind_of(p->kinds[bone], CLIP_R) == CLIP_ABSENT)
        hone_quat_copy(from->rotation, to->rotation);
    if (hone_clip_kind_of(p->kinds[bone], CLIP_S) == CLIP_ABSENT)
        hone_vec3_copy(from->scale, to->scale);
}

/* ---- order ---- */

bool hone_clip_order(clip_pack_context *p, hone_error *error)
{
    uint32_t count = p->desc->bone_count;
    int32_t *links = hone_arena_array(p->memory, (size_t)2 * count, sizeof *links);
    p->order = hone_arena_array(p->memory, count, sizeof *p->order);
    p->places = hone_arena_array(p->memory, count, sizeof *p->places);
    p->ends = hone_arena_array(p->memory, count, sizeof *p->ends);
    p->parents = hone_arena_array(p->memory, count, sizeof *p->parents);
    if (hone_arena_failed(p->memory))
        return hone_arena_fail(p->memory, error);
    for (uint32_t b = 0; b < count; b++)
        if (p->desc->parents[b] < HONE_NONE || p->desc->parents[b] >= (int32_t)count)
            return hone_fail(error, HONE_ERROR_ARGUMENT, b, "bone %u has a parent that does not exist", b);
    if (hone_tolerance_depth_first(p->desc->parents, count, links, p->order) < count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the parents of the bones are a cycle");
    for (uint32_t place = 0; place < count; place++) {
        int32_t parent = p->desc->parents[p->order[place]];
        p->places[p->order[place]] = place;
        p->parents[place] = parent == HONE_NONE ? HONE_NONE : (int32_t)p->places[parent];
    }
    hone_tolerance_find_ends(p->parents, count, p->ends);
    return true;
}

/* ---- levers ---- */

enum { LEVER_SAMPLES = 32 };

/* The largest length of an axis: how much a matrix enlarges. */
static float size_of(const hone_affine *m)
{
    float most = 0;
    for (int axis = 0; axis < 3; axis++) {
        const float v[3] = {m->m[0][axis], m->m[1][axis], m->m[2][axis]};
        most = fmaxf(most, hone_vec3_length(v));
    }
    return most;
}

static void find_levers_at(clip_pack_context *p, uint32_t sample, hone_affine *models)
{
    for (uint32_t place = 0; place < p->desc->bone_count; place++) {
        uint32_t bone = p->order[place];
        int32_t parent = p->parents[place];
        hone_transform value = hone_clip_value(p, bone, sample);
        hone_affine local = hone_clip_local(p, bone, &value);
        models[place] = parent == HONE_NONE ? local : hone_affine_multiply(&models[parent], &local);
        p->gains[bone] = fmaxf(p->gains[bone], parent == HONE_NONE ? 1 : size_of(&models[parent]));
    }
    for (uint32_t place = 0; place < p->desc->bone_count; place++) {
        float origin[3], other[3], *lever = &p->levers[p->order[place]];
        hone_affine_origin(&models[place], origin);
        *lever = fmaxf(*lever, p->desc->distance * size_of(&models[place]));
        for (uint32_t below = place + 1; below < p->ends[place]; below++) {
            hone_affine_origin(&models[below], other);
            float reach = p->desc->distance * size_of(&models[below]);
            *lever = fmaxf(*lever, hone_vec3_distance(origin, other) + reach);
        }
    }
}

static bool find_levers(clip_pack_context *p)
{
    uint32_t count = p->desc->bone_count, samples = p->desc->sample_count;
    uint32_t steps = samples < LEVER_SAMPLES ? samples : LEVER_SAMPLES;
    p->levers = hone_arena_array(p->memory, count, sizeof *p->levers);
    p->gains = hone_arena_array(p->memory, count, sizeof *p->gains);
    hone_affine *models = hone_arena_array(p->memory, count, sizeof *models);
    if (hone_arena_failed(p->memory))
        return false;
    for (uint32_t i = 0; i < steps; i++) find_levers_at(p, (uint32_t)((uint64_t)i * samples / steps), models);
    return true;
}

/* ---- kinds ---- */

/* The part of the tolerance that a value may differ from a constant. */
static const double STILL = 0.02;

/* How far a point moves if the part changes from one value to another. */
static double difference(const clip_pack_context *p, uint32_t bone, int part, const hone_transform *a,
                         const hone_transform *b)
{
    double lever = (double)p->levers[bone];
    if (part == CLIP_T)
        return (double)(hone_vec3_distance(a->translation, b->translation) * p->gains[bone]);
    if (part == CLIP_S)
        return (double)hone_vec3_distance(a->scale, b->scale) * lever;
    float sign = hone_quat_dot(a->rotation, b->rotation) < 0 ? -1.0f : 1.0f;
    double square = 0;
    for (int i = 0; i < 4; i++) {
        double offset = (double)a->rotation[i] - (double)(sign * b->rotation[i]);
        square += offset * offset;
    }
    return 2 * sqrt(square) * lever;
}

static double highest_precision(const clip_pack_context *p)
{
    float most = 1;
    for (uint32_t b = 0; p->desc->precision && b < p->desc->bone_count; b++) most = fmaxf(most, p->desc->precision[b]);
    return (double)most;
}

static hone_clip_kind find_kind(const clip_pack_context *p, uint32_t bone, int part)
{
    double most = STILL * p->tolerance / highest_precision(p);
    if (p->desc->parts && !(p->desc->parts[bone] >> part & 1))
        return CLIP_ABSENT;
    hone_transform rest = hone_clip_rest(p, bone), first = hone_clip_value(p, bone, 0);
    hone_quat_normalise(rest.rotation, rest.rotation);
    bool at_rest = true, still = true;
    for (uint32_t s = 0; s < p->desc->sample_count && still; s++) {
        hone_transform value = hone_clip_value(p, bone, s);
        at_rest = at_rest && difference(p, bone, part, &value, &rest) <= most;
        still = at_rest || difference(p, bone, part, &value, &first) <= most;
    }
    return at_rest ? CLIP_REST : still ? CLIP_CONSTANT : CLIP_ANIMATED;
}

static hone_clip_kind find_weight_kind(const clip_pack_context *p, uint32_t weight)
{
    const hone_clip_pack_desc *d = p->desc;
    if (d->has_weight && !d->has_weight[weight])
        return CLIP_ABSENT;
    float rest = d->rest_weights ? d->rest_weights[weight] : 0, first = d->weights[weight];
    bool at_rest = true, still = true;
    for (uint32_t s = 0; s < d->sample_count; s++) {
        float value = d->weights[(size_t)s * d->weight_count + weight];
        at_rest = at_rest && (double)fabsf(value - rest) <= STILL * p->weight_tolerance;
        still = still && (double)fabsf(value - first) <= STILL * p->weight_tolerance;
    }
    return at_rest ? CLIP_REST : still ? CLIP_CONSTANT : CLIP_ANIMATED;
}

/* ---- bases ---- */

/* The mean of the rotations, as it will be stored. Returns false if some rotation is too far from it: then its last
 * component would be lost. */
static bool find_rotation_base(const clip_pack_context *p, uint32_t bone, float base[4])
{
    double sum[4] = {0};
    float mean[4], last[4];
    for (uint32_t s = 0; s < p->desc->sample_count; s++) {
        hone_transform value = hone_clip_value(p, bone, s);
        bool turn = s > 0 && hone_quat_dot(value.rotation, last) < 0;
        for (int i = 0; i < 4; i++) {
            last[i] = turn ? -value.rotation[i] : value.rotation[i];
            sum[i] += (double)last[i];
        }
    }
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
    if (!(length > 1e-3 * p->desc->sample_count))
        return false;
    for (int i = 0; i < 4; i++) mean[i] = (float)(sum[i] / (sum[3] < 0 ? -length : length));
    for (int i = 0; i < 3; i++) base[i] = (float)(int)(mean[i] * 32767) / 32767; /* towards 0: never too long */
    base[3] = hone_clip_last(base[0], base[1], base[2]);
    for (uint32_t s = 0; s < p->desc->sample_count; s++)
        if (fabsf(hone_quat_dot(hone_clip_value(p, bone, s).rotation, base)) < 0.4f)
            return false;
    return true;
}

static void find_vector_base(const clip_pack_context *p, uint32_t bone, int part, float base[4])
{
    double sum[3] = {0};
    for (uint32_t s = 0; s < p->desc->sample_count; s++) {
        hone_transform value = hone_clip_value(p, bone, s);
        for (int i = 0; i < 3; i++) sum[i] += (double)(part == CLIP_T ? value.translation : value.scale)[i];
    }
    for (int i = 0; i < 3; i++) base[i] = (float)(sum[i] / p->desc->sample_count);
}

void hone_clip_track_value(const clip_pack_context *p, const clip_track *track, uint32_t sample, float out[4])
{
    if (track->group == CLIP_WEIGHTS) {
        out[0] = p->desc->weights[(size_t)sample * p->desc->weight_count + track->target];
        return;
    }
    hone_transform value = hone_clip_value(p, track->target, sample);
    if (track->group == CLIP_ROTATIONS) {
        float inverse[4];
        hone_quat_conjugate(track->base, inverse);
        hone_quat_multiply(inverse, value.rotation, out);
        for (int i = 0; i < 4 && out[3] < 0; i++) out[i] = i < 3 ? -out[i] : out[i];
    } else if (track->group == CLIP_FOURS) {
        hone_quat_copy(value.rotation, out);
    } else {
        hone_vec3_subtract(track->group == CLIP_TRANSLATIONS ? value.translation : value.scale, track->base, out);
    }
}

/* ---- tracks ---- */

static bool find_kinds(clip_pack_context *p)
{
    uint32_t bones = p->desc->bone_count, weights = p->desc->weight_count;
    p->kinds = hone_arena_array(p->memory, bones, 1);
    p->weight_kinds = hone_arena_array(p->memory, weights, 1);
    if (hone_arena_failed(p->memory))
        return false;
    for (uint32_t b = 0; b < bones; b++)
        for (int part = 0; part < CLIP_PARTS; part++) {
            float base[4];
            hone_clip_kind kind = find_kind(p, b, part);
            p->kinds[b] = (uint8_t)(p->kinds[b] | (unsigned)kind << 2 * part);
            if (kind == CLIP_ANIMATED && part == CLIP_R && !find_rotation_base(p, b, base))
                p->kinds[b] |= CLIP_FOUR;
        }
    for (uint32_t w = 0; w < weights; w++) p->weight_kinds[w] = (uint8_t)find_weight_kind(p, w);
    return true;
}

static void add_track(clip_pack_context *p, int group, uint32_t target)
{
    clip_track *track = &p->tracks[p->track_count++];
    *track = (clip_track){.target = target,
                          .group = (uint8_t)group,
                          .width = (uint8_t)hone_clip_width(group),
                          .component = p->component_count};
    p->component_count += track->width;
    if (group == CLIP_ROTATIONS)
        find_rotation_base(p, target, track->base);
    else if (group == CLIP_TRANSLATIONS || group == CLIP_SCALES)
        find_vector_base(p, target, group == CLIP_TRANSLATIONS ? CLIP_T : CLIP_S, track->base);
}

static bool is_in_group(uint8_t kinds, int group)
{
    int part = group == CLIP_TRANSLATIONS ? CLIP_T : group == CLIP_SCALES ? CLIP_S : CLIP_R;
    bool four = kinds & CLIP_FOUR;
    return hone_clip_kind_of(kinds, part) == CLIP_ANIMATED && (part != CLIP_R || four == (group == CLIP_FOURS));
}

/* Guesses steps with which the errors of all bones on the longest way through a bone add up to the tolerance. */
static bool guess_steps(clip_pack_context *p)
{
    uint32_t count = p->desc->bone_count;
    uint32_t *above = hone_arena_array(p->memory, count, sizeof *above); /* tracks on the way, by place */
    uint32_t *longest = hone_arena_array(p->memory, count, sizeof *longest);
    float *precision = hone_arena_array(p->memory, count, sizeof *precision); /* the highest of it and all below */
    if (hone_arena_failed(p->memory))
        return false;
    for (uint32_t t = 0; t < p->track_count; t++)
        if (p->tracks[t].group != CLIP_WEIGHTS)
            above[p->places[p->tracks[t].target]]++;
    for (uint32_t i = 0; i < count; i++) above[i] += p->parents[i] == HONE_NONE ? 0 : above[p->parents[i]];
    for (uint32_t i = count; i-- > 0;) {
        int32_t parent = p->parents[i];
        longest[i] = longest[i] > above[i] ? longest[i] : above[i];
        precision[i] = fmaxf(precision[i], hone_clip_precision(p, p->order[i]));
        if (parent != HONE_NONE && longest[parent] < longest[i])
            longest[parent] = longest[i];
        if (parent != HONE_NONE)
            precision[parent] = fmaxf(precision[parent], precision[i]);
    }
    for (uint32_t t = 0; t < p->track_count; t++) {
        clip_track *track = &p->tracks[t];
        if (track->group == CLIP_WEIGHTS)
            continue;
        double lever = (double)(track->group == CLIP_TRANSLATIONS ? p->gains : p->levers)[track->target];
        double factor = track->group <= CLIP_FOURS ? 2 : 1;
        double share = p->tolerance / (double)precision[p->places[track->target]];
        track->step = share / (sqrt((double)longest[p->places[track->target]]) * lever * factor);
    }
    return true;
}

bool hone_clip_find_tracks(clip_pack_context *p, hone_error *error)
{
    if (!find_levers(p) || !find_kinds(p))
        return hone_arena_fail(p->memory, error);
    size_t most = CLIP_PARTS * (size_t)p->desc->bone_count + p->desc->weight_count;
    p->tracks = hone_arena_array(p->memory, most, sizeof *p->tracks);
    if (most && !p->tracks)
        return hone_arena_fail(p->memory, error);
    for (int group = 0; group < CLIP_WEIGHTS; group++)
        for (uint32_t b = 0; b < p->desc->bone_count; b++)
            if (is_in_group(p->kinds[b], group))
                add_track(p, group, b);
    for (uint32_t w = 0; w < p->desc->weight_count; w++)
        if (p->weight_kinds[w] == CLIP_ANIMATED)
            add_track(p, CLIP_WEIGHTS, w);
    return guess_steps(p) || hone_arena_fail(p->memory, error);
}
