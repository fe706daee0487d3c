/* Chooses how precisely the keys of each track are stored in each chunk. It begins with errors that are alike in all
 * tracks. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/fit/fit_channels.h"
#include <math.h>
#include <string.h>

/* The rounded keys of a track in a chunk; the first one belongs to the chunk before. */
typedef struct rounded {
    float *decoded;    /* [FIT_CHUNK_KEYS][4] */
    uint8_t *elements; /* [FIT_CHUNK_KEYS][FIT_STRIDE_WIDE] */
    uint8_t *room;     /* to compress them */
} rounded;

typedef struct precision_context {
    fit_chunk *chunk;
    rounded rounded;
    double *times;     /* [FIT_CHUNK_KEYS] */
    tolerance_fit fit; /* its levels are precisions */
} precision_context;

enum { EXPONENT_LEAST = -20, EXPONENT_MOST = 40, FINER_MOST = 4 };

static bool is_float(const fit_track *track)
{
    return track->source->width == 3 || track->wide;
}

static int clamp(const fit_track *track, int precision)
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
        return clamp(track, -(int)floorf(log2f(2 * own / sqrtf(4))));
    while (bits < FIT_BITS_MOST && hone_gltf_quaternion_error(bits) > own) bits++;
    return bits;
}

/* Rounds the keys of the chunk. Returns false if they are too large. */
static bool round_keys(precision_context *g, const fit_track *track, int precision)
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
static fit_source keys_of(precision_context *g, const fit_track *track)
{
    uint32_t first = track->first[g->chunk->index], count = track->first[g->chunk->index + 1] - first + 1;
    for (uint32_t k = 0; k < count; k++) g->times[k] = (double)track->times[first + k];
    fit_source keys = *track->source;
    keys.count = count, keys.times = g->times, keys.values = g->rounded.decoded;
    return keys;
}

/* ---- for the fit ---- */

static const fit_track *track_at(const precision_context *g, uint32_t t)
{
    return &g->chunk->f->tracks[t];
}

static int clamp_precision(const void *user, uint32_t t, int precision)
{
    return clamp(track_at(user, t), precision);
}

static bool round_track(void *user, uint32_t t, int precision)
{
    return round_keys(user, track_at(user, t), precision);
}

static uint64_t size_of(void *user, uint32_t t)
{
    const precision_context *g = user;
    const fit_track *track = track_at(g, t);
    uint32_t count = track->first[g->chunk->index + 1] - track->first[g->chunk->index] + 1;
    return hone_gltf_fit_size(g->rounded.elements, track->stride, count, g->rounded.room);
}

static void decode(void *user, uint32_t t, tolerance_parts *parts, size_t stride)
{
    precision_context *g = user;
    fit_source keys = keys_of(g, track_at(g, t));
    hone_gltf_fit_chunk_sample(g->chunk, &keys, parts, stride);
}

static uint32_t joint_of(const void *user, uint32_t t)
{
    return track_at(user, t)->joint;
}

/* ---- chunks ---- */

/* Chooses the precisions of a chunk. Returns false if none keep the tolerance. */
static bool choose(precision_context *g)
{
    tolerance_fit *fit = &g->fit;
    for (uint32_t t = 0; t < fit->tracks.count; t++) fit->levels[t] = guess(track_at(g, t), g->chunk->f->tolerance / 4);
    if (!hone_tolerance_fit_shift(fit))
        return false;
    for (uint32_t t = 0; t < fit->tracks.count; t++) {
        fit->sizes[t] = hone_tolerance_fit_round(fit, t, fit->levels[t]);
        fit->done[t] = track_at(g, t)->count == 1;
    }
    hone_tolerance_fit_coarsen(fit);
    return true;
}

/* Gives twins one precision, the finest of theirs plus `more`, so that they are stored once. */
static void unite_twins(precision_context *g, int more)
{
    const fit_source *sources = g->chunk->f->sources;
    int *levels = g->fit.levels;
    for (uint32_t t = 0; t < g->fit.tracks.count; t++) {
        uint32_t twin = sources[t].twin;
        levels[twin] = levels[t] > levels[twin] ? levels[t] : levels[twin];
    }
    for (uint32_t t = 0; t < g->fit.tracks.count; t++)
        levels[t] = clamp(track_at(g, t), levels[sources[t].twin] + (sources[t].twin == t ? more : 0));
}

static void keep(precision_context *g)
{
    const fit_state *f = g->chunk->f;
    for (uint32_t t = 0; t < f->source_count; t++) {
        const fit_track *track = &f->tracks[t];
        uint32_t first = track->first[g->chunk->index], count = track->first[g->chunk->index + 1] - first + 1;
        round_keys(g, track, g->fit.levels[t]);
        memcpy(track->decoded + (size_t)first * track->source->width, g->rounded.decoded,
               (size_t)count * track->source->width * sizeof(float));
        memcpy(track->elements + (size_t)first * track->stride, g->rounded.elements, (size_t)count * track->stride);
    }
}

/* Measures what is stored. Returns the largest square of an error, or infinity. */
static float measure(precision_context *g)
{
    const fit_state *f = g->chunk->f;
    for (uint32_t t = 0; t < f->source_count; t++) {
        const fit_track *track = &f->tracks[t];
        fit_source keys = keys_of(g, track);
        keys.values = track->decoded + (size_t)track->first[g->chunk->index] * track->source->width;
        hone_gltf_fit_chunk_set(g->chunk, &keys);
    }
    return hone_tolerance_tree_place(&g->chunk->tree, g->fit.limit);
}

static bool make(precision_context *g, fit_state *f, fit_chunk *chunk)
{
    const tolerance_tracks tracks = {.user = g,
                                     .count = f->source_count,
                                     .shift_step = 1,
                                     .shift_max = 16,
                                     .backward = f->attempt->backward,
                                     .clamp = clamp_precision,
                                     .round = round_track,
                                     .size = size_of,
                                     .decode = decode,
                                     .joint = joint_of};
    *g = (precision_context){.chunk = chunk,
                             .times = hone_arena_array(f->memory, FIT_CHUNK_KEYS, sizeof *g->times),
                             .rounded = {hone_arena_array(f->memory, FIT_CHUNK_KEYS, 4 * sizeof(float)),
                                         hone_arena_array(f->memory, FIT_CHUNK_KEYS, FIT_STRIDE_WIDE),
                                         hone_arena_array(f->memory, hone_gltf_fit_room(FIT_CHUNK_KEYS), 1)}};
    return hone_tolerance_fit_make(&g->fit, &tracks, &chunk->tree, f->tolerance * f->tolerance, f->memory);
}

bool hone_gltf_fit_precisions(fit_state *f, fit_chunk *chunk, float *error)
{
    precision_context g;
    float worst = 0;
    if (!make(&g, f, chunk))
        return false;
    for (uint32_t c = 0; c < f->chunk_count; c++) {
        hone_gltf_fit_chunk_begin(chunk, c);
        if (!choose(&g))
            return false;
        float square = INFINITY; /* a finer precision may be worse by chance */
        for (int more = 0; more <= FINER_MOST && !(square <= g.fit.limit); more++) {
            unite_twins(&g, more > 0);
            keep(&g);
            square = measure(&g);
        }
        worst = fmaxf(worst, square);
    }
    *error = sqrtf(worst);
    return worst <= g.fit.limit;
}
