/* Adds fitted channels to the writer. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/fit/fit_channels.h"
#include <math.h>
#include <string.h>

/* Keys that are nearer to each other are a jump, which a fit would make a slope. */
static bool is_on_quarters(const fit_source *source)
{
    const double nearest = 0.5 / FIT_RATE;
    for (uint32_t k = 0; k < source->count; k++) {
        double quarter = source->times[k] * FIT_RATE;
        if (!(fabs(quarter - nearbyint(quarter)) < 1e-3) ||
            (k > 0 && !(source->times[k] - source->times[k - 1] > nearest)))
            return false;
    }
    return source->values != NULL;
}

/* Steps may be at any time, but no more than there are samples. The last key ends the motion. */
static bool is_sparse(const fit_source *source)
{
    for (uint32_t k = 1; k + 1 < source->count; k++)
        if (!(source->times[k] - source->times[k - 1] >= 1.0 / FIT_RATE))
            return false;
    return source->values != NULL;
}

/* Returns the number of samples, or 0 if the channels cannot be fitted. */
static uint32_t count_samples(const fit_source *sources, uint32_t count)
{
    const double most = 1 << 24;
    double last = 0;
    for (uint32_t s = 0; s < count; s++) {
        double end = sources[s].times[sources[s].count - 1] * FIT_RATE;
        if (!(sources[s].stepped ? is_sparse(&sources[s]) : is_on_quarters(&sources[s])))
            return 0;
        last = fmax(last, sources[s].stepped ? ceil(end - 1e-3) : end);
    }
    return last < most ? (uint32_t)lrint(last) + 1 : 0;
}

/* ---- accessors ---- */

static int32_t add_times(gltf_writer *writer, const fit_track *track)
{
    gltf_out_accessor accessor = {.component = GLTF_FLOAT, .width = 1, .count = track->count, .bounded = true};
    uint32_t *words = hone_gltf_write_scratch(writer, track->count, sizeof *words);
    if (!words)
        return HONE_NONE;
    hone_gltf_bound(&accessor, track->times);
    for (uint32_t k = 0; k < track->count; k++)
        words[k] = hone_gltf_fit_time_word(track->times[k], track->time_exponent);
    return hone_gltf_add_to_pool(writer, track->time_exponent ? GLTF_POOL_TIMES : GLTF_POOL_EXACT_TIMES, words,
                                 track->count, &accessor);
}

static int32_t add_values(gltf_writer *writer, const fit_track *track)
{
    bool floats = track->source->width == 3 || track->wide;
    gltf_out_accessor accessor = {.component = floats ? GLTF_FLOAT : GLTF_SHORT,
                                  .width = track->source->width,
                                  .count = track->count,
                                  .normalised = !floats};
    gltf_pool pool = track->wide ? GLTF_POOL_ROUNDED_QUATERNIONS : floats ? GLTF_POOL_VECTORS : GLTF_POOL_QUATERNIONS;
    return hone_gltf_add_to_pool(writer, pool, track->elements, track->count, &accessor);
}

static void add_track(gltf_writer *writer, const gltf_fit *fit, uint32_t t, gltf_out_channel *channels)
{
    const fit_track *track = &fit->tracks[t];
    int32_t input = HONE_NONE;
    if (track->source->twin != t) {
        channels[t] = channels[track->source->twin];
        channels[t].node = (int32_t)track->source->bone;
        return;
    }
    for (uint32_t other = 0; other < t && input == HONE_NONE; other++)
        if (fit->tracks[other].times == track->times)
            input = channels[other].input;
    if (input == HONE_NONE)
        input = add_times(writer, track);
    channels[t] = (gltf_out_channel){.path = track->source->path,
                                     .node = (int32_t)track->source->bone,
                                     .input = input,
                                     .output = add_values(writer, track),
                                     .stepped = track->source->stepped};
}

/* ---- twins ---- */

/* Whether keys are the same, but for what is far below the tolerance. */
static bool are_twins(const fit_source *a, const fit_source *b, float tolerance)
{
    float reach = a->path == HONE_CHANNEL_TRANSLATION ? 1 : 2 * fmaxf(a->reach, b->reach), most = 0;
    if (a->path != b->path || a->count != b->count || a->stepped != b->stepped ||
        memcmp(a->times, b->times, a->count * sizeof *a->times) != 0)
        return false;
    for (size_t i = 0; i < (size_t)a->count * a->width && most * reach <= tolerance; i++)
        most = fmaxf(most, fabsf(a->values[i] - b->values[i]));
    return most * reach <= tolerance;
}

/* Bones that copy others have their keys, up to rounding. They are stored once. */
static void find_twins(fit_source *sources, uint32_t count, float tolerance)
{
    for (uint32_t s = 0; s < count; s++) {
        uint32_t twin = 0;
        while (twin < s && (sources[twin].twin != twin || !are_twins(&sources[twin], &sources[s], tolerance))) twin++;
        sources[s].twin = twin;
        if (twin == s)
            continue;
        sources[s].values = sources[twin].values;
        sources[twin].reach = fmaxf(sources[twin].reach, sources[s].reach);
    }
    for (uint32_t s = 0; s < count; s++) sources[s].reach = sources[sources[s].twin].reach;
}

bool hone_gltf_add_fitted(gltf_writer *writer, fit_source *sources, uint32_t count)
{
    const float far_below = 1e-3f;
    gltf_fit fit;
    uint32_t samples =
        writer->errors.bones > 0 && !hone_arena_failed(writer->memory) ? count_samples(sources, count) : 0;
    if (samples > 0)
        find_twins(sources, count, far_below * writer->errors.bones);
    bool ok = samples > 0 && count > 0 && hone_gltf_fit(writer, sources, count, samples, &fit);
    if (samples > 0 && count > 0) {
        for (uint32_t t = 0; ok && t < count; t++) add_track(writer, &fit, t, writer->channels);
        writer->channel_count = ok ? count : 0;
        writer->report->pack_error = ok ? (double)fit.error : 0;
        hone_arena_destroy(fit.memory);
    }
    return ok;
}
