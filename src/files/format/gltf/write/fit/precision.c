/* Chooses how precisely the keys of each track are stored in each chunk. It begins with errors that are alike in all
 * tracks, scaled until the worst corner of a box uses the tolerance. Then it makes one track after the other coarser,
 * as long as bytes become fewer and no corner is off by more than the tolerance. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/fit/fit.h"
#include <math.h>
#include <string.h>

/* The rounded keys of a track in a chunk; the first one belongs to the chunk before. */
typedef struct rounded {
    float *decoded;    /* [FIT_CHUNK_KEYS][4] */
    uint8_t *elements; /* [FIT_CHUNK_KEYS][FIT_STRIDE_WIDE] */
    uint8_t *room;     /* to compress them */
} rounded;

typedef struct fitting {
    fit_chunk *chunk;
    rounded rounded;
    double *times;   /* [FIT_CHUNK_KEYS] */
    int *precisions; /* [track_count] */
    uint64_t *sizes; /* [track_count] with them */
    bool *done;      /* [track_count] no coarser precision is possible */
} fitting;

enum { EXPONENT_LEAST = -20, EXPONENT_MOST = 40 };

static bool is_float(const fit_track *track)
{
    return track->source->width == 3 || track->wide;
}

static int clamp_precision(const fit_track *track, int precision)
{
    int least = is_float(track) ? EXPONENT_LEAST : FIT_BITS_LEAST,
        most = is_float(track) ? EXPONENT_MOST : FIT_BITS_MOST;
    return precision < least ? least : precision > most ? most : precision;
}

/* Returns the precision with which a track alone is off by at most `error`. */
static int guess(const fit_track *track, float error)
{
    const fit_source *source = track->source;
    float own = source->path == HONE_CHANNEL_ROTATION ? error / (2 * source->reach)
                : source->path == HONE_CHANNEL_SCALE  ? error / source->reach
                                                      : error;
    int bits = FIT_BITS_LEAST;
    if (is_float(track))
        return clamp_precision(track, -(int)floorf(log2f(2 * own / sqrtf(4))));
    while (bits < FIT_BITS_MOST && hone_gltf_quaternion_error(bits) > own) bits++;
    return bits;
}

/* Rounds the keys of the chunk. Returns false if they are too large. */
static bool round_keys(fitting *g, const fit_track *track, int precision)
{
    uint32_t first = track->first[g->chunk->index], last = track->first[g->chunk->index + 1], own = g->chunk->index > 0;
    uint32_t width = track->source->width;
    memcpy(g->rounded.decoded, track->decoded + (size_t)first * width, width * sizeof(float));
    memcpy(g->rounded.elements, track->elements + (size_t)first * track->stride, track->stride);
    if (own > last - first)
        return true;
    return hone_gltf_fit_round(track, first + own, last - first + 1 - own, precision,
                               g->rounded.decoded + (size_t)own * width,
                               g->rounded.elements + (size_t)own * track->stride);
}

/* The rounded keys as a source. */
static fit_source keys_of(fitting *g, const fit_track *track)
{
    uint32_t first = track->first[g->chunk->index], count = track->first[g->chunk->index + 1] - first + 1;
    for (uint32_t k = 0; k < count; k++) g->times[k] = (double)track->times[first + k];
    fit_source keys = *track->source;
    keys.count = count, keys.times = g->times, keys.values = g->rounded.decoded;
    return keys;
}

static uint64_t size_of(const fitting *g, const fit_track *track)
{
    uint32_t count = track->first[g->chunk->index + 1] - track->first[g->chunk->index] + 1;
    return hone_gltf_fit_size(g->rounded.elements, track->stride, count, g->rounded.room);
}

static float limit_of(const fitting *g)
{
    return g->chunk->f->tolerance * g->chunk->f->tolerance;
}

/* Rounds all tracks, made more precise by `shift`. Returns the largest error's square, or infinity. */
static float set_all(fitting *g, int shift)
{
    const fit_state *f = g->chunk->f;
    for (uint32_t t = 0; t < f->source_count; t++) {
        if (!round_keys(g, &f->tracks[t], clamp_precision(&f->tracks[t], g->precisions[t] + shift)))
            return INFINITY;
        fit_source keys = keys_of(g, &f->tracks[t]);
        hone_gltf_fit_chunk_set(g->chunk, &keys);
    }
    return hone_gltf_fit_chunk_all(g->chunk, limit_of(g));
}

