/* Makes the keys of each channel: after a number of samples; or where they were baked. All channels with
 * the same spacing share their times. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/fit/fit_channels.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

/* ---- times ---- */

/* Returns how fast a channel moves what its bone carries, at most: in metres a second. */
static double speed_of(const fit_source *source)
{
    double fastest = 0;
    for (uint32_t k = 1; k < source->count; k++) {
        const float *from = source->values + (size_t)(k - 1) * source->width, *to = from + source->width;
        double sum = 0, sign = source->width == 4 && hone_quat_dot(from, to) < 0 ? -1 : 1;
        for (uint32_t c = 0; c < source->width; c++) {
            double offset = (double)from[c] - sign * (double)to[c];
            sum += offset * offset;
        }
        fastest = fmax(fastest, sqrt(sum) / (source->times[k] - source->times[k - 1]));
    }
    return fastest * (source->path == HONE_CHANNEL_ROTATION ? 2 * (double)source->reach
                      : source->path == HONE_CHANNEL_SCALE  ? (double)source->reach
                                                            : 1);
}

/* Returns the exponent of a grid of times on which nothing moves further than a small part of the tolerance. */
static int time_exponent_of(const fit_state *f, double speed)
{
    enum { COARSEST = -10, DIGITS = 23 };
    double error = (double)f->attempt->times * (double)f->tolerance / fmax(speed, 1e-9),
           last = f->sample_count / (double)FIT_RATE;
    int exponent = COARSEST;
    while (ldexp(0.5, exponent) > error && ldexp(last, -exponent) < 1 << DIGITS) exponent--;
    return ldexp(last, -exponent) < 1 << DIGITS ? exponent : 0;
}

static float round_time(const fit_times *t, double time)
{
    return t->exponent ? (float)ldexp(nearbyint(ldexp(time, -t->exponent)), t->exponent) : (float)time;
}

/* Finds the fastest channel of each spacing. */
static void choose_exponents(fit_state *f)
{
    double fastest[FIT_SINGLE + 1] = {0};
    for (uint32_t s = 0; s < f->source_count; s++)
        fastest[f->spacings[s]] = fmax(fastest[f->spacings[s]], speed_of(&f->sources[s]));
    for (uint32_t s = 0; s <= FIT_SINGLE; s++) f->shared[s].exponent = time_exponent_of(f, fastest[s]);
}

uint32_t hone_gltf_fit_count(uint32_t samples, uint32_t spacing)
{
    return spacing == FIT_SINGLE ? 1 : (samples - 1 + spacing - 1) / spacing + 1;
}

/* Keys a number of samples apart, and one at the last sample. */
static bool share_times(fit_state *f, uint32_t spacing)
{
    fit_times *t = &f->shared[spacing];
    uint32_t last = f->sample_count - 1, count = hone_gltf_fit_count(f->sample_count, spacing);
    if (t->times)
        return true;
    t->times = hone_arena_array(f->memory, count, sizeof *t->times);
    t->first = hone_arena_array(f->memory, f->chunk_count + 1, sizeof *t->first);
    if (hone_arena_failed(f->memory))
        return false;
    t->count = count;
    for (uint32_t k = 0; k < count; k++)
        t->times[k] = round_time(t, (k * spacing < last ? k * spacing : last) / (double)FIT_RATE);
    for (uint32_t c = 0; c <= f->chunk_count; c++) {
        uint32_t key = spacing != FIT_SINGLE ? c * FIT_CHUNK / spacing : 0;
        t->first[c] = key < count ? key : count - 1;
    }
    return true;
}

/* The last sample of the chunk before. */
static uint32_t last_of(const fit_state *f, uint32_t chunk)
{
    return chunk * FIT_CHUNK < f->sample_count ? chunk * FIT_CHUNK : f->sample_count - 1;
}

