#include "offline/bake/keys.h"
#include "base/memory/arena.h"
#include <string.h>

bool hone_bake_keys_make(uint32_t track_count, const hone_allocator *allocator, hone_arena *memory, hone_bake_keys *out)
{
    *out = (hone_bake_keys){.track_count = track_count, .log = hone_writer_make(allocator)};
    out->last = hone_arena_array(memory, track_count, sizeof *out->last);
    out->last_times = hone_arena_array(memory, track_count, sizeof *out->last_times);
    out->counts = hone_arena_array(memory, track_count, sizeof *out->counts);
    for (uint32_t t = 0; out->last_times && t < track_count; t++) out->last_times[t] = UINT32_MAX;
    return !hone_arena_failed(memory);
}

static void add_key(hone_bake_keys *keys, uint32_t track, uint32_t time, const float *value, uint32_t width)
{
    hone_bake_key key = {track, time, {0}};
    memcpy(key.value, value, width * sizeof *value);
    memcpy(keys->last[track], key.value, sizeof key.value);
    keys->last_times[track] = time;
    keys->counts[track]++;
    hone_write_bytes(&keys->log, &key, sizeof key);
}

static const float *sample(const hone_bake_track *track, uint32_t at)
{
    return track->values + (size_t)at * track->width;
}

static bool moves(const hone_bake_track *track, uint32_t count, const float *last)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(hone_bake_track_distance(track, sample(track, i), last) <= track->still))
            return true;
    return false;
}

static void hold(const hone_bake_track *track, uint32_t count, const float *last)
{
    for (uint32_t i = 0; i < count; i++)
        memcpy(track->values + (size_t)i * track->width, last, track->width * sizeof *last);
}

/* When a track starts to move, it first gets a key with its old value. */
static void begin_to_move(hone_bake_keys *keys, uint32_t track, const hone_bake_track *samples, uint32_t begin)
{
    float last[4];
    memcpy(last, keys->last[track], sizeof last);
    if (keys->counts[track] == 0 && begin > 0)
        add_key(keys, track, 0, last, samples->width);
    if (keys->last_times[track] != begin)
        add_key(keys, track, begin, samples->values, samples->width);
}

void hone_bake_keys_choose(const hone_bake_keys *keys, uint32_t first, const hone_bake_track *tracks,
                           uint32_t track_count, bake_grid grid, uint32_t count, hone_bake_choice *out)
{
    bool any = false;
    out->found = 0;
    for (uint32_t t = 0; t < track_count; t++) any |= moves(&tracks[t], count, keys->last[first + t]);
    if (!any) {
        for (uint32_t t = 0; t < track_count; t++) hold(&tracks[t], count, keys->last[first + t]);
        return;
    }
    out->found = hone_tracks_reduce_keys(tracks, track_count, count, grid, out->kept);
    for (uint32_t t = 0; t < track_count; t++) hone_bake_track_refill(&tracks[t], out->kept, out->found);
}

void hone_bake_keys_add(hone_bake_keys *keys, uint32_t first, const hone_bake_track *tracks, uint32_t track_count,
                        uint32_t begin, const hone_bake_choice *choice)
{
    for (uint32_t t = 0; t < track_count && choice->found; t++) {
        begin_to_move(keys, first + t, &tracks[t], begin);
        for (uint32_t i = 1; i < choice->found; i++)
            add_key(keys, first + t, begin + choice->kept[i], sample(&tracks[t], choice->kept[i]), tracks[t].width);
    }
}

void hone_bake_keys_sort(const hone_bake_keys *keys, hone_bake_key *sorted)
{
    const hone_bake_key *log = (const hone_bake_key *)keys->log.bytes.data;
    size_t count = keys->log.bytes.size / sizeof *log;
    uint32_t *next = keys->last_times; /* not needed any more */
    uint32_t at = 0;
    for (uint32_t t = 0; t < keys->track_count; at += keys->counts[t++]) next[t] = at;
    for (size_t i = 0; i < count; i++) sorted[next[log[i].track]++] = log[i];
}
