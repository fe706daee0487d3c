#include "bake/keys.h"
#include <string.h>

static void add(bake_keys *keys, uint32_t track, uint32_t frame, const float *value, uint32_t width)
{
    bake_key key = {track, frame, {0}};
    memcpy(key.value, value, width * sizeof *value);
    memcpy(keys->last[track], key.value, sizeof key.value);
    keys->last_frames[track] = frame;
    keys->counts[track]++;
    hone_write_bytes(&keys->log, &key, sizeof key);
}

void bake_keys_add(bake_keys *keys, uint32_t track, const bake_track *samples, uint32_t begin, uint32_t count,
                   float still)
{
    bool moves = false;
    float *last = keys->last[track];
    uint32_t width = samples->width;
    for (uint32_t i = 0; i < count && !moves; i++)
        moves = !(bake_track_distance(samples, samples->values + (size_t)i * width, last) <= still);
    if (!moves) {
        for (uint32_t i = 0; i < count; i++) memcpy(samples->values + (size_t)i * width, last, width * sizeof *last);
        return;
    }
    if (keys->counts[track] == 0 && begin > 0) /* it was as it is without keys until now */
        add(keys, track, 0, (const float[4]){last[0], last[1], last[2], last[3]}, width);
    if (keys->last_frames[track] != begin)
        add(keys, track, begin, samples->values, width);
    uint32_t found = bake_track_reduce(samples, count, keys->kept);
    bake_track_refill(samples, keys->kept, found);
    for (uint32_t i = 1; i < found; i++)
        add(keys, track, begin + keys->kept[i], samples->values + (size_t)keys->kept[i] * width, width);
}

void bake_keys_sort(const bake_keys *keys, bake_key *sorted)
{
    const bake_key *log = (const bake_key *)keys->log.bytes.data;
    size_t count = keys->log.bytes.size / sizeof *log;
    uint32_t *next = keys->last_frames; /* of no use any more */
    uint32_t at = 0;
    for (uint32_t t = 0; t < keys->track_count; at += keys->counts[t++]) next[t] = at;
    for (size_t i = 0; i < count; i++) sorted[next[log[i].track]++] = log[i];
}
