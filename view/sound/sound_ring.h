/* Passes blocks of samples from the decoding thread to the playing thread. One thread each; neither waits. */
#ifndef HONE_VIEW_SOUND_SOUND_RING_H
#define HONE_VIEW_SOUND_SOUND_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { SOUND_BLOCK = 512, SOUND_BLOCKS = 32 };

typedef struct sound_block {
    uint32_t order;   /* the order that it belongs to; blocks of earlier orders are dropped */
    int64_t position; /* of its first sample, in samples */
    float samples[SOUND_BLOCK][2];
} sound_block;

typedef struct sound_ring {
    sound_block blocks[SOUND_BLOCKS];
    _Atomic uint32_t put, taken; /* counters, which may wrap */
} sound_ring;

/* The next block to fill, NULL: all are full. Then sound_ring_put hands it on. */
sound_block *sound_ring_space(sound_ring *ring);
void sound_ring_put(sound_ring *ring);

/* The block to play, NULL: none is ready. Then sound_ring_take gives it back. */
const sound_block *sound_ring_first(sound_ring *ring);
void sound_ring_take(sound_ring *ring);

#endif
