/* Chooses the steps of the tracks in each segment, as coarse as the tolerance allows. It begins with steps whose errors
 * are alike in all tracks on a way through the hierarchy. Then it makes one track after the other coarser, as long as
 * bytes become fewer and no point is off by more than the tolerance. */
#include "base/error.h"
#include "core/clip/segment.h"
#include <stdatomic.h>

static const clip_track *track_at(const clip_segment *s, uint32_t t)
{
    return &s->packing->tracks[t];
}

static uint32_t place_of(const clip_segment *s, const clip_track *track)
{
    return s->packing->places[track->target];
}

static float limit_of(const clip_segment *s)
{
    return (float)(s->packing->tolerance * s->packing->tolerance);
}

/* ---- bones ---- */

/* Decodes all tracks with their steps, made finer by `shift`. Returns the largest error's square, or infinity. */
static float set_all(clip_segment *s, int shift)
{
    const clip_packing *p = s->packing;
    for (uint32_t t = 0; t < p->track_count; t++) {
        const clip_track *track = track_at(s, t);
        int step = s->steps[t] + shift;
        step = step < 0 ? 0 : step > HONE_CLIP_STEPS - 1 ? HONE_CLIP_STEPS - 1 : step;
        if (track->group == CLIP_WEIGHTS)
            continue;
        if (hone_clip_segment_quantise(s, track, (uint32_t)step, NULL) == UINT32_MAX)
            return INFINITY;
        hone_clip_segment_decode(s, track, (uint32_t)step, &s->parts[track->target]);
    }
    float most = 0;
    for (uint32_t place = 0; place < p->desc->bone_count; place++)
        hone_clip_segment_local(s, p->order[place], &s->parts[p->order[place]], &s->locals[place]);
    for (uint32_t place = 0; place < p->desc->bone_count && most < INFINITY; place = p->ends[place]) {
        clip_matrices own = s->locals[place];
        most = fmaxf(most, hone_clip_segment_try(s, place, &own, limit_of(s)));
        if (most < INFINITY)
            hone_clip_segment_accept(s, place, &own);
    }
    return most;
}

/* Finds the coarsest common shift of all steps that keeps the tolerance. */
static bool find_shift(clip_segment *s)
{
    int shift = 0;
    while (!(set_all(s, shift) <= limit_of(s))) {
        shift += 2;
        if (shift >= HONE_CLIP_STEPS)
            return false;
    }
    while (shift > -HONE_CLIP_STEPS && set_all(s, shift - 1) <= limit_of(s)) shift--;
    if (!(set_all(s, shift) <= limit_of(s)))
        return false;
    for (uint32_t t = 0; t < s->packing->track_count; t++) {
        int step = s->steps[t] + shift;
        s->steps[t] = (uint8_t)(step < 0 ? 0 : step > HONE_CLIP_STEPS - 1 ? HONE_CLIP_STEPS - 1 : step);
    }
    return true;
}

/* Takes a step for a track if the tolerance allows it. */
static bool take_step(clip_segment *s, uint32_t t, uint32_t step, uint32_t bytes)
{
    const clip_track *track = track_at(s, t);
    clip_parts parts = s->parts[track->target];
    clip_matrices local;
    hone_clip_segment_decode(s, track, step, &parts);
    hone_clip_segment_local(s, track->target, &parts, &local);
    if (!(hone_clip_segment_try(s, place_of(s, track), &local, limit_of(s)) <= limit_of(s)))
        return false;
    hone_clip_segment_accept(s, place_of(s, track), &local);
    s->parts[track->target] = parts;
    s->steps[t] = (uint8_t)step, s->bytes[t] = bytes;
    return true;
}

/* Takes the finest step with as many bytes as now. */
static void refine(clip_segment *s, uint32_t t)
{
    uint32_t step = s->steps[t];
    s->bytes[t] = hone_clip_segment_quantise(s, track_at(s, t), step, NULL);
    while (step + 1 < HONE_CLIP_STEPS && hone_clip_segment_quantise(s, track_at(s, t), step + 1, NULL) <= s->bytes[t])
        step++;
    if (step != s->steps[t] && s->bytes[t] > 0)
        take_step(s, t, step, s->bytes[t]);
}

/* Tries the next coarser step that needs fewer bytes. */
static bool coarsen(clip_segment *s, uint32_t t)
{
    for (uint32_t step = s->steps[t]; step-- > 0;) {
        uint32_t bytes = hone_clip_segment_quantise(s, track_at(s, t), step, NULL);
        if (bytes < s->bytes[t])
            return take_step(s, t, step, bytes);
        if (bytes == 0)
            return false;
    }
    return false;
}

