#include "core/tolerance/fit.h"
#include <math.h>

bool hone_tolerance_fit_make(tolerance_fit *fit, const tolerance_tracks *tracks, tolerance_tree *tree, float limit,
                             hone_arena *memory)
{
    *fit = (tolerance_fit){.tracks = *tracks,
                           .tree = tree,
                           .limit = limit,
                           .levels = hone_arena_array(memory, tracks->count, sizeof *fit->levels),
                           .sizes = hone_arena_array(memory, tracks->count, sizeof *fit->sizes),
                           .done = hone_arena_array(memory, tracks->count, sizeof *fit->done)};
    return !hone_arena_failed(memory);
}

static int shifted(const tolerance_fit *fit, uint32_t track, int shift)
{
    return fit->tracks.clamp(fit->tracks.user, track, fit->levels[track] + shift);
}

/* Rounds all tracks, made more precise by `shift`. Returns whether the tolerance is kept. */
static bool keeps(const tolerance_fit *fit, int shift)
{
    const tolerance_tracks *tracks = &fit->tracks;
    for (uint32_t t = 0; t < tracks->count; t++) {
        if (!tracks->round(tracks->user, t, shifted(fit, t, shift)))
            return false;
        tracks->decode(tracks->user, t, hone_tolerance_parts(fit->tree, 0, tracks->joint(tracks->user, t)),
                       fit->tree->joints.count);
    }
    return hone_tolerance_tree_place(fit->tree, fit->limit) <= fit->limit;
}

bool hone_tolerance_fit_shift(tolerance_fit *fit)
{
    const int most = fit->tracks.shift_max;
    int shift = 0;
    while (!keeps(fit, shift)) {
        shift += fit->tracks.shift_step;
        if (shift > most)
            return false;
    }
    while (shift > -most && keeps(fit, shift - 1)) shift--;
    if (!keeps(fit, shift))
        return false;
    for (uint32_t t = 0; t < fit->tracks.count; t++) fit->levels[t] = shifted(fit, t, shift);
    return true;
}

uint64_t hone_tolerance_fit_round(tolerance_fit *fit, uint32_t track, int level)
{
    const tolerance_tracks *tracks = &fit->tracks;
    return tracks->round(tracks->user, track, level) ? tracks->size(tracks->user, track) : UINT64_MAX;
}

bool hone_tolerance_fit_take(tolerance_fit *fit, uint32_t track, int level, uint64_t size)
{
    const tolerance_tracks *tracks = &fit->tracks;
    uint32_t joint = tracks->joint(tracks->user, track);
    hone_tolerance_tree_copy_parts(fit->tree, joint);
    tracks->decode(tracks->user, track, fit->tree->new_parts, 1);
    if (!hone_tolerance_tree_try(fit->tree, joint, fit->limit))
        return false;
    fit->levels[track] = level, fit->sizes[track] = size;
    return true;
}

/* Tries the next coarser level that takes fewer bytes. */
static bool coarsen(tolerance_fit *fit, uint32_t track)
{
    const tolerance_tracks *tracks = &fit->tracks;
    for (int level = fit->levels[track] - 1; tracks->clamp(tracks->user, track, level) == level; level--) {
        uint64_t size = hone_tolerance_fit_round(fit, track, level);
        if (size < fit->sizes[track])
            return hone_tolerance_fit_take(fit, track, level, size);
        if (size == 0)
            return false;
    }
    return false;
}

void hone_tolerance_fit_coarsen(tolerance_fit *fit)
{
    const uint32_t count = fit->tracks.count;
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t t = fit->tracks.backward ? count - 1 - i : i;
            if (fit->done[t])
                continue;
            fit->done[t] = !coarsen(fit, t);
            any |= !fit->done[t];
        }
    }
}
