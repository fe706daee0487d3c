/* Collects the keys chosen chunk by chunk, and sorts them by track for the motion. */
#ifndef HONE_SRC_OFFLINE_BAKE_KEYS_H
#define HONE_SRC_OFFLINE_BAKE_KEYS_H

#include "base/arena.h"
#include "offline/bake/key_reduction.h"
#include <hone/io.h>
#include <hone/motion.h>

/* Tracks are numbered. Only the user of this struct knows what each track means. */
typedef struct hone_bake_keys {
    uint32_t track_count;
    float (*last)[4]; /* [track_count] value of the last key; before the first key: the value that holds without keys */
    uint32_t *last_times; /* [track_count] time of the last key; UINT32_MAX: no key yet */
    uint32_t *counts;     /* [track_count] number of keys */
    uint32_t *kept;       /* [SAMPLE_CHUNK_FRAMES] scratch */
    hone_writer log;      /* a log of hone_bake_key */
} hone_bake_keys;

/* The state at the beginning of a chunk, to which hone_bake_keys_go_back returns before keys are chosen again. */
typedef struct hone_bake_keys_mark {
    float (*last)[4];
    uint32_t *last_times, *counts;
    size_t log_size;
} hone_bake_keys_mark;

typedef struct hone_bake_key {
    uint32_t track, time; /* in samples */
    float value[4];
} hone_bake_key;

bool hone_bake_keys_make(uint32_t track_count, const hone_allocator *allocator, hone_arena *memory, hone_bake_keys *out,
                         hone_bake_keys_mark *mark);
void hone_bake_keys_set_mark(const hone_bake_keys *keys, hone_bake_keys_mark *mark);
void hone_bake_keys_go_back(hone_bake_keys *keys, const hone_bake_keys_mark *mark);

/* Chooses and adds the keys for samples begin .. begin + count - 1 of a chunk, and replaces the samples by what the
 * keys give. The tracks from `first` on have their keys at the same times. */
void hone_bake_keys_add(hone_bake_keys *keys, uint32_t first, const hone_bake_track *tracks, uint32_t track_count,
                        bake_grid grid, uint32_t begin, uint32_t count);

/* Sorts all keys by track. Afterwards only the counts of `keys` are valid. */
void hone_bake_keys_sort(const hone_bake_keys *keys, hone_bake_key *sorted);

#endif