/* The times of the source, and the ends of chunks. exact: as doubles. */
static bool own_times(fit_state *f, const fit_source *source, fit_times *t, double **exact)
{
    uint32_t most = source->count + f->chunk_count + 1, k = 0;
    *t = (fit_times){.exponent = source->stepped ? 0 : time_exponent_of(f, speed_of(source)),
                     .times = hone_arena_array(f->memory, most, sizeof *t->times),
                     .first = hone_arena_array(f->memory, f->chunk_count + 1, sizeof *t->first)};
    double slack = source->stepped ? 0 : 1e-6, *at = *exact = hone_arena_array(f->memory, most, sizeof *at);
    if (hone_arena_failed(f->memory))
        return false;
    for (uint32_t c = 0; c <= f->chunk_count; c++) {
        double end = last_of(f, c) / (double)FIT_RATE;
        end = source->stepped ? (double)(float)end : end;
        for (; k < source->count && source->times[k] < end - slack; k++) at[t->count++] = source->times[k];
        for (; k < source->count && source->times[k] <= end + slack; k++) continue;
        t->first[c] = t->count;
        if (c == 0 || end > at[t->count - 1])
            at[t->count++] = end;
        else
            t->first[c] = t->count - 1;
    }
    for (uint32_t i = 0; i < t->count; i++) t->times[i] = round_time(t, at[i]);
    return true;
}

/* ---- tracks ---- */

/* Returns whether rotations of 16 bits are not precise enough. */
static bool needs_floats(const fit_state *f, const fit_source *source)
{
    return hone_gltf_quaternion_error(FIT_BITS_MOST) * 2 * source->reach > f->tolerance * f->attempt->rotation;
}

/* The keys of a chunk. The first one is the last one of the chunk before, with its sign. */
static void set_even_keys(const fit_state *f, const fit_track *track, uint32_t chunk, float *exact)
{
    uint32_t width = track->source->width, first = track->first[chunk];
    float values[FIT_CHUNK_SAMPLES * 4];
    uint32_t count =
        hone_gltf_fit_keys(track->source, last_of(f, chunk), last_of(f, chunk + 1), track->spacing, values);
    for (uint32_t k = chunk > 0; k < count; k++)
        memcpy(exact + (size_t)(first + k) * width, values + (size_t)k * width, width * sizeof *exact);
}

static bool set_keys(fit_state *f, fit_track *track, const fit_times *times, const double *at)
{
    const fit_source *source = track->source;
    float *exact = hone_arena_array(f->memory, (size_t)times->count * source->width, sizeof *exact);
    track->count = times->count, track->times = times->times, track->first = times->first, track->exact = exact;
    track->time_exponent = times->exponent;
    track->wide = source->width == 4 && (times->count == 1 || needs_floats(f, source));
    track->stride = track->wide ? FIT_STRIDE_WIDE : source->width == 4 ? FIT_STRIDE_ROTATION : FIT_STRIDE_VECTOR;
    track->decoded = hone_arena_array(f->memory, (size_t)times->count * source->width, sizeof *track->decoded);
    track->elements = hone_arena_array(f->memory, times->count, track->stride);
    if (hone_arena_failed(f->memory))
        return false;
    if (at) {
        uint32_t key = 0;
        for (uint32_t k = 0; k < times->count; k++)
            hone_gltf_fit_value(source, at[k], &key, exact + (size_t)k * source->width);
    } else if (track->spacing == FIT_SINGLE) {
        hone_gltf_fit_keys(source, 0, 0, FIT_SINGLE, exact);
    } else {
        for (uint32_t c = 0; c < f->chunk_count; c++) set_even_keys(f, track, c, exact);
    }
    return true;
}

static bool make_track(fit_state *f, const fit_source *source, uint32_t spacing, fit_track *track)
{
    *track = (fit_track){.source = source, .joint = f->places[source->bone], .spacing = spacing};
    if (spacing != FIT_AS_BAKED)
        return share_times(f, spacing) && set_keys(f, track, &f->shared[spacing], NULL);
    fit_times own;
    double *at;
    return own_times(f, source, &own, &at) && set_keys(f, track, &own, at);
}

bool hone_gltf_fit_tracks(fit_state *f)
{
    f->tracks = hone_arena_array(f->memory, f->source_count, sizeof *f->tracks);
    choose_exponents(f);
    for (uint32_t t = 0; t < f->source_count && !hone_arena_failed(f->memory); t++)
        if (!make_track(f, &f->sources[t], f->spacings[t], &f->tracks[t]))
            return false;
    return !hone_arena_failed(f->memory);
}
