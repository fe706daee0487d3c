#include "view/sound/sound_ring.h"

#include <stddef.h>

sound_block *sound_ring_space(sound_ring *ring)
{
    uint32_t put = atomic_load_explicit(&ring->put, memory_order_relaxed);
    uint32_t taken = atomic_load_explicit(&ring->taken, memory_order_acquire);
    return put - taken < SOUND_BLOCKS ? &ring->blocks[put % SOUND_BLOCKS] : NULL;
}

void sound_ring_put(sound_ring *ring)
{
    atomic_fetch_add_explicit(&ring->put, 1, memory_order_release);
}

const sound_block *sound_ring_first(sound_ring *ring)
{
    uint32_t taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);
    uint32_t put = atomic_load_explicit(&ring->put, memory_order_acquire);
    return put != taken ? &ring->blocks[taken % SOUND_BLOCKS] : NULL;
}

void sound_ring_take(sound_ring *ring)
{
    atomic_fetch_add_explicit(&ring->taken, 1, memory_order_release);
}
