/* Collects the keys chosen chunk by chunk, and sorts them by track for the motion. */
#ifndef HONE_SRC_OFFLINE_BAKE_KEYS_H
#define HONE_SRC_OFFLINE_BAKE_KEYS_H

#include "base/files/byte_writer.h"
#include "base/memory/arena.h"
#include "offline/bake/key_reduction.h"
#include "offline/bake/sample_chunk.h"
#include <hone/io.h>
#include <hone/motion.h>

/* Tracks are numbered. Only the user of this struct knows what each track means. */
typedef struct hone_bake_keys {
    uint32_t track_count;
    float (*last)[4]; /* [track_count] value of the last key; before the first key: the value that holds without keys */
    uint32_t *last_times; /* [track_count] time of the last key; UINT32_MAX: no key yet */
    uint32_t *counts;     /* [track_count] number of keys */
    hone_writer log;      /* a log of hone_bake_key */
} hone_bake_keys;

typedef struct hone_bake_key {
    uint32_t track, time; /* in samples */
    float value[4];
} hone_bake_key;

bool hone_bake_keys_make(uint32_t track_count, const hone_allocator *allocator, hone_arena *memory,
                         hone_bake_keys *out);

/* The samples of a chunk that become keys of some tracks. found 0: the tracks do not move, and need no keys. */
typedef struct hone_bake_choice {
    uint32_t found;
    uint32_t kept[SAMPLE_CHUNK_FRAMES]; /* [found] ascending, the first and the last sample included */
} hone_bake_choice;

/* Chooses the keys of a chunk of `count` samples, and replaces the samples by what the keys give. The tracks from
 * `first` on have their keys at the same times. `keys` does not change, so that threads may choose for different tracks
 * at once, and may choose again. */
void hone_bake_keys_choose(const hone_bake_keys *keys, uint32_t first, const hone_bake_track *tracks,
                           uint32_t track_count, bake_grid grid, uint32_t count, hone_bake_choice *out);

/* Adds the keys of a choice. begin: the time of the chunk's first sample. */
void hone_bake_keys_add(hone_bake_keys *keys, uint32_t first, const hone_bake_track *tracks, uint32_t track_count,
                        uint32_t begin, const hone_bake_choice *choice);

/* Sorts all keys by track. Afterwards only the counts of `keys` are valid. */
void hone_bake_keys_sort(const hone_bake_keys *keys, hone_bake_key *sorted);

#endif
