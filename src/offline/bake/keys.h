/* The keys that are chosen window by window, and the motion that they make. */
#ifndef HONE_SRC_OFFLINE_BAKE_KEYS_H
#define HONE_SRC_OFFLINE_BAKE_KEYS_H

#include "base/builder.h"
#include "base/byte_writer.h"
#include "offline/bake/key_reduction.h"
#include <hone/motion.h>

/* Tracks are counted; what each is of their user knows. */
typedef struct hone_bake_keys {
    uint32_t track_count;
    float (*last)[4];     /* [track_count] the value of the last key; before the first: what holds without any */
    uint32_t *last_times; /* [track_count] UINT32_MAX: no key yet */
    uint32_t *counts;     /* [track_count] */
    uint32_t *kept;       /* scratch, [SAMPLE_CHUNK_FRAMES] */
    hone_writer log;      /* of hone_bake_key */
} hone_bake_keys;

/* What a window begins with: to be gone back to where its keys turn out too few or too many. */
typedef struct hone_bake_keys_mark {
    float (*last)[4];
    uint32_t *last_times, *counts;
    size_t log_size;
} hone_bake_keys_mark;

typedef struct hone_bake_key {
    uint32_t track, time; /* counted in samples */
    float value[4];
} hone_bake_key;

bool hone_bake_keys_make(uint32_t track_count, const hone_allocator *allocator, hone_builder *memory,
                         hone_bake_keys *out, hone_bake_keys_mark *mark);
void hone_bake_keys_set_mark(const hone_bake_keys *keys, hone_bake_keys_mark *mark);
void hone_bake_keys_go_back(hone_bake_keys *keys, const hone_bake_keys_mark *mark);

/* Adds the keys that a window's samples begin .. begin + count - 1 need, and puts the samples where the keys have them.
 * Tracks `first` and those behind it have their keys at the same times. */
void hone_bake_keys_add(hone_bake_keys *keys, uint32_t first, const hone_bake_track *tracks, uint32_t track_count,
                        bake_grid grid, uint32_t begin, uint32_t count);

/* All of them, those of a track together; what is left of `keys` is good for no more than the counts. */
void hone_bake_keys_sort(const hone_bake_keys *keys, hone_bake_key *sorted);

#endif
