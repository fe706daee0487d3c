/* Blocks of samples on their way from the thread that decodes to the one that plays. One of each; neither waits. */
#ifndef HONE_VIEW_SOUND_SOUND_RING_H
#define HONE_VIEW_SOUND_SOUND_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { SOUND_BLOCK = 512, SOUND_BLOCKS = 32 };

typedef struct sound_block {
    uint32_t order;   /* which order to play it belongs to: those of earlier ones are not wanted any more */
    int64_t position; /* of the first, in samples */
    float samples[SOUND_BLOCK][2];
} sound_block;

typedef struct sound_ring {
    sound_block blocks[SOUND_BLOCKS];
    _Atomic uint32_t put, taken; /* counts, which may wrap */
} sound_ring;

/* The next block to be filled, NULL: all are full; then the call that hands it on. */
sound_block *sound_ring_space(sound_ring *ring);
void sound_ring_put(sound_ring *ring);

/* The block that is to be played, NULL: none is ready; then the call that gives it back. */
const sound_block *sound_ring_first(sound_ring *ring);
void sound_ring_take(sound_ring *ring);

#endif
