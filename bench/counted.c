#include "bench/counted.h"

static void *counted_alloc(void *user, size_t size, size_t align)
{
    const hone_allocator all = hone_allocator_or_default(NULL);
    void *memory = all.alloc(all.user, size, align);
    if (memory)
        *(size_t *)user += size;
    return memory;
}

static void counted_free(void *user, void *memory, size_t size)
{
    const hone_allocator all = hone_allocator_or_default(NULL);
    *(size_t *)user -= size;
    all.free(all.user, memory, size);
}

hone_allocator bench_counted(size_t *bytes)
{
    return (hone_allocator){counted_alloc, counted_free, bytes};
}
