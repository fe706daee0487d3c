/* Chooses the steps of the tracks in each segment, as coarse as the tolerance allows. It begins with steps whose errors
 * are alike in all tracks on a way through the hierarchy. */
#include "base/error.h"
#include "core/clip/segment.h"
#include <stdatomic.h>

/* ---- bones ---- */

/* Takes the finest step with as many bytes as now. */
static void refine(tolerance_fit *fit, uint32_t t)
{
    int step = fit->levels[t];
    fit->sizes[t] = hone_tolerance_fit_round(fit, t, step);
    while (step + 1 < HONE_CLIP_STEPS && hone_tolerance_fit_round(fit, t, step + 1) <= fit->sizes[t]) step++;
    if (step == fit->levels[t] || fit->sizes[t] == 0)
        return;
    hone_tolerance_fit_round(fit, t, step);
    hone_tolerance_fit_take(fit, t, step, fit->sizes[t]);
}

static bool fit_bones(clip_segment *s, uint8_t *steps)
{
    tolerance_fit *fit = &s->fit;
    const uint32_t count = fit->tracks.count;
    for (uint32_t t = 0; t < count; t++) {
        double step = s->packing->tracks[t].step, index = step > 0 ? ceil(4 * (8 - log2(step))) : 0;
        fit->levels[t] = (int)fmin(fmax(index, 0), HONE_CLIP_STEPS - 1);
    }
    if (!hone_tolerance_fit_shift(fit))
        return false;
    for (uint32_t t = 0; t < count; t++) {
        refine(fit, t);
        fit->done[t] = false;
    }
    hone_tolerance_fit_coarsen(fit);
    for (uint32_t t = 0; t < count; t++) steps[t] = (uint8_t)fit->levels[t];
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
static bool fit_weight(clip_segment *s, const clip_track *track, uint8_t *out)
{
    uint32_t best = UINT32_MAX, fine = (uint32_t)(4 * (8 - log2(s->packing->weight_tolerance))) + 12;
    fine = fine < HONE_CLIP_STEPS ? fine : HONE_CLIP_STEPS - 1;
    for (uint32_t step = fine, left = 24; left-- > 0 && step > 0; step--) {
        uint32_t bytes = hone_clip_segment_quantise(s, track, step, NULL);
        if (bytes < best && weight_error(s, track, step) <= s->packing->weight_tolerance)
            best = bytes, *out = (uint8_t)step;
    }
    return best != UINT32_MAX;
}

/* ---- all segments ---- */

typedef struct fit_context {
    clip_pack_context *packing;
    clip_segment *workspaces; /* one for each thread */
    atomic_uint next;         /* segment that no thread has taken */
} fit_context;

static void fit_segment(clip_pack_context *p, clip_segment *s, uint32_t index)
{
    uint8_t *steps = p->steps + (size_t)index * p->track_count;
    hone_clip_segment_begin(s, index);
    bool ok = fit_bones(s, steps);
    for (uint32_t t = 0; t < p->track_count && ok; t++) {
        clip_numbers *out = p->numbers + (size_t)index * p->component_count + p->tracks[t].component;
        if (p->tracks[t].group == CLIP_WEIGHTS)
            ok = fit_weight(s, &p->tracks[t], &steps[t]);
        hone_clip_segment_quantise(s, &p->tracks[t], steps[t], out);
    }
    s->failed |= !ok;
}

/* Items are workspaces, each of which takes segments until none is left. */
static void fit_some(void *user, uint32_t begin, uint32_t end)
{
    fit_context *f = user;
    for (uint32_t w = begin; w < end; w++)
        for (uint32_t i; (i = atomic_fetch_add(&f->next, 1)) < f->packing->segment_count;)
            fit_segment(f->packing, &f->workspaces[w], i);
}

bool hone_clip_fit_segments(clip_pack_context *p, hone_error *error)
{
    uint32_t threads = hone_workers_thread_count(p->desc->workers);
    fit_context f = {.packing = p, .workspaces = hone_arena_array(p->memory, threads, sizeof *f.workspaces)};
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
