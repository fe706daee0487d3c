#include "bench/counted.h"
#include <stdlib.h>

static void *counted_alloc(void *user, size_t size, size_t align)
{
    void *memory = aligned_alloc(align, (size + align - 1) / align * align);
    if (memory)
        *(size_t *)user += size;
    return memory;
}

static void counted_free(void *user, void *memory, size_t size)
{
    *(size_t *)user -= size;
    free(memory);
}

hone_allocator bench_counted(size_t *bytes)
{
    return (hone_allocator){counted_alloc, counted_free, bytes};
}