static bool fit_bones(clip_segment *s)
{
    uint32_t count = s->packing->track_count;
    for (uint32_t t = 0; t < count; t++) {
        double step = track_at(s, t)->step;
        double index = step > 0 ? ceil(4 * (8 - log2(step))) : 0;
        s->steps[t] = (uint8_t)fmin(fmax(index, 0), HONE_CLIP_STEPS - 1);
    }
    if (!find_shift(s))
        return false;
    for (uint32_t t = 0; t < count; t++)
        if (track_at(s, t)->group != CLIP_WEIGHTS)
            refine(s, t);
    bool any = true;
    for (uint32_t t = 0; t < count; t++) s->done[t] = track_at(s, t)->group == CLIP_WEIGHTS;
    while (any) {
        any = false;
        for (uint32_t t = 0; t < count; t++)
            if (!s->done[t]) {
                s->done[t] = !coarsen(s, t);
                any |= !s->done[t];
            }
    }
    return true;
}

/* ---- weights ---- */

static double weight_error(const clip_segment *s, const clip_track *track, uint32_t step)
{
    clip_numbers numbers;
    double worst = 0, size = (double)hone_clip_step(step);
    hone_clip_segment_quantise(s, track, step, &numbers);
    for (uint32_t i = 0; i < s->count; i++) {
        const float *basis = hone_clip_basis(s->count, i);
        double sum = 0;
        for (int k = 0; k < HONE_CLIP_SEGMENT; k++) sum += numbers.values[k] * (double)basis[k];
        float value[4];
        hone_clip_track_value(s->packing, track, s->first + i, value);
        worst = fmax(worst, fabs(sum * size - (double)value[0]));
    }
    return worst;
}

/* Takes the step with the fewest bytes, and of those the finest. */
static bool fit_weight(clip_segment *s, uint32_t t)
{
    const clip_track *track = track_at(s, t);
    uint32_t best = UINT32_MAX, fine = (uint32_t)(4 * (8 - log2(s->packing->weight_tolerance))) + 12;
    fine = fine < HONE_CLIP_STEPS ? fine : HONE_CLIP_STEPS - 1;
    for (uint32_t step = fine, left = 24; left-- > 0 && step > 0; step--) {
        uint32_t bytes = hone_clip_segment_quantise(s, track, step, NULL);
        if (bytes < best && weight_error(s, track, step) <= s->packing->weight_tolerance)
            best = bytes, s->steps[t] = (uint8_t)step;
    }
    return best != UINT32_MAX;
}

/* ---- all segments ---- */

typedef struct fitting {
    clip_packing *packing;
    clip_segment *workspaces; /* one for each thread */
    atomic_uint next;         /* segment that no thread has taken */
} fitting;

static void fit_segment(clip_packing *p, clip_segment *s, uint32_t index)
{
    hone_clip_segment_begin(s, index);
    bool ok = fit_bones(s);
    for (uint32_t t = 0; t < p->track_count && ok; t++)
        if (p->tracks[t].group == CLIP_WEIGHTS)
            ok = fit_weight(s, t);
    for (uint32_t t = 0; t < p->track_count && ok; t++) {
        clip_numbers *out = p->numbers + (size_t)index * p->component_count + p->tracks[t].component;
        p->steps[(size_t)index * p->track_count + t] = s->steps[t];
        hone_clip_segment_quantise(s, &p->tracks[t], s->steps[t], out);
    }
    s->failed |= !ok;
}

/* Items are workspaces, each of which takes segments until none is left. */
static void fit_some(void *user, uint32_t begin, uint32_t end)
{
    fitting *f = user;
    for (uint32_t w = begin; w < end; w++)
        for (uint32_t i; (i = atomic_fetch_add(&f->next, 1)) < f->packing->segment_count;)
            fit_segment(f->packing, &f->workspaces[w], i);
}

bool hone_clip_fit_segments(clip_packing *p, hone_error *error)
{
    uint32_t threads = hone_workers_thread_count(p->desc->workers);
    fitting f = {.packing = p, .workspaces = hone_arena_array(p->memory, threads, sizeof *f.workspaces)};
    atomic_init(&f.next, 0);
    p->steps = hone_arena_array(p->memory, (size_t)p->segment_count * p->track_count, 1);
    p->numbers = hone_arena_array(p->memory, (size_t)p->segment_count * p->component_count, sizeof *p->numbers);
    bool ok = !hone_arena_failed(p->memory);
    for (uint32_t t = 0; t < threads && ok; t++) ok = hone_clip_segment_make(&f.workspaces[t], p, p->memory);
    if (!ok)
        return hone_arena_fail(p->memory, error);
    hone_workers_run(p->desc->workers, fit_some, &f, threads, 1);
    for (uint32_t t = 0; t < threads; t++)
        if (f.workspaces[t].failed)
            return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0,
                             "the tolerance is too small for the size of the motion: floats cannot keep it");
    return true;
}