/* Finds the coarsest common shift that keeps the tolerance. */
static bool find_shift(fitting *g)
{
    enum { MOST = 16 };
    int shift = 0;
    while (!(set_all(g, shift) <= limit_of(g)))
        if (++shift > MOST)
            return false;
    while (shift > -MOST && set_all(g, shift - 1) <= limit_of(g)) shift--;
    if (!(set_all(g, shift) <= limit_of(g)))
        return false;
    for (uint32_t t = 0; t < g->chunk->f->source_count; t++)
        g->precisions[t] = clamp_precision(&g->chunk->f->tracks[t], g->precisions[t] + shift);
    return true;
}

/* Tries the next coarser precision that takes fewer bytes. */
static bool coarsen(fitting *g, uint32_t t)
{
    const fit_track *track = &g->chunk->f->tracks[t];
    for (int precision = g->precisions[t] - 1; clamp_precision(track, precision) == precision; precision--) {
        round_keys(g, track, precision);
        uint64_t size = size_of(g, track);
        if (size >= g->sizes[t])
            continue;
        fit_source keys = keys_of(g, track);
        if (!hone_gltf_fit_chunk_try(g->chunk, &keys, limit_of(g)))
            return false;
        g->precisions[t] = precision, g->sizes[t] = size;
        return true;
    }
    return false;
}

/* Tries all tracks once. Returns whether any became coarser. */
static bool coarsen_each(fitting *g)
{
    const fit_state *f = g->chunk->f;
    bool any = false;
    for (uint32_t i = 0; i < f->source_count; i++) {
        uint32_t t = f->attempt->backward ? f->source_count - 1 - i : i;
        if (g->done[t])
            continue;
        g->done[t] = !coarsen(g, t);
        any |= !g->done[t];
    }
    return any;
}

static void coarsen_all(fitting *g)
{
    const fit_state *f = g->chunk->f;
    for (uint32_t t = 0; t < f->source_count; t++) {
        round_keys(g, &f->tracks[t], g->precisions[t]);
        g->sizes[t] = size_of(g, &f->tracks[t]);
        g->done[t] = f->tracks[t].count == 1;
    }
    while (coarsen_each(g)) continue;
}

static void keep(fitting *g)
{
    const fit_state *f = g->chunk->f;
    for (uint32_t t = 0; t < f->source_count; t++) {
        const fit_track *track = &f->tracks[t];
        uint32_t first = track->first[g->chunk->index], count = track->first[g->chunk->index + 1] - first + 1;
        round_keys(g, track, g->precisions[t]);
        memcpy(track->decoded + (size_t)first * track->source->width, g->rounded.decoded,
               (size_t)count * track->source->width * sizeof(float));
        memcpy(track->elements + (size_t)first * track->stride, g->rounded.elements, (size_t)count * track->stride);
    }
}

/* Measures what is stored. Returns the largest square of an error, or infinity. */
static float measure(fitting *g)
{
    const fit_state *f = g->chunk->f;
    for (uint32_t t = 0; t < f->source_count; t++) {
        const fit_track *track = &f->tracks[t];
        fit_source keys = keys_of(g, track);
        keys.values = track->decoded + (size_t)track->first[g->chunk->index] * track->source->width;
        hone_gltf_fit_chunk_set(g->chunk, &keys);
    }
    return hone_gltf_fit_chunk_all(g->chunk, limit_of(g));
}

static bool make(fitting *g, fit_state *f, fit_chunk *chunk)
{
    *g = (fitting){.chunk = chunk,
                   .times = hone_arena_array(f->memory, FIT_CHUNK_KEYS, sizeof *g->times),
                   .rounded = {hone_arena_array(f->memory, FIT_CHUNK_KEYS, 4 * sizeof(float)),
                               hone_arena_array(f->memory, FIT_CHUNK_KEYS, FIT_STRIDE_WIDE),
                               hone_arena_array(f->memory, hone_gltf_fit_room(FIT_CHUNK_KEYS), 1)},
                   .precisions = hone_arena_array(f->memory, f->source_count, sizeof *g->precisions),
                   .sizes = hone_arena_array(f->memory, f->source_count, sizeof *g->sizes),
                   .done = hone_arena_array(f->memory, f->source_count, sizeof *g->done)};
    return !hone_arena_failed(f->memory);
}

bool hone_gltf_fit_precisions(fit_state *f, fit_chunk *chunk, float *error)
{
    fitting g;
    float worst = 0;
    if (!make(&g, f, chunk))
        return false;
    for (uint32_t c = 0; c < f->chunk_count; c++) {
        hone_gltf_fit_chunk_begin(chunk, c);
        for (uint32_t t = 0; t < f->source_count; t++) g.precisions[t] = guess(&f->tracks[t], f->tolerance / 4);
        if (!find_shift(&g))
            return false;
        coarsen_all(&g);
        keep(&g);
        worst = fmaxf(worst, measure(&g));
    }
    *error = sqrtf(worst);
    return worst <= limit_of(&g);
}
