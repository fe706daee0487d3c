/* Chooses how many samples are between the keys of each channel. All channels become sparser in turn, chunk by chunk,
 * as long as no corner of a box is off by more than a share of the tolerance; the densest of its chunks decides on a
 * channel. Keys are not rounded yet. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/fit/fit_channels.h"
#include <string.h>

/* From dense to sparse: 120, 60, 40, 30, 24, 20, 15, … keys in a second. */
static const uint8_t spacings[] = {FIT_AS_BAKED, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 80, 120, FIT_SINGLE};

enum { LEVELS = sizeof spacings };

typedef struct spacing {
    fit_chunk *chunk;
    double times[FIT_CHUNK_SAMPLES];
    float values[FIT_CHUNK_SAMPLES][4];
    uint8_t *most;  /* [source_count] the sparsest level of the chunks so far */
    uint8_t *level; /* [source_count] of this chunk */
    bool *done;     /* [source_count] no sparser level is possible */
} spacing;

/* Makes keys in the chunk, a number of samples apart. */
static fit_source make_keys(spacing *s, const fit_source *source, uint32_t samples)
{
    fit_source keys = *source;
    uint32_t begin = s->chunk->index * FIT_CHUNK, end = begin + s->chunk->sample_count - 1;
    if (samples == FIT_SINGLE)
        begin = end = 0;
    keys.times = s->times, keys.values = s->values[0];
    keys.count = hone_gltf_fit_keys(source, begin, end, samples, s->values[0]);
    for (uint32_t k = 0; k < keys.count; k++) {
        uint32_t sample = begin + k * samples;
        s->times[k] = (sample < end ? sample : end) / (double)FIT_RATE;
    }
    return keys;
}

/* Whether keys a number of samples apart take fewer bytes than those that were baked, which have times of their own. */
static bool is_smaller(const fit_state *f, const fit_source *source, uint32_t samples)
{
    enum { VALUE = 4, OWN_TIME = 3 }; /* half bytes of a compressed key */
    return (uint64_t)hone_gltf_fit_count(f->sample_count, samples) * VALUE <
           (uint64_t)source->count * (VALUE + OWN_TIME);
}

/* Tries the next sparser levels: the keys of one may be where the motion bends, but not those of another. */
static bool thin(spacing *s, uint32_t channel, float limit)
{
    enum { AHEAD = 4 };
    const fit_source *source = &s->chunk->f->sources[channel];
    uint8_t now = s->level[channel], first = (uint8_t)(now + 1);
    while (first <= s->most[channel] && !is_smaller(s->chunk->f, source, spacings[first])) first++;
    for (uint8_t level = first; level <= s->most[channel] && level < first + AHEAD; level++) {
        fit_source keys = make_keys(s, source, spacings[level]);
        if (hone_gltf_fit_chunk_try(s->chunk, &keys, limit)) {
            s->level[channel] = level;
            return true;
        }
    }
    return false;
}

static void thin_all(spacing *s, float limit)
{
    uint32_t count = s->chunk->f->source_count;
    memset(s->level, 0, count);
    memset(s->done, 0, count);
    for (bool any = true; any;) {
        any = false;
        for (uint32_t c = 0; c < count; c++)
            if (!s->done[c]) {
                s->done[c] = !thin(s, c, limit);
                any |= !s->done[c];
            }
    }
    memcpy(s->most, s->level, count); /* no level is above it */
}

bool hone_gltf_fit_spacings(fit_state *f, fit_chunk *chunk)
{
    const float limit = f->attempt->keys * f->tolerance;
    spacing *s = hone_arena_array(f->memory, 1, sizeof *s);
    f->spacings = hone_arena_array(f->memory, f->source_count, sizeof *f->spacings);
    if (!s)
        return false;
    s->chunk = chunk;
    s->most = hone_arena_array(f->memory, f->source_count, 1);
    s->level = hone_arena_array(f->memory, f->source_count, 1);
    s->done = hone_arena_array(f->memory, f->source_count, sizeof *s->done);
    if (hone_arena_failed(f->memory))
        return false;
    for (uint32_t c = 0; c < f->source_count; c++) s->most[c] = f->sources[c].stepped ? 0 : LEVELS - 1;
    for (uint32_t c = 0; c < f->chunk_count; c++) {
        hone_gltf_fit_chunk_begin(chunk, c);
        thin_all(s, limit * limit);
    }
    for (uint32_t c = 0; c < f->source_count; c++) {
        uint32_t twin = f->sources[c].twin;
        s->most[twin] = s->most[c] < s->most[twin] ? s->most[c] : s->most[twin];
    }
    for (uint32_t c = 0; c < f->source_count; c++) f->spacings[c] = spacings[s->most[f->sources[c].twin]];
    return true;
}
