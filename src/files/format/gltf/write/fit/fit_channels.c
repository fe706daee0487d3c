/* Tries several numbers of keys, and takes what needs the fewest bytes. */
#include "files/format/gltf/write/fit/fit_channels.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include <math.h>

/* The first attempts are for motions of any length, the next ones for short motions, which take little time. */
static const fit_attempt attempts[] = {
    {.keys = 0.75f, .times = 0.3f, .rotation = 0.25f, .backward = true},
    {.keys = 0.05f, .times = 0.3f, .rotation = 0.25f, .backward = true},
    {.keys = 0.9f, .times = 0.3f, .rotation = 0.25f},
    {.keys = 0.75f, .times = 0.3f, .rotation = 0.25f},
    {.keys = 0.6f, .times = 0.3f, .rotation = 0.25f},
    {.keys = 0.4f, .times = 0.3f, .rotation = 0.25f},
    {.keys = 0.4f, .times = 0.3f, .rotation = 0.25f, .backward = true},
    {.keys = 0.2f, .times = 0.3f, .rotation = 0.25f},
    {.keys = 0.05f, .times = 0.3f, .rotation = 0.25f},
};
static const fit_attempt last_resort = {.keys = 0.05f, .times = 0.01f, .rotation = 0.05f, .backward = true};

enum { ATTEMPTS = sizeof attempts / sizeof *attempts, ATTEMPTS_IF_LONG = 2, SHORT_CHUNKS = 3 };

/* The bytes of a view besides those of its elements; all tracks share a few views. */
enum { VIEW_BYTES = 33 };

static uint64_t size_of_times(const float *times, int exponent, uint32_t count, uint32_t *words, uint8_t *room)
{
    for (uint32_t k = 0; k < count; k++) words[k] = hone_gltf_fit_time_word(times[k], exponent);
    return hone_gltf_fit_size((const uint8_t *)words, sizeof *words, count, room) - VIEW_BYTES;
}

/* Returns the bytes of all tracks. */
static uint64_t size_of(const fit_state *f)
{
    uint64_t size = 0;
    uint32_t most = f->sample_count + f->chunk_count * (FIT_CHUNK_KEYS - FIT_CHUNK);
    uint8_t *room = hone_arena_array(f->memory, hone_gltf_fit_room(most), 1);
    uint32_t *words = hone_arena_array(f->memory, most, sizeof *words);
    if (hone_arena_failed(f->memory))
        return UINT64_MAX;
    for (uint32_t t = 0; t < f->source_count; t++) {
        const fit_track *track = &f->tracks[t];
        if (track->source->twin != t)
            continue;
        size += hone_gltf_fit_size(track->elements, track->stride, track->count, room) - VIEW_BYTES;
        if (track->spacing == FIT_AS_BAKED)
            size += size_of_times(track->times, track->time_exponent, track->count, words, room);
    }
    for (uint32_t s = 0; s <= FIT_SINGLE; s++)
        if (f->shared[s].count)
            size += size_of_times(f->shared[s].times, f->shared[s].exponent, f->shared[s].count, words, room);
    return size;
}

static void try_once(gltf_writer *writer, const fit_source *sources, uint32_t count, uint32_t sample_count,
                     const fit_attempt *with, gltf_fit *out)
{
    fit_state f = {.writer = writer,
                   .memory = hone_arena_create(writer->desc->allocator, 0, NULL),
                   .tolerance = writer->errors.bones,
                   .attempt = with,
                   .sources = sources,
                   .source_count = count,
                   .sample_count = sample_count,
                   .chunk_count = sample_count > 1 ? (sample_count - 2) / FIT_CHUNK + 1 : 1};
    fit_chunk chunk;
    float error = 0;
    bool ok = f.memory && hone_gltf_fit_joints(&f) && hone_gltf_fit_chunk_make(&chunk, &f) &&
              hone_gltf_fit_spacings(&f, &chunk) && hone_gltf_fit_tracks(&f) &&
              hone_gltf_fit_precisions(&f, &chunk, &error);
    *out = (gltf_fit){f.memory, f.tracks, ok ? size_of(&f) : UINT64_MAX, error};
    if (!writer->refused && (!f.memory || hone_arena_failed(f.memory)))
        writer->refused = !hone_fail_memory(writer->error);
}

/* Tries once, and keeps the smaller one. */
static void improve(gltf_writer *writer, const fit_source *sources, uint32_t count, uint32_t sample_count,
                    const fit_attempt *with, gltf_fit *best)
{
    gltf_fit next;
    try_once(writer, sources, count, sample_count, with, &next);
    bool better = next.size < best->size;
    hone_arena_destroy(better ? best->memory : next.memory);
    *best = better ? next : *best;
}

bool hone_gltf_fit(gltf_writer *writer, const fit_source *sources, uint32_t count, uint32_t sample_count, gltf_fit *out)
{
    uint32_t tries = sample_count <= SHORT_CHUNKS * FIT_CHUNK ? ATTEMPTS : ATTEMPTS_IF_LONG;
    *out = (gltf_fit){.size = UINT64_MAX};
    for (uint32_t i = 0; i < tries && !writer->refused; i++)
        improve(writer, sources, count, sample_count, &attempts[i], out);
    if (out->size == UINT64_MAX && !writer->refused)
        improve(writer, sources, count, sample_count, &last_resort, out);
    return out->size < UINT64_MAX && !writer->refused;
}
