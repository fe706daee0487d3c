#include "base/memory/large_pages.h"
#include "base/system/machine.h"
#include <stdatomic.h>

enum {
    UNIT = 4096, /* bytes; a piece begins at a multiple of it */
    UNITS = (8 << 20) / UNIT,
    SMALLEST = UNIT, /* Smaller pieces would waste most of a unit. */
};

static atomic_flag busy = ATOMIC_FLAG_INIT; /* while a thread looks for room */
static bool tried;                          /* to get the memory; of the thread that looks for room */
static _Atomic(char *) begin;               /* NULL: there is none */
static _Atomic uint16_t pieces[UNITS];      /* units of the piece that begins here; 0: none does */

/* Returns the first of `count` free units one after the other; UNITS: there are none. */
static size_t find_room(size_t count)
{
    size_t first = 0;
    for (size_t at = 0; at < UNITS && at - first < count;) {
        size_t piece = atomic_load_explicit(&pieces[at], memory_order_acquire);
        at += piece ? piece : 1;
        first = piece ? at : first;
    }
    return count <= UNITS - first ? first : UNITS;
}

/* Returns NULL if there is no room. */
static void *take(size_t size)
{
    size_t count = size / UNIT + (size % UNIT != 0);
    if (!tried)
        atomic_store_explicit(&begin, hone_system_large_pages((size_t)UNITS * UNIT), memory_order_release);
    tried = true;
    char *memory = atomic_load_explicit(&begin, memory_order_relaxed);
    size_t first = memory ? find_room(count) : UNITS;
    if (first == UNITS)
        return NULL;
    atomic_store_explicit(&pieces[first], (uint16_t)count, memory_order_relaxed);
    return memory + first * UNIT;
}

/* A thread that comes while another one looks for room takes memory of malloc. So a process that was forked meanwhile
 * does not wait for a thread that it does not have. */
static void *allocate(void *user, size_t size, size_t align)
{
    (void)user;
    void *piece = NULL;
    if (size >= SMALLEST && size <= (size_t)UNITS * UNIT && align <= UNIT &&
        !atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
        piece = take(size);
        atomic_flag_clear_explicit(&busy, memory_order_release);
    }
    return piece ? piece : hone_system_allocate(size, align);
}

static void release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    char *first = atomic_load_explicit(&begin, memory_order_acquire);
    size_t at = (uintptr_t)memory - (uintptr_t)first;
    if (first && at < (size_t)UNITS * UNIT)
        atomic_store_explicit(&pieces[at / UNIT], 0, memory_order_release);
    else
        hone_system_free(memory);
}

const hone_allocator *hone_allocator_or_large_pages(const hone_allocator *allocator)
{
    static const hone_allocator large_pages = {allocate, release, NULL};
    bool given = allocator && allocator->alloc && allocator->alloc != hone_allocator_or_default(NULL).alloc;
    return given ? allocator : &large_pages;
}
