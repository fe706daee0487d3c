/* The keys that are chosen window by window, and the motion that they make. */
#ifndef HONE_SRC_OFFLINE_BAKE_KEYS_H
#define HONE_SRC_OFFLINE_BAKE_KEYS_H

#include "base/builder.h"
#include "base/byte_writer.h"
#include "offline/bake/key_reduction.h"
#include <hone/motion.h>

/* Tracks are counted; what each is of their user knows. */
typedef struct bake_keys {
    uint32_t track_count;
    float (*last)[4];     /* [track_count] the value of the last key; before the first: what holds without any */
    uint32_t *last_times; /* [track_count] UINT32_MAX: no key yet */
    uint32_t *counts;     /* [track_count] */
    uint32_t *kept;       /* scratch, [BAKE_WINDOW] */
    hone_writer log;      /* of bake_key */
} bake_keys;

/* What a window begins with: to be gone back to where its keys turn out too few or too many. */
typedef struct bake_keys_mark {
    float (*last)[4];
    uint32_t *last_times, *counts;
    size_t log_size;
} bake_keys_mark;

typedef struct bake_key {
    uint32_t track, time; /* counted in samples */
    float value[4];
} bake_key;

bool bake_keys_make(uint32_t track_count, const hone_allocator *allocator, hone_builder *memory, bake_keys *out,
                    bake_keys_mark *mark);
void bake_keys_set_mark(const bake_keys *keys, bake_keys_mark *mark);
void bake_keys_go_back(bake_keys *keys, const bake_keys_mark *mark);

/* Adds the keys that a window's samples begin .. begin + count - 1 need, and puts the samples where the keys have them.
 * Tracks `first` and those behind it have their keys at the same times. */
void bake_keys_add(bake_keys *keys, uint32_t first, const bake_track *tracks, uint32_t track_count, bake_grid grid,
                   uint32_t begin, uint32_t count);

/* All of them, those of a track together; what is left of `keys` is good for no more than the counts. */
void bake_keys_sort(const bake_keys *keys, bake_key *sorted);

#endif
